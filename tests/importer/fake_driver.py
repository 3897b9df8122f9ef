#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A driver (tileport-job/1) that copies a program of the demo for each item. FAKE_DO says what else: a JSON object from the id of an
item to "fail", "garbage", "hang" or "die". Each item that it comes to is noted in the file FAKE_NOTES. A source whose first line is
"copy PATH", as a comment, becomes that program of the demo."""

import hashlib
import json
import os
import re
import shutil
import sys
import time

front_end, job, path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    request = json.load(file)
demo = os.environ["FAKE_DEMO"]
side = "reference" if front_end == "cutile_python" else "generated"
what_to_do = json.loads(os.environ.get("FAKE_DO") or "{}")


def answer(**members):
    print(json.dumps(members), flush=True)


def content(item):
    try:
        with open(item.get("source") or "", "rb") as file:
            return file.read()
    except OSError:
        return None


def wanted(item):
    found = re.match(rb"(?:#|//) copy (\S+)", content(item) or b"")
    return found and found[1].decode()


def dependencies(item):
    return [] if content(item) is None else [[item["source"], hashlib.sha256(content(item)).hexdigest()]]


for item in request["items"]:
    with open(os.environ["FAKE_NOTES"], "a", encoding="utf-8") as notes:
        notes.write(f"{front_end} {item['id']}\n")
    what = what_to_do.get(item["id"], "")
    program = os.path.join(request["out"], item["file"])
    if what == "fail":
        answer(answer="failure", id=item["id"], kind="source", message="no such name", file=item.get("source", ""), line=3, column=7)
        continue
    if what == "die":
        os.abort()
    if what == "hang":
        time.sleep(1000)
    if what == "garbage":
        with open(program, "wb") as file:
            file.write(b"no program")
    else:
        shutil.copyfile(os.path.join(demo, wanted(item) or f"softmax/{side}/{side}_f16-1x1024.tileirbc"), program)
    answer(answer="program", id=item["id"], file=item["file"], symbol="", dependencies=dependencies(item))
answer(answer="end", front_end="Fake")
