// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Launches of TileGym's matmul.

use crate::kernel::matmul_module::{non_persistent_matmul_kernel, static_persistent_matmul_kernel};
use crate::launch::{Launch, Stream, by_element, run};
use cutile::prelude::*;

pub fn launch(launch: &Launch, stream: &Stream) -> Result<(), String> {
    let [m, n, k] = ["m", "n", "k"].map(|name| launch.scalar(name));
    macro_rules! launched {
        ($E:ty) => {{
            let [a, b, c] = ["a", "b", "c"].map(|name| launch.tensor::<$E>(name, stream));
            match launch.kernel() {
                "non_persistent_matmul_kernel" => {
                    run!(launch, stream, non_persistent_matmul_kernel(&*a, &*b, &*c))
                }
                _ => {
                    let call = static_persistent_matmul_kernel;
                    run!(launch, stream, call(&*a, &*b, &*c, m, n, k))
                }
            }
        }};
    }
    by_element!(launch, launched)
}
