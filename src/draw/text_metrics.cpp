#include "draw/text_metrics.h"

#include <cstdint>

namespace formola::draw {

namespace {

// Thousandths of the font size, from the blank to the tilde.
constexpr uint16_t kWidths[] = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};
static_assert(sizeof kWidths / sizeof kWidths[0] == 95);

}  // namespace

double textWidth(std::string_view text, bool bold) {
  double sum = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      sum += kWidths[byte - 0x20];
    } else if (byte >= 0xc0) {
      sum += 556;  // the first byte of a longer sequence; the others count nothing
    }
  }
  return sum / 1000 * (bold ? 1.07 : 1);
}

}  // namespace formola::draw
