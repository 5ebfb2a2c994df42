"""Parameters that are searched for: fits to measurements, and optima."""

import ctypes
import dataclasses
import html
import json
import math
import typing

import numpy

from . import _library
from ._checks import Named, bound, count, encoded, listed, number, pairs
from ._library import lib, text
from .errors import SimulationError, UsageError
from .run import Call, interruptible

_DOUBLES = ctypes.POINTER(ctypes.c_double)


@dataclasses.dataclass(frozen=True)
class FittedParameter:
    """What a fit found; `interval` and `standard_error` are None where the measurements do not determine it."""

    name: str
    start: float
    value: float
    standard_error: typing.Optional[float]
    interval: typing.Optional[typing.Tuple[float, float]]
    at_bound: bool


class Fit:
    """What came of a calibration.

        fit["load.J"]            # the fitted value
        fit.parameters           # with standard errors and confidence intervals
        fit.not_told_apart       # groups of names of which only a combination is determined
        fit.unexplained          # signals of which more is left than noise: another minimum, or another model
        fit.unused_times         # how many measured times lie outside of the run
        m.simulate(set=fit.values)
    """

    def __init__(self, data):
        self.data = data
        self.converged: bool = data["converged"]
        self.iterations: int = data["iterations"]
        self.runs: int = data["runs"]
        self.exact: bool = data["jacobian"] == "exact"
        self.not_told_apart: typing.List[typing.List[str]] = data["not_told_apart"]
        self.parameters: typing.List[FittedParameter] = []
        for p in data["parameters"]:
            low, high = p["confidence_interval"]
            self.parameters.append(FittedParameter(p["name"], p["start"], p["value"], p["standard_error"],
                                                   None if low is None or high is None else (low, high), p["at_bound"]))
        self.values: typing.Dict[str, float] = Named((p.name, p.value) for p in self.parameters)
        self.unexplained: typing.List[str] = [s["name"] for s in data["signals"] if s["unexplained"]]
        self.unused_times: int = data["unused_times"]
        self.deviations: typing.Dict[str, float] = {s["name"]: s["deviation"] for s in data["signals"]}

    def __getitem__(self, name) -> float:
        return self.values[name]

    @property
    def correlation(self) -> numpy.ndarray:
        """Of the parameters, in their order; NaN where they are not determined."""
        return numpy.array([[math.nan if v is None else v for v in row] for row in self.data["correlation"]])

    def _rows(self):
        for p in self.parameters:
            if p.interval:
                yield p.name, f"{p.start:.6g}", f"{p.value:.6g}", f"{p.interval[0]:.6g} to {p.interval[1]:.6g}"
            else:
                yield p.name, f"{p.start:.6g}", f"{p.value:.6g}", "held by its bound" if p.at_bound else "not determined"

    def __repr__(self):
        return "<formola.Fit: " + ", ".join(f"{name} = {value:.6g}" for name, value in self.values.items()) + self._outside() + ">"

    def _outside(self):
        return f"; {self.unused_times} measured times lie outside of the run" if self.unused_times else ""

    def _repr_html_(self):
        level = f"{100*self.data['confidence_level']:.4g} % confidence interval"
        head = "".join(f"<th>{each}</th>" for each in ("parameter", "start", "fitted", level))
        rows = "".join("<tr>" + "".join(f"<td>{html.escape(each)}</td>" for each in row) + "</tr>" for row in self._rows())
        outside = f"<p>{self._outside()[2:]}</p>" if self.unused_times else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{outside}"


def series(measured) -> typing.List[typing.Tuple[str, numpy.ndarray, numpy.ndarray]]:
    """Names, times and values of measurements in their several forms."""
    found = []
    for name, each in pairs(measured, "measurements"):
        if hasattr(each, "index") and hasattr(each, "to_numpy"):
            each = (each.index, each.to_numpy())
        if not isinstance(each, (tuple, list)) or len(each) != 2:
            raise UsageError(f"{name}: give measurements as a pair (times, values), or as what has an index and values (a Series of pandas)")
        try:
            times, values = (numpy.asarray(part, dtype=float) for part in each)
        except (TypeError, ValueError) as error:
            raise UsageError(f"{name}: times and values are numbers: {error}") from None
        if times.shape != values.shape or times.ndim != 1:
            raise UsageError(f"{name}: there are not as many values as times")
        if not numpy.isfinite(times).all():
            raise UsageError(f"{name}: a time is not finite")
        if numpy.isinf(values).any():
            raise UsageError(f"{name}: the value at time {times[numpy.isinf(values)][0]:g} is infinite (NaN is what was not measured)")
        found.append((name, times, values))
    return found


def bounds(over):
    """Names, lower and upper bounds; NaN: those of the model."""
    names, low, high = [], [], []
    for name, pair in over.items() if hasattr(over, "items") else [(name, None) for name in listed(over)]:
        if pair is None:
            pair = (None, None)
        if not isinstance(pair, (tuple, list, numpy.ndarray)) or len(pair) != 2:
            raise UsageError(f"{name}: bounds are a pair (low, high), each a number or None, not {pair!r}")
        names.append(name)
        low.append(bound(pair[0], name))
        high.append(bound(pair[1], name))
    return names, numpy.array(low), numpy.array(high)


def texts(names):
    """An array of C strings."""
    return (ctypes.c_char_p*max(len(names), 1))(*[encoded(name) for name in names])


