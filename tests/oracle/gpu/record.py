#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From cases to recordings of what a GPU wrote (README.md).

    record.py all --runner oracle-gpu [--only REGEX]             everything, on one machine
    record.py pack --runner oracle-gpu --out PACK [--only REGEX]  cubins and what a run needs, into a folder
    record.py run PACK --out RESULTS.json                         launch every case of PACK; needs a GPU
    record.py record PACK RESULTS.json                            write recordings/
    record.py tools                                               a tileiras that writes cubins alone, for other tests

pack, all and tools use the Python environment --tools, which has PACKAGES; it is made where it is missing (downloads about 200 MB).
Exit codes: 0 done, 1 a case failed, 2 wrong use.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
COMPILE_SECONDS, LAUNCH_SECONDS = 600, 60
# The pinned toolchain of packaging/toolchain compares texts and needs neither ptxas nor libnvvm; cubins do.
PACKAGES = ("nvidia-cuda-tileiras==13.4.92", "nvidia-cuda-nvcc==13.4.92", "nvidia-nvvm==13.4.92")


def say(text):
    print(text, file=sys.stderr, flush=True)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def case_sha256(case):
    """Of what decides the launch: words for people and the comparison are left out."""
    kept = {k: v for k, v in case.items() if k not in ("about", "compare")}
    kept["buffers"] = [{k: v for k, v in b.items() if k != "compare"} for b in case["buffers"]]
    return sha256(json.dumps(kept, sort_keys=True, separators=(",", ":")).encode())


def chosen_cases(only):
    for path in sorted((HERE / "cases").glob("*.json")):
        if re.search(only, path.stem):
            yield path, json.loads(path.read_text())


def tileiras_in(environment):
    """The program and its version, in an environment that is made where it is missing."""
    if not list(environment.glob("lib/python*/site-packages/nvidia_nvvm-*")):
        say(f"making {environment} ...")
        subprocess.run([sys.executable, "-m", "venv", environment], check=True)
        subprocess.run([environment / "bin" / "pip", "install", "--quiet", *PACKAGES], check=True)
    packages = next(environment.glob("lib/python*/site-packages"))
    version = next(packages.glob("nvidia_cuda_tileiras-*.dist-info")).name.removesuffix(".dist-info").split("-")[1]
    return packages / "nvidia" / "cu13" / "bin" / "tileiras", version


