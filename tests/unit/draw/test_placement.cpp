// Automatic placement and routing: nothing overlaps, wires go around boxes, few of them cross.
#include <gtest/gtest.h>

#include <random>

#include "draw/area_index.h"
#include "draw/place.h"
#include "draw/route.h"
#include "network_measures.h"

namespace formola::draw {
namespace {

NetworkBox twoPole(int left = 0, int right = 0) {
  return {20, 20, {{{-10, 0}, {-1, 0}, left}, {{10, 0}, {1, 0}, right}}};
}

NetworkBox ground() {
  return {20, 20, {{{0, 10}, {0, 1}, 0}}};
}

// A connected network of some boxes with two to five ports, at random but always the same.
Network randomNetwork(std::mt19937& random) {
  auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  Network network;
  const uint32_t boxes = 4 + pick(16);
  for (uint32_t b = 0; b < boxes; ++b) {
    NetworkBox box{20.0 + 4 * pick(4), 20.0 + 4 * pick(4), {}};
    const uint32_t ports = 2 + pick(4);
    for (uint32_t p = 0; p < ports; ++p) {
      const uint32_t side = pick(6);
      const double along = 2.0 * static_cast<double>(pick(7)) - 6;
      if (side < 2) {
        box.ports.push_back({{-box.width / 2, along}, {-1, 0}, side == 0 ? -1 : 0});
      } else if (side < 4) {
        box.ports.push_back({{box.width / 2, along}, {1, 0}, side == 2 ? 1 : 0});
      } else {
        box.ports.push_back({{along, side == 4 ? box.height / 2 : -box.height / 2},
                             {0, side == 4 ? 1.0 : -1.0},
                             0});
      }
    }
    network.boxes.push_back(box);
  }
  auto end = [&](uint32_t b) {
    return WireEnd{b, pick(static_cast<uint32_t>(network.boxes[b].ports.size()))};
  };
  for (uint32_t b = 1; b < boxes; ++b) network.wires.push_back({end(pick(b)), end(b)});
  for (uint32_t more = pick(boxes / 2 + 1); more > 0; --more) {
    const uint32_t a = pick(boxes), b = pick(boxes);
    if (a != b) network.wires.push_back({end(a), end(b)});
  }
  return network;
}

// The same boxes without overlaps in a grid, in another order.
std::vector<BoxPlace> randomPlaces(const Network& network, std::mt19937& random) {
  std::vector<size_t> cells(network.boxes.size());
  for (size_t i = 0; i < cells.size(); ++i) cells[i] = i;
  for (size_t i = cells.size(); i-- > 1;) std::swap(cells[i], cells[random() % (i + 1)]);
  const auto columns = static_cast<size_t>(std::ceil(std::sqrt(double(cells.size()))));
  std::vector<BoxPlace> places;
  for (const size_t cell : cells)
    places.push_back({{60.0 * double(cell % columns), 60.0 * double(cell / columns)}, false});
  return places;
}

bool isOrthogonal(const Polyline& route) {
  for (size_t i = 0; i + 1 < route.size(); ++i)
    if (std::abs(route[i].x - route[i + 1].x) > 1e-6 &&
        std::abs(route[i].y - route[i + 1].y) > 1e-6)
      return false;
  return true;
}

TEST(Placement, RandomNetworks) {
  std::mt19937 random(7);
  size_t ours = 0, theirs = 0;
  for (int run = 0; run < 200; ++run) {
    const Network network = randomNetwork(random);
    const std::vector<BoxPlace> places = placeBoxes(network);
    ASSERT_EQ(countOverlaps(network, places), 0u) << "network " << run;
    const std::vector<Polyline> routes = routeWires(network, places);
    ASSERT_EQ(routes.size(), network.wires.size());
    for (size_t w = 0; w < routes.size(); ++w) {
      const Wire& wire = network.wires[w];
      ASSERT_TRUE(isOrthogonal(routes[w])) << "network " << run << ", wire " << w;
      ASSERT_EQ(routes[w].front(),
                portAt(network.boxes[wire.from.box], wire.from.port, places[wire.from.box]));
      ASSERT_EQ(routes[w].back(),
                portAt(network.boxes[wire.to.box], wire.to.port, places[wire.to.box]));
    }
    ASSERT_EQ(countHits(network, places, routes), 0u) << "network " << run;
    ours += countCrossings(network, routes);
    const std::vector<BoxPlace> shuffled = randomPlaces(network, random);
    theirs += countCrossings(network, routeWires(network, shuffled));
  }
  RecordProperty("crossings", static_cast<int>(ours));
  RecordProperty("crossings_at_random_places", static_cast<int>(theirs));
  EXPECT_LT(3 * ours, theirs) << ours << " crossings, " << theirs << " at random places";
}

TEST(Placement, IsDeterministic) {
  std::mt19937 one(3), two(3);
  const Network a = randomNetwork(one), b = randomNetwork(two);
  const std::vector<BoxPlace> first = placeBoxes(a), second = placeBoxes(b);
  ASSERT_EQ(first.size(), second.size());
  for (size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].centre, second[i].centre);
    EXPECT_EQ(first[i].mirrored, second[i].mirrored);
  }
  EXPECT_EQ(routeWires(a, first), routeWires(b, second));
}

