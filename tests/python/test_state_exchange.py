"""Derivatives of runs that exchange their states on the way: against the same motion in coordinates that always serve."""

import json
import pathlib
import subprocess
import tempfile
import unittest

import numpy
from setup_package import PROGRAM, model

PENDULUM = """model Pendulum "It turns over the top, in Cartesian coordinates and by its angle"
  parameter Real L = 1;
  parameter Real g = 9.81;
  parameter Real c = 0.1;
  parameter Real v0 = -7;
  Real x(start = L), y(start = 0, fixed = true);
  Real vx, vy(start = v0, fixed = true);
  Real F;
  Real phi(start = 0, fixed = true), w(start = v0/L, fixed = true);
  Real dx = x - L*cos(phi), dy = y - L*sin(phi), dvx = vx + L*w*sin(phi);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x/L - c*vx;
  der(vy) = -F*y/L - c*vy - g;
  x^2 + y^2 = L^2;
  der(phi) = w;
  der(w) = -g/L*cos(phi) - c*w;
end Pendulum;"""

# It swings over the top; modes change with the place and in time, and a discrete variable keeps an instant.
BUMPED = """model Bumped
  parameter Real e = 0.9;
  parameter Real g = 9.81;
  parameter Real when_pushed = 0.73;
  Real x{start}, y{start};
  Real s(start = 0, fixed = true);
  Real push = if time > when_pushed then 2 else 0;
  discrete Real late(start = 0, fixed = true);
{motion}
  der(s) = if x > 0.3 then x + 0.1*late else e;
  when y < -0.9 then
    late = time;
  end when;
end Bumped;"""
CARTESIAN = BUMPED.replace("{start}, y{start}", "(start = 1), y(start = 0, fixed = true)").replace("{motion}", """  Real vx, vy(start = -8, fixed = true);
  Real F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x + push*y;
  der(vy) = -F*y - g - push*x;
  x^2 + y^2 = 1;""")
POLAR = BUMPED.replace("{start}", "").replace("{motion}", """  Real phi(start = 0, fixed = true), w(start = -8, fixed = true);
  Real vx = -w*y;
equation
  x = cos(phi);
  y = sin(phi);
  der(phi) = w;
  der(w) = -g*x - push;""")

BODY = """model Body "A free body that tumbles; three of four numbers of its quaternion are states"
  parameter Real J1 = 1, J2 = 2, J3 = 3;
  parameter Real w2 = 0.1;
  Real Q[4](start = {0, 0, 0, 1}, each stateSelect = StateSelect.prefer);
  Real w[3](start = {1, w2, 0.1}, each fixed = true, each stateSelect = StateSelect.always);
  Real R[4](start = {0, 0, 0, 1}, each fixed = true) "the same, free to drift";
initial equation
  Q[1] = 0;
  Q[2] = 0;
  Q[3] = 0;
equation
  Q*Q = 1;
  w = 2*[Q[4], Q[3], -Q[2], -Q[1]; -Q[3], Q[4], Q[1], -Q[2]; Q[2], -Q[1], Q[4], -Q[3]]*der(Q);
  der(R) = 0.5*{R[4]*w[1] - R[3]*w[2] + R[2]*w[3], R[3]*w[1] + R[4]*w[2] - R[1]*w[3],
                -R[2]*w[1] + R[1]*w[2] + R[4]*w[3], -R[1]*w[1] - R[2]*w[2] - R[3]*w[3]};
  J1*der(w[1]) = (J2 - J3)*w[2]*w[3];
  J2*der(w[2]) = (J3 - J1)*w[3]*w[1];
  J3*der(w[3]) = (J1 - J2)*w[1]*w[2];
end Body;"""


def exchanges(text, stop):
    """How often a run exchanges its states."""
    with tempfile.TemporaryDirectory() as folder:
        file, report = pathlib.Path(folder) / "model.mo", pathlib.Path(folder) / "report.json"
        file.write_text(text)
        subprocess.run([str(PROGRAM), "simulate", str(file), "--stop", str(stop), "--report", str(report), "--quiet",
                        "--output", str(pathlib.Path(folder) / "result.csv")], check=True, capture_output=True)
        return json.loads(report.read_text())["state_changes"]


