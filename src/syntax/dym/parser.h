// The recursive-descent parser of the Dymola notation; internal to this folder.
//
// A statement ends with its line, unless a bracket is open, the line ends with an operator or a
// comma, or the next line begins with something that cannot begin a statement ('+', '*', 'at',
// ...). Errors: fail() reports and sets panic_; until the next statement nothing else is reported.
#pragma once

#include <deque>
#include <vector>

#include "diag/codes/syntax.h"
#include "support/arena.h"
#include "syntax/dym/lexer.h"
#include "syntax/dym/tree.h"
#include "syntax/parser.h"

namespace formola::dym {

class Parser {
 public:
  Parser(FileId file, const SourceManager& sources, Interner& names, Arena& arena,
         Diagnostics& diagnostics);

  void parseFile(std::deque<Model>& models);

 private:
  // ---------------------------------------------------------------- tokens and errors
  bool at(Tok kind) const { return tok_.kind == kind; }
  void advance();
  bool accept(Tok kind) {
    if (!at(kind)) return false;
    advance();
    return true;
  }
  bool expect(Tok kind, std::string_view what);
  Symbol expectName(std::string_view what, SourceRange* range = nullptr);
  std::string describe(const Token& token) const;
  // What to do about a keyword in capitals, which is a name here; else nothing.
  std::string keywordAdvice(const Token& token) const;
  SourceRange rangeOf(const Token& token) const { return {file_, token.begin, token.end}; }
  SourceRange rangeFrom(uint32_t begin) const { return {file_, begin, std::max(begin, prevEnd_)}; }
  template <typename... Args>
  void fail(DiagCode code, SourceRange range, const Args&... args) {
    if (!panic_) errors_.report(code, range.begin, range.end, args...);
    panic_ = true;
    if (errors_.givenUp()) stop();
  }
  void stop();
  // The statement goes on with this token: it stands on the same line or nothing else can be meant.
  bool continues() const { return !tok_.lineStart || brackets_ > 0; }
  bool startsStatement() const;
  void endStatement(std::string_view what);
  // What a comment after the item just read says, on the same line.
  std::string_view trailingComment() const {
    return tok_.commentSameLine ? tok_.comment : std::string_view();
  }
  class Bracket {
   public:
    explicit Bracket(Parser& parser) : parser_(parser), token_(parser.tok_) {
      ++parser_.brackets_;
      parser_.advance();
    }
    ~Bracket() { --parser_.brackets_; }
    Bracket(const Bracket&) = delete;
    Bracket& operator=(const Bracket&) = delete;
    void close(Tok kind);

   private:
    Parser& parser_;
    Token token_;
  };
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > kMaxNesting)
        parser_.fail(diag::NestingTooDeep, parser_.rangeOf(parser_.tok_), kMaxNesting);
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  // ---------------------------------------------------------------- declarations
  void parseModel(std::deque<Model>& models);
  void parseStatement(Model& model);
  void parseCuts(Model& model, bool main);
  void parseCutVariables(Cut& cut);
  void parsePaths(Model& model, bool main);
  void parseVariables(Model& model, VariableKind kind);
  void parseSubmodels(Model& model);
  void parseArguments(Submodel& submodel);
  void parseNames(std::vector<std::pair<Symbol, SourceRange>>& names, std::string_view what);
  bool moreItems();  // a list goes on after a comma, or with a name on the same line

  // ---------------------------------------------------------------- connections
  void parseConnect(Model& model);
  int parseConnection(Model& model);
  int parseSeries(Model& model);
  int parseParallel(Model& model);
  int parseEnd(Model& model);

  // ---------------------------------------------------------------- equations
  void parseEquation(Model& model);
  const ast::Expr* parseExpression();
  const ast::Expr* parseBinary(int minPrecedence);
  const ast::Expr* parsePrefix(int minPrecedence);
  const ast::Expr* parsePower();
  const ast::Expr* parsePrimary();
  const ast::Expr* parseNumber();
  const ast::Expr* parseName();
  const ast::Expr* parseMatrix();
  const ast::Expr* interpolation(uint32_t begin, const ast::Expr* x, const ast::Expr* table);
  const ast::Expr* missing();
  std::span<const ast::Expr* const> parseDimensions();

  template <typename T, typename... Args>
  const T* makeExpr(uint32_t begin, const Args&... args) {
    return arena_.make<T>(ast::ExprOf<T::kKind>{{T::kKind, rangeFrom(begin)}}, args...);
  }

  FileId file_;
  Interner& names_;
  Arena& arena_;
  syntax::SyntaxErrors errors_;
  Lexer lexer_;
  Token tok_;
  uint32_t prevEnd_ = 0;
  Tok prevKind_ = Tok::EndOfFile;
  bool panic_ = false;
  int depth_ = 0;
  int brackets_ = 0;
};

}  // namespace formola::dym
