"""The layer checker on small made-up trees."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

import check_layers  # noqa: E402

TABLE = """# Title
| stage | input |
|---|---|
| ground | nothing |

| layer | holds | may use |
|---|---|---|
| `ground` | a | – |
| `wall` | b | ground |
| `roof` | c | wall |
| `shed` | d | ground |
| `house` | e | all |
"""


class CheckLayersTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = pathlib.Path(holder.name)
        (self.root / "src").mkdir()
        self.write("docs/overview.md", TABLE)

    def write(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def problems(self):
        return check_layers.check(self.root)[0]

    def test_allowed_includes(self):
        self.write("src/roof/a.h", '#include "ground/g.h"\n#include "roof/b.h"\n#include <vector>\n')
        self.write("src/house/a.cpp", '#include "shed/s.h"\n#include "roof/b.h"\n')
        self.assertEqual(self.problems(), [])

    def test_forbidden_include_names_the_line(self):
        self.write("src/wall/a.cpp", '#include "ground/g.h"\n  # include "roof/b.h"\n')
        self.assertEqual(self.problems(), ["src/wall/a.cpp:2: wall may not include roof/b.h"])

    def test_sideways_include_in_angle_brackets_and_subfolder(self):
        self.write("src/shed/deep/a.inc", "#include <wall/w.h>\n")
        self.assertEqual(self.problems(), ["src/shed/deep/a.inc:1: shed may not include wall/w.h"])

    def test_quoted_include_must_name_a_layer(self):
        self.write("src/wall/a.cpp", '#include "a.h"\n#include "fmt/core.h"\n')
        self.assertEqual(len(self.problems()), 2)

    def test_cmake_uses(self):
        self.write("src/wall/CMakeLists.txt", "formola_layer(wall USES ground roof LIBS shed)\n")
        self.assertEqual(self.problems(), ["src/wall/CMakeLists.txt: wall may not use roof"])

    def test_unknown_folder(self):
        self.write("src/cellar/a.h", "")
        self.assertIn("src/cellar: not in the layer table", self.problems()[0])

    def test_circle_and_unknown_name_in_the_table(self):
        self.write("docs/overview.md", TABLE.replace("| a | – |", "| a | roof, attic |"))
        problems = "\n".join(self.problems())
        self.assertIn("wall uses itself in a circle", problems)
        self.assertIn("ground may use attic, which is no layer", problems)

    def test_exclusion_is_that_of_one_row(self):
        self.write("docs/overview.md", TABLE.replace("| c | wall |", "| c | wall, not ground |"))
        self.write("src/house/a.cpp", '#include "ground/g.h"\n')
        self.write("src/roof/a.cpp", '#include "ground/g.h"\n')
        self.assertEqual(self.problems(), ["src/roof/a.cpp:1: roof may not include ground/g.h"])

    def test_layers_in_a_folder(self):
        rows = "| `wall/brick` | b | ground |\n| `wall/paint` | p | wall/brick |\n"
        self.write("docs/overview.md", TABLE.replace("| `wall` | b | ground |\n", rows))
        self.write("src/wall/brick/a.h", '#include "ground/g.h"\n#include "wall/paint/p.h"\n')
        self.write("src/wall/paint/p.h", '#include "wall/brick/a.h"\n')
        self.write("src/roof/a.h", '#include "wall/paint/p.h"\n')
        self.write("src/wall/a.h", "")
        self.assertEqual(
            self.problems(),
            [
                "src/wall/a.h: in no layer of docs/overview.md",
                "src/wall/brick/a.h:2: wall/brick may not include wall/paint/p.h",
            ],
        )

    def test_missing_table(self):
        self.write("docs/overview.md", "nothing")
        self.assertIn("no table", self.problems()[0])


if __name__ == "__main__":
    unittest.main()
