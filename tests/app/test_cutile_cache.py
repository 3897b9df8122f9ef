#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tileport import cutile-cache on caches as cuTile Python 1.7.0 lays them out, whole, damaged and in use. TILEPORT names the program."""
import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import unittest

from running import DEMO, TILEPORT, Case, run

CUBINS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cases", "cubin")
SOFTMAX = os.path.join(CUBINS, "softmax-reference-sm_100.cubin")
SYMBOL = "softmax_Kt1_A2f16_1v8l0_2t1_3i16_p16_A2f16_1v8l0_2t1_3i16_p16_I1024"
COMPILER = "tileiras: NVIDIA (R) Cuda Tile IR optimizing assembler\nCuda compilation tools, release 13.4, V13.4.92\nBuild local"
# As cutile_cache/_cache.py of cuda-tile 1.7.0 has them.
TABLE = "CREATE TABLE IF NOT EXISTS cache (key TEXT PRIMARY KEY, blob BLOB NOT NULL, blob_size INTEGER NOT NULL, atime REAL NOT NULL, metadata TEXT)"
INDICES = ("CREATE INDEX IF NOT EXISTS idx_cache_atime_key on cache(atime, key)", "CREATE INDEX IF NOT EXISTS idx_cache_blob_size on cache(blob_size)")


def content(path):
    with open(path, "rb") as file:
        return file.read()


def metadata(symbols=(SYMBOL,), **members):
    return json.dumps({"version": 1, "kernel_names": list(symbols), "compiler_version": COMPILER, "compilation_time_seconds": 0.3, "remarks": ""} | members)


class CacheCase(Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tileport é#?% ")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.cache = os.path.join(self.folder, "cache")
        self.database = os.path.join(self.cache, "cache.db")
        self.workspace = os.path.join(self.folder, "workspace")
        self.temporary = os.path.join(self.folder, "temporary")
        os.makedirs(self.cache)
        os.makedirs(self.temporary)

    def connect(self, **options):
        return contextlib.closing(sqlite3.connect(self.database, **options))

    def fill(self, *rows, table=TABLE):
        """Rows of (blob, metadata); the key is of the blob."""
        with self.connect() as connection:
            connection.execute(table)
            for statement in INDICES:
                connection.execute(statement)
            for number, (blob, about) in enumerate(rows):
                key = hashlib.sha256(f"{number}".encode()).hexdigest()
                connection.execute("INSERT INTO cache (key, blob, blob_size, atime, metadata) VALUES (?, ?, ?, ?, ?)", (key, blob, len(blob), number, about))
            connection.commit()

    def call(self, *arguments):
        return run("import", "cutile-cache", *arguments, "-o", self.workspace, "--json", environment={"TMPDIR": self.temporary})

    def imported(self, *arguments, code=0):
        done, output, errors = self.call(*(arguments or [self.cache]))
        self.assertEqual((done, errors), (code, ""), output)
        self.assertEqual(os.listdir(self.temporary), [], "a copy was left")
        return json.loads(output)

    def refused(self, *parts):
        code, output, errors = self.call(self.cache)
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, *parts)
        self.assertEqual(os.listdir(self.temporary), [])

    def written(self):
        with open(os.path.join(self.workspace, "workspace.json"), encoding="utf-8") as file:
            return {each["name"]: each for each in json.load(file)["operators"]}

    def everything(self):
        """Names and contents of the cache's folder."""
        return {name: content(os.path.join(self.cache, name)) for name in os.listdir(self.cache)}


