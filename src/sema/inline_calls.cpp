// Expressions of a function with its arguments in place: defaults, sizes, and calls of functions
// that are one assignment. Specification 12.8.
#include "sema/inline_calls.h"

#include <algorithm>
#include <unordered_set>

#include "expr/bind_places.h"
#include "expr/operators.h"
#include "expr/rewrite.h"
#include "sema/array_values.h"
#include "sema/component_types.h"
#include "sema/dims.h"

namespace formola {

ExprId CallInliner::replaceLocals(ExprId root, std::span<const ExprId> locals) {
  std::unordered_map<ExprId, ExprId> memo;
  auto walk = [&](auto&& self, ExprId e) -> ExprId {
    if (pool_->isLiteral(e)) return e;
    if (pool_->kind(e) == ExprKind::Local) {
      uint32_t i = pool_->payload(e);
      return i < locals.size() && locals[i].valid() ? locals[i] : e;
    }
    if (pool_->children(e).empty()) return e;
    if (auto known = memo.find(e); known != memo.end()) return known->second;
    std::vector<ExprId> children(pool_->children(e).begin(), pool_->children(e).end());
    bool changed = false;
    for (ExprId& c : children) {
      ExprId next = self(self, c);
      changed |= next != c;
      c = next;
    }
    ExprId result = e;
    if (changed) {
      switch (pool_->kind(e)) {
        case ExprKind::Index:
          result = values_.index(children[0], std::span<const ExprId>(children).subspan(1));
          break;
        case ExprKind::Field:
          result = values_.field(children[0], pool_->payload(e));
          break;
        case ExprKind::Array:
          result = values_.makeArray(children);
          break;
        case ExprKind::Builtin:
          if (pool_->builtinOf(e) == Builtin::SizeOf && children.size() == 2 &&
              pool_->kind(children[1]) == ExprKind::Integer) {
            result = values_.size(children[0],
                                  static_cast<size_t>(pool_->integerValue(children[1]) - 1));
            break;
          }
          [[fallthrough]];
        default:
          result = rebuild(pool_->kind(e), pool_->type(e), pool_->payload(e), children);
      }
    }
    memo[e] = result;
    return result;
  };
  return walk(walk, root);
}

// f(x) or function f(a = x) where f stood for a function that is known now: a call of it, or it
// with more of its places bound. Invalid: neither.
ExprId CallInliner::callKnown(ExprKind kind, TypeId type, uint32_t payload,
                              std::span<const ExprId> children) {
  if ((kind != ExprKind::Call && kind != ExprKind::FunctionRef) || FunctionId(payload).valid() ||
      children.empty() || pool_->kind(children[0]) != ExprKind::FunctionRef)
    return {};
  const ExprId bound = bindPlaces(*pool_, children[0], children.subspan(1));
  if (kind == ExprKind::FunctionRef) return bound;
  const std::vector<ExprId> places(pool_->children(bound).begin(), pool_->children(bound).end());
  const auto free = [&](ExprId e) { return pool_->kind(e) == ExprKind::Missing; };
  const FunctionId of = pool_->functionOf(bound);
  const auto count =
      std::count_if(pool_->children(children[0]).begin(), pool_->children(children[0]).end(), free);
  if (!of.valid() || std::any_of(places.begin(), places.end(), free) ||
      static_cast<size_t>(count) + 1 != children.size())
    return {};
  return pool_->call(of, type, places);
}

// The node with other children: sizes that were unknown follow from them, decisions about sizes are
// taken.
ExprId CallInliner::rebuild(ExprKind kind, TypeId type, uint32_t payload,
                            std::span<const ExprId> children) {
  auto dimsOf = [&](ExprId e) { return copyDims(pool_->types[pool_->type(e)].dims); };
  auto literal = [&](ExprId e) -> std::optional<Size> {
    if (pool_->kind(e) != ExprKind::Integer) return std::nullopt;
    return static_cast<Size>(pool_->integerValue(e));
  };
  if (const ExprId known = callKnown(kind, type, payload, children)) return known;
  if (kind == ExprKind::If && pool_->kind(children[0]) == ExprKind::Boolean) {
    return children[pool_->booleanValue(children[0]) ? 1 : 2];
  }
  if (isRelation(kind) && pool_->kind(children[0]) == ExprKind::Integer &&
      pool_->kind(children[1]) == ExprKind::Integer) {
    int64_t a = pool_->integerValue(children[0]), b = pool_->integerValue(children[1]);
    bool holds = kind == ExprKind::Less           ? a < b
                 : kind == ExprKind::LessEqual    ? a <= b
                 : kind == ExprKind::Greater      ? a > b
                 : kind == ExprKind::GreaterEqual ? a >= b
                 : kind == ExprKind::Equal        ? a == b
                                                  : a != b;
    return pool_->boolean(holds);
  }
  if ((kind == ExprKind::Add || kind == ExprKind::Sub || kind == ExprKind::Mul) &&
      literal(children[0]) && literal(children[1])) {
    int64_t a = pool_->integerValue(children[0]), b = pool_->integerValue(children[1]);
    return pool_->integer(kind == ExprKind::Add ? a + b : kind == ExprKind::Sub ? a - b : a * b);
  }
  if (kind == ExprKind::Record) {
    RecordInfo info = pool_->types.recordOf(type);
    for (size_t i = 0; i < children.size() && i < info.fields.size(); ++i)
      info.fields[i].type = pool_->type(children[i]);
    Instance* recordClass = componentTypes_.recordClass(RecordId(pool_->types[type].which));
    RecordId id = pool_->types.addRecord(std::move(info));
    componentTypes_.noteRecordClass(id, recordClass);
    type = pool_->types.scalar(BaseType::Record, id.index());
  } else if (pool_->types.count(type) < 0) {
    std::vector<Size> dims = copyDims(pool_->types[type].dims);
    if ((kind >= ExprKind::Neg && kind <= ExprKind::Or) || kind == ExprKind::Cast) {
      for (ExprId c : children) {
        if (dimsOf(c).size() == dims.size()) dims = dimsOf(c);
      }
    } else if (kind == ExprKind::If) {
      dims = dimsOf(children[1]);
    } else if (kind == ExprKind::MatMul) {
      std::vector<Size> a = dimsOf(children[0]), b = dimsOf(children[1]);
      dims.clear();
      if (a.size() == 2) dims.push_back(a[0]);
      if (b.size() == 2) dims.push_back(b[1]);
    } else if (kind == ExprKind::Range) {
      auto a = literal(children[0]), s = literal(children[1]), b = literal(children[2]);
      if (a && s && b && *s != 0)
        dims = {(*b < *a) == (*s < 0) || *b == *a ? (*b - *a) / *s + 1 : 0};
    } else if (kind == ExprKind::Builtin) {
      auto f = static_cast<Builtin>(payload);
      if (f == Builtin::Cat && literal(children[0])) {
        auto d = static_cast<size_t>(*literal(children[0]) - 1);
        dims = dimsOf(children[1]);
        Size total = 0;
        for (ExprId c : children.subspan(1)) {
          std::vector<Size> own = dimsOf(c);
          total = d < own.size() && own[d] != kUnknownSize && total != kUnknownSize ? total + own[d]
                                                                                    : kUnknownSize;
        }
        if (d < dims.size()) dims[d] = total;
      } else if (f == Builtin::Fill || f == Builtin::Zeros || f == Builtin::Ones) {
        size_t first = f == Builtin::Fill ? 1 : 0;
        for (size_t i = first; i < children.size() && i - first < dims.size(); ++i) {
          if (auto n = literal(children[i])) dims[i - first] = *n;
        }
      } else if (f == Builtin::Transpose) {
        dims = dimsOf(children[0]);
        std::swap(dims[0], dims[1]);
      } else if (children.size() == 1 && dimsOf(children[0]).size() == dims.size()) {
        dims = dimsOf(children[0]);
      }
    }
    type = pool_->types.withDims(type, dims);
  }
  return pool_->make(kind, type, payload, children);
}

bool CallInliner::usesOtherLocals(ExprId root, std::span<const ExprId> known) const {
  return anyNode(*pool_, root, [&](ExprId e) {
    return pool_->kind(e) == ExprKind::Local && !known[pool_->payload(e)];
  });
}

// The values that the declarations of outputs and locals give, in terms of the arguments; a local
// without one, and what depends on it, stays invalid. Bindings may use locals that are declared
// later (spec 12.4.4). False: they depend on each other.
bool CallInliner::replaceBindings(const Function& f, std::vector<ExprId>& locals) {
  bool waits = true;
  for (bool progress = true; progress && waits;) {
    progress = waits = false;
    for (uint32_t i = f.inputCount; i < f.locals.size(); ++i) {
      const ExprId binding = f.locals[i].binding;
      if (locals[i] || !binding) continue;
      if (usesOtherLocals(binding, locals)) {
        waits = true;
        continue;
      }
      locals[i] = replaceLocals(binding, locals);
      progress = true;
    }
  }
  return !waits;
}

std::optional<ExprId> CallInliner::tryInline(const Function& f, std::span<const ExprId> arguments) {
  if (f.external || f.outputCount != 1 || f.impure || f.isRecordConstructor) return std::nullopt;
  if (f.body.size() > 1) return std::nullopt;
  bool operatorFunction = pool_->types[f.locals[f.inputCount].type].base == BaseType::Record;
  if (f.inlining == Inlining::Never) return std::nullopt;
  if (f.inlining == Inlining::Default && !operatorFunction) return std::nullopt;
  std::vector<ExprId> locals(arguments.begin(), arguments.end());
  locals.resize(f.locals.size());
  if (!replaceBindings(f, locals)) return std::nullopt;
  if (f.body.empty()) {
    if (!locals[f.inputCount]) return std::nullopt;
    return locals[f.inputCount];
  }
  const Statement& s = f.body[0];
  if (s.kind != StatementKind::Assign || pool_->kind(s.target) != ExprKind::Local ||
      pool_->payload(s.target) != f.inputCount) {
    return std::nullopt;
  }
  // With the derivative of all that it uses declared in an annotation alone, the function must stay
  // until index reduction has asked for that (spec 12.8: InlineAfterIndexReduction).
  if (f.inlining == Inlining::AfterIndexReduction && derivativeIsDeclared(f)) return std::nullopt;
  if (usesOtherLocals(s.value, locals)) return std::nullopt;
  ExprId value = replaceLocals(s.value, locals);
  if (pool_->types.count(pool_->type(value)) < 0) return std::nullopt;
  // x[1:n] with an n that changes during the simulation has a meaning only inside a function.
  if (!hasOpenRange(s.value) || !hasOpenRange(value)) return value;
  const bool known = std::all_of(arguments.begin(), arguments.end(), [&](ExprId a) {
    return !a.valid() || pool_->types.count(pool_->type(a)) >= 0;
  });
  if (known) return std::nullopt;
  return value;
}

bool CallInliner::hasOpenRange(ExprId root) const {
  return anyNode(*pool_, root, [&](ExprId e) {
    return pool_->kind(e) == ExprKind::Range && pool_->types.count(pool_->type(e)) < 0;
  });
}

// Whether the value of a function of one assignment follows from inputs with noDerivative: what
// differentiating its expression gives isn't what its annotation says.
bool CallInliner::derivativeIsDeclared(const Function& f) const {
  if (f.derivatives.empty()) return false;
  const std::vector<uint32_t>& without = f.derivatives[0].noDerivative;
  return !anyNode(*pool_, f.body[0].value, [&](ExprId e) {
    return pool_->kind(e) == ExprKind::Local &&
           std::find(without.begin(), without.end(), pool_->payload(e)) == without.end();
  });
}

}  // namespace formola
