#include "draw/place.h"

#include <algorithm>
#include <numeric>

#include "draw/layered_graph.h"

namespace formola::draw {

namespace {

constexpr double kColumnGap = 20;   // least distance of columns
constexpr double kRowGap = 18;      // space for names above and parameters below
constexpr double kHangerGap = 8;    // from a box to what hangs below it
constexpr double kPartGap = 30;     // between parts that are not connected
constexpr size_t kRowOfLonely = 6;  // boxes without wires in a row

double even(double x) {
  return 2 * std::round(x / 2);
}

// Boxes with one wire that leaves vertically, as a ground: they hang below (or stand above) the box
// they are connected to and take no part in the columns.
struct Hanger {
  uint32_t box, parent;
  Point offset;  // from the centre of the parent
};

// What is placed as one: a box with its hangers.
struct Group {
  uint32_t box;
  std::vector<Hanger> hangers;
  double left, right, top, bottom;  // from the centre of the box, all positive
};

class Placer {
 public:
  explicit Placer(const Network& network) : network_(network), places_(network.boxes.size()) {}

  std::vector<BoxPlace> place() {
    findWires();
    findHangers();
    double below = 0;
    std::vector<uint32_t> lonely;
    for (const std::vector<uint32_t>& part : connectedParts()) {
      if (part.size() == 1 && groups_[groupOf_[part[0]]].hangers.empty() &&
          wiresOf_[part[0]].empty()) {
        lonely.push_back(part[0]);
        continue;
      }
      placePart(part);
      below = moveBelow(withHangers(part), below) - kPartGap;
    }
    placeLonely(lonely, below);
    centre();
    return std::move(places_);
  }

 private:
  // ---- who belongs to whom

  void findWires() {
    wiresOf_.resize(network_.boxes.size());
    for (uint32_t w = 0; w < network_.wires.size(); ++w) {
      const Wire& wire = network_.wires[w];
      if (wire.from.box == wire.to.box) continue;
      wiresOf_[wire.from.box].push_back(w);
      wiresOf_[wire.to.box].push_back(w);
    }
  }

  const NetworkPort& port(const WireEnd& e) const { return network_.boxes[e.box].ports[e.port]; }

  void findHangers() {
    groupOf_.assign(network_.boxes.size(), ~0u);
    std::vector<char> hangs(network_.boxes.size(), 0);
    std::vector<Hanger> hangers;
    for (uint32_t b = 0; b < network_.boxes.size(); ++b) {
      if (wiresOf_[b].size() != 1) continue;
      const Wire& wire = network_.wires[wiresOf_[b][0]];
      const WireEnd& own = wire.from.box == b ? wire.from : wire.to;
      const WireEnd& other = wire.from.box == b ? wire.to : wire.from;
      if (port(own).outward.x != 0 || port(own).causality != 0) continue;
      if (hangs[other.box] || wiresOf_[other.box].size() < 2) continue;
      hangs[b] = 1;
      hangers.push_back({b, other.box, hangerOffset(own, other)});
    }
    for (uint32_t b = 0; b < network_.boxes.size(); ++b) {
      if (hangs[b]) continue;
      groupOf_[b] = static_cast<uint32_t>(groups_.size());
      const NetworkBox& box = network_.boxes[b];
      groups_.push_back({b, {}, box.width / 2, box.width / 2, box.height / 2, box.height / 2});
    }
    for (const Hanger& h : hangers) addHanger(groups_[groupOf_[h.parent]], h);
  }

  Point hangerOffset(const WireEnd& own, const WireEnd& other) const {
    const NetworkBox &box = network_.boxes[own.box], &parent = network_.boxes[other.box];
    const NetworkPort &mine = port(own), &theirs = port(other);
    const double down = mine.outward.y > 0 ? -1 : 1;
    const double x = theirs.at.x + 6 * theirs.outward.x - mine.at.x;
    return {even(x), down * even((parent.height + box.height) / 2 + kHangerGap)};
  }

  void addHanger(Group& group, Hanger hanger) {
    const NetworkBox& box = network_.boxes[hanger.box];
    // several hangers on one side stand beside each other
    for (const Hanger& h : group.hangers)
      if ((h.offset.y > 0) == (hanger.offset.y > 0) &&
          std::abs(h.offset.x - hanger.offset.x) <
              (box.width + network_.boxes[h.box].width) / 2 + 4)
        hanger.offset.x = h.offset.x + even((box.width + network_.boxes[h.box].width) / 2 + 4);
    group.left = std::max(group.left, box.width / 2 - hanger.offset.x);
    group.right = std::max(group.right, box.width / 2 + hanger.offset.x);
    group.top = std::max(group.top, box.height / 2 + hanger.offset.y);
    group.bottom = std::max(group.bottom, box.height / 2 - hanger.offset.y);
    group.hangers.push_back(hanger);
  }

