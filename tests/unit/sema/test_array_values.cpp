// Arrays and records as expressions: needs a pool and nothing else of the layer.
#include "sema/array_values.h"
#include "sema_test.h"

namespace formola {
namespace {

class ArrayValuesTest : public SourcesTest {
 protected:
  ExprId i(int64_t v) { return pool->integer(v); }
  ExprId r(double v) { return pool->real(v); }
  ExprId ints(std::initializer_list<int64_t> all) {
    std::vector<ExprId> elements;
    for (int64_t v : all) elements.push_back(i(v));
    return values.makeArray(elements);
  }
  ExprId array(std::vector<ExprId> elements) { return values.makeArray(elements); }
  ExprId index(ExprId base, std::vector<ExprId> subscripts) {
    return values.index(base, subscripts);
  }
  ExprId variable(BaseType base, std::vector<Size> dims) {
    return pool->variable(VariableId(7u), pool->types.get(base, 0, dims));
  }
  std::string type(ExprId e) { return values.showType(pool->type(e)); }
  TypeId real(std::vector<Size> dims) { return pool->types.get(BaseType::Real, 0, dims); }

  SemaLimits limits;
  SemaShared shared{sources, library, pool, diagnostics, pool->names, limits};
  ArrayValues values{shared};
  Context context;
};

TEST_F(ArrayValuesTest, SubscriptsAreFoldedIntoConstructors) {
  const ExprId matrix = array({ints({1, 2, 3}), ints({4, 5, 6})});
  EXPECT_EQ(type(matrix), "Integer[2,3]");
  EXPECT_EQ(index(matrix, {i(2), i(3)}), i(6));
  EXPECT_EQ(index(matrix, {i(1)}), ints({1, 2, 3}));
  EXPECT_EQ(index(matrix, {pool->colon(), i(2)}), ints({2, 5}));
  EXPECT_EQ(index(matrix, {ints({2, 1}), i(1)}), ints({4, 1}));
  EXPECT_EQ(index(matrix, {}), matrix);
  // out of bounds: kept, for who reports it
  EXPECT_EQ(pool->kind(index(matrix, {i(3)})), ExprKind::Index);
}

TEST_F(ArrayValuesTest, SubscriptsOfVariablesKeepTheirSizes) {
  const ExprId x = variable(BaseType::Real, {2, 3, kUnknownSize});
  EXPECT_EQ(type(index(x, {i(1)})), "Real[3,:]");
  EXPECT_EQ(type(index(x, {pool->colon(), i(1)})), "Real[2,:]");
  EXPECT_EQ(type(index(x, {ints({1, 1, 1, 1}), i(1), i(1)})), "Real[4]");
  // x[1][2] is x[1, 2]
  EXPECT_EQ(index(index(x, {i(1)}), {i(2)}), index(x, {i(1), i(2)}));
}

TEST_F(ArrayValuesTest, FieldsAreFoldedIntoConstructors) {
  RecordInfo info;
  info.name = symbol("R");
  info.fields = {{symbol("a"), pool->types.real()}, {symbol("b"), real({2})}};
  const TypeId record =
      pool->types.scalar(BaseType::Record, pool->types.addRecord(std::move(info)).index());
  const ExprId pair = array({r(2), r(3)});
  const ExprId made = pool->make(ExprKind::Record, record, 0, {r(1), pair});
  EXPECT_EQ(values.field(made, 1), pair);
  EXPECT_EQ(values.fieldNamed(made, symbol("a")), r(1));
  EXPECT_FALSE(values.fieldNamed(made, symbol("c")).valid());
  EXPECT_FALSE(values.fieldNamed(r(1), symbol("a")).valid());
  const ExprId both = array({made, made});
  EXPECT_EQ(values.field(both, 0), array({r(1), r(1)}));
  const ExprId records = pool->variable(VariableId(3u), pool->types.withDims(record, {{5}}));
  EXPECT_EQ(type(values.field(records, 1)), "Real[5,2]");
}

TEST_F(ArrayValuesTest, CastsReachTheElements) {
  EXPECT_EQ(values.castTo(i(2), BaseType::Real), r(2));
  EXPECT_EQ(values.castTo(ints({1, 2}), BaseType::Real), array({r(1), r(2)}));
  EXPECT_EQ(values.castTo(r(2), BaseType::Integer), r(2));
  const ExprId n = variable(BaseType::Integer, {3});
  EXPECT_EQ(pool->kind(values.castTo(n, BaseType::Real)), ExprKind::Cast);
  EXPECT_EQ(type(values.castTo(n, BaseType::Real)), "Real[3]");
}

TEST_F(ArrayValuesTest, ConversionsCheckTypesAndSizes) {
  EXPECT_EQ(values.convert(i(2), pool->types.real(), {}, context, "x"), r(2));
  EXPECT_EQ(codes(), Codes());
  EXPECT_EQ(pool->base(values.convert(r(2), pool->types.integer(), {}, context, "x")),
            BaseType::Error);
  EXPECT_EQ(codes(), Codes{"TypeMismatch"});
  EXPECT_EQ(pool->base(values.convert(ints({1, 2}), real({3}), {}, context, "y")), BaseType::Error);
  EXPECT_EQ(codes().size(), 2u);
  // an unknown size fits any
  EXPECT_EQ(values.convert(ints({1, 2}), real({kUnknownSize}), {}, context, "z"),
            array({r(1), r(2)}));
  EXPECT_EQ(codes().size(), 2u);
}

TEST_F(ArrayValuesTest, UnifyingTwoTypes) {
  ExprId a = i(1), b = r(2);
  EXPECT_TRUE(values.unify(a, b, {}, context, "both"));
  EXPECT_EQ(a, r(1));
  ExprId c = i(1), d = pool->boolean(true);
  EXPECT_FALSE(values.unify(c, d, {}, context, "both"));
  EXPECT_EQ(codes(), Codes{"TypesDiffer"});
  ExprId e = ints({1, 2}), f = ints({1, 2, 3});
  EXPECT_FALSE(values.unify(e, f, {}, context, "others"));
}

TEST_F(ArrayValuesTest, Concatenation) {
  const ExprId a = array({ints({1, 2})}), b = array({ints({3, 4})});
  EXPECT_EQ(values.concatenate(0, {a, b}, {}, context), array({ints({1, 2}), ints({3, 4})}));
  EXPECT_EQ(values.concatenate(1, {a, b}, {}, context), array({ints({1, 2, 3, 4})}));
  EXPECT_EQ(values.concatenate(0, {ints({1}), array({r(2)})}, {}, context), array({r(1), r(2)}));
  const ExprId x = variable(BaseType::Real, {2, 3}), y = variable(BaseType::Real, {2, 4});
  EXPECT_EQ(type(values.concatenate(1, {x, y}, {}, context)), "Real[2,7]");
  EXPECT_EQ(codes(), Codes());
  EXPECT_EQ(pool->base(values.concatenate(0, {x, y}, {}, context)), BaseType::Error);
  EXPECT_EQ(codes(), Codes{"ConcatenationMismatch"});
}

TEST_F(ArrayValuesTest, ConcatenationHasALimit) {
  limits.elements = 5;
  const ExprId x = variable(BaseType::Real, {3});
  EXPECT_EQ(pool->base(values.concatenate(0, {x, x}, {}, context)), BaseType::Error);
  EXPECT_EQ(codes(), Codes{"TooLarge"});
}

TEST_F(ArrayValuesTest, ShapesAndSizes) {
  const ExprId shaped = values.arrayOfShape({i(1), i(2), i(3), i(4), i(5), i(6)}, {{2, 3}});
  EXPECT_EQ(shaped, array({ints({1, 2, 3}), ints({4, 5, 6})}));
  EXPECT_EQ(values.size(shaped, 1), i(3));
  const ExprId open = variable(BaseType::Real, {kUnknownSize});
  EXPECT_EQ(pool->kind(values.size(open, 0)), ExprKind::Builtin);
  EXPECT_EQ(type(values.promote(i(1), 2)), "Integer[1,1]");
  EXPECT_EQ(type(values.promote(ints({1, 2}), 3)), "Integer[2,1,1]");
  EXPECT_EQ(values.promote(shaped, 2), shaped);
}

TEST_F(ArrayValuesTest, ZerosOfEveryType) {
  EXPECT_EQ(values.zeroOf(pool->types.real()), r(0));
  EXPECT_EQ(values.zeroOf(pool->types.boolean()), pool->boolean(false));
  EXPECT_EQ(type(values.zeroOf(real({2, 3}))), "Real[2,3]");
  EXPECT_FALSE(values.zeroOf(real({kUnknownSize})).valid());
  EXPECT_FALSE(values.zeroOf(pool->types.error()).valid());
}

TEST_F(ArrayValuesTest, TheVariableBehindAReference) {
  const ExprId x = variable(BaseType::Real, {2});
  EXPECT_EQ(values.rootVariable(x), VariableId(7u));
  EXPECT_EQ(values.rootVariable(index(x, {i(1)})), VariableId(7u));
  EXPECT_FALSE(values.rootVariable(i(1)).valid());
}

}  // namespace
}  // namespace formola
