#include "graph/elimination_order.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <unordered_map>

#include "support/assert.h"

namespace formola::graph {
namespace {

class Markowitz {
 public:
  Markowitz(const Bipartite& graph, const std::vector<char>& allowed,
            const EliminationOptions& options)
      : options_(options), rows_(graph.numEquations()), columns_(graph.numVariables()) {
    position_.reserve(graph.numEdges());
    for (size_t j = 0; j < options.phase.size(); ++j) columns_[j].phase = options.phase[j] + 1;
    for (int i = 0; i < graph.numEquations(); ++i) {
      for (int edge = graph.firstEdge(i); edge < graph.firstEdge(i + 1); ++edge) {
        addEntry(i, graph.edgeVariable(edge), allowed[edge]);
      }
    }
    for (int i = 0; i < graph.numEquations(); ++i) enlist(rowsByCount_, rows_[i], i);
    for (int j = 0; j < graph.numVariables(); ++j) enlist(columnsByCount_, columns_[j], j);
  }

  EliminationOrder run() {
    for (int pivot = choose(); pivot != kNone; pivot = choose()) {
      if (result_.operations + operationsOf(pivot) > options_.maxOperations) {
        result_.limitReached = true;
        break;
      }
      result_.operations += operationsOf(pivot);
      eliminate(pivot);
    }
    for (size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].active) result_.remainingRows.push_back(static_cast<int>(i));
    }
    for (size_t j = 0; j < columns_.size(); ++j) {
      if (columns_[j].active) result_.remainingColumns.push_back(static_cast<int>(j));
    }
    return std::move(result_);
  }

 private:
  struct Entry {
    int row, column;
    char allowed;  // PivotKind
  };
  struct Line {                // a row or a column
    std::vector<int> entries;  // may hold entries of eliminated lines until it is read
    int count = 0;             // active entries
    int allowed = 0;           // of these, possible pivots
    bool active = true;
    int phase = 0;
  };
  static constexpr long long kRanks = 1 << 16;
  static constexpr int kShort = 2;  // see EliminationOptions::shortFirst
  long long rank(const Line& line) const {
    const bool now = options_.shortFirst && line.count <= kShort;
    return (now ? 0 : line.phase * kRanks) + std::min<long long>(line.count, kRanks - 1);
  }
  using ByCount = std::set<std::pair<long long, int>>;  // (rank, line), lines with a possible pivot

  static uint64_t key(int row, int column) {
    return static_cast<uint64_t>(row) << 32 | static_cast<uint32_t>(column);
  }
  long long cost(const Entry& entry) const {
    const long long r = rows_[entry.row].count, c = columns_[entry.column].count;
    return (r - 1) * (c - 1) + (entry.allowed == kWatchedPivot ? (r + c) / 2 : 0);
  }

  void addEntry(int row, int column, char allowed) {
    const int id = static_cast<int>(entries_.size());
    entries_.push_back({row, column, allowed});
    position_.emplace(key(row, column), id);
    for (Line* line : {&rows_[row], &columns_[column]}) {
      line->entries.push_back(id);
      ++line->count;
      line->allowed += allowed != kNoPivot;
    }
  }

  // Lines are taken out of the sets before their counts change and put back afterwards.
  void enlist(ByCount& set, const Line& line, int index) const {
    if (line.active && line.allowed > 0) set.emplace(rank(line), index);
  }
  void delist(ByCount& set, const Line& line, int index) const { set.erase({rank(line), index}); }

  // Drops the entries of eliminated lines from a line and returns the rest.
  const std::vector<int>& activeEntries(Line& line) {
    std::erase_if(line.entries, [&](int id) {
      return !rows_[entries_[id].row].active || !columns_[entries_[id].column].active;
    });
    return line.entries;
  }

