#include "structure/systems/inline_integration.h"

#include <fmt/format.h>

#include "diag/codes/structure.h"
#include "expr/build.h"
#include "expr/linear.h"
#include "expr/rewrite.h"
#include "graph/matching.h"
#include "structure/lower/lower_hints.h"
#include "structure/solve/relax_blocks.h"
#include "structure/solve/tear_blocks.h"
#include "structure/systems/incidence.h"
#include "structure/systems/lift_stages.h"
#include "structure/systems/sort_equations.h"
#include "structure/systems/verify_blocks.h"
#include "support/internal_error.h"

namespace formola {

namespace {

// Membership in a list of variables without a mark for each variable of the model.
class VariableSet {
 public:
  explicit VariableSet(const std::vector<VariableId>& ids) {
    for (VariableId id : ids) sorted_.push_back(id.index());
    std::sort(sorted_.begin(), sorted_.end());
  }
  bool contains(VariableId id) const {
    return std::binary_search(sorted_.begin(), sorted_.end(), id.index());
  }

 private:
  std::vector<decltype(VariableId{}.index())> sorted_;
};

class Inliner {
 public:
  Inliner(StructuredDae& model, const InlineFormula& formula)
      : model_(model), formula_(formula), build_(model.pool()) {}

  InlinedSystem run(const StructureOptions& options, Diagnostics& diagnostics,
                    const InlinedSystem* shared);

 private:
  void addEquations(const InlinedSystem* shared);
  EquationSystem system() const;
  bool sortAndTear(EquationSystem& system, const StructureOptions& options,
                   Diagnostics& diagnostics);
  ExprId atStage(ExprId root, size_t stage);
  int equationAt(int e, size_t stage) const;
  ExprId valueAt(const Assignment& assignment, size_t stage);
  void liftStages(EquationSystem& system, const StructureOptions& options,
                  Diagnostics& diagnostics);
  bool worthLifting(const Block& lifted, const Block& before, const EquationSystem& system);
  VariableId addVariable(std::string name, VariableId like);
  VariableId atStage(VariableId id, size_t stage);
  void collectEquations();
  void findSlopes();
  void addFormula();
  StructuredEquation equationOf(int e) const;
  void addStage(size_t stage);
  void addStageInputs(size_t stage, ExprTable<ExprId>& memo);
  bool hasDelay() const;
  ExprId delayAt(ExprId id, std::span<const ExprId> children, ExprId before);
  bool varies(const Block& part, const Block& whole);
  bool dividesByStep(const Block& part) const;
  bool mayBeSingular(const Block& part, const Block& whole);
  void iterateOnStates(EquationSystem& system, const StructureOptions& options);
  void placeConstraints(Diagnostics& diagnostics);
  bool needsDivisionByStep(const EquationSystem& system, const SystemGraph& g) const;

