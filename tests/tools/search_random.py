#!/usr/bin/env python3
"""Runs random models of all families with a fresh seed for a while; failures are printed, made small, for a golden test.

  search_random.py [--seconds N] [--seed S] [--family NAME …] [--count N] [--folder DIR]

Exit status 1 if something was found. The seed is printed first; `--seed S` runs the same models again, `--count` as many of each family.
"""

import argparse
import pathlib
import random
import secrets
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import random_cases  # noqa: E402


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=float, default=120)
    options.add_argument("--seed", default=str(secrets.randbelow(10**9)))
    options.add_argument("--family", action="append", choices=sorted(random_cases.FAMILIES))
    options.add_argument("--count", type=int, help="models of each family, whatever the time")
    options.add_argument("--first", type=int, default=0, help="the number of the first model")
    options.add_argument("--folder", type=pathlib.Path, help="where small failing models are kept")
    given = options.parse_args()
    families = given.family or list(random_cases.FAMILIES)
    print(f"seed {given.seed}: {', '.join(families)}", flush=True)
    end = time.monotonic() + given.seconds
    counts, found, number = dict.fromkeys(families, 0), {}, given.first
    while number < given.first + given.count if given.count else time.monotonic() < end:
        for family in families:
            if not given.count and time.monotonic() >= end:
                break
            counts[family] += 1
            try_case(family, f"{given.seed}.{number}", found, given.folder)
        number += 1
    print("models: " + ", ".join(f"{family} {n}" for family, n in counts.items()))
    print("failures: " + (", ".join(f"{family} ({kind}) {n}" for (family, kind), n in found.items()) or "none"))
    return 1 if found else 0


def try_case(family, seed, found, keep):
    case = random_cases.FAMILIES[family](seed)
    with tempfile.TemporaryDirectory() as folder:
        for way in case.ways(random.Random(seed)):
            wrong = random_cases.difference(case, way, folder)
            if not wrong:
                continue
            key = family, random_cases.kind(wrong)
            found[key] = found.get(key, 0) + 1
            if found[key] > 2:  # more of the same kind are only counted
                return
            shown = way if way == "c" else " ".join(way)
            print(f"=== {family}, seed {seed}, {shown}: {wrong[:2000]}", flush=True)
            text, wrong = random_cases.reduced(case, way, wrong, folder)
            print(f"--- smallest: {wrong[:2000]}\n{text}", flush=True)
            if keep:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{family}_{seed.replace('.', '_')}.mo").write_text(f"// {shown}: {wrong.splitlines()[0]}\n{text}", encoding="utf-8")
            return


if __name__ == "__main__":
    sys.exit(main())
