#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tileport review on git repositories that would like to run something, or to write where they should not."""
import json
import os
import shutil
import unittest

from repositories import Repository, of_manifest, snapshot
from running import DEMO


class Hostile(Repository):
    def setUp(self):
        super().setUp()
        self.add_demo()
        self.base = self.commit("demo")
        self.fix()
        self.head = self.commit("mended")
        self.evidence = os.path.join(self.folder, "evidence")
        self.evil = os.path.join(self.folder, "evil")
        with open(self.evil, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\necho "$0 $*" >>"{self.evidence}"\n')
        os.chmod(self.evil, 0o755)

    def assert_nothing_ran(self):
        self.assertFalse(os.path.exists(self.evidence), self.evidence)

    def hook_up(self, folder):
        """Every setting and hook that names a program."""
        evil = f'"{self.evil}"'
        for name in ("core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "core.askPass", "core.gitProxy", "core.alternateRefsCommand",
                     "diff.external", "diff.evil.textconv", "diff.evil.command", "merge.evil.driver", "filter.evil.smudge", "filter.evil.clean",
                     "filter.evil.process", "filter.lfs.smudge", "filter.lfs.process", "gpg.program", "credential.helper", "pager.ls-tree",
                     "pager.rev-parse", "pager.cat-file", "sequence.editor", "uploadpack.packObjectsHook", "remote.origin.uploadpack",
                     "interactive.diffFilter", "trailer.x.command", "submodule.x.update", "web.browser", "init.templateDir"):
            self.git("config", name, evil, folder=folder)
        for alias in ("rev-parse", "ls-tree", "cat-file", "merge-base"):
            self.git("config", f"alias.{alias}", f"!{evil}", folder=folder)
        for name, value in (("filter.evil.required", "true"), ("log.showSignature", "true"), ("submodule.recurse", "true"), ("core.hooksPath", self.folder),
                            ("remote.origin.url", f"ext::{self.evil} %S"), ("protocol.ext.allow", "always"), ("protocol.allow", "always"),
                            ("fetch.bundleURI", f"ext::{self.evil}"), ("diff.submodule", "diff"), ("url.ext::x.insteadOf", "https:")):
            self.git("config", name, value, folder=folder)
        hooks = os.path.join(self.folder, "hooks")
        os.makedirs(hooks, exist_ok=True)
        for hook in ("post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-auto-gc", "post-merge", "pre-commit"):
            shutil.copy(self.evil, os.path.join(self.folder, hook))

    def test_settings_that_run_programs(self):
        self.write(".gitattributes", "* filter=evil diff=evil merge=evil\n*.rs ident text eol=crlf\n*.py filter=lfs export-ignore\n")
        self.commit("attributes")
        self.hook_up(self.repository)
        answer = self.answer(f"{self.base}..{self.head}", code=0)
        self.assertEqual(of_manifest(answer)["findings"]["counts"]["gone"], 6)
        self.answer("HEAD", code=0)
        self.answer("HEAD~2...HEAD", code=0)
        self.assert_nothing_ran()

    # Contents that a partial clone lacks are not fetched: the remote could be a program.
    def test_a_partial_clone(self):
        self.git("config", "uploadpack.allowFilter", "true")
        partial = os.path.join(self.folder, "partial")
        self.git("clone", "--quiet", "--no-checkout", "--filter=blob:none", "file://" + self.repository, partial)
        self.hook_up(partial)
        before = snapshot(partial)
        code, output, errors = self.review("HEAD", repository=partial)
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "lacks the content", "partial clone")
        self.assertEqual(snapshot(partial), before)
        self.assert_nothing_ran()

    def test_replaced_objects_and_grafts(self):
        self.git("replace", self.head, self.base)
        self.write(".git/info/grafts", f"{self.head} {'0' * 40}\n")
        answer = self.answer(self.head, code=0)
        self.assertEqual((answer["base"], of_manifest(answer)["findings"]["counts"]["gone"]), (self.base, 6))

    def test_links(self):
        secret = os.path.join(self.folder, "secret.rs")
        with open(secret, "w", encoding="utf-8") as file:
            file.write("fn secret() {}")
        for name, target in (("demo/softmax/kernel.rs", secret), ("demo/rms_norm/kernel.rs", "../../../secret.rs"), ("demo/matmul/kernel.rs", "../shared.rs"),
                             ("demo/loop.rs", "loop.rs"), ("demo/log_softmax/kernel.rs", "/etc/passwd"), ("top", "/")):
            if os.path.lexists(self.path(name)):
                os.remove(self.path(name))
            os.symlink(target, self.path(name))
        shutil.copyfile(os.path.join(DEMO, "matmul/kernel.rs"), self.path("demo/shared.rs"))
        answer = self.answer(f"{self.head}..{self.commit()}", code=4)  # sources changed, programs did not
        sources = {each["name"]: each["variants"][0]["port"]["source"] for each in of_manifest(answer)["operators"]}
        self.assertEqual(sources, {"softmax": None, "rms_norm": None, "log_softmax": None, "matmul": "matmul/kernel.rs"})
        self.assertEqual(len(answer["left_out"]), 5)
        self.assertNotIn("secret()", json.dumps(answer))
        # A manifest or a folder that is a link.
        shutil.rmtree(self.path("demo/softmax"))
        os.symlink("rms_norm", self.path("demo/softmax"))
        self.assertEqual(self.review("HEAD~1.." + self.commit())[0], 3)
        # What lies behind it may change unseen: it is never taken for untouched.
        os.remove(self.path("demo/rms_norm/generated/generated_f16-1x4096.tileirbc"))
        self.write("words.txt", "x")
        code, output, _ = self.review("HEAD~1.." + self.commit(), "--json")
        manifest = of_manifest(json.loads(output))
        self.assertEqual((code, sorted(each["operator"] for each in manifest["reviewed"])), (3, ["log_softmax", "rms_norm", "softmax"]))

    # A source in a submodule: whether it changed is not known.
    def test_sources_in_submodules(self):
        self.manifest(lambda manifest: [variant["reference"].update(source="parts/softmax.py") for variant in manifest["operators"][1]["variants"]])
        for version, code in ((self.base, 4), (self.head, 4), (None, 4)):
            if version:
                self.git("update-index", "--add", "--cacheinfo", f"160000,{version},demo/parts")
            else:
                self.write("words.txt", "x")
                self.git("add", "words.txt")
            self.git("add", "demo/workspace.json")
            self.git("commit", "--quiet", "-m", "parts")
            found, output, errors = self.review("HEAD", "--json")
            self.assertEqual((found, errors), (code, ""))
            self.assertTrue(any("demo/parts/softmax.py lies behind" in each for each in of_manifest(json.loads(output))["undecided"]))

    # One that a source names: a new version of it reaches the operator.
    def test_submodules_that_are_used(self):
        self.write("demo/softmax/reference/softmax.py", self.read("demo/softmax/reference/softmax.py") + b"\nfrom tables import exponent\n")
        self.commit()
        for version in (self.base, self.head):
            self.git("update-index", "--add", "--cacheinfo", f"160000,{version},third/tables")
            self.git("commit", "--quiet", "-m", "tables")
        found, output, errors = self.review("HEAD", "--json")
        manifest = of_manifest(json.loads(output))
        self.assertEqual((found, errors, manifest["reviewed"]),
                         (4, "", [{"operator": "softmax", "because": ["third/tables changed, which it may use"]}]))
        self.assertIn("third/tables changed", manifest["undecided"][0])

    def test_submodules(self):
        self.write(".gitmodules", '[submodule "x"]\n\tpath = x\n\turl = ext::' + self.evil + '\n[submodule "-y"]\n\tpath = -y\n\turl = --upload-pack=' + self.evil + "\n")
        for path in ("x", "-y"):
            self.git("update-index", "--add", "--cacheinfo", f"160000,{self.base},{path}")
        self.git("add", ".gitmodules")
        self.git("commit", "--quiet", "-m", "submodules")
        before = snapshot(self.repository)
        code, output, errors = self.review("HEAD", "--json")
        self.assertEqual((code, errors, json.loads(output)["left_out"]), (0, "", ["-y: a submodule", "x: a submodule"]))
        self.assertEqual(snapshot(self.repository), before)
        self.assert_nothing_ran()

    def test_names_of_files(self):
        odd = ["--output=x", "-n", "a\nb", "tab\there", "é", "quote\"s", "back\\slash", "$(touch evidence)", ";", " ", "*", ":(exclude)demo", "{}", "%s"]
        for name in odd:
            self.write(f"demo/{name}/kernel.rs", "// odd")
        with open(os.path.join(os.fsencode(self.repository), b"demo", b"\xff\xfe.rs"), "wb") as file:
            file.write(b"// bytes")
        self.commit("odd")
        answer = json.loads(self.review("HEAD", "--json")[1])
        self.assertEqual(answer["changed_files"], len(odd) + 1)
        self.manifest(lambda manifest: [variant["port"].update(source=f"{name}/kernel.rs") for name, variant in zip(
            ["a\nb", "--output=x", "é"], [variant for operator in manifest["operators"] for variant in operator["variants"]])])
        self.assertEqual(self.review("HEAD~1.." + self.commit(), "--json")[0], 0)

    # Trees that no git would write: names that lead out of any folder.
    def test_forged_trees(self):
        blob = self.git("hash-object", "-w", "--stdin", input=b"forged")
        demo = self.git("rev-parse", "HEAD:demo")

        def tree(*entries):
            content = b"".join(mode + b" " + name + b"\0" + bytes.fromhex(id_) for mode, name, id_ in entries)
            return self.git("hash-object", "-t", "tree", "-w", "--literally", "--stdin", input=content)
        inner = tree((b"100644", b"forged.rs", blob))
        root = tree((b"40000", b"..", inner), (b"40000", b".", inner), (b"40000", b".GIT", inner), (b"40000", b".git", inner), (b"100644", b"a/b", blob),
                    (b"40000", b"demo", demo), (b"100644", b"x", blob), (b"40000", b"x", inner))
        forged = self.git("commit-tree", root, "-p", self.base, "-m", "forged")
        before = snapshot(self.repository)
        code, output, errors = self.review(f"{self.base}..{forged}", "--json")
        self.assertEqual((code, errors), (0, ""))
        self.assertEqual(len([each for each in json.loads(output)["left_out"] if "no name for a file" in each]), 4)
        self.assertEqual(snapshot(self.repository), before)
        for parent, _, files in os.walk(self.folder):
            self.assertFalse("forged.rs" in files, parent)

    def test_large_and_deep(self):
        deep = "/".join(["d"] * 300)
        blob = self.git("hash-object", "-w", "--stdin", input=b"deep")
        self.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{deep}/x.rs")
        self.git("commit", "--quiet", "-m", "deep")
        self.assertIn(self.review("HEAD")[0], (0, 4))
        bomb = self.git("hash-object", "-w", "--stdin", input=b"[" * 2_000_000)
        self.git("update-index", "--add", "--cacheinfo", f"100644,{bomb},bomb/workspace.json")
        self.git("commit", "--quiet", "-m", "bomb")
        self.assertEqual(self.review("HEAD")[0], 0)  # of no schema of ours
        for name in ("workspace", "launches"):
            bomb = self.git("hash-object", "-w", "--stdin", input=f'{{"schema": "tileport-{name}/1", "a": '.encode() + b"[" * 1_000_000 + b"]" * 1_000_000 + b"}")
            self.git("update-index", "--add", "--cacheinfo", f"100644,{bomb},{name}/{name}.json")
        self.git("commit", "--quiet", "-m", "more")
        self.assertEqual(self.review("HEAD")[0], 3)

    @unittest.skipUnless(os.geteuid() == 0, "only root may give files away")
    def test_a_repository_of_another_user(self):
        for parent, folders, files in os.walk(self.repository):
            for name in [parent] + [os.path.join(parent, each) for each in folders + files]:
                os.lchown(name, 12345, 12345)
        code, output, errors = self.review("HEAD")
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "git said:", "ownership")


if __name__ == "__main__":
    unittest.main()
