#include "draw/layered_graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace formola::draw {

namespace {

constexpr int kOrderSweeps = 24, kAlignSweeps = 16;
constexpr int kStraighten = -2;  // the last sweep
constexpr double kStrong = 4;    // pulls of edges that are to be straight
constexpr double kPassing = 3;   // space of an edge that passes a layer, on either side

// An order of the nodes in which little weight leads back: sinks are put to the end, sources to the
// front, of the rest the one that gives most more than it takes.
std::vector<uint32_t> feedbackOrder(const LayeredGraph& graph) {
  const size_t n = graph.nodes.size();
  std::vector<double> out(n, 0), in(n, 0), fed(n, 0);  // fed: by nodes in front already
  std::vector<std::vector<uint32_t>> edgesOf(n);
  for (uint32_t e = 0; e < graph.edges.size(); ++e) {
    const LayeredEdge& edge = graph.edges[e];
    out[edge.from] += edge.weight;
    in[edge.to] += edge.weight;
    edgesOf[edge.from].push_back(e);
    edgesOf[edge.to].push_back(e);
  }
  std::vector<uint32_t> front, back;
  std::vector<char> done(n, 0);
  auto gives = [&](uint32_t v) { return out[v] - in[v]; };
  auto isBetter = [&](uint32_t v, uint32_t than) {
    if (std::abs(gives(v) - gives(than)) > 1e-9) return gives(v) > gives(than);
    return fed[v] > fed[than] + 1e-9;
  };
  auto take = [&](uint32_t v, std::vector<uint32_t>& to) {
    done[v] = 1;
    to.push_back(v);
    for (const uint32_t e : edgesOf[v]) {
      const LayeredEdge& edge = graph.edges[e];
      if (edge.from == v) {
        in[edge.to] -= edge.weight;
        fed[edge.to] += edge.weight;
      }
      if (edge.to == v) out[edge.from] -= edge.weight;
    }
  };
  for (size_t taken = 0; taken < n; ++taken) {
    uint32_t best = ~0u;
    bool sink = false;
    for (uint32_t v = 0; v < n; ++v) {
      if (done[v]) continue;
      if (in[v] < 1e-9) {  // a source, the first one there is
        best = v;
        sink = false;
        break;
      }
      if (sink) continue;
      if (out[v] < 1e-9) {
        best = v;
        sink = true;
      } else if (best == ~0u || isBetter(v, best)) {
        best = v;
      }
    }
    take(best, sink ? back : front);
  }
  front.insert(front.end(), back.rbegin(), back.rend());
  return front;
}

// The reverse of the order in which a depth-first search from the sources finishes; nothing where
// there are no sources. Edges of weight 0 are followed in both directions.
std::vector<uint32_t> searchOrder(const LayeredGraph& graph) {
  const size_t n = graph.nodes.size();
  std::vector<std::vector<uint32_t>> next(n);
  std::vector<char> fed(n, 0), gives(n, 0);
  for (const LayeredEdge& e : graph.edges) {
    next[e.from].push_back(e.to);
    if (e.weight == 0) {
      next[e.to].push_back(e.from);
    } else {
      gives[e.from] = 1;
      fed[e.to] = 1;
    }
  }
  std::vector<uint32_t> roots, finished;
  for (uint32_t v = 0; v < n; ++v)
    if (gives[v] && !fed[v]) roots.push_back(v);
  if (roots.empty()) return {};
  for (uint32_t v = 0; v < n; ++v)
    if (!gives[v] || fed[v]) roots.push_back(v);
  std::vector<char> seen(n, 0);
  std::vector<std::pair<uint32_t, size_t>> path;  // node, neighbours tried
  for (const uint32_t root : roots) {
    if (seen[root]) continue;
    seen[root] = 1;
    path.emplace_back(root, 0);
    while (!path.empty()) {
      const uint32_t v = path.back().first;
      if (path.back().second == next[v].size()) {
        finished.push_back(v);
        path.pop_back();
        continue;
      }
      const uint32_t to = next[v][path.back().second++];
      if (seen[to]) continue;
      seen[to] = 1;
      path.emplace_back(to, 0);
    }
  }
  std::reverse(finished.begin(), finished.end());
  return finished;
}

}  // namespace

void assignLayers(LayeredGraph& graph) {
  std::vector<uint32_t> order = searchOrder(graph);
  if (order.empty()) order = feedbackOrder(graph);
  std::vector<uint32_t> rank(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  std::vector<std::vector<uint32_t>> before(order.size()), after(order.size());
  for (const LayeredEdge& e : graph.edges) {
    const bool forward = rank[e.from] < rank[e.to];
    const uint32_t a = forward ? e.from : e.to, b = forward ? e.to : e.from;
    after[a].push_back(b);
    before[b].push_back(a);
  }
  for (const uint32_t v : order) {
    int layer = 0;
    for (const uint32_t u : before[v]) layer = std::max(layer, graph.nodes[u].layer + 1);
    graph.nodes[v].layer = layer;
  }
  // what has more neighbours on the right than on the left moves towards them
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    if (after[*v].size() <= before[*v].size()) continue;
    int layer = 1 << 30;
    for (const uint32_t u : after[*v]) layer = std::min(layer, graph.nodes[u].layer - 1);
    graph.nodes[*v].layer = layer;
  }
  int first = 1 << 30;
  for (const LayeredNode& node : graph.nodes) first = std::min(first, node.layer);
  for (LayeredNode& node : graph.nodes) node.layer -= first;
}

