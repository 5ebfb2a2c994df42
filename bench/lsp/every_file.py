#!/usr/bin/env python3
"""From a key to its diagnostics in every file of the Modelica Standard Library, with the computing time it takes.

    MODELICAPATH=... bench/lsp/every_file.py [STEP]

Opens each file (or each STEP-th) that has equations, types a blank at the begin of up to three equation sections, and prints the
distribution of the time that passes and of the processor time of the server and its checks (in steps of 10 ms), which does
not depend on what else the machine does; then the longest ones.
"""

import pathlib
import re
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "tools"))
from lsp_client import Client, standard_library, uri  # noqa: E402


def measure(client, path, rows):
    text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
    places = [text.count("\n", 0, m.end()) for m in re.finditer(r"\n *equation\n", text)]
    if not places:
        return
    client.open(path, text)
    client.wait_diagnostics(path)
    for line in places[:: max(1, len(places) // 3)][:3]:
        client.settled_diagnostics(path)  # what follows from the key before is done
        begin, before = time.perf_counter(), client.processor_ms()
        client.change(path, ((line, 0), (line, 0), " "))
        client.wait_diagnostics(path)
        rows.append((1000 * (time.perf_counter() - begin), client.processor_ms() - before, f"{path}:{line + 1}"))
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})


def main():
    library = standard_library()
    if library is None:
        sys.exit("MODELICAPATH has no Modelica Standard Library")
    rows = []
    with Client() as client:
        for path in sorted(library.rglob("*.mo"))[:: int(sys.argv[1]) if len(sys.argv) > 1 else 1]:
            measure(client, path, rows)
    print("| from a key to its diagnostics | edits | median | 95 % | 99 % | longest | above 200 |\n|---|---|---|---|---|---|---|")
    for title, values in (("time, ms", [r[0] for r in rows]), ("processor time, ms", [r[1] for r in rows])):
        ordered = sorted(values)
        at = [ordered[min(len(ordered) - 1, int(part * len(ordered)))] for part in (0.5, 0.95, 0.99, 1)]
        print(f"| {title} | {len(rows)} | " + " | ".join(f"{v:.0f}" for v in at) + f" | {sum(v > 200 for v in values)} |")
    for row in sorted(rows, reverse=True)[:10]:
        print("%.0f ms, %.0f ms of a processor: %s" % row)


if __name__ == "__main__":
    main()
