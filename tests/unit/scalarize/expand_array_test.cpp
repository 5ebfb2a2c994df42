// Expanding an expression must not change its value: the reference interpreter evaluates the array
// expression on one side and every leaf on the other.
#include "scalarize/expand_array.h"

#include <gtest/gtest.h>

#include <random>

#include "../dae/dae_builder.h"
#include "evaluate/evaluate.h"

namespace formola {
namespace {

using testing::DaeBuilder;

class ExpandTest : public ::testing::Test, public DaeBuilder {
 protected:
  SplitVariables split;
  std::vector<double> values;  // of the scalar variables
  std::string failures;

  // A variable with values of its own.
  ExprId known(const std::string& name, TypeId type) {
    ExprId v = variable(name, type);
    split.first.push_back(VariableId(values.size()));
    split.literals.push_back({});
    bool isInteger = pool.types[type].base == BaseType::Integer;
    for (int64_t i = 0; i < pool.types.count(type); ++i) {
      values.push_back(isInteger ? double(1 + (values.size() * 7) % 3)
                                 : 0.5 + 0.37 * double(values.size() % 11));
    }
    return v;
  }

  Value valueOf(TypeId type, size_t first) {
    Value value{type, {}, {}, {}, {}};
    for (int64_t i = 0; i < pool.types.count(type); ++i) {
      double x = values[first + static_cast<size_t>(i)];
      if (pool.types[type].base == BaseType::Real) {
        value.reals.push_back(x);
      } else {
        value.integers.push_back(static_cast<int64_t>(x));
      }
    }
    return value;
  }

  // Evaluates an expression over the array variables, or over the scalar ones.
  EvaluationResult evaluated(ExprId e, bool scalar) {
    EvaluationContext context;
    context.pool = &pool;
    context.function = [this](FunctionId id) { return &dae.functions[id]; };
    context.variable = [this, scalar](VariableId id) -> std::optional<Value> {
      if (!scalar) return valueOf(dae.variables[id].type, split.first[id].index());
      for (size_t k = dae.variables.size(); k-- > 0;) {
        VariableId owner(k);
        if (split.first[owner].index() <= id.index() &&
            pool.types.count(dae.variables[owner].type) > 0) {
          return valueOf(pool.types.scalarOf(dae.variables[owner].type), id.index());
        }
      }
      return std::nullopt;
    };
    return evaluate(e, context);
  }

  static void flatten(const Value& value, std::vector<double>& out) {
    out.insert(out.end(), value.reals.begin(), value.reals.end());
    out.insert(out.end(), value.integers.begin(), value.integers.end());
    for (const Value& field : value.fields) flatten(field, out);
  }

  void expectSameValue(ExprId e, const std::string& what) {
    SCOPED_TRACE(what);
    EvaluationResult whole = evaluated(e, false);
    ASSERT_TRUE(whole.value) << whole.reason;
    std::vector<double> expected, got;
    flatten(*whole.value, expected);
    ArrayExpander expander(pool, split, dae.functions,
                           [&](const std::string& why) { failures += why + "\n"; });
    ArrayExpander::Leaves leaves = expander.expand(e);
    EXPECT_EQ(failures, "");
    ASSERT_EQ(leaves.size(), expected.size());
    for (size_t i = 0; i < leaves.size(); ++i) {
      EXPECT_TRUE(pool.types.isScalar(pool.type(leaves[i])));
      EvaluationResult one = evaluated(leaves[i], true);
      ASSERT_TRUE(one.value) << one.reason;
      flatten(*one.value, got);
    }
    ASSERT_EQ(got.size(), expected.size());
    for (size_t i = 0; i < got.size(); ++i) {
      EXPECT_NEAR(got[i], expected[i], 1e-12 * (1 + std::abs(expected[i]))) << "element " << i;
    }
  }

