// Changes of a text while they are collected: later ones may swallow earlier ones.
#pragma once

#include <string>
#include <string_view>

#include "edit/patch.h"

namespace formola::upgrade {

class EditSet {
 public:
  explicit EditSet(std::string_view text) : text_(text) {}

  // The same change twice is one.
  void add(uint32_t begin, uint32_t end, std::string text);
  // Instead of the changes within the range.
  void replace(uint32_t begin, uint32_t end, std::string text);
  // The range as it will be.
  std::string textOf(uint32_t begin, uint32_t end) const;

  bool empty() const { return edits_.empty(); }
  // Arranged; empty with ok = false where two changes overlap.
  edit::Patch patch(bool& ok) const;

 private:
  std::string_view text_;
  edit::Patch edits_;
};

}  // namespace formola::upgrade
