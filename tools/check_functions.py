#!/usr/bin/env python3
"""Functions longer than LIMIT lines need a reason.

The reason stands in the comment above the definition: a sentence `// Long, since it has one case for each ...`. Lines are counted from the
signature to the closing brace, lambdas and local classes included. Prints each long function without a reason as file:line: text, and reasons that are not needed; exit status 1 if there is one.
--list prints the long functions with their reasons.
"""

import argparse
import pathlib
import re
import sys

LIMIT = 100
FOLDERS = ("src", "tools")
REASON = re.compile(r"//.*\bLong, since (\S.*)")
# What stands before the brace of a block that holds functions rather than being one.
HOLDER = re.compile(r"\s*(template\s*<.*>\s*|inline\s+|typedef\s+|export\s+)*(namespace|class|struct|union|enum)\b|\s*extern\s+\"")
# Comments, texts, characters and preprocessor lines: no braces are looked for in them.
NO_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![\w'])'(?:\\.|[^'\\\n])+'"""
    r"""|^[ \t]*\#(?:\\\n|[^\n])*""",
    re.S | re.M,
)


def blank(match):
    """As many lines and columns, without the text; an extern "C" stays what it is."""
    return re.sub(r"[^\n\"]", " ", match.group(0)) if match.group(0)[0] == '"' else re.sub(r"[^\n]", " ", match.group(0))


def closing(code, at):
    """Behind the brace that closes the one at `at`."""
    depth = 0
    while at < len(code):
        depth += {"{": 1, "}": -1}.get(code[at], 0)
        at += 1
        if depth == 0:
            break
    return at


def functions(text):
    """[(first line of the signature, last line, head)] from 0; functions in functions are part of them."""
    code = NO_CODE.sub(blank, text)
    found = []
    begin = at = 0  # `begin`: behind the last thing that ended
    while at < len(code):
        sign = code[at]
        if sign in ";}" or (sign == ":" and re.search(r"\b(public|private|protected)\s*$", code[begin:at])):
            begin = at + 1
        elif sign == "(":
            depth = 1
            while depth > 0 and at + 1 < len(code):  # braces in parentheses are values
                at += 1
                depth += {"(": 1, ")": -1}.get(code[at], 0)
        elif sign == "{":
            head = code[begin:at]
            if HOLDER.match(head) and not re.search(r"\)\s*(const\s*)?(noexcept\s*)?$", head.rstrip()):
                begin = at + 1
            elif "(" not in head or head.rstrip().endswith(("=", ",", "return")) or in_initialisers(head):
                at = closing(code, at) - 1  # a value
            else:
                end = closing(code, at)
                first = begin + len(head) - len(head.lstrip())
                found.append((code.count("\n", 0, first), code.count("\n", 0, end - 1), " ".join(head.split())))
                at, begin = end - 1, end
        at += 1
    return found


def in_initialisers(head):
    """Is this brace the value of a member in the list before a constructor's body?"""
    return re.search(r"\)\s*(noexcept\s*)?:[^:]", head) is not None and re.search(r"[\w>]\s*$", head) is not None


def reason_above(lines, first):
    """The reason in the comment that ends above line `first`; its line and text."""
    at = first - 1
    while at >= 0 and lines[at].lstrip().startswith("//"):
        match = REASON.search(lines[at])
        if match:
            text = match.group(1)
            for more in lines[at + 1 : first]:
                text += " " + more.strip().lstrip("/ ")
            return at, text
        at -= 1
    return None, None


def name_of(head):
    match = re.search(r"((?:\w+::)*(?:operator\(\)|operator[^\s(]+|~?\w+))\s*\(", re.sub(r"^template\s*<[^(]*>", "", head))
    return match.group(1) if match else head


def check(root, limit=LIMIT, folders=FOLDERS):
    problems, reasons = [], []
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".cpp", ".h", ".c"):
                continue
            text = path.read_text(encoding="utf-8")
            lines = text.splitlines()
            used = set()
            for first, last, head in functions(text):
                where, reason = reason_above(lines, first)
                length = last - first + 1
                if length > limit and reason:
                    used.add(where)
                    reasons.append((length, f"{path.relative_to(root)}:{first + 1}", name_of(head), reason))
                elif length > limit:
                    problems.append(
                        f"{path.relative_to(root)}:{first + 1}: {name_of(head)} has {length} lines, more than {limit}: "
                        "split it by idea, or say why it is one (// Long, since ...)"
                    )
            for number, line in enumerate(lines):
                if REASON.search(line) and number not in used:
                    problems.append(
                        f"{path.relative_to(root)}:{number + 1}: no function of more than {limit} lines follows this reason"
                    )
    return problems, reasons


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[1])
    parser.add_argument("--limit", type=int, default=LIMIT)
    parser.add_argument("--list", action="store_true", help="print the long functions with their reasons")
    arguments = parser.parse_args()
    problems, reasons = check(arguments.root, arguments.limit)
    if arguments.list:
        for length, where, name, reason in sorted(reasons, reverse=True):
            print(f"{where}: {name}, {length} lines: {reason}")
    for problem in problems:
        print(problem)
    print(f"functions: {len(reasons)} longer than {arguments.limit} lines with a reason, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
