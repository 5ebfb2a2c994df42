"""Every diagnostic of src/diag/diagnostics.def is reported somewhere and expected by some test."""

import pathlib
import re
import unittest

THIS = pathlib.Path(__file__).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
# A golden test expects a code in its header, by code or by text; a unit test names it.
EXPECTED = re.compile(r"expect-(?:error|warning|note)(?:@[-+]\d+)?:\s*(\w+)|\bdiag::(\w+)|\[(\w+)\]|\"(\w+)\"")

# Codes to which no model is known to lead, each with its reason. One that has a test must not stand here.
UNREACHED = {
    "NotSupportedYet",  # an expression that register code has no form for: all forms of expressions have one
}


def codes():
    table = (ROOT / "src/diag/diagnostics.def").read_text(encoding="utf-8")
    return re.findall(r"^DIAG\((\w+), (\w+),", table, re.MULTILINE)


def words_of(folder, suffixes, pattern):
    found = set()
    for path in sorted((ROOT / folder).rglob("*")):
        if path.is_file() and path.suffix in suffixes and path != THIS:
            for match in pattern.finditer(path.read_text(encoding="utf-8", errors="replace")):
                found.update(group for group in match.groups() if group)
    return found


class DiagnosticsTableTest(unittest.TestCase):
    def test_no_code_stands_twice(self):
        names = [name for _, name in codes()]
        self.assertEqual(sorted(names), sorted(set(names)))

    def test_every_code_is_reported(self):
        used = words_of("src", {".cpp", ".h", ".def"}, re.compile(r"\bdiag::(\w+)"))
        self.assertEqual([name for _, name in codes() if name not in used], [])

    def test_every_code_is_expected_by_a_test(self):
        suffixes = {".mo", ".dym", ".cpp", ".py", ".expected"}
        expected = words_of("tests", suffixes, EXPECTED)
        self.assertEqual([name for _, name in codes() if name not in expected | UNREACHED], [])
        self.assertEqual(sorted(UNREACHED & expected), [])


if __name__ == "__main__":
    unittest.main()
