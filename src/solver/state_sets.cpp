#include "solver/state_sets.h"

#include <algorithm>
#include <cmath>

#include "runtime/workspace.h"

namespace formola::solver {

namespace {
constexpr double kSingular = 1e-9;    // relative to the largest entry
constexpr int kMostExchanges = 1000;  // each at least multiplies the volume by kWorthwhile
constexpr double kWorthwhile = 1.001;
}  // namespace

StateSets::StateSets(FmlData* d) : d_(d) {
  for (int32_t i = 0; i < d->model->nStateSets; ++i) {
    const FmlStateSet& abi = d->model->stateSets[i];
    Set set{&abi, i, {}, {}, {}, {}, {}, {}};
    set.values.resize(static_cast<size_t>(abi.nEntries));
    set.matrix.resize(static_cast<size_t>(abi.nConstraints) * columns(set));
    set.chain.resize(static_cast<size_t>(abi.nInner) * columns(set));
    sets_.push_back(std::move(set));
  }
  adopt();
}

void StateSets::adopt() {
  for (Set& set : sets_) {
    const FmlStateSet& abi = *set.abi;
    set.chosen.clear();
    for (int32_t k = 0; k < abi.nStates; ++k)
      for (int32_t j = 0; j < abi.nCandidates; ++j)
        if (d_->v[abi.selection[k * abi.nCandidates + j]] != 0) set.chosen.push_back(j);
    takeSizes(set);
  }
}

void StateSets::takeSizes(const Set& set) {
  const FmlStateSet& abi = *set.abi;
  const auto n = static_cast<int32_t>(set.chosen.size());  // 0 before the first choice
  for (int32_t o = 0; o < abi.nOrders; ++o)
    for (int32_t k = 0; k < n; ++k)
      d_->nominal[abi.states[o * abi.nStates + k]] =
          d_->nominal[abi.candidates[o * abi.nCandidates + set.chosen[static_cast<size_t>(k)]]];
}

double StateSets::scale(const Set& set, int32_t column) const {
  return column < set.abi->nCandidates ? d_->nominal[set.abi->candidates[column]] : 1;
}

// The constraints by candidates and forced variables, with the inner variables eliminated; columns
// are in units of the nominal values.
bool StateSets::reduce(Set& set) {
  const FmlStateSet& abi = *set.abi;
  if (d_->model->evalSetJacobian(d_, set.number, set.values.data()) != FML_OK) return false;
  const int32_t n = columns(set);
  std::fill(set.matrix.begin(), set.matrix.end(), 0.0);
  std::fill(set.chain.begin(), set.chain.end(), 0.0);
  int32_t at = 0;
  for (int32_t row = 0; row < abi.nInner + abi.nConstraints; ++row) {
    const bool inner = row < abi.nInner;
    double* target = inner ? &set.chain[static_cast<size_t>(row) * n]
                           : &set.matrix[static_cast<size_t>(row - abi.nInner) * n];
    double own = 0;
    for (; at < abi.nEntries && abi.rows[at] == row; ++at) {
      const double value = set.values[static_cast<size_t>(at)];
      const int32_t column = abi.columns[at];
      if (!std::isfinite(value)) return false;
      if (column < n) {
        target[column] += value * scale(set, column);
      } else if (inner && column == n + row) {
        own = value;
      } else {
        const double* other = &set.chain[static_cast<size_t>(column - n) * n];
        for (int32_t j = 0; j < n; ++j) target[j] += value * other[j];
      }
    }
    if (!inner) continue;
    if (own == 0) return false;
    for (int32_t j = 0; j < n; ++j) target[j] /= -own;
  }
  // Rows of different units count alike.
  for (int32_t i = 0; i < abi.nConstraints; ++i) {
    double* row = &set.matrix[static_cast<size_t>(i) * n];
    double largest = 0;
    for (int32_t j = 0; j < n; ++j) largest = std::max(largest, std::abs(row[j]));
    if (largest == 0 || !std::isfinite(largest)) return false;
    for (int32_t j = 0; j < n; ++j) row[j] /= largest;
  }
  set.pivot.assign(static_cast<size_t>(abi.nConstraints), -1);
  return true;
}

// Gauss-Jordan: the column becomes a unit vector with its 1 in the row.
bool StateSets::eliminate(Set& set, int32_t row, int32_t column) {
  const int32_t n = columns(set);
  double* own = &set.matrix[static_cast<size_t>(row) * n];
  const double pivot = own[column];
  if (std::abs(pivot) < kSingular) return false;
  for (int32_t j = 0; j < n; ++j) own[j] /= pivot;
  for (int32_t i = 0; i < set.abi->nConstraints; ++i) {
    double* other = &set.matrix[static_cast<size_t>(i) * n];
    const double factor = other[column];
    if (i == row || factor == 0) continue;
    for (int32_t j = 0; j < n; ++j) other[j] -= factor * own[j];
  }
  set.pivot[static_cast<size_t>(row)] = column;
  return true;
}

// Determines the forced variables, then candidates that are not chosen; where these are not
// independent, any that are.
bool StateSets::determine(Set& set) {
  const FmlStateSet& abi = *set.abi;
  const int32_t n = columns(set);
  std::vector<char> isState(static_cast<size_t>(n), 0);
  for (int32_t j : set.chosen) isState[static_cast<size_t>(j)] = 1;
  for (int32_t step = 0; step < abi.nConstraints; ++step) {
    int32_t bestRow = -1, bestColumn = -1;
    double best = kSingular;
    auto look = [&](auto&& permitted) {
      for (int32_t i = 0; i < abi.nConstraints; ++i) {
        if (set.pivot[static_cast<size_t>(i)] >= 0) continue;
        for (int32_t j = 0; j < n; ++j) {
          const double size = std::abs(set.matrix[static_cast<size_t>(i) * n + j]);
          if (size <= best || !permitted(j)) continue;
          best = size;
          bestRow = i;
          bestColumn = j;
        }
      }
    };
    if (step < abi.nForced)
      look([&](int32_t j) { return j >= abi.nCandidates; });
    else
      look([&](int32_t j) { return j < abi.nCandidates && !isState[static_cast<size_t>(j)]; });
    if (bestRow < 0) look([&](int32_t j) { return j < abi.nCandidates; });
    if (bestRow < 0 || !eliminate(set, bestRow, bestColumn)) return false;
  }
  return true;
}

// Requires: determine(). Each row says how the variable it determines moves with the states.
StateSets::Motion StateSets::fastest(const Set& set) const {
  const FmlStateSet& abi = *set.abi;
  const int32_t n = columns(set);
  std::vector<char> determined(static_cast<size_t>(n), 0);
  for (int32_t column : set.pivot) determined[static_cast<size_t>(column)] = 1;
  Motion best;
  for (int32_t i = 0; i < abi.nConstraints; ++i) {
    if (set.pivot[static_cast<size_t>(i)] >= abi.nCandidates) continue;
    for (int32_t j = 0; j < abi.nCandidates; ++j) {
      const double size = std::abs(set.matrix[static_cast<size_t>(i) * n + j]);
      if (!determined[static_cast<size_t>(j)] && size > best.size) best = {size, i, j};
    }
  }
  return best;
}

// Requires: determine(). True if something was exchanged.
bool StateSets::exchange(Set& set, double margin) {
  bool changed = false;
  for (int count = 0; count < kMostExchanges; ++count) {
    const Motion best = fastest(set);
    if (best.size <= (changed ? kWorthwhile : margin) || !eliminate(set, best.row, best.column))
      break;
    changed = true;
  }
  return changed;
}

// True if the choice has changed.
bool StateSets::chooseSet(Set& set, double margin) {
  if (!reduce(set) || !determine(set)) return false;
  exchange(set, margin);
  std::vector<char> determined(static_cast<size_t>(columns(set)), 0);
  for (int32_t column : set.pivot) determined[static_cast<size_t>(column)] = 1;
  // A candidate that stays a state keeps its place.
  std::vector<char> taken(static_cast<size_t>(set.abi->nCandidates), 0);
  for (int32_t j : set.chosen) taken[static_cast<size_t>(j)] = 1;
  bool changed = false;
  int32_t next = 0;
  for (int32_t& j : set.chosen) {
    if (!determined[static_cast<size_t>(j)]) continue;
    while (determined[static_cast<size_t>(next)] || taken[static_cast<size_t>(next)]) ++next;
    j = next++;
    changed = true;
  }
  return changed;
}

void StateSets::apply(const Set& set) {
  const FmlStateSet& abi = *set.abi;
  for (int32_t k = 0; k < abi.nStates; ++k)
    for (int32_t j = 0; j < abi.nCandidates; ++j)
      d_->v[abi.selection[k * abi.nCandidates + j]] = set.chosen[static_cast<size_t>(k)] == j;
  takeSizes(set);
}

void StateSets::takeOver(const Set& set) {
  const FmlStateSet& abi = *set.abi;
  for (int32_t o = 0; o < abi.nOrders; ++o)
    for (int32_t k = 0; k < abi.nStates; ++k)
      d_->v[abi.states[o * abi.nStates + k]] =
          d_->v[abi.candidates[o * abi.nCandidates + set.chosen[static_cast<size_t>(k)]]];
}

bool StateSets::choose(double margin) {
  bool changed = false;
  for (Set& set : sets_) {
    if (!chooseSet(set, margin)) continue;
    apply(set);
    takeOver(set);
    changed = true;
    ++changes_;
  }
  if (changed) fml_parameters_changed(d_);
  return changed;
}

void StateSets::keep() {
  keptTime_ = d_->time;
  for (Set& set : sets_) {
    set.kept.clear();
    for (int32_t i = 0; i < std::min(set.abi->nOrders, 2) * set.abi->nCandidates; ++i)
      set.kept.push_back(d_->v[set.abi->candidates[i]]);
  }
}

bool StateSets::jumped(double tolerance) const {
  // A turn by one radian leaves 0.09 of the way unexplained, one by two 0.3.
  constexpr double kOfWay = 0.5;
  constexpr double kOfSize = 0.05;  // less is no other solution
  const double h = d_->time - keptTime_;
  for (const Set& set : sets_) {
    const int32_t n = set.abi->nCandidates;
    if (set.kept.size() != static_cast<size_t>(2 * n)) continue;
    for (int32_t i = 0; i < n; ++i) {
      const double from = set.kept[static_cast<size_t>(i)], to = d_->v[set.abi->candidates[i]];
      const double before = set.kept[static_cast<size_t>(n + i)];
      const double after = d_->v[set.abi->candidates[n + i]];
      const double way = h * std::max(std::abs(before), std::abs(after));
      const double unexplained = std::abs(to - from - h / 2 * (before + after));
      const double least = tolerance * d_->nominal[set.abi->candidates[i]];
      if (unexplained > kOfWay * way + kOfSize * (std::abs(from) + std::abs(to)) + least)
        return true;
    }
  }
  return false;
}

bool StateSets::strained() {
  return std::any_of(sets_.begin(), sets_.end(), [&](Set& set) {
    if (!reduce(set) || !determine(set)) return false;
    const auto determined = [&](int32_t j) {
      return std::find(set.pivot.begin(), set.pivot.end(), j) != set.pivot.end();
    };
    return std::any_of(set.chosen.begin(), set.chosen.end(), determined) ||
           fastest(set).size > kStrained;
  });
}

bool StateSets::guess() {
  bool changed = false;
  for (Set& set : sets_) {
    if (!chooseSet(set, kWorthwhile)) continue;
    apply(set);
    changed = true;
  }
  if (changed) fml_parameters_changed(d_);
  return changed;
}

}  // namespace formola::solver
