#include "driver/fit_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "results/memory_sink.h"

namespace formola {

bool writeFitPage(const std::string& path, TranslatedModel& model, const RunSettings& settings,
                  const FitPage& page) {
  results::HtmlReport report;
  report.title = page.title;
  report.subtitle = page.subtitle;
  if (page.measured.rows() > 0) report.results.push_back({"measured", &page.measured, true});
  std::deque<results::MemorySink> sinks;
  for (const auto& [label, values] : page.runs) {
    results::MemorySink& sink = sinks.emplace_back(8000);
    RunSettings each = settings;
    each.problem.interrupt = nullptr;
    model.run(values, std::move(each), sink);
    if (sink.trajectory().rows() > 0) report.results.push_back({label, &sink.trajectory()});
  }
  if (!sinks.empty()) report.plots = results::plotsByUnit(sinks.front().trajectory(), page.signals);
  report.statistics = page.sections;
  std::string error;
  return results::writeHtmlReport(path, report, error);
}

std::string wrongReport(const std::string& path) {
  if (path.empty() || path.ends_with(".json") || path.ends_with(".html")) return {};
  return fmt::format("the report '{}' must end in .json or .html", path);
}

}  // namespace formola
