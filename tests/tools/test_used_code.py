"""Code that only tests use goes: what a layer defines is used by a layer or a program, or belongs into the tests."""

import collections
import os
import pathlib
import re
import shutil
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("FORMOLA_PROGRAM", ROOT / "build/release/tools/formola"))
BUILD = PROGRAM.parent.parent
# What others call: the C interface, and what external functions of models find in the program.
INTERFACE = re.compile(r"formola_|Modelica")
KEPT = {
    "simplificationRules": "the table of rules; tests take each rule by itself",
    "typing": "a part of Sema, as bindings() and others that layers use",
    "fml_domain_error": "of model_abi.h: how functions of a model fail that no compiler made",
    "cover": "of source.h, beside the ranges that it joins",
}


def objects():
    """The object files whose sources are still there."""
    for folder in ("src", "tools"):
        for path in (BUILD / folder).rglob("*.o"):
            source = re.sub(r"/CMakeFiles/[^/]+\.dir", "", str(path.relative_to(BUILD))).removesuffix(".o")
            if (ROOT / source).exists():
                yield str(path)


def symbols():
    """{what is defined: its object file}, and what is used, as they are for the linker."""
    defined, used = {}, set()
    listing = subprocess.run(["nm", "-A", *objects()], capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        path, _, rest = line.partition(":")
        words = rest.split()
        if words[-2] == "T":
            defined[words[-1]] = pathlib.Path(path).name.removesuffix(".o")
        elif words[-2] == "U":
            used.add(words[-1])
    return defined, used


def mentions():
    """How often each word stands in the sources, without comments."""
    words = collections.Counter()
    for folder in ("src", "tools"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".h", ".cpp", ".def", ".c", ".cc", ".in"):
                words.update(re.findall(r"\w+", re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))))
    return words


@unittest.skipIf(shutil.which("nm") is None or shutil.which("c++filt") is None, "needs nm and c++filt")
@unittest.skipIf(not (BUILD / "src").is_dir(), "the program is not built")
class UsedCode(unittest.TestCase):
    def test_everything_is_used(self):
        defined, used = symbols()
        self.assertGreater(len(defined), 1000)
        unused = sorted(defined.keys() - used)
        names = subprocess.run(["c++filt"], input="\n".join(unused), capture_output=True, text=True, check=True).stdout
        words = mentions()
        found = []
        for symbol, name in zip(unused, names.splitlines()):
            word = re.search(r"(~?\w+|operator\S+?)(\[abi:cxx11\])?(\(|$)", name)
            last = word.group(1) if word else name
            if last.startswith(("~", "operator")) or last == "main" or INTERFACE.match(last) or last in KEPT:
                continue
            if words[last] <= 2:  # its declaration and its definition
                found.append(f"{defined[symbol]}: {name}")
        self.assertEqual(found, [], "only tests use these")


if __name__ == "__main__":
    unittest.main()
