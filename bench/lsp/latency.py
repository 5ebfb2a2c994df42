#!/usr/bin/env python3
"""How long the language server takes: open, keystroke to diagnostics, hints, completion, hover, definition, references.

    MODELICAPATH=... bench/lsp/latency.py [FILES]

Takes FILES (default 40) files of the Modelica Standard Library, evenly spread, types in each, and prints the median and the
99th percentile of each kind of request in milliseconds, with the processor time of the server and its checks (in steps of 10 ms).
"""

import pathlib
import re
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "tools"))
from lsp_client import Client, place, position_of, standard_library, uri  # noqa: E402


# What is renamed in the whole library: used everywhere, and hardly.
RENAMED = [("Blocks/Interfaces.mo", "connector RealInput"), ("Blocks/Interfaces.mo", "connector RealOutput"), ("Blocks/Interfaces.mo", "partial block SISO"),
           ("Electrical/Analog/Interfaces.mo", "connector PositivePin"), ("Electrical/Analog/Interfaces.mo", "partial model OnePort"),
           ("Electrical/Analog/Interfaces/Pin.mo", "connector Pin"), ("Electrical/Analog/Interfaces/PositivePin.mo", "connector PositivePin"),
           ("Electrical/Analog/Interfaces/OnePort.mo", "partial model OnePort"), ("Constants.mo", "final constant Real pi"), ("Constants.mo", "final constant Real eps"),
           ("Blocks/Continuous.mo", "block PI"), ("Blocks/Continuous.mo", "block Integrator"), ("Blocks/Sources.mo", "block Step"), ("Blocks/Sources.mo", "block Constant"),
           ("Blocks/Math.mo", "block Gain"), ("Icons.mo", "partial model Example"), ("Icons.mo", "partial package ExamplesPackage"), ("Units.mo", "type Voltage"), ("Units.mo", "type Angle"),
           ("Mechanics/MultiBody/World.mo", "model World"), ("Electrical/Analog/Basic/Resistor.mo", "model Resistor"), ("Electrical/Analog/Basic/Ground.mo", "model Ground")]


def timed(times, kind, client, action):
    """Milliseconds that pass, and those of the processor: they do not depend on what else the machine does."""
    client.request("formola/settled", None)
    begin, before = time.perf_counter(), client.processor_ms()
    result = action()
    times.setdefault(kind, []).append((1000 * (time.perf_counter() - begin), client.processor_ms() - before))
    return result


def about_lines(path, first, last):
    return {"textDocument": {"uri": uri(path)},
            "range": {"start": place((max(0, first), 0)), "end": place((last, 0))}}


def measure(client, path, times):
    text = path.read_text(encoding="utf-8")

    def opened():
        client.open(path, text)
        client.wait_diagnostics(path)

    timed(times, "open", client, opened)
    # a blank behind the value of a parameter: the model or function around it is checked
    component = re.search(r"\n  +parameter [\w.]+ (\w+)[^;]*?=\s*\d+", text)
    if component:
        at = position_of(text, component.group(0), len(component.group(0)))

        def typed():
            client.change(path, (at, at, " "))
            client.wait_diagnostics(path)

        for _ in range(2):
            timed(times, "keystroke to diagnostics", client, typed)

        # as editors do it: hints and lenses are asked for with each key
        def typed_with_hints():
            client.change(path, (at, at, " "))
            client.ask("textDocument/inlayHint", about_lines(path, at[0] - 20, at[0] + 20))
            client.ask("textDocument/codeLens", {"textDocument": {"uri": uri(path)}})
            client.wait_diagnostics(path)

        for _ in range(2):
            timed(times, "keystroke to diagnostics, with hints asked for", client, typed_with_hints)
        timed(times, "inlay hints of 40 lines", client,
              lambda: client.request("textDocument/inlayHint", about_lines(path, at[0] - 20, at[0] + 20)))
        for lens in client.about("codeLens", path)[:2]:
            timed(times, "line over a model", client, lambda: client.request("codeLens/resolve", lens))
        timed(times, "hover", client, lambda: client.at("hover", path, position_of(text, component.group(1))))
        client.change(path, (at, at, " + Modelica."))
        timed(times, "completion after a change", client, lambda: client.at("completion", path, (at[0], at[1] + 12)))
        timed(times, "completion again", client, lambda: client.at("completion", path, (at[0], at[1] + 12)))
    base = re.search(r"extends ([\w.]+)", text)
    if base:
        client.change(path, text)
        where = position_of(text, base.group(0), len(base.group(0)) - 1)
        timed(times, "definition after a change", client, lambda: client.at("definition", path, where))
        timed(times, "definition again", client, lambda: client.at("definition", path, where))
    timed(times, "symbols of the file", client, lambda: client.about("documentSymbol", path))
    timed(times, "semantic tokens", client, lambda: client.about("semanticTokens/full", path))
    client.notify("textDocument/didClose", {"textDocument": {"uri": path.resolve().as_uri()}})


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    library = standard_library()
    if library is None:
        sys.exit("MODELICAPATH has no Modelica Standard Library")
    files = sorted(library.rglob("*.mo"))
    files = files[:: max(1, len(files) // count)]
    times = {}
    with Client() as client:
        for path in files:
            measure(client, path, times)
        places = 0
        for name, declared in RENAMED:
            path = library / name
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            if declared not in text:
                continue
            client.open(path, text)
            client.wait_diagnostics(path)
            where = position_of(text, declared, len(declared) - 1)
            places += len(timed(times, "references in the library", client, lambda: client.at("references", path, where)))
            timed(times, "rename in the library", client, lambda: client.at("rename", path, where, newName="Renamed"))
            client.notify("textDocument/didClose", {"textDocument": {"uri": path.resolve().as_uri()}})
        memory = client.memory()[1]
    print(f"{len(files)} files; {places} references; at most {memory:.0f} MB of memory\n")
    print("| request | times | median, ms | 99 %, ms | longest, ms | processor, mean, ms | longest |\n|---|---|---|---|---|---|---|")
    for kind, all_times in times.items():
        ordered, processor = sorted(wall for wall, _ in all_times), [own for _, own in all_times]
        high = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
        print(f"| {kind} | {len(ordered)} | {ordered[len(ordered) // 2]:.1f} | {high:.1f} | {ordered[-1]:.1f} | "
              f"{sum(processor) / len(processor):.1f} | {max(processor):.0f} |")


if __name__ == "__main__":
    main()
