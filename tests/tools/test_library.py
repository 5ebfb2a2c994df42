"""The bundled library keeps its promises: documented, drawn, and every component and example is tested."""

import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIBRARY = ROOT / "library" / "Formola"
GOLDEN = ROOT / "tests" / "golden"

HEAD = re.compile(
    r"^(?P<indent> *)(?P<partial>partial )?(?P<kind>model|block|package|function|connector|record|class) "
    r'(?P<name>\w+)(?: = [^"\n]*)?\s*(?P<comment>"[^"]*)?',
    re.M,
)


class Class:
    """One class of the library: where it is, its kind, its text."""

    def __init__(self, name, match, text):
        self.name = name
        self.short = match["name"]
        self.kind = match["kind"]
        self.partial = bool(match["partial"])
        self.described = bool(match["comment"])
        self.text = text
        self.is_example = "extends Icons.Example;" in text


def strip_strings(text):
    """The code without strings and comments, in which names of classes may be mentioned."""
    return re.sub(r'"(?:[^"\\]|\\.)*"|//[^\n]*', "", text)


def classes():
    found = []
    for path in sorted(LIBRARY.rglob("*.mo")):
        text = path.read_text(encoding="utf-8")
        within = re.match(r"within ?([\w.]*);", text)
        prefixes = [(within.group(1) if within else "", -1)]
        for match in HEAD.finditer(text):
            indent = len(match["indent"])
            end = re.compile(rf"^ {{{indent}}}end {match['name']};", re.M).search(text, match.end())
            if end is None:
                continue  # a short class, or a declaration that only looks like a class
            while prefixes[-1][1] >= indent:
                prefixes.pop()
            name = f"{prefixes[-1][0]}.{match['name']}".lstrip(".")
            prefixes.append((name, indent))
            found.append(Class(name, match, text[match.start() : end.end()]))
    return found


ALL = classes()
COMPONENTS = [
    c for c in ALL if c.kind in ("model", "block") and not c.partial and ".Examples" not in c.name
]
EXAMPLES = [c for c in ALL if c.kind == "model" and c.is_example and not c.partial]
# Also models that extend an example of their package.
SHORT = {c.short for c in EXAMPLES}
EXAMPLES += [
    c
    for c in ALL
    if c.name.startswith("Formola.Examples.") and re.match(rf".*\n\s*extends (?:{'|'.join(SHORT)})\b", c.text)
]


CODE = {c.name: strip_strings(c.text) for c in ALL}
IMPORTS = {name: re.findall(r"^\s*import ([\w.]+)\.\*;", code, re.M) for name, code in CODE.items()}


def full_name(user, name):
    """What a name in a class refers to, found as lookup does: inside out, with imports."""
    scope = user.split(".")
    while scope:
        around = ".".join(scope)
        places = [f"{place}.{name}" for place in [around, *IMPORTS.get(around, [])]]
        reached = next((place for place in places if place in CODE), None)
        if reached:
            return reached
        scope.pop()
    return name


def names_used(user):
    """Full names of the classes that a class mentions."""
    names = set(re.findall(r"\b(?:[A-Za-z]\w*\.)*[A-Z]\w*\b", CODE[user]))
    return {full_name(user, name) for name in names}


def own_code(user):
    """The code of a class without the classes inside it."""
    code = CODE[user]
    for inner in (name for name in CODE if name.rpartition(".")[0] == user):
        code = code.replace(CODE[inner], "")
    return code


def declarations(user):
    """Full name of the class, name and text of each component declared in a class."""
    code = re.split(r"^\s*(?:initial )?(?:equation|algorithm)$", own_code(user), maxsplit=1, flags=re.M)[0]
    for statement in code.split(";"):
        text = statement.split("\n", 1)[-1]  # after the end of the line of the statement before
        match = re.match(r"\s*(?:protected\s+)?(?:(?:inner|outer|final|replaceable) )*([\w.]+) (\w+)", text)
        if match:
            yield full_name(user, match[1]), match[2], statement


