"""Runs: what is set for them, and stepping by hand."""

import contextlib
import ctypes
import math
import os
import signal
import sys
import threading
import typing

import numpy

from . import _library
from ._checks import count, encoded, listed, number, pairs, unknown
from ._library import lib, text
from .errors import UnknownName, UsageError
from .linear import Linear
from .result import Result

_DOUBLES = ctypes.POINTER(ctypes.c_double)


class Table:
    """Values of an input at times: linear between them, or `hold`: the value at the time before."""

    def __init__(self, times, values, hold: bool = False):
        self.times = numpy.ascontiguousarray(times, dtype=float)
        self.values = numpy.ascontiguousarray(values, dtype=float)
        if self.times.ndim != 1 or self.times.shape != self.values.shape:
            raise UsageError("a table needs as many values as times")
        self.hold = hold


def modelica(value) -> str:
    """A Python value as Modelica text."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, (bool, numpy.bool_)):
        return "true" if value else "false"
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return "{" + ", ".join(modelica(element) for element in value) + "}"
    return repr(value)


class Call:
    """A run of the library with what was set for it."""

    def __init__(self, model, values=None, inputs=None):
        handle = lib.formola_run_new(model._handle)
        if not handle:
            raise MemoryError
        self.model = model
        self.handle = handle
        self.result = Result(handle, model)
        self.thrown: typing.List[BaseException] = []
        self.callbacks: typing.Dict[str, typing.Any] = {}  # kept as long as the library may call them
        self.result._callbacks = self.callbacks
        for name, value in pairs(values, "set"):
            self.result._check(self.assign(name, value))
        if isinstance(inputs, (str, os.PathLike)):
            self.result._check(lib.formola_run_set_input_file(handle, os.fsencode(inputs)))
        else:
            for name, value in pairs(inputs, "inputs"):
                self.drive(name, value)

    def assign(self, name, value):
        if isinstance(value, (bool, int, float, numpy.number, numpy.bool_)) or getattr(value, "ndim", None) == 0:
            return lib.formola_run_set(self.handle, encoded(name), float(value))
        if not isinstance(value, (str, list, tuple)) and not hasattr(value, "tolist"):
            raise UsageError(f"{name} cannot be {value!r}: give a number, a truth value, a text or a list of them")
        variable = self.model.variables.get(name)
        # a literal of an enumeration: E.b
        literal = isinstance(value, str) and variable is not None and variable.type == "enumeration"
        return lib.formola_run_set_text(self.handle, encoded(name), (value if literal else modelica(value)).encode())

    def drive(self, name, value):
        """An input: a number, a function, a table, or what has an index (a Series of pandas)."""
        variable = self.model.variables.get(name)
        if variable is None or variable.causality != "input":
            known = [each for each, v in self.model.variables.items() if v.causality == "input"]
            what = unknown(known, name, "input") if variable is None else f"{name} is no input of the model"
            raise UnknownName(f"{what}; the inputs of the model: {', '.join(known) or 'none'}")
        if callable(value):
            callback = _library.Input(self._guarded(name, value))
            self.callbacks[name] = callback
            status = lib.formola_run_set_input_function(self.handle, name.encode(), callback, None)
        elif not isinstance(value, (Table, tuple, list)) and numpy.ndim(value) == 0:
            status = lib.formola_run_set(self.handle, name.encode(), number(value, f"input {name}"))
        else:
            if hasattr(value, "index") and hasattr(value, "to_numpy"):
                value = Table(value.index, value.to_numpy())
            elif not isinstance(value, Table):
                if len(value) != 2:
                    raise UsageError(f"input {name}: give a number, a function of the time, a pair (times, values), or a Table")
                value = Table(*value)
            hold = value.hold or variable.type is not float
            status = lib.formola_run_set_input_table(
                self.handle, name.encode(), value.times.size, value.times.ctypes.data_as(_DOUBLES),
                value.values.ctypes.data_as(_DOUBLES), _library.HOLD if hold else _library.LINEAR)
        self.result._check(status)

    def _guarded(self, name, function):
        def call(_context, time, value):
            try:
                given = function(time)
                try:
                    value[0] = given
                except (TypeError, ValueError):
                    raise UsageError(f"input {name}: the function gave {given!r} at time {time:g}, which is no number") from None
                if not math.isfinite(value[0]):
                    raise UsageError(f"input {name}: the function gave {given!r} at time {time:g}")
            except BaseException as error:  # of the user's function, or an interrupt
                self.thrown.append(error)
                return 1
            return 0

        return call

    def options(self, counting=False, method=None, start=None, stop=None, tolerance=None, step=None, intervals=None, filter=None,
                progress=False):
        def report(_context, time, begin, end):
            try:
                _show(progress, time, begin, end, counting)
            except BaseException as error:  # of the user's function, or an interrupt
                self.thrown.append(error)
                return 1
            return 0

        if step is not None and not number(step, "step") > 0:
            raise UsageError(f"step is {step}; a fixed step is longer than 0")
        numbers = [None if value is None else ctypes.pointer(ctypes.c_double(number(value, what)))
                   for value, what in ((start, "start"), (stop, "stop"), (tolerance, "tolerance"))]
        # Always asked for: between two calls Python sees signals.
        self.callbacks[""] = _library.Progress(report)
        return _library.RunOptions(
            method=encoded(method, "method") if method else None, start=numbers[0], stop=numbers[1], tolerance=numbers[2],
            step=0.0 if step is None else number(step, "step"), intervals=0 if intervals is None else count(intervals, "intervals"),
            filter=encoded(filter, "filter") if filter else None, progress=self.callbacks[""])

    def run(self, function, progress=False, **options):
        with interruptible([self]):
            status = function(self.handle, ctypes.byref(self.options(progress=progress, **options)))
        if progress is True:
            sys.stderr.write("\r\033[K")
        self.check(status)

    def check(self, status):
        if self.thrown:
            error = self.thrown[0]
            self.thrown.clear()
            raise error
        self.result._check(status)


@contextlib.contextmanager
def interruptible(calls):
    """Ctrl-C cancels the runs: raised in the middle of a callback, KeyboardInterrupt would be lost."""
    if threading.current_thread() is not threading.main_thread() or \
            signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def cancel(_number, _frame):
        calls[0].thrown.append(KeyboardInterrupt())
        for call in calls:
            lib.formola_run_cancel(call.handle)

    signal.signal(signal.SIGINT, cancel)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


class State:
    """A run that is stepped by hand.

        st = m.start()
        st.set(u=1)              # also st.set({"motor.u": 1})
        st.step(1e-3)            # by a length, or st.step(until=2)
        st["x"], st.time
        saved = st.copy()        # goes its own way from here
        st.result                # the rows so far
    """

    def __init__(self, call):
        self._call = call
        self.iterations = 0
        self.drifting: typing.Dict[str, float] = {}

    def _ask(self, function, *arguments):
        """A call of the library that may take long: Ctrl-C ends it."""
        with interruptible([self._call]):
            status = function(self._call.handle, *arguments)
        self._call.check(status)

    @property
    def time(self) -> float:
        return lib.formola_run_time(self._call.handle)

    @property
    def result(self) -> Result:
        """The rows so far: the start, the ends of steps, events. Its arrays hold until the next step."""
        return self._call.result

    def __getitem__(self, name) -> float:
        if name == "time":
            return self.time
        if name not in self._call.model.variables:
            raise UnknownName(unknown(self._call.model.variables, name))
        value = ctypes.c_double()
        self._call.check(lib.formola_run_get(self._call.handle, name.encode(), ctypes.byref(value)))
        return value.value

    def set(self, values=None, /, **more):
        """Inputs of the model from now on: numbers, functions of the time, tables; or other values of states."""
        for name, value in {**(values or {}), **more}.items():
            variable = self._call.model.variables.get(name)
            if variable is None:
                raise UnknownName(unknown(self._call.model.variables, name))
            if variable.is_state:
                self._call.check(lib.formola_run_set_state(self._call.handle, name.encode(), number(value, name)))
            elif variable.causality == "input":
                self._call.drive(name, value)
            else:
                raise UsageError(f"{name} is neither an input nor a state of the model: give it to start(set=...)")

    def step(self, length=None, *, until=None) -> "State":
        """Goes on by a length of time, or until a time."""
        if (length is None) == (until is None):
            raise UsageError("give the length of the step, or until when")
        end = self.time + number(length, "the length of the step") if until is None else number(until, "until")
        if not end >= self.time:
            raise UsageError(f"the state is at t = {self.time:g} and cannot go back to {end:g}; a copy() that was made there can be used")
        self._ask(lib.formola_run_step, end)
        return self

    def copy(self) -> "State":
        """The same state again, which goes its own way; its integrator begins anew."""
        saved = ctypes.c_void_p()
        self._call.check(lib.formola_run_save(self._call.handle, ctypes.byref(saved)))
        try:
            call = Call(self._call.model)
            call.callbacks.update({f"copied {name}": each for name, each in self._call.callbacks.items()})
            call.check(lib.formola_run_restore(call.handle, saved))
        finally:
            lib.formola_state_free(saved)
        return State(call)

    def settle(self) -> "State":
        """Moves on to a steady state: see Model.steady_state."""
        data = _library.SteadyData()
        self._ask(lib.formola_run_steady_state, ctypes.byref(data))
        self.iterations = data.iterations
        self.drifting = {}
        for i in range(data.drifting):
            rate = ctypes.c_double()
            name = text(lib.formola_run_drifting(self._call.handle, i, ctypes.byref(rate)))
            self.drifting[name] = rate.value
        return self

    def linearize(self, inputs=None, outputs=None, step=None) -> Linear:
        """The linear system about this state: see Model.linearize."""
        arguments = []
        for names in (inputs, outputs):
            if names is not None:
                names = listed(names)
            texts = [encoded(name) for name in names or ()]
            arguments += [None if names is None else (ctypes.c_char_p*(len(texts) + 1))(*texts), len(texts)]
        handle = ctypes.c_void_p()
        if step is None:
            self._ask(lib.formola_run_linearize, *arguments, ctypes.byref(handle))
        else:
            self._ask(lib.formola_run_linearize_step, number(step, "step_size"), *arguments, ctypes.byref(handle))
        return Linear(handle)

    def __repr__(self):
        return f"<formola.State of {self._call.model.name} at t = {self.time:g}>"


def _show(progress, time, begin, end, counting):
    if callable(progress):
        progress(time, begin, end)
    elif progress:
        done = (time - begin)/(end - begin) if end > begin else 1.0
        at = f"{time:.0f} of {end:.0f} runs" if counting else f"t = {time:.6g}"
        sys.stderr.write(f"\r{100*done:3.0f} %  {at}\033[K")
        sys.stderr.flush()
