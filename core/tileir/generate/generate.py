#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generates the tables of core/tileir from its ODS: generate.py RECORDS.json OUTPUT_FOLDER."""

import pathlib
import sys

from ods_model import Model
from op_constraints import op_constraints_source
from op_layouts import op_layouts_source
from op_tables import op_info_source, op_kind_header
from type_rules import type_rules_source


def write(path, text):
    """Leaves a file that would not change alone, so that nothing is compiled again for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main(records, folder):
    model = Model(records)
    out = pathlib.Path(folder)
    write(out / "tileir" / "op_kind.h", op_kind_header(model))
    write(out / "tileir" / "op_info.cpp", op_info_source(model))
    write(out / "tileir" / "op_layouts.cpp", op_layouts_source(model))
    write(out / "tileir" / "type_rules.cpp", type_rules_source(model))
    write(out / "tileir" / "op_constraints.cpp", op_constraints_source(model))


if __name__ == "__main__":
    main(*sys.argv[1:3])
