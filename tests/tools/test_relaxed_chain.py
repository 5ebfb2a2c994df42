#!/usr/bin/env python3
"""W43, operations of the relaxed chain of f joints: they grow linearly with f, in the order that relax() in the joints asks for
and in the one found automatically, which takes at most 1.3 times as many."""

import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program  # noqa: E402

JOINTS = [2, 4, 8, 16, 32, 64]


def operations(folder, joints, *options):
    """Of the block with the accelerations, and how many of its unknowns are left to a matrix."""
    model = pathlib.Path(folder) / "Chain.mo"
    model.write_text(
        f"model Chain\n  extends Formola.Examples.Papers.JointChain.Chain(f = {joints});\nend Chain;\n", encoding="utf-8"
    )
    found = json.loads(formola_program.run("inspect", "--json", *options, model, "Chain"))
    largest = max(found["blocks"], key=lambda block: block["size"])
    return largest["operations"], largest["numeric"]


@unittest.skipIf(formola_program.program() is None, "nothing is built")
class RelaxedChain(unittest.TestCase):
    def test_growth(self):
        with tempfile.TemporaryDirectory() as folder:
            by_hand = {f: operations(folder, f) for f in JOINTS}
            automatic = {f: operations(folder, f, "--ignore-hints") for f in JOINTS}
        for f in JOINTS:
            # Short chains take fewer operations with a matrix, and are solved so without the marks.
            self.assertEqual(by_hand[f][1], 0, f"{f} joints by hand")
            if f >= 8:
                self.assertEqual(automatic[f][1], 0, f"{f} joints")
            self.assertLessEqual(automatic[f][0], 1.3 * by_hand[f][0], f"{f} joints")
        for counts in (by_hand, automatic):
            # Twice the joints, twice the operations, and what a joint adds stays the same: the first joints of a chain are cheaper,
            # so that the ratio of short chains says less.
            self.assertLess(counts[64][0], 2.2 * counts[32][0], counts)
            self.assertLess(counts[64][0] - counts[32][0], 2.1 * (counts[32][0] - counts[16][0]), counts)


if __name__ == "__main__":
    unittest.main()
