#include "edit/document.h"

#include "syntax/parser.h"

namespace formola::edit {

Document::Document(std::string name, std::string text) {
  file_ = sources_.add(std::move(name), std::move(text));
  tree_ = parseFile(file_, sources_, names_, arena_, diagnostics_);
}

const TokenList& Document::tokens() const {
  if (!tokens_) tokens_ = std::make_unique<TokenList>(text());
  return *tokens_;
}

std::string_view Document::lineEnd() const {
  const size_t at = text().find('\n');
  return at != std::string_view::npos && at > 0 && text()[at - 1] == '\r' ? "\r\n" : "\n";
}

uint32_t Document::lineBegin(uint32_t offset) const {
  while (offset > 0 && text()[offset - 1] != '\n') --offset;
  return offset;
}

std::string_view Document::indentAt(uint32_t offset) const {
  const uint32_t begin = lineBegin(offset);
  uint32_t end = begin;
  while (end < text().size() && (text()[end] == ' ' || text()[end] == '\t')) ++end;
  return text().substr(begin, end - begin);
}

}  // namespace formola::edit
