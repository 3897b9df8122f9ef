// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Launches of the demo's softmax.

use crate::kernel::softmax_module::softmax;
use crate::launch::{Launch, Stream, by_element, run};
use cutile::prelude::*;

pub fn launch(launch: &Launch, stream: &Stream) -> Result<(), String> {
    macro_rules! launched {
        ($E:ty) => {{
            let [x, y] = ["x", "y"].map(|name| launch.tensor::<$E>(name, stream));
            run!(launch, stream, softmax(&*x, &*y))
        }};
    }
    by_element!(launch, launched)
}
