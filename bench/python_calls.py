"""What a call of m.simulate costs beside the integration itself, and beside a process for each run.

    PYTHONPATH=python /usr/bin/python3 bench/python_calls.py [calls]

The process is a C program from `formola translate --to c`, which stands for tools that start one for each run. Memory is looked at too:
it must not grow with the number of runs. Figures are printed; nothing fails.
"""

import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import formola as fo

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXT = "model Small parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = -k*x; end Small;"


def main():
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "small.mo"
        file.write_text(TEXT)
        m = fo.load(file)
        options = {"stop": 1, "intervals": 10}
        for _ in range(100):
            m.simulate(**options)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        inside = 0.0
        start = time.perf_counter()
        for i in range(calls):
            r = m.simulate(set={"k": 1 + i/calls}, **options)
            s = r.statistics
            inside += s["seconds_initialize"] + s["seconds_simulate"]
        whole = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"{calls} calls of m.simulate: {1e6*whole/calls:.0f} us each, of these {1e6*inside/calls:.0f} us initialisation and "
              f"integration; memory grew by {(after - before)/1024:.1f} MB; {m.translations} translation")
        program = ROOT / "build/release/tools/formola"
        source = pathlib.Path(folder) / "small.c"
        done = subprocess.run([str(program), "translate", str(file), "--to", "c", "--stop", "1", "--step", "0.1", "--output",
                               str(source)], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            executable = pathlib.Path(folder) / "small"
            done = subprocess.run(["cc", "-O2", "-DFORMOLA_MAIN", str(source), "-lm", "-o", str(executable)], capture_output=True, text=True,
                                  check=False)
        if done.returncode != 0:
            print("the C program was not made:", done.stderr.strip()[:200])
            return
        processes = max(calls//50, 20)
        start = time.perf_counter()
        for _ in range(processes):
            subprocess.run([str(executable)], stdout=subprocess.DEVNULL, check=True)
        each = (time.perf_counter() - start)/processes
        print(f"a process for each run: {1e6*each:.0f} us, {each*calls/whole:.1f} times as long")


if __name__ == "__main__":
    main()
