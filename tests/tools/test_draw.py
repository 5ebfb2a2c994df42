"""formola draw: pictures of classes, checked on their JSON form against what the annotations say."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml

from formola_program import ROOT, program



def formola(*arguments, env=None):
    return subprocess.run([str(program()), *arguments], capture_output=True, encoding="utf-8", check=False,
                          env=dict(env or os.environ, NO_COLOR="1"))


SVG = "{http://www.w3.org/2000/svg}"


def draw(text, name, layer="diagram"):
    """The picture of a class of the text, as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "a.mo"), os.path.join(folder, "a.json")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        run = formola("draw", source, name, "--layer", layer, "--output", target)
        assert run.returncode == 0, run.stderr
        with open(target, encoding="utf-8") as file:
            return json.load(file)


def texts(shapes):
    return [s["text"] for s in shapes if "text" in s]


def paths(shapes):
    return [s for s in shapes if "path" in s]


def component(picture, name):
    return next(c for c in picture["components"] if c["name"] == name)


def points(path):
    numbers = [float(n) for n in re.findall(r"-?[\d.]+(?:e-?\d+)?", path)]
    return list(zip(numbers[::2], numbers[1::2]))


PIN = """connector Pin Real v; flow Real i;
  annotation(Icon(graphics={Rectangle(extent={{-100,-100},{100,100}}, lineColor={0,0,255}, fillColor={0,0,255},
    fillPattern=FillPattern.Solid)}));
end Pin;
model Part
  parameter Real R(unit="Ohm") = 10;
  parameter Real t(unit="s", displayUnit="ms") = 0.1;
  parameter Real free;
  parameter Boolean heated = false;
  type Kind = enumeration(Small, Large);
  parameter Kind kind = Kind.Large;
  Pin p annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
  Pin n annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  Pin h if heated annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
  annotation(Icon(graphics={
    Rectangle(extent={{-80,-40},{80,40}}),
    Text(extent={{-100,60},{100,90}}, textString="%name is a %class"),
    Text(extent={{-100,-90},{100,-60}}, textString="R=%R t=%t %{kind}x free=%free 5%% %nothing")}));
end Part;
"""


