// Strings that are known before a program runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schedule/schedule.h"

namespace formola::text {

// Purpose:    the texts of expressions of literals and parameters, by the interpreter.
// Complexity: that of the values of all parameters, once.
class ConstantTexts {
 public:
  explicit ConstantTexts(const StructuredDae& model);
  std::optional<std::string> operator()(ExprId expression) const;

 private:
  const StructuredDae& model_;
  std::vector<double> values_;
};

}  // namespace formola::text
