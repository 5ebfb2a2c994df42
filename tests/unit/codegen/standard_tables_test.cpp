// The table functions of Modelica.Blocks: objects, interpolation, events; tables in running models.
#include "codegen/host/standard_tables.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "simulation.h"

namespace formola {
namespace {

constexpr double kNever = std::numeric_limits<double>::max();
// Modelica.Blocks.Types
constexpr int64_t kLinear = 1, kConstant = 3;
constexpr int64_t kHold = 1, kLastTwo = 2, kPeriodic = 3, kNoExtrapolation = 4;
constexpr int64_t kAlways = 1, kAtDiscontinuities = 2, kNoTimeEvents = 3;

class StandardTablesTest : public ::testing::Test {
 protected:
  TypeTable types;
  StandardTables tables;
  std::string error;
  TypeId object = types.scalar(BaseType::ExternalObject);

  Value real(double x) { return {types.real(), {x}, {}, {}, {}}; }
  Value integer(int64_t x) { return {types.integer(), {}, {x}, {}, {}}; }
  Value text(std::string x) { return {types.string(), {}, {}, {std::move(x)}, {}}; }
  Value handle(int64_t x) { return {object, {}, {x}, {}, {}}; }
  Value integers(std::vector<int64_t> x) {
    const Size n[1] = {static_cast<Size>(x.size())};
    return {types.withDims(types.integer(), n), {}, std::move(x), {}, {}};
  }
  Value matrix(std::vector<double> x, int columns) {
    const Size n[2] = {static_cast<Size>(x.size()) / columns, columns};
    return {types.withDims(types.real(), n), std::move(x), {}, {}, {}};
  }

