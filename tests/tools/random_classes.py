"""Random packages of the class language, with a flattener and an evaluator of their own.

Classes have parameters of all basic types, components (arrays, conditional ones, replaceable ones, inner and outer), replaceable
local classes and packages, extends clauses and modifiers through several levels. `Program.columns` instantiates them by the rules
of the specification (chapters 4, 5 and 7), written here anew: a modifier is an expression together with the instance in which it
was written. Values are exact (integers and fractions of powers of two).
"""

import random
from fractions import Fraction

LARGEST, FINEST = 2**40, 2**12
LITERALS = "abc"  # of the enumeration E


class Unfit(Exception):
    """The package has no value of its own: a cycle, a number that may be rounded, a size that does not fit."""


def exact(x):
    if isinstance(x, (int, Fraction)) and not isinstance(x, bool) and (abs(x) > LARGEST or Fraction(x).denominator > FINEST):
        raise Unfit
    return x


# ---- expressions: tuples with the operation first


def text(e):
    op, args = e[0], e[1:]
    if op == "number":
        v = args[0]
        if isinstance(v, bool):
            return str(v).lower()
        shown = str(v) if isinstance(v, int) else repr(float(v))
        return shown if v >= 0 else f"({shown})"
    if op == "literal":
        return f"E.{LITERALS[args[0] - 1]}"
    if op == "name":
        return ".".join(part if index is None else f"{part}[{', '.join(text(i) for i in index)}]" for part, index in args[0])
    if op in "+-*":
        return f"({text(args[0])} {op} {text(args[1])})"
    if op == "if":
        return f"(if {text(args[0])} then {text(args[1])} else {text(args[2])})"
    if op in ("<", ">=", "==", "<>", "and", "or"):
        return f"({text(args[0])} {op} {text(args[1])})"
    if op == "not":
        return f"(not {text(args[0])})"
    if op == "array":
        return "{" + ", ".join(text(a) for a in args) + "}"
    if op == "each index":  # {f(i) for i in 1:n}
        return "{" + f"{text(args[0])} for i in 1:{text(args[1])}" + "}"
    return f"{op}({', '.join(text(a) for a in args)})"  # sum, size, Integer, fill, a function of a package


def names_in(e):
    if e[0] == "name":
        yield e[1]
        for _, index in e[1]:
            for i in index or ():
                yield from names_in(i)
    else:
        for a in e[1:]:
            if isinstance(a, tuple):
                yield from names_in(a)


def elementwise(f, a, b):
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            raise Unfit
        return [elementwise(f, x, y) for x, y in zip(a, b)]
    if isinstance(a, list) or isinstance(b, list):
        raise Unfit
    return exact(f(a, b))


def flat(v):
    return [y for x in v for y in flat(x)] if isinstance(v, list) else [v]


OPERATIONS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "<": lambda a, b: a < b,
              ">=": lambda a, b: a >= b, "==": lambda a, b: a == b, "<>": lambda a, b: a != b,
              "and": lambda a, b: a and b, "or": lambda a, b: a or b}


def value(e, scope, iterator=None):
    op, args = e[0], e[1:]
    if op in ("number", "literal"):
        return args[0]
    if op == "name":
        if args[0] == (("i", None),) and iterator is not None:
            return iterator
        return scope.find(args[0], iterator)
    if op in OPERATIONS:
        return elementwise(OPERATIONS[op], value(args[0], scope, iterator), value(args[1], scope, iterator))
    if op == "if":
        condition, *branches = [value(a, scope, iterator) for a in args]  # subscripts hold in both
        return branches[0 if condition else 1]
    if op == "not":
        return not value(args[0], scope, iterator)
    if op == "array":
        return [value(a, scope, iterator) for a in args]
    if op in ("each index", "fill") and value(args[1], scope, iterator) < 0:
        raise Unfit
    if op == "each index":
        return [value(args[0], scope, i) for i in range(1, value(args[1], scope, iterator) + 1)]
    given = [value(a, scope, iterator) for a in args]
    if op == "sum":
        return exact(sum(flat(given[0]), 0))
    if op == "size":
        return len(given[0])
    if op == "Integer":
        return given[0]
    if op == "fill":
        return [given[0]] * given[1]
    return scope.call(op, given)


# ---- classes


