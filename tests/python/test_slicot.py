"""Zeros, frequency responses, controllability and balanced reduction against SLICOT (Debian: libslicot0), where it is installed."""

import ctypes
import unittest

import numpy
from setup_package import fo, model


def library(*names):
    for name in names:
        try:
            return ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
        except OSError:
            continue
    return None


SLICOT = library("libslicot.so.0", "libslicot.so")
LAPACK = library("liblapack.so.3", "liblapack.so")


def fortran(routine, *arguments):
    """A call by reference; numbers and letters come back in a list of the places that were given as [value]."""
    passed, letters = [], []
    for each in arguments:
        if isinstance(each, str):
            passed.append(ctypes.c_char_p(each.encode()))
            letters.append(ctypes.c_size_t(1))
        elif isinstance(each, numpy.ndarray):
            passed.append(each.ctypes.data_as(ctypes.c_void_p))
        elif isinstance(each, float):
            passed.append(ctypes.byref(ctypes.c_double(each)))
        elif isinstance(each, int):
            passed.append(ctypes.byref(ctypes.c_int(each)))
        else:
            passed.append(ctypes.byref(each))
    routine(*passed, *letters)


def copies(linear):
    return [numpy.array(each, order="F", dtype=float) for each in (linear.A, linear.B, linear.C, linear.D)]


def zeros(linear):
    """AB08ND and the generalised eigenvalues of what it leaves."""
    (a, b, c, d), n = copies(linear), len(linear.states)
    af, bf = numpy.zeros((n + 1, n + 2), order="F"), numpy.zeros((n + 1, n + 2), order="F")
    whole, info = ctypes.c_int(), ctypes.c_int()
    rest = [ctypes.c_int() for _ in range(4)]
    lists = [numpy.zeros(n + 2, dtype=numpy.int32) for _ in range(3)]
    fortran(SLICOT.ab08nd_, "S", n, 1, 1, a, n, b, n, c, 1, d, 1, whole, *rest, *lists, af, n + 1, bf, n + 1, 0.0,
            numpy.zeros(n + 2, dtype=numpy.int32), numpy.zeros(100*(n + 2)), 100*(n + 2), info)
    assert info.value == 0
    size = whole.value
    if size == 0:
        return numpy.empty(0)
    re, im, scale = (numpy.zeros(size) for _ in range(3))
    nothing = numpy.zeros((1, 1), order="F")
    fortran(LAPACK.dggev_, "N", "N", size, af, n + 1, bf, n + 1, re, im, scale, nothing, 1, nothing, 1, numpy.zeros(100*size + 100),
            100*size + 100, info)
    assert info.value == 0
    return (re + 1j*im)/scale


def response(linear, w):
    """TB05AD."""
    found = []
    for each in w:
        (a, b, c, d), n = copies(linear), len(linear.states)
        g, info = numpy.zeros((1, 1), dtype=complex, order="F"), ctypes.c_int()
        fortran(SLICOT.tb05ad_, "A", "G", n, 1, 1, numpy.array([1j*each]), a, n, b, n, c, 1, ctypes.c_double(), g, 1, numpy.zeros(n),
                numpy.zeros(n), numpy.zeros((n, 1), dtype=complex, order="F"), n, numpy.zeros(n, dtype=numpy.int32),
                numpy.zeros(10*n + 10), 10*n + 10, numpy.zeros(n*n + 2*n, dtype=complex), n*n + 2*n, info)
        assert info.value == 0
        found.append(g[0, 0] + d[0, 0])
    return numpy.array(found)


def reached(a, b):
    """AB01ND: how many states inputs reach."""
    n, m = b.shape
    count, blocks, info = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
    fortran(SLICOT.ab01nd_, "N", n, m, numpy.array(a, order="F"), n, numpy.array(b, order="F"), n, count, blocks,
            numpy.zeros(n, dtype=numpy.int32), numpy.zeros((1, 1)), 1, numpy.zeros(n), 1e-10, numpy.zeros(m, dtype=numpy.int32),
            numpy.zeros(10*(n + m)), 10*(n + m), info)
    assert info.value == 0
    return count.value


def hankel(linear):
    """AB09AD: Hankel singular values of a stable system."""
    (a, b, c, _d), n = copies(linear), len(linear.states)
    order, values, warning, info = ctypes.c_int(1), numpy.zeros(n), ctypes.c_int(), ctypes.c_int()
    fortran(SLICOT.ab09ad_, "C", "B", "S", "F", n, b.shape[1], c.shape[0], order, a, n, b, n, c, c.shape[0], values, 0.0,
            numpy.zeros(n, dtype=numpy.int32), numpy.zeros(20*n*(n + 10)), 20*n*(n + 10), warning, info)
    assert info.value == 0, info.value
    return values


def random_system(chance, n, sparse):
    """A stable system with random entries, as a model."""
    a = chance.normal(size=(n, n))*(chance.random((n, n)) < sparse)
    a -= (max(numpy.linalg.eigvals(a).real.max(), 0) + 0.5)*numpy.eye(n)
    b, c = chance.normal(size=(n, 1)), chance.normal(size=(1, n))
    row = lambda r: ", ".join(map(repr, map(float, r)))  # noqa: E731
    return model(f"""model R
      input Real u; output Real y; Real x[{n}](each start = 0, each fixed = true);
      parameter Real a[{n}, {n}] = [{"; ".join(map(row, a))}];
      parameter Real b[{n}] = {{{row(b[:, 0])}}}, c[{n}] = {{{row(c[0])}}};
    equation
      der(x) = a*x + b*u; y = c*x + {chance.choice([0, 0.3])}*u;
    end R;""").linearize()


@unittest.skipUnless(SLICOT and LAPACK, "needs libslicot0")
class Slicot(unittest.TestCase):
    def systems(self):
        chance = numpy.random.default_rng(11)
        for n in (1, 2, 5, 9, 14):
            for sparse in (0.3, 1):
                yield f"{n} states, {sparse}", random_system(chance, n, sparse)
        m = model("""model Chain "One state behind the output"
          input Real u; output Real y = x[6] + 0.5*x[2];
          Real x[6](each start = 0, each fixed = true), hidden(start = 1, fixed = true);
        equation
          der(x[1]) = u - x[1];
          for i in 2:6 loop der(x[i]) = i*(x[i - 1] - x[i]); end for;
          der(hidden) = x[1] - 3*hidden;
        end Chain;""")
        yield "chain", m.linearize()

    def test_all(self):
        for name, linear in self.systems():
            with self.subTest(name):
                w = numpy.geomspace(1e-2, 1e2, 20)
                expected = response(linear, w)
                self.assertLess(numpy.abs(linear.response(w) - expected).max(), 1e-11*numpy.abs(expected).max())
                ours, theirs = linear.zeros(), zeros(linear)
                self.assertEqual(len(ours), len(theirs))
                for zero in ours:
                    self.assertLess(numpy.abs(theirs - zero).min(), 1e-7*max(abs(zero), 1))
                controllable, observable, minimal = linear.orders()
                self.assertEqual(controllable, reached(linear.A, linear.B))
                self.assertEqual(observable, reached(linear.A.T, linear.C.T))
                small = linear.reduce()
                self.assertEqual(len(small.hankel), minimal)
                expected = hankel(linear)
                self.assertLess(numpy.abs(small.hankel - expected[:minimal]).max(), 1e-10*expected[0])
                self.assertLess(expected[minimal:].max(initial=0), 1e-7*expected[0])


if __name__ == "__main__":
    unittest.main()
