// Functions as register code against the reference interpreter.
#include "codegen/lower/compiled_functions.h"

#include <cmath>
#include <random>

#include "codegen/host/run_function.h"
#include "evaluate/evaluate.h"
#include "gtest/gtest.h"

namespace formola::lowered {
namespace {

// A function under construction: inputs x (Real) and v (Real[3]), output y, locals a[3] and i.
struct Bench {
  Dae dae;
  ExprPool& pool = *dae.pool;
  Function f;
  TypeId real = pool.types.real(), integer = pool.types.integer(), boolean = pool.types.boolean();
  TypeId vector;
  ExprId x, v, y, a;

  Bench() {
    const Size three[1] = {3};
    vector = pool.types.withDims(real, three);
    f.name = pool.names.intern("f");
    f.locals = {local("x", real, LocalKind::Input), local("v", vector, LocalKind::Input),
                local("y", real, LocalKind::Output), local("a", vector, LocalKind::Protected)};
    for (LocalVariable& l : f.locals)
      if (l.type == vector) l.dimensions.push_back(pool.integer(3));
    f.inputCount = 2;
    f.outputCount = 1;
    x = pool.local(0, real);
    v = pool.local(1, vector);
    y = pool.local(2, real);
    a = pool.local(3, vector);
  }
  LocalVariable local(const char* name, TypeId type, LocalKind kind) {
    LocalVariable l;
    l.name = pool.names.intern(name);
    l.type = type;
    l.kind = kind;
    return l;
  }
  ExprId num(double value) { return pool.real(value); }
  ExprId op(ExprKind kind, ExprId p, ExprId q) { return pool.binary(kind, real, p, q); }
  ExprId relation(ExprKind kind, ExprId p, ExprId q) { return pool.binary(kind, boolean, p, q); }
  ExprId at(ExprId array, ExprId subscript) {
    return pool.make(ExprKind::Index, real, 0, {array, subscript});
  }
  static Statement assign(ExprId target, ExprId value) {
    Statement s;
    s.target = target;
    s.value = value;
    return s;
  }

