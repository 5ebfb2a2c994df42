"""The program that makes binaries of FMUs: what its headers declare can be had where the binaries run."""

import ctypes
import os
import pathlib
import platform
import re
import shutil
import subprocess
import tempfile
import unittest

import formola_program as fp

HEADERS = fp.ROOT / "src" / "cc" / "include"
MACHINES = ("x86_64-linux", "aarch64-linux", "x86_64-windows")
CC = fp.program() and fp.program().with_name("formola-cc")
EXPORTED = "#ifdef _WIN32\n#define API __declspec(dllexport)\n#else\n#define API __attribute__((visibility(\"default\")))\n#endif\n"


@unittest.skipUnless(CC and CC.exists(), "formola-cc was not built")
class FormolaCcTest(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.holder.name)

    def tearDown(self):
        self.holder.cleanup()

    def make(self, text, machine="x86_64-linux", *options):
        source, library = self.folder / "source.c", self.folder / f"made.{machine}"
        source.write_text(EXPORTED + text, encoding="utf-8")
        done = subprocess.run([CC, machine, source, library, *options], capture_output=True, encoding="utf-8", check=False)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir() if "work-" in p.name), [])
        return done, library

    def all_of_the_library(self):
        """A text that takes the address of each function that a header declares."""
        text, names = "", []
        for header in sorted(HEADERS.glob("*.h")):
            content = header.read_text(encoding="utf-8")
            text += f"#include <{header.name}>\n"
            names += re.findall(r"^\w+\*? (\w+)\(.*\);$", content, re.MULTILINE)
        names = [n for n in names if not n.startswith("__")]
        self.assertGreater(len(names), 60)
        uses = ", ".join(f"(void *){n}" for n in names)
        return names, text + f"static void *const places[] = {{{uses}, 0}};\nAPI void *const *all(void) {{ return places; }}\n"

    def test_what_the_headers_declare_is_there(self):
        """Each machine's linker finds it; this machine's loader, too, under the versions that are asked for."""
        names, text = self.all_of_the_library()
        for machine in MACHINES:
            with self.subTest(machine=machine):
                done, library = self.make(text, machine)
                self.assertEqual(done.returncode, 0, done.stderr)
                if machine != f"{platform.machine()}-linux":
                    continue
                loaded = ctypes.CDLL(str(library), mode=os.RTLD_NOW)
                loaded.all.restype = ctypes.POINTER(ctypes.c_void_p)
                places = loaded.all()
                self.assertTrue(all(places[i] for i in range(len(names))))
                if shutil.which("objdump"):
                    dump = subprocess.run(["objdump", "-T", library], capture_output=True, encoding="utf-8", check=True).stdout
                    for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", dump):
                        self.assertLessEqual((int(major), int(minor)), (2, 17))
                    self.assertEqual(set(re.findall(r"GLIBC_[\d.]+\) (\w+)$", dump, re.MULTILINE)) ^ set(names), set())

    def test_streams(self):
        done, library = self.make('#include <stdio.h>\nAPI int say(void) { return fprintf(stderr, "%s %d\\n", "so", 3) == 5; }\n')
        self.assertEqual(done.returncode, 0, done.stderr)
        if platform.machine() != "x86_64":
            self.skipTest("the binary is for another machine")
        said = subprocess.run(["python3", "-c", f"import ctypes; print(ctypes.CDLL({str(library)!r}).say())"],
                              capture_output=True, encoding="utf-8", check=True)
        self.assertEqual((said.stdout, said.stderr), ("1\n", "so 3\n"))

    def test_what_they_do_not_declare_is_an_error(self):
        for text, word in (("API int f(void) { return getpid(); }\n", "getpid"), ("#include <unistd.h>\n", "unistd.h"),
                           ("extern int g(void);\nAPI int f(void) { return g(); }\n", "undefined symbol: g")):
            for machine in MACHINES:
                done, library = self.make(text, machine)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn(word, done.stderr)
                self.assertFalse(library.exists())

    def test_long_and_deep_texts(self):
        """Functions that are too long for all passes compute the same; nesting is no limit."""
        length, depth = 3000, 20000
        lines = "".join(f"  v[{i}] = v[{i - 1}]*0.5 + {i};\n" for i in range(1, length))
        deep = "(" * depth + "x" + " + 1)" * depth
        done, library = self.make(f"API void f(double *v)\n{{\n{lines}}}\nAPI double g(double x) {{ return {deep}; }}\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        if platform.machine() != "x86_64":
            self.skipTest("the binary is for another machine")
        loaded = ctypes.CDLL(str(library))
        values = (ctypes.c_double * length)(1.0)
        loaded.f(values)
        expected = 1.0
        for i in range(1, length):
            expected = expected * 0.5 + i
            self.assertEqual(values[i], expected)
        loaded.g.restype, loaded.g.argtypes = ctypes.c_double, [ctypes.c_double]
        self.assertEqual(loaded.g(0.5), depth + 0.5)

    def test_products_and_sums_are_rounded_each(self):
        done, library = self.make("API double f(double a, double b, double c) { return a*b + c; }\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        if platform.machine() != "x86_64":
            self.skipTest("the binary is for another machine")
        f = ctypes.CDLL(str(library)).f
        f.restype, f.argtypes = ctypes.c_double, [ctypes.c_double] * 3
        a = 1 + 2.0**-30
        self.assertEqual(f(a, a, -(1 + 2.0**-29)), 0.0)  # fused: 2^-60

    def test_the_same_text_gives_the_same_binary(self):
        for machine in MACHINES:
            text = "#include <math.h>\nAPI double f(double x) { return sin(x); }\n"
            first = self.make(text, machine)[1].read_bytes()
            self.assertEqual(self.make(text, machine)[1].read_bytes(), first)


if __name__ == "__main__":
    unittest.main()
