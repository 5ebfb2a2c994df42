"""Random state machines, and what they must compute.

A model has signals that count its ticks, variables, and state machines whose states have variables of their own, give values to
variables around them and contain further machines. `Model.run` evaluates it tick by tick from the equations in 17.3 of the
specification alone: what a machine does, then what its states compute, and last the conditions of delayed transitions.
"""

from itertools import count


class Variable:
    def __init__(self, name, start):
        self.name, self.start = name, start
        self.value = self.before = start


class State:
    """A state: its variables with their steps, what it gives to variables around it, the machines in it."""

    def __init__(self, name):
        self.name = name
        self.locals = []  # (variable, step)
        self.given = []  # (variable around it, step)
        self.declared = []  # variables of this level that states inside give values to
        self.passed = []  # variables around it that states inside give values to
        self.machines = []
        self.shown = None  # a variable that shows ticksInState() or timeInState()
        self.around = None
        self.active = self.reset = False

    def path(self):
        return (self.around.path() + "." if self.around else "") + self.name


class Transition:
    def __init__(self, source, target, condition, immediate, reset, synchronize, priority):
        self.source, self.target, self.condition = source, target, condition
        self.immediate, self.reset, self.synchronize, self.priority = immediate, reset, synchronize, priority
        self.holds = False


class Condition:
    """Text, and the same in Python with the present and the previous values."""

    def __init__(self, text, function):
        self.text, self.function = text, function


class Ticks:
    """What ticksInState() and timeInState() are, the time in ticks; alone: as if nothing happened to the states around."""

    def __init__(self, ticks, time, alone):
        self.ticks, self.time, self.alone = ticks, 0 if ticks <= 1 else time, alone


class Machine:
    """The states and outputs of StateMachineSemantics in 17.3.4."""

    def __init__(self):
        self.states, self.transitions, self.around = [], [], None
        self.next, self.delayed, self.waiting = 1, 0, []
        self.ticks, self.entered = 0, 0

    def sort(self):
        self.transitions.sort(key=lambda t: -t.priority)
        self.waiting = [False] * len(self.states)
        self.final = [all(t.source is not s for t in self.transitions) for s in self.states]

    def largest(self, immediate, number, holds):
        found = 0
        for i, t in enumerate(self.transitions, 1):
            if t.immediate == immediate and self.states[number - 1] is t.source and holds(t):
                found = i
        return found

    def target(self, fired, otherwise):
        return self.states.index(self.transitions[fired - 1].target) + 1 if fired > 0 else otherwise

    def without_exit(self, world):
        """The state at this tick if nothing happens to the state around the machine."""
        ticks = Ticks(self.ticks + 1, world.tick - self.entered, True)
        immediate = self.largest(True, self.next, lambda t: self.holds_now(t, world, ticks))
        return self.target(max(self.delayed, immediate), self.next)

    def holds_now(self, t, world, ticks):
        if t.synchronize and not all(m.final[m.without_exit(world) - 1] for m in t.source.machines):
            return False
        return t.condition.function(world, ticks)

    def step(self, world, active, reset, entered):
        """entered: the state around the machine is entered at this tick."""
        fresh = reset or entered
        expected = Ticks(1 if fresh else self.ticks + 1, world.tick - self.entered, False)
        selected = 1 if reset else self.next
        immediate = self.largest(True, selected, lambda t: self.holds_now(t, world, expected))
        fired = max(self.delayed, immediate)
        number = 1 if reset else self.target(fired, selected)
        restart = reset or (fired > 0 and self.transitions[fired - 1].reset)
        self.state = number
        resets = [reset or waiting for waiting in self.waiting]
        self.ticks = 0 if not active else 1 if fresh or fired > 0 else self.ticks + 1
        if self.ticks <= 1:
            self.entered = world.tick
        if active:
            self.next = number
            self.waiting = [number != i and r for i, r in enumerate(resets, 1)]
        for i, s in enumerate(self.states, 1):
            s.active = active and number == i
            s.reset = s.active and (restart or resets[i - 1])
            if s.active:
                self.evaluate(s, world)
            for inner in s.machines:
                inner.step(world, s.active, s.reset, s.active and self.ticks == 1)

    def evaluate(self, s, world):
        if s.reset:
            for v, _ in s.locals:
                v.before = v.start
            for v in s.declared:
                v.before = v.value = v.start
            # what no state gives a value is kept: the start value, after a reset
        for v, step in s.locals + s.given:
            v.value = step(v.before, world)
        if s.shown:
            s.shown.value = self.ticks if s.shown.of == "ticks" else world.tick - self.entered

    def late(self, world):
        """The conditions of delayed transitions, with the values of the tick."""
        def holds(t):
            if t.synchronize and not all(m.final[m.state - 1] for m in t.source.machines):
                return False
            return t.condition.function(world, Ticks(self.ticks, world.tick - self.entered, False))
        self.delayed = self.largest(False, self.next, holds)
        for s in self.states:
            for m in s.machines:
                m.late(world)