class Shapes(unittest.TestCase):
    def test_primitives(self):
        picture = draw("""model A annotation(Icon(graphics={
            Line(points={{0,0},{10,0},{10,10}}, color={255,0,0}, pattern=LinePattern.Dash, thickness=0.5,
              arrow={Arrow.None,Arrow.Filled}, arrowSize=3),
            Line(points={{0,0},{10,0},{10,10}}, smooth=Smooth.Bezier),
            Polygon(points={{0,0},{10,0},{0,10}}, fillColor={1,2,3}, fillPattern=FillPattern.Solid),
            Rectangle(extent={{-10,-20},{10,20}}, origin={5,5}, rotation=90, radius=2),
            Ellipse(extent={{-10,-10},{10,10}}, startAngle=0, endAngle=90),
            Ellipse(extent={{-10,-10},{10,10}}, startAngle=0, endAngle=90, closure=EllipseClosure.None,
              fillPattern=FillPattern.Solid),
            Rectangle(extent={{0,0},{1,1}}, visible=false),
            Rectangle(extent=DynamicSelect({{0,0},{2,2}}, {{0,0},{2,time}}))}));
          end A;""", "A", "icon")
        line, head, curve, polygon, box, slice_, arc, dynamic = paths(picture["shapes"])
        self.assertEqual(line["path"], "M0 0 L10 0 L10 10")
        self.assertEqual(line["line"], {"color": [255, 0, 0], "pattern": "dash", "thickness": 0.5})
        # a third of its length to each side
        self.assertEqual(points(head["path"]), [(9, 7), (10, 10), (11, 7)])
        # straight to the middle of the first side, a curve, straight from the middle of the second
        self.assertEqual(points(curve["path"])[0:2] + points(curve["path"])[-2:], [(0, 0), (5, 0), (10, 5), (10, 10)])
        self.assertEqual(polygon["fill"], {"color": [1, 2, 3], "pattern": "solid"})
        xs, ys = zip(*points(box["path"]))
        self.assertEqual((min(xs), max(xs), min(ys), max(ys)), (-15, 25, -5, 15))
        self.assertTrue(slice_["path"].endswith("L0 0 Z"))
        self.assertFalse(arc["path"].endswith("Z"))
        self.assertNotIn("fill", arc)
        self.assertEqual(points(dynamic["path"])[2], (2, 2))

    def test_texts_are_never_mirrored(self):
        placed = {"plain": "extent={{-10,-10},{10,10}}", "flipped": "extent={{10,-10},{-10,10}}",
                  "upright": "extent={{-10,-10},{10,10}}, rotation=90", "down": "extent={{-10,-10},{10,10}}, rotation=270",
                  "over": "extent={{-10,-10},{10,10}}, rotation=180"}
        text = """model T annotation(Icon(graphics={Text(extent={{-100,0},{0,20}}, textString="abc",
            horizontalAlignment=TextAlignment.Left)})); end T;
          model A """ + "".join(f"T {n} annotation(Placement(transformation({p})));" for n, p in placed.items()) + " end A;"
        picture = draw(text, "A")
        found = {n: component(picture, n)["shapes"][0] for n in placed}
        self.assertEqual({n: t["angle"] for n, t in found.items()},
                         {"plain": 0, "flipped": 0, "upright": 90, "down": -90, "over": 0})
        # the end of the box that is now on the left
        self.assertEqual((found["plain"]["align"], found["plain"]["at"]), ("left", [-10, 1]))
        self.assertEqual((found["flipped"]["align"], found["flipped"]["at"]), ("right", [10, 1]))
        self.assertEqual((found["over"]["align"], found["over"]["at"]), ("right", [10, -1]))

    def test_text_fits_its_extent(self):
        picture = draw("""model A annotation(Icon(graphics={
            Text(extent={{-100,0},{100,23}}, textString="i"), Text(extent={{-10,0},{10,23}}, textString="00000"),
            Text(extent={{0,0},{0,23}}, textString="as long as it likes to be"),
            Text(extent={{-100,0},{100,23}}, textString="two\\nlines"),
            Text(extent={{-100,0},{100,23}}, textString="ten points", fontSize=10)})); end A;""", "A", "icon")
        sizes = [s["size"] for s in picture["shapes"]]
        self.assertAlmostEqual(sizes[0], 20, places=3)
        self.assertAlmostEqual(sizes[1], 20 / (5 * 0.556), places=3)
        self.assertAlmostEqual(sizes[2], 20, places=3)
        self.assertEqual(sizes[3:5], [10, 10])
        self.assertAlmostEqual(sizes[5], 10 * 25.4 / 72, places=3)

    def test_macros(self):
        picture = draw(PIN + "model A Part part(R = 2*3.5, free = x + 1) "
                       "annotation(Placement(transformation(extent={{-10,-10},{10,10}}))); parameter Real x = 1; end A;", "A")
        self.assertEqual(texts(component(picture, "part")["shapes"]),
                         ["part is a Part", "R=2*3.5 t=100 ms Largex free=x + 1 5% %nothing"])
        own = draw(PIN, "Part", "icon")
        self.assertIn("R=10 Ω t=100 ms Largex free=free 5% %nothing", texts(own["shapes"]))


    def test_borders(self):
        box = "model A annotation(Icon(graphics={Rectangle(extent={{-50,-50},{50,50}}, lineThickness=5, borderPattern=BorderPattern.%s)})); end A;"
        thick = {kind: paths(draw(box % kind, "A", "icon")["shapes"]) for kind in ("None", "Raised", "Engraved")}
        # the frame is the border: the line does not cover it
        self.assertEqual([(len(p), p[0]["line"]["thickness"]) for p in thick.values()], [(1, 5), (3, 0.25), (5, 0.25)])

    def test_marks(self):
        picture = draw(PIN, "Part", "icon")
        self.assertTrue(any(s.get("macro") for s in picture["shapes"] if "text" in s))
        plain = draw('model A annotation(Icon(graphics={Text(extent={{0,0},{9,9}}, textString="50%%")})); end A;'.replace("%%", ""), "A", "icon")
        self.assertNotIn("macro", plain["shapes"][0])


