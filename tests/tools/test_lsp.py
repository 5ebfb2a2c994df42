#!/usr/bin/env python3
"""The language server: a session with every request, wrong messages, and random edits."""

import os
import pathlib
import random
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program as fp  # noqa: E402
from lsp_client import Client, place, position_of, standard_library, uri  # noqa: E402

MODEL = """model Drive "A drive"
  import Formola.Rotational.*;
  parameter Real ratio = 10 "Ratio — 𝛼"; // 𝛼
  Inertia motor(J = 0.1) "Rotor";
  IdealGear gear(ratio = ratio);
  Inertia load(J = 2*ratio);
  Real w "Speed";
protected
  Real hidden = 1;
equation
  connect(motor.flange_b, gear.flange_a);
  connect(gear.flange_b, load.flange_a);
  w = load.w;
end Drive;
"""


@unittest.skipUnless(fp.program(), "the program is not built")
class Session(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = self.folder.name + "/Drive.mo"
        self.client = Client(env={"MODELICAPATH": ""})
        self.client.__enter__()
        self.addCleanup(self.client.__exit__)

    def open(self, text=MODEL):
        self.client.open(self.path, text)
        return self.client.wait_diagnostics(self.path)

    def labels(self, needle, behind, text):
        self.client.open(self.path, text)
        items = self.client.at("completion", self.path, position_of(text, needle, behind))["items"]
        return {item["label"]: item for item in items}

    def test_a_right_model_has_no_diagnostics(self):
        self.assertEqual(self.open(), [])

    def test_syntax_errors_at_once(self):
        found = self.open(MODEL.replace("2*ratio)", "2*)"))
        self.assertEqual([d["severity"] for d in found], [1])
        self.assertEqual(found[0]["range"]["start"]["line"], 5)
        self.assertEqual(found[0]["source"], "formola")

    def test_names_types_and_balance(self):
        found = self.open(MODEL.replace("w = load.w", "w = lod.w"))
        self.assertEqual(found[0]["code"], "UndefinedName")
        start = found[0]["range"]["start"]
        self.assertEqual((start["line"], start["character"]), (12, 6))
        self.client.change(self.path, MODEL.replace("w = load.w", 'w = "text"'))
        found = self.client.wait_diagnostics(self.path)
        self.assertEqual([d["severity"] for d in found if d["severity"] == 1], [1])
        self.client.change(self.path, MODEL.replace("  w = load.w;\n", ""))
        found = self.client.wait_diagnostics(self.path)
        self.assertTrue(any("balance" in d["code"].lower() or "unknown" in d["message"] for d in found), found)
        self.client.change(self.path, MODEL)
        self.assertEqual(self.client.wait_diagnostics(self.path), [])

    def test_half_typed_items_do_not_end_the_server(self):
        for line in ("import ;", "import X = ;", "extends ;", "replaceable model M = ;", "Part p(redeclare model X = );", "import", "extends"):
            text = f"model A\n  {line}\n  Real y;\nequation\n  y = 1;\nend A;\n"
            self.client.open(self.path, text)
            self.assertEqual([d["range"]["start"]["line"] for d in self.client.wait_diagnostics(self.path)], [1], line)
            self.assertIn("y", [c["name"] for c in self.client.about("documentSymbol", self.path)[0]["children"]], line)
            for place_ in ((1, 9), (2, 2), (4, 6)):
                for method in ("completion", "hover", "definition"):
                    self.client.at(method, self.path, place_)

    def test_what_is_missing_is_told_where_it_is_typed(self):
        self.open()
        for line in ("Real x = ", "Real x(start = ", "Real x[3] = {1, 2, ", "Formola.", "Real x(", "Real x = f("):
            self.client.change(self.path, f"model A\n  {line}\nend A;\n")
            found = self.client.wait_diagnostics(self.path)
            self.assertEqual({d["range"]["start"]["line"] for d in found}, {1}, (line, found))
        self.client.change(self.path, "model A\n  Real x;\nequation\n  x\nend A;\n")
        found = self.client.wait_diagnostics(self.path)
        self.assertEqual([d["range"]["start"] for d in found], [place((3, 2))])

    def test_completion_of_values(self):
        kinds = lambda found: {n for n, item in found.items() if item["kind"] == 20}  # noqa: E731
        select = {"StateSelect." + n for n in ("never", "avoid", "default", "prefer", "always")}
        own = "type Kind = enumeration(Small, Large);\n  model M\n    parameter Kind kind = Kind.Small;\n    parameter Real k = 1;\n  end M;\n"
        for line, needle, wanted in (("Real x(stateSelect = ", "stateSelect = ", select), ("M m(kind = ", "m(kind = ", {"Kind.Small", "Kind.Large"}),
                                     ("parameter Kind k2 = ", "k2 = ", {"Kind.Small", "Kind.Large"}), ("M m(k = ", "m(k = ", set()),
                                     ("parameter Kind k2 = Kind.", "k2 = Kind.", {"Small", "Large"}),
                                     ("Real x(stateSelect = StateSelect.", "= StateSelect.", {n.split(".")[1] for n in select})):
            text = f"package P\n  {own}  model A\n    {line}\n  end A;\nend P;\n"
            self.assertEqual({n.removeprefix("P.") for n in kinds(self.labels(needle, len(needle), text))}, wanted, line)
        text = "model A\n  Real x[3];\nequation\n  for k in 1:2 loop\n    x[k] = 1;\n  end for;\n  for index in 1:3 loop\n    x[index] = i;\n  end for;\nend A;\n"
        found = self.labels("= i;", 3, text)
        self.assertIn("index", found)
        self.assertNotIn("k", found)
        found = self.labels("= s", 3, "model A\n  Real x = s;\nend A;\n")
        self.assertEqual(found["atan2"]["detail"], "atan2(y, x)")
        self.assertNotIn("atan2", self.labels("  R", 3, "model A\n  R;\nend A;\n"))
        # what can be connected
        text = "model A\n  Formola.Electrical.Resistor r;\nequation\n  connect(r.);\nend A;\n"
        self.assertEqual(set(self.labels("r.)", 2, text)), {"p", "n", "heatPort"})

    def test_signatures(self):
        text = "model A\n  Real x = atan2(1, time);\n  extends B(y = 1);\nend A;\nmodel B\n  Real y;\nend B;\n"
        self.open(text)
        help_ = self.client.at("signatureHelp", self.path, position_of(text, "1, t", 3))
        self.assertEqual((help_["signatures"][0]["label"], help_["activeParameter"]), ("atan2(y, x)", 1))
        self.assertIsNone(self.client.at("signatureHelp", self.path, position_of(text, "B(", 2)))

    def test_a_package_that_is_opened_changed_and_saved(self):
        text = "package P\n  model A\n    Real x = 1;\n  end A;\n  model B\n    Real y = nothing;\n  end B;\nend P;\n"
        lines = lambda found: [d["range"]["start"]["line"] for d in found]  # noqa: E731
        self.assertEqual(lines(self.open(text)), [5])
        # the whole text at once: the class that differs is checked
        self.client.change(self.path, text.replace("= 1", "= none"))
        self.assertEqual(lines(self.client.wait_diagnostics(self.path)), [2])
        self.client.published.clear()
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": uri(self.path)}})
        self.assertEqual(sorted(lines(self.client.wait_diagnostics(self.path))), [2, 5])

    def test_other_classes_are_checked_again(self):
        """After the class of a change those that use it, in the same file and in others."""
        codes = lambda found: [(d["code"], d["range"]["start"]["line"]) for d in found]  # noqa: E731
        text = "package P\n  model A\n    Real x = 1;\n  end A;\n  model B\n    extends A;\n    Real y = x;\n  end B;\nend P;\n"
        other = self.folder.name + "/User.mo"
        self.assertEqual(self.open(text), [])
        self.client.open(other, "model User\n  P.A a;\n  Real y = a.x;\nend User;\n")
        self.assertEqual(self.client.settled_diagnostics(other), [])
        self.client.change(self.path, text.replace("Real x", "Real z"))
        self.assertEqual(codes(self.client.settled_diagnostics(self.path)), [("UndefinedName", 6)])
        self.assertEqual(codes(self.client.diagnostics[uri(other)]), [("NoSuchMember", 2)])
        self.assertEqual(self.client.published[uri(other)], 1)
        # half-typed: what was told about the others stands
        self.client.change(self.path, text.replace("Real x", "Real ;"))
        self.client.settled_diagnostics(self.path)
        self.assertEqual(codes(self.client.diagnostics[uri(other)]), [("NoSuchMember", 2)])
        self.client.change(self.path, text)
        self.assertEqual(self.client.settled_diagnostics(self.path), [])
        self.assertEqual(self.client.diagnostics[uri(other)], [])
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": uri(self.path)}})
        self.assertEqual([code for code, _ in codes(self.client.settled_diagnostics(other))], ["UndefinedName"])

    def test_files_that_another_program_writes(self):
        library = pathlib.Path(self.folder.name) / "Lib"
        library.mkdir()
        (library / "package.mo").write_text("package Lib\nend Lib;\n")
        (library / "Base.mo").write_text("within Lib;\nmodel Base\n  Real x = 1;\nend Base;\n")
        user = str(library / "User.mo")
        text = "within Lib;\nmodel User\n  extends Base;\n  Real y = x + k;\nend User;\n"
        with Client(env={"MODELICAPATH": ""}, capabilities={"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}) as client:
            asked = client.receive()
            self.assertEqual(asked["method"], "client/registerCapability")
            self.assertEqual(asked["params"]["registrations"][0]["method"], "workspace/didChangeWatchedFiles")
            client.send({"jsonrpc": "2.0", "id": asked["id"], "result": None})
            client.open(user, text)
            self.assertIn("'k'", client.wait_diagnostics(user)[0]["message"])
            (library / "Base.mo").write_text("within Lib;\nmodel Base\n  Real x = 1;\n  Real k = 2;\nend Base;\n")
            client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri(library / "Base.mo"), "type": 2}]})
            self.assertEqual(client.settled_diagnostics(user), [])
            found = client.at("definition", user, position_of(text, "+ k", 2))
            self.assertEqual((found["uri"], found["range"]["start"]["line"]), (uri(library / "Base.mo"), 3))

    def test_what_users_of_a_part_give_is_no_error(self):
        found = self.open("""package P
  partial package PartialMedium
    replaceable partial function f
      input Real x;
      output Real y;
    end f;
  end PartialMedium;
  model Part
    replaceable package Medium = PartialMedium;
    input Real u;
    output Real y = Medium.f(u);
  end Part;
  model Whole
    package Medium = PartialMedium;
    Real y = Medium.f(time);
  end Whole;
end P;
""")
        self.assertEqual([(d["code"], d["severity"], d["range"]["start"]["line"]) for d in found], [("PartialFunction", 2, 10), ("PartialFunction", 1, 14)])

    def test_incremental_changes(self):
        self.open()
        # behind a character of two UTF-16 units
        column = position_of(MODEL, "𝛼\n")
        self.client.change(
            self.path,
            ((12, 6), (12, 10), "lo"),
            ((12, 8), (12, 8), "ad"),
            ((column[0], column[1] + 2), (column[0], column[1] + 2), "!"),
        )
        self.assertEqual(self.client.wait_diagnostics(self.path), [])
        symbols = self.client.about("documentSymbol", self.path)
        self.assertEqual(symbols[0]["name"], "Drive")
        self.client.change(self.path, ((12, 6), (12, 10), "lods"))
        self.assertIn("lods", self.client.wait_diagnostics(self.path)[0]["message"])

    HINTED = """model M
  parameter Real a = 2;
  parameter Real b = 3*a + 1;
  parameter Integer n = integer(b) - 4;
  parameter Real c[2] = {a, b};
  Formola.Rotational.Inertia load(J = 2*b, phi(start = a*b));
  Real x(start = 1, fixed = true), y, z, u, v, w[n];
equation
  der(x) = -y;
  y = a*x + 1;
  z = load.w;
  u + v = x;
  u - v^3 = y;
  for i in 1:n loop
    w[i] = i*x + 1;
  end for;
end M;
"""

    def hints(self, first=0, last=1000):
        found = self.client.about("inlayHint", self.path, range={"start": place((first, 0)), "end": place((last, 0))})
        return [(h["position"]["line"], h["position"]["character"], h["label"]) for h in found]

    def test_inlay_hints(self):
        self.assertEqual(self.open(self.HINTED), [])
        found = self.hints()
        lines = self.HINTED.splitlines()
        self.assertEqual([f for f in found if f[2].startswith("=")], [
            (2, len(lines[2]) - 1, "= 7.0"), (3, len(lines[3]) - 1, "= 3"), (4, len(lines[4]) - 1, "= {2.0, 7.0}"),
            (5, lines[5].index("2*b") + 3, "= 14.0")])
        causes = {line: label for line, _, label in found if label.startswith("→")}
        self.assertEqual(causes[8], "→ der(x)")
        self.assertEqual(causes[9], "→ y")
        self.assertEqual(causes[10], "→ z, another name of load.w")
        self.assertEqual({causes[11], causes[12]}, {"→ u (one of 2 together)", "→ v (one of 2 together)"})
        self.assertEqual(causes[14], "→ w[1], w[2], w[3]")
        self.assertEqual(len(found), 4 + 6)
        self.assertEqual([f[0] for f in self.hints(9, 10)], [9])
        # a wrong model has values, and nothing about its equations
        self.client.change(self.path, self.HINTED.replace("  y = a*x + 1;\n", ""))
        self.client.wait_diagnostics(self.path)
        self.assertEqual([f[2][0] for f in self.hints()], ["="] * 4)
        self.client.change(self.path, self.HINTED.replace("= a*x", "= *x"))
        self.assertEqual(self.hints(), [])

    def lens_titles(self):
        lenses = self.client.about("codeLens", self.path)
        self.assertTrue(all("command" not in lens for lens in lenses))  # computed when they are shown
        resolved = [self.client.request("codeLens/resolve", lens) for lens in lenses]
        return {lens["data"]["class"]: lens["command"] for lens in resolved}

    def test_lens_over_models(self):
        text = "package P\n" + self.HINTED + """  model Part
    input Real u;
    Real x(start = 0, fixed = true);
  equation
    der(x) = u;
  end Part;
  model Wrong
    Real x;
  end Wrong;
  partial model Not
    Real x;
  end Not;
  function f
    input Real x;
    output Real y = x;
  end f;
end P;
"""
        self.client.open(self.path, text)
        titles = self.lens_titles()
        self.assertEqual(titles, {
            "P.M": {"title": "3 states, 1 block, largest 2 → 1 · simulate", "command": "formola.simulate",
                    "arguments": [uri(self.path), "P.M"]},
            "P.Part": {"title": "1 state · a part of other models", "command": ""},
            "P.Wrong": {"title": "no simulation: 1 error", "command": ""}})
        lens = self.client.about("codeLens", self.path)[0]
        name = text.splitlines()[1]
        self.assertEqual(lens["range"], {"start": place((1, name.index("M"))), "end": place((1, name.index("M") + 1))})

    def test_questions_are_answered_although_the_text_changes(self):
        self.open(self.HINTED)
        whole = {"textDocument": {"uri": uri(self.path)}, "range": {"start": place((0, 0)), "end": place((99, 0))}}
        numbers = range(1000, 1020)
        for number in numbers:
            self.client.send({"jsonrpc": "2.0", "id": number, "method": "textDocument/inlayHint", "params": whole})
            self.client.change(self.path, ((0, 7), (0, 7), " "))
        answers = {}
        while len(answers) < len(numbers):
            message = self.client.receive()
            if message.get("id") in numbers:
                self.assertNotIn(message["id"], answers)
                answers[message["id"]] = message
        for answer in answers.values():
            self.assertTrue("result" in answer or answer["error"]["code"] == -32801, answer)
        self.assertEqual(self.client.wait_diagnostics(self.path), [])
        for method, params in (("textDocument/inlayHint", {"textDocument": {"uri": "file:///nowhere.mo"}}),
                               ("textDocument/inlayHint", {"textDocument": {"uri": uri(self.path)}}),
                               ("codeLens/resolve", {"data": {"uri": uri(self.path)}}), ("codeLens/resolve", {})):
            self.assertEqual(self.client.answer(method, params)["error"]["code"], -32602)
        lens = {"range": whole["range"], "data": {"uri": uri(self.path), "class": "No.Such"}}
        self.assertEqual(self.client.request("codeLens/resolve", lens)["command"]["command"], "")

    def test_a_check_that_is_overtaken(self):
        # the sizes of the first text keep the compiler busy; its diagnostics must not come later
        slow = "model A\n  Real x[3000000];\nequation\n  x = {sin(i*time) for i in 1:3000000};\nend A;\n"
        self.client.open(self.path, slow)
        self.assertEqual(len(self.client.about("documentSymbol", self.path)), 1)
        self.client.change(self.path, "model A\n  Real x = y;\nend A;\n")
        self.assertIn("'y'", self.client.wait_diagnostics(self.path)[0]["message"])
        self.client.change(self.path, "model A\n  Real x = 1;\nend A;\n")
        self.assertEqual(self.client.wait_diagnostics(self.path), [])

    def test_quick_fix(self):
        text = MODEL.replace("= load.w", "= lod.w")
        found = self.open(text)
        actions = self.client.about(
            "codeAction", self.path, range=found[0]["range"], context={"diagnostics": found}
        )
        self.assertEqual([a["title"] for a in actions], ["Replace by 'load'"])
        edit = actions[0]["edit"]["changes"][uri(self.path)][0]
        ends = [(edit["range"][k]["line"], edit["range"][k]["character"]) for k in ("start", "end")]
        self.client.change(self.path, (ends[0], ends[1], edit["newText"]))
        self.assertEqual(self.client.wait_diagnostics(self.path), [])

    def mended(self, text, title):
        """The text after the only action that is offered for its diagnostics."""
        found = self.open(text)
        self.assertTrue(found, text)
        actions = self.client.about("codeAction", self.path, range=found[0]["range"], context={"diagnostics": found})
        self.assertEqual([a["title"] for a in actions], [title])
        lines = text.splitlines(keepends=True)

        def offset(at):
            return sum(len(line) for line in lines[: at["line"]]) + at["character"]

        for edit in sorted(actions[0]["edit"]["changes"][uri(self.path)], key=lambda e: -offset(e["range"]["start"])):
            text = text[: offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]):]
        self.client.change(self.path, text)
        self.assertEqual(self.client.wait_diagnostics(self.path), [], text)
        return text

    def test_structure_and_its_repair(self):
        """Equations that leave something open are told where they stand, with what mends it."""
        circuit = """model Circuit
  Formola.Electrical.Sources.SineVoltage source(V = 1, f = 1);
  Formola.Electrical.Resistor r(R = 1);
  Formola.Electrical.Capacitor c(C = 1);
equation
  connect(source.p, r.p);
  connect(r.n, c.p);
  connect(c.n, source.n);
end Circuit;
"""
        text = self.mended(circuit, "Add a ground at source.n")
        self.assertIn("Formola.Electrical.Ground ground;", text)
        self.assertIn("connect(ground.p, source.n);", text)
        # parts of other models are not sorted
        self.client.change(self.path, "model Part\n  Formola.Interfaces.PositivePin p;\n  Formola.Electrical.Resistor r(R = 1);\nequation\n"
                           "  connect(p, r.p);\nend Part;\n")
        self.assertEqual([d for d in self.client.wait_diagnostics(self.path) if d["code"] == "StructurallySingular"], [])
        # two equations for one unknown, and none for the other
        self.client.change(self.path, "model M\n  Real x, y;\nequation\n  x = time;\n  x = 2*time;\nend M;\n")
        found = self.client.wait_diagnostics(self.path)
        self.assertEqual([(d["code"], d["range"]["start"]["line"]) for d in found if d["severity"] == 1], [("StructurallySingular", 4)])

    def test_a_name_that_is_not_declared(self):
        text = "model P\n  Real w(start = 1, fixed = true);\nequation\n  der(w) = -g*w;\nend P;\n"
        found = self.open(text)
        actions = self.client.about("codeAction", self.path, range=found[0]["range"], context={"diagnostics": found})
        self.assertEqual([a["title"] for a in actions], ["Declare 'g' as a parameter"])
        edits = actions[0]["edit"]["changes"][uri(self.path)]
        self.assertEqual([e["newText"].strip() for e in edits], ["parameter Real g;"])
        self.client.change(self.path, text.replace("equation", "  parameter Real g;\nequation"))
        left = self.client.wait_diagnostics(self.path)
        self.assertEqual([d["severity"] for d in left], [2], "what its value is nobody knows here")
        self.assertIn("g", left[0]["message"])
        # neither functions nor members of something
        for formula in ("-f(w)", "-a.b*w"):
            self.client.change(self.path, f"model P\n  Real w(start = 1, fixed = true);\nequation\n  der(w) = {formula};\nend P;\n")
            found = self.client.wait_diagnostics(self.path)
            actions = self.client.about("codeAction", self.path, range=found[0]["range"], context={"diagnostics": found})
            self.assertEqual(actions, [], formula)

    def test_missing_each_and_inner(self):
        text = self.mended("model M\n  Formola.Rotational.Inertia j[2](J = 3);\n  annotation (experiment(StopTime = 1));\nend M;\n",
                           "Write 'each'")
        self.assertIn("j[2](each J = 3)", text)
        text = self.mended("model Top\n  M m;\nend Top;\nmodel World\n  parameter Real g = 9.81;\nend World;\nmodel M\n  outer World world;\n"
                           "  Real x = world.g*time;\nend M;\n", "Add 'inner World world'")
        self.assertIn("  M m;\n  inner World world;\n", text)

    def hover(self, needle, behind=0):
        result = self.client.at("hover", self.path, position_of(MODEL, needle, behind))
        return result["contents"]["value"] if result else None

    def test_hover(self):
        self.open()
        self.assertIn("parameter Real ratio = 10", self.hover("ratio);"))
        self.assertIn("Ratio — 𝛼", self.hover("ratio);"))
        self.assertIn("model Formola.Rotational.Inertia", self.hover("Inertia load"))
        self.assertIn("Unit: `kg.m2`", self.hover("J = 0.1"))  # a modifier, in the type of motor
        self.assertIn("load", self.hover("load.w"))
        self.assertIn("w", self.hover("load.w", 5))
        self.assertIn("model Drive", self.hover("end Drive", 4))
        self.assertIsNone(self.hover("equation"))

    def test_definition(self):
        self.open()
        here = self.client.at("definition", self.path, position_of(MODEL, "load.w"))
        self.assertEqual(here["uri"], uri(self.path))
        self.assertEqual(here["range"]["start"], place(position_of(MODEL, "load(J")))
        there = self.client.at("definition", self.path, position_of(MODEL, "flange_b, gear"))
        self.assertTrue(there["uri"].endswith("/Interfaces.mo"), there)  # inherited
        self.assertIsNone(self.client.at("definition", self.path, position_of(MODEL, "0.1")))

    def test_completion_of_members(self):
        text = MODEL.replace("w = load.w;", "w = load.;")
        found = self.labels("load.;", 5, text)
        self.assertIn("flange_a", found)
        self.assertIn("J", found)
        self.assertNotIn("equation", found)
        self.assertIn("kg.m2", self.hover("J = 0.1"))

    def test_completion_of_modifiers(self):
        text = MODEL.replace("gear(ratio = ratio)", "gear()")
        found = self.labels("gear()", 5, text)
        self.assertEqual(found["ratio"]["insertText"], "ratio = ")
        self.assertNotIn("load", found)
        self.assertIn("redeclare", found)
        found = self.labels("load(J = 2*ratio)", 5, MODEL)
        self.assertTrue(found["J"]["detail"].endswith("[kg.m2]"), found["J"])

    def test_completion_in_annotations(self):
        found = self.inside("model M\n  Real x annotation (|);\nend M;\n")
        self.assertEqual(found["Placement"]["insertText"], "Placement(")
        self.assertEqual(found["Evaluate"]["insertText"], "Evaluate = ")
        self.assertNotIn("x", found)
        self.assertEqual(set(self.inside("model M\n  Real x annotation (Placement(transformation(|)));\nend M;\n")),
                         {"extent", "origin", "rotation"})
        found = self.inside("model M\n  annotation (Icon(graphics = {Line(points = {{0, 0}}), |}));\nend M;\n")
        self.assertEqual(set(found), {"Line", "Polygon", "Rectangle", "Ellipse", "Text", "Bitmap"})
        found = self.inside("model M\n  annotation (Icon(graphics = {Ellipse(fillPattern = Fi|)}));\nend M;\n")
        self.assertIn("FillPattern.Sphere", found)
        self.assertIn("StopTime", self.inside("model M\n  annotation (experiment(Tolerance = 1, |));\nend M;\n"))
        # conditions are expressions of the class
        found = self.inside("model M\n  parameter Boolean on = true;\n  parameter Real a = 1 annotation (Dialog(enable = |));\nend M;\n")
        self.assertIn("on", found)

    def inside(self, text):
        """What is proposed at '|'."""
        before, behind = text.split("|")
        self.client.open(self.path, before + behind)
        line = before.count("\n")
        self.answer = self.client.at("completion", self.path, (line, len(before) - before.rfind("\n") - 1))
        return {item["label"]: item for item in self.answer["items"]}

    def test_completion_of_classes_of_libraries(self):
        found = self.inside("model M\n  Capac|\nend M;\n")
        capacitor = found["Capacitor"]
        self.assertEqual(capacitor["insertText"], "Formola.Electrical.Capacitor")
        self.assertEqual(capacitor["labelDetails"]["description"], "Formola.Electrical")
        self.assertTrue(capacitor["documentation"]["value"])
        # as short as an import makes it
        found = self.inside("model M\n  import E = Formola.Electrical;\n  parameter Real a = 1;\n  Capac|\nend M;\n")
        self.assertEqual(found["Capacitor"]["insertText"], "E.Capacitor")
        # one letter: more of them come with the next
        self.inside("model M\n  C|\nend M;\n")
        self.assertTrue(self.answer["isIncomplete"])
        # partial classes are for extends
        self.assertNotIn("TwoPort", self.inside("model M\n  TwoP|\nend M;\n"))
        self.assertIn("TwoPort", self.inside("model M\n  extends TwoP|\nend M;\n"))
        # no components in expressions
        self.assertNotIn("Capacitor", self.inside("model M\n  Real x;\nequation\n  x = Capac|\nend M;\n"))

    def test_keywords_fit_the_place(self):
        expected = {
            "model M\n  |\nend M;\n": ("parameter", "extends", "equation", "model", "-connect", "-then", "-while"),
            "model M\n  Real x;\nequation\n  |\nend M;\n": ("connect", "when", "if", "for", "-parameter", "-while", "-model"),
            "function f\nalgorithm\n  |\nend f;\n": ("while", "return", "if", "-connect", "-extends"),
            "model M\n  Real x = |\nend M;\n": ("if", "not", "true", "-equation", "-model", "-connect"),
            "|": ("within", "model", "package", "-equation", "-if"),
            "model M\n  model N\n    Real y;\n  equation\n    y = 1;\n  end N;\n  |\nend M;\n": ("parameter", "-connect"),
            "model M\n  parameter |\nend M;\n": ("-equation", "-connect", "final"),
        }
        for text, words in expected.items():
            found = self.inside(text)
            for word in words:
                (self.assertNotIn if word[0] == "-" else self.assertIn)(word.removeprefix("-"), found, text)

    def test_nothing_is_proposed_for_a_new_name(self):
        """Behind a type, a comma or the word that opens a class the author chooses the name."""
        for text in ("model M\n  Real a|\nend M;\n", "model M\n  parameter Real a = 1, b|;\nend M;\n", "model M \"text\"\n  Formola.Electrical.Resistor re|;\nend M;\n",
                     "model M\n  Real[3] ve|;\nend M;\n", "model M\n  inner .Formola.Electrical.Resistor re|;\nend M;\n", "model M\n  Real a[2](start = {1, 2}), b|;\nend M;\n"):
            self.assertEqual(self.inside(text), {}, text)
            self.assertFalse(self.answer["isIncomplete"], text)
        self.assertEqual(set(self.inside("model e|\n")), {"extends"})
        self.assertEqual(set(self.inside("operator r|\n")), {"extends", "function", "record"})
        # what looks like it
        for text, word in (("model M\n  Real x i|;\nend M;\n", "if"), ("model M\n  Real x(start = 1, fi|);\nend M;\n", "fixed"), ("model M\n  Real x = max(time, ti|);\nend M;\n", "time"),
                           ("model M\n  import Formola.{Blocks, El|};\nend M;\n", "Electrical"), ("model M\n  extends Formola.Electrical.Interfaces.TwoPin an|;\nend M;\n", "annotation"),
                           ("model M\n  Real a[2, si|];\nend M;\n", "size"), ("model M\n  Real a = {1, ti|};\nend M;\n", "time"), ("model M\n  Real x = y o|;\nend M;\n", "or")):
            self.assertIn(word, self.inside(text), text)

    def test_completion_of_names(self):
        text = MODEL.replace("w = load.w;", "w = lo")
        found = self.labels("w = lo", 6, text)
        for name in ("load", "ratio", "hidden", "Inertia", "Formola", "time", "if"):
            self.assertIn(name, found)
        text = MODEL.replace("  Real w", "  Formola.Elec\n  Real w")
        found = self.labels("Formola.Elec\n", 8, text)
        self.assertIn("Electrical", found)
        # nothing within a comment or a string
        self.assertEqual(self.labels("A drive", 2, MODEL), {})

    def test_signature_help(self):
        text = MODEL.replace(
            "protected\n",
            "  function f \"Sum\"\n    input Real a \"First\";\n    input Real b;\n    output Real y = a + b;\n"
            "  end f;\nprotected\n",
        ).replace("w = load.w", "w = f(1, 2)")
        self.client.open(self.path, text)
        result = self.client.at("signatureHelp", self.path, position_of(text, "f(1, 2)", 5))
        self.assertEqual(result["activeParameter"], 1)
        self.assertTrue(result["signatures"][0]["label"].endswith("f(a, b)"))
        self.assertIn("First", result["signatures"][0]["parameters"][0]["documentation"]["value"])

    def test_symbols_folds_and_colours(self):
        self.open()
        symbol = self.client.about("documentSymbol", self.path)[0]
        self.assertEqual(
            [c["name"] for c in symbol["children"]], ["ratio", "motor", "gear", "load", "w", "hidden"]
        )
        found = self.client.request("workspace/symbol", {"query": "driv"})
        self.assertEqual([s["name"] for s in found], ["Drive"])
        folds = self.client.about("foldingRange", self.path)
        self.assertIn({"startLine": 0, "endLine": 13}, folds)
        self.assertTrue(any(f["startLine"] == 9 for f in folds))
        data = self.client.about("semanticTokens/full", self.path)["data"]
        self.assertEqual(len(data) % 5, 0)
        legend = self.client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]
        first = [legend[data[i + 3]] for i in range(0, 15, 5)]
        self.assertEqual(first, ["keyword", "class", "string"])
        selection = self.client.about("selectionRange", self.path, positions=[place((12, 6))])[0]
        self.assertEqual(selection["range"], {"start": place((12, 6)), "end": place((12, 10))})

    def test_references_and_rename(self):
        self.open()
        places = self.client.at("references", self.path, position_of(MODEL, "ratio = 10"))
        self.assertEqual(
            [p["range"]["start"] for p in places],
            [place(position_of(MODEL, n, k)) for n, k in (("ratio = 10", 0), ("= ratio", 2), ("2*ratio", 2))],
        )
        edit = self.client.at("rename", self.path, position_of(MODEL, "ratio = 10"), newName="n")
        self.assertEqual(len(edit["changes"][uri(self.path)]), 3)
        for wrong in ("1x", "load", "end"):
            message = self.client.answer(
                "textDocument/rename",
                {
                    "textDocument": {"uri": uri(self.path)},
                    "position": place(position_of(MODEL, "ratio = 10")),
                    "newName": wrong,
                },
            )
            self.assertIn("error", message)
        # declared in a library: refused
        message = self.client.answer(
            "textDocument/rename",
            {
                "textDocument": {"uri": uri(self.path)},
                "position": place(position_of(MODEL, "Inertia motor")),
                "newName": "Other",
            },
        )
        self.assertIn("another library", message["error"]["message"])

    def test_inner_and_outer(self):
        text = """package P
  model World
    parameter Real g = 9.81;
  end World;
  model Flat
    extends World;
  end Flat;
  model Part
    outer World world;
    Real x = world.g*time;
  end Part;
  model System
    inner Flat world(g = 1);
    Part a, b;
    Real y = world.g;
  end System;
  model Other
    inner Real world = 1;
    Real y = world;
  end Other;
end P;
"""
        # of a part it is no error that nothing around it is inner
        self.assertEqual([(d["code"], d["severity"], d["range"]["start"]["line"]) for d in self.open(text)], [("MissingInner", 3, 8)])
        lines = lambda found: [p["range"]["start"]["line"] for p in found]  # noqa: E731
        inner, outer = position_of(text, "Flat world", 5), position_of(text, "World world", 6)
        for where in (inner, outer, position_of(text, "world.g*")):
            self.assertEqual(lines(self.client.at("references", self.path, where)), [8, 9, 12, 14])
        edit = self.client.at("rename", self.path, inner, newName="earth")["changes"][uri(self.path)]
        self.assertEqual(lines(edit), [8, 9, 12, 14])
        # from a use to the declaration, from there to what it stands for
        use = self.client.at("definition", self.path, position_of(text, "world.g*"))
        self.assertEqual(lines([use]), [8])
        self.assertEqual(lines(self.client.at("definition", self.path, outer)), [12])
        self.assertEqual(lines([self.client.at("declaration", self.path, outer)]), [8])
        self.assertEqual(lines(self.client.at("references", self.path, position_of(text, "inner Real world", 11))), [17, 18])

    def test_formatting(self):
        text = MODEL.replace("  w = load.w;", "w=load.w ;")
        self.open(text)
        edits = self.client.about("formatting", self.path, options={"tabSize": 2, "insertSpaces": True})
        self.assertEqual(len(edits), 1)
        self.assertEqual(edits[0]["newText"], "  w = load.w;")
        self.client.change(self.path, MODEL)
        self.assertEqual(
            self.client.about("formatting", self.path, options={"tabSize": 2, "insertSpaces": True}), []
        )

    def test_a_library_in_a_folder(self):
        library = pathlib.Path(self.folder.name) / "Lib"
        library.mkdir()
        (library / "package.mo").write_text("package Lib\nend Lib;\n")
        (library / "Base.mo").write_text("within Lib;\nmodel Base\n  Real x = 1;\nend Base;\n")
        user = library / "User.mo"
        text = "within Lib;\nmodel User\n  extends Base;\n  Real y = x + k;\nend User;\n"
        user.write_text(text)
        self.client.open(str(user), text)
        self.assertIn("'k'", self.client.wait_diagnostics(user)[0]["message"])
        # an unsaved text of another file counts
        base = str(library / "Base.mo")
        self.client.open(base, "within Lib;\nmodel Base\n  Real x = 1;\n  Real k = 2;\nend Base;\n")
        self.client.change(str(user), ((3, 0), (3, 0), " "))
        self.assertEqual(self.client.wait_diagnostics(user), [])
        places = self.client.at("references", base, (2, 7))
        self.assertEqual({p["uri"] for p in places}, {uri(base), uri(user)})

    def test_wrong_messages(self):
        self.open()
        client = self.client
        self.assertEqual(client.answer("no/such", {})["error"]["code"], -32601)
        self.assertEqual(client.answer("textDocument/hover", {})["error"]["code"], -32602)
        self.assertEqual(
            client.answer(
                "textDocument/hover", {"textDocument": {"uri": "file:///none.mo"}, "position": place((0, 0))}
            )["error"]["code"],
            -32602,
        )
        client.notify("textDocument/didChange", {})
        client.notify("$/unknown", {})
        client.process.stdin.write(b"Content-Length: 3\r\n\r\n{{{")
        client.process.stdin.flush()
        self.assertEqual(client.receive()["error"]["code"], -32700)
        self.assertIsNone(client.at("hover", self.path, (1000, 1000)))

    def test_what_a_model_prints_is_no_message(self):
        text = (
            "model A\n  function f\n    output Integer n;\n  algorithm\n    Print(\"Content-Length: 2\\n\\n\");\n"
            "    n := 2;\n  end f;\n  function Print\n    input String s;\n    external \"C\" "
            "ModelicaInternal_print(s, \"\");\n  end Print;\n  constant Integer n = f();\n  Real x[n] = ones(n);\n"
            "end A;\n"
        )
        self.client.open(self.path, text)
        self.client.wait_diagnostics(self.path)
        self.assertEqual(len(self.client.about("documentSymbol", self.path)), 1)

    def test_foreign_code_does_not_run(self):
        canary = pathlib.Path(self.folder.name) / "canary"
        text = (
            "model A\n  function f\n    output Integer n;\n    external \"C\" n = f()\n"
            f"      annotation (Include=\"int f(void) {{ system(\\\"touch {canary}\\\"); return 1; }}\");\n"
            "  end f;\n  constant Integer n = f();\n  Real x[n] = ones(n);\nend A;\n"
        )
        self.client.open(self.path, text)
        self.client.wait_diagnostics(self.path)
        self.assertFalse(canary.exists())


