#!/usr/bin/env python3
"""Automatic placement of models: overlaps, lines through parts, and crossings beside those of random places.

    bench/draw/placement.py [--random N] [--seed N] [--pictures FOLDER] [FILE.mo CLASS]...

Without a FILE it takes the drive of the README, a circuit, the drive train and the motor of the robot, and a closed loop with an observer. Annotations are
taken away, so that nothing has a place; the same components at random places of a grid, N times (default 20), are routed by the same
program. --pictures writes NAME.svg for each, to be looked at.
"""

import argparse
import json
import math
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "tools"))
from formola_program import program  # noqa: E402
from test_draw import count_crossings, without_annotations  # noqa: E402

LIBRARY = ["Electrical.RLCCircuit", "Robot.ElasticGear", "Robot.StiffGear", "Robot.Motor", "Rotational.DriveTrain"]

OBSERVER = """model ObserverLoop "A mass on a spring, held by the states that an observer estimates"
  Formola.Blocks.Sources.Step reference;
  Formola.Blocks.Math.Feedback error, force, innovation;
  Formola.Blocks.Continuous.LimPID controller(k = 3, Ti = 0.2, Td = 0, yMax = 10);
  Formola.Blocks.Math.Add command, acceleration, speed;
  Formola.Blocks.Continuous.FirstOrder actuator(T = 0.01);
  Formola.Blocks.Continuous.Integrator v, x, v_estimated, x_estimated;
  Formola.Blocks.Math.Gain spring(k = 4), toSpeed(k = 20), toAcceleration(k = 100), damping(k = -2);
equation
  connect(reference.y, error.u1);
  connect(x_estimated.y, error.u2);
  connect(error.y, controller.u_s);
  connect(x.y, controller.u_m);
  connect(damping.y, command.u1);
  connect(controller.y, command.u2);
  connect(command.y, actuator.u);
  connect(actuator.y, force.u1);
  connect(spring.y, force.u2);
  connect(force.y, v.u);
  connect(v.y, x.u);
  connect(x.y, spring.u);
  connect(x.y, innovation.u1);
  connect(x_estimated.y, innovation.u2);
  connect(innovation.y, toSpeed.u);
  connect(innovation.y, toAcceleration.u);
  connect(toAcceleration.y, acceleration.u1);
  connect(actuator.y, acceleration.u2);
  connect(acceleration.y, v_estimated.u);
  connect(v_estimated.y, speed.u1);
  connect(toSpeed.y, speed.u2);
  connect(speed.y, x_estimated.u);
  connect(v_estimated.y, damping.u);
end ObserverLoop;
"""


def draw(source, name, target):
    done = subprocess.run([str(program()), "draw", str(source), name, "--output", str(target)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{name}: {done.stderr}")


def picture(source, name):
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder, "picture.json")
        draw(source, name, target)
        return json.loads(target.read_text(encoding="utf-8"))


def overlaps(components):
    boxes = [c["box"] for c in components]
    return sum(a[0][0] < b[1][0] and b[0][0] < a[1][0] and a[0][1] < b[1][1] and b[0][1] < a[1][1] for i, a in enumerate(boxes) for b in boxes[:i])


def hits(data):
    """Lines that run through a part that they do not end at."""
    count = 0
    for line in data["connections"]:
        ends = {re.split(r"[.\[]", line[end])[0] for end in ("from", "to")}
        for c in data["components"]:
            (ax, ay), (bx, by) = c["box"]
            count += c["name"] not in ends and any(
                max(x, u) > ax and min(x, u) < bx and max(y, v) > ay and min(y, v) < by for (x, y), (u, v) in zip(line["points"], line["points"][1:]))
    return count


def at_random(path, data, chance):
    """The text of the file with the components at random places of a grid."""
    text = path.read_bytes()
    parts = [c for c in data["components"] if not c["inherited"]]
    columns = math.ceil(math.sqrt(len(parts)))
    pitch = 20 + max(max(c["box"][1][k] - c["box"][0][k] for k in (0, 1)) for c in parts)
    cells = chance.sample(range(columns * columns), len(parts))
    # several components of one declaration: the places of all follow each other's names
    for c, cell in sorted(zip(parts, cells), key=lambda pair: -pair[0]["range"][1]):
        (ax, ay), (bx, by) = c["box"]
        x, y, w, h = pitch * (cell % columns), pitch * (cell // columns), (bx - ax) / 2, (by - ay) / 2
        place = f" annotation (Placement(transformation(extent={{{{{x - w},{y - h}}},{{{x + w},{y + h}}}}})))"
        text = text[: c["range"][1]] + place.encode() + text[c["range"][1]:]
    return text


def row(source, path, name, options):
    data = picture(source, name)
    if options.pictures:
        draw(source, name, pathlib.Path(options.pictures, name + ".svg"))
    chance, before, others = random.Random(options.seed), path.read_bytes(), []
    for _ in range(options.random):
        path.write_bytes(at_random(path, data, chance))
        others.append(count_crossings(picture(source, name)["connections"]))
        path.write_bytes(before)
    print(f"| {name} | {len(data['components'])} | {len(data['connections'])} | {overlaps(data['components'])} | {hits(data)} | "
          f"{count_crossings(data['connections'])} | {statistics.median(others):.0f} ({min(others)} to {max(others)}) |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", metavar="FILE CLASS")
    parser.add_argument("--random", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures")
    options = parser.parse_args()
    if len(options.models) % 2 or options.random < 1:
        parser.error("each FILE has a CLASS, and --random is at least 1")
    if options.pictures:
        pathlib.Path(options.pictures).mkdir(parents=True, exist_ok=True)
    print("| model | components | connections | overlaps | lines through parts | crossings | at random places, median |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        top = pathlib.Path(folder)
        models = list(zip(options.models[::2], options.models[1::2]))
        if not models:
            drive = re.search(r"model Drive.*?end Drive;", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL).group()
            (top / "given.mo").write_text(drive, encoding="utf-8")
            (top / "loop.mo").write_text(OBSERVER, encoding="utf-8")
            models = [(top / "given.mo", "Drive"), (top / "loop.mo", "ObserverLoop")]
        for number, (file, name) in enumerate(models):
            path = top / f"model{number}.mo"
            path.write_text(without_annotations(pathlib.Path(file).read_text(encoding="utf-8")), encoding="utf-8")
            row(path, path, name, options)
        if options.models:
            return
        library = top / "Formola"
        shutil.copytree(ROOT / "library" / "Formola", library)
        for path in (library / "Examples").rglob("*.mo"):
            path.write_text(without_annotations(path.read_text(encoding="utf-8")), encoding="utf-8")
        for name in LIBRARY:
            row(library, library / "Examples" / (name.split(".")[0] + ".mo"), "Formola.Examples." + name, options)


if __name__ == "__main__":
    main()
