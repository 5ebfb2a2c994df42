#include "analysis/inlined_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/failure.h"
#include "solver/method_lists.h"

namespace formola::analysis {

namespace {

bool isDiagonal(solver::Method method) {
  return solver::familyOf(method) == solver::MethodFamily::InlineDiagonal;
}

}  // namespace

// The states at the end of the step, and as outputs those of its inner stages.
TangentRequest InlinedStep::request(const CompiledModel& code,
                                    const std::vector<VariableId>& seeds) {
  TangentRequest request;
  request.seeds = seeds;
  request.ofStep = true;
  const auto& stages = code.schedule().inlined->stages;
  for (size_t s = 0; s + 1 < stages.size(); ++s)
    request.outputs.insert(request.outputs.end(), stages[s].begin(), stages[s].end());
  return request;
}

std::string InlinedStep::offers(const CompiledModel& code) {
  const FmlInlineForm* form = code.model().inlineForm;
  const bool one = isDiagonal(code.method) || solver::fixedBdfOrder(code.method) == 1 ||
                   solver::familyOf(code.method) == solver::MethodFamily::InlineCoupled;
  if (!one || form == nullptr)
    return fmt::format("single steps are those of inline:be, {}; {} has none of these",
                       solver::methodsOf({solver::MethodFamily::InlineDiagonal,
                                          solver::MethodFamily::InlineCoupled}),
                       solver::methodName(code.method));
  if (form->nExplicit > 0) return "some states are integrated by an explicit formula";
  if (form->nHeld > 0 || form->nFollowed > 0)
    return "the model was left with its higher index, or differentiates inputs by the formula";
  return {};
}

InlinedStep::InlinedStep(std::shared_ptr<const TangentCode> tangent, const CompiledModel& code,
                         std::vector<runtime::DrivenInput> inputs, double tolerance)
    : point_(tangent),
      inputs_(std::move(inputs)),
      diagonal_(isDiagonal(code.method)),
      stages_(diagonal_ ? solver::kSdirkStages : 1),
      n_(static_cast<size_t>(code.model().nStates)),
      seeds_(tangent->seeds) {
  problem_ = point_.problem();
  if (!problem_.empty()) return;
  FmlData& d = point_.data();
  const FmlModel& program = *d.model;
  for (int32_t b = 0; b < program.nNonlinearBlocks; ++b)
    for (int32_t i = 0; i < program.nonlinearBlocks[b].n; ++i)
      unknowns_.push_back(program.nonlinearBlocks[b].unknowns[i]);
  std::sort(unknowns_.begin(), unknowns_.end());
  unknowns_.erase(std::unique(unknowns_.begin(), unknowns_.end()), unknowns_.end());
  d.workspace->inputs = &inputs_;
  runtime::Options& options = d.workspace->options;
  // Where the linearised equations belong to; what is left is of second order in the derivatives.
  options.newtonTolerance = std::clamp(1e-3 * tolerance, 1e-12, 1e-6);
  options.predicted = true;
  if (const auto tableau = solver::coupledTableau(code.method); !tableau.matrix.empty())
    slopeWeights_ = solver::inverseOf(tableau.matrix).back();
  else
    slopeWeights_ = {1};
  slope_.assign(n_, 0.0);
  old_.assign(n_, 0.0);
  kept_.assign(keptSize(), 0.0);
  olds_.assign(stages_, std::vector<double>(n_));
  slopes_ = olds_;
}

bool InlinedStep::failed(double time) {
  const FmlData& d = point_.data();
  problem_ = runtime::describeFailure(*d.model, d.workspace->failure);
  if (problem_.empty())
    problem_ = fmt::format("the step that ends at time {:.6g} cannot be repeated", time);
  return false;
}

bool InlinedStep::enter(const ModePoint& point) {
  FmlData& d = point_.data();
  const FmlModel& model = *d.model;
  inputs_.pass(point.time);
  if (!point_.adopt(point.time, point.v.data(), point.pre.data(), point.relations.data())) {
    problem_ = point_.problem();
    return false;
  }
  size_ = 0;
  for (int32_t s = 0; s < model.inlineForm->nStages; ++s)
    for (size_t i = 0; i < n_; ++i) {
      const size_t k = static_cast<size_t>(s) * n_ + i;
      d.v[model.inlineForm->stageIndices[k]] = point.v[i];
      d.v[model.inlineForm->derivativeIndices[k]] = point.v[n_ + i];
    }
  std::copy_n(point.v.begin() + static_cast<int64_t>(n_), n_, slope_.begin());
  keepOrigins();
  return true;
}

double InlinedStep::stageTime(double start, double size, size_t stage) const {
  return start + (diagonal_ ? solver::kSdirkC[stage] : 1) * size;
}

double InlinedStep::stageSize(double size) const {
  return diagonal_ ? solver::kSdirkGamma * size : size;
}

// old(x) of a stage from x and the slopes of the stages before it.
void InlinedStep::oldOf(size_t stage, double size, const double* x) {
  std::vector<double>& old = olds_[stage];
  std::copy(x, x + n_, old.begin());
  for (size_t j = 0; j < stage; ++j)
    for (size_t i = 0; i < n_; ++i) old[i] += size * solver::kSdirkA[stage][j] * slopes_[j][i];
}

// Requires: the model holds where the iterations begin; old_.
bool InlinedStep::solve(double time, double h) {
  FmlData& d = point_.data();
  const FmlInlineForm& form = *d.model->inlineForm;
  d.time = time;
  if (h != size_) {
    size_ = h;
    d.v[form.stepIndex] = h;
    fml_step_size_changed(&d);
  }
  for (size_t i = 0; i < n_; ++i) d.v[form.oldIndices[i]] = old_[i];
  runtime::clearFailure(&d);
  runtime::writeStageInputs(&d, form, h);
  return form.evalStep(&d) == FML_OK && runtime::allFinite(d.v, static_cast<int32_t>(2 * n_));
}

void InlinedStep::predict(const double* x, double elapsed) {
  FmlData& d = point_.data();
  const FmlInlineForm& form = *d.model->inlineForm;
  for (int32_t s = 0; s < form.nStages; ++s)
    for (size_t i = 0; i < n_; ++i) {
      const size_t k = static_cast<size_t>(s) * n_ + i;
      const double node = form.nStages > 1 ? form.nodes[s] : 1;
      d.v[form.stageIndices[k]] = x[i] + node * elapsed * slope_[i];
      d.v[form.derivativeIndices[k]] = slope_[i];
    }
  // What else is iterated: at all stages as where the last step ended.
  for (int32_t k = 0; k < form.nIterated; ++k) d.v[form.iteratedIndices[k]] = origins_[k];
}

bool InlinedStep::step(double start, double size, double* x) {
  FmlData& d = point_.data();
  const double h = stageSize(size);
  for (size_t stage = 0; stage < stages_; ++stage) {
    const double time = stageTime(start, size, stage);
    oldOf(stage, size, x);
    old_ = olds_[stage];
    // Near x by its slope; or as it is at the beginning.
    bool solved = false;
    for (const double along : {time - start, 0.0}) {
      predict(x, along);
      if ((solved = solve(time, h))) break;
    }
    if (!solved) return failed(time);
    double* to = kept_.data() + stage * (n_ + unknowns_.size());
    std::copy(d.v, d.v + n_, to);
    for (size_t k = 0; k < unknowns_.size(); ++k) to[n_ + k] = d.v[unknowns_[k]];
    for (size_t i = 0; i < n_ && diagonal_; ++i) slopes_[stage][i] = (d.v[i] - old_[i]) / h;
  }
  if (diagonal_) {
    slope_ = slopes_.back();
  } else {
    const FmlInlineForm& form = *d.model->inlineForm;
    std::fill(slope_.begin(), slope_.end(), 0.0);
    for (size_t s = 0; s < slopeWeights_.size(); ++s)
      for (size_t i = 0; i < n_; ++i)
        slope_[i] += slopeWeights_[s] / size * (d.v[form.stageIndices[s * n_ + i]] - x[i]);
  }
  std::copy(d.v, d.v + n_, x);
  keepOrigins();
  return true;
}

void InlinedStep::keepOrigins() {
  const FmlData& d = point_.data();
  const FmlInlineForm& form = *d.model->inlineForm;
  origins_.resize(static_cast<size_t>(form.nIterated));
  for (int32_t k = 0; k < form.nIterated; ++k)
    origins_[static_cast<size_t>(k)] = d.v[form.originIndices[k]];
}

void InlinedStep::keep(double* kept) const {
  std::copy(kept_.begin(), kept_.end(), kept);
}

// Solves a stage again, from its solution; olds_ and slopes_ are known.
bool InlinedStep::solveKept(double start, double size, size_t stage, const double* kept) {
  FmlData& d = point_.data();
  const double* from = kept + stage * (n_ + unknowns_.size());
  std::copy(from, from + n_, d.v);
  for (size_t k = 0; k < unknowns_.size(); ++k) d.v[unknowns_[k]] = from[n_ + k];
  old_ = olds_[stage];
  const double time = stageTime(start, size, stage);
  return solve(time, stageSize(size)) || failed(time);
}

bool InlinedStep::forward(double start, double size, const double* x, const double* kept, double* s,
                          const double* p, int32_t directions, double* slopes) {
  const auto m = static_cast<size_t>(directions);
  const double h = stageSize(size);
  const size_t together = slopeWeights_.size();
  // The end, then the inner stages.
  std::vector<double> given((n_ + seeds_) * m), end(together * n_ * m);
  std::vector<std::vector<double>> slopeChanges;
  std::copy(p, p + seeds_ * m, given.begin() + static_cast<int64_t>(n_ * m));
  for (size_t stage = 0; stage < stages_; ++stage) {
    oldOf(stage, size, x);
    if (!solveKept(start, size, stage, kept)) return false;
    std::copy(s, s + n_ * m, given.begin());
    for (size_t j = 0; j < stage; ++j)
      for (size_t k = 0; k < n_ * m; ++k)
        given[k] += size * solver::kSdirkA[stage][j] * slopeChanges[j][k];
    if (!point_.forward(given.data(), directions, end.data())) {
      problem_ = point_.problem();
      return false;
    }
    if (!diagonal_) continue;
    const double* solved = kept + stage * (n_ + unknowns_.size());
    for (size_t i = 0; i < n_; ++i) slopes_[stage][i] = (solved[i] - olds_[stage][i]) / h;
    std::vector<double>& changes = slopeChanges.emplace_back(n_ * m);
    for (size_t k = 0; k < n_ * m; ++k) changes[k] = (end[k] - given[k]) / h;
  }
  for (size_t k = 0; slopes != nullptr && k < n_ * m; ++k) {
    if (diagonal_) {
      slopes[k] = slopeChanges.back()[k];
      continue;
    }
    slopes[k] = slopeWeights_.back() / size * (end[k] - s[k]);
    for (size_t j = 0; j + 1 < together; ++j)
      slopes[k] += slopeWeights_[j] / size * (end[(j + 1) * n_ * m + k] - s[k]);
  }
  std::copy_n(end.begin(), n_ * m, s);
  return true;
}

// The weights of the slope at the end as weights of the stages and of the beginning.
void InlinedStep::spreadSlope(double size, const double* ofSlope, std::vector<double>& ofEnd,
                              std::vector<double>& ofStart) const {
  const size_t last = slopeWeights_.size() - 1;
  for (size_t s = 0; s <= last; ++s)
    for (size_t i = 0; i < n_; ++i) {
      const double weight = slopeWeights_[s] / size * ofSlope[i];
      ofEnd[(s == last ? 0 : s + 1) * n_ + i] += weight;
      ofStart[i] -= weight;
    }
}

bool InlinedStep::backward(double start, double size, const double* x, const double* kept,
                           double* weights, const double* ofSlope, double* seeds) {
  const double h = stageSize(size);
  // Weights of the slopes (X - old)/h of the stages.
  std::vector<std::vector<double>> ofSlopes(stages_, std::vector<double>(n_, 0.0));
  // The end, then the inner stages.
  std::vector<double> ofEnd(slopeWeights_.size() * n_, 0.0), given(n_ + seeds_), ofStart(n_, 0.0);
  for (size_t stage = 0; stage < stages_; ++stage) {
    oldOf(stage, size, x);
    const double* solved = kept + stage * (n_ + unknowns_.size());
    for (size_t i = 0; i < n_ && diagonal_; ++i)
      slopes_[stage][i] = (solved[i] - olds_[stage][i]) / h;
  }
  if (ofSlope != nullptr && diagonal_) ofSlopes.back().assign(ofSlope, ofSlope + n_);
  for (size_t stage = stages_; stage-- > 0;) {
    if (!solveKept(start, size, stage, kept)) return false;
    for (size_t i = 0; i < n_; ++i)
      ofEnd[i] = (stage + 1 == stages_ ? weights[i] : 0) + ofSlopes[stage][i] / h;
    if (ofSlope != nullptr && !diagonal_) spreadSlope(size, ofSlope, ofEnd, ofStart);
    if (!point_.backward(ofEnd.data(), given.data())) {
      problem_ = point_.problem();
      return false;
    }
    for (size_t k = 0; k < seeds_; ++k) seeds[k] += given[n_ + k];
    for (size_t i = 0; i < n_; ++i) {
      const double ofOld = given[i] - ofSlopes[stage][i] / h;
      ofStart[i] += ofOld;
      for (size_t j = 0; j < stage; ++j) ofSlopes[j][i] += size * solver::kSdirkA[stage][j] * ofOld;
    }
  }
  std::copy(ofStart.begin(), ofStart.end(), weights);
  return true;
}

}  // namespace formola::analysis
