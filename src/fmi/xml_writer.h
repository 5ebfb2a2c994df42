// XML text, element by element.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace formola::fmi {

// Characters that XML has a meaning for are replaced; those that it forbids become spaces.
std::string escaped(std::string_view text);

// The shortest text that is read as the same number.
std::string numberText(double value);

// Purpose:    an XML document with one element in a line.
// Requires:   attributes come right after their begin.
class XmlWriter {
 public:
  XmlWriter() : out_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") {}
  void begin(std::string_view element);
  void attribute(std::string_view name, std::string_view value);
  void attribute(std::string_view name, double value) { attribute(name, numberText(value)); }
  void end();
  std::string text() { return std::move(out_); }

 private:
  std::string out_;
  std::vector<std::string> open_;
  bool tagOpen_ = false;
};

}  // namespace formola::fmi
