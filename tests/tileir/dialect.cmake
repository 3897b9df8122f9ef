# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The MLIR dialect: texts that go in and come out again.
tileport_test(tst_dialect LIBRARIES tileport_tileir tileport_dialect)
