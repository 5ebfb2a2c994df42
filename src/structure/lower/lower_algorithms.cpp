#include "structure/lower/lower_algorithms.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "dae/visit.h"
#include "expr/build.h"
#include "expr/expr_table.h"
#include "expr/rewrite.h"
#include "expr/zero.h"
#include "structure/index/function_rules.h"
#include "structure/lower/time_relation.h"

namespace formola {

namespace {

// Tables as large as the model, for all of its algorithms: one after the other uses them.
struct Workspace {
  explicit Workspace(const StructuredDae& model) : time(model) {}

  TimeRelations time;
  ExprTable<ExprId> translated, renumbered, starts;
  ExprTable<uint8_t> depends;
  std::vector<int> targetOf;  // variable -> position in targets_ or -1

  void clear() {
    translated.clear();
    renumbered.clear();
    starts.clear();
    depends.clear();
  }
};

class AlgorithmLowering {
 public:
  AlgorithmLowering(StructuredDae& model, const Algorithm& algorithm, Workspace& workspace)
      : model_(model),
        pool_(model.pool()),
        build_(pool_),
        algorithm_(algorithm),
        time_(workspace.time),
        workspace_(workspace),
        targetOf_(workspace.targetOf),
        memo_(workspace.translated),
        depends_(workspace.depends) {
    workspace.clear();
  }
  ~AlgorithmLowering() {
    for (VariableId id : targets_) targetOf_[id.index()] = -1;
  }
  AlgorithmLowering(const AlgorithmLowering&) = delete;
  AlgorithmLowering& operator=(const AlgorithmLowering&) = delete;

  void run(bool initial);

 private:
  std::vector<ExprId> initialValues();
  void storeArrays();
  std::vector<TypeId> addLocals(std::vector<ExprId>& initialValue);
  void collectTargets();
  void collectArrays(const std::vector<Statement>& body);
  void addArray(ExprId array);
  bool dependsOnTargets(ExprId id);
  bool causesEvents(ExprId id);
  std::optional<TimeRelation> timeRelation(ExprId id);
  ExprId translateInstant(ExprId value);
  ExprId translate(ExprId id);
  ExprId inputFor(ExprId quantity);
  std::vector<Statement> translate(const std::vector<Statement>& body);
  void translate(const Statement& statement, std::vector<Statement>& result);
  bool selected(ExprId slice, size_t extent, std::vector<int64_t>& to) const;
  bool assignElement(const Statement& statement, std::vector<Statement>& result);
  bool usesLocals(ExprId id);
  void number(const std::vector<Statement>& body);
  bool isAssignedLater(ExprId id) const;
  void watch(const Statement& statement, std::vector<Statement>& result);
  void watch(ExprId root, ExprId guard, std::vector<Statement>& result);
  bool isWatched(ExprId e);
  ExprId watchNow(ExprId e, ExprId guard, std::vector<Statement>& result);
  ExprId keepForWatch(ExprId value, ExprId guard, ExprId otherwise, std::vector<Statement>& result);
  void addTarget(VariableId id);
  ExprId addHidden(std::string_view name, SourceRange range);
  void assign(ExprId target, ExprId value, SourceRange range, std::vector<Statement>& result);
  void addWatches();
  Statement translateWhen(const Statement& statement);
  VariableId newCondition(SourceRange range, bool initial);
  bool lowerEffect(const Statement& statement, std::vector<Statement>& result);
  bool restart(const Statement& statement, Action action, std::vector<Statement>& result);
  bool callsImpure(const std::vector<Statement>& body) const;

  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  const Algorithm& algorithm_;
  TimeRelations& time_;

