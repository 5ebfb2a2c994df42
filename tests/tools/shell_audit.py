"""What the shell prints, read back and compared with the model's own solution.

The notation of the founding papers is parsed here, independently of the program, and every printed equation, assignment and residual is
evaluated with the values of a simulation. Between events pre(x) is x, and edge(), change(), sample() and initial() are false. Values carry a
bound of their error, so that differences of large numbers are not taken for mistakes; a relation within that error may have either value.
User functions are evaluated by the program itself: the call is written back as Modelica.
"""

import itertools
import math
import pathlib
import re
import struct
import tempfile

import formola_program as fp

PART = r"(?:'(?:[^'\\]|\\.)*'|[A-Za-z_$][\w$]*)(?:\[\d+(?:, ?\d+)*\])?"
DERIVATIVE = r"\$der\([^()]*\)"  # the generated derivative of a function
TOKEN = re.compile(
    rf"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    rf"|(?P<name>{DERIVATIVE}(?=\()|{PART}(?:\.{PART})*)"
    r'|(?P<string>"(?:[^"\\]|\\.)*")'
    r"|(?P<sign>\*\*|<=|>=|<>|\.\*|\./|\.\+|\.-|[-+*/<>=(){}\[\],:.]))"
)
WORDS = {"if", "then", "elseif", "else", "and", "or", "not", "true", "false"}


class Unreadable(Exception):
    """A text that is no expression of the notation."""


class Unknown(Exception):
    """A quantity without a value."""


class Reader:
    """A text as nested tuples: ("num", v), ("name", n), ("call", f, args), ("+", a, b), ..."""

    def __init__(self, text):
        self.tokens, at = [], 0
        text = text.rstrip()
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise Unreadable(text[at:])
            kind = match.lastgroup
            value = match.group(kind)
            self.tokens.append(("word" if kind == "name" and value in WORDS else kind, value))
            at = match.end()
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def accept(self, *values):
        kind, value = self.peek()
        if kind in ("word", "sign") and value in values:
            self.at += 1
            return value
        return None

    def expect(self, value):
        if not self.accept(value):
            raise Unreadable(f"'{value}' expected before {self.tokens[self.at:]}")

    def equation(self):
        left = self.sum()
        self.expect("=")
        right = self.expression()
        if self.peek()[0] != "end":
            raise Unreadable(f"unexpected {self.tokens[self.at:]}")
        return left, right

    def expression(self):
        if not self.accept("if"):
            return self.disjunction()
        condition = self.expression()
        self.expect("then")
        a = self.expression()
        if self.accept("elseif"):
            self.at -= 1
            self.tokens[self.at] = ("word", "if")
            return ("if", condition, a, self.expression())
        self.expect("else")
        return ("if", condition, a, self.expression())

    def disjunction(self):
        result = self.conjunction()
        while self.accept("or"):
            result = ("or", result, self.conjunction())
        return result

    def conjunction(self):
        result = self.negation()
        while self.accept("and"):
            result = ("and", result, self.negation())
        return result

    def negation(self):
        return ("not", self.relation()) if self.accept("not") else self.relation()

    def relation(self):
        result = self.sum()
        sign = self.accept("<", "<=", ">", ">=", "=", "<>")
        return (sign, result, self.sum()) if sign else result

    def sum(self):
        sign = self.accept("-", "+")
        result = self.term()
        if sign == "-":
            result = ("neg", result)
        while sign := self.accept("+", "-", ".+", ".-"):
            result = (sign[-1], result, self.term())
        return result

    def term(self):
        result = self.factor()
        while sign := self.accept("*", "/", ".*", "./"):
            result = (sign[-1], result, self.factor())
        return result

    def factor(self):
        result = self.primary()
        return ("**", result, self.primary()) if self.accept("**") else result

    def arguments(self, end):
        found = []
        while not self.accept(end):
            if found:
                self.expect(",")
            kind, value = self.peek()
            if kind == "name" and self.tokens[self.at + 1] == ("sign", "=") and end == ")":
                self.at += 2
                found.append(("named", value, self.expression()))
            else:
                found.append(self.expression())
        return found

    def primary(self):
        kind, value = self.peek()
        self.at += 1
        if kind == "number":
            result = ("num", float(value))
        elif kind == "string":
            result = ("text", value)
        elif kind == "word" and value in ("true", "false"):
            result = ("num", 1.0 if value == "true" else 0.0)
        elif kind == "name" and value == "function":  # as an argument
            _, name = self.peek()
            self.at += 1
            self.expect("(")
            result = ("function", name, self.arguments(")"))
        elif kind == "name":
            result = ("call", value, self.arguments(")")) if self.accept("(") else ("name", value)
        elif value == "(":
            result = self.expression()
            self.expect(")")
        elif value == "[":  # what the equation is solved for
            result = self.expression()
            self.expect("]")
            return result
        elif value == "{":
            return ("list", self.arguments("}"))
        else:
            raise Unreadable(f"unexpected {value!r}")
        while value == "(" and self.peek() == ("sign", "[") or self.peek() == ("sign", "."):
            if self.accept("["):
                result = ("index", result, self.arguments("]"))
            else:
                self.at += 1
                result = ("field", result, self.peek()[1])
                self.at += 1
        return result


class Call(Exception):
    """A user function whose value must be asked for."""


def literal(value):
    if isinstance(value, list):
        return "{" + ", ".join(map(literal, value)) + "}"
    if isinstance(value, tuple) and value[0] == "record":
        return f"{value[1]}({', '.join(map(literal, value[2]))})"
    if isinstance(value, str):
        return value
    number = value[0]
    if number == math.floor(number) and abs(number) < 1e9:
        return str(int(number))  # which is a Real where one is wanted
    return f"({number!r})" if math.isfinite(number) else "(1e308)"


class Evaluation:
    """Values of expressions at one point in time: (value, bound of the error)."""

    def __init__(self, solution, row):
        self.solution, self.row = solution, row
        self.given = {}  # quantities that the simulation does not write
        self.choices, self.asked = [], 0
        self.scope = ""

    def quantity(self, name):
        full = self.solution.resolve(name, self.scope)
        if full in self.given:
            return self.given[full]
        return self.solution.value(full, self.row)

    def decide(self, difference, error):
        """True for > 0, either way within the error."""
        if abs(difference) > error:
            return difference > 0
        if self.asked == len(self.choices):
            self.choices.append(False)
        self.asked += 1
        return self.choices[self.asked - 1]

    def truth(self, e):
        return self.of(e)[0] != 0

    def of(self, e):
        kind = e[0]
        if kind == "num":
            return (e[1], 0.0)
        if kind == "text":
            return e[1]
        if kind == "name":
            return self.quantity(e[1])
        if kind == "if":
            return self.of(e[2] if self.truth(e[1]) else e[3])
        if kind == "and":
            return (float(self.truth(e[1]) and self.truth(e[2])), 0.0)
        if kind == "or":
            return (float(self.truth(e[1]) or self.truth(e[2])), 0.0)
        if kind == "not":
            return (float(not self.truth(e[1])), 0.0)
        if kind == "list":
            return [self.of(x) for x in e[1]]
        if kind == "named":
            return self.of(e[2])
        if kind == "index":
            if e[1][0] == "call":
                if e[1][1] == "$result":
                    raise Unknown("a field of a later result")
                value = self.call(e[1][1], e[1][2], rank=len(e[2]))
            else:
                value = self.of(e[1])
            for k in e[2]:
                value = value[int(self.of(k)[0]) - 1]
            return value
        if kind == "call":
            return self.call(e[1], e[2])
        if kind == "function":
            bound = ", ".join(f"{a[1]} = {literal(self.of(a))}" for a in e[2])
            return f"function {e[1]}({bound})"
        a = self.of(e[1])
        if kind == "field":
            raise Unknown("a field of a record")
        if kind == "neg":
            return [(-x, d) for x, d in a] if isinstance(a, list) else (-a[0], a[1])
        b = self.of(e[2])
        return self.operator(kind, a, b)

    def operator(self, kind, a, b):
        if not (isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b) == 2):
            raise Unknown("a field, or a text")
        (x, dx), (y, dy) = a, b
        if kind in ("<", "<=", ">", ">=", "=", "<>"):
            error = dx + dy
            if kind in ("=", "<>"):
                return (float((abs(x - y) <= error) == (kind == "=")), 0.0)
            if x == y and error == 0:
                return (float(kind in ("<=", ">=")), 0.0)
            return (float(self.decide(y - x if kind[0] == "<" else x - y, error)), 0.0)
        tiny = 1e-15
        if kind == "+":
            return (x + y, dx + dy + tiny * (abs(x) + abs(y)))
        if kind == "-":
            return (x - y, dx + dy + tiny * (abs(x) + abs(y)))
        if kind == "*":
            return (x * y, abs(x) * dy + abs(y) * dx + dx * dy + tiny * abs(x * y))
        if kind == "/":
            if abs(y) <= dy:
                return (x / y if y else 0.0, math.inf)
            return (x / y, (dx + abs(x / y) * dy) / (abs(y) - dy) + tiny * abs(x / y))
        return self.sampled(lambda u, v: u**v, [a, b])

    @staticmethod
    def sampled(function, arguments):
        """The error from the values at the ends of the ranges of the arguments."""

        def safe(values):
            try:
                result = function(*values)
                return result if isinstance(result, float) and math.isfinite(result) else None
            except (ValueError, OverflowError, ZeroDivisionError):
                return None

        middle = safe([x for x, _ in arguments])
        error = 0.0
        for i, (x, d) in enumerate(arguments):
            if d == 0:
                continue
            for end in (x - d, x + d):
                values = [v for v, _ in arguments]
                values[i] = end
                found = safe(values)
                if found is None or middle is None:
                    error = math.inf
                else:
                    error += abs(found - middle)
        if middle is None:
            return (0.0, math.inf)
        return (middle, error + 1e-15 * abs(middle))

    ELEMENTARY = {
        "abs": abs, "sqrt": math.sqrt, "sin": math.sin, "cos": math.cos, "tan": math.tan,
        "arcsin": math.asin, "arccos": math.acos, "arctan": math.atan, "arctan2": math.atan2,
        "sinh": math.sinh, "cosh": math.cosh, "tanh": math.tanh, "exp": math.exp, "ln": math.log,
        "log10": math.log10, "min": min, "max": max,
        "sign": lambda x: float((x > 0) - (x < 0)),
        "floor": lambda x: float(math.floor(x)), "ceil": lambda x: float(math.ceil(x)),
        "integer": lambda x: float(math.floor(x)),
        "mod": lambda x, y: x - math.floor(x / y) * y,
        "rem": math.fmod, "div": lambda x, y: float(math.trunc(x / y)),
    }  # fmt: skip

    def call(self, name, arguments, rank=0, result=1):
        if name == "$result":
            return self.call(arguments[1][1], arguments[1][2], result=int(self.of(arguments[0])[0]))
        if name == "der":
            return self.quantity(f"der({self.solution.resolve(arguments[0][1], self.scope)})")
        if name in ("pre", "previous"):
            return self.of(arguments[0])
        if name in ("edge", "change", "initial", "terminal", "sample"):
            return (0.0, 0.0)
        if name in ("homotopy", "Integer", "noEvent", "relax", "String"):
            return self.of(arguments[0])
        if name == "delay":
            return self.delayed(arguments[0], self.of(arguments[1])[0])
        if name == "semiLinear":
            x, a, b = (self.of(e) for e in arguments)
            positive = self.decide(x[0], x[1])
            return self.operator("*", x, a if positive else b)
        if name in ("transported", "spatialDistribution"):
            raise Unknown("spatialDistribution")
        values = [self.of(e) for e in arguments]
        if name in self.ELEMENTARY and all(isinstance(v, tuple) for v in values):
            return self.sampled(self.ELEMENTARY[name], values)
        if name in self.solution.records:
            return ("record", name, values)
        return self.solution.ask(name, values, rank, result)

    def delayed(self, e, by):
        times = self.solution.times
        at = max(times[self.row] - by, times[0])
        k = max(i for i, t in enumerate(times) if t <= at)
        ends = [self.solution.evaluation(min(k + i, len(times) - 1)) for i in (0, 1)]
        for end in ends:
            end.scope, end.given = self.scope, self.given
        (a, da), (b, db) = (end.of(e) for end in ends)
        return ((a + b) / 2, abs(a - b) + da + db + 1e-6)


