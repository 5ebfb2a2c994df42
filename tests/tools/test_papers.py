"""The points in tests/README.md in which the program does what the founding papers describe have tests named after them."""

import pathlib
import re
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]


def rows():
    """[(number, cell with the tests)] of the table."""
    text = (TESTS / "README.md").read_text(encoding="utf-8").partition("| point | what | tests |")[2]
    return [(int(number), cell) for number, cell in re.findall(r"^\| (\d+) \| .* \| (.*) \|$", text, re.M)]


def exists(prefix):
    """A golden case, a dialogue or a method of a test with this prefix."""
    if any(TESTS.glob(f"golden/*/{prefix}*.mo")) or any(TESTS.glob(f"shell/{prefix}*.txt")):
        return True
    return any(re.search(rf"^    def test_{prefix}", path.read_text(encoding="utf-8"), re.M)
               for path in (TESTS / "tools").glob("test_*.py"))


class PointsTest(unittest.TestCase):
    def test_every_point_has_a_row_and_a_test(self):
        self.assertEqual([number for number, _ in rows()], list(range(19)))
        for number, _ in rows():
            with self.subTest(point=number):
                self.assertTrue(exists(f"p{number}_"))

    def test_the_named_tests_exist(self):
        for number, cell in rows():
            for name in re.findall(r"`(?:[\w/]*/)?(p\d+_\w+)`", cell) + re.findall(r"`test_(p\d+_)", cell):
                with self.subTest(point=number, name=name):
                    self.assertTrue(name.startswith(f"p{number}_"))
                    self.assertTrue(exists(name))


if __name__ == "__main__":
    unittest.main()
