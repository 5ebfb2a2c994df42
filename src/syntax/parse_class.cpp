// Files, classes and their elements (appendix A.2.1 - A.2.4).
#include "diag/codes/syntax.h"
#include "syntax/parser_impl.h"

namespace formola::syntax {

using namespace ast;

// ---------------------------------------------------------------- files

namespace {

void suggestClassWord(Diagnostic& wrong, std::string_view word) {
  const std::string hint =
      didYouMean(word, {"model", "package", "function", "class", "block", "connector", "record",
                        "type", "operator", "partial", "encapsulated", "expandable", "within"});
  if (!hint.empty()) wrong.note("did you mean '" + hint + "'?");
}

}  // namespace

const StoredDefinition* Parser::parseStoredDefinition() {
  auto* file = arena_.make<StoredDefinition>();
  List<const ClassDef*> classes(*this);
  if (accept(Tok::KwWithin)) {
    file->hasWithin = true;
    if (!at(Tok::Semicolon))
      file->within = parseName(NameForm::Plain, "the name of the enclosing package");
    expectSemicolon("'within' clause");
  }
  while (!at(Tok::EndOfFile)) {
    uint32_t begin = tok_.begin;
    bool isFinal = accept(Tok::KwFinal);
    if (startsClass(tok_.kind)) {
      ClassDef* def = parseClassDefinition(ClassBody::Any);
      def->prefixes.final = isFinal;
      classes.add(def);
      expectSemicolon("class definition");
      continue;
    }
    if (at(Tok::KwWithin)) {
      complain(diag::MisplacedWithin, rangeOf(tok_));
      advance();
      if (!at(Tok::Semicolon)) parseName(NameForm::Plain, "the name of the enclosing package");
      expectSemicolon("'within' clause");
      continue;
    }
    if (closesSomething()) {
      complain(diag::UnexpectedEnd, {file_, tok_.begin, peek().end},
               at(Tok::EndOfFile) ? "" : lexer_.text(peek()));
      advance();
      if (!at(Tok::Semicolon)) advance();
      accept(Tok::Semicolon);
      continue;
    }
    if (accept(Tok::Semicolon)) {
      // A stray ';' between classes: harmless, but not Modelica.
      complain(diag::ExpectedClass, {file_, begin, begin + 1}, "';'");
      continue;
    }
    Diagnostic* wrong = complain(diag::ExpectedClass, rangeOf(tok_), describe(tok_));
    if (wrong && at(Tok::Identifier)) suggestClassWord(*wrong, lexer_.text(tok_));
    // One error for whatever this is: go to the next line that begins with a class.
    errors_.setSkipping(true);
    do {
      advance();
    } while (!at(Tok::EndOfFile) && !(tok_.lineStart && startsClass(tok_.kind)));
    errors_.setSkipping(false);
  }
  file->classes = classes.finish();
  return file;
}

// ---------------------------------------------------------------- classes

void Parser::parseClassPrefixes(ClassDef& def) {
  def.encapsulated = accept(Tok::KwEncapsulated);
  def.partial = accept(Tok::KwPartial);
  if (at(Tok::KwEncapsulated)) {
    complain(diag::WrongPrefix, rangeOf(tok_), "encapsulated", "write 'encapsulated partial'");
    def.encapsulated = accept(Tok::KwEncapsulated);
  }
  def.expandable = accept(Tok::KwExpandable);
  def.pure = accept(Tok::KwPure);
  def.impure = accept(Tok::KwImpure);
  Tok kind = tok_.kind;
  switch (kind) {
    case Tok::KwClass:
      def.classKind = ClassKind::Class;
      break;
    case Tok::KwModel:
      def.classKind = ClassKind::Model;
      break;
    case Tok::KwBlock:
      def.classKind = ClassKind::Block;
      break;
    case Tok::KwConnector:
      def.classKind = ClassKind::Connector;
      break;
    case Tok::KwType:
      def.classKind = ClassKind::Type;
      break;
    case Tok::KwPackage:
      def.classKind = ClassKind::Package;
      break;
    case Tok::KwFunction:
      def.classKind = ClassKind::Function;
      break;
    case Tok::KwRecord:
      def.classKind = ClassKind::Record;
      break;
    case Tok::KwOperator:
      def.classKind = ClassKind::Operator;
      advance();
      if (accept(Tok::KwFunction)) {
        def.classKind = ClassKind::OperatorFunction;
      } else if (accept(Tok::KwRecord)) {
        def.classKind = ClassKind::OperatorRecord;
      }
      break;
    default:
      fail(diag::ExpectedToken, rangeOf(tok_),
           "'model', 'package', 'function' or another kind of class", describe(tok_));
      return;
  }
  if (kind != Tok::KwOperator) advance();
  if (def.expandable && def.classKind != ClassKind::Connector) {
    complain(diag::WrongPrefix, rangeOf(previous_), "expandable",
             "only a connector can be expandable");
  }
  bool isFunction =
      def.classKind == ClassKind::Function || def.classKind == ClassKind::OperatorFunction;
  if ((def.pure || def.impure) && !isFunction) {
    complain(diag::WrongPrefix, rangeOf(previous_), def.pure ? "pure" : "impure",
             "only a function can be pure or impure");
  }
}

ClassDef* Parser::parseClassDefinition(ClassBody body) {
  Nesting nesting(*this);
  uint32_t begin = tok_.begin;
  auto* def = arena_.make<ClassDef>(Element{ElementKind::Class, {}});
  parseClassPrefixes(*def);
  if (!panic_) {
    if (body == ClassBody::Any && accept(Tok::KwExtends)) def->form = ClassForm::Extends;
    def->name = expectName("the name of the class", &def->nameRange);
  } else {
    def->name = names_.intern("");
  }
  if (!panic_) {
    if (def->form == ClassForm::Extends) {
      if (at(Tok::LeftParen)) def->modification = parseClassModification();
      parseLongClass(*def);
    } else if (accept(Tok::Equals)) {
      parseShortClass(*def);
    } else if (body == ClassBody::ShortOnly) {
      fail(diag::ShortClassExpected, rangeOf(tok_), names_.text(def->name), describe(tok_));
    } else {
      parseLongClass(*def);
    }
  }
  def->range = rangeFrom(begin);
  return def;
}

// after "IDENT =": a type with prefixes, an enumeration, or a partial derivative of a function
void Parser::parseShortClass(ClassDef& def) {
  if (at(Tok::KwEnumeration)) {
    parseEnumeration(def);
  } else if (at(Tok::KwDer)) {
    parseDerivativeClass(def);
  } else {
    def.form = ClassForm::Short;
    if (accept(Tok::KwFlow)) {
      def.baseConnector = ConnectorPrefix::Flow;
    } else if (accept(Tok::KwStream)) {
      def.baseConnector = ConnectorPrefix::Stream;
    }
    if (accept(Tok::KwInput)) {
      def.baseCausality = Causality::Input;
    } else if (accept(Tok::KwOutput)) {
      def.baseCausality = Causality::Output;
    }
    constexpr std::string_view kClass = "the name of a class";
    if (!endsUnfinished(diag::ExpectedName, kClass)) def.base = parseName(NameForm::Plain, kClass);
    if (!panic_) def.dimensions = parseOptionalSubscripts();
    if (at(Tok::LeftParen) && !panic_) def.modification = parseClassModification();
  }
  def.comment = parseComment();
}

void Parser::parseEnumeration(ClassDef& def) {
  def.form = ClassForm::Enumeration;
  advance();
  Bracket open(*this);
  if (!expect(Tok::LeftParen, "'(' after 'enumeration'")) return;
  List<EnumLiteral> literals(*this);
  if (accept(Tok::Colon)) {
    def.openEnumeration = true;
  } else if (!at(Tok::RightParen)) {
    do {
      EnumLiteral literal{};
      literal.name = expectName("the name of an enumeration literal", &literal.range);
      literal.comment = parseComment();
      literals.add(literal);
    } while (!panic_ && accept(Tok::Comma));
  }
  expectClosing(Tok::RightParen, open);
  def.literals = literals.finish();
}

// function f = der(g, x, y)
void Parser::parseDerivativeClass(ClassDef& def) {
  def.form = ClassForm::Derivative;
  advance();
  Bracket open(*this);
  if (!expect(Tok::LeftParen, "'(' after 'der'")) return;
  def.base = parseName(NameForm::Plain, "the name of a function");
  List<NamePart> inputs(*this);
  expect(Tok::Comma, "',' and the inputs to differentiate by");
  do {
    NamePart part;
    part.name = expectName("the name of an input", &part.range);
    inputs.add(part);
  } while (!panic_ && accept(Tok::Comma));
  expectClosing(Tok::RightParen, open);
  def.derivativeInputs = inputs.finish();
}

void Parser::parseLongClass(ClassDef& def) {
  openClasses_.push_back(def.name);
  std::vector<Tok> outerBlocks;
  outerBlocks.swap(openBlocks_);  // an "end if" cannot reach out of a class
  def.comment.text = parseStringComment();
  if (panic_) {  // the head was wrong: go on with the first declaration
    skipItem();
    panic_ = false;
  }
  parseComposition(def);
  openClasses_.pop_back();
  openBlocks_.swap(outerBlocks);
  parseEndOfClass(def);
}

// A line that begins with one of them is a declaration, even a wrong one such as "Real = 1;".
bool Parser::isPredefinedType(Symbol name) const {
  std::string_view text = names_.text(name);
  return text == "Real" || text == "Integer" || text == "Boolean" || text == "String";
}

// "connect(", "a.b[1] = ..." or "f(x);" where a declaration is expected.
bool Parser::acceptMisspeltSection() {
  if (!at(Tok::Identifier) || !tok_.lineStart || !peek().lineStart) return false;
  const std::string_view word = names_.text(tok_.symbol);
  const std::string meant = didYouMean(word, {"equation", "algorithm", "protected", "public"});
  if (meant.empty()) return false;
  if (Diagnostic* d = complain(diag::ExpectedDeclaration, rangeOf(tok_), describe(tok_)))
    d->note("did you mean '" + meant + "'?");
  tok_.kind = meant == "equation"    ? Tok::KwEquation
              : meant == "algorithm" ? Tok::KwAlgorithm
              : meant == "protected" ? Tok::KwProtected
                                     : Tok::KwPublic;
  return true;
}

bool Parser::startsEquation() {
  if (at(Tok::KwConnect) || at(Tok::KwWhen) || at(Tok::KwFor) || at(Tok::KwIf) || at(Tok::KwDer) ||
      at(Tok::KwWhile))
    return true;
  if (!at(Tok::Identifier) && !at(Tok::Dot)) return false;
  size_t i = at(Tok::Dot) ? 1 : 0;
  while (peek(i).kind == Tok::Identifier && peek(i + 1).kind == Tok::Dot) i += 2;
  const Tok next = peek(i + 1).kind;
  return peek(i).kind == Tok::Identifier &&
         (next == Tok::Equals || next == Tok::Assign || next == Tok::LeftParen ||
          next == Tok::EqualEqual || next == Tok::Plus || next == Tok::Minus || next == Tok::Star ||
          next == Tok::Slash);
}

void Parser::parseClassAnnotation(ClassDef& def) {
  const Token keyword = tok_;
  const Annotation* annotation = parseOptionalAnnotation();
  if (def.comment.annotation && annotation) {
    complain(diag::DuplicateAnnotation, rangeOf(keyword));
    def.comment.annotation = joinAnnotations(*def.comment.annotation, *annotation);
  } else {
    def.comment.annotation = annotation;
  }
  expectSemicolon("annotation");
}

// "end if" where nothing is to be closed; any other "end" is that of the class.
bool Parser::skipStrayEnd() {
  const Tok closed = peek().kind;
  if (closed != Tok::KwIf && closed != Tok::KwFor && closed != Tok::KwWhen &&
      closed != Tok::KwWhile)
    return false;
  complain(diag::UnexpectedEnd, {file_, tok_.begin, peek().end}, spelling(closed));
  advance();
  advance();
  accept(Tok::Semicolon);
  return true;
}

void Parser::parseComposition(ClassDef& def) {
  enum class Section { None, Equation, Algorithm };
  List<const Element*> elements(*this);
  List<EquationSection> equations(*this);
  List<AlgorithmSection> algorithms(*this);
  bool isProtected = false;
  Section section = Section::None;  // declarations must not follow an equation or algorithm section
  bool misplaced = false;           // they do; what comes next still belongs to the section
  for (bool isFirst = true;; isFirst = false) {
    uint32_t begin = tok_.begin;
    if (at(Tok::EndOfFile)) break;
    if (section != Section::None && isKeyword(tok_.kind) &&
        (peek().kind == Tok::Equals || peek().kind == Tok::Assign)) {
      // "input = 2;" in a section: meant as a name
      complain(diag::KeywordAsName, rangeOf(tok_), spelling(tok_.kind));
      advance();
      advance();
      parseExpression();
      expectSemicolon("equation");
      misplaced = true;
      continue;
    }
    if (at(Tok::KwEnd)) {
      if (!skipStrayEnd()) break;
      misplaced = true;
      continue;
    }
    bool initial =
        at(Tok::KwInitial) && (peek().kind == Tok::KwEquation || peek().kind == Tok::KwAlgorithm);
    if (initial) advance();
    switch (tok_.kind) {
      case Tok::KwPublic:
      case Tok::KwProtected:
        isProtected = at(Tok::KwProtected);
        section = Section::None;
        misplaced = false;
        advance();
        continue;
      case Tok::KwEquation: {
        advance();
        auto all = parseEquations();
        equations.add({initial, all, rangeFrom(begin)});
        section = Section::Equation;
        misplaced = false;
        continue;
      }
      case Tok::KwAlgorithm: {
        advance();
        auto all = parseStatements();
        algorithms.add({initial, all, rangeFrom(begin)});
        section = Section::Algorithm;
        misplaced = false;
        continue;
      }
      case Tok::KwExternal:
        def.external = parseExternal();
        expectSemicolon("external clause");
        continue;
      case Tok::KwAnnotation:
        parseClassAnnotation(def);
        continue;
      case Tok::Semicolon:
        if (Diagnostic* d = complain(diag::ExpectedDeclaration, rangeOf(tok_), "';'"); d && isFirst)
          d->note(fmt::format("no ';' stands after the name of a class; it ends with 'end {};'",
                              names_.text(def.name)));
        advance();
        continue;
      default:
        break;
    }
    if (acceptMisspeltSection()) continue;
    bool declaration =
        startsDeclaration() || (at(Tok::Identifier) && isPredefinedType(tok_.symbol));
    const bool equationLike = !declaration && startsEquation();
    if (equationLike && section == Section::Algorithm) {
      auto all = parseStatements();
      algorithms.add({false, all, rangeFrom(begin)});
    } else if (equationLike) {
      if (!misplaced) complain(diag::MissingEquationSection, rangeOf(tok_));
      auto all = parseEquations();
      equations.add({false, all, rangeFrom(begin)});
      section = Section::Equation;
    } else if (declaration || at(Tok::Identifier) || at(Tok::Dot)) {
      if (section != Section::None && !misplaced) {
        complain(diag::DeclarationInSection, rangeOf(tok_));
        misplaced = true;
      }
      parseElement(elements, isProtected);
      expectSemicolon("declaration");
    } else {
      fail(diag::ExpectedDeclaration, rangeOf(tok_), describe(tok_));
      expectSemicolon("declaration");
    }
    if (tok_.begin == begin && !at(Tok::EndOfFile)) advance();  // always move on
  }
  def.elements = elements.finish();
  def.equations = equations.finish();
  def.algorithms = algorithms.finish();
}

// "end X": its own, that of an enclosing class (then this one is not closed), or a slip of the pen
void Parser::parseEndOfClass(ClassDef& def) {
  std::string_view name = names_.text(def.name);
  if (!at(Tok::KwEnd)) {
    if (Diagnostic* d = complain(diag::UnclosedClass, def.nameRange, name, describe(tok_))) {
      d->note("here it should be closed", rangeOf(tok_));
    }
    if (at(Tok::EndOfFile)) stop();  // the enclosing classes are open too; say it once
    return;
  }
  const Token& closed = peek();
  if (closed.kind != Tok::Identifier) {
    advance();
    if (isKeyword(tok_.kind) &&
        lexer_.text(tok_) == name) {  // the name is a keyword, reported where declared
      advance();
      return;
    }
    complain(diag::EndWithoutName, rangeOf(previous_), name);
    return;
  }
  if (closed.symbol == def.name) {
    advance();
    advance();
    return;
  }
  if (isOpenClass(closed.symbol)) {
    if (Diagnostic* d = complain(diag::UnclosedClass, def.nameRange, name,
                                 fmt::format("'end {}'", names_.text(closed.symbol)))) {
      d->note("here it should be closed", rangeOf(tok_));
    }
    semicolonMissed_ = true;
    return;
  }
  if (Diagnostic* d = complain(diag::EndNameMismatch, rangeOf(closed), lexer_.text(closed), name)) {
    d->note("the class begins here", def.nameRange);
  }
  advance();
  advance();
}

// ---------------------------------------------------------------- elements

ElementPrefixes Parser::parseElementPrefixes() {
  ElementPrefixes prefixes;
  // The grammar fixes the order redeclare, final, inner, outer, replaceable.
  struct Entry {
    Tok kind;
    bool* flag;
  };
  const Entry entries[] = {{Tok::KwRedeclare, &prefixes.redeclare},
                           {Tok::KwFinal, &prefixes.final},
                           {Tok::KwInner, &prefixes.inner},
                           {Tok::KwOuter, &prefixes.outer},
                           {Tok::KwReplaceable, &prefixes.replaceable}};
  size_t last = 0;
  for (;;) {
    size_t i = 0;
    while (i < std::size(entries) && !at(entries[i].kind)) ++i;
    if (i == std::size(entries)) return prefixes;
    if (*entries[i].flag) {
      complain(diag::WrongPrefix, rangeOf(tok_), spelling(tok_.kind), "it is given twice");
    } else if (i < last) {
      complain(diag::WrongPrefix, rangeOf(tok_), spelling(tok_.kind),
               fmt::format("write it before '{}'", spelling(entries[last].kind)));
    }
    *entries[i].flag = true;
    last = std::max(last, i);
    advance();
  }
}

void Parser::parseElement(List<const Element*>& elements, bool isProtected) {
  if (at(Tok::KwImport)) {
    // one that is being typed and has no name yet means nothing
    if (const Import* import = parseImport(isProtected); !import->name.parts.empty())
      elements.add(import);
    return;
  }
  if (at(Tok::KwExtends)) {
    elements.add(parseExtends(isProtected));
    return;
  }
  uint32_t begin = tok_.begin;
  ElementPrefixes prefixes = parseElementPrefixes();
  prefixes.isProtected = isProtected;
  if (!startsClass(tok_.kind)) {
    parseComponentClause(elements, prefixes, begin);
    return;
  }
  ClassDef* def = parseClassDefinition(ClassBody::Any);
  if (prefixes.replaceable || at(Tok::KwConstrainedBy)) {
    if (!prefixes.replaceable) {
      complain(diag::WrongPrefix, rangeOf(tok_), "constrainedby",
               "only a replaceable element has it");
    }
    prefixes.constrainedBy = parseOptionalConstrainedBy();
  }
  def->prefixes = prefixes;
  def->range = rangeFrom(begin);
  elements.add(def);
}

const Import* Parser::parseImport(bool isProtected) {
  uint32_t begin = tok_.begin;
  advance();
  auto* import = arena_.make<Import>(Element{ElementKind::Import, {}});
  import->isProtected = isProtected;
  import->form = ImportForm::Qualified;
  if (endsUnfinished(diag::ExpectedName, "the name of a class")) {
    // nothing of it is there
  } else if (at(Tok::Identifier) && peek().kind == Tok::Equals) {
    import->form = ImportForm::Renamed;
    import->alias = tok_.symbol;
    advance();
    advance();
    import->name = parseName(NameForm::Plain, "the name of a class");
  } else {
    import->name = parseName(NameForm::Plain, "the name of a class");
    if (!panic_ && accept(Tok::DotStar)) {
      import->form = ImportForm::All;
    } else if (!panic_ && at(Tok::Dot) && peek().kind == Tok::LeftBrace) {
      import->form = ImportForm::List;
      advance();
      Bracket open(*this);
      advance();
      List<NamePart> names(*this);
      do {
        NamePart part;
        part.name = expectName("the name of a class", &part.range);
        names.add(part);
      } while (!panic_ && accept(Tok::Comma));
      expectClosing(Tok::RightBrace, open);
      import->names = names.finish();
    }
  }
  import->comment = parseComment();
  import->range = rangeFrom(begin);
  return import;
}

const Extends* Parser::parseExtends(bool isProtected) {
  uint32_t begin = tok_.begin;
  advance();
  auto* extends = arena_.make<Extends>(Element{ElementKind::Extends, {}});
  extends->isProtected = isProtected;
  constexpr std::string_view kBase = "the name of the base class";
  if (!endsUnfinished(diag::ExpectedName, kBase)) extends->base = parseName(NameForm::Plain, kBase);
  extends->modification = at(Tok::LeftParen) && !panic_ ? parseClassModification() : nullptr;
  extends->annotation = parseOptionalAnnotation();
  extends->range = rangeFrom(begin);
  return extends;
}

// type-prefix: [flow | stream] [discrete | parameter | constant] [input | output]
void Parser::parseTypePrefixes(ComponentDecl& component) {
  int last = 0;
  Tok lastKind = Tok::EndOfFile;
  for (;;) {
    int group;
    Tok kind = tok_.kind;
    switch (kind) {
      case Tok::KwFlow:
      case Tok::KwStream:
        group = 1;
        break;
      case Tok::KwDiscrete:
      case Tok::KwParameter:
      case Tok::KwConstant:
        group = 2;
        break;
      case Tok::KwInput:
      case Tok::KwOutput:
        group = 3;
        break;
      default:
        return;
    }
    // "Real input;": a keyword as the name, not as a prefix
    if (group == last) {
      complain(diag::WrongPrefix, rangeOf(tok_), spelling(kind),
               fmt::format("it excludes '{}'", spelling(lastKind)));
    } else if (group < last) {
      complain(diag::WrongPrefix, rangeOf(tok_), spelling(kind),
               fmt::format("write it before '{}'", spelling(lastKind)));
    }
    switch (kind) {
      case Tok::KwFlow:
        component.connector = ConnectorPrefix::Flow;
        break;
      case Tok::KwStream:
        component.connector = ConnectorPrefix::Stream;
        break;
      case Tok::KwDiscrete:
        component.variability = Variability::Discrete;
        break;
      case Tok::KwParameter:
        component.variability = Variability::Parameter;
        break;
      case Tok::KwConstant:
        component.variability = Variability::Constant;
        break;
      case Tok::KwInput:
        component.causality = Causality::Input;
        break;
      default:
        component.causality = Causality::Output;
        break;
    }
    last = std::max(last, group);
    lastKind = kind;
    advance();
  }
}

// component-clause: one ComponentDecl for each declared name
void Parser::parseComponentClause(List<const Element*>& elements, const ElementPrefixes& prefixes,
                                  uint32_t begin) {
  ComponentDecl shared{Element{ElementKind::Component, {}}};
  shared.prefixes = prefixes;
  parseTypePrefixes(shared);
  shared.type = parseName(NameForm::Plain, "the type of a component");
  if (panic_) return;
  shared.typeDimensions = parseOptionalSubscripts();
  clause_.clear();
  do {
    if (panic_) break;
    auto* component = arena_.make<ComponentDecl>(shared);
    if (at(Tok::Integer) && !clause_.empty()) {
      if (Diagnostic* d =
              fail(diag::ExpectedName, rangeOf(tok_), "the name of a component", describe(tok_)))
        d->note("a decimal number is written with a point: 1.5");
      break;
    }
    if (at(Tok::Identifier) && tok_.lineStart &&
        (peek().kind == Tok::Identifier || peek().kind == Tok::Dot) && !peek().lineStart) {
      // "parameter Real" alone on its line: the next line is another declaration
      fail(diag::ExpectedName, {file_, prevEnd_, prevEnd_}, "the name of a component",
           "the end of the line");
      break;
    }
    component->name = expectName("the name of a component", &component->nameRange);
    if (panic_) break;
    component->dimensions = parseOptionalSubscripts();
    component->modification = parseModification();
    if (!panic_ && accept(Tok::KwIf)) component->condition = parseExpression();
    component->comment = parseElementComment("a declaration");
    component->range = rangeFrom(begin);
    elements.add(component);
    clause_.push_back(component);
  } while (accept(Tok::Comma));
  if (!at(Tok::KwConstrainedBy) || panic_) return;
  if (!prefixes.replaceable) {
    complain(diag::WrongPrefix, rangeOf(tok_), "constrainedby",
             "only a replaceable element has it");
  }
  const ConstrainedBy* clause = parseOptionalConstrainedBy();
  for (ComponentDecl* component : clause_) component->prefixes.constrainedBy = clause;
}

// external [language] [[result =] function(arguments)] [annotation]
const External* Parser::parseExternal() {
  uint32_t begin = tok_.begin;
  advance();
  auto* external = arena_.make<External>();
  if (at(Tok::String)) {
    external->language = lexer_.stringValue(tok_, arena_);
    advance();
  }
  if (at(Tok::Identifier) || at(Tok::Dot)) {
    const Expr* first = nullptr;
    if (peek().kind != Tok::LeftParen) {
      uint32_t resultBegin = tok_.begin;
      Name result = parseName(NameForm::WithSubscripts, "the result of the external function");
      first = makeExpr<ReferenceExpr>(resultBegin, result);
      expect(Tok::Equals, "'=' after the result of the external function");
    }
    if (first) external->result = &first->as<ReferenceExpr>();
    external->hasCall = true;
    external->function = panic_ ? Symbol() : expectName("the name of the external function");
    Bracket open(*this);
    List<const Expr*> arguments(*this);
    if (expect(Tok::LeftParen, "'(' after the external function") && !at(Tok::RightParen)) {
      do {
        arguments.add(parseExpression());
      } while (!panic_ && accept(Tok::Comma));
    }
    expectClosing(Tok::RightParen, open);
    external->arguments = arguments.finish();
  }
  external->annotation = parseOptionalAnnotation();
  external->range = rangeFrom(begin);
  return external;
}

}  // namespace formola::syntax
