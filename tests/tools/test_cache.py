"""Translations that are kept on disk: a second run gives the same bytes, and what has changed is seen."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import formola_program  # noqa: E402

GOLDEN = HERE.parent / "golden"
# Of every kind: events, when-clauses, arrays, functions, tables, index reduction, state sets, mixed systems.
TOPICS = ("simulate", "events", "functions", "inline", "robot", "library")
BALL = """model Ball
  parameter Real e = 0.8;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when;
end Ball;
"""


@unittest.skipIf(formola_program.program() is None, "the program is not built")
class CacheTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="formola-cache-")
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.store = self.folder / "cache"
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(self.store), LC_ALL="C.UTF-8")
        for name in ("MODELICAPATH", "FORMOLA_CACHE_SIZE"):
            self.environment.pop(name, None)
        (self.folder / "ball.mo").write_text(BALL)

    def run_program(self, *words, cwd=None, environment=None):
        command = [str(formola_program.program()), *map(str, words)]
        return subprocess.run(
            command,
            cwd=cwd or self.folder,
            env=environment or self.environment,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )

    def simulate(self, *words, name="out.csv", **keywords):
        """What was printed, the result, and whether the translation came from the cache."""
        output = self.folder / name
        report = self.folder / "report.json"
        done = self.run_program("simulate", *words, "--output", output, "--timings", **keywords)
        translated = "flatten" in done.stderr
        result = output.read_bytes() if output.exists() else b""
        messages = [line for line in done.stderr.splitlines() if line.startswith("formola:") or "warning" in line]
        report.unlink(missing_ok=True)
        return (done.returncode, messages, result), not translated

    def kept(self):
        return sorted((self.store / "formola").glob("*.kept"))

    def test_the_second_run_gives_the_same_bytes(self):
        first, cached = self.simulate("ball.mo", "--stop", 2)
        self.assertFalse(cached)
        self.assertEqual(first[0], 0)
        self.assertTrue(first[2])
        second, cached = self.simulate("ball.mo", "--stop", 2)
        self.assertTrue(cached)
        self.assertEqual(first, second)
        without, cached = self.simulate("ball.mo", "--stop", 2, "--no-cache")
        self.assertFalse(cached)
        self.assertEqual(first, without)

    def test_golden_models(self):
        """Every fifth simulation of some topics, by two methods: with and without the cache."""
        paths = sorted(p for topic in TOPICS for p in (GOLDEN / topic).glob("*.mo"))
        chosen = [p for p in paths if "// stage: simulate" in (t := p.read_text()) and "needs:" not in t and "slow:" not in t]
        hits = 0
        for path in chosen[::5]:
            for method in ("ida", "inline:bdf"):
                words = (path, "--method", method, "--stop", 0.3)
                with self.subTest(path=path.name, method=method):
                    plain, _ = self.simulate(*words, "--no-cache")
                    first, _ = self.simulate(*words)
                    second, cached = self.simulate(*words)
                    self.assertEqual(plain, first)
                    self.assertEqual(plain, second)
                    hits += cached
        self.assertGreater(hits, len(chosen[::5]))

    def test_mixed_methods_are_kept_with_what_they_tried(self):
        """inline:mixed chooses explicit states by a trial: kept, but not for other steps, times or choices."""
        path = GOLDEN / "inline" / "mixed_structure.mo"
        words = (path, "--method", "inline:mixed")
        first, cached = self.simulate(*words)
        self.assertEqual((first[0], cached), (0, False))
        self.assertEqual(self.simulate(*words), (first, True))
        self.assertEqual(self.simulate(*words, "--no-cache")[0], first)
        for more in (("--stop", 3), ("--step", 0.01), ("--explicit", "."), ("--start", 0.5)):
            with self.subTest(more=more):
                self.assertFalse(self.simulate(*words, *more)[1])

    def test_changes_are_seen(self):
        def height(*words):
            (status, _, result), cached = self.simulate("ball.mo", "--stop", 1, "--filter", "^v$", *words)
            self.assertEqual(status, 0)
            return float(result.decode().splitlines()[-1].split(",")[1]), cached

        base, _ = height()
        self.assertEqual(height(), (base, True))
        changed, cached = height("--set", "e=0.5")
        self.assertFalse(cached)
        self.assertNotEqual(base, changed)
        self.assertEqual(height("--set", "e=0.5"), (changed, True))
        (self.folder / "ball.mo").write_text(BALL.replace("0.8", "0.5"))
        self.assertEqual(height(), (changed, False))
        (self.folder / "ball.mo").write_text(BALL)
        self.assertEqual(height(), (base, True))

    def write_library(self, value):
        library = self.folder / "libs" / "Lib"
        library.mkdir(parents=True, exist_ok=True)
        (library / "package.mo").write_text("package Lib end Lib;\n")
        (library / "A.mo").write_text(f"within Lib;\nmodel A\n  parameter Real p = {value};\n  Real x = p*time;\nend A;\n")

    def test_libraries(self):
        self.write_library(2)

        def last():
            (status, messages, result), cached = self.simulate("Lib.A", "-L", "libs", "--filter", "^x$")
            self.assertEqual(status, 0, messages)
            return float(result.decode().splitlines()[-1].split(",")[1]), cached

        self.assertEqual(last(), (2, False))
        self.assertEqual(last(), (2, True))
        self.write_library(3)
        self.assertEqual(last(), (3, False))
        self.assertEqual(last(), (3, True))
        # Another file in the folder may be what a name means now.
        (self.folder / "libs/Lib/B.mo").write_text("within Lib;\nmodel B end B;\n")
        self.assertEqual(last(), (3, False))
        # A library of the same name that is found first.
        other = self.folder / "libs" / "Lib 2.0"
        (self.folder / "libs/Lib").rename(other)
        (other / "A.mo").write_text("within Lib;\nmodel A\n  Real x = 7*time;\nend A;\n")
        self.assertEqual(last(), (7, False))

    def test_warnings_come_again(self):
        (self.folder / "w.mo").write_text(
            "model W\n  Real x(start = 1), y(start = 2);\nequation\n  der(x) = -x;\n  y = x;\nend W;\n"
        )
        runs = [self.run_program("simulate", "w.mo", "--diagnostics=json", "--quiet") for _ in range(2)]
        self.assertEqual(runs[0].stderr, runs[1].stderr)
        plain = self.run_program("simulate", "w.mo", "--diagnostics=json", "--quiet", "--no-cache")
        self.assertEqual(plain.stderr, runs[1].stderr)
        self.assertIn('"code"', plain.stderr)

    def test_damaged_files_are_translated_anew(self):
        first, _ = self.simulate("ball.mo")
        for path in self.kept():
            path.write_bytes(path.read_bytes()[:-3])
        second, cached = self.simulate("ball.mo")
        self.assertFalse(cached)
        self.assertEqual(first, second)

    def test_no_cache_writes_nothing(self):
        self.simulate("ball.mo", "--no-cache")
        self.assertEqual(self.kept(), [])

    def test_size_is_bounded(self):
        environment = dict(self.environment, FORMOLA_CACHE_SIZE="0")
        self.simulate("ball.mo", environment=environment)
        self.assertEqual(self.kept(), [])

    def test_two_processes_at_a_time(self):
        command = [str(formola_program.program()), "simulate", "ball.mo", "--quiet", "--output"]
        names = [f"out{i}.csv" for i in range(4)]
        running = [
            subprocess.Popen([*command, name], cwd=self.folder, env=self.environment) for name in names
        ]
        self.assertEqual([process.wait() for process in running], [0] * 4)
        self.assertEqual(len({(self.folder / name).read_bytes() for name in names}), 1)

    def test_what_looks_outside_is_not_kept(self):
        (self.folder / "f.mo").write_text(
            "model F\n"
            "  function exists\n    input String name;\n    output Integer kind;\n"
            '    external "C" kind = ModelicaInternal_stat(name);\n  end exists;\n'
            '  parameter Integer n = exists("here.txt") annotation(Evaluate = true);\n'
            "  Real x = n*time;\nend F;\n"
        )

        def last():
            (status, messages, result), cached = self.simulate("f.mo", "--filter", "^x$")
            self.assertEqual(status, 0, messages)
            return float(result.decode().splitlines()[-1].split(",")[1]), cached

        self.assertEqual(last(), (1, False))
        (self.folder / "here.txt").touch()
        self.assertEqual(last(), (2, False))


if __name__ == "__main__":
    unittest.main()