  ExprId index(TypeId type, std::vector<ExprId> children) {
    return pool.make(ExprKind::Index, type, 0, std::span<const ExprId>(children));
  }
  ExprId reduction(Builtin f, TypeId type, std::vector<ExprId> children) {
    return pool.make(ExprKind::Reduction, type, static_cast<uint32_t>(f),
                     std::span<const ExprId>(children));
  }
  ExprId comprehension(TypeId type, std::vector<ExprId> children) {
    return pool.make(ExprKind::Comprehension, type, 0, std::span<const ExprId>(children));
  }
};

TEST_F(ExpandTest, FunctionsOfTheLanguage) {
  ExprId v = known("v", reals({3})), w = known("w", reals({3})), m = known("m", reals({3, 3})),
         r = known("r", reals({2, 3})), t = known("t", reals({2, 3, 2})), s = known("s", real);
  auto matmul = [&](TypeId type, ExprId a, ExprId b) {
    return pool.binary(ExprKind::MatMul, type, a, b);
  };
  std::vector<std::pair<std::string, ExprId>> cases = {
      {"scalar product", matmul(real, v, w)},
      {"matrix * vector", matmul(reals({2}), r, v)},
      {"vector * matrix", matmul(reals({3}), v, m)},
      {"matrix * matrix", matmul(reals({2, 3}), r, m)},
      {"cross", fn(Builtin::Cross, reals({3}), {v, w})},
      {"skew", fn(Builtin::Skew, reals({3, 3}), {v})},
      {"transpose", fn(Builtin::Transpose, reals({3, 2}), {r})},
      {"outerProduct", fn(Builtin::OuterProduct, reals({3, 3}), {v, w})},
      {"symmetric", fn(Builtin::Symmetric, reals({3, 3}), {m})},
      {"diagonal", fn(Builtin::Diagonal, reals({3, 3}), {v})},
      {"identity", fn(Builtin::Identity, integers({3, 3}), {lit(3)})},
      {"linspace", fn(Builtin::Linspace, reals({5}), {s, num(7), lit(5)})},
      {"fill", fn(Builtin::Fill, reals({2, 2}), {s, lit(2), lit(2)})},
      {"zeros", fn(Builtin::Zeros, integers({2, 1}), {lit(2), lit(1)})},
      {"cat 1", fn(Builtin::Cat, reals({5, 3}), {lit(1), r, m})},
      {"cat 2", fn(Builtin::Cat, reals({3, 6}), {lit(2), m, m})},
      {"cat 3", fn(Builtin::Cat, reals({2, 3, 4}), {lit(3), t, t})},
      {"vector",
       fn(Builtin::Vector, reals({3}), {fn(Builtin::Promote, reals({3, 1}), {v, lit(2)})})},
      {"matrix", fn(Builtin::Matrix, reals({3, 1}), {v})},
      {"sum", fn(Builtin::Sum, real, {t})},
      {"product", fn(Builtin::Product, real, {v})},
      {"min", fn(Builtin::Min, real, {m})},
      {"max", fn(Builtin::Max, real, {m})},
      {"size", fn(Builtin::SizeOf, integers({3}), {t})},
      {"ndims", fn(Builtin::Ndims, integer, {t})},
      {"elementwise", add(mul(s, v), fn(Builtin::Sin, reals({3}), {w}))},
  };
  for (auto& [name, e] : cases) expectSameValue(e, name);
}

TEST_F(ExpandTest, Subscripts) {
  ExprId m = known("m", reals({3, 4})), t = known("t", reals({2, 3, 3})), i = known("i", integer),
         j = known("j", integer), k = known("k", integers({2}));
  ExprId all = pool.colon();
  std::vector<std::pair<std::string, ExprId>> cases = {
      {"element", index(real, {m, lit(2), lit(3)})},
      {"row", index(reals({4}), {m, lit(2), all})},
      {"column", index(reals({3}), {m, all, lit(4)})},
      {"one subscript", index(reals({4}), {m, lit(3)})},
      {"reversed", index(reals({3, 2}), {m, all, list({lit(4), lit(1)})})},
      {"run time", index(real, {m, i, j})},
      {"run time row", index(reals({4}), {m, i, all})},
      {"run time vector", index(reals({2, 2}), {m, k, list({lit(1), i})})},
      {"three", index(reals({3}), {t, lit(2), j, all})},
      {"three mixed", index(reals({2, 2}), {t, all, lit(2), k})},
  };
  for (auto& [name, e] : cases) expectSameValue(e, name);
}

TEST_F(ExpandTest, Iterators) {
  ExprId m = known("m", reals({3, 3})), v = known("v", reals({3}));
  ExprId i = pool.iterator(pool.newIterator(), integer),
         j = pool.iterator(pool.newIterator(), integer);
  ExprId r = pool.iterator(pool.newIterator(), real);
  ExprId three = range(lit(1), lit(3), 3), two = range(lit(2), lit(3), 2);
  ExprId body = mul(at(m, {i, j}), at(v, {sub(lit(4), i)}));
  std::vector<std::pair<std::string, ExprId>> cases = {
      {"one", comprehension(reals({3}), {at(v, {i}), i, three})},
      {"two", comprehension(reals({2, 3}), {body, i, three, j, two})},
      {"array body", comprehension(reals({3, 3}), {mul(at(v, {i}), v), i, three})},
      {"sum", reduction(Builtin::Sum, real, {body, i, three, j, two})},
      {"max over a vector", reduction(Builtin::Max, real, {mul(r, r), r, v})},
      {"nested",
       comprehension(reals({3}), {reduction(Builtin::Product, real, {body, j, two}), i, three})},
      {"empty", reduction(Builtin::Sum, real, {at(v, {i}), i, range(lit(2), lit(1), 0)})},
      {"steps", comprehension(integers({3}), {mul(i, i), i,
                                              pool.make(ExprKind::Range, integers({3}), 0,
                                                        {lit(7), lit(-3), lit(1)})})},
      {"real range", pool.make(ExprKind::Range, reals({11}), 0, {num(0), num(0.1), num(1)})},
  };
  for (auto& [name, e] : cases) expectSameValue(e, name);
}

// Random nests of vectors of one length.
TEST_F(ExpandTest, RandomExpressions) {
  constexpr Size n = 3;
  ExprId v = known("v", reals({n})), m = known("m", reals({n, n})), s = known("s", real);
  std::mt19937 random(12345);
  auto pick = [&](size_t count) { return static_cast<size_t>(random() % count); };
  for (int round = 0; round < 60; ++round) {
    std::vector<ExprId> vectors{v, list({s, num(1.5), s})}, scalars{s, num(2)};
    for (int step = 0; step < 12; ++step) {
      ExprId a = vectors[pick(vectors.size())], b = vectors[pick(vectors.size())],
             c = scalars[pick(scalars.size())];
      ExprId i = pool.iterator(pool.newIterator(), integer);
      switch (pick(9)) {
        case 0:
          vectors.push_back(add(a, b));
          break;
        case 1:
          vectors.push_back(mul(c, a));
          break;
        case 2:
          vectors.push_back(pool.binary(ExprKind::MatMul, reals({n}), m, a));
          break;
        case 3:
          vectors.push_back(iff(less(c, num(3)), a, b));
          break;
        case 4:
          vectors.push_back(fn(Builtin::Cos, reals({n}), {a}));
          break;
        case 5:
          scalars.push_back(fn(Builtin::Cos, real, {pool.binary(ExprKind::MatMul, real, a, b)}));
          break;
        case 6:
          scalars.push_back(at(a, {lit(static_cast<int64_t>(1 + pick(n)))}));
          break;
        case 7: {
          ExprId body = iff(less(i, lit(2)), c, mul(at(a, {sub(i, lit(1))}), at(b, {i})));
          vectors.push_back(comprehension(reals({n}), {body, i, range(lit(1), lit(n), n)}));
          break;
        }
        default:
          scalars.push_back(
              fn(Builtin::Cos, real,
                 {reduction(Builtin::Sum, real, {at(b, {i}), i, range(lit(1), lit(n), n)})}));
      }
    }
    expectSameValue(add(vectors.back(), mul(scalars.back(), vectors[vectors.size() / 2])),
                    std::to_string(round));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace formola
