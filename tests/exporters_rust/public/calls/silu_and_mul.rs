// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Launches of TileGym's silu_and_mul.

use crate::kernel::silu_and_mul_module::silu_and_mul_kernel;
use crate::launch::{Launch, Stream, by_element, run};
use cutile::prelude::*;

pub fn launch(launch: &Launch, stream: &Stream) -> Result<(), String> {
    let names = ["hidden_size", "in_row_stride", "out_row_stride"];
    let [size, row, out_row] = names.map(|name| launch.scalar(name));
    macro_rules! launched {
        ($E:ty) => {{
            let [out, input] = ["out_ptr", "in_ptr"].map(|name| launch.pointer::<$E>(name));
            let call = silu_and_mul_kernel;
            run!(launch, stream, call(out, input, size, row, out_row))
        }};
    }
    by_element!(launch, launched)
}
