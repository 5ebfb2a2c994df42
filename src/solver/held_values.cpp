#include "solver/held_values.h"

#include <algorithm>

namespace formola::solver {

void HeldValues::add(const FmlData* d) {
  if (points_.size() == kPoints)
    std::rotate(points_.begin(), points_.begin() + 1, points_.end());
  else
    points_.emplace_back();
  Point& point = points_.back();
  point.time = d->time;
  point.values.resize(static_cast<size_t>(form_.nHeld));
  for (int32_t k = 0; k < form_.nHeld; ++k) point.values[k] = d->v[form_.heldIndices[k]];
}

void HeldValues::restart(const FmlData* d) {
  points_.clear();
  if (!empty()) add(d);
}

void HeldValues::accept(FmlData* d) {
  if (empty()) return;
  for (int32_t k = 0; k < form_.nHeld; ++k) d->v[form_.heldIndices[k]] = d->v[form_.heldSources[k]];
  add(d);
}

void HeldValues::write(FmlData* d) {
  if (empty()) return;
  for (int32_t k = 0; k < form_.nHeld; ++k) d->v[form_.heldIndices[k]] = 0;
  for (const Point& p : points_) {
    double weight = 1;  // Lagrange's
    for (const Point& other : points_)
      if (&other != &p) weight *= (d->time - other.time) / (p.time - other.time);
    for (int32_t k = 0; k < form_.nHeld; ++k) d->v[form_.heldIndices[k]] += weight * p.values[k];
  }
}

}  // namespace formola::solver
