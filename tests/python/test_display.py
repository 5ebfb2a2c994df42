"""What notebooks show: well-formed pictures of models, results, fits and sweeps."""

import contextlib
import io
import unittest
import xml.etree.ElementTree as tree

from setup_package import model

MODEL = """
model Loop "Two loops"
  parameter Real k(unit = "1/s") = 2 "How <fast>";
  Real x(start = 1, fixed = true), a, b;
equation
  der(x) = -k*x + a;
  a = cos(b);
  b = 0.5*sin(a) + x;
end Loop;
"""


def parsed(text):
    return tree.fromstring(text.replace("<br>", "<br/>"))


SPEAKING = """
model Speaking
  function say
    input Real u;
    output Real y = u;
  protected
    function print
      input String text;
      input String file;
      external "C" ModelicaInternal_print(text, file);
    end print;
  algorithm
    print("at " + String(u), "");
  end say;
  discrete Real x(start = 0, fixed = true);
equation
  when time > 0.5 then
    x = say(2);
  end when;
end Speaking;
"""


class Display(unittest.TestCase):
    def test_what_models_say(self):
        """It is written where Python writes, which a notebook shows."""
        heard = io.StringIO()
        with contextlib.redirect_stdout(heard):
            model(SPEAKING).simulate(stop=1)
        self.assertEqual(heard.getvalue(), "at 2\n")

    def test_model(self):
        m = model(MODEL)
        page = parsed(m._repr_html_())
        kinds = [title.text.split(",")[0] for title in page.iter("title")]
        self.assertEqual(kinds, [block["kind"] for block in m.inspect()["blocks"]])
        self.assertIn("How <fast>", "".join(page.itertext()))

    def test_result(self):
        r = model(MODEL).simulate(stop=1)
        page = parsed(r._repr_html_())
        line = next(page.iter("polyline"))
        points = [tuple(map(float, each.split(","))) for each in line.get("points").split()]
        self.assertLessEqual(len(points), 600)
        self.assertEqual(points, sorted(points))  # time goes to the right

    def test_sweep(self):
        m = model(MODEL)
        s = m.sweep({"k": [1, 2]}, stop=1)
        page = parsed(s._repr_html_())
        rows = [["".join(cell.itertext()) for cell in row] for row in page.iter("tr")]
        self.assertEqual(rows[0], ["k", "x"])
        self.assertEqual(rows[1], ["1", f"{s[0].result.final('x'):.6g}"])
        self.assertEqual(repr(s), "<formola.Sweep over k (2): 2 cases, 0 failed>")

    def test_fit(self):
        m = model(MODEL)
        fit = m.calibrate({"x": ([0, 0.5, 1], [1, 0.7, 0.55])}, ["k"])
        self.assertIn("k", "".join(parsed(fit._repr_html_()).itertext()))


if __name__ == "__main__":
    unittest.main()