class Classes(unittest.TestCase):
    def test_a_short_class_has_its_own_icon_over_that_of_its_base(self):
        text = """package Q model A annotation(Icon(graphics={Rectangle(extent={{-9,-9},{9,9}})})); end A;
            model B = A annotation(Icon(graphics={Line(points={{0,0},{1,1}})})); model C = A;
            model U B b annotation(Placement(transformation(extent={{-10,-10},{10,10}}))); end U; end Q;"""
        self.assertEqual([len(paths(draw(text, f"Q.{name}", "icon")["shapes"])) for name in "ABC"], [1, 2, 1])
        self.assertEqual(len(paths(component(draw(text, "Q.U"), "b")["shapes"])), 2)

    def test_bases_are_drawn_in_order_and_mapped(self):
        base = "".join(f"""partial model {n} annotation({layer}(coordinateSystem(extent={{{{-{s},-{s}}},{{{s},{s}}}}}),
            graphics={{Rectangle(extent={{{{0,0}},{{{s},{s}}}}}, lineColor={{{n[1]},0,0}})}})); end {n}; """
                       for n, layer, s in (("B1", "Icon", 50), ("B2", "Icon", 100), ("B3", "Icon", 100)))
        picture = draw(base + """model A extends B1; extends B2 annotation(IconMap(extent={{10,0},{0,10}}));
            extends B3 annotation(IconMap(primitivesVisible=false));
            annotation(Icon(graphics={Line(points={{0,0},{1,1}})})); end A;""", "A", "icon")
        first, second, own = paths(picture["shapes"])
        self.assertEqual(picture["extent"], [[-50, -50], [50, 50]])
        self.assertEqual([first["line"]["color"][0], second["line"]["color"][0]], [1, 2])
        self.assertEqual(points(second["path"])[0], (5, 5))
        self.assertEqual(points(second["path"])[2], (0, 10))
        self.assertEqual(own["path"], "M0 0 L1 1")

    def test_placements(self):
        picture = draw(PIN + """model A
            Part a annotation(Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90, origin={50,20})));
            Part b(heated=true) annotation(Placement(transformation(extent={{10,-10},{-10,10}})));
            Part c if false annotation(Placement(transformation(extent={{-10,-10},{10,10}})));
            Part d annotation(Placement(visible=false, transformation(extent={{-10,-10},{10,10}})));
            Part e[3] annotation(Placement(transformation(extent={{-10,-10},{10,10}})));
            Part f[0] annotation(Placement(transformation(extent={{-10,-10},{10,10}})));
            Pin q annotation(Placement(transformation(extent={{-10,-10},{10,10}}),
              iconTransformation(extent={{-100,-10},{-80,10}})));
          protected
            Pin r annotation(Placement(transformation(extent={{-10,-10},{10,10}})));
          equation
            connect(a.p, b.n) annotation(Line(points={{50,10},{50,0},{-10,0}}, color={0,0,255}));
            connect(b.h, c.p) annotation(Line(points={{0,-10},{0,-30}}));
          end A;""", "A")
        ports = {c["name"]: {p["name"]: (p["at"], p["outward"]) for p in c["ports"]} for c in picture["components"]}
        self.assertEqual(set(ports), {"a", "b", "c", "e", "f", "q", "r"})
        self.assertEqual(ports["a"]["p"], ([50, 10], [0, -1]))
        self.assertEqual(ports["b"]["p"], ([10, 0], [1, 0]))
        self.assertEqual(set(ports["a"]), {"p", "n"})
        self.assertEqual(set(ports["b"]), {"p", "n", "h"})
        self.assertTrue(component(picture, "c")["absent"])
        self.assertIn("e[3] is a Part", texts(component(picture, "e")["shapes"]))
        self.assertEqual([c["absent"] for c in picture["connections"]], [False, True])
        icon = draw(PIN + """model A Part a annotation(Placement(transformation(extent={{-10,-10},{10,10}})));
            Pin q annotation(Placement(transformation(extent={{-10,-10},{10,10}}), iconTransformation(extent={{-100,-10},{-80,10}})));
          protected Pin r annotation(Placement(transformation(extent={{-10,-10},{10,10}}))); end A;""", "A", "icon")
        self.assertEqual([(c["name"], c["box"]) for c in icon["components"]], [("q", [[-100, -10], [-80, 10]])])

    def test_the_place_of_a_replaceable_component(self):
        picture = draw("partial model Q end Q; " + PIN + "model A replaceable Part a constrainedby Q \"d\" "
                       "annotation(Placement(transformation(extent={{0,0},{20,20}}))); Part b "
                       "annotation(Placement(transformation(extent={{40,0},{60,20}}))); end A;", "A")
        self.assertEqual(component(picture, "a")["box"], [[0, 0], [20, 20]])
        self.assertTrue(component(picture, "a")["placed"])

    def test_absurd_annotations(self):
        """Nothing hangs, and what is written are numbers."""
        text = """connector Pin Real v; flow Real i; annotation(Icon(coordinateSystem(extent={{0,0},{0,0}}), graphics={
              Rectangle(extent={{-1e300,-1e300},{1e308,1e308}}), Text(extent={{1e308,0},{-1e308,1e308}}, textString="%name",
              fontSize=1e300)})); end Pin;
          model P Pin p annotation(Placement(transformation(extent={{-1e308,-1e308},{1e308,1e308}}, rotation=1e300)));
            Pin n annotation(Placement(transformation(extent={{0,0},{0,0}})));
            Pin q[2147483647] annotation(Placement(transformation(extent={{0,0},{1,1}})));
            annotation(Icon(coordinateSystem(extent={{1e-300,0},{0,1e-300}}), graphics={Line(points={{0,0}}), Line, 5,
              Ellipse(extent={{0,0},{1e308,1}}, startAngle=-1e300, endAngle=1e300), Unknown(extent={{0,0},{1,1}}),
              Ellipse(extent={{0,0},{0,0}}, fillPattern=FillPattern.Sphere), Polygon(points={{0,0},{0,0}}, smooth=Smooth.Bezier),
              Text(extent={{0,0},{9,9}}, textString="%{"), Text(extent={{0,0},{5,5}}, textString="%"),
              Bitmap(extent={{0,0},{1,1}}, fileName="modelica://Nowhere/x.png"),
              Bitmap(extent={{0,0},{1,1}}, fileName="/etc/passwd")})); end P;
          model A P a; P b; P c annotation(Placement(transformation(extent={{-1e308,0},{1e308,0}}))); A again;
          equation connect(a.p, b.p); connect(a.p, a.p); connect(a.p, a.n); connect(nothing.x, a.p);
            connect(c.p, a.n) annotation(Line(points={{0,0},{1e308,1e308}}, smooth=Smooth.Bezier, arrow={Arrow.Open,Arrow.Half},
              arrowSize=1e300), Text(index=99999999999, string="%first", extent={{0,0},{1,1}})); end A;"""
        for name in ("A", "P", "Pin"):
            for layer in ("icon", "diagram"):
                picture = json.dumps(draw(text, name, layer))
                self.assertNotIn("NaN", picture)
                self.assertNotIn("Infinity", picture)
                self.assertNotIn("root:", picture)

    def test_what_connectors_carry(self):
        picture = draw("""package P
  connector Pin
    Real v;
    flow Real i;
    annotation (Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}})}));
  end Pin;
  connector Signal = input Real annotation (Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}})}));
  model Part
    parameter Integer n = 0;
    Pin one annotation (Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Pin none[n] annotation (Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Pin two[2] annotation (Placement(transformation(extent = {{-10, 90}, {10, 110}})));
    Signal u annotation (Placement(transformation(extent = {{-10, -110}, {10, -90}})));
  end Part;
  model M
    Part part annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}})));
  end M;
end P;
""", "P.M")
        kinds = {port["name"]: port["kind"] for port in component(picture, "part")["ports"]}
        self.assertEqual(kinds, {"one": "flow i, v", "none": "flow i, v", "two": "flow i, v", "u": "Real"})

    def test_a_moment_of_a_simulation(self):
        """DynamicSelect shows its second argument with the values of a result at a time."""
        text = """package P
  model Lamp
    Boolean on;
    Real level, p[2];
    Integer count;
    parameter Real top = 80;
    annotation (Icon(graphics={
      Ellipse(extent={{-100,-100},{100,100}}, fillPattern=FillPattern.Solid,
        fillColor=DynamicSelect({255,255,255}, if on then {255,200,0} else {40,40,40})),
      Rectangle(extent=DynamicSelect({{-20,-80},{20,80}}, {{-20,-80},{20,-80 + level*(top + 80)}}), fillColor={0,0,255},
        fillPattern=DynamicSelect(FillPattern.None, if count > 1 then FillPattern.Solid else FillPattern.None)),
      Text(extent={{-100,100},{100,140}}, textString=DynamicSelect("nothing", String(count) + " of " + String(p[2]))),
      Line(points={{0,0},{10,10}}, visible=DynamicSelect(true, unknownName > 2), color={1,2,3})}));
  end Lamp;
  model M
    Lamp lamp[2] annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    Lamp single annotation (Placement(transformation(extent={{30,-10},{50,10}})));
  equation
    for i in 1:2 loop
      lamp[i].on = false;
      lamp[i].level = 0;
      lamp[i].p = {1, 2};
      lamp[i].count = i;
    end for;
    single.on = time > 0.5;
    single.level = time/2;
    single.p = {time, 3};
    single.count = if time > 0.5 then 7 else 1;
    annotation (experiment(StopTime=1));
  end M;
end P;
"""
        with tempfile.TemporaryDirectory() as folder:
            source, result = os.path.join(folder, "a.mo"), os.path.join(folder, "r.mat")
            with open(source, "w", encoding="utf-8") as file:
                file.write(text)
            done = formola("simulate", source, "P.M", "--output", result, "-q")
            self.assertEqual(done.returncode, 0, done.stderr)

            def at(*more):
                target = os.path.join(folder, "a.json")
                run = formola("draw", source, "P.M", "--output", target, *more)
                self.assertEqual(run.returncode, 0, run.stderr)
                with open(target, encoding="utf-8") as file:
                    return component(json.load(file), "single")["shapes"]

            def facts(shapes):
                ellipse, bar = paths(shapes)[:2]
                corners = points(bar["path"])
                return ellipse["fill"]["color"], max(y for _, y in corners) - min(y for _, y in corners), "fill" in bar, texts(shapes)[0]

            still = facts(at())
            self.assertEqual((still[0], still[2:]), ([255, 255, 255], (False, "nothing")))
            self.assertAlmostEqual(still[1], 16)
            early, late = facts(at("--result", result, "--time", "0.25")), facts(at("--result", result))
            self.assertEqual((early[0], early[2:]), ([40, 40, 40], (False, "1 of 3")))
            self.assertAlmostEqual(early[1], 16 * 0.125, places=2)
            self.assertEqual((late[0], late[2:]), ([255, 200, 0], (True, "7 of 3")))
            self.assertAlmostEqual(late[1], 8, places=6)
            # what has no value shows its first argument
            self.assertEqual(len(paths(at("--result", result))), 3)
            wrong = formola("draw", source, "P.M", "--output", os.path.join(folder, "b.svg"), "--result", result, "--time", "-1")
            self.assertEqual(wrong.returncode, 2, wrong.stderr)
            self.assertIn("begins after time -1", wrong.stderr)
            self.assertEqual(formola("draw", source, "P.M", "--time", "1").returncode, 2)

    def test_every_kind_of_class(self):
        for kind in ("model", "block", "partial model", "connector", "record", "package", "class", "function"):
            picture = draw(f"{kind} A annotation(Icon(graphics={{Line(points={{{{0,0}},{{1,1}}}})}})); end A;", "A", "icon")
            self.assertEqual(len(picture["shapes"]), 1, kind)

    def test_a_class_that_is_not_found(self):
        with tempfile.TemporaryDirectory() as folder:
            source, target = os.path.join(folder, "a.mo"), os.path.join(folder, "a.svg")
            with open(source, "w", encoding="utf-8") as file:
                file.write("model A extends NoBase; Resitor r; end A;")
            run = formola("draw", source, "A", "--output", target)
            self.assertEqual(run.returncode, 1)
            self.assertIn("Resitor", run.stderr)
            self.assertIn("NoBase", run.stderr)
            with open(target, encoding="utf-8") as file:
                self.assertIn('data-component="r"', file.read())


