# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Logarithm of the softmax over long rows, such as the scores over a language model's vocabulary.

A row does not fit into one tile: a first pass finds the row's maximum and the sum of exponentials together, a
second one writes.
"""

import cuda.tile as ct

NEG_INF = float("-inf")


@ct.kernel(occupancy=4)
def log_softmax(x, y, TILE: ct.Constant[int]):
    row = ct.bid(0)
    chunks = ct.num_tiles(x, axis=1, shape=(1, TILE))

    peak = ct.full((1, 1), NEG_INF, dtype=ct.float32)
    total = ct.full((1, 1), 0.0, dtype=ct.float32)
    for j in range(chunks):
        # Columns beyond the row's end read as -inf: they never win the maximum, and exp() makes them 0.
        chunk = ct.load(x, index=(row, j), shape=(1, TILE), padding_mode=ct.PaddingMode.NEG_INF, latency=3)
        chunk = ct.astype(chunk, ct.float32)
        new_peak = ct.maximum(peak, ct.max(chunk, axis=1, keepdims=True))
        # What was summed so far was relative to the old maximum.
        correction = ct.exp(peak - new_peak)
        total = total * correction + ct.sum(ct.exp(chunk - new_peak), axis=1, keepdims=True)
        peak = new_peak

    shift = peak + ct.log(total)
    for j in range(chunks):
        # What lies beyond the row's end is not written either, so this pass needs no padding.
        chunk = ct.load(x, index=(row, j), shape=(1, TILE), latency=3)
        chunk = ct.astype(chunk, ct.float32) - shift
        ct.store(y, index=(row, j), tile=ct.astype(chunk, y.dtype))
