// A bump allocator: objects live until the arena dies and are never destroyed one by one.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace formola {

class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  void* allocate(size_t size, size_t align) {
    size_t at = (used_ + align - 1) & ~(align - 1);
    if (chunks_.empty() || at + size > capacity_) {
      grow(size + align);
      at = (used_ + align - 1) & ~(align - 1);
    }
    used_ = at + size;
    return chunks_.back().get() + at;
  }

  // The destructor of T never runs: T must own nothing but arena memory.
  template <typename T, typename... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>, "the arena never runs destructors");
    return new (allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  template <typename T>
  std::span<T> copy(const std::vector<T>& items) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (items.empty()) return {};
    T* data = static_cast<T*>(allocate(sizeof(T) * items.size(), alignof(T)));
    std::memcpy(static_cast<void*>(data), items.data(), sizeof(T) * items.size());
    return {data, items.size()};
  }

  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* data = static_cast<char*>(allocate(text.size(), 1));
    std::memcpy(data, text.data(), text.size());
    return {data, text.size()};
  }

  size_t bytes() const { return total_; }

 private:
  void grow(size_t atLeast) {
    size_t size = chunks_.empty() ? 4096 : std::min<size_t>(capacity_ * 2, 1 << 20);
    if (size < atLeast) size = atLeast;
    chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
    capacity_ = size;
    used_ = 0;
    total_ += size;
  }

  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  size_t used_ = 0;
  size_t capacity_ = 0;
  size_t total_ = 0;
};

}  // namespace formola