# A circuit, the drive train and the current controller of the robot, closed loops.
EXAMPLES_WITHOUT_PLACES = ["Electrical.RLCCircuit", "Robot.Motor", "Robot.ElasticGear", "Robot.StiffGear", "Robot.Controller",
                           "Robot.Mechanics", "Rotational.DriveTrain", "MultiBody.DrivenAxis"]


def without_annotations(text):
    """Without annotation (...), brackets and texts counted."""
    out, at = [], 0
    for found in re.finditer(r"\s*\bannotation\s*\(", text):
        if found.start() < at:
            continue
        depth, end, quoted = 1, found.end(), False
        while depth:
            c = text[end]
            if quoted:
                end += c == "\\"
                quoted = c != '"'
            else:
                quoted = c == '"'
                depth += (c == "(") - (c == ")")
            end += 1
        out.append(text[at:found.start()])
        # a class annotation ends with its own semicolon
        before = text[:found.start()].rstrip()
        at = end + (text[end] == ";" and before.endswith(";"))
    return "".join(out) + text[at:]


def count_crossings(connections):
    """Pairs of lines that cross inside of both and share no connector."""
    def pieces(c):
        return list(zip(c["points"], c["points"][1:]))

    count = 0
    for i, a in enumerate(connections):
        for b in connections[:i]:
            if {a["from"], a["to"]} & {b["from"], b["to"]}:
                continue
            for (ax, ay), (bx, by) in pieces(a):
                for (cx, cy), (dx, dy) in pieces(b):
                    if (ax == bx) == (cx == dx):
                        continue
                    if ax != bx:
                        (vx, vy0, vy1), (hy, hx0, hx1) = (cx, *sorted((cy, dy))), (ay, *sorted((ax, bx)))
                    else:
                        (vx, vy0, vy1), (hy, hx0, hx1) = (ax, *sorted((ay, by))), (cy, *sorted((cx, dx)))
                    count += hx0 < vx < hx1 and vy0 < hy < vy1
    return count


