#include "expr/rules.h"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

namespace formola {

namespace {

static_assert(static_cast<int>(ExprKind::Field) < 64, "childKinds holds one bit per kind");

LetterClass classOfLetter(char letter) {
  switch (letter) {
    case 'a':
      return LetterClass::Leaf;
    case 'l':
      return LetterClass::Literal;
    case 'k':
    case 'm':
      return LetterClass::Number;
    case 'n':
      return LetterClass::Negative;
    case 'p':
      return LetterClass::Positive;
    case 'i':
    case 'j':
      return LetterClass::Integral;
    case 'e':
      return LetterClass::Even;
    default:
      return LetterClass::Any;
  }
}

// Recursive descent over the text of a rule. The texts are our own and a few characters long, so
// recursion is bounded and a wrong text is an assertion.
class PatternParser {
 public:
  explicit PatternParser(std::string_view text) : text_(text) {}

  Pattern parse() {
    uint8_t root = expression();
    skip();
    FORMOLA_ASSERT(at_ == text_.size());
    FORMOLA_ASSERT(root + 1u == pattern_.nodes.size());
    return std::move(pattern_);
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool accept(std::string_view token) {
    skip();
    if (text_.substr(at_, token.size()) != token) return false;
    bool word = std::isalpha(static_cast<unsigned char>(token[0])) != 0;
    size_t end = at_ + token.size();
    if (word && end < text_.size() && std::isalnum(static_cast<unsigned char>(text_[end]))) {
      return false;
    }
    at_ = end;
    return true;
  }
  uint8_t add(PatternNode node) {
    pattern_.nodes.push_back(node);
    return static_cast<uint8_t>(pattern_.nodes.size() - 1);
  }
  uint8_t operation(ExprKind kind, std::initializer_list<uint8_t> children) {
    PatternNode node;
    node.what = PatternKind::Operator;
    node.kind = kind;
    for (uint8_t c : children) node.child[node.childCount++] = c;
    return add(node);
  }

  uint8_t expression() {
    if (accept("if")) {
      uint8_t c = expression();
      FORMOLA_ASSERT(accept("then"));
      uint8_t a = expression();
      FORMOLA_ASSERT(accept("else"));
      uint8_t b = expression();
      return operation(ExprKind::If, {c, a, b});
    }
    uint8_t a = conjunction();
    while (accept("or")) a = operation(ExprKind::Or, {a, conjunction()});
    return a;
  }
  uint8_t conjunction() {
    uint8_t a = negation();
    while (accept("and")) a = operation(ExprKind::And, {a, negation()});
    return a;
  }
  uint8_t negation() {
    if (accept("not")) return operation(ExprKind::Not, {relation()});
    return relation();
  }
  uint8_t relation() {
    uint8_t a = sum();
    // longer tokens first
    static constexpr std::pair<std::string_view, ExprKind> kRelations[] = {
        {"<=", ExprKind::LessEqual}, {">=", ExprKind::GreaterEqual}, {"==", ExprKind::Equal},
        {"<>", ExprKind::NotEqual},  {"<", ExprKind::Less},          {">", ExprKind::Greater}};
    for (auto [token, kind] : kRelations) {
      if (accept(token)) return operation(kind, {a, sum()});
    }
    return a;
  }
  uint8_t sum() {
    uint8_t a;
    if (nextIsMinusWithoutDigit()) {
      accept("-");
      a = operation(ExprKind::Neg, {product()});
    } else {
      a = product();
    }
    for (;;) {
      if (accept("+")) {
        a = operation(ExprKind::Add, {a, product()});
      } else if (accept("-")) {
        a = operation(ExprKind::Sub, {a, product()});
      } else {
        return a;
      }
    }
  }
  bool nextIsMinusWithoutDigit() {
    skip();
    return at_ + 1 < text_.size() && text_[at_] == '-' &&
           !std::isdigit(static_cast<unsigned char>(text_[at_ + 1]));
  }
  uint8_t product() {
    uint8_t a = power();
    for (;;) {
      if (accept("*")) {
        a = operation(ExprKind::Mul, {a, power()});
      } else if (accept("/")) {
        a = operation(ExprKind::Div, {a, power()});
      } else {
        return a;
      }
    }
  }
  uint8_t power() {
    uint8_t a = primary();
    if (accept("^")) return operation(ExprKind::Pow, {a, primary()});
    return a;
  }
  uint8_t primary() {
    skip();
    if (accept("(")) {
      uint8_t a = expression();
      FORMOLA_ASSERT(accept(")"));
      return a;
    }
    PatternNode node;
    if (accept("true") || accept("false")) {
      node.what = PatternKind::Truth;
      node.number = text_[at_ - 2] == 'u' ? 1 : 0;  // tr-u-e, fal-s-e
      return add(node);
    }
    char first = text_[at_];
    if (first == '-' || std::isdigit(static_cast<unsigned char>(first))) {
      std::string rest(text_.substr(at_));
      char* end = nullptr;
      node.what = PatternKind::Number;
      node.number = std::strtod(rest.c_str(), &end);
      at_ += static_cast<size_t>(end - rest.c_str());
      return add(node);
    }
    size_t start = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_]))) ++at_;
    std::string_view word = text_.substr(start, at_ - start);
    if (word.size() == 1) {
      node.what = PatternKind::Letter;
      node.letter = static_cast<uint8_t>(word[0] - 'a');
      node.letterClass = classOfLetter(word[0]);
      return add(node);
    }
    return call(word);
  }
  uint8_t call(std::string_view function) {
    PatternNode node;
    node.what = PatternKind::Operator;
    node.kind = ExprKind::Builtin;
    bool found = false;
    for (size_t f = 0; f <= static_cast<size_t>(Builtin::Relation) && !found; ++f) {
      if (name(static_cast<Builtin>(f)) != function) continue;
      node.builtin = static_cast<Builtin>(f);
      found = true;
    }
    FORMOLA_ASSERT(found);
    FORMOLA_ASSERT(accept("("));
    do {
      node.child[node.childCount++] = expression();
    } while (accept(","));
    FORMOLA_ASSERT(accept(")"));
    return add(node);
  }

  std::string_view text_;
  size_t at_ = 0;
  Pattern pattern_;
};