  bool call(const std::string& name, std::vector<Value> arguments, Value& result) {
    StandardCall c{&types, std::move(arguments), types.real(), {}, {}};
    auto done = tables.call("ModelicaStandardTables_" + name, c);
    error = c.error;
    EXPECT_TRUE(done.has_value()) << name;
    result =
        name.ends_with("Abscissa") && name.starts_with("CombiTable2D") ? c.arguments[1] : c.result;
    return done.value_or(false);
  }
  double number(const std::string& name, std::vector<Value> arguments) {
    Value result;
    if (!call(name, std::move(arguments), result) || result.reals.empty()) return NAN;
    return result.reals[0];
  }
  // -1 if it can't be made.
  int64_t timeTable(std::vector<double> table, int64_t smoothness, int64_t extrapolation,
                    double start = 0, double shift = 0, int64_t events = kAlways) {
    Value result;
    const bool ok =
        call("CombiTimeTable_init3",
             {text("NoName"), text("NoName"), matrix(std::move(table), 2), integer(0), integer(0),
              real(start), integers({2}), integer(1), integer(smoothness), integer(extrapolation),
              real(shift), integer(events), integer(0), text(","), integer(0)},
             result);
    return ok ? result.integers[0] : -1;
  }
  int64_t table1D(std::vector<double> table, int columns, std::vector<int64_t> wanted,
                  int64_t extrapolation) {
    Value result;
    const bool ok =
        call("CombiTable1D_init3",
             {text("NoName"), text("NoName"), matrix(std::move(table), columns), integer(0),
              integer(0), integers(std::move(wanted)), integer(1), integer(kLinear),
              integer(extrapolation), integer(0), text(","), integer(0)},
             result);
    return ok ? result.integers[0] : -1;
  }
  double at(int64_t table, double t, double next, double before) {
    return number("CombiTimeTable_getValue",
                  {handle(table), integer(1), real(t), real(next), real(before)});
  }
  double next(int64_t table, double t) {
    return number("CombiTimeTable_nextTimeEvent", {handle(table), real(t)});
  }
};

TEST_F(StandardTablesTest, oneDimensionWithSelectedColumns) {
  const int64_t t = table1D({0, 5, 1, 2, 7, 5}, 3, {3, 2}, kLastTwo);
  ASSERT_GE(t, 0);
  EXPECT_DOUBLE_EQ(number("CombiTable1D_getValue", {handle(t), integer(1), real(1)}), 3);
  EXPECT_DOUBLE_EQ(number("CombiTable1D_getValue", {handle(t), integer(2), real(1)}), 6);
  EXPECT_DOUBLE_EQ(number("CombiTable1D_getValue", {handle(t), integer(1), real(3)}), 7);
  EXPECT_DOUBLE_EQ(number("CombiTable1D_getDerValue", {handle(t), integer(1), real(1), real(3)}),
                   6);
  EXPECT_DOUBLE_EQ(
      number("CombiTable1D_getDer2Value", {handle(t), integer(1), real(1), real(3), real(4)}), 8);
  EXPECT_EQ(number("CombiTable1D_minimumAbscissa", {handle(t)}), 0);
  EXPECT_EQ(number("CombiTable1D_maximumAbscissa", {handle(t)}), 2);
}

TEST_F(StandardTablesTest, wrongUseIsAnError) {
  EXPECT_EQ(table1D({0, 1, 2, 3}, 2, {3}, kLastTwo), -1);
  EXPECT_EQ(error, "there is no column 3 in a table with 2");
  EXPECT_EQ(table1D({2, 1, 1, 3}, 2, {2}, kLastTwo), -1);
  EXPECT_NE(error.find("decreases"), std::string::npos);
  const int64_t t = table1D({0, 1, 2, 3}, 2, {2}, kNoExtrapolation);
  EXPECT_TRUE(std::isnan(number("CombiTable1D_getValue", {handle(t), integer(1), real(2.5)})));
  EXPECT_NE(error.find("outside of the table"), std::string::npos);
  EXPECT_TRUE(std::isnan(number("CombiTable1D_getValue", {handle(t), integer(2), real(1)})));
  EXPECT_TRUE(std::isnan(number("CombiTable1D_getValue", {handle(7), integer(1), real(1)})));
  EXPECT_TRUE(std::isnan(number("CombiTable2D_getValue", {handle(t), real(1), real(1)})));
  EXPECT_TRUE(std::isnan(number("CombiTable1D_getValue", {handle(t), real(1)})));
  Value closed;
  EXPECT_TRUE(call("CombiTable1D_close", {handle(t)}, closed));
  EXPECT_TRUE(std::isnan(number("CombiTable1D_getValue", {handle(t), integer(1), real(1)})));
  StandardCall other{&types, {}, {}, {}, {}};
  EXPECT_FALSE(tables.call("ModelicaStandardTables_CombiTable4D_getValue", other).has_value());
  EXPECT_FALSE(tables.call("sin", other).has_value());
}

TEST_F(StandardTablesTest, twoDimensions) {
  Value made;
  // z = u1 + 10 u2 on {1, 2} x {3, 5}
  ASSERT_TRUE(
      call("CombiTable2D_init3",
           {text("NoName"), text("NoName"), matrix({0, 3, 5, 1, 31, 51, 2, 32, 52}, 3), integer(3),
            integer(3), integer(kLinear), integer(kLastTwo), integer(0), text(","), integer(0)},
           made))
      << error;
  const Value t = handle(made.integers[0]);
  EXPECT_DOUBLE_EQ(number("CombiTable2D_getValue", {t, real(1.5), real(4)}), 41.5);
  EXPECT_DOUBLE_EQ(number("CombiTable2D_getDerValue", {t, real(1.5), real(4), real(2), real(3)}),
                   32);
  EXPECT_DOUBLE_EQ(number("CombiTable2D_getDer2Value",
                          {t, real(1.5), real(4), real(2), real(3), real(5), real(7)}),
                   75);
  const Size two[1] = {2};
  Value range{types.withDims(types.real(), two), {0, 0}, {}, {}, {}};
  EXPECT_TRUE(call("CombiTable2D_minimumAbscissa", {t, range}, made));
  EXPECT_EQ(made.reals, (std::vector<double>{1, 3}));
  EXPECT_TRUE(call("CombiTable2D_maximumAbscissa", {t, range}, made));
  EXPECT_EQ(made.reals, (std::vector<double>{2, 5}));
}

TEST_F(StandardTablesTest, timeTableBeforeAndAfterAnEvent) {
  const int64_t t = timeTable({0, 1, 1, 2, 3, 5}, kConstant, kHold);
  EXPECT_EQ(next(t, 0), 1);
  EXPECT_EQ(at(t, 0.5, 1, 0), 1);
  EXPECT_EQ(at(t, 1, 1, 1), 1);  // the step up to the event
  EXPECT_EQ(next(t, 1), 3);
  EXPECT_EQ(at(t, 1, 3, 1), 2);  // in the event
  EXPECT_EQ(at(t, 1, 3, 3), 2);  // after it
  EXPECT_EQ(at(t, 3, kNever, 3), 5);
  EXPECT_EQ(next(t, 3), kNever);
}

// A scaled time may be a little before or after the break.
TEST_F(StandardTablesTest, eventsDoNotDependOnRounding) {
  const int64_t t = timeTable({0, 1, 0.1, 2, 0.3, 5}, kConstant, kHold, 0, 0.7);
  const double event = next(t, 0.75);
  EXPECT_DOUBLE_EQ(event, 0.8);
  for (double near : {std::nextafter(event, 0.0), event, std::nextafter(event, 1.0)}) {
    EXPECT_DOUBLE_EQ(next(t, near), 1.0);
    EXPECT_EQ(at(t, near, event, event), 1);
    EXPECT_EQ(at(t, near, 1.0, event), 2);
  }
}

TEST_F(StandardTablesTest, timeTableStartsAtStartTime) {
  const int64_t t = timeTable({0, 3, 2, 3}, kLinear, kLastTwo, 1, 1, kNoTimeEvents);
  EXPECT_EQ(next(t, 0), 1);
  EXPECT_EQ(at(t, 0.5, 1, 0), 0);
  EXPECT_EQ(at(t, 1, 1, 1), 0);
  EXPECT_EQ(at(t, 1, kNever, 1), 3);
  EXPECT_EQ(next(t, 1), kNever);
}

TEST_F(StandardTablesTest, periodicTimeTable) {
  const int64_t t = timeTable({0, 0, 1, 2, 2, 0}, kLinear, kPeriodic);
  EXPECT_EQ(next(t, 2), 3);
  EXPECT_DOUBLE_EQ(at(t, 2.5, 3, 3), 1);
  EXPECT_DOUBLE_EQ(number("CombiTimeTable_getDerValue",
                          {handle(t), integer(1), real(3.5), real(4), real(4), real(1)}),
                   -2);
  const int64_t smooth =
      timeTable({0, 0, 1, 2, 2, 0}, kLinear, kPeriodic, 0, 0, kAtDiscontinuities);
  EXPECT_EQ(next(smooth, 0), kNever);
}

// ---- in a model: a parameter object, made once, read by external functions

class TableBench : public testing::ModelBench {
 public:
  TypeId object = pool.types.scalar(BaseType::ExternalObject, pool.names.intern("Table").index());
  TypeId strings = pool.types.string();
  FunctionId constructor, value, derivative;

