// Changes of a text: a list of ranges with the text that takes their place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace formola::edit {

struct TextEdit {
  uint32_t begin;  // bytes of the old text
  uint32_t end;
  std::string text;
  bool operator==(const TextEdit&) const = default;
};

// Ascending and without overlaps; two edits may touch, and insertions at one place come in order.
using Patch = std::vector<TextEdit>;

// Brings edits into that order. False: two of them overlap.
bool arrange(Patch& patch);

// Requires an arranged patch for this text.
std::string applyPatch(std::string_view text, const Patch& patch);
// The patch that leads from applyPatch(text, patch) back to the text.
Patch inverse(std::string_view text, const Patch& patch);

// What an edit gives: the patch, or why there is none.
struct Outcome {
  Patch patch;
  std::string problem;  // "": none
  bool ok() const { return problem.empty(); }

  static Outcome failed(std::string why) { return {{}, std::move(why)}; }
};

}  // namespace formola::edit
