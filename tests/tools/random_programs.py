"""Random Modelica programs over functions, arrays and records, with an evaluator of their own.

A program is a tree that knows both its Modelica text and its value. Values are exact (Python's integers and
fractions of powers of two that a double holds), arrays are nested lists and arrays of records lists of
dictionaries, so that nothing is shared with how Formola lays them out. Programs whose numbers grow too large are
thrown away.
"""

import random
from fractions import Fraction

LARGEST, FINEST = 2**36, 2**12
STEPS = 20000


class Unfit(Exception):
    """The program has a value that a double may round, or takes too long."""


def number(x):
    if isinstance(x, bool):
        return x
    if abs(x) > LARGEST or (isinstance(x, Fraction) and x.denominator > FINEST):
        raise Unfit
    return x


# ---- types: (base, dims); base is "R", "I", "B", "E" (an enumeration of three literals) or a Record


class Record:
    def __init__(self, name):
        self.name = name
        self.fields = []  # Field

    def text(self):
        return "".join(["record %s\n" % self.name] + ["  %s;\n" % f.text() for f in self.fields] + ["end %s;\n" % self.name])


class Field:
    """A field with its default: an expression, or modifiers of a nested record."""

    def __init__(self, name, type, default=None, modifiers=None):
        self.name, self.type, self.default, self.modifiers = name, type, default, modifiers

    def text(self):
        text = declared(self.type, self.name)
        if self.modifiers is not None:
            text += modifier_text(self.modifiers)
        elif self.default is not None:
            text += " = " + self.default.text()
        return text


def modifier_text(modifiers):
    parts = []
    for name, (each, value) in modifiers.items():
        start = ("each " if each else "") + name
        parts.append(start + modifier_text(value) if isinstance(value, dict) else "%s = %s" % (start, value.text()))
    return "(" + ", ".join(parts) + ")" if parts else ""


def base_name(base):
    return {"R": "Real", "I": "Integer", "B": "Boolean", "E": "E"}[base] if isinstance(base, str) else base.name


def declared(type, name, sizes=None):
    base, dims = type
    shown = sizes if sizes is not None else [str(d) for d in dims]
    return "%s %s%s" % (base_name(base), name, "[%s]" % ", ".join(shown) if dims else "")


def evaluated(modifiers, env):
    """Modifiers {name: (each, expression or modifiers)} with values in place of expressions."""
    return {name: (each, evaluated(m, env) if isinstance(m, dict) else [m.value(env)])
            for name, (each, m) in (modifiers or {}).items()}


def of_element(modifiers, at):
    """What modifiers of an array say about one of its elements."""
    return {name: (each, m if each else (of_element(m, at) if isinstance(m, dict) else [m[0][at]]))
            for name, (each, m) in modifiers.items()}


def record_value(record, dims, modifiers):
    """Records by their defaults and evaluated modifiers, in which values are lists of one element."""
    if dims:
        return [record_value(record, dims[1:], of_element(modifiers, i)) for i in range(dims[0])]
    result = {}
    for f in record.fields:
        base, sizes = f.type
        _, given = modifiers.get(f.name, (False, None))
        if isinstance(given, list):
            result[f.name] = coerce(given[0], base)
        elif f.default is not None:
            result[f.name] = coerce(f.default.value({"fields": result, "vars": {}}), base)
        else:
            own = evaluated(f.modifiers, {"fields": result, "vars": {}})
            own.update(given or {})
            result[f.name] = record_value(base, sizes, own)
    return result


def coerce(v, base):
    if isinstance(v, list):
        return [coerce(x, base) for x in v]
    return Fraction(v) if base == "R" else v


# ---- values as nested lists


def flat(v):
    if not isinstance(v, list):
        return [v]
    return [y for x in v for y in flat(x)]


def elementwise(f, a, b):
    if isinstance(a, list) and isinstance(b, list):
        return [elementwise(f, x, y) for x, y in zip(a, b)]
    if isinstance(a, list):
        return [elementwise(f, x, b) for x in a]
    if isinstance(b, list):
        return [elementwise(f, a, y) for y in b]
    return number(f(a, b))


def rank(v):
    return 1 + rank(v[0]) if isinstance(v, list) and v else int(isinstance(v, list))


def product(a, b):
    if not isinstance(a, list) or not isinstance(b, list):
        return elementwise(lambda x, y: x * y, a, b)

    def dot(x, y):
        total = 0
        for p, q in zip(x, y):
            total = number(total + number(p * q))
        return total

    columns = [list(c) for c in zip(*b)] if rank(b) == 2 else None
    if rank(a) == 1:
        return dot(a, b) if columns is None else [dot(a, c) for c in columns]
    return [dot(r, b) for r in a] if columns is None else [[dot(r, c) for c in columns] for r in a]


def join(dimension, arrays):
    if dimension == 1:
        return [x for a in arrays for x in a]
    return [join(dimension - 1, rows) for rows in zip(*arrays)]


def filled(v, dims):
    return [filled(v, dims[1:]) for _ in range(dims[0])] if dims else v


# ---- expressions


class Expr:
    """An operation `op` on `args` with a type; `more` is what else it needs."""

    def __init__(self, op, type, args=(), more=None):
        self.op, self.type, self.args, self.more = op, type, list(args), more

    def text(self):
        return TEXT[self.op](self)

    def value(self, env):
        env["steps"] = env.get("steps", 0) + 1
        if env["steps"] > STEPS:
            raise Unfit
        return VALUE[self.op](self, env)


def texts(e):
    return [a.text() for a in e.args]


def number_text(v):
    if isinstance(v, bool):
        return str(v).lower()
    if isinstance(v, int):
        return str(v) if v >= 0 else "(%d)" % v
    text = repr(float(v))
    return text if v >= 0 else "(%s)" % text


def literal_text(v, base):
    if base == "E" and not isinstance(v, list):
        return "E." + "abc"[v - 1]
    if isinstance(v, list):
        return "{%s}" % ", ".join(literal_text(x, base) for x in v)
    return number_text(v)


def value_text(v):
    return "{%s}" % ", ".join(value_text(x) for x in v) if isinstance(v, list) else number_text(v)


def binary_text(e):
    return "(%s %s %s)" % (e.args[0].text(), e.more, e.args[1].text())


OPERATORS = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y,
             "/": lambda x, y: Fraction(x) / y, "<": lambda x, y: x < y, "<=": lambda x, y: x <= y,
             ">": lambda x, y: x > y, ">=": lambda x, y: x >= y, "==": lambda x, y: x == y, "<>": lambda x, y: x != y}


def operate(e, env):
    a, b = e.args[0].value(env), e.args[1].value(env)
    if e.more == "*":
        return product(a, b)
    return elementwise(OPERATORS[e.more.lstrip(".")], a, b)


def if_text(e):
    return "(if %s then %s else %s)" % tuple(texts(e))


class Selector:
    """One part of a reference: a name and subscripts (None: all, an Expr: one or several)."""

    def __init__(self, name, subscripts):
        self.name, self.subscripts = name, subscripts

    def text(self):
        subscripts = list(self.subscripts)
        while subscripts and subscripts[-1] is None:
            subscripts.pop()
        if not subscripts:
            return self.name
        return "%s[%s]" % (self.name, ", ".join(":" if s is None else s.text() for s in subscripts))


