#include "scalarize/expand_array.h"

#include <fmt/format.h>

#include <cmath>

#include "scalarize/fold_literals.h"

namespace formola {

namespace {

// More elements than this would not fit the 32-bit ids of expressions.
constexpr int64_t kMostLeaves = int64_t{1} << 30;

}  // namespace

// ---- types

std::vector<Size> ArrayExpander::dimsOf(TypeId type) const {
  std::span<const Size> dims = pool_.types[type].dims;
  return {dims.begin(), dims.end()};
}

// ---- entry points

ArrayExpander::Leaves ArrayExpander::expand(ExprId root) {
  if (has(root)) return leaves(root);
  std::vector<Frame> stack;
  stack.push_back({root, false, {}});
  while (!stack.empty()) {
    if (has(stack.back().expr)) {
      stack.pop_back();
      continue;
    }
    pending_.clear();
    prepare(stack.back());
    if (pending_.empty()) {
      out_.clear();
      compute(stack.back());
      stack.pop_back();
      continue;
    }
    for (size_t i = pending_.size(); i-- > 0;) stack.push_back({pending_[i], false, {}});
  }
  return leaves(root);
}

ExprId ArrayExpander::scalar(ExprId expr) {
  Leaves all = expand(expr);
  if (all.size() == 1) return all[0];
  fail_(fmt::format("a scalar is needed here, this has {} elements", all.size()));
  return pool_.missing();
}

ExprId ArrayExpander::whole(ExprId expr) {
  expand(expr);
  return wholeOfExpanded(expr);
}

std::vector<ExprId> ArrayExpander::pick(ExprId value, TypeId type) {
  out_.clear();
  if (width(type) >= 0) {
    pickInto(value, type);
  } else {
    out_.push_back(value);
  }
  return out_;
}

// ---- order of work

void ArrayExpander::prepare(Frame& frame) {
  ExprId e = frame.expr;
  switch (pool_.kind(e)) {
    case ExprKind::If:
      // only the branch that counts: the other may hold subscripts that are out of bounds
      need(pool_.child(e, 0));
      if (!pending_.empty()) return;
      if (ExprId c = leaves(pool_.child(e, 0))[0]; pool_.kind(c) == ExprKind::Boolean) {
        need(pool_.child(e, pool_.booleanValue(c) ? 1 : 2));
        return;
      }
      need(pool_.child(e, 1));
      need(pool_.child(e, 2));
      return;
    case ExprKind::And:
    case ExprKind::Or:
      need(pool_.child(e, 0));
      if (pending_.empty() && !decided(e)) need(pool_.child(e, 1));
      return;
    case ExprKind::Reduction:
    case ExprKind::Comprehension:
      need(pool_.child(e, 2));
      if (!pending_.empty()) return;
      if (!frame.iterated) makeParts(frame);
      for (ExprId part : frame.parts) need(part);
      return;
    default:
      for (ExprId c : pool_.children(e)) {
        if (pool_.kind(c) != ExprKind::Colon) need(c);
      }
  }
}

bool ArrayExpander::decided(ExprId e) {
  ExprId left = pool_.child(e, 0);
  if (!pool_.types.isScalar(typeOf(left))) return false;
  ExprId leaf = leaves(left)[0];
  return pool_.kind(leaf) == ExprKind::Boolean &&
         pool_.booleanValue(leaf) == (pool_.kind(e) == ExprKind::Or);
}

// One part per value of the first iterator, in which the others are still bound.
void ArrayExpander::makeParts(Frame& frame) {
  frame.iterated = true;
  ExprId e = frame.expr;
  const ExprNode node = pool_[e];
  std::vector<ExprId> children(pool_.children(e).begin(), pool_.children(e).end());
  ExprId range = children[2];
  if (width(typeOf(range)) < 0) return;
  size_t count = leaves(range).size();
  frame.parts.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    // the body is an expression of the array DAE, so a value that is no literal is taken from the
    // range as written
    ExprId value = leaves(range)[i];
    if (!pool_.isLiteral(value)) {
      TypeId one = pool_.types.element(pool_.type(range), 1);
      value =
          pool_.make(ExprKind::Index, one, 0, {range, pool_.integer(static_cast<int64_t>(i + 1))});
    }
    substitution_.begin(children[1], value);
    ExprId body = substitution_.apply(children[0]);
    if (children.size() == 3) {
      frame.parts.push_back(body);
      continue;
    }
    std::vector<ExprId> rest{body};
    for (size_t k = 3; k < children.size(); ++k) rest.push_back(substitution_.apply(children[k]));
    frame.parts.push_back(pool_.make(node.kind, node.type, node.payload, rest));
  }
}

