"""Exported FMUs of both versions, run by an importer of their own (fmu.py), agree with formola simulate and keep what
their descriptions promise."""

import concurrent.futures
import ctypes
import itertools
import math
import pathlib
import platform
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

import fmu
import formola_program as fp

MODELS = fp.ROOT / "tests" / "fmi" / "models.mo"
LOAD_AFTER_A_FAULT = fp.ROOT / "tests" / "golden" / "events" / "load_after_a_fault.mo"
LOAD_FLOW = fp.ROOT / "tests" / "golden" / "simulate" / "load_flow_start_values.mo"
TABLES = fp.ROOT / "tests" / "fmi" / "tables.mo"
LLVM = fp.program() and fp.program().with_name("formola-cc").exists()
RUNNABLE = fp.program() and shutil.which("cc") and platform.machine() == "x86_64"
KINDS = list(itertools.product((2, 3), ("me", "cs")))

# causality and variability -> what `initial` may be (FMI 2.0.5, 2.2.7; 3.0.2, 2.4.7.5)
EXACT, CALCULATED, SIGNAL = {"exact"}, {None, "calculated", "approx"}, {None, "exact", "calculated", "approx"}
ALLOWED = {
    ("parameter", "fixed"): EXACT,
    ("calculatedParameter", "fixed"): CALCULATED,
    ("input", "discrete"): {None},
    ("input", "continuous"): {None},
    ("output", "discrete"): SIGNAL,
    ("output", "continuous"): SIGNAL,
    ("local", "fixed"): CALCULATED,
    ("local", "discrete"): SIGNAL,
    ("local", "continuous"): SIGNAL,
    ("independent", "continuous"): {None},
}

# Methods whose steps follow the tolerance.
CONTROLLED = ("inline:sdirk4", "inline:bdf", "inline:radau5", "inline:radau3", "inline:lobatto4")

# Examples of the library: the end and the step of the comparison.
EXAMPLES = {
    "Electrical.RLCCircuit": (1e-3, 1e-5),
    "Blocks.DiscreteController": (2, 1e-2),
    "MultiBody.DoublePendulum": (0.5, 5e-3),
}


