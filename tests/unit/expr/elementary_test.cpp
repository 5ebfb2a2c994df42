// Every row of elementary.def against the function itself: derivative, range of values, inverse.
#include "expr/elementary.h"

#include <cmath>
#include <set>

#include "expr/build.h"
#include "expr/fold.h"
#include "expr/partial.h"
#include "expr/sign.h"
#include "expr/solve.h"
#include "helper.h"

namespace formola {
namespace {

using test::Scope;

constexpr Builtin kAll[] = {
#define ELEMENTARY(enumerator, ...) Builtin::enumerator,
#include "expr/elementary.def"
#undef ELEMENTARY
};
constexpr double kPoints[] = {-3, -1.2, -0.7, -0.2, 0.1, 0.45, 0.9, 1.3, 2.5};

double valueOf(Builtin f, double x, double y) {
  const double both[2] = {x, y};
  return evaluateBuiltin(f, {both, elementary(f)->arguments}).value();
}

struct Call : Scope {
  ExprId x = var("x"), y = var("y"), node;
  double atX = 0, atY = 0;

  explicit Call(Builtin f) {
    ExprBuilder b(pool);
    node = elementary(f)->arguments == 2 ? b.call(f, pool.types.real(), {x, y}) : b.call(f, x);
  }
  double at(ExprId e, double newX, double newY) {
    atX = newX;
    atY = newY;
    return NumericEvaluator(pool, [this](ExprId leaf) { return leaf == x ? atX : atY; })(e);
  }
};

TEST(Elementary, DerivativesAreThoseOfTheFunction) {
  constexpr double kStep = 1e-6;
  for (const Builtin f : kAll) {
    Call call(f);
    ExprBuilder b(call.pool);
    for (size_t i = 0; i < elementary(f)->arguments; ++i) {
      const ExprId partial = scaleByPartial(b, call.node, i, b.one());
      ASSERT_TRUE(partial.valid()) << name(f);
      for (const double x : kPoints) {
        if (!elementary(f)->isDefined(x)) continue;
        const double dx = i == 0 ? kStep : 0, dy = i == 1 ? kStep : 0, y = 0.7;
        const double expected =
            (valueOf(f, x + dx, y + dy) - valueOf(f, x - dx, y - dy)) / (2 * kStep);
        EXPECT_NEAR(call.at(partial, x, y), expected, 1e-6 * (1 + std::abs(expected)))
            << name(f) << " at " << x;
      }
    }
  }
}

TEST(Elementary, ValuesAreInTheirRange) {
  for (const Builtin f : kAll) {
    for (const double low : kPoints)
      for (const double high : kPoints) {
        if (!(low <= high)) continue;
        Call call(f);
        const ValueRange r = SignAnalysis(call.pool, [&](ExprId leaf) {
          return leaf == call.x ? ValueRange{low, high, false} : ValueRange::all();
        })(call.node);
        for (const double x : kPoints) {
          if (x < low || x > high || !elementary(f)->isDefined(x)) continue;
          const double value = valueOf(f, x, 0.7);
          EXPECT_LE(r.low, value) << name(f) << " at " << x;
          EXPECT_GE(r.high, value) << name(f) << " at " << x;
          EXPECT_FALSE(r.nonZero && value == 0) << name(f);
        }
      }
  }
}

TEST(Elementary, InversesLeadBack) {
  size_t inverted = 0;
  for (const Builtin f : kAll) {
    Call call(f);
    EquationSolver solve(call.pool, {.facts = [](ExprId) { return ValueRange::all(); }});
    const Solution solution = solve(call.node, call.y, call.x);
    if (!solution.solved() || elementary(f)->arguments != 1) continue;
    ++inverted;
    for (const double x : {0.1, 0.45, 0.9}) {
      if (f == Builtin::Tan) continue;  // it has the branch of the unknown itself
      EXPECT_NEAR(call.at(solution.value, x, valueOf(f, x, 0)), x, 1e-9) << name(f);
    }
  }
  EXPECT_EQ(inverted, 12u);
}

TEST(Elementary, NamesAreDifferentInEachLanguage) {
  for (const auto member : {&Elementary::c, &Elementary::matlab, &Elementary::acsl,
                            &Elementary::simnon, &Elementary::paper}) {
    std::set<std::string_view> names;
    for (const Builtin f : kAll)
      EXPECT_TRUE(names.insert(elementary(f)->*member).second) << elementary(f)->*member;
  }
  EXPECT_EQ(elementary(Builtin::Abs), nullptr);
}

}  // namespace
}  // namespace formola
