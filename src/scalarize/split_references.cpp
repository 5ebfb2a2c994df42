#include "scalarize/split_references.h"

namespace formola {

ExprId ReferenceSplitter::rewrite(ExprId expr) {
  std::vector<ExprId> stack{expr};
  while (!stack.empty()) {
    ExprId e = stack.back();
    if (has(e)) {
      stack.pop_back();
      continue;
    }
    size_t before = stack.size();
    for (ExprId c : pool_.children(e)) {
      if (!has(c)) stack.push_back(c);
    }
    if (stack.size() > before) continue;
    ExprId to = rewriteNode(e);
    if (e.index() >= memo_.size()) memo_.resize(std::max(pool_.size(), memo_.size() * 2));
    memo_[e.index()] = to;
    stack.pop_back();
  }
  return memo_[expr.index()];
}

namespace {

bool isOfVariables(Builtin function) {
  return function == Builtin::Pre || function == Builtin::Edge || function == Builtin::Change ||
         function == Builtin::Der || function == Builtin::Previous;
}

}  // namespace

ExprId ReferenceSplitter::rewriteNode(ExprId e) {
  if (pool_.kind(e) == ExprKind::Variable) return splitVariable(e);
  std::vector<ExprId> children(pool_.children(e).begin(), pool_.children(e).end());
  if (children.empty()) return e;
  for (ExprId& c : children) c = memo_[c.index()];
  const ExprNode node = pool_[e];
  if (node.kind == ExprKind::Builtin && isOfVariables(pool_.builtinOf(e))) {
    const Builtin function = pool_.builtinOf(e);
    if (pool_.kind(children[0]) == ExprKind::Array)
      return ofElements(function, node.type, children[0]);
    // pre(x[i]) with a subscript that is known at run time only: {pre(x[1]), pre(x[2])}[i]
    if (pool_.kind(children[0]) == ExprKind::Index) {
      std::vector<ExprId> parts(pool_.children(children[0]).begin(),
                                pool_.children(children[0]).end());
      if (pool_.kind(parts[0]) == ExprKind::Array) {
        parts[0] = ofElements(function, pool_.type(parts[0]), parts[0]);
        return pool_.make(ExprKind::Index, node.type, 0, parts);
      }
    }
  }
  ExprId to = pool_.make(node.kind, node.type, node.payload, children);
  return node.kind == ExprKind::Index ? resolveIndex(to) : to;
}

// pre, edge, change and der are operators on variables: pre({a, b}) -> {pre(a), pre(b)}.
ExprId ReferenceSplitter::ofElements(Builtin function, TypeId type, ExprId array) {
  TypeId one = pool_.types.scalarOf(type);
  std::vector<ExprId> elements, stack{array};
  while (!stack.empty()) {
    ExprId e = stack.back();
    stack.pop_back();
    if (pool_.kind(e) == ExprKind::Array) {
      std::span<const ExprId> children = pool_.children(e);
      stack.insert(stack.end(), children.rbegin(), children.rend());
    } else {
      elements.push_back(e);
    }
  }
  for (ExprId& e : elements) e = pool_.builtin(function, one, {&e, 1});
  return arrayOf(type, std::move(elements));
}

ExprId ReferenceSplitter::splitVariable(ExprId e) {
  VariableId id = pool_.variableOf(e);
  TypeId type = pool_.type(e);
  TypeId one = pool_.types.scalarOf(type);
  auto total = static_cast<size_t>(std::max<int64_t>(pool_.types.count(type), 0));
  std::vector<ExprId> level;
  level.reserve(total);
  const std::vector<ExprId>& known = variables_.literals[id];
  if (!known.empty() && known.size() == total) {
    level = known;
  } else {
    for (size_t i = 0; i < total; ++i) {
      level.push_back(pool_.variable(VariableId(variables_.first[id].index() + i), one));
    }
  }
  return arrayOf(type, std::move(level));
}

ExprId ReferenceSplitter::arrayOf(TypeId type, std::vector<ExprId> level) {
  std::vector<Size> dims(pool_.types[type].dims.begin(), pool_.types[type].dims.end());
  for (size_t d = dims.size(); d-- > 0;) {
    TypeId row = pool_.types.element(type, d);
    auto length = static_cast<size_t>(dims[d]);
    size_t groups = 1;
    for (size_t k = 0; k < d; ++k) groups *= static_cast<size_t>(dims[k]);
    std::vector<ExprId> next;
    for (size_t g = 0; g < groups; ++g) {
      std::span<const ExprId> part = std::span<const ExprId>(level).subspan(g * length, length);
      next.push_back(pool_.make(ExprKind::Array, row, 0, part));
    }
    level = std::move(next);
  }
  return level[0];
}

// Index(Array(...), literals...) -> the element; anything else stays, an error in it is found when
// it is evaluated.
ExprId ReferenceSplitter::resolveIndex(ExprId index) {
  std::span<const ExprId> children = pool_.children(index);
  ExprId value = children[0];
  for (ExprId subscript : children.subspan(1)) {
    if (pool_.kind(value) != ExprKind::Array || pool_.kind(subscript) != ExprKind::Integer)
      return index;
    std::span<const ExprId> elements = pool_.children(value);
    int64_t at = pool_.integerValue(subscript);
    if (at < 1 || at > static_cast<int64_t>(elements.size())) return index;
    value = elements[static_cast<size_t>(at - 1)];
  }
  return value;
}

}  // namespace formola
