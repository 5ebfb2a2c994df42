#!/usr/bin/env python3
"""What --threads gains for one large model: times of the integration, in turns, the shortest of some runs.

    bench/threads.py [--threads 2,4] [--runs 5] [--program FORMOLA] [--models NAME,...]

Circuits with a nonlinear equation each, a plate, control loops and a chain of inertias, by methods that solve systems of equations of all states and by
ones that do not. Figures are printed; nothing fails.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODELS = """
package Large
  model Diodes "Circuits that do not see each other: one nonlinear equation each"
    parameter Integer n = 100 annotation(Evaluate = true);
    parameter Real R = 1e3;
    Real v[n](each start = 0, each fixed = true), u[n];
  equation
    for k in 1:n loop
      u[k] + R*1e-9*(exp(u[k]/0.025) - 1) = (1 + k/n)*sin(20*time) - v[k];
      der(v[k]) = 1e-9*(exp(u[k]/0.025) - 1)/1e-5 - v[k];
    end for;
    annotation(experiment(StopTime = 0.2));
  end Diodes;
  model Plate "Heat in n times n cells"
    parameter Integer n = 100 annotation(Evaluate = true);
    Real T[n, n](each start = 0, each fixed = true);
  equation
    for i in 1:n loop
      for k in 1:n loop
        der(T[i, k]) = 4*((if i > 1 then T[i - 1, k] else sin(time)) + (if i < n then T[i + 1, k] else T[i, k]) +
          (if k > 1 then T[i, k - 1] else T[i, k]) + (if k < n then T[i, k + 1] else T[i, k]) - 4*T[i, k]);
      end for;
    end for;
    annotation(experiment(StopTime = 1));
  end Plate;
  model Pendulums "n pendulums with springs between them"
    parameter Integer n = 100 annotation(Evaluate = true);
    Real phi[n](each fixed = true), w[n](each start = 0, each fixed = true);
  initial equation
    for k in 1:n loop
      phi[k] = sin(k);
    end for;
  equation
    for k in 1:n loop
      der(phi[k]) = w[k];
      der(w[k]) = -sin(phi[k]) - 0.1*w[k]*abs(w[k]) + (if k > 1 then sin(phi[k - 1] - phi[k]) else 0) +
        (if k < n then sin(phi[k + 1] - phi[k]) else 0);
    end for;
    annotation(experiment(StopTime = 1));
  end Pendulums;
end Large;
"""
CASES = [
    ("Diodes", 1000, ["--method", "rk4", "--step", "1e-3"]),
    ("Diodes", 10_000, ["--method", "rk4", "--step", "1e-3"]),
    ("Diodes", 100_000, ["--method", "rk4", "--step", "1e-2"]),
    ("Diodes", 100_000, ["--method", "ida"]),
    ("Pendulums", 1000, ["--method", "rk4", "--step", "1e-4"]),
    ("Pendulums", 10_000, ["--method", "rk4", "--step", "1e-3"]),
    ("Pendulums", 100_000, ["--method", "rk4", "--step", "1e-2"]),
    ("Pendulums", 100_000, ["--method", "inline:bdf"]),
    ("Plate", 100, ["--method", "rk4", "--step", "1e-4"]),
    ("Plate", 316, ["--method", "rk4", "--step", "1e-3"]),
    ("Plate", 316, ["--method", "inline:bdf"]),
]


def seconds(options, folder, name, size, arguments, threads):
    command = [options.program, "simulate", "large.mo", f"Large.{name}", "--set", f"n={size}", "--threads", str(threads), *arguments, "--intervals",
               "2", "--filter", "^$", "--output", "result.csv", "--report", "report.json", "--quiet"]
    subprocess.run(command, cwd=folder, check=True, stderr=subprocess.DEVNULL)
    return json.loads((folder / "report.json").read_text())["seconds"]["simulate"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", default=str(os.cpu_count()), help="numbers of threads, with commas")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--models", default="", help="only these")
    parser.add_argument("--program", default=str(ROOT / "build/release/tools/formola"))
    options = parser.parse_args()
    wanted = options.models.split(",") if options.models else []
    counts = [int(each) for each in options.threads.split(",")]
    print("| model | n | method | one thread | " + " | ".join(f"{each} threads | times" for each in counts) + " |\n|---|---|---|---|" + "---|---|"*len(counts))
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "large.mo").write_text(MODELS)
        for name, size, arguments in CASES:
            if wanted and name not in wanted:
                continue
            times = {each: [] for each in (1, *counts)}
            for _ in range(options.runs):
                for threads in times:
                    times[threads].append(seconds(options, folder, name, size, arguments, threads))
            one = min(times[1])
            cells = " | ".join(f"{min(times[each]):.3g} s | {one/min(times[each]):.2f}" for each in counts)
            print(f"| {name} | {size} | `{arguments[1]}` | {one:.3g} s | {cells} |", flush=True)


if __name__ == "__main__":
    main()
