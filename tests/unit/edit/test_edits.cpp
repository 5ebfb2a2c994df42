#include <gtest/gtest.h>

#include "edit/edits.h"

namespace formola::edit {
namespace {

const char* const kModel =
    "within Lib;\n"
    "model M \"A model\" // head\n"
    "  import Lib.Parts.*;\n"
    "  parameter Real k=2 \"Gain\"; // keep me\n"
    "  Gain gain(k = k, y(start=0)) annotation "
    "(Placement(transformation(extent={{-10,-10},{10,10}})"
    "));\n"
    "  Real x, y[2](each start = 1), z = 3;\n"
    "  Step step(\n"
    "    height=1, // why\n"
    "    offset=2) \"Input\"\n"
    "    annotation (Placement(transformation(\n"
    "          extent={{-10,-10},{10,10}},\n"
    "          rotation=90, /* turned */\n"
    "          origin={-50,20})));\n"
    "protected\n"
    "  Real w = sum(x*i for i in 1:3) + gain.k;\n"
    "equation\n"
    "  connect(step.y, gain.u) annotation (Line(points={{-40,20},{-20,20},{-20,0},{-12,0}},\n"
    "        color={0,0,127}));\n"
    "  gain.y = x;  // tail\n"
    "  for x in 1:2 loop y[x] = x; end for;\n"
    "end M;\n";

std::string changed(const Outcome& outcome, std::string_view text = kModel) {
  if (!outcome.ok()) return "problem: " + outcome.problem;
  const std::string after = applyPatch(text, outcome.patch);
  EXPECT_EQ(applyPatch(after, inverse(text, outcome.patch)), text);
  const Document document("after.mo", after);
  EXPECT_FALSE(document.hasErrors()) << after << renderText(document.diagnostics(), {});
  return after;
}

// kModel with each `from` replaced by its `to`.
std::string model(std::vector<std::pair<std::string, std::string>> changes) {
  std::string text = kModel;
  for (const auto& [from, to] : changes) {
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  }
  return text;
}

class Edits : public ::testing::Test {
 protected:
  Document document{"m.mo", kModel};
};

TEST_F(Edits, modifiers) {
  EXPECT_EQ(changed(setModifier(document, "M", "k", "", "5")), model({{"k=2", "k=5"}}));
  EXPECT_EQ(changed(setModifier(document, "Lib.M", "gain", "k", "2*k")),
            model({{"(k = k,", "(k = 2*k,"}}));
  EXPECT_EQ(changed(setModifier(document, "M", "gain", "y.start", "1")),
            model({{"start=0", "start=1"}}));
  EXPECT_EQ(changed(setModifier(document, "M", "gain", "y.fixed", "true")),
            model({{"start=0", "start=0, fixed=true"}}));
  EXPECT_EQ(changed(setModifier(document, "M", "gain", "u.min", "0")),
            model({{"start=0)", "start=0), u(min = 0)"}}));
  EXPECT_EQ(changed(setModifier(document, "M", "step", "startTime", "3")),
            model({{"offset=2)", "offset=2,\n    startTime=3)"}}));
  EXPECT_EQ(changed(setModifier(document, "M", "x", "start", "3")),
            model({{" x,", " x(start=3),"}}));
  EXPECT_EQ(changed(setModifier(document, "M", "x", "", "3")), model({{" x,", " x = 3,"}}));
  EXPECT_EQ(changed(setModifier(document, "M", "y", "", "{1, 2}")),
            model({{"= 1),", "= 1) = {1, 2},"}}));
  EXPECT_EQ(changed(setModifier(document, "M", "gain", "k", "1; x")),
            "problem: '1; x' is no expression");
  EXPECT_EQ(changed(setModifier(document, "M", "none", "k", "1")),
            "problem: class 'M' declares no component 'none' itself");
  EXPECT_EQ(changed(setModifier(document, "N", "none", "k", "1")),
            "problem: there is no class 'N' in m.mo");
}

TEST_F(Edits, resets) {
  EXPECT_EQ(changed(resetModifier(document, "M", "k", "")), model({{"k=2", "k"}}));
  EXPECT_EQ(changed(resetModifier(document, "M", "gain", "k")), model({{"k = k, ", ""}}));
  EXPECT_EQ(changed(resetModifier(document, "M", "gain", "y.start")),
            model({{", y(start=0)", ""}}));
  EXPECT_EQ(changed(resetModifier(document, "M", "y", "start")), model({{"(each start = 1)", ""}}));
  EXPECT_EQ(changed(resetModifier(document, "M", "step", "height")),
            model({{"height=1, // why", " // why"}}));
  EXPECT_EQ(changed(resetModifier(document, "M", "z", "")), model({{"z = 3", "z"}}));
  EXPECT_EQ(changed(resetModifier(document, "M", "gain", "u")),
            "problem: 'u' of 'gain' is given no value");
}

TEST_F(Edits, components) {
  EXPECT_EQ(
      changed(addComponent(document, "M", {"Lib.Sine", "sine", "f = 50", "Source \"s\"", {}})),
      model({{"protected", "  Lib.Sine sine(f = 50) \"Source \\\"s\\\"\";\nprotected"}}));
  EXPECT_EQ(
      changed(addComponent(document, "M", {"Sine", "s", "", "", Extent{{-10, 0}, {10.5, 20}}})),
      model({{"protected",
              "  Sine s annotation (Placement(transformation(extent={{-10,0},{10.5,20}})));\n"
              "protected"}}));
  EXPECT_EQ(changed(addComponent(document, "M", {"Sine", "gain", "", "", {}})),
            "problem: 'gain' is declared already");
  EXPECT_EQ(changed(addComponent(document, "M", {"Sine", "a b", "", "", {}})),
            "problem: 'a b' is no name");
  EXPECT_EQ(changed(addComponent(document, "M", {"Sine", "s", "a = ;", "", {}})),
            "problem: 'a = ;' are no modifiers");
  EXPECT_EQ(changed(removeComponent(document, "M", "k")),
            model({{"  parameter Real k=2 \"Gain\"; // keep me\n", ""}}));
  EXPECT_EQ(changed(removeComponent(document, "M", "x")), model({{"x, y", "y"}}));
  EXPECT_EQ(changed(removeComponent(document, "M", "z")), model({{", z = 3", ""}}));
  const std::string without = changed(removeComponent(document, "M", "step"));
  EXPECT_EQ(without.find("step"), std::string::npos);
  EXPECT_EQ(without.find("connect"), std::string::npos);
  EXPECT_NE(without.find("equation\n  gain.y = x;  // tail\n"), std::string::npos);
}

TEST_F(Edits, redeclarations) {
  EXPECT_EQ(changed(redeclare(document, "M", "gain", "Medium", "package", "Media.Water")),
            model({{"y(start=0))", "y(start=0), redeclare package Medium = Media.Water)"}}));
  EXPECT_EQ(changed(redeclare(document, "M", "x", "load", "", "Lib.Spring")),
            model({{"Real x,", "Real x(redeclare Lib.Spring load),"}}));
  const std::string text =
      "model A\n  B b(k = 1, redeclare model M = C, l = 2);\n  B c(redeclare D d(e = 1));\nend "
      "A;\n";
  const Document other("a.mo", text);
  auto with = [&](const std::string& from, const std::string& to) {
    std::string made = text;
    return made.replace(made.find(from), from.size(), to);
  };
  EXPECT_EQ(changed(redeclare(other, "A", "b", "M", "model", "E"), text), with("M = C", "M = E"));
  EXPECT_EQ(changed(redeclare(other, "A", "b", "M", "model", ""), text),
            with("redeclare model M = C, ", ""));
  EXPECT_EQ(changed(redeclare(other, "A", "c", "d", "", ""), text),
            with("(redeclare D d(e = 1))", ""));
  EXPECT_EQ(changed(redeclare(other, "A", "b", "N", "model", ""), text),
            "problem: 'N' of 'b' is not redeclared");
  EXPECT_EQ(changed(redeclare(other, "A", "b", "M", "model", "x = 1"), text),
            "problem: 'x = 1' is no class");
  EXPECT_EQ(changed(redeclare(other, "A", "b", "M", "nonsense", "E"), text),
            "problem: 'nonsense' is no kind of class");
}

TEST_F(Edits, rename) {
  EXPECT_EQ(changed(renameComponent(document, "M", "x", "q")),
            model({{"Real x", "Real q"}, {"sum(x*i", "sum(q*i"}, {"y = x", "y = q"}}));
  EXPECT_EQ(changed(renameComponent(document, "M", "gain", "amplifier")),
            model({{"Gain gain", "Gain amplifier"},
                   {"+ gain.k", "+ amplifier.k"},
                   {", gain.u", ", amplifier.u"},
                   {"gain.y = x", "amplifier.y = x"}}));
  EXPECT_EQ(changed(renameComponent(document, "M", "gain", "x")),
            "problem: 'x' is declared already");
  EXPECT_EQ(changed(renameComponent(document, "M", "gain", "end")), "problem: 'end' is no name");
}

TEST_F(Edits, renameOfQuotedNames) {
  const std::string text =
      "model A\n  Real 'a\\?b'[2];\nequation\n  'a?b'[1] = 'a\\?b'[2];\nend A;\n";
  const Document quoted("a.mo", text);
  EXPECT_EQ(changed(renameComponent(quoted, "A", "'a?b'", "x"), text),
            "model A\n  Real x[2];\nequation\n  x[1] = x[2];\nend A;\n");
}

// The annotation of a replaceable component may stand behind what it is constrained by.
TEST_F(Edits, placementsBehindConstraints) {
  const std::string begin =
      "model A\n  replaceable B b constrainedby C(x=1) \"d\"\n    annotation (Placement("
      "transformation(extent=";
  const Document constrained("a.mo", begin + "{{0,0},{10,10}})));\nend A;\n");
  EXPECT_EQ(changed(moveComponent(constrained, "A", "b", 5, 0), std::string(constrained.text())),
            begin + "{{5,0},{15,10}})));\nend A;\n");
}

TEST_F(Edits, placements) {
  EXPECT_EQ(changed(moveComponent(document, "M", "gain", 20, -10)),
            model({{"{{-10,-10},{10,10}}", "{{10,-20},{30,0}}"},
                   {"{-20,0},{-12,0}", "{-20,-10},{8,-10}"}}));
  EXPECT_EQ(
      changed(moveComponent(document, "M", "step", 0, 5)),
      model({{"origin={-50,20}", "origin={-50,25}"}, {"{-40,20},{-20,20}", "{-40,25},{-20,25}"}}));
  EXPECT_EQ(changed(rotateComponent(document, "M", "step", 90)),
            model({{"rotation=90", "rotation=180"}}));
  EXPECT_EQ(changed(rotateComponent(document, "M", "step", -90)),
            model({{"rotation=90", "rotation=0"}}));
  EXPECT_EQ(changed(rotateComponent(document, "M", "gain", -90)),
            model({{"{{-10,-10},{10,10}}", "{{-10,-10},{10,10}}, rotation=-90, origin={0,0}"}}));
  EXPECT_EQ(changed(flipComponent(document, "M", "gain", Flip::Horizontal)),
            model({{"{{-10,-10},{10,10}}", "{{10,-10},{-10,10}}"}}));
  EXPECT_EQ(changed(resizeComponent(document, "M", "gain", {{-10, -10}, {30, 10}})),
            model({{"{10,10}", "{30,10}"}}));
  EXPECT_EQ(changed(resizeComponent(document, "M", "k", {{0, 0}, {1, 1}})),
            model({{"\"Gain\"",
                    "\"Gain\" annotation (Placement(transformation(extent={{0,0},{1,1}})))"}}));
  EXPECT_EQ(changed(moveComponent(document, "M", "k", 1, 1)),
            "problem: 'k' has no placement of plain numbers");
}

TEST_F(Edits, connections) {
  EXPECT_EQ(changed(pin(document, "M", "der(gain.x[2])")),
            model({{"end for;\n", "end for;\n  residue(der(gain.x[2]));\n"}}));
  EXPECT_FALSE(pin(document, "M", "2*x").ok());
  EXPECT_EQ(changed(connect(document, "M", "step.y", "gain.y")),
            model({{"end for;\n", "end for;\n  connect(step.y, gain.y);\n"}}));
  EXPECT_EQ(
      changed(connect(document, "M", "a", "b[2].c", {{0, 0}, {1.5, 2}})),
      model({{"end for;\n",
              "end for;\n  connect(a, b[2].c) annotation (Line(points={{0,0},{1.5,2}}));\n"}}));
  EXPECT_NE(
      changed(connect(document, "M", "a", "b[2].c", {{0, 0}, {1.5, 2}}, Color{0, 0, 255}))
          .find("connect(a, b[2].c) annotation (Line(points={{0,0},{1.5,2}}, color={0,0,255}));"),
      std::string::npos);
  EXPECT_EQ(changed(connect(document, "M", "gain.u", "step . y")),
            "problem: 'gain.u' and 'step . y' are connected already");
  EXPECT_EQ(changed(connect(document, "M", "1", "b")), "problem: '1' is no connector");
  EXPECT_EQ(changed(disconnect(document, "M", "gain.u", "step.y")),
            model({{"  connect(step.y, gain.u) annotation "
                    "(Line(points={{-40,20},{-20,20},{-20,0},{-12,0}},\n        "
                    "color={0,0,127}));\n",
                    ""}}));
  EXPECT_EQ(changed(setLinePoints(document, "M", "step.y", "gain.u", {{0, 0}, {1, 1}})),
            model({{"{{-40,20},{-20,20},{-20,0},{-12,0}}", "{{0,0},{1,1}}"}}));
}

TEST_F(Edits, sectionsAreMade) {
  const std::string text = "model A\r\n\tReal x; // \xC3\xBC\r\nend A;\r\n";
  const Document small("a.mo", text);
  EXPECT_EQ(changed(connect(small, "A", "p", "q"), text),
            "model A\r\n\tReal x; // \xC3\xBC\r\nequation\r\n\tconnect(p, q);\r\nend A;\r\n");
  EXPECT_EQ(changed(addComponent(small, "A", {"B", "b", "", "", {}}), text),
            "model A\r\n\tReal x; // \xC3\xBC\r\n\tB b;\r\nend A;\r\n");
  EXPECT_EQ(changed(setExperiment(small, "A", {{}, 2.5, 1e-6, {}}), text),
            "model A\r\n\tReal x; // \xC3\xBC\r\n\tannotation (experiment(StopTime=2.5, "
            "Tolerance=1e-06));\r\nend A;\r\n");
  EXPECT_EQ(changed(addClass(small, "A", "model B\n  Real y;\nend B"), text),
            "model A\r\n\tReal x; // \xC3\xBC\r\n\tmodel B\r\n\t  Real y;\r\n\tend B;\r\nend "
            "A;\r\n");
}

TEST_F(Edits, descriptionsAndDocumentation) {
  EXPECT_EQ(changed(setDescription(document, "M", "", "Say \"hi\"")),
            model({{"\"A model\"", "\"Say \\\"hi\\\"\""}}));
  EXPECT_EQ(changed(setDescription(document, "M", "k", "")), model({{" \"Gain\"", ""}}));
  EXPECT_EQ(changed(setDescription(document, "M", "z", "Z")), model({{"z = 3", "z = 3 \"Z\""}}));
  EXPECT_EQ(changed(setDescription(document, "M", "step", "In")), model({{"\"Input\"", "\"In\""}}));
  EXPECT_EQ(changed(setDocumentation(document, "M", "<p>a</p>")),
            model({{"end M;", "  annotation (Documentation(info=\"<p>a</p>\"));\nend M;"}}));
  EXPECT_EQ(changed(addClass(document, "", "type T = Real")),
            std::string(kModel) + "type T = Real;\n");
  EXPECT_EQ(changed(addClass(document, "", "type M = Real")),
            "problem: there is a class 'M' already");
  EXPECT_EQ(changed(addClass(document, "", "Real x")),
            "problem: the text is not one class definition");
}

TEST(ArraysOfComponents, values) {
  auto set = [](const std::string& text, std::string_view path, std::string_view value,
                bool ofArray = false) {
    const Document document("m.mo", "model M\n  " + text + ";\nend M;\n");
    const Outcome outcome = setModifier(document, "M", "r", path, value, ofArray);
    const std::string after = applyPatch(document.text(), outcome.patch);
    return after.substr(10, after.size() - 10 - 9);
  };
  // a number is for each of them
  EXPECT_EQ(set("R r[3]", "a", "1"), "R r[3](each a=1)");
  EXPECT_EQ(set("R[3] r(each b = 2)", "a", "-1"), "R[3] r(each b = 2, each a = -1)");
  EXPECT_EQ(set("R r[3](a = {1, 2, 3})", "a", "4"), "R r[3](each a = 4)");
  EXPECT_EQ(set("R r[3](each a(min = 0))", "a.max", "4"), "R r[3](each a(min = 0, max = 4))");
  EXPECT_EQ(set("R r[3](a(min = 0))", "a.max", "4"), "R r[3](a(min = 0, each max = 4))");
  // an array has an element for each
  EXPECT_EQ(set("R r[3](each a = 2)", "a", "{1, 2, 3}"), "R r[3](a = {1, 2, 3})");
  EXPECT_EQ(set("R r[3]", "a", "1:3"), "R r[3](a=1:3)");
  EXPECT_EQ(set("R r[3](each final a = 2)", "a", "fill(1, 3)"), "R r[3](final a = fill(1, 3))");
  // unless what is given is an array itself
  EXPECT_EQ(set("R r[3](each a = {1, 2})", "a", "{3, 4}", true), "R r[3](each a = {3, 4})");
  // a name may be either
  EXPECT_EQ(set("R r[3](a = b)", "a", "c"), "R r[3](a = c)");
  EXPECT_EQ(set("R r[3](each a = b)", "a", "c"), "R r[3](each a = c)");
  EXPECT_EQ(set("R r", "a", "{1, 2}"), "R r(a={1, 2})");
}

TEST(IconShapes, changesAreSmall) {
  auto withIcon = [](const std::string& shapes) {
    return "model M\n  annotation (Icon(graphics = {" + shapes + "}), Diagram());\nend M;\n";
  };
  const std::string a = "Line(points = {{0, 0}, {1, 2}})", b = "Text(textString = \"a, b)\")";
  const std::string c = "Ellipse(extent = {{0, 0}, {2, 2}})", gap = ", // kept\n    ";
  const std::string text = withIcon(a + gap + b + gap + c);
  const Document document("m.mo", text);
  ASSERT_EQ(iconShapes(document, "M"), (std::vector<std::string>{a, b, c}));
  auto becomes = [&](const std::vector<std::string>& shapes) {
    return changed(setIconShapes(document, "M", shapes), text);
  };
  EXPECT_EQ(becomes({a, b, c}), text);
  EXPECT_EQ(becomes({a, "X()", c}), withIcon(a + gap + "X()" + gap + c));
  EXPECT_EQ(becomes({a, b, c, "X()"}), withIcon(a + gap + b + gap + c + ", X()"));
  EXPECT_EQ(becomes({"X()", a, b, c}), withIcon("X(), " + a + gap + b + gap + c));
  EXPECT_EQ(becomes({a, "X()", b, c}), withIcon(a + ", X()" + gap + b + gap + c));
  EXPECT_EQ(becomes({b, c}), withIcon(b + gap + c));
  EXPECT_EQ(becomes({a, c}), withIcon(a + gap + c));
  EXPECT_EQ(becomes({a, b}), withIcon(a + gap + b));
  EXPECT_NE(becomes({}).find("problem: "), std::string::npos);
  EXPECT_EQ(becomes({a, "X("}), "problem: 'X(' is no expression");
  EXPECT_EQ(becomes({c, b, a}), withIcon(c + gap + b + gap + a));
  EXPECT_EQ(becomes({"X()", b, c, a}), withIcon("X()" + gap + b + gap + c + ", " + a));
  const Document bare("m.mo", "model M\nend M;\n");
  EXPECT_TRUE(iconShapes(bare, "M").empty());
  EXPECT_NE(changed(setIconShapes(bare, "M", {a}), "model M\nend M;\n")
                .find("Icon(graphics={" + a + "})"),
            std::string::npos);
  const Document made("m.mo", "model M\n  annotation (Icon(graphics = f()));\nend M;\n");
  EXPECT_NE(changed(setIconShapes(made, "M", {a})).find("problem: "), std::string::npos);
}

TEST(Patch, overlapsAreFound) {
  Patch good = {{4, 5, "x"}, {0, 2, ""}, {2, 2, "a"}, {2, 2, "b"}};
  EXPECT_TRUE(arrange(good));
  EXPECT_EQ(applyPatch("012345", good), "ab23x5");
  EXPECT_EQ(applyPatch("ab23x5", inverse("012345", good)), "012345");
  Patch bad = {{0, 3, ""}, {2, 4, ""}};
  EXPECT_FALSE(arrange(bad));
}

}  // namespace
}  // namespace formola::edit
