#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tileport review REPO BASE..HEAD on real git repositories that are made of the demo. TILEPORT names the program."""
import json
import os
import shutil
import signal
import subprocess
import unittest

from repositories import FIXED, Repository, of_manifest, snapshot
from running import DEMO, TILEPORT, demo_without_launches

class Changes(Repository):
    def setUp(self):
        super().setUp()
        self.add_demo()
        self.base = self.commit("demo")

    def test_a_port_that_is_mended(self):
        self.fix()
        head = self.commit()
        answer = self.answer(f"{self.base}..{head}", code=0)
        self.assertEqual((answer["schema"], answer["result"], answer["base"], answer["head"]), ("tileport-range/1", "same", self.base, head))
        manifest = of_manifest(answer)
        self.assertEqual([each["name"] for each in manifest["operators"]], ["log_softmax"])
        self.assertEqual(sorted(manifest["untouched"]), ["matmul", "rms_norm", "softmax"])
        self.assertIn("demo/log_softmax/kernel.rs changed", manifest["reviewed"][0]["because"])
        self.assertEqual(manifest["findings"]["counts"], {"gone": 6, "remaining": 0, "new": 0, "undecided": 0})
        # What the change did to the IR: the three things that differed, in each variant.
        self.assertEqual([(each["variant"], each["side"], each["counts"]["differs"]) for each in manifest["changes"]],
                         [("f16-1x4096", "port", 3), ("f32-1x4096", "port", 3)])

    def test_and_one_that_is_spoilt(self):
        self.fix()
        head = self.commit()
        answer = self.answer(f"{head}..{self.base}", code=1)
        self.assertEqual(of_manifest(answer)["findings"]["counts"], {"gone": 0, "remaining": 0, "new": 6, "undecided": 0})
        code, output, errors = self.review(f"{head}..{self.base}")
        self.assertEqual((code, errors), (1, ""))
        for part in ("1 of 4 operators reviewed", "~ log_softmax: ", "0 gone, 0 remaining, 6 new", "+ new: DIFFERS load_view_tko in for",
                     "port at BASE against port at HEAD", "BASE  line", "not reviewed, since"):
            self.assertIn(part, output)

    def test_what_remains(self):
        variant = "f16-1x4096"
        shutil.copyfile(self.path("demo", FIXED[0].format(variant)), self.path("demo", FIXED[1].format(variant)))
        self.write("demo/log_softmax/kernel.rs", "// half of it\n")
        answer = self.answer(f"{self.base}..{self.commit()}", code=1)
        manifest = of_manifest(answer)
        self.assertEqual(manifest["findings"]["counts"], {"gone": 3, "remaining": 3, "new": 0, "undecided": 0})
        # The other variant's program is the old one though the source changed.
        self.assertTrue(any("f32-1x4096" in each and "kernel.rs changed" in each for each in manifest["undecided"]))

    # By a policy of the user's, at both commits; a workspace takes the same file.
    def test_another_policy(self):
        self.fix()
        head = self.commit()
        mine = os.path.join(self.folder, "calm.json")
        then = {"severity": "INFO", "cause": "semantic_equiv", "owner": "none", "impact": {}, "sentence": "{name}: {what} is of no interest here."}
        with open(mine, "w", encoding="utf-8") as file:
            json.dump({"schema": "tileport-policy/1", "name": "calm", "version": "7", "families": {},
                       "rules": [{"id": "everything", "when": {}, "then": then}]}, file)
        code, output, _ = self.review(f"{head}..{self.base}", "--json", "--policy", mine)
        self.assertEqual(code, 1)
        variants = [each for op in of_manifest(json.loads(output))["operators"] for each in op["variants"]]
        self.assertEqual([each["triage"]["policy"] for each in variants], ["calm 7", "calm 7"])
        for each in variants:
            self.assertEqual((each["triage"]["counts"]["critical"], each["triage"]["counts"]["warn"]), (0, 0))
        own = [each for op in of_manifest(self.answer(f"{head}..{self.base}", code=1))["operators"] for each in op["variants"]]
        self.assertTrue(all(each["triage"]["policy"] != "calm 7" and each["triage"]["counts"]["critical"] > 0 for each in own))
        # The programs at both commits are compared as ever, whatever it means.
        self.assertEqual(of_manifest(json.loads(output))["findings"]["counts"], {"gone": 0, "remaining": 0, "new": 6, "undecided": 0})

    def test_a_policy_that_is_none(self):
        code, output, errors = self.review("HEAD", "--policy", os.path.join(self.folder, "absent.json"))
        self.assertEqual((code, output), (3, ""))
        self.assertIn("absent.json", errors)

    def test_nothing_that_matters(self):
        self.write("README.md", "words")
        answer = self.answer(f"{self.base}..{self.commit()}", code=0)
        self.assertEqual((answer["result"], answer["changed_files"], len(of_manifest(answer)["untouched"])), ("untouched", 1, 4))
        self.assertIn("The change reaches no operator.", self.review("HEAD")[1])

    # A program that stayed while its source changed proves nothing of the new source.
    def test_a_source_without_its_program(self):
        self.write("demo/softmax/kernel.rs", self.read("demo/softmax/kernel.rs") + b"\n// faster\n")
        answer = self.answer(f"{self.base}..{self.commit()}", code=4)
        manifest = of_manifest(answer)
        self.assertEqual((answer["result"], manifest["result"]), ("undecided", "undecided"))
        self.assertEqual(len(manifest["undecided"]), 2)
        self.assertIn("demo/softmax/kernel.rs changed", manifest["undecided"][0])

    def test_shared_files(self):
        self.write("demo/softmax/reference/softmax.py", self.read("demo/softmax/reference/softmax.py") + b"\nimport tables.exponent\n")
        self.write("demo/softmax/generated/generated_f16-1x1024.tileirbc", self.read("demo/softmax/reference/reference_f16-1x1024.tileirbc"))
        base = self.commit()
        # A module that it names, wherever that lies; one that it does not name, elsewhere; one above it.
        for name, reached in (("tables/exponent.py", ["softmax"]), ("other/thing.py", []), ("demo/common.rs", ["log_softmax", "matmul", "rms_norm", "softmax"]),
                              ("demo/notes.txt", []), ("setup.py", ["log_softmax", "matmul", "rms_norm", "softmax"])):
            with self.subTest(name):
                self.write(name, "# " + name)
                head = self.commit()
                manifest = of_manifest(json.loads(self.review(f"{base}..{head}", "--json")[1]))
                self.assertEqual(sorted(each["name"] for each in manifest["operators"]), reached)
                if reached:
                    self.assertTrue(all(f"{name} was added, which it may use" in each["because"] for each in manifest["reviewed"]))
                base = head

    def test_added_removed_and_renamed(self):
        self.manifest(lambda manifest: manifest["operators"].pop(3))
        removed = self.commit()
        manifest = of_manifest(self.answer(f"{self.base}..{removed}", code=4))
        self.assertEqual((manifest["removed"], manifest["added"], manifest["operators"]), (["matmul"], [], []))
        manifest = of_manifest(self.answer(f"{removed}..{self.base}", code=0))
        self.assertEqual((manifest["removed"], manifest["added"]), ([], ["matmul"]))
        self.manifest(lambda manifest: manifest["operators"][0].update(name="log softmax é\n--trust"))
        answer = self.answer(f"{removed}..{self.commit()}", code=1)
        manifest = of_manifest(answer)
        self.assertEqual((manifest["removed"], manifest["added"]), (["log_softmax"], ["log softmax é\n--trust"]))
        # Under another name nothing is gone.
        self.assertEqual(manifest["findings"]["counts"], {"gone": 0, "remaining": 0, "new": 6, "undecided": 6})

    def test_a_variant_that_is_dropped(self):
        def drop(manifest):
            manifest["operators"][0]["variants"].pop()
        self.manifest(drop)
        manifest = of_manifest(self.answer(f"{self.base}..{self.commit()}", code=1))
        self.assertEqual(manifest["findings"]["counts"], {"gone": 0, "remaining": 3, "new": 0, "undecided": 3})
        # Nor does it pass when all that is left is the same.
        self.git("checkout", "--quiet", self.base)
        self.manifest(lambda manifest: manifest["operators"][1]["variants"].pop())
        manifest = of_manifest(self.answer(f"{self.base}..{self.commit()}", code=4))
        self.assertEqual((manifest["result"], manifest["undecided"]),
                         ("undecided", ["softmax / f32-1x1024 was compared at BASE, and HEAD has no variant of that name."]))
        self.manifest(lambda manifest: manifest["operators"][1]["variants"].clear())
        manifest = of_manifest(self.answer("HEAD~1.." + self.commit(), code=4))
        self.assertIn("softmax has no variant, so nothing of it was compared.", manifest["undecided"])

    def test_a_whole_workspace_comes_and_goes(self):
        shutil.rmtree(self.path("demo"))
        self.add_demo("else where")
        answer = self.answer(f"{self.base}..{self.commit()}", code=1)
        self.assertEqual(len(of_manifest(answer)["removed"]), 4)
        self.assertEqual(len(of_manifest(answer, "else where/workspace.json")["added"]), 4)

    def test_broken_programs_and_manifests(self):
        self.write("demo/softmax/generated/generated_f16-1x1024.tileirbc", b"\x7fTileIR rubbish")
        broken = self.commit()
        answer = self.answer(f"{self.base}..{broken}", code=3)
        manifest = of_manifest(answer)
        error = manifest["operators"][0]["variants"][0]["error"]
        self.assertEqual(error["file"], "demo/softmax/generated/generated_f16-1x1024.tileirbc")
        self.assertNotIn(self.cache, json.dumps(answer))
        self.assertEqual(self.answer(f"{broken}..{self.base}", code=0)["result"], "same")
        self.write("demo/workspace.json", '{"schema": "tileport-workspace/1", ')
        worse = self.commit()
        self.assertEqual(of_manifest(self.answer(f"{broken}..{worse}", code=3))["result"], "unreadable")
        self.write("words.txt", "x")
        self.assertEqual(of_manifest(self.answer(f"{worse}..{self.commit()}", code=4))["result"], "undecided")
        # Of somebody else, under the same name.
        self.write("demo/workspace.json", '{"projects": {}}')
        code, _, errors = self.review(f"{worse}..{self.commit()}")
        self.assertEqual((code, errors), (4, ""))

    def test_rounds(self):
        self.write("demo/log_softmax/kernel.rs", "// new\n")
        head = self.commit()
        last = os.path.join(self.folder, "last.json")
        self.answer(f"{self.base}..{head}", "--save-round", last, code=1)
        with open(last, encoding="utf-8") as file:
            saved = json.load(file)
        self.assertEqual((saved["schema"], saved["label"]), ("tileport-round/1", head))
        self.assertEqual([(each["manifest"], each["name"]) for each in saved["operators"]], [("demo/workspace.json", "log_softmax")])
        code, output, errors = self.review("HEAD", "--since", last)
        self.assertEqual((code, output), (2, ""))
        self.assert_one_line(errors, "BASE says since when")


