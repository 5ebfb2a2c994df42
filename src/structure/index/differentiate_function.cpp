#include "structure/index/differentiate_function.h"

#include <fmt/format.h>

#include <algorithm>

#include "dae/function_arguments.h"
#include "dae/visit.h"
#include "expr/differentiate.h"
#include "expr/rewrite.h"
#include "expr/zero.h"
#include "structure/index/function_rules.h"

namespace formola {

namespace {

class FunctionDifferentiator {
 public:
  FunctionDifferentiator(FunctionDerivatives& functions, FunctionId from)
      : functions_(functions),
        pool_(*functions.dae().pool),
        build_(pool_),
        from_(functions.dae().functions[from]),
        differentiate_(pool_, DerivativeRules{[this](ExprId id) { return leaf(id); },
                                              [this](ExprId call, std::span<const ExprId> d) {
                                                return derivativeOfCall(build_, functions_, call,
                                                                        d);
                                              }}) {}

  bool run(Function& result);

 private:
  void addLocals(Function& result);
  bool statements(const std::vector<Statement>& from, std::vector<Statement>& to);
  bool statement(const Statement& from, std::vector<Statement>& to);
  bool loopOverReals(const Statement& from, std::vector<Statement>& to);
  bool changes(const std::vector<Statement>& body, ExprId values) const;
  ExprId moved(ExprId id);
  ExprId leaf(ExprId id) const;
  ExprId derivativeTarget(ExprId target);
  ExprId derivativeOf(ExprId value);

