#include "codegen/lower/compile_expr.h"

#include <algorithm>
#include <cmath>

#include "codegen/lower/delays.h"
#include "codegen/lower/whole_power.h"
#include "expr/operands.h"
#include "expr/rewrite.h"

namespace formola::lowered {

void CodeBuilder::begin(bool frozen) {
  frozen_ = frozen;
  keepClose_ = false;
  code_ = {};
  memo_.clear();
  log_.clear();
  compiledCalls_.clear();
  unsupported_.clear();
}

uint32_t CodeBuilder::emit(Op op, uint32_t a, uint32_t b, uint32_t c) {
  const uint32_t dst = code_.registers++;
  code_.instructions.push_back({op, dst, a, b, c});
  return dst;
}

uint32_t CodeBuilder::constant(double value) {
  code_.constants.push_back(value);
  return emit(Op::Constant, static_cast<uint32_t>(code_.constants.size() - 1));
}

void CodeBuilder::set(ExprId id, uint32_t reg) {
  memo_.set(id, reg);
  log_.push_back(id);
}

// What was computed since `mark` was computed on a path that may not be taken.
void CodeBuilder::forget(size_t mark) {
  while (log_.size() > mark) {
    memo_.set(log_.back(), kNoRegister);
    log_.pop_back();
  }
}

// A branch that calls a function or has a subscript must not be evaluated unless it is chosen: it
// may fail.
bool CodeBuilder::isLazy(ExprId id) {
  if (lazy_.has(id)) return lazy_.at(id) != 0;
  seen_.clear();
  ExprId roots[2] = {pool_.child(id, 1), pool_.child(id, 2)};
  bool calls = false;
  forEachNode(pool_, roots, seen_, [&](ExprId node) {
    calls = calls || pool_.kind(node) == ExprKind::Call || isArrayAccess(pool_, node);
  });
  lazy_.set(id, calls ? 1 : 0);
  return calls;
}

// The scalars and calls that an argument is made of.
void CodeBuilder::collectArgument(ExprId id, std::vector<ExprId>& operands) {
  const ExprKind kind = pool_.kind(id);
  if (kind == ExprKind::Array || kind == ExprKind::Record) {
    std::vector<ExprId> children(pool_.children(id).begin(), pool_.children(id).end());
    for (ExprId child : children) collectArgument(child, operands);
    return;
  }
  const Type& type = pool_.types[pool_.type(id)];
  if (kind == ExprKind::FunctionRef) {
    std::vector<ExprId> bound(pool_.children(id).begin(), pool_.children(id).end());
    for (ExprId child : bound)
      if (pool_.kind(child) != ExprKind::Missing) collectArgument(child, operands);
    return;
  }
  if (type.base == BaseType::ExternalObject || type.base == BaseType::Function) return;
  if (!type.dims.empty() || type.base == BaseType::Record) {
    if (ExprId call = calledBy(pool_, id); call.valid()) operands.push_back(call);
    return;
  }
  operands.push_back(id);
}

void CodeBuilder::pushOperands(ExprId id) {
  std::vector<ExprId> operands;
  const ExprKind kind = pool_.kind(id);
  if (ExprId call = calledBy(pool_, id); call.valid()) {
    if (call == id) {
      std::vector<ExprId> children(pool_.children(id).begin(), pool_.children(id).end());
      for (ExprId child : children) collectArgument(child, operands);
    } else {
      operands.push_back(call);
    }
  } else if (pool_.isBuiltin(id, Builtin::Relation)) {
    if (!frozen_) {
      const RelationInfo& info =
          schedule_.model.relations[static_cast<size_t>(pool_.integerValue(pool_.child(id, 0)))];
      operands.push_back(info.kind == RelationKind::Time ? info.value : info.relation);
    }
  } else if (pool_.isBuiltin(id, Builtin::Delay)) {
    const size_t k = delayOf(schedule_, id);
    if (k < schedule_.delays.size()) operands.push_back(schedule_.delays[k].value);
    operands.push_back(pool_.child(id, 1));
  } else if (pool_.isBuiltin(id, Builtin::Transported)) {
    for (size_t i = kTransportIn0; i < kTransportPoints; ++i)
      operands.push_back(pool_.child(id, i));
  } else if (isLeafQuantity(pool_, id)) {
    return;
  } else if (kind == ExprKind::Index) {
    scalarOperands(pool_, id, operands);
  } else if (int child = transparentChild(pool_, id); child >= 0) {
    operands.push_back(pool_.child(id, static_cast<size_t>(child)));
  } else {
    auto children = pool_.children(id);
    operands.assign(children.begin(), children.end());
    if (isTextOperation(id))  // String(x) has options that may be left out
      std::erase_if(operands, [&](ExprId c) { return pool_.kind(c) == ExprKind::Missing; });
  }
  for (size_t i = operands.size(); i-- > 0;)
    if (!memo_.has(operands[i]) || memo_.at(operands[i]) == kNoRegister)
      stack_.push_back({operands[i], 0});
}

uint32_t CodeBuilder::compile(ExprId root) {
  stack_.push_back({root, 0});
  while (!stack_.empty()) {
    Frame frame = stack_.back();
    stack_.pop_back();
    if (frame.stage == 0 && memo_.has(frame.id) && memo_.at(frame.id) != kNoRegister) continue;
    enter(frame);
  }
  return regOf(root);
}

void CodeBuilder::enter(Frame frame) {
  const ExprId id = frame.id;
  const bool lazyIf = pool_.kind(id) == ExprKind::If && isLazy(id);
  const bool delay =
      pool_.isBuiltin(id, Builtin::Delay) || pool_.isBuiltin(id, Builtin::Transported);
  if (lazyIf) {
    switch (frame.stage) {
      case 0:
        stack_.push_back({id, 1});
        stack_.push_back({pool_.child(id, 0), 0});
        break;
      case 1:
        frame.target = code_.registers++;
        frame.where = static_cast<uint32_t>(code_.instructions.size());
        code_.instructions.push_back({Op::JumpUnless, 0, regOf(pool_.child(id, 0))});
        frame.mark = log_.size();
        frame.stage = 2;
        stack_.push_back(frame);
        stack_.push_back({pool_.child(id, 1), 0});
        break;
      case 2: {
        code_.instructions.push_back({Op::Copy, frame.target, regOf(pool_.child(id, 1))});
        forget(frame.mark);
        const auto jump = static_cast<uint32_t>(code_.instructions.size());
        code_.instructions.push_back({Op::Jump});
        code_.instructions[frame.where].b = jump + 1;
        frame.where = jump;
        frame.stage = 3;
        stack_.push_back(frame);
        stack_.push_back({pool_.child(id, 2), 0});
        break;
      }
      default:
        code_.instructions.push_back({Op::Copy, frame.target, regOf(pool_.child(id, 2))});
        forget(frame.mark);
        code_.instructions[frame.where].b = static_cast<uint32_t>(code_.instructions.size());
        set(id, frame.target);
    }
    return;
  }
  if (frame.stage == 0) {
    frame.stage = 1;
    frame.mark = log_.size();
    stack_.push_back(frame);
    pushOperands(id);
    return;
  }
  leave(id);
  // The delayed expression may not have been computed yet in this pass: its present value here is
  // not the one to use later.
  if (delay) {
    const uint32_t reg = regOf(id);
    forget(frame.mark);
    set(id, reg);
  }
}

// Fills `result` for a scalar (or part) of a call's value; false where a subscript is no literal.
bool CodeBuilder::extraction(ExprId id, Extraction& result) {
  std::vector<ExprId> path;
  while (pool_.kind(id) != ExprKind::Call) {
    path.push_back(id);
    id = pool_.child(id, 0);
  }
  result.value = regOf(id);
  for (size_t i = path.size(); i-- > 0;) {
    ExprId node = path[i];
    if (pool_.kind(node) != ExprKind::Index) {
      result.fields.push_back(pool_.payload(node));
      continue;
    }
    auto children = pool_.children(node);
    for (size_t k = 1; k < children.size(); ++k) {
      if (!pool_.isNumber(children[k]) || pool_.realValue(children[k]) < 1) return false;
      result.subscripts.push_back(static_cast<uint32_t>(pool_.realValue(children[k]) - 1));
    }
  }
  return true;
}

Argument CodeBuilder::argument(ExprId id) {
  Argument result;
  result.type = pool_.type(id);
  const Type type = pool_.types[result.type];
  if (type.base == BaseType::ExternalObject || type.base == BaseType::Function) {
    result.kind = Argument::Kind::Expression;
    result.expression = id;
    return result;
  }
  if (type.base == BaseType::Record && type.dims.empty() && pool_.kind(id) == ExprKind::Record) {
    result.kind = Argument::Kind::Record;
    std::vector<ExprId> children(pool_.children(id).begin(), pool_.children(id).end());
    for (ExprId child : children) result.fields.push_back(argument(child));
    return result;
  }
  if (type.dims.empty() && type.base != BaseType::Record) {
    result.registers.push_back(regOf(id));
    return result;
  }
  std::vector<uint32_t> registers;
  size_t next = 0;
  if (resultRegisters(id, registers)) return argumentIn(result.type, registers, next);
  if (calledBy(pool_, id).valid()) {
    result.kind = Argument::Kind::Result;
    Extraction part;
    if (!extraction(id, part)) unsupported_.push_back(id);
    code_.extractions.push_back(std::move(part));
    result.extraction = static_cast<uint32_t>(code_.extractions.size() - 1);
    return result;
  }
  return arrayArgument(id);
}

void CodeBuilder::leave(ExprId id) {
  auto r = [&](size_t i) { return regOf(pool_.child(id, i)); };
  auto binary = [&](Op op) { set(id, emit(op, r(0), r(1))); };
  if (calledBy(pool_, id).valid()) return leaveCall(id);
  if (isTextOperation(id)) return leaveTextOperation(id);
  if (pool_.kind(id) == ExprKind::Pow) return power(id);
  switch (pool_.kind(id)) {
    case ExprKind::Integer:
    case ExprKind::Real:
      set(id, constant(pool_.realValue(id)));
      return;
    case ExprKind::Boolean:
    case ExprKind::Enum:
      set(id, constant(pool_.payload(id)));
      return;
    case ExprKind::String:
      set(id, constant(texts_.number(pool_.stringValue(id))));
      return;
    case ExprKind::Variable: {
      const Slot slot = schedule_.slots[pool_.variableOf(id)];
      if (slot.index < 0) {
        unsupported_.push_back(id);
        set(id, constant(0));
        return;
      }
      uint32_t reg = emit(Op::Load, static_cast<uint32_t>(slot.index));
      if (slot.negated) reg = emit(Op::Neg, reg);
      set(id, reg);
      return;
    }
    case ExprKind::Time:
      set(id, emit(Op::Time));
      return;
#define UNARY(kind, text, value)   \
  case ExprKind::kind:             \
    set(id, emit(Op::kind, r(0))); \
    return;
#define BINARY(kind, text, value) \
  case ExprKind::kind:            \
    return binary(Op::kind);
#include "expr/operators.def"
    case ExprKind::If:
      set(id, emit(Op::Select, r(0), r(1), r(2)));
      return;
    case ExprKind::Index: {
      std::vector<ExprId> operands;
      scalarOperands(pool_, id, operands);
      if (!isArrayAccess(pool_, id) || operands.size() < 2) break;
      const auto first = static_cast<uint32_t>(code_.lists.size());
      for (size_t i = 0; i + 1 < operands.size(); ++i) code_.lists.push_back(regOf(operands[i]));
      set(id, emit(Op::Pick, first, regOf(operands.back()),
                   static_cast<uint32_t>(operands.size() - 1)));
      return;
    }
    case ExprKind::Builtin:
      return leaveBuiltin(id);
    default:
      if (int child = transparentChild(pool_, id); child >= 0) {
        set(id, r(static_cast<size_t>(child)));
        return;
      }
      break;
  }
  unsupported_.push_back(id);
  set(id, constant(0));
}

void CodeBuilder::power(ExprId id) {
  const ExprId exponent = pool_.child(id, 1);
  const uint32_t base = regOf(pool_.child(id, 0));
  const double n = pool_.isNumber(exponent) ? pool_.realValue(exponent) : 0;
  if (n == 0.5) {
    set(id, emit(Op::Sqrt, base));
    return;
  }
  if (!isWrittenOut(n)) {
    set(id, emit(Op::Pow, base, regOf(exponent)));
    return;
  }
  uint32_t result = wholePower(base, static_cast<unsigned>(std::abs(n)),
                               [&](uint32_t x, uint32_t y) { return emit(Op::Mul, x, y); });
  if (n < 0) result = emit(Op::Div, constant(1), result);
  set(id, result);
}

// Long, since it has one case for each function with code of its own.
void CodeBuilder::leaveBuiltin(ExprId id) {
  auto r = [&](size_t i) { return regOf(pool_.child(id, i)); };
  if (int child = transparentChild(pool_, id); child >= 0) {
    set(id, r(static_cast<size_t>(child)));
    return;
  }
  const Builtin function = pool_.builtinOf(id);
  switch (function) {
    case Builtin::Pre:
    case Builtin::Edge:
    case Builtin::Change: {
      ExprId argument = pool_.child(id, 0);
      if (pool_.kind(argument) != ExprKind::Variable ||
          schedule_.slots[pool_.variableOf(argument)].index < 0)
        break;
      const Slot slot = schedule_.slots[pool_.variableOf(argument)];
      const auto index = static_cast<uint32_t>(slot.index);
      uint32_t pre = emit(Op::LoadPre, index);
      if (function == Builtin::Pre) {
        set(id, slot.negated ? emit(Op::Neg, pre) : pre);
        return;
      }
      const uint32_t now = emit(Op::Load, index);
      set(id, function == Builtin::Edge ? emit(Op::And, now, emit(Op::Not, pre))
                                        : emit(Op::NotEqual, now, pre));
      return;
    }
    case Builtin::SolveLinear: {
      const auto n = static_cast<uint32_t>(pool_.children(id).size() - 1);
      const uint32_t first = code_.registers;
      for (uint32_t k = 0; k < n; ++k) emit(Op::Copy, r(k + 1));
      const auto block = static_cast<uint32_t>(pool_.integerValue(pool_.child(id, 0)));
      code_.instructions.push_back({Op::SolveAgain, first, block, n});
      set(id, first);
      return;
    }
    case Builtin::ElementOfSolution:
      set(id, r(0) + static_cast<uint32_t>(pool_.integerValue(pool_.child(id, 1))) - 1);
      return;
    case Builtin::Initial:
      set(id, emit(Op::Initial));
      return;
    case Builtin::Terminal:
      set(id, emit(Op::Terminal));
      return;
    case Builtin::Reached:
      set(id, emit(Op::Reached));
      return;
    case Builtin::Passed:
      set(id, emit(Op::Passed));
      return;
    case Builtin::Sample:
      for (size_t k = 0; k < schedule_.samples.size(); ++k) {
        if (schedule_.samples[k].expression != id) continue;
        set(id, emit(Op::Sampled, static_cast<uint32_t>(k)));
        return;
      }
      break;
    case Builtin::Delay:
      if (const size_t k = delayOf(schedule_, id); k < schedule_.delays.size()) {
        set(id, emit(Op::Delay, regOf(schedule_.delays[k].value), r(1), static_cast<uint32_t>(k)));
        return;
      }
      break;
    case Builtin::Transported: {
      const size_t k = lineOf(schedule_, pool_.integerValue(pool_.child(id, kTransportProfile)));
      if (k == schedule_.transports.size()) break;
      const auto first = static_cast<uint32_t>(code_.lists.size());
      for (size_t i = kTransportIn0; i < kTransportPoints; ++i) code_.lists.push_back(r(i));
      const bool atEnd = pool_.integerValue(pool_.child(id, kTransportEnd)) != 0;
      set(id, emit(Op::Transport, first, 0, static_cast<uint32_t>(2 * k + (atEnd ? 1 : 0))));
      return;
    }
    case Builtin::Relation:
      relation(static_cast<uint32_t>(pool_.integerValue(pool_.child(id, 0))));
      set(id, code_.registers - 1);
      return;
    case Builtin::Homotopy: {
      // lambda * actual + (1 - lambda) * simplified; at the end of the way the actual value to its
      // last digit
      usesHomotopy_ = true;
      const uint32_t lambda = emit(Op::Lambda);
      const uint32_t difference = emit(Op::Sub, r(0), r(1));
      const uint32_t between = emit(Op::Add, r(1), emit(Op::Mul, lambda, difference));
      const uint32_t arrived = emit(Op::GreaterEqual, lambda, constant(1));
      set(id, emit(Op::Select, arrived, r(0), between));
      return;
    }
    case Builtin::SemiLinear: {
      // spec 3.7.4.5: if x >= 0 then slope1*x else slope2*x
      const uint32_t zero = constant(0);
      const uint32_t positive = emit(Op::GreaterEqual, r(0), zero);
      set(id, emit(Op::Mul, r(0), emit(Op::Select, positive, r(1), r(2))));
      return;
    }
    case Builtin::Sqrt:
      set(id, emit(Op::Sqrt, r(0)));
      return;
    case Builtin::Sin:
      set(id, emit(Op::Sin, r(0)));
      return;
    case Builtin::Cos:
      set(id, emit(Op::Cos, r(0)));
      return;
    case Builtin::Exp:
      set(id, emit(Op::Exp, r(0)));
      return;
    case Builtin::Log:
      set(id, emit(Op::Log, r(0)));
      return;
    default: {
      // elementary functions of scalars
      if (function > Builtin::MaxOf) break;
      const size_t count = pool_.children(id).size();
      const auto first = static_cast<uint32_t>(code_.lists.size());
      for (size_t i = 0; i < count; ++i) code_.lists.push_back(r(i));
      set(id,
          emit(Op::Builtin, first, static_cast<uint32_t>(count), static_cast<uint32_t>(function)));
      return;
    }
  }
  unsupported_.push_back(id);
  set(id, constant(0));
}

// Leaves the relation's value in the last register. Requires that its operands are computed.
void CodeBuilder::relation(uint32_t number) {
  if (frozen_) {
    emit(Op::LoadRelation, number);
    return;
  }
  const RelationInfo& info = schedule_.model.relations[number];
  uint32_t value = 0, difference = 0;
  if (info.kind == RelationKind::Time) {
    value = difference = regOf(info.value);  // instants have no band
  } else {
    value = regOf(info.relation);
    const uint32_t a = regOf(pool_.child(info.relation, 0));
    const uint32_t b = regOf(pool_.child(info.relation, 1));
    difference = emit(Op::Sub, a, b);
    if (keepClose_) {
      // (a - b)^2 <= 1e-28 (a^2 + b^2)
      const uint32_t square = emit(Op::Mul, difference, difference);
      const uint32_t size = emit(Op::Add, emit(Op::Mul, a, a), emit(Op::Mul, b, b));
      const uint32_t close = emit(Op::LessEqual, square, emit(Op::Mul, constant(1e-28), size));
      value = emit(Op::Select, close, emit(Op::LoadRelation, number), value);
    }
  }
  emit(Op::Relation, value, difference, number);
}

void CodeBuilder::stepsChange(const std::vector<Step>& steps) {
  // A mixed block holds nonlinear ones, these linear ones: no deeper.
  for (const Step& s : steps) s.kind == StepKind::Assign ? changed(s.variable) : blockChanges(s);
}

void CodeBuilder::blockChanges(const Step& step) {
  switch (step.kind) {
    case StepKind::Linear:
      for (VariableId id : schedule_.linearBlocks[step.block].unknowns) changed(id);
      stepsChange(schedule_.linearBlocks[step.block].inner);
      break;
    case StepKind::Nonlinear:
      for (VariableId id : schedule_.nonlinearBlocks[step.block].unknowns) changed(id);
      stepsChange(schedule_.nonlinearBlocks[step.block].inner);
      break;
    case StepKind::Mixed: {
      const MixedBlock& mixed = schedule_.mixedBlocks[step.block];
      stepsChange(mixed.continuous);
      stepsChange(mixed.modes);
      break;
    }
    default:
      break;
  }
}

void CodeBuilder::steps(const std::vector<Step>& list) {
  for (const Step& step : list) {
    switch (step.kind) {
      case StepKind::Assign:
      case StepKind::SetPre: {
        code_.origins.push_back({static_cast<uint32_t>(code_.instructions.size()), step.variable,
                                 step.value, step.equation});
        const uint32_t reg = compile(step.value);
        const Slot slot = schedule_.slots[step.variable];
        if (slot.index < 0) break;
        const bool pre = step.kind == StepKind::SetPre;
        code_.instructions.push_back(
            {pre ? Op::StorePre : Op::Store, static_cast<uint32_t>(slot.index), reg});
        if (!pre) set(schedule_.model.ref(step.variable), reg);
        break;
      }
      case StepKind::Relations:
        for (uint32_t k : step.relations) {
          const RelationInfo& info = schedule_.model.relations[k];
          compile(info.kind == RelationKind::Time ? info.value : info.relation);
          relation(k);
        }
        break;
      case StepKind::Linear:
      case StepKind::Nonlinear:
      case StepKind::Mixed: {
        const Op op = step.kind == StepKind::Linear      ? Op::SolveLinear
                      : step.kind == StepKind::Nonlinear ? Op::SolveNonlinear
                                                         : Op::SolveMixed;
        code_.instructions.push_back({op, 0, step.block});
        blockChanges(step);
        break;
      }
    }
  }
}

void CodeBuilder::solutions(std::span<const ExprId> values) {
  std::vector<ExprId> found;
  seen_.clear();
  forEachNode(pool_, values, seen_, [&](ExprId id) {
    if (pool_.isBuiltin(id, Builtin::SolveLinear)) found.push_back(id);
  });
  for (ExprId id : found) compile(id);
}

void CodeBuilder::output(uint32_t place, ExprId value) {
  code_.origins.push_back({static_cast<uint32_t>(code_.instructions.size()), {}, value, -1});
  const uint32_t reg = compile(value);
  code_.instructions.push_back({Op::Output, place, reg});
}

void CodeBuilder::action(uint32_t index) {
  const Action& a = schedule_.model.actions[index];
  const uint32_t guard = a.guard.valid() ? compile(a.guard) : constant(1);
  // What an action evaluates may fail or be undefined where it is not active.
  const auto jump = static_cast<uint32_t>(code_.instructions.size());
  code_.instructions.push_back({Op::JumpUnless, 0, guard});
  const size_t mark = log_.size();
  const uint32_t value = a.value.valid() && a.kind != ActionKind::Call ? compile(a.value) : guard;
  if (a.kind == ActionKind::Call) compile(a.value);
  code_.instructions.push_back({Op::Act, 0, index, guard, value});
  forget(mark);
  code_.instructions[jump].b = static_cast<uint32_t>(code_.instructions.size());
}

Code CodeBuilder::finish(uint32_t id) {
  code_.id = id;
  return std::move(code_);
}

}  // namespace formola::lowered
