// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Launches of the demo's matmul.

use crate::kernel::matmul_module::matmul;
use crate::launch::{Launch, Stream, by_element, run};
use cutile::prelude::*;

pub fn launch(launch: &Launch, stream: &Stream) -> Result<(), String> {
    macro_rules! launched {
        ($E:ty) => {{
            let [a, b, c] = ["a", "b", "c"].map(|name| launch.tensor::<$E>(name, stream));
            run!(launch, stream, matmul(&*a, &*b, &*c))
        }};
    }
    by_element!(launch, launched)
}
