# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Softmax over the rows of a matrix; a row fits into one tile."""

import cuda.tile as ct


@ct.kernel
def softmax(x, y, TILE: ct.Constant[int]):
    row = ct.bid(0)
    # Columns beyond the row's end read as -inf: they never win the maximum, and exp() makes them 0.
    values = ct.load(x, index=(row, 0), shape=(1, TILE), padding_mode=ct.PaddingMode.NEG_INF)
    values = ct.astype(values, ct.float32)

    peak = ct.max(values, axis=1, keepdims=True)
    weights = ct.exp(values - peak)
    total = ct.sum(weights, axis=1, keepdims=True)
    ct.store(y, index=(row, 0), tile=ct.astype(weights / total, y.dtype))
