// The syntax errors of one file, counted: after kMaxErrors the file is given up.
#pragma once

#include "diag/codes/syntax.h"
#include "diag/diag.h"

namespace formola::syntax {

class SyntaxErrors {
 public:
  static constexpr int kMaxErrors = 20;

  SyntaxErrors(Diagnostics& diagnostics, FileId file) : diagnostics_(diagnostics), file_(file) {}

  // Reports; nothing after the file was given up. Null if it was not kept.
  template <typename... Args>
  Diagnostic* report(DiagCode code, uint32_t begin, uint32_t end, const Args&... args) {
    if (givenUp_) return nullptr;
    SourceRange range{file_, begin, end};
    if (severityOf(code, diagnostics_.strict()) == Severity::Error && count_++ == kMaxErrors) {
      giveUp();
      diagnostics_.report(diag::TooManySyntaxErrors, range, kMaxErrors);
      return nullptr;
    }
    return &diagnostics_.report(code, range, args...);
  }

  // What the lexer finds in text that is skipped is not worth an error of its own.
  void setSkipping(bool skipping) { skipping_ = skipping; }
  bool skipping() const { return skipping_; }

  void giveUp() { givenUp_ = true; }
  bool givenUp() const { return givenUp_; }
  int count() const { return count_; }

 private:
  Diagnostics& diagnostics_;
  FileId file_;
  int count_ = 0;
  bool givenUp_ = false;
  bool skipping_ = false;
};

}  // namespace formola::syntax
