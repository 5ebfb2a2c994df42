#include "support/pattern.h"

#include <fmt/format.h>

#include <cctype>
#include <utility>

namespace formola {

namespace {

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

// Reads a pattern from left to right and writes its instructions; a piece of it is a range of
// instructions whose jumps stay within it or go to its end, so that repetitions copy it.
class PatternParser {
 public:
  PatternParser(std::string_view text, Pattern& pattern) : text_(text), pattern_(pattern) {}

  // Empty, or what is wrong.
  std::string parse() {
    alternatives();
    if (error_.empty() && at_ < text_.size()) fail("a ) without its (");
    append(Pattern::Op::Match);
    return error_;
  }

 private:
  using Op = Pattern::Op;

  static constexpr int kDeepest = 200;

  std::vector<Pattern::Instruction>& code() { return pattern_.code_; }
  uint32_t here() { return static_cast<uint32_t>(code().size()); }
  bool more() const { return error_.empty() && at_ < text_.size(); }

  void fail(std::string what) {
    if (error_.empty()) error_ = std::move(what);
  }

  bool take(std::string_view expected) {
    if (!text_.substr(at_).starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }

  // Adds an instruction that goes on with the next one.
  void append(Op op, uint32_t other = 0) {
    if (code().size() >= Pattern::kLargest) return fail("it is too long");
    code().push_back({op, here() + 1, other});
  }

  void appendSet(const Pattern::Bytes& bytes) {
    append(Op::Byte, static_cast<uint32_t>(pattern_.sets_.size()));
    pattern_.sets_.push_back(bytes);
  }

  // The instructions from `first` on, once more.
  std::vector<Pattern::Instruction> cut(uint32_t first) {
    std::vector<Pattern::Instruction> piece(code().begin() + first, code().end());
    code().resize(first);
    for (Pattern::Instruction& i : piece) {
      i.next -= first;
      if (i.op == Op::Both) i.other -= first;
    }
    return piece;
  }

  void paste(const std::vector<Pattern::Instruction>& piece) {
    const uint32_t base = here();
    if (base + piece.size() > Pattern::kLargest) return fail("it is too long");
    for (Pattern::Instruction i : piece) {
      i.next += base;
      if (i.op == Op::Both) i.other += base;
      code().push_back(i);
    }
  }

  void alternatives() {
    if (++depth_ > kDeepest) return fail("its parentheses are nested too deep");
    std::vector<std::vector<Pattern::Instruction>> ways;
    const uint32_t first = here();
    sequence();
    while (more() && take("|")) {
      ways.push_back(cut(first));
      sequence();
    }
    --depth_;
    if (ways.empty()) return;
    ways.push_back(cut(first));
    std::vector<uint32_t> ends;
    for (size_t i = 0; i + 1 < ways.size(); ++i) {
      const uint32_t choice = here();
      append(Op::Both);
      paste(ways[i]);
      ends.push_back(here());
      append(Op::Jump);
      if (!error_.empty()) return;
      code()[choice].other = here();
    }
    paste(ways.back());
    if (!error_.empty()) return;
    for (uint32_t end : ends) code()[end].next = here();
  }

  void sequence() {
    while (more() && text_[at_] != '|' && text_[at_] != ')') {
      const uint32_t first = here();
      if (atom()) repetition(first);
    }
  }

  // One thing; true where it may be repeated.
  bool atom() {
    const char c = text_[at_++];
    switch (c) {
      case '^':
        append(Op::Begin);
        return false;
      case '$':
        append(Op::End);
        return false;
      case '(':
        return group();
      case '[':
        return set();
      case '\\':
        return escape();
      case '*':
      case '+':
      case '?':
        fail(fmt::format("nothing before {} that could be repeated", c));
        return false;
      case '{':
        fail("nothing before { that could be repeated");
        return false;
      case '.': {
        Pattern::Bytes all;
        all.set();
        all.reset('\n');
        all.reset('\r');
        appendSet(all);
        return true;
      }
      default:
        appendSet(Pattern::Bytes().set(static_cast<unsigned char>(c)));
        return true;
    }
  }

  bool group() {
    if (!take("?:") && take("?")) {
      fail("assertions (?...) are not supported");
      return false;
    }
    alternatives();
    if (error_.empty() && !take(")")) fail("a ( without its )");
    return true;
  }

  // \d, \w, \s and their opposites.
  static std::optional<Pattern::Bytes> classOf(char c) {
    Pattern::Bytes bytes;
    const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (lower != 'd' && lower != 'w' && lower != 's') return std::nullopt;
    for (int i = 0; i < 256; ++i)
      if (lower == 'd'   ? (i >= '0' && i <= '9')
          : lower == 's' ? (i == ' ' || (i >= '\t' && i <= '\r'))
                         : (i < 128 && isWord(static_cast<char>(i))))
        bytes.set(static_cast<size_t>(i));
    return c == lower ? bytes : ~bytes;
  }

  // What stands behind a backslash as one byte.
  std::optional<unsigned char> escapedByte(char c) {
    switch (c) {
      case 'n':
        return '\n';
      case 't':
        return '\t';
      case 'r':
        return '\r';
      case 'f':
        return '\f';
      case 'v':
        return '\v';
      case '0':
        return '\0';
      default:
        break;
    }
    if (!isWord(c)) return static_cast<unsigned char>(c);
    if (std::isdigit(static_cast<unsigned char>(c)) != 0)
      fail("references to earlier parts are not supported");
    else
      fail(fmt::format("\\{} has no meaning", c));
    return std::nullopt;
  }

  bool escape() {
    if (at_ >= text_.size()) {
      fail("nothing behind the last \\");
      return false;
    }
    const char c = text_[at_++];
    if (c == 'b' || c == 'B') {
      append(c == 'b' ? Op::Boundary : Op::Inside);
      return false;
    }
    if (const auto bytes = classOf(c))
      appendSet(*bytes);
    else if (const auto byte = escapedByte(c))
      appendSet(Pattern::Bytes().set(*byte));
    return true;
  }

  // One member of a set: a byte, or a class, which has no value.
  std::optional<unsigned char> member(Pattern::Bytes& bytes) {
    const char c = text_[at_++];
    if (c != '\\') return static_cast<unsigned char>(c);
    if (at_ >= text_.size()) {
      fail("a [ without its ]");
      return std::nullopt;
    }
    const char e = text_[at_++];
    if (e == 'b') return '\b';
    if (const auto some = classOf(e)) {
      bytes |= *some;
      return std::nullopt;
    }
    return escapedByte(e);
  }

  // [:alpha:] and the like.
  bool named(Pattern::Bytes& bytes) {
    static constexpr std::pair<std::string_view, int (*)(int)> kNames[] = {
        {"[:alpha:]", std::isalpha}, {"[:digit:]", std::isdigit},  {"[:alnum:]", std::isalnum},
        {"[:lower:]", std::islower}, {"[:upper:]", std::isupper},  {"[:space:]", std::isspace},
        {"[:punct:]", std::ispunct}, {"[:xdigit:]", std::isxdigit}};
    for (const auto& [name, is] : kNames) {
      if (!take(name)) continue;
      for (int i = 0; i < 128; ++i)
        if (is(i) != 0) bytes.set(static_cast<size_t>(i));
      return true;
    }
    return false;
  }

  bool set() {
    Pattern::Bytes bytes;
    const bool others = take("^");
    while (more() && text_[at_] != ']') {
      if (named(bytes)) continue;
      const auto first = member(bytes);
      if (!first) continue;
      auto last = first;
      if (at_ + 1 < text_.size() && text_[at_] == '-' && text_[at_ + 1] != ']') {
        ++at_;
        last = member(bytes);
        if (!last || *last < *first) fail("a range in [ ] that has no members");
        if (!error_.empty()) return false;
      }
      for (unsigned i = *first; i <= *last; ++i) bytes.set(i);
    }
    if (error_.empty() && !take("]")) fail("a [ without its ]");
    appendSet(others ? ~bytes : bytes);
    return true;
  }

  std::optional<uint32_t> count() {
    const size_t first = at_;
    uint32_t n = 0;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) {
      n = n * 10 + static_cast<uint32_t>(text_[at_++] - '0');
      if (n > Pattern::kLargest) {
        fail("it is too long");
        return std::nullopt;
      }
    }
    if (at_ == first) return std::nullopt;
    return n;
  }

