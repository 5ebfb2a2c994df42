"""Random models of all families against the evaluators of their own (random_cases.py), always the same ones.

FORMOLA_RANDOM_SEED=N and FORMOLA_RANDOM_COUNT=N run other and more models; search_random.py does so for a while and makes what fails
smaller.
"""

import os
import pathlib
import random
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import random_cases  # noqa: E402

SEED = os.environ.get("FORMOLA_RANDOM_SEED", "5")
COUNT = int(os.environ.get("FORMOLA_RANDOM_COUNT", "25"))


class RandomModels(unittest.TestCase):
    def check(self, family, count=COUNT):
        for number in range(count):
            seed = f"{SEED}.{number}"
            case = random_cases.FAMILIES[family](seed)
            with tempfile.TemporaryDirectory() as folder:
                for way in case.ways(random.Random(seed)):
                    wrong = random_cases.difference(case, way, folder)
                    self.assertEqual(wrong, "", f"{family}, seed {seed}, {way}\n{case.text()}")

    def test_algorithms(self):
        self.check("algorithms")

    def test_classes(self):
        self.check("classes")

    def test_circuits(self):
        self.check("circuits")

    def test_hybrid(self):
        self.check("hybrid")

    def test_networks(self):
        self.check("networks")

    def test_motions(self):
        self.check("motions")

    def test_switches(self):
        self.check("switches")

    def test_streams(self):
        self.check("streams")

    def test_derivatives(self):
        self.check("derivatives")

    def test_lanes(self):
        self.check("lanes", COUNT // 2)

    def test_instants(self):
        self.check("instants")

    def test_clocks(self):
        self.check("clocks")

    def test_relatives(self):
        self.check("relatives")

    def test_signals(self):
        self.check("signals")

    def test_sizes(self):
        self.check("sizes")

    def test_grids(self):
        self.check("grids")

    def test_rolling(self):
        self.check("rolling")


class Evaluators(unittest.TestCase):
    """A wrong value, a wrong instant and a crash are found, and made small: a test that could not fail would prove nothing."""

    def test_wrong_values_are_seen(self):
        for family in random_cases.FAMILIES:
            case = random_cases.FAMILIES[family]("5.1")
            if type(case).wrong is random_cases.Case.wrong:
                continue  # compared with other runs of the same program, not with values (test_lanes)
            with tempfile.TemporaryDirectory() as folder:
                rows, said = random_cases.simulated(case, [], folder)
            self.assertEqual(said, "")
            self.assertEqual(case.wrong(rows), "", family)
            names = [n for n in rows[len(rows) // 2] if n != "time" and not n.startswith("der(")]
            seen = 0
            for name in names:
                changed = [dict(row) for row in rows]
                for row in changed:
                    row[name] += 1.0
                seen += bool(case.wrong(changed))
            self.assertGreater(seen, len(names) // 5, family)

    def test_reduction(self):
        """A circuit in which one resistor is said to be wrong shrinks to little more than that."""
        case = random_cases.Circuits("5.1")
        before = len(case.made.top.parts)
        case.smaller(lambda: "Resistor r" in case.made.top.text())
        self.assertGreater(before, 4)
        self.assertLessEqual(len(case.made.top.parts), 2)
        self.assertIn("Resistor r", case.made.top.text())


if __name__ == "__main__":
    unittest.main()
