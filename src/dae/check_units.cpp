#include "dae/check_units.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "dae/judged_unit.h"
#include "dae/printer.h"
#include "diag/codes/structure.h"
#include "expr/elementary.h"
#include "expr/expr_table.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

constexpr int kRounds = 12;
constexpr size_t kLongestText = 60;

class UnitChecker {
 public:
  UnitChecker(const Dae& dae, Diagnostics& diagnostics)
      : dae_(dae), pool_(*dae.pool), diagnostics_(diagnostics) {}

  void run();

 private:
  // Both sides are set equal; without a right side only what stands in the left one is compared.
  struct Pair {
    ExprId left, right;
    Provenance origin;
  };
  using Expectations = std::vector<std::pair<ExprId, JudgedUnit>>;

  void declare();
  void collect();
  void collect(const std::vector<Equation>& equations);
  void collect(const std::vector<Statement>& body, const Provenance& origin);
  void add(ExprId left, ExprId right, const Provenance& origin) {
    if (left.valid()) pairs_.push_back({left, right, origin});
  }

  JudgedUnit evaluate(ExprId root);
  JudgedUnit unitOf(ExprId id);
  JudgedUnit ofProduct(ExprId a, ExprId b, bool divided) const;
  JudgedUnit ofPower(ExprId base, ExprId exponent) const;
  JudgedUnit ofBuiltin(ExprId id);
  JudgedUnit ofElementary(ExprId id);
  JudgedUnit ofSame(std::span<const ExprId> operands, bool offsets);
  JudgedUnit ofSum(ExprId a, ExprId b, bool difference);
  std::optional<double> literal(ExprId id) const;
  std::optional<JudgedUnit> factor(ExprId id, bool dividend) const;
  bool standsForQuantity(ExprId number, ExprId other) const {
    return literal(number).value_or(0) != 0 && !literal(other);
  }

  bool infer(const Pair& pair);
  bool push(ExprId root, const JudgedUnit& expected);
  bool pushInto(ExprId id, const JudgedUnit& unit, Expectations& open);
  void check(const Pair& pair);
  void compare(ExprId a, ExprId b, bool offsets);
  std::string text(ExprId id) const;
  void noteInferred(Diagnostic& diagnostic, ExprId a, ExprId b) const;
  bool isFirstHere() {
    const SourceRange& at = current_->origin.range;
    return reported_.insert((uint64_t{at.file.index()} << 40) ^ at.begin).second;
  }

  const Dae& dae_;
  ExprPool& pool_;
  Diagnostics& diagnostics_;
  std::vector<Pair> pairs_;
  IdVector<VariableId, JudgedUnit> units_;
  IdVector<VariableId, char> open_;              // may get a unit
  std::unordered_map<uint32_t, size_t> source_;  // inferred variable -> number of the pair
  ExprTable<JudgedUnit> memo_;                   // of the pair that is looked at
  ExprTable<char> seen_;
  std::vector<char> stale_;  // by pair: to be looked at, for the first time or again
  // Pairs with a variable that may get a unit and had none when they were first looked at.
  IdVector<VariableId, std::vector<uint32_t>> waiting_;
  const Pair* current_ = nullptr;
  bool firstRound_ = false, reporting_ = false;
  std::unordered_set<uint64_t> reported_;  // places in the text
};

void UnitChecker::run() {
  declare();
  collect();
  stale_.assign(pairs_.size(), 1);
  waiting_.resize(dae_.variables.size());
  bool changed = true;
  for (int round = 0; round < kRounds && changed; ++round) {
    changed = false;
    firstRound_ = round == 0;
    for (size_t i = 0; i < pairs_.size(); ++i) {
      if (!stale_[i]) continue;
      stale_[i] = 0;
      changed = infer(pairs_[i]) || changed;
    }
  }
  reporting_ = true;
  firstRound_ = false;
  for (const Pair& pair : pairs_) check(pair);
}

