#include "driver/script_reader.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

namespace formola::script {

namespace {

struct Token {
  enum class Kind : uint8_t { Word, Number, Text, Sign, NewLine, End };
  Kind kind = Kind::End;
  std::string text;
  int line = 1;
};

class Lexer {
 public:
  explicit Lexer(const std::string& text) : text_(text) {}
  std::vector<Token> all();

 private:
  bool comment();
  void string(std::vector<Token>& to);
  void number(std::vector<Token>& to);
  void word(std::vector<Token>& to);
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  const std::string& text_;
  size_t at_ = 0;
  int line_ = 1, depth_ = 0;
};

bool Lexer::comment() {
  if (peek() == '/' && peek(1) == '/') {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    return true;
  }
  if (peek() != '/' || peek(1) != '*') return false;
  const int begin = line_;
  for (at_ += 2; peek() != '*' || peek(1) != '/'; ++at_) {
    if (at_ >= text_.size()) throw ScriptError(begin, "the comment has no end");
    if (text_[at_] == '\n') ++line_;
  }
  at_ += 2;
  return true;
}

void Lexer::string(std::vector<Token>& to) {
  Token token{Token::Kind::Text, "", line_};
  for (++at_; peek() != '"'; ++at_) {
    if (at_ >= text_.size()) throw ScriptError(token.line, "the text has no end");
    char c = text_[at_];
    if (c == '\n') ++line_;
    if (c == '\\' && at_ + 1 < text_.size()) {
      c = text_[++at_];
      c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
    }
    token.text += c;
  }
  ++at_;
  to.push_back(std::move(token));
}

void Lexer::number(std::vector<Token>& to) {
  const char* begin = text_.data() + at_;
  double value = 0;
  const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
  if (error != std::errc()) throw ScriptError(line_, "this is no number");
  to.push_back({Token::Kind::Number, std::string(begin, end), line_});
  at_ += static_cast<size_t>(end - begin);
}

// Words with their dots: Modelica.Blocks.
void Lexer::word(std::vector<Token>& to) {
  Token token{Token::Kind::Word, "", line_};
  while (true) {
    if (peek() == '\'') {
      const size_t end = text_.find('\'', at_ + 1);
      if (end == std::string::npos) throw ScriptError(line_, "the name has no end");
      token.text += text_.substr(at_, end + 1 - at_);
      at_ = end + 1;
    }
    while (std::isalnum(static_cast<unsigned char>(peek())) != 0 || peek() == '_' || peek() == '$')
      token.text += text_[at_++];
    const char after = peek(1);
    if (peek() != '.' ||
        (std::isalpha(static_cast<unsigned char>(after)) == 0 && after != '_' && after != '\''))
      break;
    token.text += text_[at_++];
  }
  to.push_back(std::move(token));
}

std::vector<Token> Lexer::all() {
  std::vector<Token> tokens;
  while (at_ < text_.size()) {
    const char c = peek();
    if (c == '\n') {
      if (depth_ == 0) tokens.push_back({Token::Kind::NewLine, "\n", line_});
      ++line_;
      ++at_;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at_;
    } else if (comment()) {
    } else if (c == '"') {
      string(tokens);
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0 ||
               (c == '.' && std::isdigit(static_cast<unsigned char>(peek(1))) != 0)) {
      number(tokens);
    } else if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'' ||
               c == '$') {
      word(tokens);
    } else {
      std::string sign(1, c);
      for (const char* pair : {":=", "<=", ">=", "==", "<>"})
        if (c == pair[0] && peek(1) == pair[1]) sign = pair;
      if (sign == "(" || sign == "{" || sign == "[") ++depth_;
      if (sign == ")" || sign == "}" || sign == "]") --depth_;
      tokens.push_back({Token::Kind::Sign, sign, line_});
      at_ += sign.size();
    }
  }
  tokens.push_back({Token::Kind::End, "", line_});
  return tokens;
}

class Reader {
 public:
  explicit Reader(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}
  std::vector<Statement> statements(const std::vector<std::string>& until);

