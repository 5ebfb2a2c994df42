"""FMUs of others: `formola simulate x.fmu` agrees with the model, `formola inspect x.fmu` tells what is in it, and broken
FMUs end with a message."""

import json
import math
import pathlib
import platform
import shutil
import signal
import struct
import subprocess
import tempfile
import unittest
import zipfile

import formola_program as fp

MODELS = fp.ROOT / "tests" / "fmi" / "models.mo"
RUNNABLE = fp.program() and shutil.which("cc") and platform.machine() == "x86_64"

DESCRIPTION = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Decay" guid="1" numberOfEventIndicators="0">
<ModelExchange modelIdentifier="decay"/>
<CoSimulation modelIdentifier="decay" canHandleVariableCommunicationStepSize="true"/>
<ModelVariables>
<ScalarVariable name="x" valueReference="0" initial="exact" causality="local"><Real start="1"/></ScalarVariable>
<ScalarVariable name="der(x)" valueReference="1"><Real derivative="1"/></ScalarVariable>
</ModelVariables>
<ModelStructure><Derivatives><Unknown index="2" dependencies="1"/></Derivatives></ModelStructure>
</fmiModelDescription>"""


def call(*arguments, cwd):
    """Exit status and standard error; a limit, since nothing may hang."""
    done = subprocess.run(
        [str(fp.program()), *map(str, arguments)], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        encoding="utf-8", errors="replace", check=False, timeout=120,
    )  # fmt: skip
    return done.returncode, done.stderr


@unittest.skipUnless(RUNNABLE, "the program or a C compiler is missing")
class FmuImportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)
        cls.binaries = {}

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    # ---- agreement
    def exported(self, model, version):
        path = self.folder / f"{model}{version}.fmu"
        file = [MODELS] if model.startswith("Models.") else []
        if not path.exists():
            fp.run("export", *file, model, "--fmi", version, "--tolerance", 1e-7, "--output", path, "--quiet")
        return path

    def result(self, *arguments):
        out = self.folder / "row.csv"
        fp.run("simulate", *arguments, "--output", out, "--quiet", "--tolerance", 1e-8)
        return fp.read_csv(out)

    def last_row(self, *arguments):
        return {name: values[-1] for name, values in self.result(*arguments).items()}

    def check_agreement(self, model, stop, *more, most=1e-5):
        file = [MODELS] if model.startswith("Models.") else []
        expected = self.result(*file, model, "--stop", stop, *more)
        for version in (2, 3):
            path = self.exported(model, version)
            for way in (("me",), ("me", "--method", "dopri5"), ("cs",)):
                with self.subTest(f"{model} {version} {way}"):
                    row = self.last_row(path, "--stop", stop, "--kind", *way, *more)
                    names = [name for name in expected if name in row]
                    self.assertGreater(len(names), 2)
                    for name in names:
                        size = max(map(abs, expected[name]))
                        self.assertAlmostEqual(row[name], expected[name][-1], delta=most * max(1, size), msg=name)

    def test_state_events(self):
        self.check_agreement("Models.Ball", 1.5)
        self.check_agreement("Models.Ball", 1.5, "--set", "e=0.5", "--set", "h0=2")

    def test_time_events(self):
        self.check_agreement("Models.Sampled", 1)

    def test_systems(self):
        self.check_agreement("Models.Chain", 1)
        self.check_agreement("Models.Loop", 1)

    def test_library_examples(self):
        self.check_agreement("Formola.Examples.Electrical.RLCCircuit", 1e-3)
        self.check_agreement("Formola.Examples.Blocks.DiscreteController", 2)

    def test_inputs_over_time(self):
        table = self.folder / "u.csv"
        table.write_text("time,u\n0,0\n0.25,0\n0.25,3\n1,3\n", encoding="utf-8")
        self.check_agreement("Models.Ball", 1, "--input", table)

    def test_rows_at_events(self):
        out = self.folder / "rows.csv"
        fp.run("simulate", self.exported("Models.Ball", 2), "--stop", 1, "--kind", "me", "--output", out, "--quiet")
        times = fp.read_csv(out)["time"]
        twice = [a for a, b in zip(times, times[1:]) if a == b]
        self.assertTrue(twice)
        fp.run("simulate", self.exported("Models.Ball", 2), "--stop", 1, "--no-event-rows", "--output", out, "--quiet")
        times = fp.read_csv(out)["time"]
        self.assertEqual(len(times), len(set(times)))

    def test_integers_that_change_between_events(self):
        """Functions of time, whose changes are no events, are read where rows are written."""
        model = self.folder / "late.mo"
        model.write_text("""model Late
  function late
    input Real t;
    output Integer k;
    output Boolean b;
  algorithm
    k := integer(10*t);
    b := t > 0.5;
  end late;
  Integer k;
  Boolean b;
  Real x(start = 0, fixed = true);
equation
  (k, b) = late(x);
  der(x) = 1;
