"""Scripts of libraries, as people wrote them for Dymola, run by `formola run`.

    MODELICAPATH=... /usr/bin/python3 bench/scripts.py FOLDER [count]

FOLDER: of a library (modelica-ibpsa: IBPSA) with its scripts in Resources/Scripts/Dymola. So many of them (20), evenly over the list
of names, are run each in a folder of its own; printed are how it ended, the commands in it, and what it wrote. Figures are printed; nothing fails.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("FORMOLA_PROGRAM", str(ROOT/"build/release/tools/formola"))


def main():
    library = pathlib.Path(sys.argv[1]).resolve()
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    scripts = sorted((library/"Resources/Scripts/Dymola").rglob("*.mos"))
    scripts = [each for each in scripts if "simulateModel" in each.read_text(errors="replace")]
    chosen = scripts[::max(len(scripts)//wanted, 1)][:wanted]
    ends = collections.Counter()
    for script in chosen:
        commands = collections.Counter(re.findall(r"^\s*([A-Za-z_.]\w*)\s*\(", script.read_text(errors="replace"), re.M))
        start = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            path = os.pathsep.join([str(library.parent), os.environ.get("MODELICAPATH", "")])
            try:
                done = subprocess.run([PROGRAM, "run", str(script), "--trust", "all"], cwd=folder, capture_output=True, text=True, check=False, timeout=300,
                                      env={**os.environ, "MODELICAPATH": path})
                status, said = done.returncode, done.stderr.strip()
            except subprocess.TimeoutExpired:
                status, said = "time", ""
            written = ", ".join(sorted(each.name for each in pathlib.Path(folder).iterdir()))
        ends[status] += 1
        listed = ", ".join(f"{count} {name}" for name, count in commands.items())
        print(f"{status} {time.perf_counter() - start:6.1f} s  {script.relative_to(library)}: {listed}; wrote {written or 'nothing'}")
        if status:
            print("    " + "\n    ".join(said.splitlines()[:4]))
        sys.stdout.flush()
    print(", ".join(f"{count} with exit status {status}" for status, count in sorted(ends.items(), key=str)), f"of {len(scripts)} scripts")


if __name__ == "__main__":
    main()
