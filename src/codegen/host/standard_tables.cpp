#include "codegen/host/standard_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "codegen/host/table_files.h"

namespace formola {

using runtime::Curve;
using runtime::CurveValue;
using runtime::Extrapolation;
using runtime::Side;
using runtime::Smoothness;
using runtime::Surface;
using runtime::SurfaceValue;

namespace {

// By the name of a function, after "ModelicaStandardTables_".
TableDimension dimensionOf(std::string_view function) {
  return function.starts_with("CombiTime")      ? TableDimension::Time
         : function.starts_with("CombiTable1D") ? TableDimension::One
                                                : TableDimension::Two;
}

double real(const StandardCall& call, size_t i) {
  return call.arguments[i].reals[0];
}

bool give(StandardCall& call, double value) {
  call.result.reals.assign(1, value);
  return true;
}

// What the arguments must be: s String, r Real, i Integer, Boolean or enumeration, o an object,
// scalars; R matrix of Real, I vector of Integer, v vector of two Reals.
bool matches(char letter, const Value& value, const TypeTable& types) {
  const Type& type = types[value.type];
  const size_t rank = letter == 'R' ? 2 : letter == 'I' || letter == 'v' ? 1 : 0;
  if (type.dims.size() != rank) return false;
  switch (letter) {
    case 's':
      return value.strings.size() == 1;
    case 'r':
      return value.reals.size() == 1;
    case 'i':
      return value.integers.size() == 1 && type.base != BaseType::ExternalObject;
    case 'o':
      return type.base == BaseType::ExternalObject;
    case 'R':
      return type.base == BaseType::Real;
    case 'I':
      return type.base == BaseType::Integer;
    default:
      return type.base == BaseType::Real && value.reals.size() == 2;
  }
}

// The matrix of a table: from the model or from a file.
bool matrixOf(StandardCall& call, size_t delimiter, TableMatrix& matrix) {
  const std::string &file = call.string(0), &name = call.string(1);
  if (file.empty() || file == "NoName") {
    if (!name.empty() && name != "NoName")
      return call.fail(fmt::format(
          "the table {} has no file: tables of a C function usertab can't be used", name));
    const auto dims = (*call.types)[call.arguments[2].type].dims;
    matrix = {static_cast<size_t>(dims[0]), static_cast<size_t>(dims[1]), call.arguments[2].reals};
    return true;
  }
  const bool csv = call.arguments.size() > delimiter + 1;
  std::string error;
  auto read = readTable(
      file, name, csv ? call.string(delimiter) : ",",
      csv ? static_cast<size_t>(std::max<int64_t>(0, call.integer(delimiter + 1))) : 0, error);
  if (!read) return call.fail(fmt::format("{}: {}", file, error));
  matrix = std::move(*read);
  return true;
}

// The abscissa and the wanted columns.
bool selectColumns(StandardCall& call, const std::vector<int64_t>& columns, TableMatrix& matrix) {
  TableMatrix selected{matrix.rows, columns.size() + 1, {}};
  for (int64_t column : columns)
    if (column < 1 || static_cast<uint64_t>(column) > matrix.columns)
      return call.fail(
          fmt::format("there is no column {} in a table with {}", column, matrix.columns));
  for (size_t i = 0; i < matrix.rows; ++i) {
    const double* row = matrix.values.data() + i * matrix.columns;
    selected.values.push_back(row[0]);
    for (int64_t column : columns) selected.values.push_back(row[column - 1]);
  }
  matrix = std::move(selected);
  return true;
}

bool options(StandardCall& call, int64_t smoothness, int64_t extrapolation) {
  if (smoothness >= 1 && smoothness <= 6 && extrapolation >= 1 && extrapolation <= 4) return true;
  return call.fail("an unknown smoothness or extrapolation of a table");
}

}  // namespace

namespace {

// Times that agree up to the rounding of shifts and scales are the same instant.
double rounding(const StandardTable& table, double t) {
  return 16 * std::numeric_limits<double>::epsilon() * (std::abs(t) + std::abs(table.shiftTime));
}

bool curveAt(StandardCall& call, const StandardTable& table, size_t column, double x, Side side,
             CurveValue& result) {
  const Curve& curve = *table.curve;
  if (column >= curve.columns()) return call.fail("there is no such column in the table");
  if (curve.evaluate(column, x, side, result)) return true;
  return call.fail(fmt::format("{} is outside of the table, from {} to {}, without extrapolation",
                               x, curve.minimum(), curve.maximum()));
}

// (table, column, time, nextTimeEvent, pre(nextTimeEvent), ...): the table's value at this time, 0
// before its start. Until the event at nextTimeEvent is over, the limit from the left. It is looked
// up a little beside the instant, since a rounded time - shift may lie on the other side of the row
// at which the event was, then and in the step that begins there.
bool atTime(StandardCall& call, const StandardTable& table, CurveValue& result) {
  const double t = real(call, 2), next = real(call, 3), before = real(call, 4);
  const double small = rounding(table, t);
  const bool left = next < kNoMoreEvents && next == before && t >= next - small;
  const bool right = !left && std::abs(t - before) <= small;
  const bool begins = std::abs(t - table.startTime) <= small && (left || right);
  result = {};
  if (begins ? left : t < table.startTime) return true;
  const double at = (left ? std::min(t, next) : t) - table.shiftTime;
  double x = left ? at - small : at + small;
  const double least = table.curve->minimum(), most = table.curve->maximum();
  if (!table.mayLeave && x < least && x >= least - 2 * small) x = least;
  if (!table.mayLeave && x > most && x <= most + 2 * small) x = most;
  if (!curveAt(call, table, static_cast<size_t>(call.integer(1) - 1), x,
               left ? Side::Left : Side::Right, result))
    return false;
  result.value -= result.slope * (x - at);
  result.slope -= result.curvature * (x - at);
  return true;
}

}  // namespace

StandardTables::StandardTables() = default;
StandardTables::~StandardTables() = default;
StandardTables::StandardTables(StandardTables&&) noexcept = default;
StandardTables& StandardTables::operator=(StandardTables&&) noexcept = default;

void StandardTables::clear() {
  tables_.clear();
}
size_t StandardTables::size() const {
  return tables_.size();
}

// ---- objects

const StandardTable* StandardTables::find(int64_t table) const {
  return table >= 0 && static_cast<size_t>(table) < tables_.size()
             ? tables_[static_cast<size_t>(table)].get()
             : nullptr;
}

const StandardTable* StandardTables::tableOf(StandardCall& call) const {
  const std::vector<int64_t>& handle = call.arguments[0].integers;
  const StandardTable* table = handle.size() == 1 ? find(handle[0]) : nullptr;
  if (table == nullptr) call.fail("the table does not exist");
  return table;
}

bool StandardTables::add(StandardCall& call, std::unique_ptr<Table> table) {
  call.result.integers.assign(1, static_cast<int64_t>(tables_.size()));
  tables_.push_back(std::move(table));
  return true;
}

// (fileName, tableName, table, rows, columns, startTime, columns, count, smoothness, extrapolation
// [, shiftTime, timeEvents, verbose [, delimiter, headerLines]])
bool StandardTables::makeTime(StandardCall& call) {
  TableMatrix matrix;
  if (!options(call, call.integer(8), call.integer(9)) || !matrixOf(call, 13, matrix) ||
      !selectColumns(call, call.arguments[6].integers, matrix))
    return false;
  auto table = std::make_unique<Table>();
  table->dimension = TableDimension::Time;
  table->startTime = real(call, 5);
  table->shiftTime = call.arguments.size() > 10 ? real(call, 10) : table->startTime;
  if (call.arguments.size() > 11) table->timeEvents = static_cast<TimeEvents>(call.integer(11));
  const auto extrapolation = static_cast<Extrapolation>(call.integer(9));
  table->mayLeave = extrapolation != Extrapolation::NoExtrapolation;
  table->curve = Curve::make(matrix.values, matrix.rows, matrix.columns,
                             static_cast<Smoothness>(call.integer(8)), extrapolation, call.error);
  return table->curve && add(call, std::move(table));
}

// (fileName, tableName, table, rows, columns, columns, count, smoothness [, extrapolation, verbose
// [, delimiter, headerLines]])
bool StandardTables::make1D(StandardCall& call) {
  const auto extrapolation = call.arguments.size() > 8
                                 ? call.integer(8)
                                 : static_cast<int64_t>(Extrapolation::LastTwoPoints);
  TableMatrix matrix;
  if (!options(call, call.integer(7), extrapolation) || !matrixOf(call, 10, matrix) ||
      !selectColumns(call, call.arguments[5].integers, matrix))
    return false;
  auto table = std::make_unique<Table>();
  table->curve = Curve::make(matrix.values, matrix.rows, matrix.columns,
                             static_cast<Smoothness>(call.integer(7)),
                             static_cast<Extrapolation>(extrapolation), call.error);
  return table->curve && add(call, std::move(table));
}

// (fileName, tableName, table, rows, columns, smoothness [, extrapolation, verbose [, delimiter,
// headerLines]])
bool StandardTables::make2D(StandardCall& call) {
  const auto extrapolation = call.arguments.size() > 6
                                 ? call.integer(6)
                                 : static_cast<int64_t>(Extrapolation::LastTwoPoints);
  TableMatrix matrix;
  if (!options(call, call.integer(5), extrapolation) || !matrixOf(call, 8, matrix)) return false;
  auto table = std::make_unique<Table>();
  table->dimension = TableDimension::Two;
  table->surface = Surface::make(matrix.values, matrix.rows, matrix.columns,
                                 static_cast<Smoothness>(call.integer(5)),
                                 static_cast<Extrapolation>(extrapolation), call.error);
  return table->surface && add(call, std::move(table));
}

bool StandardTables::close(StandardCall& call) {
  if (tableOf(call) == nullptr) return false;
  tables_[static_cast<size_t>(call.arguments[0].integers[0])].reset();
  return true;
}

// ---- interpolation

bool StandardTables::time(StandardCall& call) {
  const Table* table = tableOf(call);
  CurveValue c;
  return table != nullptr && atTime(call, *table, c) && give(call, c.value);
}

bool StandardTables::timeDerivative(StandardCall& call) {
  const Table* table = tableOf(call);
  CurveValue c;
  return table != nullptr && atTime(call, *table, c) && give(call, c.slope * real(call, 5));
}

bool StandardTables::timeDerivative2(StandardCall& call) {
  const Table* table = tableOf(call);
  CurveValue c;
  return table != nullptr && atTime(call, *table, c) &&
         give(call, c.slope * real(call, 6) + c.curvature * real(call, 5) * real(call, 5));
}

// (table, time)
bool StandardTables::nextTimeEvent(StandardCall& call) {
  const Table* table = tableOf(call);
  if (table == nullptr) return false;
  const double t = real(call, 1), small = rounding(*table, t);
  if (t < table->startTime - small) return give(call, table->startTime);
  if (table->timeEvents == TimeEvents::None) return give(call, kNoMoreEvents);
  const double next = table->curve->nextBreak(t - table->shiftTime + small,
                                              table->timeEvents == TimeEvents::AtDiscontinuities);
  return give(call, std::isfinite(next) ? next + table->shiftTime : kNoMoreEvents);
}

// (table, column, u, ...)
bool StandardTables::value1D(StandardCall& call) {
  const Table* table = tableOf(call);
  CurveValue c;
  return table != nullptr &&
         curveAt(call, *table, static_cast<size_t>(call.integer(1) - 1), real(call, 2), Side::Right,
                 c) &&
         give(call, c.value);
}

bool StandardTables::derivative1D(StandardCall& call) {
  const Table* table = tableOf(call);
  CurveValue c;
  return table != nullptr &&
         curveAt(call, *table, static_cast<size_t>(call.integer(1) - 1), real(call, 2), Side::Right,
                 c) &&
         give(call, c.slope * real(call, 3));
}

bool StandardTables::secondDerivative1D(StandardCall& call) {
  const Table* table = tableOf(call);
  CurveValue c;
  return table != nullptr &&
         curveAt(call, *table, static_cast<size_t>(call.integer(1) - 1), real(call, 2), Side::Right,
                 c) &&
         give(call, c.slope * real(call, 4) + c.curvature * real(call, 3) * real(call, 3));
}

namespace {

bool surfaceAt(StandardCall& call, const Surface& surface, SurfaceValue& result) {
  if (surface.evaluate(real(call, 1), real(call, 2), result)) return true;
  return call.fail(fmt::format("({}, {}) is outside of the table, without extrapolation",
                               real(call, 1), real(call, 2)));
}

}  // namespace

// (table, u1, u2, ...)
bool StandardTables::value2D(StandardCall& call) {
  const Table* table = tableOf(call);
  SurfaceValue s;
  return table != nullptr && surfaceAt(call, *table->surface, s) && give(call, s.value);
}

bool StandardTables::derivative2D(StandardCall& call) {
  const Table* table = tableOf(call);
  SurfaceValue s;
  return table != nullptr && surfaceAt(call, *table->surface, s) &&
         give(call, s.slope1 * real(call, 3) + s.slope2 * real(call, 4));
}

bool StandardTables::secondDerivative2D(StandardCall& call) {
  const Table* table = tableOf(call);
  SurfaceValue s;
  if (table == nullptr || !surfaceAt(call, *table->surface, s)) return false;
  const double d1 = real(call, 3), d2 = real(call, 4);
  return give(call, s.slope1 * real(call, 5) + s.slope2 * real(call, 6) + s.curvature11 * d1 * d1 +
                        2 * s.curvature12 * d1 * d2 + s.curvature22 * d2 * d2);
}

// ---- ranges

bool StandardTables::minimum(StandardCall& call) {
  const Table* table = tableOf(call);
  return table != nullptr && give(call, table->curve->minimum());
}

bool StandardTables::maximum(StandardCall& call) {
  const Table* table = tableOf(call);
  return table != nullptr && give(call, table->curve->maximum());
}

bool StandardTables::minimum2D(StandardCall& call) {
  const Table* table = tableOf(call);
  if (table == nullptr) return false;
  call.arguments[1].reals = {table->surface->minimum1(), table->surface->minimum2()};
  return true;
}

bool StandardTables::maximum2D(StandardCall& call) {
  const Table* table = tableOf(call);
  if (table == nullptr) return false;
  call.arguments[1].reals = {table->surface->maximum1(), table->surface->maximum2()};
  return true;
}

// ---- calls by name

struct StandardTables::Entry {
  std::string_view name;       // after "ModelicaStandardTables_"
  std::string_view arguments;  // letters of matches()
  bool (StandardTables::*function)(StandardCall&);
  // A number, without any other effect.
  TableQuestion question = TableQuestion::Other;
};

TableDimension StandardTables::dimension(const Entry& entry) {
  return dimensionOf(entry.name);
}
TableQuestion StandardTables::question(const Entry& entry) {
  return entry.question;
}

const StandardTables::Entry* StandardTables::find(std::string_view function) {
  constexpr std::string_view prefix = "ModelicaStandardTables_";
  if (!function.starts_with(prefix)) return nullptr;
  function.remove_prefix(prefix.size());
  static constexpr Entry kEntries[] = {
      {"CombiTimeTable_getValue", "oirrr", &StandardTables::time, TableQuestion::Value},
      {"CombiTable1D_getValue", "oir", &StandardTables::value1D, TableQuestion::Value},
      {"CombiTable2D_getValue", "orr", &StandardTables::value2D, TableQuestion::Value},
      {"CombiTimeTable_getDerValue", "oirrrr", &StandardTables::timeDerivative,
       TableQuestion::Derivative},
      {"CombiTable1D_getDerValue", "oirr", &StandardTables::derivative1D,
       TableQuestion::Derivative},
      {"CombiTable2D_getDerValue", "orrrr", &StandardTables::derivative2D,
       TableQuestion::Derivative},
      {"CombiTimeTable_getDer2Value", "oirrrrr", &StandardTables::timeDerivative2,
       TableQuestion::Derivative2},
      {"CombiTable1D_getDer2Value", "oirrr", &StandardTables::secondDerivative1D,
       TableQuestion::Derivative2},
      {"CombiTable2D_getDer2Value", "orrrrrr", &StandardTables::secondDerivative2D,
       TableQuestion::Derivative2},
      {"CombiTimeTable_nextTimeEvent", "or", &StandardTables::nextTimeEvent,
       TableQuestion::NextEvent},
      {"CombiTimeTable_minimumTime", "o", &StandardTables::minimum, TableQuestion::Least},
      {"CombiTimeTable_maximumTime", "o", &StandardTables::maximum, TableQuestion::Most},
      {"CombiTable1D_minimumAbscissa", "o", &StandardTables::minimum, TableQuestion::Least},
      {"CombiTable1D_maximumAbscissa", "o", &StandardTables::maximum, TableQuestion::Most},
      {"CombiTable2D_minimumAbscissa", "ov", &StandardTables::minimum2D},
      {"CombiTable2D_maximumAbscissa", "ov", &StandardTables::maximum2D},
      {"CombiTimeTable_init", "ssRiirIiii", &StandardTables::makeTime},
      {"CombiTimeTable_init2", "ssRiirIiiirii", &StandardTables::makeTime},
      {"CombiTimeTable_init3", "ssRiirIiiiriisi", &StandardTables::makeTime},
      {"CombiTable1D_init", "ssRiiIii", &StandardTables::make1D},
      {"CombiTable1D_init2", "ssRiiIiiii", &StandardTables::make1D},
      {"CombiTable1D_init3", "ssRiiIiiiisi", &StandardTables::make1D},
      {"CombiTable2D_init", "ssRiii", &StandardTables::make2D},
      {"CombiTable2D_init2", "ssRiiiii", &StandardTables::make2D},
      {"CombiTable2D_init3", "ssRiiiiisi", &StandardTables::make2D},
      {"CombiTimeTable_close", "o", &StandardTables::close},
      {"CombiTable1D_close", "o", &StandardTables::close},
      {"CombiTable2D_close", "o", &StandardTables::close},
  };
  for (const Entry& entry : kEntries)
    if (entry.name == function) return &entry;
  return nullptr;
}

const StandardTables::Entry* StandardTables::reader(const Function& function,
                                                    const ExprPool& pool) {
  if (!function.external || function.outputCount != 1) return nullptr;
  const ExternalCall& external = *function.external;
  const Entry* entry = find(external.function);
  // Readers take the table and numbers, and give a number: "o" and then "i" and "r".
  if (entry == nullptr || entry->question == TableQuestion::Other ||
      entry->arguments.size() != function.inputCount ||
      external.arguments.size() != function.inputCount)
    return nullptr;
  auto isLocal = [&](ExprId id, uint32_t index, char letter) {
    if (!id.valid() || pool.kind(id) != ExprKind::Local || pool.payload(id) != index) return false;
    const Type& type = pool.types[function.locals[index].type];
    const BaseType wanted = letter == 'o'   ? BaseType::ExternalObject
                            : letter == 'i' ? BaseType::Integer
                                            : BaseType::Real;
    return type.dims.empty() && type.base == wanted;
  };
  for (uint32_t i = 0; i < function.inputCount; ++i)
    if (!isLocal(external.arguments[i], i, entry->arguments[i])) return nullptr;
  return isLocal(external.result, function.inputCount, 'r') ? entry : nullptr;
}

bool StandardTables::read(const Entry& entry, int64_t table, std::span<const double> numbers,
                          double& result, std::string& error) {
  scratch_.arguments.resize(std::max(scratch_.arguments.size(), numbers.size() + 1));
  scratch_.arguments[0].integers.assign(1, table);
  for (size_t i = 0; i < numbers.size(); ++i) {
    Value& argument = scratch_.arguments[i + 1];
    if (entry.arguments[i + 1] == 'i') {
      argument.integers.assign(1, static_cast<int64_t>(numbers[i]));
    } else {
      argument.reals.assign(1, numbers[i]);
    }
  }
  const Table* of = tableOf(scratch_);
  if (of != nullptr && of->dimension != dimensionOf(entry.name)) {
    error = "the table is of another kind";
    return false;
  }
  if (of == nullptr || !(this->*entry.function)(scratch_)) {
    error = scratch_.error;
    return false;
  }
  result = scratch_.result.reals[0];
  return true;
}

std::optional<bool> StandardTables::call(std::string_view function, StandardCall& call) {
  const Entry* entry = find(function);
  if (entry == nullptr) return std::nullopt;
  bool fits = call.arguments.size() == entry->arguments.size();
  for (size_t i = 0; fits && i < call.arguments.size(); ++i)
    fits = matches(entry->arguments[i], call.arguments[i], *call.types);
  if (fits && entry->arguments[0] == 'o' && !call.arguments[0].integers.empty()) {
    const Table* table = tableOf(call);
    if (table == nullptr) return false;
    fits = table->dimension == dimensionOf(entry->name);
  }
  if (!fits) return call.fail(fmt::format("wrong arguments of {}", function));
  return (this->*entry->function)(call);
}

}  // namespace formola
