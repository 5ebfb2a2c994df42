// Many runs, steady states, linear systems.
#include <algorithm>
#include <cmath>

#include "analysis/ensemble.h"
#include "analysis/linearize.h"
#include "analysis/reduction.h"
#include "analysis/steady_state.h"
#include "api/handles.h"

using formola::api::complain;
using formola::api::give;
using formola::api::guarded;
using formola::api::take;

namespace {

using namespace formola;

constexpr const char* kNotStarted = "the run was not started: formola_run_start";

formola_status simulateAll(formola_run* const* runs, size_t count, const formola_options& options,
                           int32_t workers, formola_status* statuses) {
  formola_options each = options;
  each.progress = nullptr;
  std::vector<RunSettings> settings(count);
  for (size_t i = 0; i < count; ++i) {
    if (runs[i] == nullptr || runs[i]->model != runs[0]->model) return FORMOLA_USAGE_ERROR;
    runs[i]->message.clear();
    if (const formola_status status = api::plan(runs[i], each, settings[i], solver::kUsualMethod);
        status != FORMOLA_OK)
      return status;
    runs[i]->stepped.reset();
    runs[i]->results = std::make_unique<results::MemorySink>();
    statuses[i] = FORMOLA_CANCELLED;
  }
  size_t done = 0;
  bool going = true;
  analysis::runCases(
      *runs[0]->model, count, workers,
      [&](size_t i) {
        return analysis::EnsembleCase{api::valuesOf(*runs[i]), settings[i], runs[i]->results.get()};
      },
      [&](size_t i, TranslatedModel::Run&& run) {
        statuses[i] = api::conclude(runs[i], std::move(run));
        ++done;
      },
      [&] {
        if (going && options.progress != nullptr &&
            options.progress(options.progress_context, static_cast<double>(done), 0,
                             static_cast<double>(count)) != 0) {
          going = false;
          for (size_t i = 0; i < count; ++i) runs[i]->cancelled = true;
        }
        return going;
      });
  for (size_t i = 0; i < count; ++i) {
    runs[i]->cancelled = false;
    if (statuses[i] == FORMOLA_CANCELLED && runs[i]->message.empty())
      runs[i]->message = "cancelled";
  }
  return going ? FORMOLA_OK : FORMOLA_CANCELLED;
}

std::vector<std::string> names(const char* const* list, size_t count) {
  return list == nullptr ? std::vector<std::string>()
                         : std::vector<std::string>(list, list + count);
}

const std::vector<std::string>& axisOf(const formola_linear& linear, formola_axis axis) {
  return axis == FORMOLA_STATES   ? linear.system.states
         : axis == FORMOLA_INPUTS ? linear.system.inputs
                                  : linear.system.outputs;
}

void put(const std::vector<analysis::Complex>& values, double* real, double* imaginary) {
  for (size_t i = 0; i < values.size(); ++i) {
    real[i] = values[i].real();
    imaginary[i] = values[i].imag();
  }
}

bool hasChannel(const formola_linear* linear, size_t input, size_t output) {
  return linear != nullptr && input < linear->system.m() && output < linear->system.p();
}

formola_status linearize(formola_run* run, double step, const char* const* inputs,
                         size_t input_count, const char* const* outputs, size_t output_count,
                         formola_linear** linear) {
  return guarded(run, [&] {
    if (linear == nullptr) return complain(run, "there is no place for the linear system");
    *linear = nullptr;
    if (!run->stepped || !run->stepped->stepper().going()) return complain(run, kNotStarted);
    if (!run->stepped->stepper().settle()) return complain(run, "the run has ended");
    analysis::LinearizeRequest request;
    request.step = step;
    request.allInputs = inputs == nullptr;
    request.allOutputs = outputs == nullptr;
    request.inputs = names(inputs, input_count);
    request.outputs = names(outputs, output_count);
    auto result = std::make_unique<formola_linear>();
    std::string problem;
    result->system = analysis::linearize(*run->stepped, request, problem);
    if (!problem.empty()) return complain(run, std::move(problem));
    *linear = result.release();
    return FORMOLA_OK;
  });
}

}  // namespace

