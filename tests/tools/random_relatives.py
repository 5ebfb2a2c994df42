"""Relatives of models: the same equations written otherwise, which must give the same results.

A relative is made from what `formola flatten --standalone` prints, by changes that no result may depend on: other names, another order,
sides changed, auxiliary unknowns, constants in place of parameters, another unit of time. What is compared with is the model itself,
run by another method with a tighter tolerance, and how much its own results depend on the tolerance.
"""

import bisect
import math
import pathlib
import re
import shlex

TOKEN = re.compile(r"""  "(?:[^"\\]|\\.)*"             # a text
                       | '(?:[^'\\]|\\.)*'             # a name in quotes
                       | [A-Za-z_][A-Za-z_0-9]*
                       | \d+(?:\.\d*)?(?:[eE][+-]?\d+)?
                       | \s+
                       | .""", re.VERBOSE)
HEADINGS = ("public", "protected", "initial equation", "initial algorithm", "equation", "algorithm")
DECLARED = re.compile(r"""\s*((?:final\s|flow\s|constant\s|parameter\s|discrete\s|input\s|output\s)*)   # prefixes
                          ('(?:[^'\\]|\\.)*'|[\w.]+)\s+                                                  # type
                          ('(?:[^'\\]|\\.)*'|\w+)                                                        # name
                          (\[[^\]]*\])?""", re.VERBOSE)
ATTRIBUTES = {"start", "fixed", "min", "max", "nominal", "unit", "quantity", "displayUnit", "stateSelect", "each", "time", "annotation"}
NUMBER = re.compile(r"-?\d+(\.\d*)?([eE][+-]?\d+)?$")


class Unfit(Exception):
    """This change cannot be made to this model."""


def tokens(text):
    return TOKEN.findall(text)


class Declaration:
    def __init__(self, line, protected):
        self.text, self.protected = line, protected
        found = DECLARED.match(line)
        if not found:
            raise Unfit(f"not understood: {line}")
        self.prefixes, self.type, self.name, self.sizes = found.groups()


class Flat:
    """A flat model, taken apart."""

    def __init__(self, text):
        lines = text.splitlines()
        begin = next((i for i, line in enumerate(lines) if line.startswith("model ")), None)
        if begin is None:
            raise Unfit("no model")
        self.definitions = "\n".join(lines[:begin])
        self.name = lines[begin][len("model "):].strip()
        self.declarations, self.sections, self.annotation = [], [], ""
        heading, protected, item = "", False, []
        for line in lines[begin + 1:]:
            if line == f"end {self.name};":
                break
            if line in HEADINGS:
                heading = line
                protected = protected if heading not in HEADINGS[:2] else heading == "protected"
                if heading not in HEADINGS[:2]:
                    self.sections.append((heading, []))
            elif line.startswith("  annotation(") and not item:
                self.annotation = line
            elif heading in ("", *HEADINGS[:2]):
                self.declarations.append(Declaration(line, protected))
            else:
                item.append(line)
                opens = item[0].rstrip().endswith((" then", " loop"))
                if not opens or (line.startswith("  end ") and line.endswith(";")):
                    self.sections[-1][1].append("\n".join(item))
                    item = []

    def text(self):
        lines = [self.definitions, f"model {self.name}"]
        protected = False
        for declaration in self.declarations:
            if declaration.protected != protected:
                protected = declaration.protected
                lines.append("protected" if protected else "public")
            lines.append(declaration.text)
        for heading, items in self.sections:
            lines += [heading, *items]
        return "\n".join([*lines, *([self.annotation] if self.annotation else []), f"end {self.name};", ""])

    def changed(self, change):
        """Applies change() to all tokens of the model."""
        def to(text):
            return "".join(change(tokens(text)))
        for declaration in self.declarations:
            declaration.text = to(declaration.text)
        self.sections = [(heading, [to(item) for item in items]) for heading, items in self.sections]


