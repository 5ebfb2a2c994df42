#include "driver/shell_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace formola {

std::string plotSvg(const results::Trajectory& trajectory, const std::vector<std::string>& names,
                    std::string& problem) {
  constexpr double kWidth = 800, kHeight = 480, kLeft = 80, kRight = 20, kTop = 30, kBottom = 50;
  constexpr const char* kColours[] = {"#1f5fa8", "#c8452c", "#2f8f4e",
                                      "#8a4fa0", "#b8860b", "#3a8f9e"};
  std::vector<std::vector<double>> curves;
  double low = INFINITY, high = -INFINITY;
  for (const std::string& name : names) {
    const results::Signal* signal = trajectory.find(name);
    if (!signal) {
      problem = fmt::format("the result has no variable '{}'", name);
      return {};
    }
    curves.push_back(trajectory.values(*signal));
    for (double v : curves.back()) {
      if (!std::isfinite(v)) continue;
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  if (trajectory.time.empty() || !(low <= high)) {
    problem = "the result has no values";
    return {};
  }
  if (high - low < 1e-12 * std::max(1.0, std::abs(high))) {
    low -= 1;
    high += 1;
  }
  const double t0 = trajectory.time.front(), t1 = std::max(trajectory.time.back(), t0 + 1e-300);
  auto x = [&](double t) { return kLeft + (t - t0) / (t1 - t0) * (kWidth - kLeft - kRight); };
  auto y = [&](double v) {
    return kHeight - kBottom - (v - low) / (high - low) * (kHeight - kTop - kBottom);
  };
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"13\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      kWidth, kHeight);
  for (int i = 0; i <= 4; ++i) {
    const double v = low + (high - low) * i / 4, t = t0 + (t1 - t0) * i / 4;
    out += fmt::format(
        "<path d=\"M{:.1f} {:.1f}H{:.1f}M{:.1f} {:.1f}V{:.1f}\" stroke=\"#ddd\"/>\n"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:.4g}</text>\n"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.4g}</text>\n",
        kLeft, y(v), kWidth - kRight, x(t), kTop, kHeight - kBottom, kLeft - 6, y(v) + 4, v, x(t),
        kHeight - kBottom + 18, t);
  }
  for (size_t k = 0; k < curves.size(); ++k) {
    const char* colour = kColours[k % std::size(kColours)];
    out +=
        fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" points=\"", colour);
    for (size_t i = 0; i < trajectory.time.size(); ++i)
      if (std::isfinite(curves[k][i]))
        out += fmt::format("{:.2f},{:.2f} ", x(trajectory.time[i]), y(curves[k][i]));
    out += fmt::format("\"/>\n<text x=\"{}\" y=\"20\" fill=\"{}\">{}</text>\n",
                       kLeft + 120 * static_cast<double>(k), colour, names[k]);
  }
  return out + "</svg>\n";
}

}  // namespace formola