class Step:
    """How a variable goes on from its previous value."""

    def __init__(self, random, signals):
        self.factor, self.add, self.modulus = random.choice([1, 1, 3, 5]), random.randint(1, 9), random.choice([7, 19, 31])
        self.signal = random.choice(signals) if random.random() < 0.4 else None

    def text(self, name):
        more = f" + {self.signal.name}" if self.signal else ""
        return f"mod({self.factor}*previous({name}) + {self.add}{more}, {self.modulus})"

    def __call__(self, before, world):
        return (self.factor * before + self.add + (self.signal.at(world.tick) if self.signal else 0)) % self.modulus


class Signal:
    def __init__(self, name, random):
        self.name = name
        self.factor, self.offset, self.modulus = random.randint(1, 12), random.randint(0, 9), random.choice([5, 11, 13])

    def text(self):
        return f"mod({self.factor}*tick + {self.offset}, {self.modulus})"

    def at(self, tick):
        return (self.factor * tick + self.offset) % self.modulus


class Model:
    """world of a tick: tick, from 0."""

    def __init__(self, random):
        self.random, self.names = random, count(1)
        self.signals = [Signal(f"signal{i}", random) for i in range(1, 4)]
        self.variables, self.states, self.declared = [], [], []
        self.tick = -1
        self.machines = self.level(None, 0)
        self.connect_all()
        for m in self.machines + [m for s in self.states for m in s.machines]:
            m.sort()

    # ---- making it

    def variable(self, letter):
        v = Variable(f"{letter}{next(self.names)}", self.random.randint(0, 6))
        self.variables.append(v)
        return v

    def level(self, around, depth):
        machines = []
        for _ in range(self.random.choice([1, 1, 2]) if depth < 2 else 1):
            machine = Machine()
            machine.around = around
            for _ in range(self.random.randint(1 if depth else 2, 4)):
                state = State(f"s{next(self.names)}")
                state.around = around
                machine.states.append(state)
                self.states.append(state)
                for _ in range(self.random.randint(0, 2)):
                    state.locals.append((self.variable("x"), Step(self.random, self.signals)))
                if self.random.random() < 0.4:
                    state.shown = self.variable("n")
                    state.shown.of = self.random.choice(["ticks", "time"])
                    state.shown.value = state.shown.before = state.shown.start = 0
                if depth < 2 and self.random.random() < (0.5 if depth == 0 else 0.25):
                    state.machines = self.level(state, depth + 1)
            machines.append(machine)
        declared = around.declared if around else self.declared
        for _ in range(self.random.randint(1, 2)):
            v = self.variable("v")
            if self.give(v, self.random.choice(machines)):
                declared.append(v)
            else:
                self.variables.remove(v)
        return machines

    def give(self, v, machine):
        """Some states of a machine, or states in them, give the variable values."""
        any_given = False
        for s in machine.states:
            if self.random.random() < 0.4:
                continue
            if s.machines and self.random.random() < 0.6:
                if self.give(v, self.random.choice(s.machines)):
                    s.passed.append(v)
                    any_given = True
                continue
            s.given.append((v, Step(self.random, self.signals)))
            any_given = True
        return any_given

    def connect_all(self):
        def each(machines, around):
            for m in machines:
                self.transitions(m, around)
                for s in m.states:
                    each(s.machines, s)
        each(self.machines, None)

    def transitions(self, machine, around):
        for i, s in enumerate(machine.states):
            last = i + 1 == len(machine.states)
            if last and machine.around and self.random.random() < 0.5:
                continue  # a final state
            for n, priority in enumerate( self.random.sample(range(1, 6), self.random.choice([1, 1, 2, 3]))):
                immediate = self.random.random() < 0.5
                following = machine.states[(i + 1) % len(machine.states)]
                # the first one to the next state, so that all are of one machine
                target = following if n == 0 or self.random.random() < 0.5 else self.random.choice(machine.states)
                machine.transitions.append(Transition(
                    s, target, self.condition(around, immediate, s), immediate, self.random.random() < 0.6,
                    bool(s.machines) and self.random.random() < 0.4, priority))

    def seen(self, around):
        """Variables with their names where a transition stands: below it, and declared around it."""
        prefix = around.path() + "." if around else ""
        for s in self.states:
            if s.path().startswith(prefix) and s is not around:
                for v, _ in s.locals:
                    yield v, s.path()[len(prefix):] + "." + v.name, s
        level = around.declared if around else self.declared
        for v in level:
            yield v, v.name, around

    def condition(self, around, immediate, source):
        kind = self.random.choice(["signal", "signal", "ticks", "time", "variable", "variable", "active", "both"])
        if kind == "both":
            a, b = self.condition(around, immediate, source), self.condition(around, immediate, source)
            if self.random.random() < 0.5:
                return Condition(f"({a.text}) and ({b.text})", lambda w, t: a.function(w, t) and b.function(w, t))
            return Condition(f"({a.text}) or ({b.text})", lambda w, t: a.function(w, t) or b.function(w, t))
        if kind == "ticks":
            least = self.random.randint(1, 6)
            return Condition(f"ticksInState() >= {least}", lambda w, t: t.ticks >= least)
        if kind == "time":
            least = self.random.randint(1, 6)
            return Condition(f"timeInState() >= {least / 10!r}", lambda w, t: t.time >= least)
        if kind == "active" and not immediate:
            prefix = around.path() + "." if around else ""
            state = self.random.choice([s for s in self.states if s.path().startswith(prefix) and s is not around])
            return Condition(f"activeState({state.path()[len(prefix):]})", lambda w, t: state.active)
        choices = list(self.seen(around)) if kind == "variable" else []
        if choices:
            v, name, owner = self.random.choice(choices)
            most = self.random.randint(1, 12)
            if not immediate:
                return Condition(f"{name} > {most}", lambda w, t: v.value > most)
            # declared in the state with the transition: after a reset it is the start value
            resets = owner is around and around is not None
            return Condition(f"previous({name}) > {most}",
                             lambda w, t: (v.start if resets and around.reset and not t.alone else w.earlier[v]) > most)
        signal, most = self.random.choice(self.signals), self.random.randint(1, 9)
        return Condition(f"{signal.name} > {most}", lambda w, t: signal.at(w.tick) > most)

    # ---- running it

    def run(self, ticks):
        """The values of all variables and the active states at each tick."""
        rows = []
        for self.tick in range(ticks):
            self.earlier = {v: v.value for v in self.variables}
            for v in self.variables:
                v.before = v.value
            for m in self.machines:
                m.step(self, True, self.tick == 0, False)
            for m in self.machines:
                m.late(self)
            rows.append(self.row())
        return rows

    def row(self):
        values = {}
        for s in self.states:
            values[s.path() + ".active"] = int(s.active)
            for v, _ in s.locals:
                values[f"{s.path()}.{v.name}"] = v.value
            for v in s.declared:
                values[f"{s.path()}.{v.name}"] = v.value
            if s.shown:
                values[f"{s.path()}.{s.shown.name}"] = s.shown.value * (1 if s.shown.of == "ticks" else 0.1)
        for v in self.declared:
            values[v.name] = v.value
        return values

    # ---- its text

    def text(self, name):
        lines = [f"model {name}", "  inner Integer tick(start = -1);"]
        lines += [f"  inner Integer {s.name};" for s in self.signals]
        lines += [f"  inner Integer {v.name}(start = {v.start});" for v in self.declared]
        lines += self.classes(self.machines, "  ")
        lines += ["equation", "  when Clock(1, 10) then", "    tick = previous(tick) + 1;", "  end when;"]
        lines += [f"  {s.name} = {s.text()};" for s in self.signals]
        lines += self.equations(self.machines, "  ")
        return "\n".join(lines + [f"end {name};", ""])

    def classes(self, machines, indent):
        return [line for m in machines for s in m.states for line in self.state(s, indent)]

    def state(self, s, indent):
        lines = [f"block {s.name.upper()}"]
        lines += [f"  outer Integer {x.name};" for x in self.signals]
        lines += [f"  Integer {v.name}(start = {v.start});" for v, _ in s.locals]
        lines += [f"  inner Integer {v.name}(start = {v.start});" for v in s.declared]
        lines += [f"  outer output Integer {v.name};" for v, _ in s.given]
        lines += [f"  inner outer output Integer {v.name};" for v in s.passed if (v.start + len(s.name)) % 3]
        if s.shown:
            lines += [f"  {'Integer' if s.shown.of == 'ticks' else 'Real'} {s.shown.name};"]
        lines += self.classes(s.machines, "  ")
        as_algorithm = [pair for pair in s.locals + s.given if (pair[1].add + pair[1].factor) % 4 == 0]
        if as_algorithm:
            lines += ["algorithm"] + [f"  {v.name} := {step.text(v.name)};" for v, step in as_algorithm]
        lines += ["equation"]
        lines += [f"  {v.name} = {step.text(v.name)};" for v, step in s.locals + s.given if (v, step) not in as_algorithm]
        if s.shown:
            lines += [f"  {s.shown.name} = {s.shown.of}InState();"]
        lines += self.equations(s.machines, "  ")
        lines += [f"end {s.name.upper()};", f"{s.name.upper()} {s.name};"]
        return [indent + line for line in lines]

    def equations(self, machines, indent):
        lines = []
        for m in machines:
            lines.append(f"initialState({m.states[0].name});")
            for t in m.transitions:
                options = [("immediate", t.immediate, True), ("reset", t.reset, True), ("synchronize", t.synchronize, False)]
                given = [f"{n} = {str(v).lower()}" for n, v, default in options if v != default]
                given += [f"priority = {t.priority}"] if t.priority != 1 else []
                # what has no state around it is not tied to the clock by its signals alone
                condition = t.condition.text if m.around else f"({t.condition.text}) and tick >= 0"
                lines.append(f"transition({', '.join([t.source.name, t.target.name, condition] + given)});")
        return [indent + line for line in lines]
