"""Models: translated once, simulated as often as one likes."""

import ctypes
import dataclasses
import json
import os
import sys
import typing

import numpy

from . import _library
from ._checks import Inspected, Named, encoded, listed, pairs
from ._library import lib, release, text
from .errors import ModelError, UsageError
from .fit import Fit, Gradient, Optimum, run_calibration, run_gradient, run_optimization
from .result import Result
from .linear import Linear
from .residuals import Objective, Residuals
from .run import Call, State, modelica
from .sweep import Ensemble, Sweep, run_ensemble, run_sweep
from .rest import find_steady_states
from ._types import Array, Bounds, Inputs, Measured, Names, Path, Progress, Values

_TYPES = (float, int, bool, str, "enumeration")
_VARIABILITIES = ("constant", "parameter", "discrete", "continuous")
_CAUSALITIES = ("local", "input", "output")
_CHANGEABLE = ("never", "at run", "by translation")
_SEVERITIES = ("note", "warning", "error")


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """What the compiler has to say about a place in a file."""

    severity: str
    code: str
    message: str
    file: str
    line: int
    column: int
    instance: str = ""


@dataclasses.dataclass(frozen=True)
class Variable:
    """A variable of a model. `value` is that of a parameter, of others the start value; None: not known."""

    name: str
    description: str
    unit: str
    display_unit: str
    type: typing.Any
    variability: str
    causality: str
    changeable: str
    is_state: bool
    value: typing.Optional[float]
    min: float
    max: float
    nominal: float


def version() -> str:
    """The version of the library."""
    return text(lib.formola_version())


def load(*sources: Path, libraries: typing.Iterable[Path] = (), set: typing.Optional[Values] = None,
         backend: typing.Optional[str] = None, trust: typing.Union[Path, typing.Iterable[Path]] = ()) -> "Model":
    """Translates a model.

    sources: files (.mo, .dym) and folders of libraries, and last the name of the model, which may be left out where the
    files have one. libraries: folders that are looked at before those of MODELICAPATH. set: values for
    the translation. backend: "llvm" or "interp". trust: whose foreign code may run, as --trust: folders, files, names of
    libraries, "all"; what the user's trust file says counts too.
    """
    if backend not in (None, "llvm", "interp"):
        raise UsageError(f"there is no backend {backend!r}; backends: llvm, interp")
    files = [os.fspath(source) for source in sources]
    name = ""
    if files and not (files[-1].endswith((".mo", ".dym")) or os.sep in files[-1] or os.path.exists(files[-1])):
        name = files.pop()
    if not files and not name:
        raise UsageError("give a file or the name of a model")
    session = lib.formola_session_new()
    if not session:
        raise MemoryError
    try:
        for folder in [libraries] if isinstance(libraries, (str, os.PathLike)) else libraries:
            _check_session(session, lib.formola_session_add_library_path(session, os.fsencode(folder)))
        for file in files:
            _check_session(session, lib.formola_session_load(session, os.fsencode(file)))
        return _translate(session, name, set or {}, backend, trust)
    finally:
        lib.formola_session_free(session)


def _check_session(session, status):
    if status != _library.OK:
        raise UsageError(text(lib.formola_session_message(session)))


@_library.Say
def _say(_context, kind, spoken):
    """What models say is written where Python writes."""
    if kind == _library.SPEECH_WARNING:
        print("warning:", text(spoken), file=sys.stderr)
    else:
        print(text(spoken), end="", file=sys.stdout if kind == _library.SPEECH_TEXT else sys.stderr)


def _translate(session, name, values, backend, trust):
    texts = [f"{key}={modelica(value)}".encode() for key, value in pairs(values, "set")]
    modifiers = (ctypes.c_char_p * len(texts))(*texts)
    names = [os.fsencode(name) for name in ([trust] if isinstance(trust, (str, os.PathLike)) else trust)]
    trusted = (ctypes.c_char_p * len(names))(*names)
    options = _library.TranslationOptions(backend=backend.encode() if backend else None, modifiers=modifiers,
                                          modifier_count=len(texts), trusted=trusted, trusted_count=len(trusted),
                                          use_trust_file=1, say=_say)
    handle = ctypes.c_void_p()
    status = lib.formola_translate(session, name.encode(), ctypes.byref(options), ctypes.byref(handle))
    if not handle:
        raise MemoryError if status == _library.OUT_OF_MEMORY else UsageError(text(lib.formola_session_message(session)))
    model = Model(handle)
    if status == _library.MODEL_ERROR:
        raise ModelError(text(lib.formola_model_diagnostic_text(handle)).strip(), model.diagnostics)
    if status != _library.OK:
        raise UsageError(text(lib.formola_model_message(handle)))
    return model


