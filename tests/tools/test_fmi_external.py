"""External C functions, texts that are made while a model runs, and external objects in FMUs of both versions, run by an
importer of their own (fmu.py) against closed forms and formola simulate."""

import ctypes as c
import itertools
import math
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest

import fmu
import formola_program as fp

MODELS = fp.ROOT / "tests" / "fmi" / "external.mo"
RUNNABLE = fp.program() and shutil.which("cc") and platform.machine() == "x86_64"
KINDS = list(itertools.product((2, 3), ("me", "cs")))


@unittest.skipUnless(RUNNABLE, "the program or a C compiler is missing")
class ExternalCodeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)
        cls.exported = {}

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def fmu(self, model, version, *more):
        key = (model, version, more)
        if key not in self.exported:
            path = self.folder / f"{len(self.exported)}.fmu"
            fp.run("export", MODELS, "External." + model, "--fmi", version, "--tolerance", 1e-7, "--output", path,
                   "--trust", MODELS, "--quiet", *more)
            self.exported[key] = fmu.Fmu(path, path.with_suffix(""))
        return self.exported[key]

    def started(self, model, version, kind, **values):
        instance = self.fmu(model, version).instance(kind)
        instance.initialize(**values)
        return instance

    def go(self, instance, stop):
        if instance.kind == "me":
            instance.integrate(stop, 0.01)
        while instance.kind == "cs" and instance.time < stop - 1e-9:
            instance.step(min(0.05, stop - instance.time))

    def test_functions(self):
        for version, kind in KINDS:
            with self.subTest(version=version, kind=kind):
                instance = self.started("Functions", version, kind, p=1.5, k=2)
                self.go(instance, 0.5)
                x = math.exp(-0.5 * 2 / 1.5)
                names = ("x", "sum", "count", "doubled[1]", "doubled[2]", "doubled[3]")
                expected = (x, x - 2 * x + 2 * 2 * x, 2, 2 * x, -2 * x, 4 * x)
                for name, value, right in zip(names, instance.get(*names), expected):
                    self.assertAlmostEqual(value, right, delta=2e-6, msg=name)
                instance.free()

    def test_code_that_is_not_trusted_is_neither_compiled_nor_linked(self):
        path = self.folder / "refused.fmu"
        done = subprocess.run([fp.program(), "export", MODELS, "External.Functions", "--output", path],
                              stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("ForeignCodeRefused", done.stderr)
        self.assertIn("--trust", done.stderr)
        self.assertFalse(path.exists())

    def test_errors_are_told_and_not_final(self):
        for version, kind in KINDS:
            with self.subTest(version=version, kind=kind):
                instance = self.started("Failing", version, kind)
                instance.call("SetDebugLogging", c.c_bool(True), c.c_size_t(0), None)
                self.go(instance, 0.9)
                with self.assertRaises(fmu.Failed):
                    self.go(instance, 1.2)
                self.assertTrue(any("there is no root of -" in text for text in instance.messages), instance.messages)
                instance.free()
        # In model exchange a point that failed says nothing about others.
        instance = self.started("Failing", 3, "me")
        instance.move_to(0.5, [-1.0])
        self.assertRaises(fmu.Failed, instance.derivatives)
        instance.move_to(0.5, [4.0])
        self.assertAlmostEqual(instance.derivatives()[0], -1 - 2e-9, delta=1e-15)
        instance.free()

    def label(self, until, digits):
        """What the model Texts says."""
        full, x, label, shown = f"pump {digits}" + "!" * digits, 0.0, "begin", ""
        for k in range(1, until + 1):
            time = 0.1 * k
            x = len(full) * time
            label += f"%.{digits}g" % time
            shown = f"{'true' if x > 1 else 'false':>6}{math.floor(10 * time + 1e-9)}{x:8.3f}"
        return full, label, shown

    def test_texts(self):
        for version, kind in KINDS:
            for digits in (3, 5):
                with self.subTest(version=version, kind=kind, digits=digits):
                    instance = self.started("Texts", version, kind, digits=digits)
                    full, label, shown = self.label(0, digits)
                    self.assertEqual(instance.get("full", "label", "shown"), [full, label, shown])
                    self.go(instance, 0.55)
                    full, label, shown = self.label(5, digits)
                    self.assertEqual(instance.get("full", "label", "shown"), [full, label, shown])
                    self.assertEqual(instance.get("n", "m", "early"), [len(label), len(shown), float(label < full)])
                    instance.free()

    def test_strings_can_be_set_and_have_start_values(self):
        for version in (2, 3):
            d = self.fmu("Texts", version).description
            name = d.by_name["name"]
            self.assertEqual((name.kind, name.causality, name.variability, name.initial, name.start),
                             ("String", "parameter", "fixed", "exact", "pump"))
            self.assertEqual(d.by_name["full"].causality, "calculatedParameter")
            self.assertEqual(d.by_name["label"].variability, "discrete")
            instance = self.fmu("Texts", version).instance("me")
            self.assertEqual(instance.get("name"), ["pump"])
            instance.initialize(name="a \u00e4 \"quoted\"")
            self.assertEqual(instance.get("full"), ["a \u00e4 \"quoted\" 3!!!"])
            self.assertAlmostEqual(instance.derivatives()[0], len("a \u00e4 \"quoted\" 3!!!".encode()))
            self.assertRaises(fmu.Failed, instance.set, "name", "late")
            self.assertRaises(fmu.Failed, instance.set, "label", "never")
            instance.free()

    def test_texts_of_a_state_mean_the_same_in_another_process(self):
        for version in (2, 3):
            with self.subTest(version=version):
                first = self.started("Texts", version, "cs", name="other")
                self.go(first, 0.35)
                saved = self.folder / "state"
                saved.write_bytes(first.state())
                self.go(first, 0.75)
                script = (
                    "import sys; sys.path.insert(0, sys.argv[1]); import fmu\n"
                    "f = fmu.Fmu(sys.argv[2], sys.argv[3]); i = f.instance('cs'); i.initialize()\n"
                    "i.restore(open(sys.argv[4], 'rb').read(), 0.35)\n"
                    "while i.time < 0.75 - 1e-9: i.step(min(0.05, 0.75 - i.time))\n"
                    "print(*i.get('full', 'label', 'shown'), i.get('x')[0].hex(), sep='|')"
                )
                key = [k for k in self.exported if k[:2] == ("Texts", version)][0]
                archive = self.folder / f"{list(self.exported).index(key)}.fmu"
                out = subprocess.run(
                    [sys.executable, "-c", script, str(pathlib.Path(fmu.__file__).parent), archive,
                     self.folder / f"again{version}", saved],
                    stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout.strip()
                expected = "|".join(first.get("full", "label", "shown") + [first.get("x")[0].hex()])
                self.assertEqual(out, expected)
                broken = saved.read_bytes()[:-3]
                self.assertRaises(fmu.Failed, first.restore, broken, 0.35)
                first.free()

    def test_objects_begin_and_end_once(self):
        notes = self.folder / "notes"
        for version, kind in KINDS:
            with self.subTest(version=version, kind=kind):
                notes.unlink(missing_ok=True)
                os.environ["RECORDER_NOTES"] = str(notes)
                instance = self.started("Objects", version, kind, first=3.0, name="four")
                self.go(instance, 0.5)
                x = math.exp(-0.5 * 3 / 4)
                self.assertAlmostEqual(instance.get("x")[0], x, delta=2e-6)
                self.assertAlmostEqual(instance.get("y")[0], x * 3 / 4, delta=2e-6)
                self.assertEqual(notes.read_text().split(), ["begin"])
                instance.call("Reset")
                self.assertEqual(notes.read_text().split(), ["begin", "end"])
                instance.initialize()
                self.go(instance, 0.5)
                self.assertAlmostEqual(instance.get("x")[0], math.exp(-0.5 * 2 / 3), delta=2e-6)
                instance.free()
                self.assertEqual(notes.read_text().split(), ["begin", "end", "begin", "end"])
                del os.environ["RECORDER_NOTES"]
                for found in self.fmu("Objects", version).description.kinds.values():
                    self.assertNotIn("true", [v for k, v in found.attrib.items() if k.startswith("canGetAndSet")])

    def test_instances_do_not_disturb_each_other(self):
        instances = [self.started("Texts", 3, "cs", name="n" * k) for k in range(1, 6)]
        for _ in range(5):
            for instance in instances:
                instance.step(0.11)
        for k, instance in enumerate(instances, 1):
            self.assertEqual(instance.get("full"), ["n" * k + " 3!!!"])
            self.assertAlmostEqual(instance.get("x")[0], 0.55 * (k + 5), delta=1e-6)
            instance.free()

    def test_sources_are_complete(self):
        for version, model in ((2, "Functions"), (3, "Texts"), (3, "Objects")):
            with self.subTest(version=version, model=model):
                f = self.fmu(model, version, "--sources")
                sources = f.folder / "sources"
                files = sorted(sources.glob("**/*.c"))
                self.assertGreater(len(files), 2)
                ours = [p for p in files if p.name not in ("recorder.c", "statistics.c")]
                strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", "-I", sources]
                subprocess.run(["cc", *strict, *ours], check=True)
                again = self.folder / "again.so"
                subprocess.run(["cc", "-std=gnu99", "-O1", "-shared", "-fPIC", "-o", again, *files, "-lm"], check=True)

    def test_libraries_of_the_model(self):
        """A static library is part of the binary, a shared one travels beside it, also under its name inside."""
        home = self.folder / "Parts"
        libraries = home / "Resources" / "Library" / "linux64"
        libraries.mkdir(parents=True)
        for name, factor in (("twice", 2), ("thrice", 3)):
            source = self.folder / f"{name}.c"
            source.write_text(f"double {name}(double x) {{ return {factor}*x; }}\n", encoding="utf-8")
            subprocess.run(["cc", "-fPIC", "-c", "-o", self.folder / f"{name}.o", source], check=True)
        subprocess.run(["ar", "rcs", libraries / "libfixed.a", self.folder / "twice.o"], check=True)
        subprocess.run(["cc", "-shared", "-Wl,-soname,libmoving.so.7", "-o", libraries / "libmoving.so",
                        self.folder / "thrice.o"], check=True)
        (home / "package.mo").write_text(
            "package Parts\n"
            'function twice input Real x; output Real y; external "C" y = twice(x) annotation(Library = "fixed"); end twice;\n'
            'function thrice input Real x; output Real y; external "C" y = thrice(x) annotation(Library = "moving"); end thrice;\n'
            "model M output Real y = twice(time), z = thrice(time + 1); end M;\nend Parts;\n", encoding="utf-8")
        for version in (2, 3):
            path = self.folder / f"parts{version}.fmu"
            fp.run("export", home, "Parts.M", "--fmi", version, "--trust", home, "--output", path, "--quiet")
            f = fmu.Fmu(path, self.folder / f"parts{version}")
            beside = {p.name for p in (f.folder / "binaries").glob("*/*")}
            self.assertEqual(beside, {"M.so", "libmoving.so", "libmoving.so.7"})
            instance = f.instance("cs")
            instance.initialize()
            instance.step(0.5)
            self.assertEqual(instance.get("y", "z"), [1.0, 4.5])
            instance.free()
        done = subprocess.run([fp.program(), "export", home, "Parts.M", "--trust", home, "--sources", "--output", path],
                              stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no sources that --sources could add", done.stderr)

    def test_what_is_missing_is_named(self):
        file = self.folder / "missing.mo"
        file.write_text('model Missing function f input Real x; output Real y; external "C" y = nobody_has_it(x); end f;'
                        " Real y = f(time); end Missing;", encoding="utf-8")
        done = subprocess.run([fp.program(), "export", file, "--trust", file, "--output", self.folder / "missing.fmu"],
                              stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("nobody_has_it", done.stderr)
        self.assertFalse((self.folder / "missing.fmu").exists())

    def test_translated_programs_link_them(self):
        """Texts and objects in a C program beside the sources of the library."""
        include = MODELS.parent / "Resources" / "Include"
        source, binary = self.folder / "objects.c", self.folder / "objects"
        fp.run("translate", MODELS, "External.Objects", "--to", "c", "--stop", 0.5, "--step", 0.005, "--method", "rk4",
               "--output", source, "--quiet")
        subprocess.run(["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-DFORMOLA_MAIN", "-I", include,
                        source, "-x", "c", "-std=gnu99", include / "recorder.c", "-o", binary, "-lm"], check=True)
        rows = fp.read_csv(subprocess.run([binary], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout)
        strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"]
        for model, method in itertools.product(("Functions", "Texts", "Failing"), ("rk4", "inline:be")):
            fp.run("translate", MODELS, "External." + model, "--to", "c", "--method", method, "--output", source, "--quiet")
            subprocess.run(["cc", *strict, source], check=True)
        self.assertAlmostEqual(rows["x"][-1], math.exp(-0.5 * 2 / 3), delta=1e-9)


if __name__ == "__main__":
    unittest.main()