def nested(elements):
    """Lists of lists from elements by subscripts."""
    if () in elements:
        return elements[()]
    size = max(k[0] for k in elements)
    return [nested({k[1:]: v for k, v in elements.items() if k[0] == i}) for i in range(1, size + 1)]


class Solution:
    """The trajectories and parameters of a simulated model."""

    def __init__(self, path, model, enumerations):
        self.model_name = model
        self.enumerations = enumerations
        self.functions = ""  # that the shell has written out
        self.records = set()
        self.values, self.times = read_mat(path)
        self.scale, self.resolved = {}, {}
        self.answers, self.questions = {}, set()

    def evaluation(self, row):
        return Evaluation(self, row)

    def resolve(self, name, scope):
        key = (name, scope)
        if key not in self.resolved:
            self.resolved[key] = self.full_name(name, scope)
        return self.resolved[key]

    def full_name(self, name, scope):
        if name in ("Time",):
            return "time"
        if name.startswith("der("):
            return f"der({self.resolve(name[4:-1], scope)})"
        parts = re.findall(rf"{PART}", name)
        if parts[0] == self.model_name and len(parts) > 1:
            full = ".".join(parts[1:])
        elif len(parts) == 1 and scope and not re.fullmatch(r"Q\d+|A\(.*|b\(.*", name):
            full = f"{scope}.{name}"
        else:
            full = name
        # as the papers write der(x) after differentiation
        own = full.rsplit(".", 1)
        if full not in self.values and own[-1].startswith("der"):
            integral = ".".join(own[:-1] + [own[-1][3:]])
            if integral in self.values or own[-1].startswith("derder"):
                return f"der({self.resolve(integral, '')})"
        return full

    def value(self, name, row):
        if name == "time":
            return (self.times[row], 0.0)
        if name not in self.values:
            *path, last = name.split(".")
            if path and last in self.enumerations.get(path[-1], []):
                return (self.enumerations[path[-1]].index(last) + 1.0, 0.0)
            raise Unknown(name)
        column = self.values[name]
        if name not in self.scale:
            self.scale[name] = 0.0 if len(column) == 1 else 1e-7 * max(map(abs, column))
        return (column[row if len(column) > 1 else 0], self.scale[name])

    def ask(self, function, values, rank, result):
        """A scalar, or the whole array of that rank."""
        question = (f"{function}({', '.join(map(literal, values))})", rank, result)
        if question in self.answers:
            if self.answers[question] is None:
                raise Unknown("a field, or a function that cannot be written back")
            return self.answers[question]
        self.questions.add(question)
        raise Call(question)

    @staticmethod
    def quoted(text):
        """Generated names as identifiers."""
        text = re.sub(r"\$der\(([^()]*)\)", lambda m: "'der " + m.group(1) + "'", text)
        return re.sub(r"\$(?=\w)", "S_", text)

    def answer(self, libraries):
        """Writes the calls back as Modelica and lets the program evaluate them."""
        if not self.questions:
            return False
        functions = self.functions
        # locals of an algorithm have the names of the variables that it assigns
        for local in set(re.findall(r"(?m)^ *(?:input |output )?(?:Real|Integer|Boolean)\S* ([\w$]+[.\[][^ ;]*)", functions)):
            functions = functions.replace(local, re.sub(r"\W", "_", local))
        asked = sorted(self.questions)
        lines, equations = ["model Asked", self.quoted(functions)], ["equation"]
        for number, (text, rank, result) in enumerate(asked):
            if result > 1:
                lines.append(f"  Real a{number};")
                equations.append(f"  ({', ' * (result - 1)}a{number}) = {self.quoted(text)};")
            else:
                sizes = f"[{', '.join(':' * rank)}]" if rank else ""
                lines.append(f"  Real a{number}{sizes} = {self.quoted(text)};")
        lines += equations + ["end Asked;"]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "Asked.mo"
            path.write_text("\n".join(lines), encoding="utf-8")
            out = pathlib.Path(folder) / "asked.mat"
            try:
                fp.run("simulate", *libraries, path, "Asked", "--stop", "1e-3", "--quiet", "--output", out)
            except AssertionError:  # a function of a model, or one that is no Modelica
                self.answers.update(dict.fromkeys(asked))
                self.questions = set()
                return True
            found, _ = read_mat(out)

        def value(name):
            return (found[name][0], 1e-5 * abs(found[name][0]) + 1e-12)

        for number, question in enumerate(asked):
            if question[1] == 0:
                self.answers[question] = value(f"a{number}")
                continue
            rows = {}
            for name in found:
                if match := re.fullmatch(rf"a{number}\[([\d,]+)\]", name):
                    rows[tuple(map(int, match.group(1).split(",")))] = value(name)
            self.answers[question] = nested(rows)
        self.questions = set()
        return True

    def quiet_rows(self, wanted=3):
        """Rows of the table away from events."""
        rows = []
        for part in range(1, wanted + 1):
            k = int(len(self.times) * (part - 0.4) / wanted)
            while 0 < k < len(self.times) - 1 and (
                self.times[k] == self.times[k - 1] or self.times[k] == self.times[k + 1]
            ):
                k += 1
            rows.append(k)
        return sorted(set(rows))


