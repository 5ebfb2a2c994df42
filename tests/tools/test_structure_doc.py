"""docs/structure-vs-dymola.md names a cause for each example in which Formola's numbers are larger."""

import re
import unittest

import formola_program as fp


class StructureDocTest(unittest.TestCase):
    def test_every_difference_has_a_cause(self):
        text = (fp.ROOT / "docs" / "structure-vs-dymola.md").read_text(encoding="utf-8")
        causes = text.split("| examples | cause |")[1].split("## All examples")[0]
        worse = re.findall(r"(?m)^\| \*\*no\*\* .*\| (\S+) \|$", text)
        self.assertGreater(len(worse), 0)
        for name in worse:
            self.assertIn(f"`{name.split('.')[-1]}`", causes)
        rows = re.findall(r"(?m)^\| (yes|\*\*no\*\*) \|", text)
        self.assertGreaterEqual(rows.count("yes"), 0.9 * len(rows))


if __name__ == "__main__":
    unittest.main()