  TableBench() {
    const TypeId anyMatrix = reals({kUnknownSize, kUnknownSize});
    constructor = function("Table.constructor", {anyMatrix}, {object});
    Function& c = dae.functions[constructor];
    const ExprId columns = list({lit(2)});
    auto in = [&](const Function& f, uint32_t i) { return pool.local(i, f.locals[i].type); };
    c.external = ExternalCall{
        "C",
        "ModelicaStandardTables_CombiTable1D_init3",
        in(c, 1),
        {pool.string("NoName"), pool.string("NoName"), in(c, 0), lit(0), lit(0), columns, lit(1),
         lit(kLinear), lit(kLastTwo), lit(0), pool.string(","), lit(0)},
        {},
        {},
        {},
        {}};
    value = function("value", {object, integer, real}, {real});
    derivative = function("derivative", {object, integer, real, real}, {real});
    Function& v = dae.functions[value];
    v.external = ExternalCall{"C",      "ModelicaStandardTables_CombiTable1D_getValue",
                              in(v, 3), {in(v, 0), in(v, 1), in(v, 2)},
                              {},       {},
                              {},       {}};
    v.derivatives.push_back({derivative, 1, {}, {}});
    Function& d = dae.functions[derivative];
    d.external = ExternalCall{"C",      "ModelicaStandardTables_CombiTable1D_getDerValue",
                              in(d, 4), {in(d, 0), in(d, 1), in(d, 2), in(d, 3)},
                              {},       {},
                              {},       {}};
  }
  ExprId table(std::vector<std::vector<ExprId>> entries) {
    std::vector<ExprId> lines;
    for (std::vector<ExprId>& row : entries) lines.push_back(list(std::move(row)));
    ExprId id = variable("table", object, Variability::Parameter);
    of(id).binding = call(constructor, object, {list(std::move(lines))});
    return id;
  }
};

TEST(Tables, ParameterUsesATableThatNeedsLaterParameters) {
  TableBench m;
  ExprId p = m.variable("p", m.real, Variability::Parameter);
  ExprId q = m.variable("q", m.real, Variability::Parameter);
  ExprId base = m.parameter("base", 4);
  ExprId table = m.table({{m.num(0), m.num(0)}, {m.num(1), q}});
  m.of(p).binding = m.call(m.value, m.real, {table, m.lit(1), m.num(0.5)});
  m.of(q).binding = m.mul(base, m.num(3));
  ExprId x = m.unknown("x", 0, true);
  m.equation(m.der(x), p);
  ASSERT_TRUE(m.translate()) << m.messages();
  ASSERT_TRUE(m.simulate(1)) << m.report.message;
  EXPECT_NEAR(m.last("x"), 6, 1e-6);
}

// y = f(x) given, der(y) needed: the derivative annotation leads to getDerValue.
TEST(Tables, DerivativeOfATable) {
  TableBench m;
  ExprId table = m.table({{m.num(0), m.num(1)}, {m.num(10), m.num(31)}});
  ExprId x = m.unknown("x", 0, true);
  ExprId y = m.unknown("y"), v = m.unknown("v");
  m.equation(m.der(x), m.num(2));
  m.equation(y, m.call(m.value, m.real, {table, m.lit(1), x}));
  m.equation(v, m.der(y));
  ASSERT_TRUE(m.translate()) << m.messages();
  ASSERT_TRUE(m.simulate(1)) << m.report.message;
  EXPECT_NEAR(m.last("y"), 7, 1e-6);
  EXPECT_NEAR(m.last("v"), 6, 1e-6);
}

// Reading without values in between gives the same as a call.
TEST(Tables, Readers) {
  TableBench m;
  const StandardTables::Entry* reader = StandardTables::reader(m.dae.functions[m.value], m.pool);
  ASSERT_NE(reader, nullptr);
  EXPECT_EQ(StandardTables::reader(m.dae.functions[m.constructor], m.pool), nullptr);
  StandardTables tables;
  double result = 0;
  std::string error;
  const double numbers[2] = {1, 0.5};
  EXPECT_FALSE(tables.read(*reader, 0, numbers, result, error));
  EXPECT_EQ(error, "the table does not exist");
  std::swap(m.dae.functions[m.value].external->arguments[0],
            m.dae.functions[m.value].external->arguments[1]);
  EXPECT_EQ(StandardTables::reader(m.dae.functions[m.value], m.pool), nullptr);
}

TEST(Tables, AWrongTableFailsWithItsReason) {
  TableBench m;
  ExprId table = m.table({{m.num(1), m.num(0)}, {m.num(0), m.num(1)}});
  ExprId x = m.unknown("x", 0, true);
  m.equation(m.der(x), m.call(m.value, m.real, {table, m.lit(1), x}));
  ASSERT_TRUE(m.translate()) << m.messages();
  EXPECT_FALSE(m.simulate(1));
  EXPECT_NE(m.report.message.find("decreases at row 2"), std::string::npos) << m.report.message;
}

}  // namespace
}  // namespace formola
