// Typing of spatialDistribution, the one operator with two results. Specification 3.7.4.2.
#include <fmt/format.h>

#include <algorithm>

#include "diag/codes/functions.h"
#include "sema/array_values.h"
#include "sema/builtin_calls.h"
#include "sema/constants.h"
#include "sema/dims.h"
#include "sema/type_expr.h"

namespace formola {

// (out0, out1) = spatialDistribution(in0, in1, x, positiveVelocity, initialPoints, initialValues):
// what a transport along x in [0, 1] delivers at both ends (spec 3.7.4.2).
ExprId BuiltinCalls::typeSpatialDistribution(const ast::CallExpr& expr, Context& context) {
  constexpr size_t kInputs = 6;
  static constexpr std::string_view kNames[kInputs] = {
      "in0", "in1", "x", "positiveVelocity", "initialPoints", "initialValues"};
  const ast::Expr* given[kInputs] = {};
  if (expr.arguments.size() > kInputs) {
    reportCount("spatialDistribution", 4, kInputs, expr, context);
    return pool_->missing();
  }
  for (size_t i = 0; i < expr.arguments.size(); ++i) given[i] = expr.arguments[i];
  for (const ast::NamedArgument& named : expr.named) {
    const auto* at = std::find(std::begin(kNames), std::end(kNames), names_.text(named.name));
    if (at == std::end(kNames)) {
      report(diag::NoSuchArgument, named.range, context, "spatialDistribution",
             names_.text(named.name));
      return pool_->missing();
    }
    given[at - std::begin(kNames)] = named.value;
  }
  const Size two = 2;
  const TypeId pair = pool_->types.get(BaseType::Real, 0, {&two, 1});
  std::vector<ExprId> a;
  for (size_t i = 0; i < kInputs; ++i) {
    if (!given[i]) {
      if (i < 4) {
        report(diag::MissingArgument, expr.range, context, "spatialDistribution", kNames[i]);
        return pool_->missing();
      }
      // initialPoints = {0, 1}, initialValues = {0, 0}
      const ExprId ends[2] = {pool_->real(0), pool_->real(i == 4 ? 1 : 0)};
      a.push_back(pool_->make(ExprKind::Array, pair, 0, ends));
      continue;
    }
    a.push_back(typer_.type(given[i], context));
    const TypeId own = pool_->type(a[i]);
    if (pool_->base(a[i]) == BaseType::Error) return pool_->missing();
    auto wrong = [&](std::string_view wanted) {
      report(diag::ArgumentType, given[i]->range, context, i + 1, "spatialDistribution", wanted,
             values_.showType(own));
      return pool_->missing();
    };
    if (i == 3) {
      if (pool_->base(a[i]) != BaseType::Boolean || !pool_->types.isScalar(own))
        return wrong("a Boolean");
      continue;
    }
    if (!pool_->types.isNumeric(own)) return wrong(i < 3 ? "a number" : "a vector of numbers");
    const size_t rank = pool_->types[own].dims.size();
    if (i < 3 ? rank != 0 : rank != 1) return wrong(i < 3 ? "a number" : "a vector of numbers");
    a[i] = values_.castTo(a[i], BaseType::Real);
  }
  if (!sameDims(pool_->types[pool_->type(a[4])].dims, pool_->types[pool_->type(a[5])].dims)) {
    report(diag::ArgumentType, expr.range, context, 6, "spatialDistribution",
           "as long as initialPoints", values_.showType(pool_->type(a[5])));
    return pool_->missing();
  }
  // Where the points are known: ascending from 0 to 1.
  if (pool_->kind(a[4]) == ExprKind::Array) {
    const std::vector<ExprId> points(pool_->children(a[4]).begin(), pool_->children(a[4]).end());
    double last = 0;
    for (size_t i = 0; i < points.size(); ++i) {
      const std::optional<double> point = constants_.constantNumber(points[i], context);
      if (!point) break;
      const bool ends = (i > 0 || *point == 0) && (i + 1 < points.size() || *point == 1);
      if (ends && *point >= last) {
        last = *point;
        continue;
      }
      report(diag::ArgumentType, given[4] ? given[4]->range : expr.range, context, 5,
             "spatialDistribution", "points that ascend from 0 to 1",
             fmt::format("{} as point {}", *point, i + 1));
      return pool_->missing();
    }
  }
  const TypeId results[2] = {pool_->types.real(), pool_->types.real()};
  return pool_->builtin(Builtin::SpatialDistribution, pool_->types.tuple(results), a);
}

}  // namespace formola