  // *, +, ? or {m,n} behind what begins at `first`.
  void repetition(uint32_t first) {
    if (!more()) return;
    uint32_t least = 0;
    std::optional<uint32_t> most;
    if (take("+")) {
      least = 1;
    } else if (take("?")) {
      most = 1;
    } else if (take("{")) {
      const auto low = count();
      if (!low) return fail("a { without its number");
      least = *low;
      most = take(",") ? count() : low;
      if (!take("}")) return fail("a { without its }");
      if (most && *most < least) return fail("a repetition {m,n} with n below m");
    } else if (!take("*")) {
      return;
    }
    take("?");  // lazy: the same matches
    repeat(cut(first), least, most);
    if (more() && std::string_view("*+?{").find(text_[at_]) != std::string_view::npos)
      fail("a repetition of a repetition; put the inner one in parentheses");
  }

  void repeat(const std::vector<Pattern::Instruction>& piece, uint32_t least,
              std::optional<uint32_t> most) {
    for (uint32_t i = 0; i < least && error_.empty(); ++i) paste(piece);
    if (!most) {  // a choice before each further one
      const uint32_t choice = here();
      append(Op::Both);
      paste(piece);
      append(Op::Jump);
      if (!error_.empty()) return;
      code().back().next = choice;
      code()[choice].other = here();
      return;
    }
    std::vector<uint32_t> choices;
    for (uint32_t i = least; i < *most && error_.empty(); ++i) {
      choices.push_back(here());
      append(Op::Both);
      paste(piece);
    }
    if (!error_.empty()) return;
    for (uint32_t choice : choices) code()[choice].other = here();
  }

