#include "draw/route.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <queue>

#include "draw/area_index.h"

namespace formola::draw {

namespace {

constexpr double kClearance = 2;  // between wires and boxes
constexpr double kTrack = 2;      // between wires
constexpr int kTracks = 3;        // beside each box
constexpr double kStub = 4;       // straight piece at a port
constexpr double kBend = 10, kCrossing = 12, kOnTop = 60, kOverText = 5;
constexpr double kWindow = 60;      // around the ends of a wire: what is looked at first
constexpr size_t kManyLines = 240;  // more than that in one direction are thinned out
constexpr double kSmall = 1e-6;

struct Piece {
  Point a, b;
  uint32_t net;
};

bool isHorizontal(const Piece& p) {
  return std::abs(p.a.y - p.b.y) < kSmall;
}
bool isVertical(const Piece& p) {
  return std::abs(p.a.x - p.b.x) < kSmall;
}

// Without points in the middle of straight lines.
Polyline simplified(const Polyline& points) {
  Polyline result;
  for (const Point p : points) {
    if (!result.empty() && length(p - result.back()) < kSmall) continue;
    while (result.size() > 1) {
      const Point u = result.back() - result[result.size() - 2], v = p - result.back();
      const bool straight = std::abs(u.x * v.y - u.y * v.x) < kSmall && u.x * v.x + u.y * v.y > 0;
      if (!straight) break;
      result.pop_back();
    }
    result.push_back(p);
  }
  return result;
}

std::vector<uint32_t> netsOf(const Network& network) {
  std::vector<uint32_t> parent(network.wires.size());
  std::iota(parent.begin(), parent.end(), 0u);
  auto root = [&](uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  std::vector<std::vector<uint32_t>> first(network.boxes.size());
  for (size_t b = 0; b < network.boxes.size(); ++b)
    first[b].assign(network.boxes[b].ports.size(), ~0u);
  for (uint32_t w = 0; w < network.wires.size(); ++w)
    for (const WireEnd& end : {network.wires[w].from, network.wires[w].to}) {
      uint32_t& known = first[end.box][end.port];
      if (known == ~0u) known = w;
      parent[root(w)] = root(known);
    }
  std::vector<uint32_t> nets;
  for (uint32_t w = 0; w < network.wires.size(); ++w) nets.push_back(root(w));
  return nets;
}

// The search for one wire on the lines given by boxes and ports.
class Search {
 public:
  Search(const std::vector<Extent>& boxes, const std::vector<Extent>& labels,
         const std::vector<Piece>& others, uint32_t net, const Extent& window)
      : boxes_(boxes), labels_(labels), others_(others), net_(net), window_(window) {}

  // From `start`, leaving in direction `out`, to `goal`, arriving against direction `in`; empty:
  // there is no way.
  Polyline find(Point start, Point out, Point goal, Point in) {
    addLines(start, goal);
    if (xs_.size() > 4 * kManyLines || ys_.size() > 4 * kManyLines) return {};
    markBoxes(start, goal);
    markLabels();
    markPieces();
    return walk(start, out, goal, in);
  }

 private:
  // 0 right, 1 up, 2 left, 3 down
  static int directionOf(Point d) {
    if (std::abs(d.x) >= std::abs(d.y)) return d.x >= 0 ? 0 : 2;
    return d.y >= 0 ? 1 : 3;
  }

  void addLines(Point start, Point goal) {
    const int tracks = boxes_.size() * 2 * kTracks > kManyLines ? 1 : kTracks;
    auto add = [](std::vector<double>& lines, double at, double low, double high) {
      if (at >= low - kSmall && at <= high + kSmall) lines.push_back(at);
    };
    for (const Extent& box : boxes_)
      for (int k = 0; k < tracks; ++k) {
        const double away = kStub + k * kTrack;
        add(xs_, box.a.x - away, window_.a.x, window_.b.x);
        add(xs_, box.b.x + away, window_.a.x, window_.b.x);
        add(ys_, box.a.y - away, window_.a.y, window_.b.y);
        add(ys_, box.b.y + away, window_.a.y, window_.b.y);
      }
    for (const Point p : {start, goal, 0.5 * (start + goal)}) {
      xs_.push_back(p.x);
      ys_.push_back(p.y);
    }
    for (std::vector<double>* lines : {&xs_, &ys_}) {
      std::sort(lines->begin(), lines->end());
      lines->erase(std::unique(lines->begin(), lines->end(),
                               [](double a, double b) { return b - a < kSmall; }),
                   lines->end());
    }
  }

  static size_t nearest(const std::vector<double>& lines, double at) {
    const auto after = std::lower_bound(lines.begin(), lines.end(), at - kSmall);
    return std::min<size_t>(static_cast<size_t>(after - lines.begin()), lines.size() - 1);
  }

  size_t node(size_t i, size_t j) const { return j * xs_.size() + i; }

  // The first line behind `at`, and the first that is not before it.
  static size_t behind(const std::vector<double>& lines, double at) {
    return static_cast<size_t>(std::upper_bound(lines.begin(), lines.end(), at) - lines.begin());
  }
  static size_t from(const std::vector<double>& lines, double at) {
    return static_cast<size_t>(std::lower_bound(lines.begin(), lines.end(), at) - lines.begin());
  }

  void markBoxes(Point start, Point goal) {
    blocked_.assign(xs_.size() * ys_.size(), 0);
    right_.assign(blocked_.size(), {});
    up_.assign(blocked_.size(), {});
    for (const Extent& box : boxes_) {
      const Extent grown = box.grown(kClearance - kSmall);
      const size_t left = behind(xs_, grown.a.x), right = from(xs_, grown.b.x);
      const size_t low = behind(ys_, grown.a.y), high = from(ys_, grown.b.y);
      for (size_t j = low; j < high; ++j)
        for (size_t i = left; i < right; ++i) blocked_[node(i, j)] = 1;
      // pieces between two nodes; boxes may be thinner than the distance of lines
      for (size_t j = low; j < high; ++j)
        for (size_t i = left > 0 ? left - 1 : 0; i < right; ++i) right_[node(i, j)].closed = true;
      for (size_t j = low > 0 ? low - 1 : 0; j < high; ++j)
        for (size_t i = left; i < right; ++i) up_[node(i, j)].closed = true;
    }
    for (const Point p : {start, goal}) blocked_[node(nearest(xs_, p.x), nearest(ys_, p.y))] = 0;
  }

  void markLabels() {
    for (const Extent& label : labels_) {
      const size_t left = behind(xs_, label.a.x), right = from(xs_, label.b.x);
      const size_t low = behind(ys_, label.a.y), high = from(ys_, label.b.y);
      for (size_t j = low; j < high; ++j)
        for (size_t i = left > 0 ? left - 1 : 0; i < right; ++i) right_[node(i, j)].text = true;
      for (size_t j = low > 0 ? low - 1 : 0; j < high; ++j)
        for (size_t i = left; i < right; ++i) up_[node(i, j)].text = true;
    }
  }

  // Costs of the pieces of the grid: to the right and upwards of each node.
  void markPieces() {
    for (const Piece& p : others_) {
      const Extent e = Extent{p.a, p.b}.ordered();
      if (isHorizontal(p)) {
        const auto [lies, crossed] = markedBy(p, ys_, e.a.y);
        const size_t begin = behind(xs_, e.a.x + kSmall), end = from(xs_, e.b.x - kSmall);
        for (size_t i = begin > 0 ? begin - 1 : 0; lies && i < end && i + 1 < xs_.size(); ++i)
          meet(right_[node(i, *lies)], p);
        const size_t last = from(xs_, e.b.x + kSmall);
        for (size_t i = behind(xs_, e.a.x - kSmall); crossed && i < last; ++i)
          ++up_[node(i, *crossed)].crossings;
      } else if (isVertical(p)) {
        const auto [lies, crossed] = markedBy(p, xs_, e.a.x);
        const size_t begin = behind(ys_, e.a.y + kSmall), end = from(ys_, e.b.y - kSmall);
        for (size_t j = begin > 0 ? begin - 1 : 0; lies && j < end && j + 1 < ys_.size(); ++j)
          meet(up_[node(*lies, j)], p);
        const size_t last = from(ys_, e.b.y + kSmall);
        for (size_t j = behind(ys_, e.a.y - kSmall); crossed && j < last; ++j)
          ++right_[node(*crossed, j)].crossings;
      }
    }
  }

  // The line that a piece at `at` lies on, and the one behind which others cross it; what meets it
  // on a line is counted behind that line.
  struct Marked {
    std::optional<size_t> lies, crossed;
  };
  Marked markedBy(const Piece& p, const std::vector<double>& lines, double at) const {
    Marked marked;
    if (const size_t near = nearest(lines, at); std::abs(lines[near] - at) < kSmall)
      marked.lies = near;
    const size_t next = behind(lines, at + kSmall);
    if (p.net != net_ && next > 0 && next < lines.size()) marked.crossed = next - 1;
    return marked;
  }

  struct Cost {
    uint16_t crossings = 0;
    bool foreign = false, own = false;  // another wire lies here already
    bool closed = false;                // a box does
    bool text = false;                  // a label does
  };
  void meet(Cost& cost, const Piece& p) const { (p.net == net_ ? cost.own : cost.foreign) = true; }

  double costOf(const Cost& cost, double distance) const {
    double sum = cost.own && !cost.foreign ? 0.5 * distance : distance;
    if (cost.foreign) sum += kOnTop + 4 * distance;
    if (cost.text) sum += kOverText + distance;
    return sum + kCrossing * cost.crossings;
  }

  struct State {
    double estimate, cost;
    size_t id;  // node * 4 + direction
    bool operator<(const State& o) const {
      return estimate != o.estimate ? estimate > o.estimate : id > o.id;
    }
  };

  Polyline walk(Point start, Point out, Point goal, Point in) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    const size_t from = node(nearest(xs_, start.x), nearest(ys_, start.y));
    const size_t to = node(nearest(xs_, goal.x), nearest(ys_, goal.y));
    const int last = directionOf(-1 * in);
    std::vector<double> best(blocked_.size() * 4, kFar);
    std::vector<uint32_t> before(blocked_.size() * 4, ~0u);
    std::priority_queue<State> open;
    auto offer = [&](size_t id, double cost, uint32_t previous) {
      if (cost >= best[id] - 1e-9) return;
      best[id] = cost;
      before[id] = previous;
      const size_t at = id / 4;
      const double rest =
          std::abs(xs_[at % xs_.size()] - goal.x) + std::abs(ys_[at / xs_.size()] - goal.y);
      open.push({cost + 0.5 * rest, cost, id});
    };
    const size_t first = from * 4 + static_cast<size_t>(directionOf(out));
    offer(first, 0, ~0u);
    size_t found = ~size_t{0};
    double reached = kFar;
    while (!open.empty()) {
      const State state = open.top();
      open.pop();
      if (state.estimate >= reached) break;
      if (state.cost > best[state.id] + 1e-9) continue;
      const size_t at = state.id / 4;
      const int facing = static_cast<int>(state.id % 4);
      if (at == to) {
        const int turn = std::abs(facing - last) % 4;
        const double total = state.cost + (turn == 0 ? 0 : turn == 2 ? 4 * kBend : kBend);
        if (total < reached) {
          reached = total;
          found = state.id;
        }
        continue;
      }
      expand(state, at, facing, offer);
    }
    if (found == ~size_t{0}) return {};
    Polyline way;
    for (auto id = static_cast<uint32_t>(found); id != ~0u; id = before[id])
      way.push_back({xs_[id / 4 % xs_.size()], ys_[id / 4 / xs_.size()]});
    std::reverse(way.begin(), way.end());
    return way;
  }

  template <typename Offer>
  void expand(const State& state, size_t at, int facing, const Offer& offer) {
    const size_t i = at % xs_.size(), j = at / xs_.size();
    for (int d = 0; d < 4; ++d) {
      if (d == (facing + 2) % 4) continue;
      if ((d == 0 && i + 1 == xs_.size()) || (d == 2 && i == 0) ||
          (d == 1 && j + 1 == ys_.size()) || (d == 3 && j == 0))
        continue;
      const size_t ni = d == 0 ? i + 1 : d == 2 ? i - 1 : i;
      const size_t nj = d == 1 ? j + 1 : d == 3 ? j - 1 : j;
      const size_t next = node(ni, nj);
      const Cost& cost = d == 0 ? right_[at] : d == 2 ? right_[next] : d == 1 ? up_[at] : up_[next];
      if (blocked_[next] || cost.closed) continue;
      const double distance = std::abs(xs_[ni] - xs_[i]) + std::abs(ys_[nj] - ys_[j]);
      offer(next * 4 + static_cast<size_t>(d),
            state.cost + costOf(cost, distance) + (d == facing ? 0 : kBend),
            static_cast<uint32_t>(state.id));
    }
  }

  const std::vector<Extent>&boxes_, &labels_;
  const std::vector<Piece>& others_;
  uint32_t net_;
  Extent window_;
  std::vector<double> xs_, ys_;
  std::vector<char> blocked_;
  std::vector<Cost> right_, up_;
};

class Router {
 public:
  Router(const Network& network, const std::vector<BoxPlace>& places)
      : network_(network), places_(places), nets_(netsOf(network)) {
    for (uint32_t b = 0; b < network.boxes.size(); ++b) {
      boxes_.push_back(boxArea(network.boxes[b], places[b]));
      boxIndex_.add(b, boxes_.back());
      for (const Extent& label : network.boxes[b].labels) {
        labels_.push_back({places[b].centre + label.a, places[b].centre + label.b});
        labelIndex_.add(static_cast<uint32_t>(labels_.size() - 1), labels_.back());
      }
    }
  }