class StateExchange(unittest.TestCase):
    def near(self, found, expected, relative):
        scale = numpy.abs(expected).max()
        self.assertLess(numpy.abs(numpy.asarray(found) - expected).max(), relative*scale)

    def test_sensitivities(self):
        m = model(PENDULUM)
        over = ["L", "g", "c", "v0"]
        self.assertGreater(exchanges(PENDULUM, 3), 5)
        # Methods of many steps begin anew at each exchange: the run has larger errors.
        for method, relative in (("ida", 1e-5), ("cvode", 1e-5), ("dopri5", 1e-6), ("inline:radau5", 1e-6), ("inline:sdirk4", 1e-6),
                                 ("inline:bdf", 3e-5)):
            with self.subTest(method=method):
                d = m.simulate(stop=3, method=method, tolerance=1e-10, intervals=60, sensitivities=over).d
                for p in over:
                    for difference, size in (("dx", "x"), ("dy", "y"), ("dvx", "vx")):
                        self.assertLess(numpy.abs(d[difference, p]).max(), relative*numpy.abs(d[size, p]).max(), (difference, p))

    def test_sensitivities_through_events(self):
        cartesian, polar = model(CARTESIAN), model(POLAR)
        over = ["e", "g", "when_pushed"]
        self.assertGreater(exchanges(CARTESIAN, 2), 3)
        for method, relative in (("ida", 1e-5), ("inline:radau5", 1e-6)):
            options = {"stop": 2, "method": method, "tolerance": 1e-10, "intervals": 40, "sensitivities": over}
            found, expected = cartesian.simulate(**options).d, polar.simulate(**options).d
            for p in over:
                for name in ("s", "x", "vx", "late"):
                    with self.subTest(method=method, name=name, parameter=p):
                        scale = max(numpy.abs(expected[name, p]).max(), 1e-2)
                        self.assertLess(numpy.abs(found[name, p] - expected[name, p]).max(), relative*scale)

    def test_quaternions(self):
        m = model(BODY)
        over = ["J1", "J2", "J3", "w2"]
        self.assertGreater(exchanges(BODY, 8), 1)
        d = m.simulate(stop=8, tolerance=1e-10, intervals=40, sensitivities=over).d
        for p in over:
            for i in (1, 2, 3, 4):
                self.near(d[f"Q[{i}]", p], d[f"R[{i}]", p], 1e-6)

    def test_gradients(self):
        for text, objective, other_text, other, over, stop in (
                (PENDULUM, "final(x) + integral(y^2)", PENDULUM, "final(L*cos(phi)) + integral((L*sin(phi))^2)", ["L", "g", "c", "v0"], 3),
                (CARTESIAN, "final(s) + integral(y^2) + final(vx) + final(late)", POLAR, None, ["e", "g", "when_pushed"], 2),
                (BODY, "final(Q[1]) + integral(Q[4]*Q[2])", BODY, "final(R[1]) + integral(R[4]*R[2])", ["J1", "J2", "J3", "w2"], 8)):
            m, reference = model(text), model(other_text)
            for method, relative in (("inline:radau5", 1e-5), ("inline:radau3", 1e-4), ("inline:sdirk4", 1e-5), ("inline:lobatto4", 1e-5)):
                with self.subTest(objective=objective, method=method):
                    options = {"stop": stop, "method": method, "tolerance": 1e-9}
                    found = m.gradient(objective, over, **options)
                    self.near(found.values, m.gradient(objective, over, forward=True, **options).values, 1e-9)
                    expected = reference.gradient(other or objective, over, **options)
                    self.assertAlmostEqual(found.value, expected.value, delta=relative*max(1, abs(expected.value)))
                    self.near(found.values, expected.values, relative)

    def test_little_memory(self):
        m = model(PENDULUM)
        options = {"stop": 3, "tolerance": 1e-8}
        few = m.gradient("final(x)", ["L", "g"], most_bytes=1, **options)
        self.assertGreater(few.data["repeated_steps"], 20)
        self.near(few.values, m.gradient("final(x)", ["L", "g"], **options).values, 1e-8)

    def test_a_fit(self):
        m = model(PENDULUM)
        times = numpy.linspace(0.1, 2, 20)
        measured = m.simulate(stop=2, tolerance=1e-9, set={"c": 0.13, "g": 9.7})("x", times)
        fit = m.calibrate({"x": (times, measured)}, over={"c": (0, 1), "g": (5, 15)}, tolerance=1e-9)
        self.assertAlmostEqual(fit.values["c"], 0.13, delta=1e-6)
        self.assertAlmostEqual(fit.values["g"], 9.7, delta=1e-5)


if __name__ == "__main__":
    unittest.main()
