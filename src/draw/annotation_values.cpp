#include "draw/annotation_values.h"

#include "syntax/annotation.h"

namespace formola::draw {

namespace {

constexpr double kLargest = 1e7;  // of coordinates and sizes, so that products stay finite

std::optional<double> bounded(double value) {
  if (std::isnan(value)) return std::nullopt;
  return std::clamp(value, -kLargest, kLargest);
}

// The numbers of a value; none if one of them is not a number.
std::vector<double> numbersIn(const Value& value) {
  std::vector<double> all(value.integers.begin(), value.integers.end());
  if (all.empty()) all = value.reals;
  for (double& each : all) {
    const std::optional<double> fine = bounded(each);
    if (!fine) return {};
    each = *fine;
  }
  return all;
}

}  // namespace

// ---- Values

// The value at a moment, if all in it is known.
bool Values::hasValue(const ast::Expr* expr) const {
  expr = chosen(expr);
  if (!expr) return false;
  if (const auto* array = expr->dynAs<ast::ArrayExpr>())
    return std::all_of(array->elements.begin(), array->elements.end(),
                       [&](const ast::Expr* element) { return hasValue(element); });
  // names of enumerations that only annotations have: LinePattern.Dash
  if (const auto* name = expr->dynAs<ast::ReferenceExpr>(); name && name->name.parts.size() == 2) {
    const std::string_view type = names().text(name->name.parts[0].name);
    for (const char* known : {"LinePattern", "FillPattern", "BorderPattern", "Smooth", "Arrow",
                              "TextStyle", "TextAlignment", "EllipseClosure"})
      if (type == known) return true;
  }
  return evaluated(expr).has_value();
}

const ast::Expr* Values::chosen(const ast::Expr* expr) const {
  while (expr) {
    if (const auto* choice = moving_ ? expr->dynAs<ast::IfExpr>() : nullptr) {
      const ast::Expr* taken = choice->otherwise;
      for (const ast::IfBranch& branch : choice->branches) {
        const std::optional<bool> holds = boolean(branch.condition);
        if (!holds) return expr;
        if (!*holds) continue;
        taken = branch.value;
        break;
      }
      expr = taken;
      continue;
    }
    const auto* call = expr->dynAs<ast::CallExpr>();
    if (!call || call->function.parts.size() != 1 || call->arguments.empty() ||
        names().text(call->function.parts[0].name) != "DynamicSelect")
      break;
    const bool second = moving_ && call->arguments.size() > 1 && hasValue(call->arguments[1]);
    expr = call->arguments[second ? 1 : 0];
  }
  return expr;
}

std::optional<Value> Values::evaluated(const ast::Expr* expr) const {
  Context context;
  context.scope = scope_;
  const ExprId typed = sema_.type(expr, context);
  return sema_.evaluateNow(typed, expr->range, context, false);
}

std::optional<double> Values::number(const ast::Expr* expr) const {
  expr = chosen(expr);
  if (!expr) return std::nullopt;
  if (const auto* real = expr->dynAs<ast::RealExpr>()) return bounded(real->value);
  if (const auto* integer = expr->dynAs<ast::IntegerExpr>())
    return bounded(static_cast<double>(integer->value));
  if (const auto* unary = expr->dynAs<ast::UnaryExpr>()) {
    const std::optional<double> value = number(unary->operand);
    if (!value) return std::nullopt;
    return unary->op == ast::UnaryOp::Minus ? -*value : *value;
  }
  const std::optional<Value> value = evaluated(expr);
  if (!value) return std::nullopt;
  const std::vector<double> all = numbersIn(*value);
  return all.size() == 1 ? std::optional(all[0]) : std::nullopt;
}

std::optional<bool> Values::boolean(const ast::Expr* expr) const {
  expr = chosen(expr);
  if (!expr) return std::nullopt;
  if (const auto* literal = expr->dynAs<ast::BooleanExpr>()) return literal->value;
  const std::optional<Value> value = evaluated(expr);
  if (!value || value->integers.size() != 1) return std::nullopt;
  return value->integers[0] != 0;
}

std::optional<std::string> Values::text(const ast::Expr* expr) const {
  expr = chosen(expr);
  if (!expr) return std::nullopt;
  if (const auto* literal = expr->dynAs<ast::StringExpr>()) return std::string(literal->value);
  const std::optional<Value> value = evaluated(expr);
  if (!value || value->strings.size() != 1) return std::nullopt;
  return value->strings[0];
}

std::optional<std::vector<double>> Values::numbers(const ast::Expr* expr) const {
  expr = chosen(expr);
  if (!expr) return std::nullopt;
  std::vector<double> result;
  if (const auto* array = expr->dynAs<ast::ArrayExpr>()) {
    for (const ast::Expr* element : array->elements) {
      const std::optional<double> value = number(element);
      if (!value) return std::nullopt;
      result.push_back(*value);
    }
    return result;
  }
  const std::optional<Value> value = evaluated(expr);
  if (!value) return std::nullopt;
  return numbersIn(*value);
}

std::optional<Point> Values::point(const ast::Expr* expr) const {
  const auto values = numbers(expr);
  if (!values || values->size() != 2) return std::nullopt;
  return Point{(*values)[0], (*values)[1]};
}

std::optional<std::vector<Point>> Values::points(const ast::Expr* expr) const {
  expr = chosen(expr);
  if (!expr) return std::nullopt;
  std::vector<Point> result;
  if (const auto* array = expr->dynAs<ast::ArrayExpr>()) {
    for (const ast::Expr* element : array->elements) {
      const std::optional<Point> p = point(element);
      if (!p) return std::nullopt;
      result.push_back(*p);
    }
    return result;
  }
  if (const auto* matrix = expr->dynAs<ast::MatrixExpr>()) {
    for (const auto& row : matrix->rows) {
      if (row.size() != 2) return std::nullopt;
      const auto x = number(row[0]), y = number(row[1]);
      if (!x || !y) return std::nullopt;
      result.push_back({*x, *y});
    }
    return result;
  }
  const std::optional<Value> value = evaluated(expr);
  if (!value) return std::nullopt;
  const std::vector<double> flat = numbersIn(*value);
  if (flat.size() % 2 != 0) return std::nullopt;
  for (size_t i = 0; i < flat.size(); i += 2) result.push_back({flat[i], flat[i + 1]});
  return result;
}

std::optional<Extent> Values::extent(const ast::Expr* expr) const {
  const auto corners = points(expr);
  if (!corners || corners->size() != 2) return std::nullopt;
  return Extent{(*corners)[0], (*corners)[1]};
}

std::optional<Color> Values::color(const ast::Expr* expr) const {
  const auto parts = numbers(expr);
  if (!parts || parts->size() != 3) return std::nullopt;
  auto byte = [](double v) { return static_cast<int>(std::lround(std::clamp(v, 0.0, 255.0))); };
  return Color{byte((*parts)[0]), byte((*parts)[1]), byte((*parts)[2])};
}

std::string_view Values::word(const ast::Expr* expr) const {
  expr = chosen(expr);
  if (!expr || expr->kind != ast::ExprKind::Reference) return {};
  return names().text(expr->as<ast::ReferenceExpr>().name.parts.back().name);
}

std::vector<std::string_view> Values::words(const ast::Expr* expr) const {
  std::vector<std::string_view> result;
  expr = chosen(expr);
  if (!expr || expr->kind != ast::ExprKind::Array) return result;
  for (const ast::Expr* element : expr->as<ast::ArrayExpr>().elements)
    result.push_back(word(element));
  return result;
}

// ---- Fields

const ast::Expr* Fields::operator[](std::string_view name) const {
  if (call_) {
    for (const ast::NamedArgument& argument : call_->named)
      if (names_->text(argument.name) == name) return argument.value;
    return nullptr;
  }
  if (!modification_) return nullptr;
  const ast::Argument* found = findArgument(modification_, *names_, name);
  return found && found->modification ? found->modification->binding : nullptr;
}

Fields Fields::record(std::string_view name) const {
  if (modification_) {
    const ast::Argument* found = findArgument(modification_, *names_, name);
    if (!found || !found->modification) return {};
    if (found->modification->hasArguments) return Fields(found->modification, *names_);
  }
  const ast::Expr* value = (*this)[name];
  if (!value || value->kind != ast::ExprKind::Call) return {};
  return Fields(value->as<ast::CallExpr>(), *names_);
}

}  // namespace formola::draw
