#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A driver (tileport-job/1) that does what each item's launch says under "do", or a source in its first line, wrong things above all. For tests."""

import hashlib
import json
import os
import signal
import sys
import time

assert sys.argv[1] == "job", sys.argv
with open(sys.argv[2], encoding="utf-8") as file:
    request = json.load(file)
assert request["schema"] == "tileport-job/1" and request["job"] in ("export", "facts")
asked = [item["id"] for item in request["items"]] if request["job"] == "export" else map(os.path.basename, request["sources"])
with open(os.environ["FAKE_DRIVER_CALLS"], "a", encoding="utf-8") as file:
    file.write(" ".join(asked) + "\n")


def answer(**members):
    print(json.dumps(members), flush=True)


def program(item, **members):
    text = f"{item['id']} {request['bytecode_version']} {request.get('front_end', '')}"
    with open(os.path.join(request["out"], item["file"]), "w", encoding="utf-8") as file:
        file.write(text)
    source = item.get("source", "")
    dependencies = []
    if source:
        with open(source, "rb") as file:
            dependencies = [[source, hashlib.sha256(file.read()).hexdigest()]]
    answer(**{"answer": "program", "id": item["id"], "file": item["file"], "symbol": "f_" + item["id"], "dependencies": dependencies, **members})


for source in request.get("sources", []):
    with open(source, encoding="utf-8") as file:
        what = file.readline().strip()
    if what == "fail":
        answer(answer="failure", id=source, kind="source", message="no such name", file=source, line=3, column=7)
    elif what == "edit":
        # Somebody edits the source while it is read.
        with open(source, "w", encoding="utf-8") as file:
            file.write("edited\n")
        answer(answer="facts", source=source, facts={"of": "edit"})
    elif what == "no_object":
        answer(answer="facts", source=source, facts=7)
    elif what == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif what == "exit4":
        sys.stderr.write("no tool\n")
        sys.exit(4)
    else:
        answer(answer="facts", source=source, facts={"of": what})
for item in request.get("items", []):
    what = item["launch"].get("do", "make")
    if what == "make":
        program(item)
    elif what == "fail":
        answer(answer="failure", id=item["id"], kind="source", message="no such name", file=item["source"], line=3, column=7)
    elif what == "say":
        answer(answer="progress", text="building")
        program(item)
    elif what == "garbage":
        sys.stdout.write("hello\n{\"answer\": 7}\n[1, 2\n\x00\x01\n{}\n")
        program(item)
    elif what == "pieces":
        line = json.dumps({"answer": "program", "id": item["id"], "file": item["file"], "symbol": "p", "dependencies": []}) + "\n"
        with open(os.path.join(request["out"], item["file"]), "w", encoding="utf-8") as file:
            file.write("in pieces")
        for letter in line:
            sys.stdout.write(letter)
            sys.stdout.flush()
    elif what == "twice":
        program(item)
        answer(answer="failure", id=item["id"], kind="source", message="after all not")
    elif what == "of_another":
        answer(answer="program", id="who", file=item["file"], symbol="", dependencies=[])
    elif what == "no_file":
        answer(answer="program", id=item["id"], file=item["file"], symbol="", dependencies=[])
    elif what == "way_out":
        answer(answer="program", id=item["id"], file="../request.json", symbol="", dependencies=[])
    elif what == "nothing":
        pass
    elif what == "exit":
        sys.stderr.write("gone\n")
        sys.exit(item["launch"]["code"])
    elif what == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif what == "hang":
        if os.fork() == 0:
            time.sleep(1000)
        time.sleep(1000)
answer(answer="end", front_end="Fake 1")
