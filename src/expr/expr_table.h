// A side table of the expression DAG: one value per expression, cleared in constant time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "expr/expr.h"

namespace formola {

// Purpose:    memo of a traversal. Dense and stamped with an epoch, because most traversals touch
//             few of the pool's expressions but there are very many traversals.
// Complexity: get/set/clear O(1) amortised; memory O(largest index set). Keep one table for many
//             traversals.
template <typename T>
class ExprTable {
 public:
  void clear() {
    if (++epoch_ == 0) {  // wrapped round: old stamps could look fresh
      for (Entry& entry : entries_) entry.stamp = 0;
      epoch_ = 1;
    }
  }
  bool has(ExprId id) const {
    return id.index() < entries_.size() && entries_[id.index()].stamp == epoch_;
  }
  // The stored value, or a default one.
  T get(ExprId id) const { return has(id) ? entries_[id.index()].value : T(); }
  // Requires has(id).
  const T& at(ExprId id) const { return entries_[id.index()].value; }
  // The slot of an expression, made with a default value if it isn't there. Valid until the next
  // slot() or set().
  T& slot(ExprId id) {
    size_t i = id.index();
    if (i >= entries_.size()) grow(i + 1);
    Entry& entry = entries_[i];
    if (entry.stamp != epoch_) {
      entry.stamp = epoch_;
      entry.value = T();
    }
    return entry.value;
  }
  void set(ExprId id, T value) { slot(id) = std::move(value); }

 private:
  // Side by side: an expression of a large pool costs one miss of the cache, not two.
  struct Entry {
    uint32_t stamp = 0;
    T value{};
  };
  void grow(size_t needed) {
    entries_.resize(std::max(needed, entries_.size() + entries_.size() / 2 + 64));
  }

  std::vector<Entry> entries_;
  uint32_t epoch_ = 1;
};

// A set of expressions with the same costs.
class ExprSet {
 public:
  void clear() {
    if (++epoch_ == 0) {
      stamps_.assign(stamps_.size(), 0);
      epoch_ = 1;
    }
  }
  bool has(ExprId id) const { return id.index() < stamps_.size() && stamps_[id.index()] == epoch_; }
  // True if it wasn't in the set before.
  bool insert(ExprId id) {
    size_t i = id.index();
    if (i >= stamps_.size())
      stamps_.resize(std::max(i + 1, stamps_.size() + stamps_.size() / 2 + 64), 0);
    if (stamps_[i] == epoch_) return false;
    stamps_[i] = epoch_;
    return true;
  }

 private:
  std::vector<uint32_t> stamps_;
  uint32_t epoch_ = 1;
};

// The same for a single short traversal: costs what is in it, not the size of the pool.
template <typename T>
class SmallExprTable {
 public:
  bool has(ExprId id) const { return values_.contains(id.index()); }
  const T& at(ExprId id) const { return values_.at(id.index()); }
  void set(ExprId id, T value) { values_.insert_or_assign(id.index(), std::move(value)); }

 private:
  std::unordered_map<uint32_t, T> values_;
};

class SmallExprSet {
 public:
  bool has(ExprId id) const { return members_.contains(id.index()); }
  bool insert(ExprId id) { return members_.insert(id.index()).second; }

 private:
  std::unordered_set<uint32_t> members_;
};

}  // namespace formola
