// Array functions against their definitions, written with subscripts.
#include "expr/array_function.h"

#include <gtest/gtest.h>

namespace formola {
namespace {

using Kind = ArrayElement::Kind;

// The numbers of a result; arguments that are sizes have no numbers.
std::vector<double> valuesOf(const ArrayPlan& plan, const std::vector<std::vector<double>>& in) {
  std::vector<double> out;
  for (size_t k = 0; k < plan.count(); ++k) {
    const ArrayElement e = plan[k];
    switch (e.kind) {
      case Kind::Zero:
        out.push_back(0);
        break;
      case Kind::One:
        out.push_back(1);
        break;
      case Kind::Copy:
        out.push_back(in[e.argument].at(e.at));
        break;
      case Kind::Negative:
        out.push_back(-in[0].at(e.at));
        break;
      case Kind::Product:
        out.push_back(in[0].at(e.at) * in[1].at(e.other));
        break;
      case Kind::CrossProduct:
        out.push_back(in[0].at(e.at) * in[1].at(e.other) - in[0].at(e.other) * in[1].at(e.at));
        break;
      case Kind::Between:
        out.push_back(in[0][0] + (in[1][0] - in[0][0]) * static_cast<double>(e.at) /
                                     static_cast<double>(e.other));
        break;
    }
  }
  return out;
}

std::vector<double> numbers(size_t count, double first) {
  std::vector<double> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = first + static_cast<double>(i * i);
  return values;
}

using Dims = std::vector<Size>;

TEST(ArrayFunction, CatJoinsAlongEveryDimension) {
  const Dims a = {2, 3, 2}, b = {2, 1, 2};
  const std::vector<double> x = numbers(12, 1), y = numbers(4, 1000);
  const ArrayArgument arguments[] = {{{}, 2}, {a, 0}, {b, 0}};
  const ArrayPlan plan(Builtin::Cat, arguments);
  ASSERT_EQ(plan.problem(), "");
  EXPECT_EQ(plan.dims(), (Dims{2, 4, 2}));
  const std::vector<double> joined = valuesOf(plan, {{}, x, y});
  for (size_t i = 0; i < 2; ++i)
    for (size_t j = 0; j < 4; ++j)
      for (size_t k = 0; k < 2; ++k)
        EXPECT_EQ(joined[(i * 4 + j) * 2 + k],
                  j < 3 ? x[(i * 3 + j) * 2 + k] : y[(i + j - 3) * 2 + k]);
}

TEST(ArrayFunction, CatOfOtherSizesIsAProblem) {
  const Dims a = {2, 3}, b = {3, 3};
  const ArrayArgument beside[] = {{{}, 2}, {a, 0}, {b, 0}};
  EXPECT_EQ(ArrayPlan(Builtin::Cat, beside).problem(),
            "cat of arrays whose other dimensions differ");
  const ArrayArgument missing[] = {{{}, 3}, {a, 0}, {b, 0}};
  EXPECT_EQ(ArrayPlan(Builtin::Cat, missing).problem(),
            "cat along dimension 3, which the arrays do not have");
  const ArrayArgument zeroth[] = {{{}, 0}, {a, 0}, {b, 0}};
  EXPECT_NE(ArrayPlan(Builtin::Cat, zeroth).problem(), "");
}

TEST(ArrayFunction, TransposeExchangesSubscripts) {
  const Dims a = {2, 3};
  const ArrayArgument arguments[] = {{a, 0}};
  const ArrayPlan plan(Builtin::Transpose, arguments);
  EXPECT_EQ(plan.dims(), (Dims{3, 2}));
  const std::vector<double> x = numbers(6, 1), y = valuesOf(plan, {x});
  for (size_t i = 0; i < 2; ++i)
    for (size_t j = 0; j < 3; ++j) EXPECT_EQ(y[j * 2 + i], x[i * 3 + j]);
}

TEST(ArrayFunction, SkewTimesVectorIsTheCrossProduct) {
  const Dims three = {3};
  const std::vector<double> x = {2, 3, 5}, y = {7, -11, 13};
  const ArrayArgument one[] = {{three, 0}}, two[] = {{three, 0}, {three, 0}};
  const std::vector<double> matrix = valuesOf(ArrayPlan(Builtin::Skew, one), {x});
  const std::vector<double> product = valuesOf(ArrayPlan(Builtin::Cross, two), {x, y});
  for (size_t i = 0; i < 3; ++i) {
    double sum = 0;
    for (size_t j = 0; j < 3; ++j) sum += matrix[i * 3 + j] * y[j];
    EXPECT_EQ(sum, product[i]);
  }
  EXPECT_EQ(product, (std::vector<double>{94, 9, -43}));
}

TEST(ArrayFunction, SymmetricTakesTheUpperTriangle) {
  const Dims square = {2, 2}, oblong = {2, 3};
  const ArrayArgument arguments[] = {{square, 0}}, wrong[] = {{oblong, 0}};
  EXPECT_EQ(valuesOf(ArrayPlan(Builtin::Symmetric, arguments), {{1, 2, 3, 4}}),
            (std::vector<double>{1, 2, 2, 4}));
  EXPECT_EQ(ArrayPlan(Builtin::Symmetric, wrong).problem(),
            "symmetric of what is not a square matrix");
}

TEST(ArrayFunction, EndsOfLinspaceAreExact) {
  const ArrayArgument arguments[] = {{}, {}, {{}, 7}};
  const std::vector<double> values =
      valuesOf(ArrayPlan(Builtin::Linspace, arguments), {{0.1}, {0.7}});
  ASSERT_EQ(values.size(), 7u);
  EXPECT_EQ(values.front(), 0.1);
  EXPECT_EQ(values.back(), 0.7);
  EXPECT_NEAR(values[3], 0.4, 1e-15);
}

TEST(ArrayFunction, FilledAndDiagonal) {
  const Dims two = {2};
  const ArrayArgument sizes[] = {{{}, 2}, {{}, 3}};
  EXPECT_EQ(ArrayPlan(Builtin::Zeros, sizes).dims(), (Dims{2, 3}));
  EXPECT_EQ(valuesOf(ArrayPlan(Builtin::Ones, sizes), {}), std::vector<double>(6, 1));
  const ArrayArgument fill[] = {{two, 0}, {{}, 3}};
  const ArrayPlan filled(Builtin::Fill, fill);
  EXPECT_EQ(filled.dims(), (Dims{3}));  // before the two of the value, which is one element
  EXPECT_EQ(filled.lead(), 0u);
  const ArrayArgument one[] = {{two, 0}};
  EXPECT_EQ(valuesOf(ArrayPlan(Builtin::Diagonal, one), {{5, 7}}),
            (std::vector<double>{5, 0, 0, 7}));
}

TEST(ArrayFunction, SizesThatNobodyCanHave) {
  const ArrayArgument negative[] = {{{}, -1}};
  EXPECT_EQ(ArrayPlan(Builtin::Zeros, negative).problem(), "an array has the negative size -1");
  const ArrayArgument large[] = {{{}, 2000000000}, {{}, 2000000000}, {{}, 2000000000}};
  EXPECT_EQ(ArrayPlan(Builtin::Zeros, large).problem(), "an array is too large");
  const ArrayArgument empty[] = {{{}, 2000000000}, {{}, 2000000000}, {{}, 0}};
  EXPECT_EQ(ArrayPlan(Builtin::Zeros, empty).problem(), "");
  EXPECT_EQ(ArrayPlan(Builtin::Zeros, empty).count(), 0u);
}

TEST(ArrayFunction, Reshaping) {
  const Dims row = {1, 4, 1}, block = {2, 2, 2};
  const ArrayArgument of[] = {{row, 0}}, wrong[] = {{block, 0}};
  EXPECT_EQ(ArrayPlan(Builtin::Vector, of).dims(), (Dims{4}));
  EXPECT_EQ(ArrayPlan(Builtin::Matrix, of).dims(), (Dims{1, 4}));
  EXPECT_NE(ArrayPlan(Builtin::Scalar, of).problem(), "");
  EXPECT_NE(ArrayPlan(Builtin::Vector, wrong).problem(), "");
  EXPECT_NE(ArrayPlan(Builtin::Matrix, wrong).problem(), "");
  const ArrayArgument promote[] = {{row, 0}, {{}, 5}}, less[] = {{row, 0}, {{}, 2}};
  EXPECT_EQ(ArrayPlan(Builtin::Promote, promote).dims(), (Dims{1, 4, 1, 1, 1}));
  EXPECT_NE(ArrayPlan(Builtin::Promote, less).problem(), "");
}

}  // namespace
}  // namespace formola
