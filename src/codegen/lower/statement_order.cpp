#include "codegen/lower/statement_order.h"

#include <algorithm>
#include <unordered_map>

#include "graph/strong_components.h"
#include "support/assert.h"

namespace formola::lowered {

namespace {

// How often shapes are told apart by their surroundings, at most.
constexpr int kMostRounds = 8;
// Of the next statements with the same shape, how many are tried as the next iteration.
constexpr int kMostPeriods = 12;

uint64_t mix(uint64_t h, uint64_t x) {
  h ^= x + 0x9e3779b97f4a7c15ULL + (h << 6) + (h >> 2);
  h *= 0xff51afd7ed558ccdULL;
  return h ^ (h >> 32);
}

class Arranger {
 public:
  Arranger(const StatementGraph& graph, const StatementOrderOptions& options)
      : graph_(graph),
        options_(options),
        colour_(graph.shape),
        position_(graph.size(), kNoStatement) {
    for (uint32_t shape : graph.shape) colours_ = std::max(colours_, shape + 1);
  }

  // `members` ascending.
  StatementOrder arrange(const std::vector<uint32_t>& members, int round);

 private:
  StatementOrder arrangeRecurrence(const std::vector<uint32_t>& members, int round);
  StatementOrder findPeriods(const std::vector<uint32_t>& order);
  uint32_t regularIterations(const std::vector<uint32_t>& order, size_t at, uint32_t period,
                             uint32_t count);
  bool refine(const std::vector<uint32_t>& members);