  std::vector<Polyline> route(const std::vector<Polyline>& given) {
    routes_ = given;
    routes_.resize(network_.wires.size());
    std::vector<uint32_t> order;
    for (uint32_t w = 0; w < routes_.size(); ++w) {
      if (routes_[w].empty()) order.push_back(w);
      forEachPiece(w, [&](const Extent& piece) { wireIndex_.add(w, piece); });
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return span(a) < span(b); });
    // once each, then again with all the others in place
    for (int round = 0; round < 2; ++round)
      for (const uint32_t w : order) {
        Polyline route = one(w);
        forEachPiece(w, [&](const Extent& piece) { wireIndex_.remove(w, piece); });
        routes_[w] = std::move(route);
        forEachPiece(w, [&](const Extent& piece) { wireIndex_.add(w, piece); });
      }
    return std::move(routes_);
  }

 private:
  Point at(const WireEnd& e) const { return portAt(network_.boxes[e.box], e.port, places_[e.box]); }

  double span(uint32_t w) const {
    const Point d = at(network_.wires[w].from) - at(network_.wires[w].to);
    return std::abs(d.x) + std::abs(d.y);
  }

  // Where the straight piece at a port ends.
  Point stub(const WireEnd& e, Point out) const {
    const Extent& box = boxes_[e.box];
    const Point p = at(e);
    if (out.x > 0) return {std::max(p.x, box.b.x + kStub), p.y};
    if (out.x < 0) return {std::min(p.x, box.a.x - kStub), p.y};
    if (out.y > 0) return {p.x, std::max(p.y, box.b.y + kStub)};
    return {p.x, std::min(p.y, box.a.y - kStub)};
  }