def select(v, places):
    """Element or part of v; a place is None, an index from 1 or a list of them."""
    if not places:
        return v
    if places[0] is None:
        return [select(x, places[1:]) for x in v]
    if isinstance(places[0], list):
        return [select(v[i - 1], places[1:]) for i in places[0]]
    return select(v[places[0] - 1], places[1:])


def of_each(v, depth, f):
    return [of_each(x, depth - 1, f) for x in v] if depth else f(v)


def reference(e, env):
    v = env["vars"][e.more[0].name] if e.more[0].name in env.get("vars", {}) else env["fields"][e.more[0].name]
    open_dims = 0
    for k, s in enumerate(e.more):
        if k > 0:
            v = of_each(v, open_dims, lambda r, s=s: r[s.name])
        places = [None if x is None else x.value(env) for x in s.subscripts]
        v = of_each(v, open_dims, lambda a, p=places: select(a, p))
        open_dims += sum(1 for p in places if p is None or isinstance(p, list))
    return v


def store(v, parts, env, new):
    """v with the part that selectors `parts` (after the name) name replaced by `new`, in place."""

    def go(v, k, pending, new):
        if not pending:
            if k == len(parts):
                return new
            name = parts[k].name
            places = [None if x is None else x.value(env) for x in parts[k].subscripts]
            v[name] = go(v[name], k + 1, places, new)
            return v
        p = pending[0]
        if p is None or isinstance(p, list):
            for n, i in enumerate(p if p is not None else range(1, len(v) + 1)):
                v[i - 1] = go(v[i - 1], k, pending[1:], new[n])
        else:
            v[p - 1] = go(v[p - 1], k, pending[1:], new)
        return v

    places = [None if x is None else x.value(env) for x in parts[0].subscripts]
    return go(v, 1, places, new)


def copied(v):
    if isinstance(v, list):
        return [copied(x) for x in v]
    return {k: copied(x) for k, x in v.items()} if isinstance(v, dict) else v


def range_value(e, env):
    a = [x.value(env) for x in e.args]
    start, step, stop = a if len(a) == 3 else (a[0], 1, a[1])
    count = (stop - start) // step + 1
    if count > 50:
        raise Unfit
    return [number(start + i * step) for i in range(max(0, int(count)))]


def comprehension(e, env):
    """args: the body, then the ranges; more: names, the first is the fastest and the last dimension."""
    ranges = [r.value(env) for r in e.args[1:]]

    def build(k):
        if k < 0:
            return e.args[0].value(env)
        result = []
        for i in ranges[k]:
            outer = env["vars"].get(e.more[k])
            env["vars"][e.more[k]] = i
            result.append(build(k - 1))
            env["vars"][e.more[k]] = outer
        return result

    return build(len(ranges) - 1)


def comprehension_text(e):
    return "{%s for %s}" % (e.args[0].text(), ", ".join("%s in %s" % (n, r.text()) for n, r in zip(e.more, e.args[1:])))


def reduction_text(e):
    names, function = e.more
    return "%s(%s for %s)" % (function, e.args[0].text(),
                              ", ".join("%s in %s" % (n, r.text()) for n, r in zip(names, e.args[1:])))


def reduce_values(function, values):
    total = {"sum": 0, "product": 1}.get(function)
    for x in values:
        if function in ("min", "max"):
            total = x if total is None else (min if function == "min" else max)(total, x)
        else:
            total = number(total + x if function == "sum" else total * x)
    if total is None:
        raise Unfit
    return total


def reduction(e, env):
    return reduce_values(e.more[1], flat(comprehension(Expr("array", None, e.args, e.more[0]), env)))


def call_text(e):
    f, used = e.more
    given = [("%s = " % i.name if named else "") + a.text() for i, a, named in zip(f.inputs, e.args, used)]
    return "%s(%s)" % (f.name, ", ".join(given))


def vectorized(f, args, types, env):
    for a, (base, dims) in zip(args, types):
        if rank(a) > len(dims):
            count = len(a)
            return [vectorized(f, [x[i] if rank(x) > len(t[1]) else x for x, t in zip(args, types)], types, env)
                    for i in range(count)]
    return f.call(args, env)[0]


def call_value(e, env):
    f, _ = e.more
    return vectorized(f, [a.value(env) for a in e.args], [i.type for i in f.inputs], env)


def construct_text(e):
    record, names, positional = e.more
    return "%s(%s)" % (record.name, ", ".join(("" if positional else n + " = ") + a.text() for n, a in zip(names, e.args)))


def construct(e, env):
    record, names, _ = e.more
    return record_value(record, (), {n: (False, [a.value(env)]) for n, a in zip(names, e.args)})


def matrix_of(v):
    return v if rank(v) == 2 else ([[x] for x in v] if rank(v) == 1 else [[v]])


def matrix_value(e, env):
    rows = []
    for row in e.more:
        rows.append(join(2, [matrix_of(e.args[k].value(env)) for k in row]))
    return join(1, rows)


def matrix_text(e):
    return "[%s]" % "; ".join(", ".join(e.args[k].text() for k in row) for row in e.more)