class LibraryTest(unittest.TestCase):
    def test_there_are_many(self):
        self.assertGreater(len(COMPONENTS), 100)
        self.assertGreater(len(EXAMPLES), 100)

    def test_every_class_has_a_description(self):
        self.assertEqual([c.name for c in ALL if not c.described], [])

    def test_every_class_is_documented(self):
        """In HTML, in the class itself."""
        for one in ALL:
            with self.subTest(one.name):
                self.assertRegex(one.text, r'Documentation\(info="\s*<html>')

    def test_every_component_is_documented_and_drawn(self):
        """By itself, or by a base class with the icon."""
        drawn = {c.short for c in ALL if "Icon(" in c.text}
        bases = {c.short: set(re.findall(r"extends (?:[\w.]*\.)?(\w+)", c.text)) for c in ALL}
        for _ in range(5):  # deeper than any chain of base classes here
            drawn |= {name for name, names in bases.items() if names & drawn}
        for component in COMPONENTS:
            with self.subTest(component.name):
                self.assertIn("Documentation(", component.text)
                self.assertIn(component.short, drawn, "no icon")

    def test_the_parts_of_connected_examples_have_places_in_the_diagram(self):
        """Those of classes with an icon or connectors, by themselves or by a base class; no two in one place."""
        visible = {c.name for c in ALL if "Icon(" in c.text or "Placement(" in c.text}
        for _ in range(5):  # deeper than any chain of base classes here
            for one in ALL:
                bases = re.findall(r"\bextends ([\w.]+)", own_code(one.name))
                if any(full_name(one.name, base) in visible for base in bases):
                    visible.add(one.name)
        connected = [c for c in ALL if c.name.startswith("Formola.Examples.") and "connect(" in own_code(c.name)]
        connected = [c for c in connected if c.kind in ("model", "block")]
        self.assertGreater(len(connected), 90)
        for one in connected:
            with self.subTest(one.name):
                parts = [(name, text) for kind, name, text in declarations(one.name) if kind in visible]
                self.assertEqual([name for name, text in parts if "Placement(" not in text], [])
                places = [re.sub(r"\s", "", text.split("Placement(")[1]) for _, text in parts]
                self.assertEqual(len(set(places)), len(places), "two in one place")

    def test_every_example_can_be_run_as_it_is(self):
        for example in EXAMPLES:
            with self.subTest(example.name):
                self.assertRegex(example.text, r"experiment\((StartTime=[^,]*, )?StopTime=")
                self.assertIn("Documentation(", example.text)

    def test_every_component_is_used_by_an_example(self):
        """Directly, or inside a class that is."""
        classes_by_name = {c.name: c for c in ALL if c.kind != "package"}
        todo = [name for name in classes_by_name if name.startswith("Formola.Examples.")]
        used = set(todo)
        while todo:
            new = names_used(todo.pop()) & classes_by_name.keys() - used
            used |= new
            todo += new
        self.assertEqual([c.name for c in COMPONENTS if c.name not in used], [])

    def test_p16_the_libraries_of_the_papers_are_there(self):
        """Screw joint, planar mechanics, bond graphs with thermodynamic ones, heat ports of semiconductors."""
        names = {c.name for c in COMPONENTS}
        for name in ("MultiBody.Joints.Screw", "PlanarMechanics.Parts.Body", "PlanarMechanics.Joints.Revolute", "BondGraphs.R", "BondGraphs.C",
                     "BondGraphs.I", "BondGraphs.TF", "BondGraphs.GY", "BondGraphs.J0", "BondGraphs.J1", "BondGraphs.Thermal.RS"):
            self.assertIn("Formola." + name, names)
        semiconductors = [c for c in COMPONENTS if c.name.startswith("Formola.Electrical.Semiconductors.")]
        self.assertGreater(len(semiconductors), 5)
        for one in semiconductors:
            with self.subTest(one.name):
                self.assertRegex(own_code(one.name), r"extends (HeatedJunction|HeatedPart|BipolarTransistor|FieldEffectTransistor)\b")

    def test_every_example_is_a_golden_test(self):
        tested = set()
        for path in GOLDEN.glob("*/*.mo"):
            text = path.read_text(encoding="utf-8")
            tested.update(re.findall(r"^// model: (Formola\.Examples\.[\w.]+)", text, re.M))
            tested.update(re.findall(r"\b(Formola\.Examples\.[\w.]+)", strip_strings(text)))
        self.assertEqual([e.name for e in EXAMPLES if e.name not in tested], [])

    def test_the_page_of_sources_names_tests_that_exist(self):
        page = (ROOT / "docs" / "verification.md").read_text(encoding="utf-8")
        for line in page.splitlines():
            folder = None
            for name in re.findall(r"`([\w/*]+)`", line):
                if "/" in name:
                    folder, name = name.split("/", 1)
                if folder in ("library", "robot", "classics", "worked_examples"):
                    self.assertTrue(list((GOLDEN / folder).glob(name + ".mo")), f"{folder}/{name}")

    def test_the_list_of_components_is_up_to_date(self):
        run = subprocess.run([sys.executable, ROOT / "tools" / "library_reference", "--check"], check=False)
        self.assertEqual(run.returncode, 0, "run tools/library_reference")


if __name__ == "__main__":
    unittest.main()
