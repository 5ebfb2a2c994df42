"""Runs ACSL, Simnon and DESIRE programs: a small reader of what programs of those languages mean.

It knows nothing of how Formola writes them: sections and statements are executed in their order, states are
integrated by the classical Runge-Kutta method. run(language, text, stop) gives the last values of all variables.
"""

import math
import re

NAME = r"[A-Za-z][A-Za-z0-9]*"


def arithmetic(text):
    """An expression as Python."""
    for old, new in (
        (".LT.", "<"), (".LE.", "<="), (".GT.", ">"), (".GE.", ">="), (".EQ.", "=="), (".NE.", "!="), (".AND.", " and "),
        (".OR.", " or "), (".NOT.", " not "), (".TRUE.", "True"), (".FALSE.", "False"), ("<>", "!="), ("^", "**"),
    ):  # fmt: skip
        text = text.replace(old, new)
    text = re.sub(r"(?<![<>=!])=(?!=)", "==", text)
    while match := re.search(r"\(if ((?:(?!\(if).)*?) then ((?:(?!\(if).)*?) else ((?:[^()]|\((?!if)(?:[^()]|\([^()]*\))*\))*)\)", text):
        condition, one, other = match.groups()
        text = text[: match.start()] + f"(({one}) IF ({condition}) ELSE ({other}))" + text[match.end() :]
    return text.replace(" IF ", " if ").replace(" ELSE ", " else ")


FUNCTIONS = {
    "ABS": abs, "SQRT": math.sqrt, "SIN": math.sin, "COS": math.cos, "TAN": math.tan, "ASIN": math.asin, "ACOS": math.acos,
    "ATAN": math.atan, "ATAN2": math.atan2, "EXP": math.exp, "ALOG": math.log, "ALOG10": math.log10, "SINH": math.sinh,
    "COSH": math.cosh, "TANH": math.tanh, "AMIN1": min, "AMAX1": max, "MOD": math.fmod, "RSW": lambda c, a, b: a if c else b,
    "abs": abs, "sqrt": math.sqrt, "sin": math.sin, "cos": math.cos, "tan": math.tan, "exp": math.exp, "ln": math.log,
    "log": math.log10, "atan": math.atan, "tanh": math.tanh, "max": max, "min": min, "sign": lambda x: (x > 0) - (x < 0),
}  # fmt: skip


class Machine:
    """Variables, and a list of statements that is executed again and again."""

    def __init__(self):
        self.values = {}
        self.code = {}

    def value(self, text):
        if text not in self.code:
            self.code[text] = compile(arithmetic(text), text, "eval")
        scope = Scope(self.values)
        return eval(self.code[text], {"__builtins__": {}}, scope)  # our own programs only

    def run(self, statements):
        labels = {s[1]: i for i, s in enumerate(statements) if s[0] == "label"}
        at = 0
        while at < len(statements):
            kind, *rest = statements[at]
            at += 1
            if kind == "set":
                self.set(rest[0], self.value(rest[1]))
            elif kind == "call":
                self.call(*rest)
            elif kind == "goto" and self.value(rest[0]):
                at = labels[rest[1]]

    def set(self, name, value):
        element = re.fullmatch(rf"({NAME})\(([\d,]+)\)", name)
        if not element:
            self.values[name] = float(value)
            return
        self.values[element[1]][tuple(int(i) for i in element[2].split(","))] = float(value)

    def call(self, routine, arguments):
        if routine == "SGESL":  # of the matrix that SGEFA got
            self.values[arguments[4]] = solution(self.values[arguments[0]], self.values[arguments[4]])


class Elements(dict):
    """An array: elements by their places, b(1) or A(1,2)."""

    def __call__(self, *places):
        return self[places]


