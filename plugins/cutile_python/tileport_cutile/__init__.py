# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the scripts beside this package share.

A package of its own, and not modules beside export.py: kernels import their neighbours by bare names, and none of
them may meet ours instead.
"""
