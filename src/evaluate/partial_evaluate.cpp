#include "evaluate/partial_evaluate.h"

#include <cmath>
#include <type_traits>
#include <utility>

#include "expr/fold.h"

namespace formola {

namespace {

PartialValue numberOf(double value) {
  PartialValue result;
  if (std::isfinite(value)) {
    result.kind = PartialValue::Kind::Number;
    result.number = value;
  }
  return result;
}

PartialValue partsOf(std::vector<PartialValue> parts) {
  PartialValue result;
  result.kind = PartialValue::Kind::Parts;
  result.parts = std::move(parts);
  return result;
}

// What holds of both.
void meet(PartialValue& a, const PartialValue& b) {
  if (a.isNumber() && b.is(a.number)) return;
  const bool parts = a.kind == PartialValue::Kind::Parts && b.kind == a.kind;
  if (!parts || a.parts.size() != b.parts.size()) {
    a = {};
    return;
  }
  for (size_t k = 0; k < a.parts.size(); ++k) meet(a.parts[k], b.parts[k]);
}

// The part of `value` with this number; null if it is not known to have parts.
PartialValue* partOf(PartialValue& value, double position) {
  if (value.kind != PartialValue::Kind::Parts || !(position >= 0)) return nullptr;
  const auto at = static_cast<size_t>(position);
  return at < value.parts.size() ? &value.parts[at] : nullptr;
}

template <typename Plain>
  requires std::is_trivially_copyable_v<Plain>
void append(std::string& key, const Plain& value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append(std::string& key, const PartialValue& value) {
  append(key, value.kind);
  if (value.isNumber()) append(key, value.number);
  if (value.kind != PartialValue::Kind::Parts) return;
  append(key, value.parts.size());
  for (const PartialValue& part : value.parts) append(key, part);
}

bool mayReturn(const std::vector<Statement>& body) {
  for (const Statement& s : body) {
    if (s.kind == StatementKind::Return) return true;
    for (const StatementBranch& branch : s.branches)
      if (mayReturn(branch.body)) return true;
  }
  return false;
}

}  // namespace

PartialValue PartialEvaluator::operator()(ExprId root) {
  steps_ = 0;
  failed_ = false;
  PartialValue result = evaluate(root);
  return failed_ || steps_ > kMaxSteps ? PartialValue() : result;
}

bool PartialEvaluator::isScalarNumber(TypeId type) const {
  const Type t = pool_.types[type];
  return t.dims.empty() && (t.base == BaseType::Real || t.base == BaseType::Integer ||
                            t.base == BaseType::Boolean || t.base == BaseType::Enumeration);
}

// The value of a local variable before anything is assigned to it.
PartialValue PartialEvaluator::zero(TypeId type) const {
  const Type t = pool_.types[type];
  if (!t.dims.empty()) {
    constexpr Size kMaxElements = 1000;
    if (t.dims[0] < 0 || t.dims[0] > kMaxElements || t.dims.size() > 1) return {};
    if (t.base != BaseType::Real && t.base != BaseType::Integer) return {};
    return partsOf(std::vector<PartialValue>(static_cast<size_t>(t.dims[0]), numberOf(0)));
  }
  if (t.base == BaseType::Record) {
    std::vector<PartialValue> fields;
    for (const RecordField& field : pool_.types.recordOf(type).fields)
      fields.push_back(zero(field.type));
    return partsOf(std::move(fields));
  }
  return isScalarNumber(type) && t.base != BaseType::Enumeration ? numberOf(0) : PartialValue();
}

// ---- expressions

PartialValue PartialEvaluator::evaluate(ExprId id) {
  if (!stepped() || depth_ >= kMaxDepth) return {};
  ++depth_;
  PartialValue result;
  switch (pool_.kind(id)) {
    case ExprKind::Integer:
    case ExprKind::Real:
      result = numberOf(pool_.realValue(id));
      break;
    case ExprKind::Boolean:
    case ExprKind::Enum:
      result = numberOf(pool_.payload(id));
      break;
    case ExprKind::Variable:
      if (isScalarNumber(pool_.type(id)))
        if (const std::optional<double> known = variable_(pool_.variableOf(id)))
          result = numberOf(*known);
      break;
    case ExprKind::Local:
      if (locals_ != nullptr) result = (*locals_)[pool_.payload(id)];
      break;
    case ExprKind::Iterator:
      if (const auto at = iterators_.find(pool_.payload(id)); at != iterators_.end())
        result = numberOf(at->second);
      break;
    case ExprKind::Array:
    case ExprKind::Record: {
      std::vector<PartialValue> parts;
      for (ExprId child : pool_.children(id)) parts.push_back(evaluate(child));
      result = partsOf(std::move(parts));
      break;
    }
    case ExprKind::Field:
    case ExprKind::TupleElement: {
      PartialValue whole = evaluate(pool_.child(id, 0));
      if (!pool_.types.isScalar(pool_.type(pool_.child(id, 0)))) break;  // an array of records
      if (PartialValue* part = partOf(whole, pool_.payload(id))) result = std::move(*part);
      break;
    }
    case ExprKind::Index:
      result = evaluateIndex(id);
      break;
    case ExprKind::If: {
      const PartialValue condition = evaluate(pool_.child(id, 0));
      if (condition.isNumber()) {
        result = evaluate(pool_.child(id, condition.number != 0 ? 1 : 2));
      } else {
        result = evaluate(pool_.child(id, 1));
        meet(result, evaluate(pool_.child(id, 2)));
      }
      break;
    }
    case ExprKind::Call:
      result = evaluateCall(id);
      break;
    case ExprKind::Builtin:
      if (isScalarNumber(pool_.type(id))) result = evaluateBuiltin(id);
      break;
    default:
      if (isScalarNumber(pool_.type(id))) result = evaluateOperators(id);
      break;
  }
  --depth_;
  return result;
}

PartialValue PartialEvaluator::evaluateOperators(ExprId id) {
  const ExprKind kind = pool_.kind(id);
  const std::span<const ExprId> children = pool_.children(id);
  if (children.empty() || children.size() > 2) return {};
  for (ExprId child : children)
    if (!isScalarNumber(pool_.type(child))) return {};
  const PartialValue a = evaluate(children[0]);
  if (children.size() == 1) {
    if (!a.isNumber()) return {};
    const std::optional<double> value = evaluateOperator(kind, {&a.number, 1});
    return value ? numberOf(*value) : PartialValue();
  }
  const PartialValue b = evaluate(children[1]);
  if (a.isNumber() && b.isNumber()) {
    const double operands[2] = {a.number, b.number};
    const std::optional<double> value = evaluateOperator(kind, operands);
    return value ? numberOf(*value) : PartialValue();
  }
  switch (kind) {
    case ExprKind::Mul:
      return a.is(0) || b.is(0) ? numberOf(0) : PartialValue();
    case ExprKind::Div:
      return a.is(0) ? numberOf(0) : PartialValue();
    case ExprKind::And:
      return a.is(0) || b.is(0) ? numberOf(0) : PartialValue();
    case ExprKind::Or:
      return a.is(1) || b.is(1) ? numberOf(1) : PartialValue();
    default:
      return {};
  }
}

PartialValue PartialEvaluator::evaluateBuiltin(ExprId id) {
  const Builtin function = pool_.builtinOf(id);
  const std::span<const ExprId> children = pool_.children(id);
  if (function == Builtin::NoEvent) return evaluate(children[0]);
  if (function == Builtin::Smooth) return evaluate(children[1]);
  if (function > Builtin::MaxOf) return {};
  std::vector<double> operands;
  for (ExprId child : children) {
    const PartialValue value = evaluate(child);
    if (!value.isNumber()) return {};
    operands.push_back(value.number);
  }
  const std::optional<double> value = formola::evaluateBuiltin(function, operands);
  return value ? numberOf(*value) : PartialValue();
}

PartialValue PartialEvaluator::evaluateIndex(ExprId id) {
  const std::span<const ExprId> children = pool_.children(id);
  PartialValue value = evaluate(children[0]);
  for (size_t k = 1; k < children.size(); ++k) {
    if (pool_.base(children[k]) != BaseType::Integer || !isScalarNumber(pool_.type(children[k])))
      return {};
    const PartialValue subscript = evaluate(children[k]);
    if (!subscript.isNumber()) return {};
    PartialValue* part = partOf(value, subscript.number - 1);
    if (part == nullptr) return {};
    value = PartialValue(std::move(*part));
  }
  return value;
}

PartialValue PartialEvaluator::evaluateCall(ExprId id) {
  const FunctionId which = pool_.functionOf(id);
  if (!which.valid() || which.index() >= functions_.size()) return {};
  const Function& function = functions_[which];
  if (function.external || function.impure || function.outputCount == 0) return {};

  Locals locals;
  const std::span<const ExprId> arguments = pool_.children(id);
  for (size_t k = 0; k < function.inputCount && k < arguments.size(); ++k)
    locals.push_back(evaluate(arguments[k]));
  locals.resize(function.inputCount);
  std::string key;
  append(key, which.index());
  for (const PartialValue& local : locals) append(key, local);
  if (const auto known = calls_.find(key); known != calls_.end()) return known->second;

  PartialValue result;
  if (function.isRecordConstructor) {
    const TypeId type = function.locals[function.inputCount].type;
    if (pool_.types[type].base != BaseType::Record || !pool_.types.isScalar(type)) return {};
    std::vector<PartialValue> fields;
    for (const RecordField& field : pool_.types.recordOf(type).fields) {
      fields.emplace_back();
      for (size_t i = 0; i < function.inputCount; ++i)
        if (function.locals[i].name == field.name) fields.back() = locals[i];
    }
    result = partsOf(std::move(fields));
  } else {
    Locals* outer = std::exchange(locals_, &locals);
    const bool outerFailed = std::exchange(failed_, false);
    for (size_t k = function.inputCount; k < function.locals.size(); ++k) {
      const LocalVariable& local = function.locals[k];
      // A binding may use locals after it, which have no value here yet.
      locals.push_back(local.binding.valid() ? PartialValue() : zero(local.type));
    }
    for (size_t k = function.inputCount; k < function.locals.size(); ++k)
      if (function.locals[k].binding.valid()) locals[k] = evaluate(function.locals[k].binding);
    execute(function.body);
    if (!failed_ && steps_ <= kMaxSteps) {
      if (function.outputCount == 1) {
        result = std::move(locals[function.inputCount]);
      } else {
        const auto first = locals.begin() + function.inputCount;
        result = partsOf({first, first + function.outputCount});
      }
    }
    locals_ = outer;
    failed_ = outerFailed;
  }
  calls_.emplace(std::move(key), result);
  return result;
}

// ---- statements

PartialEvaluator::Flow PartialEvaluator::execute(const std::vector<Statement>& body) {
  for (const Statement& s : body) {
    if (!stepped()) return Flow::Return;
    Flow flow = Flow::Next;
    switch (s.kind) {
      case StatementKind::Assign:
        assign(s.target, evaluate(s.value));
        break;
      case StatementKind::TupleAssign: {
        PartialValue value = evaluate(s.value);
        const bool single = pool_.base(s.value) != BaseType::Tuple;
        for (size_t k = 0; k < s.targets.size(); ++k) {
          if (pool_.kind(s.targets[k]) == ExprKind::Missing) continue;
          PartialValue* part = single ? &value : partOf(value, static_cast<double>(k));
          assign(s.targets[k], part != nullptr ? *part : PartialValue());
        }
        break;
      }
      case StatementKind::If:
        flow = executeIf(s, 0);
        break;
      case StatementKind::For:
        flow = executeFor(s);
        break;
      case StatementKind::While:
        flow = executeWhile(s);
        break;
      case StatementKind::Break:
        return Flow::Break;
      case StatementKind::Return:
        return Flow::Return;
      case StatementKind::Assert:
        if (s.level == AssertLevel::Error && evaluate(s.value).is(0)) failed_ = true;
        break;
      case StatementKind::Call:
        break;
      case StatementKind::Terminate:
      case StatementKind::When:
      case StatementKind::Reinit:
        failed_ = true;
        break;
    }
    if (flow != Flow::Next) return flow;
  }
  return Flow::Next;
}

// Of the branches from `branch` on the one that is taken, or what all have in common that may be.
PartialEvaluator::Flow PartialEvaluator::executeIf(const Statement& statement, size_t branch) {
  for (; branch < statement.branches.size(); ++branch) {
    const StatementBranch& taken = statement.branches[branch];
    const PartialValue condition =
        taken.condition.valid() ? evaluate(taken.condition) : numberOf(1);
    if (condition.is(0)) continue;
    if (condition.isNumber()) return execute(taken.body);
    const Locals before = *locals_;
    const Flow flow = execute(taken.body);
    Locals after = std::exchange(*locals_, before);
    const Flow otherwise = executeIf(statement, branch + 1);
    for (size_t k = 0; k < after.size(); ++k) meet((*locals_)[k], after[k]);
    if (flow != otherwise || flow != Flow::Next) failed_ = true;
    return Flow::Next;
  }
  return Flow::Next;
}

PartialEvaluator::Flow PartialEvaluator::executeFor(const Statement& statement) {
  if (statement.branches.empty()) return Flow::Next;
  const std::vector<Statement>& body = statement.branches[0].body;
  std::vector<double> range;
  bool known = true;
  auto add = [&](const PartialValue& value) {
    known = known && value.isNumber();
    range.push_back(value.number);
  };
  if (pool_.kind(statement.value) == ExprKind::Range &&
      pool_.types[pool_.type(statement.value)].base == BaseType::Integer) {
    std::vector<double> limits;
    for (ExprId child : pool_.children(statement.value)) {
      const PartialValue limit = evaluate(child);
      known = known && limit.isNumber();
      limits.push_back(limit.number);
    }
    known = known && limits.size() == 3 && limits[1] != 0 &&
            (limits[2] - limits[0]) / limits[1] < static_cast<double>(kMaxSteps);
    if (known)
      for (double at = limits[0]; (limits[2] - at) * limits[1] >= 0; at += limits[1])
        range.push_back(at);
  } else {
    PartialValue values = evaluate(statement.value);
    known = values.kind == PartialValue::Kind::Parts;
    for (const PartialValue& value : values.parts) add(value);
  }
  if (!known) {
    failed_ = failed_ || mayReturn(body);
    forgetAssigned(body);
    return Flow::Next;
  }
  const uint32_t iterator = pool_.payload(statement.target);
  Flow flow = Flow::Next;
  for (double at : range) {
    iterators_[iterator] = at;
    if (!stepped()) flow = Flow::Return;
    if (flow == Flow::Next) flow = execute(body);
    if (flow != Flow::Next) break;
  }
  iterators_.erase(iterator);
  return flow == Flow::Break ? Flow::Next : flow;
}

PartialEvaluator::Flow PartialEvaluator::executeWhile(const Statement& statement) {
  const std::vector<Statement>& body = statement.branches[0].body;
  for (;;) {
    if (!stepped()) return Flow::Return;
    const PartialValue condition = evaluate(statement.value);
    if (condition.is(0)) return Flow::Next;
    if (!condition.isNumber()) break;
    const Flow flow = execute(body);
    if (flow == Flow::Break) return Flow::Next;
    if (flow == Flow::Return) return flow;
  }
  failed_ = failed_ || mayReturn(body);
  forgetAssigned(body);
  return Flow::Next;
}

void PartialEvaluator::assign(ExprId target, PartialValue value) {
  std::vector<ExprId> path;
  ExprId root = target;
  while (pool_.kind(root) == ExprKind::Index || pool_.kind(root) == ExprKind::Field) {
    path.push_back(root);
    root = pool_.child(root, 0);
  }
  if (pool_.kind(root) == ExprKind::Array) {
    const std::vector<ExprId> targets(pool_.children(root).begin(), pool_.children(root).end());
    for (ExprId part : targets) assign(part, {});
    return;
  }
  if (pool_.kind(root) != ExprKind::Local) {
    failed_ = true;
    return;
  }
  PartialValue* at = &(*locals_)[pool_.payload(root)];
  for (size_t p = path.size(); p-- > 0;) {
    const ExprId part = path[p];
    PartialValue* next = nullptr;
    if (pool_.kind(part) == ExprKind::Field) {
      if (pool_.types.isScalar(pool_.type(pool_.child(part, 0))))
        next = partOf(*at, pool_.payload(part));
    } else if (pool_[part].childCount == 2 && isScalarNumber(pool_.type(pool_.child(part, 1))) &&
               pool_.base(pool_.child(part, 1)) == BaseType::Integer) {
      const PartialValue subscript = evaluate(pool_.child(part, 1));
      if (subscript.isNumber()) next = partOf(*at, subscript.number - 1);
    }
    if (next == nullptr) {  // some part of it has changed
      *at = {};
      return;
    }
    at = next;
  }
  *at = std::move(value);
}

void PartialEvaluator::forgetAssigned(const std::vector<Statement>& body) {
  auto forget = [&](ExprId target) {
    while (pool_.kind(target) == ExprKind::Index || pool_.kind(target) == ExprKind::Field)
      target = pool_.child(target, 0);
    if (pool_.kind(target) != ExprKind::Missing) assign(target, {});
  };
  for (const Statement& s : body) {
    if (s.kind == StatementKind::Assign) forget(s.target);
    for (ExprId target : s.targets) forget(target);
    for (const StatementBranch& branch : s.branches) forgetAssigned(branch.body);
  }
}

}  // namespace formola