 private:
  const Token& now() const { return tokens_[at_]; }
  bool is(const char* text) const { return now().kind != Token::Kind::Text && now().text == text; }
  bool take(const char* text) {
    if (!is(text)) return false;
    ++at_;
    return true;
  }
  [[noreturn]] void wrong(const std::string& what) const { throw ScriptError(now().line, what); }
  std::string shown() const {
    if (now().kind == Token::Kind::End) return "the end of the script";
    return now().kind == Token::Kind::NewLine ? "the end of the line" : "'" + now().text + "'";
  }
  void expect(const char* text) {
    skipLines(text);
    if (!take(text)) wrong(fmt::format("'{}' is expected, not {}", text, shown()));
  }
  // Lines may end before what has to follow.
  void skipLines(const char* text) {
    size_t ahead = at_;
    while (tokens_[ahead].kind == Token::Kind::NewLine) ++ahead;
    if (tokens_[ahead].text == text) at_ = ahead;
  }
  Statement statement();
  Statement loop();
  Statement choice();
  Statement assignment();
  bool isTupleAssignment() const;
  Expression expression();
  Expression conjunction();
  Expression negation();
  Expression comparison();
  Expression range();
  Expression sum();
  Expression product();
  Expression factor();
  Expression primary();
  Expression bracketed(const char* end, Expression::Kind kind);
  Expression call(const Token& name);
  Expression binary(const std::string& sign, Expression left, Expression right) const {
    Expression result;
    result.kind = Expression::Kind::Operation;
    result.line = left.line;
    result.name = sign;
    result.operands = {std::move(left), std::move(right)};
    return result;
  }

