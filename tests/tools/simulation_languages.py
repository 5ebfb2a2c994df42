"""Structure of ACSL, Simnon and DESIRE programs: what those systems would refuse, as a list of texts.

No such simulator is at hand, so each check reads a program by the rules of its language alone: sections and
their nesting, declarations, every expression, one assignment for each variable before it is used, and an
integrator for each state. Nothing is known here about how Formola writes programs.
"""

import re

NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
NAME = r"[A-Za-z][A-Za-z0-9]*"
TOKEN = re.compile(rf"\s*(?:({NUMBER})|({NAME})|(\.[A-Z]+\.)|(\*\*|<>|<=|>=|[-+*/^()<>=,]))")


class Problems(list):
    """What is wrong, with the number of the line."""

    line = 0

    def say(self, text):
        self.append(f"line {self.line}: {text}")


class Language:
    """Operators and functions of expressions, with the numbers of arguments."""

    def __init__(self, operators, functions, prefixes, constants=()):
        self.operators, self.functions = set(operators), functions
        self.prefixes, self.constants = set(prefixes), set(constants)


ONE_ARGUMENT = dict.fromkeys("sin cos tan sinh cosh tanh exp sqrt abs sign".split(), (1, 1))
ACSL = Language(
    "+ - * / ** .LT. .LE. .GT. .GE. .EQ. .NE. .AND. .OR.".split(),
    {
        **dict.fromkeys("ABS SQRT SIN COS TAN ASIN ACOS ATAN SINH COSH TANH EXP ALOG ALOG10".split(), (1, 1)),
        "ATAN2": (2, 2), "MOD": (2, 2), "RSW": (3, 3), "AMIN1": (2, 99), "AMAX1": (2, 99),
    },
    ["-", "+", ".NOT."],
    [".TRUE.", ".FALSE."],
)
SIMNON = Language(
    "+ - * / ^ < > = <> and or".split(),
    {
        **ONE_ARGUMENT,
        **dict.fromkeys("ln log arcsin arccos atan int".split(), (1, 1)),
        "atan2": (2, 2), "mod": (2, 2), "max": (2, 2), "min": (2, 2),
    },
    ["-", "+", "not"],
)
DESIRE = Language(SIMNON.operators - {"and", "or"}, SIMNON.functions, ["-", "+"])


class Expression:
    """Reads an expression; `names` are the variables in it, with subscripts for arrays."""

    def __init__(self, text, language, arrays=()):
        self.language, self.arrays = language, arrays
        self.names, self.error = [], ""
        self.tokens, at = [], 0
        text = text.rstrip()
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                self.error = f"'{text[at:].strip()[0]}' cannot stand in an expression"
                return
            self.tokens.append((match.lastindex, match.group(match.lastindex)))
            at = match.end()
        self.at = 0
        self.read()
        if not self.error and self.at < len(self.tokens):
            self.error = f"'{self.tokens[self.at][1]}' is not expected"

    def next(self):
        return self.tokens[self.at][1] if self.at < len(self.tokens) else "the end"

    def accept(self, text):
        if self.next() == text:
            self.at += 1
            return True
        self.error = self.error or f"'{text}' is missing before {self.next()}"
        return False

    def read(self):
        """Operands with operators between them."""
        self.operand()
        while not self.error and self.next() in self.language.operators:
            self.at += 1
            self.operand()

    def operand(self):
        if self.error:
            return
        if self.at == len(self.tokens):
            self.error = "the expression ends too early"
            return
        kind, text = self.tokens[self.at]
        self.at += 1
        if text in self.language.prefixes:
            self.operand()
        elif text == "(":
            self.read()
            self.accept(")")
        elif text == "if" and self.language is SIMNON:
            self.read()
            if self.accept("then"):
                self.read()
            if self.accept("else"):
                self.read()
        elif kind == 2:
            self.name(text)
        elif kind != 1 and text not in self.language.constants:
            self.error = f"'{text}' is no operand"

    def name(self, text):
        if self.next() != "(":
            self.names.append(text)
            return
        self.at += 1
        start, count = self.at, 1
        self.read()
        while not self.error and self.next() == ",":
            self.at += 1
            count += 1
            self.read()
        end = self.at
        if not self.accept(")"):
            return
        if text in self.arrays:
            self.names.append(text + "(" + "".join(t for _, t in self.tokens[start:end]) + ")")
            return
        fewest, most = self.language.functions.get(text, (0, -1))
        if most < 0:
            self.error = f"there is no function '{text}'"
        elif not fewest <= count <= most:
            self.error = f"{text} has {count} arguments"


