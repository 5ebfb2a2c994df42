#include "draw/junctions.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

namespace formola::draw {

namespace {

struct Sets {
  std::vector<uint32_t> parent;
  explicit Sets(size_t count) : parent(count) { std::iota(parent.begin(), parent.end(), 0u); }
  uint32_t find(uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  }
  void join(uint32_t a, uint32_t b) { parent[find(a)] = find(b); }
};

bool near(Point a, Point b) {
  return std::abs(a.x - b.x) < 1e-6 && std::abs(a.y - b.y) < 1e-6;
}

void addDirection(std::vector<Point>& directions, Point d) {
  const double l = length(d);
  if (l < 1e-9) return;
  d = (1 / l) * d;
  for (Point known : directions)
    if (length(known - d) < 1e-6) return;
  directions.push_back(d);
}

// The directions in which the piece a–b leaves p; none if p is not on it.
void addPiece(std::vector<Point>& directions, Point p, Point a, Point b) {
  const Point along = b - a, to = p - a;
  const double l = length(along);
  if (l < 1e-9) return;
  if (std::abs(along.x * to.y - along.y * to.x) > 1e-6 * l) return;
  const double at = (along.x * to.x + along.y * to.y) / l;
  if (at < -1e-6 || at > l + 1e-6) return;
  if (at > 1e-6) addDirection(directions, a - p);
  if (at < l - 1e-6) addDirection(directions, b - p);
}

Color colorOf(const ConnectionPicture& connection) {
  const auto* path =
      connection.shapes.empty() ? nullptr : std::get_if<PathShape>(&connection.shapes[0]);
  return path ? path->stroke.color : Color{};
}

void junctionsOf(const std::vector<const ConnectionPicture*>& set, std::vector<Junction>& to) {
  std::vector<Point> ends, corners;
  for (const ConnectionPicture* c : set) {
    ends.push_back(c->points.front());
    ends.push_back(c->points.back());
    corners.insert(corners.end(), c->points.begin(), c->points.end());
  }
  const size_t first = to.size();
  for (const Point p : corners) {
    auto at = [&](Point q) { return near(p, q); };
    // where a line ends is a connector, or else some line ends in the middle of another
    if (std::count_if(ends.begin(), ends.end(), at) > 1) continue;
    if (std::any_of(to.begin() + static_cast<std::ptrdiff_t>(first), to.end(),
                    [&](const Junction& j) { return near(p, j.at); }))
      continue;
    std::vector<Point> directions;
    for (const ConnectionPicture* c : set)
      for (size_t i = 0; i + 1 < c->points.size(); ++i)
        addPiece(directions, p, c->points[i], c->points[i + 1]);
    if (directions.size() > 2) to.push_back({p, colorOf(*set.front())});
  }
}

}  // namespace

std::vector<Junction> findJunctions(const std::vector<ConnectionPicture>& connections) {
  Sets sets(connections.size());
  std::map<std::string, uint32_t> first;
  for (uint32_t i = 0; i < connections.size(); ++i)
    for (const std::string& end : {connections[i].from, connections[i].to}) {
      const auto [known, isNew] = first.emplace(end, i);
      if (!isNew) sets.join(i, known->second);
    }
  std::map<uint32_t, std::vector<const ConnectionPicture*>> members;
  for (uint32_t i = 0; i < connections.size(); ++i)
    if (!connections[i].absent && connections[i].points.size() > 1)
      members[sets.find(i)].push_back(&connections[i]);
  std::vector<Junction> result;
  for (const auto& [root, set] : members)
    if (set.size() > 1) junctionsOf(set, result);
  return result;
}

}  // namespace formola::draw
