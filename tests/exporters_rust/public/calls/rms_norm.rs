// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Launches of the demo's rms_norm.

use crate::kernel::rms_norm_module::rms_norm;
use crate::launch::{Launch, Stream, by_element, run};
use cutile::prelude::*;

const EPSILON: f32 = 1e-6;

pub fn launch(launch: &Launch, stream: &Stream) -> Result<(), String> {
    macro_rules! launched {
        ($E:ty) => {{
            let tensors = ["x", "weight", "y"].map(|name| launch.tensor::<$E>(name, stream));
            let [x, weight, y] = &tensors;
            run!(launch, stream, rms_norm(&**x, &**weight, &**y, EPSILON))
        }};
    }
    by_element!(launch, launched)
}
