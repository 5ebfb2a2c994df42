"""An importer of FMUs through ctypes, written by the standard and by nothing of Formola.

It calls functions in the order of the state machines of FMI 2.0 and 3.0 and knows the model from its description alone.
"""

import copy
import ctypes as c
import itertools
import math
import pathlib
import re
import xml.etree.ElementTree as xml
import zipfile

REAL_TYPES = ("Real", "Float64")


class Failed(Exception):
    """A function did not return OK: (function, status)."""


class Variable:
    def __init__(self, element, kind, reference, index):
        attributes = dict(element.attrib)
        self.name = attributes["name"]
        self.reference = reference
        self.index = index
        self.kind = kind.tag
        self.causality = attributes.get("causality", "local")
        usual = "discrete" if kind.tag not in REAL_TYPES and kind is element else "continuous"
        self.variability = attributes.get("variability", usual)
        self.initial = attributes.get("initial")
        self.start = kind.attrib.get("start")
        if kind.tag == "String" and kind is element and element.find("Start") is not None:
            self.start = element.find("Start").attrib["value"]
        self.derivative = kind.attrib.get("derivative")
        self.reinit = kind.attrib.get("reinit") == "true"
        self.sizes = [int(size.attrib["start"]) for size in element.findall("Dimension")]
        self.count = math.prod(self.sizes)
        self.place = 0
        if kind.tag == "String" and len(element.findall("Start")) > 1:
            self.start = [start.attrib["value"] for start in element.findall("Start")]
        self.aliases = [alias.attrib["name"] for alias in element.findall("Alias")]


def elements(whole):
    """The elements of an array as variables of their own; a scalar is its only element."""
    if not whole.sizes:
        return [whole]
    starts = whole.start.split() if isinstance(whole.start, str) else whole.start
    result = []
    for place, subscripts in enumerate(itertools.product(*(range(1, n + 1) for n in whole.sizes))):
        one = copy.copy(whole)
        one.name, one.place = subscripted(whole.name, subscripts), place
        one.aliases = [subscripted(name, subscripts) for name in whole.aliases]
        one.start = starts[place] if starts else None
        result.append(one)
    return result


def subscripted(name, subscripts):
    """der(a) becomes der(a[1]), der(a,2) der(a[1],2)."""
    inner, end = (name, "") if not name.startswith("der(") else re.fullmatch(r"(.*?)((?:,\d+)?\))", name).groups()
    return f"{inner}[{','.join(map(str, subscripts))}]{end}"


class Description:
    """modelDescription.xml; unknowns map a variable to the list of variables that it depends on, `kinds_of` to how.

    Arrays of FMI 3.0 are lists of variables, one for each element, that share a reference; what depends on an array depends
    on all of its elements here.
    """

    def __init__(self, text):
        root = self.root = xml.fromstring(text)
        self.version = int(root.attrib["fmiVersion"][0])
        self.token = root.attrib["guid" if self.version == 2 else "instantiationToken"]
        self.kinds = {kind: root.find(kind) for kind in ("ModelExchange", "CoSimulation")}
        self.identifier = next(k for k in self.kinds.values() if k is not None).attrib["modelIdentifier"]
        self.variables, self.wholes = [], []
        for index, element in enumerate(root.find("ModelVariables"), 1):
            kind = element[0] if self.version == 2 else element
            self.wholes.append(Variable(element, kind, int(element.attrib["valueReference"]), index))
            self.variables += elements(self.wholes[-1])
        self.by_name = {v.name: v for v in self.variables}
        for v in self.variables:
            for alias in v.aliases:
                self.by_name[alias] = v
        structure = root.find("ModelStructure")
        key = {}
        for v in self.variables:
            key.setdefault(v.index if self.version == 2 else v.reference, []).append(v)
        if self.version == 2:
            parts = {n: structure.find(n) for n in ("Outputs", "Derivatives", "InitialUnknowns")}
            lists = [list(part) if part is not None else [] for part in parts.values()]
            self.indicators = int(root.attrib["numberOfEventIndicators"])
        else:
            names = ("Output", "ContinuousStateDerivative", "InitialUnknown")
            lists = [structure.findall(name) for name in names]
            self.indicators = len(structure.findall("EventIndicator"))
        self.kinds_of = {}

        def unknowns(part):
            attribute = "index" if self.version == 2 else "valueReference"
            result = {}
            for e in part:
                knowns = [key[int(k)] for k in e.attrib["dependencies"].split()]
                kinds = e.attrib.get("dependenciesKind", "dependent " * len(knowns)).split()
                for u in key[int(e.attrib[attribute])]:
                    result[u] = [v for known in knowns for v in known]
                    if part is not lists[2]:
                        self.kinds_of[u] = {v: kind for known, kind in zip(knowns, kinds) for v in known}
            return result

        self.outputs, self.derivatives, self.initial_unknowns = map(unknowns, lists)
        self.states = [key[int(v.derivative)][v.place] for v in self.derivatives]
        self.units = root.find("UnitDefinitions")

    def where(self, **wanted):
        return [v for v in self.variables if all(getattr(v, k) == x for k, x in wanted.items())]


