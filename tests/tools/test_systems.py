"""System structures (SSP 1.0): a drive that was split into FMUs and Modelica models and put together again equals the
whole, and structures that are wrong are refused."""

import pathlib
import platform
import shutil
import subprocess
import tempfile
import unittest
import zipfile

import formola_program as fp

MODELS = fp.ROOT / "tests" / "fmi" / "systems.mo"
RUNNABLE = fp.program() and shutil.which("cc") and platform.machine() == "x86_64"
SPACES = (
    'xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription" '
    'xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon" '
    'xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues" '
    'xmlns:ssm="http://ssp-standard.org/SSP1/SystemStructureParameterMapping"'
)
FACTOR = 9.549296585513721


def real(name, kind, unit=""):
    attribute = f' unit="{unit}"' if unit else ""
    return f'<ssd:Connector name="{name}" kind="{kind}"><ssc:Real{attribute}/></ssd:Connector>'


def component(name, source, connectors, more="", implementation="any"):
    return (
        f'<ssd:Component name="{name}" source="{source}" implementation="{implementation}">'
        f"<ssd:Connectors>{connectors}</ssd:Connectors>{more}</ssd:Component>"
    )


def connect(start, end, inside=""):
    def side(which, text):
        element, _, connector = text.rpartition(".")
        return (f'{which}Element="{element}" ' if element else "") + f'{which}Connector="{connector}"'

    return f'<ssd:Connection {side("start", start)} {side("end", end)}>{inside}</ssd:Connection>'


def binding(values, attributes="", mapping=""):
    rows = "".join(f'<ssv:Parameter name="{n}"><ssv:Real value="{v}"/></ssv:Parameter>' for n, v in values.items())
    inline = f'<ssd:ParameterValues><ssv:ParameterSet version="1.0" name="p"><ssv:Parameters>{rows}</ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues>'
    return f"<ssd:ParameterBinding {attributes}>{inline if values else ''}{mapping}</ssd:ParameterBinding>"


def structure(elements, connections, connectors="", more="", units="", stop=1.0):
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><ssd:SystemStructureDescription {SPACES} version="1.0" name="drive">'
        f'<ssd:System name="root"><ssd:Connectors>{connectors}</ssd:Connectors>{more}<ssd:Elements>{elements}</ssd:Elements>'
        f"<ssd:Connections>{connections}</ssd:Connections></ssd:System>{units}"
        f'<ssd:DefaultExperiment startTime="0" stopTime="{stop}"/></ssd:SystemStructureDescription>'
    )


LINEAR = f'<ssc:LinearTransformation factor="{FACTOR}"/>'


