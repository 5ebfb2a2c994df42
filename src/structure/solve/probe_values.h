// Values of all variables at points taken at random: what formulas look like as numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/eval_numeric.h"
#include "structure/structured_dae.h"

namespace formola {

// Some number for a leaf, between 0.5 and 1.5.
double probeNumber(ExprId leaf);
// A value for a leaf that decides between branches, in one of many modes; all conditions hold in
// the first mode and none in the second.
double probeDecision(BaseType type, ExprId leaf, uint32_t mode);

// Purpose:    numbers for decisions about pivots. States and inputs are taken at random, parameters
//             have their values, and what is computed from them follows: so a rotation matrix is
//             one here too, and products along a chain of them do not grow.
// Requires:   define(block) in the order of evaluation, once the block is solved.
// Ensures:    deterministic; a variable that is not computed by formulas has a number between 0.5
//             and 1.5, the same whenever it is met.
// Complexity: linear in the size of the formulas of the blocks.
class ProbeValues {
 public:
  static constexpr uint32_t kPoints = 3;

  // `parameters`: NaN where the value of a parameter is not known.
  ProbeValues(const StructuredDae& model, std::span<const double> parameters);
  ProbeValues(const ProbeValues&) = delete;
  ProbeValues& operator=(const ProbeValues&) = delete;

  void define(const Block& block);
  double operator()(ExprId expr, uint32_t point) { return numeric_[point](expr); }
  double leaf(ExprId leaf, uint32_t point) const;

 private:
  void assign(VariableId variable, ExprId value);

  const StructuredDae& model_;
  std::vector<std::vector<double>> values_;  // by point and variable; NaN: not known
  std::vector<NumericEvaluator> numeric_;
};

}  // namespace formola
