// The command calibrate.
#include "analysis/calibrate.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "driver/analysis_commands.h"
#include "driver/fit_page.h"
#include "driver/open_model.h"
#include "driver/terminal.h"

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
  results::ReportSection section{"Parameters", {}};
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

bool writePage(const Options& options, TranslatedModel& model,
               const analysis::CalibrationRequest& request, const analysis::Calibration& found) {
  FitPage page;
  page.title = model.model().dae.model;
  page.subtitle = found.converged
                      ? "fitted to " + options.dataFile
                      : fmt::format("fitted to {}: {}", options.dataFile, found.message);
  std::vector<double> start, end;
  std::string problem;
  const analysis::Unknowns unknowns =
      analysis::findUnknowns(model, request.over, request.values, problem);
  for (const analysis::FittedParameter& p : found.parameters) {
    start.push_back(p.start);
    end.push_back(p.value);
  }
  page.runs = {{"fitted", unknowns.valuesAt(request.values, end)},
               {"before", unknowns.valuesAt(request.values, start)}};
  page.measured = pointsOf(request.measured);
  for (const analysis::FittedSignal& signal : found.signals) page.signals.push_back(signal.name);
  page.sections.push_back(parameterSection(found));
  page.sections.back().title = fmt::format("Parameters, {:.4g} % confidence", 100 * found.level);
  results::ReportSection deviations{"Root mean square of the differences", {}};
  for (const analysis::FittedSignal& s : found.signals)
    deviations.rows.emplace_back(s.name, fmt::format("{:.4g}, was {:.4g} ({} values)", s.deviation,
                                                     s.deviationBefore, s.count));
  page.sections.push_back(std::move(deviations));
  results::ReportSection search{"Search", {}};
  search.rows.emplace_back("iterations", std::to_string(found.iterations));
  search.rows.emplace_back("runs", std::to_string(found.runs));
  search.rows.emplace_back("derivatives", found.differences.empty()
                                              ? "exact"
                                              : "difference quotients: " + found.differences);
  for (const std::vector<std::string>& group : found.notTold) {
    std::string names;
    for (const std::string& name : group) names += (names.empty() ? "" : ", ") + name;
    search.rows.emplace_back(group.size() == 1 ? "without influence" : "not told apart", names);
  }
  page.sections.push_back(std::move(search));
  return writeFitPage(options.report, model, request.settings, page);
}

bool writeReport(const Options& options, TranslatedModel& model,
                 const analysis::CalibrationRequest& request, const analysis::Calibration& found) {
  if (options.report.empty()) return true;
  if (options.report.ends_with(".html")) return writePage(options, model, request, found);
  std::ofstream file(options.report);
  file << analysis::calibrationJson(found, model.model().dae.model);
  return static_cast<bool>(file.flush());
}

int tell(const Options& options, TranslatedModel& model,
         const analysis::CalibrationRequest& request, const analysis::Calibration& found) {
  if (!found.diagnostics.empty()) std::fputs(found.diagnostics.c_str(), stderr);
  if (!found.problem.empty()) return complain(found.problem);
  if (!found.diagnostics.empty()) return kModelWrong;
  if (!found.ok) {
    std::fprintf(stderr, "formola: %s\n", found.cancelled ? "interrupted" : found.message.c_str());
    return kSimulationFailed;
  }
  if (!options.quiet) {
    std::fputs(analysis::calibrationText(found).c_str(), stdout);
    std::string set;
    for (const analysis::FittedParameter& p : found.parameters)
      set += fmt::format(" --set {}={:.8g}", p.name, p.value);
    std::printf("simulate with:%s\n", set.c_str());
  }
  if (!writeReport(options, model, request, found))
    return complain("cannot write '" + options.report + "'");
  if (found.converged) return kDone;
  std::fprintf(stderr, "formola: the fit did not come to its end: %s\n", found.message.c_str());
  return kSimulationFailed;
}

}  // namespace

int calibrateModel(const Options& options) {
  if (const std::string wrong = wrongReport(options.report); !wrong.empty()) return complain(wrong);
  std::string problem;
  analysis::CalibrationRequest request;
  for (const std::string& text : options.over) {
    const auto one = analysis::parseUnknown(text, problem);
    if (!one) return complain(problem);
    request.over.push_back(*one);
  }
  int status = kDone;
  const std::unique_ptr<TranslatedModel> model = openModel(options, status);
  if (!model) return status;
  if (problem = planSettings(*model, options, request.settings); !problem.empty())
    return complain(problem);
  if (request.values = setValues(*model, options, problem); !problem.empty())
    return complain(problem);
  request.measured = analysis::readMeasurements(options.dataFile, *model, options.signals,
                                                request.values, problem);
  if (!problem.empty()) return complain(problem);
  endWithData(options, request.measured, request.settings);
  request.level = options.confidence;
  if (options.iterations > 0) request.iterations = options.iterations;
  const Interrupts interrupts;
  request.settings.problem.interrupt = &interrupts.flag();
  const bool bar = isatty(STDERR_FILENO) != 0 && !options.quiet;
  if (bar)
    request.progress = [](int run, double deviation) {
      std::fprintf(stderr, "\rrun %d, deviation %.4g\033[K", run, deviation);
    };
  const analysis::Calibration found = analysis::calibrate(*model, request);
  if (bar) std::fputs("\r\033[K", stderr);
  return tell(options, *model, request, found);
}

}  // namespace formola
