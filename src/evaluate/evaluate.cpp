#include "evaluate/evaluate.h"

#include "evaluate/interpreter.h"
#include "support/assert.h"

namespace formola {

namespace interpreter {

namespace {

// Nodes that are evaluated before a memo is begun.
constexpr size_t kVisitsBeforeMemo = 256;
constexpr size_t kFewVariables = 8;
// Elements of arrays that take about as long as a statement.
constexpr size_t kElementsInAStep = 32;

bool isLoop(ExprKind kind) {
  return kind == ExprKind::Reduction || kind == ExprKind::Comprehension;
}

bool allSizesKnown(const Type& type) {
  if (type.base == BaseType::Error) return false;
  for (Size d : type.dims) {
    if (d == kUnknownSize) return false;
  }
  return true;
}

}  // namespace

bool Interpreter::fail(std::string reason) {
  if (failure_.reason.empty()) failure_.reason = std::move(reason);
  return false;
}

bool Interpreter::step(size_t work) {
  steps_ += work;
  if (steps_ <= context_.maxSteps) return true;
  return fail("the evaluation takes more than " + std::to_string(context_.maxSteps) + " steps");
}

bool Interpreter::charge(const Datum& made) {
  if (made.inCell()) return true;
  const Box& box = *made.box;
  elements_ += box.reals.size() + box.integers.size() + box.fields.size();
  for (const std::string& text : box.strings)
    elements_ += (sizeof(std::string) + text.size()) / sizeof(double);
  if (elements_ <= context_.maxElements) return true;
  return fail("the evaluation makes arrays and texts of more than " +
              std::to_string(context_.maxElements * sizeof(double) >> 20) + " MB");
}

bool Interpreter::evaluate(ExprId expr, Datum& out) {
  return run(expr, out);
}

bool Interpreter::run(ExprId root, Datum& out) {
  const size_t workBase = work_.size();
  const size_t valueBase = values_.size();
  const size_t loopBase = loops_.size();
  const size_t iteratorBase = iterators_.size();
  auto outerMemo = std::move(memo_);
  const size_t outerVisits = std::exchange(visits_, 0);

  if (values_.capacity() == 0) {
    values_.reserve(16);
    work_.reserve(16);
  }
  bool ok = enter(root);
  while (ok && work_.size() > workBase) ok = advance();

  if (ok) {
    out = std::move(values_.back());
    values_.pop_back();
  }
  // after a failure the rest of this walk is still there
  work_.resize(workBase);
  values_.resize(valueBase);
  loops_.resize(loopBase);
  iterators_.resize(iteratorBase);
  memo_ = std::move(outerMemo);
  visits_ = outerVisits;
  return ok;
}

// Pushes the value of a leaf, or opens a node.
bool Interpreter::enter(ExprId expr) {
  bool isLeaf = false;
  if (!pushLeaf(expr, isLeaf)) return false;
  if (isLeaf) return true;
  ++visits_;
  if (memo_) {
    if (auto found = memo_->find(expr.index()); found != memo_->end()) {
      values_.push_back(found->second);
      return true;
    }
  }
  Work work{expr, 0, values_.size()};
  if (pool_.kind(expr) == ExprKind::Builtin) {
    // children that must not be evaluated are passed over
    switch (pool_.builtinOf(expr)) {
      case Builtin::Ndims:
        values_.push_back(data_.omitted());
        work.next = 1;
        break;
      case Builtin::SizeOf:
        if (allSizesKnown(types_[pool_.type(pool_.child(expr, 0))])) {
          // the size of something is known even where its value isn't
          values_.push_back(data_.omitted());
          work.next = 1;
        }
        break;
      case Builtin::Smooth:
      case Builtin::Relation:
        work.next = 1;
        break;
      default:
        break;
    }
  } else if (isLoop(pool_.kind(expr))) {
    work.next = 2;  // first the ranges, which stand behind their iterators
  }
  work_.push_back(work);
  return true;
}

bool Interpreter::pushLeaf(ExprId expr, bool& isLeaf) {
  const ExprNode& node = pool_[expr];
  isLeaf = true;
  switch (node.kind) {
    case ExprKind::Integer:
      values_.push_back(data_.integer(pool_.integerValue(expr)));
      return true;
    case ExprKind::Real:
      values_.push_back(data_.real(pool_.realValue(expr)));
      return true;
    case ExprKind::Boolean:
      values_.push_back(data_.boolean(node.payload != 0));
      return true;
    case ExprKind::String:
      values_.push_back(data_.string(std::string(pool_.stringValue(expr))));
      return true;
    case ExprKind::Enum: {
      Cell cell;
      cell.integer = node.payload;
      values_.push_back(data_.scalar(node.type, cell));
      return true;
    }
    case ExprKind::Variable: {
      Datum value;
      if (!variableValue(expr, value)) return false;
      values_.push_back(std::move(value));
      return true;
    }
    case ExprKind::Local: {
      if (!frame_ || node.payload >= frame_->locals.size()) {
        return fail("a variable of a function has no value outside of it");
      }
      const Datum& value = frame_->locals[node.payload];
      if (!value.type.valid()) {
        deferred_ = true;
        Symbol name = frame_->function->locals[node.payload].name;
        return fail((name.valid() ? std::string(pool_.names.text(name)) : "a local variable") +
                    " is used before it has a value");
      }
      values_.push_back(value);
      return true;
    }
    case ExprKind::Iterator:
      for (size_t i = iterators_.size(); i-- > 0;) {
        if (iterators_[i].first == node.payload) {
          values_.push_back(Datum(iterators_[i].second));
          return true;
        }
      }
      return fail("an iteration variable has no value outside of its loop");
    case ExprKind::Time:
      if (!context_.time) return fail("time is not a constant");
      values_.push_back(data_.real(*context_.time));
      return true;
    case ExprKind::Colon:
      values_.push_back(data_.none());
      return true;
    case ExprKind::Missing:
      values_.push_back(data_.omitted());
      return true;
    default:
      isLeaf = false;
      return true;
  }
}

bool Interpreter::variableValue(ExprId expr, Datum& out) {
  VariableId id = pool_.variableOf(expr);
  for (const auto& [index, value] : fewVariables_) {
    if (index == id.index()) {
      out = value;
      return true;
    }
  }
  if (auto found = variables_.find(id.index()); found != variables_.end()) {
    out = found->second;
    return true;
  }
  std::optional<Value> value;
  if (context_.variable) value = context_.variable(id);
  if (!value) {
    failure_.unknown = id;
    return fail("the value of a variable is not known");
  }
  out = data_.fromValue(std::move(*value));
  if (fewVariables_.size() < kFewVariables) {
    fewVariables_.emplace_back(id.index(), out);
  } else {
    variables_.emplace(id.index(), out);
  }
  return true;
}

bool Interpreter::isTrue(const Datum& condition, bool& result) {
  if (condition.base != BaseType::Boolean || !condition.inCell()) {
    return fail("a condition is not a Boolean");
  }
  result = condition.cell.integer != 0;
  return true;
}

// Replaces the node on top of the work stack, and the values of its children, by its value.
bool Interpreter::finish(Datum result) {
  if (!charge(result)) return false;
  const Work& work = work_.back();
  if (result.box && !step(result.box->reals.size() / kElementsInAStep +
                          result.box->integers.size() / kElementsInAStep))
    return false;
  if (visits_ > kVisitsBeforeMemo) {
    if (!memo_) memo_ = std::make_unique<Memo>();
    memo_->insert_or_assign(work.expr.index(), result);
  }
  values_.resize(work.values);
  work_.pop_back();
  values_.push_back(std::move(result));
  return true;
}

// One step of the node on top: the next child, or its value.
bool Interpreter::advance() {
  Work& work = work_.back();
  const ExprId expr = work.expr;
  const ExprNode& node = pool_[expr];
  size_t last = node.childCount;
  switch (node.kind) {
    case ExprKind::If:
      if (work.next == 1) {
        bool condition = false;
        if (!isTrue(values_.back(), condition)) return false;
        work.next = 3;
        return enter(pool_.child(expr, condition ? 1 : 2));
      }
      if (work.next == 3) return finish(std::move(values_.back()));
      break;
    case ExprKind::And:
    case ExprKind::Or:
      if (work.next == 1 && values_.back().inCell()) {
        bool left = false;
        if (!isTrue(values_.back(), left)) return false;
        if (left == (node.kind == ExprKind::Or)) return finish(data_.boolean(left));
      }
      break;
    case ExprKind::Reduction:
    case ExprKind::Comprehension:
      return advanceLoop(work);
    case ExprKind::Builtin:
      // of homotopy(actual, simplified) the first is the value
      if (static_cast<Builtin>(node.payload) == Builtin::Homotopy ||
          static_cast<Builtin>(node.payload) == Builtin::NoEvent ||
          static_cast<Builtin>(node.payload) == Builtin::Residue ||
          static_cast<Builtin>(node.payload) == Builtin::Relax) {
        last = 1;
      }
      break;
    default:
      break;
  }
  if (work.next < last) return enter(pool_.child(expr, work.next++));

  Datum result;
  // the arguments are moved from; they must not move while a function call pushes above them
  const size_t count = values_.size() - work.values;
  if (node.kind == ExprKind::Call) {
    std::vector<Datum> arguments(
        std::make_move_iterator(values_.end() - static_cast<std::ptrdiff_t>(count)),
        std::make_move_iterator(values_.end()));
    if (!applyCall(expr, arguments, result)) return false;
  } else if (!apply(expr, std::span<Datum>(values_).subspan(work.values), result)) {
    return false;
  }
  return finish(std::move(result));
}

bool Interpreter::apply(ExprId expr, std::span<Datum> arguments, Datum& out) {
  const ExprNode node = pool_[expr];
  switch (node.kind) {
    case ExprKind::Neg:
    case ExprKind::Not:
      return unary(node.kind, arguments[0], out);
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::Div:
    case ExprKind::Pow:
    case ExprKind::And:
    case ExprKind::Or:
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
    case ExprKind::Equal:
    case ExprKind::NotEqual:
      return binary(node.kind, arguments[0], arguments[1], out);
    case ExprKind::Cast:
      return cast(node.type, std::move(arguments[0]), out);
    case ExprKind::MatMul:
      return matMul(arguments[0], arguments[1], out);
    case ExprKind::Builtin:
      return builtin(expr, static_cast<Builtin>(node.payload), arguments, out);
    case ExprKind::TupleElement:
      if (arguments[0].base != BaseType::Tuple) {
        if (node.payload != 0) return fail("a function has fewer results than are used");
        out = std::move(arguments[0]);
        return true;
      }
      if (node.payload >= arguments[0].box->fields.size()) {
        return fail("a function has fewer results than are used");
      }
      out = arguments[0].box->fields[node.payload];
      return true;
    case ExprKind::Array:
      return arrayOf(expr, arguments, out);
    case ExprKind::Range:
      return range(arguments, out);
    case ExprKind::Index:
      return index(arguments[0], arguments.subspan(1), out);
    case ExprKind::Record: {
      out = Datum{node.type, BaseType::Record, {}, std::make_shared<Box>()};
      const RecordInfo& info = types_.recordOf(node.type);
      for (size_t k = 0; k < arguments.size(); ++k) {
        if (k < info.fields.size()) data_.coerce(arguments[k], types_[info.fields[k].type].base);
        out.box->fields.push_back(std::move(arguments[k]));
      }
      return true;
    }
    case ExprKind::Field:
      if (arguments[0].base != BaseType::Record ||
          node.payload >= arguments[0].box->fields.size()) {
        return fail("a field of something that is no record");
      }
      out = arguments[0].box->fields[node.payload];
      return true;
    case ExprKind::FunctionRef: {
      out = Datum{node.type, BaseType::Function, {}, std::make_shared<Box>()};
      out.box->function = FunctionId(node.payload);
      if (out.box->function.valid()) {
        out.box->fields.assign(std::make_move_iterator(arguments.begin()),
                               std::make_move_iterator(arguments.end()));
        return true;
      }
      // of a function as argument: what is bound takes the places that were free
      if (arguments.empty() || arguments[0].base != BaseType::Function)
        return fail("arguments for something that is no function");
      out.box->function = arguments[0].box->function;
      out.box->fields = arguments[0].box->fields;
      size_t next = 1;
      for (Datum& place : out.box->fields)
        if (place.omitted() && next < arguments.size()) place = std::move(arguments[next++]);
      return true;
    }
    default:
      return fail("an expression that has no value");
  }
}

bool Interpreter::applyCall(ExprId expr, std::span<Datum> arguments, Datum& out) {
  const ExprNode node = pool_[expr];
  FunctionId id(node.payload);
  std::vector<Datum> all;
  if (id.valid()) {
    all.assign(std::make_move_iterator(arguments.begin()),
               std::make_move_iterator(arguments.end()));
  } else {
    // a function as argument: the free inputs take the arguments in order
    if (arguments.empty() || arguments[0].base != BaseType::Function) {
      return fail("a call of something that is no function");
    }
    id = arguments[0].box->function;
    size_t next = 1;
    for (const Datum& bound : arguments[0].box->fields) {
      if (!bound.omitted()) {
        all.push_back(bound);
      } else if (next < arguments.size()) {
        all.push_back(std::move(arguments[next++]));
      } else {
        all.push_back(data_.omitted());
      }
    }
    while (next < arguments.size()) all.push_back(std::move(arguments[next++]));
  }
  const Function* function = context_.function ? context_.function(id) : nullptr;
  if (!function) return fail("the function that is called is not available");
  if (!call(*function, std::move(all), out)) return false;
  if (out.base == BaseType::Tuple && types_[node.type].base != BaseType::Tuple) {
    // a call as expression means its first result (spec 12.4.3)
    out = Datum(out.box->fields[0]);
  }
  return true;
}

// ---- loops inside expressions

bool Interpreter::startLoop(ExprId expr, size_t firstValue) {
  auto loop = std::make_unique<Loop>(types_);
  loop->ranges.assign(
      std::make_move_iterator(values_.begin() + static_cast<std::ptrdiff_t>(firstValue)),
      std::make_move_iterator(values_.end()));
  values_.resize(firstValue);
  std::vector<Size> dims;
  for (const Datum& r : loop->ranges) {
    if (r.omitted() || data_.rank(r) != 1) return fail("a loop over something that is no vector");
    loop->counts.push_back(data_.count(r));
    dims.push_back(static_cast<Size>(loop->counts.back()));
  }
  if (!checkCount(dims)) return false;
  loop->at.assign(loop->ranges.size(), 0);
  loop->remaining = 1;
  for (size_t n : loop->counts) loop->remaining *= n;
  for (size_t k = 0; k < loop->ranges.size(); ++k) {
    iterators_.emplace_back(pool_.payload(pool_.child(expr, 1 + 2 * k)), Datum());
  }
  loop->outerMemo = std::move(memo_);
  loop->outerVisits = visits_;
  loops_.push_back(std::move(loop));
  return true;
}

void Interpreter::bindIterators(ExprId expr) {
  Loop& loop = *loops_.back();
  const size_t n = loop.ranges.size();
  const size_t base = iterators_.size() - n;
  for (size_t k = 0; k < n; ++k) {
    size_t place[1] = {loop.at[k]};
    iterators_[base + k].second = data_.gather(loop.ranges[k], 1, place, {});
    data_.coerce(iterators_[base + k].second,
                 types_[pool_.type(pool_.child(expr, 1 + 2 * k))].base);
  }
}

// Children: body, then (iterator, range) pairs. First all ranges, then the body once for each
// combination, the first iterator running fastest, as its dimension is the last (spec 10.4.1.1).
bool Interpreter::advanceLoop(Work& work) {
  const ExprId expr = work.expr;
  const ExprKind kind = pool_.kind(expr);
  const size_t childCount = pool_[expr].childCount;
  if (work.next < childCount) {
    ExprId rangeExpr = pool_.child(expr, work.next);
    work.next += 2;
    return enter(rangeExpr);
  }
  const auto kBody = static_cast<uint32_t>(childCount + 2);  // the body's value is on the stack
  if (work.next < kBody) {
    if (!startLoop(expr, work.values)) return false;
    work.next = kBody;
  } else {
    Loop& loop = *loops_.back();
    Datum element = std::move(values_.back());
    values_.pop_back();
    if (kind == ExprKind::Comprehension) {
      if (!charge(element)) return false;
      if (!loop.elements.add(element)) return fail("the elements of an array differ in size");
    } else if (!accumulate(pool_.builtinOf(expr), loop.accumulated, std::move(element))) {
      return false;
    }
    for (size_t k = 0; k < loop.at.size(); ++k) {
      if (++loop.at[k] < loop.counts[k]) break;
      loop.at[k] = 0;
    }
    --loop.remaining;
  }
  Loop& loop = *loops_.back();
  if (loop.remaining > 0) {
    if (!step()) return false;
    bindIterators(expr);
    memo_.reset();
    visits_ = 0;
    return enter(pool_.child(expr, 0));
  }
  Datum result;
  if (kind == ExprKind::Comprehension) {
    std::vector<Size> dims;
    for (size_t k = loop.counts.size(); k-- > 0;) dims.push_back(static_cast<Size>(loop.counts[k]));
    result = loop.elements.finish(dims, pool_.type(pool_.child(expr, 0)));
  } else if (loop.accumulated.type.valid()) {
    result = std::move(loop.accumulated);
  } else if (!emptyReduction(pool_.builtinOf(expr), pool_.type(expr), result)) {
    return false;
  }
  data_.coerce(result, types_[pool_.type(expr)].base);
  iterators_.resize(iterators_.size() - loop.counts.size());
  memo_ = std::move(loop.outerMemo);
  visits_ = loop.outerVisits;
  loops_.pop_back();
  return finish(std::move(result));
}

bool Interpreter::accumulate(Builtin function, Datum& accumulated, Datum element) {
  if (!accumulated.type.valid()) {
    accumulated = std::move(element);
    return true;
  }
  Datum result;
  if (function == Builtin::Sum || function == Builtin::Product) {
    ExprKind kind = function == Builtin::Sum ? ExprKind::Add : ExprKind::Mul;
    if (!binary(kind, accumulated, element, result)) return false;
  } else {
    Datum both[2] = {std::move(accumulated), std::move(element)};
    Builtin of = function == Builtin::Min ? Builtin::MinOf : Builtin::MaxOf;
    if (!elementary(of, both, result)) return false;
  }
  accumulated = std::move(result);
  return true;
}

}  // namespace interpreter

namespace {

EvaluationResult resultOf(bool ok, const interpreter::Datum& datum,
                          interpreter::Interpreter& interpreter, bool opaque) {
  if (!ok) return interpreter.failure();
  EvaluationResult result;
  if (datum.omitted()) {
    result.reason = "an expression with an error in it has no value";
  } else if (datum.base == BaseType::Clock ||
             (!opaque &&
              (datum.base == BaseType::Function || datum.base == BaseType::ExternalObject))) {
    result.reason = "the expression has no value that can be written down";
  } else {
    result.value = interpreter.data().toValue(datum);
  }
  return result;
}

}  // namespace

EvaluationResult evaluate(ExprId expr, const EvaluationContext& context) {
  FORMOLA_ASSERT(context.pool && expr.valid());
  const ExprPool& pool = *context.pool;
  if (pool.isLiteral(expr) && pool.kind(expr) != ExprKind::String) {
    // the most frequent case needs no machine
    EvaluationResult result;
    Value& value = result.value.emplace();
    value.type = pool.type(expr);
    switch (pool.kind(expr)) {
      case ExprKind::Real:
        value.reals.push_back(pool.realValue(expr));
        break;
      case ExprKind::Integer:
        value.integers.push_back(pool.integerValue(expr));
        break;
      default:
        value.integers.push_back(pool.payload(expr));
        break;
    }
    return result;
  }
  interpreter::Interpreter interpreter(context);
  interpreter::Datum datum;
  bool ok = interpreter.evaluate(expr, datum);
  return resultOf(ok, datum, interpreter, context.opaqueResults);
}

EvaluationResult callFunction(const Function& function, const std::vector<Value>& arguments,
                              const EvaluationContext& context) {
  FORMOLA_ASSERT(context.pool);
  interpreter::Interpreter interpreter(context);
  std::vector<interpreter::Datum> data;
  for (const Value& argument : arguments) data.push_back(interpreter.data().fromValue(argument));
  interpreter::Datum datum;
  bool ok = interpreter.call(function, std::move(data), datum);
  return resultOf(ok, datum, interpreter, context.opaqueResults);
}

}  // namespace formola
