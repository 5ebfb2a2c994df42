"""Test cases that compare translated C programs with formola simulate."""

import bisect
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import formola_program as fp

STRICT = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"]
COMPILERS = [c for c in ("gcc", "clang", "clang-19") if shutil.which(c)]


class CProgramTest(unittest.TestCase):
    compilers = COMPILERS

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def simulate(self, path, model, stop, steps, method, *more):
        out = self.folder / "simulated.csv"
        options = ["--stop", stop, "--step", stop / steps, "--intervals", steps]
        options += ["--method", method, "--tolerance", 1e-13, "--output", out, "--quiet", *more]
        fp.run("simulate", *path, *model, *options)
        return fp.read_csv(out)

    def compile(self, source, compiler, *more):
        binary = self.folder / f"program-{compiler}"
        command = [compiler, *STRICT, *more, str(source)]
        if "-fsyntax-only" not in more:
            command += ["-lm", "-o", str(binary)]
        done = subprocess.run(command, stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return binary

    def translate(self, path, model, stop, steps, method, *more):
        source = self.folder / "model.c"
        options = ["--method", method] if method.startswith("inline") else []
        options += ["--stop", stop, "--step", stop / steps, "--tolerance", 1e-13, *more]
        text = fp.run("translate", *path, *model, "--to", "c", *options)
        source.write_text(text, encoding="utf-8")
        if "struct TABLES" not in text:  # tables alone need memory of their own
            self.assertNotRegex(text, r"alloc\s*\(")
        return source

    def check_c(self, path, model=(), stop=1.0, steps=100, methods=("rk4", "euler"), most=1e-12):
        path = [path] if path else []
        for method in methods:
            source = self.translate(path, model, stop, steps, method)
            expected = self.simulate(path, model, stop, steps, method)
            for compiler in self.compilers:
                self.compile(source, compiler, "-fsyntax-only")  # without main()
                self.compile(source, compiler, "-fsyntax-only", "-DFORMOLA_MAIN", "-DFORMOLA_TIMING")
                binary = self.compile(source, compiler, "-O2", "-DFORMOLA_MAIN")
                arguments = ["euler"] if method == "euler" else []
                done = subprocess.run([binary, *arguments], stdout=subprocess.PIPE, check=False)
                self.assertEqual(done.returncode, 0)
                found = fp.read_csv(done.stdout.decode())
                self.assertLessEqual(set(expected), set(found))
                self.assertEqual(len(found["time"]), steps + 1)
                worst, name = self.largest_difference(expected, found)
                self.assertLess(worst, most, f"{path}, {method}, {compiler}: {name}")

    @staticmethod
    def largest_difference(expected, found):
        """At the times of `found`. A simulation has two rows at an event: the better one counts."""
        worst, times = (0.0, ""), expected["time"]
        rows = [(bisect.bisect_left(times, t - 1e-13), bisect.bisect_right(times, t + 1e-13)) for t in found["time"]]
        for name, values in expected.items():
            size = max(1.0, *(abs(x) for x in values))
            for x, (begin, end) in zip(found[name], rows):
                difference = min(abs(x - y) for y in values[begin:end])
                worst = max(worst, (difference / size, name))
        return worst
