"""Diagrams of the library as an editor draws them: connections are lines from connector to connector around the other parts."""

import math
import re
import unittest

import test_library as library

NUMBER = r"(-?[\d.]+)"
PLACE = re.compile(
    rf"\b(transformation|iconTransformation)\(extent=\{{\{{{NUMBER},{NUMBER}\}},\{{{NUMBER},{NUMBER}\}}\}}"
    rf"(?:,\s*rotation={NUMBER})?(?:,\s*origin=\{{{NUMBER},{NUMBER}\}})?"
)
REFERENCE = r"((?:[\w.]|\[[^\]]*\])+)"
CONNECT = re.compile(
    rf"\bconnect\({REFERENCE}, {REFERENCE}\)(\s*annotation \(Line\(points=\{{([^a-z]*)\}}[^;]*)?;"
)
POINT = re.compile(rf"\{{{NUMBER},{NUMBER}\}}")
BOXES = {c.name for c in library.ALL if c.kind in ("model", "block")}


def bases(user):
    return [library.full_name(user, base) for base in re.findall(r"\bextends ([\w.]+)", library.own_code(user))]


def inherited(user):
    """The class and its base classes."""
    found = [user]
    for one in found:
        found += [base for base in bases(one) if base in library.CODE]
    return found


def place(text, icon):
    """Function from the coordinates of a part's icon to those around it; None if it has no place."""
    places = {found[0]: [float(number or 0) for number in found[1:]] for found in PLACE.findall(text)}
    found = (icon and places.get("iconTransformation")) or places.get("transformation")
    if not found:
        return None
    x1, y1, x2, y2, rotation, x0, y0 = found
    cosine, sine = math.cos(math.radians(rotation)), math.sin(math.radians(rotation))

    def outside(x, y):
        x, y = x1 + (x2 - x1) * (x + 100) / 200, y1 + (y2 - y1) * (y + 100) / 200
        return (x0 + cosine * x - sine * y, y0 + sine * x + cosine * y)

    return outside


def parts(user, icon=False):
    """Class and place of each part that is declared with one, also in base classes."""
    found = {}
    for one in inherited(user):
        for kind, name, text in library.declarations(one):
            outside = place(text, icon)
            if outside:
                found[name] = (kind, outside)
    return found


def without_subscripts(reference):
    return re.sub(r"\[[^\]]*\]", "", reference).split(".")


def end_of_line(drawn, reference):
    """Where a connection to a connector must end."""
    name, *connector = without_subscripts(reference)
    kind, outside = drawn[name]
    inside = parts(kind, icon=True)[connector[0]][1](0, 0) if connector else (0, 0)
    return outside(*inside)


def crosses(start, end, outside):
    """Whether a horizontal or vertical line goes through the inside of a part's box."""
    corners = [outside(-100, -100), outside(100, 100)]
    for axis in (0, 1):
        low, high = sorted(corner[axis] for corner in corners)
        first, last = sorted((start[axis], end[axis]))
        if last <= low + 1 or first >= high - 1:
            return False
    return True


def faults(user):
    """What is wrong with the lines in the diagram of a class."""
    drawn = parts(user)
    for one in inherited(user):
        for left, right, line, points in CONNECT.findall(library.own_code(one)):
            here = f"{user}: connect({left}, {right})"
            if not line:
                yield f"{here} has no line"
                continue
            points = [(float(x), float(y)) for x, y in POINT.findall(points)]
            for reference, point in ((left, points[0]), (right, points[-1])):
                if math.dist(point, end_of_line(drawn, reference)) > 1.5:
                    yield f"{here} does not end at {reference}, {end_of_line(drawn, reference)}"
            ends = {without_subscripts(left)[0], without_subscripts(right)[0]}
            for start, end in zip(points, points[1:]):
                if min(abs(start[0] - end[0]), abs(start[1] - end[1])) > 0.5:
                    yield f"{here} is slanted"
                yield from (
                    f"{here} crosses {name}"
                    for name, (kind, outside) in drawn.items()
                    if name not in ends and kind in BOXES and crosses(start, end, outside)
                )


class DiagramTest(unittest.TestCase):
    def test_connections_are_lines_around_the_parts(self):
        connected = [c.name for c in library.ALL if "connect(" in library.own_code(c.name) and c.kind != "package"]
        self.assertGreater(len(connected), 100)
        for name in connected:
            with self.subTest(name):
                self.assertEqual(list(faults(name)), [])

    def test_parts_do_not_overlap(self):
        for one in library.ALL:
            boxes = [(name, outside) for name, (kind, outside) in parts(one.name).items() if kind in BOXES]
            for index, (name, outside) in enumerate(boxes):
                for other, other_outside in boxes[:index]:
                    with self.subTest(f"{one.name}: {name} and {other}"):
                        self.assertFalse(crosses(outside(-100, -100), outside(100, 100), other_outside))


if __name__ == "__main__":
    unittest.main()
