#include "structure/index/function_rules.h"

#include <algorithm>

#include "expr/expr_table.h"
#include "expr/rewrite.h"
#include "expr/zero.h"

namespace formola {

bool hasReals(const ExprPool& pool, TypeId type) {
  const Type& t = pool.types[type];
  if (t.base == BaseType::Real) return true;
  if (t.base != BaseType::Record) return false;
  // Records nest as deeply as their declarations.
  for (const RecordField& field : pool.types.recordOf(type).fields)
    if (hasReals(pool, field.type)) return true;
  return false;
}

namespace {

void collectAssignments(const std::vector<Statement>& body, std::vector<const Statement*>& found) {
  for (const Statement& statement : body) {  // nested as deeply as the text of the function
    found.push_back(&statement);
    for (const StatementBranch& branch : statement.branches) collectAssignments(branch.body, found);
  }
}

// Whether the result of a derivative function is zero when the derivatives it is given, its inputs
// from `first` on, are. Locals count as zero as long as everything assigned to them is.
bool vanishesWithDerivatives(ExprPool& pool, const Function& f, size_t first) {
  if (f.external || f.body.empty()) return false;
  std::vector<char> zero(f.locals.size(), 0);
  for (size_t i = first; i < zero.size(); ++i) zero[i] = 1;
  std::vector<const Statement*> statements;
  collectAssignments(f.body, statements);
  const ExprId yes = pool.boolean(true), no = pool.boolean(false);
  auto isZero = [&](ExprId root) {
    ExprTable<ExprId> memo;
    return mapExpr(pool, root, memo, [&](ExprId id, std::span<const ExprId> children) {
             auto z = [&](size_t i) { return children[i] == yes; };
             auto all = [&] {
               return !children.empty() && std::count(children.begin(), children.end(), yes) ==
                                               static_cast<std::ptrdiff_t>(children.size());
             };
             switch (pool.kind(id)) {
               case ExprKind::Local:
                 return zero[pool.payload(id)] ? yes : no;
               case ExprKind::Integer:
               case ExprKind::Real:
                 return pool.realValue(id) == 0 ? yes : no;
               case ExprKind::Neg:
               case ExprKind::Cast:
               case ExprKind::Field:
               case ExprKind::Index:
               case ExprKind::Div:
                 return z(0) ? yes : no;
               case ExprKind::Mul:
               case ExprKind::MatMul:
                 return z(0) || z(1) ? yes : no;
               case ExprKind::If:
                 return z(1) && z(2) ? yes : no;
               case ExprKind::Add:
               case ExprKind::Sub:
               case ExprKind::Array:
               case ExprKind::Record:
                 return all() ? yes : no;
               default:
                 return no;
             }
           }) == yes;
  };
  auto localOf = [&](ExprId target) {
    while (pool.kind(target) == ExprKind::Index || pool.kind(target) == ExprKind::Field)
      target = pool.child(target, 0);
    return pool.kind(target) == ExprKind::Local ? static_cast<int>(pool.payload(target)) : -1;
  };
  for (bool changed = true; changed;) {
    changed = false;
    auto set = [&](int local, bool value) {
      if (local < 0 || value || !zero[static_cast<size_t>(local)]) return;
      zero[static_cast<size_t>(local)] = 0;
      changed = true;
    };
    for (size_t i = f.inputCount; i < f.locals.size(); ++i)
      if (f.locals[i].binding.valid()) set(static_cast<int>(i), isZero(f.locals[i].binding));
    for (const Statement* s : statements) {
      for (ExprId target : s->targets) set(localOf(target), false);
      if (s->kind != StatementKind::Assign) continue;
      if (localOf(s->target) < 0) return false;
      set(localOf(s->target), isZero(s->value));
    }
  }
  return zero[f.inputCount] != 0;
}

// A derivative function that is linear in the derivatives it is given: with few scalars among them
// it is written as a sum of products, which equations can be solved for. A function with a second
// derivative is left as it is, since that wants to see the derivatives.
ExprId callDerivative(ExprBuilder& build, const Dae& dae, FunctionId function, TypeId type,
                      std::vector<ExprId> arguments, const std::vector<ExprId>& derivatives,
                      bool linear) {
  constexpr size_t kMostTerms = 3;
  ExprPool& pool = build.pool();
  bool split = linear && pool.types.isScalar(type) && pool.types[type].base == BaseType::Real &&
               dae.functions[function].derivatives.empty();
  size_t terms = 0;
  for (ExprId d : derivatives) {
    split = split && pool.types.isScalar(pool.type(d)) && pool.base(d) == BaseType::Real;
    terms += split && !build.isZero(d) ? 1 : 0;
  }
  if (!split || terms > kMostTerms) {
    arguments.insert(arguments.end(), derivatives.begin(), derivatives.end());
    return pool.call(function, type, arguments);
  }
  ExprId sum = build.zero();
  for (size_t k = 0; k < derivatives.size(); ++k) {
    if (build.isZero(derivatives[k])) continue;
    std::vector<ExprId> unit = arguments;
    for (size_t j = 0; j < derivatives.size(); ++j)
      unit.push_back(j == k ? build.one() : build.zero());
    sum = build.add(sum, build.mul(pool.call(function, type, unit), derivatives[k]));
  }
  return sum;
}

}  // namespace

ExprId derivativeOfCall(ExprBuilder& build, FunctionDerivatives& functions, ExprId call,
                        std::span<const ExprId> argumentDerivatives, bool* linear) {
  ExprPool& pool = build.pool();
  if (linear) *linear = true;
  FunctionId id = pool.functionOf(call);
  if (!id.valid() || id.index() >= functions.dae().functions.size()) return {};
  const Function f = functions.dae().functions[id];  // a copy: others may be added
  const TypeId type = pool.type(call);
  std::vector<ExprId> arguments(pool.children(call).begin(), pool.children(call).end());
  auto full = [&](size_t i) {
    ExprId d = argumentDerivatives[i];
    TypeId t = pool.type(arguments[i]);
    return build.isZero(d) && pool.type(d) != t ? zeroLike(build, arguments[i]) : d;
  };
  if (f.isRecordConstructor) {
    for (ExprId d : argumentDerivatives)
      if (!d.valid()) return {};
    std::vector<ExprId> fields;
    for (size_t i = 0; i < arguments.size(); ++i) fields.push_back(full(i));
    return pool.make(ExprKind::Record, type, 0, std::span<const ExprId>(fields));
  }
  for (const DerivativeAnnotation& annotation : f.derivatives) {
    if (annotation.order < 1 || !annotation.function.valid()) continue;
    auto listed = [](const std::vector<uint32_t>& list, size_t i) {
      return std::find(list.begin(), list.end(), static_cast<uint32_t>(i)) != list.end();
    };
    bool applies = true, homogeneous = annotation.order == 1;
    std::vector<size_t> real;  // the arguments that have derivatives
    for (size_t i = 0; i < arguments.size() && applies; ++i) {
      if (!hasReals(pool, pool.type(arguments[i]))) continue;
      if (listed(annotation.zeroDerivative, i)) {
        applies = argumentDerivatives[i].valid() && build.isZero(argumentDerivatives[i]);
        continue;
      }
      if (listed(annotation.noDerivative, i)) {
        const ExprId d = argumentDerivatives[i];
        homogeneous = homogeneous && d.valid() && build.isZero(d);
        continue;
      }
      applies = argumentDerivatives[i].valid();
      real.push_back(i);
    }
    if (!applies) continue;
    // Spec 12.7.1: order n stands at the derivative of order n - 1, whose arguments are those of
    // the function itself, then their derivatives of order 1 to n - 1. It holds only where they are
    // derivatives of each other; what is new are the derivatives of the last ones.
    const auto order = static_cast<size_t>(annotation.order);
    if (real.size() % order != 0) continue;
    const size_t count = real.size() / order;
    for (size_t k = 0; k + count < real.size() && applies; ++k) {
      const ExprId expected = arguments[real[k + count]];
      applies = full(real[k]) == expected ||
                (build.isZero(argumentDerivatives[real[k]]) && build.isZero(expected));
    }
    if (!applies) continue;
    std::vector<ExprId> last;
    for (size_t k = real.size() - count; k < real.size(); ++k) last.push_back(full(real[k]));
    // Arguments with noDerivative that change: their part in the derivative may stand alone.
    homogeneous = homogeneous ||
                  (annotation.order == 1 &&
                   vanishesWithDerivatives(pool, functions.dae().functions[annotation.function],
                                           arguments.size()));
    if (linear) *linear = homogeneous;
    return callDerivative(build, functions.dae(), annotation.function, type, arguments, last,
                          homogeneous);
  }
  for (ExprId d : argumentDerivatives)
    if (!d.valid()) return {};
  const FunctionId made = functions.make(id);
  if (!made.valid()) return {};
  std::vector<ExprId> all;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (hasReals(pool, pool.type(arguments[i]))) all.push_back(full(i));
  return callDerivative(build, functions.dae(), made, type, arguments, all, true);
}

ExprId inverseOfCall(ExprPool& pool, const Dae& dae, ExprId call, size_t argument, ExprId result) {
  const FunctionId id = pool.functionOf(call);
  if (!id.valid()) return {};
  const Function& f = dae.functions[id];
  for (const InverseAnnotation& inverse : f.inverses) {
    if (inverse.input != argument || !inverse.function.valid()) continue;
    // The locals in the annotation are the other inputs and the output.
    ExprTable<ExprId> memo;
    bool ok = true;
    std::vector<ExprId> arguments;
    for (ExprId one : inverse.arguments)
      arguments.push_back(mapExpr(pool, one, memo, [&](ExprId node, auto children) {
        if (pool.kind(node) == ExprKind::Local) {
          const uint32_t local = pool.payload(node);
          if (local == f.inputCount) return result;
          ok = ok && local < pool.children(call).size() && local != argument;
          return ok ? pool.child(call, local) : node;
        }
        const ExprNode copy = pool[node];
        return children.empty() ? node : pool.make(copy.kind, copy.type, copy.payload, children);
      }));
    if (ok) return pool.call(inverse.function, pool.type(pool.child(call, argument)), arguments);
  }
  return {};
}

}  // namespace formola