uint64_t bit(ExprKind kind) {
  return uint64_t{1} << static_cast<int>(kind);
}
constexpr uint64_t kAbsent = uint64_t{1} << 63;

uint64_t admittedKinds(const PatternNode& node) {
  switch (node.what) {
    case PatternKind::Operator:
      return bit(node.kind);
    case PatternKind::Number:
      return bit(ExprKind::Integer) | bit(ExprKind::Real);
    case PatternKind::Truth:
      return bit(ExprKind::Boolean);
    case PatternKind::Letter:
      break;
  }
  switch (node.letterClass) {
    case LetterClass::Any:
      return ~kAbsent;
    case LetterClass::Leaf:
      return bit(ExprKind::Variable) | bit(ExprKind::Time);
    case LetterClass::Literal:
      return bit(ExprKind::Integer) | bit(ExprKind::Real) | bit(ExprKind::Boolean) |
             bit(ExprKind::String) | bit(ExprKind::Enum);
    default:
      return bit(ExprKind::Integer) | bit(ExprKind::Real);
  }
}

struct RuleSet {
  std::vector<Rule> rules;
  std::vector<std::vector<RuleEntry>> byOperator;  // ExprKind, then Builtin

  static size_t slot(ExprKind kind, Builtin builtin) {
    return kind == ExprKind::Builtin ? 64 + static_cast<size_t>(builtin)
                                     : static_cast<size_t>(kind);
  }

