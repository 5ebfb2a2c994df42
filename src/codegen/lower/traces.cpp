#include "codegen/lower/traces.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "codegen/lower/expand_functions.h"
#include "expr/expr_table.h"
#include "expr/operands.h"
#include "expr/rewrite.h"

namespace formola::lowered {

namespace {

constexpr size_t kMostOperations = 200;  // of one relation

// What a place of v is computed by in every step.
struct Definition {
  ExprId value;
  bool negated = false;
};

class Tracer {
 public:
  explicit Tracer(const Schedule& schedule);
  // Empty: it cannot be followed, or time does not occur.
  std::vector<FmlTraceOperation> trace(const RelationInfo& relation);
  std::vector<FmlTraceOperation> trace(ExprId expression);

 private:
  struct Frame {
    ExprId id;
    bool leave;
  };
  void define(VariableId id, ExprId value);
  void begin();
  bool follow(ExprId root);
  bool leave(ExprId id);
  bool leaf(ExprId id, bool& pending);
  bool variable(ExprId id, bool& pending);
  bool builtin(ExprId id);
  // The expressions that an operation is made of; false: there is no such operation.
  bool operands(ExprId id, std::vector<ExprId>& result);
  // What has the same value: the argument of smooth() and the like, the formula of a function; or
  // invalid.
  ExprId sameAs(ExprId id);
  void emit(ExprId id, FmlTraceKind kind, int32_t a = 0, int32_t b = 0, int32_t c = 0,
            double value = 0);
  int32_t at(ExprId id) const { return memo_.at(id.index()); }
  int32_t child(ExprId id, size_t i) const { return at(pool_.child(id, i)); }