void ArrayExpander::compute(const Frame& frame) {
  ExprId e = frame.expr;
  switch (pool_.kind(e)) {
    case ExprKind::Integer:
    case ExprKind::Real:
    case ExprKind::Boolean:
    case ExprKind::String:
    case ExprKind::Enum:
    case ExprKind::Time:
    case ExprKind::Missing:
      out_.push_back(e);
      finish(e, pool_.type(e));
      return;
    case ExprKind::Variable:
      return computeVariable(e);
    case ExprKind::Iterator:
      return failed(e, "an iterator without a value");
    case ExprKind::Colon:
      return failed(e, "':' outside a subscript");
    case ExprKind::Call:
      if (isRecordConstructor(e)) return computeRecord(e);
      return computeOpaque(e);
    case ExprKind::Local:
    case ExprKind::FunctionRef:
      return computeOpaque(e);
    case ExprKind::TupleElement:
      if (pool_.isBuiltin(pool_.child(e, 0), Builtin::SpatialDistribution))
        return computeTransported(e);
      return computeOpaque(e);
    case ExprKind::If:
      return computeIf(e);
    case ExprKind::And:
    case ExprKind::Or:
      if (decided(e)) return finishAs(e, pool_.child(e, 0));
      return computeElementwise(e);
    case ExprKind::MatMul:
      return computeMatMul(e);
    case ExprKind::Builtin:
      return computeBuiltin(e);
    case ExprKind::Array:
      return computeArray(e);
    case ExprKind::Range:
      return computeRange(e);
    case ExprKind::Index:
      return computeIndex(e);
    case ExprKind::Reduction:
      return computeReduction(frame);
    case ExprKind::Comprehension:
      return computeComprehension(frame);
    case ExprKind::Record:
      return computeRecord(e);
    case ExprKind::Field:
      return computeField(e);
    default:
      return computeElementwise(e);
  }
}

void ArrayExpander::finish(ExprId e, TypeId type) {
  if (e.index() >= memo_.size()) memo_.resize(std::max(pool_.size(), memo_.size() * 2));
  uint32_t at = 0;
  if (out_.size() == 1) {
    at = out_[0].index();
  } else {
    at = static_cast<uint32_t>(store_.size());
    store_.insert(store_.end(), out_.begin(), out_.end());
  }
  FORMOLA_ASSERT(out_.size() == leafCount(type));
  memo_[e.index()] = {type, at};
}

void ArrayExpander::finishAs(ExprId e, ExprId other) {
  if (e.index() >= memo_.size()) memo_.resize(std::max(pool_.size(), memo_.size() * 2));
  memo_[e.index()] = memo_[other.index()];
  if (other.index() < whole_.size() && whole_[other.index()]) setWhole(e, whole_[other.index()]);
}

void ArrayExpander::failed(ExprId e, const std::string& why) {
  fail_(why);
  poison(e);
}

void ArrayExpander::poison(ExprId e) {
  int64_t n = width(pool_.type(e));
  TypeId type = n < 0 || n > 1000 ? pool_.types.error() : pool_.type(e);
  out_.assign(leafCount(type), pool_.missing());
  finish(e, type);
}

ExprId ArrayExpander::emit(ExprKind kind, TypeId type, uint32_t payload,
                           std::span<const ExprId> children) {
  return makeFolded(pool_, kind, type, payload, children);
}

ExprId ArrayExpander::emit(ExprKind kind, TypeId type, ExprId a, ExprId b) {
  ExprId both[2] = {a, b};
  return makeFolded(pool_, kind, type, 0, both);
}

// ---- values in one piece

void ArrayExpander::setWhole(ExprId e, ExprId value) {
  if (e.index() >= whole_.size()) whole_.resize(std::max(pool_.size(), whole_.size() * 2));
  whole_[e.index()] = value;
}

ExprId ArrayExpander::wholeOfExpanded(ExprId e) {
  if (e.index() < whole_.size() && whole_[e.index()]) return whole_[e.index()];
  TypeId type = typeOf(e);
  Leaves all = leaves(e);
  if (width(type) < 0) return all[0];
  size_t at = 0;
  ExprId value = pack(type, all, at);
  if (!pool_.types.isScalar(type)) setWhole(e, value);
  return value;
}

