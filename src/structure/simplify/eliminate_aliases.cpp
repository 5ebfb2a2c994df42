#include "structure/simplify/eliminate_aliases.h"

#include <numeric>
#include <unordered_set>

#include "diag/codes/structure.h"
#include "expr/build.h"
#include "expr/expr_table.h"
#include "expr/rewrite.h"
#include "structure/simplify/replace_variables.h"

namespace formola {

namespace {

constexpr int kRounds = 8;

// residual = sum of at most two signed variables + constant
struct SimpleForm {
  bool simple = false;
  int count = 0;
  VariableId variable[2];
  int sign[2] = {0, 0};
  double constant = 0;
};

class AliasFinder {
 public:
  AliasFinder(StructuredDae& model, bool hints, Diagnostics& diagnostics)
      : model_(model), pool_(model.pool()), hints_(hints), diagnostics_(diagnostics) {}

  // True if something was eliminated.
  bool round();
  // True if a discrete variable that is a literal was replaced by it.
  bool replaceDiscreteConstants();
  void finish();

 private:
  struct Class {
    bool constant = false;
    double value = 0;  // of the root
    VariableId known;  // a parameter or input in the class
    uint32_t constantFrom = 0;
  };
  SimpleForm formOf(const StructuredEquation& e) const;
  uint32_t find(uint32_t i, int& sign);
  bool absorb(uint32_t index);
  bool setConstant(uint32_t variable, int sign, double value, uint32_t equation);
  int rank(VariableId id) const;
  bool startAlike(VariableId a, VariableId b) const;
  void mergeAttributes(VariableId into, VariableId from, int sign);
  void mergeStart(VariableId into, VariableId from, int sign);
  void reportFixedTwice(VariableId a, VariableId b, int sign, bool second);
  bool isKnown(VariableId id) const {
    Role role = model_.info[id].role;
    return role == Role::Parameter || role == Role::Input;
  }

  bool isTrue(ExprId id) const {
    return id.valid() && pool_.kind(id) == ExprKind::Boolean && pool_.booleanValue(id);
  }

