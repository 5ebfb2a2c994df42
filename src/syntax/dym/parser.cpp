#include "syntax/dym/parser.h"

#include "diag/codes/constants.h"
#include "diag/codes/dymola.h"
#include "diag/codes/syntax.h"

namespace formola::dym {

Parser::Parser(FileId file, const SourceManager& sources, Interner& names, Arena& arena,
               Diagnostics& diagnostics)
    : file_(file),
      names_(names),
      arena_(arena),
      errors_(diagnostics, file),
      lexer_(sources.text(file), names, errors_) {
  tok_ = lexer_.next();
}

// ---------------------------------------------------------------- tokens and errors

void Parser::advance() {
  prevEnd_ = tok_.end;
  prevKind_ = tok_.kind;
  tok_ = lexer_.next();
}

void Parser::stop() {
  lexer_.stop();
  tok_ = lexer_.next();
}

std::string Parser::describe(const Token& token) const {
  if (token.kind == Tok::EndOfFile) return "the end of the file";
  std::string text = fmt::format("'{}'", lexer_.text(token));
  if (token.lineStart) text += " on a new line";
  return text + keywordAdvice(token);
}

std::string Parser::keywordAdvice(const Token& token) const {
  std::string small(lexer_.text(token));
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (token.kind != Tok::Identifier || small == lexer_.text(token) || !isKeyword(small)) return "";
  return fmt::format(" (keywords are written in small letters: '{}')", small);
}

bool Parser::expect(Tok kind, std::string_view what) {
  if (panic_) return false;
  if (at(kind)) {
    advance();
    return true;
  }
  fail(diag::ExpectedToken, rangeOf(tok_), what, describe(tok_));
  return false;
}

Symbol Parser::expectName(std::string_view what, SourceRange* range) {
  if (panic_) return names_.intern("");
  if (range) *range = rangeOf(tok_);
  if (at(Tok::Identifier)) {
    const Symbol name = tok_.symbol;
    advance();
    return name;
  }
  if (isKeyword(tok_.kind) && continues()) {
    fail(diag::DymKeywordAsName, rangeOf(tok_), lexer_.text(tok_));
    advance();
  } else {
    fail(diag::ExpectedName, rangeOf(tok_), what, describe(tok_));
  }
  return names_.intern("");
}

void Parser::Bracket::close(Tok kind) {
  if (parser_.panic_) return;
  if (parser_.at(kind)) {
    // What follows is outside: a new line may end the statement.
    parser_.advance();
    return;
  }
  if (parser_.at(Tok::EndOfFile) || (parser_.tok_.lineStart && parser_.startsStatement())) {
    parser_.fail(diag::UnclosedBracket, parser_.rangeOf(token_), spelling(token_.kind),
                 spelling(kind), parser_.describe(parser_.tok_));
  } else {
    parser_.fail(diag::ExpectedToken, parser_.rangeOf(parser_.tok_),
                 fmt::format("'{}'", spelling(kind)), parser_.describe(parser_.tok_));
  }
}

// A keyword that begins a declaration.
bool Parser::startsStatement() const {
  switch (tok_.kind) {
    case Tok::KwModel:
    case Tok::KwEnd:
    case Tok::KwCut:
    case Tok::KwMain:
    case Tok::KwPath:
    case Tok::KwLocal:
    case Tok::KwTerminal:
    case Tok::KwParameter:
    case Tok::KwConstant:
    case Tok::KwInput:
    case Tok::KwOutput:
    case Tok::KwSubmodel:
    case Tok::KwInherit:
    case Tok::KwNode:
    case Tok::KwConnect:
      return true;
    default:
      return false;
  }
}

void Parser::endStatement(std::string_view what) {
  if (!panic_ && !at(Tok::EndOfFile) && !at(Tok::Semicolon) && !tok_.lineStart &&
      !startsStatement())
    fail(diag::DymEndOfLineExpected, rangeOf(tok_), what, describe(tok_));
  if (panic_) {
    errors_.setSkipping(true);
    while (!at(Tok::EndOfFile) && !at(Tok::Semicolon) && !tok_.lineStart &&
           !(startsStatement() && !at(Tok::KwEnd)))
      advance();
    errors_.setSkipping(false);
    panic_ = false;
  }
  while (at(Tok::Semicolon)) advance();
}

// ---------------------------------------------------------------- declarations

void Parser::parseFile(std::deque<Model>& models) {
  while (!at(Tok::EndOfFile)) {
    if (at(Tok::KwModel)) {
      parseModel(models);
      continue;
    }
    fail(diag::DymExpectedModel, rangeOf(tok_), describe(tok_));
    errors_.setSkipping(true);
    while (!at(Tok::EndOfFile) && !(at(Tok::KwModel) && tok_.lineStart)) advance();
    errors_.setSkipping(false);
    panic_ = false;
  }
}

void Parser::parseModel(std::deque<Model>& models) {
  const Token opener = tok_;
  advance();
  if (!accept(Tok::KwType)) accept(Tok::KwClass);
  models.emplace_back();
  Model& model = models.back();
  model.above = opener.above;
  model.name = expectName("the name of the model", &model.range);
  model.comment = tok_.comment;
  endStatement("the name of the model");
  while (!at(Tok::KwEnd)) {
    if (at(Tok::EndOfFile) || at(Tok::KwModel)) {
      errors_.report(diag::DymUnclosedModel, opener.begin, model.range.end, names_.text(model.name),
                     describe(tok_));
      return;
    }
    const uint32_t before = tok_.begin;
    parseStatement(model);
    if (tok_.begin == before && !at(Tok::EndOfFile)) advance();
  }
  advance();
  // "end resistor" is accepted too, if the name fits.
  if (at(Tok::Identifier) && !tok_.lineStart) {
    if (tok_.symbol != model.name)
      fail(diag::EndNameMismatch, rangeOf(tok_), names_.text(tok_.symbol), names_.text(model.name));
    advance();
  }
  endStatement("'end'");
}

void Parser::parseStatement(Model& model) {
  const Token keyword = tok_;
  switch (tok_.kind) {
    case Tok::KwMain:
      advance();
      if (accept(Tok::KwCut)) {
        parseCuts(model, true);
      } else if (accept(Tok::KwPath)) {
        parsePaths(model, true);
      } else {
        fail(diag::ExpectedToken, rangeOf(tok_), "'cut' or 'path' after 'main'", describe(tok_));
      }
      break;
    case Tok::KwCut:
      advance();
      parseCuts(model, false);
      break;
    case Tok::KwPath:
      advance();
      parsePaths(model, false);
      break;
    case Tok::KwLocal:
      advance();
      parseVariables(model, VariableKind::Local);
      break;
    case Tok::KwTerminal:
      advance();
      parseVariables(model, VariableKind::Terminal);
      break;
    case Tok::KwParameter:
      advance();
      parseVariables(model, VariableKind::Parameter);
      break;
    case Tok::KwConstant:
      advance();
      parseVariables(model, VariableKind::Constant);
      break;
    case Tok::KwInput:
      advance();
      parseVariables(model, VariableKind::Input);
      break;
    case Tok::KwOutput:
      advance();
      parseVariables(model, VariableKind::Output);
      break;
    case Tok::KwSubmodel:
      advance();
      parseSubmodels(model);
      break;
    case Tok::KwInherit:
      advance();
      parseNames(model.inherits, "the name of a model type");
      break;
    case Tok::KwNode:
      advance();
      parseNames(model.nodes, "the name of a node");
      break;
    case Tok::KwConnect:
      advance();
      parseConnect(model);
      break;
    default:
      parseEquation(model);
      endStatement("this equation");
      return;
  }
  endStatement(fmt::format("this '{}'", spelling(keyword.kind)));
}

bool Parser::moreItems() {
  if (panic_) return false;
  if (accept(Tok::Comma)) return true;
  return at(Tok::Identifier) && !tok_.lineStart;
}

void Parser::parseNames(std::vector<std::pair<Symbol, SourceRange>>& names, std::string_view what) {
  do {
    SourceRange range;
    const Symbol name = expectName(what, &range);
    if (!panic_) names.emplace_back(name, range);
  } while (moreItems());
}

void Parser::parseCutVariables(Cut& cut) {
  Bracket bracket(*this);
  bool through = false;
  while (!panic_ && !at(Tok::RightParen)) {
    if (at(Tok::Slash) && !through) {
      advance();
      through = true;
      if (at(Tok::Dot)) {
        advance();
        cut.open = true;
        break;
      }
      continue;
    }
    CutVariable variable;
    if (accept(Tok::Minus)) {
      variable.negative = true;
    } else {
      accept(Tok::Plus);
    }
    variable.name = expectName("a variable of the cut", &variable.range);
    variable.dimensions = parseDimensions();
    if (panic_) break;
    (through ? cut.through : cut.across).push_back(variable);
    if (at(Tok::RightParen) || at(Tok::Slash)) continue;
    if (!accept(Tok::Comma) && !at(Tok::Identifier) && !at(Tok::Minus)) break;
  }
  bracket.close(Tok::RightParen);
}

void Parser::parseCuts(Model& model, bool main) {
  do {
    Cut cut;
    cut.main = main;
    cut.name = expectName("the name of a cut", &cut.range);
    if (at(Tok::LeftBracket)) {
      Bracket bracket(*this);
      do {
        cut.parts.push_back(expectName("the name of a cut"));
      } while (!panic_ && (accept(Tok::Comma) || at(Tok::Identifier)));
      bracket.close(Tok::RightBracket);
    } else if (at(Tok::LeftParen)) {
      parseCutVariables(cut);
    } else {
      fail(diag::ExpectedToken, rangeOf(tok_),
           "'(' with the variables of the cut, or '[' with the cuts it consists of",
           describe(tok_));
    }
    if (panic_) return;
    cut.comment = trailingComment();
    model.cuts.push_back(std::move(cut));
  } while (moreItems());
}

void Parser::parsePaths(Model& model, bool main) {
  do {
    Path path;
    path.main = main;
    path.name = expectName("the name of a path", &path.range);
    expect(Tok::Less, "'<' and the cuts of the path: <A - B>");
    path.from = expectName("the cut at which the path begins");
    expect(Tok::Minus, "'-' between the cuts of the path");
    path.to = expectName("the cut at which the path ends");
    expect(Tok::Greater, "'>' after the cuts of the path");
    if (panic_) return;
    model.paths.push_back(path);
  } while (moreItems());
}

void Parser::parseVariables(Model& model, VariableKind kind) {
  do {
    VariableDecl variable{kind, {}, {}, {}, nullptr, {}};
    variable.name = expectName("the name of a variable", &variable.range);
    variable.dimensions = parseDimensions();
    if (!panic_ && at(Tok::Equals) && continues()) {
      const Token equals = tok_;
      advance();
      if (!continues())
        fail(diag::DymEndOfLineExpected, rangeOf(equals),
             fmt::format("'{}', or its value after '='", names_.text(variable.name)),
             "'=' without a value");
      else
        variable.value = parseExpression();
    }
    if (panic_) return;
    if (kind == VariableKind::Constant && !variable.value) {
      errors_.report(diag::ConstantWithoutValue, variable.range.begin, variable.range.end,
                     names_.text(variable.name));
    }
    variable.comment = trailingComment();
    model.variables.push_back(variable);
  } while (moreItems());
}

void Parser::parseArguments(Submodel& submodel) {
  Bracket bracket(*this);
  while (!panic_ && !at(Tok::RightParen)) {
    ast::NamedArgument argument{};
    argument.name = expectName("the name of a parameter", &argument.range);
    expect(Tok::Equals, "'=' and the value of the parameter");
    if (panic_) break;
    argument.value = parseExpression();
    argument.range = rangeFrom(argument.range.begin);
    submodel.arguments.push_back(argument);
    if (!accept(Tok::Comma) && !at(Tok::Identifier)) break;
  }
  bracket.close(Tok::RightParen);
}

void Parser::parseSubmodels(Model& model) {
  Symbol type;
  SourceRange typeRange;
  do {
    if (at(Tok::LeftParen)) {
      Bracket bracket(*this);
      type = expectName("the name of a model type", &typeRange);
      bracket.close(Tok::RightParen);
    }
    Submodel submodel;
    submodel.name = expectName("the name of a submodel", &submodel.range);
    if (panic_) return;
    // "submodel Common": of the model type of that name.
    submodel.type = type.valid() ? type : submodel.name;
    submodel.typeRange = type.valid() ? typeRange : submodel.range;
    if (at(Tok::LeftParen) && continues()) parseArguments(submodel);
    if (!type.valid() && at(Tok::Identifier) && !tok_.lineStart) {
      fail(diag::DymEndOfLineExpected, rangeOf(tok_),
           fmt::format("the submodel '{}' of the model type of that name",
                       names_.text(submodel.name)),
           fmt::format("{}; a model type stands in parentheses: submodel ({}) {}", describe(tok_),
                       names_.text(submodel.name), lexer_.text(tok_)));
      return;
    }
    submodel.comment = trailingComment();
    model.submodels.push_back(std::move(submodel));
  } while (moreItems());
}

// ---------------------------------------------------------------- connections

// connect x at n, y from n1 to n2, a - b - c
void Parser::parseConnect(Model& model) {
  do {
    const int root = parseConnection(model);
    if (panic_) return;
    model.connects.push_back(root);
  } while (accept(Tok::Comma));
}

int Parser::parseConnection(Model& model) {
  const uint32_t begin = tok_.begin;
  Connection connection{ConnectKind::At, {}, {}, {parseSeries(model)}};
  const bool equal = at(Tok::Equals) && continues();
  if (equal || at(Tok::KwAt)) {
    advance();
    connection.operands.push_back(parseSeries(model));
  } else if (accept(Tok::KwFrom)) {
    connection.kind = ConnectKind::FromTo;
    connection.operands.push_back(parseSeries(model));
    expect(Tok::KwTo, "'to' and the other end of the path");
    connection.operands.push_back(parseSeries(model));
  } else {
    return connection.operands[0];
  }
  connection.range = rangeFrom(begin);
  model.connections.push_back(std::move(connection));
  return static_cast<int>(model.connections.size()) - 1;
}

int Parser::parseSeries(Model& model) {
  const uint32_t begin = tok_.begin;
  Connection series{ConnectKind::Series, {}, {}, {parseParallel(model)}};
  while (!panic_ && at(Tok::Minus) && continues()) {
    advance();
    series.operands.push_back(parseParallel(model));
  }
  if (series.operands.size() == 1) return series.operands[0];
  series.range = rangeFrom(begin);
  model.connections.push_back(std::move(series));
  return static_cast<int>(model.connections.size()) - 1;
}

int Parser::parseParallel(Model& model) {
  const uint32_t begin = tok_.begin;
  Connection parallel{ConnectKind::Parallel, {}, {}, {parseEnd(model)}};
  while (!panic_ && accept(Tok::Parallel)) parallel.operands.push_back(parseEnd(model));
  if (parallel.operands.size() == 1) return parallel.operands[0];
  parallel.range = rangeFrom(begin);
  model.connections.push_back(std::move(parallel));
  return static_cast<int>(model.connections.size()) - 1;
}

int Parser::parseEnd(Model& model) {
  Nesting nesting(*this);
  const uint32_t begin = tok_.begin;
  Connection connection{ConnectKind::Name, {}, {}, {}};
  if (panic_) {
    // nothing more can be read here
  } else if (accept(Tok::Backslash)) {
    connection.kind = ConnectKind::Reversed;
    connection.operands.push_back(parseEnd(model));
  } else if (at(Tok::LeftParen)) {
    Bracket bracket(*this);
    const int inside = parseSeries(model);
    bracket.close(Tok::RightParen);
    return inside;
  } else {
    do {
      ast::NamePart part{};
      part.name = expectName(
          connection.name.empty() ? "a submodel, a cut or a node" : "a cut or a path", &part.range);
      connection.name.push_back(part);
    } while (!panic_ && accept(Tok::Dot));
  }
  connection.range = rangeFrom(begin);
  model.connections.push_back(std::move(connection));
  return static_cast<int>(model.connections.size()) - 1;
}

}  // namespace formola::dym
