// Subscripts (spec 10.5): literal ones pick leaves, others stay as one linear subscript at run
// time.
#include <fmt/format.h>

#include "scalarize/expand_array.h"
#include "scalarize/fold_literals.h"

namespace formola {

namespace {

// The 1-based position that a literal stands for: false is the first of a dimension indexed by
// Boolean.
int64_t position(const ExprPool& pool, ExprId literal) {
  switch (pool.kind(literal)) {
    case ExprKind::Integer:
      return pool.integerValue(literal);
    case ExprKind::Boolean:
      return pool.booleanValue(literal) ? 2 : 1;
    case ExprKind::Enum:
      return pool.payload(literal);
    default:
      return 0;
  }
}

bool isLiteralSubscript(const ExprPool& pool, ExprId e) {
  return pool.isLiteral(e) && pool.kind(e) != ExprKind::Real && pool.kind(e) != ExprKind::String;
}

std::string outOfBounds(int64_t at, Size size) {
  return fmt::format("the subscript {} is outside 1:{}", at, size);
}

}  // namespace

ExprId ArrayExpander::integerSubscript(ExprId leaf) {
  TypeId integer = pool_.types.integer();
  switch (pool_.base(leaf)) {
    case BaseType::Boolean:
      return makeFolded(pool_, ExprKind::If, integer, {leaf, pool_.integer(2), pool_.integer(1)});
    case BaseType::Enumeration:
      return makeFolded(pool_, ExprKind::Cast, integer, {leaf});
    default:
      return leaf;
  }
}

// The common case, without building axes: as many literal subscripts as dimensions.
bool ArrayExpander::computeLiteralIndex(ExprId e) {
  std::span<const ExprId> children = pool_.children(e);
  TypeId type = typeOf(children[0]);
  std::span<const Size> dims = pool_.types[type].dims;
  if (children.size() != dims.size() + 1) return false;
  size_t offset = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    ExprId subscript = children[d + 1];
    if (pool_.kind(subscript) == ExprKind::Colon || !pool_.types.isScalar(typeOf(subscript)))
      return false;
    ExprId leaf = leaves(subscript)[0];
    if (!isLiteralSubscript(pool_, leaf)) return false;
    int64_t at = position(pool_, leaf);
    if (at < 1 || at > dims[d]) {
      failed(e, outOfBounds(at, dims[d]));
      return true;
    }
    offset = offset * static_cast<size_t>(dims[d]) + static_cast<size_t>(at - 1);
  }
  TypeId one = pool_.types.scalarOf(type);
  size_t own = leafCount(one);
  Leaves all = leaves(pool_.child(e, 0));
  for (size_t i = 0; i < own; ++i) out_.push_back(all[offset * own + i]);
  finish(e, one);
  return true;
}

bool ArrayExpander::readAxis(ExprId subscript, Size size, Axis& axis) {
  axis.size = size;
  if (!subscript.valid() || pool_.kind(subscript) == ExprKind::Colon) {
    axis.keep = true;
    for (Size i = 1; i <= size; ++i) axis.at.push_back(i);
    axis.expr.assign(axis.at.size(), ExprId());
    return true;
  }
  TypeId type = typeOf(subscript);
  if (width(type) < 0 || pool_.types[type].dims.size() > 1) {
    fail_("a subscript that is neither a scalar nor a vector of known size");
    return false;
  }
  axis.keep = !pool_.types.isScalar(type);
  Leaves all = leaves(subscript);
  for (size_t i = 0; i < all.size(); ++i) {
    bool literal = isLiteralSubscript(pool_, all[i]);
    int64_t at = literal ? position(pool_, all[i]) : 0;
    if (literal && (at < 1 || at > size)) {
      fail_(outOfBounds(at, size));
      return false;
    }
    axis.at.push_back(at);
    axis.expr.push_back(literal ? ExprId() : integerSubscript(all[i]));
  }
  return true;
}