def solution(matrix, right):
    """Of a linear system, by elimination with pivots."""
    n = len(right)
    rows = [[matrix[i, j] for j in range(1, n + 1)] + [right[(i,)]] for i in range(1, n + 1)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(n):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    return Elements({(i + 1,): rows[i][n] / rows[i][i] for i in range(n)})


class Scope(dict):
    def __missing__(self, name):
        if name in FUNCTIONS:
            return FUNCTIONS[name]
        raise NameError(name)


def statements_of(lines):
    result = []
    for line in lines:
        if match := re.fullmatch(rf"({NAME}): CONTINUE", line):
            result.append(("label", match[1]))
        elif match := re.fullmatch(rf"IF \((.*)\) GO TO ({NAME})", line):
            result.append(("goto", match[1], match[2]))
        elif match := re.fullmatch(r"CALL (\w+)\((.*)\)", line):
            result.append(("call", match[1], [a.strip() for a in match[2].split(",")]))
        elif match := re.fullmatch(rf"({NAME}(?:\([\d,]+\))?)\s*=\s*(.*)", line):
            result.append(("set", match[1], match[2]))
        else:
            raise ValueError(line)
    return result


def integrate(machine, body, states, time, start, stop, steps=2000):
    """states: name -> name of its derivative."""
    h = (stop - start) / steps

    def slopes(t, x):
        machine.values[time] = t
        machine.values.update(zip(states, x))
        machine.run(body)
        return [machine.values[d] for d in states.values()]

    def moved(x, factor, slope):
        return [a + factor * b for a, b in zip(x, slope)]

    x = [machine.values[s] for s in states]
    for k in range(steps):
        t = start + k * h
        a = slopes(t, x)
        b = slopes(t + h / 2, moved(x, h / 2, a))
        c = slopes(t + h / 2, moved(x, h / 2, b))
        d = slopes(t + h, moved(x, h, c))
        x = [y + h / 6 * (p + 2 * q + 2 * r + s) for y, p, q, r, s in zip(x, a, b, c, d)]
    slopes(stop, x)
    return machine.values


def run_acsl(text, stop):
    machine, states = Machine(), {}
    sections, section = {"INITIAL": [], "PROCEDURAL": []}, "PROGRAM"
    starts = {}
    for line in (line.partition("!")[0].strip() for line in text.splitlines()):
        word = line.split(" ")[0]
        if not line or word in ("PROGRAM", "TERMT", "VARIABLE", "LOGICAL"):
            continue
        if word in ("INITIAL", "DYNAMIC", "DERIVATIVE", "PROCEDURAL"):
            section = word
        elif word == "END":
            section = "DERIVATIVE" if section == "PROCEDURAL" else "PROGRAM"
        elif word == "DIMENSION":
            for name in re.findall(rf"({NAME})\([\d,]+\)", line):
                machine.values[name] = Elements()
        elif word == "CONSTANT":
            for part in line[len(word) :].split(","):
                name, value = part.split("=")
                machine.values[name.strip()] = machine.value(value.strip())
        elif match := re.fullmatch(rf"({NAME}) = INTEG\(({NAME}), ({NAME})\)", line):
            states[match[1]], starts[match[1]] = match[2], match[3]
        else:
            sections[section].append(line)
    machine.values["Time"] = 0.0
    machine.run(statements_of(sections["INITIAL"]))
    for state, start in starts.items():
        machine.values[state] = machine.values[start]
    return integrate(machine, statements_of(sections["PROCEDURAL"]), states, "Time", 0, stop)


def run_simnon(text, stop):
    machine, once, body, names = Machine(), [], [], {"STATE": [], "DER": []}
    target = body
    for line in (line.strip() for line in text.splitlines()):
        word = line.split(" ")[0]
        if not line or line.startswith('"') or word in ("CONTINUOUS", "END", "INPUT", "OUTPUT", "TIME"):
            continue
        if word in names:
            names[word] = line.split()[1:]
        elif word in ("INITIAL", "SORT"):
            target = once if word == "INITIAL" else body
        elif match := re.fullmatch(rf"({NAME}): (.*)", line):
            machine.values[match[1]] = float(match[2])
        else:
            target.append(line)
    machine.values["t"] = 0.0
    machine.run(statements_of(once))
    return integrate(machine, statements_of(body), dict(zip(names["STATE"], names["DER"])), "t", 0, stop)


def run_desire(text, stop):
    machine, once, body, states = Machine(), [], [], {}
    target = once
    for line in (part.strip() for line in text.splitlines() for part in line.split(" | ")):
        if not line or line.startswith(("--", "/--", "dispt", "drun")) or line in ("OUT",):
            continue
        if line == "DYNAMIC":
            target = body
        elif match := re.fullmatch(rf"d/dt ({NAME})=({NAME})", line):
            states[match[1]] = match[2]
        else:
            target.append(line)
    machine.run(statements_of(once))
    return integrate(machine, statements_of(body), states, "t", 0, stop)


RUNS = {"acsl": run_acsl, "simnon": run_simnon, "desire": run_desire}
