// Strong ids: 32-bit indices that cannot be mixed up with each other.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace formola {

template <typename Tag>
class Id {
 public:
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  constexpr Id() = default;
  constexpr explicit Id(uint32_t value) : value_(value) {}
  constexpr explicit Id(size_t value) : value_(static_cast<uint32_t>(value)) {}

  constexpr bool valid() const { return value_ != kNone; }
  constexpr explicit operator bool() const { return valid(); }
  constexpr uint32_t index() const { return value_; }
  constexpr auto operator<=>(const Id&) const = default;

 private:
  uint32_t value_ = kNone;
};

// A vector indexed by a strong id.
template <typename IdType, typename T>
class IdVector {
 public:
  IdVector() = default;
  explicit IdVector(size_t n, const T& value = T()) : data_(n, value) {}

  IdType push_back(T value) {
    data_.push_back(std::move(value));
    return IdType(data_.size() - 1);
  }
  decltype(auto) operator[](IdType id) { return data_[id.index()]; }
  decltype(auto) operator[](IdType id) const { return data_[id.index()]; }
  size_t size() const { return data_.size(); }
  bool empty() const { return data_.empty(); }
  void resize(size_t n, const T& value = T()) { data_.resize(n, value); }
  void assign(size_t n, const T& value) { data_.assign(n, value); }
  void reserve(size_t n) { data_.reserve(n); }
  void clear() { data_.clear(); }
  auto begin() { return data_.begin(); }
  auto end() { return data_.end(); }
  auto begin() const { return data_.begin(); }
  auto end() const { return data_.end(); }
  std::vector<T>& raw() { return data_; }
  const std::vector<T>& raw() const { return data_; }

 private:
  std::vector<T> data_;
};

}  // namespace formola

template <typename Tag>
struct std::hash<formola::Id<Tag>> {
  size_t operator()(formola::Id<Tag> id) const noexcept {
    return id.index() * 0x9E3779B97F4A7C15ull;
  }
};
