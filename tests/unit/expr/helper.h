// What the tests of the expr layer share: expressions from text, text from expressions, random
// expressions.
#pragma once

#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "expr/eval_numeric.h"
#include "expr/expr.h"

namespace formola::test {

// A pool with named Real variables. Lower-case names starting with "b_" are Boolean and with "i_"
// Integer.
struct Scope {
  ExprPool pool;
  std::vector<std::string> names;  // by VariableId
  std::map<std::string, ExprId, std::less<>> variables;

  ExprId var(std::string_view name);
  // Parses Modelica-like text; stores exactly what is written, with Real literals.
  ExprId parse(std::string_view text);
  // Modelica-like text with minimal parentheses; integral Reals without a point.
  std::string text(ExprId id) const;
};

struct RandomOptions {
  int variables = 4;
  int size = 12;             // number of operators
  bool smoothOnly = false;   // differentiable operators only
  bool boundedOnly = false;  // no functions with a restricted domain or fast growth
};

// A random Real expression over x0, x1, ...; subexpressions are shared now and then.
ExprId randomExpr(Scope& scope, std::mt19937& random, const RandomOptions& options);

// True if every part of the expression has a moderate value: nothing is promised where a part is
// undefined.
bool allFinite(const ExprPool& pool, ExprId root, NumericEvaluator& value);

}  // namespace formola::test