  std::vector<VariableId> targets_;  // in order of first assignment
  Workspace& workspace_;
  std::vector<int>& targetOf_;
  std::vector<ExprId> quantities_;                // inputs: what is passed for them
  std::unordered_map<uint32_t, ExprId> inputOf_;  // quantity -> local
  // Arrays of targets to which a subscript assigns that is known only when it runs: they are arrays
  // in the function, from their values at its start to those at its end.
  struct ArrayLocal {
    ExprId array;  // of variables
    ExprId local;
    std::vector<VariableId> elements;
    std::vector<ExprId> places;  // of the elements: local[1, 2]
  };
  std::vector<ArrayLocal> arrays_;
  std::unordered_map<uint32_t, ExprId> arrayLocal_;  // array -> local
  std::unordered_map<uint32_t, ExprId> placeOf_;     // variable -> element of a local
  // Locals during translation: targets are numbered from 0, arrays from kArrays and inputs from
  // kInputs on; renumbered at the end, when their number is known.
  ExprTable<ExprId>& memo_;
  ExprTable<uint8_t>& depends_;
  // What addWatches() makes: relations and integer functions of what the algorithm assigns.
  std::vector<ExprId> watched_;
  // Statements are numbered as they stand in the text.
  std::unordered_map<const Statement*, int> numberOf_;
  std::unordered_map<uint32_t, int> lastAssigned_;  // variable -> statement
  int at_ = 0;                                      // the statement in hand
  bool watching_ = true;  // not in loops that are no longer there, nor inside of when-statements
  bool effectsOutside_ = true;  // assert and terminate become actions of the model
  ExprId effectGuard_;          // of these actions; invalid: always
  Function function_;
};

constexpr uint32_t kArrays = 1U << 23;
constexpr uint32_t kInputs = 1U << 24;

void AlgorithmLowering::collectTargets() {
  auto add = [&](VariableId id) {
    if (targetOf_[id.index()] >= 0) return;
    targetOf_[id.index()] = static_cast<int>(targets_.size());
    targets_.push_back(id);
  };
  forEachAssigned(pool_, algorithm_.body, add);
  collectArrays(algorithm_.body);
}

void AlgorithmLowering::collectArrays(const std::vector<Statement>& body) {
  for (const Statement& s : body) {  // nested as deeply as the text of the algorithm
    for (const StatementBranch& branch : s.branches) collectArrays(branch.body);
    if (s.kind != StatementKind::Assign || pool_.kind(s.target) != ExprKind::Index) continue;
    const std::span<const ExprId> parts = pool_.children(s.target);
    const bool known = std::all_of(parts.begin() + 1, parts.end(), [&](ExprId subscript) {
      return !pool_.types.isScalar(pool_.type(subscript)) ||
             pool_.kind(subscript) == ExprKind::Colon || pool_.kind(subscript) == ExprKind::Integer;
    });
    if (!known) addArray(parts[0]);
  }
}

// Not for arrays that share elements with another one, or whose elements are no variables.
void AlgorithmLowering::addArray(ExprId array) {
  if (pool_.kind(array) != ExprKind::Array || arrayLocal_.contains(array.index())) return;
  const TypeId type = pool_.type(array);
  ArrayLocal found{
      array, pool_.local(kArrays + static_cast<uint32_t>(arrays_.size()), type), {}, {}};
  const size_t dimensions = pool_.types[type].dims.size();
  const TypeId one = pool_.types.element(type, static_cast<int>(dimensions));
  struct Part {
    ExprId id;
    std::vector<ExprId> place;  // operands of Index
  };
  std::vector<Part> parts{{array, {found.local}}};
  for (size_t k = 0; k < dimensions; ++k) {
    std::vector<Part> next;
    for (const Part& part : parts) {
      if (pool_.kind(part.id) != ExprKind::Array) return;
      const std::vector<ExprId> children(pool_.children(part.id).begin(),
                                         pool_.children(part.id).end());
      for (size_t i = 0; i < children.size(); ++i) {
        next.push_back({children[i], part.place});
        next.back().place.push_back(pool_.integer(static_cast<int64_t>(i) + 1));
      }
    }
    parts = std::move(next);
  }
  std::unordered_set<uint32_t> own;
  for (const Part& part : parts) {
    if (pool_.kind(part.id) != ExprKind::Variable) return;
    const VariableId id = pool_.variableOf(part.id);
    if (targetOf_[id.index()] < 0 || placeOf_.contains(id.index()) ||
        !own.insert(id.index()).second)
      return;
    found.elements.push_back(id);
    found.places.push_back(
        pool_.make(ExprKind::Index, one, 0, std::span<const ExprId>(part.place)));
  }
  for (size_t i = 0; i < found.elements.size(); ++i)
    placeOf_.emplace(found.elements[i].index(), found.places[i]);
  arrayLocal_.emplace(array.index(), found.local);
  arrays_.push_back(std::move(found));
}

bool AlgorithmLowering::dependsOnTargets(ExprId root) {
  if (depends_.has(root)) return depends_.at(root) != 0;
  SmallExprSet seen;
  ExprId roots[1] = {root};
  bool found = false;
  // pre(x) is known before the algorithm runs.
  forEachNode(
      pool_, roots, seen, [&](ExprId id) { return !pool_.isBuiltin(id, Builtin::Pre); },
      [&](ExprId id) {
        ExprKind kind = pool_.kind(id);
        if (kind == ExprKind::Local || kind == ExprKind::Iterator) found = true;
        if (kind == ExprKind::Variable && targetOf_[pool_.variableOf(id).index()] >= 0)
          found = true;
      });
  depends_.set(root, found ? 1 : 0);
  return found;
}

// floor, ceil, integer, div, mod and rem of what varies between events.
bool AlgorithmLowering::causesEvents(ExprId id) {
  switch (pool_.builtinOf(id)) {
    case Builtin::Floor:
    case Builtin::Ceil:
    case Builtin::IntegerOf:
    case Builtin::Div:
    case Builtin::Mod:
    case Builtin::Rem:
      return pool_.types.isScalar(pool_.type(id)) && time_.varying(id) != Dependence::Constant;
    default:
      return false;
  }
}

std::optional<TimeRelation> AlgorithmLowering::timeRelation(ExprId id) {
  return usesLocals(id) ? std::nullopt : time_(id);
}

// The comparisons of TimeRelation::value are no relations of their own.
ExprId AlgorithmLowering::translateInstant(ExprId value) {
  std::vector<ExprId> parts;
  for (ExprId part :
       std::vector<ExprId>(pool_.children(value).begin(), pool_.children(value).end()))
    parts.push_back(pool_.kind(value) == ExprKind::If ? translateInstant(part) : translate(part));
  return pool_.make(pool_.kind(value), pool_.type(value), pool_.payload(value),
                    std::span<const ExprId>(parts));
}

ExprId AlgorithmLowering::inputFor(ExprId quantity) {
  ExprId& local = inputOf_[quantity.index()];
  if (local.valid()) return local;
  quantities_.push_back(quantity);
  local =
      pool_.local(kInputs + static_cast<uint32_t>(quantities_.size() - 1), pool_.type(quantity));
  return local;
}

// Variables -> locals; pre(x), time, sample and relations on what is not assigned here are passed
// in.
ExprId AlgorithmLowering::translate(ExprId root) {
  if (!root.valid()) return root;
  return mapExpr(pool_, root, memo_, [&](ExprId id, std::span<const ExprId> children) -> ExprId {
    switch (pool_.kind(id)) {
      case ExprKind::Variable: {
        const VariableId variable = pool_.variableOf(id);
        if (const auto place = placeOf_.find(variable.index()); place != placeOf_.end())
          return place->second;
        const int target = targetOf_[variable.index()];
        if (target >= 0) return pool_.local(static_cast<uint32_t>(target), pool_.type(id));
        return inputFor(id);
      }
      case ExprKind::Array:
        if (const auto local = arrayLocal_.find(id.index()); local != arrayLocal_.end())
          return local->second;
        break;
      case ExprKind::Time:
        return inputFor(id);
      case ExprKind::Less:
      case ExprKind::LessEqual:
      case ExprKind::Greater:
      case ExprKind::GreaterEqual:
        if (!pool_.types.isScalar(pool_.type(id))) break;
        if (!dependsOnTargets(id)) return inputFor(id);
        // At the event its instant is compared, as outside.
        if (const std::optional<TimeRelation> found = timeRelation(id))
          return translateInstant(found->value);
        break;
      case ExprKind::Builtin:
        if (causesEvents(id) && !dependsOnTargets(id)) return inputFor(id);
        if (isLeafQuantity(pool_, id)) {
          Builtin f = pool_.builtinOf(id);
          if (f == Builtin::Edge && dependsOnTargets(id)) {
            ExprId pre =
                inputFor(pool_.builtin(Builtin::Pre, pool_.type(id), {pool_.child(id, 0)}));
            return build_.logicalAnd(children[0], build_.logicalNot(pre));
          }
          if (f == Builtin::Change && dependsOnTargets(id)) {
            ExprId argument = pool_.child(id, 0);
            ExprId pre = inputFor(pool_.builtin(Builtin::Pre, pool_.type(argument), {argument}));
            return pool_.binary(ExprKind::NotEqual, pool_.types.boolean(), children[0], pre);
          }
          return inputFor(id);
        }
        break;
      default:
        break;
    }
    if (children.empty()) return id;
    std::vector<ExprId> copy(children.begin(), children.end());
    return pool_.make(pool_.kind(id), pool_.type(id), pool_.payload(id),
                      std::span<const ExprId>(copy));
  });
}

void AlgorithmLowering::addTarget(VariableId id) {
  targetOf_.resize(model_.dae.variables.size(), -1);
  targetOf_[id.index()] = static_cast<int>(targets_.size());
  targets_.push_back(id);
}

VariableId AlgorithmLowering::newCondition(SourceRange range, bool initial) {
  Variable v;
  v.name = pool_.names.intern("$when" + std::to_string(model_.whens.size() + 1));
  v.type = pool_.types.boolean();
  v.variability = Variability::Discrete;
  v.isProtected = v.hideResult = true;
  v.origin = {range, algorithm_.origin.instance};
  VariableInfo info;
  info.role = Role::Discrete;
  VariableId id = model_.add(std::move(v), info);
  model_.whens.push_back({id, initial});
  addTarget(id);
  return id;
}

// when c then S  ->  $when := c; if $when and not pre($when) then S. During initialisation only
// initial() counts (spec 8.6).
Statement AlgorithmLowering::translateWhen(const Statement& statement) {
  Statement result;
  result.kind = StatementKind::If;
  result.range = statement.range;
  StatementBranch always;
  always.condition = pool_.boolean(true);
  Statement chain;
  chain.kind = StatementKind::If;
  chain.range = statement.range;
  for (const StatementBranch& branch : statement.branches) {
    std::vector<ExprId> conditions;
    if (pool_.kind(branch.condition) == ExprKind::Array) {
      auto children = pool_.children(branch.condition);
      conditions.assign(children.begin(), children.end());
    } else {
      conditions.push_back(branch.condition);
    }
    ExprId guard;
    for (ExprId c : conditions) {
      VariableId id = newCondition(statement.range, pool_.isBuiltin(c, Builtin::Initial));
      Statement assign;
      assign.kind = StatementKind::Assign;
      assign.range = statement.range;
      ExprId local = translate(model_.ref(id));
      assign.target = local;
      assign.value = translate(c);
      always.body.push_back(std::move(assign));
      // $active: edge of the condition, and during initialisation only for initial()
      ExprId pre = inputFor(pool_.builtin(Builtin::Pre, pool_.types.boolean(), {model_.ref(id)}));
      ExprId edge = build_.logicalAnd(local, build_.logicalNot(pre));
      if (!model_.whens.back().initial) {
        ExprId initial = inputFor(pool_.builtin(Builtin::Initial, pool_.types.boolean(), {}));
        edge = build_.logicalAnd(edge, build_.logicalNot(initial));
      }
      guard = guard.valid() ? build_.logicalOr(guard, edge) : edge;
    }
    StatementBranch translated;
    translated.condition = guard;
    const bool watching = std::exchange(watching_, false);
    translated.body = translate(branch.body);
    watching_ = watching;
    chain.branches.push_back(std::move(translated));
  }
  always.body.push_back(std::move(chain));
  result.branches.push_back(std::move(always));
  return result;
}

// A Real of the model that this algorithm computes and no result shows.
ExprId AlgorithmLowering::addHidden(std::string_view name, SourceRange range) {
  Variable v;
  v.name = pool_.names.intern(std::string(name) + std::to_string(model_.dae.variables.size()));
  v.type = pool_.types.real();
  v.isProtected = v.hideResult = true;
  v.origin = {range, algorithm_.origin.instance};
  const VariableId id = model_.add(std::move(v), VariableInfo());
  addTarget(id);
  return model_.ref(id);
}

void AlgorithmLowering::assign(ExprId target, ExprId value, SourceRange range,
                               std::vector<Statement>& result) {
  Statement set;
  set.kind = StatementKind::Assign;
  set.range = range;
  set.target = translate(target);
  set.value = translate(value);
  result.push_back(std::move(set));
}

// assert(c, m)  ->  if not c then $reached := 1, and the model asserts that $reached is 0;
// terminate(m) and reinit(x, e) alike. So they act when a step is accepted, as in equations, not
// whenever a solver tries out values.
bool AlgorithmLowering::lowerEffect(const Statement& statement, std::vector<Statement>& result) {
  const bool asserts = statement.kind == StatementKind::Assert;
  const bool restarts = statement.kind == StatementKind::Reinit;
  if (!effectsOutside_ || (!asserts && !restarts && statement.kind != StatementKind::Terminate))
    return false;
  // a loop variable: known only in here
  if (statement.message.valid() && usesLocals(statement.message)) return false;
  const ExprId reached = addHidden("$reached", statement.range);
  const ExprId one = pool_.real(1.0);
  const TypeId boolean = pool_.types.boolean();
  assign(reached,
         asserts ? pool_.ifThenElse(pool_.types.real(), statement.value, reached, one) : one,
         statement.range, result);
  const ExprId happened =
      pool_.builtin(Builtin::NoEvent, boolean,
                    {pool_.binary(ExprKind::Greater, boolean, reached, pool_.real(0.5))});
  Action action;
  action.message = statement.message;
  action.level = statement.level;
  action.origin = {statement.range, algorithm_.origin.instance};
  action.guard = effectGuard_;
  if (asserts) {
    action.value = build_.logicalNot(happened);
    model_.actions.push_back(std::move(action));
    return true;
  }
  action.guard = effectGuard_.valid() ? build_.logicalAnd(effectGuard_, happened) : happened;
  action.kind = restarts ? ActionKind::Reinit : ActionKind::Terminate;
  if (restarts) return restart(statement, action, result);
  model_.actions.push_back(std::move(action));
  return true;
}

// reinit(x, e), also for arrays: each element with its own new value.
bool AlgorithmLowering::restart(const Statement& statement, Action action,
                                std::vector<Statement>& result) {
  std::vector<std::pair<ExprId, ExprId>> open{{statement.target, statement.value}};
  while (!open.empty()) {
    const auto [state, value] = open.back();
    open.pop_back();
    if (pool_.kind(state) == ExprKind::Array) {
      const TypeId type = pool_.types.element(pool_.type(value), 1);
      for (size_t i = pool_.children(state).size(); i-- > 0;) {
        const ExprId operands[2] = {value, pool_.integer(static_cast<int64_t>(i) + 1)};
        open.emplace_back(pool_.child(state, i), pool_.make(ExprKind::Index, type, 0, operands));
      }
      continue;
    }
    action.state = pool_.variableOf(state);
    action.value = addHidden("$kept", statement.range);
    assign(action.value, value, statement.range, result);
    model_.actions.push_back(action);
  }
  return true;
}

// The subscripts that a slice selects from `extent` elements; false if they are not all known.
bool AlgorithmLowering::selected(ExprId slice, size_t extent, std::vector<int64_t>& to) const {
  to.clear();
  if (pool_.kind(slice) == ExprKind::Colon) {
    for (size_t i = 1; i <= extent; ++i) to.push_back(static_cast<int64_t>(i));
    return true;
  }
  for (ExprId c : pool_.children(slice)) {
    if (pool_.kind(c) != ExprKind::Integer) return false;
    to.push_back(pool_.integerValue(c));
  }
  if (pool_.kind(slice) == ExprKind::Range) {
    const int64_t first = to.front(), last = to.back(), step = to.size() == 3 ? to[1] : 1;
    if (step == 0) return false;
    to.clear();
    for (int64_t i = first; step > 0 ? i <= last : i >= last; i += step) {
      if (to.size() > extent) return false;
      to.push_back(i);
    }
  } else if (pool_.kind(slice) != ExprKind::Array) {
    return false;
  }
  return std::all_of(to.begin(), to.end(),
                     [&](int64_t i) { return i >= 1 && i <= static_cast<int64_t>(extent); });
}

// x[i, 2:3] := e with elements that are variables of their own: those that the slices select are
// assigned elements of e if i selects them, all at once.
bool AlgorithmLowering::assignElement(const Statement& statement, std::vector<Statement>& result) {
  if (statement.kind != StatementKind::Assign) return false;
  if (pool_.kind(statement.target) != ExprKind::Index) return false;
  std::vector<ExprId> parts(pool_.children(statement.target).begin(),
                            pool_.children(statement.target).end());
  if (pool_.kind(parts[0]) != ExprKind::Array) return false;
  if (arrayLocal_.contains(parts[0].index())) return false;  // a statement like any other
  struct Element {
    ExprId id, condition;
    std::vector<ExprId> place;  // in the value
  };
  std::vector<Element> elements{{parts[0], ExprId(), {}}};
  std::vector<int64_t> places;
  // Dimensions without a subscript are taken whole.
  const size_t dimensions = pool_.types[pool_.type(parts[0])].dims.size();
  for (size_t k = 1; k <= dimensions; ++k) {
    const bool given = k < parts.size();
    const bool scalar = given && pool_.kind(parts[k]) != ExprKind::Colon &&
                        pool_.types.isScalar(pool_.type(parts[k]));
    const ExprId subscript = scalar ? translate(parts[k]) : ExprId();
    const bool known = scalar && pool_.kind(subscript) == ExprKind::Integer;
    std::vector<Element> next;
    for (const Element& e : elements) {
      if (pool_.kind(e.id) != ExprKind::Array) return false;
      std::vector<ExprId> children(pool_.children(e.id).begin(), pool_.children(e.id).end());
      if (!scalar) {
        if (!selected(given ? parts[k] : pool_.colon(), children.size(), places)) return false;
        for (size_t j = 0; j < places.size(); ++j) {
          next.push_back(e);
          next.back().id = children[static_cast<size_t>(places[j] - 1)];
          next.back().place.push_back(pool_.integer(static_cast<int64_t>(j) + 1));
        }
        continue;
      }
      for (size_t i = 0; i < children.size(); ++i) {
        const auto at = static_cast<int64_t>(i) + 1;
        if (known && pool_.integerValue(subscript) != at) continue;
        next.push_back(e);
        next.back().id = children[i];
        if (known) continue;
        ExprId here =
            pool_.binary(ExprKind::Equal, pool_.types.boolean(), subscript, pool_.integer(at));
        next.back().condition = e.condition.valid() ? build_.logicalAnd(e.condition, here) : here;
      }
      // outside: the interpreter says so
      if (known && (next.empty() || pool_.integerValue(subscript) < 1 ||
                    pool_.integerValue(subscript) > static_cast<int64_t>(children.size())))
        return false;
    }
    elements = std::move(next);
  }
  if (elements.empty()) return true;
  for (const Element& e : elements)
    if (pool_.kind(e.id) != ExprKind::Variable) return false;
  const ExprId value = translate(statement.value);
  const TypeId one = pool_.type(elements[0].id);
  std::vector<ExprId> targets, values;
  for (const Element& e : elements) {
    targets.push_back(translate(e.id));
    ExprId own = value;
    if (!e.place.empty()) {
      std::vector<ExprId> operands{value};
      operands.insert(operands.end(), e.place.begin(), e.place.end());
      own = pool_.make(ExprKind::Index, one, 0, std::span<const ExprId>(operands));
    }
    values.push_back(e.condition.valid() ? pool_.ifThenElse(one, e.condition, own, targets.back())
                                         : own);
  }
  Statement s = statement;
  if (elements[0].place.empty()) {
    for (size_t i = 0; i < elements.size(); ++i) {
      s.target = targets[i];
      s.value = values[i];
      result.push_back(s);
    }
    return true;
  }
  const Size count[1] = {static_cast<Size>(targets.size())};
  const TypeId all = pool_.types.withDims(one, count);
  s.target = pool_.make(ExprKind::Array, all, 0, std::span<const ExprId>(targets));
  s.value = pool_.make(ExprKind::Array, all, 0, std::span<const ExprId>(values));
  result.push_back(std::move(s));
  return true;
}

std::vector<Statement> AlgorithmLowering::translate(const std::vector<Statement>& body) {
  std::vector<Statement> result;
  for (const Statement& s : body) {
    const bool watching = watching_;
    watching_ = watching && s.kind != StatementKind::For && s.kind != StatementKind::While;
    if (watching_) watch(s, result);
    translate(s, result);
    watching_ = watching;
  }
  return result;
}

void AlgorithmLowering::translate(const Statement& s, std::vector<Statement>& result) {
  if (assignElement(s, result) || lowerEffect(s, result)) return;
  if (s.kind == StatementKind::When) {
    result.push_back(translateWhen(s));
    return;
  }
  Statement t = s;
  if (s.kind != StatementKind::For) t.target = translate(s.target);
  t.value = translate(s.value);
  t.message = translate(s.message);
  for (ExprId& target : t.targets) target = translate(target);
  t.branches.clear();
  for (const StatementBranch& branch : s.branches) {
    StatementBranch b;
    b.condition = translate(branch.condition);
    b.body = translate(branch.body);
    t.branches.push_back(std::move(b));
  }
  result.push_back(std::move(t));
}

bool AlgorithmLowering::usesLocals(ExprId root) {
  return anyNode(pool_, root, [&](ExprId id) {
    return pool_.kind(id) == ExprKind::Local || pool_.kind(id) == ExprKind::Iterator;
  });
}

void AlgorithmLowering::number(const std::vector<Statement>& body) {
  for (const Statement& s : body) {  // nested as deeply as the text of the algorithm
    const auto at = static_cast<int>(numberOf_.size());
    numberOf_.emplace(&s, at);
    auto assigned = [&](VariableId id) { lastAssigned_[id.index()] = at; };
    if (s.kind == StatementKind::Assign) forEachVariableOfTarget(pool_, s.target, assigned);
    for (ExprId target : s.targets) forEachVariableOfTarget(pool_, target, assigned);
    for (const StatementBranch& branch : s.branches) number(branch.body);
  }
}

// Something that varies between events has, where the statement in hand uses it, not the value that
// the algorithm ends with.
bool AlgorithmLowering::isAssignedLater(ExprId root) const {
  return anyNode(pool_, root, [&](ExprId id) {
    if (pool_.kind(id) != ExprKind::Variable || pool_.base(id) != BaseType::Real) return false;
    const VariableId variable = pool_.variableOf(id);
    const auto last = lastAssigned_.find(variable.index());
    return model_.info[variable].role != Role::Discrete && last != lastAssigned_.end() &&
           last->second >= at_;
  });
}

// The value that something has just before the statement in hand, as a variable of the model.
ExprId AlgorithmLowering::keepForWatch(ExprId value, ExprId guard, ExprId otherwise,
                                       std::vector<Statement>& result) {
  const ExprId kept = addHidden("$kept", algorithm_.origin.range);
  if (guard.valid()) value = pool_.ifThenElse(pool_.types.real(), guard, value, otherwise);
  assign(kept, value, algorithm_.origin.range, result);
  return kept;
}

// What of an expression of the statement in hand causes events, and where it does: relations and
// integer functions. It is evaluated where `guard` holds.
void AlgorithmLowering::watch(ExprId root, ExprId guard, std::vector<Statement>& result) {
  if (!root.valid() || !anyNode(pool_, root, [&](ExprId e) { return isWatched(e); })) return;
  std::set<std::pair<uint32_t, uint32_t>> seen;
  std::vector<std::pair<ExprId, ExprId>> open{{root, guard}};  // with the guard of each
  const auto add = [&](ExprId e, ExprId given, ExprId more) {
    if (more.valid()) given = given.valid() ? build_.logicalAnd(given, more) : more;
    if (dependsOnTargets(e) &&
        seen.emplace(e.index(), given.valid() ? given.index() + 1 : 0).second)
      open.emplace_back(e, given);
  };
  while (!open.empty()) {
    const auto [e, given] = open.back();
    open.pop_back();
    if (pool_.isBuiltin(e, Builtin::NoEvent) || pool_.isBuiltin(e, Builtin::Pre)) continue;
    const std::vector<ExprId> parts(pool_.children(e).begin(), pool_.children(e).end());
    const ExprKind kind = pool_.kind(e);
    if (kind == ExprKind::If || kind == ExprKind::And || kind == ExprKind::Or) {
      const ExprId fails = build_.logicalNot(parts[0]);
      add(parts[0], given, {});
      add(parts[1], given, kind == ExprKind::Or ? fails : parts[0]);
      if (kind == ExprKind::If) add(parts[2], given, fails);
      continue;
    }
    for (ExprId part : parts) add(part, given, {});
    if (!isWatched(e)) continue;
    const bool scalar =
        !anyNode(pool_, e, [&](ExprId part) { return !pool_.types.isScalar(pool_.type(part)); });
    if (scalar && !isAssignedLater(e)) {
      watched_.push_back(e);
    } else if (pool_.base(parts[0]) == BaseType::Real) {  // others change with what is in them
      watched_.push_back(watchNow(e, given, result));
    }
  }
}

bool AlgorithmLowering::isWatched(ExprId e) {
  const ExprKind kind = pool_.kind(e);
  const bool relation = kind == ExprKind::Less || kind == ExprKind::LessEqual ||
                        kind == ExprKind::Greater || kind == ExprKind::GreaterEqual;
  return (relation || (kind == ExprKind::Builtin && causesEvents(e))) &&
         pool_.types.isScalar(pool_.type(e)) && dependsOnTargets(e);
}

// The same of the values that the operands have just before the statement in hand.
ExprId AlgorithmLowering::watchNow(ExprId e, ExprId guard, std::vector<Statement>& result) {
  const std::vector<ExprId> parts(pool_.children(e).begin(), pool_.children(e).end());
  if (pool_.kind(e) != ExprKind::Builtin) {
    const ExprId gap = keepForWatch(build_.sub(parts[0], parts[1]), guard, pool_.real(0.0), result);
    return pool_.binary(pool_.kind(e), pool_.types.boolean(), gap, pool_.real(0.0));
  }
  std::vector<ExprId> kept;
  for (ExprId part : parts) {
    const bool varies = dependsOnTargets(part) && pool_.base(part) == BaseType::Real;
    kept.push_back(varies ? keepForWatch(part, guard, pool_.real(1.0), result) : part);
  }
  return pool_.builtin(pool_.builtinOf(e), pool_.type(e), std::span<const ExprId>(kept));
}

// A relation inside the function causes no event: addWatches() sees to that. What it compares may
// be assigned anew later on, as in `if y > 1 then y := 1`: then the difference is kept.
void AlgorithmLowering::watch(const Statement& s, std::vector<Statement>& result) {
  at_ = numberOf_.at(&s);
  watch(s.value, {}, result);
  if (s.kind == StatementKind::Assign && pool_.kind(s.target) == ExprKind::Index)
    watch(s.target, {}, result);
  ExprId guard;
  for (const StatementBranch& branch : s.branches) {
    watch(branch.condition, guard, result);
    if (s.kind == StatementKind::When || !branch.condition.valid()) continue;
    const ExprId fails = build_.logicalNot(branch.condition);
    guard = guard.valid() ? build_.logicalAnd(guard, fails) : fails;
  }
}

// A relation such as time >= next, where the algorithm assigns `next`, is evaluated inside the
// function. An equation outside with the same relation makes it cause events; the same with
// floor(next*time).
void AlgorithmLowering::addWatches() {
  SmallExprSet seen;
  for (ExprId watched : watched_) {
    if (usesLocals(watched) || !seen.insert(watched)) continue;
    Variable v;
    v.name = pool_.names.intern("$watch" + std::to_string(model_.dae.variables.size()));
    v.type = pool_.type(watched);
    v.variability = Variability::Discrete;
    v.isProtected = v.hideResult = true;
    v.origin = algorithm_.origin;
    VariableInfo info;
    info.role = Role::Discrete;
    StructuredEquation e;
    e.target = model_.add(std::move(v), info);
    e.left = model_.ref(e.target);
    e.right = watched;
    e.origin = algorithm_.origin;
    model_.equations.push_back(std::move(e));
  }
}

bool AlgorithmLowering::callsImpure(const std::vector<Statement>& body) const {
  SmallExprSet seen;
  bool found = false;
  auto look = [&](const ExprId& root) {
    if (!root.valid()) return;
    const ExprId roots[1] = {root};
    forEachNode(pool_, roots, seen, [&](ExprId id) {
      found = found || (pool_.kind(id) == ExprKind::Call &&
                        model_.dae.functions[pool_.functionOf(id)].impure);
    });
  };
  for (const Statement& s : body) forEachExprInStatement(s, look);
  return found;
}

// Variables assigned in a when-statement keep their value in between: they start from pre; the
// others start from their start value (spec 11.1.1).
std::vector<ExprId> AlgorithmLowering::initialValues() {
  std::vector<ExprId> initialValue;
  for (VariableId id : targets_) {
    const Variable& v = model_.dae.variables[id];
    ExprId value;
    if (model_.info[id].role == Role::Discrete) {
      value = inputFor(pool_.builtin(Builtin::Pre, v.type, {model_.ref(id)}));
    } else if (v.start.valid()) {
      value = translate(v.start);
    } else {
      value = zeroOfType(build_, v.type);
    }
    initialValue.push_back(value);
  }
  return initialValue;
}

// The elements of arrays get their values at the end of the function.
void AlgorithmLowering::storeArrays() {
  for (const ArrayLocal& array : arrays_)
    for (size_t i = 0; i < array.elements.size(); ++i) {
      Statement s;
      s.kind = StatementKind::Assign;
      s.range = algorithm_.origin.range;
      const auto target = static_cast<uint32_t>(targetOf_[array.elements[i].index()]);
      s.target = pool_.local(target, pool_.type(array.places[i]));
      s.value = array.places[i];
      function_.body.push_back(std::move(s));
    }
}

// Inputs, then outputs, then arrays; the types of the outputs.
std::vector<TypeId> AlgorithmLowering::addLocals(std::vector<ExprId>& initialValue) {
  const bool onlyEffects = targets_.empty();
  const auto inputs = static_cast<uint32_t>(quantities_.size());
  const auto outputs = onlyEffects ? 1 : static_cast<uint32_t>(targets_.size());
  auto renumber = [&](ExprId& id) {
    id = mapExpr(pool_, id, workspace_.renumbered,
                 [&](ExprId node, std::span<const ExprId> children) -> ExprId {
                   if (pool_.kind(node) == ExprKind::Local) {
                     const uint32_t k = pool_.payload(node);
                     const uint32_t place = k >= kInputs   ? k - kInputs
                                            : k >= kArrays ? k - kArrays + inputs + outputs
                                                           : k + inputs;
                     return pool_.local(place, pool_.type(node));
                   }
                   if (children.empty()) return node;
                   std::vector<ExprId> copy(children.begin(), children.end());
                   return pool_.make(pool_.kind(node), pool_.type(node), pool_.payload(node),
                                     std::span<const ExprId>(copy));
                 });
  };
  for (Statement& s : function_.body) forEachExprInStatement(s, renumber);
  for (uint32_t i = 0; i < inputs; ++i) {
    LocalVariable local;
    local.name = pool_.names.intern("u" + std::to_string(i + 1));
    local.type = pool_.type(quantities_[i]);
    local.kind = LocalKind::Input;
    function_.locals.push_back(local);
  }
  std::vector<TypeId> types;
  for (size_t i = 0; i < targets_.size(); ++i) {
    LocalVariable local;
    local.name = model_.dae.variables[targets_[i]].name;
    local.type = model_.dae.variables[targets_[i]].type;
    local.kind = LocalKind::Output;
    renumber(initialValue[i]);
    local.binding = initialValue[i];
    types.push_back(local.type);
    function_.locals.push_back(local);
  }
  if (onlyEffects) {
    LocalVariable nothing;
    nothing.name = pool_.names.intern("$nothing");
    nothing.type = pool_.types.real();
    nothing.kind = LocalKind::Output;
    nothing.binding = pool_.real(0.0);
    types.push_back(nothing.type);
    function_.locals.push_back(nothing);
  }
  for (const ArrayLocal& array : arrays_) {
    LocalVariable local;
    local.name = pool_.names.intern("$array" + std::to_string(function_.locals.size()));
    local.type = pool_.type(array.array);
    local.kind = LocalKind::Protected;
    local.binding = mapExpr(
        pool_, array.array, workspace_.starts,
        [&](ExprId node, std::span<const ExprId> children) -> ExprId {
          if (pool_.kind(node) == ExprKind::Variable)
            return initialValue[static_cast<size_t>(targetOf_[pool_.variableOf(node).index()])];
          const std::vector<ExprId> copy(children.begin(), children.end());
          return pool_.make(pool_.kind(node), pool_.type(node), pool_.payload(node),
                            std::span<const ExprId>(copy));
        });
    function_.locals.push_back(local);
  }
  function_.inputCount = inputs;
  function_.outputCount = static_cast<uint32_t>(types.size());
  return types;
}

void AlgorithmLowering::run(bool initial) {
  targetOf_.resize(model_.dae.variables.size(), -1);
  collectTargets();
  // What an initial algorithm determines is unknown only at the start: its assertions stay in it.
  // One that only asserts is an algorithm like others, whose assertions count at the start. One
  // that determines nothing and calls impure functions is called for that, once.
  function_.impure = callsImpure(algorithm_.body);
  if (initial && (function_.impure || !targets_.empty())) effectsOutside_ = false;
  if (initial && targets_.empty()) {
    initial = false;
    effectGuard_ = pool_.builtin(Builtin::Initial, pool_.types.boolean(), {});
  }
  number(algorithm_.body);
  watching_ = !initial;
  function_.body = translate(algorithm_.body);
  const bool onlyEffects = targets_.empty();
  if (onlyEffects && !function_.impure) return;

  std::vector<ExprId> initialValue = initialValues();
  storeArrays();
  const std::vector<TypeId> types = addLocals(initialValue);
  function_.name =
      pool_.names.intern("$algorithm" + std::to_string(model_.dae.functions.size() + 1));
  function_.range = algorithm_.origin.range;
  FunctionId f = model_.dae.functions.push_back(std::move(function_));

  TypeId type = types.size() == 1 ? types[0] : pool_.types.tuple(types);
  ExprId call = pool_.call(f, type, std::span<const ExprId>(quantities_));
  if (onlyEffects) {
    Action action;
    action.kind = ActionKind::Call;
    action.guard = effectGuard_;
    action.value = call;
    action.origin = algorithm_.origin;
    model_.actions.push_back(std::move(action));
    return;
  }
  auto& list = initial ? model_.initialEquations : model_.equations;
  for (size_t i = 0; i < targets_.size(); ++i) {
    StructuredEquation e;
    e.left = model_.ref(targets_[i]);
    e.right = types.size() == 1
                  ? call
                  : pool_.make(ExprKind::TupleElement, types[i], static_cast<uint32_t>(i), {call});
    e.target = targets_[i];
    e.origin = algorithm_.origin;
    list.push_back(std::move(e));
  }
  if (!initial) addWatches();
}

// Marks what when-statements assign as discrete. When-statements are not nested.
void markDiscrete(StructuredDae& model, const std::vector<Statement>& body) {
  auto mark = [&](VariableId id) { model.info[id].role = Role::Discrete; };
  for (const Statement& s : body) {
    for (const StatementBranch& branch : s.branches) {
      if (s.kind == StatementKind::When)
        forEachAssigned(model.pool(), branch.body, mark);
      else
        markDiscrete(model, branch.body);
    }
  }
}

}  // namespace

void lowerAlgorithms(StructuredDae& model, std::span<const Algorithm> algorithms, bool initial) {
  for (const Algorithm& algorithm : algorithms) markDiscrete(model, algorithm.body);
  Workspace workspace(model);
  for (const Algorithm& algorithm : algorithms)
    AlgorithmLowering(model, algorithm, workspace).run(initial);
}

}  // namespace formola
