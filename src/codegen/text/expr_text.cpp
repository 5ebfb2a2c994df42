#include "codegen/text/expr_text.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_set>

#include "dae/printer.h"
#include "expr/operands.h"

namespace formola::text {

namespace {

constexpr size_t kLongestText = 160;

// Nodes whose value is that of one child.
int transparentChild(const ExprPool& pool, ExprId id) {
  if (pool.kind(id) == ExprKind::Cast) return 0;
  if (pool.kind(id) != ExprKind::Builtin) return -1;
  switch (pool.builtinOf(id)) {
    case Builtin::NoEvent:
    case Builtin::Residue:
    case Builtin::Relax:
    case Builtin::EnumOf:
    case Builtin::IntegerOfEnum:
    case Builtin::Homotopy:  // its actual value
      return 0;
    case Builtin::Smooth:
      return 1;
    default:
      return -1;
  }
}

}  // namespace

std::string realText(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string enclosed(const Text& text, Binding least) {
  return text.binding < least ? "(" + text.text + ")" : text.text;
}

Text Dialect::number(double value) const {
  return {realText(value), std::signbit(value) ? Binding::Sign : Binding::Primary};
}

Text Dialect::power(const Text& base, const Text& exponent) const {
  return {enclosed(base, Binding::Primary) + "**" + enclosed(exponent, Binding::Primary),
          Binding::Power};
}

std::string_view Dialect::relation(ExprKind kind) const {
  switch (kind) {
    case ExprKind::Less:
      return "<";
    case ExprKind::LessEqual:
      return "<=";
    case ExprKind::Greater:
      return ">";
    case ExprKind::GreaterEqual:
      return ">=";
    case ExprKind::Equal:
      return "==";
    default:
      return "!=";
  }
}

std::string_view Dialect::logical(ExprKind kind) const {
  return kind == ExprKind::And ? "&&" : kind == ExprKind::Or ? "||" : "!";
}

Text ExprTexts::unsupported(std::string what) {
  if (std::find(unsupported_.begin(), unsupported_.end(), what) == unsupported_.end())
    unsupported_.push_back(std::move(what));
  return {"0", Binding::Primary};
}

void ExprTexts::operandsOf(ExprId id, std::vector<ExprId>& operands) const {
  operands.clear();
  if (pool_.isBuiltin(id, Builtin::Relation)) {
    const RelationInfo& info =
        schedule_.model.relations[static_cast<size_t>(pool_.integerValue(pool_.child(id, 0)))];
    if (frozen_ && !dialect_.frozenRelation(0).empty()) return;
    operands.push_back(info.kind == RelationKind::Time ? info.instant : info.relation);
    return;
  }
  if (int child = transparentChild(pool_, id); child >= 0) {
    operands.push_back(pool_.child(id, static_cast<size_t>(child)));
    return;
  }
  switch (pool_.kind(id)) {
    case ExprKind::Neg:
    case ExprKind::Not:
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::Div:
    case ExprKind::Pow:
    case ExprKind::And:
    case ExprKind::Or:
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
    case ExprKind::Equal:
    case ExprKind::NotEqual:
    case ExprKind::If:
      for (ExprId child : pool_.children(id)) operands.push_back(child);
      return;
    case ExprKind::Builtin:
      if (pool_.builtinOf(id) <= Builtin::MaxOf || pool_.builtinOf(id) == Builtin::SemiLinear)
        for (ExprId child : pool_.children(id)) operands.push_back(child);
      return;
    default:
      return;
  }
}

// The right operand is enclosed also where a + (b + c) is meant: rounding stays what it was.
Text ExprTexts::infix(ExprId id, std::string_view op, Binding binding) {
  const auto tighter = static_cast<Binding>(static_cast<int>(binding) + 1);
  return {enclosed(at(pool_.child(id, 0)), binding) + std::string(op) +
              enclosed(at(pool_.child(id, 1)), tighter),
          binding};
}

Text ExprTexts::builtinText(ExprId id) {
  const Builtin f = pool_.builtinOf(id);
  if (f == Builtin::Relation) {
    const auto number = static_cast<uint32_t>(pool_.integerValue(pool_.child(id, 0)));
    if (frozen_ && !dialect_.frozenRelation(0).empty()) return {dialect_.frozenRelation(number)};
    const RelationInfo& info = schedule_.model.relations[number];
    if (info.kind != RelationKind::Time) return at(info.relation);
    const ExprKind kind = info.after ? ExprKind::GreaterEqual : ExprKind::Less;
    return {fmt::format("{} {} {}", dialect_.time(), dialect_.relation(kind),
                        enclosed(at(info.instant), Binding::Sum)),
            Binding::Relation};
  }
  if (f == Builtin::SemiLinear) {
    // spec 3.7.4.5: if x >= 0 then slope1*x else slope2*x
    const std::string x = enclosed(at(pool_.child(id, 0)), Binding::Term);
    const Text slope =
        dialect_.conditional(fmt::format("{} {} 0", x, dialect_.relation(ExprKind::GreaterEqual)),
                             at(pool_.child(id, 1)).text, at(pool_.child(id, 2)).text);
    if (!slope.text.empty()) return {x + "*" + enclosed(slope, Binding::Sign), Binding::Term};
    return unsupported("semiLinear");
  }
  if (f == Builtin::Initial || f == Builtin::Terminal) return {dialect_.boolean(false)};
  if (f <= Builtin::MaxOf) {
    std::vector<std::string> arguments;
    for (ExprId child : pool_.children(id)) arguments.push_back(at(child).text);
    Text text = dialect_.function(f, arguments);
    if (!text.text.empty()) return text;
  }
  return unsupported(fmt::format("the function '{}'", name(f)));
}

Text ExprTexts::textOf(ExprId id, std::vector<Temporary>& before) {
  if (int child = transparentChild(pool_, id); child >= 0)
    return at(pool_.child(id, static_cast<size_t>(child)));
  switch (pool_.kind(id)) {
    case ExprKind::Integer:
    case ExprKind::Real:
      return dialect_.number(pool_.realValue(id));
    case ExprKind::Boolean:
      return {dialect_.boolean(pool_.booleanValue(id))};
    case ExprKind::Enum:
      return dialect_.number(pool_.payload(id));
    case ExprKind::Variable:
      if (schedule_.slots[pool_.variableOf(id)].index < 0)
        return unsupported(fmt::format("the variable '{}', which is no number",
                                       schedule_.model.name(pool_.variableOf(id))));
      return dialect_.variable(pool_.variableOf(id));
    case ExprKind::Time:
      return {dialect_.time()};
    case ExprKind::Neg:
      return {"-" + enclosed(at(pool_.child(id, 0)), Binding::Power), Binding::Sign};
    case ExprKind::Not:
      return {std::string(dialect_.logical(ExprKind::Not)) +
                  enclosed(at(pool_.child(id, 0)), Binding::Primary),
              Binding::Sign};
    case ExprKind::Add:
      return infix(id, " + ", Binding::Sum);
    case ExprKind::Sub:
      return infix(id, " - ", Binding::Sum);
    case ExprKind::Mul:
      return infix(id, "*", Binding::Term);
    case ExprKind::Div:
      return infix(id, "/", Binding::Term);
    case ExprKind::Pow:
      return dialect_.power(at(pool_.child(id, 0)), at(pool_.child(id, 1)));
    case ExprKind::And:
    case ExprKind::Or: {
      // Compilers like parentheses around a mixture of both.
      const Text a = at(pool_.child(id, 0)), b = at(pool_.child(id, 1));
      return {fmt::format("{} {} {}", enclosed(a, Binding::Relation),
                          dialect_.logical(pool_.kind(id)), enclosed(b, Binding::Relation)),
              pool_.kind(id) == ExprKind::And ? Binding::And : Binding::Or};
    }
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
    case ExprKind::Equal:
    case ExprKind::NotEqual:
      return infix(id, fmt::format(" {} ", dialect_.relation(pool_.kind(id))), Binding::Relation);
    case ExprKind::If: {
      const std::string condition = at(pool_.child(id, 0)).text, a = at(pool_.child(id, 1)).text,
                        b = at(pool_.child(id, 2)).text;
      if (dialect_.hasConditional()) return dialect_.conditional(condition, a, b);
      before.push_back({fmt::format("{}{}", prefix_, next_++), a, false, condition, b});
      return {before.back().name};
    }
    case ExprKind::Builtin:
      return builtinText(id);
    case ExprKind::Call:
    case ExprKind::TupleElement:
    case ExprKind::Field:
      if (ExprId call = calledBy(pool_, id);
          call.valid() && pool_.functionOf(call).index() < schedule_.model.dae.functions.size())
        return unsupported(fmt::format(
            "the function '{}'",
            pool_.names.text(schedule_.model.dae.functions[pool_.functionOf(call)].name)));
      break;
    default:
      break;
  }
  return unsupported(
      fmt::format("'{}'", formola::print(id, {pool_, &schedule_.model.dae, nullptr})));
}

std::vector<std::string> ExprTexts::group(std::span<const ExprId> roots,
                                          std::vector<Temporary>& before) {
  texts_.clear();
  // Post-order with counts of uses.
  std::unordered_map<uint32_t, int> uses;
  std::unordered_set<uint32_t> rootSet;
  std::vector<ExprId> order, operands;
  struct Frame {
    ExprId id;
    bool entered;
  };
  std::vector<Frame> stack;
  for (ExprId root : roots) {
    ++uses[root.index()];
    rootSet.insert(root.index());
    stack.push_back({root, false});
    while (!stack.empty()) {
      const Frame frame = stack.back();
      stack.pop_back();
      if (frame.entered) {
        order.push_back(frame.id);
        continue;
      }
      if (!texts_.emplace(frame.id.index(), Text{}).second) continue;
      stack.push_back({frame.id, true});
      operandsOf(frame.id, operands);
      for (size_t i = operands.size(); i-- > 0;) {
        ++uses[operands[i].index()];
        stack.push_back({operands[i], false});
      }
    }
  }
  for (ExprId id : order) {
    Text text = textOf(id, before);
    operandsOf(id, operands);
    const bool leaf =
        operands.empty() || transparentChild(pool_, id) >= 0 || text.binding == Binding::Primary;
    const bool shared = uses[id.index()] > 1 && (!leaf || text.text.size() > 24);
    if (share_ && (shared || (!operands.empty() && text.text.size() > kLongestText))) {
      if (shared || !rootSet.contains(id.index())) {
        before.push_back({fmt::format("{}{}", prefix_, next_++), std::move(text.text),
                          pool_.base(id) == BaseType::Boolean, "", ""});
        text = {before.back().name, Binding::Primary};
      }
    }
    texts_[id.index()] = std::move(text);
  }
  std::vector<std::string> result;
  for (ExprId root : roots) result.push_back(at(root).text);
  return result;
}

std::string ExprTexts::one(ExprId root, std::vector<Temporary>& before) {
  const ExprId roots[1] = {root};
  return group(roots, before)[0];
}

}  // namespace formola::text