def sides(item):
    """(left, right) of an equation a = b; None for anything else."""
    if "\n" in item or not item.endswith(";"):
        return None
    depth, parts = 0, tokens(item[:-1])
    if parts and parts[0].isspace():
        parts = parts[1:]
    if parts and parts[0] in ("assert", "when", "if", "for", "terminate", "reinit"):
        return None
    for i, token in enumerate(parts):
        depth += (token in "([{") - (token in ")]}") if len(token) == 1 else 0
        before, after = (parts[i - 1] if i else ""), (parts[i + 1] if i + 1 < len(parts) else "")
        if depth == 0 and token == "=" and before.isspace() and after.isspace():
            left, right = "".join(parts[:i]).strip(), "".join(parts[i + 1:]).strip()
            return None if left.startswith("(") or "annotation(" in right else (left, right)
    return None


# ---- changes; each gets a Flat and a random generator, and says what a column of the new model is called in the old one


def shuffled(flat, rng):
    rng.shuffle(flat.declarations)
    for heading, items in flat.sections:
        if heading in ("equation", "initial equation"):
            if any("when Clock" in item or "//" in item for item in items):
                raise Unfit("clocks")
            rng.shuffle(items)
    return {}


def turned(flat, rng):
    for heading, items in flat.sections:
        if heading not in ("equation", "initial equation"):
            continue
        for i, item in enumerate(items):
            both = sides(item)
            if both and rng.random() < 0.5:
                items[i] = f"  ({both[1]}) = {both[0]};" if not both[0].startswith("if ") else item
    return {}


def reals(flat):
    return {d.name for d in flat.declarations if d.type == "Real" and not d.sizes and not set(d.prefixes.split()) & {"constant", "parameter", "discrete"}}


def disguised(flat, rng):
    """Auxiliary unknowns and other forms of equations of Reals."""
    known, number = reals(flat), 0
    for heading, items in flat.sections:
        if heading != "equation":
            continue
        for i, item in enumerate(items):
            both = sides(item)
            if not both or both[0] not in known or rng.random() < 0.6:
                continue
            left, right = both
            kind = rng.randrange(4)
            if kind == 0:
                items[i] = f"  0.0 = ({right}) - {left};"
            elif kind == 1:
                items[i] = f"  3.0*{left} = 2.0*({right}) + {left};"
            else:
                number += 1
                name = f"'aux {number}'"
                flat.declarations.append(Declaration(f"  Real {name};", False))
                items[i] = f"  {name} = {right};\n  {left} = {name};" if kind == 2 else f"  {name} = ({right}) - {left};\n  {name} = 0.0;"
    if heading_free(flat):
        raise Unfit("no equations")
    return {}


def heading_free(flat):
    return not any(heading == "equation" for heading, _ in flat.sections)


def renamed(flat, rng):
    called = {a for _, items in flat.sections for item in items for a, b in zip(tokens(item), tokens(item)[1:]) if b == "("}
    called |= {a for d in flat.declarations for a, b in zip(tokens(d.text)[len(tokens(d.name)):], tokens(d.text)[len(tokens(d.name)) + 1:])
               if b == "(" and a != d.name}
    taken = set(tokens(flat.definitions)) | ATTRIBUTES | called
    names = [d.name for d in flat.declarations if d.name not in taken]
    numbers = list(range(len(names)))
    rng.shuffle(numbers)
    new = {name: f"v{number}_" for name, number in zip(names, numbers)}

    def change(parts):
        return [new.get(t, t) if i == 0 or parts[i - 1] != "." else t for i, t in enumerate(parts)]

    flat.changed(change)
    return {after: before for before, after in new.items()}


def constants(flat, _):
    """Parameters with a number as value become constants."""
    any_ = False
    for d in flat.declarations:
        found = re.search(r"= (-?[\w.+-]+)( \"(?:[^\"\\]|\\.)*\")?( annotation\(.*\))?;$", d.text)
        if "parameter " in d.prefixes and found and NUMBER.match(found.group(1)) and "fixed = false" not in d.text and not d.sizes:
            d.text = d.text.replace("parameter ", "constant ", 1)
            any_ = True
    if not any_:
        raise Unfit("no parameters")
    return {}


