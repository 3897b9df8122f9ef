# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds output folders of the conversion pipeline (pipeline.md section 2) out of the demo, as its stages leave them."""
import json
import os
import shutil

from running import DEMO, run


def write(path, content=""):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def as_module(program):
    """The text in the form that stage A and B keep: with the module around it, without locations."""
    code, text, errors = run("show", program)
    assert code == 0, errors
    return "cuda_tile.module @kernels {\n" + "".join(f"  {line}\n" for line in text.splitlines()) + "}\n"


def demo_variants(operator):
    """(variant, reference program, port program) of the demo."""
    with open(os.path.join(DEMO, "workspace.json"), encoding="utf-8") as file:
        workspace = json.load(file)
    variants = next(each["variants"] for each in workspace["operators"] if each["name"] == operator)
    return [(each["name"], *(os.path.join(DEMO, each[side]["program"]) for side in ("reference", "port"))) for each in variants]


def build(root, operator, kernel=None, variants=("fwd", "fwd_long")):
    """Makes root/kernel of an operator of the demo and returns its path. No `variants`: the single one."""
    out = os.path.join(root, kernel or operator)
    name = kernel or operator
    listed = []
    for variant, (_, reference, port) in zip(variants or [""], demo_variants(operator)):
        ending = f"_{variant}" if variant else ""
        text = as_module(port)
        write(f"{out}/reference/reference{ending}.mlir", as_module(reference))
        shutil.copy(port, _made(f"{out}/generated/generated{ending}.tileirbc"))
        write(f"{out}/generated/generated{ending}.mlir", text)
        write(f"{out}/generated/generated{ending}_canon.mlir", text)
        if variant:
            listed.append(
                {
                    "variant_name": variant,
                    "kernel_function": operator,
                    "reference_ir": f"reference/reference_{variant}.mlir",
                    "reference_backend": "cutile",
                    "dispatch_condition": f"N goes to {variant}",
                    "reference_ir_f32_supplement": None,
                }
            )
    analysis = {"kernel_name": name, "source": operator, "pattern": "multi_variant" if variants else "single", "reference_backend": "cutile"}
    analysis |= {"source_file": "src/reference.py", "launch_path": "direct", "ops_used": ["load_view_tko"]}
    if listed:
        analysis["kernel_variants"] = listed
    save_analysis(out, analysis)
    write(f"{out}/reference/supplements/reference_f32.mlir", "no variant")
    shutil.copy(f"{DEMO}/{operator}/kernel.rs", f"{out}/kernel.rs")
    shutil.copy(f"{DEMO}/{operator}/reference/{operator}.py", _made(f"{out}/src/reference.py"))
    for file in (f"{name}_pipeline.rs", "ffi.rs", "Cargo.toml", "src/lib.rs", "baseline_perf_cutile.txt", "reports/agent_a.md", "reports/performance.md"):
        write(f"{out}/{file}", "VERDICT: DONE\n")
    write(f"{out}/generated/layout_gate/diff.txt")
    write(f"{out}/generated/diff_report.md", "VERDICT: PASS\n")
    write(f"{out}/generated/fail_f16_ref.mlir", "of a configuration that failed")
    return out


def _made(path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def analysis_of(out):
    with open(f"{out}/reference/analysis.json", encoding="utf-8") as file:
        return json.load(file)


def save_analysis(out, analysis):
    write(f"{out}/reference/analysis.json", json.dumps(analysis, indent=2))
