// Units of measurement as people read them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace formola::draw {

// x in this unit is factor * x + offset in units of the SI without prefixes.
struct UnitScale {
  double factor = 1, offset = 0;
};

// "kg.m2/s", "rev/min", "degC"; nothing where a symbol is not known (spec chapter 19).
std::optional<UnitScale> unitScale(std::string_view unit);

// "N.m" as "N·m", "kg/m3" as "kg/m³", "Ohm" as "Ω".
std::string prettyUnit(std::string_view unit);

// A value given in `unit` as it is shown in `displayUnit` ("": as it is): "100 ms".
std::string withUnit(double value, std::string_view unit, std::string_view displayUnit);

}  // namespace formola::draw