ExprId ArrayExpander::packScalar(TypeId scalarType, const Leaves& from, size_t& at) {
  if (pool_.types[scalarType].base != BaseType::Record) return from[at++];
  std::vector<RecordField> fields = pool_.types.recordOf(scalarType).fields;
  std::vector<ExprId> values;
  for (const RecordField& field : fields) values.push_back(pack(field.type, from, at));
  return pool_.make(ExprKind::Record, scalarType, 0, values);
}

// Recurses on the nesting of record types only.
ExprId ArrayExpander::pack(TypeId type, const Leaves& from, size_t& at) {
  std::vector<Size> dims = dimsOf(type);
  TypeId one = pool_.types.scalarOf(type);
  if (dims.empty()) return packScalar(one, from, at);
  auto total = static_cast<size_t>(pool_.types.count(type));
  std::vector<ExprId> level;
  level.reserve(total);
  for (size_t i = 0; i < total; ++i) level.push_back(packScalar(one, from, at));
  // Array nodes from the last dimension to the first
  for (size_t d = dims.size(); d-- > 0;) {
    TypeId row = pool_.types.element(type, d);
    auto length = static_cast<size_t>(dims[d]);
    size_t groups = 1;
    for (size_t k = 0; k < d; ++k) groups *= static_cast<size_t>(dims[k]);
    std::vector<ExprId> next;
    next.reserve(groups);
    for (size_t g = 0; g < groups; ++g) {
      std::span<const ExprId> part = std::span<const ExprId>(level).subspan(g * length, length);
      next.push_back(pool_.make(ExprKind::Array, row, 0, part));
    }
    level = std::move(next);
  }
  return level[0];
}

// Appends to out_ the leaves of a value that stays in one piece. Recurses on the nesting of record
// types only.
void ArrayExpander::pickInto(ExprId value, TypeId type) {
  std::vector<Size> dims = dimsOf(type);
  TypeId one = pool_.types.scalarOf(type);
  bool isRecord = pool_.types[one].base == BaseType::Record;
  std::vector<RecordField> fields;
  if (isRecord) fields = pool_.types.recordOf(one).fields;
  auto addElement = [&](ExprId element) {
    if (!isRecord) {
      out_.push_back(element);
      return;
    }
    for (size_t k = 0; k < fields.size(); ++k) {
      ExprId field =
          pool_.make(ExprKind::Field, fields[k].type, static_cast<uint32_t>(k), {element});
      pickInto(field, fields[k].type);
    }
  };
  if (dims.empty()) return addElement(value);
  auto total = pool_.types.count(type);
  std::vector<ExprId> children(dims.size() + 1, value);
  for (int64_t i = 0; i < total; ++i) {
    int64_t rest = i;
    for (size_t d = dims.size(); d-- > 0; rest /= dims[d]) {
      children[d + 1] = pool_.integer(rest % dims[d] + 1);
    }
    addElement(pool_.make(ExprKind::Index, one, 0, children));
  }
}

// ---- leaves and calls

void ArrayExpander::computeVariable(ExprId e) {
  VariableId id = pool_.variableOf(e);
  TypeId type = pool_.type(e);
  int64_t count = width(type);
  if (count < 0 || count > kMostLeaves) return failed(e, "a variable of unknown or enormous size");
  const std::vector<ExprId>& known = variables_.literals[id];
  if (!known.empty() && known.size() == static_cast<size_t>(count)) {
    out_ = known;
    return finish(e, type);
  }
  TypeId one = pool_.types.scalarOf(type);
  uint32_t first = variables_.first[id].index();
  for (uint32_t i = 0; i < count; ++i) out_.push_back(pool_.variable(VariableId(first + i), one));
  finish(e, type);
}

bool ArrayExpander::isRecordConstructor(ExprId e) const {
  FunctionId f = pool_.functionOf(e);
  return f.valid() && f.index() < functions_.size() && functions_[f].isRecordConstructor &&
         pool_.base(e) == BaseType::Record &&
         pool_.types.recordOf(pool_.type(e)).fields.size() == pool_.children(e).size();
}

