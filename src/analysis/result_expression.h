// Expressions over the result of a run: "integral((w - 20)^2) + 0.1*max(abs(u))".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace formola::analysis {

// Signals row by row, as an expression needs them.
struct ResultRows {
  std::vector<double> times;
  std::vector<std::vector<double>> values;  // by signal, then row
  // By signal, then parameter, then row; empty: derivatives are not asked for.
  std::vector<std::vector<std::vector<double>>> derivatives;
  size_t parameters = 0;
};

// Purpose:    numbers, names of variables, `time`, + - * / ^, brackets, abs, sqrt, exp, log, log10,
//             sin, cos, tan, atan, min(a, b), max(a, b), and over time final(a), initial(a),
//             min(a), max(a), mean(a), integral(a). A name outside of these is its final value.
//             Means and integrals follow the trapezoids between the rows.
// Complexity: linear in the size of the expression, the rows and the parameters.
class ResultExpression {
 public:
  // Nothing, and `problem` says what is wrong and where.
  static std::optional<ResultExpression> parse(const std::string& text, std::string& problem);

  const std::string& text() const { return text_; }
  // The names in it, each once; the order of ResultRows::values.
  const std::vector<std::string>& signals() const { return signals_; }
  // Its value and, where rows have derivatives and `gradient` is not null, those of it.
  double evaluate(const ResultRows& rows, std::vector<double>* gradient = nullptr) const;
  // Its value, and the derivative of it by every value of the rows: by signal, then row.
  double weigh(const ResultRows& rows, std::vector<std::vector<double>>& weights) const;

  struct Node;

 private:
  std::string text_;
  std::vector<std::string> signals_;
  std::shared_ptr<const Node> root_;
};

// expression <= expression, or >=.
struct ResultConstraint {
  std::string text;
  ResultExpression left, right;
  bool atMost = true;  // left <= right
  // What must not be positive.
  double excess(double leftValue, double rightValue) const {
    return atMost ? leftValue - rightValue : rightValue - leftValue;
  }
};
std::optional<ResultConstraint> parseConstraint(const std::string& text, std::string& problem);

}  // namespace formola::analysis
