#include "analysis/result_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace formola::analysis {

struct ResultExpression::Node {
  enum class Kind : uint8_t { Number, Signal, Time, Operation, Function, Aggregate };
  Kind kind = Kind::Number;
  double number = 0;
  size_t signal = 0;
  std::string name;  // of the operation or function
  std::vector<std::shared_ptr<const Node>> operands;
};

namespace {

using Node = ResultExpression::Node;
using NodePointer = std::shared_ptr<const Node>;

constexpr std::array kFunctions = {"abs", "sqrt", "exp", "log", "log10",
                                   "sin", "cos",  "tan", "atan"};
constexpr std::array kAggregates = {"final", "initial", "min", "max", "mean", "integral"};

template <typename List>
bool isIn(const List& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

NodePointer operation(std::string name, std::vector<NodePointer> operands) {
  auto node = std::make_shared<Node>();
  node->kind = Node::Kind::Operation;
  node->name = std::move(name);
  node->operands = std::move(operands);
  return node;
}

class Reader {
 public:
  Reader(const std::string& text, std::vector<std::string>& signals)
      : text_(text), signals_(signals) {}

  NodePointer read() {
    NodePointer node = sum();
    skip();
    if (node && at_ != text_.size())
      return fail(fmt::format("'{}' is not expected", text_.substr(at_, 12)));
    return node;
  }
  const std::string& problem() const { return problem_; }

 private:
  NodePointer fail(const std::string& what) {
    if (problem_.empty()) problem_ = fmt::format("'{}': {} at character {}", text_, what, at_ + 1);
    return nullptr;
  }
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool take(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  NodePointer sum() {
    if (++depth_ > 200) return fail("brackets are nested too deeply");
    const bool minus = take('-');
    if (!minus) take('+');
    NodePointer node = product();
    if (node && minus) node = operation("neg", {node});
    while (node) {
      const char sign = take('+') ? '+' : take('-') ? '-' : ' ';
      if (sign == ' ') break;
      NodePointer right = product();
      if (!right) return nullptr;
      node = operation(std::string(1, sign), {node, right});
    }
    --depth_;
    return node;
  }
  NodePointer product() {
    NodePointer node = power();
    while (node) {
      const char sign = take('*') ? '*' : take('/') ? '/' : ' ';
      if (sign == ' ') break;
      NodePointer right = power();
      if (!right) return nullptr;
      node = operation(std::string(1, sign), {node, right});
    }
    return node;
  }
  NodePointer power() {
    NodePointer node = primary();
    if (!node || !take('^')) return node;
    const bool minus = take('-');
    NodePointer exponent = primary();
    if (!exponent) return nullptr;
    return operation("^", {node, minus ? operation("neg", {exponent}) : exponent});
  }
  NodePointer primary() {
    skip();
    if (take('(')) {
      NodePointer node = sum();
      if (node && !take(')')) return fail("')' is missing");
      return node;
    }
    if (at_ >= text_.size()) return fail("something is missing");
    const char c = text_[at_];
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') return number();
    if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'') return name();
    return fail(fmt::format("'{}' is not expected", c));
  }
  NodePointer number() {
    auto node = std::make_shared<Node>();
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), node->number);
    if (error != std::errc()) return fail("this is no number");
    at_ += static_cast<size_t>(end - begin);
    return node;
  }
  // a.b[2].'c d', with its subscripts.
  std::string word() {
    const size_t begin = at_;
    int depth = 0;
    bool quoted = false;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\'') quoted = !quoted;
      if (quoted || c == '\'') continue;
      if (c == '[') ++depth;
      if (c == ']') --depth;
      if (depth > 0 || c == ']' || c == '.' || c == '_' ||
          std::isalnum(static_cast<unsigned char>(c)) != 0)
        continue;
      break;
    }
    return text_.substr(begin, at_ - begin);
  }
  NodePointer signal(const std::string& name) {
    auto node = std::make_shared<Node>();
    if (name == "time") {
      node->kind = Node::Kind::Time;
      return node;
    }
    node->kind = Node::Kind::Signal;
    const auto found = std::find(signals_.begin(), signals_.end(), name);
    node->signal = static_cast<size_t>(found - signals_.begin());
    if (found == signals_.end()) signals_.push_back(name);
    return node;
  }
  NodePointer name() {
    const std::string found = word();
    if (!take('(')) return signal(found);
    if (found == "der") {
      skip();
      const std::string inner = word();
      if (!take(')')) return fail("')' is missing");
      return signal("der(" + inner + ")");
    }
    if (!isIn(kFunctions, found) && !isIn(kAggregates, found))
      return fail(fmt::format("there is no function '{}'", found));
    auto node = std::make_shared<Node>();
    node->name = found;
    do {
      NodePointer operand = sum();
      if (!operand) return nullptr;
      node->operands.push_back(std::move(operand));
    } while (take(','));
    if (!take(')')) return fail("')' is missing");
    const bool both = (found == "min" || found == "max") && node->operands.size() == 2;
    if (!both && node->operands.size() != 1)
      return fail(fmt::format("'{}' has another number of arguments", found));
    node->kind = both                       ? Node::Kind::Operation
                 : isIn(kAggregates, found) ? Node::Kind::Aggregate
                                            : Node::Kind::Function;
    return node;
  }

  const std::string& text_;
  std::vector<std::string>& signals_;
  size_t at_ = 0;
  int depth_ = 0;
  std::string problem_;
};

