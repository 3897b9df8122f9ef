// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer/specifying.h"

namespace tileport::views::test {

/// Of an operator of the sample workspaces, by hand. Every variant has, of the reference: the constant TILE, known from its launch and from
/// line 2 of softmax.py; the tensor x, reached by the op in line 3 of the program, its extents not known; a branch in line 4 that is not
/// decidable and one in line 5 of which one arm vanished; no scalar. Of the port: a const generic from line 1 of kernel.rs. Two entries,
/// the second of which is for "f32". "matmul" has a failure.
importer::SpecifiedOperator sampleSpecification(const workspace::Operator &op);

}  // namespace tileport::views::test
