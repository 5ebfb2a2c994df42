#include "dae/verify.h"

#include <fmt/format.h>

#include <unordered_set>

#include "dae/leaf_count.h"
#include "dae/verify_expr.h"

namespace formola {

namespace {

constexpr size_t kMostProblems = 50;

class Verifier {
 public:
  Verifier(const Dae& dae, DaeForm form)
      : dae_(dae),
        pool_(*dae.pool),
        scalar_(form == DaeForm::Scalar),
        leaves_(pool_.types),
        exprs_(dae, [this](const std::string& text) { problem(text); }) {}

  std::vector<std::string> run() {
    exprs_.enter(nullptr, scalar_);
    std::unordered_set<Symbol> names;
    for (const Variable& variable : dae_.variables) checkVariable(variable, names);
    checkEquations("equation", dae_.equations);
    checkEquations("initial equation", dae_.initialEquations);
    checkEquations("constraint", dae_.constraints);
    where_ = "the equations";
    exprs_.leave();
    checkAlgorithms("algorithm", dae_.algorithms);
    checkAlgorithms("initial algorithm", dae_.initialAlgorithms);
    for (const Function& function : dae_.functions) checkFunction(function);
    return std::move(problems_);
  }

 private:
  void problem(const std::string& text) {
    if (problems_.size() < kMostProblems) problems_.push_back(fmt::format("{}: {}", where_, text));
  }

  // A slot that must hold a value.
  bool value(ExprId e, std::string_view what) {
    if (!e.valid()) {
      problem(fmt::format("it has no {}", what));
      return false;
    }
    if (!exprs_.check(e)) return false;
    if (pool_.kind(e) == ExprKind::Missing) {
      problem(fmt::format("its {} is missing", what));
      return false;
    }
    return true;
  }
  void boolean(ExprId e, std::string_view what) {
    if (value(e, what) && pool_.base(e) != BaseType::Boolean)
      problem(fmt::format("its {} is not Boolean", what));
  }

  // ---- variables

  void checkVariable(const Variable& variable, std::unordered_set<Symbol>& names) {
    where_ = "a variable";
    if (!variable.name) return problem("it has no name");
    where_ = fmt::format("variable '{}'", pool_.names.text(variable.name));
    if (!names.insert(variable.name).second) problem("its name occurs twice");
    if (!variable.type) return problem("it has no type");
    switch (pool_.types[variable.type].base) {
      case BaseType::Real:
      case BaseType::Integer:
      case BaseType::Boolean:
      case BaseType::String:
      case BaseType::Enumeration:
      case BaseType::ExternalObject:
      case BaseType::Clock:
        break;
      default:
        problem("its type is not built in");
    }
    if (pool_.types.count(variable.type) < 0) problem("its size is unknown");
    if (scalar_ && !pool_.types.isScalar(variable.type)) problem("it should be scalar");
    bool mayBind = variable.variability == Variability::Constant ||
                   variable.variability == Variability::Parameter ||
                   pool_.types[variable.type].base == BaseType::ExternalObject;
    if (variable.binding && !mayBind) problem("it has a binding but is no parameter or constant");
    for (ExprId slot : {variable.binding, variable.start, variable.fixed, variable.min,
                        variable.max, variable.nominal, variable.stateSelects}) {
      if (slot) checkSlot(variable, slot);
    }
  }

  void checkSlot(const Variable& variable, ExprId slot) {
    if (!value(slot, "binding or attribute")) return;
    int64_t own = leaves_(pool_.type(slot));
    if (pool_.types.isScalar(pool_.type(slot)) || own < 0) return;
    if (own != pool_.types.count(variable.type))
      problem("its binding or an attribute has another size");
  }

  // ---- equations

  void checkEquations(std::string_view what, const std::vector<Equation>& equations) {
    for (size_t i = 0; i < equations.size(); ++i) {
      where_ = fmt::format("{} {}", what, i + 1);
      if (Symbol instance = equations[i].origin.instance) {
        where_ += fmt::format(" (of '{}')", pool_.names.text(instance));
      }
      checkEquation(equations[i], false);
    }
  }

  // Recurses on the nesting of equations, which is that of the source text.
  void checkEquation(const Equation& equation, bool inWhen) {
    switch (equation.kind) {
      case EquationKind::Equality:
        return checkEquality(equation);
      case EquationKind::Reinit:
        if (!inWhen) problem("reinit outside a when-equation");
        return checkEquality(equation);
      case EquationKind::TupleCall:
        if (scalar_) problem("a call with several results should have been split");
        value(equation.right, "call");
        for (ExprId target : equation.targets) {
          if (target.valid()) exprs_.check(target);
        }
        return;
      case EquationKind::Assert:
        boolean(equation.left, "condition");
        value(equation.right, "message");
        return;
      case EquationKind::Terminate:
        value(equation.right, "message");
        return;
      case EquationKind::Call:
        value(equation.right, "call");
        return;
      case EquationKind::When:
        if (inWhen) problem("a when-equation in a when-equation");
        [[fallthrough]];
      case EquationKind::If:
        return checkBranches(equation, inWhen);
    }
  }

  void checkEquality(const Equation& equation) {
    if (!value(equation.left, "left side") || !value(equation.right, "right side")) return;
    TypeId left = pool_.type(equation.left), right = pool_.type(equation.right);
    if (pool_.types[left].base != pool_.types[right].base)
      problem("its sides have different types");
    int64_t l = leaves_(left), r = leaves_(right);
    if (l >= 0 && r >= 0 && l != r) problem(fmt::format("its sides have {} and {} elements", l, r));
    if (scalar_ && (!pool_.types.isScalar(left) || !pool_.types.isScalar(right)))
      problem("it should be scalar");
  }

