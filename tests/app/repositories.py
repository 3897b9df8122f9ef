# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Git repositories that are made of the demo, for the tests of tileport review REPO BASE..HEAD."""
import hashlib
import json
import os
import shutil
import stat
import subprocess
import tempfile

from running import TILEPORT, Case, copy_demo

AUTHOR = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org"}
# A port that is its reference: the careless one's divergences are gone.
FIXED = ("log_softmax/reference/reference_{}.tileirbc", "log_softmax/generated/generated_{}.tileirbc")


def snapshot(folder):
    """Everything below a folder: kind, mode, time of the last change, content."""
    found = {}
    for parent, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(parent, name)
            status = os.lstat(path)
            content = None
            if stat.S_ISLNK(status.st_mode):
                content = os.readlink(path)
            elif stat.S_ISREG(status.st_mode):
                with open(path, "rb") as file:
                    content = hashlib.sha256(file.read()).hexdigest()
            found[os.path.relpath(path, folder)] = (status.st_mode, status.st_mtime_ns, content)
    return found


class Repository(Case):
    """A git repository in a folder of its own, with a cache of its own beside it. The name has a space and a letter outside ASCII."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tileport é ")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.home = os.path.join(self.folder, "home")
        os.mkdir(self.home)
        self.cache = os.path.join(self.folder, "cache")
        self.repository = os.path.join(self.folder, "repo sitory")
        os.mkdir(self.repository)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments, folder=None, input=None):
        environment = {"PATH": os.environ["PATH"], "HOME": self.home, **AUTHOR}
        done = subprocess.run(["git", *arguments], cwd=folder or self.repository, env=environment, check=True, capture_output=True, input=input)
        return done.stdout.decode().strip()

    def path(self, *names):
        return os.path.join(self.repository, *names)

    def write(self, name, content):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def manifest(self, change, name="demo/workspace.json"):
        """Changes the parsed workspace.json."""
        manifest = json.loads(self.read(name))
        change(manifest)
        self.write(name, json.dumps(manifest, indent=1))

    def add_demo(self, where="demo", launches=False):
        copy_demo(self.path(where), () if launches else ("launches.json",))

    def fix(self, where="demo"):
        """Both variants of the careless port become their references', source and all."""
        for variant in ("f16-1x4096", "f32-1x4096"):
            shutil.copyfile(self.path(where, FIXED[0].format(variant)), self.path(where, FIXED[1].format(variant)))
        self.write(os.path.join(where, "log_softmax/kernel.rs"), "// written with care\n")

    def commit(self, message="change"):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def environment(self, more=None):
        return {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": self.home, "XDG_CACHE_HOME": self.cache, **(more or {})}

    def review(self, *arguments, repository=None, environment=None):
        done = subprocess.run([TILEPORT, "review", repository or self.repository, *arguments], cwd=self.folder, env=self.environment(environment),
                              capture_output=True, timeout=120, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def answer(self, *arguments, code, **options):
        """The JSON answer; the repository is the same afterwards, and nothing of the commits is left in the cache."""
        before = snapshot(self.repository)
        found, output, errors = self.review(*arguments, "--json", **options)
        self.assertEqual((found, errors), (code, ""), output[-2000:])
        self.assertEqual(snapshot(self.repository), before)
        self.assertEqual(self.left_in_cache(), ["lock"])
        return json.loads(output)

    def left_in_cache(self):
        ranges = os.path.join(self.cache, "tileport", "ranges")
        return sorted({name for each in os.listdir(ranges) for name in os.listdir(os.path.join(ranges, each))})


def of_manifest(answer, path="demo/workspace.json"):
    return next(each for each in answer["manifests"] if each["manifest"] == path)