void UnitChecker::declare() {
  for (const Variable& v : dae_.variables) {
    const BaseType base = pool_.types[v.type].base;
    JudgedUnit unit;
    bool open = false;
    if (base == BaseType::Integer) {
      unit = JudgedUnit::number();
    } else if (base == BaseType::Real && v.unit.valid() && !pool_.names.text(v.unit).empty()) {
      unit = JudgedUnit::declared(pool_.names.text(v.unit));
    } else if (base == BaseType::Real && pool_.types.isScalar(v.type)) {
      // A constant without unit stands for its number.
      open = v.variability != Variability::Constant;
    }
    units_.push_back(unit);
    open_.push_back(open ? 1 : 0);
  }
}

void UnitChecker::collect(const std::vector<Equation>& equations) {
  for (const Equation& e : equations) {
    if (e.kind == EquationKind::Equality || e.kind == EquationKind::Reinit)
      add(e.left, e.right, e.origin);
    if (e.kind == EquationKind::Assert) add(e.left, {}, e.origin);
    for (const EquationBranch& branch : e.branches) {
      add(branch.condition, {}, e.origin);
      collect(branch.body);
    }
  }
}

void UnitChecker::collect(const std::vector<Statement>& body, const Provenance& origin) {
  for (const Statement& s : body) {
    const Provenance here{s.range, origin.instance};
    if (s.kind == StatementKind::Assign || s.kind == StatementKind::Reinit)
      add(s.target, s.value, here);
    for (const StatementBranch& branch : s.branches) {
      add(branch.condition, {}, here);
      collect(branch.body, origin);
    }
  }
}

void UnitChecker::collect() {
  for (uint32_t i = 0; i < dae_.variables.size(); ++i) {
    const Variable& v = dae_.variables[VariableId(i)];
    if (pool_.types[v.type].base != BaseType::Real || v.variability == Variability::Constant)
      continue;
    for (ExprId value : {v.binding, v.start})
      if (value.valid() && !pool_.isLiteral(value))
        add(pool_.variable(VariableId(i), v.type), value, v.origin);
  }
  collect(dae_.equations);
  collect(dae_.initialEquations);
  collect(dae_.constraints);
  for (const Algorithm& a : dae_.algorithms) collect(a.body, a.origin);
  for (const Algorithm& a : dae_.initialAlgorithms) collect(a.body, a.origin);
}

// ---- units of expressions

// A number in the text, or a constant without unit that stands for one.
std::optional<double> UnitChecker::literal(ExprId id) const {
  while (pool_.kind(id) == ExprKind::Cast) id = pool_.child(id, 0);
  bool negative = false;
  if (pool_.kind(id) == ExprKind::Neg) {
    negative = true;
    id = pool_.child(id, 0);
  }
  if (pool_.kind(id) == ExprKind::Variable) {
    const Variable& v = dae_.variables[pool_.variableOf(id)];
    const bool stands = v.variability == Variability::Constant && !v.unit.valid() &&
                        v.binding.valid() && pool_.isNumber(v.binding);
    if (!stands) return std::nullopt;
    id = v.binding;
  }
  if (!pool_.isNumber(id)) return std::nullopt;
  return negative ? -pool_.realValue(id) : pool_.realValue(id);
}

JudgedUnit UnitChecker::evaluate(ExprId root) {
  struct Seen {
    ExprTable<char>& marks;
    bool has(ExprId id) const { return marks.has(id); }
    bool insert(ExprId id) {
      if (marks.has(id)) return false;
      marks.set(id, 1);
      return true;
    }
  } seen{seen_};
  const ExprId roots[1] = {root};
  forEachNode(pool_, roots, seen, [&](ExprId id) { memo_.set(id, unitOf(id)); });
  return memo_.get(root);
}

// All have one unit: alternatives, operands of a comparison.
JudgedUnit UnitChecker::ofSame(std::span<const ExprId> operands, bool offsets) {
  JudgedUnit unit = JudgedUnit::any();
  ExprId before;
  for (ExprId operand : operands) {
    if (before.valid()) compare(before, operand, offsets);
    const JudgedUnit next = memo_.get(operand);
    unit = common(unit, next);
    if (next.known()) before = operand;
  }
  return unit;
}

