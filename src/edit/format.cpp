#include "edit/format.h"

#include <algorithm>

#include "edit/levels.h"
#include "edit/spacing.h"

namespace formola::edit {

namespace {

using syntax::Tok;

bool isOpening(Tok kind) {
  return kind == Tok::LeftParen || kind == Tok::LeftBracket || kind == Tok::LeftBrace;
}

bool isClosing(Tok kind) {
  return kind == Tok::RightParen || kind == Tok::RightBracket || kind == Tok::RightBrace;
}

std::string_view withoutTrailingBlanks(std::string_view text) {
  const size_t last = text.find_last_not_of(" \t\r\f\v");
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

class Formatter {
 public:
  Formatter(const Document& document, const FormatOptions& options)
      : document_(document),
        tokens_(document.tokens()),
        options_(options),
        items_(itemsOf(document)),
        lineEnd_(document.lineEnd()) {}

  std::string run() {
    out_.reserve(document_.text().size() + document_.text().size() / 8);
    for (size_t i = 0; i < tokens_.size(); ++i) {
      while (nextItem_ < items_.size() && items_[nextItem_].token < i) ++nextItem_;
      startsItem_ = nextItem_ < items_.size() && items_[nextItem_].token == i;
      gapBefore(i);
      token(i);
    }
    startsItem_ = false;
    gapBefore(tokens_.size());
    while (out_.ends_with('\n') || out_.ends_with('\r')) out_.pop_back();
    if (!out_.empty()) out_ += lineEnd_;
    return std::move(out_);
  }

 private:
  struct Open {
    Tok kind;
    int lineIndent;  // of the line that it stands on
  };

  // ---- indentation

  int itemIndent() const { return level_ * options_.indent; }

  // Of a line that begins with token i.
  int indentOf(size_t i) const {
    if (startsItem_) return items_[nextItem_].level * options_.indent;
    if (i < tokens_.size() && isClosing(tokens_[i].kind) && !open_.empty())
      return open_.back().lineIndent;
    if (i == tokens_.size()) return 0;
    return (open_.empty() ? itemIndent() : open_.back().lineIndent) + options_.indent;
  }

  // Of a comment that stands alone on a line before token i.
  int commentIndent(size_t i) const {
    int indent = indentOf(i);
    const bool closesBracket =
        i < tokens_.size() && isClosing(tokens_[i].kind) && !open_.empty() && !startsItem_;
    if ((startsItem_ && items_[nextItem_].closes) || closesBracket) indent += options_.indent;
    return indent;
  }

  void beginLine(int indent) {
    out_.append(static_cast<size_t>(indent), ' ');
    lineIndent_ = indent;
  }

  // ---- gaps and tokens

  void gapBefore(size_t i) {
    int lineEnds = 0;
    bool afterComment = false;  // on the present line
    bool blank = false;         // before what comes
    size_t blanks = 0;
    const bool first = i == 0;
    for (const Trivia& piece : tokens_.trivia(i)) {
      const std::string_view text = document_.text().substr(piece.begin, piece.end - piece.begin);
      switch (piece.kind) {
        case TriviaKind::Blank:
          blank = true;
          blanks = text.size();
          break;
        case TriviaKind::LineEnd:
          ++lineEnds;
          blank = afterComment = false;
          break;
        case TriviaKind::LineComment:
        case TriviaKind::BlockComment:
        case TriviaKind::Foreign:
          comment(i, piece.kind, text, lineEnds, blank ? blanks : 0, first);
          lineEnds = 0;
          afterComment = true;
          blank = false;
          break;
      }
    }
    if (i == tokens_.size()) return;
    if (lineEnds > 0 || out_.empty()) {
      endLines(lineEnds);
      beginLine(indentOf(i));
    } else if ((afterComment && blank) || (!first && wantsBlank(tokens_, i, context_))) {
      out_ += ' ';
    }
  }

  void comment(size_t i, TriviaKind kind, std::string_view text, int lineEnds, size_t blanks,
               bool first) {
    if (lineEnds > 0 || (first && out_.empty())) {
      endLines(lineEnds);
      if (kind != TriviaKind::Foreign) beginLine(commentIndent(i));
    } else if (blanks > 0) {
      out_.append(kind == TriviaKind::LineComment ? blanks : 1, ' ');  // columns of comments stay
    } else if (kind == TriviaKind::LineComment && !out_.empty()) {
      out_ += ' ';
    }
    out_ += kind == TriviaKind::LineComment ? withoutTrailingBlanks(text) : text;
  }

  void endLines(int count) {
    if (out_.empty()) return;
    for (int i = 0; i < std::min(count, options_.maxBlankLines + 1); ++i) out_ += lineEnd_;
  }

  void token(size_t i) {
    const Tok kind = tokens_[i].kind;
    if (startsItem_) {
      level_ = items_[nextItem_].level;
      open_.clear();
    }
    out_ += tokens_.text(i);
    if (isOpening(kind)) open_.push_back({kind, lineIndent_});
    if (isClosing(kind) && !open_.empty()) open_.pop_back();
    context_.bracket = open_.empty() ? Tok::EndOfFile : open_.back().kind;
    context_.unary = isSign(tokens_, i);
  }

  const Document& document_;
  const TokenList& tokens_;
  const FormatOptions& options_;
  std::vector<Item> items_;
  std::string_view lineEnd_;

  std::string out_;
  size_t nextItem_ = 0;
  bool startsItem_ = false;  // the token at hand is items_[nextItem_]
  int level_ = 0;            // of the item at hand
  int lineIndent_ = 0;       // of the line at hand
  std::vector<Open> open_;
  SpacingContext context_;
};

}  // namespace

std::string format(const Document& document, const FormatOptions& options) {
  return Formatter(document, options).run();
}

bool sameTokensAndComments(std::string_view a, std::string_view b) {
  const TokenList first(a), second(b);
  if (first.size() != second.size()) return false;
  auto comments = [](const TokenList& tokens, size_t gap) {
    std::vector<std::string_view> all;
    for (const Trivia& piece : tokens.trivia(gap)) {
      if (piece.kind == TriviaKind::Blank || piece.kind == TriviaKind::LineEnd) continue;
      const std::string_view text = tokens.text().substr(piece.begin, piece.end - piece.begin);
      all.push_back(piece.kind == TriviaKind::LineComment ? withoutTrailingBlanks(text) : text);
    }
    return all;
  };
  for (size_t i = 0; i <= first.size(); ++i) {
    if (i < first.size() && first.text(i) != second.text(i)) return false;
    if (comments(first, i) != comments(second, i)) return false;
  }
  return true;
}

}  // namespace formola::edit
