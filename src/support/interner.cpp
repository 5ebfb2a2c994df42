#include "support/interner.h"

namespace formola {

Symbol Interner::intern(std::string_view text) {
  if (auto found = index_.find(text); found != index_.end()) return found->second;
  std::string_view stored = arena_.copy(text);
  Symbol symbol(texts_.size());
  texts_.push_back(stored);
  index_.emplace(stored, symbol);
  return symbol;
}

Symbol Interner::find(std::string_view text) const {
  auto found = index_.find(text);
  return found == index_.end() ? Symbol() : found->second;
}

}  // namespace formola
