#include "driver/open_model.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "analysis/steady_state.h"
#include "analysis/sweep.h"
#include "compiler/explain_failure.h"
#include "driver/terminal.h"
#include "syntax/dym/reader.h"

namespace formola {

namespace fs = std::filesystem;

// A name may be too long for a file, which is no reason to end.
bool looksLikeFile(const std::string& text) {
  std::error_code ignored;
  return text.ends_with(".mo") || dym::isDymFile(text) || text.find('/') != std::string::npos ||
         fs::exists(text, ignored);
}

void showDiagnostics(const Diagnostics& diagnostics, const Options& options) {
  if (options.jsonDiagnostics) {
    std::fputs(renderJson(diagnostics).c_str(), stderr);
    return;
  }
  RenderOptions render;
  render.color = isatty(STDERR_FILENO) != 0;
  render.maxErrors = static_cast<size_t>(std::max(1, options.maxErrors));
  std::fputs(renderText(diagnostics, render).c_str(), stderr);
}

std::unique_ptr<TranslatedModel> openModel(const Options& options, int& status) {
  ModelSources sources;
  for (size_t i = 0; i < options.inputs.size(); ++i) {
    const bool last = i + 1 == options.inputs.size();
    if (last && !looksLikeFile(options.inputs[i])) {
      sources.model = options.inputs[i];
    } else {
      sources.files.push_back(options.inputs[i]);
    }
  }
  CompileOptions compile = options;
  compile.set.clear();
  auto model = std::make_unique<TranslatedModel>(std::move(sources), std::move(compile));
  showDiagnostics(model->diagnostics(), options);
  status = kDone;
  if (model->ok()) return model;
  status = model->diagnostics().hasErrors() ? kModelWrong : complain(model->problem());
  return nullptr;
}

RunValues setValues(const TranslatedModel& model, const Options& options, std::string& problem) {
  analysis::SweepPlan plan;
  analysis::CaseValues values;
  for (const std::string& text : options.set) {
    const size_t equal = text.find('=');
    plan.names.push_back(text.substr(0, equal));
    values.push_back(text.substr(equal + 1));
  }
  plan.cases = analysis::CaseList(std::move(values));
  return analysis::valuesOf(model, plan, 0, problem);
}

std::string planSettings(const TranslatedModel& model, const Options& options,
                         RunSettings& settings) {
  const std::optional<solver::Method> method = solver::parseMethod(options.method);
  if (!method) return unknownMethod(options.method);
  return planRun(options.run, *method, model.model().dae.experiment, settings.problem);
}

namespace {

int failed(SteppedRun& run, const std::string& what) {
  const solver::SimulationReport& report = run.stepper().report();
  std::fprintf(stderr, "formola: %s at t = %g: %s\n", what.c_str(), report.endTime,
               report.message.c_str());
  std::fputs(explainFailure(run.code()->schedule(), report, *run.code()->sources).c_str(), stderr);
  return kSimulationFailed;
}

int rest(SteppedRun& run, const Options& options) {
  const analysis::SteadyState steady = analysis::findSteadyState(run);
  if (!steady.ok) {
    std::fprintf(stderr, "formola: %s\n", steady.message.c_str());
    return kSimulationFailed;
  }
  if (options.quiet) return kDone;
  std::fprintf(stderr, "steady state by %d iterations of %s%s\n", steady.iterations,
               steady.how.c_str(), steady.integrated ? " after an integration" : "");
  for (const auto& [name, rate] : steady.drifting)
    std::fprintf(stderr, "formola: warning: %s goes on by %g per second; nothing depends on it\n",
                 name.c_str(), rate);
  return kDone;
}

}  // namespace

std::unique_ptr<SteppedRun> startRun(TranslatedModel& model, const Options& options,
                                     results::ResultSink& sink, int& status) {
  RunSettings settings;
  std::string problem = planSettings(model, options, settings);
  RunValues values;
  if (problem.empty()) values = setValues(model, options, problem);
  if (!problem.empty()) {
    status = complain(problem);
    return nullptr;
  }
  TranslatedModel::Started started = model.start(values, std::move(settings), sink);
  if (!started.run) {
    std::fputs(started.diagnostics.c_str(), stderr);
    status = started.problem.empty() ? kModelWrong : complain(started.problem);
    return nullptr;
  }
  status = started.ok ? kDone : failed(*started.run, "the initialisation failed");
  if (status == kDone && options.at && !started.run->stepper().advanceTo(*options.at))
    status = failed(*started.run, "the simulation failed");
  if (status == kDone && options.steady) status = rest(*started.run, options);
  return status == kDone ? std::move(started.run) : nullptr;
}

}  // namespace formola
