// Places in a text as editors name them: line and UTF-16 column, both from 0.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace formola::lsp {

struct Position {
  uint32_t line = 0;
  uint32_t character = 0;
};

// Requires a text that stays alive. Places outside the text are taken to its nearest one. A look-up
// is linear in the length of the line.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);

  uint32_t offset(Position position) const;
  Position position(uint32_t offset) const;

 private:
  std::string_view text_;
  std::vector<uint32_t> starts_;
};

// file:///a%20b.mo <-> /a b.mo; other schemes are kept as they are, paths are made absolute.
std::string pathOfUri(std::string_view uri);
std::string uriOfPath(std::string_view path);

}  // namespace formola::lsp