  template <typename Visit>
  void forEachPiece(uint32_t w, const Visit& visit) const {
    for (size_t k = 0; k + 1 < routes_[w].size(); ++k)
      visit(Extent{routes_[w][k], routes_[w][k + 1]}.ordered());
  }

  // Of the wires that come near the window.
  std::vector<Piece> otherPieces(uint32_t except, const Extent& window) const {
    std::vector<Piece> pieces;
    const Extent near = window.grown(1);
    for (const uint32_t w : wireIndex_.near(near)) {
      if (w == except) continue;
      for (size_t k = 0; k + 1 < routes_[w].size(); ++k) {
        const Piece piece{routes_[w][k], routes_[w][k + 1], nets_[w]};
        if (near.overlaps(Extent{piece.a, piece.b}.ordered())) pieces.push_back(piece);
      }
    }
    return pieces;
  }

  std::vector<Extent> boxesIn(const Extent& window) const {
    std::vector<Extent> boxes;
    const Extent near = window.grown(kStub + kTracks * kTrack);
    for (const uint32_t b : boxIndex_.near(near))
      if (near.overlaps(boxes_[b])) boxes.push_back(boxes_[b]);
    return boxes;
  }

  std::vector<Extent> labelsIn(const Extent& window) const {
    std::vector<Extent> labels;
    for (const uint32_t i : labelIndex_.near(window))
      if (window.overlaps(labels_[i])) labels.push_back(labels_[i]);
    return labels;
  }