  const Schedule& schedule_;
  const ExprPool& pool_;
  FunctionExpander expand_;
  std::unordered_map<int32_t, Definition> definitions_;
  std::unordered_map<uint32_t, int32_t> memo_;  // by expression: its operation
  std::vector<FmlTraceOperation> operations_;
  std::vector<Frame> stack_;
  bool timed_ = false;
};

Tracer::Tracer(const Schedule& schedule)
    : schedule_(schedule), pool_(schedule.model.pool()), expand_(schedule) {
  for (const Step& step : schedule.derivatives) {
    if (step.kind == StepKind::Assign && !step.discrete) define(step.variable, step.value);
    if (step.kind != StepKind::Linear) continue;
    const LinearBlock& block = schedule.linearBlocks[step.block];
    for (size_t k = 0; k < block.formulas.size(); ++k) define(block.unknowns[k], block.formulas[k]);
  }
}

void Tracer::define(VariableId id, ExprId value) {
  const Slot slot = schedule_.slots[id];
  if (slot.index >= 0) definitions_[slot.index] = {value, slot.negated};
}

void Tracer::begin() {
  operations_.clear();
  memo_.clear();
  timed_ = false;
}

void Tracer::emit(ExprId id, FmlTraceKind kind, int32_t a, int32_t b, int32_t c, double value) {
  operations_.push_back({kind, a, b, c, value});
  memo_[id.index()] = static_cast<int32_t>(operations_.size()) - 1;
}

std::vector<FmlTraceOperation> Tracer::trace(ExprId expression) {
  begin();
  if (!follow(expression) || !timed_) return {};
  // What occurs twice may stand before the end.
  operations_.resize(static_cast<size_t>(at(expression)) + 1);
  return operations_;
}

std::vector<FmlTraceOperation> Tracer::trace(const RelationInfo& relation) {
  begin();
  const ExprId left = pool_.child(relation.relation, 0), right = pool_.child(relation.relation, 1);
  if (!follow(left) || !follow(right) || !timed_) return {};
  const ExprKind kind = pool_.kind(relation.relation);
  const bool greater = kind == ExprKind::Greater || kind == ExprKind::GreaterEqual;
  emit(relation.relation, FML_TRACE_SUB, at(greater ? left : right), at(greater ? right : left));
  return operations_;
}

bool Tracer::follow(ExprId root) {
  stack_.assign(1, {root, false});
  while (!stack_.empty()) {
    const Frame frame = stack_.back();
    stack_.pop_back();
    if (memo_.contains(frame.id.index())) continue;
    if (operations_.size() > kMostOperations || stack_.size() > kMostOperations) return false;
    if (frame.leave) {
      if (!leave(frame.id)) return false;
      continue;
    }
    bool pending = false;
    if (leaf(frame.id, pending)) continue;
    std::vector<ExprId> inner;
    if (!pending && !operands(frame.id, inner)) return false;
    if (pending) continue;  // what defines the variable comes first
    stack_.push_back({frame.id, true});
    for (ExprId operand : inner) stack_.push_back({operand, false});
  }
  return true;
}

// True: done. pending: the stack says what must be done before.
bool Tracer::leaf(ExprId id, bool& pending) {
  switch (pool_.kind(id)) {
    case ExprKind::Integer:
    case ExprKind::Real:
      emit(id, FML_TRACE_CONSTANT, 0, 0, 0, pool_.realValue(id));
      return true;
    case ExprKind::Boolean:
    case ExprKind::Enum:
      emit(id, FML_TRACE_CONSTANT, 0, 0, 0, pool_.payload(id));
      return true;
    case ExprKind::Time:
      timed_ = true;
      emit(id, FML_TRACE_TIME);
      return true;
    case ExprKind::Variable:
      return variable(id, pending);
    default:
      break;
  }
  if (pool_.isBuiltin(id, Builtin::Relation)) {
    emit(id, FML_TRACE_RELATION, static_cast<int32_t>(pool_.integerValue(pool_.child(id, 0))));
    return true;
  }
  if (!pool_.isBuiltin(id, Builtin::Pre)) return false;
  const ExprId of = pool_.child(id, 0);
  if (pool_.kind(of) != ExprKind::Variable || !schedule_.isNumber(pool_.variableOf(of)))
    return false;
  const Slot slot = schedule_.slots[pool_.variableOf(of)];
  emit(id, FML_TRACE_PRE, slot.index);
  if (slot.negated) emit(id, FML_TRACE_NEG, at(id));
  return true;
}

bool Tracer::variable(ExprId id, bool& pending) {
  if (!schedule_.isNumber(pool_.variableOf(id))) return false;
  const Slot slot = schedule_.slots[pool_.variableOf(id)];
  if (slot.index < schedule_.nStates || slot.index >= schedule_.discreteBegin) {
    emit(id, slot.index < schedule_.nStates ? FML_TRACE_STATE : FML_TRACE_VALUE, slot.index);
    if (slot.negated) emit(id, FML_TRACE_NEG, at(id));
    return true;
  }
  const auto found = definitions_.find(slot.index);
  if (found == definitions_.end()) return false;
  const Definition& definition = found->second;
  if (!memo_.contains(definition.value.index())) {
    stack_.push_back({id, false});
    stack_.push_back({definition.value, false});
    pending = true;
    return false;
  }
  const int32_t value = at(definition.value);
  memo_[id.index()] = value;
  if (slot.negated != definition.negated) emit(id, FML_TRACE_NEG, value);
  return true;
}

ExprId Tracer::sameAs(ExprId id) {
  if (const int same = transparentChild(pool_, id); same >= 0)
    return pool_.child(id, static_cast<size_t>(same));
  // After the start it is its first argument.
  if (pool_.isBuiltin(id, Builtin::Homotopy)) return pool_.child(id, 0);
  if (pool_.kind(id) != ExprKind::Call) return {};
  const ExprId formula = expand_(id);
  return pool_.kind(formula) == ExprKind::Call ? ExprId() : formula;
}

bool Tracer::operands(ExprId id, std::vector<ExprId>& result) {
  if (const ExprId same = sameAs(id); same.valid()) {
    result.push_back(same);
    return true;
  }
  const ExprKind kind = pool_.kind(id);
  const bool isOperator = (kind >= ExprKind::Neg && kind <= ExprKind::NotEqual) ||
                          kind == ExprKind::If || kind == ExprKind::Builtin;
  if (!isOperator) return false;
  const auto children = pool_.children(id);
  result.assign(children.begin(), children.end());
  return true;
}

bool Tracer::leave(ExprId id) {
  if (const ExprId same = sameAs(id); same.valid()) {
    memo_[id.index()] = at(same);
    return true;
  }
  switch (pool_.kind(id)) {
    case ExprKind::Neg:
      emit(id, FML_TRACE_NEG, child(id, 0));
      return true;
    case ExprKind::Not:
      emit(id, FML_TRACE_NOT, child(id, 0));
      return true;
    case ExprKind::Add:
      emit(id, FML_TRACE_ADD, child(id, 0), child(id, 1));
      return true;
    case ExprKind::Sub:
      emit(id, FML_TRACE_SUB, child(id, 0), child(id, 1));
      return true;
    case ExprKind::Mul:
      emit(id, FML_TRACE_MUL, child(id, 0), child(id, 1));
      return true;
    case ExprKind::Div:
      emit(id, FML_TRACE_DIV, child(id, 0), child(id, 1));
      return true;
    case ExprKind::Pow:
      emit(id, FML_TRACE_POW, child(id, 0), child(id, 1));
      return true;
    case ExprKind::And:
      emit(id, FML_TRACE_AND, child(id, 0), child(id, 1));
      return true;
    case ExprKind::Or:
      emit(id, FML_TRACE_OR, child(id, 0), child(id, 1));
      return true;
    case ExprKind::Less:
      emit(id, FML_TRACE_LESS, child(id, 0), child(id, 1));
      return true;
    case ExprKind::Greater:
      emit(id, FML_TRACE_LESS, child(id, 1), child(id, 0));
      return true;
    case ExprKind::LessEqual:
      emit(id, FML_TRACE_LESS_EQUAL, child(id, 0), child(id, 1));
      return true;
    case ExprKind::GreaterEqual:
      emit(id, FML_TRACE_LESS_EQUAL, child(id, 1), child(id, 0));
      return true;
    case ExprKind::Equal:
      emit(id, FML_TRACE_EQUAL, child(id, 0), child(id, 1));
      return true;
    case ExprKind::NotEqual:
      emit(id, FML_TRACE_EQUAL, child(id, 0), child(id, 1));
      emit(id, FML_TRACE_NOT, at(id));
      return true;
    case ExprKind::If:
      emit(id, FML_TRACE_SELECT, child(id, 0), child(id, 1), child(id, 2));
      return true;
    default:
      return pool_.kind(id) == ExprKind::Builtin && builtin(id);
  }
}

std::optional<FmlTraceKind> kindOf(Builtin function) {
  switch (function) {
    case Builtin::MinOf:
      return FML_TRACE_MIN;
    case Builtin::MaxOf:
      return FML_TRACE_MAX;
    case Builtin::Abs:
      return FML_TRACE_ABS;
    case Builtin::Sqrt:
      return FML_TRACE_SQRT;
    case Builtin::Sin:
      return FML_TRACE_SIN;
    case Builtin::Cos:
      return FML_TRACE_COS;
    case Builtin::Tan:
      return FML_TRACE_TAN;
    case Builtin::Asin:
      return FML_TRACE_ASIN;
    case Builtin::Acos:
      return FML_TRACE_ACOS;
    case Builtin::Atan:
      return FML_TRACE_ATAN;
    case Builtin::Sinh:
      return FML_TRACE_SINH;
    case Builtin::Cosh:
      return FML_TRACE_COSH;
    case Builtin::Tanh:
      return FML_TRACE_TANH;
    case Builtin::Exp:
      return FML_TRACE_EXP;
    case Builtin::Log:
      return FML_TRACE_LOG;
    case Builtin::Log10:
      return FML_TRACE_LOG10;
    default:
      return std::nullopt;
  }
}

bool Tracer::builtin(ExprId id) {
  const std::optional<FmlTraceKind> kind = kindOf(pool_.builtinOf(id));
  if (!kind) return false;
  const bool two = *kind == FML_TRACE_MIN || *kind == FML_TRACE_MAX;
  emit(id, *kind, child(id, 0), two ? child(id, 1) : 0);
  return true;
}

// How an expression depends on time: not at all between events, as a straight line, as a curve, or
// not on time alone.
enum class Course : uint8_t { Constant, Line, Curve, Other };

// A function of time alone that something else depends on.
struct FoundSource {
  ExprId value;
  bool decides = false;
};

class SourceFinder {
 public:
  explicit SourceFinder(const Schedule& schedule)
      : schedule_(schedule),
        pool_(schedule.model.pool()),
        expand_(schedule),
        ofPlace_(static_cast<size_t>(schedule.discreteBegin), Course::Other),
        stepOf_(static_cast<size_t>(schedule.discreteBegin), -1) {}

