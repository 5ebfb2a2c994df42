#include "helper.h"

#include <cctype>
#include <cmath>
#include <cstdlib>

#include "expr/rewrite.h"

namespace formola::test {

namespace {

class Parser {
 public:
  Parser(Scope& scope, std::string_view text) : scope_(scope), pool_(scope.pool), text_(text) {}

  ExprId parse() {
    ExprId e = expression();
    skip();
    FORMOLA_ASSERT(at_ == text_.size());
    return e;
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  static bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
  bool accept(std::string_view token) {
    skip();
    if (text_.substr(at_, token.size()) != token) return false;
    size_t end = at_ + token.size();
    if (isWord(token[0]) && end < text_.size() && isWord(text_[end])) return false;
    at_ = end;
    return true;
  }
  ExprId real(ExprKind kind, ExprId a, ExprId b) {
    return pool_.binary(kind, pool_.types.real(), a, b);
  }
  ExprId truth(ExprKind kind, ExprId a, ExprId b) {
    return pool_.binary(kind, pool_.types.boolean(), a, b);
  }
  ExprId expression() {
    if (accept("if")) {
      ExprId c = expression();
      FORMOLA_ASSERT(accept("then"));
      ExprId a = expression();
      FORMOLA_ASSERT(accept("else"));
      ExprId b = expression();
      return pool_.ifThenElse(pool_.type(a), c, a, b);
    }
    ExprId a = conjunction();
    while (accept("or")) a = truth(ExprKind::Or, a, conjunction());
    return a;
  }
  ExprId conjunction() {
    ExprId a = negation();
    while (accept("and")) a = truth(ExprKind::And, a, negation());
    return a;
  }
  ExprId negation() {
    if (accept("not")) return pool_.unary(ExprKind::Not, pool_.types.boolean(), relation());
    return relation();
  }
  ExprId relation() {
    ExprId a = sum();
    static constexpr std::pair<std::string_view, ExprKind> kRelations[] = {
        {"<=", ExprKind::LessEqual}, {">=", ExprKind::GreaterEqual}, {"==", ExprKind::Equal},
        {"<>", ExprKind::NotEqual},  {"<", ExprKind::Less},          {">", ExprKind::Greater}};
    for (auto [token, kind] : kRelations) {
      if (accept(token)) return truth(kind, a, sum());
    }
    return a;
  }
  ExprId sum() {
    ExprId a;
    skip();
    if (accept("-")) {
      a = product();
      a = pool_.unary(ExprKind::Neg, pool_.type(a), a);
    } else {
      a = product();
    }
    for (;;) {
      if (accept("+")) {
        a = real(ExprKind::Add, a, product());
      } else if (accept("-")) {
        a = real(ExprKind::Sub, a, product());
      } else {
        return a;
      }
    }
  }
  ExprId product() {
    ExprId a = power();
    for (;;) {
      if (accept("*")) {
        a = real(ExprKind::Mul, a, power());
      } else if (accept("/")) {
        a = real(ExprKind::Div, a, power());
      } else {
        return a;
      }
    }
  }
  ExprId power() {
    ExprId a = primary();
    if (accept("^")) return real(ExprKind::Pow, a, primary());
    return a;
  }
  ExprId primary() {
    if (accept("(")) {
      ExprId a = expression();
      FORMOLA_ASSERT(accept(")"));
      return a;
    }
    if (accept("true")) return pool_.boolean(true);
    if (accept("false")) return pool_.boolean(false);
    skip();
    if (std::isdigit(static_cast<unsigned char>(text_[at_])) ||
        (text_[at_] == '-' && std::isdigit(static_cast<unsigned char>(text_[at_ + 1])))) {
      std::string rest(text_.substr(at_));
      char* end = nullptr;
      double value = std::strtod(rest.c_str(), &end);
      at_ += static_cast<size_t>(end - rest.c_str());
      return pool_.real(value);
    }
    size_t start = at_;
    while (at_ < text_.size() && isWord(text_[at_])) ++at_;
    std::string_view word = text_.substr(start, at_ - start);
    FORMOLA_ASSERT(!word.empty());
    if (word == "time") return pool_.time();
    if (!accept("(")) return scope_.var(word);
    std::vector<ExprId> arguments;
    do {
      arguments.push_back(expression());
    } while (accept(","));
    FORMOLA_ASSERT(accept(")"));
    for (size_t f = 0; f <= static_cast<size_t>(Builtin::Relation); ++f) {
      auto builtin = static_cast<Builtin>(f);
      if (name(builtin) != word) continue;
      TypeId type = pool_.types.real();
      if (builtin == Builtin::Sign) type = pool_.types.integer();
      if (builtin == Builtin::Edge || builtin == Builtin::Change) type = pool_.types.boolean();
      if (builtin == Builtin::NoEvent || builtin == Builtin::Pre) type = pool_.type(arguments[0]);
      if (builtin == Builtin::Relation) type = pool_.types.boolean();
      return pool_.builtin(builtin, type, arguments);
    }
    FORMOLA_ASSERT(!"known function");
    return {};
  }

  Scope& scope_;
  ExprPool& pool_;
  std::string_view text_;
  size_t at_ = 0;
};

int precedence(const ExprPool& pool, ExprId id) {
  switch (pool.kind(id)) {
    case ExprKind::If:
      return 0;
    case ExprKind::Or:
      return 1;
    case ExprKind::And:
      return 2;
    case ExprKind::Not:
      return 3;
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
    case ExprKind::Equal:
    case ExprKind::NotEqual:
      return 4;
    case ExprKind::Neg:
    case ExprKind::Add:
    case ExprKind::Sub:
      return 5;
    case ExprKind::Mul:
    case ExprKind::Div:
      return 6;
    case ExprKind::Pow:
      return 7;
    case ExprKind::Real:
    case ExprKind::Integer:
      return pool.realValue(id) < 0 ? 5 : 9;
    default:
      return 9;
  }
}

std::string_view symbol(ExprKind kind) {
  switch (kind) {
    case ExprKind::Or:
      return " or ";
    case ExprKind::And:
      return " and ";
    case ExprKind::Less:
      return " < ";
    case ExprKind::LessEqual:
      return " <= ";
    case ExprKind::Greater:
      return " > ";
    case ExprKind::GreaterEqual:
      return " >= ";
    case ExprKind::Equal:
      return " == ";
    case ExprKind::NotEqual:
      return " <> ";
    case ExprKind::Add:
      return " + ";
    case ExprKind::Sub:
      return " - ";
    case ExprKind::Mul:
      return "*";
    case ExprKind::Div:
      return "/";
    case ExprKind::Pow:
      return "^";
    default:
      return "?";
  }
}

std::string number(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15) {
    return std::to_string(static_cast<int64_t>(value));
  }
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.15g", value);
  return buffer;
}

}  // namespace

ExprId Scope::var(std::string_view name) {
  auto found = variables.find(name);
  if (found != variables.end()) return found->second;
  TypeId type = name.starts_with("b_")   ? pool.types.boolean()
                : name.starts_with("i_") ? pool.types.integer()
                                         : pool.types.real();
  ExprId id = pool.variable(VariableId(names.size()), type);
  names.emplace_back(name);
  variables.emplace(std::string(name), id);
  return id;
}

ExprId Scope::parse(std::string_view text) {
  return Parser(*this, text).parse();
}

// Recursive: for the small expressions that tests print.
std::string Scope::text(ExprId id) const {
  auto inside = [&](ExprId child, int least) {
    std::string s = text(child);
    return precedence(pool, child) < least ? "(" + s + ")" : s;
  };
  switch (pool.kind(id)) {
    case ExprKind::Integer:
    case ExprKind::Real:
      return number(pool.realValue(id));
    case ExprKind::Boolean:
      return pool.booleanValue(id) ? "true" : "false";
    case ExprKind::Variable:
      return names[pool.payload(id)];
    case ExprKind::Time:
      return "time";
    case ExprKind::Cast:
      return text(pool.child(id, 0));
    case ExprKind::Neg:
      return "-" + inside(pool.child(id, 0), 6);
    case ExprKind::Not:
      return "not " + inside(pool.child(id, 0), 4);
    case ExprKind::If:
      return "if " + inside(pool.child(id, 0), 1) + " then " + inside(pool.child(id, 1), 1) +
             " else " + inside(pool.child(id, 2), 0);
    case ExprKind::Builtin:
    case ExprKind::Call:
    case ExprKind::Array: {
      std::string s = pool.kind(id) == ExprKind::Builtin ? std::string(name(pool.builtinOf(id)))
                      : pool.kind(id) == ExprKind::Call  ? "f" + std::to_string(pool.payload(id))
                                                         : "array";
      s += "(";
      for (size_t i = 0; i < pool.children(id).size(); ++i) {
        s += (i ? ", " : "") + text(pool.child(id, i));
      }
      return s + ")";
    }
    default:
      break;
  }
  if (pool.children(id).size() != 2) return "?";
  int own = precedence(pool, id);
  bool power = pool.kind(id) == ExprKind::Pow;
  return inside(pool.child(id, 0), power ? own + 1 : own) + std::string(symbol(pool.kind(id))) +
         inside(pool.child(id, 1), own + 1);
}

ExprId randomExpr(Scope& scope, std::mt19937& random, const RandomOptions& options) {
  ExprPool& pool = scope.pool;
  TypeId real = pool.types.real();
  auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  std::vector<ExprId> have;
  auto operand = [&]() -> ExprId {
    int choice = below(10);
    if (choice < 4) {
      return scope.var("x" + std::to_string(below(options.variables)));
    }
    if (choice < 6 || have.empty()) {
      static constexpr double kLiterals[] = {0, 1, -1, 2, 3, 0.5, -2, 0, 1, 4};
      return pool.real(kLiterals[below(10)]);
    }
    // mostly the newest, so that depth grows; sometimes an older one, so that parts are shared
    size_t back = below(3) ? 0 : static_cast<size_t>(below(static_cast<int>(have.size())));
    return have[have.size() - 1 - back];
  };
  have.push_back(scope.var("x0"));
  for (int i = 0; i < options.size; ++i) {
    ExprId a = operand();
    ExprId b = operand();
    ExprId made;
    switch (below(options.boundedOnly ? 14 : 18)) {
      case 0:
      case 1:
      case 2:
        made = pool.binary(ExprKind::Add, real, a, b);
        break;
      case 3:
      case 4:
        made = pool.binary(ExprKind::Sub, real, a, b);
        break;
      case 5:
      case 6:
      case 7:
        made = pool.binary(ExprKind::Mul, real, a, b);
        break;
      case 8:
        made = pool.unary(ExprKind::Neg, real, a);
        break;
      case 9:
        made = pool.builtin(Builtin::Sin, real, {a});
        break;
      case 10:
        made = pool.builtin(below(2) ? Builtin::Cos : Builtin::Atan, real, {a});
        break;
      case 11:
        made = pool.builtin(below(2) ? Builtin::Tanh : Builtin::Sin, real, {a});
        break;
      case 12:
        if (options.smoothOnly) {
          made = pool.binary(ExprKind::Pow, real, a, pool.real(2));
        } else {
          ExprId c = pool.binary(below(2) ? ExprKind::Less : ExprKind::GreaterEqual,
                                 pool.types.boolean(), a, b);
          made = pool.ifThenElse(real, c, operand(), operand());
        }
        break;
      case 13:
        made = options.smoothOnly ? pool.binary(ExprKind::Add, real, a, b)
                                  : pool.builtin(below(2) ? Builtin::MinOf : Builtin::Abs, real,
                                                 std::vector<ExprId>{a});
        if (!options.smoothOnly && pool.isBuiltin(made, Builtin::MinOf)) {
          made = pool.builtin(below(2) ? Builtin::MinOf : Builtin::MaxOf, real, {a, b});
        }
        break;
      case 14:
      case 15:
        made = pool.binary(ExprKind::Div, real, a, b);
        break;
      case 16: {
        static constexpr Builtin kFunctions[] = {Builtin::Exp,  Builtin::Log,  Builtin::Sqrt,
                                                 Builtin::Sinh, Builtin::Cosh, Builtin::Asin,
                                                 Builtin::Acos, Builtin::Tan,  Builtin::Log10};
        made = pool.builtin(kFunctions[below(9)], real, {a});
        break;
      }
      default: {
        static constexpr double kExponents[] = {0, 1, 2, 3, -1, -2, 0.5};
        made = pool.binary(ExprKind::Pow, real, a, pool.real(kExponents[below(7)]));
        break;
      }
    }
    have.push_back(made);
  }
  return have.back();
}

bool allFinite(const ExprPool& pool, ExprId root, NumericEvaluator& value) {
  bool finite = true;
  ExprSet seen;
  forEachNode(pool, {&root, 1}, seen, [&](ExprId id) {
    double v = value(id);
    finite = finite && std::isfinite(v) && std::fabs(v) < 1e6;
  });
  return finite;
}

}  // namespace formola::test
