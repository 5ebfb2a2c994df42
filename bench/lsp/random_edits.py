#!/usr/bin/env python3
"""Random edits of files of the Modelica Standard Library in one session of the language server.

    MODELICAPATH=... bench/lsp/random_edits.py [EDITS] [SEED]

EDITS (default 1000) edits, ten in each file: half of them damage the text anywhere, half leave it readable (another number, another
letter in a name, a line less, a blank); before every other one the text is as it was. Requests of all kinds go with them. The file before stays open. After every fifth edit
the diagnostics of both are compared with those of a new server that gets the same texts and the same edit; every request must have its answer. Prints what was
found, and the memory of the server after each tenth of the files. Exit status 1 if anything differs or the server ends.
"""

import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "tools"))
from lsp_client import Client, place, standard_library, uri  # noqa: E402
from test_lsp import PIECES, REQUESTS, WHOLE  # noqa: E402

EDITS_OF_A_FILE = 10
CONTENT_MODIFIED = -32801


def damage(text, chance):
    begin = chance.randrange(len(text) + 1)
    return begin, min(len(text), begin + chance.choice([0, 0, 0, 1, 3, 20])), chance.choice([*PIECES, ""])


def mild(text, chance):
    """(begin, end, text) of an edit after which the text may still be read."""
    patterns = [(r"\b\d+\b", lambda m: str(chance.randrange(10))), (r"\b[a-z]\w+\b", lambda m: m.group(0) + chance.choice("xyz")),
                (r"\n  [^\n\"]*;(?=\n)", lambda m: ""), (r"[;=] ?(?=\S)", lambda m: m.group(0) + " ")]
    pattern, new = chance.choice(patterns)
    found = list(re.finditer(pattern, text))
    if not found:
        return damage(text, chance)
    match = chance.choice(found)
    return match.start(), match.end(), new(match)


def position(text, offset):
    before = text[:offset]
    return (before.count("\n"), len(before.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2)


def brief(diagnostics, others):
    """Lines and codes of those that the others lack; of all if only their order differs."""
    shown = [d for d in diagnostics if d not in others] or ([] if len(diagnostics) < len(others) else diagnostics)
    return [(d["range"]["start"]["line"] + 1, d.get("code", d["message"])) for d in shown[:5]]


class Session:
    def __init__(self, client, chance):
        self.client, self.chance = client, chance
        self.compared = self.differences = self.answers = 0
        self.before = None  # the other open file: its path and text

    def ask(self, path, where):
        """One request of any kind; an answer, or that the text has changed."""
        kind = self.chance.randrange(4)
        file = {"textDocument": {"uri": uri(path)}}
        if kind == 0:
            lines = {"range": {"start": place((max(0, where[0] - 20), 0)), "end": place((where[0] + 20, 0))}}
            answer = self.client.answer("textDocument/inlayHint", {**file, **lines})
        elif kind == 1:
            lenses = self.client.request("textDocument/codeLens", file)
            if not lenses:
                return
            answer = self.client.answer("codeLens/resolve", self.chance.choice(lenses))
        elif kind == 2:
            answer = self.client.answer("textDocument/" + self.chance.choice(WHOLE), file)
        else:
            answer = self.client.answer("textDocument/" + self.chance.choice(REQUESTS), {**file, "position": place(where)})
        self.answers += 1
        if "error" in answer and answer["error"]["code"] != CONTENT_MODIFIED:
            self.differences += 1
            print(f"{path}: {answer['error']}")

    def edit(self, path, text, number):
        begin, end, piece = (damage if self.chance.random() < 0.5 else mild)(text, self.chance)
        places = position(text, begin), position(text, end)
        self.client.change(path, (*places, piece))
        if self.chance.random() < 0.5:
            self.ask(path, places[0])
        if number % 5 == 0:
            self.compare(path, text, (*places, piece))
        return text[:begin] + piece + text[end:]

    def compare(self, path, text, change):
        told = {path: self.client.settled_diagnostics(path)}
        with Client() as other:
            if self.before:
                other.open(*self.before)
                told[self.before[0]] = self.client.diagnostics[uri(self.before[0])]
            other.open(path, text)
            other.change(path, change)
            other.settled_diagnostics(path)
            fresh = {each: other.diagnostics[uri(each)] for each in told}
        self.compared += len(told)
        for each in told:
            if told[each] != fresh[each]:
                self.differences += 1
                print(f"{each}: after {change} in {path} told {brief(told[each], fresh[each])}, a new server {brief(fresh[each], told[each])}")


def main():
    edits = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    library = standard_library()
    if library is None:
        sys.exit("MODELICAPATH has no Modelica Standard Library")
    chance = random.Random(seed)
    every = sorted(library.rglob("*.mo"))
    files = chance.sample(every, min(len(every), -(-edits // EDITS_OF_A_FILE)))
    memory = []
    with Client() as client:
        session = Session(client, chance)
        for number, path in enumerate(files):
            text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
            client.open(path, text)
            original = text
            for i in range(EDITS_OF_A_FILE):
                # what is damaged once has errors of the syntax alone
                if text != original and chance.random() < 0.5:
                    text = original
                    client.change(path, original)
                text = session.edit(path, text, i)
            if session.before:
                client.notify("textDocument/didClose", {"textDocument": {"uri": uri(session.before[0])}})
            session.before = (path, text)
            if number % max(1, len(files) // 10) == 0:
                memory.append(client.memory()[0])
        peak = client.memory()[1]
    print(f"{len(files) * EDITS_OF_A_FILE} edits in {len(files)} files, {session.answers} requests, "
          f"{session.compared} comparisons with a new server: {session.differences} differences")
    print("memory in MB: " + ", ".join(f"{m:.0f}" for m in memory) + f"; at most {peak:.0f}")
    return 1 if session.differences else 0


if __name__ == "__main__":
    sys.exit(main())