TEST(Placement, ChainRunsFromLeftToRightInOneLine) {
  Network network;
  for (int i = 0; i < 5; ++i) network.boxes.push_back(twoPole());
  // named in another order than they are connected
  const uint32_t order[] = {3, 0, 4, 1, 2};
  for (int i = 0; i < 4; ++i) network.wires.push_back({{order[i], 1}, {order[i + 1], 0}});
  const std::vector<BoxPlace> places = placeBoxes(network);
  const std::vector<Polyline> routes = routeWires(network, places);
  for (int i = 0; i < 4; ++i) {
    EXPECT_LT(places[order[i]].centre.x, places[order[i + 1]].centre.x);
    EXPECT_EQ(places[order[i]].centre.y, places[order[i + 1]].centre.y);
    EXPECT_EQ(routes[static_cast<size_t>(i)].size(), 2u);
  }
}

// A source, a controller and a plant: the feedback leads back, the rest forward.
TEST(Placement, ClosedLoop) {
  Network network;
  network.boxes.push_back(twoPole(-1, 1));                    // plant
  network.boxes.push_back({20, 20, {{{10, 0}, {1, 0}, 1}}});  // set point
  network.boxes.push_back(
      {20, 20, {{{-12, 0}, {-1, 0}, -1}, {{10, 0}, {1, 0}, 1}, {{0, -12}, {0, -1}, -1}}});
  network.wires = {{{1, 0}, {2, 0}}, {{2, 1}, {0, 0}}, {{0, 1}, {2, 2}}};
  const std::vector<BoxPlace> places = placeBoxes(network);
  EXPECT_LT(places[1].centre.x, places[2].centre.x);
  EXPECT_LT(places[2].centre.x, places[0].centre.x);
  const std::vector<Polyline> routes = routeWires(network, places);
  EXPECT_EQ(countCrossings(network, routes), 0u);
  EXPECT_EQ(countHits(network, places, routes), 0u);
}

TEST(Placement, GroundHangsBelow) {
  Network network;
  network.boxes = {twoPole(), twoPole(), ground()};
  network.wires = {{{0, 1}, {1, 0}}, {{1, 1}, {0, 0}}, {{1, 1}, {2, 0}}};
  const std::vector<BoxPlace> places = placeBoxes(network);
  EXPECT_LT(places[2].centre.y, places[1].centre.y - 20);
  EXPECT_EQ(countOverlaps(network, places), 0u);
}

TEST(Placement, WhatIsNotConnectedIsPlacedToo) {
  Network network;
  for (int i = 0; i < 15; ++i) network.boxes.push_back(twoPole());
  network.wires = {{{0, 1}, {1, 0}}};
  EXPECT_EQ(countOverlaps(network, placeBoxes(network)), 0u);
  EXPECT_TRUE(placeBoxes({}).empty());
}

TEST(Placement, BoxesTurnTowardsTheirNeighbours) {
  Network network;
  network.boxes = {twoPole(), twoPole()};
  // both by their left ports: one of them is turned round
  network.wires = {{{0, 0}, {1, 0}}};
  const std::vector<BoxPlace> places = placeBoxes(network);
  EXPECT_NE(places[0].mirrored, places[1].mirrored);
  EXPECT_EQ(routeWires(network, places)[0].size(), 2u);
}

