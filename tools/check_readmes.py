#!/usr/bin/env python3
"""Every folder of src/ has a README.md that lists its files by one line each.

The list stands under the heading `## Files`. A line is the first sentence of the comment that a file begins with; a
.cpp file is told with its header. Prints what is missing or differs; --update writes the lists. Exit status 1 if
something is wrong.
"""

import argparse
import pathlib
import re
import sys

HEADING = "## Files"
SOURCES = {".h", ".c", ".cpp", ".cc", ".def"}


def description(path):
    """The first sentence of the comment at the top of a file; None if there is none."""
    words = []
    for line in path.read_text(encoding="utf-8").splitlines():
        match = re.match(r"\s*(?://|/\*|\*)\s?(.*?)(?:\*/)?\s*$", line)
        if not match or not match.group(1):
            break
        words.append(match.group(1).strip())
        if re.search(r"\.(\s|$)", words[-1]):
            break
    text = " ".join(words)
    sentence = re.match(r"(.*?[^.])(?:[.:]?$|\.\s)", text)
    return sentence.group(1).strip() if sentence and sentence.group(1).strip() else None


def entries(folder):
    """[(name, description or None)]: headers, and what has no header."""
    files = sorted(path for path in folder.iterdir() if path.suffix in SOURCES)
    headers = {path.stem for path in files if path.suffix == ".h"}
    result = []
    for path in files:
        if path.suffix in (".cpp", ".c", ".cc") and path.stem in headers:
            continue
        name = path.stem if path.suffix in (".h", ".cpp") else path.name
        result.append((name, description(path)))
    return result


def wanted_list(folder):
    lines = [HEADING, "", "| file | what it is |", "|---|---|"]
    lines += [f"| `{name}` | {text.replace('|', chr(92) + '|')} |" for name, text in entries(folder) if text]
    return "\n".join(lines) + "\n"


def check(root, update):
    problems = []
    for folder in sorted(path for path in (root / "src").rglob("*") if path.is_dir()):
        listed = entries(folder)
        if not listed:
            continue
        where = folder.relative_to(root)
        problems += [f"{where}/{name}: begins with no comment that says what it is" for name, text in listed if not text]
        readme = folder / "README.md"
        old = readme.read_text(encoding="utf-8") if readme.exists() else f"# {where.relative_to('src')}\n"
        kept = old.split(HEADING)[0].rstrip() + "\n\n"
        new = kept + wanted_list(folder)
        if new == old and readme.exists():
            continue
        if update:
            readme.write_text(new, encoding="utf-8")
        else:
            problems.append(f"{where}/README.md: the list of files is not that of the folder; {pathlib.Path(__file__).name} --update writes it")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--update", action="store_true", help="write the lists")
    arguments = parser.parse_args()
    problems = check(arguments.root, arguments.update)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
