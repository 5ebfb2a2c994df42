#!/usr/bin/env python3
"""formola studio: the page in a real browser (studio/test), and the server against hostile requests."""

import base64
import json
import os
import pathlib
import random
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program as fp  # noqa: E402

STUDIO = fp.ROOT / "studio"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


# Where the studio keeps its notes meanwhile.
STATE = tempfile.TemporaryDirectory(prefix="studio-state-")


class Server:
    """formola studio on a folder; as a context manager."""

    def __init__(self, folder, *options, bundle=None):
        environment = dict(os.environ, XDG_STATE_HOME=STATE.name)
        if bundle:
            environment["FORMOLA_STUDIO"] = str(bundle)
        self.process = subprocess.Popen(
            [str(fp.program()), "studio", str(folder), "--no-open", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/#(\w+)", line)
        if not found:
            raise AssertionError(f"no address: {line}{self.process.stderr.read()}")
        self.port, self.token = int(found[1]), found[2]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate(timeout=20)

    def request(self, target="/", host=None, headers=()):
        """Status line, headers and body of a GET."""
        lines = [f"GET {target} HTTP/1.1", f"Host: {host or f'127.0.0.1:{self.port}'}", "Connection: close", *headers]
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as line:
            line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
            data = b""
            while part := line.recv(65536):
                data += part
        head, _, body = data.partition(b"\r\n\r\n")
        return head.decode(), body


class Socket:
    """A WebSocket client: the few lines of RFC 6455 that are needed."""

    def __init__(self, server, host=None, origin="same", target="/socket"):
        own = f"127.0.0.1:{server.port}"
        self.line = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        lines = [f"GET {target} HTTP/1.1", f"Host: {host or own}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}", "Sec-WebSocket-Version: 13"]
        if origin:
            lines.append(f"Origin: {'http://' + own if origin == 'same' else origin}")
        self.line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            part = self.line.recv(65536)
            if not part:
                break
            self.buffer += part
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = int(head.split(b" ")[1])
        self.last = 0

    def close(self):
        self.line.close()

    def send(self, message):
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        mask = os.urandom(4)
        size = len(data)
        head = b"\x81" + (bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size) if size < 65536
                          else b"\xff" + struct.pack(">Q", size))
        self.line.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def take(self, count):
        while len(self.buffer) < count:
            part = self.line.recv(65536)
            if not part:
                raise EOFError
            self.buffer += part
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def receive(self):
        """The next message; of bytes the head, with `bytes` behind it."""
        whole = b""
        while True:
            first, size = self.take(2)
            size &= 0x7f
            if size == 126:
                size = struct.unpack(">H", self.take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.take(8))[0]
            data = self.take(size)
            kind = first & 15
            if kind == 8:
                raise EOFError
            if kind in (9, 10):
                continue
            if kind:
                binary = kind == 2
            whole += data
            if first & 0x80:
                break
        if not binary:
            return json.loads(whole)
        length = struct.unpack("<I", whole[:4])[0]
        return dict(json.loads(whole[4:4 + length]), bytes=whole[4 + length:])

    def ask(self, method, /, **params):
        """The answer to a request; the error where there is one."""
        self.last += 1
        self.send({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        while True:
            answer = self.receive()
            if answer.get("id") == self.last:
                return answer

    def await_message(self, method):
        """The next message of this kind; others, as what is wrong with the text, may come before it."""
        while True:
            message = self.receive()
            if message.get("method") == method:
                return message

    def tell(self, method, **params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def hello(self, server):
        answer = self.ask("formola/hello", token=server.token)
        self.ask("initialize", capabilities={})
        return answer["result"]

    def open(self, folder, name, text):
        uri = f"file://{folder}/{name}"
        self.tell("textDocument/didOpen", textDocument={"uri": uri, "languageId": "modelica", "version": 1, "text": text})
        return uri


def children(process):
    """The processes that this one has started."""
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False)
    return [int(each) for each in listed.stdout.split()]


def make_bundle(folder):
    """A page that stands for the real one where that is not built."""
    folder.mkdir()
    (folder / "index.html").write_text('<!doctype html><meta content="%NONCE%"><title>page</title>')
    (folder / "studio.js").write_text("")
    return folder


@unittest.skipUnless(fp.program(), "nothing is built")
class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.base = pathlib.Path(holder.name).resolve()
        cls.folder = cls.base / "models"
        cls.folder.mkdir()
        (cls.folder / "own.mo").write_text("model Own\n  Real x = 1;\nend Own;\n")
        (cls.base / "secret.mo").write_text("model Secret end Secret;\n")
        (cls.folder / "link.mo").symlink_to(cls.base / "secret.mo")
        (cls.folder / "out").symlink_to(cls.base)
        cls.server = Server(cls.folder, bundle=make_bundle(cls.base / "page"))
        cls.addClassCleanup(cls.server.__exit__)

    def connect(self):
        line = Socket(self.server)
        self.addCleanup(line.close)
        line.hello(self.server)
        return line

    def status(self, **options):
        line = Socket(self.server, **options)
        line.close()
        return line.status

    def test_the_page_and_its_policy(self):
        head, body = self.server.request()
        self.assertIn("200", head.splitlines()[0])
        policy = re.search(r"Content-Security-Policy: (.*)", head)[1]
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)
        nonce = re.search(r"'nonce-(\w+)'", policy)[1]
        self.assertIn(nonce.encode(), body)
        self.assertNotIn(nonce, self.server.request()[0])

    def test_foreign_hosts_and_origins(self):
        for host in ("evil.example", f"evil.example:{self.server.port}", "127.0.0.1", f"127.0.0.1.evil:{self.server.port}"):
            self.assertIn("403", self.server.request(host=host)[0].splitlines()[0], host)
            self.assertEqual(self.status(host=host), 403)
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{self.server.port}", None):
            self.assertEqual(self.status(origin=origin), 403, origin)
        self.assertIn("403", self.server.request(headers=["Origin: http://evil.example"])[0].splitlines()[0])
        self.assertEqual(self.status(target="/other"), 403)
        self.assertEqual(self.status(), 101)

    def test_only_the_files_of_the_page(self):
        for target in ("/../secret.mo", "/..%2fsecret.mo", "//etc/passwd", "/etc/passwd", "/own.mo", "/%2e%2e/secret.mo"):
            self.assertIn("404", self.server.request(target)[0].splitlines()[0], target)

    def test_the_token_comes_first(self):
        wrong = [{"id": 1, "method": "formola/hello", "params": {"token": "x" * 48}},
                 {"id": 1, "method": "formola/hello", "params": {}}, {"id": 1, "method": "formola/hello"},
                 {"id": 1, "method": "formola/files", "params": {"token": self.server.token}},
                 {"id": 1, "method": "formola/hello", "params": {"token": 3}}, [], 7, b"no json"]
        for message in wrong:
            line = Socket(self.server)
            line.send(message)
            with self.assertRaises((EOFError, ConnectionError), msg=str(message)):
                line.receive()
            line.close()

    def test_files_outside_of_the_folder(self):
        line = self.connect()
        for path in ("../secret.mo", "/etc/passwd", str(self.base / "secret.mo"), "link.mo", "out/secret.mo", "", "own.txt",
                     "./../models/../secret.mo"):
            self.assertIn("error", line.ask("formola/open", path=path), path)
            self.assertIn("error", line.ask("formola/save", path=path, text="x"), path)
        self.assertEqual((self.base / "secret.mo").read_text(), "model Secret end Secret;\n")
        self.assertEqual(line.ask("formola/files")["result"], ["own.mo"])
        self.assertIn("Own", line.ask("formola/open", path="own.mo")["result"]["text"])

    def test_saving_keeps_the_mode_and_refuses_to_replace_unasked(self):
        line = self.connect()
        place = self.folder / "kept.mo"
        place.write_text("model Kept end Kept;\n")
        place.chmod(0o640)
        self.assertIn("error", line.ask("formola/save", path="kept.mo", text="x", new=True))
        self.assertNotIn("error", line.ask("formola/save", path="kept.mo", text="model Kept\nend Kept;\n"))
        self.assertEqual(place.read_text(), "model Kept\nend Kept;\n")
        self.assertEqual(place.stat().st_mode & 0o777, 0o640)
        self.assertEqual([each for each in os.listdir(self.folder) if each.startswith(".")], [])
        place.unlink()

    def test_foreign_code_does_not_run(self):
        canary = self.base / "canary"
        text = f"""model Bad
  function f
    input Real u;
    output Real y;
    external "C" y = f(u) annotation (Include="#include <stdlib.h>
double f(double u) {{ system(\\"touch {canary}\\"); return u; }}");
  end f;
  Real x = f(time);
end Bad;
"""
        line = self.connect()
        uri = line.open(self.folder, "bad.mo", text)
        got = line.ask("formola/translate", uri=uri, **{"class": "Bad"})
        if got.get("result", {}).get("ok"):
            line.ask("formola/simulate", runner=got["result"]["runner"], run=1)
        self.assertFalse(canary.exists())

    def test_a_model_that_never_ends_is_cancelled_and_a_killed_process_is_survived(self):
        line = self.connect()
        uri = line.open(self.folder, "long.mo", "model Long\n  Real x(start=1, fixed=true);\nequation\n  der(x) = sin(1000*time)*x;\nend Long;\n")
        got = line.ask("formola/translate", uri=uri, **{"class": "Long"})["result"]
        self.assertTrue(got["ok"], got)
        line.last += 1
        running = line.last
        line.send({"jsonrpc": "2.0", "id": running, "method": "formola/simulate",
                   "params": {"runner": got["runner"], "run": 1, "stop": 1e6, "intervals": 10, "names": ["x"]}})
        line.await_message("formola/progress")
        line.tell("formola/cancel", runner=got["runner"])
        while True:
            answer = line.receive()
            if answer.get("id") == running:
                break
        self.assertEqual(answer["result"]["outcome"], "cancelled")
        # killed from outside while it works
        line.last += 1
        running = line.last
        line.send({"jsonrpc": "2.0", "id": running, "method": "formola/simulate",
                   "params": {"runner": got["runner"], "run": 2, "stop": 1e6, "intervals": 10}})
        line.await_message("formola/progress")
        worker = children(self.server.process.pid)[0]
        for child in children(worker):
            os.kill(child, 9)
        while True:
            answer = line.receive()
            if answer.get("id") == running:
                break
        self.assertIn("ended", answer["error"]["message"])
        self.assertEqual(line.ask("formola/files")["result"], ["own.mo"])

    def test_a_server_that_crashes_is_started_again(self):
        with Server(self.folder, bundle=self.base / "page") as server:
            line = Socket(server)
            line.hello(server)
            os.kill(children(server.process.pid)[0], 11)
            with self.assertRaises((EOFError, ConnectionError)):
                while True:
                    line.receive()
            again = Socket(server)
            self.assertIn("version", again.hello(server))
            line.close()
            again.close()

    def test_wrong_commands(self):
        def complaint(*arguments, page="page"):
            done = subprocess.run([str(fp.program()), "studio", "--no-open", *map(str, arguments)], capture_output=True, text=True,
                                  check=False, timeout=30, env=dict(os.environ, FORMOLA_STUDIO=str(self.base / page)))
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            return done.stderr

        self.assertIn("no file or folder", complaint(self.base / "nowhere"))
        self.assertIn("formola convert", complaint(self.base / "page" / "index.html"))
        self.assertIn("--port", complaint(self.folder, "--port", self.server.port))
        self.assertIn("the page of the studio is not there", complaint(self.folder, page="nowhere"))

    def test_wrong_messages_are_answered(self):
        line = self.connect()
        uri = line.open(self.folder, "own.mo", (self.folder / "own.mo").read_text())
        for method, params in (("formola/nothing", {}), ("formola/picture", {}), ("formola/picture", {"uri": uri, "class": 3}),
                               ("formola/picture", {"uri": uri, "class": "Nowhere"}), ("formola/edit", {"uri": uri, "class": "Own"}),
                               ("formola/edit", {"uri": uri, "class": "Own", "gestures": [{"do": "fly"}]}),
                               ("formola/edit", {"uri": uri, "class": "Own", "gestures": [{"do": "move", "name": "x"}]}),
                               ("formola/simulate", {"runner": 99, "run": 1}), ("formola/simulate", {"runner": "a"}),
                               ("formola/parameters", {"uri": uri, "class": "Own", "component": "none"}), ("formola/open", {"path": 1}),
                               ("formola/keep", {"name": "../x", "text": "y"}), ("formola/keep", {"name": "runs", "text": 1}),
                               ("formola/keep", {"name": "runs", "text": "x" * (5 << 20)}), ("formola/kept", {"name": "/etc/passwd"}),
                               ("formola/source", {"uri": uri, "class": "Own", "path": "/etc/passwd"}), ("formola/linearize", {"runner": 99}),
                               ("formola/export", {"runner": 99, "format": "c"})):
            self.assertIn("error", line.ask(method, **params), (method, params))
        self.assertIn("result", line.ask("formola/picture", uri=uri, **{"class": "Own"}))


def first_part(path):
    return re.split(r"[.\[]", path, maxsplit=1)[0]


def arrows(structure, variables, port):
    """Which way the variables of a connector are computed, by what inspect --json says."""
    owner = {each["variable"]: each.get("component") for each in structure["determined"]}
    component, ways = first_part(port), {}
    for variable in variables:
        name = re.sub(r"\[[^\]]*\]", "", variable["name"])
        if name != port and (not name.startswith(port + ".") or "." in name[len(port) + 1:]):
            continue
        root = structure["alias_of"].get(variable["name"], variable["name"])
        if root in owner:
            way = "out" if owner[root] and first_part(owner[root]) == component else "in"
        elif root in structure["states"]:
            way = "out" if first_part(root) == component else "in"
        else:
            way = "known"
        old = ways.setdefault(name[len(port) + 1:], way)
        if old != way:
            ways[name[len(port) + 1:]] = way if old == "known" else old if way == "known" else "both"
    return ways


def offset(text, place):
    """Of a line and a column in the text."""
    return sum(len(line) + 1 for line in text.split("\n")[:place["line"]]) + place["character"]


def patched(text, patches):
    for patch in patches:
        for edit in sorted(patch, key=lambda each: -offset(text, each["range"]["start"])):
            begin, end = (offset(text, edit["range"][which]) for which in ("start", "end"))
            text = text[:begin] + edit["newText"] + text[end:]
    return text


@unittest.skipUnless(fp.program(), "nothing is built")
class Files(unittest.TestCase):
    """What other programs write beside the page."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        base = pathlib.Path(holder.name).resolve()
        self.folder = base / "models"
        self.folder.mkdir()
        server = Server(self.folder, bundle=make_bundle(base / "page"))
        self.addCleanup(server.__exit__)
        self.line = Socket(server)
        self.addCleanup(self.line.close)
        self.line.hello(server)

    def test_what_another_program_wrote_is_not_overwritten(self):
        path = self.folder / "shared.mo"
        path.write_text("model A\nend A;\n")
        opened = self.line.ask("formola/open", path="shared.mo")["result"]
        saved = self.line.ask("formola/save", path="shared.mo", text="model B\nend B;\n", stamp=opened["stamp"])["result"]
        self.assertEqual(path.read_text(), "model B\nend B;\n")
        path.write_text("model Other\nend Other;\n")
        refused = self.line.ask("formola/save", path="shared.mo", text="model C\nend C;\n", stamp=saved["stamp"])["result"]
        self.assertTrue(refused["changed"])
        self.assertEqual(path.read_text(), "model Other\nend Other;\n")
        fresh = self.line.ask("formola/open", path="shared.mo")["result"]
        self.assertNotIn("changed", self.line.ask("formola/save", path="shared.mo", text="model C\nend C;\n", stamp=fresh["stamp"])["result"])

    def test_changes_of_the_folder_are_told(self):
        """Files that are written, also in a folder that is new, those that are gone; not what the page itself has saved."""
        self.line.ask("formola/save", path="own.mo", text="model A\nend A;\n")
        inner = self.folder / "inner"
        inner.mkdir()
        (inner / "new.mo").write_text("model N\nend N;\n")
        (self.folder / "notes.txt").write_text("no model")
        told = set()
        while "inner/new.mo" not in told:
            message = self.line.await_message("formola/changed")["params"]
            told |= set(message["changed"])
            self.assertIn("own.mo", message["files"])
        self.assertEqual(told, {"inner/new.mo"})
        (inner / "new.mo").unlink()
        message = self.line.await_message("formola/changed")["params"]
        self.assertEqual((message["changed"], "inner/new.mo" in message["files"]), (["inner/new.mo"], False))


@unittest.skipUnless(fp.program(), "nothing is built")
class Parts(unittest.TestCase):
    """What is sent in parts is the whole."""

    NAMES = [f"r{i}" for i in range(12)]
    TEXT = ("model Chain\n" + "".join(f"  Formola.Electrical.Resistor {name}(R = {i + 1});\n" for i, name in enumerate(NAMES)) + "equation\n"
            + "".join(f"  connect({a}.n, {b}.p);\n" for a, b in zip(NAMES, NAMES[1:])) + "end Chain;\n")

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        base = pathlib.Path(holder.name).resolve()
        self.folder = base / "models"
        self.folder.mkdir()
        server = Server(self.folder, bundle=make_bundle(base / "page"))
        self.addCleanup(server.__exit__)
        self.line = Socket(server)
        self.addCleanup(self.line.close)
        self.line.hello(server)
        self.uri = self.line.open(self.folder, "Chain.mo", self.TEXT)

    def picture(self, **more):
        return self.line.ask("formola/picture", uri=self.uri, **{"class": "Chain"}, **more)["result"]

    def edit(self, gestures):
        return self.line.ask("formola/edit", uri=self.uri, **{"class": "Chain"}, gestures=gestures)["result"]

    def places(self):
        return [{"do": "place", "name": name, "extent": [[40 * i, 0], [40 * i + 20, 20]]} for i, name in enumerate(self.NAMES)]

    def test_pictures_after_an_edit(self):
        text = patched(self.TEXT, self.edit(self.places())["patches"])
        changes = [lambda t: t, lambda t: t.replace("r3(R = 4)", "r3(R = 47)"), lambda t: t.replace("  connect(r5.n, r6.p);\n", ""),
                   lambda t: t.replace("model Chain", "model Chain\n  Formola.Electrical.Ground g annotation (Placement(transformation(extent = {{0, -40}, {20, -20}})));"),
                   lambda t: t.replace("equation", "  // nothing to be seen\nequation"), lambda t: t.replace("r7.n", "r0.p")]
        before = self.picture()
        fewest = []
        for version, change in enumerate(changes, 2):
            text = change(text)
            self.line.tell("textDocument/didChange", textDocument={"uri": self.uri, "version": version}, contentChanges=[{"text": text}])
            after = self.picture(base=before["serial"])
            self.assertEqual(after["base"], before["serial"])
            fewest.append(0)
            for kind in ("components", "connections"):
                parts = after["picture"][kind]
                fewest[-1] += sum(not isinstance(part, int) for part in parts)
                after["picture"][kind] = [before["picture"][kind][part] if isinstance(part, int) else part for part in parts]
            whole = self.picture()
            self.assertNotIn("base", whole)
            self.assertEqual(after["picture"], whole["picture"])
            self.assertEqual(after["places"], whole["places"])
            # an old picture that the server does not remember
            self.assertNotIn("base", self.picture(base=before["serial"]))
            before = self.picture()
        # a value and a comment: hardly anything is sent again
        self.assertEqual(fewest[1], 1)
        self.assertEqual(fewest[4], 0)

    def test_what_is_added_is_connected(self):
        """One list of gestures: $0 is the first component that it adds; a name that is taken becomes another one."""
        made = self.edit([{"do": "add", "type": "Formola.Electrical.Resistor", "name": "r3", "subscripts": "[2]", "modifiers": "each R = 7"},
                          {"do": "add", "type": "Formola.Electrical.Ground", "name": ""}, {"do": "connect", "a": "$0[1].n", "b": "$1.p"}])
        self.assertEqual(made["names"], ["r12", "ground"])
        text = patched(self.TEXT, made["patches"])
        self.assertIn("Formola.Electrical.Resistor r12[2](each R = 7);", text)
        self.assertIn("connect(r12[1].n, ground.p);", text)
        wrong = self.line.ask("formola/edit", uri=self.uri, **{"class": "Chain"}, gestures=[{"do": "connect", "a": "$0.n", "b": "r0.p"}])
        self.assertIn("error", wrong)

    def test_many_places_at_once(self):
        together = patched(self.TEXT, self.edit([*self.places(), {"do": "move", "name": "r2", "dx": 4, "dy": 6}])["patches"])
        text = self.TEXT
        for version, gesture in enumerate([*self.places(), {"do": "move", "name": "r2", "dx": 4, "dy": 6}], 2):
            text = patched(text, self.edit([gesture])["patches"])
            self.line.tell("textDocument/didChange", textDocument={"uri": self.uri, "version": version}, contentChanges=[{"text": text}])
        self.assertEqual(together, text)
        self.assertEqual(len(self.edit(self.places())["patches"]), 1, "one document serves all of them")

    def test_a_place_that_is_given_twice(self):
        twice = [{"do": "place", "name": "r0", "extent": [[0, 0], [20, 20]]}, {"do": "place", "name": "r0", "extent": [[60, 0], [80, 20]]}]
        self.assertIn("extent={{60,0},{80,20}}", patched(self.TEXT, self.edit(twice)["patches"]))


@unittest.skipUnless(fp.program(), "nothing is built")
class Overlay(unittest.TestCase):
    """The arrows of "see through" say what inspect --json says."""

    SOME = ["Electrical.RLCCircuit", "Electrical.SmoothedRectifier", "Electrical.CommonEmitter", "Rotational.DriveTrain", "MultiBody.DrivenAxis",
            "MultiBody.FourBar", "Robot.R3Robot36", "Blocks.PILoop", "Blocks.SampledLoop", "Blocks.ClockedController", "BondGraphs.Motor"]

    def models(self):
        """Examples of the library; with FORMOLA_ARROWS=N so many of the Modelica Standard Library."""
        count = int(os.environ.get("FORMOLA_ARROWS", "0"))
        if not count:
            return ["Formola.Examples." + name for name in self.SOME]
        roots = [folder for folder in os.environ.get("MODELICAPATH", "").split(":") if os.path.exists(folder + "/Modelica/package.mo")]
        names = []
        for path in pathlib.Path(roots[0], "Modelica").rglob("Examples/**/*.mo"):
            text = path.read_text(encoding="utf-8")
            if "experiment" in text and path.name != "package.mo" and re.search(r"^\s*(model|block) ", text, re.MULTILINE):
                names.append(".".join(path.relative_to(roots[0]).with_suffix("").parts))
        random.Random(int(os.environ.get("FORMOLA_RANDOM_SEED", "1"))).shuffle(names)
        return names[:count]

    def test_arrows(self):
        with tempfile.TemporaryDirectory() as holder:
            base = pathlib.Path(holder).resolve()
            folder = base / "models"
            folder.mkdir()
            compared = ports_seen = models_seen = 0
            passed_over = []
            with Server(folder, bundle=make_bundle(base / "page")) as server:
                line = Socket(server)
                line.hello(server)
                for model in self.models():
                    text = f"model Looked\n  extends {model};\nend Looked;\n"
                    (folder / "Looked.mo").write_text(text)
                    done = subprocess.run([str(fp.program()), "inspect", str(folder / "Looked.mo"), "Looked", "--json"], capture_output=True,
                                          text=True, check=False)
                    uri = line.open(folder, "Looked.mo", text)
                    got = line.ask("formola/translate", uri=uri, **{"class": "Looked"})
                    ok = got.get("result", {}).get("ok", False)
                    self.assertEqual(ok, done.returncode == 0, (model, got.get("error"), done.stderr[-400:]))
                    if not ok:
                        passed_over.append(model)
                        continue
                    structure = json.loads(done.stdout)
                    picture = line.ask("formola/picture", uri=uri, **{"class": "Looked"})["result"]["picture"]
                    ports = [f"{c['name']}.{p['name']}" if p["name"] else c["name"] for c in picture["components"] for p in c["ports"]]
                    seen = line.ask("formola/see", runner=got["result"]["runner"], method="ida", ports=ports)["result"]
                    models_seen += 1
                    for port in ports:
                        wanted = arrows(structure, got["result"]["variables"], port)
                        shown = seen["ports"].get(port, {})
                        self.assertEqual(shown, {**shown, **wanted}, (model, port))
                        compared += len(wanted)
                        ports_seen += 1
                    self.assertEqual(len(seen["iterated"]), structure["iteration_variables"], model)
                    self.assertEqual([seen[each] for each in ("equations", "aliases")], [structure[each] for each in ("equations", "aliases")], model)
                    self.assertEqual(seen["states"], len(structure["states"]), model)
                    line.tell("textDocument/didClose", textDocument={"uri": uri})
                line.close()
            if os.environ.get("FORMOLA_ARROWS"):
                print(f"{models_seen} models, {ports_seen} connectors, {compared} variables; not translated: {passed_over}")
            self.assertGreater(compared, 100)
            self.assertLess(len(passed_over), 3 + models_seen / 5)


def what_failed(tap, rest):
    """Of the output of node --test (TAP): what failed, each with its message and stack; then their names, the sums, and the rest."""
    blocks, names, count = [], [], 0
    inside = None  # how far the block is indented that is read
    for line in tap.splitlines():
        found = re.match(r"( *)(not )?ok \d+ - ", line)
        if found:
            count += 1
            inside = len(found[1]) if found[2] else None
            if found[2]:
                names.append("  " + line.strip())
        if inside is not None:
            blocks.append(line)
            if line == " " * (inside + 2) + "...":
                inside = None
    sums = [line for line in tap.splitlines() if re.match(r"# (tests|pass|fail|cancelled|skipped|duration_ms) ", line)]
    return "\n".join([*blocks, f"{len(names)} of {count} failed:", *names, *sums, rest])


@unittest.skipUnless(fp.program(), "nothing is built")
class Page(unittest.TestCase):
    def test_in_the_browser(self):
        if not CHROMIUM:
            self.skipTest("Chromium is not installed (tools/setup.sh --dev)")
        made = subprocess.run([str(fp.ROOT / "tools/build_studio")], capture_output=True, text=True, check=False)
        if made.returncode != 0:
            self.skipTest("the page cannot be made here: " + made.stderr[-300:])
        environment = dict(os.environ, FORMOLA_PROGRAM=str(fp.program()), FORMOLA_CHROMIUM=CHROMIUM, XDG_STATE_HOME=STATE.name)
        tests = sorted(str(path.relative_to(STUDIO)) for path in STUDIO.glob("test/*.test.mjs"))
        try:
            done = subprocess.run(["node", "--test", "--test-reporter=tap", *tests], cwd=STUDIO, env=environment, capture_output=True,
                                  text=True, check=False, timeout=2400)
        except subprocess.TimeoutExpired as late:
            self.fail(what_failed((late.stdout or b"").decode(), "it took more than 2400 s"))
        if done.returncode != 0:
            self.fail(what_failed(done.stdout, done.stderr[-2000:]))

    def test_failures_are_told_first_and_whole(self):
        told = what_failed("""TAP version 13
# Subtest: good
ok 1 - good
  ---
  duration_ms: 5
  ...
# Subtest: wrong
not ok 2 - wrong
  ---
  error: 'waited in vain'
  stack: |-
    file.mjs:3:7
  ...
# some words
# Subtest: file
    # Subtest: inner
    not ok 1 - inner
      ---
      error: 'too small'
      ...
    1..1
not ok 3 - file
  ---
  failureType: 'subtestsFailed'
  ...
1..3
# fail 2
""", "rest")
        blocks, _, tail = told.partition("\n3 of 4 failed:\n")
        self.assertEqual([line for line in blocks.splitlines() if "not ok" in line], ["not ok 2 - wrong", "    not ok 1 - inner", "not ok 3 - file"])
        self.assertIn("error: 'waited in vain'\n  stack: |-\n    file.mjs:3:7\n", blocks)
        self.assertNotIn("good", blocks)
        self.assertEqual(tail.splitlines(), ["  not ok 2 - wrong", "  not ok 1 - inner", "  not ok 3 - file", "# fail 2", "rest"])

    def test_types(self):
        compiler = STUDIO / "node_modules/.bin/tsc"
        if not compiler.exists():
            self.skipTest("the packages of the page are not installed (tools/build_studio)")
        done = subprocess.run([str(compiler), "--noEmit"], cwd=STUDIO, capture_output=True, text=True, check=False)
        self.assertEqual(done.stdout, "")

    def test_the_lock_file_names_no_host(self):
        lock = json.loads((STUDIO / "package-lock.json").read_text(encoding="utf-8"))
        for path, entry in lock["packages"].items():
            self.assertNotIn("resolved", entry, path)
            self.assertTrue(not path or "integrity" in entry, path)


if __name__ == "__main__":
    unittest.main()
