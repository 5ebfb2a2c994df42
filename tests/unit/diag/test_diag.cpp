// The diagnostics engine, its renderers and "did you mean".
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "diag/codes/names.h"
#include "diag/codes/syntax.h"
#include "diag/diag.h"

namespace formola {
namespace {

struct DiagTest : testing::Test {
  SourceManager sources;
  Diagnostics diagnostics{sources};

  std::string text(RenderOptions options = {}) { return renderText(diagnostics, options); }
};

TEST_F(DiagTest, IdenticalDiagnosticsAreKeptOnce) {
  FileId file = sources.add("a.mo", "abc\n");
  for (int i = 0; i < 3; ++i) {
    diagnostics.report(diag::ExpectedSemicolon, {file, 1, 2}, "equation").note("n");
  }
  diagnostics.report(diag::ExpectedSemicolon, {file, 1, 2}, "statement");
  diagnostics.report(diag::ExpectedSemicolon, {file, 2, 3}, "equation");
  EXPECT_EQ(diagnostics.all().size(), 3u);
  EXPECT_EQ(diagnostics.errorCount(), 3u);
  EXPECT_EQ(diagnostics.all()[0].notes.size(), 1u);
}

TEST_F(DiagTest, OneMissingNameIsExplainedOnce) {
  FileId file = sources.add("a.mo", "x = y;\nz = y;\nz = y + y;\n");
  FileId other = sources.add("b.mo", "y\n");
  for (uint32_t at : {4u, 11u, 18u, 22u})
    diagnostics.report(diag::UndefinedName, {file, at, at + 1}, "y", "class 'A'");
  diagnostics.report(diag::UndefinedName, {other, 0, 1}, "y", "class 'A'");
  diagnostics.report(diag::UndefinedName, {file, 0, 1}, "x", "class 'A'");
  EXPECT_EQ(diagnostics.errorCount(), 6u);
  const std::string shown = text();
  EXPECT_EQ(shown,
            "a.mo:1:5: error: 'y' is not declared in class 'A' [UndefinedName]\n"
            " 1 | x = y;\n"
            "   |     ^\n"
            "note: the same in line 2, line 3, b.mo:1\n"
            "a.mo:1:1: error: 'x' is not declared in class 'A' [UndefinedName]\n"
            " 1 | x = y;\n"
            "   | ^\n");
}

TEST_F(DiagTest, ManyDiagnosticsStayCheap) {
  FileId file = sources.add("a.mo", "abc\n");
  for (uint32_t i = 0; i < 50000; ++i) {
    diagnostics.report(diag::ExpectedSemicolon, {file, i % 25000, i % 25000}, "equation");
  }
  EXPECT_EQ(diagnostics.all().size(), 25000u);
}

TEST_F(DiagTest, MutedReportsAreCountedOnly) {
  {
    Diagnostics::Mute mute(diagnostics);
    diagnostics.report(diag::ExpectedSemicolon, {}, "equation").note("lost");
  }
  EXPECT_FALSE(diagnostics.hasErrors());
  EXPECT_EQ(diagnostics.mutedErrors(), 1u);
  diagnostics.report(diag::ExpectedSemicolon, {}, "equation");
  EXPECT_TRUE(diagnostics.hasErrors());
}

TEST_F(DiagTest, WarningsAreNoErrors) {
  diagnostics.report(diag::UnknownEscape, {}, "q");
  EXPECT_FALSE(diagnostics.hasErrors());
  EXPECT_EQ(
      text(),
      "warning: '\\q' is not an escape sequence; write '\\\\' for a backslash [UnknownEscape]\n");
}

TEST_F(DiagTest, TextUnderlinesTheRange) {
  FileId file = sources.add("a.mo", "model A\n  x = yy + 1;\n");
  diagnostics.report(diag::ExpectedExpression, {file, 14, 16}, "'yy'").in("a.b[2].c");
  EXPECT_EQ(text(),
            "a.mo:2:7: error: expected an expression, found 'yy' [ExpectedExpression]\n"
            " 2 |   x = yy + 1;\n"
            "   |       ^~\n"
            "  in instance a.b[2].c\n");
}

TEST_F(DiagTest, TextCountsTabsAndUtf8AsColumns) {
  FileId file = sources.add("a.mo", "\tx \"\u00FC\u20AC\" yy\n");
  diagnostics.report(diag::ExpectedExpression, {file, 11, 13}, "'yy'");
  EXPECT_EQ(text(),
            "a.mo:1:9: error: expected an expression, found 'yy' [ExpectedExpression]\n"
            " 1 |     x \"\u00FC\u20AC\" yy\n"
            "   |            ^~\n");
}

TEST_F(DiagTest, TextShowsNotesAndPlacesAtTheEndOfALine) {
  FileId file = sources.add("a.mo", "ab\ncd");
  diagnostics.report(diag::ExpectedSemicolon, {file, 2, 2}, "equation")
      .note("see", {file, 3, 5})
      .note("plain");
  EXPECT_EQ(text(),
            "a.mo:1:3: error: expected ';' after this equation [ExpectedSemicolon]\n"
            " 1 | ab\n"
            "   |   ^\n"
            "a.mo:2:1: note: see\n"
            " 2 | cd\n"
            "   | ^~\n"
            "note: plain\n");
}

TEST_F(DiagTest, ARangeOverSeveralLinesIsUnderlinedOnTheFirst) {
  FileId file = sources.add("a.mo", "abc\ndef\n");
  diagnostics.report(diag::ExpectedSemicolon, {file, 1, 6}, "equation");
  EXPECT_NE(text().find("   |  ^~\n"), std::string::npos);
}

TEST_F(DiagTest, LongLinesAreCutAroundThePlace) {
  FileId file = sources.add("a.mo", std::string(5000, 'a') + "HERE" + std::string(5000, 'b'));
  diagnostics.report(diag::ExpectedSemicolon, {file, 5000, 5004}, "equation");
  std::string shown = text();
  EXPECT_LT(shown.size(), 600u);
  size_t line = shown.find("HERE");
  size_t caret = shown.find("^~~~\n");
  ASSERT_NE(line, std::string::npos);
  ASSERT_NE(caret, std::string::npos);
  EXPECT_EQ(line - shown.rfind('\n', line), caret - shown.rfind('\n', caret));
}

TEST_F(DiagTest, FurtherErrorsAreCounted) {
  for (int i = 0; i < 5; ++i) diagnostics.report(diag::ExpectedSemicolon, {}, i);
  std::string shown = text({false, 2});
  EXPECT_NE(shown.find("this 1 "), std::string::npos);
  EXPECT_EQ(shown.find("this 2 "), std::string::npos);
  EXPECT_NE(shown.find("3 more errors"), std::string::npos);
}

TEST_F(DiagTest, JsonHasOneObjectForEachLine) {
  FileId file = sources.add("a \"b\".mo", "ab\ncd\n");
  diagnostics.report(diag::ExpectedSemicolon, {file, 1, 4}, "equation")
      .note("see", {file, 3, 5})
      .in("m.x");
  diagnostics.report(diag::ExpectedExpression, {}, "\xFF");  // not UTF-8: replaced, not thrown
  std::istringstream lines(renderJson(diagnostics));
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  auto object = nlohmann::json::parse(line);
  EXPECT_EQ(object["severity"], "error");
  EXPECT_EQ(object["code"], "ExpectedSemicolon");
  EXPECT_EQ(object["message"], "expected ';' after this equation");
  EXPECT_EQ(object["file"], "a \"b\".mo");
  EXPECT_EQ(object["line"], 1);
  EXPECT_EQ(object["column"], 2);
  EXPECT_EQ(object["endLine"], 2);
  EXPECT_EQ(object["endColumn"], 2);
  EXPECT_EQ(object["instance"], "m.x");
  EXPECT_EQ(object["notes"][0]["message"], "see");
  EXPECT_EQ(object["notes"][0]["line"], 2);
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_TRUE(nlohmann::json::parse(line)["file"].is_null());
  EXPECT_FALSE(std::getline(lines, line));
}

TEST(DiagTable, CodesHaveNames) {
  EXPECT_EQ(codeName(diag::CannotReadFile), "CannotReadFile");
  EXPECT_EQ(severityOf(diag::CannotReadFile), Severity::Error);
}

TEST(DidYouMean, FindsTheNearestName) {
  using Names = std::vector<std::string_view>;
  EXPECT_EQ(didYouMean("resistor", Names{"Capacitor", "Resistor", "resist"}), "Resistor");
  EXPECT_EQ(didYouMean("velcoity", Names{"position", "velocity"}), "velocity");
  EXPECT_EQ(didYouMean("der_x", Names{"alpha", "beta"}), "");
  EXPECT_EQ(didYouMean("x", Names{"y"}), "");
  EXPECT_EQ(didYouMean("same", Names{"same"}), "");
  EXPECT_EQ(didYouMean("abcd", Names{"abce", "abcf"}), "abce");
  EXPECT_EQ(didYouMean("LimPD", Names{"LimPI", "LimPID"}), "LimPID");
  EXPECT_EQ(didYouMean("VV", Names{"v", "V"}), "V");
  EXPECT_EQ(didYouMean("", Names{"a", ""}), "");
  EXPECT_EQ(didYouMean("a", Names{}), "");
}

// The whole table of distances between two words of small letters.
size_t distanceOf(const std::string& a, const std::string& b) {
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i)
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min(
          {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

TEST(DidYouMean, IsTheNearestOfRandomWords) {
  std::mt19937 random(7);
  auto word = [&] {
    std::string made(1 + random() % 12, 'a');
    for (char& c : made) c = static_cast<char>('a' + random() % 3);
    return made;
  };
  size_t found = 0;
  for (int turn = 0; turn < 2000; ++turn) {
    const std::string name = word();
    std::vector<std::string> words;
    for (int i = 0; i < 8; ++i) words.push_back(word());
    size_t least = (name.size() + 2) / 3 + 1;
    for (const std::string& each : words)
      if (const size_t d = distanceOf(name, each);
          each != name && d < std::max(name.size(), each.size()))
        least = std::min(least, d);
    const std::string meant = didYouMean(name, {words.begin(), words.end()});
    found += meant.empty() ? 0 : 1;
    EXPECT_EQ(meant.empty() ? (name.size() + 2) / 3 + 1 : distanceOf(name, meant), least)
        << name << " " << meant;
  }
  EXPECT_GT(found, 500u);
}

}  // namespace
}  // namespace formola
