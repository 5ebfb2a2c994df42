// Powers with small whole exponents as multiplications.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace formola::lowered {

// True if x^n is written out as multiplications (of a negative n it is the quotient of 1).
inline bool isWrittenOut(double n) {
  const double size = std::abs(n);
  return size >= 1 && size <= 16 && size == std::floor(size);
}

// Purpose:   x^n for n > 0 by the products that `multiply` makes of two operands.
// Reference: Knuth, The Art of Computer Programming 2, 4.6.3: binary method.
template <typename Multiply>
uint32_t wholePower(uint32_t x, unsigned n, Multiply&& multiply) {
  std::optional<uint32_t> result;
  for (;;) {
    if ((n & 1U) != 0) result = result ? multiply(*result, x) : x;
    n >>= 1U;
    if (n == 0) return *result;
    x = multiply(x, x);
  }
}

}  // namespace formola::lowered
