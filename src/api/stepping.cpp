// Runs that are stepped by hand, and their states.
#include <fmt/format.h>

#include <cmath>

#include "api/handles.h"

using formola::api::complain;
using formola::api::guarded;
using formola::api::take;

namespace {

using namespace formola;

// After the run went on, or could not.
formola_status tellStepped(formola_run* run, bool ok) {
  const bool cancelled = run->cancelled.exchange(false);
  run->results->finish();
  run->report = run->stepped->stepper().report();
  if (ok) return FORMOLA_OK;
  if (cancelled) run->report.outcome = solver::Outcome::Interrupted;
  return api::tell(run, *run->stepped->code(), run->stepped->error());
}

formola_status start(formola_run* run, const formola_options& options) {
  RunSettings settings;
  if (const formola_status status = api::plan(run, options, settings); status != FORMOLA_OK)
    return status;
  run->stepped.reset();
  run->results = std::make_unique<results::MemorySink>();
  TranslatedModel::Started started =
      run->model->start(api::valuesOf(*run), std::move(settings), *run->results);
  if (!started.run) {
    run->results.reset();
    run->message = started.problem.empty() ? started.diagnostics : started.problem;
    return started.problem.empty() ? FORMOLA_MODEL_ERROR : FORMOLA_USAGE_ERROR;
  }
  run->stepped = std::move(started.run);
  const formola_status status = tellStepped(run, started.ok);
  if (!started.ok) run->stepped.reset();
  return status;
}

formola_status step(formola_run* run, double until) {
  if (!run->stepped) return complain(run, "the run was not started: formola_run_start");
  solver::Stepper& stepper = run->stepped->stepper();
  if (!stepper.going())
    return complain(run, run->message.empty() ? "the run has ended" : run->message);
  const double now = stepper.data().time;
  if (!(until >= now) || !std::isfinite(until))
    return complain(run, fmt::format("the run is at t = {:g} and cannot go back to t = {:g}; "
                                     "formola_run_restore goes back",
                                     now, until));
  run->message.clear();
  return tellStepped(run, stepper.advanceTo(until));
}

formola_status restore(formola_run* run, const formola_state& saved) {
  if (saved.model != run->model) return complain(run, "the state is one of another model");
  auto sink = std::make_unique<results::MemorySink>();
  if (run->stepped && run->stepped->code() == saved.code && run->stepped->stepper().going()) {
    run->stepped->redirect(*sink);
  } else {
    RunSettings settings = saved.settings;
    settings.problem.interrupt = &run->cancelled;
    results::MemorySink start;
    auto stepped = std::make_unique<SteppedRun>(saved.code, std::move(settings), start);
    const bool started = stepped->stepper().start();
    stepped->redirect(*sink);
    run->stepped = std::move(stepped);
    if (!started) {
      run->results = std::move(sink);
      return tellStepped(run, false);
    }
  }
  run->results = std::move(sink);
  run->message.clear();
  return tellStepped(run, run->stepped->stepper().restore(saved.state));
}

}  // namespace

formola_status formola_run_start(formola_run* run, const formola_options* options) {
  return guarded(run, [&] {
    formola_options given;
    if (!take(options, given))
      return complain(run, "formola_options.size is wrong; use FORMOLA_INIT");
    run->message.clear();
    return start(run, given);
  });
}

formola_status formola_run_step(formola_run* run, double until) {
  return guarded(run, [&] { return step(run, until); });
}

double formola_run_time(const formola_run* run) {
  return run == nullptr || !run->stepped ? NAN : run->stepped->stepper().data().time;
}

formola_status formola_run_get(formola_run* run, const char* name, double* value) {
  return guarded(run, [&] {
    VariableId id;
    if (value == nullptr) return complain(run, "there is no place for the value");
    if (!run->stepped) return complain(run, "the run was not started: formola_run_start");
    if (const formola_status status = api::findVariable(run, name, id); status != FORMOLA_OK)
      return status;
    // What was set may change others at once.
    if (run->stepped->stepper().going() && !run->stepped->stepper().settle())
      return tellStepped(run, false);
    const std::optional<double> found = run->stepped->value(name);
    if (!found) return complain(run, std::string(name) + " is no number");
    *value = *found;
    return FORMOLA_OK;
  });
}

formola_status formola_run_set_state(formola_run* run, const char* name, double value) {
  return guarded(run, [&] {
    VariableId id;
    if (!run->stepped || !run->stepped->stepper().going())
      return complain(run, "the run was not started, or it has ended: formola_run_start");
    if (const formola_status status = api::findVariable(run, name, id); status != FORMOLA_OK)
      return status;
    const Schedule& schedule = run->stepped->code()->schedule();
    const Slot slot = run->stepped->slot(name);
    if (slot.index < 0 || slot.index >= schedule.nStates)
      return complain(run, std::string(name) + " is no state");
    if (!std::isfinite(value)) return complain(run, std::string(name) + " must be finite");
    const FmlData& data = run->stepped->stepper().data();
    std::vector<double> x(data.v, data.v + schedule.nStates);
    x[static_cast<size_t>(slot.index)] = slot.negated ? -value : value;
    run->message.clear();
    return tellStepped(run, run->stepped->stepper().moveTo(x.data()));
  });
}

formola_status formola_run_save(formola_run* run, formola_state** state) {
  return guarded(run, [&] {
    if (state == nullptr) return complain(run, "there is no place for the state");
    *state = nullptr;
    if (!run->stepped || !run->stepped->stepper().going())
      return complain(run, "the run was not started, or it has ended: there is no state to save");
    auto saved = std::make_unique<formola_state>();
    saved->model = run->model;
    saved->code = run->stepped->code();
    saved->settings = run->stepped->settings();
    saved->settings.problem.interrupt = nullptr;
    saved->settings.progress = {};
    saved->settings.firstRow = {};
    saved->state = run->stepped->stepper().save();
    *state = saved.release();
    return FORMOLA_OK;
  });
}

formola_status formola_run_restore(formola_run* run, const formola_state* state) {
  return guarded(run, [&] {
    if (state == nullptr) return complain(run, "there is no state");
    return restore(run, *state);
  });
}

void formola_state_free(formola_state* state) {
  delete state;
}
