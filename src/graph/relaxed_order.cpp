#include "graph/relaxed_order.h"

#include <functional>
#include <queue>

namespace formola::graph {

Groups relaxedOrder(const Bipartite& graph, const Matching& matching,
                    std::span<const std::vector<int>> relaxed) {
  const Groups blocks = blockLowerTriangular(graph, matching);
  const auto count = static_cast<size_t>(blocks.size());
  std::vector<int> blockOf(static_cast<size_t>(graph.numEquations()));
  for (int b = 0; b < blocks.size(); ++b)
    for (int e : blocks[b]) blockOf[static_cast<size_t>(e)] = b;
  auto solvedIn = [&](int variable) {
    return blockOf[static_cast<size_t>(matching.varToEq[static_cast<size_t>(variable)])];
  };

  // Which blocks need the variables of a block, with repetitions, and how many needs are open.
  std::vector<std::vector<int>> users(count);
  std::vector<int> open(count, 0);
  for (int e = 0; e < graph.numEquations(); ++e)
    for (int edge = graph.firstEdge(e); edge < graph.firstEdge(e + 1); ++edge) {
      const int needed = solvedIn(graph.edgeVariable(edge)), own = blockOf[static_cast<size_t>(e)];
      if (needed == own) continue;
      users[static_cast<size_t>(needed)].push_back(own);
      ++open[static_cast<size_t>(own)];
    }

  using Heap = std::priority_queue<int, std::vector<int>, std::greater<>>;
  Heap ready, wanted;  // a block may be in both; the second one found is done already
  std::vector<char> waitedFor(count, 0), done(count, 0);
  auto add = [&](int b) {
    ready.push(b);
    if (waitedFor[static_cast<size_t>(b)]) wanted.push(b);
  };
  for (int b = 0; b < blocks.size(); ++b)
    if (open[static_cast<size_t>(b)] == 0) add(b);
  Groups result;
  while (!ready.empty() || !wanted.empty()) {
    Heap& from = wanted.empty() ? ready : wanted;
    const int b = from.top();
    from.pop();
    if (done[static_cast<size_t>(b)]) continue;
    done[static_cast<size_t>(b)] = 1;
    for (int e : blocks[b]) {
      result.members.push_back(e);
      for (int variable : relaxed[static_cast<size_t>(e)]) {
        const int other = solvedIn(variable);
        if (waitedFor[static_cast<size_t>(other)] || done[static_cast<size_t>(other)]) continue;
        waitedFor[static_cast<size_t>(other)] = 1;
        if (open[static_cast<size_t>(other)] == 0) wanted.push(other);
      }
    }
    result.start.push_back(static_cast<int>(result.members.size()));
    for (int user : users[static_cast<size_t>(b)])
      if (--open[static_cast<size_t>(user)] == 0) add(user);
  }
  return result;
}

}  // namespace formola::graph
