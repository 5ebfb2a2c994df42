#include "dae/compact.h"

#include <unordered_map>

#include "dae/visit.h"

namespace formola {

namespace {

// The functions that are called, passed as arguments, or named as derivative or inverse of such a
// one.
class ReachableFunctions {
 public:
  explicit ReachableFunctions(const Dae& dae)
      : dae_(dae),
        pool_(*dae.pool),
        seen_(pool_.size(), false),
        reached_(dae.functions.size(), false) {
    auto visit = [&](const ExprId& e) { walk(e); };
    forEachExprInModel(dae_, visit);
    while (!work_.empty()) {
      const Function& function = dae_.functions[work_.back()];
      work_.pop_back();
      forEachExprInFunction(function, visit);
      for (const DerivativeAnnotation& derivative : function.derivatives)
        reach(derivative.function);
      for (const InverseAnnotation& inverse : function.inverses) reach(inverse.function);
      reach(function.destructor);
    }
  }

  bool operator[](FunctionId id) const { return reached_[id.index()]; }

 private:
  void reach(FunctionId id) {
    if (!id.valid() || reached_[id.index()]) return;
    reached_[id.index()] = true;
    work_.push_back(id);
  }

  void walk(ExprId root) {
    std::vector<ExprId> stack{root};
    while (!stack.empty()) {
      ExprId e = stack.back();
      stack.pop_back();
      if (seen_[e.index()]) continue;
      seen_[e.index()] = true;
      ExprKind kind = pool_.kind(e);
      if (kind == ExprKind::Call || kind == ExprKind::FunctionRef) reach(pool_.functionOf(e));
      for (ExprId c : pool_.children(e)) stack.push_back(c);
    }
  }

  const Dae& dae_;
  const ExprPool& pool_;
  std::vector<bool> seen_, reached_;
  std::vector<FunctionId> work_;
};

class PoolCopier {
 public:
  PoolCopier(const ExprPool& from, ExprPool& to, const IdVector<FunctionId, FunctionId>& functions)
      : from_(from), to_(to), functions_(functions), memo_(from.size()) {}

  Symbol symbol(Symbol s) { return s ? to_.names.intern(from_.names.text(s)) : s; }
  FunctionId function(FunctionId id) const { return id.valid() ? functions_[id] : id; }

  // Recurses on the nesting of record types only.
  TypeId type(TypeId id) {
    if (!id.valid()) return id;
    if (id.index() >= types_.size()) types_.resize(id.index() + 64);
    if (types_[id.index()]) return types_[id.index()];
    const Type& t = from_.types[id];
    uint32_t which = t.which;
    switch (t.base) {
      case BaseType::Enumeration: {
        const EnumInfo& info = from_.types.enumOf(id);
        EnumInfo copy{symbol(info.name), {}};
        for (Symbol literal : info.literals) copy.literals.push_back(symbol(literal));
        which = to_.types.addEnum(std::move(copy)).index();
        break;
      }
      case BaseType::Record:
      case BaseType::Tuple: {
        const RecordInfo& info = from_.types.recordOf(id);
        RecordInfo copy{symbol(info.name), {}};
        for (const RecordField& field : info.fields)
          copy.fields.push_back({symbol(field.name), type(field.type)});
        which = to_.types.addRecord(std::move(copy)).index();
        break;
      }
      case BaseType::ExternalObject:
        which = symbol(Symbol(t.which)).index();
        break;
      default:
        break;
    }
    TypeId copy = to_.types.get(t.base, which, t.dims);
    types_[id.index()] = copy;
    return copy;
  }

  ExprId expr(ExprId root) {
    std::vector<ExprId> stack{root};
    while (!stack.empty()) {
      ExprId e = stack.back();
      if (memo_[e.index()]) {
        stack.pop_back();
        continue;
      }
      size_t before = stack.size();
      std::span<const ExprId> children = from_.children(e);
      for (size_t i = children.size(); i-- > 0;) {
        if (!memo_[children[i].index()]) stack.push_back(children[i]);
      }
      if (stack.size() > before) continue;
      memo_[e.index()] = node(e);
      stack.pop_back();
    }
    return memo_[root.index()];
  }

