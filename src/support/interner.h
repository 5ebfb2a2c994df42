// Interned strings: equal texts have equal Symbols, so that names are compared as integers.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/arena.h"
#include "support/id.h"

namespace formola {

using Symbol = Id<struct SymbolTag>;

// Every identifier of a source file passes through here: a table with open addressing that keeps
// the hashes, so that a look-up costs one comparison of texts and growing needs no hashing. Symbols
// count up from 0 in order of first use.
class Interner {
 public:
  Interner() = default;
  // The same texts with the same symbols.
  Interner(const Interner& other);
  Interner& operator=(const Interner&) = delete;

  Symbol intern(std::string_view text);
  // The symbol of `text` if it was interned before, else an invalid one.
  Symbol find(std::string_view text) const;
  std::string_view text(Symbol symbol) const { return texts_[symbol.index()]; }
  size_t size() const { return texts_.size(); }

 private:
  struct Slot {
    uint32_t hash = 0;
    Symbol symbol;  // invalid: free
  };
  // The slot that holds `text`, or the free one where it belongs. Requires a free slot.
  size_t slotOf(std::string_view text, uint32_t hash) const;
  void grow();

  Arena arena_;
  std::vector<std::string_view> texts_;
  std::vector<Slot> slots_;  // a power of two, at most half full
};

}  // namespace formola
