"""Formola from Python: load a model, simulate it, sweep its parameters.

    import formola as fo
    m = fo.load("drive.mo", "Drive")
    r = m.simulate(stop=3, method="inline:radau5", set={"load.J": 0.7})
    r["load.w"], r.time

The package is pure Python over the C interface of libformola (docs/c-interface.md); the interpreter lock is
not held while a model is translated or runs, so threads run side by side.
"""

from ._optional import MissingPackage
from .errors import FormolaError, ModelError, SimulationError, UnknownName, UsageError
from .fit import Fit, FittedParameter, Gradient, Optimum
from .linear import Linear
from .model import Diagnostic, Model, Variable, load, version
from .residuals import Objective, Residuals
from .result import Result
from .run import State, Table
from .sweep import Case, Ensemble, Sweep

__all__ = ["Case", "Diagnostic", "Ensemble", "Fit", "FittedParameter", "FormolaError", "Gradient", "Linear", "MissingPackage", "Model",
           "ModelError", "Objective", "Optimum", "Residuals", "Result", "SimulationError", "State", "Sweep", "Table", "UnknownName", "UsageError",
           "Variable", "load", "version"]
