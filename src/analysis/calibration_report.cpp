// What came of a calibration: JSON for programs, tables for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/calibrate.h"

namespace formola::analysis {

namespace {

using Json = nlohmann::ordered_json;

Json finite(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

size_t widest(size_t least, const auto& list) {
  for (const auto& each : list) least = std::max(least, each.name.size());
  return least;
}

}  // namespace

std::string calibrationJson(const Calibration& c, const std::string& model) {
  Json json;
  json["model"] = model;
  json["converged"] = c.converged;
  if (!c.message.empty()) json["message"] = c.message;
  json["iterations"] = c.iterations;
  json["runs"] = c.runs;
  json["jacobian"] = c.differences.empty() ? "exact" : "differences";
  if (!c.differences.empty()) json["jacobian_by_differences_because"] = c.differences;
  json["confidence_level"] = c.level;
  json["parameters"] = Json::array();
  for (const FittedParameter& p : c.parameters)
    json["parameters"].push_back(
        {{"name", p.name},
         {"start", p.start},
         {"value", p.value},
         {"min", finite(p.lower)},
         {"max", finite(p.upper)},
         {"at_bound", p.atBound},
         {"standard_error", finite(p.standardError)},
         {"confidence_interval", {finite(p.confidenceLow), finite(p.confidenceHigh)}}});
  json["not_told_apart"] = c.notTold;
  json["correlation"] = Json::array();
  const size_t n = c.parameters.size();
  for (size_t i = 0; i < n; ++i) {
    Json row = Json::array();
    for (size_t k = 0; k < n; ++k) row.push_back(finite(c.correlation[i * n + k]));
    json["correlation"].push_back(std::move(row));
  }
  json["signals"] = Json::array();
  for (const FittedSignal& s : c.signals)
    json["signals"].push_back({{"name", s.name},
                               {"values", s.count},
                               {"deviation_before", s.deviationBefore},
                               {"deviation", s.deviation},
                               {"unexplained", s.unexplained}});
  json["unused_times"] = c.unusedTimes;
  return json.dump(2) + '\n';
}

std::string calibrationText(const Calibration& c) {
  std::string text;
  const size_t first = widest(9, c.parameters), signal = widest(6, c.signals);
  text += fmt::format("{:<{}}  {:>12}  {:>12}  {:.4g} % confidence interval\n", "parameter", first,
                      "start", "fitted", 100 * c.level);
  for (const FittedParameter& p : c.parameters) {
    std::string interval = std::isfinite(p.standardError)
                               ? fmt::format("{:.6g} to {:.6g}", p.confidenceLow, p.confidenceHigh)
                           : p.atBound ? std::string("held by its bound")
                                       : std::string("not determined");
    text += fmt::format("{:<{}}  {:>12.6g}  {:>12.6g}  {}\n", p.name, first, p.start, p.value,
                        interval);
  }
  text += fmt::format("\n{:<{}}  {:>12}  {:>12}  {}\n", "signal", signal, "deviation", "after",
                      "values");
  for (const FittedSignal& s : c.signals)
    text += fmt::format("{:<{}}  {:>12.6g}  {:>12.6g}  {}\n", s.name, signal, s.deviationBefore,
                        s.deviation, s.count);
  for (const FittedSignal& s : c.signals)
    if (s.unexplained)
      text += fmt::format(
          "\nwhat is left of {} is no noise but follows a course: with these values the model is "
          "not what was measured, and the intervals do not hold. It may be a minimum far from the "
          "true one: begin elsewhere (--set), or narrow the bounds",
          s.name);
  for (const std::vector<std::string>& group : c.notTold)
    text += group.size() == 1
                ? fmt::format("\n{} has no influence on what was measured", group[0])
                : fmt::format("\n{} cannot be told apart: only a combination of them is determined",
                              joined(group));
  const size_t n = c.parameters.size();
  for (size_t i = 0; i < n; ++i)
    for (size_t k = 0; k < i; ++k)
      if (std::abs(c.correlation[i * n + k]) > 0.99)
        text += fmt::format("\n{} and {} are hard to tell apart: their correlation is {:.4f}",
                            c.parameters[k].name, c.parameters[i].name, c.correlation[i * n + k]);
  if (c.unusedTimes > 0)
    text += fmt::format("\n{} measured times lie outside of the run", c.unusedTimes);
  if (text.back() != '\n') text += '\n';
  text +=
      fmt::format("\n{} iterations, {} runs, {}\n", c.iterations, c.runs,
                  c.differences.empty() ? "exact derivatives"
                                        : "derivatives by difference quotients: " + c.differences);
  return text;
}

}  // namespace formola::analysis