  void checkBranches(const Equation& equation, bool inWhen) {
    bool isWhen = equation.kind == EquationKind::When;
    if (equation.branches.empty()) problem("it has no branches");
    for (size_t i = 0; i < equation.branches.size(); ++i) {
      const EquationBranch& branch = equation.branches[i];
      bool isElse = !isWhen && i > 0 && i + 1 == equation.branches.size() && !branch.condition;
      if (!isElse) boolean(branch.condition, "condition");
      for (const Equation& inner : branch.body) {
        bool effect = inner.kind == EquationKind::Terminate || inner.kind == EquationKind::Call ||
                      inner.kind == EquationKind::If;
        if (scalar_ && !isWhen && !effect) problem("an if-equation should have been expanded");
        checkEquation(inner, inWhen || isWhen);
      }
    }
  }

  // ---- algorithms and functions

  void checkAlgorithms(std::string_view what, const std::vector<Algorithm>& algorithms) {
    for (size_t i = 0; i < algorithms.size(); ++i) {
      where_ = fmt::format("{} {}", what, i + 1);
      exprs_.enter(nullptr, false);
      for (const Statement& statement : algorithms[i].body) checkStatement(statement);
      exprs_.leave();
    }
  }

  void checkStatement(const Statement& statement) {
    switch (statement.kind) {
      case StatementKind::Assign:
        if (value(statement.target, "target")) checkTarget(statement.target);
        value(statement.value, "value");
        break;
      case StatementKind::TupleAssign:
        value(statement.value, "call");
        for (ExprId target : statement.targets) {
          if (target.valid() && exprs_.check(target) && pool_.kind(target) != ExprKind::Missing)
            checkTarget(target);
        }
        break;
      case StatementKind::For:
        if (value(statement.target, "iterator")) {
          if (pool_.kind(statement.target) == ExprKind::Iterator) {
            exprs_.bind(statement.target);
          } else {
            problem("a for-statement without iterator");
          }
        }
        value(statement.value, "range");
        break;
      case StatementKind::While:
      case StatementKind::Assert:
        boolean(statement.value, "condition");
        break;
      case StatementKind::Call:
        value(statement.value, "call");
        break;
      case StatementKind::Reinit:
        value(statement.target, "variable");
        value(statement.value, "value");
        break;
      case StatementKind::Terminate:
        value(statement.message, "message");
        break;
      default:
        break;
    }
    bool conditional = statement.kind == StatementKind::If || statement.kind == StatementKind::When;
    for (size_t i = 0; i < statement.branches.size(); ++i) {
      const StatementBranch& branch = statement.branches[i];
      bool isElse = i > 0 && i + 1 == statement.branches.size() && !branch.condition;
      if (conditional && !isElse) boolean(branch.condition, "condition");
      for (const Statement& inner : branch.body) checkStatement(inner);
    }
  }

  void checkTarget(ExprId target) {
    std::vector<ExprId> stack{target};
    while (!stack.empty()) {
      ExprId e = stack.back();
      stack.pop_back();
      switch (pool_.kind(e)) {
        case ExprKind::Variable:
        case ExprKind::Local:
          break;
        case ExprKind::Index:
        case ExprKind::Field:
          stack.push_back(pool_.child(e, 0));
          break;
        case ExprKind::Array:
          for (ExprId c : pool_.children(e)) stack.push_back(c);
          break;
        default:
          return problem("a target that cannot be assigned");
      }
    }
  }

  void checkFunction(const Function& function) {
    where_ = "a function";
    if (!function.name) return problem("it has no name");
    where_ = fmt::format("function '{}'", pool_.names.text(function.name));
    exprs_.enter(&function, false);
    if (size_t{function.inputCount} + function.outputCount > function.locals.size()) {
      return problem("it has fewer locals than inputs and outputs");
    }
    for (size_t i = 0; i < function.locals.size(); ++i) {
      const LocalVariable& local = function.locals[i];
      LocalKind wanted = i < function.inputCount                          ? LocalKind::Input
                         : i < function.inputCount + function.outputCount ? LocalKind::Output
                                                                          : LocalKind::Protected;
      if (local.kind != wanted)
        problem("its inputs, outputs and protected variables are not in order");
      if (!local.type) problem("a local has no type");
      for (ExprId dimension : local.dimensions) {
        if (dimension) exprs_.check(dimension);
      }
      if (local.binding) value(local.binding, "default");
    }
    for (const Statement& statement : function.body) checkStatement(statement);
    if (function.external) {
      if (function.external->result) exprs_.check(function.external->result);
      for (ExprId argument : function.external->arguments) value(argument, "argument");
    }
    for (const DerivativeAnnotation& derivative : function.derivatives)
      checkReference(derivative.function);
    for (const InverseAnnotation& inverse : function.inverses) {
      checkReference(inverse.function);
      for (ExprId argument : inverse.arguments) value(argument, "argument");
    }
    exprs_.leave();
  }

  void checkReference(FunctionId id) {
    if (id.index() >= dae_.functions.size()) problem("it names a function that does not exist");
  }

  const Dae& dae_;
  const ExprPool& pool_;
  bool scalar_;
  LeafCounter leaves_;
  std::vector<std::string> problems_;
  std::string where_;
  ExprVerifier exprs_;
};

}  // namespace

std::vector<std::string> verify(const Dae& dae, DaeForm form) {
  return Verifier(dae, form).run();
}

}  // namespace formola
