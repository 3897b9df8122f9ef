// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Launches of kernels/partitioned.rs.

use crate::kernel::partitioned_module::added;
use crate::launch::{Launch, Stream, by_element, run};
use cutile::prelude::*;

pub fn launch(launch: &Launch, stream: &Stream) -> Result<(), String> {
    let offset = launch.scalar("offset");
    let tile = launch.generic(1) as usize;
    macro_rules! launched {
        ($E:ty) => {{
            let [mut y, x] = ["y", "x"].map(|name| launch.tensor::<$E>(name, stream));
            let tiles = (&mut *y).partition([tile]);
            run!(launch, stream, added(tiles, &*x, offset))
        }};
    }
    by_element!(launch, launched)
}
