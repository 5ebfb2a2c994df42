"""Sensitivities by every method that offers them, against runs with other parameters.

    PYTHONPATH=python /usr/bin/python3 bench/sensitivities.py [model ...]

The models of tests/python/test_sensitivities.py: smooth ones and those with bounces, friction, switches and samples. Reference: central differences of
runs at three step sizes, extrapolated (Richardson). For each model and method the largest error over the rows, the variables and the
parameters, relative to the largest derivative. Rows that lie so close to an event that runs with other parameters are on its other side are left out. Figures are
printed; nothing fails.
"""

import pathlib
import sys

import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT/"tests/python"))

from test_sensitivities import EVENTS, MODELS, extrapolated, fo, model  # noqa: E402


# Those that choose their steps, then those with fixed ones, which get the step of the last column.
METHODS = {"ida": None, "ida:dense": None, "cvode": None, "dopri5": None, "inline:bdf": None, "inline:mixed": None, "inline:radau3": None,
           "inline:radau5": None, "inline:lobatto4": None, "inline:sdirk4": None, "rk4": 1e-3, "inline:bi4": 1e-3, "inline:am6": 1e-3,
           "inline:extrapolation": 1e-3, "inline:bdf6": 1e-3, "inline:bdf2": 1e-3, "inline:trapezoid": 1e-3, "inline:be": 1e-3, "euler": 1e-3}


def cases():
    for name, (text, parameters, stop, inputs) in MODELS.items():
        m = model(text)
        yield name, m, parameters, list(m.states), stop, inputs, 4e-2
    for name, (text, parameters, variables, stop) in EVENTS.items():
        yield name, model(text), parameters, variables, stop, {}, 4e-3


def column(m, parameters, variables, stop, inputs, largest):
    """The largest error of each method."""
    options = {"stop": stop, "intervals": 60, "inputs": inputs}
    plain = m.simulate(tolerance=1e-11, **options)
    events = plain.time[1:][numpy.diff(plain.time) == 0]
    times = numpy.linspace(0, stop, 61)
    clear = numpy.array([numpy.abs(events - t).min(initial=9) > 0.015*(1 + t) for t in times])
    exact = {(v, p): extrapolated(m, v, p, times, {"tolerance": 1e-11, **options}, largest)[clear] for v in variables for p in parameters}
    found = {}
    for method, step in METHODS.items():
        tolerance = {} if step else {"tolerance": 1e-9 if method.startswith("inline:") else 1e-11}
        try:
            run = m.simulate(sensitivities=parameters, method=method, **options, **tolerance, **({"step": step} if step else {}))
        except fo.FormolaError as error:
            found[method] = "refused" if isinstance(error, fo.UsageError) else "failed"
            print(f"{method}: {str(error).splitlines()[0][:200]}", file=sys.stderr)
            continue
        worst = max(numpy.abs(run.d[v, p][clear] - e).max()/max(numpy.abs(e).max(), 1e-2) for (v, p), e in exact.items())
        found[method] = f"{worst:.0e}"
    return found


def main():
    table = {}
    for name, *case in cases():
        if not sys.argv[1:] or name in sys.argv[1:]:
            table[name] = column(*case)
    print("| method | " + " | ".join(table) + " |")
    print("|---" + "|---"*len(table) + "|")
    for method, step in METHODS.items():
        label = f"`{method}`" + (f", step {step:g}" if step else "")
        print(f"| {label} | " + " | ".join(each[method] for each in table.values()) + " |")


if __name__ == "__main__":
    main()
