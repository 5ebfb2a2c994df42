#include "edit/patch.h"

#include <algorithm>

namespace formola::edit {

bool arrange(Patch& patch) {
  std::stable_sort(patch.begin(), patch.end(),
                   [](const TextEdit& a, const TextEdit& b) { return a.begin < b.begin; });
  for (size_t i = 1; i < patch.size(); ++i)
    if (patch[i].begin < patch[i - 1].end) return false;
  return true;
}

std::string applyPatch(std::string_view text, const Patch& patch) {
  std::string out;
  uint32_t at = 0;
  for (const TextEdit& edit : patch) {
    out += text.substr(at, edit.begin - at);
    out += edit.text;
    at = edit.end;
  }
  out += text.substr(at);
  return out;
}

Patch inverse(std::string_view text, const Patch& patch) {
  Patch back;
  int64_t shift = 0;
  for (const TextEdit& edit : patch) {
    const auto begin = static_cast<uint32_t>(edit.begin + shift);
    const auto end = static_cast<uint32_t>(begin + edit.text.size());
    back.push_back({begin, end, std::string(text.substr(edit.begin, edit.end - edit.begin))});
    shift += static_cast<int64_t>(edit.text.size()) - (edit.end - edit.begin);
  }
  return back;
}

}  // namespace formola::edit
