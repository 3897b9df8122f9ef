// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! rustc refuses it, at line 11, column 22, and once more.

#[cutile::module]
pub mod broken_module {
    use cutile::core::*;

    #[cutile::entry()]
    pub fn broken<const TILE: i32>() {
        // Größe: columns are counted in characters.
        let i: i32 = nowhere(1i32);
        let j: i32 = "no number";
        let _tile: Tile<i32, { [TILE] }> = broadcast_scalar(i + j, const_shape![TILE]);
    }
}
