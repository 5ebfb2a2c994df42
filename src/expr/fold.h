// Constant folding: operators and functions of literals.
#pragma once

#include <optional>
#include <span>

#include "expr/expr.h"

namespace formola {

// 2^53: beyond it not every Integer is a double, which all back ends compute with.
inline constexpr double kExactIntegers = 9007199254740992.0;
// The largest Integer.
inline constexpr double kLargestInteger = kExactIntegers - 1;

// Purpose:    the numerical meaning of the elementary functions (spec 3.6 §3.7), one place for
//             folding and for numerical evaluation. nullopt for functions without a value of their
//             own (der, pre, delay, ...). Booleans are 0 and 1.
std::optional<double> evaluateBuiltin(Builtin function, std::span<const double> arguments);

// The value of a scalar operator (Neg ... NotEqual, Cast) for Real operands; nullopt for other
// kinds.
std::optional<double> evaluateOperator(ExprKind kind, std::span<const double> operands);

// Purpose:    the literal that an operator or function of literals stands for, or an invalid id.
// Ensures:    the result has type `type`. Nothing is folded that isn't finite or overflows an
//             Integer, so that errors such as 1/0 stay visible to the simulation, where they can
//             be reported with their equation.
ExprId foldLiterals(ExprPool& pool, ExprKind kind, Builtin function, TypeId type,
                    std::span<const ExprId> operands);

}  // namespace formola