  const StatementGraph& graph_;
  const StatementOrderOptions& options_;
  std::vector<uint32_t> colour_;  // by statement: its shape, then more
  uint32_t colours_ = 0;
  std::vector<uint32_t> position_;  // by statement, kNoStatement: not in the list at hand
};

// Tells statements of one colour apart by the colours around them. False: it changes nothing.
bool Arranger::refine(const std::vector<uint32_t>& members) {
  for (uint32_t k = 0; k < members.size(); ++k) position_[members[k]] = k;
  std::vector<uint64_t> before(members.size()), after(members.size());
  for (uint32_t k = 0; k < members.size(); ++k) {
    const uint32_t s = members[k];
    before[k] = mix(before[k], colour_[s]);
    for (uint32_t o = 0; o < graph_.operands(s); ++o) {
      const uint32_t p = graph_.producerOf(s, o);
      const bool inside = p != kNoStatement && position_[p] != kNoStatement;
      before[k] = mix(before[k], inside ? colour_[p] : kNoStatement);
      // A sum, so that the order of users does not matter.
      if (inside) after[position_[p]] += mix(colour_[s], o);
    }
  }
  std::unordered_map<uint64_t, uint32_t> fresh;
  std::unordered_map<uint32_t, uint8_t> old;
  for (uint32_t k = 0; k < members.size(); ++k) {
    old[colour_[members[k]]] = 1;
    auto [at, added] = fresh.emplace(mix(before[k], after[k]), colours_);
    if (added) ++colours_;
    before[k] = at->second;
  }
  for (uint32_t k = 0; k < members.size(); ++k) {
    colour_[members[k]] = static_cast<uint32_t>(before[k]);
    position_[members[k]] = kNoStatement;
  }
  return fresh.size() > old.size();
}

// From `at` on: how many iterations have their operands at the same places as the first one.
uint32_t Arranger::regularIterations(const std::vector<uint32_t>& order, size_t at, uint32_t period,
                                     uint32_t count) {
  const uint32_t end = period * count;
  for (uint32_t k = 0; k < end; ++k) position_[order[at + k]] = k;
  auto place = [&](uint32_t k, uint32_t operand) {
    const uint32_t p = graph_.producerOf(order[at + k], operand);
    if (p == kNoStatement || position_[p] == kNoStatement) return kNoStatement;
    const uint32_t iteration = k / period;
    return position_[p] / period == iteration ? position_[p] % period : kNoStatement;
  };
  uint32_t regular = count;
  for (uint32_t k = period; k < end && regular == count; ++k) {
    for (uint32_t o = 0; o < graph_.operands(order[at + k]); ++o)
      if (place(k, o) != place(k % period, o)) {
        regular = k / period;
        break;
      }
  }
  for (uint32_t k = 0; k < end; ++k) position_[order[at + k]] = kNoStatement;
  return regular;
}

StatementOrder Arranger::findPeriods(const std::vector<uint32_t>& order) {
  StatementOrder plan;
  const size_t n = order.size();
  // The next statement with the same colour and shape.
  std::vector<uint32_t> next(n, kNoStatement);
  std::unordered_map<uint32_t, uint32_t> latest;
  for (size_t k = n; k-- > 0;) {
    auto [at, added] = latest.emplace(colour_[order[k]], k);
    if (!added) {
      next[k] = at->second;
      at->second = static_cast<uint32_t>(k);
    }
  }
  std::vector<uint32_t> single;
  auto flush = [&] {
    for (uint32_t s : single) plan.pieces.push_back({{s}, 1, 1, false});
    single.clear();
  };
  for (size_t k = 0; k < n;) {
    size_t best = 0;
    uint32_t bestPeriod = 0, bestCount = 0;
    uint32_t candidate = next[k];
    for (int t = 0; t < kMostPeriods && candidate != kNoStatement;
         ++t, candidate = next[candidate]) {
      const auto period = static_cast<uint32_t>(candidate - k);
      if (k + static_cast<size_t>(period) * options_.leastIterations > n) break;
      size_t run = 0;
      while (k + run + period < n && colour_[order[k + run]] == colour_[order[k + run + period]])
        ++run;
      auto count = static_cast<uint32_t>(run / period) + 1;
      if (count < options_.leastIterations || (count - 1) * static_cast<size_t>(period) <= best)
        continue;
      count = regularIterations(order, k, period, count);
      const size_t saved = (count - 1) * static_cast<size_t>(period);
      if (count < options_.leastIterations || saved <= best) continue;
      best = saved;
      bestPeriod = period;
      bestCount = count;
    }
    size_t saved = 0;
    for (size_t m = k + bestPeriod; m < k + static_cast<size_t>(bestPeriod) * bestCount; ++m)
      saved += graph_.length[order[m]];
    if (best == 0 || saved < options_.leastSaved) {
      single.push_back(order[k++]);
      continue;
    }
    flush();
    Piece piece;
    piece.period = bestPeriod;
    piece.count = bestCount;
    const size_t end = k + static_cast<size_t>(bestPeriod) * bestCount;
    for (size_t m = k; m < end; ++m) {
      piece.statements.push_back(order[m]);
    }
    plan.saved += saved;
    plan.pieces.push_back(std::move(piece));
    k = end;
  }
  flush();
  return plan;
}

// Statements whose shapes need each other.
StatementOrder Arranger::arrangeRecurrence(const std::vector<uint32_t>& members, int round) {
  // In waves: each statement comes as early as it can.
  std::vector<uint32_t> level(members.size(), 0);
  for (uint32_t k = 0; k < members.size(); ++k) position_[members[k]] = k;
  size_t total = 0;
  for (uint32_t k = 0; k < members.size(); ++k) {
    total += graph_.length[members[k]];
    for (uint32_t o = 0; o < graph_.operands(members[k]); ++o) {
      const uint32_t p = graph_.producerOf(members[k], o);
      if (p != kNoStatement && position_[p] != kNoStatement)
        level[k] = std::max(level[k], level[position_[p]] + 1);
    }
  }
  std::vector<uint32_t> order(members);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const uint32_t la = level[position_[a]], lb = level[position_[b]];
    if (la != lb) return la < lb;
    return colour_[a] != colour_[b] ? colour_[a] < colour_[b] : a < b;
  });
  for (uint32_t s : members) position_[s] = kNoStatement;
  StatementOrder plan = findPeriods(order);
  StatementOrder natural = findPeriods(members);
  if (natural.saved >= plan.saved) plan = std::move(natural);
  if (plan.saved * 10 >= total * 9 || round >= kMostRounds) return plan;
  std::vector<uint32_t> before;
  for (uint32_t s : members) before.push_back(colour_[s]);
  if (refine(members)) {
    StatementOrder finer = arrange(members, round + 1);
    if (finer.saved > plan.saved) return finer;
  }
  for (uint32_t k = 0; k < members.size(); ++k) colour_[members[k]] = before[k];
  return plan;
}