formola_status formola_runs_simulate(formola_run* const* runs, size_t count,
                                     const formola_options* options, int32_t workers,
                                     formola_status* statuses) {
  if (count == 0) return FORMOLA_OK;
  if (runs == nullptr || statuses == nullptr) return FORMOLA_USAGE_ERROR;
  return guarded(runs[0], [&] {
    formola_options given;
    if (!take(options, given))
      return complain(runs[0], "formola_options.size is wrong; use FORMOLA_INIT");
    return simulateAll(runs, count, given, workers, statuses);
  });
}

formola_status formola_run_simulate_sensitivities(formola_run* run, const formola_options* options,
                                                  const char* const* parameters, size_t count) {
  return formola_run_simulate_sensitivities_at(run, options, parameters, count, nullptr, 0);
}

formola_status formola_run_simulate_sensitivities_at(formola_run* run,
                                                     const formola_options* options,
                                                     const char* const* parameters, size_t count,
                                                     const double* times, size_t time_count) {
  return guarded(run, [&] {
    formola_options given;
    if (!take(options, given))
      return complain(run, "formola_options.size is wrong; use FORMOLA_INIT");
    run->message.clear();
    RunSettings settings;
    if (const formola_status status = api::plan(run, given, settings); status != FORMOLA_OK)
      return status;
    std::vector<double> rows;
    if (times != nullptr) rows.assign(times, times + time_count);
    if (!std::is_sorted(rows.begin(), rows.end()) ||
        (!rows.empty() && !(rows.front() >= settings.problem.startTime)))
      return complain(run, "the times must not decrease and not lie before the start");
    run->stepped.reset();
    run->results = std::make_unique<results::MemorySink>();
    analysis::SensitivityRun done = analysis::simulateWithSensitivities(
        *run->model, api::valuesOf(*run), settings, names(parameters, count), *run->results,
        times != nullptr ? &rows : nullptr);
    const bool cancelled = run->cancelled.exchange(false);
    run->sensitivities = std::move(done.sensitivities);
    if (!cancelled && !done.problem.empty()) return complain(run, std::move(done.problem));
    if (!done.code) {
      run->message = done.diagnostics;
      return FORMOLA_MODEL_ERROR;
    }
    run->report = std::move(done.report);
    if (cancelled) run->report.outcome = solver::Outcome::Interrupted;
    return api::tell(run, *done.code, "");
  });
}

formola_status formola_run_sensitivity(formola_run* run, const char* variable,
                                       const char* parameter, formola_signal* signal) {
  return guarded(run, [&] {
    const analysis::Sensitivities& s = run->sensitivities;
    auto find = [](const std::vector<std::string>& all, const char* name) {
      const auto at = std::find(all.begin(), all.end(), name == nullptr ? "" : name);
      return static_cast<size_t>(at - all.begin());
    };
    const size_t p = find(s.parameters, parameter), v = find(s.variables, variable);
    if (p == s.parameters.size())
      return complain(
          run, std::string("there are no derivatives by '") + (parameter ? parameter : "") + "'");
    if (v == s.variables.size())
      return complain(
          run, std::string("there are no derivatives of '") + (variable ? variable : "") + "'");
    formola_signal value = {};
    value.data = s.values.data() + (v * s.parameters.size() + p) * s.rows;
    value.stride = 1;
    value.sign = 1;
    if (give(value, signal) == FORMOLA_OK) return FORMOLA_OK;
    return complain(run, "formola_signal.size is wrong; use FORMOLA_INIT");
  });
}

formola_status formola_run_steady_state(formola_run* run, formola_steady_state* result) {
  return guarded(run, [&] {
    if (!run->stepped || !run->stepped->stepper().going()) return complain(run, kNotStarted);
    run->message.clear();
    analysis::SteadyState found = analysis::findSteadyState(*run->stepped);
    const bool cancelled = run->cancelled.exchange(false);
    run->drifting = std::move(found.drifting);
    run->results->finish();
    run->report = run->stepped->stepper().report();
    if (!found.ok) {
      run->message = cancelled ? "cancelled" : found.message;
      return cancelled ? FORMOLA_CANCELLED : FORMOLA_SIMULATION_FAILED;
    }
    if (result == nullptr) return FORMOLA_OK;
    formola_steady_state value = {};
    value.iterations = found.iterations;
    value.integrated = found.integrated ? 1 : 0;
    value.drifting = run->drifting.size();
    if (give(value, result) == FORMOLA_OK) return FORMOLA_OK;
    return complain(run, "formola_steady_state.size is wrong; use FORMOLA_INIT");
  });
}

