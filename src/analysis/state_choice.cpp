#include "analysis/state_choice.h"

#include <algorithm>
#include <numeric>

namespace formola::analysis {

StateChoices::StateChoices(const FmlModel& model) : model_(model) {
  for (int32_t i = 0; i < model.nStateSets; ++i) {
    const FmlStateSet& set = model.stateSets[i];
    candidates_.insert(candidates_.end(), set.candidates,
                       set.candidates + set.nOrders * set.nCandidates);
  }
  std::sort(candidates_.begin(), candidates_.end());
  candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
}

StateChoice StateChoices::of(const double* v) const {
  StateChoice choice(static_cast<size_t>(model_.nStates));
  std::iota(choice.begin(), choice.end(), 0);
  for (int32_t i = 0; i < model_.nStateSets; ++i) {
    const FmlStateSet& set = model_.stateSets[i];
    for (int32_t k = 0; k < set.nStates; ++k)
      for (int32_t j = 0; j < set.nCandidates; ++j) {
        if (v[set.selection[k * set.nCandidates + j]] == 0) continue;
        for (int32_t o = 0; o < set.nOrders; ++o)
          choice[static_cast<size_t>(set.states[o * set.nStates + k])] =
              set.candidates[o * set.nCandidates + j];
      }
  }
  return choice;
}

void StateChoices::choose(const StateChoice& choice, double* v) const {
  for (int32_t i = 0; i < model_.nStateSets; ++i) {
    const FmlStateSet& set = model_.stateSets[i];
    for (int32_t k = 0; k < set.nStates; ++k) {
      const int32_t chosen = choice[static_cast<size_t>(set.states[k])];
      for (int32_t j = 0; j < set.nCandidates; ++j)
        v[set.selection[k * set.nCandidates + j]] = set.candidates[j] == chosen ? 1 : 0;
      for (int32_t o = 0; o < set.nOrders; ++o) {
        const int32_t state = set.states[o * set.nStates + k];
        v[state] = v[choice[static_cast<size_t>(state)]];
      }
    }
  }
}

StateChoices::Rows StateChoices::exchanged(const StateChoice& from, const StateChoice& to,
                                           const Eigen::Ref<const Rows>& derivatives,
                                           Eigen::Index first) const {
  const auto n = static_cast<Eigen::Index>(to.size());
  Rows result = Rows::Zero(n, derivatives.cols());
  for (Eigen::Index i = 0; i < n; ++i) {
    const int32_t now = to[static_cast<size_t>(i)];
    if (now == from[static_cast<size_t>(i)]) {
      result(i, i) = 1;
      continue;
    }
    const auto at = std::lower_bound(candidates_.begin(), candidates_.end(), now);
    result.row(i) = derivatives.row(first + (at - candidates_.begin()));
  }
  return result;
}

}  // namespace formola::analysis
