// "Did you mean ...": the nearest name by edit distance.
#include <cctype>
#include <tuple>

#include "diag/diag.h"

namespace formola {

namespace {

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool equalIgnoringCase(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return lower(x) == lower(y); });
}

// Whether the letters of the shorter one are in the longer one, in this order.
bool isContained(std::string_view a, std::string_view b, bool withCase) {
  if (a.size() > b.size()) std::swap(a, b);
  size_t i = 0;
  for (const char c : b)
    if (i < a.size() && (withCase ? a[i] == c : lower(a[i]) == lower(c))) ++i;
  return i == a.size();
}

// Optimal string alignment distance (insert, delete, replace, swap of neighbours),
// case-insensitive; `limit + 1` as soon as it exceeds `limit`. O(|a| |b|) time, three rows of
// memory.
size_t editDistance(std::string_view a, std::string_view b, size_t limit) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > limit) return limit + 1;
  std::vector<size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    size_t best = current[0];
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t cost = lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1;
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1])) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
      best = std::min(best, current[j]);
    }
    if (best > limit) return limit + 1;
    before.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

}  // namespace

std::string didYouMean(std::string_view name, const std::vector<std::string_view>& candidates) {
  for (std::string_view candidate : candidates) {
    if (candidate != name && equalIgnoringCase(name, candidate)) return std::string(candidate);
  }
  // A third of the letters may differ: enough for a slip, too little to suggest something
  // unrelated.
  size_t limit = (name.size() + 2) / 3;
  // Among equally near ones those in which letters are only missing or too many come before those
  // with other letters, and the case that was written before another one. Of equals the first wins,
  // which is deterministic.
  std::tuple<size_t, bool, bool> least{limit + 1, true, true};
  std::string_view best;
  for (std::string_view candidate : candidates) {
    if (candidate == name || candidate.empty()) continue;
    const size_t distance = editDistance(name, candidate, limit);
    if (distance > limit || distance >= std::max(name.size(), candidate.size())) continue;
    const std::tuple<size_t, bool, bool> rank{distance, !isContained(name, candidate, false),
                                              !isContained(name, candidate, true)};
    if (rank >= least) continue;
    best = candidate;
    least = rank;
    limit = distance;
  }
  return std::string(best);
}

}  // namespace formola
