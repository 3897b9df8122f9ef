// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Logarithm of the softmax over long rows, such as the scores over a language model's vocabulary.
//!
//! A row does not fit into one tile: a first pass finds the row's maximum and the sum of exponentials together, a
//! second one writes.

#[cutile::module]
pub mod log_softmax_module {
    use cutile::core::*;

    /// # Safety
    /// The grid has one block a row, and nothing else touches `y` meanwhile.
    #[cutile::entry()]
    pub unsafe fn log_softmax<E: ElementType, const TILE: i32>(
        x: &Tensor<E, { [-1, -1] }>,
        y: &Tensor<E, { [-1, -1] }>,
    ) {
        let row: i32 = get_tile_block_id().0;
        let token: Token = get_tensor_token(x);
        let unpadded: Partition<E, { [1, TILE] }> = unsafe {
            make_partition_view(
                x,
                const_shape![1, TILE],
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let count: i32 = num_tiles(&unpadded, 1i32);

        let chunks: Partition<E, { [1, TILE] }> = x.partition(const_shape![1, TILE]);
        let mut peak: Tile<f32, { [1, 1] }> = constant(f32::NEG_INFINITY, const_shape![1, 1]);
        let mut total: Tile<f32, { [1, 1] }> = constant(0.0f32, const_shape![1, 1]);
        for j in 0i32..count {
            let chunk: Tile<E, { [1, TILE] }> = load_view_tko(
                &chunks,
                [row, j],
                ordering::Weak,
                scope::TileBlock,
                Some(3i32),
                tma::Enabled,
            );
            let chunk: Tile<f32, { [1, TILE] }> = convert_tile(chunk);
            let chunk_peak: Tile<f32, { [1] }> = reduce_max(chunk, 1i32);
            let new_peak: Tile<f32, { [1, 1] }> =
                max_tile(peak, chunk_peak.reshape(const_shape![1, 1]));
            // What was summed so far was relative to the old maximum.
            let correction: Tile<f32, { [1, 1] }> = exp(peak - new_peak);
            let shifted: Tile<f32, { [1, TILE] }> =
                chunk - new_peak.broadcast(const_shape![1, TILE]);
            let chunk_total: Tile<f32, { [1] }> = reduce_sum(exp(shifted), 1i32);
            total = fma(
                total,
                correction,
                chunk_total.reshape(const_shape![1, 1]),
                rounding::NearestEven,
                ftz::Disabled,
            );
            peak = new_peak;
        }

        let shift: Tile<f32, { [1, 1] }> = peak + log(total);
        let shift: Tile<f32, { [1, TILE] }> = shift.broadcast(const_shape![1, TILE]);
        // SAFETY: this block alone writes its row.
        let mut out: PartitionMut<E, { [1, TILE] }> =
            unsafe { y.partition_full_mut(const_shape![1, TILE]) };
        for j in 0i32..count {
            // What lies beyond the row's end is not written either, so this pass needs no padding.
            let chunk: Tile<E, { [1, TILE] }> = load_view_tko(
                &unpadded,
                [row, j],
                ordering::Weak,
                scope::TileBlock,
                Some(7i32),
                tma::Enabled,
            );
            let chunk: Tile<f32, { [1, TILE] }> = convert_tile(chunk);
            let result: Tile<E, { [1, TILE] }> = convert_tile(chunk - shift);
            // SAFETY: as above.
            unsafe {
                store_view_tko_mut(
                    &mut out,
                    result,
                    [row, j],
                    ordering::Weak,
                    scope::TileBlock,
                    None,
                    tma::Enabled,
                );
            }
        }
    }
}
