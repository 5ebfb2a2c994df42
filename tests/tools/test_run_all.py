"""How ./test runs the Python tests: each module in a process, several at a time."""

import contextlib
import io
import pathlib
import sys
import tempfile
import textwrap
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import run_all

MODULES = {
    "test_one": """
        import unittest
        class One(unittest.TestCase):
            def test_right(self):
                self.assertEqual(1, 1)
            def test_wrong(self):
                self.assertEqual(1, 2, "this is wrong")
            @unittest.skip("not here")
            def test_absent(self):
                pass
        """,
    "test_two": """
        import unittest
        class Two(unittest.TestCase):
            def test_right(self):
                print("said by two")
        """,
    "test_dying": """
        import os, unittest
        class Dying(unittest.TestCase):
            def test_end(self):
                os._exit(7)
        """,
    "test_unread": "import there_is_no_such_module",
}


class RunAllTest(unittest.TestCase):
    def run_modules(self, names, pattern=""):
        with tempfile.TemporaryDirectory(prefix="formola-run-all-") as name:
            folder = pathlib.Path(name)
            for module in names:
                (folder / f"{module}.py").write_text(textwrap.dedent(MODULES[module]))
            self.durations = {}
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                counts = run_all.run_tools(pattern, 2, self.durations, folder)
            for module in names:
                sys.modules.pop(module, None)
            sys.path[:] = [entry for entry in sys.path if entry != name]
            return counts, printed.getvalue()

    def test_counts_and_failures(self):
        counts, printed = self.run_modules(["test_one", "test_two"])
        self.assertEqual(counts, {"passed": 2, "failed": 1, "skipped": 1})
        self.assertIn("this is wrong", printed)
        self.assertIn("said by two", printed)
        self.assertIn("tools/test_two.Two.test_right", self.durations)

    def test_a_process_that_dies_is_a_failed_test(self):
        counts, printed = self.run_modules(["test_dying", "test_two"])
        self.assertEqual(counts, {"passed": 1, "failed": 1, "skipped": 0})
        self.assertIn("test_dying ended with status 7", printed)

    def test_a_module_that_cannot_be_read_is_a_failed_test(self):
        counts, printed = self.run_modules(["test_unread"])
        self.assertEqual(counts, {"passed": 0, "failed": 1, "skipped": 0})
        self.assertIn("there_is_no_such_module", printed)

    def test_only_what_matches(self):
        counts, _ = self.run_modules(["test_one", "test_two"], "One.test_right")
        self.assertEqual(counts, {"passed": 1, "failed": 0, "skipped": 0})
        self.assertEqual(self.run_modules(["test_one"], "nothing_has_this_name")[0], {})


if __name__ == "__main__":
    unittest.main()
