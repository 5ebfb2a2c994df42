// Which candidates are states, and what that means for derivatives where a run exchanges them.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <vector>

#include "runtime/model_abi.h"

namespace formola::analysis {

// For each state of a model the place in v of what it is: a candidate of its set of states, or its
// own place.
using StateChoice = std::vector<int32_t>;

// Purpose:    the sets of states of a model (FmlStateSet). An exchange of states is a change of
//             coordinates at a point of the solution and nothing else: derivatives by parameters at
//             a fixed time are those of the candidates that are states from there on.
// Reference:  docs/decisions/0005-dynamic-state-selection.md.
class StateChoices {
 public:
  explicit StateChoices(const FmlModel& model);

  // No state is ever exchanged.
  bool empty() const { return model_.nStateSets == 0; }
  // The choice in v.
  StateChoice of(const double* v) const;
  // Gives v another choice. Requires: the candidates in v are values of the model.
  void choose(const StateChoice& choice, double* v) const;
  // Places in v of all candidates and their derivatives that may be states, ascending.
  const std::vector<int32_t>& candidates() const { return candidates_; }

  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  // Purpose: the derivatives of the states of the choice `to` by those of the choice `from` and
  //          whatever else has a column.
  // Requires: the row `first` + k of `derivatives` is that of candidates()[k]; columns of states
  //           come first.
  Rows exchanged(const StateChoice& from, const StateChoice& to,
                 const Eigen::Ref<const Rows>& derivatives, Eigen::Index first) const;

 private:
  const FmlModel& model_;
  std::vector<int32_t> candidates_;
};

}  // namespace formola::analysis
