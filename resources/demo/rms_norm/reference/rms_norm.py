# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Root mean square normalisation of rows, scaled by a weight of each column; a row fits into one tile."""

import cuda.tile as ct


@ct.kernel
def rms_norm(x, weight, y, eps: float, TILE: ct.Constant[int]):
    row = ct.bid(0)
    # Columns beyond the row's end read as 0 and add nothing to the sum of squares.
    values = ct.load(x, index=(row, 0), shape=(1, TILE), padding_mode=ct.PaddingMode.ZERO)
    values = ct.astype(values, ct.float32)

    squares = ct.sum(values * values, axis=1, keepdims=True)
    count = ct.astype(x.shape[1], ct.float32)
    scale = ct.rsqrt(squares / count + eps)

    gain = ct.load(weight, index=(0,), shape=(TILE,), padding_mode=ct.PaddingMode.ZERO)
    gain = ct.reshape(ct.astype(gain, ct.float32), (1, TILE))
    ct.store(y, index=(row, 0), tile=ct.astype(values * scale * gain, y.dtype))
