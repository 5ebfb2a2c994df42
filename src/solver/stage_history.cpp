#include "solver/stage_history.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "support/assert.h"

namespace formola::solver {

// Copies at inner stages have been added to the variables stage by stage, and the last stage has
// the variable itself.
StageHistory::StageHistory(const FmlInlineForm& form, const std::vector<double>& nodes)
    : nodes_(nodes) {
  std::map<int32_t, std::vector<int32_t>> copies;
  for (int32_t k = 0; k < form.nIterated; ++k)
    copies[form.originIndices[k]].push_back(form.iteratedIndices[k]);
  for (auto& [origin, places] : copies) {
    if (places.size() != nodes_.size()) continue;
    std::sort(places.begin(), places.end(), [own = origin](int32_t a, int32_t b) {
      return std::pair(a == own, a) < std::pair(b == own, b);
    });
    places_.insert(places_.end(), places.begin(), places.end());
  }
  for (Step& step : past_) step.values.assign(places_.size(), 0.0);
}

void StageHistory::add(const double* v, double start, double h) {
  std::swap(past_[2], past_[1]);
  std::swap(past_[1], past_[0]);
  past_[0].start = start;
  past_[0].size = h;
  for (size_t k = 0; k < places_.size(); ++k) past_[0].values[k] = v[places_[k]];
  count_ = std::min(count_ + 1, 3);
}

void StageHistory::undo() {
  std::swap(past_[0], past_[1]);
  std::swap(past_[1], past_[2]);
  --count_;
}

void StageHistory::predict(double* v, double start, double h, int steps) const {
  // With a stage at the beginning of each step two of them have the same time.
  steps = std::min(steps, nodes_[0] > 0 ? this->steps() : std::min(count_, 1));
  if (steps == 0 || places_.empty()) return;
  const size_t stages = nodes_.size(), points = stages * static_cast<size_t>(steps);
  constexpr size_t kMost = 6;
  FORMOLA_ASSERT(points <= kMost);
  std::array<double, kMost> times{}, weights{};
  for (size_t i = 0; i < points; ++i)
    times[i] = past_[i / stages].start + nodes_[i % stages] * past_[i / stages].size;
  for (size_t s = 0; s < stages; ++s) {
    const double t = start + nodes_[s] * h;
    for (size_t i = 0; i < points; ++i) {
      weights[i] = 1;
      for (size_t j = 0; j < points; ++j)
        if (j != i) weights[i] *= (t - times[j]) / (times[i] - times[j]);
    }
    for (size_t at = 0; at < places_.size(); at += stages) {
      double sum = 0;
      for (size_t i = 0; i < points; ++i)
        sum += weights[i] * past_[i / stages].values[at + i % stages];
      v[places_[at + s]] = sum;
    }
  }
}

}  // namespace formola::solver
