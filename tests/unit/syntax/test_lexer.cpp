// Tokens: names, numbers, strings, comments, encodings.
#include <gtest/gtest.h>

#include "parse_helper.h"
#include "syntax/lexer.h"

namespace formola {
namespace {

using syntax::Lexer;
using syntax::SyntaxErrors;
using syntax::Tok;
using syntax::Token;

struct Lexed {
  SourceManager sources;
  Diagnostics diagnostics{sources};
  Interner names;
  Arena arena;
  std::vector<Token> tokens;
  std::vector<std::string> texts;
  std::vector<std::string> values;  // of the strings

  explicit Lexed(std::string text) {
    FileId file = sources.add("test.mo", std::move(text));
    SyntaxErrors errors(diagnostics, file);
    Lexer lexer(sources.text(file), names, errors);
    for (Token token = lexer.next(); token.kind != Tok::EndOfFile; token = lexer.next()) {
      tokens.push_back(token);
      texts.emplace_back(lexer.text(token));
      if (token.kind == Tok::String) values.emplace_back(lexer.stringValue(token, arena));
    }
  }
  std::string codes() const {
    std::string out;
    for (const Diagnostic& item : diagnostics.all()) out += std::string(codeName(item.code)) + " ";
    return out;
  }
};

std::vector<std::string> words(std::string text) {
  return Lexed(std::move(text)).texts;
}
using Words = std::vector<std::string>;

TEST(Lexer, SplitsByTheLongestMatch) {
  EXPECT_EQ(words("a:=b==c<>d<=e>=f"),
            (Words{"a", ":=", "b", "==", "c", "<>", "d", "<=", "e", ">=", "f"}));
  EXPECT_EQ(words("a.*b./c.^d.+e.-f"),
            (Words{"a", ".*", "b", "./", "c", ".^", "d", ".+", "e", ".-", "f"}));
  EXPECT_EQ(words("a.b[1:2].c"), (Words{"a", ".", "b", "[", "1", ":", "2", "]", ".", "c"}));
  EXPECT_EQ(words("2.*x"),
            (Words{"2.", "*", "x"}));  // each unit takes as many characters as it can
}

TEST(Lexer, KnowsAllKeywords) {
  std::string text;
  int count = 0;
#define X(name, spelled) \
  text += spelled " ";   \
  ++count;
  FORMOLA_KEYWORDS(X)
#undef X
  Lexed lexed(text);
  ASSERT_EQ(lexed.tokens.size(), static_cast<size_t>(count));
  for (const Token& token : lexed.tokens) EXPECT_TRUE(isKeyword(token.kind));
  // nearly keywords
  for (const Token& token : Lexed("ends Model mode _if if_ withinn e algorithms").tokens) {
    EXPECT_EQ(token.kind, Tok::Identifier);
  }
}

TEST(Lexer, Numbers) {
  struct Case {
    const char* text;
    Tok kind;
  };
  for (const Case& c :
       {Case{"0", Tok::Integer}, Case{"123", Tok::Integer}, Case{"1.", Tok::Real},
        Case{"1.5", Tok::Real}, Case{".5", Tok::Real}, Case{"1e3", Tok::Real},
        Case{"1E+3", Tok::Real}, Case{"1.e-3", Tok::Real}, Case{".5e2", Tok::Real}}) {
    Lexed lexed(c.text);
    ASSERT_EQ(lexed.texts, Words{c.text});
    EXPECT_EQ(lexed.tokens[0].kind, c.kind) << c.text;
    EXPECT_EQ(lexed.codes(), "");
  }
  EXPECT_EQ(Lexed("2x").codes(), "InvalidNumber ");
  EXPECT_EQ(Lexed("1e").codes(), "InvalidNumber ");
  EXPECT_EQ(Lexed("1e+").codes(), "InvalidNumber ");
  EXPECT_EQ(Lexed("3else").codes(), "InvalidNumber ");
}

TEST(Lexer, StringsResolveEscapes) {
  EXPECT_EQ(Lexed(R"("plain")").values, Words{"plain"});
  EXPECT_EQ(Lexed(R"("a\"b\\c\'d\?e")").values, Words{"a\"b\\c'd?e"});
  EXPECT_EQ(Lexed(R"("\a\b\f\n\r\t\v")").values, Words{"\a\b\f\n\r\t\v"});
  EXPECT_EQ(Lexed("\"two\nlines\"").values, Words{"two\nlines"});
  EXPECT_EQ(Lexed("\"two\r\nlines\rthree\"").values, Words{"two\nlines\nthree"});
  EXPECT_EQ(Lexed("\"\u00FC\"").values, Words{"\u00FC"});
  EXPECT_EQ(Lexed("\"\"").values, Words{""});
  Lexed unknown(R"("\q")");
  EXPECT_EQ(unknown.values, Words{"\\q"});
  EXPECT_EQ(unknown.codes(), "UnknownEscape ");
}

TEST(Lexer, QuotedNamesKeepTheirQuotes) {
  Lexed lexed(R"('a b' 'a\'b' '\?x\"' '?x"' '+')");
  ASSERT_EQ(lexed.tokens.size(), 5u);
  EXPECT_EQ(lexed.names.text(lexed.tokens[0].symbol), "'a b'");
  EXPECT_EQ(lexed.names.text(lexed.tokens[1].symbol), R"('a\'b')");
  EXPECT_EQ(lexed.tokens[2].symbol, lexed.tokens[3].symbol);  // redundant escapes name the same
  Lexed both("x 'x'");
  EXPECT_NE(both.tokens[0].symbol, both.tokens[1].symbol);
  EXPECT_EQ(lexed.codes(), "");
  EXPECT_EQ(Lexed("'abc\nd").codes(), "UnterminatedQuotedName ");
}

TEST(Lexer, CommentsAndLineStarts) {
  Lexed lexed("a // b c\n  c /* d\n */ e /**/ f\n\ng");
  EXPECT_EQ(lexed.texts, (Words{"a", "c", "e", "f", "g"}));
  std::vector<bool> starts;
  for (const Token& token : lexed.tokens) starts.push_back(token.lineStart);
  EXPECT_EQ(starts, (std::vector<bool>{true, true, true, false, true}));
  EXPECT_EQ(words("a /* ** / */ b"), (Words{"a", "b"}));
  EXPECT_EQ(Lexed("a /* b").codes(), "UnterminatedComment ");
  EXPECT_EQ(Lexed("a /*/").codes(), "UnterminatedComment ");
  EXPECT_EQ(Lexed("a \"b").codes(), "UnterminatedString ");
  EXPECT_EQ(Lexed("a \"b\\").codes(), "UnterminatedString ");
}

TEST(Lexer, ByteOrderMarkAndEmptyText) {
  EXPECT_EQ(words("\xEF\xBB\xBFmodel"), Words{"model"});
  EXPECT_TRUE(words("").empty());
  EXPECT_TRUE(words(" \t\r\n").empty());
}

TEST(Lexer, OperatorsOfOtherLanguages) {
  struct Case {
    const char* text;
    Tok meant;
  };
  for (const Case& c :
       {Case{"!=", Tok::NotEqual}, Case{"&&", Tok::KwAnd}, Case{"||", Tok::KwOr},
        Case{"**", Tok::Caret}, Case{"=<", Tok::LessEqual}, Case{"=>", Tok::GreaterEqual},
        Case{"!", Tok::KwNot}, Case{"+=", Tok::Assign}, Case{"\u2212", Tok::Minus},
        Case{"\u2264", Tok::LessEqual}}) {
    Lexed lexed(c.text);
    ASSERT_EQ(lexed.tokens.size(), 1u) << c.text;
    EXPECT_EQ(lexed.tokens[0].kind, c.meant) << c.text;
    EXPECT_EQ(lexed.diagnostics.all().size(), 1u) << c.text;
  }
  EXPECT_EQ(Lexed("a<-b").codes(), "");
}

TEST(Lexer, LettersOutsideAsciiAreOneErrorAndOneName) {
  Lexed lexed("gr\u00F6\u00DFe = 1");
  EXPECT_EQ(lexed.codes(), "UnexpectedCharacter ");
  EXPECT_EQ(lexed.texts, (Words{"gr\u00F6\u00DFe", "=", "1"}));
  EXPECT_EQ(Lexed("a ### b").codes(), "UnexpectedCharacter ");
}

TEST(Lexer, Encodings) {
  EXPECT_EQ(Lexed("model A \"\xFC\"; end A;").codes(), "NotUtf8 ");
  EXPECT_EQ(Lexed("// caf\xE9\nmodel").texts, Words{"model"});  // goes on after the error
  EXPECT_EQ(Lexed(std::string("ab\0cd", 5)).codes(), "NotATextFile ");
  EXPECT_EQ(Lexed("\x01\x02\xFF\xFE").codes(), "NotATextFile ");
  // overlong forms, surrogates and cut sequences
  for (const char* bad :
       {"\"\xC0\xAF\"", "\"\xED\xA0\x80\"", "\"\xE2\x82\"", "\"\xF5\x80\x80\x80\"", "\"\x80\""}) {
    EXPECT_EQ(Lexed(bad).codes(), "NotUtf8 ");
  }
  EXPECT_EQ(Lexed("\"\u00FC\u20AC\U0001F600\"").codes(), "");
}

}  // namespace
}  // namespace formola