def closing(parts, at):
    """The place of the parenthesis that closes the one at `at`."""
    depth = 0
    for i in range(at, len(parts)):
        depth += (parts[i] == "(") - (parts[i] == ")")
        if depth == 0:
            return i
    raise Unfit("parentheses")


def in_other_time(scale):
    """Time in units of `scale` seconds."""
    def change(parts):
        out, i = [], 0
        while i < len(parts):
            token = parts[i]
            called = i + 1 < len(parts) and parts[i + 1] == "("
            if token == "time":
                out.append(f"({scale!r}*time)")
            elif called and token == "der":
                end = closing(parts, i + 1)
                out.append("(der(" + "".join(change(parts[i + 2:end])) + f")/{scale!r})")
                i = end
            elif called and token in ("sample", "delay"):
                end = closing(parts, i + 1)
                inside, depth, pieces = parts[i + 2:end], 0, [[]]
                for part in inside:
                    depth += (part in ("(", "[", "{")) - (part in (")", "]", "}"))
                    if depth == 0 and part == ",":
                        pieces.append([])
                    else:
                        pieces[-1].append(part)
                texts = ["".join(change(p)).strip() for p in pieces]
                first = 0 if token == "sample" else 1
                out.append(f"{token}(" + ", ".join(text if k < first else f"({text})/{scale!r}" for k, text in enumerate(texts)) + ")")
                i = end
            elif token in ("Clock", "hold", "subSample", "interval", "spatialDistribution", "previous"):
                raise Unfit("clocks")
            else:
                out.append(token)
            i += 1
        return out
    return change


CHANGES = {"shuffled": shuffled, "turned": turned, "disguised": disguised, "renamed": renamed, "constants": constants, "as printed": lambda *_: {}}


# ---- comparison


def columns(rows):
    """time -> rows at that time."""
    found = {}
    for row in rows:
        found.setdefault(round(row["time"], 12), []).append(row)
    return found