const char* formola_run_drifting(const formola_run* run, size_t index, double* rate) {
  if (run == nullptr || index >= run->drifting.size()) return "";
  if (rate != nullptr) *rate = run->drifting[index].second;
  return run->drifting[index].first.c_str();
}

formola_status formola_run_linearize(formola_run* run, const char* const* inputs,
                                     size_t input_count, const char* const* outputs,
                                     size_t output_count, formola_linear** linear) {
  return linearize(run, 0, inputs, input_count, outputs, output_count, linear);
}

formola_status formola_run_linearize_step(formola_run* run, double step, const char* const* inputs,
                                          size_t input_count, const char* const* outputs,
                                          size_t output_count, formola_linear** linear) {
  if (run != nullptr && !(step > 0 && std::isfinite(step)))
    return complain(run, "the size of the step must be positive");
  return linearize(run, step, inputs, input_count, outputs, output_count, linear);
}

double formola_linear_step(const formola_linear* linear) {
  return linear == nullptr ? 0 : linear->system.step;
}

void formola_linear_free(formola_linear* linear) {
  delete linear;
}

size_t formola_linear_count(const formola_linear* linear, formola_axis axis) {
  return linear == nullptr ? 0 : axisOf(*linear, axis).size();
}

const char* formola_linear_name(const formola_linear* linear, formola_axis axis, size_t index) {
  return index < formola_linear_count(linear, axis) ? axisOf(*linear, axis)[index].c_str() : "";
}

const double* formola_linear_matrix(const formola_linear* linear, char matrix) {
  if (linear == nullptr) return nullptr;
  const analysis::LinearSystem& s = linear->system;
  switch (matrix) {
    case 'A':
      return s.a.data();
    case 'B':
      return s.b.data();
    case 'C':
      return s.c.data();
    case 'D':
      return s.d.data();
    default:
      return nullptr;
  }
}

formola_status formola_linear_poles(const formola_linear* linear, double* real, double* imaginary) {
  if (linear == nullptr || real == nullptr || imaginary == nullptr) return FORMOLA_USAGE_ERROR;
  put(formola::analysis::poles(linear->system), real, imaginary);
  return FORMOLA_OK;
}

formola_status formola_linear_zeros(const formola_linear* linear, size_t input, size_t output,
                                    size_t* count, double* real, double* imaginary) {
  if (!hasChannel(linear, input, output) || count == nullptr || real == nullptr ||
      imaginary == nullptr)
    return FORMOLA_USAGE_ERROR;
  const auto found = formola::analysis::zeros(linear->system, input, output);
  *count = found.size();
  put(found, real, imaginary);
  return FORMOLA_OK;
}

formola_status formola_linear_response(const formola_linear* linear, size_t input, size_t output,
                                       size_t count, const double* w, double* real,
                                       double* imaginary) {
  if (!hasChannel(linear, input, output) ||
      (count > 0 && (w == nullptr || real == nullptr || imaginary == nullptr)))
    return FORMOLA_USAGE_ERROR;
  put(formola::analysis::response(linear->system, input, output, std::vector<double>(w, w + count)),
      real, imaginary);
  return FORMOLA_OK;
}

formola_status formola_linear_orders(const formola_linear* linear, size_t* controllable,
                                     size_t* observable, size_t* minimal) {
  if (linear == nullptr) return FORMOLA_USAGE_ERROR;
  const formola::analysis::SystemOrders orders = formola::analysis::ordersOf(linear->system);
  if (controllable != nullptr) *controllable = orders.controllable;
  if (observable != nullptr) *observable = orders.observable;
  if (minimal != nullptr) *minimal = orders.minimal;
  return FORMOLA_OK;
}

formola_status formola_linear_reduce(const formola_linear* linear, size_t order,
                                     formola_linear** reduced, double* bound, size_t* count,
                                     double* hankel) {
  if (linear == nullptr || reduced == nullptr) return FORMOLA_USAGE_ERROR;
  *reduced = nullptr;
  formola::analysis::Reduction found = formola::analysis::reduce(linear->system, order);
  if (!found.problem.empty()) return FORMOLA_SIMULATION_FAILED;
  if (bound != nullptr) *bound = found.errorBound;
  if (count != nullptr) *count = found.hankel.size();
  if (hankel != nullptr) std::copy(found.hankel.begin(), found.hankel.end(), hankel);
  *reduced = new formola_linear{std::move(found.system)};
  return FORMOLA_OK;
}
