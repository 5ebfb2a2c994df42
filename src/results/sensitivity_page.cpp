#include "results/sensitivity_page.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "results/html_page.h"

namespace formola::results {

std::string renderSensitivityPage(const SensitivityPage& page) {
  using nlohmann::json;
  json parameters = json::array(), signals = json::array();
  for (const SensitivityPage::Parameter& p : page.parameters)
    parameters.push_back(
        {{"name", p.name}, {"unit", p.unit}, {"value", p.value}, {"change", p.change}});
  for (const SensitivityPage::Signal& s : page.signals) {
    json effects = json::array();
    for (const std::vector<double>& each : s.effects) effects.push_back(encodeArray<double>(each));
    signals.push_back({{"name", s.name},
                       {"unit", s.unit},
                       {"values", encodeArray<double>(s.values)},
                       {"effects", std::move(effects)}});
  }
  return renderPage({page.title,
                     page.subtitle,
                     "sensitivity.html",
                     {"xyplot.css", "sensitivity.css"},
                     {"xyplot.js", "sensitivity.js"},
                     {}},
                    {{"time", encodeArray<double>(page.time)},
                     {"parameters", std::move(parameters)},
                     {"signals", std::move(signals)}});
}

}  // namespace formola::results