  RuleSet() {
    struct Text {
      std::string_view name, left, right;
    };
    static constexpr Text kTexts[] = {
#define RULE(name, left, right) {name, left, right},
#include "expr/rules/arithmetic.def"
#include "expr/rules/functions.def"
#include "expr/rules/logic.def"
#undef RULE
    };
    for (const Text& text : kTexts) {
      Rule rule;
      rule.name = text.name;
      rule.left = text.left;
      rule.right = text.right;
      rule.leftPattern = PatternParser(text.left).parse();
      rule.rightPattern = PatternParser(text.right).parse();
      FORMOLA_ASSERT(rule.leftPattern.root().what == PatternKind::Operator);
      rules.push_back(std::move(rule));
    }
    byOperator.resize(64 + 256);
    for (const Rule& rule : rules) {
      const PatternNode& root = rule.leftPattern.root();
      RuleEntry entry;
      entry.rule = &rule;
      for (size_t i = 0; i < entry.admitted.size(); ++i)
        entry.admitted[i] =
            i < root.childCount ? admittedKinds(rule.leftPattern.nodes[root.child[i]]) : kAbsent;
      byOperator[slot(root.kind, root.builtin)].push_back(entry);
    }
  }
};

const RuleSet& ruleSet() {
  static const RuleSet set;
  return set;
}

// Recursion over the pattern, which is a few nodes deep, never over the depth of the expression.
bool matchNode(const ExprPool& pool, const Pattern& pattern, const PatternNode& node, ExprId id,
               LetterBindings& bindings) {
  switch (node.what) {
    case PatternKind::Letter: {
      ExprId& bound = bindings[node.letter];
      if (bound.valid()) return bound == id;
      if (!admits(pool, node.letterClass, id)) return false;
      bound = id;
      return true;
    }
    case PatternKind::Number:
      return pool.isNumber(id) && pool.realValue(id) == node.number;
    case PatternKind::Truth:
      return pool.kind(id) == ExprKind::Boolean && pool.booleanValue(id) == (node.number != 0);
    case PatternKind::Operator:
      break;
  }
  const ExprNode& expr = pool[id];
  if (expr.kind != node.kind || expr.childCount != node.childCount) return false;
  if (node.kind == ExprKind::Builtin && pool.builtinOf(id) != node.builtin) return false;
  for (size_t i = 0; i < node.childCount; ++i) {
    if (!matchNode(pool, pattern, pattern.nodes[node.child[i]], pool.child(id, i), bindings)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::span<const Rule> simplificationRules() {
  return ruleSet().rules;
}

OperandKinds kindsOf(const ExprPool& pool, std::span<const ExprId> operands) {
  OperandKinds kinds;
  for (size_t i = 0; i < kinds.size(); ++i)
    kinds[i] = i < operands.size() ? bit(pool.kind(operands[i])) : kAbsent;
  return kinds;
}

std::span<const RuleEntry> rulesFor(ExprKind kind, Builtin builtin) {
  return ruleSet().byOperator[RuleSet::slot(kind, builtin)];
}

bool admits(const ExprPool& pool, LetterClass letterClass, ExprId id) {
  switch (letterClass) {
    case LetterClass::Any:
      return true;
    case LetterClass::Leaf:
      return pool.kind(id) == ExprKind::Variable || pool.kind(id) == ExprKind::Time;
    case LetterClass::Literal:
      return pool.isLiteral(id);
    default:
      break;
  }
  if (!pool.isNumber(id)) return false;
  double value = pool.realValue(id);
  switch (letterClass) {
    case LetterClass::Negative:
      return value < 0;
    case LetterClass::Positive:
      return value > 0;
    case LetterClass::Integral:
      return value == std::floor(value) && std::fabs(value) < 1e9;
    case LetterClass::Even:
      return value != 0 && std::fabs(value) < 1e9 && std::fmod(value, 2) == 0;
    default:
      return true;
  }
}

bool matchOperands(const ExprPool& pool, const Rule& rule, std::span<const ExprId> operands,
                   LetterBindings& bindings) {
  const PatternNode& root = rule.leftPattern.root();
  bindings.fill(ExprId());
  for (size_t i = 0; i < operands.size(); ++i) {
    const PatternNode& child = rule.leftPattern.nodes[root.child[i]];
    if (!matchNode(pool, rule.leftPattern, child, operands[i], bindings)) return false;
  }
  return true;
}

}  // namespace formola
