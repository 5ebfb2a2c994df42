"""Results: trajectories as numpy arrays."""

import ctypes

import numpy

from . import _library
from ._library import lib, release, text
from ._checks import encoded, listed, number
from ._optional import need
from .errors import ModelError, SimulationError, UnknownName, UsageError


class Result:
    """What a simulation gave. r["load.w"] is an array, r.time its times; an event has two rows.

    Arrays of variables that are stored as they are asked for are views of what the simulation wrote; those of negated aliases
    and of parameters are made when asked for.
    """

    def __init__(self, handle, model):
        self._handle = handle
        self._model = model

    def __del__(self):
        if getattr(self, "_handle", None):
            release(lib.formola_run_free, self._handle)
            self._handle = None

    def _check(self, status):
        if status == _library.OK:
            return
        message = text(lib.formola_run_message(self._handle))
        if status == _library.MODEL_ERROR:
            raise ModelError(message)
        if status == _library.USAGE_ERROR:
            raise (UnknownName if message.startswith("there is no variable '") else UsageError)(message)
        if status == _library.OUT_OF_MEMORY:
            raise MemoryError
        raise SimulationError(message, self if len(self) else None)

    def __len__(self):
        return lib.formola_run_row_count(self._handle)

    def __repr__(self):
        return f"<formola.Result of {self._model.name}: {len(self)} rows to t = {self.statistics['end_time']:g}>"

    def _repr_html_(self):
        import html

        from . import _display

        variables = self._model.variables
        names = [name for name in self._model.states if name in self][:6]
        signals = [(name + (f" [{variables[name].unit}]" if variables[name].unit else ""), numpy.asarray(self[name]))
                   for name in names]
        return f"<div><b>{html.escape(self._model.name)}</b><br>{_display.curves(self.time, signals)}</div>"

    @property
    def time(self) -> numpy.ndarray:
        return self._view(lib.formola_run_times(self._handle), len(self))

    def _view(self, pointer, count):
        if count == 0:
            return numpy.zeros(0)
        return numpy.asarray(_Memory(pointer, count, self))

    def __getitem__(self, name) -> numpy.ndarray:
        if name == "time":
            return self.time
        signal = _library.SignalData()
        if lib.formola_run_signal(self._handle, encoded(name), ctypes.byref(signal)) != _library.OK:
            raise UnknownName(text(lib.formola_run_message(self._handle)))
        if signal.stride == 0:
            return numpy.full(len(self), signal.sign*signal.data[0])
        view = self._view(signal.data, len(self))
        return view if signal.sign > 0 else 0.0 - numpy.asarray(view)

    def __iter__(self):
        """The names of the variables, as those of a DataFrame."""
        return iter(self.names)

    def __contains__(self, name):
        signal = _library.SignalData()
        return isinstance(name, str) and lib.formola_run_signal(self._handle, name.encode(), ctypes.byref(signal)) == _library.OK

    def __call__(self, name, time):
        """The value at any time, at an event the one after it. Between the rows a state follows the cubic of both ends,
        other variables are linear."""
        wanted = numpy.ascontiguousarray(number(time, "time") if isinstance(time, str) else time, dtype=float)
        values = numpy.empty_like(wanted)
        pointer = ctypes.POINTER(ctypes.c_double)
        if name not in self:
            raise UnknownName(text(lib.formola_run_message(self._handle)))
        self._check(lib.formola_run_sample(self._handle, encoded(name), wanted.size, wanted.ctypes.data_as(pointer),
                                           values.ctypes.data_as(pointer)))
        return float(values) if numpy.ndim(time) == 0 else values

    @property
    def model(self):
        """What was simulated."""
        return self._model

    @property
    def names(self):
        """The variables of the result, in the order of the model; those that a structural parameter has added are the last."""
        found = [text(lib.formola_run_signal_name(self._handle, i)) for i in range(lib.formola_run_signal_count(self._handle))]
        order = {name: i for i, name in enumerate(self._model.variables)}
        return sorted(found, key=lambda name: order.get(name, len(order)))

    def _unit(self, name):
        variable = self._model.variables.get(name)
        return "" if variable is None else variable.unit

    @property
    def warnings(self):
        message = text(lib.formola_run_message(self._handle))
        return message.splitlines()

    @property
    def statistics(self):
        data = _library.StatisticsData()
        lib.formola_run_statistics(self._handle, ctypes.byref(data))
        return {name: getattr(data, name) for name, _type in data._fields_ if name != "size"}

    @property
    def d(self) -> "Derivatives":
        """Derivatives by parameters: r.d["load.w", "load.J"]; simulate(sensitivities=["load.J"]) computes them."""
        return Derivatives(self)

    def final(self, name) -> float:
        """The last value."""
        return float(self[name][-1])

    def to_pandas(self, names=None):
        """A DataFrame with the time as index; needs pandas."""
        pandas = need("pandas", "to_pandas()")

        return pandas.DataFrame({name: self[name] for name in listed(names or self.names)},
                                index=pandas.Index(self.time, name="time"))

    def to_xarray(self, names=None):
        """A Dataset over the time; needs xarray."""
        xarray = need("xarray", "to_xarray()")

        return xarray.Dataset({name: ("time", self[name], {"units": self._unit(name)})
                               for name in listed(names or self.names)},
                              coords={"time": numpy.array(self.time)})

    def plot(self, *names, axes=None):
        """The variables over the time; needs matplotlib. Returns the axes."""
        pyplot = need("matplotlib.pyplot", "plot()")
        chosen = [name for each in names for name in listed(each)]
        curves = [(name, self[name]) for name in chosen or list(self._model.states)]
        axes = axes or pyplot.gca()
        for name, values in curves:
            unit = self._unit(name)
            axes.plot(self.time, values, label=f"{name} [{unit}]" if unit else name)
        axes.set_xlabel("time [s]")
        axes.legend()
        return axes


class Derivatives:
    """r.d[variable, parameter]: an array over the rows of the result."""

    def __init__(self, result):
        self._result = result

    def __getitem__(self, names) -> numpy.ndarray:
        if not isinstance(names, tuple) or len(names) != 2:
            raise UsageError(f"derivatives have two names, d[variable, parameter], not {names!r}")
        variable, parameter = names
        signal = _library.SignalData()
        handle = self._result._handle
        if lib.formola_run_sensitivity(handle, encoded(variable), encoded(parameter),
                                       ctypes.byref(signal)) != _library.OK:
            raise UnknownName(text(lib.formola_run_message(handle)) + "; simulate(sensitivities=[...]) computes them")
        return self._result._view(signal.data, len(self._result))


class _Memory:
    """Numbers of the library: the base of arrays that show them, which keeps alive what they belong to."""

    def __init__(self, pointer, count, owner):
        self._owner = owner
        self.__array_interface__ = {"version": 3, "shape": (count,), "typestr": "<f8",
                                    "data": (ctypes.cast(pointer, ctypes.c_void_p).value, True)}