class Automatic(unittest.TestCase):
    def test_the_drive_of_the_readme(self):
        with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
            text = re.search(r"model Drive.*?end Drive;", file.read(), re.DOTALL).group()
        picture = draw(text, "Drive")
        boxes = {c["name"]: c["box"] for c in picture["components"]}
        self.assertEqual(len(boxes), 9)
        names = list(boxes)
        for i, a in enumerate(names):
            for b in names[:i]:
                (ax, ay), (bx, by) = boxes[a]
                (cx, cy), (dx, dy) = boxes[b]
                self.assertFalse(ax < dx and cx < bx and ay < dy and cy < by, f"{a} and {b} overlap")
        order = [boxes[n][0][0] for n in ("setPoint", "controller", "source", "motor", "gear", "load", "friction")]
        self.assertEqual(order, sorted(order))
        self.assertEqual(len(picture["connections"]), 10)
        for connection in picture["connections"]:
            for (x1, y1), (x2, y2) in zip(connection["points"], connection["points"][1:]):
                self.assertTrue(x1 == x2 or y1 == y2, connection)
            for end, at in ((connection["from"], connection["points"][0]), (connection["to"], connection["points"][-1])):
                name, port = end.split(".")
                self.assertIn(at, [p["at"] for p in component(picture, name)["ports"] if p["name"] == port])

    def test_models_whose_places_were_taken_away(self):
        """All examples of the library without their annotations: nothing overlaps, no line runs through a part."""
        with tempfile.TemporaryDirectory() as folder:
            library, pictures = os.path.join(folder, "Formola"), os.path.join(folder, "pictures")
            shutil.copytree(os.path.join(ROOT, "library", "Formola"), library)
            for top, _, files in os.walk(os.path.join(library, "Examples")):
                for name in files:
                    if name.endswith(".mo"):
                        path = os.path.join(top, name)
                        with open(path, encoding="utf-8") as file:
                            text = without_annotations(file.read())
                        with open(path, "w", encoding="utf-8") as file:
                            file.write(text)
            os.mkdir(pictures)
            with open(os.path.join(ROOT, "library", "Formola", "Examples", "Robot.mo"), encoding="utf-8") as file:
                self.assertNotIn("Placement", without_annotations(file.read()))
            checked = crossings = 0
            for name in EXAMPLES_WITHOUT_PLACES:
                target = os.path.join(pictures, name + ".json")
                run = formola("draw", library, "Formola.Examples." + name, "--output", target)
                self.assertEqual(run.returncode, 0, run.stderr)
                with open(target, encoding="utf-8") as file:
                    picture = json.load(file)
                checked += self.check_places(name, picture)
                crossings += count_crossings(picture["connections"])
            self.assertGreater(checked, 40)
            self.assertLess(crossings, checked / 4)

    def check_places(self, name, picture):
        """Nothing overlaps, lines go around the parts; the number of lines."""
        self.assertGreater(len(picture["components"]), 3, name)
        boxes = [(c["name"], c["box"]) for c in picture["components"]]
        for i, (a, (low, high)) in enumerate(boxes):
            for b, (other_low, other_high) in boxes[:i]:
                apart = low[0] >= other_high[0] or other_low[0] >= high[0] or low[1] >= other_high[1] or other_low[1] >= high[1]
                self.assertTrue(apart, f"{name}: {a} and {b} overlap")
        for connection in picture["connections"]:
            ends = {re.split(r"[.\[]", connection[end])[0] for end in ("from", "to")}
            for (x1, y1), (x2, y2) in zip(connection["points"], connection["points"][1:]):
                self.assertTrue(x1 == x2 or y1 == y2, f"{name}: {connection}")
                for part, ((ax, ay), (bx, by)) in boxes:
                    through = max(x1, x2) > ax and min(x1, x2) < bx and max(y1, y2) > ay and min(y1, y2) < by
                    self.assertFalse(through and part not in ends, f"{name}: {connection['from']} runs through {part}")
        return len(picture["connections"])

    def test_closed_loop_with_observer(self):
        picture = draw("""model Loop
  Formola.Blocks.Sources.Step reference;
  Formola.Blocks.Math.Feedback control, innovation;
  Formola.Blocks.Math.Gain gain(k = 4), correction(k = 2);
  Formola.Blocks.Continuous.FirstOrder plant(T = 1), copy(T = 1);
  Formola.Blocks.Math.Add sum;
equation
  connect(reference.y, control.u1);
  connect(control.y, gain.u);
  connect(gain.y, plant.u);
  connect(gain.y, sum.u1);
  connect(correction.y, sum.u2);
  connect(sum.y, copy.u);
  connect(plant.y, innovation.u1);
  connect(copy.y, innovation.u2);
  connect(innovation.y, correction.u);
  connect(copy.y, control.u2);
end Loop;
""", "Loop")
        self.assertEqual(self.check_places("Loop", picture), 10)
        self.assertLessEqual(count_crossings(picture["connections"]), 3)
        left = {c["name"]: c["box"][0][0] for c in picture["components"]}
        order = [left[name] for name in ("reference", "control", "gain", "plant")]
        self.assertEqual(order, sorted(order))

    def test_a_connector_without_an_icon_is_seen(self):
        picture = draw("expandable connector Bus end Bus; model A Bus bus; Formola.Blocks.Math.Gain g; equation connect(bus.s, g.u); end A;", "A")
        self.assertEqual(texts(component(picture, "bus")["shapes"]), ["bus"])

    def test_parts_without_a_place_stand_below_the_others(self):
        picture = draw(PIN + """model A Part a annotation(Placement(transformation(extent={{-10,-10},{10,10}}))); Part b; Part c; Part unseen;
          equation connect(a.n, b.p); connect(b.n, c.p); end A;""", "A")
        self.assertEqual([c["placed"] for c in picture["components"]], [True, False, False])
        self.assertLess(component(picture, "b")["box"][1][1], component(picture, "a")["box"][0][1])
        self.assertTrue(all(c["routed"] for c in picture["connections"]))


