#include "driver/simulate.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "compiler/explain_failure.h"
#include "compiler/first_signals.h"
#include "compiler/input_file.h"
#include "compiler/inspect_text.h"
#include "compiler/run_model.h"
#include "driver/draw.h"
#include "driver/terminal.h"
#include "evaluate/effects.h"
#include "results/html_report.h"
#include "results/memory_sink.h"
#include "results/result_sink.h"
#include "support/timer.h"

namespace formola {

namespace {

// What a user of --real-time must know about the run: steps that were late or not solved.
std::string realTimeWarnings(const solver::SimulationProblem& problem,
                             const solver::SimulationReport& report) {
  std::string text;
  const uint64_t steps = report.stepTimes.count();
  if (report.unconverged.count > 0)
    text += fmt::format(
        "formola: warning: {} of {} steps were not solved to the tolerance by {} Newton "
        "iteration{}, "
        "the first one at t = {:.6g}; results may be wrong from there on. Allow more "
        "(--real-time-iterations) or take a smaller --step\n",
        report.unconverged.count, steps, problem.realTimeIterations,
        problem.realTimeIterations == 1 ? "" : "s", report.unconverged.first);
  if (report.overruns.count > 0)
    text += fmt::format(
        "formola: warning: {} of {} steps took longer than the step size of {:g} s, the first one "
        "at t = {:.6g}\n",
        report.overruns.count, steps, problem.step, report.overruns.first);
  return text;
}

// "inline:bdf", "auto (inline:bdf, from t = 0.3 on ida)"
std::string methodText(const solver::SimulationProblem& problem,
                       const solver::SimulationReport& report) {
  std::string text(solver::methodName(problem.method));
  if (problem.method != solver::Method::Auto) return text;
  text += fmt::format(" ({}", solver::methodName(report.method));
  if (report.fellBackAt) text += fmt::format(", from t = {:g} on ida", *report.fellBackAt);
  return text + ")";
}

nlohmann::ordered_json jsonReport(const Schedule& schedule,
                                  const solver::SimulationProblem& problem,
                                  const solver::SimulationReport& report,
                                  const Compilation::StageTimes& times, double total) {
  nlohmann::ordered_json json;
  json["model"] = schedule.model.dae.model;
  json["method"] = std::string(solver::methodName(problem.method));
  if (problem.method == solver::Method::Auto) {
    json["chosen_method"] = std::string(solver::methodName(report.method));
    json["fell_back_at"] = report.fellBackAt ? nlohmann::ordered_json(*report.fellBackAt)
                                             : nlohmann::ordered_json(nullptr);
  }
  json["equations"] = schedule.model.originalEquations;
  json["states"] = schedule.nStates;
  json["steps_accepted"] = report.stepsAccepted;
  json["steps_rejected"] = report.stepsRejected;
  json["newton_iterations"] = report.newtonIterations;
  json["block_newton_iterations"] = report.blockNewtonIterations;
  json["function_evaluations"] = report.functionEvaluations;
  json["jacobian_evaluations"] = report.jacobianEvaluations;
  json["differenced_jacobians"] = report.differencedJacobians;
  if (schedule.tangent) json["differenced_steps"] = schedule.tangent->differenced;
  if (schedule.tangent && !schedule.tangent->failure.empty())
    json["jacobian_by_differences_because"] = schedule.tangent->failure;
  json["factorizations"] = report.factorizations;
  json["formula_fallbacks"] = report.formulaFallbacks;
  if (problem.relaxing)
    json["relaxing"] = {{"solves", report.relaxing.solves},
                        {"sweeps", report.relaxing.sweeps},
                        {"accelerated", report.relaxing.accelerated},
                        {"refused", report.relaxing.refused},
                        {"slowest", report.relaxing.slowest}};
  json["time_events"] = report.timeEvents;
  json["state_events"] = report.stateEvents;
  json["state_changes"] = report.stateChanges;
  if (problem.realTimeIterations > 0) {
    const solver::StepTimes& t = report.stepTimes;
    json["real_time"] = {{"step", problem.step},
                         {"iterations", problem.realTimeIterations},
                         {"mean", t.mean()},
                         {"quantile_9999", t.quantile(0.9999)},
                         {"worst", t.worst()},
                         {"steps", t.count()},
                         {"overruns", report.overruns.count},
                         {"unconverged", report.unconverged.count}};
  }
  nlohmann::ordered_json seconds;
  for (const auto& [stage, value] : times) seconds[stage] = value;
  seconds["initialize"] = report.secondsInitialize;
  seconds["simulate"] = report.secondsSimulate;
  seconds["total"] = total;
  json["seconds"] = seconds;
  json["peak_memory_bytes"] = peakMemoryBytes();
  nlohmann::ordered_json last = nlohmann::ordered_json::object();
  // Names differ: put at the end without the search for an equal one, which goes through all.
  using Members = std::vector<std::pair<const std::string, nlohmann::ordered_json>>;
  Members& members = last.get_ref<nlohmann::ordered_json::object_t&>();
  const Dae& dae = schedule.model.dae;
  for (size_t i = 0; i < dae.variables.size(); ++i) {
    const Slot slot = schedule.slots[VariableId(i)];
    std::string name(dae.pool->names.text(dae.variables[VariableId(i)].name));
    if (!schedule.isNumber(VariableId(i)) ||
        static_cast<size_t>(slot.index) >= report.finalValues.size() || name[0] == '$')
      continue;
    double value = report.finalValues[static_cast<size_t>(slot.index)];
    value = slot.negated ? 0.0 - value : value;
    members.emplace_back(std::move(name), std::isfinite(value) ? nlohmann::ordered_json(value)
                                                               : nlohmann::ordered_json(nullptr));
  }
  json["final"] = std::move(last);
  return json;
}

// The states whose errors allowed no longer steps, those first that limited most of them.
results::ReportSection limitingStates(const Schedule& schedule, const RunResult& run) {
  constexpr size_t kMost = 15;
  results::ReportSection section{"Steps limited by the error of", {}};
  std::vector<size_t> states;
  for (size_t i = 0; i < run.limited.size(); ++i)
    if (run.limited[i] > 0) states.push_back(i);
  std::stable_sort(states.begin(), states.end(),
                   [&](size_t a, size_t b) { return run.limited[a] > run.limited[b]; });
  for (size_t k = 0; k < std::min(states.size(), kMost); ++k)
    section.rows.emplace_back(
        std::string(schedule.model.name(schedule.owner[states[k]])),
        fmt::format("{} of {}", run.limited[states[k]], run.stepTimes.size()));
  return section;
}

// As people say it.
std::pair<std::string, std::string> statisticsRow(std::string key,
                                                  const nlohmann::ordered_json& value) {
  if (key == "peak_memory_bytes")
    return {"peak memory", fmt::format("{:.1f} MB", value.get<double>() / 1e6)};
  std::replace(key.begin(), key.end(), '_', ' ');
  for (const auto& [name, proper] :
       {std::pair("newton", "Newton"), std::pair("jacobian", "Jacobian")})
    if (const size_t at = key.find(name); at != std::string::npos)
      key.replace(at, std::strlen(name), proper);
  return {key, value.is_string() ? value.get<std::string>() : value.dump()};
}

bool writeReport(const Options& options, const Schedule& schedule,
                 const solver::SimulationProblem& problem, const solver::SimulationReport& report,
                 const Compilation::StageTimes& times, double total,
                 const results::Trajectory* trajectory, const RunResult& run,
                 const SourceManager& sources) {
  const std::string& path = options.report;
  nlohmann::ordered_json json = jsonReport(schedule, problem, report, times, total);
  if (!path.ends_with(".html")) {
    std::ofstream out(path);
    out << json.dump(2) << '\n';
    return static_cast<bool>(out.flush());
  }
  results::HtmlReport page;
  page.title = schedule.model.dae.model;
  page.subtitle = "simulated with " + methodText(problem, report);
  page.diagram = modelDiagram(options);
  if (trajectory) {
    page.results.push_back({page.title, trajectory});
    page.rows = run.rows;
    page.plots = results::plotsByUnit(*trajectory, firstSignals(schedule.model, sources));
  }
  page.tracks.push_back({"step size", "s", run.stepTimes, run.stepSizes, true, false});
  page.tracks.push_back({"order", "", run.stepTimes, run.stepOrders, false, true});
  for (const RunEvent& event : run.events)
    page.events.push_back({event.time, eventText(schedule, event)});
  results::ReportSection statistics{"Statistics", {}};
  for (const auto& [key, value] : json.items()) {
    if (key == "final" || key == "seconds" || value.is_null()) continue;
    statistics.rows.push_back(statisticsRow(key, value));
  }
  page.statistics.push_back(statistics);
  results::ReportSection seconds{"Seconds", {}};
  for (const auto& [key, value] : json["seconds"].items())
    seconds.rows.emplace_back(key, fmt::format("{:.3g}", value.get<double>()));
  page.statistics.push_back(seconds);
  if (results::ReportSection limits = limitingStates(schedule, run); !limits.rows.empty())
    page.statistics.push_back(std::move(limits));
  std::string error;
  if (results::writeHtmlReport(path, page, error)) return true;
  std::fprintf(stderr, "formola: %s\n", error.c_str());
  return false;
}

// Where a result goes; infinite if that is not known.
double freeBytes(const std::string& output) {
  const std::filesystem::path folder = std::filesystem::path(output).parent_path();
  std::error_code error;
  const auto space = std::filesystem::space(folder.empty() ? "." : folder, error);
  return error ? std::numeric_limits<double>::infinity() : static_cast<double>(space.available);
}

void tellInputDifferences(const StructuredDae& model) {
  if (model.inputDifferences.empty()) return;
  std::string names;
  for (const InputDifference& d : model.inputDifferences)
    names += (names.empty() ? "" : ", ") + std::string(model.name(d.input));
  std::printf("Inputs that the integration formula differentiates: %s\n", names.c_str());
}

void tellStructure(const Schedule& program, solver::Method method) {
  std::printf("%zu equations, %d states\n", program.model.originalEquations, program.nStates);
  std::fputs(statisticsText(summarize(program.model)).c_str(), stdout);
  if (program.tangent && !program.tangent->failure.empty())
    std::printf("Jacobian of the states by differences: %s\n", program.tangent->failure.c_str());
  if (solver::familyOf(method) == solver::MethodFamily::InlineMixed)
    std::printf("States integrated explicitly: %zu of %d\n",
                program.inlined ? program.inlined->explicitStates.size() : 0, program.nStates);
  tellInputDifferences(program.model);
}

// Says how a run ended; its exit status.
int tellOutcome(const Options& options, const Schedule& program, const RunResult& run,
                const std::string& writeError, const SourceManager& sources) {
  const solver::SimulationReport& report = run.report;
  int status = kDone;
  switch (report.outcome) {
    case solver::Outcome::Finished:
      break;
    case solver::Outcome::Refused:  // nobody looks at the parameters here
    case solver::Outcome::Terminated:
      if (!options.quiet)
        std::printf("terminated at t = %g: %s\n", report.endTime, report.message.c_str());
      break;
    case solver::Outcome::Interrupted:
      std::fprintf(stderr, "formola: interrupted at t = %g; the results up to there are kept\n",
                   report.endTime);
      status = kSimulationFailed;
      break;
    case solver::Outcome::ObserverStopped:
      std::fprintf(stderr, "formola: the results cannot be written: %s\n",
                   (run.error.empty() ? writeError : run.error).c_str());
      status = run.error.empty() ? kSimulationFailed : kCommandWrong;
      break;
    case solver::Outcome::Failed:
      std::fprintf(stderr, "formola: the simulation failed at t = %g: %s\n", report.endTime,
                   report.message.c_str());
      std::fputs(explainFailure(program, report, sources).c_str(), stderr);
      status = kSimulationFailed;
      break;
  }
  return status;
}

void tellSteps(const Schedule& program, const solver::SimulationProblem& problem,
               const RunResult& run, const std::string& path) {
  const solver::SimulationReport& report = run.report;
  if (run.rows > 0) {
    std::printf(
        "%s to t = %g with %s: %llu steps, %llu state events, %llu time events, %.3f s\n%zu rows "
        "in %s\n",
        program.model.dae.model.c_str(), report.endTime, methodText(problem, report).c_str(),
        static_cast<unsigned long long>(report.stepsAccepted),
        static_cast<unsigned long long>(report.stateEvents),
        static_cast<unsigned long long>(report.timeEvents), report.secondsSimulate, run.rows,
        path.c_str());
  }
  if (problem.realTimeIterations > 0 && report.stepTimes.count() > 0) {
    const solver::StepTimes& t = report.stepTimes;
    std::printf(
        "real time: a step of %g s takes %.3g s on average, %.3g s in 99.99 %% of the "
        "steps, %.3g s at worst (%.2g %% of the step)\n",
        problem.step, t.mean(), t.quantile(0.9999), t.worst(), 100 * t.worst() / problem.step);
  }
}

}  // namespace

int simulateModel(Compilation& compilation, const Options& options) {
  const std::optional<solver::Method> method = solver::parseMethod(options.method);
  if (!method) return complain(unknownMethod(options.method));
  if (const std::string wrong = wrongOption(options.run, *method); !wrong.empty())
    return complain(wrong);
  if (!options.explicitStates.empty() &&
      solver::familyOf(*method) != solver::MethodFamily::InlineMixed)
    return complain(
        fmt::format("--explicit is for inline:mixed, not for {}", solver::methodName(*method)));
  if (const std::string useless = uselessStep(options.run, *method); !useless.empty())
    std::fprintf(stderr, "formola: warning: %s\n", useless.c_str());
  const double before = compilation.parseSeconds();
  const Stopwatch all;
  const std::shared_ptr<const CompiledModel> compiled = compilation.compile(*method);
  if (!compiled) return outcome(compilation);
  if (options.run.threads > 1 && compiled->sharedLoops() == 0)
    std::fputs(
        "formola: warning: --threads has no effect: the model has no long loops of which "
        "the turns are independent\n",
        stderr);
  if (!compiled->warning.empty())
    std::fprintf(stderr, "formola: warning: %s\n", compiled->warning.c_str());
  if (options.timings) std::fputs(compiled->statistics().c_str(), stderr);
  const Schedule& program = compiled->schedule();
  if (!options.quiet) tellStructure(program, *method);
  solver::SimulationProblem problem;
  if (const std::string wrong =
          planRun(options.run, *method, program.model.dae.experiment, problem);
      !wrong.empty())
    return complain(wrong);

  if (!options.inputFile.empty()) {
    std::string error;
    for (const auto& [id, signal] : readInputs(options.inputFile, program.model, error))
      problem.inputs.push_back({program.slots[id].index, signal});
    if (!error.empty()) return complain(error);
  }

  // ---- result files
  std::string error;
  const StoredVariables stored{options.filter, options.store == "public"};
  const std::optional<ResultPlan> plan = planResult(program, stored, {}, error);
  if (!plan) return complain(error);
  const ResultChoice choice =
      chooseResultFile(options.output, resultFileName(program.model.dae.model),
                       estimateSize(plan->layout, problem), freeBytes(options.output));
  if (!choice.told.empty()) std::fprintf(stderr, "formola: %s\n", choice.told.c_str());
  const std::string& path = choice.path;
  std::unique_ptr<results::ResultSink> file = results::makeFileSink(path, error);
  if (!file) {
    std::fprintf(stderr, "formola: %s\n", error.c_str());
    return kCommandWrong;
  }
  const std::string kind = std::filesystem::path(options.report).extension().string();
  if (!kind.empty() && kind != ".json" && kind != ".html") {
    std::fprintf(stderr, "formola: the report '%s' must end in .json or .html\n",
                 options.report.c_str());
    return kCommandWrong;
  }
  bool html = kind == ".html";
  results::MemorySink memory(20000);
  std::vector<results::ResultSink*> sinks{file.get()};
  if (html) sinks.push_back(&memory);
  results::TeeSink sink(sinks);
  RunSettings settings;
  settings.problem = problem;
  settings.stored = stored;
  settings.keepSteps = html;
  const bool bar = isatty(STDERR_FILENO) != 0 && !options.quiet;
  const RunResult run = runInTerminal(*compiled, std::move(settings), sink, {bar, true});
  const solver::SimulationReport& report = run.report;

  for (const std::string& warning : report.warnings)
    std::fprintf(stderr, "formola: warning: %s\n", warning.c_str());
  std::fputs(explainDenormals(program, report, compilation.sources()).c_str(), stderr);
  int status = tellOutcome(options, program, run, sink.error(), compilation.sources());
  if (const auto& gate = program.model.dae.gate)
    for (const EffectRefusal& refusal : gate->refusals())
      reportRefusal(refusal, compilation.diagnostics());
  if (!run.written && status == kDone) {
    std::fprintf(stderr, "formola: the results cannot be written: %s\n", sink.error().c_str());
    status = kSimulationFailed;
  }
  const double total = all.seconds() + before;
  if (!options.report.empty() &&
      !writeReport(options, program, problem, report, compilation.times(), total,
                   html ? &memory.trajectory() : nullptr, run, compilation.sources())) {
    std::fprintf(stderr, "formola: cannot write '%s'\n", options.report.c_str());
    if (status == kDone) status = kSimulationFailed;
  }
  if (!options.quiet) tellSteps(program, problem, run, path);
  std::fputs(realTimeWarnings(problem, report).c_str(), stderr);
  return status;
}

}  // namespace formola
