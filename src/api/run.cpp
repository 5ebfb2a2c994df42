// Runs and their results.
#include <fmt/format.h>

#include <cmath>

#include "api/handles.h"
#include "compiler/explain_failure.h"
#include "results/sampler.h"
#include "support/timer.h"

using formola::api::complain;
using formola::api::findVariable;
using formola::api::give;
using formola::api::guarded;
using formola::api::suggestion;
using formola::api::take;

namespace {

using namespace formola;

RunOptions runOptions(const formola_options& given) {
  RunOptions options;
  if (given.start != nullptr) options.startTime = *given.start;
  if (given.stop != nullptr) options.stopTime = *given.stop;
  if (given.tolerance != nullptr) options.tolerance = *given.tolerance;
  if (given.step > 0) options.step = given.step;
  if (given.intervals > 0) options.intervals = given.intervals;
  return options;
}

// Calls back some times a second, so that a signal is seen within a tenth of one; not 0 cancels.
class Progress {
 public:
  Progress(formola_run* run, const formola_options& options, double start, double stop)
      : run_(run),
        progress_(options.progress),
        context_(options.progress_context),
        start_(start),
        stop_(stop) {}

  void operator()(double time) {
    constexpr double kPause = 0.05;
    const double now = watch_.seconds();
    if (now < next_) return;
    next_ = now + kPause;
    if (progress_(context_, time, start_, stop_) != 0) run_->cancelled = true;
  }

 private:
  formola_run* run_;
  formola_progress progress_;
  void* context_;
  double start_, stop_;
  Stopwatch watch_;
  double next_ = 0;
};

formola_status simulate(formola_run* run, const formola_options& options) {
  RunSettings settings;
  if (const formola_status status = api::plan(run, options, settings, solver::kUsualMethod);
      status != FORMOLA_OK)
    return status;
  run->stepped.reset();
  run->results = std::make_unique<results::MemorySink>();
  TranslatedModel::Run done =
      run->model->run(api::valuesOf(*run), std::move(settings), *run->results);
  return api::conclude(run, std::move(done));
}

}  // namespace

namespace formola::api {

formola_status findVariable(formola_run* run, const char* name, VariableId& id) {
  const std::string text = name == nullptr ? "" : name;
  const std::optional<VariableId> found = run->model->find(text);
  if (!found)
    return complain(run, "there is no variable '" + text + "'" + suggestion(*run->model, text));
  id = *found;
  return FORMOLA_OK;
}

formola_status plan(formola_run* run, const formola_options& options, RunSettings& settings,
                    solver::Method usual) {
  const std::string name(options.method == nullptr ? solver::methodName(usual) : options.method);
  const std::optional<solver::Method> method = solver::parseMethod(name);
  if (!method) return complain(run, unknownMethod(name));
  if (std::string wrong = planRun(runOptions(options), *method, run->model->model().dae.experiment,
                                  settings.problem);
      !wrong.empty())
    return complain(run, std::move(wrong));
  if (options.filter != nullptr) settings.stored.filter = options.filter;
  settings.problem.interrupt = &run->cancelled;
  if (options.progress != nullptr)
    settings.progress = [progress = std::make_shared<Progress>(
                             run, options, settings.problem.startTime, settings.problem.stopTime)](
                            double time, double) { (*progress)(time); };
  return FORMOLA_OK;
}

RunValues valuesOf(const formola_run& run) {
  RunValues values;
  for (const auto& [id, number] : run.numbers) values.numbers.emplace_back(VariableId(id), number);
  for (const auto& [variable, text] : run.values) values.modifiers.push_back(variable + "=" + text);
  for (const auto& [id, signal] : run.inputs) values.inputs.emplace_back(VariableId(id), signal);
  return values;
}

formola_status conclude(formola_run* run, TranslatedModel::Run&& done) {
  const bool cancelled = run->cancelled.exchange(false);
  if (!done.code) {
    run->results.reset();
    run->message = done.problem.empty() ? done.diagnostics : done.problem;
    return done.problem.empty() ? FORMOLA_MODEL_ERROR : FORMOLA_USAGE_ERROR;
  }
  run->report = std::move(done.result.report);
  // A function of an input may have given up in the middle of a step.
  if (cancelled && run->report.outcome == solver::Outcome::Failed)
    run->report.outcome = solver::Outcome::Interrupted;
  return tell(run, *done.code, done.result.error);
}

formola_status tell(formola_run* run, const CompiledModel& code, const std::string& error) {
  const solver::SimulationReport& report = run->report;
  switch (report.outcome) {
    case solver::Outcome::Finished:
    case solver::Outcome::Terminated:
      for (const std::string& warning : report.warnings)
        run->message += (run->message.empty() ? "" : "\n") + warning;
      return FORMOLA_OK;
    case solver::Outcome::Interrupted:
      run->message = "cancelled";
      return FORMOLA_CANCELLED;
    case solver::Outcome::ObserverStopped:
      return complain(run, error);
    case solver::Outcome::Refused:
    case solver::Outcome::Failed:
      break;
  }
  run->message = report.message;
  const std::string why = explainFailure(code.schedule(), report, *code.sources);
  if (!why.empty()) run->message += "\n" + why;
  return FORMOLA_SIMULATION_FAILED;
}

}  // namespace formola::api

