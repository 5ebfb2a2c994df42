#include <gtest/gtest.h>

#include "corpus.h"
#include "edit/document.h"
#include "edit/tokens.h"

namespace formola::edit {
namespace {

// Tokens and pieces of gaps in turn.
std::string rebuilt(const std::string& text) {
  const TokenList tokens(text);
  std::string out;
  for (size_t i = 0; i <= tokens.size(); ++i) {
    uint32_t at = tokens.gapBegin(i);
    for (const Trivia& piece : tokens.trivia(i)) {
      EXPECT_EQ(piece.begin, at);
      EXPECT_LT(piece.begin, piece.end);
      at = piece.end;
      out += text.substr(piece.begin, piece.end - piece.begin);
    }
    EXPECT_EQ(at, tokens.gapEnd(i));
    if (i < tokens.size()) out += tokens.text(i);
  }
  return out;
}

std::string kinds(const std::string& text) {
  const TokenList tokens(text);
  std::string out;
  for (size_t i = 0; i <= tokens.size(); ++i) {
    for (const Trivia& piece : tokens.trivia(i)) out += "_nl*#"[static_cast<int>(piece.kind)];
    if (i < tokens.size()) out += 't';
  }
  return out;
}

TEST(Tokens, everyByteHasAPiece) {
  EXPECT_EQ(kinds("model A // b\n end A;"), "t_t_ln_t_tt");
  EXPECT_EQ(kinds("x/*a*b*/ \r\n\t=1"), "t*_n_tt");
  EXPECT_EQ(kinds("\xEF\xBB\xBFx\n"), "#tn");
  EXPECT_EQ(kinds(""), "");
  EXPECT_EQ(kinds("  "), "_");
  EXPECT_EQ(kinds("a /* never closed"), "t_*");
  for (const char* text : {"a = b;\r\n", "'open name\n x;", "\"open string\n;", "@ # $ \xC3\xBC x",
                           "1e+ 0x1F x' y'", "/* * / **/ //\r\n//x"}) {
    EXPECT_EQ(rebuilt(text), text);
  }
}

TEST(Tokens, manyErrorsDoNotEndTheList) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "'open " + std::to_string(i) + "\n x y;\n";
  text += "last";
  EXPECT_EQ(rebuilt(text), text);
  const TokenList tokens(text);
  EXPECT_EQ(tokens.text(tokens.size() - 1), "last");
}

TEST(Tokens, lookUps) {
  const TokenList tokens("ab  cd");
  EXPECT_EQ(tokens.firstEndingAfter(0), 0u);
  EXPECT_EQ(tokens.firstEndingAfter(1), 0u);
  EXPECT_EQ(tokens.firstEndingAfter(2), 1u);
  EXPECT_EQ(tokens.firstFrom(1), 1u);
  EXPECT_EQ(tokens.firstFrom(0), 0u);
  EXPECT_EQ(tokens.firstFrom(5), 2u);
}

// Random bytes, and texts with random bytes deleted or put in.
TEST(Tokens, wrongTextsComeBack) {
  uint64_t state = 1;
  auto random = [&](uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  const std::string seed =
      "within A.B;\nmodel M \"d\" // c\n  Real x[3](each start = 1e-3) = {1, 2, 3}; /* k */\n"
      "equation\n  connect(a.b, c.d) annotation (Line(points={{0,0},{1,1}}));\r\nend M;\n";
  for (int round = 0; round < 2000; ++round) {
    std::string text = seed;
    for (int change = 0; change < 5; ++change) {
      const size_t at = random(text.size());
      if (random(2)) {
        text.erase(at, random(8));
      } else {
        text.insert(at, 1, static_cast<char>(random(256)));
      }
    }
    ASSERT_EQ(rebuilt(text), text);
    const Document document("random.mo", text);  // never a crash
    ASSERT_EQ(document.text(), text);
  }
}

TEST(Tokens, libraryComesBack) {
  for (const std::string& path : modelicaFiles(FORMOLA_ROOT "/library")) {
    const std::string text = readFile(path);
    ASSERT_EQ(rebuilt(text), text) << path;
  }
}

TEST(Tokens, publishedLibrariesComeBack) {
  const std::vector<std::string> paths = publishedFiles();
  if (paths.empty()) GTEST_SKIP() << kNoneThere;
  size_t bytes = 0;
  for (const std::string& path : paths) {
    const std::string text = readFile(path);
    ASSERT_TRUE(rebuilt(text) == text) << path;
    const Document document(path, text);
    ASSERT_TRUE(document.text() == text) << path;
    bytes += text.size();
  }
  std::printf("%zu files, %zu bytes\n", paths.size(), bytes);
}

// A half-typed line spoils one declaration.
TEST(Document, oneLineIsSpoilt) {
  for (const char* line : {"Real y(start = ;", "parameter Real", "Real y = 2 +;",
                           "Foo bar(a(b = 1);", "connect(a.b, ;", "Real 'y;"}) {
    const std::string text =
        std::string("model A\n  Real x;\n  ") + line + "\n  Real z;\nequation\n  x = 1;\nend A;\n";
    const Document document("a.mo", text);
    EXPECT_TRUE(document.hasErrors()) << line;
    ASSERT_EQ(document.tree().classes.size(), 1u) << line;
    const ast::ClassDef& def = *document.tree().classes[0];
    std::string found;
    for (const ast::Element* element : def.elements)
      if (const auto* component = element->dynAs<ast::ComponentDecl>())
        found += std::string(document.nameOf(component->name)) + ' ';
    EXPECT_TRUE(found.find("x ") != std::string::npos && found.find("z ") != std::string::npos)
        << line << ": " << found;
    ASSERT_FALSE(def.equations.empty()) << line;
    EXPECT_EQ(def.equations.back().equations.size(), 1u) << line;
  }
}

}  // namespace
}  // namespace formola::edit
