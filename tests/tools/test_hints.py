#!/usr/bin/env python3
"""Hints of the library's classes (residue, relax): with --ignore-hints the results are the same and the programs nearly as short. Fused
multiplications: both back ends give the same bits."""

import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program  # noqa: E402

# Joints, inertias and masses have residue, resistors, conductors and capacitors relax.
MODELS = [
    "MultiBody.Chain",
    "MultiBody.Tree",
    "MultiBody.SliderCrank",
    "Rotational.DriveTrain",
    "Translational.CraneWithRack",
    "Electrical.RLCCircuit",
    "Electrical.ParallelCapacitors",
    "Electrical.VoltageDivider",
    "Papers.NodalCircuit",
]
IGNORE = "--ignore-hints"


def structure(model, *options):
    """(states, unknowns left to matrices and iterations, operations of all blocks)"""
    found = json.loads(formola_program.run("inspect", f"Formola.Examples.{model}", "--json", *options))
    blocks = found["blocks"]
    return len(found["states"]), sum(b["numeric"] for b in blocks), sum(b["operations"] for b in blocks)


def simulated(model, folder, *options):
    """Text of the table that is written."""
    output = pathlib.Path(folder) / "result.csv"
    formola_program.run("simulate", f"Formola.Examples.{model}", "--output", output, *options)
    return output.read_text(encoding="utf-8")


def final_values(text):
    return {name: values[-1] for name, values in formola_program.read_csv(text).items()}


@unittest.skipIf(formola_program.program() is None, "nothing is built")
class Hints(unittest.TestCase):
    def test_programs_are_as_short_without_them(self):
        for model in MODELS + ["Robot.R3Robot66"]:
            with self.subTest(model):
                states, numeric, operations = structure(model)
                same_states, other_numeric, other_operations = structure(model, IGNORE)
                self.assertEqual(states, same_states)
                self.assertEqual(numeric, other_numeric)
                self.assertLessEqual(other_operations, 1.1 * operations)

    def test_results_are_the_same_without_them(self):
        with tempfile.TemporaryDirectory() as folder:
            for model in MODELS:
                with self.subTest(model):
                    expected = final_values(simulated(model, folder, "--tolerance", "1e-9"))
                    got = final_values(simulated(model, folder, "--tolerance", "1e-9", IGNORE))
                    self.assertEqual(expected.keys(), got.keys())
                    for name, value in expected.items():
                        self.assertAlmostEqual(got[name], value, delta=1e-6 * max(1.0, abs(value)), msg=name)


@unittest.skipIf(formola_program.program() is None, "nothing is built")
class FusedProducts(unittest.TestCase):
    def test_back_ends_give_the_same_bits(self):
        with tempfile.TemporaryDirectory() as folder:
            for model in ("MultiBody.Chain", "MultiBody.SliderCrank"):
                native = simulated(model, folder, "--stop", "0.2")
                self.assertEqual(native, simulated(model, folder, "--stop", "0.2", "--backend", "interp"), model)


if __name__ == "__main__":
    unittest.main()
