#include "structure/index/reduce_index.h"

#include <fmt/format.h>

#include <algorithm>

#include "dae/printer.h"
#include "diag/codes/structure.h"
#include "graph/pantelides.h"
#include "structure/index/derivatives.h"
#include "structure/index/input_differences.h"
#include "structure/index/select_states.h"
#include "structure/simplify/inline_late.h"
#include "structure/systems/explain_singular.h"
#include "structure/systems/incidence.h"

namespace formola {

namespace {

class IndexReduction {
 public:
  IndexReduction(StructuredDae& model, const StructureOptions& options, Diagnostics& diagnostics)
      : model_(model),
        options_(options),
        pool_(model.pool()),
        diagnostics_(diagnostics),
        collector_(pool_),
        inlined_(model),
        derivatives_(model) {}

  void run();
  // Only what is differentiated, no states chosen.
  void tryOut() {
    onlyTried_ = true;
    run();
  }
  // Inputs whose derivatives were asked for.
  const std::vector<VariableId>& neededInputs() const { return neededInputs_; }

 private:
  // Columns an equation can be solved for, of any order; lower orders too, since Pantelides'
  // algorithm differentiates them.
  std::vector<int> columnsOf(const StructuredEquation& e);
  int columnOf(VariableId id);
  std::vector<int> differentiate(int equation, int newEquation);
  graph::PantelidesResult differentiateWhereNeeded();
  bool releaseTargets();

  StructuredDae& model_;
  const StructureOptions& options_;
  ExprPool& pool_;
  Diagnostics& diagnostics_;
  IncidenceCollector collector_;
  LateInliner inlined_;
  TimeDerivatives derivatives_;
  std::vector<Incidence> found_;
  std::vector<VariableId> columns_;
  std::vector<int> column_;
  std::vector<VariableId> neededInputs_;
  bool onlyTried_ = false;
};

int IndexReduction::columnOf(VariableId id) {
  if (column_.size() <= id.index()) column_.resize(id.index() + 1, -1);
  return column_[id.index()];
}

std::vector<int> IndexReduction::columnsOf(const StructuredEquation& e) {
  std::vector<int> result;
  if (e.target.valid()) {
    if (int c = columnOf(e.target); c >= 0) result.push_back(c);
    return result;
  }
  const ExprId roots[2] = {inlined_(e.left), inlined_(e.right)};
  collector_.collect(roots, found_);
  const bool real = pool_.base(e.left) == BaseType::Real;
  bool continuous = false;
  for (const Incidence& in : found_)
    continuous = continuous || (columnOf(in.variable) >= 0 && in.solvable &&
                                model_.info[in.variable].role != Role::Discrete);
  for (const Incidence& in : found_) {
    const int c = columnOf(in.variable);
    if (c < 0 || !in.solvable) continue;
    if (real != model_.isReal(in.variable)) continue;
    // A continuous equation does not determine a discrete variable.
    if (real && continuous && model_.info[in.variable].role == Role::Discrete) continue;
    result.push_back(c);
  }
  return result;
}

std::vector<int> IndexReduction::differentiate(int equation, int newEquation) {
  FORMOLA_ASSERT(static_cast<size_t>(newEquation) == model_.equations.size());
  StructuredEquation e = model_.equations[static_cast<size_t>(equation)];
  e.left = inlined_.withoutUnneeded(e.left);
  e.right = inlined_.withoutUnneeded(e.right);
  Derivative left = derivatives_(e.left), right = derivatives_(e.right);
  std::vector<int> columns;
  if (!left.ok() || !right.ok()) {
    if (VariableId input = derivatives_.neededInput(); input.valid()) {
      diagnostics_.report(diag::InputDerivative, e.origin.range, std::string(model_.name(input)));
      neededInputs_.push_back(input);
      derivatives_.clearInput();
    } else {
      PrintContext context{pool_, &model_.dae, nullptr};
      diagnostics_.report(
          diag::CannotDifferentiate, e.origin.range,
          fmt::format("'{}'", print(left.ok() ? right.failedAt : left.failedAt, context)));
    }
    // Go on with the structure that a derivative would have.
    for (int c : columnsOf(e)) {
      columns.push_back(c);
      VariableId d = model_.info[columns_[static_cast<size_t>(c)]].derivative;
      if (d.valid() && columnOf(d) >= 0) columns.push_back(columnOf(d));
    }
  } else {
    e.left = left.value;
    e.right = right.value;
    // Hints are about the derivatives of what they name.
    for (ExprId& hint : e.relaxed)
      if (const Derivative d = derivatives_(hint); d.ok()) hint = d.value;
    if (e.residue.valid())
      if (const Derivative d = derivatives_(e.residue); d.ok()) e.residue = d.value;
  }
  // What an algorithm assigns: its derivative is computed from this, and nothing else is.
  if (e.target.valid() && model_.info[e.target].role != Role::Discrete)
    e.target = derivatives_.of(e.target);
  e.derivative = -1;
  e.derivativeOf = equation;
  model_.equations[static_cast<size_t>(equation)].derivative = newEquation;
  if (columns.empty()) columns = columnsOf(e);
  model_.equations.push_back(std::move(e));
  ++model_.differentiatedEquations;
  return columns;
}

graph::PantelidesResult IndexReduction::differentiateWhereNeeded() {
  std::vector<int> derivative(columns_.size(), graph::kNone);
  for (size_t c = 0; c < columns_.size(); ++c)
    if (VariableId d = model_.info[columns_[c]].derivative; d.valid())
      derivative[c] = column_[d.index()];
  std::vector<std::vector<int>> rows;
  for (const StructuredEquation& e : model_.equations) rows.push_back(columnsOf(e));

  graph::PantelidesCallbacks callbacks;
  callbacks.differentiateVariable = [&](int variable, int newVariable) {
    VariableId d = derivatives_.of(columns_[static_cast<size_t>(variable)]);
    FORMOLA_ASSERT(static_cast<size_t>(newVariable) == columns_.size());
    columnOf(d);
    column_[d.index()] = newVariable;
    columns_.push_back(d);
  };
  callbacks.differentiateEquation = [&](int equation, int newEquation) {
    return differentiate(equation, newEquation);
  };
  return graph::pantelides(graph::Bipartite::fromRows(static_cast<int>(columns_.size()), rows),
                           derivative, callbacks);
}

// An algorithm computes what it assigns. Where that is given and something that it uses is sought,
// its statements are equations like others, to be solved by iteration. False: there is none.
bool IndexReduction::releaseTargets() {
  bool any = false;
  for (StructuredEquation& e : model_.equations) {
    if (!e.target.valid() || !model_.isReal(e.target) ||
        model_.info[e.target].role == Role::Discrete)
      continue;
    e.target = {};
    any = true;
  }
  return any;
}

void IndexReduction::run() {
  // Wanted states that nobody differentiates.
  for (uint32_t i = 0, n = static_cast<uint32_t>(model_.dae.variables.size()); i < n; ++i) {
    VariableId id(i);
    if (model_.info[id].role == Role::Algebraic &&
        model_.dae.variables[id].stateSelect >= StateSelect::Prefer && model_.isReal(id))
      derivatives_.of(id);
  }
  std::vector<char> differentiated(model_.dae.variables.size(), 0);
  for (uint32_t i = 0; i < differentiated.size(); ++i)
    differentiated[i] = model_.info[VariableId(i)].derivative.valid();
  column_.assign(model_.dae.variables.size(), -1);
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) {
    VariableId id(i);
    if (!model_.isUnknown(id) && model_.info[id].role != Role::State) continue;
    column_[i] = static_cast<int>(columns_.size());
    columns_.push_back(id);
  }
  graph::PantelidesResult result = differentiateWhereNeeded();
  if (result.status == graph::PantelidesResult::Status::Singular && releaseTargets())
    result = differentiateWhereNeeded();
  if (result.status == graph::PantelidesResult::Status::Singular) {
    explainSingular(model_, model_.equations, columns_, result.singular, {},
                    diag::StructurallySingular, diagnostics_);
    return;
  }
  if (result.status == graph::PantelidesResult::Status::Diverged) {
    // The derivative lost the variables it was taken for, e.g. x - x: only the original can tell.
    auto e = static_cast<size_t>(result.diverging);
    while (model_.equations[e].derivativeOf >= 0)
      e = static_cast<size_t>(model_.equations[e].derivativeOf);
    diagnostics_.report(diag::StructurallySingular, model_.equations[e].origin.range,
                        std::string("differentiating this equation does not come to an end"));
    return;
  }
  if (diagnostics_.hasErrors() || onlyTried_) return;
  LateInliner(model_).applyToModel();

