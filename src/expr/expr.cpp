#include "expr/expr.h"

#include <utility>

namespace formola {

namespace {

uint64_t mix(uint64_t h, uint64_t v) {
  h ^= v + 0x9E3779B97F4A7C15ull + (h << 6) + (h >> 2);
  return h * 0xff51afd7ed558ccdull;
}

uint32_t hashNode(ExprKind kind, TypeId type, uint32_t payload, uint32_t upper,
                  std::span<const ExprId> children) {
  uint64_t h = mix(static_cast<uint64_t>(kind), type.index());
  h = mix(h, payload);
  h = mix(h, upper);
  for (ExprId c : children) h = mix(h, c.index());
  return static_cast<uint32_t>(h ^ (h >> 32));
}

}  // namespace

std::string_view name(Builtin function) {
  static constexpr std::string_view kNames[] = {
#define BUILTIN(id, text) text,
#include "expr/builtins.def"
#undef BUILTIN
  };
  return kNames[static_cast<size_t>(function)];
}

ExprPool::ExprPool() {
  rehash(1024);
}

ExprId ExprPool::insert(ExprKind kind, TypeId type, uint32_t payload, uint32_t upper,
                        std::span<const ExprId> children) {
  // Up to two thirds of the slots are taken.
  if ((nodes_.size() + 1) * 3 > slots_.size()) rehash(slots_.size());
  const uint32_t h = hashNode(kind, type, payload, upper, children);
  const size_t mask = slots_.size() / 2 - 1;
  size_t at = h & mask;
  for (; slots_[2 * at + 1] != 0; at = (at + 1) & mask) {
    if (slots_[2 * at] != h) continue;
    const ExprNode& n = nodes_[slots_[2 * at + 1] - 1];
    if (n.kind == kind && n.type == type && n.payload == payload &&
        n.childCount == children.size() && (n.childCount > 0 || n.child[0] == upper)) {
      ExprId id(slots_[2 * at + 1] - 1);
      std::span<const ExprId> own = this->children(id);
      bool same = true;
      for (size_t i = 0; i < own.size() && same; ++i) same = own[i] == children[i];
      if (same) return id;
    }
  }
  ExprNode node{kind, type, payload, static_cast<uint32_t>(children.size()), {}};
  if (children.empty()) {
    node.child[0] = upper;
  } else if (children.size() <= 3) {
    for (size_t i = 0; i < children.size(); ++i) node.child[i] = children[i].index();
  } else {
    node.child[0] = static_cast<uint32_t>(childTable_.size());
    // `children` may point into the table itself, which may move while it grows
    size_t count = children.size();
    bool inside = !childTable_.empty() && children.data() >= childTable_.data() &&
                  children.data() < childTable_.data() + childTable_.size();
    size_t offset = inside ? static_cast<size_t>(children.data() - childTable_.data()) : 0;
    size_t first = childTable_.size();
    childTable_.resize(first + count);
    const ExprId* from = inside ? childTable_.data() + offset : children.data();
    for (size_t i = 0; i < count; ++i) childTable_[first + i] = from[i];
  }
  nodes_.push_back(node);
  slots_[2 * at] = h;
  slots_[2 * at + 1] = static_cast<uint32_t>(nodes_.size());
  return ExprId(nodes_.size() - 1);
}

void ExprPool::rehash(size_t capacity) {
  const std::vector<uint32_t> before = std::exchange(slots_, std::vector<uint32_t>(2 * capacity));
  const size_t mask = capacity - 1;
  for (size_t i = 0; i < before.size(); i += 2) {
    if (before[i + 1] == 0) continue;
    size_t at = before[i] & mask;
    while (slots_[2 * at + 1] != 0) at = (at + 1) & mask;
    slots_[2 * at] = before[i];
    slots_[2 * at + 1] = before[i + 1];
  }
}

ExprId ExprPool::integer(int64_t value) {
  auto bits = static_cast<uint64_t>(value);
  return insert(ExprKind::Integer, types.integer(), static_cast<uint32_t>(bits),
                static_cast<uint32_t>(bits >> 32), {});
}

ExprId ExprPool::real(double value) {
  uint64_t bits = std::bit_cast<uint64_t>(value);
  return insert(ExprKind::Real, types.real(), static_cast<uint32_t>(bits),
                static_cast<uint32_t>(bits >> 32), {});
}

int64_t ExprPool::integerValue(ExprId id) const {
  const ExprNode& n = nodes_[id.index()];
  return static_cast<int64_t>((static_cast<uint64_t>(n.child[0]) << 32) | n.payload);
}

double ExprPool::realValue(ExprId id) const {
  const ExprNode& n = nodes_[id.index()];
  if (n.kind == ExprKind::Integer) return static_cast<double>(integerValue(id));
  return std::bit_cast<double>((static_cast<uint64_t>(n.child[0]) << 32) | n.payload);
}

ExprId ExprPool::boolean(bool value) {
  return insert(ExprKind::Boolean, types.boolean(), value ? 1 : 0, 0, {});
}

ExprId ExprPool::string(std::string_view text) {
  return insert(ExprKind::String, types.string(), names.intern(text).index(), 0, {});
}

ExprId ExprPool::enumeration(TypeId type, uint32_t literal) {
  return insert(ExprKind::Enum, type, literal, 0, {});
}

ExprId ExprPool::binary(ExprKind kind, TypeId type, ExprId a, ExprId b) {
  ExprId both[2] = {a, b};
  return make(kind, type, 0, both);
}

ExprId ExprPool::ifThenElse(TypeId type, ExprId condition, ExprId a, ExprId b) {
  ExprId all[3] = {condition, a, b};
  return make(ExprKind::If, type, 0, all);
}

}  // namespace formola