end Late;
""", encoding="utf-8")
        for version in (2, 3):
            path = self.folder / f"late{version}.fmu"
            fp.run("export", model, "--fmi", version, "--kind", "me", "--output", path, "--quiet")
            for method in ("ida", "dopri5"):
                rows = self.result(path, "--stop", 0.95, "--intervals", 7, "--method", method)
                for time, k, b in zip(rows["time"], rows["k"], rows["b"], strict=True):
                    self.assertEqual((k, b), (int(10 * time), time > 0.5), (version, method, time))

    def test_events_at_output_instants_keep_their_rows(self):
        table = self.folder / "step.csv"
        table.write_text("time,u\n0,0\n0.5,0\n0.5,1\n1,1\n", encoding="utf-8")
        for version, kind in ((2, "cs"), (3, "cs"), (2, "me")):
            path = self.exported("Models.Ball", version)
            options = ["--kind", kind, "--stop", 1, "--intervals", 10, "--input", table, "--no-event-rows"]
            rows = self.result(path, *options)
            self.assertEqual(len(rows["time"]), 11, kind)
            self.assertEqual(rows["z"][5], 1, kind)

    def test_termination_and_assertions(self):
        for version in (2, 3):
            for kind in ("me", "cs"):
                options = ["--kind", kind, "--stop", 1, "--output", self.folder / "end.csv"]
                told = fp.run("simulate", self.exported("Models.Ends", version), *options)
                self.assertIn("terminated at t = ", told)
                status, text = call("simulate", self.exported("Models.Breaks", version), *options, cwd=self.folder)
                self.assertEqual(status, 3, text)
                self.assertIn("the simulation failed at t = ", text)

    def test_report(self):
        report = self.folder / "report.json"
        path = self.exported("Models.Ball", 3)
        fp.run("simulate", path, "--stop", 1, "--report", report, "--output", self.folder / "r.csv", "--quiet")
        found = json.loads(report.read_text(encoding="utf-8"))
        self.assertEqual((found["fmi_version"], found["states"]), (3, 2))
        self.assertGreater(found["state_events"], 0)
        self.assertIn("h", found["final"])

    def test_inspect(self):
        for version in (2, 3):
            path = self.exported("Models.Ball", version)
            found = json.loads(fp.run("inspect", path, "--json"))
            self.assertEqual(set(found["kinds"]), {"model_exchange", "co_simulation"})
            self.assertEqual((found["fmi_version"], found["states"]), (version, 2))
            variables = {v["name"]: v for v in found["variables"]}
            self.assertEqual(variables["u"]["causality"], "input")
            self.assertEqual(variables["u"]["unit"], "m/s2")
            outputs = {each["unknown"]: each["depends_on"] for each in found["structure"]["outputs"]}
            self.assertEqual(outputs["z"], ["u"])
            self.assertIn("z depends on u", fp.run("inspect", path))

    def test_settings_are_checked(self):
        path = self.exported("Models.Ball", 2)
        for text, reason in (
            ("gg=1", "did you mean 'g'?"),
            ("g=heavy", "no number"),
            ("g={1,2}", "no array"),
            ("y=1", "computed by the FMU"),
        ):
            status, told = call("simulate", path, "--set", text, cwd=self.folder)
            self.assertEqual(status, 2, told)
            self.assertIn(reason, told)
        status, told = call("simulate", path, "--method", "inline:bdf", cwd=self.folder)
        self.assertEqual((status, "which an FMU does not have" in told), (2, True), told)

    # ---- blocks
    def imported(self, name, *options):
        source = name.split("_")[0]
        folder = self.folder / "blocks"
        folder.mkdir(exist_ok=True)
        version = 3 if "3" in name else 2
        fp.run("import", self.exported(f"Models.{source}", version), "--output", folder / f"{name}.mo", *options)
        return folder

    def test_blocks_join_the_model(self):
        expected = self.last_row(MODELS, "Models.Ball", "--stop", 1.5, "--set", "e=0.6")
        for name in ("Ball_2", "Ball_3"):
            folder = self.imported(name)
            model = f"model M Real y = b.y; {name} b(e = 0.6); equation b.u = 0; end M;"
            (folder / "M.mo").write_text(model, encoding="utf-8")
            for method in ("ida", "inline:bdf", "dopri5"):
                files = [folder / f"{name}.mo", folder / "M.mo", "M"]
                row = self.last_row(*files, "--trust", folder, "--stop", 1.5, "--method", method)
                self.assertAlmostEqual(row["b.y"], expected["y"], delta=1e-4, msg=f"{name} {method}")

    def test_blocks_make_no_loops(self):
        # Outputs that are fed back into inputs of the same block, on which they do not depend.
        folder = self.imported("Chain_2")
        model = "model M Chain_2 b; equation b.left = b.nothing; b.right = b.first; end M;"
        (folder / "M.mo").write_text(model, encoding="utf-8")
        text = fp.run("inspect", folder / "Chain_2.mo", folder / "M.mo", "M", "--json")
        self.assertEqual({block["kind"] for block in json.loads(text)["blocks"]}, {"assign"})
        reference = "model R Models.Chain b; equation b.left = b.nothing; b.right = b.first; end R;"
        (folder / "R.mo").write_text(reference, encoding="utf-8")
        expected = self.last_row(MODELS, folder / "R.mo", "R", "--stop", 1)
        row = self.last_row(folder / "Chain_2.mo", folder / "M.mo", "M", "--trust", folder, "--stop", 1)
        self.assertAlmostEqual(row["b.last"], expected["b.last"], delta=1e-5)

    def test_blocks_for_co_simulation(self):
        for name in ("Ball_2cs", "Ball_3cs"):
            folder = self.imported(name, "--kind", "cs", "--step", 0.01)
            (folder / "M.mo").write_text(f"model M {name} b; equation b.u = 0; end M;", encoding="utf-8")
            row = self.last_row(folder / f"{name}.mo", folder / "M.mo", "M", "--trust", folder, "--stop", 1)
            model = self.last_row(MODELS, "Models.Ball", "--stop", 1)
            self.assertAlmostEqual(row["b.y"], model["y"], delta=1e-3, msg=name)

    def test_blocks_are_not_trusted_by_themselves(self):
        folder = self.imported("Ball_2")
        (folder / "M.mo").write_text("model M Ball_2 b; equation b.u = 0; end M;", encoding="utf-8")
        status, text = call("simulate", folder / "Ball_2.mo", folder / "M.mo", "M", cwd=self.folder)
        self.assertNotEqual(status, 0)
        self.assertIn("[ForeignCodeRefused]", text)

    def test_what_blocks_do_not_have(self):
        description = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Left" instantiationToken="1"><CoSimulation modelIdentifier="decay"/>
<ModelVariables><Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
<Binary name="bytes" valueReference="1" causality="input"/>
<Int32 name="counts" valueReference="2" causality="parameter" variability="fixed" start="1 2"><Dimension start="2"/></Int32>
<String name="words" valueReference="3" causality="output"><Dimension start="2"/></String>
</ModelVariables><ModelStructure><Output valueReference="3"/></ModelStructure></fmiModelDescription>"""
        status, text = call("import", self.package("left", description, self.binary(), "binaries/x86_64-linux/decay.so"),
                            cwd=self.folder)  # fmt: skip
        self.assertEqual((status, text.count("[FmuVariableLeftOut]")), (0, 3), text)
        for name in ("bytes", "counts", "words"):
            self.assertIn(f"does not have '{name}'", text)

    def test_strings_of_blocks(self):
        """Parameters, inputs and outputs; n grows by 2, from 0.25 on by 1, from 0.5 on by 10."""
        for name, options, most in (("Words_2", (), 1e-6), ("Words_3", (), 1e-6), ("Words_2c", ("--kind", "cs", "--step", "0.01"), 0.2),
                                    ("Words_3c", ("--kind", "cs", "--step", "0.01"), 0.2)):  # fmt: skip
            with self.subTest(name):
                folder = self.imported(name, *options)
                model = (f"model M {name} w(last = \"y\"); Boolean early = w.told == \"b\"; Boolean late = w.told == \"y\";"
                         " equation w.word = if time > 0.25 then \"b\" else \"a\"; end M;")  # fmt: skip
                (folder / "M.mo").write_text(model, encoding="utf-8")
                rows = self.result(folder / f"{name}.mo", folder / "M.mo", "M", "--trust", folder, "--stop", 0.995, "--intervals", 199)
                self.assertAlmostEqual(rows["w.n"][-1], 0.25 * 2 + 0.25 + 0.495 * 10, delta=most)
                self.assertEqual((rows["early"][0], rows["late"][0], rows["late"][-1]), (0, 0, 1))
                self.assertIn(1, rows["early"])

    def test_inputs_that_are_no_continuous_reals(self):
        """x falls by 0.35, then rises by the gears 2, 3 and 4; sampled for co-simulation."""
        for name, options, most in (("Gears_2", (), 1e-6), ("Gears_3", (), 1e-6),
                                    ("Gears_3c", ("--kind", "cs", "--step", "0.01"), 0.1)):
            with self.subTest(name):
                folder = self.imported(name, *options)
                model = (f"model M {name} g; Integer n = g.doubled; Boolean b = g.off; Real y = g.y;"
                         " equation g.on = time > 0.35; g.gear = 1 + integer(4*time); end M;")
                (folder / "M.mo").write_text(model, encoding="utf-8")
                result = self.result(folder / f"{name}.mo", folder / "M.mo", "M", "--trust", folder, "--stop", 0.99,
                                     "--intervals", 99)
                row = {key: values[-1] for key, values in result.items()}
                self.assertAlmostEqual(row["y"], 100 - 0.35 + 0.15 * 2 + 0.25 * 3 + 0.24 * 4, delta=most)
                self.assertEqual((row["n"], row["b"]), (8, 0))
                if name.endswith("c"):
                    continue
                for time, n, gear, on, b in zip(result["time"], result["n"], result["g.gear"], result["g.on"], result["b"]):
                    self.assertEqual((n, b), (2 * gear, 1 - on), time)

    def test_arrays_and_other_types(self):
        """An FMU of FMI 3.0 from tests/fmi/array_fmu.c against its closed form."""
        binary = self.folder / "array.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", binary, fp.ROOT / "tests" / "fmi" / "array_fmu.c"], check=True)
        two, square = '<Dimension start="2"/>', '<Dimension start="2"/><Dimension start="2"/>'
        description = f"""<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Arrays" instantiationToken="1"><ModelExchange modelIdentifier="decay"/>
<TypeDefinitions><EnumerationType name="Far"><Item name="no" value="0"/><Item name="near" value="1"/><Item name="far" value="100"/></EnumerationType></TypeDefinitions>
<ModelVariables>
<Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
<Float64 name="u" valueReference="1" causality="input" start="0 0">{two}</Float64>
<Float64 name="y" valueReference="2" causality="output">{two}</Float64>
<Float64 name="x" valueReference="3" start="0 0" initial="exact">{two}</Float64>
<Float64 name="der(x)" valueReference="4" derivative="3">{two}</Float64>
<Float64 name="K" valueReference="5" causality="parameter" variability="fixed" start="1 0 0 1">{square}</Float64>
<Float32 name="gain" valueReference="6" causality="input" start="1"/>
<Int8 name="m" valueReference="7" causality="input" start="1"/>
<Int64 name="n" valueReference="8" causality="output"/>
<Enumeration name="shift" valueReference="9" causality="parameter" variability="fixed" start="1" declaredType="Far"/>
<Float32 name="offset" valueReference="10" causality="parameter" variability="fixed" start="0"/>
</ModelVariables><ModelStructure><Output valueReference="2" dependencies="1 3 6"/><Output valueReference="8" dependencies="7"/>
<ContinuousStateDerivative valueReference="4" dependencies="1"/></ModelStructure></fmiModelDescription>"""
        path = self.package("arrays", description, binary.read_bytes(), "binaries/x86_64-linux/decay.so")
        folder = self.folder / "arrays"
        folder.mkdir()
        fp.run("import", path, "--output", folder / "Arrays.mo", "--quiet")
        model = ("model M Arrays a(K = {{1, 2}, {3, -4}}, shift = 100, offset = 0.25); equation a.u = {1, time}; a.gain = 0.5; a.m = -integer(3*time);"
                 " end M;")
        (folder / "M.mo").write_text(model, encoding="utf-8")
        for method in ("ida", "inline:sdirk4"):
            row = self.last_row(folder / "Arrays.mo", folder / "M.mo", "M", "--trust", folder, "--stop", 2, "--method", method)
            self.assertAlmostEqual(row["a.y[1]"], 2 + 2 * 2 + 0.5 + 0.25, delta=1e-5)
            self.assertAlmostEqual(row["a.y[2]"], 3 * 2 - 4 * 2 + 0.5 * 2 + 0.25, delta=1e-5)
            self.assertIn(row["a.n"], (110, 112))  # before and after the event at the end

    def test_directional_derivatives_are_jacobians_of_blocks(self):
        """The FMUs of tests/fmi/rough_fmu.c: values that differences cannot be taken of, exact directional derivatives."""
        source = fp.ROOT / "tests" / "fmi" / "rough_fmu.c"
        scalar = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Rough" guid="1" numberOfEventIndicators="0">
