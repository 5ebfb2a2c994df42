// The tokens of a text and what stands between them: every byte belongs to exactly one piece.
//
// The parser reads tokens one at a time and keeps none, which is what makes it fast. Whoever
// changes text (the formatter, edits, the language server) takes the list of this file beside the
// syntax tree: nodes carry byte ranges, and ranges name tokens.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "syntax/token.h"

namespace formola::edit {

// What stands between two tokens. Foreign: characters that are no Modelica, and byte order marks.
enum class TriviaKind : uint8_t { Blank, LineEnd, LineComment, BlockComment, Foreign };

struct Trivia {
  TriviaKind kind;
  uint32_t begin;
  uint32_t end;
};

// Requires:   a text that stays alive; it may be wrong, half typed or binary.
// Ensures:    tokens ascend and do not overlap. Gap i stands before token i, gap size() behind the
//             last; gaps and tokens in turn give the text, byte for byte.
// Complexity: linear in the text; a look-up is logarithmic.
class TokenList {
 public:
  explicit TokenList(std::string_view text);

  std::string_view text() const { return text_; }
  size_t size() const { return tokens_.size(); }
  const syntax::Token& operator[](size_t i) const { return tokens_[i]; }
  std::span<const syntax::Token> all() const { return tokens_; }
  std::string_view text(size_t i) const {
    return text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
  }

  // The first token that ends behind `offset`; size() if there is none.
  size_t firstEndingAfter(uint32_t offset) const;
  // The first token that begins at or behind `offset`.
  size_t firstFrom(uint32_t offset) const;

  uint32_t gapBegin(size_t i) const { return i == 0 ? 0 : tokens_[i - 1].end; }
  uint32_t gapEnd(size_t i) const {
    return i == size() ? static_cast<uint32_t>(text_.size()) : tokens_[i].begin;
  }
  std::string_view gap(size_t i) const {
    return text_.substr(gapBegin(i), gapEnd(i) - gapBegin(i));
  }
  // The pieces of a gap, in order, without holes.
  std::vector<Trivia> trivia(size_t i) const;

 private:
  std::string_view text_;
  std::vector<syntax::Token> tokens_;
};

}  // namespace formola::edit