@unittest.skipUnless(fp.program(), "the program is not built")
class Streams(unittest.TestCase):
    def test_not_initialized_and_end_of_input(self):
        client = Client()
        self.assertEqual(client.answer("textDocument/hover", {})["error"]["code"], -32002)
        client.process.stdin.close()
        self.assertEqual(client.process.wait(60), 1)
        client.process.stdout.close()
        client.process.stderr.close()

    def test_no_conversation(self):
        client = Client()
        client.process.stdin.write(b"GET / HTTP/1.1\r\n\r\n")
        client.process.stdin.close()
        self.assertEqual(client.process.wait(60), 1)
        self.assertIn(b"no conversation", client.process.stderr.read())
        client.process.stdout.close()
        client.process.stderr.close()


PIECES = [";", "(", ")", "{", "}", '"', "'", "end", " x", "=", "\n", "Real ", "equation\n", "model M\n", "/*", "//", ".", "é", "𝛼", "annotation(", "if ", "1e", "connect(", ","]
REQUESTS = ["hover", "definition", "completion", "signatureHelp", "documentHighlight"]
WHOLE = ["documentSymbol", "foldingRange", "semanticTokens/full"]


def random_edits(test, files, edits, seed):
    """Random edits with requests in between; the server answers all and knows the text afterwards."""
    chance = random.Random(seed)
    with Client() as client:
        for path in files:
            text = pathlib.Path(path).read_text(encoding="utf-8").replace("\r\n", "\n")
            client.open(path, text)
            first = client.wait_diagnostics(path)
            for _ in range(edits):
                begin = chance.randrange(len(text) + 1)
                end = min(len(text), begin + chance.choice([0, 0, 0, 1, 3, 20]))
                piece = chance.choice(PIECES) if chance.random() < 0.8 else ""
                before, after = text[:begin], text[:end]
                places = [
                    (t.count("\n"), len(t.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2) for t in (before, after)
                ]
                client.change(path, (places[0], places[1], piece))
                text = text[:begin] + piece + text[end:]
                method = chance.choice(REQUESTS)
                client.at(method, path, places[0])
                if chance.random() < 0.2:
                    client.about(chance.choice(WHOLE), path)
            # the server has the same text: after a change of all of it nothing of the old one is left
            symbols = client.about("documentSymbol", path)
            client.change(path, text)
            test.assertEqual(client.about("documentSymbol", path), symbols)
            client.wait_diagnostics(path)
            # and what is told about the first text is told again
            client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
            client.open(path, pathlib.Path(path).read_text(encoding="utf-8").replace("\r\n", "\n"))
            test.assertEqual(client.wait_diagnostics(path), first, path)
            client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})


@unittest.skipUnless(fp.program(), "the program is not built")
class RandomEdits(unittest.TestCase):
    def test_library(self):
        chance = random.Random(1)
        files = sorted(str(p) for p in (fp.ROOT / "library").rglob("*.mo"))
        random_edits(self, chance.sample(files, min(3, len(files))), 20, 2)

    def test_standard_library(self):
        library = standard_library()
        if not library:
            self.skipTest("MODELICAPATH has no Modelica Standard Library")
        chance = random.Random(3)
        files = sorted(str(p) for p in library.rglob("*.mo"))
        count = int(os.environ.get("FORMOLA_LSP_FILES", "3"))
        random_edits(self, chance.sample(files, count), 20, 4)


if __name__ == "__main__":
    unittest.main()