  // Boxes that are connected, hangers left out; in the order of the network.
  std::vector<std::vector<uint32_t>> connectedParts() const {
    std::vector<std::vector<uint32_t>> parts;
    std::vector<char> seen(network_.boxes.size(), 0);
    for (uint32_t b = 0; b < network_.boxes.size(); ++b) {
      if (seen[b] || groupOf_[b] == ~0u) continue;
      std::vector<uint32_t> part{b};
      seen[b] = 1;
      for (size_t i = 0; i < part.size(); ++i)
        for (const uint32_t w : wiresOf_[part[i]])
          for (const uint32_t next : {network_.wires[w].from.box, network_.wires[w].to.box})
            if (!seen[next] && groupOf_[next] != ~0u) {
              seen[next] = 1;
              part.push_back(next);
            }
      std::sort(part.begin(), part.end());
      parts.push_back(std::move(part));
    }
    return parts;
  }

  // ---- one connected part

  void placePart(const std::vector<uint32_t>& part) {
    std::vector<uint32_t> local(network_.boxes.size(), ~0u);
    LayeredGraph graph;
    for (const uint32_t b : part) {
      local[b] = static_cast<uint32_t>(graph.nodes.size());
      const Group& group = groups_[groupOf_[b]];
      graph.nodes.push_back({group.top + kRowGap / 2, group.bottom + kRowGap / 2});
    }
    std::vector<Wire> inside;
    for (const Wire& wire : network_.wires)
      if (wire.from.box != wire.to.box && local[wire.from.box] != ~0u && local[wire.to.box] != ~0u)
        inside.push_back(wire);
    for (const Wire& wire : inside) graph.edges.push_back(edgeOf(wire, local));
    assignLayers(graph);
    for (const uint32_t b : part) chooseSide(b, graph, local);
    for (size_t i = 0; i < inside.size(); ++i) setPull(graph, graph.edges[i], inside[i]);
    orderAndAlign(graph);
    setPlaces(part, graph);
  }

  // How much a wire leads from its first end to its second.
  double forwardness(const Wire& wire) const {
    const NetworkPort &a = port(wire.from), &b = port(wire.to);
    const int signal = a.causality - b.causality;
    return signal != 0 ? 2.0 * signal : 0.75 * (a.outward.x - b.outward.x);
  }
  bool isTurned(const Wire& wire) const { return forwardness(wire) < 0; }

  // Signals flow from outputs to inputs, the rest from ports on the right to ports on the left.
  LayeredEdge edgeOf(const Wire& wire, const std::vector<uint32_t>& local) const {
    const NetworkPort &a = port(wire.from), &b = port(wire.to);
    LayeredEdge edge;
    edge.weight = std::abs(forwardness(wire));
    edge.from = local[wire.from.box];
    edge.to = local[wire.to.box];
    edge.fromHeight = a.at.y;
    edge.toHeight = b.at.y;
    if (isTurned(wire)) {
      std::swap(edge.from, edge.to);
      std::swap(edge.fromHeight, edge.toHeight);
    }
    return edge;
  }

  // A box is turned round if its wires then leave on the side where they lead. Each port counts
  // once: an output that leads back to several places does not turn a block whose input comes from
  // the left.
  void chooseSide(uint32_t box, const LayeredGraph& graph, const std::vector<uint32_t>& local) {
    std::vector<std::pair<double, int>> ways(network_.boxes[box].ports.size());
    for (const uint32_t w : wiresOf_[box]) {
      const Wire& wire = network_.wires[w];
      const bool first = wire.from.box == box;
      const WireEnd &own = first ? wire.from : wire.to, &other = first ? wire.to : wire.from;
      if (local[other.box] == ~0u) continue;
      const double there = graph.nodes[local[other.box]].layer,
                   here = graph.nodes[local[box]].layer;
      ways[own.port].first += there > here ? 1 : there < here ? -1 : 0;
      ++ways[own.port].second;
    }
    double sum = 0;
    for (size_t p = 0; p < ways.size(); ++p)
      if (ways[p].second > 0)
        sum += ways[p].first / ways[p].second * network_.boxes[box].ports[p].outward.x;
    places_[box].mirrored = sum < 0;
  }

  // Ports that face each other are to be connected by a straight line.
  void setPull(const LayeredGraph& graph, LayeredEdge& edge, const Wire& wire) const {
    auto outward = [&](const WireEnd& e) {
      return portOutward(network_.boxes[e.box], e.port, places_[e.box]).x;
    };
    const double way = graph.nodes[edge.to].layer > graph.nodes[edge.from].layer ? 1 : -1;
    const double from = outward(isTurned(wire) ? wire.to : wire.from);
    const double to = outward(isTurned(wire) ? wire.from : wire.to);
    edge.pull = from == way && to == -way ? 8 : 1;
  }

