#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plants each kind of violation in a small tree and asks whether check_layers.py finds that one and nothing else."""
import os
import tempfile
import unittest

import check_layers

SPDX = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"

CLEAN = {
    "cmake/Layers.cmake": "# SPDX-License-Identifier: x\n"
    'set(TILEPORT_ALLOWED_support "")\nset(TILEPORT_ALLOWED_tileir support)\nset(TILEPORT_ALLOWED_align support tileir)\n'
    "set(TILEPORT_ALLOWED_views support tileir align)\n",
    "docs/architecture.md": "| layer | may include | what |\n|---|---|---|\n| `core/support` | nothing | a |\n"
    "| `core/tileir` | support | b |\n| `core/align` | support, tileir | c |\n| `views` | support, tileir, align | d |\n",
    "core/support/result.h": SPDX + "#include <string>\n",
    "core/tileir/program.h": SPDX + '#include "support/result.h"\n',
    "core/tileir/dialect/dialect.h": SPDX + "#include <mlir/IR/Dialect.h>\n",
    "core/tileir/dialect/verify.cpp": SPDX + '#include "tileir/dialect/dialect.h"\n#include <llvm/ADT/StringRef.h>\n',
    "core/align/align.h": SPDX + '#include "tileir/program.h"\n',
    "views/pane.cpp": SPDX + '#include <QWidget>\n#include "align/align.h"\n#include "views/pane.h"\n',
    "views/pane.h": SPDX,
    "app/tileport/main.cpp": SPDX + '#include "align/align.h"\n',
    "core/plugin/front_end.h": SPDX + "#include <QtCore/QtPlugin>\n",
    "core/align/CMakeLists.txt": "# SPDX-License-Identifier: x\ntileport_layer(NAME align DEPENDS tileir)\n",
}

# name of the case: (file, text that takes its place or is put there, rules that must speak)
PLANTED = {
    "core includes a widget": ("core/align/align.h", SPDX + "#include <QWidget>\n", {"qt"}),
    "core includes by Qt's module": ("core/align/align.h", SPDX + "#include <QtGui/QColor>\n", {"qt"}),
    "what loads plugins includes a widget": ("core/plugin/front_end.h", SPDX + "#include <QtWidgets/QWidget>\n", {"qt"}),
    "what loads plugins includes Qt without its module": ("core/plugin/front_end.h", SPDX + "#include <QObject>\n", {"qt"}),
    "the command line includes Qt": ("app/tileport/main.cpp", SPDX + "#include <QString>\n", {"qt"}),
    "core links a widget library": ("core/align/CMakeLists.txt", "# SPDX-License-Identifier: x\nlink(Qt6::Widgets)\n", {"link"}),
    "align includes MLIR": ("core/align/align.cpp", SPDX + "#include <mlir/IR/Operation.h>\n", {"mlir"}),
    "views includes LLVM": ("views/pane.h", SPDX + '#include "llvm/ADT/StringRef.h"\n', {"mlir"}),
    "a test includes MLIR": ("tests/align/tst_align.cpp", SPDX + "#include <mlir/IR/Operation.h>\n", {"mlir"}),
    "a public header includes MLIR": ("core/tileir/program.h", SPDX + "#include <mlir/IR/Operation.h>\n", {"mlir"}),
    "a public header sees MLIR through another": ("core/tileir/program.h", SPDX + '#include "tileir/dialect/dialect.h"\n', {"mlir"}),
    "support includes align": ("core/support/result.h", SPDX + '#include "align/align.h"\n', {"layer"}),
    "core includes views": ("core/align/align.h", SPDX + '#include "views/pane.h"\n', {"layer"}),
    "the command line includes views": ("app/tileport/main.cpp", SPDX + '#include "views/pane.h"\n', {"layer"}),
    "a layer includes an application": ("views/pane.cpp", SPDX + '#include "tileport/main.h"\n', {"layer"}),
    "a relative include": ("core/align/align.h", SPDX + '#include "../tileir/program.h"\n', {"relative"}),
    "a file that is too long": ("core/align/long.cpp", SPDX + "\n" * 600, {"size"}),
    "no licence": ("core/align/free.cpp", "int free;\n", {"spdx"}),
    "a script without a licence": ("packaging/run", "#!/bin/bash\n", {"spdx"}),
    "a machine's path in a page": ("docs/a.md", "see /" + "work/main\n", {"path"}),
    "a machine's path in a binary": ("resources/a.tileirbc", "\x7fTileIR\0/" + "tmp/x/kernel.py\0", {"path"}),
    "a row that only the page has": ("docs/architecture.md", CLEAN["docs/architecture.md"] + "| `core/parity` | support | e |\n", {"rows"}),
    "a row that only CMake has": ("cmake/Layers.cmake", CLEAN["cmake/Layers.cmake"] + "set(TILEPORT_ALLOWED_parity support)\n", {"rows"}),
}


def rules_of(files):
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="latin-1") as file:
                file.write(text)
        return {violation.rule for violation in check_layers.check(root)}


class PlantedViolations(unittest.TestCase):
    def test_clean_tree(self):
        self.assertEqual(rules_of(CLEAN), set())

    def test_planted(self):
        for case, (name, text, rules) in PLANTED.items():
            with self.subTest(case):
                files = dict(CLEAN)
                files[name] = text
                if "tileport/main.h" in text:
                    files["app/tileport/main.h"] = SPDX
                self.assertEqual(rules_of(files), rules)

    def test_600_lines_are_allowed(self):
        self.assertEqual(rules_of({**CLEAN, "core/align/long.cpp": SPDX + "\n" * 599}), set())


if __name__ == "__main__":
    unittest.main()