class Modifier:
    """What an argument of a modification says about one element; `each` holds for this element alone."""

    def __init__(self, value=None, inner=None, redeclare=None, each=False, final=False):
        self.value, self.inner, self.redeclare, self.each, self.final = value, inner or {}, redeclare, each, final
        self.replaceable = True

    def text(self, name):
        head = ("each " if self.each else "") + ("final " if self.final else "")
        if self.redeclare is not None:
            return f"redeclare {head}{'replaceable ' if self.replaceable else ''}{self.redeclare.text(name)}"
        shown = head + name + arguments(self.inner)
        return shown if self.value is None else f"{shown} = {text(self.value)}"


def arguments(modifiers):
    return "(" + ", ".join(m.text(name) for name, m in modifiers.items()) + ")" if modifiers else ""


class NewClass:
    """`model X = Other(modifiers)` or, for packages, `package X = Other`."""

    def __init__(self, kind, base, modifiers):
        self.kind, self.base, self.modifiers = kind, base, modifiers

    def text(self, name):
        return f"{self.kind} {name} = {self.base}{arguments(self.modifiers)}"


class NewComponent:
    """`Other name(modifiers)` of a redeclaration."""

    def __init__(self, base, modifiers, dims=None):
        self.base, self.modifiers, self.dims = base, modifiers, dims

    def text(self, name):
        return f"{self.base} {name}{'' if self.dims is None else '[' + text(self.dims) + ']'}{arguments(self.modifiers)}"


class Extends:
    def __init__(self, base, modifiers):
        self.base, self.modifiers, self.name = base, modifiers, None

    def text(self):
        return f"extends {self.base}{arguments(self.modifiers)}"


class Scalar:
    """A parameter, or a variable (`given` by an equation or its declaration) of a basic type, or an array of it."""

    def __init__(self, prefix, type, name, default, dims=None, by_equation=False, by_loop=False):
        self.prefix, self.type, self.name, self.default, self.dims = prefix, type, name, default, dims
        self.by_equation, self.by_loop = by_equation, by_loop

    def text(self):
        shown = f"{self.prefix}{' ' if self.prefix else ''}{self.type} {self.name}" + ("" if self.dims is None else f"[{text(self.dims)}]")
        return shown if self.by_equation else f"{shown} = {text(self.default)}"

    def equation(self):
        if self.by_loop:
            body, n = self.default[1], self.default[2]
            return f"for i in 1:{text(n)} loop {self.name}[i] = {text(body)}; end for"
        return f"{self.name} = {text(self.default)}"


class Component:
    """dims: None, an expression, or "E"; condition: an expression or None; constraint: (class, modifiers) or None."""

    def __init__(self, name, base, modifiers, dims=None, condition=None, prefix="", constraint=None):
        self.name, self.base, self.modifiers, self.dims = name, base, modifiers, dims
        self.condition, self.prefix, self.constraint = condition, prefix, constraint

    def text(self):
        shown = f"{self.prefix}{' ' if self.prefix else ''}{self.base} {self.name}"
        if self.dims is not None:
            shown += "[E]" if self.dims == "E" else f"[{text(self.dims)}]"
        shown += arguments(self.modifiers)
        if self.condition is not None:
            shown += f" if {text(self.condition)}"
        if self.constraint is not None:
            shown += f" constrainedby {self.constraint[0]}{arguments(self.constraint[1])}"
        return shown


class LocalClass:
    """A replaceable class of a class."""

    def __init__(self, name, new, constraint=None):
        self.name, self.new, self.constraint = name, new, constraint

    def text(self):
        shown = f"replaceable {self.new.text(self.name)}"
        if self.constraint is not None:
            shown += f" constrainedby {self.constraint[0]}{arguments(self.constraint[1])}"
        return shown


class ClassDefinition:
    def __init__(self, name, kind="model"):
        self.name, self.kind, self.elements = name, kind, []

    def text(self):
        lines = [f"  {self.kind} {self.name}"] + [f"    {e.text()};" for e in self.elements]
        equations = [e for e in self.elements if isinstance(e, Scalar) and e.by_equation]
        lines += ["  equation"] if equations else []
        lines += [f"    {e.equation()};" for e in equations]
        return "\n".join(lines + [f"  end {self.name};"])


# ---- instances