 private:
  ExprId node(ExprId e) {
    switch (from_.kind(e)) {
      case ExprKind::Integer:
        return to_.integer(from_.integerValue(e));
      case ExprKind::Real:
        return to_.real(from_.realValue(e));
      case ExprKind::String:
        return to_.string(from_.stringValue(e));
      default:
        break;
    }
    uint32_t payload = from_.payload(e);
    switch (from_.kind(e)) {
      case ExprKind::Call:
      case ExprKind::FunctionRef:
        payload = function(from_.functionOf(e)).index();
        break;
      case ExprKind::Iterator: {
        auto [place, isNew] = iterators_.emplace(payload, 0);
        if (isNew) place->second = to_.newIterator();
        payload = place->second;
        break;
      }
      default:
        break;
    }
    children_.clear();
    for (ExprId c : from_.children(e)) children_.push_back(memo_[c.index()]);
    return to_.make(from_.kind(e), type(from_.type(e)), payload, children_);
  }

  const ExprPool& from_;
  ExprPool& to_;
  const IdVector<FunctionId, FunctionId>& functions_;
  std::vector<ExprId> memo_;   // per expression of from_
  std::vector<TypeId> types_;  // per type of from_
  std::unordered_map<uint32_t, uint32_t> iterators_;
  std::vector<ExprId> children_;
};

void copyNames(Equation& equation, PoolCopier& copier) {
  equation.origin.instance = copier.symbol(equation.origin.instance);
  for (EquationBranch& branch : equation.branches) {
    for (Equation& inner : branch.body) copyNames(inner, copier);
  }
}

void copyNames(Variable& variable, PoolCopier& copier) {
  for (Symbol Variable::* name :
       {&Variable::name, &Variable::unit, &Variable::displayUnit, &Variable::quantity,
        &Variable::comment, &Variable::vendorAnnotations}) {
    variable.*name = copier.symbol(variable.*name);
  }
  variable.type = copier.type(variable.type);
  variable.origin.instance = copier.symbol(variable.origin.instance);
}

void copyNames(Function& function, PoolCopier& copier) {
  function.name = copier.symbol(function.name);
  for (LocalVariable& local : function.locals) {
    local.name = copier.symbol(local.name);
    local.type = copier.type(local.type);
  }
  for (DerivativeAnnotation& derivative : function.derivatives) {
    derivative.function = copier.function(derivative.function);
  }
  for (InverseAnnotation& inverse : function.inverses)
    inverse.function = copier.function(inverse.function);
  function.destructor = copier.function(function.destructor);
}

}  // namespace

Dae compact(Dae dae) {
  std::shared_ptr<ExprPool> old = dae.pool;
  auto fresh = std::make_shared<ExprPool>();

  ReachableFunctions reachable(dae);
  IdVector<FunctionId, FunctionId> numbers(dae.functions.size());
  IdVector<FunctionId, Function> functions;
  for (size_t i = 0; i < dae.functions.size(); ++i) {
    FunctionId id(i);
    if (reachable[id]) numbers[id] = functions.push_back(std::move(dae.functions[id]));
  }
  dae.functions = std::move(functions);

  PoolCopier copier(*old, *fresh, numbers);
  for (Variable& variable : dae.variables) copyNames(variable, copier);
  for (Equation& equation : dae.equations) copyNames(equation, copier);
  for (Equation& equation : dae.initialEquations) copyNames(equation, copier);
  for (Equation& equation : dae.constraints) copyNames(equation, copier);
  for (std::vector<Algorithm>* list : {&dae.algorithms, &dae.initialAlgorithms}) {
    for (Algorithm& algorithm : *list)
      algorithm.origin.instance = copier.symbol(algorithm.origin.instance);
  }
  for (Function& function : dae.functions) copyNames(function, copier);

  auto copy = [&](ExprId& e) { e = copier.expr(e); };
  forEachExprInModel(dae, copy);
  for (Function& function : dae.functions) forEachExprInFunction(function, copy);
  dae.pool = std::move(fresh);
  return dae;
}

}  // namespace formola
