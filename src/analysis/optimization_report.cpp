// What came of an optimisation: JSON for programs, tables for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/optimize.h"

namespace formola::analysis {

namespace {

using Json = nlohmann::ordered_json;

Json finite(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

}  // namespace

std::string optimizationJson(const Optimization& o, const std::string& model) {
  Json json;
  json["model"] = model;
  json["converged"] = o.converged;
  if (!o.message.empty()) json["message"] = o.message;
  json["objective"] = o.objective;
  json["direction"] = o.maximize ? "maximize" : "minimize";
  json["before"] = finite(o.before);
  json["after"] = finite(o.after);
  json["runs"] = o.runs;
  json["algorithm"] = o.algorithm;
  json["gradients"] = o.withoutGradients.empty() ? "exact" : "none";
  if (!o.withoutGradients.empty()) json["without_gradients_because"] = o.withoutGradients;
  json["parameters"] = Json::array();
  for (const FoundParameter& p : o.parameters)
    json["parameters"].push_back({{"name", p.name},
                                  {"start", p.start},
                                  {"value", p.value},
                                  {"min", finite(p.lower)},
                                  {"max", finite(p.upper)},
                                  {"at_bound", p.atBound}});
  json["constraints"] = Json::array();
  for (const OptimizedConstraint& c : o.constraints)
    json["constraints"].push_back({{"text", c.text},
                                   {"left", finite(c.left)},
                                   {"right", finite(c.right)},
                                   {"holds", c.holds}});
  return json.dump(2) + '\n';
}

std::string optimizationText(const Optimization& o) {
  size_t first = 9;
  for (const FoundParameter& p : o.parameters) first = std::max(first, p.name.size());
  std::string text = fmt::format("{:<{}}  {:>12}  {:>12}\n", "parameter", first, "start", "found");
  for (const FoundParameter& p : o.parameters)
    text += fmt::format("{:<{}}  {:>12.6g}  {:>12.6g}{}\n", p.name, first, p.start, p.value,
                        p.atBound ? "  at its bound" : "");
  text += fmt::format("\n{} {}: {:.6g}, was {:.6g}\n", o.maximize ? "largest" : "smallest",
                      o.objective, o.after, o.before);
  for (const OptimizedConstraint& c : o.constraints)
    text += fmt::format("{}: {:.6g} and {:.6g}{}\n", c.text, c.left, c.right,
                        c.holds ? "" : ", does not hold");
  text += fmt::format("{} runs, {}\n", o.runs,
                      o.withoutGradients.empty()
                          ? o.algorithm + " with exact gradients"
                          : o.algorithm + " without gradients: " + o.withoutGradients);
  return text;
}

}  // namespace formola::analysis