class Scope:
    """Variables in the order of their assignments. Names differ in more than their case."""

    def __init__(self, problems, language):
        self.problems, self.language = problems, language
        self.known, self.spelling = set(), {}
        self.arrays = {}

    def spelled(self, name):
        other = self.spelling.setdefault(name.lower(), name)
        if other != name:
            self.problems.say(f"'{name}' and '{other}' are the same name")

    def define(self, name):
        if not re.fullmatch(NAME, name):
            self.problems.say(f"'{name}' is no name")
        self.spelled(name)
        if name in self.known:
            self.problems.say(f"'{name}' gets a second value")
        self.known.add(name)

    def use(self, text):
        expression = Expression(text, self.language, self.arrays)
        if expression.error:
            self.problems.say(f"{text}: {expression.error}")
        for name in expression.names:
            if "(" in name:
                self.element(name)
            elif name not in self.known:
                self.problems.say(f"'{name}' is used before it has a value")

    def element(self, name):
        array, places = name[:-1].split("(")
        places = [int(p) for p in places.split(",")]
        size = self.arrays.get(array, [])
        if len(places) != len(size) or any(not 1 <= p <= n for p, n in zip(places, size)):
            self.problems.say(f"{name} is outside of the array")

    def number(self, text):
        if not re.fullmatch(rf"[-+]?{NUMBER}", text.strip()):
            self.problems.say(f"'{text}' is not a number")


# ---------------------------------------------------------------------------------------------- ACSL

PARENTS = {
    "PROGRAM": [], "INITIAL": ["PROGRAM"], "DYNAMIC": ["PROGRAM"],
    "DERIVATIVE": ["PROGRAM", "DYNAMIC"], "PROCEDURAL": ["PROGRAM", "DYNAMIC", "DERIVATIVE"],
}