class Names(Repository):
    """What BASE and HEAD may be, and which repositories."""

    def setUp(self):
        super().setUp()
        self.add_demo()
        self.base = self.commit("demo")
        self.fix()
        self.head = self.commit("mended")

    def test_forms(self):
        self.git("tag", "-a", "v1", "-m", "first", self.base)
        self.git("branch", "feature/é", self.head)
        for range_ in (f"{self.base[:10]}..{self.head[:10]}", "v1..main", "v1..", "HEAD~1..HEAD", "HEAD", "main", "v1..feature/é", "v1^{commit}..main^0",
                       "v1...main", "main@{0}", "@~..@"):
            with self.subTest(range_):
                answer = self.answer(range_, code=0)
                self.assertEqual((answer["base"], answer["head"]), (self.base, self.head))

    def test_without_a_parent(self):
        answer = self.answer(self.base, code=1)
        self.assertIsNone(answer["base"])
        self.assertEqual(len(of_manifest(answer)["added"]), 4)
        self.assertIn("HEAD has no parent", self.review(self.base)[1])

    def test_no_such_commit(self):
        for range_ in ("nowhere", "main..nowhere", "nowhere..main", "--help..main", "main..--upload-pack=x", "main:demo", ":/demo", "main^{tree}", "main~99",
                       "..main~99", "a..b..c", "main...main...main", "0" * 40, "-x"):
            with self.subTest(range_):
                code, output, errors = self.review("--", range_)
                self.assertEqual((code, output), (3, ""))
                self.assert_one_line(errors, "there is no commit")
        code, output, errors = self.review("")
        self.assertEqual((code, output), (2, ""))
        self.assert_one_line(errors, "RANGE is empty")

    def test_histories(self):
        self.git("checkout", "--quiet", "-b", "side", self.base)
        self.write("notes.txt", "words")
        side = self.commit("side")
        # Since the common ancestor main has mended the port; between the two branches too.
        self.assertEqual(self.answer("side...main", code=0)["base"], self.base)
        self.assertEqual(self.answer("side..main", code=0)["base"], side)
        self.git("merge", "--quiet", "--no-ff", "-m", "merge", "main")
        answer = self.answer("HEAD", code=0)
        self.assertEqual((answer["base"], of_manifest(answer)["findings"]["counts"]["gone"]), (side, 6))
        self.git("checkout", "--quiet", "--orphan", "alone")
        self.commit("alone")
        self.assert_one_line(self.review("main...alone")[2], "no common ancestor", "BASE..HEAD")

    def test_repositories(self):
        expected = (self.base, self.head)
        bare = os.path.join(self.folder, "bare.git")
        self.git("clone", "--quiet", "--bare", self.repository, bare)
        worktree = os.path.join(self.folder, "work\ntree")
        self.git("worktree", "add", "--quiet", worktree, "main", "--force")
        shared = os.path.join(self.folder, "shared")
        self.git("clone", "--quiet", "--shared", self.repository, shared)
        for folder in (bare, worktree, shared, self.path("demo", "softmax"), self.path(".git")):
            with self.subTest(folder):
                before = snapshot(folder)
                answer = self.answer("HEAD", code=0, repository=folder)
                self.assertEqual((answer["base"], answer["head"]), expected)
                self.assertEqual(snapshot(folder), before)
        # Objects that are borrowed by a relative path.
        with open(os.path.join(shared, ".git", "objects", "info", "alternates"), "w", encoding="utf-8") as file:
            file.write("../../../repo sitory/.git/objects\n")
        self.assertEqual(self.answer("HEAD", code=0, repository=shared)["head"], self.head)
        shallow = os.path.join(self.folder, "shallow")
        self.git("clone", "--quiet", "--depth=1", "file://" + self.repository, shallow)
        # A program may be that of an older source there, and nothing shows it.
        answer = self.answer("HEAD", code=4, repository=shallow)
        self.assertIsNone(answer["base"])
        self.assertIn("History is cut off", of_manifest(answer)["undecided"][0])

    def test_sha256(self):
        other = os.path.join(self.folder, "other")
        os.mkdir(other)
        self.git("init", "--quiet", "--object-format=sha256", folder=other)
        self.repository = other
        self.add_demo()
        base = self.commit()
        self.fix()
        answer = self.answer(f"{base}..{self.commit()}", code=0)
        self.assertEqual(len(answer["head"]), 64)

    def test_no_repository(self):
        plain = os.path.join(self.folder, "plain")
        os.mkdir(plain)
        for folder in (plain, os.path.join(self.folder, "nowhere"), self.path("demo/workspace.json")):
            code, output, errors = self.review("HEAD", repository=folder)
            self.assertEqual((code, output), (3, ""))
            self.assert_one_line(errors, folder)
        self.git("init", "--quiet", folder=plain)
        self.assert_one_line(self.review("HEAD", repository=plain)[2], "there is no commit")

    def test_without_operators(self):
        self.git("checkout", "--quiet", "--orphan", "empty")
        self.git("rm", "-r", "-q", "--cached", ".")
        shutil.rmtree(self.path("demo"))
        self.write("a.txt", "a")
        self.commit()
        code, output, errors = self.review("HEAD")
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "nothing to review")

    def test_names_that_steer_a_terminal(self):
        name = "\x1b[2Jwiped\r\x07"
        self.write(f"demo/softmax/{name}.rs", "// odd")
        self.manifest(lambda manifest: manifest["operators"][1].update(name=name))
        self.manifest(lambda manifest: manifest["operators"][2]["variants"][0].update(name=name))
        os.symlink("/" + name, self.path("demo/" + name))
        head = self.commit()
        code, output, errors = self.review(f"HEAD~1..{head}", "--runs", "--color", "never")
        self.assertEqual(code, 4)
        for text in (output, errors, self.review(name + ".." + head)[2]):
            self.assertIn("wiped" if text is not errors else "ls-tree", text)
            for character in ("\x1b", "\r", "\x07"):
                self.assertNotIn(character, text)

    def test_the_checkout_is_not_touched(self):
        self.write("demo/softmax/kernel.rs", "not committed")
        self.write("untracked.txt", "mine")
        os.remove(self.path("demo/matmul/kernel.rs"))
        self.git("add", "untracked.txt")
        os.utime(self.path("demo/workspace.json"))  # git status would write the index anew
        self.answer("HEAD", code=0)

    def test_variables_of_the_caller(self):
        elsewhere = {"GIT_DIR": self.folder, "GIT_WORK_TREE": self.folder, "GIT_INDEX_FILE": "/nowhere", "GIT_OBJECT_DIRECTORY": "/nowhere",
                     "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.bare", "GIT_CONFIG_VALUE_0": "rubbish", "GIT_TRACE": os.path.join(self.folder, "trace"),
                     "GIT_EXEC_PATH": "/nowhere", "GIT_NAMESPACE": "x"}
        self.answer("HEAD", code=0, environment=elsewhere)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "trace")))