class Given:
    """What one modifier says about an element of an instance: a value, a redeclaration, and about its parts."""

    def __init__(self, modifier, scope, places=()):
        self.modifier, self.scope, self.places = modifier, scope, places

    def of_element(self, i):
        return self if self.modifier.each else Given(self.modifier, self.scope, (*self.places, i))

    def value(self):
        return None if self.modifier.value is None else self

    def redeclare(self):
        return None if self.modifier.redeclare is None else (self.modifier.redeclare, self.scope)

    def inner(self):
        return {name: Given(m, self.scope, self.places) for name, m in self.modifier.inner.items()}

    def layers(self):
        return [self]

    def get(self):
        v = value(self.modifier.value, self.scope)
        for i in () if self.modifier.each else self.places:
            if not isinstance(v, list) or i >= len(v):
                raise Unfit
            v = v[i]
        return v


class Both:
    """Two modifiers of the same element; what stands further out wins."""

    def __init__(self, weak, strong):
        self.weak, self.strong = weak, strong

    def of_element(self, i):
        return Both(self.weak.of_element(i), self.strong.of_element(i))

    def value(self):
        return self.strong.value() or self.weak.value()

    def redeclare(self):
        return self.strong.redeclare() or self.weak.redeclare()

    def inner(self):
        return merged(self.weak.inner(), self.strong.inner())

    def layers(self):
        """Single modifiers, the strongest last."""
        return self.weak.layers() + self.strong.layers()


def with_layers(own, kept, given):
    """(redeclaration with its scope or None, modifiers): those of the declaration, or of its constraint where it is redeclared, then layer by
    layer what is said from outside; those of a redeclaration belong to the layer of the strongest one."""
    chosen = given and given.redeclare()
    result = own if not chosen else kept
    for layer in given.layers() if given else []:
        if chosen and layer.redeclare() and layer.redeclare()[0] is chosen[0]:
            result = merged(result, bind(chosen[0].modifiers, chosen[1]))
        result = merged(result, layer.inner())
    return chosen, result


def merged(weak, strong):
    return {**weak, **strong, **{name: Both(weak[name], strong[name]) for name in weak if name in strong}}


def bind(modifiers, scope):
    return {name: Given(m, scope) for name, m in modifiers.items()}


class Instance:
    def __init__(self, program, definition, parent, given, name=""):
        self.program, self.definition, self.parent, self.name = program, definition, parent, name
        self.members = {}  # name → Instance, list of them, Value, or None (removed)
        self.classes = {}  # name → (class name or local definition)
        self.waiting = {}
        self.order = []
        self.place(definition, given, self)
        for element, at in self.order:
            if isinstance(element, LocalClass):
                self.classes[element.name] = (element, at.get(element.name))
        for element, at in self.order:
            if not isinstance(element, LocalClass):
                self.waiting[element.name] = (element, at.get(element.name))

    def place(self, definition, given, scope):
        for element in definition.elements:
            if isinstance(element, Extends):
                self.place(self.program.classes[element.base], merged(bind(element.modifiers, scope), given), scope)
            else:
                self.order.append((element, given))

    def everything(self):
        for element, _ in self.order:
            if not isinstance(element, LocalClass):
                self.member(element.name)
        return self

    def member(self, name):
        if name in self.members:
            return self.members[name]
        if name not in self.waiting:
            raise Unfit
        element, given = self.waiting[name]
        self.members[name] = self.make(element, given)
        return self.members[name]

    def make(self, element, given):
        if isinstance(element, Scalar):
            return Value(self, element, given)
        if element.prefix == "outer":
            above = self.parent
            while above is not None:
                found = above.waiting.get(element.name)
                if found is not None and found[0].prefix == "inner":
                    return above.member(element.name)
                above = above.parent
            raise Unfit
        if element.condition is not None and not value(element.condition, self):
            return None
        base, base_scope = element.base, self
        own = kept = bind(element.modifiers, self)
        if element.constraint is not None:
            kept = bind(element.constraint[1], self)
            own = merged(kept, own)
        chosen, own = with_layers(own, kept, given)
        if chosen:
            base, base_scope = chosen[0].base, chosen[1]
        if element.dims is None:
            return self.built(base, base_scope, own, element.name)
        n = len(LITERALS) if element.dims == "E" else value(element.dims, self)
        if n < 0:
            raise Unfit
        return [self.built(base, base_scope, {name: g.of_element(i) for name, g in own.items()}, element.name) for i in range(n)]

    def built(self, base, scope, given, name):
        definition, given = scope.resolve(base, given)
        above = self
        while above is not None:  # recursion that ends by redeclaration is refused
            if above.definition is definition:
                raise Unfit
            above = above.parent
        return Instance(self.program, definition, self, given, name)

    def resolve(self, name, given):
        """(definition, modifiers) of a class named in this instance."""
        if name not in self.classes:
            return self.program.classes[name], given
        local, mine = self.classes[name]
        base, scope = local.new.base, self
        own = kept = bind(local.new.modifiers, self)
        if local.constraint is not None:
            kept = bind(local.constraint[1], self)
            own = merged(kept, own)
        chosen, own = with_layers(own, kept, mine)
        if chosen:
            base, scope = chosen[0].base, chosen[1]
        return scope.resolve_outside(base, merged(own, given), self, name)

    def resolve_outside(self, base, given, asking, name):
        if self is asking and base == name:
            raise Unfit
        return self.resolve(base, given)

    def package(self, name):
        """The constant and function of a package that this instance names, or None."""
        if name not in self.classes:
            return self.program.packages.get(name)
        local, mine = self.classes[name]
        new, scope = local.new, self
        if mine is not None and mine.redeclare() is not None:
            new, scope = mine.redeclare()
        found = scope.package(new.base)
        if found is not None and "c" in new.modifiers:
            found = found.with_constant(value(new.modifiers["c"].value, scope))
        return found

    def call(self, function, given):
        if "." in function:
            package, name = function.rsplit(".", 1)
            return self.package(package).call(name, given)
        raise Unfit

    def find(self, parts, iterator):
        first = parts[0][0]
        package = self.package(first)
        if package is not None:
            return package.constant
        found = self
        lists = 0
        for name, index in parts:
            found = each(found, lists, lambda at: read(at.member(name)))
            depth = rank(found) - lists
            for i in index or ():
                k = value(i, self, iterator)
                found = each(found, lists, lambda at: at[k - 1] if 1 <= k <= len(at) else unfit())
                depth -= 1
            lists += depth
        if any(isinstance(x, Instance) or x is None for x in flat(found)):
            raise Unfit
        return found

    def spell(self, prefix, result):
        for element, _ in self.order:
            if isinstance(element, LocalClass) or getattr(element, "prefix", "") == "outer":
                continue
            name = f"{prefix}.{element.name}" if prefix else element.name
            member = self.member(element.name)
            if isinstance(member, Value):
                spell_value(name, member.get(), result)
            elif isinstance(member, list):
                for i, m in enumerate(member, 1):
                    m.spell(f"{name}[{i}]", result)
            elif member is not None:
                member.spell(name, result)