def enumerations(files):
    """The literals of the enumeration types that are declared in files, by the names of the types."""
    found = {}
    for path in files:
        text = re.sub(r'"(?:[^"\\]|\\.)*"|//[^\n]*', "", path.read_text(encoding="utf-8"))
        for name, literals in re.findall(r"type (\w+) = enumeration\(([^:)]*)\)", text):
            found[name] = re.findall(r"\w+", literals)
    return found


LIBRARY = enumerations((fp.ROOT / "library").rglob("*.mo"))


def read_mat(path):
    """Trajectories of a MATLAB level 4 file by name (one value for constants), and the times."""
    data, at, matrices = path.read_bytes(), 0, {}
    while at < len(data):
        kind, rows, columns, _, length = struct.unpack_from("<5i", data, at)
        at += 20
        name = data[at : at + length - 1].decode()
        at += length
        size, code = {0: (8, "d"), 2: (4, "i"), 5: (1, "B")}[kind // 10 % 10]
        values = struct.unpack_from(f"<{rows * columns}{code}", data, at)
        at += size * rows * columns
        matrices[name] = [values[c * rows : (c + 1) * rows] for c in range(columns)]
    names = [bytes(column).decode().rstrip("\0 ") for column in matrices["name"]]
    result, times = {}, [row[0] for row in matrices["data_2"]]
    for name, (matrix, row, _, _) in zip(names, matrices["dataInfo"]):
        sign = -1.0 if row < 0 else 1.0
        if matrix == 1:
            result[name] = [sign * matrices["data_1"][0][abs(row) - 1]]
        else:
            result[name] = [sign * r[abs(row) - 1] for r in matrices["data_2"]]
    return result, times


HEADINGS = re.compile(r"^(?:[A-Z][A-Z ,:]*|SYSTEM OF \d+ SIMULTANEOUS EQUATIONS?)$")


def printed(text, model_name, labelled):
    """(scope, text of an equation, kind) of what the shell has printed, and the functions it has written out."""
    found, scope, inside, functions, systems = [], "", "", [], 0
    lines = iter(text.splitlines())
    for line in lines:
        if re.match(r"(?:impure )?function ", line):
            functions.append(line)
            name = line.split()[-1] if line.split()[-1].startswith("$") else line.split()[1]
            for line in lines:
                functions.append(line)
                if line.strip().startswith(f"end {name}"):
                    break
        elif line.startswith(" - ") or not line.strip():
            continue
        elif HEADINGS.match(line):
            systems += line.startswith("SYSTEM OF")
            inside, scope = line, ""
        elif inside in ("UNKNOWN VARIABLES",) or (line.startswith("  ") and not line.startswith(" " * 9) and "=" not in line):
            continue
        elif line.startswith("  ") and not line.startswith(" " * 9):
            found.append(("", line.strip(), "inner"))
        elif not labelled:
            found.append(("", line, "line"))
        else:
            if line.startswith(" " * 9):
                rest = line[9:]
            elif " " not in line:
                scope, rest = line, ""
            elif len(line) > 8 and line[8] == " " and " " not in line[:9].rstrip():
                scope, rest = line[:9].rstrip(), line[9:]
            else:
                scope, rest = "", line
            if rest:
                found.append(("" if scope == model_name else scope, rest, "line"))
    return found, "\n".join(functions), systems


class Audit:
    """Counts over models: equations that were read back, and what did not agree."""

    def __init__(self):
        self.models = self.equations = self.systems = self.undecided = 0
        self.mismatches = []

    def check(self, what, solution, listing, libraries):
        """All printed equations at some points in time."""
        equations = []
        for scope, text, kind in listing:
            if text.startswith("when ") and " then " in text and not re.search(r"^\S+ = ", text):
                continue
            if "{ one of several solutions }" in text:
                self.undecided += 1
                continue
            text = text.removeprefix("residual: ")
            if re.match(r"A\(\d+,\d+\) = |b\(\d+\) = ", text):
                continue
            try:
                equations.append((scope, text, Reader(text).equation()))
            except (Unreadable, IndexError) as problem:
                self.mismatches.append(f"{what}: cannot be read: {text} ({problem})")
        for row in solution.quiet_rows():
            self.check_row(what, solution, equations, row, libraries)
        self.equations += len(equations)

    def check_row(self, what, solution, equations, row, libraries):
        at = solution.evaluation(row)
        open_equations = list(equations)
        while open_equations:
            later = []
            for scope, text, (left, right) in open_equations:
                at.scope = scope
                try:
                    if not self.holds(at, left, right):
                        values = [at.of(side) for side in (left, right)]
                        self.mismatches.append(f"{what}: t = {solution.times[row]}: [{scope}] {text}: {values}")
                except Unknown as unknown:
                    later.append((scope, text, (left, right), str(unknown)))
                except Call:
                    later.append((scope, text, (left, right), ""))
            progress = solution.answer(libraries)
            # quantities that are not written get their values from one equation; the others must agree
            answered = progress
            for scope, text, (left, right), unknown in later:
                if not answered and unknown and unknown not in at.given:
                    at.scope = scope
                    progress = self.determine(at, left, right, unknown) or progress
            if not progress:
                for scope, text, _, unknown in later:
                    # results have no texts
                    compared = re.search(rf'(?<![\w.]){re.escape(unknown)} (?:=|<>) "|" (?:=|<>) {re.escape(unknown)}(?![\w.])', text)
                    if not compared and not re.match(r"\$|spatialDistribution|der\(|a field", unknown):
                        self.mismatches.append(f"{what}: '{unknown}' has no value: [{scope}] {text}")
                    else:
                        self.undecided += 1
                return
            open_equations = [e[:3] for e in later]

    @staticmethod
    def holds(at, left, right):
        """For some values of the relations that are within the error."""
        at.choices, at.asked = [], 0
        a, b = Audit.pair(at, left, right)
        if Audit.equal(a, b):
            return True
        count = len(at.choices)
        for choices in itertools.product((False, True), repeat=min(count, 6)):
            at.choices, at.asked = list(choices), 0
            a, b = Audit.pair(at, left, right)
            if Audit.equal(a, b):
                return True
        at.choices, at.asked = [], 0
        return False

    @staticmethod
    def pair(at, left, right):
        return at.of(left), at.of(right)

    @staticmethod
    def equal(a, b):
        if isinstance(a, (str, list)) or isinstance(b, (str, list)):
            raise Unknown("a field, or a text")
        return abs(a[0] - b[0]) <= 3 * (a[1] + b[1]) + 1e-9 + 1e-9 * (abs(a[0]) + abs(b[0]))

    @staticmethod
    def determine(at, left, right, unknown):
        """The one unknown of an equation that is linear in it."""

        def residual(x):
            at.given[unknown] = (x, 0.0)
            a, b = at.of(left), at.of(right)
            return a[0] - b[0], a[1] + b[1]

        try:
            (r0, d0), (r1, d1), (r2, _) = residual(0.0), residual(1.0), residual(2.0)
        except (Unknown, Call):
            del at.given[unknown]
            return False
        slope = r1 - r0
        if slope == 0 or abs(r2 - r1 - slope) > 1e-6 * abs(slope) or not math.isfinite(d0 + d1):
            del at.given[unknown]
            return False
        value = -r0 / slope
        at.given[unknown] = (value, 1e-6 * abs(value) + max(d0, d1) / abs(slope))
        return True

    def summary(self):
        return (
            f"{self.models} models, {self.equations} equations read back, {self.systems} systems, "
            f"{self.undecided} not decided, {len(self.mismatches)} mismatches"
        )


def dialogue(commands, folder):
    script = folder / "dialogue.txt"
    script.write_text("\n".join(commands) + "\n", encoding="utf-8")
    return fp.run("shell", script, cwd=folder)


def answers(text):
    parts = re.split(r"(?m)^> (.*)\n", text)
    return [(parts[i], parts[i + 1]) for i in range(1, len(parts), 2)]


PLANS = {
    "": ["output equations", "partition", "output equations", "output solved equations", "output reduced equations",
         "output state space"],
    "eliminated": ["set Eliminate on", "output equations", "output solved equations", "output reduced equations"],
    "differentiated": [
        "differentiate", "partition", "output equations", "output solved equations", "output reduced equations",
        "output state space",
    ],
}  # fmt: skip


def audit_model(audit, model, files=(), plans=PLANS, libraries=(), options=()):
    """All that the shell prints about one model."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        result = folder / "result.mat"
        fp.run("simulate", *libraries, *files, model, "--quiet", "--output", result, *options)
        audit.models += 1
        short = re.sub(r"\W", "_", model.split(".")[-1])
        solution = Solution(result, short, {**LIBRARY, **enumerations(files)})
        while any(re.match(rf"(?:der\()*{short}[.\[]", name) for name in solution.values):
            short += "_"  # a component has the name of the model
        solution.model_name = short
        for plan, commands in plans.items():
            enter = [f"enter model {file}" for file in files] + [f"model {model}"]
            text = dialogue(enter + commands, folder)
            for k, (command, answer) in enumerate(answers(text)):
                if not command.startswith("output") or "The problem is singular" in answer:
                    continue
                listing, functions, systems = printed(answer, short, command not in ("output reduced equations", "output state space"))
                audit.systems += systems
                solution.functions = functions
                if not listing and "THERE ARE NEITHER STATES NOR OUTPUTS" not in answer:
                    audit.mismatches.append(f"{model} {plan} {command}: nothing is printed")
                audit.check(f"{model} {plan} {k} {command}", solution, listing, libraries + tuple(files))
