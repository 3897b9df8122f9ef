// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Launches of TileGym's swiglu.

use crate::kernel::swiglu_module::swiglu_forward_kernel;
use crate::launch::{Launch, Stream, by_element, run};
use cutile::prelude::*;

/// Two sizes and two strides of a matrix.
fn layout(launch: &Launch, name: &str) -> [i32; 4] {
    let scalars = ["shape0", "shape1", "stride0", "stride1"];
    scalars.map(|scalar| launch.scalar(&format!("{name}_{scalar}")))
}

pub fn launch(launch: &Launch, stream: &Stream) -> Result<(), String> {
    let [a0, a1, a2, a3] = layout(launch, "a");
    let [b0, b1, b2, b3] = layout(launch, "b");
    let [c0, c1, c2, c3] = layout(launch, "c");
    macro_rules! launched {
        ($E:ty) => {{
            let [a, b, c] = ["a_ptr", "b_ptr", "c_ptr"].map(|name| launch.pointer::<$E>(name));
            let call = swiglu_forward_kernel;
            run!(
                launch,
                stream,
                call(a, a0, a1, a2, a3, b, b0, b1, b2, b3, c, c0, c1, c2, c3)
            )
        }};
    }
    by_element!(launch, launched)
}