  // The cheapest entry so far.
  struct Choice {
    int entry = kNone;
    long long cost = std::numeric_limits<long long>::max();
  };
  void consider(Line& line, Choice& best) {
    for (int id : activeEntries(line)) {
      if (!entries_[id].allowed || cost(entries_[id]) >= best.cost || !accepted(id)) continue;
      best = {id, cost(entries_[id])};
    }
  }

  // Columns and rows in order of increasing count k. After the columns of count k every entry not
  // yet seen has c > k and r >= k, after the rows too r > k: stop when the best cannot be beaten.
  int choose() {
    if (!options_.phase.empty()) return chooseInPhase();
    Choice best;
    auto row = rowsByCount_.begin();
    auto column = columnsByCount_.begin();
    // Where the first lines have no acceptable entry, further ones are looked at until one is
    // found.
    for (int searched = 0; searched < options_.maxSearched || best.entry == kNone; ++searched) {
      const bool columnNext = column != columnsByCount_.end() &&
                              (row == rowsByCount_.end() || column->first <= row->first);
      if (!columnNext && row == rowsByCount_.end()) break;
      const long long k = columnNext ? column->first : row->first;
      if (best.cost <= (columnNext ? (k - 1) * (k - 1) : k * (k - 1))) break;
      consider(columnNext ? columns_[(column++)->second] : rows_[(row++)->second], best);
    }
    return best.entry;
  }

  // Short rows; columns by phase, in a phase by count.
  int chooseInPhase() {
    Choice best;
    int searched = 0;
    for (const auto& [count, i] : rowsByCount_) {
      if (!options_.shortFirst || best.entry != kNone || count > kShort ||
          ++searched > options_.maxSearched)
        break;
      consider(rows_[i], best);
    }
    if (best.entry != kNone) return best.entry;
    searched = 0;
    long long phase = 0;
    for (const auto& [rank, j] : columnsByCount_) {
      if (best.entry != kNone && (rank / kRanks > phase || ++searched > options_.maxSearched))
        break;
      phase = rank / kRanks;
      consider(columns_[j], best);
    }
    return best.entry;
  }

  bool accepted(int id) {
    if (!options_.accept) return true;
    const auto [row, column, unused] = entries_[id];
    columnsOfRow_.clear();
    for (int other : rows_[row].entries)
      if (columns_[entries_[other].column].active) columnsOfRow_.push_back(entries_[other].column);
    return options_.accept(row, column, columnsOfRow_);
  }

  void eliminate(int pivot) {
    const auto [p, q, unused] = entries_[pivot];
    const std::vector<int> pivotRow = activeEntries(rows_[p]);
    const std::vector<int> pivotColumn = activeEntries(columns_[q]);
    result_.pivots.emplace_back(p, q);
    for (int id : pivotRow)
      delist(columnsByCount_, columns_[entries_[id].column], entries_[id].column);
    for (int id : pivotColumn) delist(rowsByCount_, rows_[entries_[id].row], entries_[id].row);
    for (int id : pivotRow) removeFrom(columns_[entries_[id].column], id);
    for (int id : pivotColumn) removeFrom(rows_[entries_[id].row], id);
    rows_[p].active = false;
    columns_[q].active = false;

    for (int below : pivotColumn) {
      for (int right : pivotRow) {
        if (below != pivot && right != pivot) {
          update(entries_[below].row, entries_[right].column, p, q);
        }
      }
    }
    for (int id : pivotRow)
      enlist(columnsByCount_, columns_[entries_[id].column], entries_[id].column);
    for (int id : pivotColumn) enlist(rowsByCount_, rows_[entries_[id].row], entries_[id].row);
  }

  void removeFrom(Line& line, int id) {
    --line.count;
    line.allowed -= entries_[id].allowed != kNoPivot;
  }

