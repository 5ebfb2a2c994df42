#include "edit/tokens.h"

#include "syntax/lexer.h"

namespace formola::edit {

using syntax::Tok;
using syntax::Token;

TokenList::TokenList(std::string_view text) : text_(text) {
  // The lexer gives up after many errors; here it begins anew, for the rest of a wrong text counts
  // too.
  SourceManager sources;
  Interner names;
  for (uint32_t base = 0; base < text.size();) {
    Diagnostics diagnostics(sources);
    syntax::SyntaxErrors errors(diagnostics, {});
    syntax::Lexer lexer(text.substr(base), names, errors);
    errors.setSkipping(true);
    const size_t before = tokens_.size();
    for (Token token = lexer.next(); token.kind != Tok::EndOfFile; token = lexer.next()) {
      token.begin += base;
      token.end += base;
      tokens_.push_back(token);
    }
    if (!errors.givenUp() || tokens_.size() == before) break;
    base = tokens_.back().end;
  }
}

size_t TokenList::firstEndingAfter(uint32_t offset) const {
  auto found = std::partition_point(tokens_.begin(), tokens_.end(),
                                    [&](const Token& token) { return token.end <= offset; });
  return static_cast<size_t>(found - tokens_.begin());
}

size_t TokenList::firstFrom(uint32_t offset) const {
  auto found = std::partition_point(tokens_.begin(), tokens_.end(),
                                    [&](const Token& token) { return token.begin < offset; });
  return static_cast<size_t>(found - tokens_.begin());
}

namespace {

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r';
}

}  // namespace

std::vector<Trivia> TokenList::trivia(size_t i) const {
  std::vector<Trivia> pieces;
  const uint32_t end = gapEnd(i);
  auto startsWith = [&](uint32_t at, std::string_view what) {
    return text_.substr(at, end - at).starts_with(what);
  };
  auto lineEnd = [&](uint32_t at) { return text_[at] == '\n' || startsWith(at, "\r\n"); };
  for (uint32_t at = gapBegin(i); at < end;) {
    const uint32_t begin = at;
    TriviaKind kind;
    if (lineEnd(at)) {
      kind = TriviaKind::LineEnd;
      at += text_[at] == '\n' ? 1 : 2;
    } else if (isBlank(text_[at])) {
      kind = TriviaKind::Blank;
      while (at < end && isBlank(text_[at]) && !lineEnd(at)) ++at;
    } else if (startsWith(at, "//")) {
      kind = TriviaKind::LineComment;
      while (at < end && !lineEnd(at)) ++at;
    } else if (startsWith(at, "/*")) {
      kind = TriviaKind::BlockComment;
      const size_t close = text_.substr(0, end).find("*/", at + 2);
      at = close == std::string_view::npos ? end : static_cast<uint32_t>(close) + 2;
    } else {
      kind = TriviaKind::Foreign;
      while (at < end && !isBlank(text_[at]) && !lineEnd(at) && !startsWith(at, "//") &&
             !startsWith(at, "/*"))
        ++at;
    }
    pieces.push_back({kind, begin, at});
  }
  return pieces;
}

}  // namespace formola::edit
