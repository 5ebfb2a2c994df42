"""./formola in a made-up tree, with stand-ins for the package check, cmake and ninja."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# "Builds" by writing a program that prints its arguments; counts its calls in a file.
NINJA = """#!/bin/bash
echo "[1/1] linking"
echo x >>"$(dirname "$0")/ninja-calls"
if [ -e "$2/../../src/broken" ]; then echo "FAILED: main.o"; exit 1; fi
mkdir -p "$2/tools"
printf '#!/bin/bash\\nprintf "<%%s>" "$@"\\nexit 3\\n' >"$2/tools/formola"
chmod +x "$2/tools/formola"
"""
CMAKE = '#!/bin/bash\ntouch build/release/build.ninja\n'


class LauncherTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.base = pathlib.Path(holder.name)
        self.tree = self.base / "a tree"
        for folder in ("src", "tools"):
            (self.tree / folder).mkdir(parents=True)
        shutil.copy(ROOT / "formola", self.tree)
        shutil.copy(ROOT / "tools" / "build.sh", self.tree / "tools")
        (self.tree / "CMakePresets.json").touch()
        self.bin = self.base / "bin"
        self.bin.mkdir()
        for path, text in (
            (self.bin / "ninja", NINJA),
            (self.bin / "cmake", CMAKE),
            (self.tree / "tools" / "setup.sh", "#!/bin/bash\n"),
        ):
            path.write_text(text)
            path.chmod(0o755)

    def run_launcher(self, *arguments, program=None, cwd="/"):
        environment = dict(os.environ, PATH=f"{self.bin}:{os.environ['PATH']}")
        return subprocess.run(
            [program or self.tree / "formola", *arguments],
            cwd=cwd,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def builds(self):
        calls = self.bin / "ninja-calls"
        return len(calls.read_text().splitlines()) if calls.exists() else 0

    def test_builds_once_and_passes_everything_through(self):
        first = self.run_launcher("a b", "", "*")
        self.assertEqual((first.returncode, first.stdout), (3, "<a b><><*>"))
        second = self.run_launcher("c", cwd=self.base)
        self.assertEqual((second.returncode, second.stdout, second.stderr), (3, "<c>", ""))
        self.assertEqual(self.builds(), 1)

    def test_builds_again_after_a_change_or_removal(self):
        (self.tree / "src" / "extra").touch()
        self.run_launcher()
        (self.tree / "src" / "extra").unlink()
        self.run_launcher()
        self.assertEqual(self.builds(), 2)

    def test_through_a_symbolic_link(self):
        link = self.base / "link"
        link.symlink_to(self.tree / "formola")
        self.assertEqual(self.run_launcher("x", program=link).stdout, "<x>")

    def test_failed_build_is_shown_and_tried_again(self):
        (self.tree / "src" / "broken").touch()
        failed = self.run_launcher("x")
        self.assertEqual((failed.returncode, failed.stdout), (4, ""))
        self.assertIn("FAILED: main.o", failed.stderr)
        self.assertEqual(self.run_launcher("x").returncode, 4)
        (self.tree / "src" / "broken").unlink()
        self.assertEqual(self.run_launcher("x").stdout, "<x>")

    def test_missing_packages_stop_it(self):
        (self.tree / "tools" / "setup.sh").write_text("#!/bin/bash\necho missing >&2; exit 1\n")
        failed = self.run_launcher("x")
        self.assertEqual((failed.returncode, failed.stdout), (4, ""))
        self.assertIn("missing", failed.stderr)

    def add_studio(self, npm):
        """The page's sources, and stand-ins for npm and node that write down their calls."""
        shutil.copy(ROOT / "tools" / "build_studio", self.tree / "tools")
        for folder in ("src", "examples"):
            (self.tree / "studio" / folder).mkdir(parents=True)
        for name in ("index.html", "build.mjs", "package-lock.json"):
            (self.tree / "studio" / name).touch()
        node = 'echo node >>"$(dirname "$0")/calls"; mkdir -p ../build/studio; touch ../build/studio/index.html'
        for name, text in (("npm", npm), ("node", node)):
            (self.bin / name).write_text(f'#!/bin/bash\n{text}\n')
            (self.bin / name).chmod(0o755)

    def test_the_page_of_the_studio_is_made_once(self):
        self.add_studio('echo npm >>"$(dirname "$0")/calls"; mkdir -p node_modules; touch node_modules/.package-lock.json')
        for _ in range(2):
            self.assertEqual(self.run_launcher("studio", "x").stdout, "<studio><x>")
        self.assertEqual((self.bin / "calls").read_text().split(), ["npm", "node"])
        self.run_launcher("check")
        (self.tree / "studio" / "src" / "new.ts").touch()
        self.run_launcher("studio")
        self.assertEqual((self.bin / "calls").read_text().split(), ["npm", "node", "node"])

    def test_without_a_network_the_studio_says_what_is_missing(self):
        self.add_studio('echo "getaddrinfo ENOTFOUND" >&2; exit 1')
        failed = self.run_launcher("studio")
        self.assertEqual((failed.returncode, failed.stdout), (4, ""))
        self.assertIn("ENOTFOUND", failed.stderr)
        self.assertIn("https_proxy", failed.stderr)
        self.assertEqual(self.run_launcher("check").stdout, "<check>")

    def test_a_moved_tree_is_built_anew(self):
        self.run_launcher()
        self.tree = self.tree.rename(self.base / "elsewhere")
        self.run_launcher()
        self.assertEqual(self.builds(), 2)


if __name__ == "__main__":
    unittest.main()