  void setPlaces(const std::vector<uint32_t>& part, const LayeredGraph& graph) {
    std::vector<double> left, right;  // of each layer, from its middle
    std::vector<size_t> wires;        // between a layer and the next
    for (size_t i = 0; i < part.size(); ++i) {
      const auto layer = static_cast<size_t>(graph.nodes[i].layer);
      if (left.size() <= layer) {
        left.resize(layer + 1, 0);
        right.resize(layer + 1, 0);
        wires.resize(layer + 1, 0);
      }
      const Group& group = groups_[groupOf_[part[i]]];
      const bool turned = places_[part[i]].mirrored;
      left[layer] = std::max(left[layer], turned ? group.right : group.left);
      right[layer] = std::max(right[layer], turned ? group.left : group.right);
    }
    for (const LayeredEdge& e : graph.edges) {
      const auto [low, high] = std::minmax(graph.nodes[e.from].layer, graph.nodes[e.to].layer);
      for (int l = low; l < high; ++l) ++wires[static_cast<size_t>(l)];
    }
    std::vector<double> middle(left.size(), 0);
    for (size_t l = 1; l < left.size(); ++l) {
      const double gap = kColumnGap + 2 * std::min<double>(static_cast<double>(wires[l - 1]), 15);
      middle[l] = even(middle[l - 1] + right[l - 1] + gap + left[l]);
    }
    for (size_t i = 0; i < part.size(); ++i) {
      const uint32_t b = part[i];
      places_[b].centre = {middle[static_cast<size_t>(graph.nodes[i].layer)],
                           even(graph.nodes[i].height)};
      const double side = places_[b].mirrored ? -1 : 1;
      for (const Hanger& h : groups_[groupOf_[b]].hangers)
        places_[h.box].centre = places_[b].centre + Point{side * h.offset.x, h.offset.y};
    }
  }

  // ---- the whole

  std::vector<uint32_t> withHangers(const std::vector<uint32_t>& part) const {
    std::vector<uint32_t> all = part;
    for (const uint32_t b : part)
      for (const Hanger& h : groups_[groupOf_[b]].hangers) all.push_back(h.box);
    return all;
  }

  // Moves boxes so that their top is at `top`, their left end at 0; gives their bottom.
  double moveBelow(const std::vector<uint32_t>& boxes, double top) {
    double left = 1e300, high = -1e300, low = 1e300;
    for (const uint32_t b : boxes) {
      const Extent area = boxArea(network_.boxes[b], places_[b]);
      left = std::min(left, area.a.x);
      high = std::max(high, area.b.y);
      low = std::min(low, area.a.y);
    }
    const Point by{-even(left), even(top - high)};
    for (const uint32_t b : boxes) places_[b].centre = places_[b].centre + by;
    return low + by.y;
  }

  void placeLonely(const std::vector<uint32_t>& lonely, double top) {
    double x = 0, y = top, lowest = top;
    for (size_t i = 0; i < lonely.size(); ++i) {
      const NetworkBox& box = network_.boxes[lonely[i]];
      if (i % kRowOfLonely == 0 && i > 0) {
        x = 0;
        y = lowest - kRowGap;
      }
      places_[lonely[i]].centre = {even(x + box.width / 2 + 1), even(y - box.height / 2 - 1)};
      lowest = std::min(lowest, places_[lonely[i]].centre.y - box.height / 2);
      x += box.width + kColumnGap;
    }
  }

  void centre() {
    if (places_.empty()) return;
    Extent all = boxArea(network_.boxes[0], places_[0]);
    for (size_t b = 0; b < places_.size(); ++b) {
      const Extent e = boxArea(network_.boxes[b], places_[b]);
      all.a = {std::min(all.a.x, e.a.x), std::min(all.a.y, e.a.y)};
      all.b = {std::max(all.b.x, e.b.x), std::max(all.b.y, e.b.y)};
    }
    const Point by{-even(all.centre().x), -even(all.centre().y)};
    for (BoxPlace& place : places_) place.centre = place.centre + by;
  }

  const Network& network_;
  std::vector<BoxPlace> places_;
  std::vector<std::vector<uint32_t>> wiresOf_;  // of each box
  std::vector<Group> groups_;
  std::vector<uint32_t> groupOf_;  // of each box; ~0: a hanger
};

}  // namespace

std::vector<BoxPlace> placeBoxes(const Network& network) {
  return Placer(network).place();
}

}  // namespace formola::draw