  // `traced`: the relations that have a trace.
  std::vector<FoundSource> run(const std::vector<char>& traced);

 private:
  void visit(const std::vector<Step>& steps);
  void visitLinear(const LinearBlock& block);
  void visitRelation(ExprId relation);
  void markDeciding();
  void defines(VariableId id);
  // What a system of equations is made of.
  void root(ExprId id) {
    if (courseOf(id) == Course::Curve) add(id);
  }
  Course courseOf(ExprId id);
  Course own(ExprId id);
  Course ofVariable(ExprId id);
  Course ofCall(ExprId id);
  Course ofOperands(ExprId id);
  void add(ExprId id);

  const Schedule& schedule_;
  ExprPool& pool_;
  FunctionExpander expand_;
  std::vector<Course> ofPlace_;  // by place in v
  ExprTable<Course> memo_;
  std::vector<FoundSource> sources_;
  std::unordered_map<int32_t, uint32_t> sourceOfPlace_;
  std::unordered_map<uint32_t, uint32_t> sourceOf_;  // by expression
  // Which step of schedule.derivatives gives a place of v; which places and sources a step needs,
  // and steps that needed a part of it before. One more than steps: the relations without a trace.
  std::vector<int32_t> stepOf_;
  std::vector<std::vector<int32_t>> places_;
  std::vector<std::vector<uint32_t>> sharing_;
  ExprTable<uint32_t> firstStep_;  // that needed an expression
  std::vector<std::vector<uint32_t>> sourcesOfStep_;
};

std::vector<FoundSource> SourceFinder::run(const std::vector<char>& traced) {
  for (const Step& step : schedule_.derivatives) {
    places_.emplace_back();
    sharing_.emplace_back();
    sourcesOfStep_.emplace_back();
    visit({step});
  }
  places_.emplace_back();
  sharing_.emplace_back();
  sourcesOfStep_.emplace_back();
  for (size_t k = 0; k < traced.size(); ++k)
    if (traced[k] == 0) visitRelation(schedule_.model.relations[k].relation);
  markDeciding();
  return std::move(sources_);
}

// From the relations back through the steps.
void SourceFinder::markDeciding() {
  std::vector<char> seen(places_.size(), 0);
  std::vector<size_t> stack{places_.size() - 1};
  while (!stack.empty()) {
    const size_t step = stack.back();
    stack.pop_back();
    if (std::exchange(seen[step], 1) != 0) continue;
    for (const uint32_t source : sourcesOfStep_[step]) sources_[source].decides = true;
    stack.insert(stack.end(), sharing_[step].begin(), sharing_[step].end());
    for (const int32_t place : places_[step])
      if (const int32_t before = stepOf_[static_cast<size_t>(place)]; before >= 0)
        stack.push_back(static_cast<size_t>(before));
  }
}

void SourceFinder::visitRelation(ExprId relation) {
  for (size_t side = 0; side < 2; ++side) root(pool_.child(relation, side));
}

void SourceFinder::defines(VariableId id) {
  const int32_t place = schedule_.slots[id].index;
  if (place >= 0 && place < schedule_.discreteBegin)
    stepOf_[static_cast<size_t>(place)] = static_cast<int32_t>(places_.size()) - 1;
}

void SourceFinder::visit(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    switch (step.kind) {
      case StepKind::Assign: {
        const int32_t place = schedule_.slots[step.variable].index;
        if (step.discrete || place < 0 || place >= schedule_.discreteBegin) break;
        defines(step.variable);
        const Course course = courseOf(step.value);
        ofPlace_[static_cast<size_t>(place)] = course;
        const bool derivative = place >= schedule_.nStates && place < 2 * schedule_.nStates;
        if (derivative && course == Course::Curve) add(step.value);
        break;
      }
      case StepKind::Linear:
        visitLinear(schedule_.linearBlocks[step.block]);
        break;
      case StepKind::Nonlinear: {
        const NonlinearBlock& block = schedule_.nonlinearBlocks[step.block];
        for (VariableId id : block.unknowns) defines(id);
        visit(block.inner);
        for (ExprId id : block.residuals) root(id);
        break;
      }
      case StepKind::Mixed:
        visit(schedule_.mixedBlocks[step.block].continuous);
        break;
      default:
        break;
    }
  }
}

void SourceFinder::visitLinear(const LinearBlock& block) {
  for (VariableId id : block.unknowns) defines(id);
  visit(block.inner);
  for (const MatrixEntry& entry : block.matrix) root(entry.value);
  for (ExprId id : block.rhs) root(id);
  if (!block.symbolic)
    for (ExprId id : block.residuals) root(id);
}

void SourceFinder::add(ExprId id) {
  const auto next = static_cast<uint32_t>(sources_.size());
  const bool variable = pool_.kind(id) == ExprKind::Variable;
  const uint32_t number =
      variable ? sourceOfPlace_.try_emplace(schedule_.slots[pool_.variableOf(id)].index, next)
                     .first->second
               : sourceOf_.try_emplace(id.index(), next).first->second;
  if (number == next) sources_.push_back({id});
  sourcesOfStep_.back().push_back(number);
}

Course SourceFinder::courseOf(ExprId root) {
  std::vector<std::pair<ExprId, bool>> stack{{root, false}};
  while (!stack.empty()) {
    const auto [id, leave] = stack.back();
    stack.pop_back();
    const auto step = static_cast<uint32_t>(places_.size()) - 1;
    if (memo_.has(id) && pool_.kind(id) != ExprKind::Variable) {
      const bool inner = memo_.at(id) == Course::Other || memo_.at(id) == Course::Curve;
      if (inner && firstStep_.at(id) != step) sharing_.back().push_back(firstStep_.at(id));
      continue;
    }
    const bool leaf = isLeafQuantity(pool_, id) || pool_.children(id).empty();
    if (leave || leaf) {
      memo_.set(id, leaf ? own(id) : ofOperands(id));
      firstStep_.set(id, step);
      continue;
    }
    stack.emplace_back(id, true);
    for (ExprId child : pool_.children(id)) stack.emplace_back(child, false);
  }
  return memo_.at(root);
}

Course SourceFinder::own(ExprId id) {
  switch (pool_.kind(id)) {
    case ExprKind::Time:
      return Course::Line;
    case ExprKind::Variable:
      return ofVariable(id);
    case ExprKind::Integer:
    case ExprKind::Real:
    case ExprKind::Boolean:
    case ExprKind::Enum:
      return Course::Constant;
    default:
      return pool_.isBuiltin(id, Builtin::Relation) || pool_.isBuiltin(id, Builtin::Pre)
                 ? Course::Constant
                 : Course::Other;
  }
}

Course SourceFinder::ofVariable(ExprId id) {
  const int32_t place = schedule_.slots[pool_.variableOf(id)].index;
  if (place < 0) return Course::Other;
  if (place >= schedule_.discreteBegin) return Course::Constant;
  places_.back().push_back(place);
  return ofPlace_[static_cast<size_t>(place)];
}

// Of a call that depends on time alone: that of its formula.
Course SourceFinder::ofCall(ExprId id) {
  const ExprId formula = expand_(id);
  return pool_.kind(formula) == ExprKind::Call ? Course::Other : courseOf(formula);
}

Course SourceFinder::ofOperands(ExprId id) {
  if (pool_.isBuiltin(id, Builtin::Relation)) return Course::Constant;
  const auto children = pool_.children(id);
  Course most = Course::Constant;
  int lines = 0;
  for (ExprId child : children) {
    const Course course = memo_.at(child);
    most = std::max(most, course);
    if (course == Course::Line) ++lines;
  }
  const ExprKind kind = pool_.kind(id);
  const bool known = (kind >= ExprKind::Neg && kind <= ExprKind::NotEqual) ||
                     kind == ExprKind::If || transparentChild(pool_, id) >= 0 ||
                     (kind == ExprKind::Builtin &&
                      (kindOf(pool_.builtinOf(id)) || pool_.isBuiltin(id, Builtin::Homotopy)));
  if (kind == ExprKind::Call && (most == Course::Line || most == Course::Curve)) return ofCall(id);
  if (!known && most != Course::Constant) most = Course::Other;
  if (most == Course::Other) {
    for (ExprId child : children)
      if (memo_.at(child) == Course::Curve) add(child);
    return most;
  }
  if (most != Course::Line) return most;
  const bool straight = kind == ExprKind::Neg || kind == ExprKind::Add || kind == ExprKind::Sub ||
                        (kind == ExprKind::Mul && lines == 1) ||
                        (kind == ExprKind::Div && memo_.at(children[1]) == Course::Constant) ||
                        (kind == ExprKind::If && memo_.at(children[0]) == Course::Constant) ||
                        transparentChild(pool_, id) >= 0;
  return straight ? Course::Line : Course::Curve;
}

}  // namespace

std::vector<TraceCode> traceSources(const Schedule& schedule,
                                    const std::vector<TraceCode>& relations) {
  std::vector<TraceCode> traces;
  std::vector<char> traced(schedule.nStateRelations, 0);
  for (const TraceCode& relation : relations) traced[static_cast<size_t>(relation.relation)] = 1;
  const std::vector<FoundSource> sources = SourceFinder(schedule).run(traced);
  if (sources.empty()) return traces;
  Tracer tracer(schedule);
  for (const FoundSource& source : sources) {
    std::vector<FmlTraceOperation> operations = tracer.trace(source.value);
    if (!operations.empty()) traces.push_back({-1, source.decides, std::move(operations)});
  }
  return traces;
}

std::vector<TraceCode> traceRelations(const Schedule& schedule) {
  std::vector<TraceCode> traces;
  if (schedule.nStateRelations == 0) return traces;
  Tracer tracer(schedule);
  for (uint32_t k = 0; k < schedule.nStateRelations; ++k) {
    std::vector<FmlTraceOperation> operations = tracer.trace(schedule.model.relations[k]);
    if (!operations.empty())
      traces.push_back({static_cast<int32_t>(k), false, std::move(operations)});
  }
  return traces;
}

}  // namespace formola::lowered
