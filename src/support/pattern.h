// Regular expressions that are searched in time proportional to the text, whatever the pattern.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace formola {

// Purpose:    the regular expressions of ECMAScript, as far as they ask whether a text has a match:
//             . [a-z] \d \w \s \D \W \S | ( ) (?: ) * + ? {m,n} ^ $ \b \B, lazy repetitions too.
//             Back references and assertions about what follows would need to try again and again
//             and are refused.
// Requires:   patterns and texts as bytes; . and sets take single bytes.
// Complexity: found() is O(length of the text * length of the pattern) with repetitions written
//             out, which may be kLargest instructions long.
// Reference:  Ken Thompson, Regular expression search algorithm, CACM 11 (1968), 419-422.
class Pattern {
 public:
  static constexpr size_t kLargest = 20'000;

  // Says what is wrong in `error` and returns nothing if it is no such pattern.
  static std::optional<Pattern> compile(std::string_view pattern, std::string& error);

  // Is there a match anywhere in the text?
  bool found(std::string_view text) const;

 private:
  friend class PatternParser;

  enum class Op : uint8_t { Byte, Both, Jump, Begin, End, Boundary, Inside, Match };
  using Bytes = std::bitset<256>;

  struct Instruction {
    Op op;
    uint32_t next = 0;   // where Byte, Both, Jump and assertions go on
    uint32_t other = 0;  // the second way of Both; the set of Byte
  };

  class Search;

  std::vector<Instruction> code_;
  std::vector<Bytes> sets_;
};

}  // namespace formola