  Polyline one(uint32_t w) const {
    const Wire& wire = network_.wires[w];
    const Point outFrom =
        portOutward(network_.boxes[wire.from.box], wire.from.port, places_[wire.from.box]);
    const Point outTo =
        portOutward(network_.boxes[wire.to.box], wire.to.port, places_[wire.to.box]);
    const Point from = at(wire.from), to = at(wire.to);
    const Point gap = to - from;
    // ports that face each other
    if (outFrom == -1 * outTo && gap.x * outFrom.x + gap.y * outFrom.y > 0 &&
        std::abs(gap.x * outFrom.y - gap.y * outFrom.x) < kSmall && isFree(from, to, wire))
      return {from, to};
    const Point start = stub(wire.from, outFrom), goal = stub(wire.to, outTo);
    Extent window = Extent{start, goal}.ordered().grown(kWindow);
    for (int attempt = 0; attempt < 3; ++attempt, window = window.grown(4 * kWindow)) {
      const std::vector<Piece> others = otherPieces(w, window);
      const std::vector<Extent> boxes = boxesIn(window);
      const std::vector<Extent> labels = labelsIn(window);
      Polyline way =
          Search(boxes, labels, others, nets_[w], window).find(start, outFrom, goal, outTo);
      if (way.empty()) continue;
      way.insert(way.begin(), from);
      way.push_back(to);
      return simplified(way);
    }
    return {from, to};
  }

  bool isFree(Point a, Point b, const Wire& wire) const {
    const Extent piece = Extent{a, b}.ordered();
    for (const uint32_t i : boxIndex_.near(piece.grown(kClearance))) {
      if (i == wire.from.box || i == wire.to.box) continue;
      if (boxes_[i].grown(kClearance).overlaps(piece)) return false;
    }
    return true;
  }

  const Network& network_;
  const std::vector<BoxPlace>& places_;
  std::vector<uint32_t> nets_;
  std::vector<Extent> boxes_, labels_;
  std::vector<Polyline> routes_;
  AreaIndex boxIndex_, labelIndex_, wireIndex_;  // a wire is there with each of its pieces
};

}  // namespace

std::vector<Polyline> routeWires(const Network& network, const std::vector<BoxPlace>& places,
                                 const std::vector<Polyline>& given) {
  return Router(network, places).route(given);
}

}  // namespace formola::draw
