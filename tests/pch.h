// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What most tests include, precompiled once a folder (cmake/Tests.cmake). Every file still includes what it uses.
#pragma once

#include "core/pch.h"

#include <QTest>