class Reading(CacheCase):
    def test_a_cache(self):
        places = content(os.path.join(CUBINS, "places-sm_90.cubin"))
        self.fill((content(SOFTMAX), metadata()), (places, None), (places, metadata(["not this one"])))
        before = self.everything()
        answer = self.imported()
        self.assertEqual((answer["references"], answer["unpaired_references"], answer["failures"]), (3, 3, []))
        self.assertEqual(self.everything(), before)
        softmax = self.written()["softmax"]["unpaired"]
        key = hashlib.sha256(b"0").hexdigest()[:8]
        self.assertEqual([each["name"] for each in softmax], [f"f16[2] f16[2] 1024 sm_100 {key}"])
        self.assertEqual(softmax[0]["frontend"], "cuTile Python (tileiras 13.4.92)")
        self.assertTrue(softmax[0]["program"].endswith(".cubin"))
        self.assertEqual(content(os.path.join(self.workspace, softmax[0]["program"])), content(SOFTMAX))
        self.assertEqual(len(self.written()), 2)  # named by the program's own entry
        code, _, errors = run("review", self.workspace)
        self.assertEqual((code, errors), (4, ""))

    def test_where_it_is_looked_for(self):
        self.fill((content(SOFTMAX), metadata()))
        standard = os.path.join(self.folder, "home", ".cache", "cutile-python")
        shutil.copytree(self.cache, standard)
        home = {"HOME": os.path.join(self.folder, "home")}
        for environment in (home, {"XDG_CACHE_HOME": os.path.join(self.folder, "home", ".cache")}, {"CUDA_TILE_CACHE_DIR": self.cache}):
            code, output, errors = run("import", "cutile-cache", "-o", self.workspace, "--json", environment=environment)
            self.assertEqual((code, errors, json.loads(output)["references"]), (0, "", 1))
        for word in ("off", " OFF ", "0", "none", ""):
            code, output, errors = run("import", "cutile-cache", "-o", self.workspace, environment={**home, "CUDA_TILE_CACHE_DIR": word})
            self.assertEqual((code, output), (3, ""))
            self.assert_one_line(errors, "switched off")
        self.assertEqual(self.imported(self.database)["references"], 1)

    def test_source(self):
        """The one that the debug locations name, if it is still there."""
        self.fill((content(SOFTMAX), metadata()))
        self.imported()
        self.assertNotIn("source", self.written()["softmax"]["unpaired"][0])  # compiled in a folder that is nowhere

    def test_older_layout(self):
        self.fill((content(SOFTMAX), None))
        with self.connect() as connection:
            connection.execute("ALTER TABLE cache DROP COLUMN metadata")
        self.assertEqual(self.imported()["references"], 1)
        self.assertEqual(self.written()["softmax"]["unpaired"][0]["frontend"], "cuTile Python")

    def test_ports(self):
        """By the symbol of the reference that the port stands beside."""
        self.fill((content(SOFTMAX), metadata()), (content(os.path.join(CUBINS, "places-sm_90.cubin")), None))
        answer = self.imported(self.cache, "--ports", DEMO)
        self.assertEqual((answer["pairs"], answer["unpaired_references"], answer["failures"]), (1, 1, []))
        variant, = self.written()["softmax"]["variants"]
        self.assertTrue(variant["name"].startswith("f16-1x1024 | f16[2] f16[2] 1024 sm_100 "))
        self.assertTrue(os.path.exists(os.path.join(self.workspace, variant["port"]["source"])))
        code, output, _ = run("review", self.workspace, "--json")
        review = json.loads(output)
        self.assertEqual(code, 4)  # the other ports of the demo have no partner, and are listed
        self.assertEqual([each["result"] for op in review["operators"] for each in op["variants"]], ["same"])
        self.assertEqual(answer["unpaired_ports"], sum(len([each for each in op["unpaired"] if each["side"] == "port"]) for op in review["operators"]))
        code, output, errors = self.call(self.cache, "--ports", self.folder)
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "workspace.json")


    def test_ports_by_rules_and_launches(self):
        """Ports that stand beside no reference: what TileGym's records pair is paired by the symbol alone, and nothing else."""
        records = os.path.join(DEMO, "..", "tilegym")
        with open(os.path.join(records, "tilegym-reference-launches.jsonl"), encoding="utf-8") as file:
            references = [each for each in map(json.loads, file) if each["op"] == "swiglu" and each.get("symbol")]
        with open(os.path.join(records, "tilegym-port-variants.jsonl"), encoding="utf-8") as file:
            ports = [each for each in map(json.loads, file) if each["op"] == "swiglu"]
        self.fill(*((f"cuda_tile.module @kernels {{\n  entry @{each['symbol']}() {{\n    return\n  }}\n}}\n".encode(), metadata([each["symbol"]])) for each in references))
        offered = os.path.join(self.folder, "offered")
        os.makedirs(offered)
        shutil.copy(os.path.join(records, "pairing.json"), offered)
        unpaired = []
        for number, port in enumerate(ports):
            with open(f"{offered}/{number}.json", "w", encoding="utf-8") as file:
                json.dump(port, file)
            with open(f"{offered}/{number}.mlir", "w", encoding="utf-8") as file:
                file.write(f"cuda_tile.module @kernels {{\n  entry @port_{number}() {{\n    return\n  }}\n}}\n")
            unpaired.append({"name": str(number), "side": "port", "program": f"{number}.mlir", "launch": f"{number}.json"})
        with open(f"{offered}/workspace.json", "w", encoding="utf-8") as file:
            json.dump({"schema": "tileport-workspace/2", "name": "offered", "pairing": "pairing.json", "operators": [{"name": "swiglu", "variants": [], "unpaired": unpaired}]}, file)
        answer = self.imported(self.cache, "--ports", offered)
        self.assertGreater(answer["pairs"], 0)
        self.assertEqual(answer["failures"], [])
        paired = {each["name"].split(" | ")[0] for each in self.written()["swiglu"]["variants"]}
        self.assertEqual(len(paired) + answer["unpaired_ports"], len(ports))
        made_to_match = {str(number) for number, port in enumerate(ports) if port.get("set") == "pairs"}
        self.assertLessEqual(made_to_match, paired)
        code, _, errors = run("review", self.workspace)
        self.assertIn(code, (1, 4))
        self.assertEqual(errors, "")