class AcslCheck:
    def __init__(self, again, corrected):
        self.again = again  # what is computed while the model runs, perhaps in INITIAL as well
        self.corrected = corrected  # the unknowns of iterations
        self.problems = Problems()
        self.scope = Scope(self.problems, ACSL)
        self.open, self.seen = [], []
        self.initial = set()  # has a value in the INITIAL section
        self.logical = set()
        self.integrals, self.solved, self.terminated = [], set(), False
        self.loop, self.looped = "", set()  # the label of a loop that is open, what is assigned in loops

    def line(self, code, comment):
        word = code.split()[0]
        if self.iteration(code):
            return
        if word in PARENTS:
            self.begin(word)
        elif word == "END":
            self.end(comment)
        elif not self.open:
            self.problems.say(f"'{code}' stands outside of the program")
        elif word == "VARIABLE":
            for part in code[len(word):].split(","):
                name, _, value = part.partition("=")
                self.scope.define(name.strip())
                self.initial.add(name.strip())
                if value:
                    self.scope.number(value)
        elif word == "CONSTANT":
            self.constant(code[len(word):])
        elif word == "LOGICAL":
            self.logical.update(name.strip() for name in code[len(word):].split(","))
        elif word == "DIMENSION":
            for name, size in re.findall(rf"({NAME})\(([\d,]+)\)", code):
                self.scope.spelled(name)
                self.scope.arrays[name] = [int(n) for n in size.split(",")]
        elif word == "TERMT":
            self.terminate(code)
        elif word == "CALL":
            self.call(code)
        elif "=" in code:
            self.assign(*(part.strip() for part in code.split("=", 1)))
        else:
            self.problems.say(f"'{code}' is no statement")

    def iteration(self, code):
        """A label or the jump back to it: an iteration, for which values may be assigned again."""
        label = re.fullmatch(rf"({NAME}): CONTINUE", code)
        jump = re.fullmatch(rf"IF \((.*)\) GO TO ({NAME})", code)
        if not label and not jump:
            return False
        if self.open[-1] not in ("PROCEDURAL", "INITIAL"):
            self.problems.say("a loop belongs into PROCEDURAL or INITIAL")
        if label:
            if self.loop:
                self.problems.say(f"{label.group(1)} begins inside of {self.loop}")
            self.loop = label.group(1)
            # It begins where its unknowns were last; that is known from the INITIAL section on.
            self.scope.known |= self.corrected & self.initial
        else:
            if jump.group(2) != self.loop:
                self.problems.say(f"there is no loop {jump.group(2)} to go back to")
            self.scope.use(jump.group(1))
            self.loop = ""
        return True

    def begin(self, word):
        if self.open != PARENTS[word]:
            self.problems.say(f"{word} stands in {' '.join(self.open) or 'nothing'}")
        if word in self.seen:
            self.problems.say(f"a second {word}")
        if word == "DYNAMIC" and "INITIAL" not in self.seen:
            self.problems.say("DYNAMIC without INITIAL before it")
        self.seen.append(word)
        self.open.append(word)
        if word == "DYNAMIC":
            self.initial = set(self.scope.known)
            self.scope.known -= self.again

    def end(self, comment):
        if not self.open:
            return self.problems.say("END without a beginning")
        word = self.open.pop()
        if comment.strip() not in ("", f"of {word}"):
            self.problems.say(f"END of {word} is called '{comment.strip()}'")
        return None

    def constant(self, text):
        for part in text.split(","):
            name, sign, value = (p.strip() for p in part.partition("="))
            if not sign:
                self.problems.say(f"CONSTANT {name} has no value")
            if name in self.logical:
                if value not in (".TRUE.", ".FALSE."):
                    self.problems.say(f"'{value}' is not a truth value")
            else:
                self.scope.number(value)
            self.scope.define(name)
            self.initial.add(name)

    def terminate(self, code):
        match = re.fullmatch(r"TERMT \((.*)\)", code)
        if not match or self.open != ["PROGRAM", "DYNAMIC"]:
            return self.problems.say("TERMT (condition) belongs into DYNAMIC")
        self.terminated = True
        return self.scope.use(match.group(1))

    def call(self, code):
        match = re.fullmatch(r"CALL (\w+)\((.*)\)", code)
        arguments = [a.strip() for a in match.group(2).split(",")] if match else []
        if not match or match.group(1) not in ("SGEFA", "SGESL"):
            return self.problems.say(f"{code}: no routine of Linpack")
        matrix, order = arguments[0], arguments[1]
        if self.scope.arrays.get(matrix) != [int(order)] * 2:
            self.problems.say(f"{matrix} is no matrix of order {order}")
        for a in arguments[1:]:
            if a not in self.scope.arrays and not a.isdigit() and a != "info":
                self.problems.say(f"'{a}' is not dimensioned")
        if match.group(1) == "SGESL":
            self.solved.add(arguments[4])
        return None

    def assign(self, name, value):
        integral = re.fullmatch(rf"INTEG\(({NAME}), ({NAME})\)", value)
        if integral:
            if self.open[-1] != "DERIVATIVE":
                self.problems.say("INTEG belongs into DERIVATIVE, outside of PROCEDURAL")
            if integral.group(2) not in self.initial:
                self.problems.say(f"the initial value '{integral.group(2)}' is unknown")
            self.integrals.append(name)
            if integral.group(1) not in self.scope.known:
                self.problems.say(f"'{integral.group(1)}' is integrated without a value")
            return
        if self.open[-1] not in ("PROCEDURAL", "INITIAL"):
            self.problems.say(f"{name} is assigned in {self.open[-1]}")
        self.scope.use(value)
        if "(" in name:
            self.scope.element(name.replace(" ", ""))
            return
        for array in re.findall(rf"({NAME})\(", value):
            if array in self.scope.arrays and array not in self.solved:
                self.problems.say(f"{array} is used before its system is solved")
        if self.loop:
            self.looped.add(name)
        if name in self.looped:
            self.scope.known.discard(name)
        self.scope.define(name)
        if self.open[-1] == "INITIAL":
            self.initial.add(name)


