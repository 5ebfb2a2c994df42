// Classes, elements, modifications, equations and statements: what the tree holds.
#include <gtest/gtest.h>

#include "parse_helper.h"

namespace formola {
namespace {

using namespace ast;

// Parses one class without errors.
struct ClassTest : testing::Test {
  std::unique_ptr<Parsed> parsed;

  const ClassDef& parseClass(const std::string& text) {
    parsed = parseText(text);
    EXPECT_EQ(parsed->codes(), "") << parsed->text();
    EXPECT_EQ(parsed->file->classes.size(), 1u);
    return *parsed->file->classes[0];
  }
  const ComponentDecl& parseComponent(const std::string& declaration) {
    const ClassDef& def = parseClass("model M " + declaration + " end M;");
    return def.elements[0]->as<ComponentDecl>();
  }
  const Equation& parseEquation(const std::string& equation) {
    return *parseClass("model M equation " + equation + " end M;").equations[0].equations[0];
  }
  const Statement& parseStatement(const std::string& statement) {
    return *parseClass("function M algorithm " + statement + " end M;").algorithms[0].statements[0];
  }
  std::string_view text(Symbol symbol) const { return parsed->names.text(symbol); }
  std::string text(const Name& name) const { return print(name, parsed->names); }
  std::string text(const Expr* expr) const { return expr ? print(*expr, parsed->names) : "null"; }
};

TEST_F(ClassTest, Within) {
  EXPECT_FALSE(parseText("model A end A;")->file->hasWithin);
  auto empty = parseText("within; model A end A;");
  EXPECT_TRUE(empty->file->hasWithin);
  EXPECT_TRUE(empty->file->within.parts.empty());
  auto named = parseText("within A.B; final model A end A; model C end C;");
  EXPECT_EQ(print(named->file->within, named->names), "A.B");
  ASSERT_EQ(named->file->classes.size(), 2u);
  EXPECT_TRUE(named->file->classes[0]->prefixes.final);
  EXPECT_FALSE(named->file->classes[1]->prefixes.final);
}

TEST_F(ClassTest, KindsAndPrefixes) {
  struct Case {
    const char* head;
    ClassKind kind;
  };
  for (const Case& c : {Case{"class", ClassKind::Class},
                        {"model", ClassKind::Model},
                        {"block", ClassKind::Block},
                        {"connector", ClassKind::Connector},
                        {"type", ClassKind::Type},
                        {"package", ClassKind::Package},
                        {"function", ClassKind::Function},
                        {"record", ClassKind::Record},
                        {"operator", ClassKind::Operator},
                        {"operator function", ClassKind::OperatorFunction},
                        {"operator record", ClassKind::OperatorRecord}}) {
    const ClassDef& def = parseClass(std::string(c.head) + " A \"text\" end A;");
    EXPECT_EQ(def.classKind, c.kind) << c.head;
    EXPECT_EQ(def.form, ClassForm::Long);
    EXPECT_EQ(def.comment.text, "text");
  }
  EXPECT_TRUE(parseClass("encapsulated partial model A end A;").encapsulated);
  EXPECT_TRUE(parseClass("encapsulated partial model A end A;").partial);
  EXPECT_TRUE(parseClass("expandable connector A end A;").expandable);
  EXPECT_TRUE(parseClass("pure function A end A;").pure);
  EXPECT_TRUE(parseClass("impure operator function A end A;").impure);
  EXPECT_EQ(text(parseClass("operator '+' end '+';").name), "'+'");
}

TEST_F(ClassTest, ShortClasses) {
  const ClassDef& alias =
      parseClass("connector A = input B.C[3, :](unit = \"m\") \"text\" annotation(x = 1);");
  EXPECT_EQ(alias.form, ClassForm::Short);
  EXPECT_EQ(alias.baseCausality, Causality::Input);
  EXPECT_EQ(text(alias.base), "B.C");
  EXPECT_EQ(alias.dimensions.size(), 2u);
  EXPECT_EQ(alias.dimensions[1]->kind, ExprKind::Colon);
  EXPECT_EQ(alias.modification->arguments.size(), 1u);
  EXPECT_NE(alias.comment.annotation, nullptr);
  EXPECT_EQ(parseClass("connector A = flow Real;").baseConnector, ConnectorPrefix::Flow);

  const ClassDef& enumeration =
      parseClass("type E = enumeration(a \"first\", b annotation(x = 1), c);");
  EXPECT_EQ(enumeration.form, ClassForm::Enumeration);
  ASSERT_EQ(enumeration.literals.size(), 3u);
  EXPECT_EQ(enumeration.literals[0].comment.text, "first");
  EXPECT_TRUE(parseClass("type E = enumeration(:);").openEnumeration);
  EXPECT_TRUE(parseClass("type E = enumeration();").literals.empty());

  const ClassDef& derivative = parseClass("function g = der(P.f, x, y);");
  EXPECT_EQ(derivative.form, ClassForm::Derivative);
  EXPECT_EQ(text(derivative.base), "P.f");
  EXPECT_EQ(derivative.derivativeInputs.size(), 2u);
}

TEST_F(ClassTest, ClassExtends) {
  const ClassDef& outer =
      parseClass("package P redeclare model extends M(k = 1) \"t\" Real x; end M; end P;");
  const auto& inner = outer.elements[0]->as<ClassDef>();
  EXPECT_EQ(inner.form, ClassForm::Extends);
  EXPECT_TRUE(inner.prefixes.redeclare);
  EXPECT_EQ(text(inner.name), "M");
  EXPECT_EQ(inner.modification->arguments.size(), 1u);
  EXPECT_EQ(inner.elements.size(), 1u);
}

TEST_F(ClassTest, Imports) {
  const ClassDef& def = parseClass(
      "model M import A.B; import C = A.B; import A.*; import A.B.{C, D} \"text\"; protected "
      "import E; end M;");
  ASSERT_EQ(def.elements.size(), 5u);
  EXPECT_EQ(def.elements[0]->as<Import>().form, ImportForm::Qualified);
  EXPECT_EQ(def.elements[1]->as<Import>().form, ImportForm::Renamed);
  EXPECT_EQ(text(def.elements[1]->as<Import>().alias), "C");
  EXPECT_EQ(def.elements[2]->as<Import>().form, ImportForm::All);
  EXPECT_EQ(text(def.elements[2]->as<Import>().name), "A");
  EXPECT_EQ(def.elements[3]->as<Import>().form, ImportForm::List);
  EXPECT_EQ(def.elements[3]->as<Import>().names.size(), 2u);
  EXPECT_EQ(def.elements[3]->as<Import>().comment.text, "text");
  EXPECT_TRUE(def.elements[4]->as<Import>().isProtected);
}

TEST_F(ClassTest, ComponentClause) {
  const ClassDef& def = parseClass(
      "model M protected final inner outer flow parameter input A.B[2] x[n](start = 1) = 3 if c "
      "\"text\" "
      "annotation(a = 1), y; public Real z; end M;");
  ASSERT_EQ(def.elements.size(), 3u);
  const auto& x = def.elements[0]->as<ComponentDecl>();
  EXPECT_TRUE(x.prefixes.isProtected && x.prefixes.final && x.prefixes.inner && x.prefixes.outer);
  EXPECT_EQ(x.connector, ConnectorPrefix::Flow);
  EXPECT_EQ(x.variability, Variability::Parameter);
  EXPECT_EQ(x.causality, Causality::Input);
  EXPECT_EQ(text(x.type), "A.B");
  EXPECT_EQ(x.typeDimensions.size(), 1u);
  EXPECT_EQ(x.dimensions.size(), 1u);
  EXPECT_EQ(text(x.modification->binding), "3");
  EXPECT_EQ(text(x.condition), "c");
  EXPECT_EQ(x.comment.text, "text");
  EXPECT_NE(x.comment.annotation, nullptr);
  const auto& y = def.elements[1]->as<ComponentDecl>();
  EXPECT_EQ(text(y.name), "y");
  EXPECT_EQ(y.variability, Variability::Parameter);
  EXPECT_EQ(y.modification, nullptr);
  EXPECT_EQ(y.typeDimensions.size(), 1u);
  EXPECT_FALSE(def.elements[2]->as<ComponentDecl>().prefixes.isProtected);
}

TEST_F(ClassTest, Replaceable) {
  const auto& component =
      parseComponent("replaceable A x(k = 1) \"c\" constrainedby B(m = 2) \"d\";");
  EXPECT_TRUE(component.prefixes.replaceable);
  ASSERT_NE(component.prefixes.constrainedBy, nullptr);
  EXPECT_EQ(text(component.prefixes.constrainedBy->type), "B");
  EXPECT_EQ(component.prefixes.constrainedBy->comment.text, "d");
  EXPECT_EQ(component.comment.text, "c");
  const ClassDef& def = parseClass("model M replaceable package P = Q constrainedby R; end M;");
  EXPECT_NE(def.elements[0]->as<ClassDef>().prefixes.constrainedBy, nullptr);
}

TEST_F(ClassTest, Modifications) {
  const auto& c = parseComponent(
      "A x(each final a.b = 1 \"t\", c(d = 2) = 3, redeclare replaceable model P = Q(e = 4) "
      "constrainedby R, "
      "redeclare each final parameter B y[2] = z \"s\", f, replaceable C u, g());");
  auto arguments = c.modification->arguments;
  ASSERT_EQ(arguments.size(), 7u);
  EXPECT_TRUE(arguments[0]->each && arguments[0]->final);
  EXPECT_EQ(text(arguments[0]->name), "a.b");
  EXPECT_EQ(arguments[0]->comment, "t");
  EXPECT_TRUE(arguments[1]->modification->hasArguments);
  EXPECT_EQ(text(arguments[1]->modification->binding), "3");
  EXPECT_EQ(arguments[2]->kind, ArgumentKind::RedeclareClass);
  EXPECT_TRUE(arguments[2]->redeclare && arguments[2]->replaceable);
  EXPECT_NE(arguments[2]->classDef->prefixes.constrainedBy, nullptr);
  EXPECT_EQ(arguments[3]->kind, ArgumentKind::RedeclareComponent);
  EXPECT_EQ(arguments[3]->component->variability, Variability::Parameter);
  EXPECT_EQ(arguments[4]->modification, nullptr);
  EXPECT_TRUE(arguments[5]->replaceable && !arguments[5]->redeclare);
  EXPECT_TRUE(arguments[6]->modification->hasArguments &&
              arguments[6]->modification->arguments.empty());
}

TEST_F(ClassTest, SelectiveExtension) {
  const ClassDef& def =
      parseClass("model M extends A(break x, break connect(a, b[1].c), k = break); end M;");
  auto arguments = def.elements[0]->as<Extends>().modification->arguments;
  ASSERT_EQ(arguments.size(), 3u);
  EXPECT_EQ(arguments[0]->kind, ArgumentKind::Break);
  EXPECT_EQ(text(arguments[0]->name), "x");
  ASSERT_NE(arguments[1]->connection, nullptr);
  EXPECT_EQ(text(arguments[1]->connection->right), "b[1].c");
  EXPECT_TRUE(arguments[2]->modification->breaks);
}

TEST_F(ClassTest, Sections) {
  const ClassDef& def = parseClass(
      "model M Real x; initial equation x = 1; equation x = 2; x = 3; algorithm x := 4; initial "
      "algorithm x := 5; "
      "equation protected Real y; public Real z; annotation(a = 1); end M;");
  ASSERT_EQ(def.equations.size(), 3u);
  EXPECT_TRUE(def.equations[0].initial);
  EXPECT_FALSE(def.equations[1].initial);
  EXPECT_EQ(def.equations[1].equations.size(), 2u);
  EXPECT_TRUE(def.equations[2].equations.empty());
  ASSERT_EQ(def.algorithms.size(), 2u);
  EXPECT_TRUE(def.algorithms[1].initial);
  EXPECT_EQ(def.elements.size(), 3u);
  EXPECT_NE(def.comment.annotation, nullptr);
}

TEST_F(ClassTest, External) {
  const External& full = *parseClass(
                              "function f external \"C\" y.z = g(a, 1, size(a, 1)) "
                              "annotation(Library = \"m\"); end f;")
                              .external;
  EXPECT_EQ(full.language, "C");
  EXPECT_EQ(text(full.result->name), "y.z");
  EXPECT_EQ(text(full.function), "g");
  EXPECT_EQ(full.arguments.size(), 3u);
  EXPECT_NE(full.annotation, nullptr);
  const External& bare = *parseClass("function f external; annotation(a = 1); end f;").external;
  EXPECT_FALSE(bare.hasCall);
  EXPECT_FALSE(bare.function.valid());
  const External& builtin =
      *parseClass("function f external \"builtin\" annotation(a = 1); end f;").external;
  EXPECT_EQ(builtin.language, "builtin");
  EXPECT_EQ(parseClass("function f external g(); end f;").external->result, nullptr);
}

TEST_F(ClassTest, Equations) {
  const auto& equality =
      parseEquation("(a, , b) = f(x) \"text\" annotation(c = 1);").as<EqualityEquation>();
  EXPECT_EQ(text(equality.left), "(a, , b)");
  EXPECT_EQ(equality.comment.text, "text");
  EXPECT_NE(equality.comment.annotation, nullptr);
  EXPECT_EQ(text(parseEquation("0 = if a then b else c;").as<EqualityEquation>().right),
            "if a then b else c");

  const auto& choice =
      parseEquation("if a then b = 1; elseif c then d = 2; e = 3; else f = 4; end if;")
          .as<IfEquation>();
  ASSERT_EQ(choice.branches.size(), 3u);
  EXPECT_EQ(choice.branches[1].body.size(), 2u);
  EXPECT_EQ(choice.branches[2].condition, nullptr);

  const auto& when =
      parseEquation("when {a, b} then c = pre(c); elsewhen d then reinit(x, 1); end when;")
          .as<WhenEquation>();
  EXPECT_EQ(when.branches.size(), 2u);
  EXPECT_EQ(when.branches[1].body[0]->kind, EquationKind::Call);

  const auto& loop =
      parseEquation("for i in 1:n, j loop connect(a[i].p, b.q); end for;").as<ForEquation>();
  ASSERT_EQ(loop.iterators.size(), 2u);
  EXPECT_EQ(loop.iterators[1].in, nullptr);
  EXPECT_EQ(text(loop.body[0]->as<ConnectEquation>().left), "a[i].p");
  EXPECT_EQ(text(parseEquation("Connections.root(a.R);").as<CallEquation>().call),
            "Connections.root(a.R)");
  // "initial" begins an equation here, not a section
  EXPECT_EQ(parseEquation("initial() = x;").kind, EquationKind::Equality);
}

TEST_F(ClassTest, Statements) {
  EXPECT_EQ(text(parseStatement("x.y[1] := 2;").as<AssignStatement>().target), "x.y[1]");
  const auto& multi = parseStatement("(a, , b) := f(x);").as<MultiAssignStatement>();
  ASSERT_EQ(multi.targets.size(), 3u);
  EXPECT_EQ(multi.targets[1], nullptr);
  EXPECT_EQ(parseStatement("f(x);").kind, StatementKind::Call);
  EXPECT_EQ(parseStatement("break;").kind, StatementKind::Break);
  EXPECT_EQ(parseStatement("return \"done\";").comment.text, "done");
  EXPECT_EQ(
      parseStatement("if a then elseif b then else end if;").as<IfStatement>().branches.size(), 3u);
  EXPECT_EQ(parseStatement("for i in {1, 2} loop x := i; y := i; end for;")
                .as<ForStatement>()
                .body.size(),
            2u);
  EXPECT_EQ(
      text(
          parseStatement("while a < 3 loop a := a + 1; end while;").as<WhileStatement>().condition),
      "a < 3");
  EXPECT_EQ(parseStatement("when a then b := 1; elsewhen c then d := 2; end when;")
                .as<WhenStatement>()
                .branches.size(),
            2u);
}

TEST_F(ClassTest, StringCommentsAreJoined) {
  EXPECT_EQ(parseComponent("Real x \"a\" + \"b\\n\" + \"c\";").comment.text, "ab\nc");
}

// ---------------------------------------------------------------- printing

TEST(RoundTrip, EveryForm) {
  const char* text = R"(within A.B;

encapsulated partial model M "comment"
  import A.B;
  import C = A.B;
  import A.*;
  import A.B.{C, D};
  extends Base(x = 1, break y, break connect(a, b), z = break) annotation(a = 1);
  replaceable package P = Q constrainedby R(a = 1) "c";
  type E = enumeration(a "first", b);
  type F = enumeration(:);
  function g = der(f, x, y);
  connector K = flow input Real[3](unit = "m");
  redeclare model extends N(k = 1) "n"
    Real x;
  end N;
  parameter A.B[2] x[n](each start = 1, redeclare replaceable model P = Q constrainedby R) = 3 if c "text" annotation(d = 1);
protected
  inner Real y;
  operator record Complex
    encapsulated operator function '+'
      input Complex a;
      output Complex b;
      external "C" b = add(a, 1) annotation(Library = "m");
    end '+';
  end Complex;
public
  stream Real z;
initial equation
  x = 1;
equation
  (a, , b) = f(x) "comment" annotation(c = 1);
  (if a then b else c) = d;
  if a then
    b = 1;
  elseif c then
    d = 2;
  else
    e = 3;
  end if;
  for i in 1:n, j loop
    connect(a[i].p, b.q) annotation(Line(points = {{0, 0}, {1.5, -1}}));
  end for;
  when {a, b} then
    reinit(x, -pre(v));
  elsewhen sample(0, 1) then
    assert(false, "message\n");
  end when;
algorithm
  x := if a then b else c;
  (a, , b) := f(x);
  while not a and b loop
    break;
  end while;
  for i in 1:2:5 loop
    return;
  end for;
  when a then
    b := 1;
  elsewhen c then
    d := 2;
  end when;
  annotation(Icon(graphics = {Line(points = [1, 2; 3, 4])}), choices(choice(redeclare model P = Q "q")));
end M;
)";
  auto parsed = parseText(text);
  ASSERT_EQ(parsed->codes(), "") << parsed->text();
  EXPECT_EQ(print(*parsed->file, parsed->names), text);
}

TEST(RoundTrip, StringsSurvive) {
  std::string documentation(100, 'x');
  auto parsed = parseText("model A \"" + documentation + "\n\\\"\\\\\\t\\r\" end A;");
  std::string printed = print(*parsed->file, parsed->names);
  EXPECT_NE(printed.find("x\n\\\""), std::string::npos);  // long texts keep their lines
  auto again = std::make_unique<Parsed>();
  FileId file = parsed->sources.add("again.mo", printed);
  const auto* tree =
      parseFile(file, parsed->sources, parsed->names, parsed->arena, parsed->diagnostics);
  EXPECT_EQ(parsed->codes(), "");
  EXPECT_TRUE(equal(*parsed->file, *tree));
}

TEST(Equal, SeesDifferences) {
  const char* variants[] = {"model A end A;",
                            "within; model A end A;",
                            "model B end B;",
                            "block A end A;",
                            "partial model A end A;",
                            "model A Real x; end A;",
                            "model A Real y; end A;",
                            "model A Integer x; end A;",
                            "model A protected Real x; end A;",
                            "model A parameter Real x; end A;",
                            "model A Real x = 1; end A;",
                            "model A Real x = 1.0; end A;",
                            "model A Real x(a = 1); end A;",
                            "model A Real x(each a = 1); end A;",
                            "model A Real x(final a = 1); end A;",
                            "model A Real x \"c\"; end A;",
                            "model A Real x if b; end A;",
                            "model A Real x[2]; end A;",
                            "model A Real[2] x; end A;",
                            "model A Real x = a + b; end A;",
                            "model A Real x = a - b; end A;",
                            "model A Real x = b + b; end A;",
                            "model A Real x = f(a); end A;",
                            "model A Real x = f(n = a); end A;",
                            "model A equation a = b; end A;",
                            "model A equation b = a; end A;",
                            "model A initial equation a = b; end A;",
                            "model A algorithm a := b; end A;",
                            "model A equation f(a); end A;",
                            "model A annotation(a = 1); end A;",
                            "model A equation connect(a, b); end A;",
                            "model A equation connect(a, b[1]); end A;",
                            "model A = B;",
                            "model A = B(x = 1);",
                            "model A = .B;",
                            "model A extends B; end A;",
                            "model A import B; end A;",
                            "model A import B.*; end A;",
                            "model A equation if a then end if; end A;",
                            "model A equation when a then end when; end A;",
                            "model A equation if a then else end if; end A;",
                            "function A external; end A;",
                            "function A external f(); end A;"};
  Parsed all;
  std::vector<const ast::StoredDefinition*> trees;
  for (const char* text : variants) {
    FileId file = all.sources.add("v.mo", text);
    trees.push_back(parseFile(file, all.sources, all.names, all.arena, all.diagnostics));
  }
  ASSERT_EQ(all.codes(), "") << all.text();
  for (size_t i = 0; i < trees.size(); ++i) {
    for (size_t j = 0; j < trees.size(); ++j) {
      EXPECT_EQ(equal(*trees[i], *trees[j]), i == j) << variants[i] << "  |  " << variants[j];
    }
  }
}

}  // namespace
}  // namespace formola
