#!/usr/bin/env python3
"""Foreign code, commands and changes of files: nothing happens unasked, and with trust it does (docs/security.md).

Each way of doing something leaves a canary, a file that must not be there afterwards.
"""

import os
import pathlib
import pty
import select
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program as fp  # noqa: E402

HANG_SECONDS = 300  # not a limit on speed: only so that a hang ends as a failure

CONSTRUCTOR = """
#include <stdio.h>
__attribute__((constructor)) static void begin(void) { FILE *f = fopen(\\"CANARY\\", \\"w\\"); if (f) fclose(f); }
int three(void) { return 3; }
"""

# Declarations of a function `Integer n = f()` that leaves the canary.
WAYS = {
    "system": 'external "C" n = system("touch CANARY");',
    "include": 'external "C" n = three() annotation (Include = "%s");' % CONSTRUCTOR,
    "library": 'external "C" n = three() annotation (Library = "three", LibraryDirectory = "modelica://M/Resources");',
    "path": 'external "C" n = three() annotation (Library = "FOLDER/M/Resources/libthree.so");',
    "source": 'external "C" n = three() annotation (Library = "none", Include = "#include \\"three.h\\"", '
              'IncludeDirectory = "modelica://M/Resources");',
    "libc": 'external "C" n = creat("CANARY", 511);',
}
# Statements that leave the canary, by functions that Formola implements itself.
EFFECTS = {
    "print": 'print("x", "CANARY");',
    "folder": 'folder("CANARY");',
    "copy": 'copy("FOLDER/M/package.mo", "CANARY");',
    "traversal": 'print("x", "../work/../outside/canary");',
    "symlink": 'print("x", "link");',
    "dangling": 'print("x", "dangling");',
    "linked folder": 'print("x", "linked/canary");',
    "hidden": 'print("x", ".profile");',
    "hidden folder": 'print("x", ".git/canary");',
    "program": 'print("x", "program");',
    "hard link": 'print("x", "hard");',
    "remove": 'remove("victim");',
    "rename": 'rename("victim", "moved");',
    "chdir": 'chdir("FOLDER/outside"); print("x", "canary");',
}
DECLARATIONS = """
  impure function print input String s; input String f; external "C" ModelicaInternal_print(s, f); end print;
  impure function folder input String f; external "C" ModelicaInternal_mkdir(f); end folder;
  impure function copy input String a; input String b; external "C" ModelicaInternal_copyFile(a, b); end copy;
  impure function remove input String f; external "C" ModelicaInternal_removeFile(f); end remove;
  impure function rename input String a; input String b; external "C" ModelicaInternal_rename(a, b); end rename;
  impure function chdir input String f; external "C" ModelicaInternal_chdir(f); end chdir;
"""
# How the function is called: when it is translated (a constant, a size, a condition), or when it runs.
USES = {
    "constant": "constant Integer c = f(); Real x = c*time;",
    "size": "parameter Integer n = f(); Real x[n] = fill(time, n);",
    "condition": "parameter Boolean b = f() > 1; Real x = time if b;",
    "start": "parameter Integer n = f(); Real x(start = n, fixed = true); equation der(x) = n;",
    "equation": "Integer n = if time >= 0 then f() else 0; Real x = n;",
    "when": "Integer n; equation when time > 0.5 then n = f(); end when;",
}
COMMANDS = {
    "check": ["check"],
    "flatten": ["flatten"],
    "scalar": ["flatten", "--scalar"],
    "inspect": ["inspect"],
    "mixed": ["inspect", "--method", "inline:mixed"],
    "translate": ["translate", "--to", "c"],
    "simulate": ["simulate", "--quiet"],
    "interpreted": ["simulate", "--quiet", "--backend", "interp"],
}


