// A vector that is one pointer wide: for objects of which there are millions with mostly short
// lists.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace formola {

// The size and the capacity stand in front of the elements; an empty one owns nothing. Elements are
// copied as bytes.
template <typename T>
class SlimVector {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  static_assert(alignof(T) <= 8);

 public:
  using value_type = T;

  SlimVector() = default;
  SlimVector(const SlimVector& other) { *this = std::span<const T>(other); }
  SlimVector(SlimVector&& other) noexcept : header_(std::exchange(other.header_, nullptr)) {}
  ~SlimVector() { std::free(header_); }
  SlimVector& operator=(const SlimVector& other) {
    if (this != &other) *this = std::span<const T>(other);
    return *this;
  }
  SlimVector& operator=(SlimVector&& other) noexcept {
    std::swap(header_, other.header_);
    return *this;
  }
  // Requires: the items are not those of this vector.
  SlimVector& operator=(std::span<const T> items) {
    clear();
    reserve(items.size());
    for (const T& item : items) push_back(item);
    return *this;
  }
  operator std::vector<T>() const { return {begin(), end()}; }

  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  T* data() { return header_ ? reinterpret_cast<T*>(header_ + 1) : nullptr; }
  const T* data() const { return header_ ? reinterpret_cast<const T*>(header_ + 1) : nullptr; }
  size_t size() const { return header_ ? header_->size : 0; }
  bool empty() const { return size() == 0; }
  T& operator[](size_t i) { return data()[i]; }
  const T& operator[](size_t i) const { return data()[i]; }
  T& back() { return data()[size() - 1]; }

  void clear() {
    if (header_) header_->size = 0;
  }
  void reserve(size_t capacity) {
    if (capacity <= (header_ ? header_->capacity : 0)) return;
    bool fresh = header_ == nullptr;
    void* memory = std::realloc(header_, sizeof(Header) + capacity * sizeof(T));
    if (!memory) throw std::bad_alloc();
    header_ = static_cast<Header*>(memory);
    if (fresh) header_->size = 0;
    header_->capacity = static_cast<uint32_t>(capacity);
  }
  void push_back(const T& item) {
    T copy = item;  // may be an element of this vector
    if (!header_ || header_->size == header_->capacity)
      reserve(size() < 2 ? size() + 1 : size() * 2);
    std::memcpy(static_cast<void*>(data() + header_->size++), &copy, sizeof(T));
  }
  void resize(size_t count, const T& value = T()) {
    reserve(count);
    while (size() < count) push_back(value);
    if (header_) header_->size = static_cast<uint32_t>(count);
  }
  void assign(size_t count, const T& value) {
    clear();
    resize(count, value);
  }
  template <typename Iterator>
  void assign(Iterator first, Iterator last)
    requires(!std::is_integral_v<Iterator>)
  {
    clear();
    for (; first != last; ++first) push_back(*first);
  }

  bool operator==(const SlimVector& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  struct alignas(8) Header {
    uint32_t size;
    uint32_t capacity;
  };
  Header* header_ = nullptr;
};

}  // namespace formola
