#include "dae/balance.h"

#include <unordered_map>
#include <unordered_set>

#include "dae/leaf_count.h"

namespace formola {

namespace {

// The scalars assigned by a when-equation or an algorithm, each counted once.
class AssignedScalars {
 public:
  AssignedScalars(const ExprPool& pool, LeafCounter& leaves) : pool_(pool), leaves_(leaves) {}

  int64_t count() const { return count_; }

  void add(ExprId target) {
    std::vector<ExprId> stack{target};
    while (!stack.empty()) {
      ExprId e = stack.back();
      stack.pop_back();
      switch (pool_.kind(e)) {
        case ExprKind::Missing:
          break;
        case ExprKind::Variable:
          addWhole(e);
          break;
        case ExprKind::Array:
        case ExprKind::Record:
          for (ExprId c : pool_.children(e)) stack.push_back(c);
          break;
        case ExprKind::Index:
          addIndexed(e, stack);
          break;
        default:
          count_ += std::max<int64_t>(leaves_(pool_.type(e)), 0);
      }
    }
  }

 private:
  struct Assigned {
    bool whole = false;
    std::unordered_set<int64_t> elements;
  };

  void addWhole(ExprId variable) {
    Assigned& assigned = variables_[pool_.variableOf(variable)];
    if (assigned.whole) return;
    assigned.whole = true;
    count_ += std::max<int64_t>(leaves_(pool_.type(variable)), 0) -
              static_cast<int64_t>(assigned.elements.size());
  }

  // The positions of one subscript; false if they are not literal.
  bool positions(ExprId subscript, Size size, std::vector<int64_t>& out) const {
    switch (pool_.kind(subscript)) {
      case ExprKind::Integer:
        out.push_back(pool_.integerValue(subscript));
        return true;
      case ExprKind::Enum:
        out.push_back(pool_.payload(subscript));
        return true;
      case ExprKind::Boolean:
        out.push_back(pool_.booleanValue(subscript) ? 2 : 1);
        return true;
      case ExprKind::Colon:
        for (Size i = 1; i <= size; ++i) out.push_back(i);
        return true;
      case ExprKind::Array:
        for (ExprId c : pool_.children(subscript)) {
          if (pool_.kind(c) != ExprKind::Integer) return false;
          out.push_back(pool_.integerValue(c));
        }
        return true;
      case ExprKind::Range:
        return rangePositions(subscript, size, out);
      default:
        return false;
    }
  }

  bool rangePositions(ExprId range, Size size, std::vector<int64_t>& out) const {
    ExprId start = pool_.child(range, 0), step = pool_.child(range, 1),
           stop = pool_.child(range, 2);
    bool plain = pool_.kind(step) == ExprKind::Missing ||
                 (pool_.kind(step) == ExprKind::Integer && pool_.integerValue(step) == 1);
    if (!plain || pool_.kind(start) != ExprKind::Integer || pool_.kind(stop) != ExprKind::Integer)
      return false;
    int64_t last = std::min<int64_t>(pool_.integerValue(stop), size);
    for (int64_t i = std::max<int64_t>(pool_.integerValue(start), 1); i <= last; ++i)
      out.push_back(i);
    return true;
  }

  void addIndexed(ExprId e, std::vector<ExprId>& stack) {
    ExprId base = pool_.child(e, 0);
    if (pool_.kind(base) != ExprKind::Variable) {
      stack.push_back(
          base);  // an element of what scalarize made of an array: all of it may be meant
      return;
    }
    std::span<const ExprId> subscripts = pool_.children(e).subspan(1);
    std::span<const Size> dims = pool_.types[pool_.type(base)].dims;
    std::vector<int64_t> offsets{0};
    for (size_t d = 0; d < dims.size(); ++d) {
      std::vector<int64_t> at;
      bool given = d < subscripts.size();
      if (!given) {
        for (Size i = 1; i <= dims[d]; ++i) at.push_back(i);
      } else if (!positions(subscripts[d], dims[d], at)) {
        return addWhole(base);
      }
      std::vector<int64_t> next;
      next.reserve(offsets.size() * at.size());
      for (int64_t before : offsets) {
        for (int64_t i : at) next.push_back(before * dims[d] + i - 1);
      }
      offsets = std::move(next);
    }
    Assigned& assigned = variables_[pool_.variableOf(base)];
    if (assigned.whole) return;
    for (int64_t offset : offsets) count_ += assigned.elements.insert(offset).second ? 1 : 0;
  }

  const ExprPool& pool_;
  LeafCounter& leaves_;
  std::unordered_map<VariableId, Assigned> variables_;  // only looked up, never iterated
  int64_t count_ = 0;
};

class BalanceCounter {
 public:
  explicit BalanceCounter(const Dae& dae) : dae_(dae), pool_(*dae.pool), leaves_(pool_.types) {}