  selectStates(model_, differentiated, options_, diagnostics_);
}

// States follow the inputs that index reduction has to differentiate, as far as it is known before.
void followNeededInputs(StructuredDae& model, const StructureOptions& options,
                        Diagnostics& diagnostics) {
  const bool any = std::any_of(model.info.begin(), model.info.end(),
                               [](const VariableInfo& info) { return info.role == Role::Input; });
  for (bool more = any; more;) {
    StructuredDae trial = model;
    const Diagnostics::Mute mute(diagnostics);
    IndexReduction reduction(trial, options, diagnostics);
    reduction.tryOut();
    more = false;
    for (VariableId input : reduction.neededInputs()) {
      if (!model.isReal(input) || isFollowed(model, input)) continue;
      followInput(model, input);
      more = true;
    }
  }
}

}  // namespace

int structuralIndex(StructuredDae model, const StructureOptions& options) {
  SourceManager none;
  Diagnostics quiet(none);
  IndexReduction(model, options, quiet).tryOut();
  int most = 0;
  for (const StructuredEquation& e : model.equations) {
    int times = 0;
    for (int of = e.derivativeOf; of >= 0;
         of = model.equations[static_cast<size_t>(of)].derivativeOf)
      ++times;
    most = std::max(most, times);
  }
  return most + 1;
}

StructuredDae reduceIndex(StructuredDae model, const StructureOptions& options,
                          Diagnostics& diagnostics) {
  if (options.inputDifferences && options.on(Pass::reduceIndex))
    followNeededInputs(model, options, diagnostics);
  if (options.on(Pass::reduceIndex))
    IndexReduction(model, options, diagnostics).run();
  else
    LateInliner(model).applyToModel();
  return model;
}

}  // namespace formola