  // The compiled value, and that of the interpreter; NaN where there is none.
  std::pair<double, double> values(double xValue, const std::vector<double>& vValue) {
    Shape scalar, array;
    EXPECT_TRUE(shapeOf(pool.types, real, scalar));
    EXPECT_TRUE(shapeOf(pool.types, vector, array));
    CompiledFunctions functions(dae);
    const int number = functions.find(FunctionId(0u), {scalar, array});
    double compiled = NAN;
    EXPECT_GE(number, 0);
    if (number >= 0) {
      std::vector<double> arguments{xValue};
      arguments.insert(arguments.end(), vValue.begin(), vValue.end());
      std::vector<double> stack(functions.stack(static_cast<size_t>(number)));
      if (!lowered::runFunction(functions, static_cast<size_t>(number), arguments.data(), &compiled,
                                stack.data()))
        compiled = NAN;
    }
    EvaluationContext context;
    context.pool = &pool;
    context.function = [this](FunctionId id) { return &dae.functions[id]; };
    Value first, second;
    first.type = real;
    first.reals = {xValue};
    second.type = vector;
    second.reals = vValue;
    const EvaluationResult result =
        callFunction(dae.functions[FunctionId(0u)], {first, second}, context);
    return {compiled, result.value ? result.value->reals[0] : NAN};
  }
  void finish() { dae.functions.push_back(f); }
};

TEST(CompiledFunctions, LoopWithSubscripts) {
  Bench b;
  // y := 0; for i in 1:3 loop a[i] := v[4 - i]*x; y := y + a[i]*i; end for
  const uint32_t number = b.pool.newIterator();
  ExprId i = b.pool.iterator(number, b.integer);
  ExprId turned = b.pool.binary(ExprKind::Sub, b.integer, b.pool.integer(4), i);
  Statement loop;
  loop.kind = StatementKind::For;
  loop.target = i;
  loop.value = b.pool.make(ExprKind::Range, b.vector, 0,
                           {b.pool.integer(1), b.pool.missing(), b.pool.integer(3)});
  loop.branches.emplace_back();
  loop.branches[0].body.push_back(
      Bench::assign(b.at(b.a, i), b.op(ExprKind::Mul, b.at(b.v, turned), b.x)));
  loop.branches[0].body.push_back(Bench::assign(
      b.y, b.op(ExprKind::Add, b.y,
                b.op(ExprKind::Mul, b.at(b.a, i), b.pool.unary(ExprKind::Cast, b.real, i)))));
  b.f.body.push_back(loop);
  b.finish();
  const auto [compiled, interpreted] = b.values(2, {1, 2, 3});
  EXPECT_EQ(compiled, 2 * (3 * 1 + 2 * 2 + 1 * 3));
  EXPECT_EQ(compiled, interpreted);
}

TEST(CompiledFunctions, OldValuesOnTheRight) {
  Bench b;
  // a := v; a := {a[3], a[1], a[2]}; y := a[1] + 10 a[2] + 100 a[3]
  auto k = [&](int64_t n) { return b.pool.integer(n); };
  b.f.body.push_back(Bench::assign(b.a, b.v));
  b.f.body.push_back(
      Bench::assign(b.a, b.pool.make(ExprKind::Array, b.vector, 0,
                                     {b.at(b.a, k(3)), b.at(b.a, k(1)), b.at(b.a, k(2))})));
  b.f.body.push_back(
      Bench::assign(b.y, b.op(ExprKind::Add, b.at(b.a, k(1)),
                              b.op(ExprKind::Add, b.op(ExprKind::Mul, b.num(10), b.at(b.a, k(2))),
                                   b.op(ExprKind::Mul, b.num(100), b.at(b.a, k(3)))))));
  b.finish();
  const auto [compiled, interpreted] = b.values(0, {1, 2, 3});
  EXPECT_EQ(compiled, 3 + 10 + 200);
  EXPECT_EQ(compiled, interpreted);
}

// if x > 0 then y := x + f(x - 1, v); else y := v[1]; end if
TEST(CompiledFunctions, CallsItself) {
  Bench b;
  Statement branch;
  branch.kind = StatementKind::If;
  branch.branches.resize(2);
  branch.branches[0].condition = b.relation(ExprKind::Greater, b.x, b.num(0));
  const ExprId operands[] = {b.op(ExprKind::Sub, b.x, b.num(1)), b.v};
  const ExprId again = b.pool.call(FunctionId(0u), b.real, operands);
  branch.branches[0].body.push_back(Bench::assign(b.y, b.op(ExprKind::Add, b.x, again)));
  branch.branches[1].body.push_back(Bench::assign(b.y, b.at(b.v, b.pool.integer(1))));
  b.f.body.push_back(branch);
  b.finish();
  const auto [compiled, interpreted] = b.values(20, {0.25, 2, 3});
  EXPECT_EQ(compiled, 210.25);
  EXPECT_EQ(compiled, interpreted);
  // Too deep for the code: the interpreter is asked.
  EXPECT_TRUE(std::isnan(b.values(5000, {0.25, 2, 3}).first));
}

TEST(CompiledFunctions, FailsWhereTheInterpreterDoes) {
  Bench b;
  // assert(x > 0, ""); y := v[integer(x)]/(x - 2)
  Statement check;
  check.kind = StatementKind::Assert;
  check.value = b.relation(ExprKind::Greater, b.x, b.num(0));
  check.message = b.pool.string("not positive");
  b.f.body.push_back(check);
  ExprId place = b.pool.builtin(Builtin::IntegerOf, b.integer, {b.x});
  b.f.body.push_back(Bench::assign(
      b.y, b.op(ExprKind::Div, b.at(b.v, place), b.op(ExprKind::Sub, b.x, b.num(2)))));
  b.finish();
  for (double x : {-1.0, 0.5, 2.0, 4.5}) {
    const auto [compiled, interpreted] = b.values(x, {1, 2, 3});
    EXPECT_TRUE(std::isnan(compiled)) << x;
    EXPECT_TRUE(std::isnan(interpreted)) << x;
  }
  const auto [compiled, interpreted] = b.values(3.5, {1, 2, 3});
  EXPECT_EQ(compiled, 2);
  EXPECT_EQ(compiled, interpreted);
}

// Random straight programs with branches: the same values to the last bit.
TEST(CompiledFunctions, RandomPrograms) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    Bench b;
    std::vector<ExprId> leaves{b.x, b.num(0.75), b.num(2)};
    for (int k = 1; k <= 3; ++k) {
      leaves.push_back(b.at(b.v, b.pool.integer(k)));
      leaves.push_back(b.at(b.a, b.pool.integer(k)));
    }
    leaves.push_back(b.y);
    auto pick = [&] { return leaves[random() % leaves.size()]; };
    auto expression = [&] {
      ExprId e = pick();
      for (int k = 0; k < 6; ++k) {
        constexpr ExprKind kKinds[] = {ExprKind::Add, ExprKind::Sub, ExprKind::Mul};
        switch (random() % 6) {
          case 0:
            e = b.pool.builtin(Builtin::Sin, b.real, {e});
            break;
          case 1:
            e = b.pool.builtin(Builtin::MaxOf, b.real, {e, pick()});
            break;
          case 2:
            e = b.pool.ifThenElse(b.real, b.relation(ExprKind::Less, pick(), e), pick(), e);
            break;
          default:
            e = b.op(kKinds[random() % 3], e, pick());
        }
      }
      return e;
    };
    for (int k = 0; k < 8; ++k) {
      ExprId target = random() % 2 == 0
                          ? b.y
                          : b.at(b.a, b.pool.integer(static_cast<int64_t>(random() % 3 + 1)));
      Statement s = Bench::assign(target, expression());
      if (random() % 3 == 0) {
        Statement choice;
        choice.kind = StatementKind::If;
        choice.branches.resize(2);
        choice.branches[0].condition = b.relation(ExprKind::Greater, pick(), pick());
        choice.branches[0].body.push_back(s);
        choice.branches[1].body.push_back(Bench::assign(b.y, expression()));
        s = choice;
      }
      b.f.body.push_back(s);
    }
    b.finish();
    const auto [compiled, interpreted] = b.values(0.3, {0.5, -1.25, 2});
    if (std::isnan(interpreted)) {
      EXPECT_TRUE(std::isnan(compiled)) << trial;
    } else {
      EXPECT_EQ(compiled, interpreted) << trial;
    }
  }
}

}  // namespace
}  // namespace formola::lowered