// A value that cannot be looked into: the node stays, its operands in one piece, its elements
// picked from it.
void ArrayExpander::computeOpaque(ExprId e) {
  std::vector<ExprId> children(pool_.children(e).begin(), pool_.children(e).end());
  for (ExprId& c : children) c = wholeOfExpanded(c);
  const ExprNode node = pool_[e];
  ExprId value = children.empty() ? e : pool_.make(node.kind, node.type, node.payload, children);
  setWhole(e, value);
  if (width(node.type) > kMostLeaves) return failed(e, "a value of enormous size");
  if (width(node.type) >= 0) {
    pickInto(value, node.type);
  } else {
    out_.push_back(value);
  }
  finish(e, node.type);
}

// ---- elementwise operators (spec 10.6), with scalars broadcast

void ArrayExpander::computeElementwise(ExprId e) {
  const ExprNode node = pool_[e];
  std::vector<ExprId> children(pool_.children(e).begin(), pool_.children(e).end());
  TypeId shape;  // of the operands that are no scalars
  for (ExprId c : children) {
    TypeId t = typeOf(c);
    if (pool_.kind(c) == ExprKind::Missing) continue;
    if (pool_.types[t].base == BaseType::Error) return poison(e);
    if (width(t) < 0) return failed(e, "the size of an operand is not known");
    if (pool_.types.isScalar(t) && pool_.types[t].base != BaseType::Record) continue;
    if (shape && leafCount(shape) != leafCount(t)) {
      return failed(
          e, fmt::format("operands with {} and {} elements", leafCount(shape), leafCount(t)));
    }
    shape = t;
  }
  operands_.resize(children.size());
  size_t count = shape ? leafCount(shape) : 1;
  bool isRecord = pool_.types[node.type].base == BaseType::Record;
  TypeId one = pool_.types.scalarOf(node.type);
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = 0; k < children.size(); ++k) {
      Leaves all = leaves(children[k]);
      TypeId t = typeOf(children[k]);
      bool broadcast = pool_.types.isScalar(t) && pool_.types[t].base != BaseType::Record;
      operands_[k] = all[broadcast ? 0 : i];
    }
    // the leaves of a record have types of their own
    TypeId type = isRecord ? pool_.type(operands_.back()) : one;
    out_.push_back(emit(node.kind, type, node.payload, operands_));
  }
  if (!shape) return finish(e, one);
  finish(e, isRecord ? shape : pool_.types.withDims(node.type, dimsOf(shape)));
}

void ArrayExpander::computeIf(ExprId e) {
  ExprId condition = leaves(pool_.child(e, 0))[0];
  if (pool_.kind(condition) == ExprKind::Boolean) {
    return finishAs(e, pool_.child(e, pool_.booleanValue(condition) ? 1 : 2));
  }
  computeElementwise(e);
}

// ---- constructors

void ArrayExpander::computeArray(ExprId e) {
  const ExprNode node = pool_[e];
  std::vector<ExprId> children(pool_.children(e).begin(), pool_.children(e).end());
  if (children.empty()) {
    Size none[1] = {0};
    return finish(e, width(node.type) == 0 ? node.type : pool_.types.withDims(node.type, none));
  }
  for (ExprId c : children) {
    if (pool_.types[typeOf(c)].base == BaseType::Error) return poison(e);
    if (width(typeOf(c)) < 0) return failed(e, "the size of an element is not known");
    if (leafCount(typeOf(c)) != leafCount(typeOf(children[0]))) {
      return failed(e, "elements of an array with different sizes");
    }
    Leaves all = leaves(c);
    for (size_t i = 0; i < all.size(); ++i) out_.push_back(all[i]);
  }
  Size n[1] = {static_cast<Size>(children.size())};
  TypeId type = pool_.types.prependDims(typeOf(children[0]), n);
  if (pool_.types[node.type].base != BaseType::Record) {
    type = pool_.types.withDims(node.type, dimsOf(type));
  }
  finish(e, type);
}

// i and -2 of the Integer i - 2: the bounds of i - 2:i - 1 tell the number of elements whatever i
// is.
std::pair<ExprId, int64_t> ArrayExpander::offsetOf(ExprId e) const {
  int64_t offset = 0;
  for (;;) {
    const ExprKind kind = pool_.kind(e);
    if (kind != ExprKind::Add && kind != ExprKind::Sub) return {e, offset};
    const ExprId left = pool_.child(e, 0), right = pool_.child(e, 1);
    const bool isLeft = kind == ExprKind::Add && pool_.kind(left) == ExprKind::Integer;
    const ExprId number = isLeft ? left : right;
    if (pool_.kind(number) != ExprKind::Integer) return {e, offset};
    offset += kind == ExprKind::Add ? pool_.integerValue(number) : -pool_.integerValue(number);
    e = isLeft ? right : left;
  }
}