class Sandbox:
    """A folder with a library M, a folder `work` to work in, and what may be damaged."""

    def __init__(self, function, use):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="formola-trust-"))
        self.work = self.folder / "work"
        self.outside = self.folder / "outside"
        self.library = self.folder / "M"
        self.canary = self.outside / "canary"
        for one in (self.work, self.outside, self.library / "Resources", self.work / ".git", self.folder / "home"):
            one.mkdir(parents=True)
        (self.work / "victim").write_text("precious")
        (self.work / "link").symlink_to(self.outside / "target")
        (self.outside / "target").write_text("precious")
        (self.work / "dangling").symlink_to(self.canary)
        (self.work / "linked").symlink_to(self.outside)
        (self.work / ".profile").write_text("precious")
        (self.work / "program").write_text("precious")
        (self.work / "program").chmod(0o755)
        os.link(self.outside / "target", self.work / "hard")
        text = f"package M\n{DECLARATIONS}\n  impure function f\n    output Integer n;\n    {function}\n  end f;\n"
        text += f"  model Test\n    {use}\n  end Test;\nend M;\n"
        text = text.replace("CANARY", str(self.canary)).replace("FOLDER", str(self.folder))
        (self.library / "package.mo").write_text(text)
        source = CONSTRUCTOR.replace('\\"', '"').replace("CANARY", str(self.canary))
        (self.library / "Resources" / "three.c").write_text(source)
        (self.library / "Resources" / "three.h").write_text("int three(void);\n")
        self.before = self.state()

    def build_library(self):
        resources = self.library / "Resources"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", str(resources / "libthree.so"), str(resources / "three.c")],
                       check=True)

    def state(self):
        """All that must stay as it is: names and contents of files, without results."""
        found = {}
        for path in sorted(self.folder.rglob("*")):
            name = path.relative_to(self.folder).as_posix()
            if name.endswith("_res.csv") or name.startswith("home") or "libthree" in name:
                continue
            found[name] = path.read_text(errors="replace") if path.is_file() else stat.S_IFMT(path.lstat().st_mode)
        return found

    def environment(self):
        # No decisions of the user who runs the tests.
        names = {"HOME": str(self.folder / "home"), "NO_COLOR": "1"}
        kept = {k: v for k, v in os.environ.items() if k not in ("XDG_CONFIG_HOME", "MODELICAPATH")}
        return {**kept, **names}

    def run(self, command, *options):
        return subprocess.run(
            [str(fp.program()), command[0], str(self.library), "M.Test", *command[1:], *options],
            cwd=self.work, env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, encoding="utf-8", errors="replace", timeout=HANG_SECONDS, check=False,
        )

    def close(self):
        shutil.rmtree(self.folder)


