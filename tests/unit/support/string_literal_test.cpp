// String literals and quoted identifiers.
#include "support/string_literal.h"

#include <gtest/gtest.h>

namespace formola {
namespace {

TEST(StringLiteral, EscapesWhatALiteralCannotHold) {
  EXPECT_EQ(stringLiteral("a \"b\" \\c"), R"("a \"b\" \\c")");
  EXPECT_EQ(stringLiteral("\a\b\f\n\r\t\v"), R"("\a\b\f\n\r\t\v")");
  EXPECT_EQ(stringLiteral("f\xc3\xbcr 'x' ?"), "\"f\xc3\xbcr 'x' ?\"");
}

TEST(StringLiteral, KeepsTheLayoutOfLongTexts) {
  EXPECT_EQ(stringLiteral("<p>\r\n\t\"x\"\a</p>\n", Layout::Kept),
            "\"<p>\r\n\t\\\"x\\\"\\a</p>\n\"");
  EXPECT_EQ(stringLiteral("a\rb\r", Layout::Kept), R"("a\rb\r")");
}

TEST(QuotedIdentifier, EscapesItsQuotes) {
  EXPECT_EQ(quotedIdentifier("a.b[2]"), "'a.b[2]'");
  EXPECT_EQ(quotedIdentifier("it's \\"), R"('it\'s \\')");
}

}  // namespace
}  // namespace formola