<ModelExchange modelIdentifier="decay" PROVIDES/><ModelVariables>
<ScalarVariable name="x" valueReference="1" initial="exact" causality="local"><Real start="2"/></ScalarVariable>
<ScalarVariable name="der(x)" valueReference="2"><Real derivative="1"/></ScalarVariable>
<ScalarVariable name="u" valueReference="3" causality="input"><Real start="0"/></ScalarVariable>
<ScalarVariable name="y" valueReference="4" causality="output"><Real/></ScalarVariable>
</ModelVariables><ModelStructure><Outputs><Unknown index="4" dependencies="1 3"/></Outputs>
<Derivatives><Unknown index="2" dependencies="1 3"/></Derivatives></ModelStructure></fmiModelDescription>"""
        two = '<Dimension start="2"/>'
        array = f"""<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Rough" instantiationToken="1"><ModelExchange modelIdentifier="decay" PROVIDES/><ModelVariables>
<Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
<Float64 name="x" valueReference="1" start="2 3" initial="exact">{two}</Float64>
<Float64 name="der(x)" valueReference="2" derivative="1">{two}</Float64>
<Float64 name="u" valueReference="3" causality="input" start="0 0">{two}</Float64>
<Float64 name="y" valueReference="4" causality="output">{two}</Float64>
</ModelVariables><ModelStructure><Output valueReference="4" dependencies="1 3"/>
<ContinuousStateDerivative valueReference="2" dependencies="1 3"/></ModelStructure></fmiModelDescription>"""
        for version, description, flag in ((2, scalar, "providesDirectionalDerivative"), (3, array, "providesDirectionalDerivatives")):
            binary = self.folder / f"rough{version}.so"
            options = ["-DFMI3"] if version == 3 else []
            subprocess.run(["cc", "-shared", "-fPIC", *options, "-o", binary, source, "-lm"], check=True)
            entry = f"binaries/{'linux64' if version == 2 else 'x86_64-linux'}/decay.so"
            n = version - 1
            u, y = ("u", "y") if n == 1 else ("u[2]", "y[2]")
            for provides in (True, False):
                name = f"Rough{version}{'d' if provides else ''}"
                text = description.replace("PROVIDES", f'{flag}="true"' if provides else "")
                path = self.package(name, text, binary.read_bytes(), entry)
                folder = self.folder / f"rough{name}"
                folder.mkdir()
                fp.run("import", path, "--output", folder / f"{name}.mo", "--quiet")
                start = "start = 3" if n == 1 else "start = {3, 5}"
                (folder / "M.mo").write_text(f"model M {name} b; input Real {u}({start}); output Real {y};"
                                             " equation b.u = u; y = b.y; end M;", encoding="utf-8")  # fmt: skip
                found = json.loads(fp.run("linearize", folder / f"{name}.mo", folder / "M.mo", "M", "--trust", folder, "--json"))
                points = ((2, 3), (3, 5))[:n]
                expected = {"A": [v - 3 * x * x for x, v in points], "B": [x for x, v in points],
                            "C": [2 * v * x for x, v in points], "D": [x * x for x, v in points]}  # fmt: skip
                for matrix, diagonal in expected.items():
                    for i in range(n):
                        for j in range(n):
                            message = (version, provides, matrix, i, j)
                            if provides:
                                self.assertEqual(found[matrix][i][j], diagonal[i] if i == j else 0, message)
                            elif i == j:
                                self.assertNotAlmostEqual(found[matrix][i][j], diagonal[i], delta=0.01, msg=message)

    def test_blocks_are_told_of_the_ends_of_steps(self):
        """The FMUs of tests/fmi/stepped_fmu.c, whose events, end and integral of the input depend on it."""
        source = fp.ROOT / "tests" / "fmi" / "stepped_fmu.c"
        kinds = (("x", 1, 'initial="exact" causality="local" START'), ("der(x)", 2, "DERIVATIVE"), ("u", 3, 'causality="input" START'),
                 ("sum", 4, 'causality="output"'), ("steps", 5, 'causality="output"'),
                 ("weak", 6, 'causality="parameter" variability="fixed" WEAK'))  # fmt: skip

        def variable(version, name, reference, text):
            own = {"START": 'start="0"', "WEAK": 'start="100"', "DERIVATIVE": 'derivative="1"'}
            words = [own.get(word, word) for word in text.split()]
            head = f'name="{name}" valueReference="{reference}"'
            if version == 3:
                return f'<Float64 {head} {" ".join(words)}/>'
            inner = " ".join(w for w in words if w.startswith(("start", "derivative")))
            return f'<ScalarVariable {head} {" ".join(w for w in words if w not in inner)}><Real {inner}/></ScalarVariable>'

        for version in (2, 3):
            binary = self.folder / f"stepped{version}.so"
            subprocess.run(["cc", "-shared", "-fPIC", *(["-DFMI3"] if version == 3 else []), "-o", binary, source], check=True)
            variables = "".join(variable(version, *each) for each in kinds)
            head = ('fmiVersion="2.0" guid="1" numberOfEventIndicators="0"' if version == 2
                    else 'fmiVersion="3.0" instantiationToken="1"')  # fmt: skip
            needs = ' needsCompletedIntegratorStep="true"' if version == 3 else ""
            structure = ('<Outputs><Unknown index="4" dependencies=""/><Unknown index="5" dependencies=""/></Outputs>'
                         '<Derivatives><Unknown index="2" dependencies=""/></Derivatives>' if version == 2 else
                         '<Output valueReference="4" dependencies=""/><Output valueReference="5" dependencies=""/>'
                         '<ContinuousStateDerivative valueReference="2" dependencies=""/>')  # fmt: skip
            description = (f'<?xml version="1.0" encoding="UTF-8"?><fmiModelDescription {head} modelName="Stepped">'
                           f'<ModelExchange modelIdentifier="decay"{needs}/><ModelVariables>{variables}</ModelVariables>'
                           f"<ModelStructure>{structure}</ModelStructure></fmiModelDescription>")  # fmt: skip
            entry = f"binaries/{'linux64' if version == 2 else 'x86_64-linux'}/decay.so"
            path = self.package(f"stepped{version}", description, binary.read_bytes(), entry)
            folder = self.folder / f"stepped{version}"
            folder.mkdir()
            fp.run("import", path, "--output", folder / "Stepped.mo", "--quiet")
            (folder / "M.mo").write_text("model M Stepped b; Real y(start = 0, fixed = true); equation b.u = sin(3*time);"
                                         " der(y) = b.u; end M;", encoding="utf-8")  # fmt: skip
            files = [folder / "Stepped.mo", folder / "M.mo", "M", "--trust", folder]
            for method in ("ida", "cvode", "inline:bdf", "inline:radau5", "rk4"):
                with self.subTest(f"{version} {method}"):
                    step = ["--step", 0.01] if method == "rk4" else ["--max-step", 0.02]
                    # at the end the input is zero: what the last step adds is there after it only
                    rows = self.result(*files, "--method", method, "--stop", math.pi / 3, *step)
                    self.assertAlmostEqual(rows["b.fmu_x[1]"][-1], 1 + 3 * (math.pi / 3 - 1), delta=1e-6)
                    self.assertGreater(rows["b.steps"][-1], 50)
                    self.assertAlmostEqual(rows["b.sum"][-1], rows["y"][-1], delta=2e-3)
            told = fp.run("simulate", *files, "--stop", 5, "--output", folder / "end.csv")
            self.assertIn("terminated at t = 2", told)
            self.assertIn("the FMU asked for the end", told)
            weak = [*files, "--set", "b.weak=0.5", "--stop", 5, "--output", folder / "weak.csv"]
            status, text = call("simulate", *weak, cwd=self.folder)
            self.assertEqual((status, "failed in CompletedIntegratorStep" in text), (3, True), text)
            status, text = call("export", *files, "--output", folder / "x.fmu", cwd=self.folder)
            self.assertEqual((status, "at the ends of steps" in text), (1, True), text)

    def test_blocks_with_a_past(self):
        """What an FMU delays is what it was told of the ends of steps."""
        model = self.folder / "late.mo"
        model.write_text("model Late input Real u; output Real y = delay(u, 0.3); Real x(start = 0, fixed = true);"
                         " equation der(x) = u; end Late;", encoding="utf-8")  # fmt: skip
        for version in (2, 3):
            folder = self.folder / f"late{version}"
            folder.mkdir()
            fp.run("export", model, "--fmi", version, "--kind", "me", "--output", folder / "late.fmu", "--quiet")
            fp.run("import", folder / "late.fmu", "--output", folder / "Past.mo", "--quiet")
            (folder / "M.mo").write_text("model M Past b; Real e; equation b.u = sin(5*time);"
                                         " e = b.y - (if time < 0.3 then 0 else sin(5*(time - 0.3))); end M;", encoding="utf-8")  # fmt: skip
            files = [folder / "Past.mo", folder / "M.mo", "M", "--trust", folder, "--stop", 2]
            for method in ("ida", "inline:bdf"):
                rows = self.result(*files, "--method", method)
                self.assertLess(max(map(abs, rows["e"])), 1e-3, (version, method))

    # ---- scheduled execution
    def scheduled(self):
        """The FMU of tests/fmi/scheduled_fmu.c."""
        binary = self.folder / "scheduled.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", binary, fp.ROOT / "tests" / "fmi" / "scheduled_fmu.c"], check=True)
        kinds = ("constant\" intervalCounter=\"1\" resolution=\"4", "fixed", "triggered", "countdown", "changing")
        clocks = "".join(
            f'<Clock name="c{k + 1}" valueReference="{k + 1}" causality="input" priority="{(k - 2) % 5}" intervalVariability="{kind}"/>'
            for k, kind in enumerate(kinds))
        counts = "".join(f'<Int32 name="n{k}" valueReference="{10 + k}" causality="output"/>' for k in range(1, 7))
        description = f"""<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Partitions" instantiationToken="1"><ScheduledExecution modelIdentifier="decay"/>
