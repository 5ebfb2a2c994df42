#include "evaluate/standard_random.h"

#include <cmath>

namespace formola::standard {

namespace {

uint64_t word(const Value& state, size_t k) {
  auto half = [&](size_t i) {
    return static_cast<uint64_t>(static_cast<uint32_t>(state.integers[i]));
  };
  return half(2 * k) | half(2 * k + 1) << 32;
}

void setWord(Value& state, size_t k, uint64_t value) {
  state.integers[2 * k] = static_cast<int32_t>(static_cast<uint32_t>(value));
  state.integers[2 * k + 1] = static_cast<int32_t>(static_cast<uint32_t>(value >> 32));
}

// The bits as a signed number, scaled to the unit interval.
double unitInterval(uint64_t bits) {
  return std::ldexp(static_cast<double>(static_cast<int64_t>(bits)), -64) + 0.5;
}

bool sizes(StandardCall& call, size_t count) {
  if (call.arguments[0].integers.size() == count && call.arguments[1].integers.size() == count) {
    return true;
  }
  return call.fail("the state of a random number generator has a wrong size");
}

}  // namespace

bool xorshift64star(StandardCall& call) {
  if (!sizes(call, 2)) return false;
  uint64_t x = word(call.arguments[0], 0);
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  // The library goes on from the scrambled number, where the paper keeps the unscrambled one; so do
  // we, as the same seed must give the same sequence.
  x *= 2685821657736338717u;
  setWord(call.arguments[1], 0, x);
  call.setReal(2, unitInterval(x));
  return true;
}

bool xorshift128plus(StandardCall& call) {
  if (!sizes(call, 4)) return false;
  uint64_t older = word(call.arguments[0], 0);
  const uint64_t newer = word(call.arguments[0], 1);
  older ^= older << 23;
  const uint64_t next = older ^ newer ^ (older >> 17) ^ (newer >> 26);
  setWord(call.arguments[1], 0, newer);
  setWord(call.arguments[1], 1, next + newer);  // the sum, as in the library: see xorshift64star
  call.setReal(2, unitInterval(next + newer));
  return true;
}

// Sixteen words and, as the last Integer, the place of the current one.
bool xorshift1024star(StandardCall& call) {
  if (!sizes(call, 33)) return false;
  call.arguments[1].integers = call.arguments[0].integers;
  Value& state = call.arguments[1];
  const uint64_t place = static_cast<uint64_t>(state.integers[32]);
  uint64_t older = word(state, place & 15);
  const size_t at = (place + 1) & 15;
  uint64_t newer = word(state, at);
  newer ^= newer << 31;
  newer ^= newer >> 11;
  older ^= older >> 30;
  const uint64_t next = older ^ newer;
  setWord(state, at, next);
  state.integers[32] = static_cast<int64_t>(at);
  call.setReal(2, unitInterval(next * 1181783497276652981u));
  return true;
}

}  // namespace formola::standard
