#!/usr/bin/env python3
"""Stands in for the program in the tests of the runner.

Does what the model's `// fake:` lines say: `fake stdout TEXT`, `fake stderr TEXT`, `fake exit N`,
`fake crash`, `fake args` (print the arguments), `fake csv [OPTION] ROW;ROW` (only with that option).
"""

import os
import pathlib
import sys

arguments = sys.argv[1:]
status = 0
for line in pathlib.Path(arguments[1]).read_text(encoding="utf-8").splitlines():
    if not line.startswith("// fake "):
        continue
    action, _, rest = line.removeprefix("// fake ").partition(" ")
    if action == "stdout":
        print(rest)
    elif action == "stderr":
        print(rest, file=sys.stderr)
    elif action == "exit":
        status = int(rest)
    elif action == "crash":
        os.abort()
    elif action == "args":
        print(" ".join(arguments))
    elif action == "csv":
        if rest.startswith("["):
            option, _, rest = rest[1:].partition("] ")
            if option not in arguments:
                continue
        text = rest.replace(";", "\n") + "\n"
        pathlib.Path(arguments[arguments.index("--output") + 1]).write_text(text)
    elif action == "report":
        pathlib.Path(arguments[arguments.index("--report") + 1]).write_text(rest)
sys.exit(status)
