// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole cuda_tile dialect, bytecode 13.1 to 13.5. The only description of it in this project: the MLIR dialect, the
// bytecode reader's tables and the printer's layouts are generated from here.
//
// The order of arguments, since-versions, Optional, unit attributes and AttrSizedOperandSegments decide how an op is
// written in bytecode; an assembly format is laid out with the blanks that MLIR's own printer would leave.
include "CudaTileEnums.td"
include "CudaTileTypes.td"
include "CudaTileAttributes.td"
include "CudaTileArithmeticOps.td"
include "CudaTileShapeOps.td"
include "CudaTileControlOps.td"
include "CudaTileMemoryOps.td"