class Model:
    """A translated model. Any number of threads may use it."""

    def __init__(self, handle):
        self._handle = handle
        self._variables = None

    def __del__(self):
        if getattr(self, "_handle", None):
            release(lib.formola_model_free, self._handle)
            self._handle = None

    def __repr__(self):
        return f"<formola.Model {self.name}: {len(self.states)} states, {len(self.variables)} variables>"

    def _repr_html_(self):
        from . import _display

        free = [p for p in self.parameters.values() if p.changeable != "never" and p.type is float]
        return _display.model(self.inspect(), self.name, free)

    @property
    def name(self) -> str:
        """The qualified name of the model."""
        return text(lib.formola_model_name(self._handle))

    @property
    def translations(self) -> int:
        """How often the model was translated: once, and for each set of values that asked for it."""
        return lib.formola_model_translations(self._handle)

    @property
    def diagnostics(self) -> typing.List[Diagnostic]:
        """Warnings and notes of the translation."""
        found = []
        for i in range(lib.formola_model_diagnostic_count(self._handle)):
            data = _library.DiagnosticData()
            lib.formola_model_diagnostic(self._handle, i, ctypes.byref(data))
            found.append(Diagnostic(_SEVERITIES[data.severity], text(data.code), text(data.message), text(data.file),
                                    data.line, data.column, text(data.instance)))
        return found

    @property
    def variables(self) -> typing.Dict[str, Variable]:
        """All variables by name, in the order of the model."""
        if self._variables is None:
            found = Named()
            for i in range(lib.formola_model_variable_count(self._handle)):
                d = _library.VariableData()
                lib.formola_model_variable(self._handle, i, ctypes.byref(d))
                name = text(d.name)
                found[name] = Variable(name, text(d.description), text(d.unit), text(d.display_unit), _TYPES[d.type],
                                       _VARIABILITIES[d.variability], _CAUSALITIES[d.causality],
                                       _CHANGEABLE[d.changeable], bool(d.is_state), d.value if d.has_value else None,
                                       d.min, d.max, d.nominal)
            self._variables = found
        return self._variables

    @property
    def parameters(self) -> typing.Dict[str, Variable]:
        """Those of the variables that a run may be given, with their values."""
        return Named((name, v) for name, v in self.variables.items() if v.variability == "parameter")

    @property
    def states(self) -> typing.Dict[str, Variable]:
        """The variables that the integration keeps, as the translator chose them."""
        return Named((name, v) for name, v in self.variables.items() if v.is_state)

    def simulate(self, stop: typing.Optional[float] = None, *, start: typing.Optional[float] = None,
                 tolerance: typing.Optional[float] = None, method: typing.Optional[str] = None,
                 step: typing.Optional[float] = None, intervals: typing.Optional[int] = None,
                 set: typing.Optional[Values] = None, inputs: typing.Optional[Inputs] = None,
                 filter: typing.Optional[str] = None, progress: Progress = False,
                 sensitivities: typing.Optional[Names] = None, times: typing.Optional[Array] = None) -> Result:
        """One run; what is not given comes from the experiment annotation of the model. method: as --method of the command
        line, by default "auto", with sensitivities "ida".

        set: values of parameters and start values by name. inputs: of the model over time, by name: a number, a function of
        the time, a pair (times, values), a Table; or the path of a file with a column for each. filter: a regular
        expression, the variables to keep. sensitivities: parameters; r.d["x", "k"] is the derivative of x by k, row by row,
        and the rows are those of the output intervals alone, or at `times`. progress: True shows a line on standard error, a function is called with
        (time, start, stop). An interrupt (Ctrl-C) ends the run and is raised as KeyboardInterrupt.
        """
        call = Call(self, set, inputs)
        function = lib.formola_run_simulate
        if sensitivities:
            names = listed(sensitivities)
            texts = (ctypes.c_char_p*len(names))(*[encoded(name) for name in names])

            rows = None if times is None else numpy.ascontiguousarray(times, dtype=float)

            def function(handle, options):
                return lib.formola_run_simulate_sensitivities_at(
                    handle, options, texts, len(names),
                    None if rows is None else rows.ctypes.data_as(ctypes.POINTER(ctypes.c_double)),
                    0 if rows is None else rows.size)
        elif times is not None:
            raise UsageError("times are for sensitivities; r(name, times) gives values at any time")

        call.run(function, method=method, start=start, stop=stop, tolerance=tolerance, step=step,
                 intervals=intervals, filter=filter, progress=progress)
        return call.result

    def start(self, stop: typing.Optional[float] = None, *, start: typing.Optional[float] = None,
              tolerance: typing.Optional[float] = None, method: typing.Optional[str] = None,
              step: typing.Optional[float] = None, set: typing.Optional[Values] = None,
              inputs: typing.Optional[Inputs] = None, filter: typing.Optional[str] = None) -> State:
        """A run that is stepped by hand: initialised, at its start. `stop` is no end, it tells how long a step of the
        integrator may become. The other arguments are those of simulate; method: by default "ida"."""
        call = Call(self, set, inputs)
        call.run(lib.formola_run_start, method=method, start=start, stop=stop, tolerance=tolerance, step=step,
                 filter=filter)
        return State(call)

    def steady_state(self, *, time: typing.Optional[float] = None, **options: typing.Any) -> State:
        """A state whose derivatives vanish, near the start of a run or near its point at `time`. The options are those of
        start. x0["load.w"] are its values; x0.drifting: states that go on at a constant rate, on which nothing depends, as
        the angle of a shaft. Raises SimulationError where there is none, with what goes on moving."""
        state = self.start(**options)
        if time is not None:
            state.step(until=time)
        return state.settle()

    def steady_states(self, starts: typing.Mapping[str, typing.Iterable[float]], *, near: float = 1e-6, list: bool = False,
                      set: typing.Optional[Values] = None, **options: typing.Any) -> typing.List[State]:
        """The different states in which the model rests that are found from several starts.

        starts: start values (or parameters), {"x": numpy.linspace(-3, 3, 7)}: all combinations, or with list the k-th values
        together. Two states are different where some state variable differs by more than `near` times its nominal value or
        size. Starts that lead nowhere are left out; SimulationError if all do. In the order of the starts that led there.
        """
        return find_steady_states(self, starts, near, list, set, options)

    def linearize(self, *, at: typing.Union[float, State, None] = None, inputs: typing.Optional[Names] = None,
                  outputs: typing.Optional[Names] = None, step_size: typing.Optional[float] = None,
                  **options: typing.Any) -> Linear:
        """The linear system that the model is close to a point, exact but for rounding.

        at: a time of a run, or a State (of start or steady_state); by default the start. inputs, outputs: names, by default
        the inputs and outputs of the model; an output may be any Real variable. step_size: the discrete system
        x(t + step_size) = A x(t) + B u of one step by the inlined method, a one-step method (by default inline:radau5).
        Other options are those of start.
        """
        if isinstance(at, State):
            if options:
                raise UsageError(f"a state has been given: {', '.join(options)} would have no effect")
            return at.linearize(inputs, outputs, step_size)
        if step_size is not None and options.get("method") is None:
            options["method"] = "inline:radau5"
        if isinstance(at, (str, Result)):
            raise UsageError(f"at is a time of a run or a State (of start or steady_state), not {at!r}")
        state = self.start(**options)
        if at is not None:
            state.step(until=at)
        return state.linearize(inputs, outputs, step_size)

    def inspect(self, method: typing.Optional[str] = None) -> Inspected:
        """What became of the equations, as `formola inspect --json` tells, as objects: found.blocks[0].kind, or
        found["blocks"][0]["kind"]; with an inlined method also found.inline."""
        found = lib.formola_model_inspect(self._handle, encoded(method, "method") if method else None)
        if found is None:
            raise UsageError(text(lib.formola_model_message(self._handle)))
        return json.loads(text(found), object_hook=Inspected)

    def residuals(self, measured: Measured, *, over: Names, **options: typing.Any) -> Residuals:
        """What a fit makes small: f(p) are the differences between the run with p as values of the parameters `over` and
        `measured`, {"load.w": (times, values)} or what has an index and values; f.jac(p) their derivatives. Other options
        are those of simulate. For scipy.optimize.least_squares(f, f.start, jac=f.jac)."""
        return Residuals(self, measured, over, options)

    def calibrate(self, measured: Measured, over: Bounds, *, confidence: float = 0.95, iterations: int = 100,
                  set: typing.Optional[Values] = None, inputs: typing.Optional[Inputs] = None,
                  stop: typing.Optional[float] = None, **options: typing.Any) -> Fit:
        """Parameters fitted to measurements, with confidence intervals.

        measured: {"load.w": (times, values)}, or what has an index and values (a Series); a DataFrame whose index is the
        time. over: names, or {"load.J": (low, high)}; a bound may be None. It begins with the values of the model or of
        `set`. stop: by default the last measured time. Other options are those of simulate. Raises SimulationError where
        a run fails or the search does not come to its end.
        """
        return run_calibration(self, measured, over, confidence, iterations, set, inputs, stop, options)

    def optimize(self, objective: str, over: Bounds, *, maximize: bool = False, subject_to: Names = (),
                 evaluations: int = 500, set: typing.Optional[Values] = None, inputs: typing.Optional[Inputs] = None,
                 stop: typing.Optional[float] = None, **options: typing.Any) -> Optimum:
        """Parameters for which an expression of the result is smallest: "integral((load.w - 20)^2) + 0.1*max(abs(u))".

        objective: of final(x), initial(x), min(x), max(x), mean(x), integral(x) and arithmetic; a name alone is its final
        value. over: names, or {"controller.k": (low, high)}. subject_to: conditions as "max(motor.i) <= 20". It begins
        with the values of the model or of `set`. Raises SimulationError where a run fails or the search does not come to
        its end.
        """
        return run_optimization(self, objective, over, maximize, subject_to, evaluations, set, inputs, stop, options)

    def gradient(self, objective: typing.Union[str, Measured], over: Names, *, forward: bool = False,
                 most_bytes: int = 0, set: typing.Optional[Values] = None, inputs: typing.Optional[Inputs] = None,
                 stop: typing.Optional[float] = None, **options: typing.Any) -> Gradient:
        """The derivatives of a number that a run comes to, by many parameters at once.

        objective: an expression of the result as for optimize, or measurements as for calibrate, then the sum of squares of
        the run's distances from them. over: names of parameters. The steps of the run, of inline:radau5 or another inlined
        one-step method, are gone through from the last to the first, so that the number of parameters hardly counts;
        forward=True goes from the first to the last with all of them, to compare with. most_bytes: for what steps leave; beyond
        it (by default 256 MiB) steps are made again. Other options are those of simulate.
        """
        return run_gradient(self, objective, over, forward, most_bytes, set, inputs, stop, options)

    def objective(self, objective: typing.Union[str, Measured], over: Names, **options: typing.Any) -> Objective:
        """What an optimiser of others makes small: f(p) is the number that a run with p as values of the parameters `over`
        comes to, f.jac(p) its derivatives, f.start the values in the model. objective and options are those of gradient.
        For scipy.optimize.minimize(f, f.start, jac=f.jac), and what has the same interface (Ipopt by cyipopt.minimize_ipopt).
        """
        return Objective(self, objective, over, options)

    def sweep(self, values: typing.Mapping[str, typing.Iterable[typing.Any]], *, workers: int = 1, list: bool = False,
              set: typing.Optional[Values] = None, inputs: typing.Optional[Inputs] = None, **options: typing.Any) -> Sweep:
        """A run for each combination of values: {"load.J": [.1, .2], "controller.k": range(1, 9)}.

        workers: so many runs at a time. list: the k-th values together instead of all combinations. set, inputs and other
        options are those of simulate; progress tells how many runs are done. A run that fails is a case with an error.
        """
        return run_sweep(self, values, workers, list, set, inputs, options)

    def ensemble(self, values: typing.Mapping[str, Array], variables: Names, *, device: str = "auto", workers: int = 1,
                 set: typing.Optional[Values] = None, inputs: typing.Optional[Inputs] = None,
                 **options: typing.Any) -> Ensemble:
        """Last values of `variables` in many cases: values={"load.J": numpy.random.normal(0.5, 0.05, 10**6)}, one element for each case.

        device: "lanes" (many cases in the registers of a core), "gpu", "threads" (single runs) or "auto"; what the first two
        cannot do is left to single runs, and `note` of the result says why. workers: threads. set, inputs and other options
        are those of simulate. A case that fails has NaN and a reason in `errors`; no trajectories are kept (sweep does).
        """
        return run_ensemble(self, values, variables, device, workers, set, inputs, options)
