"""A client of `formola lsp` for tests and benchmarks: messages over pipes, nothing else."""

import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program as fp  # noqa: E402


def uri(path):
    return pathlib.Path(path).resolve().as_uri()


class Client:
    """One conversation. Positions are (line, character) from 0, as in the protocol."""

    def __init__(self, *options, env=None, capabilities=None):
        self.offered = capabilities or {}
        self.process = subprocess.Popen(
            [str(fp.program()), "lsp", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(os.environ, **(env or {})),
        )
        self.number = 0
        self.versions = {}
        self.diagnostics = {}  # path -> the last that were published
        self.published = {}  # path -> version of these

    def __enter__(self):
        self.capabilities = self.request("initialize", {"capabilities": self.offered})["capabilities"]
        self.notify("initialized", {})
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.request("shutdown", None)
            self.notify("exit", None)
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()
        self.process.stderr.close()

    # ---- messages

    def send(self, message):
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError("the server ended: " + self.process.stderr.read().decode())
            if line == b"\r\n":
                break
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message = json.loads(self.process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.diagnostics[params["uri"]] = params["diagnostics"]
            self.published[params["uri"]] = params.get("version")
        return message

    def ask(self, method, params):
        """Sends a request and waits for nothing; its number."""
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.number

    def answer(self, method, params):
        """The whole answer to a request, error or result."""
        number = self.ask(method, params)
        while True:
            message = self.receive()
            if message.get("id") == number:
                return message

    def request(self, method, params):
        message = self.answer(method, params)
        if "error" in message:
            raise AssertionError(f"{method}: {message['error']}")
        return message["result"]

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    # ---- files

    def open(self, path, text):
        self.versions[uri(path)] = 1
        self.notify(
            "textDocument/didOpen",
            {"textDocument": {"uri": uri(path), "languageId": "modelica", "version": 1, "text": text}},
        )

    def change(self, path, *changes):
        """Each change is (begin, end, text) with positions, or a whole text."""
        self.versions[uri(path)] += 1
        content = [
            {"text": c}
            if isinstance(c, str)
            else {"range": {"start": place(c[0]), "end": place(c[1])}, "text": c[2]}
            for c in changes
        ]
        self.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": uri(path), "version": self.versions[uri(path)]},
                "contentChanges": content,
            },
        )

    def wait_diagnostics(self, path):
        """The diagnostics of the text as it is now."""
        while self.published.get(uri(path)) != self.versions[uri(path)]:
            self.receive()
        return self.diagnostics[uri(path)]

    def settled_diagnostics(self, path):
        """The same when all that depends on the change was checked again."""
        self.request("formola/settled", None)
        return self.diagnostics[uri(path)]

    def at(self, method, path, position, **more):
        return self.request(
            "textDocument/" + method,
            {"textDocument": {"uri": uri(path)}, "position": place(position), **more},
        )

    def memory(self):
        """Resident megabytes of the server: now, and at most so far."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return tuple(int(re.search(rf"{key}:\s+(\d+)", status).group(1)) / 1024 for key in ("VmRSS", "VmHWM"))

    def processor_ms(self):
        """Processor time of the server and of its checks that have ended, in steps of a tick."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        return 1000 * sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def about(self, method, path, **more):
        return self.request("textDocument/" + method, {"textDocument": {"uri": uri(path)}, **more})


def standard_library():
    """The folder of the Modelica Standard Library on MODELICAPATH, with or without a version in its name; None: there is none."""
    for folder in filter(None, os.environ.get("MODELICAPATH", "").split(":")):
        for found in [pathlib.Path(folder, "Modelica"), *sorted(pathlib.Path(folder).glob("Modelica [0-9]*"), reverse=True)]:
            if (found / "package.mo").is_file():
                return found
    return None


def place(position):
    return {"line": position[0], "character": position[1]}


def position_of(text, needle, behind=0):
    """The place of `needle` in the text, `behind` characters later; UTF-16."""
    at = text.index(needle) + behind
    before = text[:at]
    line = before.count("\n")
    column = before.rsplit("\n", 1)[-1]
    return (line, len(column.encode("utf-16-le")) // 2)
