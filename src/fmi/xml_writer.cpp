#include "fmi/xml_writer.h"

#include <fmt/format.h>

namespace formola::fmi {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

std::string numberText(double value) {
  return fmt::format("{}", value);
}

void XmlWriter::begin(std::string_view element) {
  if (tagOpen_) out_ += ">\n";
  out_ += std::string(2 * open_.size(), ' ') + "<" + std::string(element);
  open_.emplace_back(element);
  tagOpen_ = true;
}

void XmlWriter::attribute(std::string_view name, std::string_view value) {
  out_ += fmt::format(" {}=\"{}\"", name, escaped(value));
}

void XmlWriter::end() {
  const std::string element = std::move(open_.back());
  open_.pop_back();
  if (tagOpen_) {
    out_ += "/>\n";
  } else {
    out_ += std::string(2 * open_.size(), ' ') + "</" + element + ">\n";
  }
  tagOpen_ = false;
}

}  // namespace formola::fmi
