#include <gtest/gtest.h>

#include "corpus.h"
#include "edit/format.h"

namespace formola::edit {
namespace {

std::string formatted(const std::string& text) {
  const Document document("test.mo", text);
  EXPECT_FALSE(document.hasErrors()) << text;
  return format(document);
}

// The result is as expected, keeps tokens and comments, and is formatted already.
void expectFormat(const std::string& text, const std::string& expected) {
  EXPECT_EQ(formatted(text), expected);
  EXPECT_EQ(formatted(expected), expected);
  EXPECT_TRUE(sameTokensAndComments(text, expected)) << text;
}

TEST(Format, levels) {
  expectFormat(
      "within  A . B ;\nmodel M \"text\"\nextends   N;\n  protected\nReal x ;\n"
      "  model Inner\n Real y;\n  end Inner;\ninitial equation\nx=0;\n    equation\n"
      "if x>0 then\nder(x)=1;\nelseif x < - 1 then\n// nothing\nder( x )=2;\nelse\nder(x)=3;\n"
      "// last\nend if;\nfor i in 1:3 loop\nassert(true,\"a\");\nend for;\nend M;",
      "within A.B;\nmodel M \"text\"\n  extends N;\nprotected\n  Real x;\n"
      "  model Inner\n    Real y;\n  end Inner;\ninitial equation\n  x = 0;\nequation\n"
      "  if x>0 then\n    der(x) = 1;\n  elseif x < -1 then\n    // nothing\n    der(x) = 2;\n"
      "  else\n    der(x) = 3;\n    // last\n  end if;\n  for i in 1:3 loop\n"
      "    assert(true, \"a\");\n  end for;\nend M;\n");
}

TEST(Format, brackets) {
  expectFormat(
      "model M\nA a(x=1,y = 2,z(start =3),\nv={1,2, 3},\nw(\nq=1\n)) \"d\"\n"
      "annotation (Placement(transformation(\nextent={{- 1,2},{3,4}})));\nend M;\n",
      "model M\n  A a(x=1, y = 2, z(start = 3),\n    v={1,2, 3},\n    w(\n      q=1\n    )) "
      "\"d\"\n"
      "    annotation (Placement(transformation(\n      extent={{-1,2},{3,4}})));\nend M;\n");
}

TEST(Format, statements) {
  expectFormat(
      "function f\ninput Real x;output Real y;\nalgorithm\ny:=0;\nwhile y<x loop\ny:=y+1;\n"
      "if y > 3 then break; end if;\nend while;\nwhen x > 1 then\ny := 2;\nelsewhen x>2 then\n"
      "y := 3;\nend when;\nend f;\n",
      "function f\n  input Real x; output Real y;\nalgorithm\n  y := 0;\n  while y<x loop\n"
      "    y := y+1;\n    if y > 3 then break; end if;\n  end while;\n  when x > 1 then\n"
      "    y := 2;\n  elsewhen x>2 then\n    y := 3;\n  end when;\nend f;\n");
}

TEST(Format, commentsAndBlankLines) {
  expectFormat(
      "\n\n// head  \nmodel M   // why\n\n\n\n  /* a\n b */ Real x/*k*/=1;//end\n    Real y;   // "
      "column\n     // before end\nend M;\n\n\n// behind\n\n",
      "// head\nmodel M   // why\n\n  /* a\n b */ Real x/*k*/ = 1; //end\n  Real y;   // column\n"
      "  // before end\nend M;\n\n// behind\n");
}

TEST(Format, operatorsKeepTheirSides) {
  expectFormat(
      "model M\nReal x=a*b +c;\nReal y=-1;\nReal z=2 .* a;\nReal w[:]=a[ 1 : end -1 ];\n"
      "import A.B.*;\nimport C.* \"c\";\nReal v=if not a then .B.c else(1);\nReal u=f(- 1,a- b);\n"
      "end M;\n",
      "model M\n  Real x = a*b + c;\n  Real y = -1;\n  Real z = 2 .* a;\n"
      "  Real w[:] = a[1 : end - 1];\n  import A.B.*;\n  import C.* \"c\";\n"
      "  Real v = if not a then .B.c else (1);\n  Real u = f(-1, a - b);\nend M;\n");
}

TEST(Format, lineEndsAndStringsStay) {
  expectFormat("model M\r\nReal x=1;\r\nString s=\"a\r\n   b\";\r\nend M;",
               "model M\r\n  Real x = 1;\r\n  String s = \"a\r\n   b\";\r\nend M;\r\n");
  expectFormat("\xEF\xBB\xBFmodel M\nend M;\n", "\xEF\xBB\xBFmodel M\nend M;\n");
  expectFormat("", "");
}

TEST(Format, constrainedClassesAndRedeclarations) {
  expectFormat(
      "model M\nreplaceable model A\nReal x;\nend A constrainedby B;\nextends C(redeclare model D=E"
      ",\nredeclare final Real y=1);\nreplaceable package P=Q constrainedby R annotation(\n"
      "choices(a=1));\nend M;\n",
      "model M\n  replaceable model A\n    Real x;\n  end A constrainedby B;\n"
      "  extends C(redeclare model D=E,\n    redeclare final Real y=1);\n"
      "  replaceable package P = Q constrainedby R annotation(\n    choices(a=1));\nend M;\n");
  // a number and ".*" are kept apart, as operators are: on both sides
  expectFormat("model M\nReal x=0.5.*(a-b);\nend M;\n",
               "model M\n  Real x = 0.5 .* (a-b);\nend M;\n");
}

void checkFormat(const Document& document, const std::string& path) {
  const std::string once = format(document);
  ASSERT_TRUE(sameTokensAndComments(document.text(), once)) << path;
  const Document again(path, once);
  ASSERT_FALSE(again.hasErrors()) << path;
  ASSERT_TRUE(format(again) == once) << path;
}

// False: the file has errors, and is not formatted.
bool checkFile(const std::string& path) {
  const Document document(path, readFile(path));
  if (!document.hasErrors()) checkFormat(document, path);
  return !document.hasErrors();
}

TEST(Format, library) {
  for (const std::string& path : modelicaFiles(FORMOLA_ROOT "/library")) checkFile(path);
  for (const std::string& path : modelicaFiles(FORMOLA_ROOT "/tests/golden")) checkFile(path);
}

TEST(Format, publishedLibraries) {
  const std::vector<std::string> paths = publishedFiles();
  if (paths.empty()) GTEST_SKIP() << kNoneThere;
  size_t wrong = 0;
  for (const std::string& path : paths) {
    if (!checkFile(path)) {
      ++wrong;
      std::printf("%s has errors\n", path.c_str());
    }
    if (HasFatalFailure()) return;
  }
  std::printf("%zu files formatted, %zu with errors\n", paths.size() - wrong, wrong);
  EXPECT_LE(100 * wrong, paths.size());
}

}  // namespace
}  // namespace formola::edit
