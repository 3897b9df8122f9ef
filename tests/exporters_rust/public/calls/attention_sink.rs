// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Launches of TileGym's attention with sinks.

use crate::kernel::attention_sink_module::attention_sink_kernel;
use crate::launch::{Launch, Stream, by_element, run};
use cutile::prelude::*;

const SCALE: f32 = 0.125;

pub fn launch(launch: &Launch, stream: &Stream) -> Result<(), String> {
    macro_rules! launched {
        ($E:ty) => {{
            let names = ["q", "k", "v", "sinks", "out"];
            let tensors = names.map(|name| launch.tensor::<$E>(name, stream));
            let [q, k, v, sinks, out] = &tensors;
            let start = launch.tensor::<i32>("start_q", stream);
            let call = attention_sink_kernel;
            run!(
                launch,
                stream,
                call(&**q, &**k, &**v, &**sinks, &**out, &*start, SCALE)
            )
        }};
    }
    by_element!(launch, launched)
}
