#include "solver/stage_history.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "runtime/vectors.h"

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
  std::vector<std::vector<int32_t>> everywhere;  // by unknown
  for (auto& [origin, places] : copies) {
    if (places.size() != nodes_.size()) continue;
    std::sort(places.begin(), places.end(), [own = origin](int32_t a, int32_t b) {
      return std::pair(a == own, a) < std::pair(b == own, b);
    });
    everywhere.push_back(std::move(places));
  }
  unknowns_ = everywhere.size();
  for (size_t s = 0; s < nodes_.size(); ++s)
    for (const std::vector<int32_t>& places : everywhere) places_.push_back(places[s]);
  for (Past* past : {&now_, &before_}) {
    past->differences.assign(kMost * unknowns_, 0.0);
    past->beside.assign((nodes_.size() - 1) * unknowns_, 0.0);
  }
  sum_.assign(unknowns_, 0.0);
}

void StageHistory::begin(const double* v, double time) {
  const int32_t* places = places_.data() + (nodes_.size() - 1) * unknowns_;
  for (size_t u = 0; u < unknowns_; ++u) now_.differences[u] = v[places[u]];
  now_.times[0] = time;
  now_.missed.fill(0);
  now_.count = 1;
  now_.size = 0;
  now_.points = 1;
}

void StageHistory::evaluate(const Past& past, double t, int points, double* sum) const {
  const double* row = past.differences.data() + static_cast<size_t>(points - 1) * unknowns_;
  std::copy(row, row + unknowns_, sum);
  for (int k = points - 2; k >= 0; --k) {
    row -= unknowns_;
    const double way = t - past.times[k];
    for (size_t u = 0; u < unknowns_; ++u) sum[u] = row[u] + way * sum[u];
  }
}

// The k-th divided difference with the new end is, times the distances of the k ends before it,
// what the polynomial through these misses the new end by.
void StageHistory::addEnd(const double* v, double end) {
  const Past& old = before_;
  const int32_t* places = places_.data() + (nodes_.size() - 1) * unknowns_;
  now_.count = std::min(old.count + 1, kMost);
  now_.times[0] = end;
  std::copy(old.times.begin(), old.times.end() - 1, now_.times.begin() + 1);
  for (size_t u = 0; u < unknowns_; ++u) now_.differences[u] = v[places[u]];
  now_.missed.fill(0);
  now_.points = 1;
  double least = INFINITY, ways = 1;
  for (int k = 1; k < now_.count; ++k) {
    const double* lower = now_.differences.data() + static_cast<size_t>(k - 1) * unknowns_;
    const double* oldLower = old.differences.data() + static_cast<size_t>(k - 1) * unknowns_;
    double* here = now_.differences.data() + static_cast<size_t>(k) * unknowns_;
    const double way = end - now_.times[k];
    const double inverse = 1 / way;
    ways *= way;
    double missed = 0;
    for (size_t u = 0; u < unknowns_; ++u) {
      here[u] = (lower[u] - oldLower[u]) * inverse;
      const double size = std::max(std::abs(now_.differences[u]), std::abs(old.differences[u]));
      if (size > 0) missed = std::max(missed, std::abs(here[u] * ways) / size);
    }
    now_.missed[k] = missed;
    // One of many may be near by chance; what was so twice is trusted.
    const double twice = std::max(missed, old.missed[k]);
    if (!(twice < least)) continue;
    least = twice;
    now_.points = k;
  }
}

void StageHistory::add(const double* v, double start, double h) {
  if (unknowns_ == 0) return;
  std::swap(before_, now_);
  addEnd(v, start + h);
  const int points = std::min(now_.points + 1, now_.count);
  for (size_t s = 0; s + 1 < nodes_.size(); ++s) {
    double* beside = now_.beside.data() + s * unknowns_;
    evaluate(now_, start + nodes_[s] * h, points, sum_.data());
    for (size_t u = 0; u < unknowns_; ++u) beside[u] = v[places_[s * unknowns_ + u]] - sum_[u];
  }
  now_.size = h;
}

void StageHistory::undo() {
  if (unknowns_ > 0) std::swap(before_, now_);
}

void StageHistory::predict(double* v, double start, double h) const {
  constexpr double kSimilar = 2;  // sizes of steps
  const size_t stages = nodes_.size();
  if (unknowns_ == 0 || now_.count == 0) return;
  const bool similar = now_.size > 0 && h < kSimilar * now_.size;
  const double scale = similar ? std::pow(h / now_.size, static_cast<double>(stages)) : 0.0;
  for (size_t s = 0; s < stages; ++s) {
    evaluate(now_, start + nodes_[s] * h, std::min(now_.points, now_.count), sum_.data());
    if (s + 1 < stages)
      runtime::addScaled(sum_.data(), scale, now_.beside.data() + s * unknowns_, unknowns_);
    const int32_t* places = places_.data() + s * unknowns_;
    for (size_t u = 0; u < unknowns_; ++u) v[places[u]] = sum_[u];
  }
}

}  // namespace formola::solver
