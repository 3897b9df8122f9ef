# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors of the compiler and of the front end, with their places in the kernel's own file."""

import re
from dataclasses import dataclass

LONGEST = 4000


@dataclass
class Diagnostic:
    """What is wrong with one item; kind, file, line and column as in the answers of a job."""

    kind: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self):
        if not self.file:
            return self.message
        place = f":{self.line}:{self.column}" if self.line else ""
        return f"{self.file}{place}: {self.message}"


class CompileError(Exception):
    """The kernel's source does not compile."""

    def __init__(self, diagnostic, everything):
        super().__init__(everything)
        self.diagnostic = diagnostic


def _place(spans, source):
    """Where the first of the spans lies in the kernel's files; inside a macro it is where that was called."""
    for span in sorted(spans, key=lambda span: not span.get("is_primary")):
        while span:
            if original := source.original(span.get("file_name") or ""):
                return original, span.get("line_start") or 0, span.get("column_start") or 0
            span = (span.get("expansion") or {}).get("span")
    return None


def _with_paths(text, source):
    """The compiler's text with the kernel's own paths."""

    def original(match):
        return (source.original(match.group(1)) or match.group(1)) + match.group(2)

    return re.sub(r"(?<=--> |::: )([^\s:][^:\n]*\.rs)(:\d+)", original, text)


def _shortened(text, longest=LONGEST):
    text = text.strip()
    return text if len(text) <= longest else text[:longest].rstrip() + " ..."


def compile_error(messages, source):
    """Of the compiler's error messages, as its JSON has them."""
    errors = [message for message in messages if message.get("level", "").startswith("error")]
    # "aborting due to 2 previous errors" has no place and says nothing.
    errors = [e for e in errors if e.get("spans") or not e.get("message", "").startswith("aborting")] or errors
    texts = [_with_paths(e.get("rendered") or e.get("message") or "", source).strip() for e in errors]
    first = errors[0] if errors else {}
    place = _place(first.get("spans") or [], source)
    for child in first.get("children") or []:
        place = place or _place(child.get("spans") or [], source)
    file, line, column = place or (source.path, 0, 0)
    more = f"\nand {len(errors) - 1} more" if len(errors) > 1 else ""
    text = _shortened(texts[0] if texts else "it does not compile") + more
    return CompileError(Diagnostic("source", text, file, line, column), "\n\n".join(texts))


def front_end_error(answer, source):
    """Of an exporter's answer. A place in the front end's own files is left in the text."""
    message = " ".join(str(answer.get("message", "")).split())
    named, line, column = str(answer.get("file", "")), int(answer.get("line", 0)), int(answer.get("column", 0))
    kind = answer.get("kind") if answer.get("kind") in ("source", "launch") else "front_end"
    if kind == "launch":
        return Diagnostic(kind, message)
    original = source.original(named) if named else None
    if original:
        return Diagnostic(kind, message, original, line, column)
    if named:
        message += f" ({named}:{line}:{column})"
    return Diagnostic(kind, message, source.path)