JudgedUnit UnitChecker::ofSum(ExprId a, ExprId b, bool difference) {
  const JudgedUnit left = memo_.get(a), right = memo_.get(b);
  compare(a, b, false);
  JudgedUnit unit = common(left, right);
  if (difference && left.offset != 0 && right.offset != 0) unit.offset = 0;
  // A number added to a temperature may convert it.
  const std::optional<double> number = literal(a) ? literal(a) : literal(b);
  if (number && *number != 0 && unit.known() && unit.exponents == JudgedUnit::kelvin().exponents)
    return {};
  return unit;
}

// Of a number or of an elementary function in a product; nothing for what has a unit of its own.
std::optional<JudgedUnit> UnitChecker::factor(ExprId id, bool dividend) const {
  if (pool_.kind(id) == ExprKind::Builtin && elementary(pool_.builtinOf(id)))
    return JudgedUnit::number();
  const std::optional<double> value = literal(id);
  if (!value) return std::nullopt;
  return dividend && *value == 1 ? JudgedUnit::number() : JudgedUnit::ofFactor(*value);
}

JudgedUnit UnitChecker::ofProduct(ExprId a, ExprId b, bool divided) const {
  const JudgedUnit left = memo_.get(a), right = memo_.get(b);
  const std::optional<JudgedUnit> first = factor(a, divided), second = factor(b, false);
  if (second) return second->isNumber() ? (first ? JudgedUnit::any() : left) : *second;
  if (first) {
    if (!first->isNumber()) return *first;
    return divided ? power(right, -1, 1) : right;
  }
  return divided ? quotient(left, right) : product(left, right);
}

JudgedUnit UnitChecker::ofPower(ExprId base, ExprId exponent) const {
  const JudgedUnit unit = memo_.get(base);
  if (unit.isNumber()) return unit;
  const std::optional<double> value = literal(exponent);
  if (!value || std::fabs(*value) > 12) return {};
  const double twelfths = 12 * *value;
  if (std::fabs(twelfths - std::round(twelfths)) > 1e-9) return {};
  return power(unit, static_cast<int>(std::lround(twelfths)), 12);
}

JudgedUnit UnitChecker::ofElementary(ExprId id) {
  const std::span<const ExprId> arguments = pool_.children(id);
  const Builtin function = pool_.builtinOf(id);
  if (function == Builtin::Atan2) {
    ofSame(arguments, true);
    return JudgedUnit::any();
  }
  const JudgedUnit unit = memo_.get(arguments[0]);
  const bool scaled = unit.known() && !unit.isNumber() && !unit.inferred &&
                      unit.exponents != JudgedUnit::number().exponents;
  if (reporting_ && scaled && isFirstHere()) {
    Diagnostic& diagnostic =
        diagnostics_.report(diag::UnitOfArgument, current_->origin.range,
                            std::string(name(function)), text(arguments[0]), unit.text());
    if (current_->origin.instance.valid())
      diagnostic.in(std::string(pool_.names.text(current_->origin.instance)));
  }
  return JudgedUnit::any();
}

JudgedUnit UnitChecker::ofBuiltin(ExprId id) {
  const std::span<const ExprId> arguments = pool_.children(id);
  const Builtin function = pool_.builtinOf(id);
  if (elementary(function)) return ofElementary(id);
  switch (function) {
    case Builtin::Der:
      return quotient(memo_.get(arguments[0]), JudgedUnit::second());
    case Builtin::Sqrt:
      return power(memo_.get(arguments[0]), 1, 2);
    case Builtin::Smooth:
      return memo_.get(arguments[1]);
    case Builtin::SemiLinear:
      return product(memo_.get(arguments[0]), memo_.get(arguments[1]));
    case Builtin::MinOf:
    case Builtin::MaxOf:
    case Builtin::Mod:
    case Builtin::Rem:
    case Builtin::Homotopy:
      return ofSame(arguments, true);
    case Builtin::Cross:
      return product(memo_.get(arguments[0]), memo_.get(arguments[1]));
    case Builtin::Abs:
    case Builtin::Min:
    case Builtin::Max:
    case Builtin::Sum:
    case Builtin::Scalar:
    case Builtin::Vector:
    case Builtin::Matrix:
    case Builtin::Transpose:
    case Builtin::Symmetric:
    case Builtin::Diagonal:
    case Builtin::Skew:
    case Builtin::Fill:
    case Builtin::Pre:
    case Builtin::Previous:
    case Builtin::Hold:
    case Builtin::ClockedSample:
    case Builtin::NoEvent:
    case Builtin::Delay:
    case Builtin::InStream:
    case Builtin::ActualStream:
    case Builtin::Relax:
      return memo_.get(arguments[0]);
    case Builtin::Sign:
    case Builtin::Zeros:
    case Builtin::Residue:  // a hint with the value zero
      return JudgedUnit::any();
    case Builtin::Interval:
      return JudgedUnit::second();
    default:
      return {};
  }
}

