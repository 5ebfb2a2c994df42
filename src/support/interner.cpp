#include "support/interner.h"

#include <cstring>

namespace formola {

namespace {

// Eight bytes at a time, multiplied and folded (the construction of wyhash and FxHash, without
// their seeds).
uint32_t hashOf(std::string_view text) {
  constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15ull;
  const char* p = text.data();
  size_t n = text.size();
  uint64_t hash = n * kMultiplier;
  auto mix = [&](uint64_t word) {
    hash = (hash ^ word) * kMultiplier;
    hash ^= hash >> 32;
  };
  for (; n >= 8; p += 8, n -= 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    mix(word);
  }
  if (n > 0) {
    uint64_t word = 0;
    std::memcpy(&word, p, n);
    mix(word);
  }
  return static_cast<uint32_t>(hash ^ (hash >> 29));
}

}  // namespace

Interner::Interner(const Interner& other) : slots_(other.slots_) {
  texts_.reserve(other.texts_.size());
  for (const std::string_view text : other.texts_) texts_.push_back(arena_.copy(text));
}

size_t Interner::slotOf(std::string_view text, uint32_t hash) const {
  size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  while (slots_[at].symbol.valid()) {
    if (slots_[at].hash == hash && texts_[slots_[at].symbol.index()] == text) return at;
    at = (at + 1) & mask;
  }
  return at;
}

void Interner::grow() {
  std::vector<Slot> old(slots_.empty() ? 256 : slots_.size() * 2);
  old.swap(slots_);
  size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (!slot.symbol.valid()) continue;
    size_t at = slot.hash & mask;
    while (slots_[at].symbol.valid()) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

Symbol Interner::intern(std::string_view text) {
  if (texts_.size() * 2 >= slots_.size()) grow();
  uint32_t hash = hashOf(text);
  Slot& slot = slots_[slotOf(text, hash)];
  if (slot.symbol.valid()) return slot.symbol;
  slot = {hash, Symbol(texts_.size())};
  texts_.push_back(arena_.copy(text));
  return slot.symbol;
}

Symbol Interner::find(std::string_view text) const {
  if (slots_.empty()) return Symbol();
  return slots_[slotOf(text, hashOf(text))].symbol;
}

}  // namespace formola
