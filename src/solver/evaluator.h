// Evaluates a model at points that an integrator chooses.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/colouring.h"
#include "runtime/model_abi.h"
#include "runtime/tangent.h"

namespace formola::solver {

// Purpose: the right-hand side and its Jacobian as functions of (t, x), with counting and a check
// for NaN. Requires: relations are frozen (live = 0).
class Evaluator {
 public:
  explicit Evaluator(FmlData* data);

  FmlData* data() { return data_; }
  int32_t nStates() const { return n_; }

  // der(x) at (t, x), left in data()->v; with `f` also copied there.
  FmlStatus derivatives(double t, const double* x, double* f = nullptr);
  // The remaining unknowns, after derivatives at the same point.
  FmlStatus outputs();
  // Both, at the time and states that data() holds.
  FmlStatus everything();

  // d der(x) / d x on pattern(), column-major when that is dense: from the model; by coloured
  // differences where it has no derivatives, or has none at this point.
  FmlStatus jacobian(double t, const double* x, double* values);
  const FmlPattern& pattern() const { return pattern_; }
  int64_t entries() const;

 private:
  FmlData* data_;
  int32_t n_;
  FmlPattern pattern_;
  runtime::Colouring colouring_;
  std::optional<runtime::StateTangents> tangents_;
  std::vector<double> base_, moved_, steps_;
};

}  // namespace formola::solver
