// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A kernel for the job "prepare": building its exporter builds all that the exporters of real kernels share.

#[cutile::module]
pub mod nothing_module {
    use cutile::core::*;

    #[cutile::entry()]
    pub fn nothing() {}
}