<DefaultExperiment stopTime="2"/><ModelVariables>
<Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>{clocks}
<Clock name="c6" valueReference="6" causality="output" intervalVariability="triggered"/>{counts}
<Float64 name="u" valueReference="20" causality="input" start="0"/>
<Float64 name="sum" valueReference="21" causality="output" variability="discrete"/>
<Int32 name="order" valueReference="22" causality="output"/>
</ModelVariables><ModelStructure/></fmiModelDescription>"""
        return self.package("scheduled", description, binary.read_bytes(), "binaries/x86_64-linux/decay.so")

    def test_scheduled_execution(self):
        """Clocks of every kind against what their instants follow from; priorities are those of 3, 4, 5, 1, 2."""
        path = self.scheduled()
        table = self.folder / "ticks.csv"
        table.write_text("time,c3,u\n0,0,0\n0.5,1,1\n0.8,0,1.6\n1.5,1,3\n2,0,4\n", encoding="utf-8")
        result = self.result(path, "--input", table, "--intervals", 20)
        quarters = [k / 4 for k in range(9)]
        fixed = [0.1 + 0.3 * k for k in range(7)]
        ticks = {1: quarters, 2: fixed, 3: [0.5, 1.5], 4: [quarters[k] + 1 / 16 for k in (1, 3, 5, 7)],
                 5: [0.1, 0.3, 0.6, 1.0, 1.5], 6: [quarters[k] for k in (2, 5, 8)]}
        for clock, times in ticks.items():
            found = [t for t, value in zip(result["time"], result[f"c{clock}"]) if value]
            self.assertEqual(len(found), len(times), clock)
            for a, b in zip(found, times):
                self.assertAlmostEqual(a, b, delta=1e-9, msg=clock)
            self.assertEqual(result[f"n{clock}"][-1], len(times))
        self.assertAlmostEqual(result["sum"][-1], sum(2 * t for t in fixed), delta=1e-9)
        for time, order in ((0.5, 31), (1.0, 512)):
            self.assertEqual([o for t, o in zip(result["time"], result["order"]) if abs(t - time) < 1e-9][-1], order)
        rows = self.result(path, "--input", table, "--intervals", 20, "--no-event-rows")
        self.assertEqual([round(t, 9) for t in rows["time"]], [k / 10 for k in range(21)])
        self.assertEqual(rows["n1"][1:], [int(4 * t + 1 + 1e-9) for t in rows["time"][1:]])

    def test_clocked_models_by_scheduled_execution(self):
        """Each clock of the model is one of the FMU; what it computes is what simulate does."""
        table = self.folder / "u.csv"
        table.write_text("time,u\n0,1\n1,3\n2,-1\n", encoding="utf-8")
        path = self.folder / "clocked.fmu"
        fp.run("export", MODELS, "Models.Partitions", "--fmi", 3, "--kind", "se", "--output", path, "--quiet")
        for sets in ((), ("--set", "T=0.4", "--set", "k=1.5")):
            expected = self.result(MODELS, "Models.Partitions", "--stop", 2, "--input", table, *sets)
            found = self.result(path, "--stop", 2, "--input", table, *sets)
            last = {round(t, 9): i for i, t in enumerate(found["time"])}
            compared = 0
            for i, t in enumerate(expected["time"]):
                if round(t, 9) in last and (i + 1 == len(expected["time"]) or expected["time"][i + 1] > t):
                    compared += 1
                    for name in ("y", "s", "third", "late", "n"):
                        self.assertAlmostEqual(expected[name][i], found[name][last[round(t, 9)]], delta=1e-12, msg=(name, t))
            self.assertGreater(compared, 400)
            ticks = [sum(values) for name, values in found.items() if name.startswith("_clocks")]
            self.assertEqual(sorted(ticks), sorted([21, 10, 6 if sets else 9]))
        text = json.loads(fp.run("inspect", path, "--json"))
        self.assertEqual(list(text["kinds"]), ["scheduled_execution"])
        for model, reason in (("Models.Ball", "no solver"), ("Models.Arrays", "")):
            status, message = call("export", MODELS, model, "--fmi", 3, "--kind", "se", "--output", "no.fmu", cwd=self.folder)
            self.assertEqual(status, 1)
            self.assertIn(reason, message)
        status, message = call("export", MODELS, "Models.Partitions", "--kind", "me,se", "--output", "no.fmu", cwd=self.folder)
        self.assertEqual((status, "--kind se" in message), (2, True))

    def test_clocks_see_the_inputs_of_their_ticks(self):
        """In model exchange as in the model; in co-simulation with steps of 1/800 those of the communication point before."""
        table = self.folder / "ramp.csv"
        table.write_text("time,u\n0,1\n1,3\n2,-1\n", encoding="utf-8")
        expected = self.last_row(MODELS, "Models.Partitions", "--stop", 2, "--input", table)
        for version in (2, 3):
            path = self.exported("Models.Partitions", version)
            for kind, most in (("me", 1e-9), ("cs", 0.1)):
                row = self.last_row(path, "--kind", kind, "--stop", 2, "--input", table, "--step", 1 / 800)
                for name in ("s", "third", "late", "n"):
                    self.assertAlmostEqual(row[name], expected[name], delta=most, msg=(version, kind, name))

    def test_scheduled_execution_that_is_wrong(self):
        path = self.scheduled()
        table = self.folder / "wrong.csv"
        table.write_text("time,c1\n0,0\n1,1\n", encoding="utf-8")
        self.refused(path, None, "the clock c1 ticks by itself", "--input", table, status=2)
        self.refused(path, "FmuKindMissing", "scheduled execution", "--kind", "cs")
        found, text = call("import", path, "--output", self.folder / "no.mo", cwd=self.folder)
        self.assertEqual(found, 1)
        self.assertIn("[FmuKindMissing]", text)

    # ---- broken FMUs
    def binary(self, *macros):
        if macros not in self.binaries:
            path = self.folder / f"binary{len(self.binaries)}.so"
            flags = [f"-D{macro}" for macro in macros]
            source = fp.ROOT / "tests" / "fmi" / "broken_fmu.c"
            subprocess.run(["cc", "-shared", "-fPIC", *flags, "-o", path, source, "-lm"], check=True)
            self.binaries[macros] = path.read_bytes()
        return self.binaries[macros]

    def package(self, name, description=DESCRIPTION, binary=b"", entry="binaries/linux64/decay.so", more=()):
        path = self.folder / f"{name}.fmu"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            if description is not None:
                archive.writestr("modelDescription.xml", description)
            if binary:
                archive.writestr(entry, binary)
            for info, data in more:
                archive.writestr(info, data)
        return path

    def refused(self, path, code, reason, *options, status=1):
        empty = self.folder / "empty"
        empty.mkdir(exist_ok=True)
        with self.subTest(path.stem):
            found, text = call("simulate", path, *options, "--output", self.folder / "broken.csv", cwd=empty)
            self.assertEqual(found, status, text)
            self.assertIn(reason, text)
            if code:
                self.assertIn(f"[{code}]", text)
            self.assertEqual(list(empty.iterdir()), [])

    def test_a_sound_one(self):
        path = self.package("sound", binary=self.binary())
        for kind in ("me", "cs"):
            self.assertAlmostEqual(self.last_row(path, "--kind", kind)["x"], 2.718281828**-1, delta=1e-6)
        self.assertAlmostEqual(self.last_row(path, "--in-process")["x"], 2.718281828**-1, delta=1e-6)

    def test_broken_archives(self):
        sound = self.package("whole", binary=self.binary()).read_bytes()
        plain = self.folder / "nothing.fmu"
        self.refused(plain, "FmuUnreadable", "there is no such file")
        self.refused(self.write("empty-file", b""), "FmuUnreadable", "cannot be read as an FMU")
        self.refused(self.write("text", b"I am no archive"), "FmuUnreadable", "cannot be read as an FMU")
        self.refused(self.write("truncated", sound[: len(sound) // 2]), "FmuUnreadable", "cannot be read as an FMU")
        at = sound.index(b"modelDescription.xml") + 40
        damaged = sound[:at] + bytes(20) + sound[at + 20 :]
        self.refused(self.write("damaged", damaged), "FmuUnreadable", "modelDescription.xml")
        self.refused(self.package("no-description", None), "FmuUnreadable", "it has no modelDescription.xml")
        for name, entry in (("slip", "../../slip.txt"), ("slip-back", "a\\..\\..\\slip.txt")):
            more = [(zipfile.ZipInfo(entry), b"out")]
            self.refused(self.package(name, more=more), "FmuUnsafeEntry", "leads out of the archive's folder")
        for name, entry in (("absolute", "/tmp/slip.txt"), ("drive", "C:/slip.txt")):
            self.refused(self.package(name, more=[(zipfile.ZipInfo(entry), b"out")]), "FmuUnsafeEntry", "absolute name")
        link = zipfile.ZipInfo("resources/link")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        self.refused(self.package("link", more=[(link, b"/etc/passwd")]), "FmuUnsafeEntry", "is a link")
        self.assertFalse((self.folder / "slip.txt").exists() or (self.folder.parent / "slip.txt").exists())
        # An entry that claims to have 3 GB: the sizes stand in the central directory.
        bomb = self.package("bomb", more=[(zipfile.ZipInfo("resources/data"), b"x" * 100)]).read_bytes()
        at = bomb.rindex(b"resources/data") - 46
        self.refused(self.write("bomb", bomb[: at + 24] + struct.pack("<I", 3 << 30) + bomb[at + 28 :]),
                     "FmuUnsafeEntry", "bytes, more than")  # fmt: skip

    def write(self, name, data):
        path = self.folder / f"{name}.fmu"
        path.write_bytes(data)
        return path

    def test_broken_descriptions(self):
        def changed(name, before, after, reason):
            assert before in DESCRIPTION
            path = self.package(name, DESCRIPTION.replace(before, after), self.binary())
            self.refused(path, "FmuDescriptionWrong", reason)

        changed("not-closed", "</ModelStructure>", "", "it is no XML: line ")
        changed("entity", "<fmiModelDescription ", '<!DOCTYPE a [<!ENTITY b "c">]>\n<fmiModelDescription ',
                "document type declaration")  # fmt: skip
        changed("other-root", "fmiModelDescription", "html", "its root is not fmiModelDescription")
        changed("fmi1", 'fmiVersion="2.0"', 'fmiVersion="1.0"', "FMI 1.0")
        changed("fmi9", 'fmiVersion="2.0"', 'fmiVersion="9.0"', "is not known")
        changed("no-token", 'guid="1"', "", "there is no guid")
        changed("no-type", '<Real start="1"/>', "", "the type of 'x' is not known")
        changed("no-number", 'start="1"', 'start="one"', "is no number")
        changed("no-index", 'index="2"', 'index="9"', "leads to no variable")
        changed("no-state", 'derivative="1"', 'derivative="7"', "leads to no variable")
        changed("identifier", 'modelIdentifier="decay"', 'modelIdentifier="../decay"', "is no name of C")
        changed("reference", 'valueReference="1"', 'valueReference="-1"', "is no number")

    def test_broken_binaries(self):
        self.refused(self.package("no-binary"), "FmuBinaryMissing", "none at all")
        other = self.package("windows", binary=self.binary(), entry="binaries/win64/decay.dll")
        self.refused(other, "FmuBinaryMissing", "those for win64")
        named = self.package("other-name", binary=self.binary(), entry="binaries/linux64/other.so")
        self.refused(named, "FmuBinaryMissing", "no 'decay.so' there")
        self.refused(self.package("no-elf", binary=b"MZ no shared object"), "FmuBinaryUnusable", "binary of")
        part = self.package("half", binary=self.binary()[:100])
        self.refused(part, "FmuBinaryUnusable", "binary of")
        missing = self.package("function", binary=self.binary("NO_DERIVATIVES"))
        self.refused(missing, "FmuBinaryUnusable", "fmi2GetDerivatives is missing")
        refuses = self.package("refuses", binary=self.binary("REFUSE"))
        self.refused(refuses, "FmuBinaryUnusable", "the token 1 is not mine")
        tool = DESCRIPTION.replace("<ModelExchange ", '<ModelExchange needsExecutionTool="true" ')
        self.refused(self.package("tool", tool, self.binary()), "FmuUnsupported", "the tool that it comes from")
        alone = DESCRIPTION.replace('<ModelExchange modelIdentifier="decay"/>', "")
        self.refused(self.package("kind", alone, self.binary()), "FmuKindMissing", "it offers co-simulation", "--kind", "me")

    def test_broken_runs(self):
        def run(macro, reason, *options):
            path = self.package(macro, binary=self.binary(macro))
            self.refused(path, None, reason, *options, status=3)

        run("CRASH", "the FMU crashed (Segmentation fault)")
        run("ABORT", "the FMU crashed (Aborted)")
        run("FAIL_INITIAL", "no solution for 7 unknowns")
        run("NOT_A_NUMBER", "the simulation failed")
        run("ENDLESS_EVENT", "iterations of an event")
        run("FAIL_STEP", "fmi2DoStep answered error", "--kind", "cs")
        run("STUCK_STEP", "fmi2DoStep answered discard", "--kind", "cs")

    def test_a_hang_can_be_cancelled(self):
        path = self.package("HANG", binary=self.binary("HANG"))
        arguments = [str(fp.program()), "simulate", str(path), "--output", str(self.folder / "hang.csv")]
        with subprocess.Popen(arguments, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            while b"hangs" not in process.stderr.readline():
                pass
            process.send_signal(signal.SIGTERM)
            _, text = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3, text)
        self.assertIn(b"the FMU did not answer", text)

    def test_slips_are_forgiven(self):
        for name, before, after, reason in (
            ("version", 'fmiVersion="2.0"', 'fmiVersion="2.0.3"', "the fmiVersion is '2.0.3'"),
            ("structure", DESCRIPTION[DESCRIPTION.index("<ModelStructure>") : DESCRIPTION.index("</fmi")], "",
             "there is no ModelStructure"),
            ("causality", 'causality="local"', 'causality="internal"', "causality 'internal'"),
            ("twice", 'name="der(x)"', 'name="x"', "the name of several variables"),
        ):  # fmt: skip
            with self.subTest(name):
                path = self.package(f"slip-{name}", DESCRIPTION.replace(before, after), self.binary())
                status, text = call("simulate", path, "--output", self.folder / "slip.csv", cwd=self.folder)
                self.assertEqual(status, 0, text)
                self.assertIn("[FmuDescriptionSloppy]", text)
                self.assertIn(reason, text)
        inner = 'fixedInternalStepSize="0.3" modelIdentifier="decay"'
        text = DESCRIPTION.replace('canHandleVariableCommunicationStepSize="true"', "")
        text = text.replace('CoSimulation modelIdentifier="decay"', f"CoSimulation {inner}")
        path = self.package("steps", text, self.binary())
        status, told = call("simulate", path, "--kind", "cs", "--stop", 3, "--intervals", 2, cwd=self.folder)
        self.assertEqual((status, "[FmuStepAdjusted]" in told), (0, False), told)
        status, told = call("simulate", path, "--kind", "cs", "--stop", 3, "--intervals", 8, cwd=self.folder)
        self.assertEqual((status, "[FmuStepAdjusted]" in told), (0, True), told)


if __name__ == "__main__":
    unittest.main()
