#include "support/pattern.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <regex>

namespace formola {
namespace {

bool found(std::string_view pattern, std::string_view text) {
  std::string error;
  const auto made = Pattern::compile(pattern, error);
  EXPECT_TRUE(made) << pattern << ": " << error;
  return made && made->found(text);
}

std::string wrong(std::string_view pattern) {
  std::string error;
  EXPECT_FALSE(Pattern::compile(pattern, error)) << pattern;
  return error;
}

TEST(Pattern, Names) {
  EXPECT_TRUE(found("motor\\.w$", "drive.motor.w"));
  EXPECT_FALSE(found("motor\\.w$", "drive.motor.wa"));
  EXPECT_TRUE(found("^x\\[[1-3]\\]\\.(phi|w)$", "x[2].w"));
  EXPECT_FALSE(found("^x\\[[1-3]\\]\\.(phi|w)$", "x[4].w"));
  EXPECT_TRUE(found("\\bder\\(", "a.der(x)"));
  EXPECT_TRUE(found("", ""));
  EXPECT_TRUE(found("^[^.]+$", "x"));
  EXPECT_FALSE(found("^[^.]+$", "x.y"));
  EXPECT_TRUE(found("^(?:a|b){2,3}c?$", "abb"));
  EXPECT_FALSE(found("^(?:a|b){2,3}c?$", "abbb"));
  EXPECT_TRUE(found("[[:digit:]]+_", "x12_"));
}

TEST(Pattern, NoPatternTakesForEver) {
  const std::string names(5000, 'a');
  EXPECT_FALSE(found("(a+)+$b", names));
  EXPECT_FALSE(found("(a|aa)+b", names));
  EXPECT_FALSE(found("(a*)*(a*)*b", names));
  EXPECT_TRUE(found("(.*)*$", names));
}

TEST(Pattern, WhatIsNone) {
  EXPECT_EQ(wrong("(a"), "a ( without its )");
  EXPECT_EQ(wrong("a)"), "a ) without its (");
  EXPECT_EQ(wrong("*a"), "nothing before * that could be repeated");
  EXPECT_EQ(wrong("[a"), "a [ without its ]");
  EXPECT_EQ(wrong("[b-a]"), "a range in [ ] that has no members");
  EXPECT_EQ(wrong("(a)\\1"), "references to earlier parts are not supported");
  EXPECT_EQ(wrong("a(?=b)"), "assertions (?...) are not supported");
  EXPECT_EQ(wrong("\\"), "nothing behind the last \\");
  EXPECT_EQ(wrong("((a{1000}){1000}){1000}"), "it is too long");
  EXPECT_EQ(wrong(std::string(300, '(')), "its parentheses are nested too deep");
}

// Small random patterns and texts, beside the standard library.
TEST(Pattern, AgreesWithTheStandardLibrary) {
  std::mt19937 random(7);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const char* const kAtoms[] = {"a", "b", ".", "[ab]", "[^a]", "\\w", "\\W", "c", "_"};
  const char* const kMany[] = {"", "", "", "*", "+", "?", "{2}", "{1,2}", "{2,}", "*?"};
  const std::function<std::string(int)> make = [&](int depth) {
    std::string made;
    for (int i = 0, n = 1 + below(3); i < n; ++i) {
      if (i > 0 && below(4) == 0) made += '|';
      const int what = below(12);
      if (what == 0)
        made += '^';
      else if (what == 1)
        made += '$';
      else if (what == 2)
        made += "\\b";
      else if (what < 5 && depth < 2)
        made += '(' + make(depth + 1) + ')' + kMany[below(10)];
      else
        made += std::string(kAtoms[below(9)]) + kMany[below(10)];
    }
    return made;
  };
  for (int i = 0; i < 3000; ++i) {
    const std::string pattern = make(0);
    const std::regex expected(pattern);
    std::string error;
    const auto made = Pattern::compile(pattern, error);
    ASSERT_TRUE(made) << pattern << ": " << error;
    for (int j = 0; j < 5; ++j) {
      std::string text;
      for (int k = 0, n = below(7); k < n; ++k) text += "abc_."[below(5)];
      EXPECT_EQ(made->found(text), std::regex_search(text, expected)) << pattern << " in " << text;
    }
  }
}

}  // namespace
}  // namespace formola
