// Units of Modelica as products of SI base units.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace formola {

// kg, m, s, A, K, mol, cd, rad, in the order of the BaseUnit of FMI.
inline constexpr std::array<std::string_view, 8> kBaseUnits{"kg", "m",   "s",  "A",
                                                            "K",  "mol", "cd", "rad"};

// value in base units = factor * value + offset
struct BaseUnit {
  std::array<int, 8> exponents{};
  double factor = 1;
  double offset = 0;
};

// Purpose:    reads a unit by the grammar of the Modelica specification, chapter 19: "N.m",
//             "kg.m2/s2", "W/(m2.K)", "mV".
// Ensures:    nothing for what is not known, such as currencies.
std::optional<BaseUnit> parseUnit(std::string_view text);

// Purpose:    text of a coherent unit: a name such as "V" where there is one, else "kg.m/s".
std::string unitText(const std::array<int, 8>& exponents);

}  // namespace formola