class Places(Repository):
    """The cache: interrupted, shared, not to be written."""

    def setUp(self):
        super().setUp()
        self.add_demo()
        self.base = self.commit("demo")
        self.fix()
        self.head = self.commit("mended")

    def trees(self):
        ranges = os.path.join(self.cache, "tileport", "ranges")
        return os.path.join(ranges, os.listdir(ranges)[0], "trees", self.head)

    def test_what_an_interrupted_one_left(self):
        self.review("HEAD")
        # As one that was ended by force leaves it, and worse: half a file, files of nobody, a link in the place of a folder.
        left = os.path.join(self.trees(), "demo", "softmax")
        os.makedirs(os.path.join(left, "generated"))
        outside = os.path.join(self.folder, "outside")
        os.mkdir(outside)
        with open(os.path.join(outside, "keep.txt"), "w", encoding="utf-8") as file:
            file.write("keep")
        with open(os.path.join(left, "generated", "generated_f16-1x1024.tileirbc"), "wb") as file:
            file.write(b"\x7fTileIR")
        with open(os.path.join(self.trees(), "demo", "workspace.json"), "wb") as file:
            file.write(b'{"schema": "tileport-workspace/1", "name": "x", "operators": []}')
        os.symlink(outside, os.path.join(self.trees(), "demo", "log_softmax"))
        answer = self.answer("HEAD", code=0)
        self.assertEqual(of_manifest(answer)["findings"]["counts"]["gone"], 6)
        self.assertEqual(os.listdir(outside), ["keep.txt"])

    def test_ended_by_force(self):
        for _ in range(5):
            process = subprocess.Popen([TILEPORT, "review", self.repository, "HEAD"], env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            while process.poll() is None and not os.path.exists(os.path.join(self.cache, "tileport", "ranges")):
                pass
            process.send_signal(signal.SIGKILL)
            process.communicate()
        before = snapshot(self.repository)
        self.assertEqual(self.answer("HEAD", code=0)["result"], "same")
        self.assertEqual(snapshot(self.repository), before)

    def test_two_at_once(self):
        command = [TILEPORT, "review", self.repository, f"{self.base}..{self.head}", "--json"]
        running = [subprocess.Popen(command, env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(6)]
        answers = [process.communicate(timeout=100) for process in running]
        self.assertEqual([(process.returncode, errors) for process, (_, errors) in zip(running, answers)], [(0, b"")] * 6)
        self.assertEqual(len({output for output, _ in answers}), 1)
        self.assertEqual(self.left_in_cache(), ["lock"])

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_cache_that_may_not_be_written(self):
        os.makedirs(os.path.join(self.cache, "tileport", "store"))
        os.chmod(os.path.join(self.cache, "tileport"), 0o500)
        self.addCleanup(os.chmod, os.path.join(self.cache, "tileport"), 0o700)
        self.assert_one_line(self.review("HEAD")[2], "XDG_CACHE_HOME")

    def test_cache_that_cannot_be_made(self):
        code, output, errors = self.review("HEAD", environment={"XDG_CACHE_HOME": "/proc/nowhere"})
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "XDG_CACHE_HOME")

    def test_cache_that_is_no_folder(self):
        with open(self.cache, "w", encoding="utf-8") as file:
            file.write("a file")
        code, output, errors = self.review("HEAD")
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "XDG_CACHE_HOME")
        os.remove(self.cache)
        os.makedirs(os.path.join(self.cache, "tileport", "store"))
        with open(os.path.join(self.cache, "tileport", "ranges"), "w", encoding="utf-8") as file:
            file.write("a file")
        code, output, errors = self.review("HEAD")
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "XDG_CACHE_HOME")

    def test_git_that_is_not_there_or_hangs(self):
        tools = os.path.join(self.folder, "tools")
        os.mkdir(tools)
        code, output, errors = self.review("HEAD", environment={"PATH": tools})
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "git", "2.31")
        for script, part in (("echo rubbish", "which is not understood"), ("echo no such thing >&2; exit 128", "git said: no such thing"),
                             ("kill -9 $$", "signal 9"), ("exit 1", "exited with 1")):
            with open(os.path.join(tools, "git"), "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\n" + script + "\n")
            os.chmod(os.path.join(tools, "git"), 0o755)
            code, output, errors = self.review("HEAD", environment={"PATH": tools + ":" + os.environ["PATH"]})
            self.assertEqual((code, output), (3, ""))
            self.assert_one_line(errors, part)

    def test_runs(self):
        code, _, errors = self.review("HEAD", "--runs")
        self.assertEqual(code, 0)
        self.assertIn("review of commits: exited with 0", errors)
        self.assertIn("ls-tree", errors)


