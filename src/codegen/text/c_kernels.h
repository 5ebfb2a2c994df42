// Parts of generated C programs that are the same for every model.
#pragma once

#include <string_view>

namespace formola::text {

// Dense elimination with partial pivoting; matrices by columns.
extern const std::string_view kDenseSolver;
// Linear blocks given by residuals: coefficients from unit vectors.
extern const std::string_view kAffineSolver;
extern const std::string_view kNewton;
// init, step, euler, outputs; NAME_ stands for the model.
extern const std::string_view kInterface;
extern const std::string_view kMain;
extern const std::string_view kDsblock;

}  // namespace formola::text
