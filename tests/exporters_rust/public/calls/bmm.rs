// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Launches of TileGym's batched matmul.

use crate::kernel::bmm_module::{non_persistent_bmm_kernel, static_persistent_bmm_kernel};
use crate::launch::{Launch, Stream, by_element, run};
use cutile::prelude::*;

pub fn launch(launch: &Launch, stream: &Stream) -> Result<(), String> {
    let [q, m, n, k] = ["rt_q", "rt_m", "rt_n", "rt_k"].map(|name| launch.scalar(name));
    macro_rules! launched {
        ($E:ty) => {{
            let [a, b, c] = ["a", "b", "c"].map(|name| launch.tensor::<$E>(name, stream));
            match launch.kernel() {
                "non_persistent_bmm_kernel" => {
                    run!(launch, stream, non_persistent_bmm_kernel(&*a, &*b, &*c))
                }
                _ => {
                    let call = static_persistent_bmm_kernel;
                    run!(launch, stream, call(&*a, &*b, &*c, q, m, n, k))
                }
            }
        }};
    }
    by_element!(launch, launched)
}
