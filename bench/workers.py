"""What a second worker of a sweep brings, and whether its runs are those of single ones.

    PYTHONPATH=python /usr/bin/python3 bench/workers.py [runs]

Sweeps of the robot with one and with two workers take turns; printed are the medians of their times and of their processor times: on a
machine that has other work the first says little, the second shows what sharing costs. Figures are printed; nothing fails.
"""

import statistics
import sys
import time

import numpy

import formola as fo


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 24
    m = fo.load("Formola.Examples.Robot.R3Robot66", set={"friction": False})
    name = next(each for each, v in m.parameters.items() if v.type is float and v.changeable == "at run" and "load" in each.lower())
    value = m.parameters[name].value or 1.0
    values = {name: numpy.linspace(0.9, 1.1, runs)*value}
    options = {"stop": 1, "method": "inline:bdf", "intervals": 100}
    m.sweep(values, workers=2, **options)
    wall, spent = {1: [], 2: []}, {1: [], 2: []}
    for _ in range(7):
        for workers in (1, 2):
            start, used = time.perf_counter(), time.process_time()
            s = m.sweep(values, workers=workers, **options)
            wall[workers].append(time.perf_counter() - start)
            spent[workers].append(time.process_time() - used)
    middle = {key: [statistics.median(each[k]) for k in (1, 2)] for key, each in (("wall", wall), ("spent", spent))}
    print(f"{runs} runs of the robot by {name}, {m.translations} translation")
    print(f"one worker {middle['wall'][0]:.3f} s, two {middle['wall'][1]:.3f} s: {middle['wall'][0]/middle['wall'][1]:.2f} times as fast; "
          f"processor time {middle['spent'][1]/middle['spent'][0]:.3f} times as much")
    same = 0
    for case in s:
        alone = m.simulate(set=case.values, **options)
        same += all(numpy.array_equal(case.result[each], alone[each], equal_nan=True) for each in alone.names)
    print(f"{same} of {runs} runs have the very bits of single ones, in all of their {len(alone.names)} variables")


if __name__ == "__main__":
    main()
