"""Residuals for fits of parameters."""

import typing

import numpy

from .errors import SimulationError, UsageError


class Residuals:
    """f(p): run minus measurement, all signals one after the other; f.jac(p): derivatives by the parameters.

    f.start are the values of the parameters in the model. The derivatives are the sensitivities of the run or, where these are
    not there (state events, delays), central differences of runs.
    """

    def __init__(self, model, measured, over, options):
        self._model = model
        self.over = [over] if isinstance(over, str) else list(over)
        self._options = dict(options)
        self._set = dict(self._options.pop("set", None) or {})
        self._signals: typing.List[typing.Tuple[str, numpy.ndarray, numpy.ndarray]] = []
        for name, series in measured.items():
            if hasattr(series, "index") and hasattr(series, "to_numpy"):
                series = (series.index, series.to_numpy())
            times, values = (numpy.asarray(each, dtype=float) for each in series)
            if times.shape != values.shape or times.ndim != 1:
                raise UsageError(f"{name}: there are not as many values as times")
            if name not in model.variables:
                raise UsageError(f"there is no variable '{name}'")
            self._signals.append((name, times, values))
        for name in self.over:
            if name not in model.variables or model.variables[name].value is None:
                raise UsageError(f"'{name}' is no parameter with a value")
        self.start = numpy.array([self._set.get(name, model.variables[name].value) for name in self.over])

    def _values(self, p):
        return {**self._set, **dict(zip(self.over, map(float, p)))}

    def __call__(self, p) -> numpy.ndarray:
        return self._differences(self._model.simulate(set=self._values(p), **self._options))

    def _differences(self, result):
        return numpy.concatenate([result(name, times) - values for name, times, values in self._signals])

    def jac(self, p) -> numpy.ndarray:
        try:
            result = self._model.simulate(set=self._values(p), sensitivities=self.over, **self._options)
        except SimulationError:
            raise
        except UsageError:
            return self._by_differences(p)
        rows = [[numpy.interp(times, result.time, result.d[name, parameter]) for parameter in self.over]
                for name, times, _values in self._signals]
        return numpy.concatenate([numpy.array(each).T for each in rows])

    def _by_differences(self, p):
        columns = []
        for i, value in enumerate(p):
            step = 1e-4*(abs(value) or 1.0)
            sides = []
            for sign in (1, -1):
                moved = numpy.array(p, dtype=float)
                moved[i] += sign*step
                sides.append(self(moved))
            columns.append((sides[0] - sides[1])/(2*step))
        return numpy.array(columns).T
