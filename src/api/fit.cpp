// Parameters that are searched for: fits and optimisations.
#include <cmath>

#include "analysis/calibrate.h"
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
    if (json == nullptr) return complain(run, "there is no place for the answer");
    *json = nullptr;
    if (!take(options, given) || calibration == nullptr || !take(calibration, asked))
      return complain(
          run, "the size of formola_options or formola_calibration is wrong; use FORMOLA_INIT");
    run->message.clear();
    analysis::CalibrationRequest request;
    if (const formola_status status = api::plan(run, given, request.settings); status != FORMOLA_OK)
      return status;
    request.over = unknowns(asked.over, asked.lower, asked.upper, asked.over_count);
    request.values = api::valuesOf(*run);
    request.measured.times.assign(asked.times, asked.times + asked.time_count);
    for (size_t k = 0; k < asked.signal_count; ++k) {
      const double* values = asked.values + k * asked.time_count;
      request.measured.signals.push_back({asked.signals[k] == nullptr ? "" : asked.signals[k],
                                          {values, values + asked.time_count}});
    }
    if (given.stop == nullptr && asked.time_count > 0 &&
        asked.times[asked.time_count - 1] > request.settings.problem.startTime)
      request.settings.problem.stopTime = asked.times[asked.time_count - 1];
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
    if (json == nullptr) return complain(run, "there is no place for the answer");
    *json = nullptr;
    if (!take(options, given) || optimization == nullptr || !take(optimization, asked))
      return complain(
          run, "the size of formola_options or formola_optimization is wrong; use FORMOLA_INIT");
    run->message.clear();
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
