#include "results/demo_page.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "results/html_page.h"

namespace formola::results {

std::optional<double> secondsAtError(const std::vector<DemoRun>& runs, const std::string& method,
                                     double error) {
  std::vector<std::pair<double, double>> points;  // ln error, ln seconds
  for (const DemoRun& run : runs) {
    if (run.method == method && run.error > 0 && run.seconds > 0)
      points.emplace_back(std::log(run.error), std::log(run.seconds));
  }
  std::sort(points.begin(), points.end());
  const auto last = std::unique(points.begin(), points.end(),
                                [](auto& a, auto& b) { return a.first == b.first; });
  points.erase(last, points.end());
  if (points.size() < 2 || !(error > 0)) return std::nullopt;
  const double x = std::log(error);
  size_t i = 1;
  while (i + 1 < points.size() && points[i].first < x) ++i;
  const auto [x0, y0] = points[i - 1];
  const auto [x1, y1] = points[i];
  return std::exp(y0 + (y1 - y0) * (x - x0) / (x1 - x0));
}

std::string renderDemoPage(const DemoPage& page) {
  using nlohmann::json;
  json runs = json::array();
  for (const DemoRun& r : page.runs) {
    runs.push_back({{"method", r.method},
                    {"tolerance", r.tolerance},
                    {"iterated", r.iterated},
                    {"steps", r.steps},
                    {"rejected", r.rejected},
                    {"newton", r.newtonIterations},
                    {"evaluations", r.functionEvaluations},
                    {"factorizations", r.factorizations},
                    {"seconds", r.seconds},
                    {"error", r.error}});
  }
  json speed = json::object();
  double target = 0;
  for (const DemoRun& r : page.runs)
    if (r.method == page.baseline && r.tolerance == page.shownTolerance) target = r.error;
  for (const DemoRun& r : page.runs)
    if (const auto seconds = secondsAtError(page.runs, r.method, target))
      speed[r.method] = *seconds;
  json links = json::array();
  for (const DemoLink& link : page.links)
    links.push_back({{"axis", link.axis}, {"offset", link.offset}, {"angle", link.angle}});
  json facts = json::array();
  for (const auto& [value, label] : page.facts) facts.push_back({value, label});
  return renderPage({page.title,
                     page.subtitle,
                     "demo.html",
                     {"plots.css", "matrix.css", "demo.css"},
                     {"plots.js", "matrix.js", "arm.js", "demo.js"}},
                    {{"facts", std::move(facts)},
                     {"runs", std::move(runs)},
                     {"errorUnit", page.errorUnit},
                     {"reference", page.referenceText},
                     {"shownTolerance", page.shownTolerance},
                     {"baseline", page.baseline},
                     {"targetError", target},
                     {"secondsAtTarget", std::move(speed)},
                     {"base", page.base},
                     {"links", std::move(links)},
                     {"plots", encodeReport(page.plots)},
                     {"structure", encodeStructure(page.structure)}});
}

}  // namespace formola::results