// `members` ascending. Each shape waits for all statements of the shapes that it needs; where that
// is impossible the shapes form a recurrence.
StatementOrder Arranger::arrange(const std::vector<uint32_t>& members, int round) {
  std::unordered_map<uint32_t, int> number;  // of colours, in the order of their first statements
  std::vector<std::vector<uint32_t>> byColour;
  for (uint32_t s : members) {
    auto [at, added] = number.emplace(colour_[s], static_cast<int>(byColour.size()));
    if (added) byColour.emplace_back();
    byColour[static_cast<size_t>(at->second)].push_back(s);
    position_[s] = static_cast<uint32_t>(at->second);
  }
  graph::Digraph needs;
  std::vector<int> seen(byColour.size(), -1);
  std::vector<uint8_t> recurrent(byColour.size(), 0);
  for (size_t c = 0; c < byColour.size(); ++c) {
    for (uint32_t m : byColour[c])
      for (uint32_t o = 0; o < graph_.operands(m); ++o) {
        const uint32_t p = graph_.producerOf(m, o);
        if (p == kNoStatement || position_[p] == kNoStatement) continue;
        const auto other = static_cast<int>(position_[p]);
        if (other == static_cast<int>(c)) recurrent[c] = 1;
        if (seen[static_cast<size_t>(other)] == static_cast<int>(c)) continue;
        seen[static_cast<size_t>(other)] = static_cast<int>(c);
        needs.target.push_back(other);
      }
    needs.start.push_back(static_cast<int>(needs.target.size()));
  }
  for (uint32_t s : members) position_[s] = kNoStatement;
  const graph::Groups groups = graph::strongComponents(needs);
  StatementOrder plan;
  for (int g = 0; g < groups.size(); ++g) {
    StatementOrder part;
    const auto first = static_cast<size_t>(groups[g][0]);
    if (groups[g].size() == 1 && recurrent[first] == 0) {
      std::vector<uint32_t>& list = byColour[first];
      const size_t saved = (list.size() - 1) * graph_.length[list[0]];
      if (list.size() >= options_.leastIterations && saved >= options_.leastSavedIndependent) {
        part.saved = saved;
        const auto count = static_cast<uint32_t>(list.size());
        part.pieces.push_back({std::move(list), 1, count, true});
      } else {
        for (uint32_t s : list) part.pieces.push_back({{s}, 1, 1, false});
      }
    } else {
      std::vector<uint32_t> inside;
      for (int c : groups[g])
        inside.insert(inside.end(), byColour[static_cast<size_t>(c)].begin(),
                      byColour[static_cast<size_t>(c)].end());
      std::sort(inside.begin(), inside.end());
      part = arrangeRecurrence(inside, round);
    }
    plan.saved += part.saved;
    for (Piece& piece : part.pieces) plan.pieces.push_back(std::move(piece));
  }
  return plan;
}

}  // namespace

StatementOrder orderStatements(const StatementGraph& graph, const StatementOrderOptions& options) {
  std::vector<uint32_t> all(graph.size());
  for (uint32_t s = 0; s < graph.size(); ++s) all[s] = s;
  StatementOrder order = Arranger(graph, options).arrange(all, 0);
  for (const Piece& piece : order.pieces)
    for (size_t k = piece.period; k < piece.statements.size(); ++k)
      FORMOLA_ASSERT(graph.shape[piece.statements[k]] ==
                     graph.shape[piece.statements[k - piece.period]]);
  return order;
}

}  // namespace formola::lowered
