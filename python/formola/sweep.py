"""Many runs of one model."""

import ctypes
import dataclasses
import itertools
import sys
import typing

import numpy

from . import _library
from ._library import lib
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


def run_sweep(model, values, workers, together, fixed, inputs, options):
    """All runs by the engine of the library."""
    values = {name: list(each) for name, each in values.items()}
    if together:
        lengths = {len(each) for each in values.values()}
        if len(lengths) > 1:
            raise UsageError(f"list: there are {min(lengths)} and {max(lengths)} values")
        cases = [dict(zip(values, each)) for each in zip(*values.values())]
    else:
        cases = grid(values)
    if not cases:
        return Sweep(values, [], together)
    calls = [Call(model, {**(fixed or {}), **each}, inputs) for each in cases]
    progress = options.pop("progress", False)
    data = calls[0].options(progress=progress, **options)
    handles = (ctypes.c_void_p*len(calls))(*[call.handle for call in calls])
    statuses = (ctypes.c_int*len(calls))()
    with interruptible(calls):
        whole = lib.formola_runs_simulate(handles, len(calls), ctypes.byref(data), workers, statuses)
    if progress is True:
        sys.stderr.write("\r\033[K")
    for call in calls:
        if call.thrown:
            raise call.thrown[0]
    if whole not in (_library.OK, _library.CANCELLED):
        calls[0].check(whole)
    return Sweep(values, [_case(call, each, status) for call, each, status in zip(calls, cases, statuses)], together)


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
        import xarray

        good = [case for case in self.cases if case.error is None]
        if not good:
            raise FormolaError("no run of the sweep succeeded")
        if times is None:
            times = numpy.unique(numpy.asarray(good[0].result.time))
        if names is None:
            names = good[0].result.names
        shape = self._shape + [len(times)]
        axes = ["case"] if self._together else list(self.values)
        missing = numpy.full(len(times), numpy.nan)
        data = {}
        for name in names:
            rows = [case.result(name, times) if case.error is None else missing for case in self.cases]
            data[name] = (axes + ["time"], numpy.array(rows).reshape(shape))
        coordinates = {name: ("case", each) if self._together else each for name, each in self.values.items()}
        return xarray.Dataset(data, coords={**coordinates, "time": times})
