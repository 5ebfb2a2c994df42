// Modifications, redeclarations, comments and annotations (appendix A.2.5, A.2.7).
#include "diag/codes/syntax.h"
#include "syntax/parser_impl.h"

namespace formola::syntax {

using namespace ast;

// description-string: STRING { "+" STRING }
std::string_view Parser::parseStringComment() {
  if (!at(Tok::String) || panic_) return {};
  std::string_view text = lexer_.stringValue(tok_, arena_);
  advance();
  if (!at(Tok::Plus)) return text;
  std::string joined(text);
  while (at(Tok::Plus) && peek().kind == Tok::String) {
    advance();
    joined += lexer_.stringValue(tok_, arena_);
    advance();
  }
  return arena_.copy(std::string_view(joined));
}

const Annotation* Parser::parseOptionalAnnotation() {
  if (!at(Tok::KwAnnotation) || panic_) return nullptr;
  uint32_t begin = tok_.begin;
  advance();
  if (!at(Tok::LeftParen)) {
    expect(Tok::LeftParen, "'(' after 'annotation'");
    return nullptr;
  }
  ++annotationDepth_;
  const Modification* arguments = parseClassModification();
  --annotationDepth_;
  return arena_.make<Annotation>(arguments, rangeFrom(begin));
}

// The arguments of both, in the place of the first.
const Annotation* Parser::joinAnnotations(const Annotation& a, const Annotation& b) {
  if (!a.arguments) return &b;
  if (!b.arguments) return &a;
  std::vector<const Argument*> all(a.arguments->arguments.begin(), a.arguments->arguments.end());
  all.insert(all.end(), b.arguments->arguments.begin(), b.arguments->arguments.end());
  auto* joined = arena_.make<Modification>(*a.arguments);
  joined->arguments = arena_.copy(all);
  return arena_.make<Annotation>(joined, a.range);
}

Comment Parser::parseComment() {
  Comment comment;
  comment.text = parseStringComment();
  comment.annotation = parseOptionalAnnotation();
  return comment;
}

Comment Parser::parseElementComment(std::string_view what) {
  const Comment comment = parseComment();
  if (!comment.annotation || !comment.annotation->arguments) return comment;
  for (const Argument* argument : comment.annotation->arguments->arguments) {
    if (argument->kind != ArgumentKind::Modify || argument->name.parts.empty()) continue;
    const std::string_view name = names_.text(argument->name.parts[0].name);
    for (const std::string_view ofClass : {"experiment", "Icon", "Diagram", "uses", "version"})
      if (name == ofClass) complain(diag::ClassAnnotationElsewhere, argument->range, name, what);
  }
  return comment;
}

// modification: (arguments) [= expression] | = expression
const Modification* Parser::parseModification() {
  if (panic_) return nullptr;
  uint32_t begin = tok_.begin;
  const Modification* arguments = nullptr;
  if (at(Tok::LeftParen)) arguments = parseClassModification();
  if (panic_) return arguments;
  if (!at(Tok::Equals) && !at(Tok::Assign)) return arguments;
  if (at(Tok::Assign)) complain(diag::AssignInEquation, rangeOf(tok_), "a declaration");
  advance();
  auto* modification = arena_.make<Modification>();
  if (arguments) {
    modification->hasArguments = true;
    modification->arguments = arguments->arguments;
  }
  if (at(Tok::KwBreak)) {
    advance();
    modification->breaks = true;
  } else {
    modification->binding = parseExpression();
  }
  modification->range = rangeFrom(begin);
  return modification;
}

// class-modification: "(" [ argument { "," argument } ] ")"
const Modification* Parser::parseClassModification() {
  Nesting nesting(*this);
  Bracket open(*this);
  advance();
  List<const Argument*> arguments(*this);
  if (!at(Tok::RightParen)) {
    do {
      // "Part p(" alone on its line: the next line is another declaration
      if (at(Tok::Identifier) && tok_.lineStart && startsNextItem()) break;
      arguments.add(parseModificationArgument());
      if (at(Tok::Semicolon) && peek().kind == Tok::Identifier && !peek().lineStart && !panic_) {
        complain(diag::ExpectedToken, rangeOf(tok_), "',' between modifiers", "';'");
        advance();
        continue;
      }
      if (!accept(Tok::Comma)) break;
    } while (!panic_);
  }
  expectClosing(Tok::RightParen, open);
  auto* modification = arena_.make<Modification>();
  modification->hasArguments = true;
  modification->arguments = arguments.finish();
  modification->range = rangeFrom(open.token.begin);
  return modification;
}

const Argument* Parser::parseModificationArgument() {
  uint32_t begin = tok_.begin;
  auto* argument = arena_.make<Argument>();
  if (at(Tok::KwBreak)) {
    parseBreakArgument(*argument);
  } else {
    argument->redeclare = accept(Tok::KwRedeclare);
    // The order is fixed by the grammar; "final each" is understood all the same.
    for (bool more = true; more;) {
      more = false;
      if (at(Tok::KwEach) && !argument->each) {
        if (argument->final) {
          complain(diag::WrongPrefix, rangeOf(tok_), "each", "write 'each final'");
        }
        argument->each = more = accept(Tok::KwEach);
      } else if (at(Tok::KwFinal) && !argument->final) {
        argument->final = more = accept(Tok::KwFinal);
      }
    }
    argument->replaceable = accept(Tok::KwReplaceable);
    if (argument->redeclare || argument->replaceable) {
      parseRedeclaration(*argument);
    } else {
      argument->name = parseName(NameForm::Plain, "the name of what is modified");
      const bool rules = annotationDepth_ > 0 && at(Tok::LeftParen) &&
                         argument->name.parts.size() == 1 &&
                         names_.text(argument->name.parts[0].name) == "change";
      argument->modification = rules ? parseConversionRules() : parseModification();
      argument->comment = parseStringComment();
    }
  }
  argument->range = rangeFrom(begin);
  return argument;
}

// short-class-definition | component-clause1, with a constraining clause after "replaceable"
// "change" "(" [ conversion-rule { "," conversion-rule } ] ")", conversion-rule: IDENT
// function-call-args (section 18.8.2). A rule is an argument bound to the call that it is, which
// begins where the argument does.
const Modification* Parser::parseConversionRules() {
  Bracket open(*this);
  advance();
  List<const Argument*> rules(*this);
  if (!at(Tok::RightParen)) {
    do {
      const uint32_t begin = tok_.begin;
      auto* rule = arena_.make<Argument>();
      rule->name = parseName(NameForm::Plain, "a rule, such as convertClass(\"A\", \"B\")");
      if (panic_) break;
      if (!at(Tok::LeftParen)) {
        expect(Tok::LeftParen, "'(' after the name of the rule");
        break;
      }
      auto* call = arena_.make<Modification>();
      call->binding = parseCall(rule->name, begin);
      call->range = rangeFrom(begin);
      rule->modification = call;
      rule->range = rangeFrom(begin);
      rules.add(rule);
    } while (!panic_ && accept(Tok::Comma));
  }
  expectClosing(Tok::RightParen, open);
  auto* all = arena_.make<Modification>();
  all->hasArguments = true;
  all->arguments = rules.finish();
  all->range = rangeFrom(open.token.begin);
  return all;
}

void Parser::parseRedeclaration(Argument& argument) {
  uint32_t begin = tok_.begin;
  if (startsClass(tok_.kind)) {
    argument.kind = ArgumentKind::RedeclareClass;
    ClassDef* def = parseClassDefinition(ClassBody::ShortOnly);
    def->prefixes.redeclare = argument.redeclare;
    def->prefixes.replaceable = argument.replaceable;
    def->prefixes.final = argument.final;
    if (argument.replaceable) def->prefixes.constrainedBy = parseOptionalConstrainedBy();
    argument.classDef = def;
    return;
  }
  argument.kind = ArgumentKind::RedeclareComponent;
  auto* component = arena_.make<ComponentDecl>(Element{ElementKind::Component, {}});
  component->prefixes.redeclare = argument.redeclare;
  component->prefixes.replaceable = argument.replaceable;
  component->prefixes.final = argument.final;
  parseTypePrefixes(*component);
  component->type = parseName(NameForm::Plain, "the type of the component");
  component->typeDimensions = parseOptionalSubscripts();
  if (!panic_) {
    component->name = expectName("the name of the component", &component->nameRange);
    component->dimensions = parseOptionalSubscripts();
    component->modification = parseModification();
    component->comment = parseComment();
  }
  if (argument.replaceable) component->prefixes.constrainedBy = parseOptionalConstrainedBy();
  component->range = rangeFrom(begin);
  argument.component = component;
}

// break x | break connect(a, b)
void Parser::parseBreakArgument(Argument& argument) {
  argument.kind = ArgumentKind::Break;
  advance();
  if (at(Tok::KwConnect)) {
    uint32_t begin = tok_.begin;
    // null if it does not connect two names, which is reported
    if (Equation* connection = parseConnect()) {
      connection->range = rangeFrom(begin);
      argument.connection = &connection->as<ConnectEquation>();
    }
  } else {
    List<NamePart> parts(*this);
    NamePart part;
    part.name = expectName("the name of what is removed", &part.range);
    parts.add(part);
    argument.name.parts = parts.finish();
    argument.name.range = part.range;
  }
}

const ConstrainedBy* Parser::parseOptionalConstrainedBy() {
  if (!at(Tok::KwConstrainedBy) || panic_) return nullptr;
  advance();
  auto* clause = arena_.make<ConstrainedBy>();
  clause->type = parseName(NameForm::Plain, "the name of the constraining class");
  clause->modification = at(Tok::LeftParen) && !panic_ ? parseClassModification() : nullptr;
  clause->comment = parseComment();
  return clause;
}

}  // namespace formola::syntax
