// Parameters that are searched for: fits and optimisations.
#include <fmt/format.h>

#include <cmath>

#include "analysis/calibrate.h"
#include "analysis/gradient.h"
#include "analysis/optimize.h"
#include "api/handles.h"

using formola::api::complain;
using formola::api::guarded;
using formola::api::take;

namespace {

using namespace formola;

std::optional<double> bound(const double* bounds, size_t k) {
  if (bounds == nullptr || std::isnan(bounds[k])) return std::nullopt;
  return bounds[k];
}

std::vector<analysis::Unknown> unknowns(const char* const* names, const double* lower,
                                        const double* upper, size_t count) {
  std::vector<analysis::Unknown> result;
  for (size_t k = 0; k < count; ++k)
    result.push_back({names[k] == nullptr ? "" : names[k], bound(lower, k), bound(upper, k)});
  return result;
}

analysis::Measurements measurements(const double* times, size_t count, const char* const* signals,
                                    const double* values, size_t signalCount) {
  analysis::Measurements result;
  result.times.assign(times, times + count);
  for (size_t k = 0; k < signalCount; ++k) {
    const double* own = values + k * count;
    result.signals.push_back({signals[k] == nullptr ? "" : signals[k], {own, own + count}});
  }
  return result;
}

// Where nobody says when the run stops, the last measured time does.
void stopAtLast(const formola_options& options, const analysis::Measurements& measured,
                RunSettings& settings) {
  if (options.stop == nullptr && !measured.times.empty() &&
      measured.times.back() > settings.problem.startTime)
    settings.problem.stopTime = measured.times.back();
}

// What is asked for with its options, and the place for the answer; a complaint where one is wrong.
template <typename Question>
formola_status accept(formola_run* run, const formola_options* options, const Question* question,
                      const char** json, const char* name, formola_options& given,
                      Question& asked) {
  if (json == nullptr) return complain(run, "there is no place for the answer");
  *json = nullptr;
  if (!take(options, given) || question == nullptr || !take(question, asked))
    return complain(
        run, fmt::format("the size of formola_options or {} is wrong; use FORMOLA_INIT", name));
  run->message.clear();
  return FORMOLA_OK;
}

// What came of a search: the status, and why in the message of the run.
formola_status conclude(formola_run* run, const analysis::SearchOutcome& found) {
  const bool cancelled = run->cancelled.exchange(false);
  if (!found.problem.empty()) return complain(run, found.problem);
  if (!found.diagnostics.empty()) {
    run->message = found.diagnostics;
    return FORMOLA_MODEL_ERROR;
  }
  if (cancelled) {
    run->message = "cancelled";
    return FORMOLA_CANCELLED;
  }
  run->message = found.message;
  return found.ok && found.converged ? FORMOLA_OK : FORMOLA_SIMULATION_FAILED;
}

}  // namespace

formola_status formola_run_calibrate(formola_run* run, const formola_options* options,
                                     const formola_calibration* calibration, const char** json) {
  return guarded(run, [&] {
    formola_options given;
    formola_calibration asked;
    if (const formola_status status =
            accept(run, options, calibration, json, "formola_calibration", given, asked);
        status != FORMOLA_OK)
      return status;
    analysis::CalibrationRequest request;
    if (const formola_status status = api::plan(run, given, request.settings); status != FORMOLA_OK)
      return status;
    request.over = unknowns(asked.over, asked.lower, asked.upper, asked.over_count);
    request.values = api::valuesOf(*run);
    request.measured = measurements(asked.times, asked.time_count, asked.signals, asked.values,
                                    asked.signal_count);
    stopAtLast(given, request.measured, request.settings);
    if (asked.confidence > 0) request.level = asked.confidence;
    if (asked.iterations > 0) request.iterations = asked.iterations;
    const analysis::Calibration found = analysis::calibrate(*run->model, request);
    if (found.ok) {
      run->answer = analysis::calibrationJson(found, run->model->model().dae.model);
      *json = run->answer.c_str();
    }
    return conclude(run, found);
  });
}

formola_status formola_run_optimize(formola_run* run, const formola_options* options,
                                    const formola_optimization* optimization, const char** json) {
  return guarded(run, [&] {
    formola_options given;
    formola_optimization asked;
    if (const formola_status status =
            accept(run, options, optimization, json, "formola_optimization", given, asked);
        status != FORMOLA_OK)
      return status;
    analysis::OptimizationRequest request;
    if (const formola_status status = api::plan(run, given, request.settings); status != FORMOLA_OK)
      return status;
    request.over = unknowns(asked.over, asked.lower, asked.upper, asked.over_count);
    request.values = api::valuesOf(*run);
    request.objective = asked.objective == nullptr ? "" : asked.objective;
    request.maximize = asked.maximize != 0;
    for (size_t k = 0; k < asked.constraint_count; ++k)
      request.constraints.emplace_back(asked.constraints[k] == nullptr ? "" : asked.constraints[k]);
    if (asked.evaluations > 0) request.evaluations = asked.evaluations;
    const analysis::Optimization found = analysis::optimize(*run->model, request);
    if (found.ok) {
      run->answer = analysis::optimizationJson(found, run->model->model().dae.model);
      *json = run->answer.c_str();
    }
    return conclude(run, found);
  });
}

formola_status formola_run_gradient(formola_run* run, const formola_options* options,
                                    const formola_gradient* gradient, const char** json) {
  return guarded(run, [&] {
    formola_options given;
    formola_gradient asked;
    if (const formola_status status =
            accept(run, options, gradient, json, "formola_gradient", given, asked);
        status != FORMOLA_OK)
      return status;
    analysis::GradientRequest request;
    if (const formola_status status =
            api::plan(run, given, request.settings, solver::Method::InlineRadau5);
        status != FORMOLA_OK)
      return status;
    for (size_t k = 0; k < asked.over_count; ++k)
      request.over.emplace_back(asked.over[k] == nullptr ? "" : asked.over[k]);
    request.values = api::valuesOf(*run);
    request.objective = asked.objective == nullptr ? "" : asked.objective;
    request.measured = measurements(asked.times, asked.time_count, asked.signals, asked.values,
                                    asked.signal_count);
    stopAtLast(given, request.measured, request.settings);
    request.forward = asked.forward != 0;
    if (asked.most_bytes > 0) request.bytes = asked.most_bytes;
    analysis::GradientRun found = analysis::gradientOfRun(*run->model, request);
    const bool cancelled = run->cancelled.exchange(false);
    if (!found.diagnostics.empty()) {
      run->message = found.diagnostics;
      return FORMOLA_MODEL_ERROR;
    }
    if (cancelled) {
      run->message = "cancelled";
      return FORMOLA_CANCELLED;
    }
    if (!found.problem.empty()) return complain(run, found.problem);
    if (found.gradient.empty()) {
      run->report = std::move(found.report);
      return api::tell(run, *found.code, "");
    }
    run->answer = analysis::gradientJson(found, request);
    *json = run->answer.c_str();
    return FORMOLA_OK;
  });
}
