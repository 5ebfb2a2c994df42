// Texts as numbers, so that a String is kept, copied and compared like any other variable.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace formola {

// Purpose:    a number for each text that occurs in a model or while it runs; equal texts have
//             equal numbers, and the empty text is 0, which is what variables begin with.
// Ensures:    numbers stay the same in copies: an instance starts from the texts of its model and
//             adds its own.
// Complexity: O(length) on average.
class Texts {
 public:
  Texts() { number(""); }

  double number(std::string_view text) {
    auto [entry, added] = numbers_.try_emplace(std::string(text), texts_.size());
    if (added) texts_.push_back(entry->first);
    return static_cast<double>(entry->second);
  }
  // Requires a number that was given out; anything else is the empty text.
  const std::string& text(double number) const {
    const bool known = number >= 0 && number < static_cast<double>(texts_.size());
    return texts_[known ? static_cast<size_t>(number) : 0];
  }

 private:
  std::vector<std::string> texts_;
  std::unordered_map<std::string, size_t> numbers_;
};

}  // namespace formola