// A value with its derivatives.
struct Dual {
  double value = 0;
  std::vector<double> d;
};

class Evaluation {
 public:
  Evaluation(const ResultRows& rows, bool derivatives)
      : rows_(rows), n_(derivatives && !rows.derivatives.empty() ? rows.parameters : 0) {}

  Dual at(const Node& node, size_t row) const;

 private:
  Dual aggregate(const Node& node) const;
  Dual combine(const Node& node, const Dual& a, const Dual& b) const;
  // value with partial derivatives da, db.
  Dual chain(double value, const Dual& a, double da, const Dual* b = nullptr, double db = 0) const {
    Dual result{value, std::vector<double>(n_)};
    for (size_t k = 0; k < n_; ++k) result.d[k] = da * a.d[k] + (b != nullptr ? db * b->d[k] : 0);
    return result;
  }
  Dual function(const std::string& name, const Dual& a) const;

  const ResultRows& rows_;
  size_t n_;
};

Dual Evaluation::function(const std::string& name, const Dual& a) const {
  const double x = a.value;
  if (name == "abs") return chain(std::abs(x), a, x < 0 ? -1 : 1);
  if (name == "sqrt") return chain(std::sqrt(x), a, 0.5 / std::sqrt(x));
  if (name == "exp") return chain(std::exp(x), a, std::exp(x));
  if (name == "log") return chain(std::log(x), a, 1 / x);
  if (name == "log10") return chain(std::log10(x), a, 1 / (x * std::log(10.0)));
  if (name == "sin") return chain(std::sin(x), a, std::cos(x));
  if (name == "cos") return chain(std::cos(x), a, -std::sin(x));
  if (name == "tan") return chain(std::tan(x), a, 1 + std::tan(x) * std::tan(x));
  return chain(std::atan(x), a, 1 / (1 + x * x));
}

Dual Evaluation::combine(const Node& node, const Dual& a, const Dual& b) const {
  const double x = a.value, y = b.value;
  switch (node.name[0]) {
    case '+':
      return chain(x + y, a, 1, &b, 1);
    case '-':
      return chain(x - y, a, 1, &b, -1);
    case '*':
      return chain(x * y, a, y, &b, x);
    case '/':
      return chain(x / y, a, 1 / y, &b, -x / (y * y));
    case '^': {
      const bool moves = std::any_of(b.d.begin(), b.d.end(), [](double v) { return v != 0; });
      return chain(std::pow(x, y), a, y == 0 ? 0 : y * std::pow(x, y - 1), &b,
                   moves ? std::pow(x, y) * std::log(x) : 0);
    }
    default:
      return (node.name == "min") == (x < y) ? a : b;
  }
}

