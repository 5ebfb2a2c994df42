#include "draw/area_index.h"

namespace formola::draw {

namespace {

constexpr double kSquare = 64;     // some components wide
constexpr double kFarthest = 1e6;  // squares: what lies beyond shares the outermost ones
constexpr size_t kMany = 4096;     // squares: an area with more of them is near to everything

struct Squares {
  int32_t left, bottom, right, top;

  explicit Squares(const Extent& area)
      : left(at(area.a.x)), bottom(at(area.a.y)), right(at(area.b.x)), top(at(area.b.y)) {}
  static int32_t at(double x) {
    return static_cast<int32_t>(std::clamp(std::floor(x / kSquare), -kFarthest, kFarthest));
  }
  size_t count() const {
    return static_cast<size_t>(std::max(0, right - left + 1)) *
           static_cast<size_t>(std::max(0, top - bottom + 1));
  }
  bool contains(uint64_t square) const {
    const auto y = static_cast<int32_t>(static_cast<uint32_t>(square >> 32));
    const auto x = static_cast<int32_t>(static_cast<uint32_t>(square));
    return left <= x && x <= right && bottom <= y && y <= top;
  }
  template <typename Visit>
  void forEach(const Visit& visit) const {
    for (int32_t y = bottom; y <= top; ++y)
      for (int32_t x = left; x <= right; ++x)
        visit(static_cast<uint64_t>(static_cast<uint32_t>(y)) << 32 | static_cast<uint32_t>(x));
  }
};

void take(std::vector<uint32_t>& held, uint32_t number) {
  const auto found = std::find(held.begin(), held.end(), number);
  if (found == held.end()) return;
  *found = held.back();
  held.pop_back();
}

}  // namespace

void AreaIndex::add(uint32_t number, const Extent& area) {
  const Squares squares(area);
  if (squares.count() > kMany) {
    everywhere_.push_back(number);
    return;
  }
  squares.forEach([&](uint64_t square) { squares_[square].push_back(number); });
}

void AreaIndex::remove(uint32_t number, const Extent& area) {
  const Squares squares(area);
  if (squares.count() > kMany) {
    take(everywhere_, number);
    return;
  }
  squares.forEach([&](uint64_t square) { take(squares_[square], number); });
}

std::vector<uint32_t> AreaIndex::near(const Extent& area) const {
  std::vector<uint32_t> numbers = everywhere_;
  auto add = [&](const std::vector<uint32_t>& held) {
    numbers.insert(numbers.end(), held.begin(), held.end());
  };
  const Squares squares(area);
  if (squares.count() > squares_.size()) {
    for (const auto& [square, held] : squares_)
      if (squares.contains(square)) add(held);
  } else {
    squares.forEach([&](uint64_t square) {
      const auto held = squares_.find(square);
      if (held != squares_.end()) add(held->second);
    });
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

}  // namespace formola::draw