@unittest.skipUnless(RUNNABLE, "the program or a C compiler is missing")
class SystemsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)
        for name, version in (("Motor", 2), ("Load", 3)):
            fp.run("export", MODELS, "Systems." + name, "--fmi", version, "--tolerance", 1e-9, "--quiet",
                   "--output", cls.folder / f"{name}.fmu")

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def write(self, text, files=("Motor.fmu", "Load.fmu"), **entries):
        path = self.folder / "x.ssp"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("SystemStructure.ssd", text)
            for file in files:
                archive.write(self.folder / file, "resources/" + file)
            archive.write(MODELS, "resources/systems.mo")
            for name, content in entries.items():
                archive.writestr("resources/" + name.replace("_", "."), content)
        return path

    def rows(self, *arguments):
        out = self.folder / "rows.csv"
        fp.run("simulate", *arguments, "--stop", 1, "--intervals", 50, "--no-event-rows", "--quiet", "--output", out)
        return fp.read_csv(out)

    def whole(self, *more):
        return self.rows(MODELS, "Systems.Whole", "--tolerance", 1e-10, *more)

    def parts(self, implementation="any", motor="", load=""):
        return (
            component("motor", "resources/Motor.fmu", real("u", "input") + real("w", "input") + real("tau", "output"), motor, implementation)
            + component("load", "resources/Load.fmu", real("tau", "input") + real("w", "output"), load, implementation)
        )

    def controller(self, more=""):
        source = "resources/systems.mo#Systems.Controller"
        return component("controller", source, real("n", "input") + real("u", "output"), more)

    DRIVE = connect("motor.tau", "load.tau") + connect("load.w", "motor.w")
    LOOP = connect("controller.u", "motor.u") + connect("load.w", "controller.n", LINEAR)

    def largest_difference(self, expected, found, names):
        worst = 0.0
        for mine, other in names.items():
            self.assertEqual(len(expected[other]), len(found[mine]), mine)
            size = max(map(abs, expected[other]))
            worst = max([worst] + [abs(a - b) / size for a, b in zip(expected[other], found[mine])])
        return worst

    SAME = {n: n for n in ("load.w", "motor.tau", "controller.u", "controller.n")}

    def test_parts_equal_the_whole(self):
        path = self.write(structure(self.parts("ModelExchange") + self.controller(), self.DRIVE + self.LOOP))
        expected = self.whole()
        for method in ("ida", "cvode", "inline:radau5"):
            found = self.rows(path, "--tolerance", 1e-10, "--method", method)
            self.assertLess(self.largest_difference(expected, found, self.SAME), 1e-6, method)

    def test_nested_system_with_parameters(self):
        """A system inside, values inline, from a file with a prefix, and by a mapping; outer ones count more."""
        inner = (
            f'<ssd:System name="drive"><ssd:Connectors>{real("u", "input")}{real("w", "output")}</ssd:Connectors>'
            f'<ssd:ParameterBindings>{binding({"motor.R": 0.9, "load.J2": 5e-3})}</ssd:ParameterBindings>'
            f'<ssd:Elements>{self.parts(motor="<ssd:ParameterBindings>" + binding({"R": 3.0, "k": 0.12}) + "</ssd:ParameterBindings>")}</ssd:Elements>'
            f'<ssd:Connections>{self.DRIVE}{connect("u", "motor.u")}{connect("load.w", "w")}</ssd:Connections></ssd:System>'
        )
        mapping = (
            '<ssd:ParameterMapping><ssm:ParameterMapping version="1.0"><ssm:MappingEntry source="speed" target="controller.wanted">'
            '<ssc:LinearTransformation factor="60" offset="10"/></ssm:MappingEntry></ssm:ParameterMapping></ssd:ParameterMapping>'
        )
        by_file = binding({}, 'source="resources/outer.ssv" prefix="drive."')
        more = f'<ssd:ParameterBindings>{by_file}{binding({"speed": 4.0}, "", mapping)}</ssd:ParameterBindings>'
        outer = f'<ssv:ParameterSet {SPACES} version="1.0" name="o"><ssv:Parameters><ssv:Parameter name="load.J2"><ssv:Real value="6e-3"/></ssv:Parameter><ssv:Parameter name="nobody.has.it"><ssv:Real value="1"/></ssv:Parameter></ssv:Parameters></ssv:ParameterSet>'
        connections = connect("controller.u", "drive.u") + connect("drive.w", "controller.n", LINEAR)
        path = self.write(structure(inner + self.controller(), connections, more=more), outer_ssv=outer)
        sets = {"motor.R": 0.9, "motor.k": 0.12, "load.J2": 6e-3, "controller.wanted": 250}
        expected = self.whole(*(x for n, v in sets.items() for x in ("--set", f"{n}={v}")))
        found = self.rows(path, "--tolerance", 1e-10)
        names = {"drive.load.w": "load.w", "drive.motor.tau": "motor.tau", "controller.u": "controller.u"}
        self.assertLess(self.largest_difference(expected, found, names), 1e-6)

    def test_units_are_converted(self):
        units = (
            '<ssd:Units><ssc:Unit name="rad/s"><ssc:BaseUnit s="-1" rad="1"/></ssc:Unit>'
            f'<ssc:Unit name="rpm"><ssc:BaseUnit s="-1" rad="1" factor="{1 / FACTOR:.17g}"/></ssc:Unit></ssd:Units>'
        )
        elements = self.parts().replace(real("w", "output"), real("w", "output", "rad/s"))
        elements += self.controller().replace(real("n", "input"), real("n", "input", "rpm"))
        connections = self.DRIVE + connect("controller.u", "motor.u") + connect("load.w", "controller.n")
        path = self.write(structure(elements, connections, units=units))
        found = self.rows(path, "--tolerance", 1e-10)
        self.assertLess(self.largest_difference(self.whole(), found, self.SAME), 1e-6)

    def test_inputs_outside_and_inputs_that_nobody_feeds(self):
        """The system has an input of its own; the load's torque is what a parameter says."""
        elements = self.parts(load="<ssd:ParameterBindings>" + binding({"tau": 0.02}) + "</ssd:ParameterBindings>")
        connections = connect("u", "motor.u")
        path = self.write(structure(elements, connections, real("u", "input") ))
        signal = self.folder / "u.csv"
        signal.write_text("time,u\n0,1\n1,1\n")
        found = self.rows(path, "--tolerance", 1e-10, "--input", signal)
        # w of the motor is 0: i = u/R (1 - exp(-R t/L))
        self.assertAlmostEqual(found["motor.tau"][-1], 0.1 * 1 / 0.5, delta=1e-8)
        signal.write_text("time,tau\n0,0.02\n1,0.02\n")
        alone = self.rows(MODELS, "Systems.Load", "--tolerance", 1e-10, "--input", signal)
        self.assertLess(self.largest_difference(alone, found, {"load.w": "w"}), 1e-6)

    def test_co_simulation_approaches_the_whole(self):
        """Errors behind the communication points, against the same parts under one solver."""
        given = "<ssd:ParameterBindings>" + binding({"u": 3.0}) + "</ssd:ParameterBindings>"
        out = self.folder / "rows.csv"

        def speeds(implementation, *more):
            path = self.write(structure(self.parts(implementation, motor=given), self.DRIVE))
            fp.run("simulate", path, "--stop", 0.5, "--intervals", 50, "--quiet", "--output", out, *more)
            rows = fp.read_csv(out)
            last = {round(t, 9): w for t, w in zip(rows["time"], rows["load.w"])}  # behind events
            return [last[round(0.01 * k, 9)] for k in range(1, 51)]

        expected = speeds("ModelExchange", "--tolerance", 1e-10)
        errors = {}
        for step, extrapolation in ((1e-3, "hold"), (5e-4, "hold"), (1e-3, "linear"), (5e-4, "linear")):
            found = speeds("CoSimulation", "--step", step, "--extrapolation", extrapolation)
            errors[step, extrapolation] = max(abs(a - b) for a, b in zip(found, expected)) / max(expected)
        self.assertLess(errors[1e-3, "hold"], 0.05)
        self.assertLess(errors[5e-4, "hold"], 0.6 * errors[1e-3, "hold"], errors)  # order 1
        self.assertLess(errors[1e-3, "linear"], 0.3 * errors[1e-3, "hold"], errors)
        self.assertLess(errors[5e-4, "linear"], 0.35 * errors[1e-3, "linear"], errors)  # order 2

    def refused(self, text, reason, files=("Motor.fmu", "Load.fmu")):
        path = self.write(text, files)
        done = subprocess.run([fp.program(), "simulate", path, "--output", self.folder / "none.csv"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", timeout=60, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(reason, done.stderr)
        self.assertIn("SystemStructureWrong", done.stderr)
        self.assertFalse((self.folder / "none.csv").exists())

    def test_wrong_structures_are_refused(self):
        parts, all_of = self.parts() + self.controller(), self.DRIVE + self.LOOP
        good = structure(parts, all_of)
        for text, reason in (
            (good[:-30], "is no XML"),
            (good.replace("?>", '?><!DOCTYPE x [<!ENTITY y "z">]>', 1), "document type declaration"),
            (good.replace("SystemStructureDescription ", "Other ", 1).replace("/ssd:SystemStructureDescription", "/ssd:Other"), "root"),
            (good.replace("resources/Motor.fmu", "../Motor.fmu"), "no file beside the structure"),
            (good.replace("resources/Motor.fmu", "file:///etc/passwd"), "no file beside the structure"),
            (good.replace("resources/Motor.fmu", "resources/Nobody.fmu"), "there is no 'resources/Nobody.fmu'"),
            (good.replace("resources/Motor.fmu", "SystemStructure.ssd"), "neither an FMU nor a Modelica file"),
            (structure(parts, all_of + connect("load.w", "nobody.x")), "leads to 'nobody'"),
            (structure(parts, all_of + connect("controller.u", "motor.w")), "two sources"),
            (structure(parts, all_of + connect("load.w", "motor.tau")), "from output to output"),
            (structure(parts, all_of + connect("load.twist2", "motor.u")), "no variable 'twist2'"),
            (structure(parts, all_of + connect("load.J1", "motor.u")), "neither an input nor an output"),
            (structure(parts + self.controller(), all_of), "two elements 'controller'"),
            (structure(parts, all_of.replace(LINEAR, "<ssc:BooleanMappingTransformation/>")), "BooleanMappingTransformation is not known"),
            (structure(parts, all_of.replace(str(FACTOR), "many")), "is no number"),
            (good.replace("#Systems.Controller", "#Systems; model X"), "names no class"),
            (structure(self.parts("ScheduledExecution"), self.DRIVE), "not known here"),
            (structure(parts, all_of, real("u", "input").replace("ssc:Real", "ssc:Binary")), "of the type Binary"),
        ):
            with self.subTest(reason=reason):
                self.refused(text, reason)

    def test_hostile_archives_are_refused(self):
        path = self.folder / "hostile.ssp"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("SystemStructure.ssd", structure("", ""))
            archive.writestr("../outside.txt", "x")
        done = subprocess.run([fp.program(), "simulate", path], stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("FmuUnsafeEntry", done.stderr)
        self.assertFalse((self.folder.parent / "outside.txt").exists())
        path.write_bytes(b"no archive")
        done = subprocess.run([fp.program(), "simulate", path], stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("FmuUnreadable", done.stderr)


if __name__ == "__main__":
    unittest.main()