formola_run* formola_run_new(formola_model* model) {
  if (model == nullptr || !model->translated->ok()) return nullptr;
  auto* run = new (std::nothrow) formola_run;
  if (run != nullptr) run->model = model->translated;
  return run;
}

void formola_run_free(formola_run* run) {
  delete run;
}

const char* formola_run_message(const formola_run* run) {
  return run == nullptr ? "" : run->message.c_str();
}

formola_status formola_run_set(formola_run* run, const char* name, double value) {
  return guarded(run, [&] {
    VariableId id;
    if (const formola_status status = findVariable(run, name, id); status != FORMOLA_OK)
      return status;
    if (std::string why = run->model->refusal(id, value); !why.empty())
      return complain(run, std::move(why));
    if (run->model->isInput(id)) return formola::api::setInput(run, id, value);
    run->numbers[id.index()] = value;
    run->values.erase(name);
    return FORMOLA_OK;
  });
}

formola_status formola_run_set_text(formola_run* run, const char* name, const char* value) {
  return guarded(run, [&] {
    if (name == nullptr || value == nullptr) return complain(run, "a name or value is missing");
    if (const std::optional<VariableId> id = run->model->find(name))
      run->numbers.erase(id->index());
    run->values[name] = value;
    return FORMOLA_OK;
  });
}

formola_status formola_run_reset(formola_run* run) {
  return guarded(run, [&] {
    run->numbers.clear();
    run->inputs.clear();
    run->values.clear();
    return FORMOLA_OK;
  });
}

formola_status formola_run_simulate(formola_run* run, const formola_options* options) {
  return guarded(run, [&] {
    formola_options given;
    if (!take(options, given))
      return complain(run, "formola_options.size is wrong; use FORMOLA_INIT");
    run->message.clear();
    return simulate(run, given);
  });
}

void formola_run_cancel(formola_run* run) {
  if (run != nullptr) run->cancelled = true;
}

size_t formola_run_row_count(const formola_run* run) {
  return run == nullptr || !run->results ? 0 : run->results->trajectory().rows();
}

const double* formola_run_times(const formola_run* run) {
  return formola_run_row_count(run) == 0 ? nullptr : run->results->trajectory().time.data();
}

formola_status formola_run_signal(formola_run* run, const char* name, formola_signal* signal) {
  return guarded(run, [&] {
    if (formola_run_row_count(run) == 0) return complain(run, "there are no results yet");
    const std::string text = name == nullptr ? "" : name;
    const results::Trajectory& trajectory = run->results->trajectory();
    const results::Signal* found = trajectory.find(text);
    if (found == nullptr)
      return complain(
          run, "the results have no variable '" + text + "'" + suggestion(*run->model, text));
    const bool constant = found->kind == results::SignalKind::Parameter;
    formola_signal value = {};
    value.data = constant ? &trajectory.layout.constants[found->column]
                          : trajectory.columns[found->column].data();
    value.stride = constant ? 0 : 1;
    value.sign = found->negated ? -1 : 1;
    if (give(value, signal) == FORMOLA_OK) return FORMOLA_OK;
    return complain(run, "formola_signal.size is wrong; use FORMOLA_INIT");
  });
}

size_t formola_run_signal_count(const formola_run* run) {
  return formola_run_row_count(run) == 0 ? 0 : run->results->trajectory().layout.signals.size();
}

const char* formola_run_signal_name(const formola_run* run, size_t index) {
  if (index >= formola_run_signal_count(run)) return nullptr;
  return run->results->trajectory().layout.signals[index].name.c_str();
}

formola_status formola_run_sample(formola_run* run, const char* name, size_t count,
                                  const double* times, double* values) {
  return guarded(run, [&] {
    if (formola_run_row_count(run) == 0) return complain(run, "there are no results yet");
    const std::string text = name == nullptr ? "" : name;
    if (count > 0 && (times == nullptr || values == nullptr))
      return complain(run, "the times, or the place of the values, are missing");
    const results::Trajectory& trajectory = run->results->trajectory();
    if (trajectory.find(text) == nullptr)
      return complain(
          run, "the results have no variable '" + text + "'" + suggestion(*run->model, text));
    const results::Sampler sampler(trajectory, text);
    for (size_t i = 0; i < count; ++i) {
      if (!(times[i] >= trajectory.time.front() && times[i] <= trajectory.time.back()))
        return complain(run, fmt::format("the results reach from t = {:g} to t = {:g}",
                                         trajectory.time.front(), trajectory.time.back()));
      values[i] = sampler.at(times[i]);
    }
    return FORMOLA_OK;
  });
}

formola_status formola_run_statistics(const formola_run* run, formola_statistics* statistics) {
  if (run == nullptr) return FORMOLA_USAGE_ERROR;
  const solver::SimulationReport& r = run->report;
  formola_statistics value = {};
  value.steps = r.stepsAccepted;
  value.rejected_steps = r.stepsRejected;
  value.newton_iterations = r.newtonIterations;
  value.function_evaluations = r.functionEvaluations;
  value.jacobian_evaluations = r.jacobianEvaluations;
  value.factorizations = r.factorizations;
  value.state_events = r.stateEvents;
  value.time_events = r.timeEvents;
  value.seconds_initialize = r.secondsInitialize;
  value.seconds_simulate = r.secondsSimulate;
  value.end_time = r.endTime;
  return give(value, statistics);
}
