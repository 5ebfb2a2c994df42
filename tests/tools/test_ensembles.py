"""Sweeps on lanes and GPUs: the numbers of single runs, rows for what fails, and the text of kernels."""

import csv
import json
import math
import os
import pathlib
import random
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import unittest

from formola_program import program, run

MODELS = """
package Models
  model Lorenz
    parameter Real sigma = 10, rho = 28, beta = 8/3;
    Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
  equation
    der(x) = sigma*(y - x);
    der(y) = rho*x - y - x*z;
    der(z) = x*y - beta*z;
  end Lorenz;
  model Robertson
    parameter Real k1 = 0.04, k2 = 3e7, k3 = 1e4;
    Real a(start = 1, fixed = true), b(start = 0, fixed = true, nominal = 1e-4), c(start = 0, fixed = true);
  equation
    der(a) = -k1*a + k3*b*c;
    der(b) = k1*a - k3*b*c - k2*b^2;
    der(c) = k2*b^2;
  end Robertson;
  model Functions "elementary functions, conditions and start values by parameters"
    parameter Real p = 0.5;
    parameter Real x0 = p + 0.1;
    Real x(start = x0, fixed = true), y(start = 1, fixed = true);
    output Real all = tan(0.3*x) + asin(0.5*sin(x)) + acos(0.5*cos(y)) + atan(x) + atan2(x, 2 + y) + sinh(0.2*x)
      + cosh(0.2*y) + tanh(x) + log10(3 + x) + (2 + x)^1.7 + mod(7.5, 2) + max(x, y) + abs(x - 1) + sqrt(2 + x);
  equation
    der(x) = -x*exp(-p) + (if noEvent(x > 0.5) then cos(p*time) else log(2 + x));
    der(y) = sin(x) - p*y;
  end Functions;
  model Loop "a linear system and a nonlinear one inside each step"
    parameter Real R = 2, U = 5;
    Real i1, i2, i3, d;
    Real v(start = 0, fixed = true);
  equation
    U = R*i1 + 3*i2 + v;
    i1 = i2 + i3;
    3*i2 = 2*i3 + d;
    i3 = 1e-3*(exp(d) - 1) + 0.1*d;
    der(v) = i2;
  end Loop;
  model Chain "fifty coupled states, sparse"
    parameter Real R = 1;
    Real v[50](each start = 0, each fixed = true);
  equation
    der(v[1]) = (1 - 2*v[1] + v[2])/R - 0.01*v[1]^3;
    for k in 2:49 loop
      der(v[k]) = (v[k - 1] - 2*v[k] + v[k + 1])/R - 0.01*v[k]^3;
    end for;
    der(v[50]) = (v[49] - v[50])/R;
  end Chain;
  model Full "sixteen unknowns, each equation with all of them"
    parameter Real R = 1;
    Real x[16](each start = 1, each fixed = true);
  equation
    for k in 1:16 loop
      der(x[k]) = -k*R*x[k] + 0.01*sum(x)^2;
    end for;
  end Full;
  model Asserted
    parameter Real k = 1;
    Real x(start = 1, fixed = true);
  equation
    der(x) = k*x;
    assert(x < 3, "x is too large");
  end Asserted;
  model Singular
    parameter Real k = 1;
    Real x(start = 1, fixed = true), y;
  equation
    der(x) = -y;
    (k + y^2)*y = x;
  end Singular;
  model Clock
    parameter Real k = 1;
    Real x(start = 1, fixed = true);
    discrete Real y(start = 0, fixed = true);
  equation
    der(x) = -k*x;
    when sample(0, 0.1) then
      y = x;
    end when;
  end Clock;
  model Sampled "what is sampled is needed for no derivative"
    parameter Real k = 1;
    Real x(start = 1, fixed = true), y = x^2 + 0.1*time;
    discrete Real z(start = 0, fixed = true);
  equation
    when sample(0.05, 0.1) then
      z = 0.5*pre(z) + pre(y);
    end when;
    der(x) = -k*x + 0.3*z;
  end Sampled;
  model Rates "two rates, one of them of the case, and a subscript that is known at run time only"
    parameter Real k = 1;
    parameter Real table[4] = {1, 3, -2, 0.5};
    Integer n(start = 1, fixed = true);
    Real x(start = 0, fixed = true);
    discrete Real sum(start = 0, fixed = true);
  equation
    when sample(0.05, 0.1*k) then
      n = mod(pre(n), 4) + 1;
    end when;
    when sample(0, 0.25) then
      sum = pre(sum) + x;
    end when;
    der(x) = table[n] - x;
  end Rates;
  function series "loops, a condition and an array, another way in each lane"
    input Real x;
    input Integer n;
    output Real y;
    output Real z;
  protected
    Real a[5];
  algorithm
    a := {1, x, x^2, sin(x), exp(-x)};
    y := 0;
    for i in 1:n loop
      y := y + a[mod(i, 5) + 1]/i;
      if i > 5 then
        break;
      end if;
    end for;
    z := 10 + abs(x);
    while abs(z^2 - x^2 - 1) > 1e-14*z^2 loop
      z := (z + (x^2 + 1)/z)/2;
    end while;
    z := tanh(z) + root(x^2 + 1);
    annotation(Inline = false);
  end series;
  function root "asserts"
    input Real x;
    output Real y;
  algorithm
    assert(x < 9, "x is too large for a root");
    y := sqrt(x);
    annotation(Inline = false);
  end root;
  model Calls "functions that are not inlined, in the equations and in a condition"
    parameter Real k = 1;
    Real x(start = 1, fixed = true), p, q;
  equation
    (p, q) = series(x + k, 7);
    der(x) = 0.1*p - 0.5*x - (if noEvent(x > 0.8) then 0.1*root(x) else 0.05*q);
  end Calls;
  model Turning "many solutions, of which one is followed; far from it between two steps"
    parameter Real w = 5;
    Real x(start = 0, fixed = true), y(start = 0);
  equation
    sin(y - w*time) = 0.1*cos(y);
    der(x) = y;
  end Turning;
  model Near "the solution near the start value; the iteration goes far away first"
    parameter Real k = 1;
    Real x(start = 0, fixed = true), y(start = 1.6);
  equation
    sin(y) = 0.5*k*cos(x);
    der(x) = y;
  end Near;
  function factorial "calls itself"
    input Integer n;
    output Integer y;
  algorithm
    y := if n <= 1 then 1 else n*factorial(n - 1);
  end factorial;
  function size1 "of a text, which only the interpreter knows"
    input String s;
    output Integer n;
  algorithm
    n := if s == "abc" then 3 else 4;
    annotation(Inline = false);
  end size1;
  model Parameters "some are the same in all cases, whatever they are computed by"
    parameter Real k = 1, r = 2;
    parameter Integer m = factorial(4);
    parameter Real q = m*k, z = size1("abc")*0.1, both = if r > 1 then q + r else z;
    Real x(start = q, fixed = true);
  equation
    der(x) = -z*k*x + m + both;
  end Parameters;
  model Recursive
    parameter Real k = 1;
    Real x(start = 1, fixed = true);
  equation
    der(x) = -k*x*factorial(3 + integer(noEvent(x)));
  end Recursive;
  model Counts "counts of time, rising and falling"
    parameter Real k = 1;
    Integer up = integer(3*k*time), down = integer(1 - 2*k*time);
    Real x(start = 0, fixed = true);
  equation
    der(x) = up + 0.1*down - x;
  end Counts;
  model Stateless "time alone"
    parameter Real k = 1;
    Real y = if time > 0.3*k then sin(k*time) else n;
    Integer n(start = 0, fixed = true);
  equation
    when sample(0, 0.2*k) then
      n = pre(n) + 1;
    end when;
  end Stateless;
  model Delayed
    parameter Real k = 1;
    Real x(start = 1, fixed = true);
  equation
    der(x) = -k*delay(x, 0.5);
  end Delayed;
  model Thermostat "two discrete variables, events at other times in each case"
    parameter Real loss = 0.5;
    Real T(start = 18, fixed = true), energy(start = 0, fixed = true);
    Boolean on(start = true, fixed = true);
    Integer count(start = 0, fixed = true);
  equation
    on = if pre(on) then T < 21 else T < 19;
    der(T) = (if on then 8 else 0) - loss*(T - 10);
    der(energy) = if on then 8 else 0;
    when on then
      count = pre(count) + 1;
    end when;
  end Thermostat;
  model Diode "a system with discrete unknowns"
    parameter Real R = 1;
    Real u = 5*sin(3*time), i, s, uD, v(start = 0, fixed = true);
    Boolean off;
  equation
    off = s < 0;
    uD = if off then s else 0.01*s;
    i = if off then 0.001*s else s;
    u = uD + R*i + v;
    0.5*der(v) = i - v;
  end Diode;
  model Peak "shorter than a step, and the time itself"
    parameter Real k = 1;
    Real x(start = 0.9, fixed = true), s = 1.2/(1 + ((time - 0.44*k)/3e-4)^2), late = sin(time);
    Real inside(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = -0.1;
    der(inside) = if s > x then 1 else 0;
    when s > x then
      n = pre(n) + 1;
    end when;
  end Peak;
  model Touch "a relation on states that crosses and comes back within a step"
    parameter Real w = 1;
    Real x(start = 0, fixed = true), v(start = w, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -w^2*x;
    when x > 0.995 then
      n = pre(n) + 1;
    end when;
  end Touch;
  model Cleared "a jump between two of three solutions, back to where another one is nearer"
    parameter Real k = 1;
    Real x(start = 0, fixed = true), y(start = 2);
    Real load = if time > 0.3 and time < 0.6 then 3 else 0;
  equation
    k*(y^2 - 4) + load*(1 + y) = 0;
    der(x) = y;
  end Cleared;
  model Ball
    parameter Real e = 0.8;
    Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = -9.81;
    when h < 0 then
      reinit(v, -e*pre(v));
    end when;
  end Ball;
end Models;
"""