class Launched(Repository):
    """Operators whose programs are made from the sources."""

    def setUp(self):
        super().setUp()
        self.add_demo("kernels", launches=True)
        os.remove(self.path("kernels/workspace.json"))
        self.base = self.commit("kernels")
        self.write("kernels/softmax/kernel.rs", self.read("kernels/softmax/kernel.rs") + b"\n// new\n")
        self.head = self.commit("new")

    def test_without_trust_nothing_is_made(self):
        answer = self.answer(f"{self.base}..{self.head}", code=4)
        self.assertEqual(answer["result"], "undecided")
        self.assertEqual(len(answer["manifests"]), 4)
        manifest = of_manifest(answer, "kernels/softmax/launches.json")
        self.assertEqual((manifest["made"], len(manifest["undecided"])), (True, 1))
        self.assertIn("--trust", manifest["undecided"][0])
        self.assertEqual(of_manifest(answer, "kernels/matmul/launches.json")["untouched"], ["matmul"])

    def test_committed_programs_stand_for_the_sources(self):
        self.write("kernels/workspace.json", demo_without_launches())
        base = self.commit("workspace")
        self.write("kernels/log_softmax/kernel.rs", "// care\n")
        self.fix("kernels")
        answer = self.answer(f"{base}..{self.commit()}", code=0)
        manifest = of_manifest(answer, "kernels/log_softmax/launches.json")
        self.assertEqual((manifest["result"], manifest["undecided"]), ("same", []))
        self.assertIn("kernels/workspace.json", manifest["note"])

    def test_trust_without_front_ends(self):
        code, output, errors = self.review("HEAD", "--trust", "--json", environment={"TILEPORT_TOOLS": os.path.join(self.folder, "nothing")})
        self.assertEqual(code, 3)
        self.assertTrue(of_manifest(json.loads(output), "kernels/softmax/launches.json")["error"]["message"])

    def test_broken_launches(self):
        self.write("kernels/softmax/launches.json", '{"schema": "tileport-launches/1"}')
        manifest = of_manifest(self.answer(f"{self.head}..{self.commit()}", code=3), "kernels/softmax/launches.json")
        self.assertEqual(manifest["error"]["file"], "kernels/softmax/launches.json")

    def test_removed(self):
        shutil.rmtree(self.path("kernels/matmul"))
        manifest = of_manifest(self.answer("HEAD~1.." + self.commit(), code=4), "kernels/matmul/launches.json")
        self.assertEqual(manifest["removed"], ["matmul"])