class Damaged(CacheCase):
    def test_rows(self):
        """What a row cannot give is a failure of that row."""
        good = content(SOFTMAX)
        self.fill((good, metadata()), (b"", metadata()), (b"no cubin", "{"), (good[:2000], metadata([1, None])), (good, "[" * 50_000), (good, metadata(version=2)), (good, b"\xff\xfe"))
        with self.connect() as connection:
            connection.execute("INSERT INTO cache VALUES ('text', 'a text', 6, 0, NULL)")
            connection.execute("INSERT INTO cache VALUES ('number', 7, 6, 0, NULL)")
            connection.execute("INSERT INTO cache VALUES (x'00ff', x'00', 6, 0, NULL)")
            connection.execute("INSERT INTO cache VALUES (NULL, x'00', 6, 0, NULL)")
            connection.commit()
        answer = self.imported(code=1)
        self.assertEqual((answer["references"], len(answer["failures"])), (4, 7))
        for failure in answer["failures"]:
            self.assertTrue(failure["file"])
        messages = " ".join(each["message"] for each in answer["failures"])
        for part in ("has text in place of a cubin", "has integer in place of a cubin", "a key that is no text", "empty"):
            self.assertIn(part, messages)

    def test_databases(self):
        cases = {
            "an empty file": (lambda: self.write(""), "no table"),
            "no database": (lambda: self.write("plain text of some length" * 100), "no database of SQLite"),
            "another table": (lambda: self.execute("CREATE TABLE other (key)"), "no table"),
            "other columns": (lambda: self.execute("CREATE TABLE cache (key TEXT, cubin BLOB)"), 'without a column "blob"'),
            "a view": (lambda: self.execute("CREATE VIEW cache AS SELECT 'k' AS key, x'00' AS blob, 1 AS blob_size, 0 AS atime"), "no ordinary table"),
            "an endless view": (lambda: self.execute("CREATE VIEW cache AS WITH RECURSIVE n(key) AS (SELECT 1 UNION ALL SELECT key + 1 FROM n) SELECT key, x'00' AS blob FROM n"), "no ordinary table"),
            "a worked out column": (lambda: self.execute("CREATE TABLE cache (key TEXT, size INT, blob BLOB GENERATED ALWAYS AS (zeroblob(size)))"), 'without a column "blob"'),
            "no rows": (lambda: self.fill(), "no program of cuTile Python"),
            "a folder": (lambda: os.makedirs(self.database), "no regular file"),
            "a pipe": (lambda: os.mkfifo(self.database), "no regular file"),
            "nothing": (lambda: None, "no cache.db"),
        }
        for name, (make, said) in cases.items():
            with self.subTest(name):
                shutil.rmtree(self.cache)
                os.makedirs(self.cache)
                make()
                self.refused(said, self.cache)
                self.assertFalse(os.path.exists(self.workspace))
        shutil.rmtree(self.cache)
        self.refused("no such folder")

    def write(self, text):
        with open(self.database, "w", encoding="utf-8") as file:
            file.write(text)

    def execute(self, statement):
        with self.connect() as connection:
            connection.execute(statement)
            connection.commit()

    def test_cut_and_changed_anywhere(self):
        """Whatever bytes: an answer, and no program that is not one of the whole cache's."""
        cubins = [content(SOFTMAX), content(os.path.join(CUBINS, "places-sm_90.cubin"))]
        self.fill(*((cubins[i % 2], metadata()) for i in range(6)))
        whole = content(self.database)
        rounds = random.Random(5)
        for number in range(60):
            damaged = bytearray(whole)
            if number % 3 == 0:
                del damaged[rounds.randrange(len(damaged)) :]
            for _ in range(rounds.choice((1, 8, 200))):
                if damaged and number % 3:
                    # Most of it is cubins; the structure is in the headers of the pages.
                    page = rounds.randrange(len(damaged) // 4096 + 1) * 4096
                    at = min(page + rounds.randrange(150 if number % 2 else 4096), len(damaged) - 1)
                    damaged[at] = rounds.randrange(256)
            with open(self.database, "wb") as file:
                file.write(damaged)
            code, output, errors = self.call(self.cache)
            self.assertIn(code, (0, 1, 3), errors)
            if code == 3:
                self.assert_one_line(errors, self.cache)
            self.assertEqual(content(self.database), bytes(damaged))

    def test_no_place_for_a_copy(self):
        self.fill((content(SOFTMAX), metadata()))
        self.execute("PRAGMA journal_mode = WAL")
        with self.connect() as connection:
            connection.execute("UPDATE cache SET atime = 9")
            connection.commit()
            os.rmdir(self.temporary)
            code, output, errors = self.call(self.cache)
            self.assertEqual((code, output), (3, ""))
            self.assert_one_line(errors, "no temporary folder can be made", "TMPDIR")


class InUse(CacheCase):
    def test_write_ahead_log(self):
        """What stands in the log alone is read too, and the log stays."""
        self.fill((content(SOFTMAX), metadata()))
        with self.connect() as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA wal_autocheckpoint = 0")
            connection.execute("INSERT INTO cache SELECT 'second', blob, blob_size, atime, metadata FROM cache")
            connection.commit()
            before = self.everything()
            self.assertGreater(len(before["cache.db-wal"]), 0)
            self.assertEqual(self.imported()["references"], 2)
            self.assertEqual(self.everything(), before)
        # Closed in good order: nothing is in a log any more.
        self.assertEqual(self.imported()["references"], 2)
        self.assertNotIn("cache.db-wal", self.everything())

    def test_locked_for_writing(self):
        self.fill((content(SOFTMAX), metadata()))
        with self.connect(isolation_level=None) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("INSERT INTO cache SELECT 'second', blob, blob_size, atime, metadata FROM cache")
            # As of before the transaction; and the writer is not held up.
            self.assertEqual(self.imported()["references"], 1)
            connection.execute("COMMIT")
        self.assertEqual(self.imported()["references"], 2)

    def test_writer_that_was_killed(self):
        """A hot journal: the database is half of a transaction, and only the journal knows how it was."""
        self.fill((content(SOFTMAX), metadata()), (content(SOFTMAX), None))
        script = """if True:
            import os, sqlite3, sys
            connection = sqlite3.connect(sys.argv[1], isolation_level=None)
            connection.execute("PRAGMA cache_size = 5")
            connection.execute("BEGIN")
            connection.execute("DELETE FROM cache")
            connection.execute("INSERT INTO cache WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT 'new' || i, randomblob(4000), 1, 1, NULL FROM n")
            os.kill(os.getpid(), 9)
        """
        done = subprocess.run(["python3", "-c", script, self.database])
        self.assertEqual(done.returncode, -signal.SIGKILL)
        before = self.everything()
        self.assertTrue(before["cache.db-journal"].startswith(bytes.fromhex("d9d505f920a163d7")))
        self.assertEqual(self.imported()["references"], 2)
        self.assertEqual(self.everything(), before)

    def test_journal_that_names_a_file(self):
        """SQLite deletes the file that the journal of a transaction over several databases names, when it undoes that."""
        self.fill((content(SOFTMAX), metadata()))
        precious = os.path.join(self.folder, "precious")
        with open(precious, "w", encoding="utf-8") as file:
            file.write("years of work")
        magic, name = bytes.fromhex("d9d505f920a163d7"), precious.encode()
        pages = os.path.getsize(self.database) // 4096
        header = magic + (0).to_bytes(4, "big") + bytes(4) + pages.to_bytes(4, "big") + (512).to_bytes(4, "big") + (4096).to_bytes(4, "big")
        locking = (0x40000000 // 4096 + 1).to_bytes(4, "big")
        # A character of the name is signed for the checksum.
        checksum = sum(byte - 256 if byte > 127 else byte for byte in name) % 2**32
        with open(self.database + "-journal", "wb") as file:
            file.write(header.ljust(512, b"\0") + locking + name + len(name).to_bytes(4, "big") + checksum.to_bytes(4, "big") + magic)
        before = self.everything()
        self.refused("transaction over several databases", self.cache)
        self.assertEqual(self.everything(), before)
        self.assertEqual(content(precious), b"years of work")
        # It is what SQLite would do.
        with self.connect() as connection:
            connection.execute("SELECT count(*) FROM cache").fetchone()
        self.assertFalse(os.path.exists(precious))

    def test_damaged_journals_and_logs(self):
        """Whatever stands beside the database."""
        self.fill((content(SOFTMAX), metadata()))
        whole = content(self.database)
        rounds = random.Random(6)
        with self.connect() as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA wal_autocheckpoint = 0")
            connection.execute("UPDATE cache SET atime = 5")
            connection.commit()
            log, logged = content(self.database + "-wal"), content(self.database)
        for number in range(40):
            for name in os.listdir(self.cache):
                os.remove(os.path.join(self.cache, name))
            isLog = number % 2 == 0
            beside = bytearray(log if isLog else bytes.fromhex("d9d505f920a163d7") + bytes(504) + rounds.randbytes(9000))
            for _ in range(rounds.choice((0, 1, 30))):
                beside[rounds.randrange(min(len(beside), rounds.choice((64, len(beside)))))] = rounds.randrange(256)
            for path, data in ((self.database, logged if isLog else whole), (self.database + ("-wal" if isLog else "-journal"), beside)):
                with open(path, "wb") as file:
                    file.write(data)
            before = self.everything()
            code, output, errors = self.call(self.cache)
            self.assertIn(code, (0, 1, 3), errors)
            self.assertEqual(self.everything(), before)
            self.assertEqual(os.listdir(self.temporary), [])

    def test_written_to_meanwhile(self):
        """As a job does that never stops: all of it, or an error that says so, and the job is not disturbed."""
        self.fill(*((content(SOFTMAX), metadata()) for _ in range(20)))
        script = """if True:
            import sqlite3, sys
            while True:
                connection = sqlite3.connect(sys.argv[1], timeout=5.0)
                connection.execute("UPDATE cache SET atime = atime + 1 WHERE key = (SELECT key FROM cache LIMIT 1)")
                connection.commit()
                connection.close()
                print("written", flush=True)
        """
        writer = subprocess.Popen(["python3", "-c", script, self.database], stdout=subprocess.PIPE)
        try:
            writer.stdout.readline()
            code, output, errors = self.call(self.cache)
            self.assertEqual(os.listdir(self.temporary), [])
            if code == 3:
                self.assert_one_line(errors, "written to all the time")
            elif code == 1:
                for failure in json.loads(output)["failures"]:
                    self.assertIn("written to all the time", failure["message"])
            else:
                self.assertEqual((code, json.loads(output)["references"]), (0, 20))
            self.assertIsNone(writer.poll())
        finally:
            writer.kill()
            writer.communicate()
        self.assertEqual(self.imported()["references"], 20)

    def test_read_only(self):
        self.fill((content(SOFTMAX), metadata()))
        os.chmod(self.database, 0o400)
        os.chmod(self.cache, 0o500)
        self.addCleanup(os.chmod, self.cache, 0o700)
        self.assertEqual(self.imported()["references"], 1)

    def test_through_a_link(self):
        self.fill((content(SOFTMAX), metadata()))
        os.makedirs(f"{self.folder}/other")
        os.symlink(self.database, f"{self.folder}/other/cache.db")
        self.assertEqual(self.imported(f"{self.folder}/other")["references"], 1)


if __name__ == "__main__":
    unittest.main()