  std::string_view text_;
  Pattern& pattern_;
  size_t at_ = 0;
  int depth_ = 0;
  std::string error_;
};

std::optional<Pattern> Pattern::compile(std::string_view pattern, std::string& error) {
  Pattern made;
  error = PatternParser(pattern, made).parse();
  if (!error.empty()) return std::nullopt;
  return made;
}

// All ways at once: the instructions that can be reached at each place of the text.
class Pattern::Search {
 public:
  Search(const Pattern& pattern, std::string_view text)
      : pattern_(pattern), text_(text), seen_(pattern.code_.size(), 0) {}

  bool run() {
    for (size_t at = 0; at <= text_.size(); ++at) {
      if (reach(0, at)) return true;
      if (at == text_.size()) break;
      std::swap(now_, next_);
      next_.clear();
      ++round_;
      const auto byte = static_cast<unsigned char>(text_[at]);
      for (uint32_t i : now_) {
        const Instruction& one = pattern_.code_[i];
        if (pattern_.sets_[one.other][byte] && reach(one.next, at + 1)) return true;
      }
    }
    return false;
  }

 private:
  bool holds(Op op, size_t at) const {
    if (op == Op::Begin) return at == 0;
    if (op == Op::End) return at == text_.size();
    const bool before = at > 0 && isWord(text_[at - 1]);
    const bool behind = at < text_.size() && isWord(text_[at]);
    return (before != behind) == (op == Op::Boundary);
  }

  // What can be reached from an instruction without a further byte; true if it is a match.
  bool reach(uint32_t start, size_t at) {
    open_.push_back(start);
    while (!open_.empty()) {
      const uint32_t i = open_.back();
      open_.pop_back();
      if (seen_[i] == round_) continue;
      seen_[i] = round_;
      const Instruction& one = pattern_.code_[i];
      if (one.op == Op::Match) return true;
      if (one.op == Op::Byte) {
        next_.push_back(i);
      } else if (one.op == Op::Jump) {
        open_.push_back(one.next);
      } else if (one.op == Op::Both) {
        open_.push_back(one.other);
        open_.push_back(one.next);
      } else if (holds(one.op, at)) {
        open_.push_back(one.next);
      }
    }
    return false;
  }

  const Pattern& pattern_;
  std::string_view text_;
  std::vector<uint32_t> now_, next_, open_;
  std::vector<size_t> seen_;
  size_t round_ = 1;
};

bool Pattern::found(std::string_view text) const {
  return Search(*this, text).run();
}

}  // namespace formola
