"""The installed library: examples in C compile against it with nothing of the source tree, and run."""

import gzip
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(os.environ.get("FORMOLA_PROGRAM", ROOT / "build/release/tools/formola"))
BUILD = PROGRAM.parent.parent
# Of the library, and so of the programs that use it; "" without sanitizers.
CACHE = BUILD / "CMakeCache.txt"
SANITIZERS = re.search(r"^FORMOLA_SANITIZE:\w+=(.*)$", CACHE.read_text(), re.M)[1] if CACHE.exists() else ""


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


class InstalledLibrary(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="formola-install-"))
        cls.prefix = cls.folder / "usr"
        done = run("cmake", "--install", str(BUILD), "--prefix", str(cls.prefix))
        assert done.returncode == 0, done.stdout + done.stderr
        # All that is installed is found from where it is, not from the checkout.
        cls.environment = {"PATH": os.environ["PATH"], "HOME": str(cls.folder)}
        library = next(cls.prefix.rglob("libformola.so"))
        cls.environment["LD_LIBRARY_PATH"] = str(library.parent)
        cls.environment.update((name, os.environ[name]) for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS")
                               if name in os.environ)
        cls.library = library

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def compile(self, source, name):
        program = self.folder / name
        command = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", str(source)]
        command += [f"-fsanitize={SANITIZERS}"] if SANITIZERS else []
        command += ["-I", str(self.prefix / "include"), "-L", str(self.library.parent)]
        command += ["-lformola", "-lpthread", "-lm", "-o", str(program)]
        done = run(*command, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return program

    def test_four_threads(self):
        program = self.compile(ROOT / "examples/c/four_threads.c", "four_threads")
        # What a command holds goes with it; a program that uses the library gives everything back.
        leaks = {"ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "exitcode=99") + ":detect_leaks=1"}
        done = run(str(program), env=self.environment | leaks, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("translations: 1", done.stdout)
        self.assertIn("rate 2: status 4", done.stdout)

    @unittest.skipIf(SANITIZERS, "sanitizers look at the same")
    @unittest.skipIf(shutil.which("valgrind") is None, "there is no valgrind")
    def test_four_threads_are_clean(self):
        """No data race (drd), no wrong access and nothing lost (memcheck), also not in the library."""
        program = self.compile(ROOT / "examples/c/four_threads.c", "four_threads")
        for options in (["--tool=drd"], ["--leak-check=full", "--errors-for-leak-kinds=definite,possible"]):
            done = run("valgrind", "--quiet", "--error-exitcode=99", *options, str(program),
                       env=self.environment, cwd=self.folder)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("translations: 1", done.stdout)

    def test_bundled_library_is_found(self):
        source = self.folder / "bundled.c"
        source.write_text(
            """#include <formola/formola.h>
            #include <stdio.h>
            int main(void) {
              formola_session* session = formola_session_new();
              formola_model* model = NULL;
              formola_status status =
                  formola_translate(session, "Formola.Examples.Electrical.RLCCircuit", NULL, &model);
              printf("%s", formola_model_diagnostic_text(model));
              formola_model_free(model);
              formola_session_free(session);
              return (int)status;
            }
            """
        )
        program = self.compile(source, "bundled")
        done = run(str(program), env=self.environment, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_installed_program(self):
        program = self.prefix / "bin/formola"
        done = run(str(program), "check", "Formola.Examples.Electrical.RLCCircuit",
                   env=self.environment, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_manual_page_and_completions(self):
        """They come from --help: every command and option is there, and bash completes them."""
        share = self.prefix / "share"
        page = gzip.decompress((share / "man/man1/formola.1.gz").read_bytes()).decode()
        files = [(share / name).read_text() for name in (
            "bash-completion/completions/formola",
            "zsh/vendor-completions/_formola",
            "fish/vendor_completions.d/formola.fish",
        )]
        program = self.prefix / "bin/formola"
        about = run(str(program), "--help", env=self.environment).stdout
        commands = re.findall(r"^  (\w+) ", about.partition("Subcommands:")[2], re.M)
        self.assertIn("simulate", commands)
        for command in commands:
            self.assertIn(f"formola {command}", page)
            text = run(str(program), command, "--help", env=self.environment).stdout
            for option in re.findall(r"^  (?:-\w,)?--([\w-]+)", text, re.M):
                escaped = option.replace("-", r"\-")
                self.assertIn(rf"\fB\-\-{escaped}\fR", page)
                for file in files:
                    self.assertRegex(file, rf"(--|-l ){option}\b")
        script = (
            f'source "{share}/bash-completion/completions/formola"; '
            'COMP_WORDS=(formola sim); COMP_CWORD=1; _formola; echo "${COMPREPLY[*]}"; '
            'COMP_WORDS=(formola simulate --backend i); COMP_CWORD=3; _formola; echo "${COMPREPLY[*]}"; '
            'COMP_WORDS=(formola simulate --toler); COMP_CWORD=2; _formola; echo "${COMPREPLY[*]}"'
        )
        done = run("bash", "-c", script, cwd=self.folder)
        self.assertEqual(done.stdout.split(), ["simulate", "interp", "--tolerance"], done.stderr)

    def test_version_is_the_same_everywhere(self):
        program = self.prefix / "bin/formola"
        version = run(str(program), "--version", env=self.environment).stdout.split()[-1]
        pc = next(self.prefix.rglob("formola.pc")).read_text()
        self.assertIn(f"Version: {version}\n", pc)
        self.assertTrue((self.library.parent / f"libformola.so.{version}").exists())
        page = gzip.decompress((self.prefix / "share/man/man1/formola.1.gz").read_bytes()).decode()
        self.assertIn(f"formola {version}", page)

    def test_only_the_interface_is_exported(self):
        done = run("nm", "-D", "--defined-only", str(self.library))
        names = [line.split()[-1] for line in done.stdout.splitlines() if " T " in line]
        self.assertTrue(names)
        # External functions of models find ModelicaError and the like here.
        self.assertEqual([name for name in names if not name.startswith(("formola_", "Modelica"))], [])

    def test_header_in_cpp(self):
        source = self.folder / "header.cpp"
        source.write_text(
            "#include <formola/formola.h>\n"
            "int main() { formola_options o = FORMOLA_INIT(formola_options); return o.step > 0; }\n"
        )
        command = ["c++", "-std=c++17", "-Wall", "-Werror", "-fsyntax-only", "-I",
                   str(self.prefix / "include"), str(source)]
        done = run(*command)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