class Callbacks2(c.Structure):
    LOGGER = c.CFUNCTYPE(None, c.c_void_p, c.c_char_p, c.c_int, c.c_char_p, c.c_char_p, c.c_char_p)
    _fields_ = [(n, c.c_void_p) for n in ("logger", "allocate", "free", "finished", "environment")]


class EventInfo2(c.Structure):
    _fields_ = [(n, c.c_int) for n in ("needed", "terminate", "nominals", "values", "defined")] + [("next", c.c_double)]


LOGGER3 = c.CFUNCTYPE(None, c.c_void_p, c.c_int, c.c_char_p, c.c_char_p)
UPDATE3 = c.CFUNCTYPE(
    None, c.c_void_p, c.c_double, c.c_bool, c.c_bool, c.c_bool, c.c_bool, c.POINTER(c.c_bool), c.POINTER(c.c_double)
)


class Fmu:
    """An unpacked FMU with its library."""

    def __init__(self, path, folder):
        folder = self.folder = pathlib.Path(folder)
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder)
        self.description = Description((folder / "modelDescription.xml").read_text(encoding="utf-8"))
        platform = "linux64" if self.description.version == 2 else "x86_64-linux"
        self.library = c.CDLL(str(folder / "binaries" / platform / f"{self.description.identifier}.so"))

    def instance(self, kind, **options):
        return Instance(self, kind, **options)


