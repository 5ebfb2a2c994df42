"""The part of bench/accuracy about models whose solutions are known: tests/golden/analytic, every method."""
import concurrent.futures
import math
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import trajectory  # noqa: E402

FOLDER = ROOT / "tests" / "golden" / "analytic"
# Each is a solution that does not depend on steps; the others of the folder are about fixed steps or methods of their own.
LEFT_OUT = re.compile(r"fixed_step|quiet_start|inlined_stages")
TOLERANCES = ("1e-4", "1e-6", "1e-8")
STEPS = (100, 1000, 10000)  # of methods with fixed steps, in the simulated time
FIXED = ("euler", "rk4")

HEAD = """
## Analytic models

The models of `tests/golden/analytic`, from linear circuits and oscillators to a bouncing ball, stick-slip, an ideal rectifier, sampled
systems, delays and transport: correct digits of the worst variable at the worst point of time, relative to its largest value, at
tolerances {tolerances} (`euler` and `rk4`: with {steps} steps). Values on both sides of an event count for it. 15.0: exact.
`inline:bdf1` is `inline:be`. "–": the method fails there or does not come to an end.
"""


class Model:
    def __init__(self, path):
        header = [line[2:].strip() for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("//")]
        fields = [line.split(":", 1) for line in header if ":" in line]
        self.path = path
        self.name = path.stem
        self.formulas = [trajectory.Formula(value.strip()) for key, value in fields if key == "analytic"]
        self.options = next((value.split() for key, value in fields if key == "options"), [])
        at = self.options.index("--stop") + 1 if "--stop" in self.options else 0
        self.stop = float(self.options[at]) if at else 1.0  # as formola simulate has it


def models():
    found = [Model(path) for path in sorted(FOLDER.glob("*.mo")) if not LEFT_OUT.search(path.name)]
    return [model for model in found if model.formulas and "--method" not in model.options]


def digits(arguments, model, method, setting):
    """Correct digits, or None."""
    with tempfile.TemporaryDirectory(prefix="formola-analytic-") as folder:
        result = pathlib.Path(folder) / "result.csv"
        command = [arguments.program, "simulate", str(model.path), "--method", method, "--quiet", "--output", str(result)]
        command += ["--stop", str(model.stop)]
        command += ["--step", repr(model.stop / setting)] if method in FIXED else ["--tolerance", setting]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=arguments.timeout, check=False)
        except subprocess.TimeoutExpired:
            return None
        if done.returncode != 0:
            return None
        values = trajectory.read_csv(result)
        worst = max(trajectory.relative_error(values, formula) for formula in model.formulas)
        return -math.log10(max(worst, 1e-15)) if math.isfinite(worst) else None


def section(arguments, methods):
    """Lines of the table: a row for each method, a column for each model."""
    methods = methods + [name for name in FIXED if name not in methods]
    chosen = models()
    jobs = [(model, method, setting) for method in methods for model in chosen
            for setting in (STEPS if method in FIXED else TOLERANCES)]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        found = dict(zip(jobs, pool.map(lambda job: digits(arguments, *job), jobs)))
    lines = HEAD.format(tolerances=", ".join(TOLERANCES), steps=", ".join(map(str, STEPS))).splitlines()
    lines += ["", "| model | " + " | ".join(methods) + " |", "|---" * (len(methods) + 1) + "|"]
    for model in chosen:
        cells = []
        for method in methods:
            settings = STEPS if method in FIXED else TOLERANCES
            values = [found[model, method, setting] for setting in settings]
            cells.append(" ".join("–" if value is None else f"{value:.1f}" for value in values))
        lines.append(f"| {model.name} | " + " | ".join(cells) + " |")
    return lines
