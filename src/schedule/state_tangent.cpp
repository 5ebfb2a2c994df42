#include "schedule/state_tangent.h"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <unordered_set>

#include "dae/iterating_functions.h"
#include "dae/printer.h"
#include "expr/dependence.h"
#include "expr/differentiate.h"
#include "expr/gradient.h"
#include "expr/rewrite.h"
#include "schedule/schedule.h"
#include "structure/index/differentiate_function.h"
#include "structure/index/function_rules.h"
#include "structure/systems/incidence.h"

namespace formola {

namespace {

constexpr uint32_t kNone = UINT32_MAX;
// Steps whose calls must be differentiated in each argument: more than this is left to differences.
constexpr size_t kDirectionWork = 200'000;

using Kind = StateTangent::Kind;
using Operation = StateTangent::Operation;
using Term = StateTangent::Term;

// What follows from all unknowns of the matrix, though some of them follow from the others.
std::vector<Step> withoutUnknowns(const LinearBlock& block) {
  std::vector<Step> result = block.after;
  if (block.formulas.empty() || block.formulas.size() == block.unknowns.size()) return result;
  const std::unordered_set<VariableId> unknowns(block.unknowns.begin(), block.unknowns.end());
  std::erase_if(result, [&](const Step& step) { return unknowns.contains(step.variable); });
  return result;
}

class TangentBuilder {
 public:
  explicit TangentBuilder(Schedule& schedule)
      : schedule_(schedule),
        model_(schedule.model),
        pool_(schedule.model.pool()),
        build_(pool_),
        functions_(schedule.model.dae),
        iterating_(schedule.model.dae),
        collector_(pool_),
        rowOf_(model_.dae.variables.size(), kNone),
        linearRows_(schedule.linearBlocks.size(), kNone),
        nonlinearRows_(schedule.nonlinearBlocks.size(), kNone),
        gradient_(pool_, [this](ExprId leaf) { return varies(leaf); }),
        differentiate_(pool_, rules()),
        change_(pool_, [this](ExprId leaf) { return changeOf(leaf); }),
        followsSeed_(model_.dae.variables.size(), 0) {}

  StateTangent run(const TangentRequest& request);

 private:
  Dependence varies(ExprId leaf) const;
  Dependence changeOf(ExprId leaf) const;
  DerivativeRules rules();
  bool differentiable(VariableId id) const;
  void steps(std::span<const Step> list);
  void assign(const Step& step);
  void linear(const Step& step);
  void nonlinear(const Step& step);
  void solve(Kind kind, uint32_t block, const std::vector<VariableId>& unknowns,
             std::span<const Step> inner, const std::vector<ExprId>& residuals);
  bool dependsOn(size_t firstOperation, uint32_t rowsBefore) const;
  // The terms of the derivative of a value; false: not differentiable.
  bool termsOf(ExprId value, uint32_t& begin, uint32_t& end);
  std::vector<VariableId> movingIn(ExprId value);
  bool inDirections(ExprId value);
  bool byDifferences(ExprId value);
  bool isPure(ExprId value);
  ExprId settled(ExprId value);
  void add(ExprId unknown, ExprId partial);
  void fail(ExprId value);
  void plant(const TangentRequest& request);
  void plantDelays();
  int32_t outputRow(ExprId value);
  void prune();
  void orderPartials();

