"""The built program, for tests that run it: FORMOLA_PROGRAM, or the release or dev build."""

import csv
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def program():
    """The path of the program, or None if nothing is built."""
    named = os.environ.get("FORMOLA_PROGRAM")
    places = [pathlib.Path(named)] if named else []
    places += [ROOT / "build" / preset / "tools" / "formola" for preset in ("release", "dev")]
    return next((path for path in places if path.exists()), None)


def run(*arguments, cwd=None, text=None, status=0):
    """Runs the program; standard output. Another exit status than the expected one is an error."""
    done = subprocess.run(
        [str(program()), *map(str, arguments)],
        cwd=cwd,
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
        env=dict(os.environ, NO_COLOR="1", FORMOLA_CACHE_SIZE="0"),
    )
    if done.returncode != status:
        raise AssertionError(f"{arguments}: exit status {done.returncode}\n{done.stderr}{done.stdout}")
    return done.stdout


def read_csv(path_or_text):
    """Columns by name."""
    text = path_or_text
    if isinstance(path_or_text, pathlib.Path):
        text = path_or_text.read_text(encoding="utf-8")
    rows = list(csv.reader(text.splitlines()))
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


def largest_difference(a, b, names):
    """The largest difference relative to the size of the signal, and the signal's name."""
    worst = (0.0, "")
    for name in names:
        if len(a[name]) != len(b[name]):
            raise AssertionError(f"{name}: {len(a[name])} and {len(b[name])} rows")
        size = max([abs(x) for x in a[name]] + [1.0])
        difference = max(abs(x - y) for x, y in zip(a[name], b[name])) / size
        worst = max(worst, (difference, name))
    return worst
