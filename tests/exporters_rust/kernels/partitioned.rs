// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! An entry whose output is a tile of a partitioned tensor, as cuTile Rust's own examples write it.

#[cutile::module]
pub mod partitioned_module {
    use cutile::core::*;

    #[cutile::entry()]
    pub unsafe fn added<E: ElementType, const TILE: i32>(
        y: &mut Tensor<E, { [TILE] }>,
        x: &Tensor<E, { [-1] }>,
        offset: i32,
    ) {
        let block: i32 = get_tile_block_id().0;
        let tiles: Partition<E, { [TILE] }> = x.partition(const_shape![TILE]);
        let tile: Tile<E, { [TILE] }> = tiles.load([block + offset]);
        y.store(tile + tile);
    }
}
