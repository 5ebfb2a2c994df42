// Interned strings: equal texts have equal Symbols, so that names are compared as integers.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "support/arena.h"
#include "support/id.h"

namespace formola {

using Symbol = Id<struct SymbolTag>;

class Interner {
 public:
  Symbol intern(std::string_view text);
  // The symbol of `text` if it was interned before, else an invalid one.
  Symbol find(std::string_view text) const;
  std::string_view text(Symbol symbol) const { return texts_[symbol.index()]; }
  size_t size() const { return texts_.size(); }

 private:
  Arena arena_;
  std::vector<std::string_view> texts_;
  std::unordered_map<std::string_view, Symbol> index_;
};

}  // namespace formola
