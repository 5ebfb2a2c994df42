// Many cases of one model, of which only the last values are kept.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "analysis/trajectories.h"
#include "api/handles.h"

using formola::api::complain;
using formola::api::guarded;
using formola::api::take;

namespace {

using namespace formola;

// The values of case i are those of the row i.
analysis::SweepPlan planOf(const formola_ensemble& what) {
  analysis::SweepPlan plan;
  std::vector<bool> varies(what.name_count, false);
  for (size_t k = 0; k < what.name_count; ++k) {
    plan.names.emplace_back(what.names[k]);
    for (size_t i = 1; i < what.count && !varies[k]; ++i)
      varies[k] = what.values[i * what.name_count + k] != what.values[k];
  }
  const auto make = [&what](size_t i) {
    analysis::CaseValues values;
    for (size_t k = 0; k < what.name_count; ++k)
      values.push_back(fmt::format("{}", what.values[i * what.name_count + k]));
    return values;
  };
  plan.cases = analysis::CaseList(what.count, make, std::move(varies));
  return plan;
}

class Ensemble {
 public:
  Ensemble(formola_run* run, const formola_ensemble& what, const formola_options& options)
      : run_(run), what_(what), options_(options), plan_(planOf(what)) {
    for (size_t k = 0; k < what.variable_count; ++k) variables_.emplace_back(what.variables[k]);
  }

  formola_status work();

 private:
  RunValues valuesOf(size_t i, std::string& problem) const;
  analysis::EnsembleCase prepare(size_t i);
  void finals(size_t i, const std::vector<analysis::Summary>& summaries);
  void done(size_t i, TranslatedModel::Run&& run);
  std::unique_ptr<analysis::Trajectories> device(analysis::Device wanted);
  bool tick(size_t count);