  std::vector<Token> tokens_;
  size_t at_ = 0;
  int depth_ = 0;
};

std::vector<Statement> Reader::statements(const std::vector<std::string>& until) {
  std::vector<Statement> list;
  while (true) {
    while (now().kind == Token::Kind::NewLine || is(";")) ++at_;
    if (now().kind == Token::Kind::End) {
      if (!until.empty()) wrong(fmt::format("'{}' is missing", until[0]));
      return list;
    }
    for (const std::string& word : until)
      if (is(word.c_str())) return list;
    list.push_back(statement());
    if (now().kind != Token::Kind::NewLine && now().kind != Token::Kind::End && !is(";"))
      wrong(fmt::format("';' is expected before {}", shown()));
  }
}

Statement Reader::statement() {
  if (++depth_ > 100) wrong("statements are nested too deeply");
  Statement result;
  if (is("for") || is("while")) {
    result = loop();
  } else if (is("if")) {
    result = choice();
  } else {
    result = assignment();
  }
  --depth_;
  return result;
}

Statement Reader::loop() {
  Statement result;
  result.line = now().line;
  const bool counts = take("for");
  if (!counts) take("while");
  result.kind = counts ? Statement::Kind::For : Statement::Kind::While;
  if (counts) {
    result.targets.push_back(now().text);
    ++at_;
    expect("in");
  }
  result.expression = expression();
  expect("loop");
  result.body = statements({"end"});
  expect("end");
  expect(counts ? "for" : "while");
  return result;
}

Statement Reader::choice() {
  Statement result;
  result.line = now().line;
  ++at_;
  result.kind = Statement::Kind::If;
  result.expression = expression();
  expect("then");
  result.body = statements({"end", "else", "elseif"});
  if (is("elseif")) {
    result.otherwise.push_back(choice());
    return result;
  }
  if (take("else")) result.otherwise = statements({"end"});
  expect("end");
  expect("if");
  return result;
}

// (a, b) := ...
bool Reader::isTupleAssignment() const {
  if (!is("(")) return false;
  for (size_t i = at_ + 1; i < tokens_.size(); ++i) {
    if (tokens_[i].text == ")") return tokens_[i + 1].text == ":=" || tokens_[i + 1].text == "=";
    if (tokens_[i].kind != Token::Kind::Word && tokens_[i].text != ",") return false;
  }
  return false;
}

Statement Reader::assignment() {
  Statement result;
  result.line = now().line;
  if (isTupleAssignment()) {
    result.kind = Statement::Kind::Assign;
    result.targets.emplace_back();
    for (++at_; !is(")"); ++at_) {
      if (is(",")) {
        result.targets.emplace_back();
      } else {
        result.targets.back() = now().text;
      }
    }
    at_ += 2;
    result.expression = expression();
    return result;
  }
  // Declarations of variables as in functions: Real x = 3.
  if (now().kind == Token::Kind::Word && tokens_[at_ + 1].kind == Token::Kind::Word &&
      (is("Real") || is("Integer") || is("Boolean") || is("String")))
    ++at_;
  const Token& first = now();
  const std::string& next = tokens_[std::min(at_ + 1, tokens_.size() - 1)].text;
  if (first.kind == Token::Kind::Word && (next == ":=" || next == "=")) {
    result.kind = Statement::Kind::Assign;
    result.targets.push_back(first.text);
    at_ += 2;
  }
  result.expression = expression();
  return result;
}

Expression Reader::expression() {
  if (++depth_ > 200) wrong("the expression is nested too deeply");
  Expression left = conjunction();
  while (take("or")) left = binary("or", std::move(left), conjunction());
  --depth_;
  return left;
}

Expression Reader::conjunction() {
  Expression left = negation();
  while (take("and")) left = binary("and", std::move(left), negation());
  return left;
}

Expression Reader::negation() {
  const int line = now().line;
  if (!take("not")) return comparison();
  Expression result;
  result.kind = Expression::Kind::Operation;
  result.line = line;
  result.name = "not";
  result.operands.push_back(comparison());
  return result;
}

Expression Reader::comparison() {
  Expression left = range();
  for (const char* sign : {"<=", ">=", "==", "<>", "<", ">"})
    if (take(sign)) return binary(sign, std::move(left), range());
  return left;
}

Expression Reader::range() {
  Expression first = sum();
  if (!is(":")) return first;
  Expression result;
  result.kind = Expression::Kind::Range;
  result.line = first.line;
  result.operands.push_back(std::move(first));
  while (take(":")) result.operands.push_back(sum());
  return result;
}

Expression Reader::sum() {
  const int line = now().line;
  const bool minus = take("-");
  if (!minus) take("+");
  Expression left = product();
  if (minus) {
    Expression negative;
    negative.kind = Expression::Kind::Operation;
    negative.line = line;
    negative.name = "neg";
    negative.operands.push_back(std::move(left));
    left = std::move(negative);
  }
  while (is("+") || is("-")) {
    const std::string sign = now().text;
    ++at_;
    left = binary(sign, std::move(left), product());
  }
  return left;
}

Expression Reader::product() {
  Expression left = factor();
  while (is("*") || is("/")) {
    const std::string sign = now().text;
    ++at_;
    left = binary(sign, std::move(left), factor());
  }
  return left;
}

Expression Reader::factor() {
  Expression left = primary();
  if (take("^")) return binary("^", std::move(left), primary());
  return left;
}

Expression Reader::bracketed(const char* end, Expression::Kind kind) {
  Expression result;
  result.kind = kind;
  result.line = now().line;
  ++at_;
  while (!is(end)) {
    result.operands.push_back(expression());
    if (!take(",") && !is(end)) wrong(fmt::format("'{}' is expected, not {}", end, shown()));
  }
  ++at_;
  return result;
}

Expression Reader::call(const Token& name) {
  Expression result;
  result.kind = Expression::Kind::Call;
  result.line = name.line;
  result.name = name.text;
  while (!is(")")) {
    std::string argument;
    if (now().kind == Token::Kind::Word && tokens_[at_ + 1].text == "=") {
      argument = now().text;
      at_ += 2;
    }
    result.argumentNames.push_back(argument);
    result.operands.push_back(expression());
    if (!take(",") && !is(")")) wrong(fmt::format("')' is expected, not {}", shown()));
  }
  ++at_;
  return result;
}

Expression Reader::primary() {
  const Token token = now();
  Expression result;
  result.line = token.line;
  if (token.kind == Token::Kind::Number) {
    ++at_;
    double value = 0;
    std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
    const bool real = token.text.find_first_of(".eE") != std::string::npos;
    result.literal = real ? Value::real(value) : Value::integer(value);
    return result;
  }
  if (token.kind == Token::Kind::Text) {
    ++at_;
    result.literal = Value::string(token.text);
    return result;
  }
  if (is("{")) return bracketed("}", Expression::Kind::Array);
  if (is("(")) {
    Expression list = bracketed(")", Expression::Kind::Tuple);
    return list.operands.size() == 1 ? Expression(std::move(list.operands[0])) : list;
  }
  if (token.kind != Token::Kind::Word) wrong(shown() + " is not expected");
  ++at_;
  if (token.text == "true" || token.text == "false") {
    result.literal = Value::boolean(token.text == "true");
    return result;
  }
  if (take("(")) {
    result = call(token);
  } else {
    result.kind = Expression::Kind::Name;
    result.name = token.text;
  }
  while (is("[")) {
    Expression index = bracketed("]", Expression::Kind::Index);
    index.name = result.kind == Expression::Kind::Name ? result.name : "";
    index.operands.insert(index.operands.begin(), std::move(result));
    result = std::move(index);
  }
  return result;
}

}  // namespace

std::vector<Statement> readScript(const std::string& text) {
  return Reader(Lexer(text).all()).statements({});
}

}  // namespace formola::script
