// "Did you mean ...": the nearest name by edit distance.
#include <algorithm>
#include <bit>
#include <tuple>

#include "diag/diag.h"

namespace formola {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
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

// The letters of a word, a bit each (some share one).
uint64_t lettersOf(std::string_view word) {
  uint64_t letters = 0;
  for (const char c : word) letters |= uint64_t{1} << (static_cast<unsigned char>(lower(c)) % 64);
  return letters;
}

// Three rows of the table of distances, kept from one candidate to the next.
struct Rows {
  std::vector<size_t> before, previous, current;
};

// Optimal string alignment distance (insert, delete, replace, swap of neighbours),
// case-insensitive; a number above `limit` as soon as it exceeds `limit`. Only what lies within
// `limit` of the diagonal can be that near: O(limit |a|) time.
size_t editDistance(std::string_view a, std::string_view b, size_t limit, Rows& rows) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > limit) return limit + 1;
  auto& [before, previous, current] = rows;
  for (std::vector<size_t>* row : {&before, &previous, &current})
    row->assign(b.size() + 1, limit + 1);
  for (size_t j = 0; j <= std::min(b.size(), limit); ++j) previous[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    const size_t first = i > limit ? i - limit : 1, last = std::min(b.size(), i + limit);
    current[first - 1] = first == 1 ? i : limit + 1;
    size_t best = current[first - 1];
    if (last < b.size()) current[last + 1] = limit + 1;
    for (size_t j = first; j <= last; ++j) {
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
  Rows rows;
  const uint64_t letters = lettersOf(name);
  // Among equally near ones those in which letters are only missing or too many come before those
  // with other letters, and the case that was written before another one. Of equals the first wins,
  // which is deterministic.
  std::tuple<size_t, bool, bool> least{limit + 1, true, true};
  std::string_view best;
  for (std::string_view candidate : candidates) {
    if (candidate == name || candidate.empty()) continue;
    // each letter that only one of them has takes a change of its own
    const uint64_t others = lettersOf(candidate);
    if (static_cast<size_t>(
            std::max(std::popcount(letters & ~others), std::popcount(others & ~letters))) > limit)
      continue;
    const size_t distance = editDistance(name, candidate, limit, rows);
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