class Instance:
    """One instance; `kind` is me or cs. Of co-simulation in FMI 3.0: whether event mode is used, steps may end early,
    and a function(time) that is called at steps inside, whose result says whether to return early."""

    TYPES = {"Real": c.c_double, "Float64": c.c_double, "Integer": c.c_int, "Int32": c.c_int32, "Boolean": c.c_int}
    FUNCTIONS = {"Enumeration": {2: "Integer", 3: "Int64"}}

    def __init__(self, fmu, kind, events=False, early=False, update=None):
        self.events, self.early = events, False
        self.fmu, self.kind, self.messages, self.terminated = fmu, kind, [], False
        d = self.description = fmu.description
        self.version = d.version
        self.prefix = f"fmi{d.version}"
        name, token = b"instance", d.token.encode()
        resources = (fmu.folder / "resources").resolve()
        place = str(resources).encode() + b"/"
        if d.version == 2:
            self.logger = Callbacks2.LOGGER(lambda e, i, status, category, f, text: self.messages.append(text.decode()))
            self.callbacks = Callbacks2(c.cast(self.logger, c.c_void_p).value, None, None, None, None)
            self.handle = self.function("Instantiate", c.c_void_p)(
                name, int(kind == "cs"), token, resources.as_uri().encode(), c.byref(self.callbacks), 0, 0
            )
        else:
            self.logger = LOGGER3(lambda e, status, category, text: self.messages.append(text.decode()))
            none, no = c.c_void_p(), c.c_bool(False)
            if kind == "me":
                make = self.function("InstantiateModelExchange", c.c_void_p)
                self.handle = make(name, token, place, no, no, none, self.logger)
            else:
                make = self.function("InstantiateCoSimulation", c.c_void_p)
                empty = c.c_size_t(0)
                modes = c.c_bool(events), c.c_bool(early)

                def pause(environment, time, set_asked, get_allowed, finished, can_return, wanted, until):
                    wanted[0] = bool(update(time))
                    until[0] = time

                self.update = UPDATE3(pause) if update else none
                self.handle = make(name, token, place, no, no, *modes, none, empty, none, self.logger, self.update)
        if not self.handle:
            raise Failed("Instantiate", self.messages)
        self.handle = c.c_void_p(self.handle)

    def function(self, name, result=c.c_int):
        found = getattr(self.fmu.library, self.prefix + name)
        found.restype = result
        return found

    def call(self, name, *arguments):
        status = self.function(name)(self.handle, *arguments)
        if status != 0:
            raise Failed(name, status, self.messages[-1:])

    def free(self):
        self.function("FreeInstance", None)(self.handle)

    # ---- values
    def _type(self, v):
        function = self.FUNCTIONS.get(v.kind, {}).get(self.version, v.kind)
        type_ = {"Int64": c.c_int64}.get(function) or self.TYPES[function]
        return function, c.c_bool if self.version == 3 and v.kind == "Boolean" else type_

    def get(self, *variables):
        result = []
        for v in variables:
            v = self.description.by_name[v] if isinstance(v, str) else v
            result.append(self.whole(v)[v.place])
        return result

    def whole(self, v):
        """The values of all elements of an array, of a scalar one."""
        reference, one, count = c.c_uint(v.reference), c.c_size_t(1), c.c_size_t(v.count)
        if v.kind == "String":
            texts = (c.c_char_p * v.count)()
            self.call("GetString", c.byref(reference), one, texts, *(() if self.version == 2 else (count,)))
            return [text.decode() for text in texts]
        function, type_ = self._type(v)
        values = (type_ * v.count)()
        self.call("Get" + function, c.byref(reference), one, values, *(() if self.version == 2 else (count,)))
        return [float(value) for value in values]

    def get_text(self, v):
        return self.whole(v)[v.place]

    def set(self, v, value):
        v = self.description.by_name[v] if isinstance(v, str) else v
        all_ = self.whole(v) if v.sizes else [value]
        all_[v.place] = value
        if v.kind == "String":
            function, values = "String", (c.c_char_p * v.count)(*(text.encode() for text in all_))
        else:
            function, type_ = self._type(v)
            values = (type_ * v.count)(*(x if type_ is c.c_double else int(x) for x in all_))
        reference, one, count = c.c_uint(v.reference), c.c_size_t(1), c.c_size_t(v.count)
        self.call("Set" + function, c.byref(reference), one, values, *(() if self.version == 2 else (count,)))

    # ---- initialisation
    def enter_initialization(self, start=0.0):
        if self.version == 2:
            self.call("SetupExperiment", 0, c.c_double(0), c.c_double(start), 0, c.c_double(0))
            self.call("EnterInitializationMode")
        else:
            no, zero = c.c_bool(False), c.c_double(0)
            self.call("EnterInitializationMode", no, zero, c.c_double(start), no, zero)

    def initialize(self, start=0.0, **values):
        for name, value in values.items():
            self.set(name, value)
        self.enter_initialization(start)
        self.call("ExitInitializationMode")
        self.time = start
        if self.kind == "me":
            self.next = self.update_discrete()
            self.call("EnterContinuousTimeMode")
        elif self.events:
            self.next = self.update_discrete()
            self.call("EnterStepMode")

    def update_discrete(self):
        """The next time event, or infinity."""
        if self.version == 2:
            info = EventInfo2(needed=1)
            while info.needed:
                self.call("NewDiscreteStates", c.byref(info))
                self.terminated |= bool(info.terminate)
                self.restart = bool(info.values)
            return info.next if info.defined else math.inf
        flags = [c.c_bool(True) for _ in range(5)]
        following = c.c_double()
        while flags[0].value:
            self.call("UpdateDiscreteStates", *map(c.byref, flags), c.byref(following))
            self.terminated |= flags[1].value
            self.restart = flags[3].value
        return following.value if flags[4].value else math.inf

    # ---- model exchange
    def vector(self, name, n):
        values = (c.c_double * max(1, n))()
        self.call(name, values, c.c_size_t(n))
        return list(values[:n])

    def states(self):
        return self.vector("GetContinuousStates", len(self.description.states))

    def derivatives(self):
        name = "GetDerivatives" if self.version == 2 else "GetContinuousStateDerivatives"
        return self.vector(name, len(self.description.states))

    def indicators(self):
        return self.vector("GetEventIndicators", self.description.indicators)

    def move_to(self, time, x):
        self.call("SetTime", c.c_double(time))
        if x:
            self.call("SetContinuousStates", (c.c_double * len(x))(*x), c.c_size_t(len(x)))

    def _runge_kutta(self, time, x, h):
        def rate(t, y):
            self.move_to(t, y)
            return self.derivatives()

        k1 = rate(time, x)
        k2 = rate(time + h / 2, [a + h / 2 * b for a, b in zip(x, k1)])
        k3 = rate(time + h / 2, [a + h / 2 * b for a, b in zip(x, k2)])
        k4 = rate(time + h, [a + h * b for a, b in zip(x, k3)])
        return [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(x, k1, k2, k3, k4)]

    def _completed(self):
        if self.version == 2:
            event, stop = c.c_int(), c.c_int()
            self.call("CompletedIntegratorStep", 1, c.byref(event), c.byref(stop))
        else:
            event, stop = c.c_bool(), c.c_bool()
            self.call("CompletedIntegratorStep", c.c_bool(True), c.byref(event), c.byref(stop))
        return bool(event.value)

    def integrate(self, end, step):
        """The classical Runge-Kutta method; events are located by bisection."""
        while self.time < end - 1e-12 and not self.terminated:
            limit = min(end, self.next, self.time + step)
            x, before = self.states(), self.indicators()
            h, event = limit - self.time, limit >= self.next
            y = self._runge_kutta(self.time, x, h)

            def crossed(t, values):
                self.move_to(t, values)
                return any((a > 0) != (b > 0) for a, b in zip(before, self.indicators()))

            if crossed(self.time + h, y):
                low, high, event = 0.0, h, True
                while high - low > 1e-13 * max(1.0, abs(self.time)):
                    middle = (low + high) / 2
                    if crossed(self.time + middle, self._runge_kutta(self.time, x, middle)):
                        high = middle
                    else:
                        low = middle
                h = high
                y = self._runge_kutta(self.time, x, h)
            self.time = limit if h == limit - self.time else self.time + h
            self.move_to(self.time, y)
            if self._completed() or event:
                self.call("EnterEventMode")
                self.next = self.update_discrete()
                self.call("EnterContinuousTimeMode")

    # ---- co-simulation
    def step(self, h):
        if self.version == 2:
            self.call("DoStep", c.c_double(self.time), c.c_double(h), 1)
        else:
            event, terminate, early = c.c_bool(), c.c_bool(), c.c_bool()
            last = c.c_double()
            arguments = map(c.byref, (event, terminate, early, last))
            self.call("DoStep", c.c_double(self.time), c.c_double(h), c.c_bool(True), *arguments)
            self.terminated, self.early, self.at_event = terminate.value, early.value, event.value
            if self.early:
                self.time = last.value
                return
        self.time += h

    # ---- copies
    def state(self):
        state, size = c.c_void_p(), c.c_size_t()
        name = "FMUstate" if self.version == 2 else "FMUState"
        self.call("Get" + name, c.byref(state))
        self.call("Serialized" + name + "Size", state, c.byref(size))
        room = (c.c_char * size.value)()
        self.call("Serialize" + name, state, room, size)
        self.call("Free" + name, c.byref(state))
        return bytes(room)

    def restore(self, saved, time):
        state = c.c_void_p()
        name = "FMUstate" if self.version == 2 else "FMUState"
        self.call("DeSerialize" + name if self.version == 2 else "Deserialize" + name, saved, c.c_size_t(len(saved)), c.byref(state))
        self.call("Set" + name, state)
        self.call("Free" + name, c.byref(state))
        self.time = time

    # ---- derivatives
    def _elements(self, variables, values=None):
        """References of the wholes that the variables belong to, the values in these, and where those of the variables are."""
        begin, references, total = {}, [], 0
        for v in variables:
            if v.reference not in begin:
                begin[v.reference] = total
                references.append(v.reference)
                total += v.count
        numbers = (c.c_double * total)()
        places = [begin[v.reference] + v.place for v in variables]
        for place, value in zip(places, values or []):
            numbers[place] += value
        return (c.c_uint * len(references))(*references), c.c_size_t(len(references)), numbers, c.c_size_t(total), places

    def directional(self, unknowns, knowns, seed):
        us, nu, result, ns, places = self._elements(unknowns)
        ks, nk, given, ng, _ = self._elements(knowns, seed)
        if self.version == 2:
            self.call("GetDirectionalDerivative", us, nu, ks, nk, given, result)
        else:
            self.call("GetDirectionalDerivative", us, nu, ks, nk, given, ng, result, ns)
        return [result[place] for place in places]

    def adjoint(self, unknowns, knowns, seed):
        """The derivatives of the sum of the unknowns, weighted by the seed, by the knowns; FMI 3.0."""
        us, nu, given, ng, _ = self._elements(unknowns, seed)
        ks, nk, result, ns, places = self._elements(knowns)
        self.call("GetAdjointDerivative", us, nu, ks, nk, given, ng, result, ns)
        return [result[place] for place in places]

    def element_dependencies(self, v):
        """{element of v: {(reference, element)}} as the FMU tells while it runs; elements count from 1."""
        count = c.c_size_t()
        self.call("GetNumberOfVariableDependencies", c.c_uint(v.reference), c.byref(count))
        n = count.value
        of, elements_, kinds = (c.c_size_t * n)(), (c.c_size_t * n)(), (c.c_int * n)()
        knowns = (c.c_uint * n)()
        self.call("GetVariableDependencies", c.c_uint(v.reference), of, knowns, elements_, kinds, count)
        result = {}
        for element, known, place in zip(of, knowns, elements_):
            result.setdefault(element, set()).add((known, place))
        return result
