#include "results/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace formola::results {

namespace {

// Colours that stay apart for all eyes: Okabe and Ito, "Color Universal Design" (2008).
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73",
                                    "#cc79a7", "#e69f00", "#56b4e9"};
constexpr const char* kDashes[] = {"", "7 3", "2 3", "9 3 2 3"};
constexpr double kWidth = 840, kHeight = 500, kLeft = 78, kRight = 24, kBottom = 58;
constexpr double kLetter = 7.4;  // about the width of one at this size

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '>') {
      out += "&gt;";
    } else {
      out += c;
    }
  }
  return out;
}

// One direction of the picture. Labels are divided by a power of ten if they would be long.
struct Axis {
  double low = 0, high = 1;
  double from = 0, to = 1;  // in the picture
  std::vector<double> ticks;
  int exponent = 0;

  double place(double value) const { return from + (value - low) / (high - low) * (to - from); }

  void choose(int most) {
    ticks = roundTicks(low, high, most);
    const double size = std::max(std::abs(low), std::abs(high));
    const int digits = static_cast<int>(std::floor(std::log10(size)));
    if (digits >= 5 || digits < -2)
      exponent = 3 * static_cast<int>(std::floor(static_cast<double>(digits) / 3));
  }
  std::string label(double value) const {
    const double scale = std::pow(10.0, exponent);
    const double step = ticks.size() > 1 ? (ticks[1] - ticks[0]) / scale : 1;
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
    std::string text = fmt::format("{:.{}f}", value / scale, decimals);
    if (text[0] == '-') text.replace(0, 1, "\u2212");
    return text;
  }
  // "", or by what the labels are to be multiplied
  std::string factor() const {
    if (exponent == 0) return "";
    return fmt::format(
        "\u00d710<tspan dy=\"-5\" font-size=\"10\">{}</tspan>",
        exponent < 0 ? fmt::format("\u2212{}", -exponent) : fmt::format("{}", exponent));
  }
};

std::string text(double x, double y, std::string_view anchor, std::string_view content) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     content);
}

std::string lineStyle(size_t curve) {
  const size_t colours = std::size(kColours);
  const char* dash = kDashes[curve / colours % std::size(kDashes)];
  return fmt::format("stroke=\"{}\" stroke-width=\"1.8\"{}", kColours[curve % colours],
                     *dash ? fmt::format(" stroke-dasharray=\"{}\"", dash) : "");
}

// A sample of each curve with its name; the height that it takes.
double legend(std::string& out, const std::vector<std::string>& names, double top) {
  double x = kLeft, y = top;
  for (size_t k = 0; k < names.size(); ++k) {
    const double width = 34 + kLetter * static_cast<double>(names[k].size()) + 18;
    if (x > kLeft && x + width > kWidth - kRight) {
      x = kLeft;
      y += 19;
    }
    out += fmt::format("<path d=\"M{:.1f} {:.1f}h26\" {}/>\n", x, y - 4, lineStyle(k));
    out += text(x + 32, y, "start", escaped(names[k]));
    x += width;
  }
  return y - top + 19;
}

std::string curve(const std::vector<double>& time, const std::vector<double>& values, const Axis& x,
                  const Axis& y) {
  std::string path, last;
  bool open = false;
  for (size_t i = 0; i < time.size(); ++i) {
    if (!std::isfinite(values[i])) {
      open = false;
      continue;
    }
    std::string point = fmt::format("{:.1f} {:.1f}", x.place(time[i]), y.place(values[i]));
    if (open && point == last) continue;
    path += (open ? "L" : "M") + point;
    open = true;
    last = std::move(point);
  }
  return path;
}

}  // namespace

std::vector<double> roundTicks(double low, double high, int most) {
  const double rough = (high - low) / std::max(1, most - 1);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (double s : {1.0, 2.0, 5.0}) {
    if (s * power >= rough * (1 - 1e-9)) {
      step = s * power;
      break;
    }
  }
  std::vector<double> ticks;
  const double first = std::ceil(low / step - 1e-9);
  for (double k = first; k * step <= high + 1e-9 * step; ++k)
    ticks.push_back(k == 0 ? 0.0 : k * step);
  return ticks;
}

SvgPlot plotSvg(const Trajectory& trajectory, const std::string& title,
                const std::vector<std::string>& names) {
  SvgPlot result;
  std::vector<std::vector<double>> curves;
  Axis x, y;
  y.low = INFINITY;
  y.high = -INFINITY;
  for (const std::string& name : names) {
    const Signal* signal = trajectory.find(name);
    if (!signal) {
      result.problem = fmt::format("the result has no variable '{}'", name);
      return result;
    }
    curves.push_back(trajectory.values(*signal));
    for (double v : curves.back()) {
      if (!std::isfinite(v)) continue;
      y.low = std::min(y.low, v);
      y.high = std::max(y.high, v);
    }
  }
  if (trajectory.time.empty() || !(y.low <= y.high)) {
    result.problem = "the result has no values";
    return result;
  }
  // A constant lies in the middle; other curves keep away from the frame.
  const double size = std::max(std::abs(y.low), std::abs(y.high));
  const double margin =
      y.high - y.low > 1e-12 * size ? 0.05 * (y.high - y.low) : (size > 0 ? 0.5 * size : 1.0);
  y.low -= margin;
  y.high += margin;
  x.low = trajectory.time.front();
  x.high = trajectory.time.back();
  if (!(x.high > x.low)) x.high = x.low + 1;

  std::string& out = result.picture;
  out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      kWidth, kHeight);
  out += fmt::format("<text x=\"{}\" y=\"24\" font-size=\"15\" font-weight=\"bold\">{}</text>\n",
                     kLeft, escaped(title));
  const double top = 46 + legend(out, names, 48);
  const double bottom = kHeight - kBottom, right = kWidth - kRight;
  x.from = kLeft;
  x.to = right;
  y.from = bottom;
  y.to = top;
  x.choose(9);
  y.choose(8);
  for (double t : x.ticks) {
    out += fmt::format("<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"#e4e4e4\"/>\n", x.place(t),
                       top, bottom);
    out += text(x.place(t), bottom + 19, "middle", x.label(t));
  }
  for (double v : y.ticks) {
    out += fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"{}\"/>\n", kLeft, y.place(v),
                       right, v == 0 ? "#999" : "#e4e4e4");
    out += text(kLeft - 8, y.place(v) + 4.5, "end", y.label(v));
  }
  out += text((kLeft + right) / 2, kHeight - 16, "middle",
              "time" + (x.exponent != 0 ? " in " + x.factor() + "<tspan dy=\"5\"> s</tspan>"
                                        : std::string(" in s")));
  if (y.exponent != 0) out += text(kLeft, top - 8, "end", y.factor());
  for (size_t k = 0; k < curves.size(); ++k)
    out += fmt::format("<path d=\"{}\" fill=\"none\" stroke-linejoin=\"round\" {}/>\n",
                       curve(trajectory.time, curves[k], x, y), lineStyle(k));
  out += fmt::format(
      "<rect x=\"{}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\" fill=\"none\" "
      "stroke=\"#777\"/>\n</svg>\n",
      kLeft, top, right - kLeft, bottom - top);
  return result;
}

}  // namespace formola::results