def difference(reference, rough, rows, again, allowed=1e-3, factor=50.0, time_scale=1.0, names=None):
    """Where `rows` differ from `reference` by more than `allowed` of the size of a signal, and by more than `factor` times what
    `rough`, the same with a larger tolerance, differs from it. "" where they do not. Where derivatives alone differ, which have
    the errors of stiff states many times over, again() gives rows with a smaller tolerance that decide."""
    names = names or {}
    if not reference or not rows:
        return "no rows"
    pairs = [(new, names.get(new, new)) for new in rows[0] if new != "time"]
    pairs = [(new, old) for new, old in pairs if old in reference[0] and not (time_scale != 1 and new.startswith("der("))]
    span = max(reference[-1]["time"] - reference[0]["time"], 1e-300)

    def at(table, times, t):
        i = bisect.bisect_left(times, t - 1e-7 * span)
        result = []
        while i < len(times) and times[i] <= t + 1e-7 * span:
            result.append(table[i])
            i += 1
        return result

    ends = [r["time"] * (time_scale if table is rows else 1.0) for table in (reference, rows) for r in table[-1:]]
    if abs(ends[0] - ends[1]) > 1e-6 * span:
        return f"ends at {ends[1]!r} instead of {ends[0]!r}"
    rough_times, times = [r["time"] for r in rough], [r["time"] * time_scale for r in rows]
    grid = {}
    for row in reference:
        grid.setdefault(row["time"], []).append(row)
    matched = [(t, some, at(rough, rough_times, t), at(rows, times, t)) for t, some in grid.items()]
    matched = [m for m in matched if m[2] and m[3]]
    wrong = {}
    for new, old in pairs:
        values = [row[old] for row in reference if math.isfinite(row[old])]
        if not values:
            continue
        size = max(map(abs, values))
        noise = max((min(abs(a[old] - b[old]) for a in some for b in other) for _, some, other, _ in matched), default=0.0)
        limit = max(allowed * size, factor * noise, 1e-9 if size == 0 else 0.0)
        bad = [(t, some[-1][old], mine[-1][new]) for t, some, _, mine in matched
               if not min(abs(a[old] - b[new]) for a in some for b in mine) <= limit and math.isfinite(some[-1][old])]
        if len(bad) > max(2, len(matched) // 50) or (bad and bad[-1][0] == matched[-1][0]):
            wrong[new] = (len(bad), bad[0], limit, old)
    if not wrong:
        return ""
    if again is not None and all(new.startswith("der(") for new in wrong):
        return difference(reference, rough, again(), None, allowed, factor, time_scale, names)
    new, (count, (t, a, b), limit, old) = min(wrong.items(), key=lambda pair: pair[1][1][0])
    return f"{len(wrong)} columns, first {new} ({old}) at {t!r}: {b!r} instead of {a!r} (allowed {limit:.3g}), {count} of {len(matched)} rows"


def make(text, rng, scale_time=True):
    """(text, names, scale of time, what was done) of a relative of a flat model."""
    flat = Flat(text)
    names, done = {}, []
    for change in rng.sample(sorted(CHANGES), rng.randint(1, len(CHANGES))):
        try:
            before = {after: names.get(old, old) for after, old in CHANGES[change](flat, rng).items()}
            names.update(before)
            done.append(change)
        except Unfit:
            pass
        flat = Flat(flat.text())
    scale = 1.0
    if scale_time and rng.random() < 0.3:
        try:
            wanted = rng.choice((1024.0, 1 / 1024, 8.0, 0.125))
            flat.changed(in_other_time(wanted))
            scale = wanted
            done.append(f"time in {scale!r} s")
        except Unfit:
            return make(text, rng, scale_time=False)
    flat.annotation = ""
    return flat.text(), names, scale, done


# ---- models


HEADER = re.compile(r"^// ([a-z]+): *(.*?)\s*$", re.MULTILINE)
# Models whose results depend on more than their equations.
EXCLUDED = {
    "inline_after_index_reduction": "its derivatives of functions do not depend on the units of time",
    "w31_local_error": "quotients of local errors and powers of steps",
    "start_value_levels": "start values count by where they stand, and a flat model has one place",
    "constraint_ignored": "a constraint that is told as wrong",
    "varying_discretes": "equations of what is wrongly declared discrete are told by their form",
    "transport_in_series": "delays as exact as rows are near",
    "function_of_outer_component": "a default of a function is a variable of the model",
}
KEPT_OPTIONS = {"--stop": "stop", "--start": "start"}


class Model:
    """A golden test or an example: how it is named and run."""

    def __init__(self, inputs, options):
        self.inputs, self.options = inputs, options

    def __str__(self):
        return " ".join(map(str, self.inputs))


def golden_models(root):
    """Golden tests that simulate and that say how in a few options."""
    found = []
    for path in sorted((root / "tests" / "golden").glob("*/*.mo")):
        text = path.read_text(encoding="utf-8")
        header = dict(HEADER.findall(text))
        if path.parent.name in ("errors", "lenient") or any(path.stem.startswith(name) for name in EXCLUDED):
            continue
        if header.get("stage") != "simulate" or "slow" in header or "needs" in header or "exit" in header or "expect-error" in text:
            continue
        options, given = {}, shlex.split(header.get("options", ""))
        if any(option in given for option in ("--set", "--trust", "--input", "--lenient", "--strict", "-L", "--select-state")):
            continue
        for name, value in zip(given, given[1:]):
            if name in KEPT_OPTIONS:
                options[KEPT_OPTIONS[name]] = float(value)
        found.append(Model([path, *([header["model"]] if "model" in header else [])], options))
    return found
