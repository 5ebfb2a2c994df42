"""Residuals for fits of parameters, and numbers to be made small, for optimisers of others."""

import numpy

from ._checks import listed, unknown
from .errors import SimulationError, UnknownName, UsageError
from .fit import series


class Residuals:
    """f(p): run minus measurement, all signals one after the other; f.jac(p): derivatives by the parameters.

    f.start are the values of the parameters in the model. The derivatives are the sensitivities of the run or, where these are
    not there (delays), central differences of runs.
    """

    def __init__(self, model, measured, over, options):
        self._model = model
        self.over = listed(over)
        self._options = dict(options)
        self._set = dict(self._options.pop("set", None) or {})
        self._signals = [(name, times[known], values[known]) for name, times, values in series(measured)
                         for known in [~numpy.isnan(values)]]
        if not self.over or not self._signals:
            raise UsageError("residuals need measurements and the names of parameters")
        for name, _times, _values in self._signals:
            if name not in model.variables:
                raise UnknownName(unknown(model.variables, name))
        for name in self.over:
            if name not in model.variables:
                raise UnknownName(unknown(model.variables, name))
            if model.variables[name].value is None:
                raise UsageError(f"'{name}' is no parameter with a value")
        self.start = numpy.array([self._set.get(name, model.variables[name].value) for name in self.over])

    def _values(self, p):
        if numpy.shape(p) != (len(self.over),):
            raise UsageError(f"there are {len(self.over)} parameters ({', '.join(self.over)}), not values of shape {numpy.shape(p)}")
        return {**self._set, **dict(zip(self.over, map(float, p)))}

    def __call__(self, p) -> numpy.ndarray:
        return self._differences(self._model.simulate(set=self._values(p), **self._options))

    def _differences(self, result):
        return numpy.concatenate([result(name, times) - values for name, times, values in self._signals])

    def jac(self, p) -> numpy.ndarray:
        rows = numpy.unique(numpy.concatenate([times for _name, times, _values in self._signals]))
        try:
            result = self._model.simulate(set=self._values(p), sensitivities=self.over, times=rows, **self._options)
        except SimulationError:
            raise
        except UsageError:
            return self._by_differences(p)
        blocks = [[result.d[name, parameter][numpy.searchsorted(rows, times)] for parameter in self.over]
                  for name, times, _values in self._signals]
        return numpy.concatenate([numpy.array(each).T for each in blocks])

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


class Objective:
    """f(p): the number that a run with these values of parameters comes to; f.jac(p): its derivatives.

    f.start are the values of the parameters in the model. Gradients are those of Model.gradient; value and derivatives of one
    point are of one run.
    """

    def __init__(self, model, objective, over, options):
        self._model = model
        self._objective = objective
        self.over = listed(over)
        self._options = dict(options)
        self._set = dict(self._options.pop("set", None) or {})
        if not self.over:
            raise UsageError("an objective needs the names of parameters")
        for name in self.over:
            if name not in model.variables:
                raise UnknownName(unknown(model.variables, name))
            if model.variables[name].value is None:
                raise UsageError(f"'{name}' is no parameter with a value")
        self.start = numpy.array([self._set.get(name, model.variables[name].value) for name in self.over], dtype=float)
        self._at = None
        self._gradient = None

    def _here(self, p):
        p = numpy.array(p, dtype=float)
        if p.shape != (len(self.over),):
            raise UsageError(f"there are {len(self.over)} parameters ({', '.join(self.over)}), not values of shape {p.shape}")
        if self._at is None or not numpy.array_equal(p, self._at):
            values = {**self._set, **dict(zip(self.over, map(float, p)))}
            self._gradient = self._model.gradient(self._objective, self.over, set=values, **self._options)
            self._at = p
        return self._gradient

    def __call__(self, p) -> float:
        return self._here(p).value

    def jac(self, p) -> numpy.ndarray:
        return self._here(p).values.copy()
