"""Functions of more than a hundred lines have a reason."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import check_functions  # noqa: E402


def names(text):
    return [check_functions.name_of(head) for _, _, head in check_functions.functions(text)]


class CheckFunctionsTest(unittest.TestCase):
    def check(self, text, limit):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "src/wall/brick.cpp"
            path.parent.mkdir(parents=True)
            path.write_text(text, encoding="utf-8")
            return check_functions.check(pathlib.Path(folder), limit)

    def test_repository(self):
        self.assertEqual(check_functions.check(ROOT)[0], [])

    def test_finds_functions_of_all_kinds(self):
        text = """namespace a {
constexpr int kTable[] = {1, 2};
struct Wall {
  Wall(int n) : bricks_{n}, stones_(2) {
    build();
  }
  int count() const { return 3; }
  int bricks_ = {0};
};
template <typename T>
std::vector<T> make(const std::vector<int>& of = {}) {
  auto inner = [&](int x) { return x; };
  if (inner(1)) {
  }
  return {};
}
// void none() {
const char* kText = "void none() {";
bool Wall::operator()(int a) const {
  return '{' == a;
}
}  // namespace a
"""
        self.assertEqual(names(text), ["Wall", "count", "make", "Wall::operator()"])

    def test_counts_from_the_signature_to_the_brace(self):
        text = "int f(int a,\n      int b) {\n  return a;\n}\n"
        self.assertEqual(self.check(text, 4)[0], [])
        problems, _ = self.check(text, 3)
        self.assertEqual(len(problems), 1)
        self.assertIn("src/wall/brick.cpp:1: f has 4 lines, more than 3", problems[0])

    def test_a_reason_is_enough(self):
        text = "// Counts. Long, since it has one case\n// for each brick.\nint f() {\n  return 1;\n}\n"
        problems, reasons = self.check(text, 2)
        self.assertEqual(problems, [])
        self.assertEqual(reasons[0][3], "it has one case for each brick.")

    def test_a_reason_without_need_is_told(self):
        text = "// Long, since it has to be.\nint f() {\n  return 1;\n}\n"
        self.assertIn("follows this reason", self.check(text, 3)[0][0])


if __name__ == "__main__":
    unittest.main()