def compile_cubin(tool, target, program, cubin):
    """None, or why there is no cubin. CUDA_HOME would lead tileiras to another libnvvm than its own."""
    environment = {k: v for k, v in os.environ.items() if k not in ("CUDA_HOME", "CUDA_PATH")}
    process = subprocess.Popen([tool, "--gpu-name", target, program, "-o", cubin], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace", env=environment, start_new_session=True)
    try:
        text, _ = process.communicate(timeout=COMPILE_SECONDS)
    except subprocess.TimeoutExpired:
        # It leaves ptxas behind, so the whole group goes.
        os.killpg(process.pid, 9)
        process.wait()
        return f"tileiras took more than {COMPILE_SECONDS} s"
    return f"tileiras ended with {process.returncode}: {text.strip()[:400]}" if process.returncode else None


def pack(options):
    tool, version = tileiras_in(options.tools)
    out = options.out
    for folder in ("cases", "cubins"):
        shutil.rmtree(out / folder, ignore_errors=True)
        (out / folder).mkdir(parents=True)
    facts, failed = {}, []
    for path, case in chosen_cases(options.only):
        program = path.parent / case["program"]
        cubin = out / "cubins" / f"{path.stem}.cubin"
        problem = compile_cubin(tool, options.gpu_name, program, cubin)
        if problem:
            failed.append(path.stem)
            say(f"{path.stem}: {problem}")
            continue
        shutil.copy(path, out / "cases")
        facts[path.stem] = {"case_sha256": case_sha256(case), "program_sha256": sha256(program.read_bytes()),
                            "cubin_sha256": sha256(cubin.read_bytes())}
    shutil.copy(options.runner, out / "oracle-gpu")
    shutil.copy(__file__, out / "record.py")
    (out / "pack.json").write_text(json.dumps({"tileiras": version, "target": options.gpu_name, "cases": facts}, indent=1))
    say(f"{len(facts)} cases packed, {len(failed)} could not be compiled")
    return 1 if failed else 0


def driver_version():
    """Of the kernel driver, which the driver API does not tell; empty where nvidia-smi is missing."""
    try:
        run = subprocess.run(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader", "--id=0"], capture_output=True, text=True,
                             timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return run.stdout.strip() if run.returncode == 0 else ""


def launch(folder, name, options):
    command = [folder / "oracle-gpu", "run", folder / "cases" / f"{name}.json", folder / "cubins" / f"{name}.cubin"]
    command += ["--driver", options.driver] if options.driver else []
    try:
        run = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=options.seconds)
    except subprocess.TimeoutExpired:
        return {"error": f"the launch took more than {options.seconds:g} s"}
    if run.returncode:
        return {"error": run.stderr.strip()[:400] or f"the runner ended with {run.returncode}"}
    return json.loads(run.stdout)


def run(options):
    results, folder = {}, options.pack.resolve()
    (folder / "oracle-gpu").chmod(0o755)
    names = sorted(json.loads((folder / "pack.json").read_text())["cases"])
    for name in names:
        results[name] = launch(folder, name, options)
        problem = results[name].get("error") or (None if results[name]["repeats"] else "three launches gave different outputs")
        say(f"{name}: {problem or 'ok'}")
    # Written whole or not at all.
    temporary = options.out.with_suffix(".part")
    temporary.write_text(json.dumps({"driver": driver_version(), "results": results}))
    temporary.replace(options.out)
    failed = sum("error" in r for r in results.values())
    say(f"{len(results) - failed} of {len(results)} cases ran")
    return 1 if failed else 0


def recording(name, facts, packed, result, driver):
    return {"schema": "tileport-gpu-recording/1", "case": name, **facts, "gpu": result["gpu"], "compute_capability": result["compute_capability"],
            "driver": driver, "cuda": result["cuda"], "tileiras": packed["tileiras"], "target": packed["target"], "inputs": result["inputs"],
            "outputs": result["outputs"]}


def record(options):
    packed = json.loads((options.pack / "pack.json").read_text())
    ran = json.loads(options.results.read_text())
    (HERE / "recordings").mkdir(exist_ok=True)
    failed = 0
    for name, facts in packed["cases"].items():
        result = ran["results"].get(name, {"error": "it was not run"})
        problem = result.get("error") or (None if result["repeats"] else "three launches gave different outputs")
        if problem:
            failed += 1
            say(f"{name} is not recorded: {problem}")
            continue
        text = json.dumps(recording(name, facts, packed, result, ran["driver"]), indent=1)
        (HERE / "recordings" / f"{name}.json").write_text(text + "\n")
    say(f"{len(packed['cases']) - failed} cases recorded")
    return 1 if failed else 0


def everything(options):
    with tempfile.TemporaryDirectory() as folder:
        options.pack = options.out = pathlib.Path(folder)
        failed = pack(options)
        options.results = options.out = pathlib.Path(folder) / "results.json"
        return max(failed, run(options), record(options))


def make_tools(options):
    print(tileiras_in(options.tools)[0])
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, function in (("all", everything), ("pack", pack), ("run", run), ("record", record), ("tools", make_tools)):
        command = commands.add_parser(name)
        command.set_defaults(function=function, driver=None, seconds=LAUNCH_SECONDS)
        if name in ("all", "pack"):
            command.add_argument("--runner", type=pathlib.Path, required=True, help="the program oracle-gpu of a build")
            command.add_argument("--gpu-name", default="sm_90")
            command.add_argument("--only", default="", help="a regular expression of names")
        if name in ("all", "pack", "tools"):
            command.add_argument("--tools", type=pathlib.Path, default=HERE.joinpath("../../../build/tileiras").resolve())
        if name in ("run", "record"):
            command.add_argument("pack", type=pathlib.Path)
        if name in ("pack", "run"):
            command.add_argument("--out", type=pathlib.Path, required=True)
        if name == "run":
            command.add_argument("--driver", help="a library in the place of libcuda.so.1")
            command.add_argument("--seconds", type=float, default=LAUNCH_SECONDS, help="the most that one case may take")
        if name == "record":
            command.add_argument("results", type=pathlib.Path)
    options = parser.parse_args()
    return options.function(options)


if __name__ == "__main__":
    sys.exit(main())
