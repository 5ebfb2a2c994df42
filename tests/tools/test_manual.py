"""The manual: its models are written to files, its commands are run, and what it says they print is printed.

In docs/manual/*.md a fence "modelica FILE" is a file, a fence "sh" holds commands, run in order in one folder for each
chapter, and a fence "text" right behind holds pieces of lines of what they printed. `# exit N` is the expected status.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program  # noqa: E402

MANUAL = formola_program.ROOT / "docs" / "manual"
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)


class Chapter:
    def __init__(self, path, folder):
        self.path, self.folder = path, pathlib.Path(folder)
        self.printed = ""
        self.commands = 0
        bin_folder = self.folder / ".bin"
        bin_folder.mkdir()
        (bin_folder / "formola").symlink_to(formola_program.program())
        self.environment = dict(os.environ, NO_COLOR="1", XDG_CACHE_HOME=str(self.folder / ".cache"))
        self.environment["PATH"] = f"{bin_folder}:{os.environ['PATH']}"
        for name in ("MODELICAPATH", "FORMOLA_CACHE_SIZE"):
            self.environment.pop(name, None)

    def run(self, line):
        wanted = re.search(r"# exit (\d+)", line)
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        self.printed += done.stdout
        self.commands += 1
        status = int(wanted[1]) if wanted else 0
        if done.returncode != status:
            raise AssertionError(f"{line}: exit status {done.returncode}, expected {status}\n{done.stdout}")

    def block(self, kind, text):
        if kind.startswith("modelica "):
            path = self.folder / kind.removeprefix("modelica ")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif kind == "sh":
            self.printed = ""
            for line in text.splitlines():
                self.run(line)
        elif kind == "text":
            for line in text.splitlines():
                if line not in self.printed:
                    raise AssertionError(f"not printed: {line}\n{self.printed}")
        elif kind:
            raise AssertionError(f"unknown kind of fence: {kind}")


@unittest.skipIf(formola_program.program() is None, "the program is not built")
class ManualTest(unittest.TestCase):
    def test_chapters(self):
        commands = 0
        for path in sorted(MANUAL.glob("*.md")):
            with self.subTest(chapter=path.name), tempfile.TemporaryDirectory() as folder:
                chapter = Chapter(path, folder)
                for kind, text in FENCE.findall(path.read_text(encoding="utf-8")):
                    chapter.block(kind, text)
                commands += chapter.commands
        self.assertGreater(commands, 35)

    def test_links_lead_somewhere(self):
        for path in sorted(MANUAL.glob("*.md")):
            for link in re.findall(r"\]\(([^)#:]+)[^)]*\)", path.read_text(encoding="utf-8")):
                self.assertTrue((path.parent / link).exists(), f"{path.name}: {link}")

    def test_every_chapter_is_listed(self):
        index = (MANUAL / "README.md").read_text(encoding="utf-8")
        for path in MANUAL.glob("*.md"):
            if path.name != "README.md":
                self.assertIn(f"]({path.name})", index)


if __name__ == "__main__":
    unittest.main()
