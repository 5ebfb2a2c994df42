"""Many runs of one model."""

import ctypes
import dataclasses
import itertools
import sys
import typing

import numpy

from . import _library
from ._checks import count, encoded, listed, pairs
from ._library import lib
from ._optional import need
from .errors import FormolaError, UsageError
from .run import Call, interruptible


@dataclasses.dataclass(frozen=True)
class Case:
    """One run of a sweep: its values, and either its result or why there is none."""

    values: typing.Dict[str, typing.Any]
    result: typing.Any = None
    error: typing.Optional[FormolaError] = None


def grid(values):
    """All combinations; the last name varies fastest."""
    names = list(values)
    return [dict(zip(names, combination)) for combination in itertools.product(*(list(values[n]) for n in names))]


def _several(name, values):
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise UsageError(f"{name}: give several values, as [0.1, 0.2], not {values!r}")
    found = list(values)
    if not found:
        raise UsageError(f"{name}: there are no values")
    return found


def together(values):
    """The first values of all names, the second ones, and so on."""
    lengths = {len(each) for each in values.values()}
    if len(lengths) > 1:
        raise UsageError(f"list: there are {min(lengths)} and {max(lengths)} values")
    return [dict(zip(values, each)) for each in zip(*values.values())]


def run_sweep(model, values, workers, side_by_side, fixed, inputs, options):
    """All runs by the engine of the library."""
    values = {name: _several(name, each) for name, each in pairs(values, "values")}
    cases = together(values) if side_by_side else grid(values)
    if not cases:
        return Sweep(values, [], side_by_side)
    calls = [Call(model, {**(fixed or {}), **each}, inputs) for each in cases]
    progress = options.pop("progress", False)
    data = calls[0].options(counting=True, progress=progress, **options)
    handles = (ctypes.c_void_p*len(calls))(*[call.handle for call in calls])
    statuses = (ctypes.c_int*len(calls))()
    with interruptible(calls):
        whole = lib.formola_runs_simulate(handles, len(calls), ctypes.byref(data), count(workers, "workers"), statuses)
    if progress is True:
        sys.stderr.write("\r\033[K")
    for call in calls:
        if call.thrown:
            raise call.thrown[0]
    if whole not in (_library.OK, _library.CANCELLED):
        calls[0].check(whole)
    return Sweep(values, [_case(call, each, status) for call, each, status in zip(calls, cases, statuses)], side_by_side)


def _case(call, values, status):
    try:
        call.check(status)
        return Case(values, call.result)
    except FormolaError as error:
        return Case(values, getattr(error, "result", None), error)


class Sweep:
    """The cases of a sweep in the order of its grid."""

    def __init__(self, values, cases, together=False):
        self.values = values
        self.cases = cases
        self._together = together

    @property
    def _shape(self):
        return [len(self.cases)] if self._together else [len(each) for each in self.values.values()]

    def __len__(self):
        return len(self.cases)

    def __repr__(self):
        over = ", ".join(f"{name} ({len(each)})" for name, each in self.values.items())
        return f"<formola.Sweep over {over or 'nothing'}: {len(self)} cases, {len(self.failed)} failed>"

    def _repr_html_(self):
        from . import _display

        return _display.sweep(self)

    def __iter__(self):
        return iter(self.cases)

    def __getitem__(self, index):
        return self.cases[index]

    @property
    def failed(self):
        return [case for case in self.cases if case.error is not None]

    def final(self, name) -> numpy.ndarray:
        """The last value of a variable over the grid; NaN where the run failed."""
        return numpy.array([case.result.final(name) if case.error is None else numpy.nan
                            for case in self.cases]).reshape(self._shape)

    def to_xarray(self, names=None, times=None):
        """A Dataset over the values and the time; needs xarray. `times`: where trajectories are taken, by default the
        rows of the first run without those at events."""
        xarray = need("xarray", "to_xarray()")

        good = [case for case in self.cases if case.error is None]
        if not good:
            raise FormolaError("no run of the sweep succeeded")
        if times is None:
            times = numpy.unique(numpy.asarray(good[0].result.time))
        if names is None:
            names = [name for name in good[0].result.names if name not in self.values]  # those are the coordinates
        shape = self._shape + [len(times)]
        axes = ["case"] if self._together else list(self.values)
        missing = numpy.full(len(times), numpy.nan)
        data = {}
        for name in names:
            rows = [case.result(name, times) if case.error is None else missing for case in self.cases]
            data[name] = (axes + ["time"], numpy.array(rows).reshape(shape))
        coordinates = {name: ("case", each) if self._together else each for name, each in self.values.items()}
        return xarray.Dataset(data, coords={**coordinates, "time": times})


