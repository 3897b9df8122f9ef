// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Root mean square normalisation of rows, scaled by a weight of each column; a row fits into one tile.

#[cutile::module]
pub mod rms_norm_module {
    use cutile::core::*;

    /// # Safety
    /// The grid has one block a row, and nothing else touches `y` meanwhile.
    #[cutile::entry()]
    pub unsafe fn rms_norm<E: ElementType, const TILE: i32>(
        x: &Tensor<E, { [-1, -1] }>,
        weight: &Tensor<E, { [-1] }>,
        y: &Tensor<E, { [-1, -1] }>,
        eps: f32,
    ) {
        let row: i32 = get_tile_block_id().0;

        // Columns beyond the row's end read as 0 and add nothing to the sum of squares.
        let rows: Partition<E, { [1, TILE] }> = x.partition(const_shape![1, TILE]);
        let loaded: Tile<E, { [1, TILE] }> = load_view_tko(
            &rows,
            [row, 0i32],
            ordering::Weak,
            scope::TileBlock,
            None,
            tma::Enabled,
        );
        let values: Tile<f32, { [1, TILE] }> = convert_tile(loaded);

        let squares: Tile<f32, { [1] }> = reduce_sum(values * values, 1i32);
        let squares: Tile<f32, { [1, 1] }> = squares.reshape(const_shape![1, 1]);
        let shape: Shape<{ [-1, -1] }> = x.shape();
        let count: f32 = convert_scalar::<f32>(shape[1]);
        let count: Tile<f32, { [] }> = scalar_to_tile(count);
        let mean: Tile<f32, { [1, 1] }> = squares / count.reshape(const_shape![1, 1]);
        let eps: Tile<f32, { [] }> = scalar_to_tile(eps);
        let scale: Tile<f32, { [1, 1] }> =
            rsqrt(mean + eps.reshape(const_shape![1, 1]), ftz::Disabled);
        let scale: Tile<f32, { [1, TILE] }> = scale.broadcast(const_shape![1, TILE]);

        let columns: Partition<E, { [TILE] }> = weight.partition(const_shape![TILE]);
        let gain: Tile<E, { [TILE] }> = load_view_tko(
            &columns,
            [0i32],
            ordering::Weak,
            scope::TileBlock,
            None,
            tma::Enabled,
        );
        let gain: Tile<f32, { [TILE] }> = convert_tile(gain);
        let gain: Tile<f32, { [1, TILE] }> = gain.reshape(const_shape![1, TILE]);
        let result: Tile<E, { [1, TILE] }> = convert_tile(values * scale * gain);

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
