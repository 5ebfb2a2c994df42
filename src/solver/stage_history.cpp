#include "solver/stage_history.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace formola::solver {

// Copies at inner stages have been added to the variables stage by stage, and the last stage has
// the variable itself.
StageHistory::StageHistory(const FmlModel& model, const std::vector<double>& nodes)
    : nodes_(nodes) {
  const FmlInlineForm& form = *model.inlineForm;
  std::map<int32_t, std::vector<int32_t>> copies;
  for (int32_t k = 0; k < form.nIterated; ++k)
    copies[form.originIndices[k]].push_back(form.iteratedIndices[k]);
  std::vector<char> iterated(static_cast<size_t>(model.nVariables), 0);
  for (int32_t b = 0; b < model.nNonlinearBlocks; ++b)
    for (int32_t i = 0; i < model.nonlinearBlocks[b].n; ++i)
      iterated[model.nonlinearBlocks[b].unknowns[i]] = 1;
  for (int32_t k = 0; k < form.nStages * model.nStates; ++k)
    if (const int32_t place = form.derivativeIndices[k]; iterated[place] != 0)
      copies[model.nStates + k % model.nStates].push_back(place);
  for (auto& [origin, places] : copies) {
    if (places.size() != nodes_.size()) continue;
    std::sort(places.begin(), places.end(), [own = origin](int32_t a, int32_t b) {
      return std::pair(a == own, a) < std::pair(b == own, b);
    });
    places_.insert(places_.end(), places.begin(), places.end());
  }
  for (End& end : ends_) end.values.assign(places_.size() / nodes_.size(), 0.0);
  for (Stages* stages : {&last_, &before_}) stages->beside.assign(places_.size(), 0.0);
}

void StageHistory::begin(const double* v, double time) {
  const size_t stages = nodes_.size();
  ends_[0].time = time;
  for (size_t u = 0; u < ends_[0].values.size(); ++u)
    ends_[0].values[u] = v[places_[(u + 1) * stages - 1]];
  count_ = 1;
  last_.size = 0;
  last_.points = 1;
}

StageHistory::Weights StageHistory::weights(double t, int points) const {
  Weights w{};
  for (int i = 0; i < points; ++i) {
    w[i] = 1;
    for (int j = 0; j < points; ++j)
      if (j != i) w[i] *= (t - ends_[j].time) / (ends_[i].time - ends_[j].time);
  }
  return w;
}

double StageHistory::value(const Weights& w, int points, size_t unknown) const {
  double sum = 0;
  for (int i = 0; i < points; ++i) sum += w[i] * ends_[i].values[unknown];
  return sum;
}

// With how many of the ends would the end of the step have been predicted best?
void StageHistory::choosePoints(const double* v, double end) {
  const size_t stages = nodes_.size();
  double least = INFINITY;
  for (int points = 1; points <= std::min(count_, kMost - 1); ++points) {
    const Weights w = weights(end, points);
    double distance = 0;
    for (size_t u = 0; u < ends_[0].values.size(); ++u) {
      const double own = v[places_[(u + 1) * stages - 1]];
      const double size = std::max(std::abs(own), std::abs(ends_[0].values[u]));
      if (size > 0) distance = std::max(distance, std::abs(value(w, points, u) - own) / size);
    }
    if (!(distance < least)) continue;
    least = distance;
    last_.points = points;
  }
}

void StageHistory::add(const double* v, double start, double h) {
  if (places_.empty()) return;
  const size_t stages = nodes_.size();
  std::swap(before_, last_);
  choosePoints(v, start + h);
  for (int i = kMost; i > 0; --i) std::swap(ends_[i], ends_[i - 1]);
  ends_[0].time = start + h;
  for (size_t u = 0; u < ends_[0].values.size(); ++u)
    ends_[0].values[u] = v[places_[(u + 1) * stages - 1]];
  count_ = std::min(count_ + 1, kMost + 1);
  const int points = std::min(last_.points + 1, std::min(count_, kMost));
  for (size_t s = 0; s < stages; ++s) {
    const Weights w = weights(start + nodes_[s] * h, points);
    for (size_t u = 0; u < ends_[0].values.size(); ++u)
      last_.beside[u * stages + s] = v[places_[u * stages + s]] - value(w, points, u);
  }
  last_.size = h;
}

void StageHistory::undo() {
  if (places_.empty()) return;
  std::swap(before_, last_);
  for (int i = 0; i < kMost; ++i) std::swap(ends_[i], ends_[i + 1]);
  --count_;
}

void StageHistory::predict(double* v, double start, double h) const {
  constexpr double kSimilar = 2;  // sizes of steps
  const size_t stages = nodes_.size();
  const int points = std::min(last_.points, std::min(count_, kMost));
  const bool similar = last_.size > 0 && h < kSimilar * last_.size;
  const double scale = similar ? std::pow(h / last_.size, static_cast<double>(nodes_.size())) : 0.0;
  for (size_t s = 0; s < stages && points > 0; ++s) {
    const Weights w = weights(start + nodes_[s] * h, points);
    for (size_t u = 0; u < ends_[0].values.size(); ++u)
      v[places_[u * stages + s]] = value(w, points, u) + scale * last_.beside[u * stages + s];
  }
}

}  // namespace formola::solver
