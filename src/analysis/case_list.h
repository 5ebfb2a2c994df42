// The cases of a study: a rule that gives the values of each, or the values themselves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

namespace formola::analysis {

// Values of a case, as text, in the order of the names of the study.
using CaseValues = std::vector<std::string>;

// Purpose:    cases by number, made when they are asked for: a million of them take no memory.
// Requires:   `make` gives the same for the same number, in any thread; `varies` whether a name has
//             different values in different cases.
class CaseList {
 public:
  CaseList() = default;
  CaseList(size_t count, std::function<CaseValues(size_t)> make, std::vector<bool> varies)
      : count_(count), make_(std::move(make)), varies_(std::move(varies)) {}
  // One case with these values.
  explicit CaseList(CaseValues only) : count_(1), varies_(only.size(), false) {
    make_ = [only = std::move(only)](size_t) { return only; };
  }

  size_t size() const { return count_; }
  CaseValues operator[](size_t number) const { return make_(number); }
  bool varies(size_t name) const { return varies_[name]; }

  class Iterator {
   public:
    using value_type = CaseValues;
    using difference_type = std::ptrdiff_t;
    Iterator(const CaseList* list, size_t number) : list_(list), number_(number) {}
    CaseValues operator*() const { return (*list_)[number_]; }
    Iterator& operator++() {
      ++number_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return number_ == other.number_; }

   private:
    const CaseList* list_;
    size_t number_;
  };
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, count_}; }

 private:
  size_t count_ = 0;
  std::function<CaseValues(size_t)> make_;
  std::vector<bool> varies_;
};

// Purpose:    numbers of cases, ascending; those that follow each other take no memory.
// Complexity: O(log of the gaps) for each.
class CaseNumbers {
 public:
  CaseNumbers() = default;
  // [first, end)
  CaseNumbers(size_t first, size_t end) {
    if (first < end) runs_.push_back({first, 0});
    size_ = end - first;
  }
  void add(size_t number) {
    if (runs_.empty() || runs_.back().number + (size_ - runs_.back().before) != number)
      runs_.push_back({number, size_});
    ++size_;
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  size_t operator[](size_t k) const {
    const auto after = std::upper_bound(runs_.begin(), runs_.end(), k,
                                        [](size_t at, const Run& run) { return at < run.before; });
    return (after - 1)->number + (k - (after - 1)->before);
  }

 private:
  struct Run {
    size_t number, before;  // the first one, and how many are in the runs before
  };
  std::vector<Run> runs_;
  size_t size_ = 0;
};

}  // namespace formola::analysis