  Schedule& schedule_;
  const StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  FunctionDerivatives functions_;
  IteratingFunctions iterating_;
  IncidenceCollector collector_;
  std::vector<Incidence> found_;
  StateTangent result_;
  std::vector<uint32_t> rowOf_;                       // by variable
  std::vector<uint32_t> linearRows_, nonlinearRows_;  // by block: its first row
  ExprId direction_;
  GradientBuilder gradient_;
  Differentiator differentiate_;
  DependenceAnalysis change_;
  ExprTable<ExprId> moved_, settled_, delayed_;
  bool discreteSeeds_ = false;
  // What stands for delayed values while expressions that have them are differentiated.
  std::vector<ExprId> past_;
  ExprSet seen_;
  std::vector<char> followsSeed_;  // by variable: a seed, or a parameter that depends on one
  ExprTable<uint32_t> partialOf_, termsBegin_, termsEnd_;
  std::vector<std::string> failures_;  // Operation::count of a sum is the number of its failure
  size_t directionWork_ = 0;
};

Dependence TangentBuilder::varies(ExprId leaf) const {
  return pool_.kind(leaf) == ExprKind::Variable && differentiable(pool_.variableOf(leaf))
             ? Dependence::Unknown
             : Dependence::Known;
}

bool TangentBuilder::differentiable(VariableId id) const {
  const Role role = model_.info[id].role;
  return (role == Role::State || role == Role::Algebraic || role == Role::Derivative ||
          (role == Role::Integrator && result_.ofStep) || followsSeed_[id.index()] != 0) &&
         model_.isReal(id);
}

Dependence TangentBuilder::changeOf(ExprId leaf) const {
  return pool_.kind(leaf) == ExprKind::Variable &&
                 model_.info[pool_.variableOf(leaf)].role == Role::Parameter
             ? Dependence::Constant
             : Dependence::Known;
}

DerivativeRules TangentBuilder::rules() {
  DerivativeRules rules;
  rules.leaf = [this](ExprId leaf) { return leaf == direction_ ? build_.one() : build_.zero(); };
  rules.call = [this](ExprId call, std::span<const ExprId> derivatives) {
    return derivativeOfCall(build_, functions_, call, derivatives);
  };
  return rules;
}

void TangentBuilder::add(ExprId unknown, ExprId partial) {
  const uint32_t row = rowOf_[pool_.variableOf(unknown).index()];
  if (row == kNone || build_.isZero(partial)) return;
  if (!past_.empty())
    partial = mapExpr(pool_, partial, delayed_, [&](ExprId id, std::span<const ExprId> children) {
      return build_.withChildren(id, children);
    });
  uint32_t& index = partialOf_.slot(partial);
  if (index == 0) {
    result_.partials.push_back(partial);
    index = static_cast<uint32_t>(result_.partials.size());
  }
  result_.terms.push_back({row, index - 1});
}

// The variables of an expression that follow the states.
std::vector<VariableId> TangentBuilder::movingIn(ExprId value) {
  ExprId roots[1] = {value};
  collector_.collect(roots, found_);
  std::vector<VariableId> moving;
  for (const Incidence& in : found_)
    if (!in.onlyInRelations && differentiable(in.variable) && rowOf_[in.variable.index()] != kNone)
      moving.push_back(in.variable);
  return moving;
}

// By the rules for directions, which know calls of user functions.
bool TangentBuilder::inDirections(ExprId value) {
  for (VariableId id : movingIn(value)) {
    if (++directionWork_ > kDirectionWork) return false;
    direction_ = model_.ref(id);
    differentiate_.reset();
    const Derivative d = differentiate_(value);
    if (!d.ok()) return false;
    add(direction_, d.value);
  }
  return true;
}

bool TangentBuilder::isPure(ExprId value) {
  bool pure = true;
  ExprId roots[1] = {value};
  seen_.clear();
  forEachNode(pool_, roots, seen_, [&](ExprId id) {
    if (pool_.kind(id) == ExprKind::Call)
      pure = pure && !model_.dae.functions[pool_.functionOf(id)].impure;
  });
  return pure;
}

// A function without a derivative (an external one): the difference quotient of this step alone, as
// a formula: of second order, and upwards as many functions are defined from zero on.
bool TangentBuilder::byDifferences(ExprId value) {
  if (!isPure(value)) return false;
  constexpr double kRoot = 6e-6;  // the third one of the rounding unit
  for (VariableId variable : movingIn(value)) {
    if (++directionWork_ > kDirectionWork) return false;
    const ExprId x = model_.ref(variable);
    const ExprId nominal = model_.dae.variables[variable].nominal;
    const double size =
        nominal.valid() && pool_.isNumber(nominal) ? std::abs(pool_.realValue(nominal)) : 1.0;
    const ExprId larger = build_.call(Builtin::MaxOf, build_.call(Builtin::Abs, x),
                                      pool_.real(size > 0 ? size : 1.0));
    const ExprId step = build_.mul(pool_.real(kRoot), larger);
    auto at = [&](ExprId place) {
      moved_.clear();
      moved_.set(x, place);
      return mapExpr(pool_, value, moved_, [&](ExprId id, std::span<const ExprId> children) {
        // What is frozen or of the past does not move.
        for (Builtin b : {Builtin::Relation, Builtin::Pre, Builtin::Delay})
          if (pool_.isBuiltin(id, b)) return id;
        return build_.withChildren(id, children);
      });
    };
    const ExprId once = build_.sub(at(build_.add(x, step)), value);
    const ExprId twice = build_.sub(at(build_.add(x, build_.mul(pool_.real(2), step))), value);
    const ExprId change = build_.sub(build_.mul(pool_.real(4), once), twice);
    add(x, build_.div(change, build_.mul(pool_.real(2), step)));
  }
  ++result_.differenced;
  return true;
}

// Between events pre(v) of a discrete variable is v: what is given for v holds for it.
ExprId TangentBuilder::settled(ExprId value) {
  if (!discreteSeeds_ && past_.empty()) return value;
  return mapExpr(pool_, value, settled_, [&](ExprId id, std::span<const ExprId> children) {
    if (pool_.isBuiltin(id, Builtin::Relation)) return id;
    if (pool_.isBuiltin(id, Builtin::Delay))
      for (size_t k = 0; k < past_.size(); ++k)
        if (schedule_.delays[k].expression == id) return past_[k];
    if (pool_.isBuiltin(id, Builtin::Pre) && pool_.kind(children[0]) == ExprKind::Variable &&
        followsSeed_[pool_.variableOf(children[0]).index()] != 0)
      return children[0];
    return build_.withChildren(id, children);
  });
}

bool TangentBuilder::termsOf(ExprId value, uint32_t& begin, uint32_t& end) {
  value = settled(value);
  // Steps inside of blocks come twice.
  if (termsBegin_.has(value)) {
    begin = termsBegin_.at(value);
    end = termsEnd_.at(value);
    return true;
  }
  begin = static_cast<uint32_t>(result_.terms.size());
  // Statement by statement the derivative of what is found by halving is zero.
  if (iterating_.iterate(value)) {
    if (byDifferences(value)) {
      end = static_cast<uint32_t>(result_.terms.size());
      termsBegin_.set(value, begin);
      termsEnd_.set(value, end);
      return true;
    }
    result_.terms.resize(begin);
  }
  const Gradient gradient = gradient_(value);
  if (gradient.ok()) {
    for (const GradientEntry& entry : gradient.entries) add(entry.unknown, entry.derivative);
  } else if (!inDirections(value)) {
    result_.terms.resize(begin);
    if (!byDifferences(value)) {
      result_.terms.resize(begin);
      return false;
    }
  }
  end = static_cast<uint32_t>(result_.terms.size());
  termsBegin_.set(value, begin);
  termsEnd_.set(value, end);
  return true;
}

// What does not depend on the states anyway, or what their derivatives do not need, does no harm:
// an operation that reports it if it is still there in the end.
void TangentBuilder::fail(ExprId value) {
  const PrintContext context{pool_, &model_.dae, nullptr};
  std::string text = formola::print(value, context);
  constexpr size_t kLongest = 200;
  if (text.size() > kLongest) {
    text.resize(kLongest);
    text += "...";
  }
  failures_.push_back(std::move(text));
}

void TangentBuilder::assign(const Step& step) {
  if (step.discrete || !model_.isReal(step.variable)) return;
  uint32_t begin = 0, end = 0;
  const bool ok = termsOf(step.value, begin, end);
  uint32_t& row = rowOf_[step.variable.index()];
  if (ok && begin == end) {
    row = kNone;
    return;
  }
  if (row == kNone) row = result_.rows++;
  Operation operation{Kind::Sum, row, begin, end, 0, 0};
  if (!ok) {
    fail(step.value);
    operation.count = static_cast<uint32_t>(failures_.size());
  }
  result_.operations.push_back(operation);
}

bool TangentBuilder::dependsOn(size_t firstOperation, uint32_t rowsBefore) const {
  for (size_t k = firstOperation; k < result_.operations.size(); ++k) {
    const Operation& operation = result_.operations[k];
    if (operation.kind != Kind::Sum) continue;
    if (operation.count > 0) return true;
    for (uint32_t t = operation.begin; t < operation.end; ++t)
      if (result_.terms[t].row < rowsBefore) return true;
  }
  return false;
}

// At fixed u the residuals change by dr; then J du = -dr.
void TangentBuilder::solve(Kind kind, uint32_t block, const std::vector<VariableId>& unknowns,
                           std::span<const Step> inner, const std::vector<ExprId>& residuals) {
  const auto n = static_cast<uint32_t>(unknowns.size());
  const size_t firstOperation = result_.operations.size();
  // A linear block inside of a nonlinear one comes twice.
  std::vector<uint32_t>& known = kind == Kind::Linear ? linearRows_ : nonlinearRows_;
  if (known[block] == kNone) {
    known[block] = result_.rows;
    result_.rows += 2 * n;
  }
  const uint32_t first = known[block], changes = first + n;
  for (uint32_t k = 0; k < n; ++k) rowOf_[unknowns[k].index()] = first + k;
  result_.operations.push_back({Kind::Zero, first, 0, 0, n, 0});
  steps(inner);
  for (uint32_t k = 0; k < n; ++k) {
    Operation operation{Kind::Sum, changes + k, 0, 0, 0, 0};
    if (!termsOf(residuals[k], operation.begin, operation.end)) {
      fail(residuals[k]);
      operation.count = static_cast<uint32_t>(failures_.size());
    }
    result_.operations.push_back(operation);
  }
  if (dependsOn(firstOperation, first)) {
    result_.operations.push_back({kind, first, changes, 0, n, block});
    return;
  }
  // No state has an influence.
  termsBegin_.clear();
  termsEnd_.clear();
  result_.operations.resize(firstOperation);
  for (VariableId id : unknowns) rowOf_[id.index()] = kNone;
  for (const Step& step : inner)
    if (step.kind == StepKind::Assign) rowOf_[step.variable.index()] = kNone;
}

void TangentBuilder::linear(const Step& step) {
  const LinearBlock& block = schedule_.linearBlocks[step.block];
  solve(Kind::Linear, step.block, block.unknowns,
        block.symbolic ? withoutUnknowns(block) : block.inner, block.residuals);
  if (!block.symbolic) steps(block.inner);
}

void TangentBuilder::nonlinear(const Step& step) {
  const NonlinearBlock& block = schedule_.nonlinearBlocks[step.block];
  solve(Kind::Nonlinear, step.block, block.unknowns, block.inner, block.residuals);
  steps(block.inner);
}

// Blocks inside of blocks are no deeper than mixed - nonlinear - linear.
void TangentBuilder::steps(std::span<const Step> list) {
  for (const Step& step : list) {
    switch (step.kind) {
      case StepKind::Assign:
        assign(step);
        break;
      case StepKind::Linear:
        linear(step);
        break;
      case StepKind::Nonlinear:
        nonlinear(step);
        break;
      case StepKind::Mixed:
        steps(schedule_.mixedBlocks[step.block].continuous);
        break;
      case StepKind::Relations:
      case StepKind::SetPre:
        break;
    }
  }
}

// Keeps what leads to the derivatives of the states.
void TangentBuilder::prune() {
  std::vector<char> needed(result_.rows, 0);
  for (const auto* rows : {&result_.derivatives, &result_.outputs})
    for (int32_t row : *rows)
      if (row >= 0) needed[static_cast<size_t>(row)] = 1;
  std::vector<char> keep(result_.operations.size(), 0);
  for (size_t k = result_.operations.size(); k-- > 0;) {
    const Operation& operation = result_.operations[k];
    if (operation.kind == Kind::Sum) {
      if (needed[operation.row] == 0) continue;
      keep[k] = 1;
      for (uint32_t t = operation.begin; t < operation.end; ++t) needed[result_.terms[t].row] = 1;
      continue;
    }
    for (uint32_t i = 0; i < operation.count && keep[k] == 0; ++i)
      keep[k] = needed[operation.row + i];
    if (keep[k] == 0 || operation.kind == Kind::Zero) continue;
    // All residuals, and all unknowns as zeros before them.
    for (uint32_t i = 0; i < operation.count; ++i)
      needed[operation.begin + i] = needed[operation.row + i] = 1;
  }
  std::vector<Operation> operations;
  for (size_t k = 0; k < keep.size(); ++k) {
    if (keep[k] == 0) continue;
    const Operation& operation = result_.operations[k];
    if (operation.kind == Kind::Sum && operation.count > 0 && result_.failure.empty())
      result_.failure = "there is no derivative of " + failures_[operation.count - 1];
    // Without its own Jacobian a block has to be differenced, and with it everything.
    if (operation.kind == Kind::Nonlinear &&
        !schedule_.nonlinearBlocks[operation.block].hasJacobian && result_.failure.empty())
      result_.failure =
          fmt::format("there is no Jacobian of the nonlinear system of {}",
                      model_.name(schedule_.nonlinearBlocks[operation.block].unknowns[0]));
    operations.push_back(operation);
  }
  result_.operations = std::move(operations);
}

// Numbers first, then what parameters determine, then the rest; unused ones are left out.
void TangentBuilder::orderPartials() {
  std::vector<char> used(result_.partials.size(), 0);
  std::vector<Term> terms;
  // Terms that two operations share stay shared.
  std::vector<uint32_t> newBegin(result_.terms.size() + 1, kNone);
  for (Operation& operation : result_.operations) {
    if (operation.kind != Kind::Sum) continue;
    const uint32_t begin = operation.begin, end = operation.end;
    if (newBegin[begin] == kNone || begin == end) {
      newBegin[begin] = static_cast<uint32_t>(terms.size());
      for (uint32_t t = begin; t < end; ++t) {
        terms.push_back(result_.terms[t]);
        used[result_.terms[t].partial] = 1;
      }
    }
    operation.begin = newBegin[begin];
    operation.end = operation.begin + (end - begin);
  }
  std::vector<uint32_t> place(result_.partials.size(), kNone);
  std::vector<ExprId> ordered;
  for (int group = 0; group < 3; ++group) {
    for (size_t k = 0; k < result_.partials.size(); ++k) {
      if (used[k] == 0) continue;
      const ExprId partial = result_.partials[k];
      const int of = pool_.isNumber(partial) ? 0 : change_(partial) == Dependence::Constant ? 1 : 2;
      if (of != group) continue;
      place[k] = static_cast<uint32_t>(ordered.size());
      ordered.push_back(partial);
    }
    if (group == 0) result_.numbers = static_cast<uint32_t>(ordered.size());
    if (group == 1) result_.constants = static_cast<uint32_t>(ordered.size()) - result_.numbers;
  }
  for (Term& term : terms) term.partial = place[term.partial];
  result_.terms = std::move(terms);
  result_.partials = std::move(ordered);
}

// Seeds, and the parameters that are computed from them.
void TangentBuilder::plant(const TangentRequest& request) {
  for (VariableId id : request.seeds) {
    rowOf_[id.index()] = result_.rows++;
    followsSeed_[id.index()] = 1;
    discreteSeeds_ = discreteSeeds_ || model_.info[id].role == Role::Discrete;
  }
  if (request.delays) plantDelays();
  result_.seeds = static_cast<uint32_t>(request.seeds.size() + past_.size());
  if (request.seeds.empty()) return;
  for (const Step& step : schedule_.parameters) {
    if (step.kind != StepKind::Assign || model_.info[step.variable].role != Role::Parameter)
      continue;
    if (followsSeed_[step.variable.index()] != 0 || !model_.isReal(step.variable)) continue;
    if (movingIn(step.value).empty()) continue;
    followsSeed_[step.variable.index()] = 1;
    // What is known of the leaves has changed.
    gradient_.reset();
    assign(step);
  }
}

// A variable for each delayed value, as long as the tangent is built.
void TangentBuilder::plantDelays() {
  for (const DelayBuffer& delay : schedule_.delays) {
    Variable variable;
    variable.name = pool_.names.intern("$past");
    variable.type = pool_.types.real();
    const VariableId id = schedule_.model.add(std::move(variable), {Role::Input, {}, {}});
    past_.push_back(model_.ref(id));
    delayed_.set(past_.back(), delay.expression);
    rowOf_.push_back(result_.rows++);
    followsSeed_.push_back(1);
  }
}

// The row of an expression that is no variable; -1: zero.
int32_t TangentBuilder::outputRow(ExprId value) {
  Operation operation{Kind::Sum, 0, 0, 0, 0, 0};
  const bool ok = termsOf(value, operation.begin, operation.end);
  if (ok && operation.begin == operation.end) return -1;
  operation.row = result_.rows++;
  if (!ok) {
    fail(value);
    operation.count = static_cast<uint32_t>(failures_.size());
  }
  result_.operations.push_back(operation);
  return static_cast<int32_t>(operation.row);
}

StateTangent TangentBuilder::run(const TangentRequest& request) {
  const auto n = static_cast<size_t>(schedule_.nStates);
  const size_t variables = model_.dae.variables.size();
  result_.ofStep = request.ofStep;
  for (size_t i = 0; i < n; ++i) {
    const VariableId given = request.ofStep ? schedule_.inlined->old[i] : schedule_.owner[i];
    rowOf_[given.index()] = static_cast<uint32_t>(i);
  }
  result_.rows = static_cast<uint32_t>(n);
  plant(request);
  steps(request.ofStep ? schedule_.inlined->steps : schedule_.derivatives);
  const bool outputs = !request.outputs.empty() || !past_.empty();
  if (outputs && !request.ofStep) steps(schedule_.outputs);
  auto rowOf = [&](VariableId id) {
    const uint32_t row = rowOf_[id.index()];
    return row == kNone ? -1 : static_cast<int32_t>(row);
  };
  for (size_t i = 0; i < n; ++i)
    result_.derivatives.push_back(rowOf(schedule_.owner[request.ofStep ? i : n + i]));
  for (VariableId id : request.outputs) result_.outputs.push_back(rowOf(id));
  for (size_t k = 0; k < past_.size(); ++k) {
    result_.outputs.push_back(outputRow(schedule_.delays[k].value));
    result_.outputs.push_back(outputRow(schedule_.delays[k].delayTime));
  }
  schedule_.model.dae.variables.resize(variables);
  schedule_.model.info.resize(variables);
  prune();
  if (!result_.failure.empty()) {
    StateTangent failed;
    failed.failure = std::move(result_.failure);
    return failed;
  }
  orderPartials();
  return std::move(result_);
}

}  // namespace

void buildStateTangent(Schedule& schedule, const TangentRequest& request) {
  if (schedule.nStates > 0 || !request.outputs.empty() || request.delays)
    schedule.tangent = TangentBuilder(schedule).run(request);
}

std::string print(const StateTangent& tangent, const Schedule& schedule) {
  if (!tangent.failure.empty()) return tangent.failure + '\n';
  const PrintContext context{schedule.model.pool(), &schedule.model.dae, nullptr};
  std::string out;
  auto name = [&](uint32_t row) {
    const bool state = row < static_cast<uint32_t>(schedule.nStates);
    return state ? fmt::format("d({})", schedule.model.name(schedule.owner[row]))
                 : fmt::format("d{}", row);
  };
  for (const Operation& operation : tangent.operations) {
    switch (operation.kind) {
      case Kind::Sum: {
        out += name(operation.row) + " :=";
        for (uint32_t t = operation.begin; t < operation.end; ++t)
          out += fmt::format("{} ({}) * {}", t > operation.begin ? " +" : "",
                             print(tangent.partials[tangent.terms[t].partial], context),
                             name(tangent.terms[t].row));
        out += operation.begin == operation.end ? " 0\n" : "\n";
        break;
      }
      case Kind::Zero:
        out += fmt::format("{} .. {} := 0\n", name(operation.row),
                           name(operation.row + operation.count - 1));
        break;
      case Kind::Linear:
      case Kind::Nonlinear:
        out += fmt::format("{} .. {} := -inverse of the {} block {} * ({} .. {})\n",
                           name(operation.row), name(operation.row + operation.count - 1),
                           operation.kind == Kind::Linear ? "linear" : "nonlinear", operation.block,
                           name(operation.begin), name(operation.begin + operation.count - 1));
        break;
    }
  }
  for (size_t i = 0; i < tangent.derivatives.size(); ++i) {
    const int32_t row = tangent.derivatives[i];
    out += fmt::format("d(der({})) = {}\n", schedule.model.name(schedule.owner[i]),
                       row < 0 ? "0" : name(static_cast<uint32_t>(row)));
  }
  return out;
}

}  // namespace formola
