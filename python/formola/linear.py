"""Linear systems: what a model is close to a point."""

import ctypes
import typing

import numpy

from . import _library
from ._checks import count
from ._library import lib, release, text
from ._optional import need
from .errors import SimulationError, UsageError

_DOUBLES = ctypes.POINTER(ctypes.c_double)
_STATES, _INPUTS, _OUTPUTS = range(3)


def _pointer(array):
    return array.ctypes.data_as(_DOUBLES)


class Linear:
    """dx/dt = A x + B u, y = C x + D u with the names `states`, `inputs`, `outputs`; with a `step` that is not 0 it is
    x(t + step) = A x + B u."""

    bound: float = 0.0  # of what reduce() gave: the largest error of a frequency response
    hankel: numpy.ndarray = numpy.empty(0)  # of what reduce() gave: the singular values of the larger system

    def __init__(self, handle):
        self._handle = handle
        self.states, self.inputs, self.outputs = (
            [text(lib.formola_linear_name(handle, axis, i)) for i in range(lib.formola_linear_count(handle, axis))]
            for axis in (_STATES, _INPUTS, _OUTPUTS))
        n, m, p = len(self.states), len(self.inputs), len(self.outputs)
        self.A, self.B = self._matrix(b"A", n, n), self._matrix(b"B", n, m)
        self.step: float = lib.formola_linear_step(handle)  # of a discrete system; 0: dx/dt
        self.C, self.D = self._matrix(b"C", p, n), self._matrix(b"D", p, m)

    def __del__(self):
        if getattr(self, "_handle", None):
            release(lib.formola_linear_free, self._handle)
            self._handle = None

    def _matrix(self, name, rows, columns) -> numpy.ndarray:
        if rows*columns == 0:
            return numpy.zeros((rows, columns))
        return numpy.array(numpy.ctypeslib.as_array(lib.formola_linear_matrix(self._handle, name), (rows, columns)))

    def __repr__(self):
        return (f"<formola.Linear: {len(self.states)} states, inputs {', '.join(self.inputs) or 'none'}, "
                f"outputs {', '.join(self.outputs) or 'none'}>")

    def _channel(self, input, output):
        found = []
        for name, names, kind in ((input, self.inputs, "input"), (output, self.outputs, "output")):
            if name is None:
                if len(names) != 1:
                    raise UsageError(f"which {kind}? {', '.join(names) or 'there is none'}")
                name = names[0]
            if name not in names:
                raise UsageError(f"the system has no {kind} '{name}'; it has {', '.join(names) or 'none'}")
            found.append(names.index(name))
        return found

    def poles(self) -> numpy.ndarray:
        """The eigenvalues of A."""
        real, imaginary = numpy.empty(len(self.states)), numpy.empty(len(self.states))
        lib.formola_linear_poles(self._handle, _pointer(real), _pointer(imaginary))
        return real + 1j*imaginary

    def zeros(self, input: typing.Optional[str] = None, output: typing.Optional[str] = None) -> numpy.ndarray:
        """The zeros from an input to an output; names where there are several."""
        i, o = self._channel(input, output)
        real, imaginary = numpy.empty(len(self.states) + 1), numpy.empty(len(self.states) + 1)
        found = ctypes.c_size_t()
        lib.formola_linear_zeros(self._handle, i, o, ctypes.byref(found), _pointer(real), _pointer(imaginary))
        return (real + 1j*imaginary)[:found.value]

    def response(self, w: typing.Any, input: typing.Optional[str] = None,
                 output: typing.Optional[str] = None) -> numpy.ndarray:
        """C (jw - A)^-1 B + D at the angular frequencies w."""
        i, o = self._channel(input, output)
        frequencies = numpy.ascontiguousarray(numpy.atleast_1d(w), dtype=float)
        real, imaginary = numpy.empty_like(frequencies), numpy.empty_like(frequencies)
        lib.formola_linear_response(self._handle, i, o, frequencies.size, _pointer(frequencies), _pointer(real),
                                    _pointer(imaginary))
        return real + 1j*imaginary

    def bode(self, w: typing.Any = None, input: typing.Optional[str] = None, output: typing.Optional[str] = None
             ) -> typing.Tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
        """Angular frequencies, magnitudes in dB and phases in degrees; by default two decades around poles and zeros."""
        if w is None:
            corners = numpy.concatenate([self.poles(), self.zeros(input, output)])
            if self.step:
                corners = numpy.log(corners[corners != 0])/self.step
            corners = numpy.abs(corners)
            corners = corners[corners > 1e-12*max(corners.max(initial=0), 1e-300)]
            low, high = (corners.min()/100, corners.max()*100) if corners.size else (1e-2, 1e2)
            if self.step:
                high = max(numpy.pi/self.step, low)
            w = numpy.geomspace(low, high, 400)
        g = self.response(w, input, output)
        with numpy.errstate(divide="ignore"):
            magnitude = 20*numpy.log10(numpy.abs(g))
        return numpy.atleast_1d(numpy.asarray(w, dtype=float)), magnitude, numpy.degrees(numpy.unwrap(numpy.angle(g)))

    def orders(self) -> typing.Tuple[int, int, int]:
        """How many states inputs reach, outputs see, and both."""
        counts = [ctypes.c_size_t() for _ in range(3)]
        lib.formola_linear_orders(self._handle, *[ctypes.byref(each) for each in counts])
        controllable, observable, minimal = (each.value for each in counts)
        return controllable, observable, minimal

    def reduce(self, order: int = 0) -> "Linear":
        """A smaller system by balanced truncation; 0: the states that contribute more than a millionth of the first. Its
        `bound` is the largest error of a frequency response, its `hankel` are the Hankel singular values of this one."""
        if self.step:
            raise UsageError("systems in which time goes in steps are not reduced")
        order = count(order, "order", least=0)
        handle, bound, found = ctypes.c_void_p(), ctypes.c_double(), ctypes.c_size_t()
        hankel = numpy.empty(len(self.states) + 1)
        status = lib.formola_linear_reduce(self._handle, order, ctypes.byref(handle), ctypes.byref(bound), ctypes.byref(found),
                                           _pointer(hankel))
        if status != _library.OK:
            raise SimulationError("the part that inputs reach and outputs see is not stable")
        smaller = Linear(handle)
        smaller.bound, smaller.hankel = bound.value, hankel[:found.value]
        return smaller

    def sparse(self) -> typing.Tuple[typing.Any, ...]:
        """A, B, C, D as sparse matrices; needs scipy."""
        sparse = need("scipy.sparse", "sparse()")
        return tuple(sparse.csr_matrix(each) for each in (self.A, self.B, self.C, self.D))
