#!/usr/bin/env python3
"""The VS Code extension: its files fit each other and the language, and its client library understands the server."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program as fp  # noqa: E402

FOLDER = fp.ROOT / "editors" / "vscode"


def read(name):
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


class Extension(unittest.TestCase):
    def test_the_grammar_has_the_keywords_of_the_lexer(self):
        source = (fp.ROOT / "src/syntax/token.h").read_text(encoding="utf-8")
        keywords = set(re.findall(r'X\(\w+, "(\w+)"\)', source))
        grammar = read("syntaxes/modelica.tmLanguage.json")
        words = set()
        for pattern in grammar["repository"]["words"]["patterns"]:
            words |= set(re.findall(r"[a-z]+", pattern["match"].removeprefix("\\b").removesuffix("\\b")))
        self.assertEqual(words, keywords)

    def test_patterns_and_includes(self):
        grammar = read("syntaxes/modelica.tmLanguage.json")

        def check(node):
            if isinstance(node, dict):
                for key in ("match", "begin", "end"):
                    if isinstance(node.get(key), str):
                        re.compile(node[key])
                if "include" in node:
                    self.assertIn(node["include"].removeprefix("#"), grammar["repository"])
                for value in node.values():
                    check(value)
            elif isinstance(node, list):
                for value in node:
                    check(value)

        check(grammar)
        number = re.compile(grammar["repository"]["numbers"]["match"])
        self.assertEqual(number.findall("x1 = 1.5e-3 + .5 - 2. * a2"), ["1.5e-3", ".5", "2."])

    def test_the_package_names_files_that_are_there(self):
        package = read("package.json")
        contributes = package["contributes"]
        for path in [contributes["grammars"][0]["path"], contributes["languages"][0]["configuration"]]:
            self.assertTrue((FOLDER / path).exists(), path)
        read("language-configuration.json")
        self.assertEqual(contributes["grammars"][0]["scopeName"], "source.modelica")

    def test_commands_are_carried_out(self):
        offered = {each["command"] for each in read("package.json")["contributes"]["commands"]}
        source = (FOLDER / "src" / "extension.ts").read_text(encoding="utf-8")
        self.assertEqual(set(re.findall(r'registerCommand\("([\w.]+)"', source)), offered)
        # those that the server asks for in lenses
        answers = (fp.ROOT / "src/lsp/answers.cpp").read_text(encoding="utf-8")
        asked = set(re.findall(r'"(formola\.\w+)"', answers))
        self.assertEqual(asked, {"formola.simulate"})
        self.assertLessEqual(asked, offered)

    def test_client_library(self):
        if not (FOLDER / "node_modules").is_dir() or not shutil.which("npm"):
            self.skipTest("npm install was not run in editors/vscode")
        if not fp.program():
            self.skipTest("the program is not built")
        done = subprocess.run(
            ["npm", "test"],
            cwd=FOLDER,
            capture_output=True,
            text=True,
            check=False,
            env=dict(os.environ, FORMOLA_PROGRAM=str(fp.program())),
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_package(self):
        """The extension as VS Code installs it: its program, the client library, the grammar; neither sources nor tests."""
        if not (FOLDER / "node_modules" / ".bin" / "vsce").exists() or not shutil.which("npm"):
            self.skipTest("npm install was not run in editors/vscode")
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "vscode"
            shutil.copytree(FOLDER, copy, symlinks=True)
            done = subprocess.run(["npm", "run", "package"], cwd=copy, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            packed = list(copy.glob("*.vsix"))
            self.assertEqual([path.name for path in packed], [f"formola-{read('package.json')['version']}.vsix"])
            with zipfile.ZipFile(packed[0]) as archive:
                names = set(archive.namelist())
        for wanted in ("extension/package.json", "extension/out/extension.js", "extension/syntaxes/modelica.tmLanguage.json",
                       "extension/language-configuration.json", "extension/node_modules/vscode-languageclient/package.json"):
            self.assertIn(wanted, names)
        self.assertEqual([name for name in names if name.startswith(("extension/src/", "extension/test/")) or name.endswith(".vsix")], [])


if __name__ == "__main__":
    unittest.main()