// spec 10.4.3: {j, j+d, ..., j+n*d} with n = floor((k-j)/d)
void ArrayExpander::computeRange(ExprId e) {
  TypeId one = pool_.types.scalarOf(pool_.type(e));
  BaseType base = pool_.types[one].base;
  ExprId start = leaves(pool_.child(e, 0))[0];
  ExprId step = leaves(pool_.child(e, 1))[0];
  ExprId stop = leaves(pool_.child(e, 2))[0];
  if (pool_.kind(step) == ExprKind::Missing) step = number(one, 1);
  bool discrete = base == BaseType::Boolean || base == BaseType::Enumeration;
  bool literal =
      pool_.isLiteral(start) && pool_.isLiteral(stop) && (discrete || pool_.isLiteral(step));

  int64_t count = width(pool_.type(e));
  if (literal && discrete) {
    count = int64_t{pool_.payload(stop)} - int64_t{pool_.payload(start)} + 1;
  } else if (literal) {
    double d = pool_.realValue(step);
    if (d == 0) return failed(e, "a range with step 0");
    // literals such as 0:0.1:1 are not exact; the last element must not be lost to rounding
    double n = (pool_.realValue(stop) - pool_.realValue(start)) / d;
    count =
        n < -0.5
            ? 0
            : static_cast<int64_t>(std::min(std::floor(n + 1e-10 * (1 + std::abs(n))), 1e12)) + 1;
  }
  if (!literal && !discrete && count < 0 && pool_.isLiteral(step) && pool_.realValue(step) == 1) {
    const auto [from, first] = offsetOf(start);
    const auto [to, last] = offsetOf(stop);
    if (from == to) count = std::max<int64_t>(last - first + 1, 0);
  }
  count = literal ? std::max<int64_t>(count, 0) : count;
  if (count < 0) return failed(e, "a range whose number of elements is not known");
  if (count > kMostLeaves) return failed(e, "a range with too many elements");

  for (int64_t i = 0; i < count; ++i) {
    if (discrete && literal) {
      auto value = static_cast<uint32_t>(pool_.payload(start) + i);
      out_.push_back(base == BaseType::Boolean ? pool_.boolean(value != 0)
                                               : pool_.enumeration(one, value));
    } else if (discrete) {
      return failed(e, "a range of enumeration or Boolean values that are not literals");
    } else {
      ExprId offset = emit(ExprKind::Mul, one, number(one, i), step);
      out_.push_back(i == 0 ? start : emit(ExprKind::Add, one, start, offset));
    }
  }
  Size n[1] = {static_cast<Size>(count)};
  finish(e, pool_.types.withDims(one, n));
}

void ArrayExpander::computeRecord(ExprId e) {
  TypeId type = pool_.type(e);
  std::vector<ExprId> children(pool_.children(e).begin(), pool_.children(e).end());
  RecordInfo info = pool_.types.recordOf(type);
  bool sized = true;
  for (size_t k = 0; k < children.size(); ++k) {
    TypeId t = typeOf(children[k]);
    if (pool_.types[t].base == BaseType::Error && pool_.kind(children[k]) != ExprKind::Missing) {
      return poison(e);
    }
    if (width(t) < 0) return failed(e, "a field of a record whose size is not known");
    if (width(info.fields[k].type) != width(t)) sized = false;
    info.fields[k].type = t;
    Leaves all = leaves(children[k]);
    for (size_t i = 0; i < all.size(); ++i) out_.push_back(all[i]);
  }
  // a record declared with ":" gets the sizes of this value
  if (!sized) type = pool_.types.scalar(BaseType::Record, pool_.types.addRecord(info).index());
  finish(e, type);
}

