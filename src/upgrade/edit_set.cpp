#include "upgrade/edit_set.h"

#include <algorithm>

namespace formola::upgrade {

void EditSet::add(uint32_t begin, uint32_t end, std::string text) {
  edit::TextEdit made{begin, end, std::move(text)};
  if (std::find(edits_.begin(), edits_.end(), made) == edits_.end())
    edits_.push_back(std::move(made));
}

void EditSet::replace(uint32_t begin, uint32_t end, std::string text) {
  std::erase_if(edits_, [&](const edit::TextEdit& e) { return e.begin >= begin && e.end <= end; });
  edits_.push_back({begin, end, std::move(text)});
}

std::string EditSet::textOf(uint32_t begin, uint32_t end) const {
  edit::Patch inside;
  for (const edit::TextEdit& e : edits_)
    if (e.begin >= begin && e.end <= end)
      inside.push_back({e.begin - begin, e.end - begin, e.text});
  const std::string_view range = text_.substr(begin, end - begin);
  return edit::arrange(inside) ? edit::applyPatch(range, inside) : std::string(range);
}

edit::Patch EditSet::patch(bool& ok) const {
  edit::Patch all = edits_;
  ok = edit::arrange(all);
  return ok ? all : edit::Patch();
}

}  // namespace formola::upgrade