def random_tables(seed, everything=False):
    """Models of many tables (tests/fmi/tables.mo) that are read at instants and places that differ between cases: all pairs of options over
    one abscissa, a third of them, or everything, over two and over time."""
    rng = random.Random(seed)

    def numbers(count, low, high):
        return [round(rng.uniform(low, high), 3) for _ in range(count)]

    def abscissas(count, jumps):
        # Not where a step ends: which side of a jump is taken there hangs on rounding.
        x = sorted({round(each + 3.7e-5, 6) for each in numbers(count, -1, 2)})
        if jumps:
            x.insert(rng.randrange(len(x)), rng.choice(x))
        return sorted(x)

    def matrix(rows):
        return "[" + "; ".join(", ".join(map(str, row)) for row in rows) + "]"

    declared, sums = [], {"x": [], "y": [], "z": [], "w": []}
    events = []
    for i, smoothness in enumerate(("linear", "akima", "constant_", "monotone1", "monotone2", "modified")):
        for j, extrapolation in enumerate(("hold", "tangent", "periodic")):
            name = f"{smoothness}_{extrapolation}"
            options = f"Tables.Smoothness.{smoothness}, Tables.Extrapolation.{extrapolation}"
            jumps = rng.random() < 0.5
            rows = [[x, *numbers(2, -1, 1)] for x in abscissas(rng.choice((1, 2, 3, 5, 8)), jumps)]
            declared.append(f'  Tables.Table1D a_{name} = Tables.Table1D("NoName", "NoName", {matrix(rows)}, {{2, 3}}, {options});')
            sums["x"].append(f"Tables.value(a_{name}, 1, {numbers(1, -3, 3)[0]}*time + k)")
            if not jumps and smoothness != "constant_" and extrapolation != "periodic":
                sums["x"].append(f"Tables.value(a_{name}, 2, 2*x)")
            sums["y"].append(f"Tables.derivative_(a_{name}, 2, {numbers(1, -3, 3)[0]}*k*time, 0.1)")
            if everything or (i + j) % 3 == 0:
                x, y = abscissas(rng.choice((2, 3, 5)), False), abscissas(rng.choice((2, 3, 6)), False)
                rows = [[0, *y], *([xi, *numbers(len(y), -1, 1)] for xi in x)]
                declared.append(f'  Tables.Table2D b_{name} = Tables.Table2D("NoName", "NoName", {matrix(rows)}, {options});')
                sums["z"].append(f"Tables.value2(b_{name}, {numbers(1, -2, 2)[0]}*time, {numbers(1, -2, 2)[0]}*k)")
                sums["z"].append(f"Tables.derivative2(b_{name}, {numbers(1, -2, 2)[0]}*time, {numbers(1, -2, 2)[0]}*k, 0.2, -0.1)")
            if everything or (i + j) % 3 == 1:
                rows = [[round(x - 0.5, 6), *numbers(1, -1, 1)] for x in abscissas(rng.choice((2, 3, 5)), rng.random() < 0.5)]
                start, shift = numbers(2, -0.5, 0.5)
                when = rng.choice(("always", "atJumps", "none"))
                declared.append(f'  Tables.TimeTable c_{name} = Tables.TimeTable("NoName", "NoName", {matrix(rows)}, {start}, {{2}}, {options}, '
                                f"{shift}, Tables.TimeEvents.{when});\n  discrete Real next_{name}(start = -10, fixed = true);")
                events.append(f"  when {{initial(), time >= pre(next_{name})}} then\n    next_{name} = Tables.nextEvent(c_{name}, time);\n  end when;")
                sums["w"].append(f"Tables.timeValue(c_{name}, 1, time, next_{name}, pre(next_{name}))")
    equations = [f"  der({name}) = -{name} + 0.1*k*(" + "\n    + ".join(terms) + ");" for name, terms in sums.items()]
    return "\n".join(["model Many", "  parameter Real k = 1;", *declared,
                      *(f"  Real {name}(start = 0, fixed = true);" for name in sums), "equation", *events, *equations, "end Many;",
                      "model Edge", "  parameter Real k = 1;",
                      '  Tables.Table1D a = Tables.Table1D("NoName", "NoName", [0, 0; 1, 2], {2}, Tables.Smoothness.linear, Tables.Extrapolation.none);',
                      "  Real x(start = 0, fixed = true);", "equation", "  der(x) = Tables.value(a, 1, k*time);", "end Edge;",
                      "function plain", "  input Tables.Table1D t;", "  input Integer c;", "  input Real u;", "  output Real y;",
                      '  external "C" y = ModelicaStandardTables_CombiTable1D_getValue(t, c, u);', "end plain;",
                      "model Inverse", "  parameter Real k = 1;",
                      '  Tables.Table1D a = Tables.Table1D("NoName", "NoName", [0, 0; 1, 2; 2, 3; 4, 9], {2}, Tables.Smoothness.akima);',
                      "  Real x(start = 0, fixed = true), y, z;", "equation", "  y + k*plain(a, 1, z) = 1 + x;", "  z + plain(a, 1, y)^2 = 2;", "  der(x) = y;",
                      "end Inverse;"])