Dual Evaluation::aggregate(const Node& node) const {
  const Node& inner = *node.operands[0];
  const size_t count = rows_.times.size();
  if (count == 0) return {std::nan(""), std::vector<double>(n_)};
  if (node.name == "final") return at(inner, count - 1);
  if (node.name == "initial") return at(inner, 0);
  Dual before = at(inner, 0), best = before, sum{0, std::vector<double>(n_)};
  for (size_t i = 1; i < count; ++i) {
    Dual now = at(inner, i);
    if (node.name == "min" ? now.value < best.value : now.value > best.value) best = now;
    const double h = (rows_.times[i] - rows_.times[i - 1]) / 2;
    sum.value += h * (before.value + now.value);
    for (size_t k = 0; k < n_; ++k) sum.d[k] += h * (before.d[k] + now.d[k]);
    before = std::move(now);
  }
  if (node.name == "min" || node.name == "max") return best;
  const double length = rows_.times.back() - rows_.times.front();
  if (node.name == "integral") return sum;
  return length > 0 ? chain(sum.value / length, sum, 1 / length) : at(inner, 0);
}

Dual Evaluation::at(const Node& node, size_t row) const {
  Dual result{node.number, std::vector<double>(n_)};
  switch (node.kind) {
    case Node::Kind::Number:
      return result;
    case Node::Kind::Time:
      result.value = rows_.times[row];
      return result;
    case Node::Kind::Signal:
      result.value = rows_.values[node.signal][row];
      for (size_t k = 0; k < n_; ++k) result.d[k] = rows_.derivatives[node.signal][k][row];
      return result;
    case Node::Kind::Function:
      return function(node.name, at(*node.operands[0], row));
    case Node::Kind::Aggregate:
      return aggregate(node);
    case Node::Kind::Operation:
      break;
  }
  const Dual first = at(*node.operands[0], row);
  if (node.name == "neg") return chain(-first.value, first, -1);
  return combine(node, first, at(*node.operands[1], row));
}

// The derivative by every value of the rows: from the result back to these.
class Weighing {
 public:
  Weighing(const ResultRows& rows, std::vector<std::vector<double>>& weights)
      : rows_(rows), values_(rows, false), weights_(weights) {
    weights_.assign(rows.values.size(), std::vector<double>(rows.times.size(), 0.0));
  }

  void add(const Node& node, size_t row, double weight);

 private:
  double value(const Node& node, size_t row) const { return values_.at(node, row).value; }
  void function(const Node& node, size_t row, double weight);
  void operation(const Node& node, size_t row, double weight);
  void aggregate(const Node& node, double weight);

  const ResultRows& rows_;
  Evaluation values_;
  std::vector<std::vector<double>>& weights_;
};

void Weighing::function(const Node& node, size_t row, double weight) {
  const Node& inner = *node.operands[0];
  const double x = value(inner, row);
  const std::string& name = node.name;
  double slope = 1 / (1 + x * x);  // atan
  if (name == "abs") slope = x < 0 ? -1 : 1;
  if (name == "sqrt") slope = 0.5 / std::sqrt(x);
  if (name == "exp") slope = std::exp(x);
  if (name == "log") slope = 1 / x;
  if (name == "log10") slope = 1 / (x * std::log(10.0));
  if (name == "sin") slope = std::cos(x);
  if (name == "cos") slope = -std::sin(x);
  if (name == "tan") slope = 1 + std::tan(x) * std::tan(x);
  add(inner, row, weight * slope);
}