class Ensemble:
    """Last values of many cases: e["x"] is an array over them, NaN where a case failed.

    values: the arrays that were given; errors: reasons by the number of the case; note: why another device worked than was
    asked for, or "".
    """

    def __init__(self, values, variables, finals, errors, note):
        self.values = values
        self.variables = list(variables)
        self.errors = errors
        self.note = note
        self._finals = finals

    def __len__(self):
        return len(self._finals)

    def __getitem__(self, name) -> numpy.ndarray:
        if name not in self.variables:
            raise UsageError(f"'{name}' is not among the variables of the ensemble: {', '.join(self.variables)}")
        return self._finals[:, self.variables.index(name)]

    @property
    def ok(self) -> numpy.ndarray:
        """Which cases have results."""
        return numpy.array([number not in self.errors for number in range(len(self))])

    def quantiles(self, name, probabilities=(0.05, 0.25, 0.5, 0.75, 0.95)) -> numpy.ndarray:
        """Of the cases that have results."""
        return numpy.quantile(self[name][self.ok], probabilities)


def run_ensemble(model, values, variables, device, workers, fixed, inputs, options):
    """All cases by the engine of the library; of each only last values are kept."""
    try:
        values = {name: numpy.ascontiguousarray(each, dtype=float) for name, each in pairs(values, "values")}
    except (TypeError, ValueError) as error:
        raise UsageError(f"an ensemble needs an array of numbers for each name: {error}") from None
    lengths = {each.shape for each in values.values()}
    if len(lengths) != 1 or len(next(iter(lengths))) != 1:
        raise UsageError("an ensemble needs an array of numbers for each name, all of the same length")
    for name, each in values.items():
        if not numpy.isfinite(each).all():
            number = int(numpy.flatnonzero(~numpy.isfinite(each))[0])
            raise UsageError(f"{name} cannot be {each[number]} (case {number})")
    variables = listed(variables)
    if not variables:
        raise UsageError("an ensemble needs the variables whose last values are wanted")
    call = Call(model, fixed, inputs)
    progress = options.pop("progress", False)
    run_options = call.options(counting=True, progress=progress, **options)
    table = numpy.ascontiguousarray(numpy.column_stack(list(values.values())))
    size = table.shape[0]
    finals = numpy.full((size, len(variables)), numpy.nan)
    statuses = (ctypes.c_int*max(size, 1))()
    errors = {}
    failed = _library.CaseFailed(lambda _context, number, reason: errors.__setitem__(number, (reason or b"").decode()))
    data = _library.EnsembleData()
    data.names, data.name_count = (ctypes.c_char_p*len(values))(*[encoded(name) for name in values]), len(values)
    data.values, data.count = table.ctypes.data_as(ctypes.POINTER(ctypes.c_double)), size
    data.variables, data.variable_count = (ctypes.c_char_p*len(variables))(*[encoded(name) for name in variables]), len(variables)
    data.device, data.workers, data.options = encoded(device, "device"), count(workers, "workers"), ctypes.pointer(run_options)
    data.finals, data.statuses = finals.ctypes.data_as(ctypes.POINTER(ctypes.c_double)), statuses
    data.failed = failed
    with interruptible([call]):
        whole = lib.formola_run_ensemble(call.handle, ctypes.byref(data))
    if progress is True:
        sys.stderr.write("\r\033[K")
    if call.thrown:
        raise call.thrown[0]
    if whole not in (_library.OK, _library.CANCELLED):
        call.check(whole)
    for number in range(size):
        if statuses[number] != _library.OK:
            errors.setdefault(number, "cancelled")
    return Ensemble(values, variables, finals, errors, _library.text(lib.formola_run_message(call.handle)))