CARELESS = "log_softmax/generated/generated_f16-1x4096.tileirbc"
CAREFUL = "log_softmax/reference/reference_f16-1x4096.tileirbc"


class Trusted(Repository):
    """Operators whose programs are made, by front ends that copy programs of the demo."""

    def setUp(self):
        super().setUp()
        self.notes = os.path.join(self.folder, "notes")
        launches = {"schema": "tileport-launches/1", "operator": "soft max", "reference": {"source": "reference.py", "kernel": "k"},
                    "port": {"source": "kernel.rs", "front_end": "0.5.0", "module": "m", "kernel": "k"},
                    "variants": [{"name": name, "reference": {"args": []}, "port": {"generics": []}} for name in ("f16", "f32")]}
        self.write("ops/soft max/launches.json", json.dumps(launches))
        self.write("ops/soft max/reference.py", f"# copy {CAREFUL}\n")
        self.write("ops/soft max/kernel.rs", f"// copy {CARELESS}\n")
        self.write("ops/common.py", "x = 1\n")
        self.write("far/other/launches.json", json.dumps({**launches, "operator": "other"}))
        self.write("far/other/reference.py", "# other\n")
        self.write("far/other/kernel.rs", "// other\n")
        self.base = self.commit("careless")
        self.write("ops/soft max/kernel.rs", f"// copy {CAREFUL}\n")
        self.head = self.commit("mended")
        self.path_of = "ops/soft max/launches.json"

    def fakes(self, what=None):
        return {"TILEPORT_PLUGINS": os.environ["FAKE_PLUGINS"], "FAKE_DEMO": DEMO, "FAKE_NOTES": self.notes, "FAKE_DO": json.dumps(what or {})}

    def noted(self):
        if not os.path.exists(self.notes):
            return []
        with open(self.notes, encoding="utf-8") as file:
            return file.read().splitlines()

    def trusted(self, range_, code, what=None):
        before = snapshot(self.repository)
        found, output, _ = self.review(range_, "--trust", "--json", environment=self.fakes(what))
        self.assertEqual(found, code, output[-2000:])
        self.assertEqual(snapshot(self.repository), before)
        self.assertEqual(self.left_in_cache(), ["lock"])
        return json.loads(output)

    def test_both_commits_are_made(self):
        answer = self.trusted("HEAD", 0)
        manifest = of_manifest(answer, self.path_of)
        self.assertEqual((manifest["made"], manifest["findings"]["counts"]["gone"], manifest["findings"]["counts"]["new"]), (True, 6, 0))
        self.assertEqual([(each["variant"], each["side"], each["result"]) for each in manifest["changes"]],
                         [("f16", "port", "divergent"), ("f32", "port", "divergent")])
        self.assertEqual(of_manifest(answer, "far/other/launches.json")["untouched"], ["other"])
        self.assertEqual(len(self.noted()), 8)
        # Made once: the second time all come from the store, the other way round too.
        self.trusted("HEAD", 0)
        manifest = of_manifest(self.trusted(f"{self.head}..{self.base}", 1), self.path_of)
        self.assertEqual((manifest["findings"]["counts"]["new"], len(self.noted())), (6, 8))

    def test_nothing_runs_without_trust(self):
        code, output, _ = self.review("HEAD", "--json", environment=self.fakes())
        self.assertEqual((code, self.noted()), (4, []))
        self.assertIn("--trust", of_manifest(json.loads(output), self.path_of)["undecided"][0])

    def test_shared_files(self):
        self.write("ops/common.py", "x = 2\n")
        answer = self.trusted("HEAD~1.." + self.commit(), 0)
        self.assertEqual(of_manifest(answer, self.path_of)["reviewed"][0]["because"], ["ops/common.py changed, which it may use"])
        self.assertEqual(of_manifest(answer, "far/other/launches.json")["untouched"], ["other"])

    def test_what_cannot_be_made(self):
        manifest = of_manifest(self.trusted("HEAD", 4, {"soft max/f16": "fail"}), self.path_of)
        self.assertEqual([each["name"] for each in manifest["operators"][0]["variants"]], ["f32"])
        self.assertEqual(len(manifest["undecided"]), 2)
        self.assertIn("ops/soft max/", manifest["undecided"][0])
        self.assertNotIn(self.cache, json.dumps(manifest))
        # Neither commit has it: nothing is gone.
        self.assertEqual(manifest["findings"]["counts"], {"gone": 3, "remaining": 0, "new": 0, "undecided": 0})
        # Nor is it when HEAD alone cannot be made any more.
        self.trusted(f"{self.base}..{self.base}", 0)
        self.write("ops/soft max/kernel.rs", "// rubbish\n")
        manifest = of_manifest(self.trusted(f"{self.base}..{self.commit()}", 4, {"soft max/f16": "garbage", "soft max/f32": "fail"}), self.path_of)
        self.assertEqual(manifest["findings"]["counts"]["gone"], 0)

    def test_an_interrupted_one_goes_on(self):
        command = [TILEPORT, "review", self.repository, "HEAD", "--trust", "--json"]
        process = subprocess.Popen(command, env=self.environment(self.fakes({"soft max/f32": "hang"})), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while sum("f32" in line for line in self.noted()) < 2:
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        output, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, output), (3, b""))
        self.assertIn(b"cancelled", errors)
        self.assertEqual(self.left_in_cache(), ["lock"])
        before = len(self.noted())
        self.trusted("HEAD", 0)
        self.assertEqual(sum("f16" in line for line in self.noted()[before:]), 2)  # those of BASE

    def test_ended_by_force(self):
        command = [TILEPORT, "review", self.repository, "HEAD", "--trust", "--json"]
        process = subprocess.Popen(command, env=self.environment(self.fakes({"soft max/f32": "hang"})), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while sum("f32" in line for line in self.noted()) < 2:
            self.assertIsNone(process.poll())
        process.kill()
        process.wait(timeout=60)
        self.assertIn("trees", self.left_in_cache())
        self.trusted("HEAD", 0)  # which leaves nothing

    def test_two_at_once(self):
        command = [TILEPORT, "review", self.repository, "HEAD", "--trust", "--json"]
        running = [subprocess.Popen(command, env=self.environment(self.fakes()), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) for _ in range(4)]
        answers = [process.communicate(timeout=100)[0] for process in running]
        self.assertEqual([process.returncode for process in running], [0] * 4)
        self.assertEqual(len(set(answers)), 1)
        self.assertEqual(self.left_in_cache(), ["lock"])

    def test_an_operator_that_is_new(self):
        shutil.copytree(self.path("far/other"), self.path("far/third"))
        launches = json.loads(self.read("far/third/launches.json"))
        self.write("far/third/launches.json", json.dumps({**launches, "operator": "third"}))
        manifest = of_manifest(self.trusted("HEAD~1.." + self.commit(), 0), "far/third/launches.json")
        self.assertEqual((manifest["added"], manifest["result"], manifest["changes"]), (["third"], "same", []))


if __name__ == "__main__":
    unittest.main()
