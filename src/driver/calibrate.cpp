// The command calibrate.
#include "analysis/calibrate.h"

#include <fmt/format.h>

#include <cmath>

#include "driver/analysis_commands.h"
#include "driver/search_command.h"

namespace formola {

namespace {

// Without --stop the run ends with the measurements.
void endWithData(const Options& options, const analysis::Measurements& measured,
                 RunSettings& settings) {
  if (!options.run.stopTime && !measured.times.empty() &&
      measured.times.back() > settings.problem.startTime)
    settings.problem.stopTime = measured.times.back();
}

results::Trajectory pointsOf(const analysis::Measurements& measured) {
  results::Trajectory points;
  points.time = measured.times;
  for (const analysis::MeasuredSignal& signal : measured.signals) {
    points.layout.addVariable(signal.name);
    points.columns.push_back(signal.values);
  }
  return points;
}

results::ReportSection parameterSection(const analysis::Calibration& found) {
  results::ReportSection section{fmt::format("Parameters, {:.4g} % confidence", 100 * found.level),
                                 {}};
  for (const analysis::FittedParameter& p : found.parameters) {
    std::string error;
    if (std::isfinite(p.standardError)) {
      error = fmt::format(" ± {:.2g}", (p.confidenceHigh - p.confidenceLow) / 2);
    } else {
      error = p.atBound ? " (held by its bound)" : " (not determined)";
    }
    section.rows.emplace_back(p.name, fmt::format("{:.6g}{}, was {:.6g}", p.value, error, p.start));
  }
  return section;
}

results::ReportSection deviationSection(const analysis::Calibration& found) {
  results::ReportSection section{"Root mean square of the differences", {}};
  for (const analysis::FittedSignal& s : found.signals)
    section.rows.emplace_back(
        s.name, fmt::format("{:.4g}, was {:.4g} ({} values){}", s.deviation, s.deviationBefore,
                            s.count, s.unexplained ? ": follows a course, is no noise" : ""));
  return section;
}

results::ReportSection searchSection(const analysis::Calibration& found) {
  results::ReportSection section{"Search", {}};
  section.rows.emplace_back("iterations", std::to_string(found.iterations));
  section.rows.emplace_back("runs", std::to_string(found.runs));
  section.rows.emplace_back("derivatives", found.differences.empty()
                                               ? "exact"
                                               : "difference quotients: " + found.differences);
  for (const std::vector<std::string>& group : found.notTold) {
    std::string names;
    for (const std::string& name : group) names += (names.empty() ? "" : ", ") + name;
    section.rows.emplace_back(group.size() == 1 ? "without influence" : "not told apart", names);
  }
  return section;
}

FitPage pageOf(const Options& options, const analysis::Measurements& measured,
               const analysis::Calibration& found) {
  FitPage page;
  page.subtitle = found.converged
                      ? "fitted to " + options.dataFile
                      : fmt::format("fitted to {}: {}", options.dataFile, found.message);
  page.measured = pointsOf(measured);
  for (const analysis::FittedSignal& signal : found.signals) page.signals.push_back(signal.name);
  page.sections = {parameterSection(found), deviationSection(found), searchSection(found)};
  return page;
}

}  // namespace

int calibrateModel(const Options& options) {
  analysis::CalibrationRequest request;
  SearchCommand command(options, request);
  if (const int status = command.open(); status != kDone) return status;
  std::string problem;
  request.measured = analysis::readMeasurements(options.dataFile, command.model(), options.signals,
                                                request.values, problem);
  if (!problem.empty()) return complain(problem);
  endWithData(options, request.measured, request.settings);
  request.level = options.confidence;
  if (options.iterations > 0) request.iterations = options.iterations;
  command.watch("run {}, deviation {:.4g}");
  const analysis::Calibration found = analysis::calibrate(command.model(), request);
  return command.tell(found, {.what = "fit",
                              .parameters = {found.parameters.begin(), found.parameters.end()},
                              .text = analysis::calibrationText(found),
                              .json = analysis::calibrationJson(found, command.name()),
                              .label = "fitted",
                              .page = pageOf(options, request.measured, found)});
}

}  // namespace formola