  // Entry (i, j) becomes a(i,j) - a(i,q) a(p,j) / a(p,q).
  void update(int i, int j, int p, int q) {
    const auto it = position_.find(key(i, j));
    const bool isFill = it == position_.end();
    const char wasAllowed = isFill ? char{kNoPivot} : entries_[it->second].allowed;
    const char allowed = options_.allowedAfter
                             ? options_.allowedAfter({i, j, p, q, wasAllowed, isFill})
                             : wasAllowed;
    if (isFill) {
      addEntry(i, j, allowed);
      ++result_.fill;
      return;
    }
    entries_[it->second].allowed = allowed;
    const int change = (allowed != kNoPivot) - (wasAllowed != kNoPivot);
    rows_[i].allowed += change;
    columns_[j].allowed += change;
  }

  long long operationsOf(int pivot) const {
    const long long right = rows_[entries_[pivot].row].count - 1;
    const long long below = columns_[entries_[pivot].column].count - 1;
    const long long factors = below;                // a(i,q) / a(p,q)
    const long long updates = below * (right + 1);  // entries and right-hand side
    const long long backSubstitution = right + 1;
    const long long watching = entries_[pivot].allowed == kWatchedPivot ? right + below + 2 : 0;
    return factors + updates + backSubstitution + watching;
  }

  const EliminationOptions& options_;
  std::vector<Line> rows_, columns_;
  std::vector<Entry> entries_;
  std::unordered_map<uint64_t, int> position_;  // looked up only, never iterated
  ByCount rowsByCount_, columnsByCount_;
  std::vector<int> columnsOfRow_;
  EliminationOrder result_;
};

}  // namespace

EliminationOrder eliminationOrder(const Bipartite& graph, const std::vector<char>& allowed,
                                  const EliminationOptions& options) {
  FORMOLA_ASSERT(static_cast<int>(allowed.size()) == graph.numEdges());
  return Markowitz(graph, allowed, options).run();
}

std::vector<int> sweepPhases(const Bipartite& graph, int width) {
  const int n = graph.numVariables();
  std::vector<std::vector<int>> rowsOf(static_cast<size_t>(n));
  for (int i = 0; i < graph.numEquations(); ++i)
    for (int edge = graph.firstEdge(i); edge < graph.firstEdge(i + 1); ++edge)
      rowsOf[static_cast<size_t>(graph.edgeVariable(edge))].push_back(i);
  std::vector<int> level(static_cast<size_t>(n), kNone);
  std::vector<char> seen(static_cast<size_t>(graph.numEquations()), 0);
  std::vector<int> queue;
  // Distances of all columns that can be reached; the last one in the queue is the farthest.
  auto spread = [&](int from) {
    queue = {from};
    level[static_cast<size_t>(from)] = 0;
    for (size_t head = 0; head < queue.size(); ++head) {
      const int next = level[static_cast<size_t>(queue[head])] + 1;
      for (int i : rowsOf[static_cast<size_t>(queue[head])]) {
        if (seen[static_cast<size_t>(i)] != 0) continue;
        seen[static_cast<size_t>(i)] = 1;
        for (int edge = graph.firstEdge(i); edge < graph.firstEdge(i + 1); ++edge) {
          int& other = level[static_cast<size_t>(graph.edgeVariable(edge))];
          if (other != kNone) continue;
          other = next;
          queue.push_back(graph.edgeVariable(edge));
        }
      }
    }
  };
  auto forget = [&] {
    for (int j : queue) {
      level[static_cast<size_t>(j)] = kNone;
      for (int i : rowsOf[static_cast<size_t>(j)]) seen[static_cast<size_t>(i)] = 0;
    }
  };
  std::vector<int> phase(static_cast<size_t>(n), 0);
  for (int j = 0; j < n; ++j) {
    if (level[static_cast<size_t>(j)] != kNone) continue;
    spread(j);
    const int end = queue.back();
    forget();
    spread(end);
    const int depth = level[static_cast<size_t>(queue.back())];
    for (int k : queue)
      phase[static_cast<size_t>(k)] = (depth - level[static_cast<size_t>(k)]) / width;
  }
  return phase;
}

}  // namespace formola::graph