def unfit():
    raise Unfit


def read(member):
    return member.get() if isinstance(member, Value) else (list(member) if isinstance(member, list) else member)


def rank(v):
    return 1 + rank(v[0]) if isinstance(v, list) and v else int(isinstance(v, list))


def each(v, depth, f):
    if depth == 0:
        if v is None:
            raise Unfit
        return f(v)
    return [each(x, depth - 1, f) for x in v]


def spell_value(name, v, result):
    if isinstance(v, list):
        for i, x in enumerate(v, 1):
            spell_value(f"{name}[{i}]", x, result)
    else:
        result[name] = float(v)


class Value:
    """A scalar or array of a basic type, computed when it is asked for."""

    def __init__(self, instance, element, given):
        self.instance, self.element, self.given, self.state, self.result = instance, element, given, "new", None

    def get(self):
        if self.state == "busy":
            raise Unfit
        if self.state == "new":
            self.state = "busy"
            self.result = self.compute()
            self.state = "done"
        return self.result

    def compute(self):
        bound = self.given and self.given.value()
        v = value(self.element.default, self.instance) if bound is None else bound.get()
        if (rank(v) == 1) != (self.element.dims is not None) or rank(v) > 1:
            raise Unfit
        if self.element.dims is not None and len(v) != value(self.element.dims, self.instance):
            raise Unfit
        if self.element.type == "Integer" and any(not isinstance(x, int) or isinstance(x, bool) for x in flat(v)):
            raise Unfit
        return v


class Package:
    """A package with a constant and a function of one Real."""

    def __init__(self, name, base, constant, factor, own):
        self.name, self.base, self.constant, self.factor, self.own = name, base, constant, factor, own

    def text(self):
        c, k = text(("number", self.constant)), text(("number", self.factor))
        if self.base is not None:
            lines = [f"  package {self.name}", f"    extends {self.base.name}(c = {c});"]
            if self.own:
                lines += ["    redeclare function f", "      input Real u;", "      output Real y;", "    algorithm",
                          f"      y := {k}*u + c;", "    end f;"]
            return "\n".join([*lines, f"  end {self.name};"])
        return "\n".join([f"  package {self.name}", f"    constant Real c = {c};", "    replaceable function f", "      input Real u;",
                          "      output Real y;", *([] if not self.own else ["    algorithm", f"      y := {k}*u + c;"]), "    end f;",
                          f"  end {self.name};"])

    def with_constant(self, constant):
        return Package(self.name, self.base, constant, self.factor, self.own)

    def call(self, name, given):
        factor = self.factor if self.own else self.base.factor
        return exact(factor * given[0] + self.constant)