def builtin(e, env):
    a = [x.value(env) for x in e.args]
    name = e.more
    if name in ("sum", "product", "min", "max"):
        return reduce_values(name, flat(a[0]) if len(a) == 1 else a)
    if name == "abs":
        return elementwise(lambda x, _: abs(x), a[0], 0)
    if name == "transpose":
        return [list(c) for c in zip(*a[0])]
    if name == "identity":
        return [[int(i == j) for j in range(a[0])] for i in range(a[0])]
    if name == "diagonal":
        return [[x if i == j else 0 for j in range(len(a[0]))] for i, x in enumerate(a[0])]
    if name in ("zeros", "ones"):
        return filled(int(name == "ones"), a)
    if name == "fill":
        return filled(a[0], a[1:])
    if name == "linspace":
        return [number(a[0] + Fraction(a[1] - a[0]) * i / (a[2] - 1)) for i in range(a[2])]
    if name == "cat":
        return join(a[0], a[1:])
    if name == "vector":
        return flat(a[0])
    if name == "matrix":
        return matrix_of(a[0])
    if name == "scalar":
        return flat(a[0])[0]
    if name == "cross":
        x, y = a
        return [number(x[(k + 1) % 3] * y[(k + 2) % 3] - x[(k + 2) % 3] * y[(k + 1) % 3]) for k in range(3)]
    if name == "skew":
        x, y, z = a[0]
        return [[0, -z, y], [z, 0, -x], [-y, x, 0]]
    if name == "outerProduct":
        return [[number(x * y) for y in a[1]] for x in a[0]]
    if name == "symmetric":
        return [[a[0][min(i, j)][max(i, j)] for j in range(len(a[0]))] for i in range(len(a[0]))]
    if name == "size":
        dims = list(e.args[0].type[1])
        return dims[a[1] - 1] if len(a) == 2 else dims
    if name == "ndims":
        return len(e.args[0].type[1])
    if name == "div":
        return int(Fraction(a[0], a[1]))
    if name == "rem":
        return a[0] - int(Fraction(a[0], a[1])) * a[1]
    if name == "mod":
        return a[0] - (a[0] // a[1]) * a[1]
    if name in ("E", "Integer"):
        return a[0]
    if name in ("floor", "ceil", "integer"):
        v = -((-a[0]) // 1) if name == "ceil" else a[0] // 1
        return int(v) if name == "integer" else Fraction(v)
    raise AssertionError(name)


TEXT = {
    "literal": lambda e: literal_text(e.more, e.type[0]),
    "array": lambda e: "{%s}" % ", ".join(texts(e)),
    "ref": lambda e: ".".join(s.text() for s in e.more),
    "binary": binary_text,
    "neg": lambda e: "(-%s)" % e.args[0].text(),
    "not": lambda e: "(not %s)" % e.args[0].text(),
    "logic": binary_text,
    "if": if_text,
    "range": lambda e: "(%s)" % ":".join(texts(e)),
    "builtin": lambda e: "%s(%s)" % (e.more, ", ".join(texts(e))),
    "matrix": matrix_text,
    "comprehension": comprehension_text,
    "reduction": reduction_text,
    "call": call_text,
    "construct": construct_text,
    "time": lambda e: "time",
}

VALUE = {
    "literal": lambda e, env: e.more,
    "array": lambda e, env: [a.value(env) for a in e.args],
    "ref": lambda e, env: copied(reference(e, env)),
    "binary": operate,
    "neg": lambda e, env: elementwise(lambda x, _: -x, e.args[0].value(env), 0),
    "not": lambda e, env: not e.args[0].value(env),
    "logic": lambda e, env: (e.args[0].value(env) and e.args[1].value(env)) if e.more == "and"
    else (e.args[0].value(env) or e.args[1].value(env)),
    "if": lambda e, env: e.args[1].value(env) if e.args[0].value(env) else e.args[2].value(env),
    "range": range_value,
    "builtin": builtin,
    "matrix": matrix_value,
    "comprehension": comprehension,
    "reduction": reduction,
    "call": call_value,
    "construct": construct,
    "time": lambda e, env: env["time"],
}


# ---- functions


FIRST = {"R": Fraction(0), "I": 0, "B": False, "E": 1}


class Variable:
    def __init__(self, name, type, binding=None, sizes=None, modifiers=None, prefix=""):
        self.name, self.type, self.binding, self.sizes = name, type, binding, sizes
        self.modifiers, self.prefix = modifiers, prefix
        self.fixed = None  # an input that is a size: its value in every call
        self.by_loop = False  # of a model: its binding, a comprehension, is written as a loop over equations

    def text(self):
        text = self.prefix + declared(self.type, self.name, self.sizes)
        if self.modifiers:
            text += modifier_text(self.modifiers)
        return text + (" = " + self.binding.text() if self.binding is not None and not self.by_loop else "")

    def value(self, env):
        base, dims = self.type
        if self.binding is not None:
            return coerce(self.binding.value(env), base)
        if isinstance(base, Record):
            return record_value(base, dims, evaluated(self.modifiers, env))
        return filled(FIRST[base], list(dims))


class Stop(Exception):
    pass


class Leave(Exception):
    pass


class Assign:
    def __init__(self, target, value):
        self.target, self.value = target, value

    def text(self, indent):
        return indent + "%s := %s;\n" % (self.target.text(), self.value.text())

    def run(self, env):
        assign(self.target, self.value.value(env), env)


def assign(target, value, env):
    name = target.more[0].name
    env["vars"][name] = store(env["vars"][name], target.more, env, copied(coerce(value, target.type[0])))


class TupleAssign:
    def __init__(self, targets, call):
        self.targets, self.call = targets, call

    def text(self, indent):
        return indent + "(%s) := %s;\n" % (", ".join(t.text() if t else "" for t in self.targets), self.call.text())

    def run(self, env):
        results = self.call.more[0].call([a.value(env) for a in self.call.args], env)
        for t, v in zip(self.targets, results):
            if t:
                assign(t, v, env)


class If:
    def __init__(self, branches):
        self.branches = branches  # (condition or None, statements)

    def text(self, indent):
        lines = []
        for k, (c, body) in enumerate(self.branches):
            head = "else" if c is None else ("if " if k == 0 else "elseif ") + c.text() + " then"
            lines.append(indent + head + "\n" + "".join(s.text(indent + "  ") for s in body))
        return "".join(lines) + indent + "end if;\n"

    def run(self, env):
        for c, body in self.branches:
            if c is None or c.value(env):
                for s in body:
                    s.run(env)
                return


class For:
    def __init__(self, name, range, body):
        self.name, self.range, self.body = name, range, body

    def text(self, indent):
        return "%sfor %s in %s loop\n%s%send for;\n" % (
            indent, self.name, self.range.text(), "".join(s.text(indent + "  ") for s in self.body), indent)

    def run(self, env):
        outer = env["vars"].get(self.name)
        try:
            for i in self.range.value(env):
                env["vars"][self.name] = i
                for s in self.body:
                    s.run(env)
        except Leave:
            pass
        env["vars"][self.name] = outer


class While:
    """So many rounds, counted by a local of its own."""

    def __init__(self, name, rounds, body):
        self.name, self.rounds, self.body = name, rounds, body

    def text(self, indent):
        return "%s%s := 0;\n%swhile %s < %d loop\n%s  %s := %s + 1;\n%s%send while;\n" % (
            indent, self.name, indent, self.name, self.rounds, indent, self.name, self.name,
            "".join(s.text(indent + "  ") for s in self.body), indent)

    def run(self, env):
        env["vars"][self.name] = 0
        try:
            while env["vars"][self.name] < self.rounds:
                env["vars"][self.name] += 1
                for s in self.body:
                    s.run(env)
        except Leave:
            pass


class Jump:
    def __init__(self, word, condition):
        self.word, self.condition = word, condition

    def text(self, indent):
        return "%sif %s then\n%s  %s;\n%send if;\n" % (indent, self.condition.text(), indent, self.word, indent)

    def run(self, env):
        if self.condition.value(env):
            raise Leave if self.word == "break" else Stop


class Function:
    def __init__(self, name):
        self.name = name
        self.inputs, self.outputs, self.locals, self.body = [], [], [], []
        self.size_of = None

    def text(self):
        lines = ["function %s\n" % self.name]
        lines += ["  input %s;\n" % v.text() for v in self.inputs]
        lines += ["  output %s;\n" % v.text() for v in self.outputs]
        if self.locals:
            lines += ["protected\n"] + ["  %s;\n" % v.text() for v in self.locals]
        lines += ["algorithm\n"] + [s.text("  ") for s in self.body] + ["end %s;\n" % self.name]
        return "".join(lines)

    def call(self, args, env):
        inner = {"vars": {}, "steps": env.get("steps", 0) + 1, "time": None}
        for v, a in zip(self.inputs, args):
            inner["vars"][v.name] = copied(coerce(a, v.type[0]))
        for v in self.outputs + self.locals:
            inner["vars"][v.name] = copied(v.value(inner))
        try:
            for s in self.body:
                s.run(inner)
        except Stop:
            pass
        env["steps"] = inner["steps"]
        return [inner["vars"][v.name] for v in self.outputs]


class Program:
    def __init__(self):
        self.records, self.functions, self.variables = [], [], []

    def text(self):
        parts = ["package T\n", "type E = enumeration(a, b, c);\n"]
        for item in self.records + self.functions:
            parts.append(item.text())
        parts.append("model M\n")
        parts += ["  %s;\n" % v.text() for v in self.variables]
        loops = [v for v in self.variables if v.by_loop]
        if loops:
            parts.append("equation\n")
        for v in loops:
            parts.append("  for %s in %s loop\n    %s[%s] = %s;\n  end for;\n" % (
                v.binding.more[0], v.binding.args[1].text(), v.name, v.binding.more[0], v.binding.args[0].text()))
        parts.append("end M;\nend T;\n")
        return "".join(parts)

    def columns(self, time):
        """Names and values of all scalars of the model at a time, parameters and constants left out."""
        env = {"vars": {}, "time": Fraction(time)}
        result = {}
        for v in self.variables:
            env["steps"] = 0
            env["vars"][v.name] = v.value(env)
            if not v.prefix:
                spell(v.name, env["vars"][v.name], result)
        return result


def spell(name, v, result):
    def go(text, v):
        if isinstance(v, dict):
            for k, x in v.items():
                go(text + "." + k, x)
        elif isinstance(v, list):
            elements(text, v, [])
        else:
            result[text] = float(v)

    def elements(text, v, at):
        if isinstance(v, list):
            for i, x in enumerate(v):
                elements(text, x, at + [i + 1])
        else:
            go("%s[%s]" % (text, ",".join(map(str, at))), v)

    go(name, v)


# ---- random programs


def literal(type, rng):
    base, dims = type
    if dims:
        return Expr("literal", type, more=[literal((base, dims[1:]), rng).more for _ in range(dims[0])])
    if base == "B":
        return Expr("literal", type, more=rng.random() < 0.5)
    if base == "I":
        return Expr("literal", type, more=rng.randint(-3, 5))
    if base == "E":
        return Expr("literal", type, more=rng.randint(1, 3))
    return Expr("literal", type, more=Fraction(rng.randint(-16, 24), rng.choice((1, 2, 4))))


def integer(n):
    return Expr("literal", ("I", ()), more=n)


def continuous(base):
    """Values of this type may change with time: there is nothing but Reals in it."""
    return all(continuous(f.type[0]) for f in base.fields) if isinstance(base, Record) else base == "R"


class Scope:
    """What an expression may use: variables, iterators with their bounds, functions; `inside` a function."""

    def __init__(self, inside, functions, records):
        self.inside, self.functions, self.records = inside, functions, records
        self.variables = []  # Variable; only those with values
        self.iterators = []  # (name, lowest, highest)
        self.time = False
        self.calls = True


class Generator:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.names = 0
        self.types = []
        self.program = Program()

    def chance(self, p):
        return self.rng.random() < p

    def name(self, prefix):
        self.names += 1
        return "%s%d" % (prefix, self.names)

    def dims(self, most=2):
        r = self.rng.random()
        count = 0 if r < 0.35 else (1 if r < 0.75 or most < 2 else (2 if r < 0.97 else 3))
        return tuple(self.rng.choice((1, 2, 2, 3, 3, 4)) for _ in range(min(count, most if most < 2 else 3)))

    def type(self):
        """Few types in one program, so that calls fit."""
        if len(self.types) < 6 and self.chance(0.6 if self.types else 1):
            if self.program.records and self.chance(0.4):
                self.types.append((self.rng.choice(self.program.records), self.dims(1)))
            else:
                self.types.append((self.rng.choice("RRRIIBE"), self.dims()))
            return self.types[-1]
        return self.rng.choice(self.types)

    # -- expressions

    def expr(self, type, depth, scope):
        base, dims = type
        if isinstance(base, Record):
            return self.record(type, depth, scope)
        if depth <= 0:
            return self.leaf(type, scope)
        makers = self.booleans(type) if base == "B" else self.literals(type) if base == "E" else self.numbers(type)
        for _ in range(4):
            made = self.rng.choice(makers)(type, depth - 1, scope)
            if made is not None:
                return made
        return self.leaf(type, scope)

    def leaf(self, type, scope):
        if type[0] == "R" and scope.time and self.chance(0.4):
            if not type[1]:
                return Expr("time", type)
            return Expr("array", type, [self.leaf((type[0], type[1][1:]), scope) for _ in range(type[1][0])])
        if self.chance(0.75):
            found = self.reference(type, scope)
            if found is not None:
                return found
        return literal(type, self.rng)

    def paths(self, scope, base):
        """[(names, dims of each)] of all variables and fields with this base; Integers serve as Reals."""
        result = []

        def go(names, dims, type):
            own, sizes = type
            if own == base or (base == "R" and own == "I"):
                result.append((names, dims + [sizes], own))
            if isinstance(own, Record):
                for f in own.fields:
                    go(names + [f.name], dims + [sizes], f.type)

        for v in scope.variables:
            go([v.name], [], v.type)
        for name, _, _ in scope.iterators:
            if base in ("I", "R"):
                result.append(([name], [()], "I"))
        return result

    def reference(self, type, scope, target=False):
        base, dims = type
        paths = self.paths(scope, base)
        self.rng.shuffle(paths)
        for names, sizes, own in paths[:8]:
            if target and own != base:
                continue
            flat_sizes = [n for s in sizes for n in s]
            if len(flat_sizes) < len(dims):
                continue
            exact = [tuple(flat_sizes) == dims]
            kept = sorted(self.rng.sample(range(len(flat_sizes)), len(dims)))
            subscripts = []
            for k, n in enumerate(flat_sizes):
                if k not in kept:
                    subscripts.append(self.subscript(n, scope) if n > 0 else None)
                    if n == 0:
                        break
                    continue
                wanted = dims[kept.index(k)]
                if n == wanted and (exact[0] or self.chance(0.7)):
                    subscripts.append(None)
                else:
                    places = self.places(n, wanted, target)
                    if places is None:
                        break
                    subscripts.append(places)
            if len(subscripts) != len(flat_sizes):
                continue
            parts, at = [], 0
            for name, own_sizes in zip(names, sizes):
                parts.append(Selector(name, subscripts[at:at + len(own_sizes)]))
                at += len(own_sizes)
            return Expr("ref", (own, dims), more=parts)
        return None

    def subscript(self, n, scope):
        fitting = [i for i in scope.iterators if i[1] >= 1 and i[2] <= n]
        if fitting and self.chance(0.6):
            return Expr("ref", ("I", ()), more=[Selector(self.rng.choice(fitting)[0], [])])
        if scope.inside and self.chance(0.15):
            inner = self.reference(("I", ()), scope)
            if inner is not None:
                return Expr("binary", ("I", ()), [integer(1), Expr("builtin", ("I", ()), [inner, integer(n)], "mod")], "+")
        return integer(self.rng.randint(1, n))

    def places(self, n, wanted, distinct):
        """A vector of `wanted` places in 1:n."""
        if n == 0:
            return None
        type = ("I", (wanted,))
        if wanted <= n and self.chance(0.5):
            first = self.rng.randint(1, n - wanted + 1)
            if wanted >= 1 and self.chance(0.2):
                return Expr("range", type, [integer(first + wanted - 1), integer(-1), integer(first)])
            return Expr("range", type, [integer(first), integer(first + wanted - 1)])
        if distinct and wanted > n:
            return None
        chosen = self.rng.sample(range(1, n + 1), wanted) if distinct else [self.rng.randint(1, n) for _ in range(wanted)]
        return Expr("literal", type, more=chosen) if wanted else None

    def numbers(self, type):
        base, dims = type
        makers = [self.sum, self.sum, self.if_else, self.leaf_maker, self.scaled, self.minus, self.called, self.called]
        if not dims:
            makers += [self.dot, self.reduced, self.reduced, self.looped, self.sized, self.picked]
            makers += [self.rounded, self.ordinal]
        if dims:
            makers += [self.listed, self.listed, self.fill, self.comprehended, self.elementwise, self.product]
            makers += [self.vectorized]
        if len(dims) == 1:
            makers += [self.range, self.range, self.cat, self.vector_function]
        if len(dims) == 2:
            makers += [self.cat, self.bracket, self.matrix_function, self.matrix_function]
        if base == "R":
            makers += [self.halved]
        return makers

    def booleans(self, type):
        if type[1]:
            return [self.listed, self.if_else, self.leaf_maker, self.comprehended]
        return [self.compared, self.compared, self.compared, self.logical, self.if_else, self.leaf_maker]

    def literals(self, type):
        if type[1]:
            return [self.listed, self.if_else, self.leaf_maker, self.comprehended, self.called]
        return [self.leaf_maker, self.if_else, self.numbered, self.numbered, self.called]

    def numbered(self, type, depth, scope):
        """E(i) with an i between 1 and 3."""
        if not scope.inside:
            return Expr("builtin", type, [integer(self.rng.randint(1, 3))], "E")
        number = Expr("builtin", ("I", ()), [self.expr(("I", ()), depth, scope), integer(3)], "mod")
        return Expr("builtin", type, [Expr("binary", ("I", ()), [integer(1), number], "+")], "E")

    def ordinal(self, type, depth, scope):
        return Expr("builtin", ("I", ()), [self.expr(("E", ()), depth, scope)], "Integer")

    def leaf_maker(self, type, depth, scope):
        return self.leaf(type, scope)

    def mixed(self, base):
        """Integers are accepted for Reals."""
        return "I" if base == "R" and self.chance(0.3) else base

    def sum(self, type, depth, scope):
        a, b = self.expr(type, depth, scope), self.expr((self.mixed(type[0]), type[1]), depth, scope)
        return Expr("binary", type, [a, b], self.rng.choice(("+", "-", ".+", ".-")))

    def elementwise(self, type, depth, scope):
        base, dims = type
        scalar_first = self.chance(0.5)
        sides = [(base, ()), (base, dims)] if scalar_first else [(base, dims), (base, ())]
        return Expr("binary", type, [self.expr(t, depth, scope) for t in sides], self.rng.choice((".+", ".-", ".*")))

    def scaled(self, type, depth, scope):
        factor = Expr("literal", (type[0], ()), more=self.rng.choice((2, 3, -1)))
        return Expr("binary", type, [factor, self.expr(type, depth, scope)], "*")

    def minus(self, type, depth, scope):
        return Expr("neg", type, [self.expr(type, depth, scope)])

    def halved(self, type, depth, scope):
        value = self.expr((self.mixed("R"), type[1]), depth, scope)
        return Expr("binary", type, [value, integer(self.rng.choice((2, 4)))], "./" if self.chance(0.3) else "/")

    def product(self, type, depth, scope):
        base, dims = type
        n = self.rng.randint(1, 3)
        if len(dims) == 1:
            sides = [((dims[0], n), (n,)), ((n,), (n, dims[0]))][self.chance(0.5)]
        elif len(dims) == 2:
            sides = ((dims[0], n), (n, dims[1]))
        else:
            return None
        return Expr("binary", type, [self.expr((base, sides[0]), depth, scope),
                                     self.expr((self.mixed(base), sides[1]), depth, scope)], "*")

    def dot(self, type, depth, scope):
        n = self.rng.randint(1, 3)
        return Expr("binary", type, [self.expr((type[0], (n,)), depth, scope), self.expr((type[0], (n,)), depth, scope)], "*")

    def reduced(self, type, depth, scope):
        function = self.rng.choice(("sum", "sum", "min", "max", "product"))
        if function in ("min", "max") and self.chance(0.4):
            return Expr("builtin", type, [self.expr(type, depth, scope), self.expr(type, depth, scope)], function)
        dims = tuple(self.rng.randint(1, 3) for _ in range(self.rng.randint(1, 2)))
        if function in ("sum", "product") and self.chance(0.1):
            return Expr("builtin", type, [self.nothing((type[0], (0,) + dims[1:]))], function)
        return Expr("builtin", type, [self.expr((type[0], dims), depth, scope)], function)

    def rounded(self, type, depth, scope):
        if not scope.inside:
            return None
        if type[0] == "R":
            return Expr("builtin", type, [self.expr(type, depth, scope)], self.rng.choice(("abs", "floor", "ceil")))
        if self.chance(0.4):
            return Expr("builtin", type, [self.expr(("R", ()), depth, scope)], "integer")
        return Expr("builtin", type, [self.expr(type, depth, scope), integer(self.rng.choice((2, 3, -2)))],
                    self.rng.choice(("div", "mod", "rem")))

    def loop(self, scope, n):
        """An iterator over n values, and its range."""
        name = self.name("i")
        first = self.rng.choice((1, 1, 1, 0, 2))
        step = self.rng.choice((1, 1, 1, 2, -1))
        low, high = sorted((first, first + (n - 1) * step))
        if step == 1 or n == 0:
            values = Expr("range", ("I", (n,)), [integer(first), integer(first + n - 1)])
        else:
            values = Expr("range", ("I", (n,)), [integer(first), integer(step), integer(first + (n - 1) * step)])
        if n > 0 and self.chance(0.2):
            chosen = [self.rng.randint(1, 4) for _ in range(n)]
            low, high = min(chosen), max(chosen)
            values = Expr("literal", ("I", (n,)), more=chosen)
        return (name, low, high), values

    def with_loops(self, counts, scope, body):
        """body() with iterators that have so many values; names and ranges."""
        loops = [self.loop(scope, n) for n in counts]
        saved = scope.iterators
        scope.iterators = saved + [i for i, _ in loops]
        made = body()
        scope.iterators = saved
        return made, [i[0] for i, _ in loops], [r for _, r in loops]

    def comprehended(self, type, depth, scope):
        base, dims = type
        count = self.rng.randint(1, min(2, len(dims)))
        inner = (base, dims[count:])
        made, names, ranges = self.with_loops(list(reversed(dims[:count])), scope,
                                              lambda: self.expr(inner, depth, scope))
        return Expr("comprehension", type, [made] + ranges, names)

    def looped(self, type, depth, scope):
        function = self.rng.choice(("sum", "min", "max", "product"))
        least = 0 if function in ("sum", "product") and self.chance(0.2) else 1
        counts = [self.rng.randint(least, 3) for _ in range(self.rng.choice((1, 1, 2)))]
        made, names, ranges = self.with_loops(counts, scope, lambda: self.expr(type, depth, scope))
        return Expr("reduction", type, [made] + ranges, (names, function))

    def listed(self, type, depth, scope):
        base, dims = type
        elements = [self.expr((self.mixed(base), dims[1:]), depth, scope) for _ in range(dims[0])]
        return Expr("array", type, elements) if elements else None

    def fill(self, type, depth, scope):
        base, dims = type
        sizes = [integer(n) for n in dims]
        which = self.rng.choice(("fill", "fill", "zeros", "ones"))
        if which == "fill":
            return Expr("builtin", type, [self.expr((base, ()), depth, scope)] + sizes, "fill")
        return Expr("builtin", ("I", dims), sizes, which)

    def range(self, type, depth, scope):
        base, (n,) = type
        step = self.rng.choice((1, 1, 2, -1))
        if base == "R" and self.chance(0.5):
            first, step = Fraction(self.rng.randint(-4, 4), 2), Fraction(step, 2)
        else:
            first = self.rng.randint(-2, 4)
        of = "R" if isinstance(first, Fraction) else "I"
        last = first + (n - 1) * step
        bounds = [first, last] if step == 1 else [first, step, last]
        if scope.inside and step == 1 and of == "I" and self.chance(0.3):
            start = self.reference(("I", ()), scope)
            if start is not None:
                return Expr("range", type, [start, Expr("binary", ("I", ()), [start, integer(n - 1)], "+")])
        return Expr("range", (of, (n,)), [Expr("literal", (of, ()), more=b) for b in bounds])

    def cat(self, type, depth, scope):
        base, dims = type
        along = self.rng.randrange(len(dims))
        empty = self.chance(0.2)
        if dims[along] < 2 and not empty:
            return None
        first = self.rng.choice((0, dims[along])) if empty else self.rng.randint(1, dims[along] - 1)
        parts = []
        for n in (first, dims[along] - first):
            part = list(dims)
            part[along] = n
            own = (self.mixed(base), tuple(part))
            parts.append(self.expr(own, depth, scope) if n else self.nothing(own))
        return Expr("builtin", type, [integer(along + 1)] + parts, "cat")

    def nothing(self, type):
        """An array without elements."""
        base, dims = type
        if dims == (0,) and self.chance(0.5):
            start = self.rng.randint(0, 3)
            return Expr("range", ("I", dims), [integer(start), integer(start - 1)])
        return Expr("builtin", type, [literal((base, ()), self.rng)] + [integer(n) for n in dims], "fill")

    def bracket(self, type, depth, scope):
        base, (rows, columns) = type
        args, layout, row = [], [], 0
        while row < rows:
            height = self.rng.randint(1, rows - row)
            layout.append([])
            column = 0
            while column < columns:
                width = self.rng.randint(1, columns - column)
                shape = (height, width)
                if width == 1 and self.chance(0.6):
                    shape = (height,) if height > 1 or self.chance(0.3) else ()
                layout[-1].append(len(args))
                args.append(self.expr((self.mixed(base), shape), depth, scope))
                column += width
            row += height
        if all(not a.type[1] for a in args) or len(args) < 2:
            return None
        return Expr("matrix", type, args, layout)

    def vector_function(self, type, depth, scope):
        base, (n,) = type
        options = ["vector", "diagonal row"]
        if n == 3 and base == "R":
            options += ["cross"]
        if base == "R" and n in (2, 3):
            options += ["linspace"]
        which = self.rng.choice(options)
        if which == "vector":
            shape = (1, n) if self.chance(0.5) else (n, 1)
            return Expr("builtin", type, [self.expr((base, shape), depth, scope)], "vector")
        if which == "cross":
            return Expr("builtin", type, [self.expr(type, depth, scope), self.expr(type, depth, scope)], "cross")
        if which == "linspace":
            return Expr("builtin", type, [self.expr(("R", ()), depth, scope), self.expr(("R", ()), depth, scope), integer(n)],
                        "linspace")
        return None

    def matrix_function(self, type, depth, scope):
        base, (rows, columns) = type
        options = ["transpose", "outerProduct"]
        if rows == columns:
            options += ["identity", "diagonal", "symmetric"] + (["skew"] if rows == 3 and base == "R" else [])
        if columns == 1:
            options.append("matrix")
        which = self.rng.choice(options)
        if which == "transpose":
            return Expr("builtin", type, [self.expr((base, (columns, rows)), depth, scope)], which)
        if which == "outerProduct":
            return Expr("builtin", type, [self.expr((base, (rows,)), depth, scope), self.expr((base, (columns,)), depth, scope)], which)
        if which == "identity":
            return Expr("builtin", ("I", type[1]), [integer(rows)], which)
        if which == "symmetric":
            return Expr("builtin", type, [self.expr(type, depth, scope)], which)
        return Expr("builtin", type, [self.expr((base, (rows,)), depth, scope)], which)

    def sized(self, type, depth, scope):
        shape = self.dims()
        if not shape:
            return None
        of = self.expr((self.rng.choice("RI"), shape), min(depth, 1), scope)
        if self.chance(0.3):
            return Expr("builtin", ("I", ()), [of], "ndims")
        return Expr("builtin", ("I", ()), [of, integer(self.rng.randint(1, len(shape)))], "size")

    def picked(self, type, depth, scope):
        shape = (1,) if self.chance(0.5) else (1, 1)
        return Expr("builtin", type, [self.expr((type[0], shape), depth, scope)], "scalar")

    def if_else(self, type, depth, scope):
        return Expr("if", type, [self.expr(("B", ()), min(depth, 1), scope), self.expr(type, depth, scope),
                                 self.expr((self.mixed(type[0]) if isinstance(type[0], str) else type[0], type[1]), depth, scope)])

    def compared(self, type, depth, scope):
        base = self.rng.choice("RIE") if scope.inside or not scope.time else self.rng.choice("IE")
        sides = [self.expr((base, ()), min(depth, 1), scope) for _ in range(2)]
        relations = ["<", "<=", ">", ">="] + (["==", "<>"] if base != "R" and all(s.type[0] == base for s in sides) else [])
        return Expr("binary", type, sides, self.rng.choice(relations))

    def logical(self, type, depth, scope):
        if self.chance(0.3):
            return Expr("not", type, [self.expr(type, depth, scope)])
        return Expr("logic", type, [self.expr(type, depth, scope), self.expr(type, depth, scope)], self.rng.choice(("and", "or")))

    # -- calls and records

    def called(self, type, depth, scope):
        if not scope.calls:
            return None
        fitting = [f for f in scope.functions if f.outputs[0].type == type]
        if not fitting:
            return None
        return self.call(self.rng.choice(fitting), depth, scope)

    def call(self, f, depth, scope):
        given = [self.expr(v.type, min(depth - 1, 1), scope) for v in f.inputs]
        given = [integer(v.fixed) if v.fixed is not None else g for g, v in zip(given, f.inputs)]
        named = self.rng.randint(0, len(given)) if self.chance(0.3) else len(given)
        return Expr("call", f.outputs[0].type, given, (f, [k >= named for k in range(len(given))]))

    def vectorized(self, type, depth, scope):
        base, dims = type
        if not scope.calls:
            return None
        fitting = [f for f in scope.functions if f.outputs[0].type == (base, dims[1:]) and len(f.outputs) == 1 and f.inputs]
        if not fitting or not dims[0]:
            return None
        f = self.rng.choice(fitting)
        args = []
        spread_any = False
        for k, v in enumerate(f.inputs):
            over = self.chance(0.5) or (k + 1 == len(f.inputs) and not spread_any)
            spread_any |= over
            own = (v.type[0], ((dims[0],) if over else ()) + v.type[1])
            args.append(self.expr(own, min(depth, 1), scope))
        if any(isinstance(v.type[0], Record) or v.fixed is not None for v in f.inputs):
            return None
        return Expr("call", type, args, (f, [False] * len(args)))

    def record(self, type, depth, scope):
        record, dims = type
        r = self.rng.random()
        if r < 0.4:
            found = self.reference(type, scope)
            if found is not None:
                return found
        if r < 0.6 and depth > 0:
            made = self.called(type, depth, scope)
            if made is not None:
                return made
        if r < 0.7 and depth > 0:
            return Expr("if", type, [self.expr(("B", ()), 1, scope), self.record(type, depth - 1, scope),
                                     self.record(type, depth - 1, scope)])
        if dims:
            if self.chance(0.3) and depth > 0:
                made, names, ranges = self.with_loops([dims[0]], scope,
                                                      lambda: self.record((record, dims[1:]), depth - 1, scope))
                return Expr("comprehension", type, [made] + ranges, names)
            return Expr("array", type, [self.record((record, dims[1:]), depth - 1, scope) for _ in range(dims[0])])
        positional = self.chance(0.4)
        names = [f.name for f in record.fields]
        if not positional:
            names = [f.name for f in record.fields
                     if self.chance(0.6) or (f.default is None and isinstance(f.type[0], str))]
            self.rng.shuffle(names)
        types = {f.name: f.type for f in record.fields}
        args = [self.expr(types[n], min(depth - 1, 2), scope) for n in names]
        return Expr("construct", type, args, (record, names, positional))

    # -- definitions

    def make_record(self):
        record = Record(self.name("R"))
        scope = Scope(False, [], [])
        scope.calls = False
        for _ in range(self.rng.randint(1, 3)):
            if self.program.records and self.chance(0.4):
                inner = self.rng.choice(self.program.records)
                dims = self.dims(1)
                f = Field(self.name("f"), (inner, dims), modifiers=self.modifiers(inner, dims, scope))
            else:
                type = (self.rng.choice("RRRIIE"), self.dims())
                f = Field(self.name("f"), type, self.expr(type, 1, scope))
            record.fields.append(f)
            if isinstance(f.type[0], str):
                scope.variables.append(Variable(f.name, f.type))
        self.program.records.append(record)

    def modifiers(self, record, dims, scope):
        result = {}
        for f in record.fields:
            if not self.chance(0.5):
                continue
            each = bool(dims) and self.chance(0.4)
            lead = () if each else dims
            if isinstance(f.type[0], Record):
                if not lead:
                    inner = self.modifiers(f.type[0], f.type[1], scope)
                    if inner:
                        result[f.name] = (each, inner)
                continue
            result[f.name] = (each, self.expr((f.type[0], lead + f.type[1]), 1, scope))
        return result

    def make_function(self):
        f = Function(self.name("f"))
        scope = Scope(True, list(self.program.functions), self.program.records)
        for _ in range(self.rng.randint(1, 3)):
            type = self.type()
            sizes = None
            if type[1]:
                sizes = [":" if self.chance(0.4) else str(n) for n in type[1]]
            f.inputs.append(Variable(self.name("u"), type, sizes=sizes))
        if self.chance(0.3):
            size = Variable(self.name("n"), ("I", ()))
            size.fixed = self.rng.randint(1, 3)
            f.inputs.insert(self.rng.randint(0, len(f.inputs)), size)
        scope.variables += f.inputs
        for _ in range(self.rng.choice((1, 1, 1, 2))):
            self.local(f, f.outputs, self.name("y"), scope)
        for _ in range(self.rng.randint(0, 3)):
            self.local(f, f.locals, self.name("z"), scope)
        f.writable = f.outputs + f.locals
        f.body = self.statements(f, scope, self.rng.randint(1, 5), 2)
        self.program.functions.append(f)

    def local(self, f, to, name, scope):
        type = self.type()
        base, dims = type
        sizes = None
        if dims and self.chance(0.4):
            known = ["size(%s, %d)" % (v.name, k + 1) for v in f.inputs for k, n in enumerate(v.type[1]) if n == dims[0]]
            known += 3*[v.name for v in f.inputs if v.fixed == dims[0]]
            known += [":"] if not isinstance(base, Record) else []
            if known:
                sizes = [self.rng.choice(known)] + [str(n) for n in dims[1:]]
        v = Variable(name, type, sizes=sizes)
        if isinstance(base, Record):
            kind = self.rng.random()
            if kind < 0.6:
                v.binding = self.expr(type, 2, scope)
            elif kind < 0.8 and sizes is None:
                v.modifiers = self.modifiers(base, dims, Scope(True, [], []))
        else:
            v.binding = self.expr(type, 2, scope)
        to.append(v)
        scope.variables.append(v)

    def statements(self, f, scope, count, depth, in_loop=False):
        result = []
        for _ in range(count):
            r = self.rng.random()
            if r < 0.55 or depth == 0:
                made = self.assignment(f, scope)
            elif r < 0.65:
                made = self.tuple_assignment(f, scope)
            elif r < 0.8:
                branches = [(self.expr(("B", ()), 1, scope), self.statements(f, scope, self.rng.randint(1, 2), depth - 1, in_loop))]
                if self.chance(0.3):
                    branches.append((self.expr(("B", ()), 1, scope), self.statements(f, scope, 1, depth - 1, in_loop)))
                if self.chance(0.5):
                    branches.append((None, self.statements(f, scope, 1, depth - 1, in_loop)))
                made = If(branches)
            elif r < 0.85:
                counter = Variable(self.name("k"), ("I", ()), integer(0))
                f.locals.append(counter)
                made = While(counter.name, self.rng.randint(0, 3), self.statements(f, scope, self.rng.randint(1, 2), depth - 1, True))
                scope.variables.append(counter)
            elif r < 0.97:
                made = self.for_loop(f, scope, depth)
            else:
                made = Jump("break" if in_loop else "return", self.expr(("B", ()), 1, scope))
            if made is not None:
                result.append(made)
        return result

    def for_loop(self, f, scope, depth):
        (name, low, high), values = self.loop(scope, self.rng.randint(0, 3))
        if self.chance(0.15):
            vector = self.reference(("I", (self.rng.randint(1, 3),)), scope)
            if vector is not None:
                values, low, high = vector, -LARGEST, LARGEST
        saved = scope.iterators
        scope.iterators = saved + [(name, low, high)]
        body = self.statements(f, scope, self.rng.randint(1, 2), depth - 1, True)
        scope.iterators = saved
        return For(name, values, body)

    def assignment(self, f, scope):
        target = self.target(f, scope)
        if target is None:
            return None
        return Assign(target, self.expr(target.type, 2, scope))

    def target(self, f, scope, type=None):
        limited = Scope(True, [], [])
        limited.variables = f.writable
        v = self.rng.choice(f.writable)
        if type is None:
            options = []

            def go(t, lead):
                options.append((t[0], lead + t[1]))
                if isinstance(t[0], Record):
                    for field in t[0].fields:
                        go(field.type, lead + t[1])

            go(v.type, ())
            base, dims = self.rng.choice(options)
            drop = self.rng.randint(0, len(dims)) if self.chance(0.6) else 0
            type = (base, dims[drop:])
            limited.variables = [v]
        saved = limited.iterators
        limited.iterators = []
        found = None
        for _ in range(3):
            found = found or self.target_reference(type, limited, scope)
        limited.iterators = saved
        return found

    def target_reference(self, type, limited, scope):
        found = self.reference(type, limited, target=True)
        if found is None:
            return None
        # subscripts may be iterators of the surrounding loops
        for part in found.more:
            for k, s in enumerate(part.subscripts):
                if s is not None and not s.type[1] and s.op == "literal":
                    fitting = [i for i in scope.iterators if i[1] >= 1 and i[2] <= s.more]
                    if fitting and self.chance(0.7):
                        part.subscripts[k] = Expr("ref", ("I", ()), more=[Selector(self.rng.choice(fitting)[0], [])])
        return found

    def tuple_assignment(self, f, scope):
        several = [g for g in scope.functions if len(g.outputs) > 1]
        if not several:
            return None
        g = self.rng.choice(several)
        targets, roots = [], set()
        for v in g.outputs:
            t = self.target(f, scope, v.type)
            if t is not None and (t.more[0].name in roots or self.chance(0.2)):
                t = None
            if t is not None:
                roots.add(t.more[0].name)
            targets.append(t)
        while targets and targets[-1] is None:
            targets.pop()
        if len(targets) < 2:
            return None
        return TupleAssign(targets, self.call(g, 1, scope))

    def make_variable(self, scope):
        type = self.rng.choice(scope.functions).outputs[0].type if self.chance(0.6) else self.type()
        base, dims = type
        kind = self.rng.random()
        name = self.name("v")
        prefix = "" if kind < 0.7 else ("parameter " if kind < 0.85 else "constant ")
        v = Variable(name, type, prefix=prefix)
        scope.time = not prefix
        if prefix == "constant ":
            scope.variables = [w for w in scope.variables if w.prefix == prefix]
        if isinstance(base, Record) and self.chance(0.3):
            v.modifiers = self.modifiers(base, dims, scope)
        elif base == "I" and not prefix:
            scope.time = False
            v.binding = self.expr(type, 3, scope)
        else:
            scope.time = not prefix and continuous(base)
            v.binding = (self.called(type, 3, scope) if self.chance(0.6) else None) or self.expr(type, 3, scope)
        if dims and not prefix and isinstance(base, str) and self.chance(0.3):
            iterator = self.name("i")
            scope.iterators = [(iterator, 1, dims[0])]
            body = self.expr((base, dims[1:]), 2, scope)
            v.binding = Expr("comprehension", type, [body, Expr("range", ("I", dims[:1]), [integer(1), integer(dims[0])])],
                             [iterator])
            v.by_loop = True
        return v

    def generate(self):
        for _ in range(self.rng.randint(0, 3)):
            self.make_record()
        for _ in range(self.rng.randint(1, 4)):
            self.make_function()
        known = Scope(False, self.program.functions, self.program.records)
        varying = []
        for _ in range(self.rng.randint(2, 6)):
            scope = Scope(False, self.program.functions, self.program.records)
            scope.variables = list(known.variables)
            v = self.make_variable(scope)
            self.program.variables.append(v)
            if v.prefix:
                known.variables.append(v)
            else:
                varying.append(v)
        return self.program


TIMES = (0.0, 0.5, 1.0)


def make(seed):
    """(program, {time: {column: value}}) of the first seed beside `seed` whose values are exact."""
    attempt = 0
    while True:
        program = Generator("%s/%d" % (seed, attempt)).generate()
        attempt += 1
        try:
            return program, {t: program.columns(t) for t in TIMES}
        except (Unfit, RecursionError):
            continue


# ---- smaller programs that fail alike


def reductions(program):
    """Undo functions, each after one change that makes the program smaller."""

    def without(items, k):
        item = items.pop(k)
        return lambda: items.insert(k, item)

    for items in (program.variables, program.functions, program.records):
        for k in reversed(range(len(items))):
            yield without(items, k)
    for record in program.records:
        for k in reversed(range(len(record.fields))):
            if len(record.fields) > 1:
                yield without(record.fields, k)
    for f in program.functions:
        for items in (f.body, f.locals):
            for k in reversed(range(len(items))):
                yield without(items, k)
        for k in reversed(range(1, len(f.outputs))):
            yield without(f.outputs, k)
        for s in list(nested(f.body)):
            for body in bodies(s):
                for k in reversed(range(len(body))):
                    yield without(body, k)
    for holder, attribute, e in list(holders(program)):
        for smaller in simpler(e):
            put(holder, attribute, smaller)
            yield lambda h=holder, a=attribute, old=e: put(h, a, old)


def put(holder, attribute, value):
    if isinstance(holder, list):
        holder[attribute] = value
    else:
        setattr(holder, attribute, value)


def bodies(s):
    return [s.body] if isinstance(s, (For, While)) else ([b for _, b in s.branches] if isinstance(s, If) else [])


def nested(body):
    for s in body:
        yield s
        for inner in bodies(s):
            yield from nested(inner)


def holders(program):
    """(holder, attribute or index, expression) of every expression, outer ones first."""

    def inside(holder, attribute, e):
        yield holder, attribute, e
        for k, a in enumerate(list(e.args)):
            if isinstance(holder, list) or getattr(holder, attribute) is e:
                yield from inside(e.args, k, a)

    for v in program.variables + [v for f in program.functions for v in f.outputs + f.locals]:
        if v.binding is not None:
            yield from inside(v, "binding", v.binding)
    for record in program.records:
        for f in record.fields:
            if f.default is not None:
                yield from inside(f, "default", f.default)
    for f in program.functions:
        for s in nested(f.body):
            if isinstance(s, Assign):
                yield from inside(s, "value", s.value)
            elif isinstance(s, TupleAssign):
                for k, a in enumerate(s.call.args):
                    yield from inside(s.call.args, k, a)


def simpler(e):
    if e.op == "literal":
        return
    for a in e.args:
        if a.type == e.type:
            yield a
    if isinstance(e.type[0], str):
        base, dims = e.type
        yield Expr("literal", e.type, more=filled({"R": Fraction(1), "I": 1, "B": True, "E": 1}[base], list(dims)))


def reduce(program, fails):
    """Makes the program smaller as long as fails(program) holds; programs without value don't count."""

    def still():
        try:
            for t in TIMES:
                program.columns(t)
            return fails(program)
        except (Unfit, KeyError, IndexError, TypeError, AttributeError, RecursionError):
            return False

    progress = True
    while progress:
        progress = False
        for undo in reductions(program):
            if still():
                progress = True
                break
            undo()
    return program
