// The recursive-descent parser; internal to this layer. The parts are in parse_*.cpp:
//   parser.cpp             tokens, errors and recovery, entry points
//   parse_expr.cpp         expressions and names
//   parse_modification.cpp modifications, annotations, comments
//   parse_class.cpp        files, classes, elements
//   parse_equation.cpp     equations; parse_statement.cpp: statements
//
// Errors: complain() reports where the parser knows how to go on as if the text were right. fail()
// reports and sets panic_; until recovery nothing else is reported, expect() consumes nothing, and
// the callers unwind to the next item (declaration, equation, statement), where endItem() skips to
// its end and clears panic_.
#pragma once

#include <cstring>
#include <tuple>
#include <vector>

#include "syntax/lexer.h"
#include "syntax/parser.h"

namespace formola::syntax {

class Parser {
 public:
  Parser(FileId file, const SourceManager& sources, Interner& names, Arena& arena,
         Diagnostics& diagnostics);

  const ast::StoredDefinition* parseStoredDefinition();
  const ast::Expr* parseWholeExpression();

 private:
  // ---------------------------------------------------------------- lists
  // A list under construction: lists of one type nest like a stack in one vector, so that no list
  // allocates.
  template <typename T>
  class List {
   public:
    explicit List(Parser& parser)
        : arena_(parser.arena_),
          items_(std::get<std::vector<T>>(parser.scratch_)),
          mark_(items_.size()) {}
    ~List() { items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(mark_), items_.end()); }
    List(const List&) = delete;
    List& operator=(const List&) = delete;

    void add(const T& item) { items_.push_back(item); }
    size_t size() const { return items_.size() - mark_; }
    const T& operator[](size_t i) const { return items_[mark_ + i]; }
    std::span<const T> finish() const {
      static_assert(std::is_trivially_copyable_v<T>);
      if (size() == 0) return {};
      auto* data = static_cast<T*>(arena_.allocate(sizeof(T) * size(), alignof(T)));
      std::memcpy(static_cast<void*>(data), items_.data() + mark_, sizeof(T) * size());
      return {data, size()};
    }

   private:
    Arena& arena_;
    std::vector<T>& items_;
    size_t mark_;
  };

  // ---------------------------------------------------------------- tokens
  bool at(Tok kind) const { return tok_.kind == kind; }
  void advance();
  const Token& peek(size_t ahead = 1);  // peek(0) is the current token
  bool accept(Tok kind) {
    if (tok_.kind != kind) return false;
    advance();
    return true;
  }
  bool expect(Tok kind, std::string_view what);  // what: "'=' after the name"
  Symbol expectName(std::string_view what, SourceRange* range = nullptr);
  // After an opening bracket: the closing one, or an error that points to the opening one.
  class Bracket {
   public:
    explicit Bracket(Parser& parser) : token(parser.tok_), parser_(parser) {
      parser_.openBrackets_.push_back(token.kind);
    }
    ~Bracket() { parser_.openBrackets_.pop_back(); }
    Bracket(const Bracket&) = delete;
    Bracket& operator=(const Bracket&) = delete;

    const Token token;  // the opening one

   private:
    Parser& parser_;
  };
  void expectClosing(Tok close, const Bracket& open);
  bool closesOuterBracket() const;
  std::string describe(const Token& token) const;
  // The text of a token for a message: of a very long one the beginning.
  std::string shown(const Token& token) const;
  SourceRange rangeOf(const Token& token) const { return {file_, token.begin, token.end}; }
  SourceRange rangeFrom(uint32_t begin) const { return {file_, begin, std::max(begin, prevEnd_)}; }

