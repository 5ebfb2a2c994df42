"""What a gradient by 100 parameters costs beside one simulation, and beside IDAS.

    PYTHONPATH=python /usr/bin/python3 bench/gradient/gradient.py [tanks]

A chain of tanks with two parameters each; the number is an integral over the rows. Beside the gradient from the last step to the
first there is the one from the first to the last with all parameters, central differences (as many times two runs), and a program in C
for IDAS with exact derivatives (idas.c; cc and libsundials-dev). Processor time, best of seven
each. Figures are printed; nothing fails.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy

import formola as fo

TANKS = """model Tanks
  parameter Integer n = %d;
  parameter Real k[n] = {1 + 0.05*i for i in 1:n};
  parameter Real c[n] = {2 - 0.03*i for i in 1:n};
  Real x[n](start = {1 + 0.1*i for i in 1:n}, each fixed = true);
  Real q[n];
equation
  for i in 1:n loop
    q[i] = k[i]*(x[i] - (if i < n then x[min(i + 1, n)] else 0))*sqrt(1 + x[i]^2);
    c[i]*der(x[i]) = (if i > 1 then q[max(i - 1, 1)] else 0) - q[i];
  end for;
end Tanks;
"""


def best(work, count=7):
    spent = []
    for _ in range(count):
        start = time.process_time()
        result = work()
        spent.append(time.process_time() - start)
    return 1e3*min(spent), result


def by_idas(folder, tanks, stop, tolerance, rows):
    program = folder/"idas"
    here = pathlib.Path(__file__).resolve().parent
    if not program.exists():
        subprocess.run(["cc", "-O3", "-std=c11", "-D_POSIX_C_SOURCE=200809L", str(here/"idas.c"), "-o", str(program),
                        "-lsundials_idas", "-lsundials_nvecserial", "-lsundials_sunmatrixband", "-lsundials_sunlinsolband", "-lm"],
                       check=True)
    return json.loads(subprocess.run([str(program), str(tanks), str(stop), str(tolerance), str(rows)], check=True,
                                     capture_output=True, text=True).stdout)


def main():
    tanks = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    stop, rows, objective = 5, 50, "integral(x[1]^2)"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder/"tanks.mo").write_text(TANKS % tanks)
        m = fo.load(str(folder/"tanks.mo"))
        over = [f"{p}[{i}]" for p in "kc" for i in range(1, tanks + 1)]
        exact = by_idas(folder, tanks, stop, 1e-11, rows)
        scale = numpy.abs(exact["gradient"]).max()

        def error(values):
            return numpy.abs(values - numpy.array(exact["gradient"])).max()/scale

        print(f"{len(over)} parameters, {tanks} states, {rows} rows; against IDAS with tolerance 1e-11\n")
        print(f"{'':44}{'ms':>9}{'of a run':>10}{'error':>10}")
        for tolerance in (1e-6, 1e-8):
            for method in ("inline:radau5", "inline:sdirk4"):
                options = dict(stop=stop, tolerance=tolerance, method=method, intervals=rows)
                one, _ = best(lambda: m.simulate(filter=r"x\[1\]", **options))
                print(f"{method + f', tolerance {tolerance:g}: a run':44}{one:9.2f}{1:10.2f}")
                spent, g = best(lambda: m.gradient(objective, over, **options))
                print(f"{'  gradient':44}{spent:9.2f}{spent/one:10.2f}{error(g.values):10.1e}")
                spent, g = best(lambda: m.gradient(objective, over, forward=True, **options), 3)
                print(f"{'  the same forward':44}{spent:9.2f}{spent/one:10.2f}{error(g.values):10.1e}")
                print(f"{'  differences (so many runs)':44}{2*len(over)*one:9.2f}{2*len(over):10.2f}")
            found = by_idas(folder, tanks, stop, tolerance, rows)
            one = 1e3*found["run"]
            print(f"{f'IDAS, tolerance {tolerance:g}: a run':44}{one:9.2f}{1:10.2f}")
            spent = 1e3*found["sensitivities"]
            print(f"{'  with sensitivities':44}{spent:9.2f}{spent/one:10.2f}{error(numpy.array(found['gradient'])):10.1e}")


if __name__ == "__main__":
    main()
