#!/usr/bin/env python3
"""formola upgrade: rules of conversion scripts applied to texts, what is printed, written and counted."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program as fp  # noqa: E402

# A library in its second version; the first had Old.Gain (element k_old), Units and Block.
LIBRARY = """package Parts "in version 3.0"
  package Types
    type Length = Real(unit = "m");
    type Time = Real(unit = "s");
  end Types;
  package Basic
    model Gain
      parameter Real k = 1;
      parameter Real offset = 0;
      parameter Boolean on = false;
      Real u = time;
      Real y = k * u + offset;
    end Gain;
    model Fast
      extends Gain;
    end Fast;
    model Source
      parameter Real a = 1;
      parameter Real b = 1;
      Real y = a + b;
    end Source;
    function twice
      input Real x;
      output Real y = 2 * x;
    end twice;
    connector Pin
      Real v;
      flow Real i;
    end Pin;
    model Load
      Pin p;
      parameter Boolean usePin = true;
      Real y;
    equation
      y = 1;
      if cardinality(p) == 0 then
        p.v = 0;
      end if;
      p.i = p.v;
    end Load;
    partial package Medium
      constant Real density = 1;
    end Medium;
  end Basic;
  annotation(version = "3.0", conversion(
    noneFromVersion = "2.9",
    from(version = {"1.0", "1.1"}, to = "2.0", script = "modelica://Parts/convert1to2.mos"),
    from(version = "2.0", to = "3.0", script = "convert2to3.mos")));