namespace {

// The graph with a node in each layer that an edge passes.
class Alignment {
 public:
  explicit Alignment(LayeredGraph& graph) : graph_(graph) {
    for (uint32_t v = 0; v < graph.nodes.size(); ++v)
      addNode(graph.nodes[v].layer, graph.nodes[v].above, graph.nodes[v].below);
    for (const LayeredEdge& e : graph.edges) addEdge(e);
  }

  void run() {
    startOrder();
    improveOrder();
    stack();
    for (int sweep = 0; sweep < kAlignSweeps; ++sweep) {
      if (sweep % 2 == 0) {
        for (size_t l = 0; l < layers_.size(); ++l) align(l, sweep < kAlignSweeps - 4 ? -1 : 0);
      } else {
        for (size_t l = layers_.size(); l-- > 0;) align(l, sweep < kAlignSweeps - 4 ? 1 : 0);
      }
    }
    for (size_t l = 1; l < layers_.size(); ++l) align(l, kStraighten);
    for (uint32_t v = 0; v < graph_.nodes.size(); ++v) graph_.nodes[v].height = nodes_[v].height;
  }

 private:
  struct Link {
    uint32_t node;
    double own, other;  // heights of the ends
    double weight;
  };
  struct Node {
    size_t layer;
    double above, below;
    double height;
    size_t position;  // in its layer, from the top
    std::vector<Link> left, right;
  };

  uint32_t addNode(int layer, double above, double below) {
    const auto l = static_cast<size_t>(layer);
    if (layers_.size() <= l) layers_.resize(l + 1);
    layers_[l].push_back(static_cast<uint32_t>(nodes_.size()));
    nodes_.push_back({l, above, below, 0, 0, {}, {}});
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  void connect(uint32_t a, double atA, uint32_t b, double atB, double weight) {
    nodes_[a].right.push_back({b, atA, atB, weight});
    nodes_[b].left.push_back({a, atB, atA, weight});
  }

  void addEdge(const LayeredEdge& e) {
    uint32_t a = e.from, b = e.to;
    double atA = e.fromHeight, atB = e.toHeight;
    if (nodes_[a].layer > nodes_[b].layer) {
      std::swap(a, b);
      std::swap(atA, atB);
    }
    const size_t last = nodes_[b].layer;
    const bool isLong = last > nodes_[a].layer + 1;
    for (size_t l = nodes_[a].layer + 1; l < last; ++l) {
      const uint32_t passing = addNode(static_cast<int>(l), kPassing, kPassing);
      connect(a, atA, passing, 0, 2 * e.pull);
      a = passing;
      atA = 0;
    }
    connect(a, atA, b, atB, isLong ? 2 * e.pull : e.pull);
  }

  // ---- the order in each layer

  void startOrder() {
    // depth first from the left, so that neighbours begin near each other
    std::vector<char> seen(nodes_.size(), 0);
    std::vector<std::vector<uint32_t>> order(layers_.size());
    std::vector<uint32_t> stack;
    for (const auto& layer : layers_)
      for (const uint32_t root : layer) {
        if (seen[root]) continue;
        stack.push_back(root);
        while (!stack.empty()) {
          const uint32_t v = stack.back();
          stack.pop_back();
          if (seen[v]) continue;
          seen[v] = 1;
          order[nodes_[v].layer].push_back(v);
          for (const auto* links : {&nodes_[v].left, &nodes_[v].right})
            for (size_t i = links->size(); i-- > 0;)
              if (!seen[(*links)[i].node]) stack.push_back((*links)[i].node);
        }
      }
    layers_ = std::move(order);
    number();
  }

  void number() {
    for (const auto& layer : layers_)
      for (size_t i = 0; i < layer.size(); ++i) nodes_[layer[i]].position = i;
  }

  // From the top: the position, and within it the height of the end.
  double rankOf(const Link& link) const {
    const Node& other = nodes_[link.node];
    const double size = std::max(1.0, other.above + other.below);
    return static_cast<double>(other.position) - 0.5 * link.other / size;
  }

  size_t crossings() const {
    size_t count = 0;
    std::vector<std::pair<double, double>> ends;
    for (size_t l = 0; l + 1 < layers_.size(); ++l) {
      ends.clear();
      for (const uint32_t v : layers_[l])
        for (const Link& link : nodes_[v].right) {
          const double size = std::max(1.0, nodes_[v].above + nodes_[v].below);
          ends.emplace_back(static_cast<double>(nodes_[v].position) - 0.5 * link.own / size,
                            rankOf(link));
        }
      std::sort(ends.begin(), ends.end());
      count += inversions(ends);
    }
    return count;
  }

  // Pairs whose second parts are in the other order than their first: merge sort.
  static size_t inversions(std::vector<std::pair<double, double>>& ends) {
    std::vector<double> values, buffer(ends.size());
    for (const auto& end : ends) values.push_back(end.second);
    size_t count = 0;
    for (size_t width = 1; width < values.size(); width *= 2) {
      for (size_t low = 0; low < values.size(); low += 2 * width) {
        const size_t middle = std::min(low + width, values.size());
        const size_t high = std::min(low + 2 * width, values.size());
        size_t i = low, j = middle, k = low;
        while (i < middle || j < high) {
          if (j >= high || (i < middle && values[i] <= values[j])) {
            buffer[k++] = values[i++];
          } else {
            count += middle - i;
            buffer[k++] = values[j++];
          }
        }
      }
      std::swap(values, buffer);
    }
    return count;
  }

  void improveOrder() {
    auto best = layers_;
    size_t fewest = crossings();
    for (int sweep = 0; sweep < kOrderSweeps && fewest > 0; ++sweep) {
      const bool rightwards = sweep % 2 == 0;
      for (size_t k = 1; k < layers_.size(); ++k)
        sortLayer(rightwards ? k : layers_.size() - 1 - k, rightwards);
      const size_t count = crossings();
      if (count < fewest) {
        fewest = count;
        best = layers_;
      }
    }
    layers_ = std::move(best);
    number();
  }

  void sortLayer(size_t l, bool byLeft) {
    std::vector<std::pair<double, uint32_t>> keys;
    for (const uint32_t v : layers_[l]) {
      const std::vector<Link>& links = byLeft ? nodes_[v].left : nodes_[v].right;
      double sum = 0;
      for (const Link& link : links) sum += rankOf(link);
      keys.emplace_back(links.empty() ? static_cast<double>(nodes_[v].position)
                                      : sum / static_cast<double>(links.size()),
                        v);
    }
    std::stable_sort(keys.begin(), keys.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first - 1e-9; });
    for (size_t i = 0; i < keys.size(); ++i) {
      layers_[l][i] = keys[i].second;
      nodes_[keys[i].second].position = i;
    }
  }

