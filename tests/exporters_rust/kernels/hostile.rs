// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Entries that bring the front end down or that it refuses, beside one that is fine.

/// rustc finds it, the front end does not: it stands outside of the module.
pub fn host_only(x: i32) -> i32 {
    x + 1
}

#[cutile::module]
pub mod hostile_module {
    use super::host_only;
    use cutile::core::*;

    #[cutile::entry()]
    pub unsafe fn good<E: ElementType, const TILE: i32>(
        x: &Tensor<E, { [-1] }>,
        y: &Tensor<E, { [-1] }>,
    ) {
        let i: i32 = get_tile_block_id().0;
        let tiles: Partition<E, { [TILE] }> = x.partition(const_shape![TILE]);
        let tile: Tile<E, { [TILE] }> = load_view_tko(
            &tiles,
            [i],
            ordering::Weak,
            scope::TileBlock,
            None,
            tma::Enabled,
        );
        unsafe {
            let mut out: PartitionMut<E, { [TILE] }> = y.partition_full_mut(const_shape![TILE]);
            store_view_tko_mut(
                &mut out,
                tile,
                [i],
                ordering::Weak,
                scope::TileBlock,
                None,
                tma::Enabled,
            );
        }
    }

    /// What the front end prints must not get among the answers.
    #[cutile::entry(print_ir = true)]
    pub fn printing<const TILE: i32>() {
        let _tile: Tile<i32, { [TILE] }> = iota(const_shape![TILE]);
    }

    #[cutile::entry()]
    pub fn refused<const TILE: i32>() {
        let i: i32 = get_tile_block_id().0;
        let j: i32 = host_only(i);
        let _tile: Tile<i32, { [TILE] }> = broadcast_scalar(j, const_shape![TILE]);
    }

    pub fn again<const N: i32>(x: i32) -> i32 {
        again::<N>(x + 1i32)
    }

    /// The front end inlines without end.
    #[cutile::entry()]
    pub fn recursive<const TILE: i32>() {
        let i: i32 = again::<TILE>(get_tile_block_id().0);
        let _tile: Tile<i32, { [TILE] }> = broadcast_scalar(i, const_shape![TILE]);
    }
}