end Parts;
"""

FIRST = """// from 1 to 2
convertClass("Parts.Units", "Parts.Types");
convertClass("Parts.Units.Second", "Parts.Types.Time");
convertClass({"Parts.Old", "Parts.Old.f"}, {"Parts.Middle", "Parts.Middle.twice"})
convertElement("Parts.Old.Gain", {"k_old", "y_old"}, {"k", "y"});
convertElement("Parts.Old.f", "x_old", "x");
convertClassIf("Parts.Old.Gain", "kind", "Kinds.fast", "Parts.Middle.Fast");
convertModifiers("Parts.Old.Gain", {"shift"}, {"offset=%shift%"});
convertModifiers("Parts.Old.Gain", {"noise"}, fill("", 0));
convertModifiers("Parts.Old.Source", {"p=1", "q=0"}, {"a=%p%*%q%", "b=%p%"}, true);
convertModifiers("Parts.Old.Load", {"cardinality(p)=0"}, {"usePin=false"});
convertModifiers("Parts.Old.Fast", fill("", 0), {"on=true"});
convertMessage("Parts.Old.Gone", "it has no successor");
convertMessage("Parts.Old.Gain", "nobody knows what it did", "secret");
"""

SECOND = """convertClass("Parts.Middle", "Parts.Basic");
"""


def model(text, uses="1.1"):
    return f'package User\n{text}\n  annotation(uses(Parts(version = "{uses}", versionBuild = 3)));\nend User;\n'


@unittest.skipUnless(fp.program(), "the program is not built")
class Upgrade(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        library = self.folder / "path" / "Parts 3.0"
        library.mkdir(parents=True)
        (library / "package.mo").write_text(LIBRARY)
        (library / "convert1to2.mos").write_text(FIRST)
        (library / "convert2to3.mos").write_text(SECOND)
        self.library = library
        self.file = self.folder / "User.mo"

    def run_on(self, *arguments, path=None):
        command = [str(fp.program()), "upgrade", str(path or self.file), "-L", str(self.folder / "path"), *arguments]
        return subprocess.run(command, capture_output=True, text=True)

    def upgraded(self, text, uses="1.1", check=True):
        """The body of the package after the upgrade, and standard error."""
        self.file.write_text(model(text, uses))
        result = self.run_on("--to", "Parts=3.0", "--write", *([] if check else ["--no-check"]))
        self.assertEqual(result.returncode, 0, result.stderr)
        whole = self.file.read_text()
        closing = '\n  annotation(uses(Parts(version = "3.0")));\nend User;\n'
        self.assertTrue(whole.startswith("package User\n") and whole.endswith(closing), whole)
        return whole[len("package User\n"):-len(closing)], result.stderr

    def test_names_are_found_as_the_language_finds_them(self):
        text, error = self.upgraded("""
  import U = Parts.Units;   // stays
  import Parts.Units.Second;
  model A
    import Parts.Units.*;
    import Parts.Old.{Gain, f};
    Parts.Units.Length a = 1;
    U.Length b = 2; U.Second c = 3;
    Second d = 4;
    Length e = 5;
    Gain g(k_old = 2 /* two */);
    Real h = f(x_old = g.y_old) + .Parts.Old.f(1);
  end A;
  package Units
    type Length = Real;
  end Units;
  model B
    Units.Length x = 1 "ours";
    Real Parts = 2;
    annotation(Documentation(info = "<a href=\\"modelica://Parts.Units.Second\\">x</a>"));
  end B;""")
        self.assertEqual(text, """
  import U = Parts.Types;   // stays
  import Second = Parts.Types.Time;
  model A
    import Parts.Types.*;
    import Parts.Basic.Gain; import f = Parts.Basic.twice;
    Parts.Types.Length a = 1;
    U.Length b = 2; U.Time c = 3;
    Time d = 4;
    Length e = 5;
    Gain g(k = 2 /* two */);
    Real h = f(x = g.y) + .Parts.Basic.twice(1);
  end A;
  package Units
    type Length = Real;
  end Units;
  model B
    Units.Length x = 1 "ours";
    Real Parts = 2;
    annotation(Documentation(info = "<a href=\\"modelica://Parts.Types.Time\\">x</a>"));
  end B;""")
        self.assertIn("of 2 classes 1 check before, 2 after", error)

    def test_elements_through_inheritance_and_components(self):
        text, _ = self.upgraded("""
  model Mine
    extends Parts.Old.Gain(k_old = 3);
    Real z = y_old + k_old;
  end Mine;
  model Short = Parts.Old.Gain(k_old = 4);
  model Outer
    Mine mine(k_old = 5);
    Short short[2](each k_old = 6);
    Real k_old = mine.k_old + short[1].k_old;
  end Outer;
  model Top
    Outer o(mine(k_old = 7), short(each k_old = 8), k_old = 9);
    Real w = o.mine.y_old + o.k_old;
    Real v[2] = {o.short[k_old].y_old for k_old in 1:2};
  end Top;""")
        self.assertEqual(text, """
  model Mine
    extends Parts.Basic.Gain(k = 3);
    Real z = y + k;
  end Mine;
  model Short = Parts.Basic.Gain(k = 4);
  model Outer
    Mine mine(k = 5);
    Short short[2](each k = 6);
    Real k_old = mine.k + short[1].k;
  end Outer;
  model Top
    Outer o(mine(k = 7), short(each k = 8), k_old = 9);
    Real w = o.mine.y + o.k_old;
    Real v[2] = {o.short[k_old].y for k_old in 1:2};
  end Top;""")

    def test_modifiers(self):
        text, _ = self.upgraded("""
  model A
    Parts.Old.Gain a(k_old=2, noise=1, shift=3);
    Parts.Old.Gain b(noise = 1);
    Parts.Old.Gain c(final shift(min = 0) = 2 * 3, k_old = 1);
    Parts.Old.Gain d(kind = My.Kinds.fast, k_old = 2);
    Parts.Old.Source e(q = 1 + 2, p = 2);
    Parts.Old.Source f(p = 3);
    Parts.Old.Source g;
    Parts.Old.Load h, i(y(start = 1));
    Parts.Old.Fast j, k(k = 2);
    Parts.Old.Gain l(noise = 1, // one
      k_old = 2);
  equation
    connect(i.p, h2.p);
  end A;
  model Derived = A(a(shift = 4, noise = 2), b(noise = 3));""", check=False)
        self.assertEqual(text, """
  model A
    Parts.Basic.Gain a(k=2, offset=3);
    Parts.Basic.Gain b;
    Parts.Basic.Gain c(final offset(min = 0) = 2 * 3, k = 1);
    Parts.Basic.Fast d(k = 2);
    Parts.Basic.Source e(b = 2, a = 6);
    Parts.Basic.Source f(a = 0, b = 3);
    Parts.Basic.Source g;
    Parts.Basic.Load h(usePin=false), i(y(start = 1));
    Parts.Basic.Fast j(on=true), k(k = 2, on = true);
    Parts.Basic.Gain l( // one
      k = 2);
  equation
    connect(i.p, h2.p);
  end A;
  model Derived = A(a(offset = 4));""")

    def test_arguments_of_calls(self):
        """Named arguments of functions are modifiers of them; those without a name stay."""
        with (self.library / "convert1to2.mos").open("a") as script:
            script.write('convertModifiers("Parts.Old.f", {"half"}, {"x=2*%half%"});\n'
                         'convertModifiers("Parts.Old.f", {"unused"}, fill("", 0));\n'
                         'convertModifiers("Parts.Old.g", {"p=1", "q=2"}, {"a=%p%+%q%"}, true);\n')
        text, error = self.upgraded("""
  function mine
    extends Parts.Old.f;
  end mine;
  model A
    Real a = Parts.Old.f(half = time + 1);
    Real b = Parts.Old.f(half=Parts.Old.f(3, unused = 1)) "inner ones first";
    Real c = Parts.Old.f( /* why */ unused=0, x=4);
    Real d = Parts.Old.f(1, unused = {2, 3});
    Real e = mine(half = 5);
  initial equation
    assert(Parts.Old.f(unused = 7, half = 1) > 0, "unused");
  end A;
  function h
    input Real x = Parts.Old.g(q = 3);
    input Real y = Parts.Old.g(unused = 3);
    output Real z = Parts.Old.g();
  end h;""", check=False)
        self.assertEqual(text, """
  function mine
    extends Parts.Basic.twice;
  end mine;
  model A
    Real a = Parts.Basic.twice(x = 2*(time + 1));
    Real b = Parts.Basic.twice(x=2*Parts.Basic.twice(3)) "inner ones first";
    Real c = Parts.Basic.twice( /* why */ x=4);
    Real d = Parts.Basic.twice(1);
    Real e = mine(x = 2*5);
  initial equation
    assert(Parts.Basic.twice(x = 2*1) > 0, "unused");
  end A;
  function h
    input Real x = Parts.Basic.g(a = 4);
    input Real y = Parts.Basic.g(unused = 3);
    output Real z = Parts.Basic.g();
  end h;""", error)

    def test_rules_in_the_annotation(self):
        """change(...) in the place of a script, with the same rules."""
        rules = ",\n        ".join(line for line in FIRST.replace(";", "").splitlines() if line.startswith("convert"))
        file = self.library / "package.mo"
        file.write_text(LIBRARY.replace('script = "modelica://Parts/convert1to2.mos"', f"change({rules})")
                        .replace('script = "convert2to3.mos"', 'change(convertClass("Parts.Middle", "Parts.Basic"))'))
        text, _ = self.upgraded("""
  model A
    Parts.Old.Gain a(k_old=2, noise=1, shift=3);
    Parts.Units.Second t = 1;
  end A;""")
        self.assertEqual(text, """
  model A
    Parts.Basic.Gain a(k=2, offset=3);
    Parts.Types.Time t = 1;
  end A;""")
        # a wrong rule is shown where it stands
        file.write_text(file.read_text().replace('convertClass("Parts.Units", "Parts.Types")',
                                                 'convertClass("Parts.Units")'))
        self.file.write_text(model("  model A\n  end A;"))
        result = self.run_on("--to", "Parts=3.0")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("package.mo", result.stderr)
        self.assertIn('convertClass("Parts.Units")', result.stderr)
        # and what is no call stops the reader of the library
        file.write_text(LIBRARY.replace('script = "convert2to3.mos"', "change(convertClass)"))
        result = self.run_on("--to", "Parts=3.0")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("'(' after the name of the rule", result.stderr)

    def test_messages_and_what_needs_hands(self):
        _, error = self.upgraded("""
  model A
    Parts.Old.Gone x;
    Parts.Old.Gain g(secret = 1);
    Parts.Old.Source s(a = 5, p(min = 0));
  end A;""", check=False)
        self.assertIn("User.mo:4:5: warning: 'Parts.Old.Gone' is not converted: it has no successor [ConversionMessage]", error)
        self.assertIn("User.mo:5:22: warning: 'Parts.Old.Gain.secret' is not converted: nobody knows", error)
        self.assertIn("User.mo:6:31: warning: 'p' has to be converted by hand: it is no plain value here [ConversionByHand]",
                      error)

    def test_differences_are_printed_and_nothing_is_written(self):
        text = model("  model A\r\n    Parts.Old.Gain g;\r\n  end A;", "2.0").replace("Old", "Middle")
        self.file.write_bytes(text.encode())
        result = self.run_on("--to", "Parts")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.file.read_bytes(), text.encode())
        self.assertIn("1 of 1 files would change", result.stderr)
        self.assertIn("of 1 classes 0 check before, 1 after", result.stderr)
        (self.folder / "patch").write_bytes(subprocess.run(
            [str(fp.program()), "upgrade", "User.mo", "-L", "path", "--to", "Parts", "--no-check"],
            capture_output=True, cwd=self.folder, check=True).stdout)
        patch = (self.folder / "patch").read_bytes()
        self.assertTrue(patch.startswith(b"--- User.mo\n+++ User.mo\n@@ -"))
        self.assertIn(b"\n-    Parts.Middle.Gain g;\r\n+    Parts.Basic.Gain g;\r\n   end A;", patch)
        self.run_on("--to", "Parts", "--write")
        after = text.replace("Middle", "Basic").replace('version = "2.0", versionBuild = 3', 'version = "3.0"')
        self.assertEqual(self.file.read_bytes(), after.encode())
        self.file.write_bytes(text.encode())
        if not shutil.which("patch"):
            return
        subprocess.run(["patch", "--binary", "-p0", "-i", "patch"], cwd=self.folder, check=True, capture_output=True)
        self.assertEqual(self.file.read_bytes(), after.encode())

    def test_no_conversion_needed(self):
        text, error = self.upgraded("  model A\n    Parts.Basic.Gain g;\n  end A;", "2.9")
        self.assertEqual(text, "  model A\n    Parts.Basic.Gain g;\n  end A;")
        self.assertIn("Parts 2.9 -> 3.0", error)

    def test_library_in_a_folder(self):
        folder = self.folder / "My"
        (folder / "Sub").mkdir(parents=True)
        (folder / "package.mo").write_text(
            'package My\n  import U = Parts.Units;\n  annotation(uses(Parts(version="1.0")));\nend My;\n')
        (folder / "Sub" / "package.mo").write_text("within My;\npackage Sub\n  extends Parts.Old;\nend Sub;\n")
        (folder / "Sub" / "A.mo").write_text("within My.Sub;\nmodel A\n  parameter U.Second t = 1;\n  Gain g(k_old = t);\nend A;\n")
        # nobody reads these: the package declares the class itself, and there is no such package
        (folder / "Sub" / "B.mo").write_text("within My.Sub;\nmodel B\n  U.Second t;\nend B;\n")
        (folder / "Sub" / "package.mo").write_text(
            "within My;\npackage Sub\n  extends Parts.Old;\n  model B\n  end B;\nend Sub;\n")
        (folder / "Sub" / "C.mo").write_text("within My.Other;\nmodel C\n  U.Second t;\nend C;\n")
        (folder / "notes.txt").write_text("kept")
        target = self.folder / "out"
        result = self.run_on("--to", "Parts=3.0", "--output", str(target), path=folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual((target / "My" / "Sub" / "A.mo").read_text(),
                         "within My.Sub;\nmodel A\n  parameter U.Time t = 1;\n  Gain g(k = t);\nend A;\n")
        self.assertEqual((target / "My" / "notes.txt").read_text(), "kept")
        self.assertIn("U.Second", (folder / "Sub" / "A.mo").read_text())
        for stale in ("B.mo", "C.mo"):
            self.assertIn("U.Second", (target / "My" / "Sub" / stale).read_text())
        self.assertIn("of 2 classes 1 check before, 2 after", result.stderr)
        again = self.run_on("--to", "Parts=3.0", "--output", str(target), path=folder)
        self.assertEqual(again.returncode, 2)
        self.assertIn("exists already", again.stderr)
        part = self.run_on("--to", "Parts=3.0", path=folder / "Sub" / "A.mo")
        self.assertEqual(part.returncode, 2)
        self.assertIn("is a part of the library 'My'; give the folder of that library", part.stderr)

    def test_unknown_and_wrong_rules(self):
        (self.library / "convert1to2.mos").write_text('convertEverything("a");\nconvertClass("Parts.Units", "Parts.Types");')
        self.file.write_text(model("  Parts.Units.Length a;"))
        result = self.run_on("--to", "Parts=3.0")
        self.assertEqual(result.returncode, 0)
        self.assertIn("convert1to2.mos:1:1: warning: 'convertEverything' is no conversion rule; it is passed over "
                      "[NoConversionRule]", result.stderr)
        self.assertIn("+  Parts.Types.Length a;", result.stdout)
        for wrong, why in (('convertClass("A");', "1 arguments are given, 2 are needed"),
                           ('convertClass("A", 1);', "texts, or arrays of texts"),
                           ('convertClass("A", "B C");', "'B C' is no name"),
                           ('convertClass({"A", "B"}, {"C", "D", "E"});', "its arrays differ in length"),
                           ('convertClass("A", "B"); convertClass("A", "C");', "another rule converts 'A' differently"),
                           ('convertModifiers("A", {"x"}, {"y"});', "the modifier 'y' has no value"),
                           ('convertModifiers("A", {"x"}, {"y=%z%"});', "'%z%' is none of its old modifiers"),
                           ('convertClass("A", "B"', "")):
            with self.subTest(wrong):
                (self.library / "convert1to2.mos").write_text(wrong)
                result = self.run_on("--to", "Parts=3.0")
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn("[WrongConversionRule]", result.stderr)
                self.assertIn(why, result.stderr)
                self.assertEqual(result.stdout, "")

    def test_rules_that_would_break_the_text(self):
        (self.library / "convert1to2.mos").write_text('convertModifiers("Parts.Old.Gain", {"k"}, {"k=(%k% +"});')
        text = model("  model A\n    Parts.Old.Gain g(k = 1);\n  end A;")
        self.file.write_text(text)
        result = self.run_on("--to", "Parts=3.0", "--write")
        self.assertEqual(result.returncode, 1)
        self.assertIn("[ConversionBreaksText]", result.stderr)
        self.assertEqual(self.file.read_text(), text)

    def test_versions(self):
        self.file.write_text(model("  Real x;", "0.5"))
        result = self.run_on("--to", "Parts=3.0")
        self.assertEqual(result.returncode, 1)
        self.assertIn("Parts 3.0 does not say how models of version 0.5 are converted [NoConversion]", result.stderr)
        self.assertIn("it converts from 1.0, 1.1, 2.0, 2.9", result.stderr)
        result = self.run_on("--to", "Parts=4.0")
        self.assertEqual((result.returncode, "Parts 4.0 is not on the search path" in result.stderr), (2, True))
        self.assertEqual(self.run_on("--to", "Parts=3.0", "--write", "--output", "x").returncode, 2)
        result = self.run_on("--to", "Nowhere")
        self.assertEqual((result.returncode, "'Nowhere' is not on the search path" in result.stderr), (2, True))
        self.file.write_text("model A\n  Parts.Units.Length x = 1;\nend A;\n")
        result = self.run_on("--to", "Parts=3.0")
        self.assertEqual((result.returncode, "--from Parts=VERSION" in result.stderr), (2, True))
        result = self.run_on("--to", "Parts=3.0", "--from", "Parts=1.0", "--write")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('Parts.Types.Length x = 1;', self.file.read_text())
        self.assertIn('uses(Parts(version="3.0"))', self.file.read_text())
        self.file.write_text('model A\n  annotation(uses(Parts(version="1.0")));\nend A;\n'
                             'model B\n  annotation(uses(Parts(version="2.0")));\nend B;\n')
        result = self.run_on("--to", "Parts=3.0")
        self.assertEqual((result.returncode, "[UsesDiffer]" in result.stderr), (1, True))

    def test_other_libraries(self):
        (self.library / "convert1to2.mos").write_text('convertClass("Parts.Old", "Obsolete.Old");')
        self.file.write_text(model("  model A\n    Parts.Old.X x;\n  end A;"))
        result = self.run_on("--to", "Parts=3.0")
        self.assertIn("uses the library 'Obsolete' now, which is not found [ConversionNeedsLibrary]", result.stderr)
        (self.folder / "path" / "Obsolete.mo").write_text(
            'package Obsolete package Old model X end X; end Old; annotation(version = "1.2"); end Obsolete;')
        result = self.run_on("--to", "Parts=3.0", "--write")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('Obsolete(version="1.2")', self.file.read_text())
        self.assertIn("of 1 classes 0 check before, 1 after", result.stderr)

    def test_a_library_that_became_a_part_of_another(self):
        (self.library / "convert1to2.mos").write_text('convertClass("Extra", "Parts.Basic");')
        self.file.write_text('model A\n  Extra.Gain g;\n'
                             '  annotation(uses(Parts(version="1.0"), Extra(version="7")));\nend A;\n')
        result = self.run_on("--to", "Parts=3.0", "--write")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.file.read_text(),
                         'model A\n  Parts.Basic.Gain g;\n  annotation(uses(Parts(version="3.0")));\nend A;\n')

    def test_the_message_of_versions_names_the_command(self):
        self.file.write_text(model("  model A\n    Parts.Old.Gain g;\n  end A;"))
        result = subprocess.run([str(fp.program()), "check", str(self.file), "User.A", "-L", str(self.folder / "path")],
                                capture_output=True, text=True)
        self.assertIn(f"formola upgrade '{self.file}' --to Parts=3.0", result.stderr)

    def test_syntax_errors_stop_it(self):
        self.file.write_text("package User Real = ; end User;")
        result = self.run_on("--to", "Parts=3.0", "--from", "Parts=1.0", "--write")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(self.file.read_text(), "package User Real = ; end User;")


if __name__ == "__main__":
    unittest.main()