JudgedUnit UnitChecker::unitOf(ExprId id) {
  const std::span<const ExprId> c = pool_.children(id);
  if (literal(id)) return JudgedUnit::any();
  switch (pool_.kind(id)) {
    case ExprKind::Variable: {
      const VariableId v = pool_.variableOf(id);
      if (firstRound_ && open_[v] && !units_[v].known())
        waiting_[v].push_back(static_cast<uint32_t>(current_ - pairs_.data()));
      return units_[v];
    }
    case ExprKind::Neg:
    case ExprKind::Index:
    case ExprKind::Cast:
      return memo_.get(c[0]);
    case ExprKind::Add:
    case ExprKind::Sub:
      return ofSum(c[0], c[1], pool_.kind(id) == ExprKind::Sub);
    case ExprKind::Mul:
    case ExprKind::Div:
      return ofProduct(c[0], c[1], pool_.kind(id) == ExprKind::Div);
    case ExprKind::MatMul:
      return product(memo_.get(c[0]), memo_.get(c[1]));
    case ExprKind::Pow:
      return ofPower(c[0], c[1]);
    case ExprKind::If:
      // if open then 1 else Ron: the number stands for a quantity
      if (standsForQuantity(c[1], c[2]) || standsForQuantity(c[2], c[1])) return {};
      return ofSame(c.subspan(1), true);
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
    case ExprKind::Equal:
    case ExprKind::NotEqual:
      ofSame(c, true);
      return {};
    case ExprKind::Builtin:
      return ofBuiltin(id);
    default:
      return {};
  }
}

// ---- inference

// What is expected of an expression, handed on to the variables in it.
bool UnitChecker::push(ExprId root, const JudgedUnit& expected) {
  if (!expected.known()) return false;
  bool changed = false;
  Expectations open{{root, expected}};
  while (!open.empty()) {
    const auto [id, unit] = open.back();
    open.pop_back();
    if (unit.known() && !literal(id)) changed = pushInto(id, unit, open) || changed;
  }
  return changed;
}

