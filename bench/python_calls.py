"""What a call of m.simulate costs beside the integration itself, and beside a process for each run.

    PYTHONPATH=python /usr/bin/python3 bench/python_calls.py [calls]

The process is a C program from `formola translate --to c`, which stands for tools that start one for each run. Times are those of the
processor. Memory is looked at too: it must not grow with the number of runs; and how long an interrupt (Ctrl-C) takes to end
what runs. Figures are printed; nothing fails.
"""

import os
import pathlib
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import formola as fo

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXT = "model Small parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = -k*x; end Small;"


def delay(call):
    """Milliseconds from an interrupt to its exception."""
    sent = []

    def interrupt():
        time.sleep(0.15)
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    try:
        call()
    except KeyboardInterrupt:
        return 1e3*(time.perf_counter() - sent[0])
    raise RuntimeError("it has ended by itself")


def interrupts(folder):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    file = folder / "endless.mo"
    file.write_text("model Endless parameter Real k = 1e4; Real x(start = 0, fixed = true); equation der(x) = cos(k*time); end Endless;")
    m = fo.load(file)
    calls = {"simulate": lambda: m.simulate(stop=1e9), "inline:radau5": lambda: m.simulate(stop=1e9, method="inline:radau5"),
             "sweep": lambda: m.sweep({"k": [1e4, 2e4, 3e4]}, stop=1e9, workers=2),
             "ensemble": lambda: m.ensemble({"k": [1e4]*9}, "x", stop=1e9),
             "sensitivities": lambda: m.simulate(stop=1e9, sensitivities="k"), "gradient": lambda: m.gradient("final(x)", "k", stop=1e9),
             "calibrate": lambda: m.calibrate({"x": ([1e9], [1])}, over="k"), "optimize": lambda: m.optimize("final(x)", over="k", stop=1e9),
             "step": lambda: m.start().step(1e9)}
    for name, call in calls.items():
        print(f"Ctrl-C ends {name} within {max(delay(call) for _ in range(5)):.0f} ms (longest of 5)")


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
        inside = []
        start = time.process_time()
        for i in range(calls):
            r = m.simulate(set={"k": 1 + i/calls}, **options)
            s = r.statistics
            inside.append(s["seconds_initialize"] + s["seconds_simulate"])
        whole = time.process_time() - start
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"{calls} calls of m.simulate: {1e6*whole/calls:.0f} us each, of these {1e6*statistics.median(inside):.0f} us initialisation and "
              f"integration; memory grew by {(after - before)/1024:.1f} MB; {m.translations} translation")
        interrupts(pathlib.Path(folder))
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
        begun = os.times()
        for _ in range(processes):
            subprocess.run([str(executable)], stdout=subprocess.DEVNULL, check=True)
        ended = os.times()
        each = (sum(ended[:4]) - sum(begun[:4]))/processes
        print(f"a process for each run: {1e6*each:.0f} us, {each*calls/whole:.1f} times as long")


if __name__ == "__main__":
    main()
