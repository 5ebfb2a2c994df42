"""The HTML pages of the program: complete, self-contained, and true to the model."""

import base64
import cmath
import json
import math
import pathlib
import re
import struct
import tempfile
import unittest

import formola_program as fp

W3 = fp.ROOT / "tests" / "golden" / "worked_examples" / "w3_rlc_causalisation.mo"


def data_of(page):
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    return json.loads(found.group(1))


def numbers(text):
    raw = base64.b64decode(text)
    return list(struct.unpack(f"<{len(raw) // 4}I", raw))


@unittest.skipUnless(fp.program(), "the program is not built")
class PagesTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.file = pathlib.Path(holder.name) / "page.html"

    def page(self, *arguments):
        fp.run(*arguments, "--html", self.file, "--quiet")
        text = self.file.read_text(encoding="utf-8")
        for word in ("http:", "https:", "src=", "<link", "@import", "url("):
            self.assertNotIn(word, text)
        return text

    def test_the_demo_compares_four_methods_offline(self):
        folder = self.file.parent / "demo"
        printed = fp.run("demo", "--output", folder)
        text = (folder / "index.html").read_text(encoding="utf-8")
        for word in ("http:", "https:", "src=", "<link", "@import", "url("):
            self.assertNotIn(word, text)
        data = data_of(text)
        self.assertEqual([value for value, _ in data["facts"]][2:], ["66", "6"])
        self.assertEqual({run["method"] for run in data["runs"]}, {"inline:radau5", "inline:bdf", "ida", "ida:dense"})
        for run in data["runs"]:
            self.assertLess(run["error"], 0.1 * run["tolerance"])
            self.assertIn(f"{run['steps']:7d}", printed)

    def test_the_report_begins_with_what_sensors_measure(self):
        page = self.file.with_name("drive.html")
        fp.run("simulate", fp.ROOT / "studio" / "examples" / "Drive.mo", "--report", page, "--output", self.file.with_name("d.csv"), "--quiet")
        data = data_of(page.read_text(encoding="utf-8"))
        self.assertEqual(data["plots"][0][0], "speed.w")
        self.assertFalse(any(name.startswith("controller.") for name in data["plots"][0]))
        self.assertNotIn("reduced", data)

    def test_the_report_says_when_curves_are_reduced(self):
        model = self.file.with_name("Fast.mo")
        model.write_text("model Fast\n  output Real x = sin(200*time);\n  annotation(experiment(StopTime = 1, Interval = 2e-5));\nend Fast;\n")
        page = self.file.with_name("fast.html")
        fp.run("simulate", model, "--report", page, "--output", self.file.with_name("f.csv"), "--quiet")
        data = data_of(page.read_text(encoding="utf-8"))
        self.assertEqual(data["plots"], [["x"]])
        self.assertIn("50001 rows", data["reduced"])

    def test_the_report_shows_steps_orders_events_and_what_limited_the_steps(self):
        model = self.file.with_name("Ball.mo")
        model.write_text("""model Ball
  Real h(start = 1, fixed = true), v(start = 0, fixed = true), x(start = 1, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  der(x) = -50*(x - cos(20*time));
  when h < 0 then
    reinit(v, -0.8*pre(v));
  end when;
end Ball;
""", encoding="utf-8")
        for method, orders in (("ida", {1, 2, 3, 4, 5}), ("cvode", {1, 2, 3, 4, 5}), ("dopri5", {5}), ("rk4", {4}),
                               ("inline:bdf", {1, 2, 3, 4, 5}), ("inline:radau5", {5}), ("inline:sdirk4", {4}),
                               ("inline:trapezoid", {2})):
            with self.subTest(method):
                fp.run("simulate", model, "--quiet", "--method", method, "--output", self.file.with_suffix(".csv"),
                       "--report", self.file)
                data = data_of(self.file.read_text(encoding="utf-8"))
                size, order = data["tracks"]
                self.assertEqual([size["name"], order["name"]], ["step size", "order"])
                self.assertGreater(len(data["events"]), 0)
                raw = base64.b64decode(order["data"])
                found = set(struct.unpack(f"<{len(raw) // 8}d", raw))
                self.assertLessEqual(found, orders)
                self.assertGreaterEqual(len(found), min(2, len(orders)))
                limits = [section for section in data["statistics"] if section["title"].startswith("Steps limited")]
                if method == "rk4":
                    self.assertEqual(limits, [])
                else:
                    self.assertEqual(limits[0]["rows"][0][0], "x")

    def test_pages_begin_with_the_diagram_of_the_model(self):
        name = "Formola.Examples.Rotational.TorsionPendulum"
        for command in (("inspect", name, "--html", self.file),
                        ("simulate", name, "--output", self.file.with_suffix(".csv"), "--report", self.file)):
            fp.run(*command, "--quiet")
            text = self.file.read_text(encoding="utf-8")
            for word in ("http:", "https:", "src=", "<link", "@import"):
                self.assertNotIn(word, text)
            diagram = re.search(r'</header>\n<details id="diagram" open>.*?<svg (.*?)</svg>', text, re.S).group(1)
            self.assertEqual(sorted(re.findall(r'data-component="(\w+)"', diagram)), ["inertia", "spring", "wall"])
            # all that is referred to is in the picture itself
            self.assertLessEqual(set(re.findall(r"url\(#(\w+)\)", diagram)), set(re.findall(r'id="(\w+)"', diagram)))
        self.assertFalse('id="diagram"' in self.page("inspect", W3), "a model without components has a diagram")

    def test_w3_matrix_is_lower_triangular_after_sorting(self):
        data = data_of(self.page("inspect", W3, "--disable-pass=eliminateAliases"))
        system = data["systems"][0]
        self.assertEqual(len(system["steps"]), 10)
        self.assertEqual(system["columns"][7:], ["der(iL)", "der(uC)", "iC"])
        rows, columns = numbers(system["rowOrder"]), numbers(system["columnOrder"])
        self.assertEqual(sorted(rows), list(range(10)))
        place = {column: position for position, column in enumerate(columns)}
        start, edges = numbers(system["edgeStart"]), numbers(system["edgeColumn"])
        for position, row in enumerate(rows):
            places = [place[c] for c in edges[start[row] : start[row + 1]]]
            self.assertIn(position, places)
            self.assertLessEqual(max(places), position)
        # Equations know where they stand in the text.
        source = data["sources"][numbers(system["source"])[7]]
        self.assertTrue(source[0].endswith(W3.name))
        self.assertEqual(source[2], "uC = u2")

    def test_inlined_system_has_its_own_matrix(self):
        data = data_of(self.page("inspect", W3, "--method", "inline:radau3"))
        self.assertEqual([s["title"] for s in data["systems"]], ["Model", "inline:radau3"])
        model, inlined = data["systems"]
        states = 2
        stages = 2
        self.assertEqual(len(inlined["rows"]), stages * (len(model["rows"]) + states))

    def test_w33_methods(self):
        methods = data_of(self.page("methods"))["methods"]
        # What is drawn comes from polynomials: sum of p_k(z) zeta^k = 0 with zeta = 1 at z = 0, for every formula.
        self.assertEqual(len([m for m in methods if not m["embedding"]]), 27)
        for m in methods:
            self.assertAlmostEqual(sum(p[0] for p in m["polynomial"] if p), 0, places=9, msg=m["name"])
        radau = next(m for m in methods if m["name"] == "inline:radau5" and not m["embedding"])
        self.assertEqual((radau["order"], radau["infinity"], radau["angle"]), (5, 0, 90))
        text = fp.run("methods")
        self.assertRegex(text, r"inline:bdf6 +6 +1 +0 +17\.84")

    def test_p14_the_embedded_formula_of_sdirk(self):
        # P8.1 of the book: both formulas of HW-SDIRK(3)4, of orders 3 and 4; the one of order 3 is not L-stable.
        methods = data_of(self.page("methods"))["methods"]
        third = next(m for m in methods if m["name"] == "inline:sdirk4" and m["embedding"])
        fourth = next(m for m in methods if m["name"] == "inline:sdirk4" and not m["embedding"])
        self.assertEqual((third["order"], fourth["order"]), (3, 4))
        self.assertEqual(third["family"], fourth["family"])
        self.assertEqual(fourth["infinity"], 0)
        # R(z) at infinity is 1 - b A^-1 1, with A and b of the book's tableau.
        a = [[1 / 4], [1 / 2, 1 / 4], [17 / 50, -1 / 25, 1 / 4], [371 / 1360, -137 / 2720, 15 / 544, 1 / 4],
             [25 / 24, -49 / 48, 125 / 16, -85 / 12, 1 / 4]]  # fmt: skip
        x = []
        for row in a:
            x.append((1 - sum(c * v for c, v in zip(row, x))) / row[-1])
        infinity = 1 - sum(b * v for b, v in zip((59 / 48, -17 / 96, 225 / 32, -85 / 12, 0), x))
        self.assertAlmostEqual(third["infinity"], abs(infinity), places=9)
        self.assertGreater(third["infinity"], 0)

    def test_p14_order_stars(self):
        text = self.page("methods")
        self.assertIn(">Order star</button>", text)
        methods = [m for m in data_of(text)["methods"] if not m["embedding"] and len(m["polynomial"]) == 2]
        self.assertGreater(len(methods), 10)

        def star(m, z):
            p, q = (sum(c * z**k for k, c in enumerate(each)) for each in m["polynomial"])
            return abs(p / q) - abs(cmath.exp(z))

        for m in methods:
            # p + 1 rays at the origin: the sign changes 2 (p + 1) times around it.
            signs = [star(m, 0.05 * cmath.exp(1j * (0.1 + 2 * math.pi * k / 720))) > 0 for k in range(720)]
            changes = sum(signs[k] != signs[k - 1] for k in range(720))
            if m["order"] <= 4:  # beyond, the difference is lost in rounding
                self.assertEqual(changes, 2 * (m["order"] + 1), m["name"])
            # Those of symmetric formulas are their own complement in the mirror (8.12 of the book).
            if m["name"] in ("inline:trapezoid", "inline:bi2", "inline:bi3", "inline:bi4"):
                for z in (0.7 + 0.4j, -1.1 + 2j, 2.5 - 0.3j):
                    self.assertEqual(star(m, z) > 0, star(m, -z.conjugate()) < 0, m["name"])

    def test_p14_digraphs_of_the_torn_circuits(self):
        # Figs. 8.10, 8.14 and 8.18: the inlined circuits, causalised to the end with one torn variable.
        folder = W3.parent
        for case, equations in (("w14_circuit1", 12), ("w15_circuit2", 11), ("w16_circuit3", 12)):
            text = (folder / f"{case}.mo").read_text(encoding="utf-8")
            options = re.search(r"^// options: (.*)$", text, re.M).group(1).split()
            system = data_of(self.page("inspect", folder / f"{case}.mo", *options))["systems"][-1]
            self.assertEqual(len(system["rows"]), equations)
            steps = system["steps"]
            self.assertEqual(len(steps), equations)
            self.assertEqual([s[0] for s in steps].count(3), 1, case)

    def test_a_page_that_cannot_be_written(self):
        missing = self.file.parent / "missing" / "page.html"
        fp.run("methods", "--html", missing, status=2)
        fp.run("inspect", W3, "--html", missing, status=2)


if __name__ == "__main__":
    unittest.main()
