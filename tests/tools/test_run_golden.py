"""The golden runner must fail where it should: each test shows one reason, with a stand-in program."""

import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import run_golden  # noqa: E402

UNDECLARED = '{"severity":"error","code":"Undeclared","message":"no y","file":"case.mo","line":%d}'


class GoldenTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.golden = pathlib.Path(holder.name)
        self.topic = self.golden / "topic"
        self.topic.mkdir()

    def run_case(self, *lines, arguments=(), name="case.mo", expected=None):
        """Verdict and printed text for one case made of the given lines."""
        (self.topic / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        if expected is not None:
            (self.topic / "case.expected").write_text(expected, encoding="utf-8")
        program = str(HERE / "fake_formola.py")
        parsed = run_golden.make_parser().parse_args(
            ["--formola", program, "--golden", str(self.golden), *arguments]
        )
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            counts = run_golden.run_suite(parsed)
        verdicts = [verdict for verdict, count in counts.items() if count]
        self.assertEqual(sum(counts.values()), 1)
        return verdicts[0], output.getvalue()

    def assert_passes(self, *lines, **keywords):
        self.assertEqual(self.run_case(*lines, **keywords), ("passed", ""))

    def assert_fails(self, text, *lines, **keywords):
        verdict, output = self.run_case(*lines, **keywords)
        self.assertEqual(verdict, "failed")
        self.assertIn(text, output)

    # headers

    def test_header_mistakes(self):
        self.assert_fails("no `stage:`", "// just a comment", "model M end M;")
        self.assert_fails("unknown stage compile", "// stage: compile")
        self.assert_fails("unknown key `stgae:`", "// stgae: check")
        self.assert_fails("given twice", "// stage: check", "// stage: check")
        self.assert_fails("unknown `needs: CUDA`", "// stage: check", "// needs: CUDA")
        self.assert_fails("needs an `origin:`", "// stage: simulate", "// reference: r.csv")
        self.assert_fails("without analytic", "// stage: simulate")

    def test_arguments_and_order(self):
        header = ("// stage: structure", "// model: A.B", "// options: --method inline:be")
        line = "inspect case.mo A.B --method inline:be\n"
        self.assert_passes(*header, "// fake args", expected=line)

    def test_dymola_notation_header(self):
        self.assert_passes("{ stage: check }", "model m end", name="case.dym")
        self.assert_fails("unknown stage chekc", "{ stage: chekc }", name="case.dym")

    def test_msl_is_needed_or_skipped(self):
        header = ("// stage: check", "// needs: MSL")
        with tempfile.TemporaryDirectory() as libraries:
            with mock.patch.dict(os.environ, MODELICAPATH="/nonexistent:" + libraries):
                self.assertEqual(self.run_case(*header)[0], "skipped")
                folder = pathlib.Path(libraries) / "Modelica 4.1.0"
                folder.mkdir()
                (folder / "package.mo").touch()
                self.assert_passes(*header)

    def test_slow_is_left_out_only_when_quick(self):
        header = ("// stage: check", "// slow: a big model")
        self.assert_passes(*header)
        self.assertEqual(self.run_case(*header, arguments=["--quick"])[0], "skipped")

    def test_keys_that_decide_nothing(self):
        self.assert_passes("// stage: check", "// note: for people", "// origin: by hand")
        unused = "not used with stage"
        self.assert_fails(unused + " check and the other keys: `assert:`", "// stage: check", "// assert: True")
        self.assert_fails("`configs:`", "// stage: check", "// configs: --a")
        self.assert_fails("`tolerance:`", "// stage: check", "// tolerance: 1")
        self.assert_fails("`analytic:`", "// stage: flatten", "// analytic: x = 1", expected="")
        fake = ("// fake stderr " + UNDECLARED % 1, "// fake exit 1", "// expect-error: Undeclared")
        self.assert_fails("`final:`", "// stage: simulate", "// final: x = 1", *fake)
        self.assert_fails("case.expected", "// stage: simulate", *fake, expected="text")
        row = ("// final: x = 1", "// fake csv time,x;0,1;1,1")
        self.assert_fails("`tolerance:`", "// stage: simulate", "// follows: 1 1", "// tolerance: 1", *row)

    # programs

    def test_crash_and_status(self):
        self.assert_fails("crashed with SIGABRT", "// stage: check", "// fake crash")
        self.assert_fails("exit status 2, expected 0", "// stage: flatten", "// fake exit 2")

    def test_missing_program(self):
        verdict, output = self.run_case("// stage: check", arguments=["--formola", "/nonexistent"])
        self.assertEqual(verdict, "failed")
        self.assertIn("there is no program", output)

    # texts

    def test_text(self):
        lines = ("// stage: flatten", "// fake stdout class M", "// fake stdout end M;")
        self.assert_fails("case.expected is missing", *lines)
        self.assert_passes(*lines, expected="class M\nend M;\n")
        self.assert_fails("-end N;\n+end M;", *lines, expected="class M\nend N;\n")

    def test_update_writes_what_was_printed(self):
        lines = ("// stage: flatten", "// fake stdout class M")
        self.assertEqual(self.run_case(*lines, arguments=["--update"])[0], "passed")
        self.assertEqual((self.topic / "case.expected").read_text(), "class M\n")
        self.assert_passes(*lines)

    def test_assertions_on_json(self):
        json = '// fake stdout {"largest_block":3,"blocks":[{"size":3},{"size":1}]}'
        self.assert_passes(
            "// stage: structure", "// assert: largest_block == max(b.size for b in blocks)", json
        )
        text = "does not hold: largest_block < 3\n  largest_block = 3"
        self.assert_fails(text, "// stage: structure", "// assert: largest_block < 3", json)
        self.assert_fails("cannot evaluate", "// stage: structure", "// assert: nothing", json)

    def test_assertions_beside_diagnostics(self):
        warning = "// fake stderr " + UNDECLARED.replace("error", "warning") % 2
        lines = ("// stage: structure", warning, "// expect-warning@2: Undeclared", '// fake stdout {"states":1}')
        self.assert_passes("// assert: states == 1", *lines)
        self.assert_fails("does not hold: states == 2", "// assert: states == 2", *lines)
        self.assert_fails("no message matches", "// assert: states == 1", "// message: other", *lines)

    # diagnostics

    def test_expected_error(self):
        fake = ("// fake stderr " + UNDECLARED % 4, "// fake exit 1")
        self.assert_passes("// stage: check", *fake, "x = y; // expect-error@+0: Undeclared")
        self.assert_passes(*fake, "// expect-error@+1: Undeclared", "x = y;")
        self.assert_passes(*fake, "// expect-error: Undeclared")
        self.assert_passes(*fake, "// expect-error@4: Undeclared")

    def test_wrong_error(self):
        fake = ("// fake stderr " + UNDECLARED % 4, "// fake exit 1")
        missing = "missing: error Undeclared in line 5"
        self.assert_fails(missing, *fake, "", "// expect-error@+1: Undeclared")
        self.assert_fails("unexpected: error Undeclared in line 4", *fake, "// expect-error: Other")
        self.assert_fails("missing: error Other", *fake, "// expect-error: Other")
        self.assert_fails("exit status 1, expected 0", "// stage: check", *fake)
        self.assert_fails("exit status 0, expected 1", "// expect-error: Undeclared")

    def test_unexpected_warning_in_a_right_model(self):
        warning = UNDECLARED.replace("error", "warning") % 2
        self.assert_fails("unexpected: warning", "// stage: check", "// fake stderr " + warning)
        self.assert_passes(
            "// stage: check", "// fake stderr " + warning, "// expect-warning@2: Undeclared"
        )

    def test_message(self):
        fake = ("// fake stderr " + UNDECLARED % 1, "// fake exit 1", "// expect-error: Undeclared")
        self.assert_passes("// message: no [xyz]", *fake)
        self.assert_fails("no message matches", "// message: no [ab]", *fake)

    # simulations

    def test_analytic(self):
        header = ("// stage: simulate", "// analytic: x = exp(-time)")
        self.assert_passes(*header, "// fake csv time,x;0,1;1,0.36788")
        self.assert_fails("x at time 1.0: 0.3699", *header, "// fake csv time,x;0,1;1,0.3699")
        self.assert_passes(*header, "// tolerance: 0.01", "// fake csv time,x;0,1;1,0.3699")
        self.assert_fails("x is not in the result", *header, "// fake csv time,y;0,1;1,0.36788")
        self.assert_fails("nan", *header, "// fake csv time,x;0,1;1,nan")
        self.assert_fails("no result was written", *header)

    def test_analytic_uses_other_columns_and_quoted_names(self):
        self.assert_passes(
            "// stage: simulate",
            "// analytic: a[1,2] = 2*x^2",
            '// fake csv time,x,"a[1,2]";0,1,2;1,3,18',
        )

    def test_small_signals_are_compared_on_their_own_scale(self):
        header = ("// stage: simulate", "// analytic: i = 1e-9*time")
        self.assert_fails("i at time 1.0", *header, "// fake csv time,i;0,0;1,1.1e-9")

    def test_both_sides_of_a_jump(self):
        header = ("// stage: simulate", "// analytic: x = 1 if time >= 1 else 0")
        self.assert_passes(*header, "// fake csv time,x;0,0;1,0;1,1;2,1")
        self.assert_fails("x at time 1.0", *header, "// fake csv time,x;0,0;1,0;2,1")

    def test_final(self):
        header = ("// stage: simulate", "// final: x = 2")
        self.assert_passes(*header, "// fake csv time,x;0,7;1,2")
        self.assert_fails("x at time 1.0", *header, "// fake csv time,x;0,2;1,7")

    def test_reference(self):
        (self.topic / "r.csv").write_text("time,x\n0,0\n0.5,1\n1,2\n")
        header = ("// stage: simulate", "// reference: r.csv", "// origin: by hand")
        self.assert_passes(*header, "// fake csv time,x,y;0,0,5;1,2,5")
        self.assert_fails("x at time 0.5", *header, "// fake csv time,x;0,0;0.5,1.2;1,2")
        self.assert_fails("ends at time 0.5", *header, "// fake csv time,x;0,0;0.5,1")

    def test_configs_must_agree(self):
        header = ("// stage: simulate", "// final: x = 2", "// configs: --a; --b")
        good = "// fake csv time,x;0,1;1,2"
        self.assert_passes(*header, good)
        bad = "// fake csv [--b] time,x;0,1.5;1,2"
        self.assert_fails("with --b the result differs", *header, good, bad)
        self.assert_passes(*header, good, bad, arguments=["--quick"])

    def test_error_follows_tolerance(self):
        header = ("// stage: simulate", "// final: x = 1", "// follows: 10 1e-2 1e-4", "// configs: --a")
        coarse, fine = "// fake csv [0.01] time,x;0,1;1,1.05", "// fake csv [0.0001] time,x;0,1;1,1.0005"
        self.assert_passes(*header, coarse, fine)
        self.assert_fails("--tolerance 0.0001", *header, coarse, fine.replace("1.0005", "1.002"))
        other = "// fake csv [--a] time,x;0,1;1,1.05"
        self.assert_fails("with --a --tolerance 0.0001", *header, coarse, fine, other)
        self.assert_fails("needs a factor", "// stage: simulate", "// final: x = 1", "// follows: 10")

    def test_global_config(self):
        header = ("// stage: simulate", "// final: x = 2", "// fake csv time,x;0,1;1,2")
        bad = "// fake csv [--c] time,x;0,1;1,3"
        self.assert_passes(*header, bad)
        self.assert_fails("x at time 1.0", *header, bad, arguments=["--config=--c"])
        verdict, _ = self.run_case("// stage: check", arguments=["--config=--c"])
        self.assertEqual(verdict, "left out")

    def test_failed_simulation_can_be_expected(self):
        lines = ("// stage: simulate", "// exit: 3", "// final: x = 1", "// fake exit 3")
        self.assert_passes(*lines, "// fake csv time,x;0,1;1,1")

    def test_assertions_on_the_report(self):
        lines = ("// stage: simulate", "// fake csv time,x;0,1;1,2", '// fake report {"states":1}')
        self.assert_passes("// assert: states == 1", *lines)
        self.assert_fails("does not hold", "// assert: states == 2", *lines)

    def test_parts_are_all_of_it(self):
        for name in "abcdefg":
            (self.topic / f"{name}.mo").touch()
        parts = [run_golden.find_cases(self.golden, "", f"{k}/3") for k in (1, 2, 3)]
        self.assertEqual(sorted(sum(parts, [])), run_golden.find_cases(self.golden, ""))
        self.assertEqual([path.stem for path in parts[0]], ["a", "d", "g"])

    def test_slow_ones_are_named(self):
        lines = run_golden.slowest_lines({"golden/a": 7.0, "golden/b": 0.1, "golden/c": 60.5})
        self.assertEqual(lines, ["slow: golden/c 60.5 s", "slow: golden/a 7.0 s"])


if __name__ == "__main__":
    unittest.main()
