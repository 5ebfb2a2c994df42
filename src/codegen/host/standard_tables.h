// The external "C" functions behind the tables of Modelica.Blocks (ModelicaStandardTables_...), on
// the values of the function interpreter: our own implementation on runtime/tables.h.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dae/dae.h"
#include "evaluate/standard_externals.h"
#include "runtime/tables.h"

namespace formola {

// Modelica.Blocks.Types.TimeEvents
enum class TimeEvents : int64_t { Always = 1, AtDiscontinuities, None };

// CombiTimeTable, CombiTable1D, CombiTable2D
enum class TableDimension : uint8_t { Time, One, Two };

// What functions ask a table.
enum class TableQuestion : uint8_t {
  Other,
  Value,
  Derivative,
  Derivative2,
  NextEvent,
  Least,
  Most
};

// What the blocks take for "no more events": Modelica.Constants.inf.
inline constexpr double kNoMoreEvents = std::numeric_limits<double>::max();

struct StandardTable {
  TableDimension dimension = TableDimension::One;
  std::optional<runtime::Curve> curve;
  std::optional<runtime::Surface> surface;
  double startTime = 0, shiftTime = 0;
  TimeEvents timeEvents = TimeEvents::Always;
  bool mayLeave = true;  // there is an extrapolation
};

// The table objects of one running instance. An external object is the number of its table here.
class StandardTables {
 public:
  StandardTables();
  ~StandardTables();
  StandardTables(StandardTables&&) noexcept;
  StandardTables& operator=(StandardTables&&) noexcept;

  // Purpose:    calls `function`, a name in C, with the arguments in C's order.
  // Ensures:    nullopt: no function of that name. False: it failed, call.error says why (a wrong
  //             table or file, an argument outside of a table without extrapolation).
  // Complexity: O(log rows) to interpolate.
  // Reference:  signatures and documentation in Modelica.Blocks.Tables and
  //             Modelica.Blocks.Sources.CombiTimeTable (MSL 4).
  std::optional<bool> call(std::string_view function, StandardCall& call);
  static bool knows(std::string_view function) { return find(function) != nullptr; }

  // Functions that only read a number from a table are called at every evaluation of a model; they
  // can be called without values in between.
  struct Entry;
  // Null if `function` is not just the call of such a function with its inputs in C's order.
  static const Entry* reader(const Function& function, const ExprPool& pool);
  static TableDimension dimension(const Entry& entry);
  static TableQuestion question(const Entry& entry);
  // The table of this number; null: there is none.
  const StandardTable* find(int64_t table) const;
  // `numbers`: the arguments after the table. False: failed, `error` says why.
  bool read(const Entry& entry, int64_t table, std::span<const double> numbers, double& result,
            std::string& error);

  // Frees all tables; their numbers are then invalid.
  void clear();
  size_t size() const;

 private:
  using Table = StandardTable;
  static const Entry* find(std::string_view function);

  bool makeTime(StandardCall& call);
  bool make1D(StandardCall& call);
  bool make2D(StandardCall& call);
  bool close(StandardCall& call);
  bool time(StandardCall& call);
  bool timeDerivative(StandardCall& call);
  bool timeDerivative2(StandardCall& call);
  bool nextTimeEvent(StandardCall& call);
  bool value1D(StandardCall& call);
  bool derivative1D(StandardCall& call);
  bool secondDerivative1D(StandardCall& call);
  bool value2D(StandardCall& call);
  bool derivative2D(StandardCall& call);
  bool secondDerivative2D(StandardCall& call);
  bool minimum(StandardCall& call);
  bool maximum(StandardCall& call);
  bool minimum2D(StandardCall& call);
  bool maximum2D(StandardCall& call);

  const Table* tableOf(StandardCall& call) const;
  bool add(StandardCall& call, std::unique_ptr<Table> table);

  std::vector<std::unique_ptr<Table>> tables_;
  StandardCall scratch_;  // of read()
};

}  // namespace formola
