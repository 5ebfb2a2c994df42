#include "scalarize/scalarize_equations.h"

#include <unordered_map>

#include "diag/codes/dae.h"
#include "scalarize/fold_literals.h"

namespace formola {

namespace {

Equation derived(const Equation& from, EquationKind kind, ExprId left, ExprId right) {
  Equation equation;
  equation.kind = kind;
  equation.left = left;
  equation.right = right;
  equation.level = from.level;
  equation.fromConnect = from.fromConnect;
  equation.clock = from.clock;
  equation.clause = from.clause;
  equation.active = from.active;
  equation.origin = from.origin;
  return equation;
}

bool isValue(const Equation& equation) {
  return equation.kind == EquationKind::Equality || equation.kind == EquationKind::Reinit;
}

bool isZero(const ExprPool& pool, ExprId e) {
  return pool.isNumber(e) && pool.realValue(e) == 0;
}

// The equalities of one branch by their left sides, each handed out once.
class EqualityIndex {
 public:
  explicit EqualityIndex(const std::vector<Equation>& body) {
    for (const Equation& equation : body) {
      if (equation.kind == EquationKind::Equality) equalities_.push_back(&equation);
    }
    used_.assign(equalities_.size(), false);
    for (size_t i = 0; i < equalities_.size(); ++i) places_[equalities_[i]->left].push_back(i);
  }
  size_t size() const { return equalities_.size(); }
  const Equation& operator[](size_t i) const { return *equalities_[i]; }
  bool isUsed(size_t i) const { return used_[i]; }
  void use(size_t i) { used_[i] = true; }
  // The first unused equality with this left side; size() if there is none.
  size_t find(ExprId left) {
    auto found = places_.find(left);
    if (found == places_.end()) return size();
    std::vector<size_t>& list = found->second;
    size_t& next = cursor_[left];
    while (next < list.size() && used_[list[next]]) ++next;
    return next < list.size() ? list[next] : size();
  }
  size_t firstUnused() {
    while (next_ < size() && used_[next_]) ++next_;
    return next_;
  }