  // ---- heights

  void stack() {
    for (const auto& layer : layers_) {
      double at = 0;
      for (const uint32_t v : layer) {
        at -= nodes_[v].above;
        nodes_[v].height = at;
        at -= nodes_[v].below;
      }
    }
  }

  // The heights of a layer nearest to where its edges want them, in the order they have: nodes that
  // would overlap are joined and moved as one (pool adjacent violators).
  void align(size_t l, int side) {
    struct Pool {
      double sum, weight;
      size_t first;
      double mean() const { return sum / weight; }
    };
    const std::vector<uint32_t>& layer = layers_[l];
    std::vector<double> offset(layer.size(), 0);  // of each node from the first one
    for (size_t i = 1; i < layer.size(); ++i)
      offset[i] = offset[i - 1] - nodes_[layer[i - 1]].below - nodes_[layer[i]].above;
    std::vector<Pool> pools;
    for (size_t i = 0; i < layer.size(); ++i) {
      const auto [wanted, weight] = desired(nodes_[layer[i]], side);
      pools.push_back({weight * (wanted - offset[i]), weight, i});
      while (pools.size() > 1 && pools.back().mean() > pools[pools.size() - 2].mean()) {
        Pool& before = pools[pools.size() - 2];
        before.sum += pools.back().sum;
        before.weight += pools.back().weight;
        pools.pop_back();
      }
    }
    for (size_t p = 0; p < pools.size(); ++p) {
      const size_t end = p + 1 < pools.size() ? pools[p + 1].first : layer.size();
      for (size_t i = pools[p].first; i < end; ++i)
        nodes_[layer[i]].height = pools[p].mean() + offset[i];
    }
  }

  // The mean of what the edges of one side (0: both) want. In the end those that pull from the left
  // decide, and what has none stays.
  std::pair<double, double> desired(const Node& node, int side) const {
    double sum = 0, weight = 0;
    auto add = [&](const std::vector<Link>& links) {
      for (const Link& link : links) {
        if (side == kStraighten && link.weight < kStrong) continue;
        sum += link.weight * (nodes_[link.node].height + link.other - link.own);
        weight += link.weight;
      }
    };
    if (side <= 0) add(node.left);
    if (side >= 0) add(node.right);
    if (weight == 0) return {node.height, 0.1};
    return {sum / weight, weight};
  }

  LayeredGraph& graph_;
  std::vector<Node> nodes_;
  std::vector<std::vector<uint32_t>> layers_;
};

}  // namespace

void orderAndAlign(LayeredGraph& graph) {
  Alignment(graph).run();
}

}  // namespace formola::draw
