# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix product with a 32-bit accumulator; one block computes one tile of the result."""

import cuda.tile as ct


@ct.kernel
def matmul(a, b, c, TM: ct.Constant[int], TN: ct.Constant[int], TK: ct.Constant[int]):
    i = ct.bid(0)
    j = ct.bid(1)
    steps = ct.num_tiles(a, axis=1, shape=(TM, TK))

    total = ct.full((TM, TN), 0.0, dtype=ct.float32)
    for k in range(steps):
        # The edges of ragged matrices read as 0.
        left = ct.load(a, index=(i, k), shape=(TM, TK), padding_mode=ct.PaddingMode.ZERO, latency=4)
        right = ct.load(b, index=(k, j), shape=(TK, TN), padding_mode=ct.PaddingMode.ZERO, latency=4)
        total = ct.mma(left, right, total)
    ct.store(c, index=(i, j), tile=ct.astype(total, c.dtype))
