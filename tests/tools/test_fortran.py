"""Fortran DSblocks (formola translate --to fortran): compiled, integrated, compared with simulate --method rk4."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

from formola_program import program, read_csv, run

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COMPILER = shutil.which("gfortran")

# States, parameters that follow from others, powers, functions, conditions, a long formula, names that differ only in case.
FORMULAS = """
model Formulas
  parameter Real k = 2, K2 = 3*k, tiny = 1e-5;
  parameter Integer n = 3;
  parameter Boolean on = true;
  Real x(start = 1, fixed = true), X(start = -0.5, fixed = true), y, z, s, q, sin;
  output Real w = y;
equation
  der(x) = X - tiny*x;
  der(X) = -k*x - 0.1*X^3 + (if on then sin(K2*time) else 0);
  y = noEvent(if x > 0 then sqrt(x) else -(-x)^1.5) + abs(X)^n + atan2(x, 2) + exp(-x^2) + tanh(X);
  z = x^2 + 2*x*X + 3*X^2 + 4*x^3 + 5*x^2*X + 6*x*X^2 + 7*X^3 + 8*x^4 + 9*X^4 + 10*cos(x)*cos(X) + 11*sin(x)*sin(X) + 12*log(2 + x^2) + 13*max(x, X)
      + 14*min(x, X) + 15*noEvent(mod(x, 0.3)) + 16*noEvent(sign(X));
  s = y*z;
  q = -x*(-X)/(-2 - x^2)*2^(-x) - (-X)*(-3) + x^(-2)*(-1e-3) + (x - 7)^(-3) - (if not on then 1 else -x);
  sin = x*(-0.5);
end Formulas;
"""
# A ladder: one linear system of many equations. Currents of sources in an index-2 circuit come after index reduction.
LADDER = """
model Ladder
  parameter Integer n = 7;
  parameter Real R[n] = {1 + i/10 for i in 1:n}, G = 0.7, C = 0.05;
  Real v[n], i[n], u(start = 0, fixed = true);
equation
  for k in 1:n - 1 loop
    R[k]*i[k] = (if k == 1 then 5*cos(time) else v[k - 1]) - v[k];
    i[k] = i[k + 1] + G*v[k] + (if k == 4 then C*der(u) else 0);
  end for;
  R[n]*i[n] = v[n - 1] - v[n];
  i[n] = G*v[n];
  u = 3*v[4] + 0.1*der(u);
end Ladder;
"""
REFUSED = {
    "model Nonlinear Real x(start = 0, fixed = true), y; equation der(x) = 1 - y; y + exp(y) = x; end Nonlinear;": "nonlinear",
    "model Events Real x(start = 1, fixed = true); equation der(x) = -1; when x < 0.5 then reinit(x, 1); end when; end Events;": "event",
}
MAIN = """
program main
  use {id}_block
  implicit none
  real(dp), dimension(nx) :: main_x, main_a, main_b, main_c, main_d, main_e
  real(dp) :: main_t, main_h
  integer :: main_i
  main_h = {step}_dp
  call parameters()
  call init(0.0_dp, main_x)
  do main_i = 0, {steps}
    main_t = main_i*main_h
    call outputs(main_t, main_x)
    write (*, '(*(ES24.16E3, :, ","))') main_t, {names}
    call derivatives(main_t, main_x, main_a)
    call residuals(main_t, main_x, main_a, main_e)
    if (any(main_e /= 0.0_dp)) stop 2
    call derivatives(main_t + main_h/2, main_x + main_h/2*main_a, main_b)
    call derivatives(main_t + main_h/2, main_x + main_h/2*main_b, main_c)
    call derivatives(main_t + main_h, main_x + main_h*main_c, main_d)
    main_x = main_x + main_h/6*(main_a + 2*main_b + 2*main_c + main_d)
  end do
  if (singular) stop 3
end program main
"""


@unittest.skipIf(COMPILER is None, "gfortran is not installed")
class Fortran(unittest.TestCase):
    def compare(self, text, id, names, step="0.01", steps=200, options=()):
        """names: of the variables in the model and in the module."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "m.mo").write_text(text)
            run("translate", "m.mo", "--to", "fortran", "--output", "m.f90", *options, cwd=folder)
            main = MAIN.format(id=id, step=step, steps=steps, names=", ".join(names.values()))
            (folder / "main.f90").write_text(main)
            command = [COMPILER, "-std=f2008", "-Wall", "-Werror=line-truncation", "m.f90", "main.f90", "-o", "m"]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            printed = subprocess.run(["./m"], cwd=folder, capture_output=True, text=True, check=True).stdout
            run("simulate", "m.mo", "--method", "rk4", "--step", step, "--stop", str(float(step)*steps), "--intervals", steps,
                "--output", "r.csv", "--quiet", cwd=folder)
            expected = read_csv(folder / "r.csv")
            rows = [[float(value) for value in line.split(",")] for line in printed.splitlines()]
            self.assertEqual(len(rows), len(expected["time"]))
            for k, variable in enumerate(names):
                size = max(map(abs, expected[variable]))
                self.assertGreater(size, 0.01, variable)
                worst = max(abs(row[k + 1] - value) for row, value in zip(rows, expected[variable]))
                self.assertLess(worst, 1e-10*size, variable)

    def test_formulas(self):
        self.compare(FORMULAS, "Formulas", {"x": "x_2", "X": "X_3", "y": "w", "z": "z", "s": "s", "w": "w", "q": "q", "sin": "sin_2"})

    def test_linear_systems(self):
        self.compare(LADDER, "Ladder", {"u": "u", "v[1]": "v_1", "v[7]": "v_7", "i[4]": "i_4"}, "0.001", 300)

    def test_linear_systems_as_a_whole(self):
        whole = ("--disable-pass=tearBlocks", "--disable-pass=relaxBlocks")
        self.compare(LADDER, "Ladder", {"u": "u", "v[1]": "v_1", "v[7]": "v_7", "i[4]": "i_4"}, "0.001", 300, whole)

    def test_index_is_reduced(self):
        text = (ROOT / "tests/golden/worked_examples/w16_circuit3.mo").read_text(encoding="utf-8")
        self.compare(text, "W16", {"iL": "iL", "iC": "iC", "i0": "i0", "uC": "u0"})

    def test_refused(self):
        with tempfile.TemporaryDirectory() as name:
            for text, why in REFUSED.items():
                file = pathlib.Path(name) / "m.mo"
                file.write_text(text)
                done = subprocess.run([str(program()), "translate", file, "--to", "fortran"],
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 1)
                self.assertIn(why, done.stderr)


if __name__ == "__main__":
    unittest.main()