class TrustTest(unittest.TestCase):
    def sandbox(self, function, use):
        box = Sandbox(function, use)
        self.addCleanup(box.close)
        return box

    def unharmed(self, box, done, what):
        self.assertEqual(box.state(), box.before, f"{what}\n{done.stderr}{done.stdout}")

    def test_nothing_foreign_runs_unasked(self):
        for way, function in WAYS.items():
            for use, text in USES.items():
                box = self.sandbox(function, text)
                if way in ("library", "path"):
                    box.build_library()
                for name, command in COMMANDS.items():
                    with self.subTest(way=way, use=use, command=name):
                        done = box.run(command)
                        self.unharmed(box, done, (way, use, name))
                        if command[0] == "simulate":
                            self.assertIn(done.returncode, (1, 3), done.stderr)
                            self.assertRegex(done.stderr, r"\[(ForeignCode|Command)Refused\]")
                            self.assertIn("--trust M", done.stderr)

    def test_trust_lets_it_run(self):
        for way, function in WAYS.items():
            for trust in ("M", "../M", "all"):
                box = self.sandbox(function, USES["size"])
                if way in ("library", "path"):
                    box.build_library()
                with self.subTest(way=way, trust=trust):
                    done = box.run(["check"], "--trust", trust)
                    self.assertTrue(box.canary.exists(), done.stderr)

    def test_effects_unasked(self):
        for effect, statement in EFFECTS.items():
            for name, command in COMMANDS.items():
                function = f"algorithm {statement} n := 1;"
                box = self.sandbox(function, USES["when"])
                with self.subTest(effect=effect, command=name):
                    done = box.run(command)
                    self.unharmed(box, done, (effect, name))
                    if command[0] == "simulate":
                        self.assertEqual(done.returncode, 3, done.stderr)
                        self.assertRegex(done.stderr, r"\[(Write|Deletion|ProcessChange)Refused\]")

    def test_effects_at_translation(self):
        """Not even in the folder, where a simulation may write."""
        for statement in [*EFFECTS.values(), 'print("x", "allowed");', 'folder("allowed");']:
            box = self.sandbox(f"algorithm {statement} n := 2;", USES["size"])
            for name in ("check", "flatten", "inspect", "translate", "simulate"):
                with self.subTest(statement=statement, command=name):
                    done = box.run(COMMANDS[name])
                    self.unharmed(box, done, (statement, name))
                    self.assertRegex(done.stderr, r"\[(Write|Deletion|ProcessChange)Refused\]")

    def test_effects_with_trust(self):
        for effect, statement in EFFECTS.items():
            box = self.sandbox(f"algorithm {statement} n := 1;", USES["when"])
            with self.subTest(effect=effect):
                done = box.run(["simulate", "--quiet"], "--trust", "M")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertNotEqual(box.state(), box.before)

    def test_simulations_write_in_their_folder(self):
        statements = """print("x", "log.txt"); print("y", "log.txt"); folder("sub"); print("z", "sub/more.txt");
          print("gone", "own.txt"); remove("own.txt"); print("w", "OUT/work/absolute.txt");""".replace("OUT", "FOLDER")
        box = self.sandbox(f"algorithm {statements} n := 1;", USES["when"])
        done = box.run(["simulate", "--quiet"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((box.work / "log.txt").read_text(), "x\ny\n")
        self.assertEqual((box.work / "sub" / "more.txt").read_text(), "z\n")
        self.assertEqual((box.work / "absolute.txt").read_text(), "w\n")
        self.assertFalse((box.work / "own.txt").exists())

    def test_commands_need_trust_in_every_file(self):
        """An honest library that runs commands is trusted; the model that gives it the command is not."""
        box = self.sandbox(WAYS["system"].replace('system("touch CANARY")', "system(c)").replace(
            "external", "protected parameter String c = \"true\"; external"), "Real x = time;")
        model = box.work / "user.mo"
        (box.library / "package.mo").write_text(
            "package M\n  impure function f\n    input String c;\n    output Integer n;\n"
            '    external "C" n = system(c);\n  end f;\nend M;\n')
        model.write_text(f'model User\n  Integer n;\nalgorithm\n  when initial() then\n    n := M.f("touch {box.canary}");\n'
                         "  end when;\nend User;\n")
        def simulate(*options):
            return subprocess.run(
                [str(fp.program()), "simulate", "user.mo", "User", "--quiet", "-L", "..", *options], cwd=box.work,
                env=box.environment(), stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False)
        for options in ([], ["--trust", "M"], ["--trust", "user.mo"]):
            done = simulate(*options)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertFalse(box.canary.exists())
        self.assertIn("not trusted: M (", done.stderr)
        done = simulate("--trust", "M", "--trust", "user.mo")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(box.canary.exists())

    def test_a_file_that_claims_to_be_within(self):
        box = self.sandbox("algorithm n := 1;", "Real x = time;")
        (box.work / "evil.mo").write_text(
            'within M;\nmodel Evil\n  impure function f\n    output Integer n;\n    external "C" n = creat("%s", 511);\n'
            "  end f;\n  parameter Integer n = f();\n  Real x[n] = fill(time, n);\nend Evil;\n" % box.canary)
        for options in ([], ["--trust", "M"], ["--trust", "evil.mo"]):
            done = subprocess.run(
                [str(fp.program()), "check", str(box.library), "evil.mo", "M.Evil", *options], cwd=box.work,
                env=box.environment(), stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False)
            self.assertEqual(box.canary.exists(), options == ["--trust", "evil.mo"], done.stderr)

    def test_shell(self):
        ways = [(way, function, "size") for way, function in WAYS.items()]
        ways += [(way, function, "when") for way, function in WAYS.items()]
        ways += [(way, f"algorithm {text} n := 1;", "when") for way, text in EFFECTS.items() if "canary" in text.lower()]
        for way, function, use in ways:
            with self.subTest(way=way, use=use):
                box = self.sandbox(function, USES[use])
                if way in ("library", "path"):
                    box.build_library()
                (box.work / "m.mo").write_text((box.library / "package.mo").read_text()
                                               .replace("package M", "package P").replace("end M;", "end P;")
                                               + "model Test2 extends P.Test; end Test2;\n")
                def shell(*options):
                    return subprocess.run(
                        [str(fp.program()), "shell", "-L", "..", *options], cwd=box.work, env=box.environment(),
                        input="enter model m.mo\noutput equations\nsimulate 1\nstop\n", capture_output=True, encoding="utf-8", check=False,
                        timeout=HANG_SECONDS)
                done = shell()
                self.assertFalse(box.canary.exists(), done.stdout + done.stderr)
                self.assertRegex(done.stdout + done.stderr, "Refused")

    def test_trust_file(self):
        box = self.sandbox(WAYS["libc"], USES["size"])
        home = box.folder / "home" / ".config" / "formola"
        home.mkdir(parents=True)
        trust = home / "trust"

        def runs(text, mode=0o600, *options):
            box.canary.unlink(missing_ok=True)
            trust.write_text(text)
            trust.chmod(mode)
            done = box.run(["check"], *options)
            return box.canary.exists(), done.stderr

        for text in (f"{box.library}\n", f"# mine\n  {box.folder} # all of it\n", "all\n", "~/../M\n"):
            self.assertTrue(runs(text)[0], text)
        for text in ("\n", f"{box.outside}\n", f"#{box.library}\n", "M\n", "../M\n"):
            self.assertFalse(runs(text)[0], text)
        self.assertIn("TrustFileLine", runs("../M\n")[1])
        done, errors = runs("all\n", 0o666)
        self.assertFalse(done)
        self.assertIn("[TrustFileIgnored]", errors)
        # A name counts for what the search path has.
        box.canary.unlink(missing_ok=True)
        trust.write_text("M\n")
        trust.chmod(0o600)
        subprocess.run([str(fp.program()), "check", "-L", "..", "M.Test"], cwd=box.work, env=box.environment(),
                       stdin=subprocess.DEVNULL, capture_output=True, check=False)
        self.assertTrue(box.canary.exists())

    def dialogue(self, box, answer, *options):
        """check on a terminal; what was shown."""
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(box.work)
            os.execve(fp.program(), [str(fp.program()), "check", str(box.library), "M.Test", *options],
                      box.environment())
        seen, sent = "", False
        while True:
            if not select.select([terminal], [], [], HANG_SECONDS)[0]:
                break
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            seen += part.decode(errors="replace")
            if not sent and "n: no [n]" in seen:
                os.write(terminal, answer.encode() + b"\n")
                sent = True
        os.waitpid(process, 0)
        os.close(terminal)
        return seen

    def test_question_on_a_terminal(self):
        trust = pathlib.Path("home/.config/formola/trust")
        for answer, runs, kept in (("n", False, False), ("", False, False), ("y", True, False), ("r", True, False),
                                   ("a", True, True)):
            with self.subTest(answer=answer):
                box = self.sandbox(WAYS["libc"], USES["size"])
                seen = self.dialogue(box, answer)
                self.assertIn("'creat'", seen)
                self.assertIn("not trusted: M (", seen)
                self.assertEqual(box.canary.exists(), runs, seen)
                self.assertEqual((box.folder / trust).exists(), kept)
                if kept:
                    self.assertEqual((box.folder / trust).read_text(), f"{box.library}\n")
                    self.assertEqual(stat.S_IMODE((box.folder / trust).stat().st_mode), 0o600)
                    box.canary.unlink()
                    self.assertNotIn("n: no", self.dialogue(box, "n"))
                    self.assertTrue(box.canary.exists())

    def test_question_shows_no_control_characters(self):
        box = self.sandbox('external "C" n = system("touch CANARY\\n\\033[2Jtrue");'.replace("\\033", "\x1b"), USES["size"])
        seen = self.dialogue(box, "n")
        self.assertNotIn("\x1b[2J", seen.split("allow it?")[0])
        self.assertIn("\\x1b[2Jtrue", seen)
        self.assertFalse(box.canary.exists())

    def test_no_question_for_programs(self):
        box = self.sandbox(WAYS["libc"], USES["size"])
        self.assertNotIn("allow it?", self.dialogue(box, "y", "--diagnostics", "json"))
        self.assertFalse(box.canary.exists())


if __name__ == "__main__":
    unittest.main()