void ArrayExpander::computeField(ExprId e) {
  ExprId base = pool_.child(e, 0);
  TypeId type = typeOf(base);
  uint32_t k = pool_.payload(e);
  if (pool_.types[type].base == BaseType::Error) return poison(e);
  if (pool_.types[type].base != BaseType::Record) return failed(e, "a field of what is no record");
  ExprId inOnePiece =
      base.index() < whole_.size() && whole_[base.index()] ? whole_[base.index()] : ExprId();
  if (inOnePiece && pool_.kind(inOnePiece) != ExprKind::Record &&
      pool_.kind(inOnePiece) != ExprKind::Array) {
    const bool sized = width(type) >= 0;  // then sizes are those of this value
    const TypeId own =
        sized ? pool_.types.prependDims(pool_.types.recordOf(type).fields[k].type, dimsOf(type))
              : pool_.type(e);
    setWhole(e, pool_.make(ExprKind::Field, own, k, {inOnePiece}));
  }
  if (width(type) < 0) {
    ExprId value = pool_.make(ExprKind::Field, pool_.type(e), k, {leaves(base)[0]});
    setWhole(e, value);
    if (width(pool_.type(e)) >= 0) {
      pickInto(value, pool_.type(e));
    } else {
      out_.push_back(value);
    }
    return finish(e, pool_.type(e));
  }
  std::vector<RecordField> fields = pool_.types.recordOf(type).fields;
  size_t offset = 0;
  for (uint32_t i = 0; i < k; ++i) offset += leafCount(fields[i].type);
  size_t own = leafCount(fields[k].type);
  size_t stride = leafCount(pool_.types.scalarOf(type));
  auto count = static_cast<size_t>(pool_.types.count(type));
  Leaves all = leaves(base);
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = 0; j < own; ++j) out_.push_back(all[i * stride + offset + j]);
  }
  finish(e, pool_.types.prependDims(fields[k].type, dimsOf(type)));
}

// ---- iterators

// The first iterator is the last of the new dimensions (spec 10.4.1.1); each part covers the
// others.
void ArrayExpander::computeComprehension(const Frame& frame) {
  ExprId e = frame.expr;
  const std::vector<ExprId>& parts = frame.parts;
  size_t iterators = pool_.children(e).size() / 2;
  if (width(typeOf(pool_.child(e, 2))) < 0) {
    return failed(e, "an array constructor over a range whose size is not known");
  }
  if (parts.empty()) {
    Size none[1] = {0};
    TypeId type = pool_.type(e);
    return finish(e, width(type) == 0 ? type : pool_.types.withDims(type, none));
  }
  TypeId inner = typeOf(parts[0]);
  for (ExprId part : parts) {
    if (pool_.types[typeOf(part)].base == BaseType::Error) return poison(e);
    if (typeOf(part) != inner || width(inner) < 0) {
      return failed(e, "an array constructor whose elements have different or unknown sizes");
    }
  }
  std::vector<Size> dims = dimsOf(inner);
  size_t outer = 1;
  for (size_t d = 0; d + 1 < iterators; ++d) outer *= static_cast<size_t>(dims[d]);
  size_t own = outer == 0 ? 0 : leafCount(inner) / outer;
  for (size_t o = 0; o < outer; ++o) {
    for (ExprId part : parts) {
      Leaves all = leaves(part);
      for (size_t i = 0; i < own; ++i) out_.push_back(all[o * own + i]);
    }
  }
  dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(iterators - 1),
              static_cast<Size>(parts.size()));
  finish(e, pool_.types.withDims(inner, dims));
}

void ArrayExpander::computeReduction(const Frame& frame) {
  ExprId e = frame.expr;
  Builtin function = pool_.builtinOf(e);
  TypeId one = pool_.types.scalarOf(pool_.type(e));
  if (width(typeOf(pool_.child(e, 2))) < 0) {
    return failed(e, "a reduction over a range whose size is not known");
  }
  if (frame.parts.empty()) {
    out_.push_back(neutral(function, one));
    return finish(e, one);
  }
  TypeId inner = typeOf(frame.parts[0]);
  for (ExprId part : frame.parts) {
    if (pool_.types[typeOf(part)].base == BaseType::Error) return poison(e);
    if (typeOf(part) != inner || width(inner) < 0) {
      return failed(e, "a reduction whose elements have different or unknown sizes");
    }
  }
  std::vector<ExprId> items(frame.parts.size());
  for (size_t i = 0; i < leafCount(inner); ++i) {
    for (size_t k = 0; k < items.size(); ++k) items[k] = leaves(frame.parts[k])[i];
    out_.push_back(reduceLeaves(function, one, items));
  }
  finish(e, pool_.types.withDims(one, dimsOf(inner)));
}

}  // namespace formola