// One leaf whose position is known at run time only: Index(Array of the candidates, linear
// subscript).
ExprId ArrayExpander::dynamicElement(ExprId base, const std::vector<Axis>& axes,
                                     const std::vector<size_t>& at, size_t leafWidth, size_t leaf) {
  TypeId integer = pool_.types.integer();
  ExprId linear;
  int64_t total = 1;
  bool all = leafWidth == 1;  // every element is a candidate
  for (size_t d = 0; d < axes.size(); ++d) {
    ExprId s = axes[d].expr[at[d]];
    if (!s) {
      all = false;
      continue;
    }
    total *= axes[d].size;
    if (!linear) {
      linear = s;
      continue;
    }
    ExprId before = emit(ExprKind::Sub, integer, linear, pool_.integer(1));
    before = emit(ExprKind::Mul, integer, before, pool_.integer(axes[d].size));
    linear = emit(ExprKind::Add, integer, before, s);
  }
  Leaves elements = leaves(base);
  ExprId candidates;
  if (all && base.index() < flat_.size()) candidates = flat_[base.index()];
  if (!candidates) {
    std::vector<ExprId> items;
    items.reserve(static_cast<size_t>(total));
    std::vector<Size> counter(axes.size(), 0);
    for (int64_t i = 0; i < total; ++i) {
      int64_t rest = i;
      for (size_t d = axes.size(); d-- > 0;) {
        if (!axes[d].expr[at[d]]) continue;
        counter[d] = static_cast<Size>(rest % axes[d].size);
        rest /= axes[d].size;
      }
      size_t offset = 0;
      for (size_t d = 0; d < axes.size(); ++d) {
        int64_t fixed = axes[d].expr[at[d]] ? counter[d] : axes[d].at[at[d]] - 1;
        offset = offset * static_cast<size_t>(axes[d].size) + static_cast<size_t>(fixed);
      }
      items.push_back(elements[offset * leafWidth + leaf]);
    }
    Size n[1] = {static_cast<Size>(total)};
    TypeId vector = pool_.types.withDims(pool_.type(items[0]), n);
    candidates = pool_.make(ExprKind::Array, vector, 0, items);
    if (all) {
      if (base.index() >= flat_.size()) flat_.resize(pool_.size());
      flat_[base.index()] = candidates;
    }
  }
  TypeId one = pool_.types.scalarOf(pool_.type(candidates));
  return pool_.make(ExprKind::Index, one, 0, {candidates, linear});
}

void ArrayExpander::computeIndex(ExprId e) {
  std::vector<ExprId> children(pool_.children(e).begin(), pool_.children(e).end());
  TypeId type = typeOf(children[0]);
  for (ExprId c : children) {
    if (pool_.kind(c) != ExprKind::Colon && pool_.types[typeOf(c)].base == BaseType::Error)
      return poison(e);
  }
  if (children.size() == 1) return finishAs(e, children[0]);
  if (width(type) < 0) {
    // the elements of a call whose size is found at run time
    for (ExprId& c : children) {
      if (pool_.kind(c) != ExprKind::Colon) c = wholeOfExpanded(c);
    }
    TypeId own = pool_.type(e);
    ExprId value = pool_.make(ExprKind::Index, own, 0, children);
    setWhole(e, value);
    if (width(own) >= 0) {
      pickInto(value, own);
    } else {
      out_.push_back(value);
    }
    return finish(e, own);
  }
  if (computeLiteralIndex(e)) return;

  std::vector<Size> dims = dimsOf(type);
  if (children.size() > dims.size() + 1) return failed(e, "more subscripts than dimensions");
  std::vector<Axis> axes(dims.size());
  std::vector<Size> kept;
  size_t total = 1;
  for (size_t d = 0; d < dims.size(); ++d) {
    ExprId subscript = d + 1 < children.size() ? children[d + 1] : ExprId();
    if (!readAxis(subscript, dims[d], axes[d])) return poison(e);
    total *= axes[d].at.size();
    if (axes[d].keep) kept.push_back(static_cast<Size>(axes[d].at.size()));
  }
  size_t own = leafCount(pool_.types.scalarOf(type));
  std::vector<size_t> at(dims.size(), 0);
  for (size_t i = 0; i < total; ++i) {
    size_t offset = 0;
    bool dynamic = false;
    for (size_t d = 0; d < dims.size(); ++d) {
      int64_t fixed = axes[d].at[at[d]];
      if (fixed == 0) {
        if (dims[d] == 0) return failed(e, "an element of an array without elements");
        dynamic = true;
      }
      offset =
          offset * static_cast<size_t>(dims[d]) + static_cast<size_t>(fixed == 0 ? 0 : fixed - 1);
    }
    for (size_t k = 0; k < own; ++k) {
      out_.push_back(dynamic ? dynamicElement(children[0], axes, at, own, k)
                             : leaves(children[0])[offset * own + k]);
    }
    for (size_t d = dims.size(); d-- > 0;) {
      if (++at[d] < axes[d].at.size()) break;
      at[d] = 0;
    }
  }
  finish(e, pool_.types.withDims(type, kept));
}

}  // namespace formola