def check_acsl(text, states=None):
    dynamic = text.partition("DYNAMIC")[2]
    check = AcslCheck(set(re.findall(rf"(?m)^\s*({NAME}) = ", dynamic)), set(re.findall(rf"(?m)^\s*({NAME}) = \1 - ", text)))
    lines = [(i + 1, *line.partition("!")[::2]) for i, line in enumerate(text.splitlines())]
    # INTEG defines a state for all of DERIVATIVE.
    integrated = re.findall(rf"(?m)^\s*({NAME}) = INTEG\(", text)
    for number, code, comment in lines:
        check.problems.line = number
        if code.strip() == "PROCEDURAL":
            for name in integrated:
                check.scope.define(name)
        if code.strip():
            check.line(code.strip(), comment)
    for word in PARENTS:
        if word not in check.seen:
            check.problems.say(f"there is no {word}")
    if check.open:
        check.problems.say(f"{check.open[-1]} is not ended")
    if not check.terminated:
        check.problems.say("nothing ends the simulation (TERMT)")
    if states is not None and len(check.integrals) != states:
        check.problems.say(f"{len(check.integrals)} integrators for {states} states")
    return check.problems


# -------------------------------------------------------------------------------------------- Simnon


def check_simnon(text, states=None):
    problems = Problems()
    scope = Scope(problems, SIMNON)
    declared = {}
    lines = [(i + 1, line.split('"')[0].strip()) for i, line in enumerate(text.splitlines())]
    lines = [(i, line) for i, line in lines if line]
    problems.line = lines[0][0] if lines else 0
    if not lines or not re.fullmatch(rf"CONTINUOUS SYSTEM [A-Za-z]\w*", lines[0][1]):
        problems.say("it does not begin with CONTINUOUS SYSTEM and a name")
    if not lines or lines[-1][1] != "END":
        problems.line = len(text.splitlines())
        problems.say("it does not end with END")
    # Values (`x: 1`) may stand anywhere.
    values = {}
    for number, line in lines:
        problems.line = number
        if match := re.fullmatch(rf"({NAME})\s*:\s*(.*)", line):
            if match.group(1) in values:
                problems.say(f"'{match.group(1)}' gets a second value")
            values[match.group(1)] = number
            scope.spelled(match.group(1))
            scope.number(match.group(2))
    section, equations = "head", {"INITIAL": set(), "SORT": set()}
    for number, line in lines[1:-1] if lines and lines[-1][1] == "END" else lines[1:]:
        problems.line = number
        word = line.split()[0]
        if word in ("INPUT", "OUTPUT", "STATE", "DER", "TIME"):
            if section != "head":
                problems.say(f"{word} stands behind equations")
            if word in declared:
                problems.say(f"a second {word}")
            declared[word] = line.split()[1:]
        elif line in ("INITIAL", "SORT"):
            section = line
            scope.known = (set(values) - set(declared.get("STATE", []))) | set(declared.get("TIME", []))
        elif match := re.fullmatch(rf"({NAME}) = (.*)", line):
            if section == "head":
                section = "SORT"
            if not equations[section] and section == "SORT":
                scope.known = set(values) | set(declared.get("STATE", []))
                scope.known |= set(declared.get("INPUT", [])) | set(declared.get("TIME", []))
                # what is computed once stays known, unless it is computed anew
                again = set(re.findall(rf"(?m)^({NAME}) = ", text.partition("\nSORT\n")[2]))
                scope.known |= equations["INITIAL"] - again
            name, value = match.groups()
            scope.use(value)
            if section == "SORT" and name in declared.get("STATE", []) + declared.get("INPUT", []):
                problems.say(f"'{name}' is a state or an input and cannot be assigned")
            scope.define(name)
            equations[section].add(name)
        elif not re.fullmatch(rf"{NAME}\s*:.*", line):
            problems.say(f"'{line}' is no statement")
    integrated, rates = declared.get("STATE", []), declared.get("DER", [])
    if len(integrated) != len(rates):
        problems.say(f"{len(integrated)} states and {len(rates)} derivatives")
    if states is not None and len(integrated) != states:
        problems.say(f"{len(integrated)} states are declared, the model has {states}")
    for name in rates + declared.get("OUTPUT", []):
        if name not in equations["SORT"]:
            problems.say(f"'{name}' is declared, but no equation gives it a value")
    for name in integrated:
        if name not in values and name not in equations["INITIAL"]:
            problems.say(f"the state '{name}' has no initial value")
    return problems


