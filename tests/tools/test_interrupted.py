#!/usr/bin/env python3
"""What a simulation leaves behind when it is interrupted: by Ctrl-C, by a full disk, by an assertion.

In each case the exit status is 3, a message says why and when, and the result file can be read: complete rows up to the
end of what was computed. The full disk is a limit on the size of a file, which needs no privileges to set up, and a small
tmpfs where the system lets users make one for themselves.
"""

import csv
import pathlib
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program  # noqa: E402

PROGRAM = formola_program.program()
HANG_SECONDS = 600  # not a limit on speed: only so that a hang ends as a failure

MODEL = """
model Endless
  parameter Real limit = 1e300;
  Real x(start = 1, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
  assert(time < limit, "the time is over");
end Endless;
"""


def rows(path):
    with open(path, newline="") as file:
        table = list(csv.reader(file))
    header = table[0]
    for row in table[1:]:
        assert len(row) == len(header), f"incomplete row {row}"
        for value in row:
            float(value)
    return header, table[1:]


@unittest.skipIf(PROGRAM is None, "the program is not built")
class Interrupted(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.model = pathlib.Path(self.folder.name, "endless.mo")
        self.model.write_text(MODEL)
        self.result = pathlib.Path(self.folder.name, "result.csv")

    def command(self, *options, output=None):
        return [str(PROGRAM), "simulate", str(self.model), "Endless", "--quiet", "--stop", "1e9", "--intervals", "100000000",
                "--tolerance", "1e-6", "--output", str(output or self.result), *options]

    def readable(self, path, least):
        header, table = rows(path)
        self.assertEqual(header[0], "time")
        self.assertGreaterEqual(len(table), least)
        times = [float(row[0]) for row in table]
        self.assertEqual(times, sorted(times))
        self.comparable(path)

    def comparable(self, path):
        """The program itself reads it too."""
        compared = subprocess.run([str(PROGRAM), "compare", "--quiet", str(path), str(path)], capture_output=True, text=True)
        self.assertEqual(compared.returncode, 0, compared.stdout + compared.stderr)

    def counted(self, path):
        """Every point in a MAT file is counted in its headers, and the stop time is the last one's."""
        data = path.read_bytes()
        at = 0
        matrices = {}
        while at < len(data):
            kind, rows_, columns, _, name = struct.unpack_from("<5i", data, at)
            width = {0: 8, 20: 4, 51: 1}[kind % 1000]
            begin = at + 20 + name
            matrices[data[at + 20 : begin - 1].decode()] = (begin, rows_, columns)
            at = begin + rows_ * columns * width
        self.assertEqual(at, len(data))
        begin, rows_, columns = matrices["data_2"]
        self.assertGreater(columns, 100)
        (last,) = struct.unpack_from("<d", data, begin + rows_ * (columns - 1) * 8)
        begin, rows_, _ = matrices["data_1"]
        self.assertEqual(struct.unpack_from("<d", data, begin + rows_ * 8), (last,))
        self.comparable(path)

    def test_control_c(self):
        for suffix in ("csv", "mat"):
            with self.subTest(suffix):
                result = self.result.with_suffix("." + suffix)
                process = subprocess.Popen(self.command(output=result), stderr=subprocess.PIPE, text=True)
                errors = self.interrupt(process, lambda: result.exists() and result.stat().st_size > 100000)
                self.assertEqual(process.returncode, 3, errors)
                self.assertIn("interrupted", errors)
                self.readable(result, 100) if suffix == "csv" else self.counted(result)

    def interrupt(self, process, seen):
        """Ctrl-C as soon as seen() is true; what the program says, however long that takes on a busy machine."""
        self.addCleanup(process.kill)
        deadline = time.monotonic() + HANG_SECONDS
        while not seen():
            self.assertIsNone(process.poll(), "it ended before it was interrupted")
            self.assertLess(time.monotonic(), deadline, "it never came to where it is interrupted")
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=HANG_SECONDS)
        return errors

    def test_control_c_in_every_method(self):
        for method in ("ida", "cvode", "euler", "rk4", "dopri5", "inline:bdf", "inline:mixed", "inline:trapezoid",
                       "inline:sdirk4", "inline:radau5"):
            with self.subTest(method):
                result = self.result.with_stem(method.replace(":", "_"))
                step = ["--step", "0.001"] if method in ("euler", "rk4") else []
                process = subprocess.Popen(self.command("--method", method, *step, output=result), stderr=subprocess.PIPE,
                                           text=True)
                errors = self.interrupt(process, lambda: result.exists() and result.stat().st_size > 10000)
                self.assertEqual(process.returncode, 3, errors)
                self.assertRegex(errors, "interrupted at t = .* are kept")
                self.readable(result, 10)

    def test_control_c_in_the_initialisation(self):
        mark = pathlib.Path(self.folder.name, "started")
        self.model.write_text("""
function started "Leaves a file: the initialisation has begun"
  input Real x;
  output Real y;
  external "C" y = started(x) annotation (Include = "
    #include <stdio.h>
    double started(double x) {
      FILE *file = fopen(\\"MARK\\", \\"w\\");
      if (file) fclose(file);
      return x;
    }");
end started;
function count
  input Real n;
  output Real y = 0;
algorithm
  while y < n loop
    y := y + 1;
  end while;
end count;
model Endless
  parameter Real limit(fixed = false);
  Real x(start = 1, fixed = true);
initial equation
  limit = count(1e300*started(x));
equation
  der(x) = -x;
end Endless;
""".replace("MARK", str(mark)))
        process = subprocess.Popen(self.command("--trust", str(self.model)), stderr=subprocess.PIPE, text=True)
        errors = self.interrupt(process, mark.exists)
        self.assertEqual(process.returncode, 3, errors)
        self.assertIn("interrupted in the initialisation", errors)

    def test_full_disk(self):
        for suffix in ("csv", "mat"):
            with self.subTest(suffix):
                result = self.result.with_suffix("." + suffix)

                def limit():
                    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))

                run = subprocess.run(self.command(output=result), capture_output=True, text=True, timeout=HANG_SECONDS, preexec_fn=limit)
                self.assertEqual(run.returncode, 3, run.stderr)
                self.assertRegex(run.stderr, "could not be stored|File too large|cannot be written")
                self.assertLessEqual(result.stat().st_size, 1 << 20)
                self.assertGreater(result.stat().st_size, 1_000_000, "the disk took more than was kept")
                self.readable(result, 100) if suffix == "csv" else self.counted(result)

    def test_small_tmpfs(self):
        disk = pathlib.Path(self.folder.name, "disk")
        kept = pathlib.Path(self.folder.name, "kept")
        disk.mkdir()
        kept.mkdir()
        inside = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
        mount = f"mount -t tmpfs -o size=1m tmpfs '{disk}'"
        if shutil.which("unshare") is None or subprocess.run(inside + [mount], capture_output=True).returncode != 0:
            self.skipTest("no file system of one's own on this machine")
        for suffix in ("csv", "mat"):
            with self.subTest(suffix):
                result = disk / f"result.{suffix}"
                script = f'{mount} && "$@"; status=$?; cp "{result}" "{kept}"; exit $status'
                run = subprocess.run(inside + [script, "sh"] + self.command(output=result), capture_output=True, text=True,
                                     timeout=HANG_SECONDS)
                self.assertEqual(run.returncode, 3, run.stderr)
                self.assertRegex(run.stderr, "No space left|cannot be written")
                copy = kept / result.name
                self.assertGreater(copy.stat().st_size, 1_000_000, "the disk took more than was kept")
                self.readable(copy, 100) if suffix == "csv" else self.counted(copy)

    def test_assertion(self):
        run = subprocess.run(self.command("--set", "limit=20.5", "--stop", "100", "--intervals", "1000"), capture_output=True,
                             text=True, timeout=HANG_SECONDS)
        self.assertEqual(run.returncode, 3, run.stderr)
        self.assertIn("the time is over", run.stderr)
        self.readable(self.result, 200)


if __name__ == "__main__":
    sys.argv[1:] = [a for a in sys.argv[1:] if a != "--quick"]
    unittest.main()