TEST(Routing, KeepsGivenWays) {
  Network network;
  network.boxes = {twoPole(), twoPole()};
  network.wires = {{{0, 1}, {1, 0}}, {{0, 0}, {1, 1}}};
  const std::vector<BoxPlace> places = {{{0, 0}, false}, {{80, 0}, false}};
  const Polyline given = {{10, 0}, {40, 0}, {40, 10}, {60, 10}, {70, 0}};
  const std::vector<Polyline> routes = routeWires(network, places, {given, {}});
  EXPECT_EQ(routes[0], given);
  EXPECT_GE(routes[1].size(), 4u);
  EXPECT_EQ(countHits(network, places, routes), 0u);
}

// All areas that overlap are among those near it; what was taken away is not.
TEST(AreaIndex, FindsWhatIsNear) {
  std::mt19937 random(5);
  auto number = [&](int range) { return static_cast<double>(random() % 1000) / 1000 * range; };
  AreaIndex index;
  std::vector<Extent> areas;
  for (uint32_t i = 0; i < 300; ++i) {
    const Point at{number(4000) - 2000, number(4000) - 2000};
    areas.push_back({at, at + Point{number(i % 10 == 0 ? 1500 : 40), number(40)}});
    index.add(i, areas.back());
  }
  for (uint32_t i = 0; i < 300; i += 3) index.remove(i, areas[i]);
  for (int question = 0; question < 200; ++question) {
    const Point at{number(4000) - 2000, number(4000) - 2000};
    const Extent area{at, at + Point{number(300), number(300)}};
    const std::vector<uint32_t> near = index.near(area);
    EXPECT_TRUE(std::is_sorted(near.begin(), near.end()));
    EXPECT_EQ(std::adjacent_find(near.begin(), near.end()), near.end());
    for (uint32_t i = 0; i < 300; ++i) {
      const bool found = std::binary_search(near.begin(), near.end(), i);
      const bool taken = i % 3 == 0;
      EXPECT_FALSE(taken && found) << i;
      EXPECT_TRUE(taken || found || !area.overlaps(areas[i])) << i;
    }
  }
  index.add(7, {{-1e300, -1}, {-1e299, 1}});  // beyond all squares
  EXPECT_FALSE(index.near({{-1e300, 0}, {-1e298, 0}}).empty());
}

TEST(Counting, CrossingsAndHits) {
  Network network;
  network.boxes = {twoPole(), twoPole(), twoPole(), twoPole()};
  network.wires = {{{0, 1}, {1, 0}}, {{2, 1}, {3, 0}}, {{0, 1}, {3, 0}}};
  // the third shares an end with both others
  const std::vector<Polyline> routes = {{{0, 0}, {10, 10}}, {{0, 10}, {10, 0}}, {{0, 5}, {10, 5}}};
  EXPECT_EQ(countCrossings(network, routes), 1u);
  const std::vector<BoxPlace> places = {
      {{100, 0}, false}, {{105, 15}, false}, {{5, 5}, false}, {{200, 0}, false}};
  EXPECT_EQ(countOverlaps(network, places), 1u);
  EXPECT_EQ(countHits(network, places, routes), 2u);
}

// A wire around a box takes another track where the nearest one would lie on a label.
TEST(Routing, AvoidsLabels) {
  Network network;
  network.boxes.resize(3);
  network.boxes[0].ports.push_back({{10, 0}, {1, 0}, 1});
  network.boxes[2].ports.push_back({{-10, 0}, {-1, 0}, -1});
  network.wires.push_back({{0, 0}, {2, 0}});
  const std::vector<BoxPlace> places = {{{0, 0}}, {{60, 0}}, {{120, 0}}};
  const std::vector<Extent> labels = {{{-8, 11}, {8, 15}}, {{-8, -15}, {8, -11}}};
  auto onLabels = [&] {
    size_t count = 0;
    const std::vector<Polyline> routes = routeWires(network, places);
    for (size_t k = 0; k + 1 < routes[0].size(); ++k) {
      const Extent piece = Extent{routes[0][k], routes[0][k + 1]}.ordered().grown(1e-9);
      for (const Extent& label : labels)
        count += Extent{label.a + Point{60, 0}, label.b + Point{60, 0}}.overlaps(piece) ? 1 : 0;
    }
    EXPECT_EQ(countHits(network, places, routes), 0u);
    return count;
  };
  EXPECT_GT(onLabels(), 0u);
  network.boxes[1].labels = labels;
  EXPECT_EQ(onLabels(), 0u);
}

}  // namespace
}  // namespace formola::draw