# -------------------------------------------------------------------------------------------- DESIRE


def check_desire(text, states=None):
    problems = Problems()
    scope = Scope(problems, DESIRE)
    section, rates, initial, ended = "experiment", {}, set(), False
    for i, line in enumerate(text.splitlines()):
        problems.line = i + 1
        code = line.split("--")[0].strip() if not line.startswith("/--") else "/--"
        if not code:
            continue
        if ended:
            problems.say(f"'{code}' stands behind the end")
        elif code == "drun":
            for name in ("t", "TMAX", "DT", "NN"):
                if name not in scope.known:
                    problems.say(f"{name} has no value before drun")
            if section != "experiment":
                problems.say("drun belongs before DYNAMIC")
            section = "run"
            initial = set(scope.known)
        elif code == "DYNAMIC":
            if section != "run":
                problems.say("DYNAMIC without drun before it")
            section = "DYNAMIC"
            states_of_text = set(re.findall(rf"(?m)^\s*d/dt ({NAME})\s*=", text))
            # defined variables are computed anew in each step
            computed = set(re.findall(rf"(?m)^\s*({NAME})\s*=", text.partition("DYNAMIC")[2]))
            scope.known = (scope.known - computed) | (states_of_text & initial)
        elif code == "OUT":
            if section != "DYNAMIC":
                problems.say("OUT belongs into DYNAMIC")
            section = "OUT"
        elif code == "/--":
            ended = True
        elif code.startswith("dispt "):
            for name in code[6:].split(","):
                scope.use(name)
        elif match := re.fullmatch(rf"d/dt ({NAME})\s*=\s*(.*)", code):
            if section != "DYNAMIC":
                problems.say("d/dt belongs into DYNAMIC, before OUT")
            if match.group(1) in rates:
                problems.say(f"a second d/dt {match.group(1)}")
            if section == "DYNAMIC" and match.group(1) not in initial:
                problems.say(f"the state '{match.group(1)}' has no initial value")
            rates[match.group(1)] = i
            scope.use(match.group(2))
        else:
            for part in code.split("|"):
                match = re.fullmatch(rf"({NAME})\s*=\s*(.*)", part.strip())
                if not match:
                    problems.say(f"'{part.strip()}' is no statement")
                    continue
                if section == "run":
                    problems.say(f"'{match.group(1)}' is assigned between drun and DYNAMIC")
                scope.use(match.group(2))
                scope.define(match.group(1))
    if section not in ("DYNAMIC", "OUT"):
        problems.say("there is no DYNAMIC part")
    if not ended:
        problems.say("the program is not ended by /--")
    if states is not None and len(rates) != states:
        problems.say(f"{len(rates)} d/dt for {states} states")
    return problems


CHECKS = {"acsl": check_acsl, "simnon": check_simnon, "desire": check_desire}