@unittest.skipUnless(RUNNABLE, "the program or a C compiler is missing")
class FmiTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)
        cls.exported = {}

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def files(self, model):
        return [f for name, f in (("Models.", MODELS), ("Tables.", TABLES), ("LoadAfterAFault", LOAD_AFTER_A_FAULT), ("LoadFlowStartValues", LOAD_FLOW)) if model.startswith(name)]

    def fmu(self, model, version, *more):
        """The FMU of a model; each is exported once."""
        key = (model, version, more)
        if key not in self.exported:
            path = self.folder / f"{len(self.exported)}.fmu"
            file = self.files(model)
            fp.run("export", *file, model, "--fmi", version, "--tolerance", 1e-7, "--output", path, "--quiet", *more)
            self.exported[key] = fmu.Fmu(path, path.with_suffix(""))
        return self.exported[key]

    def simulated(self, model, stop, *more):
        """The last row."""
        out = self.folder / "simulated.csv"
        file = self.files(model)
        options = ["--stop", stop, "--tolerance", 1e-9, "--intervals", 1, "--output", out, "--quiet", *more]
        fp.run("simulate", *file, model, *options)
        return {name: values[-1] for name, values in fp.read_csv(out).items()}

    def run_to(self, instance, stop, step, **values):
        instance.initialize(0.0, **values)
        if instance.kind == "me":
            instance.integrate(stop, step)
        else:
            count = round(stop / step)
            for i in range(count):
                instance.time = stop * i / count
                instance.step(stop * (i + 1) / count - instance.time)

    def check_agreement(self, model, stop, step, most=1e-5, **values):
        """A value may be a pair: that of the FMU and the text for the model."""
        texts = {name: value[1] if isinstance(value, tuple) else value for name, value in values.items()}
        values = {name: value[0] if isinstance(value, tuple) else value for name, value in values.items()}
        sets = [x for name, text in texts.items() for x in ("--set", f"{name}={text}")]
        expected = self.simulated(model, stop, *sets)
        for version, kind in KINDS:
            with self.subTest(f"{model} {version} {kind}"):
                instance = self.fmu(model, version).instance(kind)
                self.run_to(instance, stop, step, **values)
                compared = 0
                for name, value in expected.items():
                    if name not in instance.description.by_name:
                        continue
                    compared += 1
                    self.assertAlmostEqual(instance.get(name)[0], value, delta=most * max(1, abs(value)), msg=name)
                self.assertGreater(compared, 1)
                instance.free()

    @unittest.skipUnless(LLVM, "formola-cc was not built")
    def test_both_makers_of_binaries_agree(self):
        """LLVM and the C compiler: the same text, the same results but for rounding."""
        for model, stop, step in (("Models.Ball", 1.5, 0.1), ("Models.Loop", 1, 0.1), ("Models.Web", 0.3, 0.1), ("Models.Derived", 0.5, 0.1),
                                  ("Models.Pipe", 1, 0.1), ("Models.Spelled", 0.5, 0.1), ("Tables.Inside", 0.5, 0.1)):
            for kind in ("me", "cs"):
                with self.subTest(f"{model} {kind}"):
                    values = []
                    for maker in ("llvm", "c"):
                        instance = self.fmu(model, 3, "--compiler", maker).instance(kind)
                        self.run_to(instance, stop, step if kind == "cs" else step / 100)
                        names = [v.name for v in instance.description.variables if v.kind == "Float64"]
                        values.append(instance.get(*names))
                        instance.free()
                    self.assertGreater(len(names), 2)
                    for name, one, other in zip(names, *values):
                        self.assertAlmostEqual(one, other, delta=1e-9 * max(1, abs(other)), msg=name)

    # ---- arrays
    def test_arrays_of_version_3(self):
        d = self.fmu("Models.Arrays", 3).description
        sizes = {v.name: v.sizes for v in d.wholes if v.sizes}
        wanted = {"A": [2, 3], "n": [2], "word": [2], "u": [3], "y": [2], "sum": [2], "x": [3], "der(x)": [3], "twice": [3]}
        self.assertEqual({name: sizes.get(name) for name in wanted}, wanted)
        self.assertEqual([v.aliases for v in d.wholes if v.name == "x"], [["same"]])
        starts = {v.name: v.start for v in d.wholes}
        self.assertEqual(starts["A"], "1 2 3 4 5 6")
        self.assertEqual(starts["word"], ["one", "two"])
        self.assertNotIn("mixed", sizes)  # half of it is a state
        self.assertEqual(sorted(v.name for v in d.states), ["alone", "mixed[1]", "x[1]", "x[2]", "x[3]"])
        self.assertEqual(sizes["others"], [2])
        for v in d.variables:  # derivatives are as large as their states
            if v.derivative:
                self.assertIn((int(v.derivative), v.sizes), [(w.reference, w.sizes) for w in d.wholes], v.name)
        self.assertTrue(all(not v.sizes for v in self.fmu("Models.Arrays", 2).description.wholes))

    def test_values_of_arrays(self):
        for version, kind in KINDS:
            instance = self.fmu("Models.Arrays", version).instance(kind)
            starts = {v.name: v.start for v in instance.description.variables if v.start is not None and v.kind != "String"}
            self.assertEqual(instance.get(*starts), [float(x) for x in starts.values()])
            instance.set("word[2]", "three")
            self.run_to(instance, 1.0, 0.02, **{"A[2,1]": 1.5, "A[1,3]": 7, "u[1]": 2, "u[3]": 4, "x[2]": 5, "n[2]": 6})
            e = math.exp(-1)
            expected = {
                "x[1]": e, "x[2]": 6 * e, "x[3]": 7, "twice[3]": 14, "same[2]": 6 * e, "mixed[1]": e, "mixed[2]": 3 * e**3, "others[1]": 2 * e,
                "y[1]": 2 + 7 * 4, "y[2]": 3 + 6 * 4, "sum[1]": 9, "sum[2]": 18, "A[2,1]": 1.5, "A[2,3]": 6,
            }  # fmt: skip
            for (name, right), value in zip(expected.items(), instance.get(*expected)):
                self.assertAlmostEqual(value, right, delta=3e-6, msg=f"{version} {kind} {name}")
            self.assertEqual(instance.get("word[1]", "word[2]"), ["one", "three"])
            instance.free()

    def test_wrong_numbers_of_values_are_refused(self):
        instance = self.fmu("Models.Arrays", 3).instance("me")
        array = instance.description.by_name["A[1,1]"]
        for reference, count in ((array.reference, 5), (array.reference, 7), (array.reference + 1, 1)):
            values, one = (ctypes.c_double * 7)(), ctypes.c_size_t(1)
            for name in ("GetFloat64", "SetFloat64"):
                with self.assertRaises(fmu.Failed):
                    instance.call(name, ctypes.byref(ctypes.c_uint(reference)), one, values, ctypes.c_size_t(count))
        instance.free()

    def test_elements_of_arrays_tell_what_they_depend_on(self):
        instance = self.fmu("Models.Arrays", 3).instance("me")
        by = {v.name: v.reference for v in instance.description.wholes}
        found = instance.element_dependencies(instance.description.by_name["der(x[1])"])
        expected = {1: {(by["x"], 1)}, 2: {(by["x"], 1), (by["x"], 2)}, 3: {(by["u"], 3)}}
        self.assertEqual(found, expected)
        found = instance.element_dependencies(instance.description.by_name["y[1]"])
        rows = {i: {(by["u"], k) for k in (1, 2, 3)} | {(by["A"], 3 * i - 3 + k) for k in (1, 2, 3)} for i in (1, 2)}
        self.assertEqual(found, rows)
        instance.free()

    def test_exposed_variables(self):
        names = {"x", "der(x)", "u", "number", "fixed_", "switched", "product", "curved", "driven", "solved"}
        for version, more in ((2, set()), (3, {"time"})):
            d = self.fmu("Models.Kinds", version, "--expose", "^(k|p)$").description
            self.assertEqual({v.name for v in d.variables} - {"time"}, names | {"k", "p"})
            d = self.fmu("Models.Kinds", version, "--expose", "nothing").description
            self.assertEqual({v.name for v in d.variables}, names | more)
        with self.assertRaisesRegex(AssertionError, "'\\(' is not a regular expression"):
            fp.run("export", MODELS, "Models.Kinds", "--expose", "(", "--output", self.folder / "no.fmu")

    # ---- terminals and icons
    def test_terminals_and_icons(self):
        for version in (2, 3):
            folder = self.fmu("Models.Drawn", version).folder
            pictures = shutil.which("rsvg-convert") is not None
            self.assertEqual((folder / "model.png").exists(), pictures and version == 2)
            if version == 2:
                continue
            root = xml.parse(folder / "terminalsAndIcons" / "terminalsAndIcons.xml").getroot()
            found = {
                t.attrib["name"]: (
                    t.attrib["matchingRule"],
                    t.attrib["terminalKind"],
                    [tuple(m.attrib.get(k) for k in ("variableName", "memberName", "variableKind")) for m in t.findall("TerminalMemberVariable")],
                )
                for t in root.iter("Terminal")
            }
            expected = {
                "bus": ("plug", "Models.Bus", [("bus.command", "command", "signal"), ("bus.answer", "answer", "signal")]),
                "u": ("sequence", "Formola.Interfaces.RealInput", [("u", None, "signal")]),
                "y": ("sequence", "Formola.Interfaces.RealOutput", [("y", None, "signal")]),
            }
            self.assertEqual(found, expected)
            if not pictures:
                continue
            corners = ("x1", "y1", "x2", "y2")
            places = {t.attrib["name"]: t.find("TerminalGraphicalRepresentation").attrib for t in root.iter("Terminal")}
            for where, inside in ((places["y"], [100, -10, 120, 10]), (root.find(".//Icon").attrib, [-80, -80, 80, 80])):
                x1, y1, x2, y2 = (float(where[c]) for c in corners)
                self.assertTrue(x1 <= inside[0] and y1 <= inside[1] and x2 >= inside[2] and y2 >= inside[3], where)
                self.assertLess((x2 - x1) * (y2 - y1), 220**2)
            for name in ["icon", *(place["iconBaseName"] for place in places.values())]:
                picture = (folder / "terminalsAndIcons" / f"{name}.png").read_bytes()
                self.assertEqual(picture[:8], b"\x89PNG\r\n\x1a\n")
                self.assertTrue(xml.parse(folder / "terminalsAndIcons" / f"{name}.svg").getroot().tag.endswith("svg"))

    # ---- agreement
    def test_events_agree(self):
        self.check_agreement("Models.Ball", 1.5, 0.01)
        self.check_agreement("Models.Ball", 1.5, 0.01, g=5, e=0.5, h0=2)
        self.check_agreement("Models.Sampled", 1.0, 0.01)

    def test_integrators_begin_anew_where_only_the_future_changes(self):
        """x and der(x) are continuous at 0.5; those who have passed it must be told."""
        for version in (2, 3):
            instance = self.fmu("Models.Kink", version).instance("me")
            instance.initialize()
            self.assertEqual(instance.next, 0.5)
            instance.restart = False
            instance.integrate(0.5, 0.1)
            self.assertTrue(instance.restart)
            instance.integrate(1.0, 0.1)
            self.assertAlmostEqual(instance.get("x")[0], -0.25, delta=1e-12)
            instance.free()

    def test_events_that_are_located_inexactly(self):
        """Relations have changed in event mode although the states are a little off."""
        for version in (2, 3):
            instance = self.fmu("Models.Ball", version).instance("me")
            instance.initialize()
            before, low, high = instance.indicators(), 0.0, -1e-3
            for _ in range(60):
                middle = (low + high) / 2
                instance.move_to(0.5, [middle, -4.0])
                crossed = any((a > 0) != (b > 0) for a, b in zip(before, instance.indicators()))
                low, high = (low, middle) if crossed else (middle, high)
            self.assertLess(abs(high), 1e-8)
            instance.move_to(0.5, [high + 1e-11, -4.0])
            instance.call("EnterEventMode")
            instance.update_discrete()
            self.assertEqual(instance.get("n"), [1])
            instance.free()

    def test_poles(self):
        """Indicators are numbers there, and who passes one unseen is told after the step."""
        self.check_agreement("Models.Pole", 6.0, 0.05)
        for version in (2, 3):
            instance = self.fmu("Models.Pole", version).instance("me")
            instance.initialize()
            instance.integrate(3.5, 0.05)
            instance.move_to(4.0, [4.0, 0.5])
            self.assertTrue(all(math.isfinite(z) for z in instance.indicators()), instance.indicators())
            self.assertFalse(instance._completed())
            instance.move_to(4.5, [4.5, 1.0])
            self.assertTrue(instance._completed())
            instance.free()

    def test_systems_agree(self):
        self.check_agreement("Models.Chain", 1.0, 0.01)
        self.check_agreement("Models.Loop", 1.0, 0.01)
        self.check_agreement("Models.Idle", 1.0, 0.01)

    def test_models_without_states_agree(self):
        self.check_agreement("Models.Past", 1.0, 0.01)

    def test_the_past_of_delays_is_kept_whatever_the_steps(self):
        instance = self.fmu("Models.Past", 2, "--kind", "me").instance("me")
        self.run_to(instance, 1.0, 1 / 1024)
        self.assertAlmostEqual(instance.get("y")[0], 0.0625, delta=1e-6)
        instance.free()

    def test_what_a_medium_carries(self):
        """spatialDistribution() against its characteristics; the jump in the middle comes out at time 0.4."""

        def expected(t):
            entered = 0.6 - (t - 0.6) / 1.25  # of what leaves at the left end after the turn
            return 1 + (t if t < 0.6 else entered)**2, 4 if t < 0.4 else 2 if t < 0.6 else 3 if t < 0.8 else 5

        for version, kind in KINDS:
            with self.subTest(f"{version} {kind}"):
                instance = self.fmu("Models.Pipe", version).instance(kind)
                instance.initialize(0.0)
                for k in range(1, 54):
                    before, time = (k - 1) / 40, k / 40
                    instance.integrate(time, 0.005) if kind == "me" else instance.step(time - before)
                    instance.time = time
                    if k in (16, 24, 32):
                        continue  # at the jumps either side is right
                    for name, value in zip("yz", expected(time)):
                        self.assertAlmostEqual(instance.get(name)[0], value, delta=1e-5, msg=(name, time))
                    self.assertEqual(instance.get("open")[0], time > 0.4, time)
                instance.free()

    def test_solutions_are_followed_by_shorter_ways(self):
        """From one output point to the next the system changes too much for Newton's method alone."""
        for version, kind in KINDS:
            instance = self.fmu("Models.Amplifier", version).instance(kind)
            self.run_to(instance, 0.018, 0.001)
            self.assertAlmostEqual(instance.get("y")[0], -2 * 4.5 / (1 + 3 / 15000), delta=1e-9)
            instance.free()

    def test_solutions_of_before_a_fault(self):
        """Zero voltage solves the equations of the load, too."""
        self.check_agreement("LoadAfterAFault", 3.0, 0.01)

    def test_whole_systems_of_the_start(self):
        """Loads of constant power, whose torn system leads to half their voltage, or nowhere."""
        self.check_agreement("LoadFlowStartValues", 0.1, 0.05)

    def test_sparse_systems(self):
        """Zeros are left out: in steps and derivatives that are linear, and that are not."""
        for model in ("Net", "Web"):
            exported = self.fmu(f"Models.{model}", 3, "--sources")
            text = next((exported.folder / "sources").glob("*.c")).read_text()
            self.assertIn("static const RowMerge sparse_", text)
            self.check_agreement(f"Models.{model}", 1.0, 0.1)
            self.check_derivatives(f"Models.{model}", 3, 0.3, 1e-9)

    def test_functions_agree(self):
        self.check_agreement("Models.Sizes", 1.0, 0.01)
        self.check_agreement("Models.Filters", 1.0, 0.01)
        self.check_agreement("Models.Curve", 1.0, 0.1)
        self.check_agreement("Models.Solved", 1.0, 0.01)
        self.check_agreement("Models.Solved", 1.0, 0.01, p=2.5)
        self.check_agreement("Models.Parts", 1.0, 0.01)
        self.check_agreement("Models.Solves", 1.0, 0.01)
        instance = self.fmu("Models.Curve", 3).instance("me")
        self.run_to(instance, 1.0, 0.5)
        for value, right in zip(instance.get("y", "v", "w"), (1 + 3 + 6.75, 2 + 9, 6)):
            self.assertAlmostEqual(value, right, delta=1e-12)
        instance.free()
        instance = self.fmu("Models.Solved", 2).instance("me")
        self.run_to(instance, 1.0, 0.5)
        u = instance.get("u")[0]
        self.assertAlmostEqual(u**3 + u, 2, delta=1e-10)
        instance.free()
        instance = self.fmu("Models.Solves", 2).instance("me")
        self.run_to(instance, 0.5, 0.5)
        names = ("x[1]", "x[2]", "x[3]", "Y[1,1]", "Y[1,2]", "Y[2,1]", "Y[2,2]", "z[1]", "z[2]", "ok", "fine", "singular")
        for name, right in zip(names, (1, 2, 3, 0.5, 1, 2, -0.5, 1, 0.5, 0, 0, 2), strict=True):
            self.assertAlmostEqual(instance.get(name)[0], right, delta=1e-12, msg=name)
        instance.free()
        instance = self.fmu("Models.Parts", 2).instance("me")
        self.run_to(instance, 0.5, 0.5)
        found = [instance.get(f"y[{k}]")[0] for k in range(1, 7)]
        for value, right in zip(found, (1, 0.5, 2.5, 2, 5.5, 5), strict=True):
            self.assertAlmostEqual(value, right, delta=1e-12)
        instance.free()

    def test_functions_that_only_check(self):
        for version, kind in KINDS:
            instance = self.fmu("Models.Checked", version).instance(kind)
            self.run_to(instance, 0.5, 0.1)
            self.assertAlmostEqual(instance.get("x")[0], 1.5, delta=1e-9)
            with self.assertRaises(fmu.Failed):
                instance.time = 0.5
                if kind == "cs":
                    instance.step(1.0)
                else:
                    instance.integrate(1.5, 0.1)
                instance.get("x")
            self.assertIn("an assertion in the function 'Models.Checked.all_' failed", " ".join(instance.messages))
            instance.free()
            instance = self.fmu("Models.Checked", version).instance(kind)
            with self.assertRaises(fmu.Failed):
                instance.initialize(0.0, least=3)
            instance.free()

    def test_texts_agree(self):
        self.check_agreement("Models.Texts", 1.0, 0.01)
        self.check_agreement("Models.Spelled", 1.0, 0.01)
        for version, kind in KINDS:
            instance = self.fmu("Models.Texts", version).instance(kind)
            instance.initialize()
            self.assertEqual(instance.get("y"), [21])
            instance.free()

    def test_library_examples_agree(self):
        for model, (stop, step) in EXAMPLES.items():
            self.check_agreement(f"Formola.Examples.{model}", stop, step)

    def test_parameters_of_all_types(self):
        d = self.fmu("Models.Choices", 3).description
        starts = {v.name: v.start for v in d.where(causality="parameter")}
        wanted = {"up": "true", "count": "3", "law": "1", "unset": "1", "limit": "2"}
        self.assertEqual(starts, wanted)
        for name in ("n", "extra", "gain", "constrained"):
            self.assertEqual(d.by_name[name].causality, "calculatedParameter", name)
        for version, kind in KINDS:
            exported = self.fmu("Models.Choices", version)
            for up, count, law, unset in itertools.product((0, 1), (2, 5), (1, 2, 3), (1, 2)):
                instance = exported.instance(kind)
                self.run_to(instance, 0.25, 0.025, up=up, count=count, law=law, unset=unset)
                a = (2 if up else -3) / count
                x = {1: math.exp(a / 4), 2: 1 / (1 - a / 4), 3: 1 + a / 4}[law]
                found = instance.get("x[1]", "x[2]", "s", "twice", "gain")
                expected = (x, x, (2 * count + (10 if unset == 1 else 0)) / 4, 2 * count, 2 if up else 3)
                for value, right in zip(found, expected):
                    self.assertAlmostEqual(value, right, delta=2e-6)
                instance.free()
            instance = exported.instance(kind)
            for value in (0, 4):
                with self.assertRaises(fmu.Failed):
                    instance.set("law", value)
            for name in ("n", "extra", "gain", "twice"):
                with self.assertRaises(fmu.Failed, msg=name):
                    instance.set(name, 1)
            instance.free()

    def test_tables_agree(self):
        self.check_agreement("Tables.Inside", 2.0, 0.01, most=2e-5)
        # parameters are part of tables
        self.check_agreement("Tables.Inside", 2.0, 0.01, most=2e-5, top=3, smoothness=(1, "Tables.Smoothness.linear"))

    def test_derivatives_of_tables(self):
        self.check_derivatives("Tables.Inside", 3, 0.2, 1e-8)

    def test_tables_of_copies(self):
        """A state that is restored has its own tables, also in another instance."""
        exported = self.fmu("Tables.Inside", 3)
        one, two = exported.instance("cs"), exported.instance("cs")
        self.run_to(one, 0.5, 0.1, top=3)
        self.run_to(two, 0.5, 0.1)
        two.restore(one.state(), 0.5)
        for instance in (one, two):
            instance.time = 0.5
            instance.step(0.5)
        self.assertEqual(one.get("x", "y1", "u"), two.get("x", "y1", "u"))
        one.free()
        two.free()

    def test_tables_in_files_travel(self):
        """They are read from the FMU: editing the file there changes the result."""
        text = self.folder / "curves.txt"
        text.write_text("#1\ndouble other(1,2) # no\n7 7\n\ndouble curve(3, 2) # here\n0 1\n0.5, 2.5e0; 1 -.5\n")
        mat = self.folder / "curve.mat"
        numbers = (0, 0.5, 1, 1, 2.5, -0.5)
        mat.write_bytes(struct.pack("<5i6s6d", 0, 3, 2, 0, 6, b"curve\0", *numbers))
        for version, file in itertools.product((2, 3), (text, mat)):
            exported = self.fmu("Tables.FromFiles", version, "--set", f'text="{file}"')
            instance = exported.instance("cs")
            self.run_to(instance, 1.0, 0.1)
            self.assertAlmostEqual(instance.get("x")[0], 0.875 + 0.5, delta=1e-6)
            instance.free()
        inside = exported.folder / "resources" / "tables" / file.name
        inside.write_bytes(struct.pack("<5i6s6d", 0, 3, 2, 0, 6, b"curve\0", 0, 0.5, 1, 2, 2, 2))
        instance = exported.instance("cs")
        self.run_to(instance, 1.0, 0.1)
        self.assertAlmostEqual(instance.get("x")[0], 2, delta=1e-6)
        instance.free()
        inside.unlink()
        instance = exported.instance("cs")
        with self.assertRaises(fmu.Failed):
            instance.initialize()
        self.assertIn("curve.mat: the file cannot be read", instance.messages[-1])
        instance.free()

    def test_start_values_can_be_set(self):
        for version, kind in KINDS:
            instance = self.fmu("Models.Ball", version).instance(kind)
            self.run_to(instance, 0.1, 0.01, v=2, h0=3)
            self.assertAlmostEqual(instance.get("h")[0], 3 + 0.2 - 9.81 / 2 * 0.01, delta=1e-9)
            instance.free()

    def test_inputs_act(self):
        for version, kind in KINDS:
            instance = self.fmu("Models.Ball", version).instance(kind)
            self.run_to(instance, 0.1, 0.05, u=9.81)
            self.assertAlmostEqual(instance.get("v")[0], 0.5, delta=1e-9)
            instance.set("u", 19.81)
            if kind == "cs":
                instance.step(0.1)
            else:
                instance.integrate(0.2, 0.05)
            self.assertAlmostEqual(instance.get("v")[0], 1.5, delta=1e-9)
            self.assertEqual(instance.get("z"), [19.81])
            instance.free()

    def test_stiff_model_at_long_communication_steps(self):
        for version in (2, 3):
            instance = self.fmu("Models.Stiff", version).instance("cs")
            self.run_to(instance, 1.0, 0.1)
            x, s = instance.get("x", "s")
            self.assertAlmostEqual(x, math.cos(1) + 1e-6 * math.sin(1), delta=1e-9)
            self.assertAlmostEqual(s, math.exp(-1), delta=1e-6)
            instance.free()

    def test_methods_that_follow_the_tolerance(self):
        for method, version in zip(CONTROLLED, itertools.cycle((2, 3))):
            more = ("--method", method)
            with self.subTest(f"{method} {version}"):
                instance = self.fmu("Models.Stiff", version, *more).instance("cs")
                self.run_to(instance, 1.0, 0.1)
                x, s = instance.get("x", "s")
                self.assertAlmostEqual(x, math.cos(1) + 1e-6 * math.sin(1), delta=1e-8)
                self.assertAlmostEqual(s, math.exp(-1), delta=1e-6)
                instance.free()
                for model, stop in (("Ball", 1.5), ("Sampled", 1.0), ("Chain", 1.0), ("Loop", 1.0)):
                    expected = self.simulated(f"Models.{model}", stop)
                    instance = self.fmu(f"Models.{model}", version, *more).instance("cs")
                    self.run_to(instance, stop, stop / 10)
                    for name, value in expected.items():
                        if name in instance.description.by_name:
                            found = instance.get(name)[0]
                            self.assertAlmostEqual(found, value, delta=1e-5 * max(1, abs(value)), msg=f"{model} {name}")
                    instance.free()

    def test_the_error_follows_the_tolerance(self):
        """An oscillator, ten periods; communication steps shorter and longer than those of the method."""
        for method in CONTROLLED:
            errors = []
            for tolerance in (1e-4, 1e-7):
                exported = self.fmu("Models.Oscillator", 2, "--method", method, "--tolerance", tolerance)
                worst = 0
                for step in (math.pi / 100, math.pi):
                    instance = exported.instance("cs")
                    self.run_to(instance, 20 * math.pi, step)
                    worst = max(worst, abs(instance.get("x")[0] - 1), abs(instance.get("v")[0]))
                    instance.free()
                errors.append(worst)
                self.assertLess(worst, 5000 * tolerance, method)
            self.assertLess(errors[1], errors[0] / 100, method)

    def test_event_mode_of_co_simulation(self):
        """Steps end at events, which are handled when the environment says so, or with the next step."""
        expected = self.simulated("Models.Ball", 1.5)
        for method, handled in itertools.product((("inline:bdf",), ("inline:sdirk4",), ("rk4", "--step", 0.001)), (1, 0)):
            exported = self.fmu("Models.Ball", 3, "--method", *method)
            instance = exported.instance("cs", events=True, early=True)
            instance.initialize(0.0)
            events = []
            while instance.time < 1.5 - 1e-12:
                instance.step(min(0.2, 1.5 - instance.time))
                if not instance.at_event:
                    continue
                self.assertAlmostEqual(instance.get("h")[0], 0, delta=1e-6)
                if instance.get("v")[0] < 0:  # on its way back h < 0 changes again
                    events.append(instance.time)
                if handled:
                    instance.call("EnterEventMode")
                    instance.update_discrete()
                    self.assertGreater(instance.get("v")[0], 0)
                    instance.call("EnterStepMode")
            self.assertAlmostEqual(events[0], (0.5 + math.sqrt(0.25 + 2 * 9.81)) / 9.81, delta=1e-6)
            self.assertEqual(len(events), expected["n"])
            self.assertAlmostEqual(instance.get("h")[0], expected["h"], delta=1e-4)
            self.assertEqual(instance.get("n"), [expected["n"]])
            instance.free()
        instance = self.fmu("Models.Ball", 3).instance("cs")
        instance.initialize(0.0)
        with self.assertRaises(fmu.Failed):
            instance.call("EnterEventMode")
        instance.free()

    def test_intermediate_updates(self):
        """Values between communication points; the environment may ask for an early return."""
        for method in ("inline:bdf", "inline:sdirk4"):
            seen = []

            def update(time):
                seen.append((time, *instance.get("x", "v")))
                return len(seen) == 5

            instance = self.fmu("Models.Oscillator", 3, "--method", method).instance("cs", early=True, update=update)
            instance.initialize(0.0)
            instance.step(3.0)
            self.assertTrue(instance.early)
            self.assertEqual(instance.time, seen[4][0])
            instance.step(3.0 - instance.time)
            self.assertFalse(instance.early)
            self.assertAlmostEqual(instance.get("x")[0], math.cos(3), delta=1e-5)
            for time, x, v in seen:
                self.assertAlmostEqual(x, math.cos(time), delta=1e-5)
                self.assertAlmostEqual(v, -math.sin(time), delta=1e-5)
            self.assertGreater(len(seen), 10)
            instance.free()

    def test_inputs_at_communication_points(self):
        """Linear in a constant input, which jumps: x' = u - x."""
        for method in CONTROLLED:
            instance = self.fmu("Models.Follower", 3, "--method", method).instance("cs")
            instance.initialize(0.0)
            x = 0.0
            for k in range(20):
                u = (-1) ** k * (1 + k / 10)
                instance.set("u", u)
                instance.step(0.1)
                x = u + (x - u) * math.exp(-0.1)
                self.assertAlmostEqual(instance.get("x")[0], x, delta=1e-5, msg=method)
            instance.free()

    def test_a_solution_that_ends_is_told(self):
        """A step over the end of the solution warns of another one or fails; those before are OK."""
        fixed = [(method, "--step", step) for method in ("inline:be", "inline:radau5") for step in (0.01, 0.02)]
        for method, *more in [*fixed, *((m,) for m in CONTROLLED)]:
            instance = self.fmu("Models.Jumps", 2, "--method", method, *more).instance("cs")
            instance.initialize(0.0)
            with self.assertRaises(fmu.Failed) as caught:
                for k in range(20):
                    instance.time = k / 50
                    instance.step(0.02)
            self.assertEqual(k, 13, method)
            self.assertIn(caught.exception.args[1], (1, 3))
            self.assertRegex(instance.messages[-1], "another solution|equations for v")
            instance.free()

    def test_bounded_work_is_told(self):
        """Too few iterations: warnings, never OK."""
        more = ("--method", "inline:be", "--step", 0.1, "--real-time", "--real-time-iterations")
        instance = self.fmu("Models.Stretched", 3, *more, 1).instance("cs")
        instance.initialize(0.0)
        with self.assertRaises(fmu.Failed) as caught:
            for _ in range(5):
                instance.step(0.1)
        self.assertEqual(caught.exception.args[1], 1)
        self.assertIn("iterations", instance.messages[-1])
        instance.free()
        instance = self.fmu("Models.Stretched", 3, *more, 20).instance("cs")
        self.run_to(instance, 0.5, 0.1)
        expected = self.simulated("Models.Stretched", 0.5, "--method", "inline:be", "--step", 0.1)
        self.assertAlmostEqual(instance.get("x")[0], expected["x"], delta=1e-6)
        instance.free()

    def test_fixed_steps(self):
        for method in ("inline:be", "inline:radau5", "rk4", "euler"):
            exported = self.fmu("Models.Chain", 2, "--method", method, "--step", 1e-2)
            instance = exported.instance("cs")
            self.run_to(instance, 1.0, 0.1)
            expected = self.simulated("Models.Chain", 1.0, "--method", method, "--step", 1e-2)
            self.assertAlmostEqual(instance.get("x[1]")[0], expected["x[1]"], delta=1e-9)
            instance.free()

    # ---- descriptions
    def test_causality_variability_and_start_values(self):
        for model, version in itertools.product(("Ball", "Sampled", "Chain", "Loop"), (2, 3)):
            exported = self.fmu(f"Models.{model}", version)
            instance = exported.instance("me")
            for v in exported.description.variables:
                self.assertIn(v.initial, ALLOWED[v.causality, v.variability], v.name)
                has_start = v.initial in ("exact", "approx") or v.causality == "input"
                self.assertEqual(v.start is not None, has_start, v.name)
                if has_start:
                    start = {"true": 1.0, "false": 0.0}.get(v.start) or float(v.start)
                    self.assertEqual(instance.get(v), [start], v.name)
                if v.kind not in fmu.REAL_TYPES:
                    self.assertNotEqual(v.variability, "continuous", v.name)
            instance.free()

    def test_variables_of_a_model(self):
        for version in (2, 3):
            d = self.fmu("Models.Ball", version).description
            kinds = {v.name: v.causality for v in d.variables}
            wanted = {"e": "parameter", "twice": "calculatedParameter", "u": "input", "y": "output", "z": "output"}
            self.assertEqual({name: kinds[name] for name in wanted}, wanted)
            self.assertEqual(d.by_name["speed"].reference, d.by_name["v"].reference)
            self.assertNotEqual(d.by_name["down"].reference, d.by_name["v"].reference)
            self.assertEqual([v.name for v in d.states], ["h", "v"])
            self.assertEqual(d.by_name["v"].start, "0.5")
            units = {u.attrib["name"]: u.find("BaseUnit").attrib for u in d.units}
            self.assertEqual(units["m/s2"], {"m": "1", "s": "-2"})

    def test_export_is_deterministic(self):
        texts = []
        for name in ("one.fmu", "two.fmu"):
            fp.run("export", MODELS, "Models.Ball", "--fmi", 3, "--output", self.folder / name, "--quiet")
            texts.append((self.folder / name).read_bytes())
        self.assertEqual(*texts)

    def test_sources_compile_strictly(self):
        methods = (("--method", "inline:bdf"), ("--method", "inline:radau5"))
        cases = [(*case, ()) for case in itertools.product(("Ball", "Loop", "Chain"), (2, 3))]
        cases += [(model, 3, more) for model in ("Ball", "Loop") for more in methods]
        cases += [(model, 3, ()) for model in ("Net", "Web", "Spelled", "Checked", "Filters")]
        for k, (model, version, more) in enumerate(cases):
            # A binary that was loaded from there must not be written over.
            folder = self.folder / f"sources-{k}"
            path = self.folder / "sources.fmu"
            fp.run("export", MODELS, f"Models.{model}", "--fmi", version, "--sources", "--output", path, "--quiet", *more)
            unpacked = fmu.Fmu(path, folder)
            source = folder / "sources" / f"{unpacked.description.identifier}.c"
            strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"]
            done = subprocess.run(["cc", *strict, source], stderr=subprocess.PIPE, encoding="utf-8", check=False)
            self.assertEqual(done.returncode, 0, done.stderr)

    # ---- structure
    def sensitivities(self, instance, unknowns, knowns, states):
        """By differences, from outside, extrapolated to an error of order 6: {unknown: {known: derivative}}."""
        weights = {-3: -1 / 60, -2: 3 / 20, -1: -3 / 4, 1: 3 / 4, 2: -3 / 20, 3: 1 / 60}
        result = {u: {} for u in unknowns}
        for k in knowns:
            value = instance.get(k)[0]
            by = 1e-3 * max(1.0, abs(value))
            sums = [0.0] * len(unknowns)
            for at, weight in weights.items():
                x = list(states)
                if k in instance.description.states:
                    x[instance.description.states.index(k)] += at * by
                else:
                    instance.set(k, value + at * by)
                instance.move_to(instance.time, x)
                sums = [a + weight / by * b for a, b in zip(sums, instance.get(*unknowns))]
            if k not in instance.description.states:
                instance.set(k, value)
            instance.move_to(instance.time, states)
            for u, total in zip(unknowns, sums):
                result[u][k] = total
        return result

    def check_derivatives(self, model, version, stop, most, **values):
        # Differences magnify what systems of equations are not solved to.
        instance = self.fmu(model, version, "--tolerance", 1e-12).instance("me")
        self.run_to(instance, stop, stop / 10, **values)
        d = instance.description
        dependencies = {**d.outputs, **d.derivatives}
        unknowns = [u for u in dependencies if u.kind in fmu.REAL_TYPES]
        knowns = d.states + [v for v in d.where(causality="input") if v.kind in fmu.REAL_TYPES]
        states = instance.states()
        found = self.sensitivities(instance, unknowns, knowns, states)
        # Version 3 tells of arrays as a whole here, and of their elements while it runs.
        listed = sum(len(x) for x in dependencies.values())
        if model == "Models.Chain" and version == 2:
            self.assertLess(listed, len(unknowns) * len(knowns) / 3)
        size = max(1.0, max(abs(x) for row in found.values() for x in row.values()))
        columns = {}
        for k in knowns:
            columns[k] = instance.directional(unknowns, [k], [1.0])
            for u, derivative in zip(unknowns, columns[k]):
                with self.subTest(f"{model} {version} d {u.name}/d {k.name}"):
                    if abs(found[u][k]) > 1e-7 * size:
                        self.assertIn(k, dependencies[u])
                    if k not in dependencies[u]:
                        self.assertEqual(derivative, 0)
                    self.assertAlmostEqual(derivative, found[u][k], delta=most * size)
        self.assertEqual(instance.states(), states)
        # w (J s) is linear in s and, by the adjoint, equal to (w J) s
        seed = [math.cos(3 * i + 1) for i in range(len(knowns))]
        weights = [math.sin(5 * i + 2) for i in range(len(unknowns))]
        along = instance.directional(unknowns, knowns, seed)
        for i, u in enumerate(unknowns):
            total = sum(s * columns[k][i] for k, s in zip(knowns, seed))
            self.assertAlmostEqual(along[i], total, delta=1e-13 * size * len(knowns), msg=u.name)
        if version == 3:
            back = instance.adjoint(unknowns, knowns, weights)
            one = [w * a for w, a in zip(weights, along)]
            other = [b * s for b, s in zip(back, seed)]
            largest = max(sum(map(abs, one)), sum(map(abs, other)))
            self.assertAlmostEqual(sum(one), sum(other), delta=1e-12 * largest, msg=model)
        instance.free()

    def test_dependencies_and_directional_derivatives(self):
        for model, version in itertools.product(("Ball", "Chain", "Loop", "Derived", "Arrays", "Kinds"), (2, 3)):
            self.check_derivatives(f"Models.{model}", version, 0.1, 1e-9)

    def test_states_that_events_change_are_named(self):
        for version in (2, 3):
            d = self.fmu("Models.Ball", version).description
            self.assertEqual({v.name for v in d.variables if v.reinit}, {"v"})

    def test_log_categories(self):
        for version in (2, 3):
            instance = self.fmu("Models.Ball", version).instance("me")
            names = [c.attrib["name"] for c in instance.description.root.find("LogCategories")]
            on = ctypes.c_int(1) if version == 2 else ctypes.c_bool(True)
            texts = (ctypes.c_char_p * len(names))(*(name.encode() for name in names))
            instance.call("SetDebugLogging", on, ctypes.c_size_t(len(names)), texts)
            with self.assertRaises(fmu.Failed):
                instance.call("SetDebugLogging", on, ctypes.c_size_t(1), (ctypes.c_char_p * 1)(b"logNothing"))
            self.assertIn("there is no log category 'logNothing'", instance.messages[-1])
            instance.free()

    def test_kinds_of_dependencies(self):
        """What is said of a factor holds for another parameter, another point and after an event."""
        expected = {
            "der(x)": {"x": "fixed", "u": "constant"},
            "number": {"x": "constant", "u": "constant"},
            "fixed_": {"x": "fixed", "u": "fixed"},
            "switched": {"x": "discrete"},
            "product": {"x": "dependent", "u": "dependent"},
            "curved": {"x": "dependent"},
            "driven": {},
            "solved": {"x": "fixed", "u": "fixed"},
        }
        also = {"der(x)": {"k"}, "fixed_": {"k"}, "driven": {"k", "time"}, "solved": {"k"}}
        for version in (2, 3):
            exported = self.fmu("Models.Kinds", version)
            d = exported.description
            found = {u.name: {k.name: kind for k, kind in kinds.items()} for u, kinds in d.kinds_of.items()}
            for name, kinds in found.items():
                more = {k: "dependent" for k in also.get(name, ())} if version == 3 else {}
                self.assertEqual(kinds, {**expected[name], **more}, name)
            unknowns = [u for u in d.kinds_of if u.kind in fmu.REAL_TYPES]
            rows = []
            for k, u, stop in ((3, 0.5, 0.1), (3, -1, 0.2), (3, 2, 0.5), (4, 0.5, 0.1)):
                instance = exported.instance("me")
                self.run_to(instance, stop, 0.05, k=k, u=u)
                columns = [instance.directional(unknowns, [d.by_name[name]], [1.0]) for name in ("x", "u")]
                rows.append({(a.name, b): columns[j][i] for i, a in enumerate(unknowns) for j, b in enumerate(("x", "u"))})
                instance.free()
            for (unknown, known), first in rows[0].items():
                kind = found[unknown].get(known)
                same = {"constant": (1, 2, 3), "fixed": (1, 2), "discrete": (1,), "dependent": (), None: (1, 2, 3)}[kind]
                for row in same:
                    self.assertAlmostEqual(rows[row][unknown, known], first, delta=1e-12, msg=f"{unknown} {known}")
                self.assertEqual(first == 0, kind is None, f"{unknown} {known}")

    def test_derivatives_by_time_and_parameters(self):
        exported = self.fmu("Models.Kinds", 3)
        instance = exported.instance("me")
        self.run_to(instance, 0.1, 0.05, k=4, u=2)
        by = exported.description.by_name
        x = instance.states()[0]
        unknowns = [by[name] for name in ("driven", "fixed_", "der(x)", "curved")]
        for known, wanted in (("time", [4, 0, 0, 0]), ("k", [0.1, 2 - x / 16, -x, 0])):
            found = instance.directional(unknowns, [by[known]], [2.0])
            for value, right in zip(found, wanted):
                self.assertAlmostEqual(value, 2 * right, delta=1e-9, msg=known)
        self.assertEqual(instance.states(), [x])
        self.assertEqual(instance.get("k", "driven"), [4, 0.4])
        instance.free()

    def test_derivatives_of_library_examples(self):
        for model, stop in {"Electrical.RLCCircuit": 1e-4, "MultiBody.DoublePendulum": 0.2}.items():
            self.check_derivatives(f"Formola.Examples.{model}", 3, stop, 1e-7)

    def test_derivatives_in_the_initialisation(self):
        for version in (2, 3):
            instance = self.fmu("Models.Ball", version).instance("me")
            instance.enter_initialization()
            by = instance.description.by_name
            unknowns, knowns = [by["y"], by["der(v)"], by["h"]], [by["h0"], by["v"], by["g"], by["u"]]
            expected = {"y": [1, 1, 0, 0], "der(v)": [0, 0, -1, 1], "h": [1, 0, 0, 0]}
            for i, k in enumerate(knowns):
                found = instance.directional(unknowns, [k], [2.0])
                for u, x in zip(unknowns, found):
                    self.assertAlmostEqual(x, 2 * expected[u.name][i], delta=1e-9, msg=f"{u.name} {k.name}")
            if version == 3:
                back = instance.adjoint(unknowns, knowns, [1.0, 10.0, 100.0])
                for i, x in enumerate(back):
                    wanted = expected["y"][i] + 10 * expected["der(v)"][i] + 100 * expected["h"][i]
                    self.assertAlmostEqual(x, wanted, delta=1e-7)
            instance.free()

    def test_initial_unknowns(self):
        for version in (2, 3):
            d = self.fmu("Models.Ball", version).description
            named = {u.name: {k.name for k in ks} for u, ks in d.initial_unknowns.items()}
            self.assertEqual(named["h"], {"h0"})
            self.assertEqual(named["y"], {"h0", "v"})
            self.assertEqual(named["twice"], {"h0"})
            self.assertNotIn("v", named)

    # ---- copies and instances
    def test_state_continues_in_another_process(self):
        script = (
            "import sys, fmu; path, folder, state, out = sys.argv[1:]\n"
            "i = fmu.Fmu(path, folder).instance('cs')\n"
            "i.restore(open(state, 'rb').read(), 0.5)\n"
            "for k in range(5): i.time = 0.5 + k/10; i.step(0.1)\n"
            "open(out, 'w').write(' '.join(x.hex() for x in i.get('h', 'v', 'n')))\n"
        )
        for version, more in itertools.product((2, 3), ((), ("--method", "inline:bdf"))):
            exported = self.fmu("Models.Ball", version, *more)
            path = next(self.folder / f"{i}.fmu" for i, e in enumerate(self.exported.values()) if e is exported)
            instance = exported.instance("cs")
            self.run_to(instance, 0.5, 0.1)
            (self.folder / "state").write_bytes(instance.state())
            for k in range(5):
                instance.time = 0.5 + k / 10
                instance.step(0.1)
            out = self.folder / "restored.txt"
            command = [sys.executable, "-c", script, path, self.folder / "other", self.folder / "state", out]
            subprocess.run(command, cwd=fp.ROOT / "tests" / "tools", check=True)
            self.assertEqual(out.read_text(), " ".join(x.hex() for x in instance.get("h", "v", "n")))
            instance.free()

    def test_state_of_another_model_is_refused(self):
        one = self.fmu("Models.Ball", 2).instance("cs")
        two = self.fmu("Models.Loop", 2).instance("cs")
        self.run_to(one, 0.1, 0.1)
        with self.assertRaises(fmu.Failed):
            two.restore(one.state(), 0.1)

    def test_instances_in_threads_do_not_disturb_each_other(self):
        exported = self.fmu("Models.Ball", 3)

        def result(h0):
            instance = exported.instance("cs")
            self.run_to(instance, 1.5, 0.01, h0=h0)
            values = instance.get("h", "v", "n")
            instance.free()
            return values

        heights = [0.5 + i / 16 for i in range(32)]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            together = list(pool.map(result, heights))
        self.assertEqual(together, [result(h0) for h0 in heights])

    def test_reset_begins_anew(self):
        for version, kind in KINDS:
            instance = self.fmu("Models.Ball", version).instance(kind)
            self.run_to(instance, 1.0, 0.01)
            first = instance.get("h", "v", "n")
            for _ in range(3):
                instance.call("Reset")
                self.assertEqual(instance.get("v"), [0.5])
                self.run_to(instance, 1.0, 0.01)
                self.assertEqual(instance.get("h", "v", "n"), first)
            instance.free()

    def many_instances(self, *options):
        """The C text of an FMU together with tests/fmi/many_instances.c; how to run it."""
        exported = self.fmu("Models.Ball", 2, "--method", "inline:bdf", "--sources")
        d = exported.description
        program = self.folder / f"many{len(list(self.folder.glob('many*')))}"
        source = exported.folder / "sources" / f"{d.identifier}.c"
        compiler = ["cc", "-std=gnu99", "-O1", "-g", *options, source, fp.ROOT / "tests" / "fmi" / "many_instances.c"]
        done = subprocess.run([*compiler, "-o", program, "-lm", "-lpthread"], capture_output=True, check=False)
        if done.returncode != 0 and options:
            self.skipTest("the compiler cannot do this here")
        self.assertEqual(done.returncode, 0, done.stderr)
        places = [str(d.by_name[name].reference) for name in ("h0", "h")]
        return lambda what, count, *before: subprocess.run(
            [*before, program, what, str(count), d.token, *places], capture_output=True, encoding="utf-8", check=False
        )

    def test_many_instances_in_threads(self):
        done = self.many_instances()("threads", 64)
        self.assertEqual((done.returncode, done.stdout), (0, "64 instances: equal\n"), done.stderr)

    def test_many_instances_under_the_thread_sanitizer(self):
        done = self.many_instances("-fsanitize=thread")("threads", 64)
        if "FATAL: ThreadSanitizer" in done.stderr:
            self.skipTest("the sanitizer does not run here")
        self.assertEqual((done.returncode, done.stdout), (0, "64 instances: equal\n"), done.stderr)

    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is missing")
    def test_many_instances_under_valgrind(self):
        done = self.many_instances()("threads", 8, "valgrind", "-q", "--error-exitcode=9", "--leak-check=full")
        self.assertEqual((done.returncode, done.stdout), (0, "8 instances: equal\n"), done.stderr)

    def test_resets_keep_the_memory(self):
        done = self.many_instances()("resets", 100000)
        self.assertEqual((done.returncode, done.stdout), (0, "100000 resets: equal, 0 bytes more\n"), done.stderr)

    @unittest.skipUnless(shutil.which("objdump"), "objdump is missing")
    def test_binaries_need_the_c_library_alone(self):
        for model in ("Models.Ball", "Models.Derived", "Tables.Inside"):
            exported = self.fmu(model, 2)
            binary = next(exported.folder.glob("binaries/linux64/*.so"))
            dump = subprocess.run(["objdump", "-T", "-p", binary], capture_output=True, encoding="utf-8", check=True).stdout
            needed = {line.split()[1] for line in dump.splitlines() if line.split()[:1] == ["NEEDED"]}
            self.assertLessEqual(needed, {"libc.so.6", "libm.so.6"})
            for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", dump):
                self.assertLessEqual((int(major), int(minor)), (2, 17), model)
            defined = [line.split()[-1] for line in dump.splitlines() if " .text" in line and " g " in line]
            self.assertTrue(defined and all(name.startswith("fmi2") for name in defined), defined)

    # ---- what goes wrong
    def test_a_step_that_fails_is_not_ok(self):
        for version in (2, 3):
            instance = self.fmu("Models.Breaks", version).instance("cs")
            instance.initialize()
            with self.assertRaises(fmu.Failed):
                for _ in range(10):
                    instance.step(0.1)
            self.assertLess(instance.time, 0.55)
            self.assertIn("x is too large", instance.messages[-1])
            instance.free()

    def test_terminate(self):
        instance = self.fmu("Models.Ends", 2).instance("me")
        self.run_to(instance, 1.0, 0.01)
        self.assertTrue(instance.terminated)
        self.assertAlmostEqual(instance.time, 0.5, delta=1e-9)
        instance = self.fmu("Models.Ends", 2).instance("cs")
        instance.initialize()
        with self.assertRaises(fmu.Failed) as caught:
            while instance.time < 1:
                instance.step(0.125)
        self.assertEqual((caught.exception.args[1], instance.time), (2, 0.5))
        self.assertAlmostEqual(instance.get("x")[0], 0.5, delta=1e-6)
        instance = self.fmu("Models.Ends", 3).instance("cs")
        instance.initialize()
        while not instance.terminated and instance.time < 1:
            instance.step(0.125)
        self.assertTrue(instance.terminated)
        self.assertAlmostEqual(instance.get("x")[0], 0.5, delta=1e-6)

    def test_the_last_event(self):
        """What happens at terminal() is there once the environment has ended the simulation."""
        for version, kind in KINDS:
            instance = self.fmu("Models.Ending", version).instance(kind)
            self.run_to(instance, 1.5, 0.01)
            self.assertEqual((instance.get("last")[0], instance.get("n")[0]), (-1, 0))
            instance.call("Terminate")
            self.assertAlmostEqual(instance.get("last")[0], 1.5**2, delta=1e-4)
            self.assertEqual(instance.get("n")[0], 1)
            instance.free()

    def test_what_cannot_be_set_is_refused(self):
        for version, kind in KINDS:
            instance = self.fmu("Models.Ball", version).instance(kind)
            for name in ("twice", "h", "y", "n"):
                with self.assertRaises(fmu.Failed, msg=name):
                    instance.set(name, 1)
            instance.initialize()
            with self.assertRaises(fmu.Failed):
                instance.set("g", 1)
            instance.free()
            instance = self.fmu("Models.Ball", version).instance(kind)
            with self.assertRaises(fmu.Failed):
                instance.initialize(g=-1)
            self.assertIn("the parameter g was 9.81", instance.messages[-1])
            instance.free()

    def test_calls_in_the_wrong_order_are_refused(self):
        instance = self.fmu("Models.Ball", 2).instance("me")
        with self.assertRaises(fmu.Failed):
            instance.call("EnterContinuousTimeMode")
        with self.assertRaises(fmu.Failed):
            instance.states()
        instance.free()
        exported = self.fmu("Models.Ball", 2)
        token, exported.description.token = exported.description.token, "other"
        with self.assertRaises(fmu.Failed):
            exported.instance("me")
        exported.description.token = token

    def test_commands_that_are_wrong(self):
        out = ("--output", self.folder / "x.fmu")
        effects = self.folder / "effects.mo"
        effects.write_text("model M impure function note input Real x; algorithm assert(x < 2, \"late\"); end note;"
                           " equation when time > 0.5 then note(time); end when; end M;", encoding="utf-8")
        fp.run("export", effects, *out, status=1)
        fp.run("export", MODELS, "Models.Ball", "--method", "cvode", *out, status=2)
        fp.run("export", MODELS, "Models.Ball", "--method", "inline:be", *out, status=2)
        fp.run("export", MODELS, "Models.Ball", "--method", "inline:bdf", "--step", 0.1, *out, status=2)
        fp.run("export", MODELS, "Models.Ball", "--real-time", *out, status=2)
        fp.run("export", MODELS, "Models.Ball", "--kind", "xx", *out, status=2)
        fp.run("export", MODELS, "Models.Ball", "--fmi", "1", *out, status=2)
        fp.run("export", MODELS, "Models.Ball", "--output", self.folder / "no" / "x.fmu", status=2)
        self.assertFalse((self.folder / "x.fmu").exists())

    def test_kinds(self):
        d = self.fmu("Models.Ball", 2, "--kind", "me").description
        self.assertIsNone(d.kinds["CoSimulation"])
        with self.assertRaises(fmu.Failed):
            self.fmu("Models.Ball", 2, "--kind", "me").instance("cs")
        instance = self.fmu("Models.Ball", 2, "--kind", "me").instance("me")
        self.run_to(instance, 0.1, 0.01)
        self.assertAlmostEqual(instance.get("h")[0], 1 + 0.05 - 9.81 / 200, delta=1e-9)
        instance.free()


if __name__ == "__main__":
    unittest.main()
