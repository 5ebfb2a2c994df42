#include "results/sweep_page.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "results/html_page.h"

namespace formola::results {

namespace {

using nlohmann::json;

json number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return nullptr;
  return value;
}

}  // namespace

std::string renderSweepPage(const SweepPage& page) {
  json cases = json::array();
  for (const SweepCase& each : page.cases) {
    json numbers = json::array(), curves = json::array();
    for (const std::string& text : each.values) numbers.push_back(number(text));
    for (const std::vector<double>& curve : each.curves)
      curves.push_back(encodeArray<double>(curve));
    cases.push_back({{"number", each.number},
                     {"texts", each.values},
                     {"numbers", std::move(numbers)},
                     {"time", encodeArray<double>(each.time)},
                     {"curves", std::move(curves)}});
  }
  json variables = json::array(), percentiles = json::array();
  for (const auto& [name, unit] : page.variables)
    variables.push_back({{"name", name}, {"unit", unit}});
  for (const auto& [name, values] : page.percentiles) {
    json list = json::array();
    for (const double value : values)
      list.push_back(std::isfinite(value) ? json(value) : json(nullptr));
    percentiles.push_back({{"name", name}, {"values", std::move(list)}});
  }
  return renderPage({page.title,
                     page.subtitle,
                     "sweep.html",
                     {"xyplot.css", "sweep.css"},
                     {"xyplot.js", "sweep.js"},
                     {}},
                    {{"names", page.names},
                     {"variables", std::move(variables)},
                     {"cases", std::move(cases)},
                     {"count", page.count},
                     {"left", page.left},
                     {"percentiles", std::move(percentiles)}});
}

}  // namespace formola::results