  formola_run* run_;
  const formola_ensemble& what_;
  formola_options options_;
  analysis::SweepPlan plan_;
  std::vector<std::string> variables_;
  RunSettings settings_;
  std::vector<std::unique_ptr<analysis::SummarySink>> sinks_;
  size_t ready_ = 0;
  bool going_ = true;
};

// Those of the run, then those of the case.
RunValues Ensemble::valuesOf(size_t i, std::string& problem) const {
  RunValues values = api::valuesOf(*run_);
  const RunValues own = analysis::valuesOf(*run_->model, plan_, i, problem);
  values.numbers.insert(values.numbers.end(), own.numbers.begin(), own.numbers.end());
  values.modifiers.insert(values.modifiers.end(), own.modifiers.begin(), own.modifiers.end());
  return values;
}

analysis::EnsembleCase Ensemble::prepare(size_t i) {
  std::string ignored;  // looked at before
  sinks_[i] = std::make_unique<analysis::SummarySink>(variables_);
  return {valuesOf(i, ignored), settings_, sinks_[i].get()};
}

void Ensemble::finals(size_t i, const std::vector<analysis::Summary>& summaries) {
  for (size_t k = 0; k < variables_.size(); ++k)
    what_.finals[i * variables_.size() + k] = summaries[k].last;
}

void Ensemble::done(size_t i, TranslatedModel::Run&& run) {
  formola_run one;
  one.model = run_->model;
  what_.statuses[i] = api::conclude(&one, std::move(run));
  if (what_.statuses[i] == FORMOLA_OK)
    finals(i, sinks_[i]->summaries());
  else if (what_.failed != nullptr)
    what_.failed(what_.failed_context, i, one.message.c_str());
  sinks_[i].reset();
}

bool Ensemble::tick(size_t count) {
  ready_ = count;
  if (going_ && options_.progress != nullptr &&
      options_.progress(options_.progress_context, static_cast<double>(ready_), 0,
                        static_cast<double>(what_.count)) != 0) {
    going_ = false;
    run_->cancelled = true;
  }
  return going_;
}

// Null: single runs; why is the message of the run.
std::unique_ptr<analysis::Trajectories> Ensemble::device(analysis::Device wanted) {
  if (wanted == analysis::Device::Threads) return nullptr;
  analysis::TrajectoryRequest request =
      analysis::trajectoryRequest(*run_->model, plan_, variables_, settings_);
  const RunValues own = api::valuesOf(*run_);
  request.common.numbers.insert(request.common.numbers.begin(), own.numbers.begin(),
                                own.numbers.end());
  request.common.modifiers.insert(request.common.modifiers.begin(), own.modifiers.begin(),
                                  own.modifiers.end());
  request.common.inputs = own.inputs;
  request.device = wanted;
  request.workers = what_.workers;
  std::string note, problem;
  auto made = analysis::Trajectories::make(*run_->model, request, note, problem);
  run_->message = made ? note : "by single runs in threads: " + problem;
  return made;
}

formola_status Ensemble::work() {
  const std::string name = what_.device == nullptr ? "threads" : what_.device;
  const std::optional<analysis::Device> wanted = analysis::parseDevice(name);
  if (!wanted) return complain(run_, "the device is threads, lanes, gpu or auto, not " + name);
  for (const std::string& variable : variables_) {
    VariableId id;
    if (const formola_status status = api::findVariable(run_, variable.c_str(), id);
        status != FORMOLA_OK)
      return status;
  }
  formola_options each = options_;
  each.progress = nullptr;  // is told of cases here
  if (const formola_status status = api::plan(run_, each, settings_, solver::kUsualMethod);
      status != FORMOLA_OK)
    return status;
  std::string problem;
  if (what_.count > 0) analysis::valuesOf(*run_->model, plan_, 0, problem);
  if (!problem.empty()) return complain(run_, problem);
  run_->message.clear();
  run_->cancelled = false;
  sinks_.resize(what_.count);
  std::fill(what_.statuses, what_.statuses + what_.count, FORMOLA_CANCELLED);
  std::fill(what_.finals, what_.finals + what_.count * variables_.size(),
            std::numeric_limits<double>::quiet_NaN());
  if (what_.count == 0) return FORMOLA_OK;
  const auto alone = [&](size_t i, TranslatedModel::Run&& run) { done(i, std::move(run)); };
  if (const auto made = device(*wanted)) {
    const analysis::CaseNumbers cases(0, what_.count);
    analysis::BatchCalls calls;
    calls.prepare = [&](size_t i) { return prepare(i); };
    calls.last = [&](size_t i, const std::vector<analysis::Summary>& summaries,
                     const analysis::CurvesOfCase&) {
      finals(i, summaries);
      what_.statuses[i] = FORMOLA_OK;
    };
    calls.done = alone;
    calls.batch = [&](size_t count) { ready_ = count; };
    calls.goesOn = [&] { return tick(ready_); };
    size_t ranAlone = 0;
    analysis::runBatches(*run_->model, *made, plan_, cases, variables_.size(), what_.workers, calls,
                         ranAlone, problem);
    if (!problem.empty()) run_->message = "by single runs in threads: " + problem;
  } else {
    analysis::runCases(
        *run_->model, what_.count, what_.workers, [&](size_t i) { return prepare(i); },
        [&](size_t i, TranslatedModel::Run&& run) {
          done(i, std::move(run));
          ready_ = i + 1;
        },
        [&] { return tick(ready_); });
  }
  run_->cancelled = false;
  return going_ ? FORMOLA_OK : FORMOLA_CANCELLED;
}

}  // namespace

formola_status formola_run_ensemble(formola_run* run, const formola_ensemble* ensemble) {
  return guarded(run, [&] {
    formola_ensemble what;
    if (!take(ensemble, what))
      return complain(run, "formola_ensemble.size is wrong; use FORMOLA_INIT");
    formola_options options;
    if (!take(what.options, options))
      return complain(run, "formola_options.size is wrong; use FORMOLA_INIT");
    if (what.names == nullptr || what.values == nullptr || what.variables == nullptr ||
        what.finals == nullptr || what.statuses == nullptr)
      return complain(run, "names, values, variables, finals and statuses are needed");
    return Ensemble(run, what, options).work();
  });
}