  // ---------------------------------------------------------------- errors and recovery
  template <typename... Args>
  Diagnostic* complain(DiagCode code, SourceRange range, const Args&... args) {
    if (panic_ || bracketsWrong_) return nullptr;
    Diagnostic* kept = errors_.report(code, range.begin, range.end, args...);
    if (errors_.givenUp()) stop();
    return kept;
  }
  template <typename... Args>
  Diagnostic* fail(DiagCode code, SourceRange range, const Args&... args) {
    Diagnostic* kept = complain(code, range, args...);
    panic_ = true;
    return kept;
  }
  void stop();                                  // give the file up: the rest is not looked at
  void expectSemicolon(std::string_view what);  // ends an item; recovers after a panic
  void skipItem();
  bool canStartItem(const Token& token) const;
  bool startsSection();
  bool startsClass(Tok kind) const;
  bool
  startsDeclaration();  // at the start of an equation: a declaration that was put there by mistake
  bool isPredefinedType(Symbol name) const;
  bool startsOtherItem();
  // The line that begins here is another item, so that the one before it is not finished; told.
  template <typename... Args>
  bool endsUnfinished(DiagCode code, const Args&... what) {
    if (!tok_.lineStart || panic_ || !leavesOpen(previous_.kind) || !startsNextItem()) return false;
    fail(code, {file_, prevEnd_, prevEnd_}, what..., "the end of the line");
    nextItem_ = true;
    return true;
  }
  bool startsNextItem();
  static bool leavesOpen(Tok kind);  // something must follow it
  bool closesSomething();            // "end X" or "end if"
  bool isOpenClass(Symbol name) const;

  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) { parser_.enter(); }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };
  void enter();

  // ---------------------------------------------------------------- expressions
  const ast::Expr* parseExpression();
  const ast::Expr* parseSimpleExpression();
  const ast::Expr* parseBinary(int minPrecedence);
  const ast::Expr* parsePrefix(int minPrecedence);
  const ast::Expr* parsePrimary();
  const ast::Expr* parseIfExpression();
  const ast::Expr* parseNumber();
  const ast::Expr* parseReferenceOrCall();
  const ast::CallExpr* parseCall(const ast::Name& function, uint32_t begin);
  const ast::Expr* parsePartialApplication();
  const ast::Expr* parseArgument();
  const ast::Expr* parseParenthesized();
  const ast::Expr* parseSelection(const ast::Expr* from, uint32_t begin);
  const ast::Expr* parseMatrix();
  const ast::Expr* parseArray();
  const ast::Expr* parseComprehension(const ast::Expr* body, uint32_t begin);
  const ast::Expr* missing();
  std::span<const ast::ForIterator> parseIterators();
  std::span<const ast::Expr* const> parseSubscripts();
  std::span<const ast::Expr* const> parseOptionalSubscripts() {
    if (!at(Tok::LeftBracket)) return {};
    return parseSubscripts();
  }
  enum class NameForm { Plain, WithSubscripts };
  ast::Name parseName(NameForm form, std::string_view what);
  ast::Name keywordName();  // der, initial, pure as the name of a call

  // ---------------------------------------------------------------- modifications and comments
  std::string_view parseStringComment();
  const ast::Annotation* parseOptionalAnnotation();
  const ast::Annotation* joinAnnotations(const ast::Annotation& a, const ast::Annotation& b);
  ast::Comment parseComment();
  // Of an equation, a statement or a component, `what`: annotations of classes have no effect
  // there.
  ast::Comment parseElementComment(std::string_view what);
  const ast::Modification* parseModification();       // null if there is none
  const ast::Modification* parseClassModification();  // at "("
  const ast::Argument* parseModificationArgument();
  const ast::Modification* parseConversionRules();
  void parseRedeclaration(ast::Argument& argument);
  void parseBreakArgument(ast::Argument& argument);
  const ast::ConstrainedBy* parseOptionalConstrainedBy();

  // ---------------------------------------------------------------- classes
  struct ClassLists;
  enum class ClassBody { Any, ShortOnly };
  ast::ClassDef* parseClassDefinition(ClassBody body);
  void parseClassPrefixes(ast::ClassDef& def);
  void parseShortClass(ast::ClassDef& def);
  void parseLongClass(ast::ClassDef& def);
  void parseComposition(ast::ClassDef& def);
  bool startsEquation();
  // "equations" alone on its line: reported, and read as the word that is meant.
  bool acceptMisspeltSection();
  void parseClassAnnotation(ast::ClassDef& def);
  bool skipStrayEnd();
  void parseEndOfClass(ast::ClassDef& def);
  void parseEnumeration(ast::ClassDef& def);
  void parseDerivativeClass(ast::ClassDef& def);
  void parseElement(List<const ast::Element*>& elements, bool isProtected);
  const ast::Import* parseImport(bool isProtected);
  const ast::Extends* parseExtends(bool isProtected);
  ast::ElementPrefixes parseElementPrefixes();
  void parseTypePrefixes(ast::ComponentDecl& component);
  void parseComponentClause(List<const ast::Element*>& elements,
                            const ast::ElementPrefixes& prefixes, uint32_t begin);
  const ast::External* parseExternal();

  // ---------------------------------------------------------------- equations and statements
  // parse_blocks.h
  template <typename Branch, typename Body>
  std::span<const Branch> parseBranches(Tok keyword, Body parseBody);
  template <typename Head, typename Body, typename Make>
  auto parseLoop(Head parseHead, Body parseBody, Make make);
  std::span<const ast::Equation* const> parseEquations();
  const ast::Equation* parseEquation();
  ast::Equation* parseBranchEquation(Tok keyword);  // if and when
  ast::Equation* parseForEquation();
  ast::Equation* parseConnect();
  ast::Equation* parseSimpleEquation();

  std::span<const ast::Statement* const> parseStatements();
  const ast::Statement* parseStatement();
  ast::Statement* parseBranchStatement(Tok keyword);
  ast::Statement* parseForStatement();
  ast::Statement* parseWhileStatement();
  ast::Statement* parseMultiAssign();
  ast::Statement* parseSimpleStatement();

  bool endsBody();  // the token ends a list of equations or statements
  const ast::Expr* parseCondition(const Token& keyword);
  void expectLoop(const Token& keyword);
  // elseIf: an "else if" on one line in that block, which may be the reason why an "end if" is
  // missing, or EndOfFile
  void parseEndOf(const Token& opener, const Token& elseIf = Token());
  struct OpenBlock {
    explicit OpenBlock(Parser& parser, Tok kind) : parser_(parser) {
      parser_.openBlocks_.push_back(kind);
    }
    ~OpenBlock() { parser_.openBlocks_.pop_back(); }
    OpenBlock(const OpenBlock&) = delete;
    OpenBlock& operator=(const OpenBlock&) = delete;
    Parser& parser_;
  };

  template <typename T, typename... Args>
  const T* makeExpr(uint32_t begin, const Args&... args) {
    return arena_.make<T>(ast::ExprOf<T::kKind>{{T::kKind, rangeFrom(begin)}}, args...);
  }
  template <typename T, typename... Args>
  T* makeEquation(const Args&... args) {
    return arena_.make<T>(ast::Equation{T::kKind, {}, {}}, args...);
  }
  template <typename T, typename... Args>
  T* makeStatement(const Args&... args) {
    return arena_.make<T>(ast::Statement{T::kKind, {}, {}}, args...);
  }

  FileId file_;
  Interner& names_;
  Arena& arena_;
  SyntaxErrors errors_;
  Lexer lexer_;

  Token tok_;
  Token previous_;
  uint32_t prevEnd_ = 0;
  std::vector<Token> ahead_;  // tokens after tok_, from aheadBegin_
  size_t aheadBegin_ = 0;

  bool panic_ = false;
  bool nextItem_ = false;  // the panic ends here: the current token begins another item
  bool bracketsWrong_ =
      false;  // this item has a BracketMismatch: what else is wrong in it follows from that
  int misplacedStatements_ = 0;     // open statements of an equation section
  bool semicolonMissed_ = false;    // the item ended with an error that covers its ';' too
  uint32_t lastSign_ = UINT32_MAX;  // begin of the sign complained about last
  int depth_ = 0;
  int annotationDepth_ = 0;
  int subscriptDepth_ = 0;  // "end" is an expression only inside subscripts
  std::vector<Tok> openBlocks_;
  std::vector<Tok> openBrackets_;
  std::vector<Symbol> openClasses_;
  std::vector<ast::ComponentDecl*> clause_;  // the components of the clause being parsed

  std::tuple<std::vector<const ast::Expr*>, std::vector<ast::NamePart>, std::vector<ast::IfBranch>,
             std::vector<ast::ForIterator>, std::vector<ast::NamedArgument>,
             std::vector<std::span<const ast::Expr* const>>, std::vector<const ast::Argument*>,
             std::vector<const ast::Element*>, std::vector<ast::EnumLiteral>,
             std::vector<ast::EquationSection>, std::vector<ast::AlgorithmSection>,
             std::vector<const ast::Equation*>, std::vector<const ast::Statement*>,
             std::vector<ast::EquationBranch>, std::vector<ast::StatementBranch>,
             std::vector<const ast::ReferenceExpr*>, std::vector<const ast::ClassDef*>>
      scratch_;
};

}  // namespace formola::syntax