void Weighing::operation(const Node& node, size_t row, double weight) {
  const Node &left = *node.operands[0], &right = *node.operands[1];
  const double x = value(left, row), y = value(right, row);
  double ofLeft = weight, ofRight = weight;
  switch (node.name[0]) {
    case '+':
      break;
    case '-':
      ofRight = -weight;
      break;
    case '*':
      ofLeft = weight * y;
      ofRight = weight * x;
      break;
    case '/':
      ofLeft = weight / y;
      ofRight = -weight * x / (y * y);
      break;
    case '^':
      ofLeft = y == 0 ? 0 : weight * y * std::pow(x, y - 1);
      // A constant exponent asks for no logarithm of what may be negative.
      ofRight = x > 0 ? weight * std::pow(x, y) * std::log(x) : 0;
      break;
    default: {
      const bool first = (node.name == "min") == (x < y);
      ofLeft = first ? weight : 0;
      ofRight = first ? 0 : weight;
    }
  }
  add(left, row, ofLeft);
  add(right, row, ofRight);
}

void Weighing::aggregate(const Node& node, double weight) {
  const Node& inner = *node.operands[0];
  const size_t count = rows_.times.size();
  if (node.name == "final") return add(inner, count - 1, weight);
  if (node.name == "initial") return add(inner, 0, weight);
  if (node.name == "min" || node.name == "max") {
    size_t best = 0;
    double found = value(inner, 0);
    for (size_t i = 1; i < count; ++i) {
      const double now = value(inner, i);
      if (node.name == "min" ? now >= found : now <= found) continue;
      found = now;
      best = i;
    }
    return add(inner, best, weight);
  }
  const double length = rows_.times.back() - rows_.times.front();
  if (node.name == "mean" && !(length > 0)) return add(inner, 0, weight);
  const double each = node.name == "mean" ? weight / length : weight;
  for (size_t i = 0; i < count; ++i) {
    const double before = i > 0 ? rows_.times[i] - rows_.times[i - 1] : 0;
    const double after = i + 1 < count ? rows_.times[i + 1] - rows_.times[i] : 0;
    add(inner, i, each * (before + after) / 2);
  }
}

void Weighing::add(const Node& node, size_t row, double weight) {
  if (weight == 0) return;
  switch (node.kind) {
    case Node::Kind::Number:
    case Node::Kind::Time:
      return;
    case Node::Kind::Signal:
      weights_[node.signal][row] += weight;
      return;
    case Node::Kind::Function:
      return function(node, row, weight);
    case Node::Kind::Aggregate:
      return aggregate(node, weight);
    case Node::Kind::Operation:
      break;
  }
  if (node.name == "neg") return add(*node.operands[0], row, -weight);
  operation(node, row, weight);
}

}  // namespace

double ResultExpression::weigh(const ResultRows& rows,
                               std::vector<std::vector<double>>& weights) const {
  Weighing weighing(rows, weights);
  if (rows.times.empty()) return std::nan("");
  weighing.add(*root_, rows.times.size() - 1, 1);
  return evaluate(rows);
}

std::optional<ResultExpression> ResultExpression::parse(const std::string& text,
                                                        std::string& problem) {
  ResultExpression result;
  result.text_ = text;
  Reader reader(result.text_, result.signals_);
  result.root_ = reader.read();
  if (result.root_) return result;
  problem = reader.problem();
  return std::nullopt;
}

double ResultExpression::evaluate(const ResultRows& rows, std::vector<double>* gradient) const {
  if (rows.times.empty()) return std::nan("");
  Dual result = Evaluation(rows, gradient != nullptr).at(*root_, rows.times.size() - 1);
  if (gradient != nullptr) *gradient = std::move(result.d);
  return result.value;
}

std::optional<ResultConstraint> parseConstraint(const std::string& text, std::string& problem) {
  size_t at = text.find("<=");
  const bool atMost = at != std::string::npos;
  if (!atMost) at = text.find(">=");
  if (at == std::string::npos) {
    problem = fmt::format("'{}' is no condition: expression <= expression, or >=", text);
    return std::nullopt;
  }
  auto left = ResultExpression::parse(text.substr(0, at), problem);
  if (!left) return std::nullopt;
  auto right = ResultExpression::parse(text.substr(at + 2), problem);
  if (!right) return std::nullopt;
  return ResultConstraint{text, std::move(*left), std::move(*right), atMost};
}

}  // namespace formola::analysis