class Files(unittest.TestCase):
    def test_svg_is_wellformed_and_always_the_same(self):
        run = formola("draw", "Formola.Examples.Electrical.RLCCircuit")
        self.assertEqual(run.returncode, 0, run.stderr)
        tree = xml.fromstring(run.stdout)
        self.assertEqual(tree.tag, SVG + "svg")
        self.assertGreaterEqual(len(tree.findall(f"{SVG}g[@data-component]")), 4)
        self.assertEqual(run.stdout, formola("draw", "Formola.Examples.Electrical.RLCCircuit").stdout)

    def test_every_class_of_the_library(self):
        with tempfile.TemporaryDirectory() as folder:
            run = formola("draw", "Formola", "--all", "--output", folder)
            self.assertEqual(run.returncode, 0, run.stderr)
            files = os.listdir(folder)
            self.assertGreater(len(files), 700)
            for name in files:
                xml.parse(os.path.join(folder, name))

    @unittest.skipUnless(os.environ.get("MODELICAPATH") and
                         os.path.isdir(os.path.join(os.environ["MODELICAPATH"].split(":")[0], "Modelica")),
                         "MODELICAPATH has no Modelica Standard Library")
    def test_every_class_of_the_standard_library(self):
        with tempfile.TemporaryDirectory() as folder:
            run = formola("draw", "Modelica", "--all", "--output", folder)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            files = os.listdir(folder)
            self.assertGreater(len(files), 7000)
            for name in files:
                xml.parse(os.path.join(folder, name))

    @unittest.skipUnless(shutil.which("rsvg-convert"), "rsvg-convert is not there (Debian: librsvg2-bin)")
    def test_png(self):
        with tempfile.TemporaryDirectory() as folder:
            target = os.path.join(folder, "a.png")
            run = formola("draw", "Formola.Electrical.Resistor", "--layer", "icon", "--output", target)
            self.assertEqual(run.returncode, 0, run.stderr)
            with open(target, "rb") as file:
                self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")
            self.assertEqual(os.listdir(folder), ["a.png"])

    def test_wrong_commands(self):
        without = dict(os.environ, PATH="/nowhere")
        with tempfile.TemporaryDirectory() as folder:
            run = formola("draw", "Formola.Electrical.Resistor", "--output", os.path.join(folder, "a.png"), env=without)
            self.assertEqual(run.returncode, 2)
            self.assertIn("librsvg2-bin", run.stderr)
            for output, words in (("a.gif", "none of .svg"), ("no/such/folder/a.svg", "cannot write")):
                run = formola("draw", "Formola.Electrical.Resistor", "--output", os.path.join(folder, output))
                self.assertEqual(run.returncode, 2)
                self.assertIn(words, run.stderr)
        run = formola("draw", "Formola.NoSuchClass")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(formola("draw", "Formola", "--all").returncode, 2)


