#include "driver/shell_order.h"

#include <algorithm>
#include <map>

#include "codegen/text/names.h"
#include "graph/matching.h"

namespace formola {

namespace {

constexpr int kNone = graph::kNone;

// The unknowns of each equation in the order in which they are written.
std::vector<std::vector<int>> rowsOf(const EquationSystem& system) {
  IncidenceCollector collector(system.model->pool());
  std::vector<Incidence> found;
  std::vector<std::vector<int>> rows(system.equations.size());
  for (size_t e = 0; e < rows.size(); ++e) {
    const ExprId roots[2] = {system.equations[e].left, system.equations[e].right};
    collector.collect(roots, found);
    for (const Incidence& in : found) {
      int column = system.columnOf(in.variable);
      // A derivative that is known by hand comes from its unknown by numerical differentiation.
      const VariableInfo& info = system.model->info[in.variable];
      if (column < 0 && info.role == Role::Input && info.integral.valid())
        column = system.columnOf(info.integral);
      if (column >= 0) rows[e].push_back(column);
    }
  }
  return rows;
}

class InOrder {
 public:
  InOrder(std::vector<std::vector<int>> rows, size_t columns)
      : rows_(std::move(rows)),
        matching_(static_cast<int>(rows_.size()), static_cast<int>(columns)),
        seen_(columns, 0) {}

  // permitted(e, column)
  template <class Permitted>
  void extend(const std::vector<int>& order, Permitted&& permitted) {
    for (int e : order)
      if (matching_.eqToVar[static_cast<size_t>(e)] == kNone) augment(e, permitted);
  }
  const graph::Matching& matching() const { return matching_; }

 private:
  struct Frame {
    int equation;
    size_t next = 0;
    int taken = kNone;  // the column tried at present
  };

  template <class Permitted>
  void augment(int start, Permitted&& permitted) {
    ++now_;
    path_.assign(1, {start});
    while (!path_.empty()) {
      Frame& frame = path_.back();
      const auto& row = rows_[static_cast<size_t>(frame.equation)];
      if (frame.next == 0) {
        for (int column : row) {
          if (matching_.varToEq[static_cast<size_t>(column)] != kNone ||
              !permitted(frame.equation, column))
            continue;
          frame.taken = column;
          for (const Frame& f : path_) matching_.match(f.equation, f.taken);
          return;
        }
      }
      int column = kNone;
      while (frame.next < row.size() && column == kNone) {
        const int candidate = row[frame.next++];
        if (seen_[static_cast<size_t>(candidate)] == now_ || !permitted(frame.equation, candidate))
          continue;
        seen_[static_cast<size_t>(candidate)] = now_;
        if (matching_.eqToVar[static_cast<size_t>(frame.equation)] != candidate) column = candidate;
      }
      if (column == kNone) {
        path_.pop_back();
        continue;
      }
      frame.taken = column;
      path_.push_back({matching_.varToEq[static_cast<size_t>(column)]});
    }
  }

  std::vector<std::vector<int>> rows_;
  graph::Matching matching_;
  std::vector<uint32_t> seen_;
  uint32_t now_ = 0;
  std::vector<Frame> path_;
};

// Tarjan's algorithm; a component is given as found, its first equation last.
class DepthFirst {
 public:
  DepthFirst(std::vector<std::vector<int>> needs)
      : needs_(std::move(needs)), index_(needs_.size(), 0), low_(needs_.size(), 0) {}

  void from(int root) {
    if (index_[static_cast<size_t>(root)] != 0) return;
    enter(root);
    while (!path_.empty()) {
      auto& [e, next] = path_.back();
      const auto at = static_cast<size_t>(e);
      if (next < needs_[at].size()) {
        const auto other = static_cast<size_t>(needs_[at][next++]);
        if (index_[other] == 0) {
          enter(static_cast<int>(other));
        } else {
          low_[at] = std::min(low_[at], low_[other]);
        }
        continue;
      }
      if (low_[at] == index_[at]) component(e);
      const int done = e;
      path_.pop_back();
      if (!path_.empty()) {
        const auto before = static_cast<size_t>(path_.back().first);
        low_[before] = std::min(low_[before], low_[static_cast<size_t>(done)]);
      }
    }
  }

  std::vector<std::vector<int>> components;

 private:
  void enter(int e) {
    index_[static_cast<size_t>(e)] = low_[static_cast<size_t>(e)] = ++count_;
    open_.push_back(e);
    path_.emplace_back(e, 0);
  }

