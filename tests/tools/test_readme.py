#!/usr/bin/env python3
"""The models in README.md do what the text beside them says."""

import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program  # noqa: E402

TEXT = (formola_program.ROOT / "README.md").read_text(encoding="utf-8")
MODELS = {re.match(r"model (\w+)", code)[1]: code for code in re.findall(r"```modelica\n(.*?)```", TEXT, re.S)}


@unittest.skipIf(formola_program.program() is None, "the program is not built")
class ReadmeTest(unittest.TestCase):
    def simulate(self, name, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / f"{name.lower()}.mo"
            path.write_text(MODELS[name], encoding="utf-8")
            formola_program.run("check", path, cwd=folder)
            formola_program.run("simulate", path, *options, cwd=folder)
            return formola_program.read_csv(pathlib.Path(folder) / f"{name}_res.csv")

    def test_the_ball_bounces(self):
        self.assertGreater(min(self.simulate("Ball", "--stop", 2)["h"]), -1e-6)

    def test_the_drive_reaches_its_speed(self):
        result = self.simulate("Drive", "--stop", 3)
        self.assertAlmostEqual(result["load.w"][-1], 20, delta=0.01)
        self.assertAlmostEqual(max(result["controller.y"]), 48, delta=1e-6)
        self.assertIn("87 equations", TEXT)

    def test_commands_of_the_text_exist(self):
        known = formola_program.run("--help")
        for command in set(re.findall(r"^\./formola (\w+)", TEXT, re.M)):
            self.assertIn(f"  {command} ", known)


if __name__ == "__main__":
    unittest.main()
