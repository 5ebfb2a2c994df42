// What a result holds: the signals by name and where the value of each one is stored.
//
// Several names may share one stored column (aliases, possibly with opposite sign), and a value
// that does not change during the simulation is stored once, not once per row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace formola::results {

enum class SignalKind : uint8_t {
  Variable,   // Signal::column is an index into the values of a row
  Parameter,  // Signal::column is an index into ResultLayout::constants
};

enum class SignalType : uint8_t { Real, Integer, Boolean };

struct Signal {
  std::string name;
  std::string description;
  std::string unit;
  SignalKind kind = SignalKind::Variable;
  SignalType type = SignalType::Real;
  uint32_t column = 0;
  bool negated = false;  // the signal is minus the stored value; never set on a Boolean
};

// `time` is implicit: it is no signal and no column, every writer puts it first.
struct ResultLayout {
  std::vector<Signal> signals;
  std::vector<double> constants;  // the values of the parameters
  uint32_t columns = 0;           // number of values in every row
  double startTime = 0;
  double stopTime = 0;

  uint32_t addVariable(std::string name, std::string description = {}, std::string unit = {},
                       SignalType type = SignalType::Real);
  void addAlias(std::string name, uint32_t column, bool negated = false,
                std::string description = {}, std::string unit = {});
  uint32_t addParameter(std::string name, double value, std::string description = {},
                        std::string unit = {}, SignalType type = SignalType::Real);
};

// A negated alias of a zero is +0, so that results have no stray "-0".
inline double applySign(double value, bool negated) {
  return negated ? 0.0 - value : value;
}

// The layout with only those signals in whose name `pattern` (ECMAScript regular expression) is
// found; like grep it matches anywhere in the name, `^…$` asks for the whole name. `columns` stays
// as it is, for the rows that the simulation hands out do not change; writers store only the
// columns that some signal uses. Returns nothing and sets `error` when the pattern is no regular
// expression.
std::optional<ResultLayout> filterLayout(ResultLayout layout, std::string_view pattern,
                                         std::string& error);

// FORMOLA_ASSERTs that every column index is in range and that no Boolean is negated.
void verify(const ResultLayout& layout);

// Which columns of a row some signal of the layout uses, and where they go when only these are
// stored.
struct StoredColumns {
  std::vector<uint32_t> used;      // ascending columns of a row
  std::vector<uint32_t> position;  // column of a row → index into `used`; kUnused when not stored
  static constexpr uint32_t kUnused = UINT32_MAX;
};
StoredColumns storedColumns(const ResultLayout& layout);

}  // namespace formola::results
