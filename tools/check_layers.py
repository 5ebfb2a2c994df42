#!/usr/bin/env python3
"""Checks the includes of src/ against the layer table of docs/overview.md.

A file of layer L may include files of L and of the layers that L "may use", transitively, but for
those that its row excludes: "structure, not graph". The same holds for the USES of L's CMake target.
A layer may be a folder below another (codegen/llvm); its parent's name stands for all of them. Every
folder of src/ must be in the table, and the table must not contain a cycle. Prints each violation as
file:line: text; exit status 1 if there is one.
"""

import argparse
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCES = {".h", ".hpp", ".c", ".cpp", ".def", ".inc"}


def read_table(overview):
    """The rows under the heading `| layer | holds | may use |`: layer -> directly used layers, and
    layer -> excluded ones."""
    table, excluded = {}, {}
    inside = False
    for line in overview.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]
        if not line.lstrip().startswith("|"):
            inside = False
        elif cells == ["layer", "holds", "may use"]:
            inside = True
        elif inside and len(cells) == 3 and not set(cells[0]) <= set("-: "):
            words = [] if cells[2] in ("–", "-", "") else re.split(r"\s*,\s*", cells[2])
            table[cells[0]] = [word for word in words if not word.startswith("not ")]
            excluded[cells[0]] = {word[4:] for word in words if word.startswith("not ")}
    for layer, used in table.items():
        if used == ["all"]:
            table[layer] = [other for other in table if other != layer]
        else:
            table[layer] = [each for word in used for each in folders_of(word, table)]
    return table, excluded


def folders_of(word, table):
    """A layer itself, or all layers below a folder of that name."""
    return [word] if word in table else [each for each in table if each.startswith(word + "/")] or [word]


def allowed_layers(table, excluded):
    """The transitive closure of the table, and a list of what is wrong with the table."""
    problems = [
        f"the layer table: {layer} may use {name}, which is no layer"
        for layer, used in table.items()
        for name in used + [each for word in excluded[layer] for each in folders_of(word, table)]
        if name not in table
    ]
    closure = {}
    for layer in table:
        reached, todo = set(), list(table[layer])
        while todo:
            name = todo.pop()
            if name not in reached:
                reached.add(name)
                todo.extend(table.get(name, []))
        if layer in reached:
            problems.append(f"the layer table: {layer} uses itself in a circle")
        closure[layer] = (reached - excluded[layer]) | {layer}
    return closure, problems


def layer_of(path, table):
    """The layer of a path such as codegen/llvm/emit.h: the longest one that it begins with."""
    parts = path.split("/")[:-1]
    for count in range(len(parts), 0, -1):
        if "/".join(parts[:count]) in table:
            return "/".join(parts[:count])
    return None


def check_includes(path, layer, allowed, table, src):
    problems = []
    tops = {each.split("/")[0] for each in table}
    text = path.read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quote, target = match.groups()
        where = f"{path.relative_to(src.parent)}:{number}"
        if "/" in target and target.split("/")[0] in tops:
            if layer_of(target, table) not in allowed:
                problems.append(f"{where}: {layer} may not include {target}")
        elif quote == '"':
            problems.append(f'{where}: "{target}" is not "layer/file"; other libraries take <…>')
    return problems


def check_target(path, folder, closure, src):
    """formola_layer(NAME USES …) may name only layers that the table allows.

    A layer may have further targets for its subfolders, named LAYER_SUBFOLDER.
    """
    problems = []
    allowed = set()
    for layer, reached in closure.items():
        if layer.split("/")[0] == folder:
            allowed |= {each.split("/")[0] for each in reached}
    text = re.sub(r"#.*", "", path.read_text(encoding="utf-8"))
    for name, arguments in re.findall(r"formola_layer\(\s*(\w+)([^)]*)\)", text):
        uses = re.search(r"\bUSES\b(.*?)(?:\bLIBS\b|$)", arguments, re.S)
        for used in uses.group(1).split() if uses else []:
            if used.split("_")[0] not in allowed:
                problems.append(f"{path.relative_to(src.parent)}: {name} may not use {used}")
        if name.split("_")[0] != folder:
            problems.append(f"{path.relative_to(src.parent)}: target {name} in folder {folder}")
    return problems


def check(root):
    src = root / "src"
    table, excluded = read_table(root / "docs" / "overview.md")
    if not table:
        return ["docs/overview.md: no table with the columns layer, holds, may use"], 0
    closure, problems = allowed_layers(table, excluded)
    files = 0
    for folder in sorted(entry for entry in src.iterdir() if entry.is_dir()):
        if folder.name not in {each.split("/")[0] for each in table}:
            problems.append(f"src/{folder.name}: not in the layer table of docs/overview.md")
            continue
        for path in sorted(folder.rglob("*")):
            if path.suffix in SOURCES:
                files += 1
                layer = layer_of(str(path.relative_to(src)), table)
                if layer is None:
                    problems.append(f"{path.relative_to(root)}: in no layer of docs/overview.md")
                    continue
                problems += check_includes(path, layer, closure[layer], table, src)
            elif path.name == "CMakeLists.txt":
                problems += check_target(path, folder.name, closure, src)
    return problems, files


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    default_root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--root", type=pathlib.Path, default=default_root)
    problems, files = check(parser.parse_args().root)
    for problem in problems:
        print(problem)
    print(f"layers: {files} files, {len(problems)} violations")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
