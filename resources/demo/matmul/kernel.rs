// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Matrix product with a 32-bit accumulator; one block computes one tile of the result.

#[cutile::module]
pub mod matmul_module {
    use cutile::core::*;

    /// # Safety
    /// The grid has one block a tile of `c`, and nothing else touches `c` meanwhile.
    #[cutile::entry()]
    pub unsafe fn matmul<E: ElementType, const TM: i32, const TN: i32, const TK: i32>(
        a: &Tensor<E, { [-1, -1] }>,
        b: &Tensor<E, { [-1, -1] }>,
        c: &Tensor<E, { [-1, -1] }>,
    ) {
        let (i, j, _) = get_tile_block_id();

        // Counting tiles reads nothing, so the view for it needs no padding.
        let token: Token = get_tensor_token(a);
        let counted: Partition<E, { [TM, TK] }> = unsafe {
            make_partition_view(
                a,
                const_shape![TM, TK],
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let steps: i32 = num_tiles(&counted, 1i32);

        // The edges of ragged matrices read as 0.
        let left_tiles: Partition<E, { [TM, TK] }> = a.partition(const_shape![TM, TK]);
        let right_tiles: Partition<E, { [TK, TN] }> = b.partition(const_shape![TK, TN]);
        let mut total: Tile<f32, { [TM, TN] }> = constant(0.0f32, const_shape![TM, TN]);
        for k in 0i32..steps {
            let left: Tile<E, { [TM, TK] }> = load_view_tko(
                &left_tiles,
                [i, k],
                ordering::Weak,
                scope::TileBlock,
                Some(4i32),
                tma::Enabled,
            );
            let right: Tile<E, { [TK, TN] }> = load_view_tko(
                &right_tiles,
                [k, j],
                ordering::Weak,
                scope::TileBlock,
                Some(4i32),
                tma::Enabled,
            );
            total = mmaf(left, right, total);
        }
        let result: Tile<E, { [TM, TN] }> = convert_tile(total);

        // SAFETY: this block alone writes its tile.
        unsafe {
            let mut out: PartitionMut<E, { [TM, TN] }> = c.partition_full_mut(const_shape![TM, TN]);
            store_view_tko_mut(
                &mut out,
                result,
                [i, j],
                ordering::Weak,
                scope::TileBlock,
                None,
                tma::Enabled,
            );
        }
    }
}