  StructuredDae& model_;
  ExprPool& pool_;
  bool hints_;  // relax(x) is followed
  Diagnostics& diagnostics_;
  std::vector<uint32_t> parent_;
  std::vector<int8_t> sign_;  // variable = sign * parent
  std::vector<Class> class_;
  std::vector<char> differentiated_;
  std::vector<char> preGiven_;             // an initial equation mentions pre(x)
  std::unordered_set<uint32_t> replaced_;  // references of discrete variables that are literals
};

SimpleForm AliasFinder::formOf(const StructuredEquation& e) const {
  SimpleForm form;
  struct Item {
    ExprId id;
    int sign;
  };
  // Discrete equations: b = c only.
  const BaseType base = pool_.base(e.left);
  if (base != BaseType::Real) {
    if (base == BaseType::String || pool_.kind(e.left) != ExprKind::Variable) return form;
    if (pool_.kind(e.right) != ExprKind::Variable || e.left == e.right) return form;
    form = {true, 2, {pool_.variableOf(e.left), pool_.variableOf(e.right)}, {1, -1}, 0};
    return form;
  }
  Item stack[16];
  int top = 0, visits = 0;
  stack[top++] = {e.right, -1};
  stack[top++] = {e.left, 1};
  while (top > 0) {
    Item item = stack[--top];
    if (++visits > 12) return form;
    switch (pool_.kind(item.id)) {
      case ExprKind::Integer:
      case ExprKind::Real:
        form.constant += item.sign * pool_.realValue(item.id);
        break;
      case ExprKind::Neg:
        stack[top++] = {pool_.child(item.id, 0), -item.sign};
        break;
      case ExprKind::Add:
      case ExprKind::Sub: {
        int right = pool_.kind(item.id) == ExprKind::Add ? item.sign : -item.sign;
        stack[top++] = {pool_.child(item.id, 1), right};
        stack[top++] = {pool_.child(item.id, 0), item.sign};
        break;
      }
      case ExprKind::Variable: {
        VariableId id = pool_.variableOf(item.id);
        int at = 0;
        while (at < form.count && form.variable[at] != id) ++at;
        if (at == 2) return form;
        if (at == form.count) ++form.count;
        form.variable[at] = id;
        form.sign[at] += item.sign;
        break;
      }
      default:
        return form;
    }
    if (top > 12) return form;
  }
  // x - x cancels; 2x is no alias (but 2x = 0 and x = 3 are constants)
  int kept = 0;
  for (int i = 0; i < form.count; ++i) {
    if (form.sign[i] == 0) continue;
    form.variable[kept] = form.variable[i];
    form.sign[kept++] = form.sign[i];
  }
  form.count = kept;
  form.simple = kept == 1 || (kept == 2 && form.constant == 0 && std::abs(form.sign[0]) == 1 &&
                              std::abs(form.sign[1]) == 1);
  return form;
}

uint32_t AliasFinder::find(uint32_t i, int& sign) {
  uint32_t root = i;
  int toRoot = 1;
  while (parent_[root] != root) {
    toRoot *= sign_[root];
    root = parent_[root];
  }
  // path compression
  int s = toRoot;
  while (parent_[i] != root && i != root) {
    uint32_t next = parent_[i];
    int8_t own = sign_[i];
    parent_[i] = root;
    sign_[i] = static_cast<int8_t>(s);
    s *= own;
    i = next;
  }
  sign = toRoot;
  return root;
}

bool AliasFinder::setConstant(uint32_t variable, int sign, double value, uint32_t equation) {
  int toRoot = 1;
  uint32_t root = find(variable, toRoot);
  Class& c = class_[root];
  double rootValue = sign * toRoot * value;
  if (c.known.valid()) return false;
  if (c.constant) {
    if (c.value != rootValue) {
      auto& diagnostic = diagnostics_.report(
          diag::ContradictingEquations, model_.equations[equation].origin.range,
          std::string(model_.name(VariableId(variable))), value, c.value * sign * toRoot);
      diagnostic.note("the other value follows from this equation",
                      model_.equations[c.constantFrom].origin.range);
    }
    return false;
  }
  c.constant = true;
  c.value = rootValue;
  c.constantFrom = equation;
  return true;
}

// True if the equation is used up.
bool AliasFinder::absorb(uint32_t index) {
  const StructuredEquation& e = model_.equations[index];
  if (e.target.valid()) return false;
  SimpleForm form = formOf(e);
  if (!form.simple) return false;
  if (form.count == 1) {
    if (isKnown(form.variable[0])) return false;
    double value = -form.constant / form.sign[0];
    return setConstant(form.variable[0].index(), 1, value, index);
  }
  // a = relax(b) is to be solved for a with b in it: as one variable they could not be told apart.
  if (hints_ && !e.relaxed.empty()) return false;
  VariableId a = form.variable[0], b = form.variable[1];
  if (pool_.types[model_.dae.variables[a].type].base !=
      pool_.types[model_.dae.variables[b].type].base)
    return false;
  // A continuous variable that equals a discrete one would need its role; left to sorting.
  const bool aDiscrete = model_.info[a].role == Role::Discrete;
  const bool bDiscrete = model_.info[b].role == Role::Discrete;
  if (aDiscrete != bDiscrete && !isKnown(a) && !isKnown(b)) return false;
  if (aDiscrete && bDiscrete && !isKnown(a) && !isKnown(b) && !startAlike(a, b)) return false;
  int relation = -form.sign[0] * form.sign[1];  // a = relation * b
  int signA = 1, signB = 1;
  uint32_t rootA = find(a.index(), signA), rootB = find(b.index(), signB);
  if (rootA == rootB) {
    if (signA == relation * signB) return false;  // says nothing new
    // a = b and a = -b: both are zero
    return setConstant(a.index(), 1, 0, index);
  }
  Class& ca = class_[rootA];
  Class& cb = class_[rootB];
  const bool fixedA = ca.constant || ca.known.valid();
  const bool fixedB = cb.constant || cb.known.valid();
  if (fixedA && fixedB) {
    if (ca.constant && cb.constant)
      setConstant(a.index(), 1, signB * cb.value * relation, index);  // reports a contradiction
    return false;
  }
  // rootA = signA * a = signA * relation * b = signA * relation * signB * rootB
  int8_t between = static_cast<int8_t>(signA * relation * signB);
  if (fixedA) {
    parent_[rootB] = rootA;
    sign_[rootB] = between;
  } else {
    parent_[rootA] = rootB;
    sign_[rootA] = between;
  }
  return true;
}

// What is said of a discrete variable at the start, by fixed=true or an initial equation, is about
// its pre(), which variables that are equal do not share: a source may know its own.
bool AliasFinder::startAlike(VariableId a, VariableId b) const {
  auto isFixed = [&](VariableId id) { return isTrue(model_.dae.variables[id].fixed); };
  if (preGiven_[a.index()] || preGiven_[b.index()] || isFixed(a) != isFixed(b)) return false;
  return !isFixed(a) || model_.dae.variables[a].start == model_.dae.variables[b].start;
}

int AliasFinder::rank(VariableId id) const {
  const Variable& v = model_.dae.variables[id];
  if (isKnown(id)) return 1 << 20;
  int rank = 0;
  if (isTrue(v.fixed)) rank += 1 << 12;
  rank += static_cast<int>(v.stateSelect) << 8;
  if (differentiated_[id.index()]) rank += 1 << 7;
  if (v.start.valid()) rank += 1 << 6;
  if (v.causality == Causality::Output) rank += 1 << 5;
  if (!v.isProtected) rank += 1 << 4;
  return rank;
}

// Of two start values the fixed one holds, else the one that counts more; see Confidence.
void AliasFinder::mergeStart(VariableId into, VariableId from, int sign) {
  Variable& a = model_.dae.variables[into];
  const Variable& b = model_.dae.variables[from];
  ExprBuilder build(pool_);
  const ExprId other = sign > 0 || !b.start.valid() ? b.start : build.neg(b.start);
  const bool fixedA = isTrue(a.fixed), fixedB = isTrue(b.fixed);
  const bool counts = b.start.valid() && (!a.start.valid() || b.startGiven < a.startGiven);
  const bool taken = fixedA == fixedB ? counts : fixedB && (b.start.valid() || !a.start.valid());
  if (fixedA && fixedB) reportFixedTwice(into, from, sign, taken);
  if (a.start.valid() && b.start.valid() && a.start != other) {
    const Variable& unused = taken ? a : b;
    model_.unusedStarts.push_back(
        {taken ? into : from, unused.start, unused.startGiven, unused.startFromOutside(), into});
  }
  if (fixedB) a.fixed = b.fixed;
  if (!taken) return;
  a.start = other;
  a.startGiven = b.startGiven;
  a.startDepth = b.startDepth;
  model_.startSources.push_back({into, from});
}

// Two fixed start values of one quantity, if they are different numbers.
void AliasFinder::reportFixedTwice(VariableId a, VariableId b, int sign, bool second) {
  auto value = [&](VariableId id) {
    const ExprId start = model_.dae.variables[id].start;
    return !start.valid() ? 0.0 : pool_.isNumber(start) ? pool_.realValue(start) : NAN;
  };
  if (std::isnan(value(a)) || std::isnan(value(b)) || value(a) == sign * value(b)) return;
  if (second) std::swap(a, b);
  diagnostics_
      .report(diag::ContradictingStarts, model_.dae.variables[a].origin.range,
              std::string(model_.name(a)), std::string(model_.name(b)), value(a), value(b))
      .note("the other variable", model_.dae.variables[b].origin.range);
}

void AliasFinder::mergeAttributes(VariableId into, VariableId from, int sign) {
  if (isKnown(into)) return;
  Variable& a = model_.dae.variables[into];
  const Variable& b = model_.dae.variables[from];
  ExprBuilder build(pool_);
  auto signedValue = [&](ExprId id) { return sign > 0 || !id.valid() ? id : build.neg(id); };
  mergeStart(into, from, sign);
  if (!a.nominal.valid()) a.nominal = b.nominal;
  a.notTorn = a.notTorn || b.notTorn;
  if (!a.min.valid()) a.min = signedValue(sign > 0 ? b.min : b.max);
  if (!a.max.valid()) a.max = signedValue(sign > 0 ? b.max : b.min);
  // `never` and `avoid` of one name do not weaken what another name asks for.
  // The default says nothing, e.g. of a connector's variable: what is said of an alias counts.
  const bool said = b.stateSelect != StateSelect::Default;
  if (said && (a.stateSelect == StateSelect::Default || b.stateSelect > a.stateSelect))
    a.stateSelect = b.stateSelect;
}

bool AliasFinder::round() {
  const auto n = static_cast<uint32_t>(model_.dae.variables.size());
  parent_.resize(n);
  std::iota(parent_.begin(), parent_.end(), 0U);
  sign_.assign(n, 1);
  class_.assign(n, {});
  for (uint32_t i = 0; i < n; ++i)
    if (isKnown(VariableId(i))) class_[i].known = VariableId(i);

  // For the choice of representatives: which variables are differentiated.
  differentiated_.assign(n, 0);
  ExprSet seen;
  for (const StructuredEquation& e : model_.equations) {
    ExprId roots[2] = {e.left, e.right};
    forEachNode(pool_, roots, seen, [&](ExprId id) {
      if (pool_.isBuiltin(id, Builtin::Der) && pool_.kind(pool_.child(id, 0)) == ExprKind::Variable)
        differentiated_[pool_.variableOf(pool_.child(id, 0)).index()] = 1;
    });
  }
  preGiven_.assign(n, 0);
  seen = {};
  for (const StructuredEquation& e : model_.initialEquations) {
    ExprId roots[2] = {e.left, e.right};
    forEachNode(pool_, roots, seen, [&](ExprId id) {
      if (pool_.isBuiltin(id, Builtin::Pre) && pool_.kind(pool_.child(id, 0)) == ExprKind::Variable)
        preGiven_[pool_.variableOf(pool_.child(id, 0)).index()] = 1;
    });
  }

  std::vector<StructuredEquation> rest;
  const auto count = static_cast<uint32_t>(model_.equations.size());
  std::vector<char> used(count, 0);
  bool any = false;
  for (uint32_t i = 0; i < count; ++i) any = (used[i] = absorb(i) ? 1 : 0) || any;
  if (!any) return false;
  for (uint32_t i = 0; i < count; ++i)
    if (!used[i]) rest.push_back(std::move(model_.equations[i]));
  model_.equations = std::move(rest);

  // Representatives, then replacements.
  std::vector<VariableId> best(n);
  std::vector<char> several(n, 0);
  for (uint32_t i = 0; i < n; ++i) {
    int s = 1;
    uint32_t root = find(i, s);
    if (root != i) several[root] = several[i] = 1;
    VariableId& b = best[root];
    if (!b.valid() || rank(VariableId(i)) > rank(b)) b = VariableId(i);
  }
  ExprBuilder build(pool_);
  VariableReplacement replacement(pool_);
  for (uint32_t i = 0; i < n; ++i) {
    VariableId id(i);
    int s = 1;
    uint32_t root = find(i, s);
    if (class_[root].constant) {
      double value = s * class_[root].value;
      model_.info[id].role = Role::Parameter;
      model_.dae.variables[id].binding = build.real(value);
      replacement.set(id, build.real(value));
      continue;
    }
    if (!several[root] || best[root] == id) continue;
    int toBest = 1;
    find(best[root].index(), toBest);
    int between = s * toBest;
    mergeAttributes(best[root], id, between);
    model_.info[id].role = Role::Alias;
    model_.aliases.push_back({id, best[root], between < 0});
    ExprId target = model_.ref(best[root]);
    replacement.set(id, between < 0 ? build.neg(target) : target);
  }
  replacement.applyTo(model_);
  return true;
}

// b = true and n = 3 hold all the time: equations are simpler with the literals (regularFlow[i] =
// true of a vessel, which decides between equations). The variables stay what they are, and what
// pre(b) was at the start is not known.
bool AliasFinder::replaceDiscreteConstants() {
  ExprTable<ExprId> memo;
  bool any = false;
  for (const StructuredEquation& e : model_.equations) {
    const BaseType base = pool_.base(e.left);
    if (base == BaseType::Real || base == BaseType::String || !pool_.isLiteral(e.right)) continue;
    if (pool_.kind(e.left) != ExprKind::Variable || replaced_.contains(e.left.index())) continue;
    if (model_.info[pool_.variableOf(e.left)].role != Role::Discrete) continue;
    memo.set(e.left, e.right);
    replaced_.insert(e.left.index());
    any = true;
  }
  if (!any) return false;
  ExprBuilder build(pool_);
  auto replace = [&](ExprId& root) {
    if (!root.valid()) return;
    root = mapExpr(pool_, root, memo, [&](ExprId id, std::span<const ExprId> children) -> ExprId {
      const bool isOld = pool_.isBuiltin(id, Builtin::Pre) || pool_.isBuiltin(id, Builtin::Edge) ||
                         pool_.isBuiltin(id, Builtin::Change) || pool_.isBuiltin(id, Builtin::Old);
      return isOld ? id : build.withChildren(id, children);
    });
  };
  for (auto* list : {&model_.equations, &model_.initialEquations})
    for (StructuredEquation& e : *list) {
      if (pool_.kind(e.left) != ExprKind::Variable) replace(e.left);
      replace(e.right);
    }
  for (Action& a : model_.actions) {
    replace(a.guard);
    replace(a.value);
    replace(a.message);
  }
  return true;
}

// Aliases of later rounds: follow to the end. A target may have become constant.
void AliasFinder::finish() {
  std::vector<int> aliasOf(model_.dae.variables.size(), -1);
  for (size_t i = 0; i < model_.aliases.size(); ++i)
    aliasOf[model_.aliases[i].variable.index()] = static_cast<int>(i);
  // An alias's target was eliminated, if at all, in a later round: going backwards each chain is
  // already short.
  for (size_t i = model_.aliases.size(); i-- > 0;) {
    Alias& a = model_.aliases[i];
    if (int next = aliasOf[a.of.index()]; next >= 0) {
      const Alias& b = model_.aliases[static_cast<size_t>(next)];
      a.negated = a.negated != b.negated;
      a.of = b.of;
    }
  }
}

}  // namespace

StructuredDae eliminateAliases(StructuredDae model, const StructureOptions& options,
                               Diagnostics& diagnostics) {
  if (!options.on(Pass::eliminateAliases)) return model;
  AliasFinder finder(model, options.hints, diagnostics);
  for (int i = 0; i < kRounds; ++i) {
    const bool replaced = finder.replaceDiscreteConstants();
    if (!finder.round() && !replaced) break;
  }
  finder.finish();
  return model;
}

}  // namespace formola
