// One text with its tokens and its syntax tree.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "diag/diag.h"
#include "edit/tokens.h"
#include "support/arena.h"
#include "support/interner.h"
#include "syntax/ast.h"

namespace formola::edit {

// Purpose:    what the formatter, edits and the language server ask: the tree with its errors, and
//             the tokens from which every byte comes back.
// Ensures:    any text is taken. The tree is never null; it holds what could be understood.
// Complexity: linear in the text. Tokens are listed on first use.
class Document {
 public:
  Document(std::string name, std::string text);
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  std::string_view name() const { return sources_.name(file_); }
  std::string_view text() const { return sources_.text(file_); }
  std::string_view text(const SourceRange& range) const {
    return text().substr(range.begin, range.end - range.begin);
  }
  const ast::StoredDefinition& tree() const { return *tree_; }
  const TokenList& tokens() const;
  const SourceManager& sources() const { return sources_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }
  bool hasErrors() const { return diagnostics_.hasErrors(); }
  const Interner& names() const { return names_; }
  std::string_view nameOf(Symbol symbol) const { return names_.text(symbol); }

  // "\r\n" where the first line of the text ends so, else "\n".
  std::string_view lineEnd() const;
  // The blanks at the begin of the line that holds `offset`.
  std::string_view indentAt(uint32_t offset) const;
  // Where the line of `offset` begins.
  uint32_t lineBegin(uint32_t offset) const;

 private:
  SourceManager sources_;
  Diagnostics diagnostics_{sources_};
  Interner names_;
  Arena arena_;
  FileId file_;
  const ast::StoredDefinition* tree_ = nullptr;
  mutable std::unique_ptr<TokenList> tokens_;
};

}  // namespace formola::edit