  void component(int root) {
    const auto begin = std::find(open_.rbegin(), open_.rend(), root).base();
    std::vector<int> members(begin, open_.end());
    members.push_back(root);
    open_.erase(begin - 1, open_.end());
    // What is done is no way back.
    for (int e : members) low_[static_cast<size_t>(e)] = static_cast<int>(needs_.size()) + 1;
    components.push_back(std::move(members));
  }

  std::vector<std::vector<int>> needs_;
  std::vector<int> index_, low_;
  std::vector<int> open_;
  std::vector<std::pair<int, size_t>> path_;
  int count_ = 0;
};

}  // namespace

std::vector<int> listedOrder(const StructuredDae& model) {
  std::map<std::string, size_t, std::less<>> order;
  for (const Variable& v : model.dae.variables)
    order.emplace(text::componentOf(model.pool().names.text(v.name)), order.size());
  order[""] = model.dae.variables.size();
  std::vector<size_t> rank;
  for (const StructuredEquation& e : model.equations) {
    const Symbol s = e.origin.instance;
    auto found = order.find(s.valid() ? model.pool().names.text(s) : std::string_view());
    const size_t own = found == order.end() ? order[""] + 1 : found->second;
    rank.push_back(e.derivativeOf >= 0 ? order[""] + 2 : own);
  }
  std::vector<int> sorted;
  for (size_t i = 0; i < model.equations.size(); ++i) sorted.push_back(static_cast<int>(i));
  std::stable_sort(sorted.begin(), sorted.end(), [&](int a, int b) {
    return rank[static_cast<size_t>(a)] < rank[static_cast<size_t>(b)];
  });
  return sorted;
}

void assignAsListed(const EquationSystem& system, const SystemGraph& graph, ShellView& view) {
  const std::vector<int> order = listedOrder(*system.model);
  InOrder assignment(rowsOf(system), system.unknowns.size());
  for (const uint8_t worst : {kEdgeCoupled, kEdgeNonlinear, kEdgeDiscrete})
    assignment.extend(order, [&](int e, int column) {
      const int edge = graph.graph.findEdge(e, column);
      return edge >= 0 && graph.edgeClass[static_cast<size_t>(edge)] <= worst;
    });
  const graph::Matching& matching = assignment.matching();
  view.assigned.assign(system.equations.size(), VariableId());
  for (size_t e = 0; e < system.equations.size(); ++e) {
    if (matching.eqToVar[e] == kNone) {
      view.constraints.push_back(static_cast<int>(e));
    } else {
      view.assigned[e] = system.unknowns[static_cast<size_t>(matching.eqToVar[e])];
    }
  }
  for (size_t v = 0; v < system.unknowns.size(); ++v)
    if (matching.varToEq[v] == kNone) view.unassigned.push_back(system.unknowns[v]);
}

std::vector<Block> sortAsPrinted(const EquationSystem& system, const ShellView& view) {
  std::vector<int> equationOf(system.unknowns.size(), kNone);
  for (size_t e = 0; e < view.assigned.size(); ++e)
    equationOf[static_cast<size_t>(system.columnOf(view.assigned[e]))] = static_cast<int>(e);
  std::vector<std::vector<int>> needs = rowsOf(system);
  for (size_t e = 0; e < needs.size(); ++e) {
    for (int& column : needs[e]) column = equationOf[static_cast<size_t>(column)];
    std::erase(needs[e], static_cast<int>(e));
  }
  DepthFirst search(std::move(needs));
  // 0: a derivative of a state, 1: an unknown, 2: an output
  auto rank = [&](int e) {
    const VariableId id = view.assigned[static_cast<size_t>(e)];
    if (system.model->dae.variables[id].causality == Causality::Output) return 2;
    return system.model->info[id].role == Role::Derivative ? 0 : 1;
  };
  const std::vector<int> order = listedOrder(*system.model);
  for (int kind = 0; kind < 3; ++kind)
    for (int e : order)
      if (rank(e) == kind) search.from(e);
  std::vector<Block> blocks(search.components.size());
  for (size_t b = 0; b < blocks.size(); ++b)
    for (int e : search.components[b]) {
      blocks[b].equations.push_back(e);
      blocks[b].unknowns.push_back(view.assigned[static_cast<size_t>(e)]);
    }
  return blocks;
}

}  // namespace formola