bool UnitChecker::pushInto(ExprId id, const JudgedUnit& unit, Expectations& open) {
  const std::span<const ExprId> c = pool_.children(id);
  switch (pool_.kind(id)) {
    case ExprKind::Variable: {
      const VariableId v = pool_.variableOf(id);
      if (!open_[v] || units_[v].known()) return false;
      units_[v] = unit;
      units_[v].inferred = true;
      units_[v].offset = 0;
      source_[v.index()] = static_cast<size_t>(current_ - pairs_.data());
      for (const uint32_t pair : waiting_[v]) stale_[pair] = 1;
      return true;
    }
    case ExprKind::Neg:
      open.emplace_back(c[0], unit);
      return false;
    case ExprKind::Add:
    case ExprKind::Sub:
      if (literal(c[0]) || literal(c[1])) return false;  // may convert
      open.emplace_back(c[0], unit);
      open.emplace_back(c[1], unit);
      return false;
    case ExprKind::If:
      open.emplace_back(c[1], unit);
      open.emplace_back(c[2], unit);
      return false;
    case ExprKind::Mul:
    case ExprKind::Div: {
      const bool divided = pool_.kind(id) == ExprKind::Div;
      const std::optional<JudgedUnit> first = factor(c[0], divided), second = factor(c[1], false);
      if (first || second) {
        if (!(first ? *first : *second).isNumber()) return false;
        if (second) open.emplace_back(c[0], unit);
        if (first && !second) open.emplace_back(c[1], divided ? power(unit, -1, 1) : unit);
        return false;
      }
      const JudgedUnit left = memo_.get(c[0]), right = memo_.get(c[1]);
      if (right.known() && !left.known())
        open.emplace_back(c[0], divided ? product(unit, right) : quotient(unit, right));
      if (left.known() && !right.known())
        open.emplace_back(c[1], divided ? quotient(left, unit) : quotient(unit, left));
      return false;
    }
    case ExprKind::Builtin:
      switch (pool_.builtinOf(id)) {
        case Builtin::Der:
          open.emplace_back(c[0], product(unit, JudgedUnit::second()));
          return false;
        case Builtin::Sqrt:
          open.emplace_back(c[0], power(unit, 2, 1));
          return false;
        case Builtin::Smooth:
          open.emplace_back(c[1], unit);
          return false;
        case Builtin::MinOf:
        case Builtin::MaxOf:
        case Builtin::Homotopy:
          open.emplace_back(c[1], unit);
          [[fallthrough]];
        case Builtin::Abs:
        case Builtin::Pre:
        case Builtin::NoEvent:
        case Builtin::Delay:
          open.emplace_back(c[0], unit);
          return false;
        default:
          return false;
      }
    default:
      return false;
  }
}

bool UnitChecker::infer(const Pair& pair) {
  current_ = &pair;
  memo_.clear();
  seen_.clear();
  const JudgedUnit left = evaluate(pair.left);
  if (!pair.right.valid()) return false;
  const JudgedUnit right = evaluate(pair.right);
  // A sum knows the unit of its parts even if the other side does not.
  const JudgedUnit both = common(left, right);
  const bool first = push(pair.left, both);
  return push(pair.right, both) || first;
}

// ---- comparison

std::string UnitChecker::text(ExprId id) const {
  std::string text = print(id, PrintContext{pool_, &dae_, nullptr});
  if (text.size() <= kLongestText) return text;
  size_t end = kLongestText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + " …";
}

void UnitChecker::noteInferred(Diagnostic& diagnostic, ExprId a, ExprId b) const {
  SmallExprSet seen;
  const ExprId roots[2] = {a, b};
  forEachNode(pool_, roots, seen, [&](ExprId id) {
    if (pool_.kind(id) != ExprKind::Variable || diagnostic.notes.size() >= 3) return;
    const VariableId v = pool_.variableOf(id);
    const auto found = source_.find(v.index());
    if (found == source_.end()) return;
    diagnostic.note(fmt::format("'{}' has no declared unit; {} follows from here",
                                pool_.names.text(dae_.variables[v].name), units_[v].text()),
                    pairs_[found->second].origin.range);
  });
}

void UnitChecker::compare(ExprId a, ExprId b, bool offsets) {
  if (!reporting_) return;
  const JudgedUnit left = memo_.get(a), right = memo_.get(b);
  if (!differ(left, right, offsets) || !isFirstHere()) return;
  Diagnostic& diagnostic = diagnostics_.report(diag::UnitsDiffer, current_->origin.range, text(a),
                                               left.text(), text(b), right.text());
  if (current_->origin.instance.valid())
    diagnostic.in(std::string(pool_.names.text(current_->origin.instance)));
  noteInferred(diagnostic, a, b);
}

void UnitChecker::check(const Pair& pair) {
  current_ = &pair;
  memo_.clear();
  seen_.clear();
  evaluate(pair.left);
  if (!pair.right.valid()) return;
  evaluate(pair.right);
  compare(pair.left, pair.right, true);
}

}  // namespace

void checkUnits(const Dae& dae, Diagnostics& diagnostics) {
  UnitChecker(dae, diagnostics).run();
}

}  // namespace formola