  StructuredDae& model_;
  const InlineFormula& formula_;
  ExprBuilder build_;
  InlinedSystem result_;
  std::vector<VariableId> slopeOf_;   // by state: der(x), or the variable that is equal to it
  std::vector<int> continuous_;       // equations of the model
  std::vector<int> blockOf_;          // equation of the model -> block of the model or -1
  std::vector<VariableId> unknowns_;  // of the model that these determine, and the states
  std::vector<std::vector<VariableId>> copy_;  // by stage, variable -> its copy
  std::vector<ExprTable<ExprId>> atStage_;     // by stage, expression -> what it is there
  std::vector<VariableId> allUnknowns_;
  size_t firstFormula_ = 0;  // in result_.equations
  std::vector<ExprId> delays_;
};

VariableId Inliner::addVariable(std::string name, VariableId like) {
  Variable variable;
  if (like.valid()) variable = model_.dae.variables[like];
  variable.name = model_.pool().names.intern(name);
  variable.type = model_.pool().types.real();
  variable.variability = Variability::Continuous;
  variable.causality = Causality::None;
  variable.hideResult = true;
  variable.binding = {};
  return model_.add(std::move(variable), {Role::Integrator, {}, {}});
}

// The variable's value at a stage: a copy of its own for unknowns at inner stages.
VariableId Inliner::atStage(VariableId id, size_t stage) {
  return stage + 1 == formula_.stages() ? id : copy_[stage][id.index()];
}

void Inliner::collectEquations() {
  auto isContinuous = [&](VariableId id) { return model_.info[id].role != Role::Discrete; };
  blockOf_.assign(model_.equations.size(), -1);
  for (size_t b = 0; b < model_.blocks.size(); ++b)
    for (int e : model_.blocks[b].equations) blockOf_[static_cast<size_t>(e)] = static_cast<int>(b);
  if (!model_.blocks.empty()) {
    for (const Block& block : model_.blocks)
      for (size_t i = 0; i < block.equations.size(); ++i)
        if (isContinuous(block.unknowns[i])) continuous_.push_back(block.equations[i]);
    std::sort(continuous_.begin(), continuous_.end());
  } else {
    // Not sorted, since the model has an index above 1: what does not compute a discrete variable.
    for (size_t e = 0; e < model_.equations.size(); ++e) {
      const StructuredEquation& equation = model_.equations[e];
      if (model_.pool().base(equation.left) == BaseType::Real &&
          (!equation.target.valid() || isContinuous(equation.target)))
        continuous_.push_back(static_cast<int>(e));
    }
  }
  result_.nodes = formula_.nodes;
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) {
    const VariableId id(i);
    const Role role = model_.info[id].role;
    if (role == Role::State) result_.states.push_back(id);
    if (role == Role::Input && formula_.stageInputs && model_.isReal(id) &&
        model_.dae.variables[id].variability == Variability::Continuous)
      result_.inputs.push_back(id);
    if (role == Role::State || role == Role::Algebraic || role == Role::Derivative)
      unknowns_.push_back(id);
  }
}

// An equation der(x) = v, as of a position and its speed, makes v the slope of x: der(x) is then
// assigned outside of the simultaneous equations.
void Inliner::findSlopes() {
  const ExprPool& pool = model_.pool();
  std::vector<VariableId> equal(model_.dae.variables.size());
  for (int e : continuous_) {
    const StructuredEquation& equation = model_.equations[static_cast<size_t>(e)];
    if (pool.kind(equation.left) != ExprKind::Variable ||
        pool.kind(equation.right) != ExprKind::Variable)
      continue;
    const VariableId left = pool.variableOf(equation.left);
    const VariableId right = pool.variableOf(equation.right);
    auto isUnknown = [&](VariableId id) {
      const Role role = model_.info[id].role;
      return role == Role::State || role == Role::Algebraic;
    };
    if (model_.info[left].role == Role::Derivative && isUnknown(right)) equal[left.index()] = right;
    if (model_.info[right].role == Role::Derivative && isUnknown(left)) equal[right.index()] = left;
  }
  for (VariableId x : result_.states) {
    const VariableId derivative = model_.info[x].derivative;
    const VariableId other = equal[derivative.index()];
    slopeOf_.push_back(other.valid() && other != x ? other : derivative);
  }
}

bool Inliner::hasDelay() const {
  ExprSet seen;
  bool found = false;
  for (int e : continuous_) {
    const StructuredEquation& equation = model_.equations[static_cast<size_t>(e)];
    const ExprId roots[2] = {equation.left, equation.right};
    forEachNode(model_.pool(), roots, seen,
                [&](ExprId id) { found = found || model_.pool().isBuiltin(id, Builtin::Delay); });
  }
  return found;
}

// delay(value, time) of the model at a stage that lies `before` the end of the step.
ExprId Inliner::delayAt(ExprId id, std::span<const ExprId> children, ExprId before) {
  size_t number = 0;
  while (number < delays_.size() && delays_[number] != id) ++number;
  if (number == delays_.size()) delays_.push_back(id);
  std::vector<ExprId> arguments(children.begin(), children.end());
  arguments[0] = build_.real(static_cast<double>(number));
  arguments[1] = build_.add(arguments[1], before);
  const ExprId delay = build_.withChildren(id, arguments);
  result_.stageDelays.push_back({delay, id});
  return delay;
}

// An expression of the model at an inner stage.
ExprId Inliner::atStage(ExprId root, size_t stage) {
  const ExprPool& pool = model_.pool();
  const ExprId before =
      build_.mul(build_.real(1 - formula_.nodes[stage]), model_.ref(result_.step));
  return mapExpr(pool, root, atStage_[stage], [&](ExprId id, std::span<const ExprId> children) {
    if (pool.kind(id) == ExprKind::Time) return build_.sub(id, before);
    if (pool.isBuiltin(id, Builtin::Relation)) return id;  // frozen
    if (pool.isBuiltin(id, Builtin::Delay)) return delayAt(id, children, before);
    return build_.withChildren(id, children);
  });
}

void Inliner::addStageInputs(size_t stage, ExprTable<ExprId>& memo) {
  std::vector<VariableId>& copies = result_.stageInputs.emplace_back();
  for (VariableId id : result_.inputs) {
    copies.push_back(
        addVariable(fmt::format("${}.{}", stage + 1, std::string(model_.name(id))), id));
    memo.set(model_.ref(id), model_.ref(copies.back()));
  }
}

// Equations (8.94) of the book: the model at the time of the stage.
void Inliner::addStage(size_t stage) {
  const bool last = stage + 1 == formula_.stages();
  if (last) {
    const bool delays = hasDelay();
    ExprTable<ExprId> memo;
    auto replace = [&](ExprId root) {
      return mapExpr(model_.pool(), root, memo, [&](ExprId id, std::span<const ExprId> children) {
        if (model_.pool().isBuiltin(id, Builtin::Relation)) return id;
        if (model_.pool().isBuiltin(id, Builtin::Delay))
          return delayAt(id, children, build_.zero());
        return build_.withChildren(id, children);
      });
    };
    for (int e : continuous_) {
      result_.equations.push_back(equationOf(e));
      if (!delays) continue;
      result_.equations.back().left = replace(result_.equations.back().left);
      result_.equations.back().right = replace(result_.equations.back().right);
    }
    allUnknowns_.insert(allUnknowns_.end(), unknowns_.begin(), unknowns_.end());
    return;
  }
  ExprTable<ExprId>& memo = atStage_[stage];
  for (VariableId id : unknowns_) {
    const VariableId copied =
        addVariable(fmt::format("${}.{}", stage + 1, std::string(model_.name(id))), id);
    copy_[stage][id.index()] = copied;
    result_.stageCopies.push_back({copied, id});
    allUnknowns_.push_back(copied);
    memo.set(model_.ref(id), model_.ref(copied));
  }
  if (formula_.stageInputs) addStageInputs(stage, memo);
  auto replace = [&](ExprId root) { return atStage(root, stage); };
  for (int e : continuous_) {
    StructuredEquation equation = equationOf(e);
    equation.left = replace(equation.left);
    equation.right = replace(equation.right);
    if (equation.residue.valid()) equation.residue = replace(equation.residue);
    for (ExprId& relaxed : equation.relaxed) relaxed = replace(relaxed);
    if (equation.target.valid()) equation.target = copy_[stage][equation.target.index()];
    equation.derivative = equation.derivativeOf = -1;
    result_.equations.push_back(equation);
  }
  const size_t given = model_.actions.size();
  for (size_t i = 0; i < given; ++i) {
    if (!isHint(model_.pool(), model_.actions[i])) continue;
    Action hint = model_.actions[i];
    hint.value = replace(hint.value);
    if (hint.value != model_.actions[i].value) model_.actions.push_back(std::move(hint));
  }
}

// x = h sum_j a_j der(x)_j + old(x): equation (5) of the paper, (8.93) of the book.
void Inliner::addFormula() {
  firstFormula_ = result_.equations.size();
  std::vector<char> isExplicit(model_.dae.variables.size(), 0);
  for (VariableId id : formula_.explicitStates) isExplicit[id.index()] = 1;
  for (size_t stage = 0; stage < formula_.stages(); ++stage) {
    result_.stages.emplace_back();
    result_.derivatives.emplace_back();
    result_.slopes.emplace_back();
    for (size_t k = 0; k < result_.states.size(); ++k) {
      const VariableId x = result_.states[k];
      result_.stages[stage].push_back(atStage(x, stage));
      result_.derivatives[stage].push_back(atStage(model_.info[x].derivative, stage));
      result_.slopes[stage].push_back(atStage(slopeOf_[k], stage));
      ExprId slope = build_.zero();
      for (size_t j = 0; j < formula_.stages(); ++j)
        slope = build_.add(slope, build_.mul(build_.real(formula_.matrix[stage][j]),
                                             model_.ref(atStage(slopeOf_[k], j))));
      StructuredEquation equation;
      equation.left = model_.ref(result_.stages[stage].back());
      equation.right = model_.ref(result_.old[k]);
      if (!isExplicit[x.index()])
        equation.right = build_.add(build_.mul(model_.ref(result_.step), slope), equation.right);
      equation.origin = model_.dae.variables[x].origin;
      result_.equations.push_back(equation);
    }
  }
}

// An equation of the model; a state that follows an input is the input here, and its formula gives
// the derivative.
StructuredEquation Inliner::equationOf(int e) const {
  StructuredEquation equation = model_.equations[static_cast<size_t>(e)];
  for (const InputDifference& d : model_.inputDifferences) {
    if (equation.left != model_.ref(model_.info[d.state].derivative) ||
        equation.right != model_.ref(d.slope))
      continue;
    equation.left = model_.ref(d.state);
    equation.right = model_.ref(d.input);
  }
  return equation;
}

// Without the derivatives in the formula, as for h = 0, is the system still regular?
bool Inliner::needsDivisionByStep(const EquationSystem& system, const SystemGraph& g) const {
  std::vector<uint8_t> edgeClass = g.edgeClass;
  int e = static_cast<int>(firstFormula_);
  for (const auto& stage : result_.stages)
    for (VariableId id : stage) {
      for (int edge = g.graph.firstEdge(e); edge < g.graph.firstEdge(e + 1); ++edge)
        if (g.graph.edgeVariable(edge) != system.columnOf(id))
          edgeClass[static_cast<size_t>(edge)] = graph::kForbiddenEdge;
      ++e;
    }
  return !graph::maximumMatching(g.graph, edgeClass).perfect();
}

// Do the coefficients of a linear part depend on unknowns of the nonlinear block around it?
bool Inliner::varies(const Block& part, const Block& whole) {
  const VariableSet inPart(part.unknowns), inWhole(whole.unknowns);
  const ExprPool& pool = model_.pool();
  LinearAnalysis linear(model_.pool(), [&](ExprId leaf) {
    const bool unknown =
        pool.kind(leaf) == ExprKind::Variable && inPart.contains(pool.variableOf(leaf));
    return unknown ? Dependence::Unknown : Dependence::Known;
  });
  IncidenceCollector collector(pool);
  std::vector<Incidence> found;
  for (int e : part.equations) {
    const StructuredEquation& equation = result_.equations[static_cast<size_t>(e)];
    const AffineForm form = linear.coefficientsOfResidual(equation.left, equation.right);
    for (const AffineTerm& term : form.terms) {
      const ExprId roots[1] = {term.coefficient};
      collector.collect(roots, found);
      for (const Incidence& in : found)
        if (inWhole.contains(in.variable)) return true;
    }
  }
  return false;
}

// Does a linear part use the formula of a state that it does not determine? Then the formula gives
// a derivative in it, another stage's perhaps, divided by h.
bool Inliner::dividesByStep(const Block& part) const {
  const VariableSet own(part.unknowns);
  return std::any_of(part.equations.begin(), part.equations.end(), [&](int e) {
    const auto at = static_cast<size_t>(e);
    if (at < firstFormula_) return false;
    const size_t formula = at - firstFormula_, n = result_.states.size();
    return !own.contains(result_.stages[formula / n][formula % n]);
  });
}

// A linear part whose coefficients change with what is iterated around it may become singular
// somewhere (forces in a mechanism at a dead centre, when one of its accelerations counts as
// known), though the whole block does not. The model's own linear systems are regular wherever the
// model is. With formulas in it a part is regular for small steps if it is so for h = 0, where the
// formulas give their states at once: if what is left are systems of the model, each for its own
// unknowns, and not an acceleration of a body from the balance of its torques.
bool Inliner::mayBeSingular(const Block& part, const Block& whole) {
  if (part.equations.size() < 2) return false;
  const size_t firstOfLastStage = firstFormula_ - continuous_.size();
  const VariableSet own(part.unknowns);
  std::vector<int> blocks;  // of the model
  for (int e : part.equations) {
    const auto at = static_cast<size_t>(e);
    if (at < firstOfLastStage) continue;  // as its copy at the last stage
    if (at < firstFormula_)
      blocks.push_back(blockOf_[static_cast<size_t>(continuous_[at - firstOfLastStage])]);
  }
  if (blocks.empty() || dividesByStep(part)) return false;
  std::sort(blocks.begin(), blocks.end());
  auto isWhole = [&](int block, std::ptrdiff_t equations) {
    if (block < 0) return false;
    const Block& ofModel = model_.blocks[static_cast<size_t>(block)];
    return static_cast<size_t>(equations) == ofModel.equations.size() &&
           std::all_of(ofModel.unknowns.begin(), ofModel.unknowns.end(),
                       [&](VariableId id) { return own.contains(id); });
  };
  for (auto first = blocks.begin(); first != blocks.end();) {
    const auto last = std::upper_bound(first, blocks.end(), *first);
    if (!isWhole(*first, last - first)) return varies(part, whole);
    first = last;
  }
  return false;
}

// Stages that are solved together, in a nonlinear block with linear parts that give some of the
// states. These states are rounded before the formula multiplies their rates by h, so that with
// h lambda = 1e8 (kinetics of Robertson at late times) eight digits of the block's residuals are
// noise, and the estimate of the error shows it. And where the coefficients of such a part depend
// on what is iterated (kinetics of A + B -> C) it must be factored again for every residual. So a
// part must save three quarters of the states, or 15 of 16 if its coefficients vary, or leave less
// than one unknown for each stage; otherwise the block iterates on all states, and its derivatives
// follow by assignments. So it does where a part takes derivatives of one stage from the formula of
// another: what is divided by h there passes through the nonlinear functions of the other stages
// (diodes of the ring modulator: no step is small enough). And so it does, also with one stage,
// where a part may become singular. Without linear parts the states are taken where tearing needs
// no fewer unknowns: a mixture, states of some stages and derivatives of others, would compute the
// other states from rates that a stiff equation makes from what is iterated, errors multiplied by
// h lambda, and Newton's method would begin far away from a solution that is known well.
void Inliner::iterateOnStates(EquationSystem& system, const StructureOptions& options) {
  if (!options.on(Pass::tearBlocks)) return;
  const bool oneStage = formula_.stages() < 2;
  std::vector<Block> again;
  std::vector<size_t> places, mostTorn;
  for (size_t b = 0; b < result_.blocks.size(); ++b) {
    const Block& block = result_.blocks[b];
    if (block.kind != BlockKind::Nonlinear) continue;
    size_t saved = 0;  // times as many states as torn variables are wanted
    bool poor = false;
    for (const Block& part : block.parts) {
      if (part.kind != BlockKind::Linear) continue;
      poor = poor || mayBeSingular(part, block);
      if (oneStage) continue;
      saved = std::max<size_t>(saved, varies(part, block) ? 16 : 4);
      poor = poor || (block.torn.size() >= formula_.stages() && dividesByStep(part));
    }
    if (oneStage && !poor) continue;
    size_t count = 0;
    for (VariableId id : block.unknowns) count += system.onlyFrom[id.index()] >= 0 ? 1 : 0;
    const bool saves = saved > 0 ? saved * block.torn.size() <= count : block.torn.size() < count;
    if (!poor && (saves || block.torn.size() < formula_.stages())) continue;
    for (VariableId id : block.unknowns)
      if (const int formula = system.onlyFrom[id.index()]; formula >= 0)
        result_.equations[static_cast<size_t>(formula)].residue = model_.ref(id);
    Block whole;
    whole.equations = block.equations;
    whole.unknowns = block.unknowns;
    again.push_back(std::move(whole));
    places.push_back(b);
    mostTorn.push_back(poor ? block.unknowns.size() : count);
  }
  StructureOptions hinted = options;
  hinted.hints = true;
  system.linearParts = false;
  tearSystem(system, again, hinted);
  for (size_t k = 0; k < again.size(); ++k)
    if (again[k].torn.size() <= mostTorn[k]) result_.blocks[places[k]] = std::move(again[k]);
}

// A constraint follows from the last simultaneous block that it depends on: the assignments between
// the two become the end of the block's inner sequence, and the block has one more residual.
void Inliner::placeConstraints(Diagnostics& diagnostics) {
  std::vector<Block>& blocks = result_.blocks;
  IncidenceCollector collector(model_.pool());
  std::vector<Incidence> found;
  std::vector<VariableId> aliasOf(model_.dae.variables.size());
  for (const Alias& alias : model_.aliases) aliasOf[alias.variable.index()] = alias.of;
  std::vector<int> blockOf(model_.dae.variables.size(), -1);
  for (size_t b = 0; b < blocks.size(); ++b)
    for (VariableId id : blocks[b].unknowns) blockOf[id.index()] = static_cast<int>(b);
  for (VariableId constraint : model_.constraints) {
    if (aliasOf[constraint.index()].valid()) constraint = aliasOf[constraint.index()];
    // What it depends on, back to simultaneous blocks.
    std::vector<char> needed(blocks.size(), 0);
    std::vector<int> todo;
    int target = -1;
    auto need = [&](VariableId id) {
      const int b = blockOf[id.index()];
      if (b < 0 || needed[static_cast<size_t>(b)]) return;
      needed[static_cast<size_t>(b)] = 1;
      todo.push_back(b);
    };
    need(constraint);
    while (!todo.empty()) {
      const Block& block = blocks[static_cast<size_t>(todo.back())];
      if (block.kind != BlockKind::Assign) {
        target = std::max(target, todo.back());
        todo.pop_back();
        continue;
      }
      todo.pop_back();
      const ExprId roots[1] = {block.inner[0].value};
      collector.collect(roots, found);
      for (const Incidence& in : found) need(in.variable);
    }
    if (target < 0 || blocks[static_cast<size_t>(target)].kind == BlockKind::Mixed) {
      diagnostics.report(diag::ConstraintNotIterated, model_.dae.variables[constraint].origin.range,
                         std::string(model_.name(constraint)));
      return;
    }
    Block& block = blocks[static_cast<size_t>(target)];
    block.kind = BlockKind::Nonlinear;
    for (size_t b = static_cast<size_t>(target) + 1; b < blocks.size(); ++b) {
      if (!needed[b]) continue;
      if (block.parts.empty()) {
        block.inner.push_back(blocks[b].inner[0]);
      } else {
        block.parts.push_back(blocks[b]);
      }
      block.equations.push_back(blocks[b].equations[0]);
      block.unknowns.push_back(blocks[b].unknowns[0]);
      blockOf[blocks[b].unknowns[0].index()] = target;
      blocks[b].unknowns.clear();
    }
    block.constraints.push_back(constraint);
  }
  std::erase_if(blocks, [](const Block& b) { return b.unknowns.empty(); });
}

// Where equation `e` of the system with one stage is at a stage of this one.
int Inliner::equationAt(int e, size_t stage) const {
  const auto model = static_cast<int>(continuous_.size());
  const auto states = static_cast<int>(result_.states.size());
  const auto s = static_cast<int>(stage);
  if (e < model) return s * model + e;
  return static_cast<int>(firstFormula_) + s * states + (e - model);
}

// A state follows from its formula, which takes the derivatives of all stages.
ExprId Inliner::valueAt(const Assignment& assignment, size_t stage) {
  const auto at = static_cast<size_t>(equationAt(assignment.equation, stage));
  if (at < firstFormula_)
    return stage + 1 == formula_.stages() ? assignment.value : atStage(assignment.value, stage);
  const size_t state = (at - firstFormula_) % result_.states.size();
  return assignment.variable == result_.states[state] ? result_.equations[at].right : ExprId{};
}

// As iterateOnStates: what linear parts must save, and which are not trusted.
bool Inliner::worthLifting(const Block& lifted, const Block& before, const EquationSystem& system) {
  if (lifted.torn.size() >= before.torn.size()) return false;
  size_t saved = 1;
  for (const Block& part : lifted.parts) {
    if (part.kind == BlockKind::Assign) continue;
    if (part.kind != BlockKind::Linear || mayBeSingular(part, lifted) || dividesByStep(part))
      return false;
    saved = std::max<size_t>(saved, varies(part, lifted) ? 16 : 4);
  }
  size_t count = 0;
  for (VariableId id : lifted.unknowns) count += system.onlyFrom[id.index()] >= 0 ? 1 : 0;
  return saved * lifted.torn.size() <= count;
}

// Nonlinear blocks over all stages: iterated as the same block with one stage would be, where that
// takes fewer unknowns than tearing finds in the whole (lift_stages.h).
void Inliner::liftStages(EquationSystem& system, const StructureOptions& options,
                         Diagnostics& diagnostics) {
  const bool any = std::any_of(result_.blocks.begin(), result_.blocks.end(), [&](const Block& b) {
    return b.kind == BlockKind::Nonlinear && b.torn.size() > formula_.stages();
  });
  if (!any || !options.on(Pass::tearBlocks) || !model_.constraints.empty() || hasDelay()) return;
  const InlineFormula oneStage;
  Inliner one(model_, oneStage);
  one.addEquations(&result_);
  EquationSystem single = one.system();
  {
    const Diagnostics::Mute mute(diagnostics);
    if (!one.sortAndTear(single, options, diagnostics)) return;
  }
  std::vector<int> blockOf(model_.dae.variables.size(), -1);
  for (size_t b = 0; b < result_.blocks.size(); ++b)
    for (VariableId id : result_.blocks[b].unknowns) blockOf[id.index()] = static_cast<int>(b);
  StageMap map;
  map.stages = formula_.stages();
  map.equation = [&](int e, size_t stage) { return equationAt(e, stage); };
  map.unknown = [&](VariableId id, size_t stage) { return atStage(id, stage); };
  map.value = [&](const Assignment& a, size_t stage) { return valueAt(a, stage); };
  map.isFormula = [&](int e) { return e >= static_cast<int>(continuous_.size()); };
  system.linearParts = false;
  for (const Block& block : one.result_.blocks) {
    const int at = blockOf[block.unknowns[0].index()];
    Block& before = result_.blocks[static_cast<size_t>(at)];
    if (block.kind != BlockKind::Nonlinear || before.kind != BlockKind::Nonlinear ||
        before.unknowns.size() != map.stages * block.unknowns.size())
      continue;
    std::optional<Block> lifted = liftBlock(block, map);
    if (!lifted) continue;
    std::vector<Block> parts;
    std::vector<size_t> places;
    for (size_t k = 0; k < lifted->parts.size(); ++k)
      if (lifted->parts[k].kind != BlockKind::Assign && lifted->parts[k].torn.empty()) {
        places.push_back(k);
        parts.push_back(lifted->parts[k]);
      }
    tearSystem(system, parts, options);
    for (size_t k = 0; k < places.size(); ++k) lifted->parts[places[k]] = std::move(parts[k]);
    if (worthLifting(*lifted, before, system)) before = std::move(*lifted);
  }
}

void Inliner::addEquations(const InlinedSystem* shared) {
  collectEquations();
  result_.explicitStates = formula_.explicitStates;
  findSlopes();
  if (shared) {
    result_.step = shared->step;
    result_.old = shared->old;
  } else {
    result_.step = addVariable("$h", {});
    model_.stepSize = result_.step;
    for (VariableId x : result_.states)
      result_.old.push_back(addVariable(fmt::format("$old({})", std::string(model_.name(x))), x));
  }
  copy_.assign(formula_.stages(), std::vector<VariableId>(model_.dae.variables.size()));
  atStage_.resize(formula_.stages());
  for (size_t stage = 0; stage < formula_.stages(); ++stage) addStage(stage);
  addFormula();
  for (const InputDifference& d : model_.inputDifferences)
    result_.held.push_back({d.slope, model_.info[d.state].derivative});
}

EquationSystem Inliner::system() const {
  EquationSystem system(model_, result_.equations, allUnknowns_);
  system.fromNearby = true;
  system.frozen = true;
  system.onlyFrom.assign(model_.dae.variables.size(), -1);
  int formula = static_cast<int>(firstFormula_);
  for (const auto& stage : result_.stages)
    for (VariableId id : stage) system.onlyFrom[id.index()] = formula++;
  return system;
}

// False: the system is singular.
bool Inliner::sortAndTear(EquationSystem& system, const StructureOptions& options,
                          Diagnostics& diagnostics) {
  {
    const SystemGraph g = buildGraph(system);
    result_.blocks = sortSystem(system, g, diag::StructurallySingular, diagnostics);
    if (result_.blocks.empty()) return false;
    result_.stepInDenominator = needsDivisionByStep(system, g);
  }
  tearSystem(system, result_.blocks, options);
  iterateOnStates(system, options);
  return true;
}

InlinedSystem Inliner::run(const StructureOptions& options, Diagnostics& diagnostics,
                           const InlinedSystem* shared) {
  addEquations(shared);
  EquationSystem system = this->system();
  if (!sortAndTear(system, options, diagnostics)) return std::move(result_);
  if (formula_.stages() > 1) liftStages(system, options, diagnostics);
  if (!model_.constraints.empty()) placeConstraints(diagnostics);
  relaxSystem(system, result_.blocks, options);
  expectVerified(infoOf(Pass::inlineIntegration).name,
                 verifyBlocks(model_, result_.equations, allUnknowns_, result_.blocks));
  return std::move(result_);
}

}  // namespace

InlinedSystem inlineIntegration(StructuredDae& model, const InlineFormula& formula,
                                const StructureOptions& options, Diagnostics& diagnostics,
                                const InlinedSystem* shared) {
  return Inliner(model, formula).run(options, diagnostics, shared);
}

}  // namespace formola
