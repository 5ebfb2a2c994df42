"""Many runs of one model."""

import concurrent.futures
import dataclasses
import itertools
import typing

import numpy

from .errors import FormolaError


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


def run_cases(model, cases, workers, options):
    fixed = options.pop("set", None) or {}

    def run(values):
        try:
            return Case(values, model.simulate(set={**fixed, **values}, **options))
        except FormolaError as error:
            return Case(values, getattr(error, "result", None), error)

    if workers <= 1:
        return [run(values) for values in cases]
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        return list(pool.map(run, cases))


class Sweep:
    """The cases of a sweep in the order of its grid."""

    def __init__(self, values, cases):
        self.values = {name: list(each) for name, each in values.items()}
        self.cases = cases

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
        shape = [len(each) for each in self.values.values()]
        return numpy.array([case.result.final(name) if case.error is None else numpy.nan
                            for case in self.cases]).reshape(shape)

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
        shape = [len(each) for each in self.values.values()] + [len(times)]
        missing = numpy.full(len(times), numpy.nan)
        data = {}
        for name in names:
            rows = [case.result(name, times) if case.error is None else missing for case in self.cases]
            data[name] = (list(self.values) + ["time"], numpy.array(rows).reshape(shape))
        return xarray.Dataset(data, coords={**self.values, "time": times})
