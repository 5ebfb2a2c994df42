// Rules of conversion: which one counts, ways through versions, simplifications of values.
#include <gtest/gtest.h>

#include "edit/arguments.h"
#include "upgrade/conversion_rules.h"
#include "upgrade/simplify_text.h"
#include "upgrade/upgrade.h"

namespace formola::upgrade {
namespace {

Path path(const char* text) {
  return edit::splitPath(text);
}

ConversionRules rulesOf(const char* script) {
  SourceManager sources;
  Diagnostics diagnostics(sources);
  ConversionRules rules;
  const FileId file = sources.add("s.mos", script);
  const auto end = static_cast<uint32_t>(sources.text(file).size());
  readConversionRules({file, 0, end}, sources, diagnostics, rules);
  EXPECT_TRUE(diagnostics.all().empty());
  return rules;
}

TEST(ConversionRules, TheLongerPathCounts) {
  const ConversionRules rules = rulesOf(
      "convertClass(\"A\", \"C\"); convertClass(\"A.B\", \"D\") /* no ; */"
      "convertElement(\"A.B\", {\"x\", \"x.y\"}, {\"u\", \"u.v.w\"});"
      "convertElement(\"A\", \"B\", \"never\"); // the class is as long");
  EXPECT_EQ(joined(rules.converted(path("A.F"))), "C.F");
  EXPECT_EQ(joined(rules.converted(path("A.B.E"))), "D.E");
  EXPECT_EQ(joined(rules.converted(path("A.B"))), "D");
  EXPECT_EQ(joined(rules.converted(path("A.B.x.z"))), "D.u.z");
  EXPECT_EQ(joined(rules.converted(path("A.B.x.y"))), "D.u.v.w");
  EXPECT_EQ(joined(rules.converted(path("B.A"))), "B.A");
  EXPECT_EQ(joined(rules.convertedElements(path("A.B"), path("x.y.z"))), "u.v.w.z");
  EXPECT_EQ(joined(rules.convertedElements(path("A.C"), path("x"))), "x");
}

TEST(ConversionRules, MessagesStandBehindConversions) {
  const ConversionRules rules = rulesOf(
      "convertMessage({\"A\", \"A.B\"}, \"gone\"); convertClass(\"A\", \"C\");"
      "convertMessage(\"A\", \"odd\", \"x\");");
  EXPECT_EQ(rules.messageFor(path("A.D")), nullptr);
  ASSERT_NE(rules.messageFor(path("A.B.C")), nullptr);
  EXPECT_EQ(*rules.messageFor(path("A.B.C")), "gone");
  ASSERT_NE(rules.messageFor(path("A"), path("x.y")), nullptr);
  EXPECT_EQ(rules.messageFor(path("A"), path("y")), nullptr);
  EXPECT_TRUE(rules.mentions(path("A"), "x"));
  EXPECT_TRUE(rules.mentions(path("A"), "B"));
  EXPECT_FALSE(rules.mentions(path("A"), "BB"));
}

TEST(ConversionSteps, ShortestWayThroughVersions) {
  LibraryVersion version;
  version.version = "4";
  version.unchangedFrom = {"3.9"};
  version.conversions = {
      {{"1"}, "2", "a.mos", {}}, {{"2", "2.1"}, "3.9", "b.mos", {}}, {{"2.1"}, "", "c.mos", {}}};
  auto way = [&](const char* from) {
    std::string text;
    const auto steps = conversionSteps(version, from);
    if (!steps) return std::string("none");
    for (const ConversionStep& step : *steps)
      text += step.from + ">" + step.to + ":" + step.script + " ";
    return text;
  };
  EXPECT_EQ(way("4"), "");
  EXPECT_EQ(way("3.9"), "3.9>4: ");
  EXPECT_EQ(way("1"), "1>2:a.mos 2>3.9:b.mos 3.9>4: ");
  EXPECT_EQ(way("2.1"), "2.1>4:c.mos ");
  EXPECT_EQ(way("0"), "none");
}

TEST(Simplified, ObviousThingsOnly) {
  EXPECT_EQ(simplified("2*0"), "0");
  EXPECT_EQ(simplified("10*100"), "1000");
  EXPECT_EQ(simplified("0.5*4"), "2.0");
  EXPECT_EQ(simplified("1*(a + b)*c"), "(a + b)*c");
  EXPECT_EQ(simplified("(a + 0)*b"), "(a)*b");
  EXPECT_EQ(simplified("x*0 + y"), "y");
  EXPECT_EQ(simplified("not true"), "false");
  EXPECT_EQ(simplified("if T.red == A.B.red then 1 elseif x then 2 else 3"), "1");
  EXPECT_EQ(simplified("if T.red == T.blue then 1 elseif x then 2 else 3"), "if x then 2 else 3");
  EXPECT_EQ(simplified("if \"a\" <> \"a\" then 1 else p and true"), "p");
  EXPECT_EQ(simplified("1/0"), "1/0");
  EXPECT_EQ(simplified("a  -  b"), "a  -  b");
  EXPECT_EQ(simplified("f(1 + 1)"), "f(1 + 1)");
  EXPECT_EQ(simplified("3 - (2 - x)"), "3 - (2 - x)");
  EXPECT_EQ(simplified("a +"), "a +");
}

}  // namespace
}  // namespace formola::upgrade