class Program:
    def __init__(self):
        self.classes, self.packages, self.top = {}, {}, None

    def text(self):
        parts = ["package T", "  type E = enumeration(a, b, c);"]
        parts += [p.text() for p in self.packages.values()]
        parts += [c.text() for c in self.classes.values()]
        return "\n".join([*parts, "end T;", ""])

    def columns(self):
        try:
            top = Instance(self, self.classes["M"], None, {})
            result = {}
            top.everything().spell("", result)
            return result
        except (RecursionError, KeyError, TypeError, AttributeError) as error:
            raise Unfit from error


# ---- making


def dyadic(rng):
    return Fraction(rng.randint(-24, 24), rng.choice([1, 2, 4]))


def number(v):
    return ("number", v)


class Generator:
    def __init__(self, rng):
        self.rng, self.program, self.count = rng, Program(), 0
        self.known = {}  # class → (elements with inherited ones)
        self.bases = {}  # class → the classes that it extends, itself too
        self.constant = False  # expressions are of parameters only

    def fresh(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    def chance(self, p):
        return self.rng.random() < p

    def make(self):
        rng = self.rng
        base = Package("P1", None, dyadic(rng), dyadic(rng), True)
        self.program.packages = {"P1": base}
        for i in range(2, rng.randint(2, 3) + 1):
            self.program.packages[f"P{i}"] = Package(f"P{i}", base, dyadic(rng), dyadic(rng), self.chance(0.5))
        self.world()
        names = [f"C{i}" for i in range(1, rng.randint(3, 6) + 1)] + ["M"]
        for name in names:
            self.model(name)
        return self.program

    def world(self):
        made = ClassDefinition("World")
        made.elements = [Scalar("parameter", "Real", self.fresh("p"), number(dyadic(self.rng))) for _ in range(2)]
        self.finish(made)

    def finish(self, made):
        self.program.classes[made.name] = made
        self.known[made.name] = list(self.inherited(made))
        self.bases[made.name] = {made.name}
        for e in made.elements:
            if isinstance(e, Extends):
                self.bases[made.name] |= self.bases[e.base]

    def inherited(self, definition):
        for e in definition.elements:
            if isinstance(e, Extends):
                yield from self.inherited(self.program.classes[e.base])
            else:
                yield e

    def kinds_of(self, base):
        return [c for c in self.bases if base in self.bases[c]]

    def classes(self):
        return [c for c in self.program.classes if c != "World"]

    def model(self, name):
        rng = self.rng
        made = ClassDefinition(name)
        self.own = own = []  # elements that expressions may use
        if self.classes() and self.chance(0.45 if name != "M" else 0.2):
            base = rng.choice(self.classes())
            made.elements.append(Extends(base, {}))
            own += self.known[base]
        has_world = any(getattr(e, "name", "") == "world" for e in own)
        if name == "M" and not has_world:
            self.add(made, Component("world", "World", self.modifiers("World", []), prefix="inner"))
        elif not has_world and self.chance(0.35):
            prefix = "inner" if self.chance(0.3) else "outer"
            self.add(made, Component("world", "World", self.modifiers("World", []) if prefix == "inner" else {}, prefix=prefix))
        elif name == "M" and any(getattr(e, "name", "") == "world" and e.prefix == "outer" for e in own):
            made.elements.clear()
            own.clear()
            self.add(made, Component("world", "World", self.modifiers("World", []), prefix="inner"))
        if self.chance(0.3):
            self.add(made, LocalClass(self.fresh("Q"), NewClass("package", rng.choice(list(self.program.packages)), {})))
        if self.classes() and self.chance(0.4):
            self.local_class(made)
        for _ in range(rng.randint(1, 3)):
            self.add(made, self.parameter())
        for _ in range(rng.randint(1, 3) + (name == "M") if self.classes() else 0):
            self.add(made, self.component())
        for _ in range(rng.randint(1, 3)):
            self.add(made, self.variable())
        if made.elements and isinstance(made.elements[0], Extends):
            made.elements[0].modifiers = self.modifiers(made.elements[0].base, [])
        self.finish(made)

    def add(self, made, element):
        made.elements.append(element)
        self.own.append(element)

    def local_class(self, made):
        base = self.rng.choice(self.classes())
        actual = self.rng.choice(self.kinds_of(base))
        constraint = None
        if actual != base or self.chance(0.3):
            constraint = (base, self.modifiers(base, []) if self.chance(0.4) else {})
        self.add(made, LocalClass(self.fresh("X"), NewClass("model", actual, self.modifiers(actual, [])), constraint))

    def fixed(self, make):
        """make() with expressions of parameters only."""
        before, self.constant = self.constant, True
        made = make()
        self.constant = before
        return made

    def parameter(self):
        return self.fixed(self.any_parameter)

    def any_parameter(self):
        kind = self.rng.choice(["Real", "Real", "Real", "Integer", "Integer", "Boolean", "E", "array"])
        if kind == "array":
            n = self.integer_name() if self.chance(0.5) else None
            n = n or number(self.rng.randint(1, 3))
            body = self.expression("Real", 1, inside=True)
            default = ("each index", body, n) if self.chance(0.6) else ("fill", self.expression("Real", 1), n)
            return Scalar("parameter", "Real", self.fresh("v"), default, n)
        default = number(self.rng.randint(1, 3)) if kind == "Integer" else self.expression(kind, 1)
        return Scalar("parameter", kind, self.fresh({"Real": "p", "Integer": "n", "Boolean": "b", "E": "e"}[kind]), default)

    def integer_name(self):
        found = [e for e in self.own if isinstance(e, Scalar) and e.type == "Integer" and e.dims is None]
        return ("name", ((self.rng.choice(found).name, None),)) if found else None

    def variable(self):
        if self.chance(0.3):
            n = self.integer_name() or number(self.rng.randint(1, 3))
            loop = self.chance(0.6)
            return Scalar("", "Real", self.fresh("z"), ("each index", self.expression("Real", 2, inside=True), n), n,
                          by_equation=loop, by_loop=loop)
        return Scalar("", "Real", self.fresh("y"), self.expression("Real", 3), by_equation=self.chance(0.5))

    def component(self):
        rng = self.rng
        base = rng.choice(self.classes())
        local = [e for e in self.own if isinstance(e, LocalClass) and e.new.kind == "model"]
        dims = rng.choice([None, None, None, number(2), number(3), "E", self.integer_name()])
        size = None if dims is None else (3 if dims == "E" else dims[1] if dims[0] == "number" else 0)
        around = [] if dims is None else [size or None]
        condition = self.fixed(lambda: self.expression("Boolean", 1)) if self.chance(0.2) else None
        if local and self.chance(0.7):
            chosen = rng.choice(local)
            base = chosen.constraint[0] if chosen.constraint else chosen.new.base
            return Component(self.fresh("x"), chosen.name, self.modifiers(base, around), dims, condition)
        prefix, constraint = "", None
        if dims is None and condition is None and self.chance(0.4):
            prefix = "replaceable"
            if self.chance(0.4):
                constraint = (rng.choice(sorted(self.bases[base])), {})
                if self.chance(0.5):
                    constraint = (constraint[0], self.modifiers(constraint[0], []))
        return Component(self.fresh("c"), base, self.modifiers(base, around), dims, condition, prefix, constraint)

    def modifiers(self, base, around, depth=0):
        """Modifiers of some elements of a class, in arrays of the sizes `around` (None: not known)."""
        result = {}
        for e in self.known[base]:
            if not self.chance(0.3 if depth == 0 else 0.4):
                continue
            if isinstance(e, Scalar):
                if not e.by_equation and (e.dims is None or e.dims[0] == "number"):
                    result[e.name] = self.scalar_modifier(e, around)
            elif isinstance(e, LocalClass):
                if e.new.kind == "package":
                    changed = {"c": Modifier(number(dyadic(self.rng)))} if self.chance(0.3) else {}
                    visible = list(self.program.packages) + [q.name for q in self.own if isinstance(q, LocalClass) and q.new.kind == "package"]
                    result[e.name] = Modifier(redeclare=NewClass("package", self.rng.choice(visible), changed))
                else:
                    limit = e.constraint[0] if e.constraint else e.new.base
                    new = self.rng.choice(self.kinds_of(limit))
                    result[e.name] = Modifier(redeclare=NewClass("model", new, {} if around else self.modifiers(new, [], depth + 1)))
            elif e.prefix in ("outer",) or depth > 1:
                continue
            elif e.prefix == "replaceable" and self.chance(0.5):
                limit = e.constraint[0] if e.constraint else e.base
                new = self.rng.choice(self.kinds_of(limit))
                if not around:
                    result[e.name] = Modifier(redeclare=NewComponent(new, self.modifiers(new, [], depth + 1)))
            else:
                limit = e.constraint[0] if e.constraint else e.base
                if limit not in self.known:
                    continue
                size = [] if e.dims is None else [3 if e.dims == "E" else e.dims[1] if e.dims[0] == "number" else None]
                whole = bool(around) and self.chance(0.4)
                inner = self.modifiers(limit, ([] if whole else around) + size, depth + 1)
                if inner:
                    result[e.name] = Modifier(inner=inner, each=whole)
        return result

    def scalar_modifier(self, e, around):
        return self.fixed(lambda: self.any_modifier(e, around)) if e.prefix else self.any_modifier(e, around)

    def any_modifier(self, e, around):
        sizes = around + ([] if e.dims is None else [e.dims[1]])
        if None in around or (around and self.chance(0.3)):
            return Modifier(self.filled(e.type, sizes[len(around):]), each=True)
        return Modifier(self.filled(e.type, sizes))

    def filled(self, kind, sizes):
        if not sizes:
            return number(self.rng.randint(1, 3)) if kind == "Integer" and self.chance(0.5) else self.expression(kind, 1)
        return ("array", *(self.filled(kind, sizes[1:]) for _ in range(sizes[0])))

    # ---- expressions

    def paths(self, kind):
        """(name, …) of scalars of a kind that can be named, with their subscripts."""
        for e in self.own:
            yield from self.paths_of(e, kind, 0)

    def paths_of(self, e, kind, depth):
        if isinstance(e, Scalar):
            if self.constant and not e.prefix:
                return
            if e.dims is None and e.type == kind:
                yield ((e.name, None),)
            elif e.dims is not None and e.type == kind:
                yield ((e.name, (number(1),)),)
        elif isinstance(e, Component) and e.condition is None and depth < 2:
            limit = e.constraint[0] if e.constraint else e.base
            if limit not in self.known:
                found = [x for x in self.own if isinstance(x, LocalClass) and x.name == limit]
                if depth > 0 or not found:
                    return
                limit = found[0].constraint[0] if found[0].constraint else found[0].new.base
            index = None
            if e.dims is not None:
                index = (("literal", self.rng.randint(1, 3)),) if e.dims == "E" else (number(self.rng.randint(1, 2)),)
            for inner in self.known[limit]:
                if isinstance(inner, Component) and inner.prefix == "outer":
                    continue
                for path in self.paths_of(inner, kind, depth + 1):
                    yield ((e.name, index), *path)

    def whole_arrays(self):
        for e in self.own:
            if isinstance(e, Scalar) and e.dims is not None and (e.prefix or not self.constant):
                yield ("name", ((e.name, None),))
            elif isinstance(e, Component) and e.dims is not None and e.condition is None and e.base in self.known:
                for inner in self.known[e.base]:
                    if isinstance(inner, Scalar) and inner.type == "Real" and inner.dims is None and (inner.prefix or not self.constant):
                        yield ("name", ((e.name, None), (inner.name, None)))

    def expression(self, kind, depth, inside=False):
        rng = self.rng
        if kind == "Boolean":
            choice = rng.random()
            if depth > 0 and choice < 0.3:
                return (rng.choice(["<", ">="]), self.expression("Real", depth - 1), self.expression("Real", depth - 1))
            if depth > 0 and choice < 0.45:
                return (rng.choice(["==", "<>"]), self.expression("E", depth - 1), self.expression("E", depth - 1))
            if depth > 0 and choice < 0.6:
                return (rng.choice(["and", "or"]), self.expression("Boolean", depth - 1), self.expression("Boolean", depth - 1))
            if depth > 0 and choice < 0.7:
                return ("not", self.expression("Boolean", depth - 1))
        if inside and self.chance(0.5):
            return ("+", ("name", (("i", None),)), self.expression(kind, depth - 1)) if kind == "Real" and depth > 0 else ("name", (("i", None),))
        if depth > 0 and kind in ("Real", "Integer") and self.chance(0.5):
            op = rng.choice("++-*" if kind == "Real" else "+-")
            return (op, self.expression(kind, depth - 1, inside), self.expression(kind, depth - 1))
        if depth > 0 and self.chance(0.15):
            return ("if", self.expression("Boolean", depth - 1), self.expression(kind, depth - 1), self.expression(kind, depth - 1))
        if depth > 0 and kind == "Real" and self.chance(0.15):
            arrays = list(self.whole_arrays())
            if arrays:
                return ("sum", rng.choice(arrays))
        if depth > 0 and kind == "Real" and self.chance(0.1):
            arrays = [a for a in self.whole_arrays() if len(a[1]) == 1]
            if arrays:
                return ("size", rng.choice(arrays), number(1))
        if depth > 0 and kind == "Real" and self.chance(0.25):
            packages = [e.name for e in self.own if isinstance(e, LocalClass) and e.new.kind == "package"]
            if packages:
                package = rng.choice(packages)
                if self.chance(0.5):
                    return (f"{package}.f", self.expression("Real", depth - 1))
                return ("name", ((package, None), ("c", None)))
        if depth > 0 and kind == "Real" and self.chance(0.1):
            return ("Integer", self.expression("E", depth - 1))
        paths = list(self.paths(kind)) if self.chance(0.75) else []
        if paths:
            return ("name", rng.choice(paths))
        if kind == "E":
            return ("literal", rng.randint(1, 3))
        return number({"Real": dyadic(rng), "Integer": rng.randint(1, 3), "Boolean": self.chance(0.5)}[kind])


def make(seed):
    """(program, columns) of the first seed beside `seed` that has a value."""
    for attempt in range(200):
        program = Generator(random.Random(f"{seed}/{attempt}")).make()
        try:
            columns = program.columns()
        except Unfit:
            continue
        if len(columns) <= 400:
            return program, columns
    raise AssertionError(f"no program for seed {seed}")


# ---- making smaller


def dictionaries(program):
    """Every dictionary of modifiers."""

    def below(modifiers):
        yield modifiers
        for m in modifiers.values():
            yield from below(m.inner)
            if m.redeclare is not None:
                yield from below(m.redeclare.modifiers)

    for definition in program.classes.values():
        for e in definition.elements:
            if isinstance(e, (Extends, Component)):
                yield from below(e.modifiers)
            if isinstance(e, LocalClass):
                yield from below(e.new.modifiers)
            if not isinstance(e, (Extends, Scalar)) and e.constraint is not None:
                yield from below(e.constraint[1])


def reductions(program):
    """Functions that make one change and give the function that takes it back."""

    def remove_item(holder, key):
        def change():
            old = list(holder.items()) if isinstance(holder, dict) else list(holder)
            del holder[key]

            def back():
                holder.clear()
                (holder.update if isinstance(holder, dict) else holder.extend)(old)
            return back
        return change

    def put(holder, attribute, new):
        def change():
            old = getattr(holder, attribute)
            setattr(holder, attribute, new)
            return lambda: setattr(holder, attribute, old)
        return change

    for name in list(program.classes):
        if name != "M":
            yield remove_item(program.classes, name)
    for definition in program.classes.values():
        for i in reversed(range(len(definition.elements))):
            yield remove_item(definition.elements, i)
    for modifiers in list(dictionaries(program)):
        for name in list(modifiers):
            yield remove_item(modifiers, name)
            if modifiers[name].value is not None:
                for new in simpler(modifiers[name].value):
                    yield put(modifiers[name], "value", new)
    for definition in program.classes.values():
        for e in definition.elements:
            if isinstance(e, Scalar):
                for new in simpler(e.default):
                    yield put(e, "default", new)
            if isinstance(e, Component):
                for attribute in ("dims", "condition", "constraint"):
                    if getattr(e, attribute) is not None:
                        yield put(e, attribute, None)
            if isinstance(e, LocalClass) and e.constraint is not None:
                yield put(e, "constraint", None)
    for name in list(program.packages):
        yield remove_item(program.packages, name)


def simpler(e):
    if e[0] in ("array", "each index", "fill"):
        return
    for a in e[1:]:
        if isinstance(a, tuple) and isinstance(a[0], str):
            yield a
    if e[0] != "number":
        yield number(1)


def reduce(program, fails):
    """Makes the program smaller as long as fails(program) holds."""
    again = True
    while again:
        again = False
        for change in list(reductions(program)):
            try:
                back = change()
            except (IndexError, KeyError):
                continue
            try:
                program.columns()
                good = fails(program)
            except Unfit:
                good = False
            if good:
                again = True
                break
            back()
