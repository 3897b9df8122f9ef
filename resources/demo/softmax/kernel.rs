// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Softmax over the rows of a matrix; a row fits into one tile.

#[cutile::module]
pub mod softmax_module {
    use cutile::core::*;

    /// # Safety
    /// The grid has one block a row, and nothing else touches `y` meanwhile.
    #[cutile::entry()]
    pub unsafe fn softmax<E: ElementType, const TILE: i32>(
        x: &Tensor<E, { [-1, -1] }>,
        y: &Tensor<E, { [-1, -1] }>,
    ) {
        let row: i32 = get_tile_block_id().0;

        // Columns beyond the row's end read as -inf: they never win the maximum, and exp() makes them 0.
        let token: Token = get_tensor_token(x);
        let rows: Partition<E, { [1, TILE] }> = unsafe {
            make_partition_view(
                x,
                const_shape![1, TILE],
                padding::NegInf,
                dim_map::Identity,
                token,
            )
        };
        let loaded: Tile<E, { [1, TILE] }> = load_view_tko(
            &rows,
            [row, 0i32],
            ordering::Weak,
            scope::TileBlock,
            None,
            tma::Enabled,
        );
        let values: Tile<f32, { [1, TILE] }> = convert_tile(loaded);

        let peak: Tile<f32, { [1] }> = reduce_max(values, 1i32);
        let peak: Tile<f32, { [1, TILE] }> = peak
            .reshape(const_shape![1, 1])
            .broadcast(const_shape![1, TILE]);
        let weights: Tile<f32, { [1, TILE] }> = exp(values - peak);
        let total: Tile<f32, { [1] }> = reduce_sum(weights, 1i32);
        let total: Tile<f32, { [1, TILE] }> = total
            .reshape(const_shape![1, 1])
            .broadcast(const_shape![1, TILE]);
        let result: Tile<E, { [1, TILE] }> = convert_tile(weights / total);

        // SAFETY: this block alone writes its row.
        unsafe {
            let mut out: PartitionMut<E, { [1, TILE] }> =
                y.partition_full_mut(const_shape![1, TILE]);
            store_view_tko_mut(
                &mut out,
                result,
                [row, 0i32],
                ordering::Weak,
                scope::TileBlock,
                None,
                tma::Enabled,
            );
        }
    }
}
