// Errors: each is found at its line, once, and does not hide the next one.
#include <gtest/gtest.h>

#include "diag/codes/syntax.h"
#include "parse_helper.h"

namespace formola {
namespace {

struct Case {
  const char* text;
  const char* codes;
};

TEST(Recovery, OneErrorEach) {
  for (const Case& c : {
           // semicolons
           Case{"model A\n  Real x\n  Real y;\nend A;", "ExpectedSemicolon@2"},
           {"model A\n  Real x;\nequation\n  x = 1\nend A;", "ExpectedSemicolon@4"},
           {"model A\nequation\n  x = 1\n  y = 2;\nend A;", "ExpectedSemicolon@3"},
           {"model A\nend A", "ExpectedSemicolon@2"},
           {"model A\nend A\nmodel B\nend B;", "ExpectedSemicolon@2"},
           {"model A\n  model B\n  end B\nend A;", "ExpectedSemicolon@3"},
           {"function A\nalgorithm\n  x := 1\n  y := 2;\nend A;", "ExpectedSemicolon@3"},
           {"model A\n  extends B\n  Real x;\nend A;", "ExpectedSemicolon@2"},
           {"model A\n  annotation(a = 1)\nend A;", "ExpectedSemicolon@2"},
           {"model A\n;\nend A;", "ExpectedDeclaration@2"},
           {"model A\nend A;;", "ExpectedClass@2"},
           // = and :=
           {"model A\nequation\n  x := 1;\n  y = 2;\nend A;", "AssignInEquation@3"},
           {"function A\nalgorithm\n  x = 1;\n  y := 2;\nend A;", "EqualInAlgorithm@3"},
           {"function A\nalgorithm\n  (x, y) = f(1);\nend A;", "EqualInAlgorithm@3"},
           {"function A\nalgorithm\n  x == 1;\nend A;", "EqualInAlgorithm@3"},
           {"model A\n  Real x := 1;\nend A;", "AssignInEquation@2"},
           {"model A\nequation\n  x == 1;\nend A;", "ComparisonAsEquation@3"},
           {"function A\nalgorithm\n  x + 1 := 2;\nend A;", "AssignToExpression@3"},
           {"function A\nalgorithm\n  f(x) := 2;\nend A;", "AssignToExpression@3"},
           {"function A\nalgorithm\n  (x, y + 1) := f(1);\nend A;", "AssignToExpression@3"},
           {"function A\nalgorithm\n  (x, y) := 1;\nend A;", "AssignNeedsCall@3"},
           {"model A\nequation\n  x + 1;\nend A;", "EquationWithoutEquals@3"},
           {"function A\nalgorithm\n  x;\nend A;", "StatementWithoutAssign@3"},
           {"function A\nalgorithm\n  (x);\nend A;", "StatementWithoutAssign@3"},
           // ends
           {"model A\nend B;", "EndNameMismatch@2"},
           {"model A\nend;", "EndWithoutName@2"},
           {"model A\n  Real x;\n", "UnclosedClass@1"},
           {"package P\n  model A\n    Real x;\nend P;", "UnclosedClass@2"},
           {"package P\n  model A\n    Real x;\n  model B\n  end B;\nend P;", "UnclosedClass@2"},
           {"model A\nequation\n  if a then\n    x = 1;\nend A;", "UnclosedBlock@3"},
           {"model A\nequation\n  if a then\n    x = 1;\nalgorithm\n  y := 2;\nend A;",
            "UnclosedBlock@3"},
           {"model A\nequation\n  for i in 1:2 loop\n    x = 1;\nend A;", "UnclosedBlock@3"},
           {"model A\nequation\n  for i in 1:2 loop\n    if a then\n      x = 1;\n  end for;\nend "
            "A;",
            "UnclosedBlock@4"},
           {"model A\nequation\n  if a then\n    x = 1;\n  else if b then\n    x = 2;\n  end "
            "if;\nend A;",
            "UnclosedBlock@3"},
           {"model A\nequation\n  when a then\n    x = 1;\n  end if;\nend A;", "EndNameMismatch@5"},
           {"model A\nequation\n  if a then\n    x = 1;\n  end;\nend A;", "EndWithoutName@5"},
           {"model A\nequation\n  x = 1;\n  end if;\n  y = 2;\nend A;", "UnexpectedEnd@4"},
           {"end A;\nmodel B\nend B;", "UnexpectedEnd@1"},
           {"function A\nalgorithm\n  while a loop\n    x := 1;\nend A;", "UnclosedBlock@3"},
           // heads
           {"model A\nequation\n  if a\n    x = 1;\n  end if;\nend A;", "ExpectedThen@3"},
           {"model A\nequation\n  when a\n    x = 1;\n  end when;\nend A;", "ExpectedThen@3"},
           {"model A\nequation\n  if a loop\n    x = 1;\n  end if;\nend A;", "ExpectedThen@3"},
           {"model A\nequation\n  for i in 1:2\n    x = 1;\n  end for;\nend A;", "ExpectedLoop@3"},
           {"function A\nalgorithm\n  while a\n    x := 1;\n  end while;\nend A;",
            "ExpectedLoop@3"},
           {"model A\nequation\n  for 1:2 loop\n    x = 1;\n  end for;\nend A;", "ExpectedName@3"},
           // brackets
           {"model A\n  Real x = (1 + 2;\n  Real y = 1;\nend A;", "UnclosedBracket@2"},
           {"model A\n  Real x(start = 1;\n  Real y = 1;\nend A;", "UnclosedBracket@2"},
           {"model A\n  Real x[3;\n  Real y = 1;\nend A;", "UnclosedBracket@2"},
           {"model A\n  Real x = (1 + 2];\nend A;", "BracketMismatch@2"},
           {"model A\n  Real x = {(1}, 2};\n  Real y;\nend A;", "BracketMismatch@2"},
           {"model A\n  Real x = f({1]}, (2);\n  Real y;\nend A;", "BracketMismatch@2"},
           {"model A\n  Real x(a = {1, 2), b = {3}) \"c\";\n  Real y;\nend A;",
            "BracketMismatch@2"},
           {"model A\nequation\n  connect(a b)\n    annotation(c = 1);\n  x = 1;\n  annotation(d = "
            "1);\nend A;",
            "ExpectedToken@3"},
           {"model A\n  Real x = f(a = 1, 2, 3);\nend A;", "PositionalAfterNamed@2"},
           {"model A\n  Real x = 1);\n  Real y;\nend A;", "UnexpectedClosing@2"},
           {"model A\n  Real x = {1, 2}};\nend A;", "UnexpectedClosing@2"},
           {"model A\n  Real x = [1, 2; 3, 4;\n  Real y = 1;\nend A;", "UnclosedBracket@2"},
           // names and prefixes
           {"model A\n  Real input;\n  Real y;\nend A;", "KeywordAsName@2"},
           {"model A\n  parameter Real end = 1;\nend A;", "KeywordAsName@2"},
           {"model connect\n  Real x;\nend connect;", "KeywordAsName@1"},
           {"model A\n  parameter parameter Real x;\nend A;", "WrongPrefix@2"},
           {"model A\n  input parameter Real x;\nend A;", "WrongPrefix@2"},
           {"model A\n  inner final Real x;\nend A;", "WrongPrefix@2"},
           {"expandable model A\nend A;", "WrongPrefix@1"},
           {"pure model A\nend A;", "WrongPrefix@1"},
           {"model A\n  Real x constrainedby B;\nend A;", "WrongPrefix@2"},
           {"model A\n  Real;\n  Real y;\nend A;", "ExpectedName@2"},
           {"model A\n  Real x, ;\n  Real y;\nend A;", "ExpectedName@2"},
           // sections
           {"model A\n  Real x;\n  x = 1;\n  y = 2;\nend A;", "MissingEquationSection@3"},
           {"model A\n  Real x;\n  connect(a, b);\nend A;", "MissingEquationSection@3"},
           {"model A\nequation\n  x = 1;\n  Real y;\n  z = 1;\nend A;", "DeclarationInSection@4"},
           {"function A\nalgorithm\n  x := 1;\n  parameter Real y = 1;\n  z := 1;\nend A;",
            "DeclarationInSection@4"},
           {"model A\nequation\n  while a loop\n    x := 1;\n  end while;\n  y = 1;\nend A;",
            "WrongSection@3"},
           {"function A\nalgorithm\n  connect(a, b);\n  y := 1;\nend A;", "WrongSection@3"},
           {"model A\nequation\n  return;\n  y = 1;\nend A;", "WrongSection@3"},
           {"model A\nequation\n  when a then\n    x = 1;\n  else\n    x = 2;\n  end when;\nend A;",
            "WrongSection@5"},
           {"model A\nequation\n  connect(a + b, c);\nend A;", "ConnectNeedsNames@3"},
           {"model A\n  extends B(break connect(a, f(b)));\nend A;", "ConnectNeedsNames@2"},
           {"model A\nequation\n  connect(a);\nend A;", "ExpectedToken@3"},
           {"model A\n  annotation(a = 1);\n  annotation(b = 1);\nend A;", "DuplicateAnnotation@3"},
           {"model A\n  B b(redeclare model C);\nend A;", "ShortClassExpected@2"},
           {"model A\n  3 x;\n  Real y;\nend A;", "ExpectedDeclaration@2"},
           // files
           {"hello world\nmodel A\nend A;", "ExpectedClass@1"},
           {"model A\nend A;\nwithin B;", "MisplacedWithin@3"},
           {"model A\n  Real x \"text;\nend A;\n", "UnterminatedString@2"},
           {"model A\n  /* text\nend A;\n", "UnterminatedComment@2"},
       }) {
    auto parsed = parseText(c.text);
    EXPECT_EQ(parsed->codes(), c.codes) << c.text << "\n" << parsed->text();
  }
}

TEST(Recovery, IndependentErrorsAreAllFound) {
  auto parsed = parseText(R"(model A
  Real x
  Real y = (1 + ;
  parameter Real k = 2x;
equation
  der(x) := k * y
  y = a && b;
  if x > 1
    y = 2;
  end if;
algorithm
  x = 3;
  y := if a then b;
end B;
model C
  Real z = ;
end C;
)");
  EXPECT_EQ(
      parsed->codes(),
      "ExpectedSemicolon@2 ExpectedExpression@3 InvalidNumber@4 AssignInEquation@6 "
      "ExpectedSemicolon@6 "
      "ForeignOperator@7 ExpectedThen@8 EqualInAlgorithm@12 MissingElse@13 EndNameMismatch@14 "
      "ExpectedExpression@16")
      << parsed->text();
  EXPECT_EQ(parsed->file->classes.size(), 2u);
}

TEST(Recovery, KeepsWhatIsRight) {
  auto parsed =
      parseText("model A\n  Real x = ;\n  Real y;\nequation\n  x = (1;\n  y = 2;\nend A;");
  const ast::ClassDef& def = *parsed->file->classes[0];
  EXPECT_EQ(def.elements.size(), 2u);
  ASSERT_EQ(def.equations[0].equations.size(), 1u);
  EXPECT_EQ(print(*def.equations[0].equations[0], parsed->names), "y = 2");
}

TEST(Recovery, AMissingSemicolonPointsAtTheEndOfTheLine) {
  auto parsed = parseText("model A\n  Real x  // comment\n  Real y;\nend A;");
  ASSERT_EQ(parsed->diagnostics.all().size(), 1u);
  const SourceRange& range = parsed->diagnostics.all()[0].range;
  EXPECT_EQ(parsed->sources.lineColumn(range.file, range.begin).column, 9u);
}

TEST(Recovery, ElseIfIsExplained) {
  auto parsed = parseText(
      "model A\nequation\n  if a then\n    x = 1;\n  else if b then\n    x = 2;\n  end if;\nend "
      "A;");
  EXPECT_NE(parsed->text().find("write 'elseif'"), std::string::npos) << parsed->text();
}

TEST(Recovery, AFileFullOfErrorsIsGivenUp) {
  std::string text = "model A\nequation\n";
  for (int i = 0; i < 100; ++i) text += "  x = ;\n";
  auto parsed = parseText(text + "end A;\n");
  EXPECT_EQ(parsed->diagnostics.all().size(), 21u);
  EXPECT_EQ(parsed->diagnostics.all().back().code, diag::TooManySyntaxErrors);
}

TEST(Recovery, GarbageIsOneError) {
  std::string binary, printable;
  uint32_t state = 12345;
  for (int i = 0; i < 20000; ++i) {
    state = state * 1664525u + 1013904223u;
    binary += static_cast<char>(state >> 24);
    printable += static_cast<char>(32 + (state >> 16) % 95);
  }
  EXPECT_EQ(parseText(binary)->diagnostics.all().size(), 1u);
  EXPECT_EQ(parseText(printable)->diagnostics.all().size(), 1u);
}

TEST(Recovery, DeepNestingOfEverything) {
  struct Nested {
    const char* head;
    const char* level;
  };
  for (const Nested& n : {Nested{"", "model A "},
                          {"model A equation ", "if a then "},
                          {"model A equation ", "for i in a loop "},
                          {"function A algorithm ", "while a loop "},
                          {"function A algorithm ", "if a then "},
                          {"model A Real x", "(a"},
                          {"model A Real x", "(redeclare A b"},
                          {"model A Real x = ", "f(function g(a = "},
                          {"model A B b", "(redeclare model C = D"}}) {
    std::string text = n.head;
    for (int i = 0; i < 20000; ++i) text += n.level;
    auto parsed = parseText(text);
    EXPECT_EQ(parsed->codes(), "NestingTooDeep@1") << n.level;
  }
}

TEST(Recovery, EveryPrefixOfAFileIsHandled) {
  std::string text =
      "within A; model M \"c\" extends B(redeclare model P = Q, k = 1); parameter Real[2] x(start "
      "= {1, 2}) if c; "
      "equation if a then x = f(b, n = 2)[1]; elseif b then connect(a.b, c[1]); else end if; when "
      "{a} then "
      "reinit(x, 1); end when; algorithm (a, b) := g(x[end]); while a loop break; end while; "
      "annotation(a(b = 1)); end M;";
  for (size_t n = 0; n <= text.size(); ++n) {
    auto parsed = parseText(text.substr(0, n));
    ASSERT_NE(parsed->file, nullptr);
    EXPECT_LE(parsed->diagnostics.all().size(), 21u);
  }
}

}  // namespace
}  // namespace formola