def ask(call, function, stop, options, data):
    """A question to the library whose answer is JSON."""
    answer = ctypes.c_char_p()
    run_options = call.options(stop=stop, **options)
    with interruptible([call]):
        status = function(call.handle, ctypes.byref(run_options), ctypes.byref(data), ctypes.byref(answer))
    found = json.loads(text(answer.value)) if answer.value else None
    if status == _library.SIMULATION_FAILED and found is not None:
        raise SimulationError(text(lib.formola_run_message(call.handle)), found)
    call.check(status)
    return found


def table(measured):
    """Measured signals at all of their times; NaN where one was not measured. What was measured several times at one time
    has several rows."""
    signals = series(measured)
    most: typing.Dict[float, int] = {}
    for _name, at, _each in signals:
        for time, times_measured in zip(*numpy.unique(at, return_counts=True)):
            most[time] = max(most.get(time, 0), times_measured)
    times = numpy.repeat(sorted(most), [most[time] for time in sorted(most)]) if most else numpy.empty(0)
    values = numpy.full((len(signals), times.size), numpy.nan)
    for row, (_name, at, each) in zip(values, signals):
        order = numpy.argsort(at, kind="stable")
        sorted_times = at[order]
        row[numpy.searchsorted(times, sorted_times) + numpy.arange(at.size) - numpy.searchsorted(sorted_times, sorted_times)] = each[order]
    return signals, times, values


def run_calibration(model, measured, over, confidence, iterations, fixed, inputs, stop, options):
    signals, times, values = table(measured)
    names, low, high = bounds(over)
    call = Call(model, fixed, inputs)
    data = _library.CalibrationData(
        over=texts(names), lower=low.ctypes.data_as(_DOUBLES), upper=high.ctypes.data_as(_DOUBLES), over_count=len(names),
        times=times.ctypes.data_as(_DOUBLES), time_count=times.size, signals=texts([each[0] for each in signals]),
        values=values.ctypes.data_as(_DOUBLES), signal_count=len(signals), confidence=number(confidence, "confidence"), iterations=count(iterations, "iterations"))
    return Fit(ask(call, lib.formola_run_calibrate, stop, options, data))


class Optimum:
    """What came of an optimisation: opt["controller.k"], opt.values, opt.before, opt.after."""

    def __init__(self, data):
        self.data = data
        self.converged: bool = data["converged"]
        self.before: float = data["before"]
        self.after: float = data["after"]
        self.runs: int = data["runs"]
        self.exact: bool = data["gradients"] == "exact"
        self.values: typing.Dict[str, float] = Named((p["name"], p["value"]) for p in data["parameters"])

    def __getitem__(self, name) -> float:
        return self.values[name]

    def __repr__(self):
        found = ", ".join(f"{name} = {value:.6g}" for name, value in self.values.items())
        return f"<formola.Optimum: {found}; {self.data['objective']} = {self.after:.6g}, was {self.before:.6g}>"

    def _repr_html_(self):
        rows = "".join(f"<tr><td>{html.escape(p['name'])}</td><td>{p['start']:.6g}</td><td>{p['value']:.6g}</td></tr>"
                       for p in self.data["parameters"])
        rows += f"<tr><td>{html.escape(self.data['objective'])}</td><td>{self.before:.6g}</td><td>{self.after:.6g}</td></tr>"
        return f"<table><thead><tr><th></th><th>before</th><th>after</th></tr></thead><tbody>{rows}</tbody></table>"


def run_optimization(model, objective, over, maximize, subject_to, evaluations, fixed, inputs, stop, options):
    names, low, high = bounds(over)
    conditions = listed(subject_to)
    call = Call(model, fixed, inputs)
    data = _library.OptimizationData(
        over=texts(names), lower=low.ctypes.data_as(_DOUBLES), upper=high.ctypes.data_as(_DOUBLES), over_count=len(names),
        objective=encoded(objective, "the objective"), maximize=int(maximize), constraints=texts(conditions),
        constraint_count=len(conditions), evaluations=count(evaluations, "evaluations"))
    return Optimum(ask(call, lib.formola_run_optimize, stop, options, data))


class Gradient:
    """The derivatives of a number by parameters: g["load.J"], g.values (an array in the order of `over`), g.value."""

    def __init__(self, data, over):
        self.data = data
        self.over = over
        self.value: float = data["value"]
        self.values = numpy.array([data["gradient"][name] for name in over])

    def __getitem__(self, name) -> float:
        return Named(self.data["gradient"])[name]

    def __len__(self):
        return len(self.over)

    def __repr__(self):
        return f"<formola.Gradient: {len(self.over)} derivatives of {self.data['objective'] or 'the sum of squares'} = {self.value:.6g}>"

    def _repr_html_(self):
        rows = "".join(f"<tr><td>{html.escape(name)}</td><td>{self[name]:.6g}</td></tr>" for name in self.over)
        return f"<table><thead><tr><th>parameter</th><th>derivative</th></tr></thead><tbody>{rows}</tbody></table>"


def run_gradient(model, objective, over, forward, most_bytes, fixed, inputs, stop, options):
    names = listed(over)
    expression = objective if isinstance(objective, str) else None
    signals, times, values = table({} if expression is not None else objective)
    call = Call(model, fixed, inputs)
    data = _library.GradientData(
        objective=None if expression is None else expression.encode(), over=texts(names), over_count=len(names),
        times=times.ctypes.data_as(_DOUBLES), time_count=times.size, signals=texts([each[0] for each in signals]),
        values=values.ctypes.data_as(_DOUBLES), signal_count=len(signals), forward=int(forward), most_bytes=int(most_bytes))
    return Gradient(ask(call, lib.formola_run_gradient, stop, options, data), names)
