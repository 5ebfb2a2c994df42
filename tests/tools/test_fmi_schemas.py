"""The descriptions of exported FMUs are valid by the schemas of the standard, which are no part of this repository:
FORMOLA_FMI_SCHEMAS names the folders with fmi2ModelDescription.xsd and fmi3ModelDescription.xsd, with ":" between them."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import zipfile

import formola_program as fp

SCHEMAS = [pathlib.Path(f) for f in os.environ.get("FORMOLA_FMI_SCHEMAS", "").split(":") if f]
MODELS = fp.ROOT / "tests" / "fmi" / "models.mo"
TABLES = fp.ROOT / "tests" / "fmi" / "tables.mo"
EXAMPLES = ("Electrical.RLCCircuit", "Blocks.DiscreteController", "MultiBody.DoublePendulum", "Robot.R3Robot66")


def schema(name):
    return next((folder / name for folder in SCHEMAS if (folder / name).exists()), None)


@unittest.skipUnless(fp.program() and shutil.which("xmllint"), "the program or xmllint is missing")
class FmiSchemasTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)
        # The descriptions do not depend on the binary.
        compiler = cls.folder / "cc"
        compiler.write_text('#!/bin/sh\nfor a; do [ "$last" = -o ] && : > "$a"; last=$a; done\nexit 0\n')
        compiler.chmod(0o755)
        cls.before = os.environ.get("CC")
        os.environ["CC"] = str(compiler)

    @classmethod
    def tearDownClass(cls):
        if cls.before is None:
            del os.environ["CC"]
        else:
            os.environ["CC"] = cls.before
        cls.holder.cleanup()

    def problems(self, xsd, text):
        path = self.folder / "description.xml"
        path.write_bytes(text)
        done = subprocess.run(["xmllint", "--noout", "--schema", xsd, path], capture_output=True, text=True, check=False)
        return "" if done.returncode == 0 else done.stderr

    def check(self, version, files, model, *more):
        target = self.folder / "x.fmu"
        fp.run("export", *files, model, "--fmi", version, "--sources", "--output", target, "--quiet", *more)
        with zipfile.ZipFile(target) as archive:
            description = archive.read("modelDescription.xml")
            self.assertEqual(self.problems(schema(f"fmi{version}ModelDescription.xsd"), description), "", model)
            if version == 3:
                terminals = "terminalsAndIcons/terminalsAndIcons.xml"
                if terminals in archive.namelist() and schema("fmi3TerminalsAndIcons.xsd"):
                    text = archive.read(terminals)
                    self.assertEqual(self.problems(schema("fmi3TerminalsAndIcons.xsd"), text), "", model)
                build = archive.read("sources/buildDescription.xml")
                self.assertEqual(self.problems(schema("fmi3BuildDescription.xsd"), build), "", model)
        return description

    def check_version(self, version):
        if not schema(f"fmi{version}ModelDescription.xsd"):
            self.skipTest("FORMOLA_FMI_SCHEMAS does not name the schemas")
        names = re.findall(r"^  model (\w+)", MODELS.read_text(), re.MULTILINE)
        self.assertGreater(len(names), 15)
        models = [([MODELS], f"Models.{name}") for name in names] + [([TABLES], "Tables.Inside")]
        models += [([], f"Formola.Examples.{name}") for name in EXAMPLES]
        for files, model in models:
            with self.subTest(f"{model} {version}"):
                description = self.check(version, files, model)
        # The schema says no to what is wrong.
        wrong = description.replace(b"causality=", b"casuality=", 1)
        self.assertNotEqual(wrong, description)
        self.assertNotEqual(self.problems(schema(f"fmi{version}ModelDescription.xsd"), wrong), "")

    def test_version_2(self):
        self.check_version(2)

    def test_version_3(self):
        self.check_version(3)

    def test_scheduled_execution(self):
        if not schema("fmi3ModelDescription.xsd"):
            self.skipTest("FORMOLA_FMI_SCHEMAS does not name the schemas")
        description = self.check(3, [MODELS], "Models.Partitions", "--kind", "se")
        self.assertEqual(description.count(b"<Clock "), 3)


if __name__ == "__main__":
    unittest.main()