  FunctionDerivatives& functions_;
  ExprPool& pool_;
  ExprBuilder build_;
  const Function from_;  // a copy: making derivatives of what it calls adds functions
  Differentiator differentiate_;
  std::vector<uint32_t> place_;    // local of from_ -> local of the result
  std::vector<int> derivative_;    // local of from_ -> local of the result, or -1
  std::vector<int> derivativeAt_;  // local of the result -> the one of its derivative, or -1
  ExprTable<ExprId> memo_;
};

// Inputs, their derivatives, outputs, then everything else.
void FunctionDifferentiator::addLocals(Function& result) {
  const size_t n = from_.locals.size();
  place_.assign(n, 0);
  derivative_.assign(n, -1);
  auto add = [&](size_t i, LocalKind kind, bool isDerivative) {
    LocalVariable local = from_.locals[i];
    local.kind = kind;
    if (isDerivative) {
      local.name =
          pool_.names.intern(fmt::format("$der_{}", std::string(pool_.names.text(local.name))));
      local.binding = {};
      derivative_[i] = static_cast<int>(result.locals.size());
    } else {
      place_[i] = static_cast<uint32_t>(result.locals.size());
    }
    result.locals.push_back(std::move(local));
  };
  auto real = [&](size_t i) { return hasReals(pool_, from_.locals[i].type); };
  const size_t inputs = from_.inputCount, outputs = inputs + from_.outputCount;
  for (size_t i = 0; i < inputs; ++i) add(i, LocalKind::Input, false);
  for (size_t i = 0; i < inputs; ++i)
    if (real(i)) add(i, LocalKind::Input, true);
  result.inputCount = static_cast<uint32_t>(result.locals.size());
  for (size_t i = inputs; i < outputs; ++i) add(i, LocalKind::Output, real(i));
  result.outputCount = from_.outputCount;
  for (size_t i = inputs; i < outputs; ++i)
    if (real(i)) add(i, LocalKind::Protected, false);
  for (size_t i = outputs; i < n; ++i) add(i, LocalKind::Protected, false);
  for (size_t i = outputs; i < n; ++i)
    if (real(i)) add(i, LocalKind::Protected, true);
  derivativeAt_.assign(result.locals.size(), -1);
  for (size_t i = 0; i < n; ++i)
    if (derivative_[i] >= 0) derivativeAt_[place_[i]] = derivative_[i];
}

// An expression of the original in the locals of the result.
ExprId FunctionDifferentiator::moved(ExprId id) {
  if (!id.valid()) return id;
  return mapExpr(pool_, id, memo_, [&](ExprId node, std::span<const ExprId> children) {
    if (pool_.kind(node) == ExprKind::Local)
      return pool_.local(place_[pool_.payload(node)], pool_.type(node));
    const ExprNode copy = pool_[node];
    if (children.empty()) return node;
    return pool_.make(copy.kind, copy.type, copy.payload, children);
  });
}

ExprId FunctionDifferentiator::leaf(ExprId id) const {
  if (pool_.kind(id) != ExprKind::Local) return pool_.real(0);
  const int d = derivativeAt_[pool_.payload(id)];
  return d < 0 ? pool_.real(0) : pool_.local(static_cast<uint32_t>(d), pool_.type(id));
}

// Invalid if it cannot be differentiated. A zero has the type of the value.
ExprId FunctionDifferentiator::derivativeOf(ExprId value) {
  const Derivative d = differentiate_(value);
  if (!d.ok()) return {};
  const bool isNumber =
      pool_.types.isScalar(pool_.type(value)) && pool_.base(value) != BaseType::Record;
  if (!build_.isZero(d.value) || isNumber) return d.value;
  return zeroLike(build_, value);
}

// x, x[i], x.field of the derivative; subscripts stay.
ExprId FunctionDifferentiator::derivativeTarget(ExprId target) {
  std::vector<ExprId> path;  // from the outside in
  while (pool_.kind(target) == ExprKind::Index || pool_.kind(target) == ExprKind::Field) {
    path.push_back(target);
    target = pool_.child(target, 0);
  }
  if (pool_.kind(target) != ExprKind::Local) return {};
  const int d = derivativeAt_[pool_.payload(target)];
  if (d < 0) return {};
  ExprId result = pool_.local(static_cast<uint32_t>(d), pool_.type(target));
  for (size_t i = path.size(); i-- > 0;) {
    std::vector<ExprId> children(pool_.children(path[i]).begin(), pool_.children(path[i]).end());
    children[0] = result;
    const ExprNode node = pool_[path[i]];
    result = pool_.make(node.kind, node.type, node.payload, children);
  }
  return result;
}

// Whether statements assign a local that `values` uses: a loop keeps the values that it began with.
bool FunctionDifferentiator::changes(const std::vector<Statement>& body, ExprId values) const {
  auto changed = [&](ExprId target) {
    while (pool_.kind(target) == ExprKind::Index || pool_.kind(target) == ExprKind::Field)
      target = pool_.child(target, 0);
    bool found = false;
    ExprSet seen;
    forEachNode(pool_, {&values, 1}, seen, [&](ExprId id) { found = found || id == target; });
    return found;
  };
  for (const Statement& s : body) {  // nested as deeply as the text of the function
    if (s.target.valid() && changed(s.target)) return true;
    for (ExprId target : s.targets)
      if (changed(target)) return true;
    for (const StatementBranch& branch : s.branches)
      if (changes(branch.body, values)) return true;
  }
  return false;
}

// for x in v: the elements of v have derivatives, an iterator has not.
bool FunctionDifferentiator::loopOverReals(const Statement& from, std::vector<Statement>& to) {
  const IndexedLoop loop = indexedLoop(pool_, from.target, from.value);
  Statement indexed = from;
  auto apply = [&](ExprId& id) { id = loop.apply(pool_, id); };
  for (StatementBranch& branch : indexed.branches) {
    if (changes(branch.body, from.value)) return false;
    for (Statement& inner : branch.body) forEachExprInStatement(inner, apply);
  }
  indexed.target = loop.iterator;
  indexed.value = loop.places;
  return statement(indexed, to);
}

bool FunctionDifferentiator::statement(const Statement& from, std::vector<Statement>& to) {
  if (from.kind == StatementKind::For && pool_.base(from.target) == BaseType::Real)
    return loopOverReals(from, to);
  Statement own = from;
  own.target = moved(from.target);
  own.value = moved(from.value);
  own.message = moved(from.message);
  for (ExprId& target : own.targets) target = moved(target);
  own.branches.clear();
  for (const StatementBranch& branch : from.branches) {
    own.branches.push_back({moved(branch.condition), {}});
    if (!statements(branch.body, own.branches.back().body)) return false;
  }
  Statement derivative = own;
  switch (from.kind) {
    case StatementKind::Assign: {
      if (!hasReals(pool_, pool_.type(own.target))) break;
      derivative.target = derivativeTarget(own.target);
      derivative.value = derivativeOf(own.value);
      if (!derivative.target.valid() || !derivative.value.valid()) return false;
      to.push_back(std::move(derivative));
      break;
    }
    case StatementKind::TupleAssign: {
      bool any = false;
      for (ExprId& target : derivative.targets) {
        if (pool_.kind(target) == ExprKind::Missing) continue;
        const bool real = hasReals(pool_, pool_.type(target));
        target = real ? derivativeTarget(target) : pool_.missing();
        if (!target.valid()) return false;
        any = any || real;
      }
      if (!any) break;
      const Derivative d = differentiate_(own.value);
      if (!d.ok() || build_.isZero(d.value)) return false;
      derivative.value = d.value;
      to.push_back(std::move(derivative));
      break;
    }
    case StatementKind::When:
    case StatementKind::Reinit:
      return false;
    default:
      break;
  }
  to.push_back(std::move(own));
  return true;
}

bool FunctionDifferentiator::statements(const std::vector<Statement>& from,
                                        std::vector<Statement>& to) {
  for (const Statement& one : from)
    if (!statement(one, to)) return false;
  return true;
}

bool FunctionDifferentiator::run(Function& result) {
  addLocals(result);
  for (size_t i = 0; i < from_.locals.size(); ++i) {
    for (ExprId& size : result.locals[place_[i]].dimensions) size = moved(size);
    ExprId& binding = result.locals[place_[i]].binding;
    binding = moved(binding);
    if (derivative_[i] < 0) continue;
    LocalVariable& d = result.locals[static_cast<size_t>(derivative_[i])];
    for (ExprId& size : d.dimensions) size = moved(size);
    if (i < from_.inputCount || !binding.valid()) continue;
    d.binding = derivativeOf(binding);
    if (!d.binding.valid()) return false;
  }
  return statements(from_.body, result.body);
}

}  // namespace

FunctionId FunctionDerivatives::make(FunctionId function) {
  const Function& f = dae_.functions[function];
  // One without statements may say by its declarations what comes out.
  const bool saysNothing =
      f.body.empty() && std::none_of(f.locals.begin() + f.inputCount, f.locals.end(),
                                     [](const LocalVariable& l) { return l.binding.valid(); });
  if (f.external || f.impure || f.isRecordConstructor || saysNothing || hadFunctionArguments(f))
    return {};
  if (failed_.count(function.index()) != 0) return {};
  Function derivative;
  derivative.name =
      dae_.pool->names.intern(fmt::format("$der({})", std::string(dae_.pool->names.text(f.name))));
  derivative.range = f.range;
  // Listed before it is made, for functions that call themselves.
  const std::vector<DerivativeAnnotation> before = f.derivatives;
  const FunctionId id(static_cast<uint32_t>(dae_.functions.size()));
  dae_.functions.push_back(derivative);
  dae_.functions[function].derivatives.push_back({id, 1, {}, {}});
  if (FunctionDifferentiator(*this, function).run(derivative)) {
    dae_.functions[id] = std::move(derivative);
    return id;
  }
  dae_.functions[function].derivatives = before;
  failed_.insert(function.index());
  return {};
}

}  // namespace formola