STATES = """model M
  block S
  end S;
  S a annotation(Placement(transformation(extent={{-70,30},{-30,70}})));
  S b annotation(Placement(transformation(extent={{-70,-70},{-30,-30}})));
  Boolean go;
equation
  initialState(a) annotation(Line(points={{-50,72},{-50,90}}, color={175,175,175}));
  transition(a, b, go, immediate=false) annotation(Line(points={{-60,28},{-60,-28}}, color={1,2,3}),
    Text(string="%condition", extent={{-4,-4},{-4,-10}}, fontSize=10));
  transition(b, a, not go, reset=false, synchronize=true, priority=2) annotation(
    Line(points={{-40,-28},{-40,28}}, color={1,2,3}), Text(string="if %condition", extent={{4,-4},{4,-10}}, fontSize=10));
end M;
"""


class Transitions(unittest.TestCase):
    """Specification 3.6, 17.2."""

    def setUp(self):
        self.picture = draw(STATES, "M")

    def test_texts_stand_at_the_end_that_decides(self):
        shown = {s["text"]: s["at"] for s in self.picture["shapes"] if "text" in s}
        self.assertEqual(sorted(shown), ["go", "if 2: not go"])
        self.assertGreater(shown["go"][1], 0)  # delayed: at the first point, which is above
        self.assertGreater(shown["if 2: not go"][1], 0)  # immediate: at the last one, above too

    def test_lines_have_heads_bars_and_forks(self):
        drawn = [points(s["path"]) for s in paths(self.picture["shapes"])]
        lines = [p for p in drawn if p[0] == (-60, 28) and p[-1] == (-60, -28) or p[0] == (-40, -28) and p[-1] == (-40, 28)]
        self.assertEqual(len(lines), 2)
        bars = [p for p in drawn if len(p) == 2 and p[0][1] == p[1][1]]
        self.assertEqual(sorted(p[0][1] for p in bars), [22, 22])  # 6 from the first and from the last point
        tips = [p for p in drawn if len(p) == 3]
        self.assertEqual(sorted(p[1] for p in tips), [(-60, -28), (-50, 72), (-40, 28)])
        filled = [s for s in paths(self.picture["shapes"]) if s.get("fill")]
        self.assertEqual(len(filled), 3)  # two heads of transitions and of the initial state, the open one not; the bullet
        self.assertEqual(len([p for p in drawn if len(p) == 4]), 1)  # the fork


if __name__ == "__main__":
    unittest.main()