  Balance run() {
    for (const Variable& variable : dae_.variables) countVariable(variable);
    for (const Equation& equation : dae_.equations)
      addEquations(equation.origin, countEquation(equation), equation.fromConnect);
    for (const Algorithm& algorithm : dae_.algorithms) {
      AssignedScalars assigned(pool_, leaves_);
      for (const Statement& statement : algorithm.body) collect(statement, assigned);
      addEquations(algorithm.origin, assigned.count());
    }
    return std::move(balance_);
  }

 private:
  BalanceTally& tally(const Provenance& origin) {
    Symbol instance = origin.instance;
    if (instance && pool_.names.text(instance).empty()) instance = Symbol();
    auto [place, isNew] = places_.emplace(instance, balance_.instances.size());
    if (isNew) balance_.instances.push_back({instance, 0, 0, 0});
    return balance_.instances[place->second];
  }

  void addEquations(const Provenance& origin, int64_t count, bool fromConnect = false) {
    balance_.equations += count;
    if (count == 0) return;
    BalanceTally& at = tally(origin);
    at.equations += count;
    if (fromConnect) at.connections += count;
  }

  int64_t count(ExprId e) { return leaves_(pool_.type(e)); }

  void countVariable(const Variable& variable) {
    if (variable.variability == Variability::Constant ||
        variable.variability == Variability::Parameter)
      return;
    if (variable.causality == Causality::Input) return;
    if (pool_.types[variable.type].base == BaseType::ExternalObject) return;
    int64_t n = std::max<int64_t>(leaves_(variable.type), 0);
    balance_.unknowns += n;
    if (n != 0) tally(variable.origin).unknowns += n;
    if (variable.binding) addEquations(variable.origin, n);
  }

  // Recurses on the nesting of equations, which is that of the source text.
  int64_t countEquation(const Equation& equation) {
    switch (equation.kind) {
      case EquationKind::Equality: {
        int64_t n = count(equation.left);
        return std::max<int64_t>(n >= 0 ? n : count(equation.right), 0);
      }
      case EquationKind::TupleCall: {
        int64_t n = 0;
        for (ExprId target : equation.targets) {
          if (target && pool_.kind(target) != ExprKind::Missing)
            n += std::max<int64_t>(count(target), 0);
        }
        return n;
      }
      case EquationKind::If:
        return countIf(equation);
      case EquationKind::When: {
        AssignedScalars assigned(pool_, leaves_);
        collect(equation, assigned);
        return assigned.count();
      }
      default:
        return 0;
    }
  }

  int64_t countIf(const Equation& equation) {
    int64_t first = -1;
    bool decided = false;  // the last branch is taken if no other is
    for (const EquationBranch& branch : equation.branches) {
      bool literal = !branch.condition || pool_.kind(branch.condition) == ExprKind::Boolean;
      if (branch.condition && literal && !pool_.booleanValue(branch.condition)) continue;
      int64_t n = 0;
      for (const Equation& inner : branch.body) n += countEquation(inner);
      compare(equation, first, n);
      decided = literal;
      if (decided) break;
    }
    if (!decided) compare(equation, first, 0);
    return std::max<int64_t>(first, 0);
  }

  void compare(const Equation& equation, int64_t& first, int64_t other) {
    if (first < 0) first = other;
    if (first == other) return;
    bool told = !balance_.unevenIfs.empty() &&
                balance_.unevenIfs.back().origin.range == equation.origin.range &&
                balance_.unevenIfs.back().origin.instance == equation.origin.instance &&
                equation.origin.range.valid();
    if (!told) balance_.unevenIfs.push_back({equation.origin, first, other});
  }

  void collect(const Equation& equation, AssignedScalars& assigned) {
    if (equation.kind == EquationKind::Equality) assigned.add(equation.left);
    if (equation.kind == EquationKind::TupleCall) {
      for (ExprId target : equation.targets) {
        if (target) assigned.add(target);
      }
    }
    for (const EquationBranch& branch : equation.branches) {
      for (const Equation& inner : branch.body) collect(inner, assigned);
    }
  }

  void collect(const Statement& statement, AssignedScalars& assigned) {
    if (statement.kind == StatementKind::Assign) assigned.add(statement.target);
    if (statement.kind == StatementKind::TupleAssign) {
      for (ExprId target : statement.targets) {
        if (target) assigned.add(target);
      }
    }
    for (const StatementBranch& branch : statement.branches) {
      for (const Statement& inner : branch.body) collect(inner, assigned);
    }
  }

  const Dae& dae_;
  const ExprPool& pool_;
  LeafCounter leaves_;
  Balance balance_;
  std::unordered_map<Symbol, size_t> places_;  // only looked up, never iterated
};

}  // namespace

Balance countBalance(const Dae& dae) {
  return BalanceCounter(dae).run();
}

}  // namespace formola
