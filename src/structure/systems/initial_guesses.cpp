#include "structure/systems/initial_guesses.h"

#include <deque>

#include "expr/solve.h"
#include "structure/index/function_rules.h"
#include "structure/simplify/parameter_values.h"
#include "structure/solve/tear_blocks.h"

namespace formola {

namespace {

class Guesser {
 public:
  explicit Guesser(const EquationSystem& system)
      : system_(system),
        model_(*system.model),
        pool_(model_.pool()),
        later_(dependOnInitial(model_)),
        collector_(pool_),
        solver_(pool_, SolveOptions{signFacts(model_, nullptr),
                                    [this](ExprId call, size_t argument, ExprId result) {
                                      return inverseOfCall(pool_, model_.dae, call, argument,
                                                           result);
                                    },
                                    {},
                                    false}),
        missing_(model_.dae.variables.size(), 0),
        places_(model_.dae.variables.size()) {}

  std::vector<Assignment> run(std::span<const Block> blocks);

 private:
  struct Source {
    ExprId left, right;
    int equation = -1;  // -1: a start value
    size_t open = 0;    // variables in it that have no value yet
  };

  bool dependsOnInitial(ExprId id);
  void findMissing();
  void addSource(ExprId left, ExprId right, int equation);
  void addSources(std::span<const Block> blocks);
  void follow(const Source& source);
  bool iteratesOnMissing(std::span<const Block> blocks) const;

  const EquationSystem& system_;
  const StructuredDae& model_;
  ExprPool& pool_;
  const std::vector<char> later_;  // by variable: a parameter that follows from unknowns
  IncidenceCollector collector_;
  EquationSolver solver_;
  std::vector<char> missing_;  // by variable: a Real unknown without a value to begin with
  std::vector<Source> sources_;
  std::vector<std::vector<uint32_t>> places_;  // by variable: the sources with it
  std::deque<uint32_t> ready_;                 // sources with one open variable
  std::vector<Assignment> result_;
  std::vector<Incidence> found_;
};

// Does a start value depend on parameters that are determined with the others?
bool Guesser::dependsOnInitial(ExprId id) {
  const ExprId roots[1] = {id};
  collector_.collect(roots, found_);
  return std::any_of(found_.begin(), found_.end(), [this](const Incidence& in) {
    return later_[in.variable.index()] != 0 || system_.columnOf(in.variable) >= 0;
  });
}

void Guesser::findMissing() {
  for (VariableId id : system_.unknowns) {
    if (!model_.isReal(id) || model_.info[id].role == Role::Discrete) continue;
    const ExprId start = model_.dae.variables[id].start;
    missing_[id.index()] = !start.valid() || dependsOnInitial(start) ? 1 : 0;
  }
}

void Guesser::addSource(ExprId left, ExprId right, int equation) {
  const ExprId roots[2] = {left, right};
  collector_.collect(roots, found_);
  Source source{left, right, equation};
  const auto at = static_cast<uint32_t>(sources_.size());
  for (const Incidence& in : found_) {
    if (!missing_[in.variable.index()]) continue;
    ++source.open;
    places_[in.variable.index()].push_back(at);
  }
  if (source.open == 0) return;
  if (source.open == 1) ready_.push_back(at);
  sources_.push_back(source);
}

// Start values say more than equations, and come first.
void Guesser::addSources(std::span<const Block> blocks) {
  for (VariableId id : system_.unknowns)
    if (missing_[id.index()] && model_.dae.variables[id].start.valid())
      addSource(model_.ref(id), model_.dae.variables[id].start, -1);
  for (const Block& block : blocks)
    for (int e : block.equations) {
      const StructuredEquation& equation = system_.equations[static_cast<size_t>(e)];
      if (pool_.base(equation.left) == BaseType::Real) addSource(equation.left, equation.right, e);
    }
}

// The one open variable of the source from it, if it can be solved for it.
void Guesser::follow(const Source& source) {
  const ExprId roots[2] = {source.left, source.right};
  collector_.collect(roots, found_);
  VariableId open;
  for (const Incidence& in : found_)
    if (missing_[in.variable.index()]) open = in.variable;
  if (!open.valid()) return;
  const ExprId ref = model_.ref(open);
  ExprId value = source.right;
  if (source.equation >= 0) {
    const Solution solution = solver_(source.left, source.right, ref);
    if (!solution.solved() || !(solution.linear || solution.safe())) return;
    value = solution.value;
  } else if (source.left != ref) {
    return;  // a start value says nothing about what it depends on
  }
  result_.push_back({source.equation, open, value});
  missing_[open.index()] = 0;
  for (uint32_t at : places_[open.index()])
    if (--sources_[at].open == 1) ready_.push_back(at);
}

bool Guesser::iteratesOnMissing(std::span<const Block> blocks) const {
  return std::any_of(blocks.begin(), blocks.end(), [this](const Block& block) {
    if (block.kind == BlockKind::Mixed) return iteratesOnMissing(block.parts);
    return block.kind == BlockKind::Nonlinear &&
           std::any_of(block.torn.begin(), block.torn.end(),
                       [this](VariableId id) { return missing_[id.index()] != 0; });
  });
}

std::vector<Assignment> Guesser::run(std::span<const Block> blocks) {
  findMissing();
  if (!iteratesOnMissing(blocks)) return {};
  addSources(blocks);
  while (!ready_.empty()) {
    const Source source = sources_[ready_.front()];
    ready_.pop_front();
    if (source.open == 1) follow(source);
  }
  return std::move(result_);
}

}  // namespace

std::vector<Assignment> guessUnknowns(const EquationSystem& system, std::span<const Block> blocks) {
  return Guesser(system).run(blocks);
}

}  // namespace formola