 private:
  std::vector<const Equation*> equalities_;
  std::vector<bool> used_;
  std::unordered_map<ExprId, std::vector<size_t>> places_;
  std::unordered_map<ExprId, size_t> cursor_;
  size_t next_ = 0;
};

}  // namespace

void EquationScalarizer::fail(const std::string& why) {
  Diagnostic& diagnostic = diagnostics_.report(diag::ScalarizeUnsupported, where_.range, why);
  if (where_.instance) diagnostic.in(std::string(pool_.names.text(where_.instance)));
}

std::vector<Equation> EquationScalarizer::runBody(const std::vector<Equation>& equations,
                                                  bool inWhen) {
  std::vector<Equation> out;
  out.reserve(equations.size());
  for (const Equation& equation : equations) runEquation(equation, inWhen, out);
  return out;
}

// Recurses on the nesting of equations, which is that of the source text.
void EquationScalarizer::runEquation(const Equation& equation, bool inWhen,
                                     std::vector<Equation>& out) {
  where_ = equation.origin;
  switch (equation.kind) {
    case EquationKind::Equality:
    case EquationKind::Reinit:
      return runPairs(equation, equation.left, equation.right, out);
    case EquationKind::TupleCall:
      return runTupleCall(equation, out);
    case EquationKind::If:
      return runIf(equation, inWhen, out);
    case EquationKind::When:
      return runWhen(equation, out);
    case EquationKind::Assert: {
      ExprId condition = expander_.scalar(equation.left);
      ExprId message = equation.right ? expander_.scalar(equation.right) : ExprId();
      out.push_back(derived(equation, EquationKind::Assert, condition, message));
      return;
    }
    case EquationKind::Call:
      if (pool_.isBuiltin(equation.right, Builtin::Residue)) {
        const ArrayExpander::Leaves marks = expander_.expand(equation.right);
        for (size_t i = 0; i < marks.size(); ++i)
          out.push_back(derived(equation, EquationKind::Call, ExprId(), marks[i]));
        return;
      }
      [[fallthrough]];
    case EquationKind::Terminate:
      out.push_back(derived(equation, equation.kind, ExprId(), expander_.whole(equation.right)));
      return;
  }
}

void EquationScalarizer::runPairs(const Equation& equation, ExprId left, ExprId right,
                                  std::vector<Equation>& out) {
  EquationKind kind =
      equation.kind == EquationKind::Reinit ? EquationKind::Reinit : EquationKind::Equality;
  ArrayExpander::Leaves l = expander_.expand(left);
  ArrayExpander::Leaves r = expander_.expand(right);
  bool leftKnown = expander_.sizeKnown(left), rightKnown = expander_.sizeKnown(right);
  if (leftKnown != rightKnown) {
    // a call whose result has sizes found at run time: they are those of the other side
    ExprId known = leftKnown ? left : right;
    ArrayExpander::Leaves fixed = leftKnown ? l : r;
    std::vector<ExprId> picked =
        expander_.pick(leftKnown ? r[0] : l[0], expander_.expandedType(known));
    for (size_t i = 0; i < picked.size(); ++i) {
      out.push_back(derived(equation, kind, leftKnown ? fixed[i] : picked[i],
                            leftKnown ? picked[i] : fixed[i]));
    }
    return;
  }
  bool wrong = pool_.types[expander_.expandedType(left)].base == BaseType::Error ||
               pool_.types[expander_.expandedType(right)].base == BaseType::Error;
  if (!leftKnown) return fail("an equation between values of unknown size");
  if (l.size() != r.size()) {
    if (!wrong)
      fail(fmt::format("an equation with {} elements on the left and {} on the right", l.size(),
                       r.size()));
    return;
  }
  for (size_t i = 0; i < l.size(); ++i) out.push_back(derived(equation, kind, l[i], r[i]));
}

void EquationScalarizer::runTupleCall(const Equation& equation, std::vector<Equation>& out) {
  TypeId type = pool_.type(equation.right);
  bool isTuple = pool_.types[type].base == BaseType::Tuple;
  std::vector<RecordField> results;
  if (isTuple) results = pool_.types.recordOf(type).fields;
  bool any = false;
  for (size_t k = 0; k < equation.targets.size(); ++k) {
    ExprId target = equation.targets[k];
    if (!target || pool_.kind(target) == ExprKind::Missing) continue;
    any = true;
    if (isTuple && k >= results.size()) return fail("more targets than the function has results");
    ExprId value = equation.right;
    if (isTuple) {
      value = pool_.make(ExprKind::TupleElement, results[k].type, static_cast<uint32_t>(k),
                         {equation.right});
    }
    runPairs(equation, target, value, out);
  }
  // called for its effect only
  if (!any)
    out.push_back(derived(equation, EquationKind::Call, ExprId(), expander_.whole(equation.right)));
}

void EquationScalarizer::runWhen(const Equation& equation, std::vector<Equation>& out) {
  Equation when = derived(equation, EquationKind::When, ExprId(), ExprId());
  bool any = false;
  for (const EquationBranch& branch : equation.branches) {
    EquationBranch to;
    where_ = equation.origin;
    if (branch.condition) {
      ArrayExpander::Leaves conditions = expander_.expand(branch.condition);
      to.condition = conditions.size() == 1 ? conditions[0] : expander_.whole(branch.condition);
    }
    to.body = runBody(branch.body, true);
    any = any || !to.body.empty();
    when.branches.push_back(std::move(to));
  }
  if (any) out.push_back(std::move(when));
}

// ---- if-equations

EquationScalarizer::Branches EquationScalarizer::takeBranches(const Equation& equation,
                                                              bool inWhen) {
  Branches taken;
  for (const EquationBranch& branch : equation.branches) {
    where_ = equation.origin;
    ExprId condition = branch.condition ? expander_.scalar(branch.condition) : pool_.boolean(true);
    bool literal = pool_.kind(condition) == ExprKind::Boolean;
    if (literal && !pool_.booleanValue(condition)) continue;
    if (!literal) taken.conditions.push_back(condition);
    taken.bodies.push_back(runBody(branch.body, inWhen));
    if (literal) break;  // the ones after it are never reached
  }
  where_ = equation.origin;
  return taken;
}

void EquationScalarizer::runIf(const Equation& equation, bool inWhen, std::vector<Equation>& out) {
  Branches branches = takeBranches(equation, inWhen);
  if (branches.conditions.empty()) {
    if (branches.bodies.empty()) return;
    for (Equation& only : branches.bodies[0]) out.push_back(std::move(only));
    return;
  }
  for (const std::vector<Equation>& body : branches.bodies) {
    for (const Equation& inner : body) {
      if (inner.kind != EquationKind::When) continue;
      where_ = inner.origin;
      return fail("a when-equation in an if-equation whose condition is not known at translation");
    }
  }
  if (inWhen) {
    joinValues(equation, branches, out);
  } else {
    joinEqualities(equation, branches, out);
  }
  guardAsserts(branches, out);
  keepEffects(equation, branches, out);
}

ExprId EquationScalarizer::choose(const Branches& branches, const std::vector<ExprId>& values) {
  ExprId result = values.back();
  TypeId type = pool_.type(result);
  for (size_t k = values.size() - 1; k-- > 0;) {
    result = pool_.ifThenElse(type, branches.conditions[k], values[k], result);
  }
  return result;
}

ExprId EquationScalarizer::residual(const Equation& equality) {
  if (isZero(pool_, equality.right)) return equality.left;
  if (isZero(pool_, equality.left)) return equality.right;
  bool isReal =
      pool_.base(equality.left) == BaseType::Real || pool_.base(equality.right) == BaseType::Real;
  TypeId type = isReal ? pool_.types.real() : pool_.types.integer();
  return pool_.binary(ExprKind::Sub, type, equality.left, equality.right);
}

// spec 8.3.4: every branch has the same number of equations
void EquationScalarizer::joinEqualities(const Equation& equation, const Branches& branches,
                                        std::vector<Equation>& out) {
  std::vector<EqualityIndex> lists;
  for (const std::vector<Equation>& body : branches.bodies) lists.emplace_back(body);
  for (const EqualityIndex& list : lists) {
    size_t other = branches.hasElse() ? lists[0].size() : 0;
    if (list.size() == other) continue;
    diagnostics_.report(diag::IfEquationBranchSizes, equation.origin.range,
                        branches.hasElse() ? lists[0].size() : list.size(),
                        branches.hasElse() ? list.size() : size_t{0});
    return;
  }
  if (!branches.hasElse()) return;

  // row[b]: which equality of branch b belongs to equality i of the first branch
  size_t count = lists[0].size();
  std::vector<std::vector<size_t>> rows(count);
  for (size_t i = 0; i < count; ++i) {
    std::vector<size_t> row{i};
    for (size_t b = 1; b < lists.size(); ++b) row.push_back(lists[b].find(lists[0][i].left));
    bool everywhere = true;
    for (size_t b = 1; b < lists.size(); ++b) everywhere = everywhere && row[b] < lists[b].size();
    if (!everywhere) continue;
    for (size_t b = 0; b < lists.size(); ++b) lists[b].use(row[b]);
    rows[i] = std::move(row);
  }
  for (size_t i = 0; i < count; ++i) {
    bool sameLeft = !rows[i].empty();
    if (!sameLeft) {
      for (EqualityIndex& list : lists) {
        rows[i].push_back(list.firstUnused());
        list.use(rows[i].back());
      }
    }
    std::vector<ExprId> values;
    for (size_t b = 0; b < lists.size(); ++b) {
      const Equation& equality = lists[b][rows[i][b]];
      if (!sameLeft && !pool_.types.isNumeric(pool_.type(equality.left))) {
        where_ = equality.origin;
        return fail(
            "branches of an if-equation that determine different variables that are no numbers");
      }
      values.push_back(sameLeft ? equality.right : residual(equality));
    }
    const Equation& first = lists[0][i];
    ExprId left = first.left;
    if (!sameLeft) {
      left = pool_.base(values[0]) == BaseType::Integer ? pool_.integer(0) : pool_.real(0);
    }
    out.push_back(derived(first, EquationKind::Equality, left, choose(branches, values)));
  }
}

// spec 8.3.5.1: in a when-clause a variable that a branch does not assign keeps its value
void EquationScalarizer::joinValues(const Equation& equation, const Branches& branches,
                                    std::vector<Equation>& out) {
  struct Assigned {
    const Equation* first;
    std::vector<ExprId> values;  // per branch; invalid: not assigned there
  };
  size_t branchCount = branches.bodies.size() + (branches.hasElse() ? 0 : 1);
  std::vector<Assigned> all;
  std::unordered_map<ExprId, size_t> places[2];  // equalities, reinits
  for (size_t b = 0; b < branches.bodies.size(); ++b) {
    for (const Equation& inner : branches.bodies[b]) {
      if (!isValue(inner)) continue;
      auto [place, isNew] =
          places[inner.kind == EquationKind::Reinit].emplace(inner.left, all.size());
      if (isNew) all.push_back({&inner, std::vector<ExprId>(branchCount)});
      all[place->second].values[b] = inner.right;
    }
  }
  for (Assigned& assigned : all) {
    ExprId variable = assigned.first->left;
    for (ExprId& value : assigned.values) {
      if (value) continue;
      if (pool_.kind(variable) != ExprKind::Variable) {
        where_ = equation.origin;
        return fail("an if-equation in a when-clause that does not assign variables");
      }
      value = pool_.builtin(Builtin::Pre, pool_.type(variable), {variable});
    }
    out.push_back(derived(*assigned.first, assigned.first->kind, variable,
                          choose(branches, assigned.values)));
  }
}

// assert(c, ...) in a branch: the branch is taken implies c
void EquationScalarizer::guardAsserts(const Branches& branches, std::vector<Equation>& out) {
  TypeId boolean = pool_.types.boolean();
  ExprId earlier;  // one of the branches before is taken
  for (size_t b = 0; b < branches.bodies.size(); ++b) {
    ExprId inactive = earlier;
    if (b < branches.conditions.size()) {
      ExprId condition = branches.conditions[b];
      ExprId off = makeFolded(pool_, ExprKind::Not, boolean, {condition});
      inactive = earlier ? pool_.binary(ExprKind::Or, boolean, earlier, off) : off;
      earlier = earlier ? pool_.binary(ExprKind::Or, boolean, earlier, condition) : condition;
    }
    for (const Equation& inner : branches.bodies[b]) {
      if (inner.kind != EquationKind::Assert) continue;
      ExprId guarded = pool_.binary(ExprKind::Or, boolean, inactive, inner.left);
      out.push_back(derived(inner, EquationKind::Assert, guarded, inner.right));
    }
  }
}

void EquationScalarizer::keepEffects(const Equation& equation, const Branches& branches,
                                     std::vector<Equation>& out) {
  Equation kept = derived(equation, EquationKind::If, ExprId(), ExprId());
  bool any = false;
  for (size_t b = 0; b < branches.bodies.size(); ++b) {
    EquationBranch branch;
    if (b < branches.conditions.size()) branch.condition = branches.conditions[b];
    for (const Equation& inner : branches.bodies[b]) {
      if (isValue(inner) || inner.kind == EquationKind::Assert) continue;
      branch.body.push_back(inner);
      any = true;
    }
    kept.branches.push_back(std::move(branch));
  }
  if (any) out.push_back(std::move(kept));
}

}  // namespace formola