class Ensembles(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "models.mo").write_text(MODELS)
        self.addCleanup(self.scratch.cleanup)

    def sweep(self, model, device, *arguments, package="Models."):
        done = subprocess.run(
            [str(program()), "sweep", "models.mo", package + model, "--device", device, "--output", "cases.csv", *arguments],
            cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.folder / "cases.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file)), done.stdout + done.stderr

    def compare(self, model, *arguments, tolerance=1e-12, device="lanes", alone=0, package="Models."):
        single, _ = self.sweep(model, "threads", *arguments, package=package)
        together, text = self.sweep(model, device, *arguments, package=package)
        if alone is not None:
            self.assertIn(f" {alone} cases alone", text)
        self.assertEqual(len(single), len(together))
        for a, b in zip(single, together):
            self.assertEqual(a["status"], b["status"])
            for name, value in a.items():
                if name.startswith("final(") and (value or b[name]):
                    x, y = float(value), float(b[name])
                    self.assertLessEqual(abs(x - y), tolerance * max(abs(x), 1e-3), (model, arguments, name, x, y))
        return together

    def test_explicit_methods(self):
        for method in ("rk4", "euler"):
            self.compare("Lorenz", "--set", "rho=20:28:13", "--method", method, "--step", "0.01", "--stop", "1.005", tolerance=1e-10)
            self.compare("Functions", "--set", "p=0.1:0.9:9", "--method", method, "--step", "0.01", "--stop", "2",
                         "--filter", "x|y|all")

    def test_inlined_methods(self):
        for method in ("be", "trapezoid", "sdirk4", "radau3", "radau5", "lobatto4"):
            common = ("--method", "inline:" + method, "--tolerance", "1e-9")
            self.compare("Robertson", "--set", "k1=0.03:0.05:9", "--step", "0.01", "--stop", "0.5", *common, tolerance=1e-8)
            self.compare("Loop", "--set", "R=1:3:5", "--step", "0.05", "--stop", "1", *common, tolerance=1e-8)
        self.compare("Chain", "--set", "R=1:3:5", "--step", "0.1", "--stop", "2", "--method", "inline:be", "--tolerance", "1e-9",
                     tolerance=1e-8)

    def test_start_values(self):
        fixed = ("--step", "0.01", "--stop", "1.005")
        self.compare("Lorenz", "--set", "x=0.5:1.5:5", "--set", "y=0.1:2:3", "--set", "rho=20:28:2", "--method", "rk4", *fixed, tolerance=1e-10)
        self.compare("Lorenz", "--set", "x=normal(1,0.1)", "--samples", "20", "--seed", "3", "--method", "dopri5", "--stop", "1",
                     "--tolerance", "1e-9", tolerance=1e-6)
        self.compare("Robertson", "--set", "a=0.9:1:5", "--method", "inline:radau5", "--step", "0.01", "--stop", "0.5", "--tolerance", "1e-9",
                     tolerance=1e-8)
        self.assertIn("ld.", self.kernel("Lorenz", "--set", "x=0.5:1.5:5", "--method", "rk4", *fixed))
        # The translation holds for start values of one sign: others run alone.
        self.compare("Lorenz", "--set", "x=-1:1:4", "--method", "rk4", *fixed, tolerance=1e-10, alone=2)

    def test_large_systems(self):
        """Sparse with fixed pivots, and dense in loops."""
        common = ("--step", "0.1", "--stop", "1", "--tolerance", "1e-9")
        self.compare("Chain", "--set", "R=1:3:5", "--method", "inline:radau3", *common, tolerance=1e-8)
        self.compare("Full", "--set", "R=1:3:5", "--method", "inline:be", *common, tolerance=1e-8)

    def test_events(self):
        """Each lane has its own events; a ball that comes to rest is left to a single run."""
        for method in (("rk4",), ("inline:be",), ("inline:radau5", "--tolerance", "1e-9")):
            self.compare("Ball", "--set", "e=0.5:0.9:7", "--method", *method, "--step", "0.01", "--stop", "1", tolerance=1e-7)
            self.compare("Thermostat", "--set", "loss=0.3:0.6:7", "--method", *method, "--step", "0.01", "--stop", "5",
                         "--filter", "T|energy|count", tolerance=1e-7)
            self.compare("Diode", "--set", "R=1:3:5", "--method", *method, "--step", "0.01", "--stop", "3", tolerance=1e-7)

    def test_between_the_ends_of_steps(self):
        """Peaks of time and of states that no end of a step shows; lanes that need different numbers of steps."""
        for method, step in (("rk4", ["--step", "0.01"]), ("inline:radau5", ["--step", "0.01"]), ("inline:be", ["--step", "0.01"]), ("dopri5", []),
                             ("inline:sdirk4", [])):
            rows = self.compare("Peak", "--set", "k={0.5,1,1.5,3}", "--method", method, *step, "--stop", "1", "--tolerance", "1e-9",
                                "--filter", "^(x|n|inside|late)$", tolerance=1e-6)
            for row in rows:
                k = float(row["k"])
                self.assertEqual(int(row["final(n)"]), 1 if k < 2 else 0)
                self.assertAlmostEqual(float(row["final(late)"]), math.sin(1), delta=1e-12)
                width = 2*3e-4*math.sqrt(1.2/(0.9 - 0.044*k) - 1) if k < 2 else 0
                self.assertAlmostEqual(float(row["final(inside)"]), width, delta=1e-5*width)
        rows = self.compare("Touch", "--set", "w={0.5,1,1.2,1.5}", "--method", "rk4", "--step", "0.3", "--stop", "20", "--filter", "^(x|n)$", tolerance=1e-6)
        self.assertEqual([int(row["final(n)"]) for row in rows], [2, 3, 4, 5])
        # A ball whose jumps are shorter than a step: sqrt(2/9.81) to the ground, then 2 e^k as long each.
        rows = self.compare("Ball", "--set", "e=0.5:0.52:5", "--method", "rk4", "--step", "0.1", "--stop", "1.31", tolerance=1e-6)
        for row in rows:
            e, fall = float(row["e"]), math.sqrt(2/9.81)
            left, k = 1.31 - fall, 1
            while left > 2*fall*e**k:
                left, k = left - 2*fall*e**k, k + 1
            self.assertAlmostEqual(float(row["final(h)"]), 9.81*(fall*e**k*left - left**2/2), delta=1e-9)

    def test_solutions_after_events(self):
        """y^2 = 4 has two solutions; what an event leads to is that of a single run."""
        for method in ("rk4", "inline:be"):
            self.compare("Cleared", "--set", "k=0.7:1.3:7", "--method", method, "--step", "0.01", "--stop", "1", "--filter", "^(x|y)$", tolerance=1e-8,
                         alone=None)

    def test_bits(self):
        """A case has the same bits whatever the width of registers, its neighbours and the number of workers."""
        self.addCleanup(os.environ.pop, "FORMOLA_LANES", None)
        for study in (("Lorenz", "--set", "rho=20:28:21", "--method", "rk4", "--step", "0.01", "--stop", "1.005"),
                      ("Robertson", "--set", "k1=0.03:0.05:21", "--method", "inline:radau5", "--stop", "4"),
                      ("Thermostat", "--set", "loss=0.3:0.6:21", "--method", "inline:be", "--step", "0.01", "--stop", "5")):
            tables = []
            for width, workers in (("1", "1"), ("2", "2"), ("4", "1"), ("8", "2"), ("", "1")):
                os.environ["FORMOLA_LANES"] = width
                rows, text = self.sweep(study[0], "lanes", *study[1:], "--workers", workers)
                self.assertRegex(text, r"on \d lanes: .* 0 cases alone")
                if width in ("1", "2"):
                    self.assertIn(f"on {width} lanes", text)
                tables.append(rows)
            for other in tables[1:]:
                self.assertEqual(other, tables[0])

    def test_samples(self):
        """Each lane has its own ticks."""
        for method in (("rk4",), ("inline:be",), ("inline:radau5", "--tolerance", "1e-9")):
            self.compare("Clock", "--set", "k=0.5:0.9:5", "--method", *method, "--step", "0.03", "--stop", "1", "--filter", "x|y",
                         tolerance=1e-8)
            self.compare("Rates", "--set", "k=0.5:2.5:21", "--method", *method, "--step", "0.01", "--stop", "1", "--filter", "x|n|sum",
                         tolerance=1e-8)
            self.compare("Sampled", "--set", "k=0.5:2.5:9", "--method", *method, "--step", "0.01", "--stop", "1", "--filter", "x|z", tolerance=1e-8)
            self.compare("Counts", "--set", "k=0.5:2.5:21", "--method", *method, "--step", "0.01", "--stop", "1", "--filter", "^(x|up|down)$",
                         tolerance=1e-8)
            self.compare("Stateless", "--set", "k=0.5:2.5:21", "--method", *method, "--step", "0.01", "--stop", "1", "--filter", "^(y|n)$")
        rows = self.compare("Rates", "--set", "k={1,0,-1,2}", "--method", "rk4", "--step", "0.01", "--stop", "1", alone=2)
        self.assertIn("the interval must be positive", rows[1]["message"])

    def test_steps_that_follow_the_tolerance(self):
        """Each lane has its own; results are as near to single runs as these are to the solution."""
        for method, loose in (("dopri5", 1), ("inline:sdirk4", 1), ("inline:radau5", 1), ("inline:radau3", 10), ("inline:lobatto4", 10),
                              ("inline:bdf", 30)):
            common = ("--method", method, "--tolerance", "1e-8")
            self.compare("Robertson", "--set", "k1=0.03:0.05:9", "--stop", "4", *common, tolerance=3e-7*loose)
            self.compare("Thermostat", "--set", "loss=0.3:0.6:9", "--stop", "5", *common, "--filter", "^(T|energy|count)$",
                         tolerance=3e-7*loose)
            self.compare("Ball", "--set", "e=0.5:0.9:9", "--stop", "1", *common, tolerance=1e-7*loose)
            self.compare("Rates", "--set", "k=0.5:2.5:9", "--stop", "1", *common, "--filter", "^(x|n|sum)$", tolerance=1e-7*loose)
        # der(x) = v, der(v) = -9.81 up to the first bounce at sqrt(2/9.81), which lies inside of a step
        rows = self.compare("Ball", "--set", "e=0.5:0.9:5", "--stop", "0.8", "--method", "dopri5", tolerance=1e-9)
        for row in rows:
            bounce = math.sqrt(2/9.81)
            v = float(row["e"])*9.81*bounce
            self.assertAlmostEqual(float(row["final(h)"]), v*(0.8 - bounce) - 9.81/2*(0.8 - bounce)**2, delta=1e-7)
        self.compare("Robertson", "--set", "k1=0.03:0.05:9", "--stop", "4", "--method", "inline:be", tolerance=3e-3)

    def test_orders_of_bdf(self):
        """Orders rise: with thousand times less tolerance there are few more steps, and lanes with other orders and sizes do not disturb each other."""
        for tolerance in ("1e-5", "1e-8"):
            rows = self.compare("Asserted", "--set", "k=0.05:0.5:35", "--method", "inline:bdf", "--stop", "2", "--tolerance", tolerance,
                                tolerance=300*float(tolerance))
            for row in rows:
                self.assertAlmostEqual(float(row["final(x)"]), math.exp(2*float(row["k"])), delta=100*float(tolerance))
        _, text = self.sweep("Lorenz", "lanes", "--set", "rho=20:28:3", "--method", "inline:bdf", "--step", "0.01", "--stop", "0.1")
        self.assertIn("by single runs in threads: steps of one size by BDF", text)

    def test_on_the_way(self):
        """Extremes, means and curves, with events between the points, against single runs and closed forms."""
        columns = ("min", "max", "mean")
        for model, swept, method in (("Ball", "e=0.5:0.9:7", ("rk4", "--step", "0.01")), ("Ball", "e=0.5:0.9:7", ("dopri5", "--tolerance", "1e-9")),
                                     ("Thermostat", "loss=0.3:0.6:7", ("inline:radau5", "--tolerance", "1e-9")),
                                     ("Clock", "k=0.5:0.9:7", ("inline:sdirk4", "--tolerance", "1e-9"))):
            common = (model, "--set", swept, "--method", *method, "--stop", "1", "--intervals", "50", "--statistics", ",".join(columns))
            tables, curves = [], []
            for device in ("threads", "lanes"):
                rows, text = self.sweep(common[0], device, *common[1:], "--trajectories", device)
                if device == "lanes":
                    self.assertIn(" 0 cases alone", text)
                tables.append(rows)
                curves.append([self.rows_by_time(path) for path in sorted((self.folder / device).iterdir())])
            for a, b in zip(*tables):
                self.assertEqual(a.keys(), b.keys())
                for name in a:
                    if name.split("(")[0] in columns:
                        self.assertAlmostEqual(float(a[name]), float(b[name]), delta=2e-5*max(1, abs(float(a[name]))), msg=(common, name))
            self.assertEqual(len(curves[0]), len(curves[1]))
            for a, b in zip(*curves):
                self.assertEqual(len(b), 51)
                for time, row in b.items():
                    near = min(a, key=lambda t: abs(t - time))
                    self.assertAlmostEqual(near, time, delta=1e-12)
                    for name, value in row.items():
                        self.assertAlmostEqual(value, a[near][name], delta=2e-6*max(1, abs(value)), msg=(common, name, time))
        rows, _ = self.sweep("Asserted", "lanes", "--set", "k={-2,-1,0.5}", "--method", "rk4", "--step", "0.001", "--stop", "1", "--statistics",
                             "min,max,mean", "--intervals", "1000")
        for row in rows:
            k = float(row["k"])
            self.assertAlmostEqual(float(row["mean(x)"]), (math.exp(k) - 1)/k, delta=1e-6)
            self.assertAlmostEqual(float(row["min(x)"]), min(1, math.exp(k)), delta=1e-12)
            self.assertAlmostEqual(float(row["max(x)"]), max(1, math.exp(k)), delta=1e-12)
        _, text = self.sweep("Lorenz", "lanes", "--set", "rho=20:28:3", "--method", "rk4", "--step", "0.03", "--stop", "1", "--statistics", "max")
        self.assertIn("not made of whole steps", text)

    def rows_by_time(self, path):
        """The last row of each instant: behind its event."""
        with open(path, newline="", encoding="utf-8") as file:
            return {float(row.pop("time")): {name: float(value) for name, value in row.items() if value not in ("true", "false")}
                    for row in csv.DictReader(file)}

    def test_percentiles(self):
        """Printed over all cases, whoever ran them, and on the page with its curves."""
        common = ("--set", "k=uniform(0,1.5)", "--samples", "200", "--method", "rk4", "--step", "0.01", "--stop", "1", "--report", "page.html")
        texts, pages = [], []
        for device in ("threads", "lanes"):
            _, text = self.sweep("Asserted", device, *common)
            texts.append(text[text.index("final  "):])
            pages.append(len((self.folder / "page.html").read_text()))
        self.assertEqual(texts[0], texts[1])
        self.assertGreater(pages[1], pages[0] / 3)

    def test_solutions(self):
        """Where the solution that was followed may be lost, or the one near the start, a single run decides."""
        common = ("--step", "0.3", "--stop", "3", "--filter", "^(x|y)$", "--tolerance", "1e-9")
        for method in ("inline:be", "inline:radau5"):
            self.compare("Turning", "--set", "w={1,3,5}", "--method", method, *common, tolerance=1e-7, alone=1)
        self.compare("Near", "--set", "k=1:1.9:9", "--method", "rk4", "--step", "0.1", "--stop", "1", "--filter", "^(x|y)$", tolerance=1e-8,
                     alone=None)

    def test_parameters(self):
        """What does not depend on swept parameters is computed once, by single runs' code."""
        common = ("--method", "rk4", "--step", "0.01", "--stop", "1", "--filter", "^(x|q|z|m|both)$")
        self.compare("Parameters", "--set", "k=1:3:9", *common)
        self.compare("Parameters", "--set", "k=1:3:9", "--set", "r=1.5", *common)
        self.compare("Parameters", "--set", "k=1:3:3", "--set", "r=0.5:2:4", *common)
        _, text = self.sweep("Recursive", "lanes", "--set", "k=1:3:3", *common)
        self.assertIn("by single runs in threads: the function Models.factorial, which calls itself", text)

    def test_functions(self):
        """Those that are not inlined are called lane by lane; where one fails its reason is that of a single run."""
        for method in (("rk4",), ("inline:be", "--tolerance", "1e-9")):
            self.compare("Calls", "--set", "k=0.1:1.5:13", "--method", *method, "--step", "0.01", "--stop", "1", "--filter", "x|p|q",
                         tolerance=1e-7)
        rows = self.compare("Calls", "--set", "k={0.5,2,0.7}", "--method", "rk4", "--step", "0.01", "--stop", "1", alone=1)
        self.assertEqual([row["status"] for row in rows], ["done", "failed", "done"])
        self.assertIn("x is too large for a root", rows[1]["message"])

    def test_tables(self):
        """All kinds of interpolation and of continuation beyond the ends, with jumps, against the code of single runs."""
        tables = pathlib.Path(__file__).resolve().parents[1] / "fmi/tables.mo"
        (self.folder / "models.mo").write_text(tables.read_text() + random_tables("7"))
        common = ("--set", "k=0.20001:2.00002:5", "--stop", "3")
        for tolerance, *method in ((1e-10, "rk4"), (1e-8, "inline:be", "--tolerance", "1e-9")):
            self.compare("Many", *common, "--method", *method, "--step", "0.01", "--filter", "^(x|y|z|w|next)", package="",
                         tolerance=tolerance)
        self.compare("Edge", "--set", "k={0.5,0.9,1.5,3}", "--stop", "1", "--method", "rk4", "--step", "0.01", package="", alone=2)
        # Without derivatives: the Jacobian by differences.
        for method in ("rk4", "inline:be"):
            self.compare("Inverse", "--set", "k=0.5:1.5:9", "--stop", "1", "--method", method, "--step", "0.01", "--tolerance", "1e-9", package="",
                         tolerance=1e-8)
        # A table by a parameter that differs is a table of each case.
        _, text = self.sweep("Tables.Inside", "lanes", "--set", "top=1:2:3", "--method", "rk4", "--step", "0.01", package="")
        self.assertIn("by single runs in threads: calls of Tables.", text)
        text = self.kernel("Edge", "--set", "k=0.5:2:5", "--method", "rk4", "--step", "0.01", package="")
        self.assertNotIn(".extern", text)
        self.assertIn("ld.global.nc.f64", text)  # constants of the kernel
        self.assemble()

    def test_cases_that_fail(self):
        rows = self.compare("Asserted", "--set", "k={0.5,1,2,-1}", "--method", "rk4", "--step", "0.01", "--stop", "1", alone=2)
        self.assertEqual([row["status"] for row in rows], ["done", "done", "failed", "done"])
        self.assertIn("x is too large", rows[2]["message"])
        rows = self.compare("Lorenz", "--set", "rho={20,1e300,25}", "--method", "rk4", "--step", "0.01", "--stop", "1",
                            tolerance=1e-10, alone=1)
        self.assertEqual([row["status"] for row in rows], ["done", "failed", "done"])

    def test_what_lanes_cannot_do(self):
        _, text = self.sweep("Delayed", "lanes", "--set", "k=0.5:0.9:3", "--method", "rk4", "--step", "0.01", "--stop", "1")
        self.assertIn("by single runs in threads: delays", text)
        _, text = self.sweep("Lorenz", "lanes", "--set", "rho=20:28:3")
        self.assertIn("by single runs in threads: the method auto", text)
        _, text = self.sweep("Robertson", "lanes", "--set", "k1=0.03:0.05:3", "--method", "inline:trapezoid", "--stop", "0.1")
        self.assertIn("--step H", text)

    def kernel(self, model, *arguments, package="Models."):
        run("sweep", "models.mo", package + model, "--ptx", "kernel.ptx", *arguments, cwd=self.folder)
        return (self.folder / "kernel.ptx").read_text()

    def test_kernels(self):
        for arguments in (("Lorenz", "--set", "rho=20:28:3", "--method", "rk4", "--step", "0.01"),
                          ("Robertson", "--set", "k1=0.03:0.05:3", "--method", "inline:radau5", "--step", "0.01"),
                          ("Chain", "--set", "R=1:3:3", "--method", "inline:be", "--step", "0.01"),
                          ("Thermostat", "--set", "loss=0.3:0.6:3", "--method", "inline:be", "--step", "0.01"),
                          ("Functions", "--set", "p=0.1:0.9:3", "--method", "inline:sdirk4", "--step", "0.01")):
            text = self.kernel(*arguments)
            self.assertIn(".visible .entry formola_trajectory(", text)
            self.assertNotIn("call", text)  # nothing outside of the kernel
            self.assertIn("fma.rn.f64", text)
            self.assemble()
        text = self.kernel("Calls", "--set", "k=0.1:1.5:3", "--method", "rk4", "--step", "0.01")
        self.assertNotIn(".extern", text)  # what is called is there
        self.assemble()
        self.kernel("Rates", "--set", "k=0.1:1.5:3", "--method", "inline:be", "--step", "0.01")
        self.assemble()

    def assemble(self):
        if shutil.which("ptxas"):
            subprocess.run(["ptxas", "-arch=sm_90", "kernel.ptx", "-o", "kernel.cubin"], cwd=self.folder, check=True)

    def test_gpu(self):
        _, text = self.sweep("Lorenz", "gpu", "--set", "rho=20:28:3", "--method", "rk4", "--step", "0.01", "--stop", "1")
        if "no GPU" in text:
            self.skipTest("there is no GPU: " + text.splitlines()[0])
        self.compare("Lorenz", "--set", "rho=20:28:1000", "--method", "rk4", "--step", "0.01", "--stop", "1", tolerance=1e-9,
                     device="gpu")
        self.compare("Robertson", "--set", "k1=0.03:0.05:1000", "--step", "0.01", "--stop", "0.5", "--method", "inline:radau5",
                     "--tolerance", "1e-9", tolerance=1e-8, device="gpu")
        self.compare("Thermostat", "--set", "loss=0.3:0.6:1000", "--method", "rk4", "--step", "0.01", "--stop", "5", tolerance=1e-7,
                     device="gpu")
        self.compare("Robertson", "--set", "k1=0.03:0.05:1000", "--stop", "4", "--method", "inline:bdf", "--tolerance", "1e-8", tolerance=1e-5,
                     device="gpu")
        self.compare("Asserted", "--set", "k={0.5,1,2,-1}", "--method", "rk4", "--step", "0.01", "--stop", "1", device="gpu", alone=2)
        tables = pathlib.Path(__file__).resolve().parents[1] / "fmi/tables.mo"
        (self.folder / "models.mo").write_text(MODELS + tables.read_text() + random_tables("7"))
        self.compare("Many", "--set", "k=0.20001:2.00002:100", "--stop", "3", "--method", "rk4", "--step", "0.01", "--filter", "^(x|y|z|w|next)", package="",
                     tolerance=1e-10, device="gpu")
        self.compare("Inverse", "--set", "k=0.5:1.5:100", "--stop", "1", "--method", "inline:be", "--step", "0.01", "--tolerance", "1e-9", package="",
                     tolerance=1e-8, device="gpu")
        single, _ = self.sweep("Ball", "threads", "--set", "e=0.5:0.9:100", "--method", "rk4", "--step", "0.01", "--stop", "1", "--intervals", "50",
                               "--statistics", "min,max,mean")
        together, _ = self.sweep("Ball", "gpu", "--set", "e=0.5:0.9:100", "--method", "rk4", "--step", "0.01", "--stop", "1", "--intervals", "50",
                                 "--statistics", "min,max,mean", "--trajectories", "curves")
        for a, b in zip(single, together):
            for name in ("min(h)", "max(h)", "mean(h)", "mean(v)"):
                self.assertAlmostEqual(float(a[name]), float(b[name]), delta=1e-6)
        rows = self.rows_by_time(self.folder / "curves" / "case_000001.csv")
        self.assertEqual(len(rows), 51)
        self.assertAlmostEqual(rows[0.4]["h"], 1 - 9.81*0.08, delta=1e-9)


class Statistics(unittest.TestCase):
    """Of all cases, without rows."""

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "models.mo").write_text(MODELS)
        self.addCleanup(self.scratch.cleanup)

    def sweep(self, *arguments, status=0):
        return run("sweep", "models.mo", *arguments, cwd=self.folder, status=status)

    def summary(self, name="study.json"):
        return json.loads((self.folder / name).read_text())

    def check(self, rows, summary):
        """Against the rows of the same study."""
        self.assertEqual(summary["cases"], len(rows))
        self.assertEqual(summary["failed"], sum(row["status"] == "failed" for row in rows))
        for each in summary["variables"]:
            values = [float(row[f"final({each['name']})"]) for row in rows if row["status"] != "failed"]
            self.assertEqual(each["count"], len(values))
            self.assertAlmostEqual(each["mean"], statistics.fmean(values), delta=1e-12*abs(each["mean"]) + 1e-15)
            self.assertAlmostEqual(each["deviation"], statistics.stdev(values), delta=1e-9*each["deviation"] + 1e-15)
            self.assertEqual((each["min"], each["max"]), (min(values), max(values)))
            for extreme in ("min", "max"):
                row = rows[each[extreme + "_case"] - 1]
                self.assertEqual(float(row[f"final({each['name']})"]), each[extreme])
            exact = statistics.quantiles(values, n=20, method="inclusive")
            for percent in (5, 25, 50, 75, 95):
                self.assertAlmostEqual(each[f"p{percent}"], exact[percent // 5 - 1], delta=1e-12*abs(exact[percent // 5 - 1]) + 1e-15)

    def test_numbers_are_those_of_the_rows(self):
        study = ("Models.Asserted", "--set", "k=uniform(0,1.5)", "--samples", "300", "--method", "rk4", "--step", "0.02", "--stop", "1")
        for device in ("threads", "lanes"):
            self.sweep(*study, "--device", device, "--output", "rows.csv", "--summary", "both.json")
            with open(self.folder / "rows.csv", newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            self.assertTrue(any(row["status"] == "failed" for row in rows))
            self.check(rows, self.summary("both.json"))
            text = self.sweep(*study, "--device", device, "--output", "none", "--summary", "study.json")
            self.assertIn("statistics in study.json", text)
            self.assertFalse((self.folder / "none").exists() or (self.folder / "study.json.state").exists())
            self.assertEqual((self.folder / "study.json").read_text(), (self.folder / "both.json").read_text())

    def test_interrupted_and_resumed(self):
        """The same numbers to the last digit, wherever it was interrupted."""
        study = ["Models.Lorenz", "--set", "rho=normal(25,2)", "--samples", "400", "--stop", "2", "--output", "none"]
        self.sweep(*study, "--summary", "whole.json")
        process = subprocess.Popen([str(program()), "sweep", "models.mo", *study, "--summary", "parts.json"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and len(os.listdir(f"/proc/{process.pid}/task")) < 2:
            pass  # until cases run
        process.send_signal(signal.SIGINT)
        process.wait()
        self.sweep(*study, "--summary", "parts.json", "--resume")
        self.assertEqual((self.folder / "parts.json").read_text(), (self.folder / "whole.json").read_text())

    def test_memory_does_not_grow_with_the_cases(self):
        def peak(cases):
            command = [str(program()), "sweep", "models.mo", "Models.Asserted", "--set", "k=uniform(0,0.9)", "--samples", str(cases),
                       "--method", "rk4", "--step", "0.5", "--stop", "1", "--device", "lanes", "--output", "none", "--summary", "study.json", "--quiet"]
            process = subprocess.Popen(command, cwd=self.folder)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0)
            return usage.ru_maxrss

        few = peak(20_000)
        many = peak(600_000)
        self.assertEqual(self.summary()["cases"], 600_000)
        self.assertLess(many - few, 4096)  # kilobytes: seven bytes a case

    def test_what_is_refused(self):
        common = ("Models.Lorenz", "--set", "rho=1:2:2", "--stop", "0.1")
        run("sweep", "models.mo", *common, "--output", "none", cwd=self.folder, status=2)
        run("sweep", "models.mo", *common, "--resume", "--summary", "study.json", cwd=self.folder, status=2)
        (self.folder / "study.json.state").write_text("something else")
        run("sweep", "models.mo", *common, "--output", "none", "--resume", "--summary", "study.json", cwd=self.folder, status=2)


def python_with_h5py():
    """A Python that reads HDF5 by a library of its own."""
    for name in ("python3", "/usr/bin/python3"):
        found = shutil.which(name)
        if found and subprocess.run([found, "-c", "import h5py"], capture_output=True, check=False).returncode == 0:
            return found
    return None


@unittest.skipUnless(python_with_h5py(), "there is no h5py (Debian's package python3-h5py)")
class ByColumns(unittest.TestCase):
    """Tables as HDF5 files, read by h5py, against the same table as text."""

    READ = """
import h5py, json, sys
with h5py.File(sys.argv[1]) as file:
    columns = {}
    for name, data in file.items():
        values = data[...].tolist()
        if values and isinstance(values[0], bytes):
            values = [each.decode() for each in values]
        columns[name] = [int(data.attrs["column"][0]), str(data.dtype.kind), values]
print(json.dumps(columns))
"""

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "models.mo").write_text(MODELS)
        self.addCleanup(self.scratch.cleanup)

    def sweep(self, *arguments, **more):
        return run("sweep", "models.mo", *arguments, cwd=self.folder, **more)

    def columns(self, name):
        done = subprocess.run([python_with_h5py(), "-c", self.READ, str(self.folder / name)], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def rows(self, name):
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def compare(self, table, columns):
        self.assertEqual(list(table[0]), [name for name, _ in sorted(columns.items(), key=lambda item: item[1][0])])
        for name, (_, kind, values) in columns.items():
            self.assertEqual(len(values), len(table), name)
            for row, value in zip(table, values):
                if kind in "SO":
                    self.assertEqual(row[name], value)
                else:
                    self.assertTrue(float(row[name]) == value if row[name] else math.isnan(value), (name, row[name], value))

    def test_columns(self):
        """Numbers to the last bit, cases that fail, texts."""
        study = ("Models.Asserted", "--set", "k=uniform(0,1.5)", "--samples", "20000", "--method", "rk4", "--step", "0.1", "--stop", "1",
                 "--device", "lanes")
        self.sweep(*study, "--output", "cases.csv")
        self.sweep(*study, "--output", "cases.h5")
        columns = self.columns("cases.h5")
        self.compare(self.rows("cases.csv"), columns)
        self.assertEqual([columns[name][1] for name in ("case", "k", "status", "final(x)", "message")], ["i", "f", "S", "f", "O"])
        self.assertEqual(set(columns["status"][2]), {"done", "failed"})
        self.assertEqual(sorted(os.listdir(self.folder)), ["cases.csv", "cases.h5", "models.mo"])

    def test_interrupted_and_resumed(self):
        """Rows are kept as text until all are there."""
        study = ["Models.Lorenz", "--set", "rho=normal(25,2)", "--samples", "400", "--stop", "2"]
        self.sweep(*study, "--output", "whole.csv")
        process = subprocess.Popen([str(program()), "sweep", "models.mo", *study, "--output", "parts.h5"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        rows = self.folder / "parts.h5.new"
        while process.poll() is None and not (rows.exists() and len(rows.read_bytes().splitlines()) > 2):
            pass
        process.kill()
        process.wait()
        self.assertFalse((self.folder / "parts.h5").exists())
        text = self.sweep(*study, "--output", "parts.h5", "--resume")
        self.assertLess(int(re.search(r"400 cases, (\d+) run now", text).group(1)), 400)
        self.compare(self.rows("whole.csv"), self.columns("parts.h5"))
        self.sweep(*study, "--output", "parts.h5", "--resume", status=2)  # nothing is left to go on with

    def test_names(self):
        (self.folder / "slash.mo").write_text("model Slash parameter Real k = 1; output Real 'a/b' = k*time; end Slash;")
        run("sweep", "slash.mo", "--set", "k={1,2}", "--stop", "3", "--output", "cases.hdf5", cwd=self.folder)
        self.assertEqual(self.columns("cases.hdf5")["final('a%2Fb')"][2], [3.0, 6.0])


class Ranks(unittest.TestCase):
    """Several processes share the cases of one sweep."""

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "models.mo").write_text(MODELS)
        self.addCleanup(self.scratch.cleanup)
        self.common = [str(program()), "sweep", "models.mo", "Models.Thermostat", "--set", "loss=0.3:0.6:64", "--stop", "200"]

    def start(self, rank, size):
        environment = dict(os.environ, OMPI_COMM_WORLD_RANK=str(rank), OMPI_COMM_WORLD_SIZE=str(size))
        return subprocess.Popen([*self.common, "--output", "shared.csv"], cwd=self.folder, env=environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def alone(self):
        subprocess.run([*self.common, "--output", "alone.csv"], cwd=self.folder, check=True, capture_output=True)
        return (self.folder / "alone.csv").read_text()

    def test_rows_are_those_of_one_process(self):
        texts = [process.communicate()[0] for process in [self.start(k, 3) for k in range(3)]]
        self.assertEqual((self.folder / "shared.csv").read_text(), self.alone())
        self.assertFalse((self.folder / "shared.csv.ranks").exists())
        self.assertEqual(sum(int(re.search(r": (\d+) of 64 cases", text).group(1)) for text in texts), 64)

    def test_a_process_that_is_killed(self):
        victim = self.start(0, 2)
        ranks = self.folder / "shared.csv.ranks"
        while victim.poll() is None and not any(ranks.glob("*.done")):
            pass
        victim.kill()
        victim.communicate()
        other = self.start(1, 2)
        _, errors = other.communicate()
        self.assertEqual(other.returncode, 0, errors)
        self.assertEqual((self.folder / "shared.csv").read_text(), self.alone())

    def mpirun(self, ranks, *arguments):
        command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks), *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)

    @unittest.skipUnless(shutil.which("mpirun"), "needs mpirun")
    def test_ranks_of_open_mpi(self):
        alone = self.alone()
        for ranks in (2, 4):
            with self.subTest(ranks):
                done = self.mpirun(ranks, *self.common, "--output", f"by{ranks}.csv")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(len(re.findall(rf"process \d of {ranks}: ", done.stdout)), ranks)
                self.assertEqual((self.folder / f"by{ranks}.csv").read_text(), alone)

    @unittest.skipUnless(shutil.which("mpirun"), "needs mpirun")
    def test_a_rank_of_open_mpi_that_is_killed(self):
        """Its cases are run again, by the same command where mpirun has ended the others too."""
        kill = ('if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then "$@" & victim=$!; until compgen -G "shared.csv.ranks/*.done" >/dev/null || '
                '! kill -0 $victim 2>/dev/null; do :; done; kill -9 $victim; wait $victim; [ -e shared.csv ] && exit 0; fi; exec "$@"')
        for ranks in (2, 4):
            with self.subTest(ranks):
                (self.folder / "shared.csv").unlink(missing_ok=True)
                done = self.mpirun(ranks, "bash", "-c", kill, "bash", *self.common, "--output", "shared.csv")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual((self.folder / "shared.csv").read_text(), self.alone())

    def test_another_study_is_refused(self):
        (self.folder / "shared.csv.ranks").mkdir()
        (self.folder / "shared.csv.ranks" / "study").write_text("another one")
        process = self.start(0, 2)
        _, errors = process.communicate()
        self.assertEqual(process.returncode, 2)
        self.assertIn("belongs to another sweep", errors)

    def test_time_limit(self):
        run("sweep", "models.mo", "Models.Lorenz", "--set", "rho=20:28:2", "--method", "euler", "--step", "1e-9", "--stop", "1e3",
            "--time-limit", "0.05", cwd=self.folder)
        with open(self.folder / "cases.csv", newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                self.assertEqual(row["status"], "failed")
                self.assertIn("the time limit of 0.05 s was reached", row["message"])


if __name__ == "__main__":
    unittest.main()
