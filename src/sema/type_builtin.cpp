// Typing of the operators and functions of the language. Specification 3.7, 10.3.
#include <algorithm>
#include <cmath>

#include "expr/elementary.h"
#include "expr/fold.h"
#include "sema/builtin_table.h"
#include "sema/dims.h"
#include "sema/sema.h"

namespace formola {

namespace {

// What the argument of a function must be; "": any number will do.
std::string_view domainOf(Builtin f) {
  if (f == Builtin::Sqrt) return "not negative";
  const Elementary* info = elementary(f);
  return info ? info->domain : "";
}

bool isInDomain(Builtin f, double x) {
  return f == Builtin::Sqrt ? x >= 0 : elementary(f)->isDefined(x);
}

}  // namespace

// The value of a constant expression of a model. Those of functions may stand in branches that
// are never taken.
std::optional<double> Sema::constantNumber(ExprId expr, const Context& context) {
  if (context.function || !pool_->types.isScalar(pool_->type(expr)) ||
      variability(expr) != Variability::Constant)
    return std::nullopt;
  const std::optional<Value> value = evaluateNow(expr, {}, context, false);
  if (!value) return std::nullopt;
  if (!value->reals.empty()) return value->reals[0];
  if (!value->integers.empty()) return static_cast<double>(value->integers[0]);
  return std::nullopt;
}

// The argument of pre, edge and change: a variable, an element of one, arrays of such; a constant
// is as good.
bool Sema::isVariableOrConstant(ExprId root) {
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    ExprId e = stack.back();
    stack.pop_back();
    if (pool_->kind(e) == ExprKind::Array) {
      for (ExprId c : pool_->children(e)) stack.push_back(c);
    } else if (pool_->kind(e) == ExprKind::Index || pool_->kind(e) == ExprKind::Field) {
      stack.push_back(pool_->child(e, 0));
    } else if (pool_->kind(e) != ExprKind::Variable && variability(e) > Variability::Parameter) {
      return false;
    }
  }
  return true;
}

// What residue() can ask for: variables that change continuously and derivatives, their elements,
// and arrays and choices of those.
bool Sema::namesUnknown(ExprId root) {
  std::vector<ExprId> stack{root};
  bool found = false;
  while (!stack.empty()) {
    const ExprId e = stack.back();
    stack.pop_back();
    switch (pool_->kind(e)) {
      case ExprKind::Variable:
        found = found || variability(e) > Variability::Parameter;
        break;
      case ExprKind::Array:
        for (ExprId c : pool_->children(e)) stack.push_back(c);
        break;
      case ExprKind::If:
        stack.push_back(pool_->child(e, 1));
        stack.push_back(pool_->child(e, 2));
        break;
      case ExprKind::Neg:
      case ExprKind::Index:
      case ExprKind::Field:
      case ExprKind::Comprehension:
        stack.push_back(pool_->child(e, 0));
        break;
      default:
        if (pool_->isBuiltin(e, Builtin::Der))
          stack.push_back(pool_->child(e, 0));
        else if (variability(e) > Variability::Parameter)
          return false;
    }
  }
  return found;
}

// An operator on an array that is written out by its elements goes to each of them.
ExprId Sema::forEachElement(ExprId e, const std::function<ExprId(ExprId)>& apply) {
  if (pool_->kind(e) != ExprKind::Array || pool_->children(e).empty()) return apply(e);
  std::vector<ExprId> elements(pool_->children(e).begin(), pool_->children(e).end());
  for (ExprId& element : elements) element = forEachElement(element, apply);
  return makeArray(elements);
}

void Sema::reportCount(std::string_view name, size_t least, size_t most, const ast::CallExpr& call,
                       const Context& context) {
  std::string wanted = std::to_string(least);
  if (most != least) wanted += " to " + std::to_string(most);
  wanted += most == 1 ? " argument" : " arguments";
  report(DiagCode::ArgumentCount, call.range, context, name, wanted, call.arguments.size());
}

std::optional<ExprId> Sema::typeBuiltinCall(const ast::CallExpr& expr, Context& context) {
  std::string_view functionName = names_.text(expr.function.parts[0].name);
  using Rule = BuiltinRule;
  const BuiltinEntry* entry = findBuiltin(functionName);
  if (!entry) return std::nullopt;
  const Builtin builtin = entry->builtin;
  const Rule rule = entry->rule;
  TypeTable& types = pool_->types;

  auto count = [&](size_t least, size_t most) {
    if (expr.arguments.size() >= least && expr.arguments.size() <= most) return true;
    reportCount(functionName, least, most, expr, context);
    return false;
  };
  if (rule == Rule::ArrayOf) {
    // array(a, b) is {a, b}
    ast::ArrayExpr array{};
    array.kind = ast::ExprKind::Array;
    array.range = expr.range;
    array.elements = expr.arguments;
    return typeArray(array, context);
  }
  if (rule == Rule::Unsupported) {
    report(DiagCode::NotSupportedYet, expr.range, context,
           "state machines (" + std::string(functionName) + ")");
    return pool_->missing();
  }

  // reductions
  if (expr.arguments.size() == 1 && expr.arguments[0]->kind == ast::ExprKind::Comprehension) {
    if (rule == Rule::MinMax || rule == Rule::SumProduct) {
      const auto& comprehension = expr.arguments[0]->as<ast::ComprehensionExpr>();
      ExprId reduced = typeComprehension(comprehension, context, builtin);
      if (pool_->base(reduced) == BaseType::Record && rule == Rule::SumProduct &&
          pool_->kind(reduced) == ExprKind::Builtin) {
        // records: by their overloaded operator
        ExprId array = pool_->child(reduced, 0);
        std::vector<ExprId> elements(pool_->children(array).begin(), pool_->children(array).end());
        if (elements.empty()) return pool_->missing();
        ExprId total = elements[0];
        for (size_t i = 1; i < elements.size(); ++i) {
          total = overloaded(builtin == Builtin::Sum ? "'+'" : "'*'", {total, elements[i]},
                             expr.range, context);
        }
        return total;
      }
      return reduced;
    }
  }

  // operators whose argument is a connector or has a meaning beyond its value
  if (rule == Rule::Cardinality) {
    if (!count(1, 1)) return pool_->missing();
    const auto* ref = expr.arguments[0]->dynAs<ast::ReferenceExpr>();
    Selection node;
    if (ref) node = select(ref->name, context);
    if (!node.ok || node.instances.empty() || !isConnector(node.instances[0])) {
      report(DiagCode::ConnectionsArgument, expr.range, context, functionName);
      return pool_->missing();
    }
    return pool_->integer(node.instances[0]->connectionCount);
  }
  if (rule == Rule::InstanceName) {
    if (!count(0, 0)) return pool_->missing();
    // Spec 3.7.4.4: the name of the simulated model, without the packages it is in, then the path.
    const Instance* simulated = context.scope.instance;
    while (simulated && simulated->isComponent() && simulated->parent && simulated->parent != root_)
      simulated = simulated->parent;
    std::string text = className(simulated);
    text.erase(0, text.rfind('.') + 1);
    if (const std::string path = contextPath(context); !path.empty()) text += "." + path;
    return pool_->string(text);
  }

  // size(A, 1) in the declaration of A itself: A[:, size(A, 1)]
  if (rule == Rule::SizeOf && !expr.arguments.empty()) {
    const auto* ref = expr.arguments[0]->dynAs<ast::ReferenceExpr>();
    if (ref && ref->name.parts.size() == 1 && ref->name.parts[0].subscripts.empty()) {
      Found self = lookupSimple(ref->name.parts[0].name, context.scope);
      if (self.instance && self.instance->isComponent() && self.instance->resolving) {
        const auto* dimension =
            expr.arguments.size() == 2 ? expr.arguments[1]->dynAs<ast::IntegerExpr>() : nullptr;
        // another declaration that needs the size of this one, which needs its
        if (self.instance != context.dimensionOf && !context.function) {
          resolve(self.instance);  // reports the cycle
          return pool_->missing();
        }
        const std::vector<Size>& known = self.instance->dims;
        if (dimension && dimension->value >= 1 &&
            dimension->value <= static_cast<int64_t>(known.size()) &&
            known[static_cast<size_t>(dimension->value - 1)] != kUnknownSize) {
          return pool_->integer(known[static_cast<size_t>(dimension->value - 1)]);
        }
        return pool_->colon();
      }
    }
  }

  if (context.function && isForbiddenInFunctions(builtin)) {
    report(DiagCode::NotInFunction, expr.range, context, "'" + std::string(functionName) + "'",
           "a function knows only the values of its inputs");
    return pool_->missing();
  }
  if (rule == Rule::Clocked || (rule == Rule::Sample && isClockedSample(expr, context)))
    return typeClocked(expr, rule == Rule::Sample ? Builtin::ClockedSample : builtin, context);
  if (rule == Rule::Spatial) {
    ExprId both = typeSpatialDistribution(expr, context);
    if (pool_->base(both) == BaseType::Error) return both;
    return pool_->make(ExprKind::TupleElement, types.real(), 0, {&both, 1});
  }
  std::vector<ExprId> a;
  for (const ast::Expr* argument : expr.arguments) {
    a.push_back(type(argument, context));
    if (pool_->base(a.back()) == BaseType::Error) return pool_->missing();
  }
  if (rule == Rule::PreLike || rule == Rule::EdgeLike) {
    if (!count(1, 1)) return pool_->missing();
    if (!isVariableOrConstant(a[0])) {
      report(DiagCode::NeedsVariable, expr.arguments[0]->range, context, functionName);
      return pool_->missing();
    }
  }
  auto dimsOf = [&](ExprId e) { return copyDims(types[pool_->type(e)].dims); };
  auto wrong = [&](size_t i, std::string_view wanted) {
    report(DiagCode::ArgumentType, expr.arguments[i]->range, context, i + 1, functionName, wanted,
           showType(pool_->type(a[i])));
    return pool_->missing();
  };
  auto varies = [&](size_t i) {
    if (variability(a[i]) <= Variability::Parameter) return false;
    report(DiagCode::ArgumentType, expr.arguments[i]->range, context, i + 1, functionName,
           "a parameter or constant", "a value that changes during the simulation");
    return true;
  };
  auto numeric = [&](size_t i) { return types.isNumeric(pool_->type(a[i])); };
  auto real = [&](size_t i) { a[i] = castTo(a[i], BaseType::Real); };
  // A number as the text has it: what is computed may stand where it is not needed.
  auto isWritten = [&](size_t i) {
    const ast::ExprKind kind = expr.arguments[i]->kind;
    return (kind == ast::ExprKind::Integer || kind == ast::ExprKind::Real) && pool_->isNumber(a[i]);
  };
  auto integerArgument = [&](size_t i) -> Size {
    // a size: known now, or unknown inside a function
    if (pool_->base(a[i]) != BaseType::Integer || !types.isScalar(pool_->type(a[i]))) return -2;
    std::optional<int64_t> value;
    if (pool_->kind(a[i]) == ExprKind::Integer) {
      value = pool_->integerValue(a[i]);
    } else {
      if (context.function) return kUnknownSize;
      value = evaluateInteger(a[i], expr.arguments[i]->range, context);
    }
    if (!value) return -3;
    if (*value < 0) {
      report(DiagCode::NegativeDimension, expr.arguments[i]->range, context, functionName, *value);
      return -3;
    }
    a[i] = pool_->integer(*value);
    return static_cast<Size>(*value);
  };

  switch (rule) {
    case Rule::Elementary: {
      if (!count(1, 1)) return pool_->missing();
      if (!numeric(0)) return wrong(0, "a number");
      real(0);
      if (std::string_view domain = domainOf(builtin); !domain.empty()) {
        const std::optional<double> value = constantNumber(a[0], context);
        if (value && !isInDomain(builtin, *value)) {
          report(DiagCode::OutsideDomain, expr.arguments[0]->range, context, functionName,
                 fmt::format("{}", *value), domain);
          return pool_->missing();
        }
      }
      return pool_->builtin(builtin, pool_->type(a[0]), a);
    }
    case Rule::SameNumber: {
      if (!count(1, 1)) return pool_->missing();
      if (!numeric(0)) return wrong(0, "a number");
      return pool_->builtin(builtin, pool_->type(a[0]), a);
    }
    case Rule::SignOf: {
      if (!count(1, 1)) return pool_->missing();
      if (!numeric(0)) return wrong(0, "a number");
      return pool_->builtin(builtin, types.get(BaseType::Integer, 0, dimsOf(a[0])), a);
    }
    case Rule::TwoReals: {
      if (!count(2, 2)) return pool_->missing();
      for (size_t i = 0; i < 2; ++i) {
        if (!numeric(i)) return wrong(i, "a number");
        real(i);
      }
      return pool_->builtin(builtin, pool_->type(a[types.isScalar(pool_->type(a[0])) ? 1 : 0]), a);
    }
    case Rule::Rounding: {
      if (!count(1, 1)) return pool_->missing();
      if (!numeric(0)) return wrong(0, "a number");
      real(0);
      return pool_->builtin(builtin, pool_->type(a[0]), a);
    }
    case Rule::ToInteger: {
      if (!count(1, 1)) return pool_->missing();
      if (pool_->base(a[0]) == BaseType::Enumeration) {
        return pool_->builtin(Builtin::IntegerOfEnum, types.get(BaseType::Integer, 0, dimsOf(a[0])),
                              a);
      }
      if (!numeric(0)) return wrong(0, "a number");
      real(0);
      if (isWritten(0) && !(std::abs(pool_->realValue(a[0])) <= kLargestInteger)) {
        report(DiagCode::OutsideDomain, expr.arguments[0]->range, context, functionName,
               fmt::format("{}", pool_->realValue(a[0])), "within the range of Integers");
        return pool_->missing();
      }
      return pool_->builtin(builtin, types.get(BaseType::Integer, 0, dimsOf(a[0])), a);
    }
    case Rule::Division: {
      if (!count(2, 2)) return pool_->missing();
      for (size_t i = 0; i < 2; ++i) {
        if (!numeric(i)) return wrong(i, "a number");
      }
      if (pool_->base(a[0]) != pool_->base(a[1])) {
        real(0);
        real(1);
      }
      if (isWritten(1) && pool_->realValue(a[1]) == 0) {
        report(DiagCode::DivisionByZero, expr.range, context);
        return pool_->missing();
      }
      return pool_->builtin(builtin, pool_->type(a[types.isScalar(pool_->type(a[0])) ? 1 : 0]), a);
    }
    case Rule::MinMax: {
      if (!count(1, 2)) return pool_->missing();
      if (a.size() == 1) {
        if (types.isScalar(pool_->type(a[0]))) return wrong(0, "an array");
        return pool_->builtin(builtin, types.scalarOf(pool_->type(a[0])), a);
      }
      if (numeric(0) && numeric(1)) {
        if (pool_->base(a[0]) != pool_->base(a[1])) {
          real(0);
          real(1);
        }
      } else if (pool_->base(a[0]) != pool_->base(a[1])) {
        return wrong(1, showType(pool_->type(a[0])));
      }
      return pool_->builtin(builtin == Builtin::Min ? Builtin::MinOf : Builtin::MaxOf,
                            pool_->type(a[0]), a);
    }
    case Rule::SumProduct: {
      if (!count(1, 1)) return pool_->missing();
      if (pool_->base(a[0]) == BaseType::Record && pool_->kind(a[0]) == ExprKind::Array &&
          !pool_->children(a[0]).empty()) {
        std::vector<ExprId> elements(pool_->children(a[0]).begin(), pool_->children(a[0]).end());
        ExprId total = elements[0];
        for (size_t i = 1; i < elements.size(); ++i) {
          total = overloaded(builtin == Builtin::Sum ? "'+'" : "'*'", {total, elements[i]},
                             expr.range, context);
        }
        return total;
      }
      if (!numeric(0)) return wrong(0, "an array of numbers");
      return pool_->builtin(builtin, types.scalarOf(pool_->type(a[0])), a);
    }
    case Rule::SizeOf: {
      if (!count(1, 2)) return pool_->missing();
      std::vector<Size> dims = dimsOf(a[0]);
      if (a.size() == 2) {
        if (pool_->kind(a[1]) != ExprKind::Integer && !context.function) {
          auto value = evaluateInteger(a[1], expr.arguments[1]->range, context);
          if (!value) return pool_->missing();
          a[1] = pool_->integer(*value);
        }
        if (pool_->kind(a[1]) == ExprKind::Integer) {
          int64_t d = pool_->integerValue(a[1]);
          if (d < 1 || d > static_cast<int64_t>(dims.size())) {
            report(DiagCode::NoSuchDimension, expr.arguments[1]->range, context, d,
                   showType(pool_->type(a[0])));
            return pool_->missing();
          }
          return size(a[0], static_cast<size_t>(d - 1));
        }
        return pool_->builtin(builtin, types.integer(), a);
      }
      std::vector<ExprId> all;
      for (size_t d = 0; d < dims.size(); ++d) all.push_back(size(a[0], d));
      if (all.empty()) {
        Size zero = 0;
        return pool_->make(ExprKind::Array, types.get(BaseType::Integer, 0, {&zero, 1}), 0,
                           std::span<const ExprId>());
      }
      return makeArray(all);
    }
    case Rule::Ndims:
      if (!count(1, 1)) return pool_->missing();
      return pool_->integer(static_cast<int64_t>(dimsOf(a[0]).size()));
    case Rule::Scalar: {
      if (!count(1, 1)) return pool_->missing();
      for (Size d : dimsOf(a[0]))
        if (d != 1 && d != kUnknownSize) return wrong(0, "an array of a single element");
      return pool_->builtin(builtin, types.scalarOf(pool_->type(a[0])), a);
    }
    case Rule::Vector: {
      if (!count(1, 1)) return pool_->missing();
      std::vector<Size> dims = dimsOf(a[0]);
      if (dims.size() == 1) return a[0];
      if (dims.empty()) return makeArray(a);
      Size n = 1;
      for (Size d : dims) n = d == kUnknownSize || n == kUnknownSize ? kUnknownSize : n * d;
      return pool_->builtin(builtin, types.withDims(pool_->type(a[0]), {&n, 1}), a);
    }
    case Rule::Matrix: {
      if (!count(1, 1)) return pool_->missing();
      std::vector<Size> dims = dimsOf(a[0]);
      if (dims.size() == 2) return a[0];
      if (dims.size() < 2) return promote(a[0], 2);
      dims.resize(2);
      return pool_->builtin(builtin, types.withDims(pool_->type(a[0]), dims), a);
    }
    case Rule::Identity: {
      if (!count(1, 1)) return pool_->missing();
      Size n = integerArgument(0);
      if (n == -2) return wrong(0, "an Integer");
      if (n == -3) return pool_->missing();
      Size dims[2] = {n, n};
      return pool_->builtin(builtin, types.get(BaseType::Integer, 0, dims), a);
    }
    case Rule::Diagonal: {
      if (!count(1, 1)) return pool_->missing();
      std::vector<Size> dims = dimsOf(a[0]);
      if (dims.size() != 1) return wrong(0, "a vector");
      Size both[2] = {dims[0], dims[0]};
      return pool_->builtin(builtin, types.withDims(pool_->type(a[0]), both), a);
    }
    case Rule::ZerosOnes:
    case Rule::Fill: {
      size_t firstSize = rule == Rule::Fill ? 1 : 0;
      if (a.size() < firstSize + (rule == Rule::Fill ? 0 : 1)) {
        count(firstSize + 1, 16);
        return pool_->missing();
      }
      std::vector<Size> dims;
      for (size_t i = firstSize; i < a.size(); ++i) {
        Size n = integerArgument(i);
        if (n == -2) return wrong(i, "an Integer");
        if (n == -3) return pool_->missing();
        dims.push_back(n);
      }
      if (rule == Rule::Fill) {
        TypeId t = types.prependDims(pool_->type(a[0]), dims);
        if (pool_->base(a[0]) == BaseType::Record && dims.size() == 1 && dims[0] >= 0) {
          std::vector<ExprId> copies(static_cast<size_t>(dims[0]), a[0]);
          return pool_->make(ExprKind::Array, t, 0, copies);
        }
        return pool_->builtin(builtin, t, a);
      }
      return pool_->builtin(builtin, types.get(BaseType::Integer, 0, dims), a);
    }
    case Rule::Linspace: {
      if (!count(3, 3)) return pool_->missing();
      real(0);
      real(1);
      Size n = integerArgument(2);
      if (n == -2) return wrong(2, "an Integer");
      if (n == -3) return pool_->missing();
      if (n == 0 || n == 1) {
        report(DiagCode::ArgumentType, expr.arguments[2]->range, context, 3, functionName,
               "at least 2", n);
        return pool_->missing();
      }
      return pool_->builtin(builtin, types.get(BaseType::Real, 0, {&n, 1}), a);
    }
    case Rule::OuterProduct: {
      if (!count(2, 2)) return pool_->missing();
      if (pool_->base(a[0]) != pool_->base(a[1])) {
        real(0);
        real(1);
      }
      std::vector<Size> d0 = dimsOf(a[0]), d1 = dimsOf(a[1]);
      if (d0.size() != 1) return wrong(0, "a vector");
      if (d1.size() != 1) return wrong(1, "a vector");
      Size dims[2] = {d0[0], d1[0]};
      return pool_->builtin(builtin, types.withDims(pool_->type(a[0]), dims), a);
    }
    case Rule::Symmetric: {
      if (!count(1, 1)) return pool_->missing();
      if (dimsOf(a[0]).size() != 2) return wrong(0, "a matrix");
      return pool_->builtin(builtin, pool_->type(a[0]), a);
    }
    case Rule::Cross:
    case Rule::Skew: {
      if (!count(rule == Rule::Cross ? 2 : 1, rule == Rule::Cross ? 2 : 1)) return pool_->missing();
      for (size_t i = 0; i < a.size(); ++i) {
        std::vector<Size> d = dimsOf(a[i]);
        if (!numeric(i) || d.size() != 1 || (d[0] != 3 && d[0] != kUnknownSize))
          return wrong(i, "a vector of size 3");
        real(i);
      }
      Size dims[2] = {3, 3};
      return pool_->builtin(
          builtin,
          types.get(BaseType::Real, 0, std::span<const Size>(dims, rule == Rule::Cross ? 1 : 2)),
          a);
    }
    case Rule::Transpose: {
      if (!count(1, 1)) return pool_->missing();
      std::vector<Size> dims = dimsOf(a[0]);
      if (dims.size() < 2) return wrong(0, "a matrix");
      std::swap(dims[0], dims[1]);
      return pool_->builtin(builtin, types.withDims(pool_->type(a[0]), dims), a);
    }
    case Rule::Cat: {
      if (a.size() < 2) {
        count(2, 64);
        return pool_->missing();
      }
      auto dimension = evaluateInteger(a[0], expr.arguments[0]->range, context);
      if (!dimension || *dimension < 1) return wrong(0, "a positive Integer");
      return concatenate(static_cast<size_t>(*dimension - 1), {a.begin() + 1, a.end()}, expr.range,
                         context);
    }
    case Rule::StringOf: {
      if (!count(1, 4)) return pool_->missing();
      if (pool_->base(a[0]) == BaseType::Record)
        return overloaded("'String'", a, expr.range, context);
      // order of the optional arguments: significantDigits, minimumLength, leftJustified, format
      ExprId missing = pool_->missing();
      std::vector<ExprId> all{a[0], missing, missing, missing, missing};
      bool isReal = pool_->base(a[0]) == BaseType::Real;
      for (size_t i = 1; i < a.size(); ++i) {
        if (pool_->base(a[i]) == BaseType::String)
          all[4] = a[i];
        else if (isReal)
          all[i] = a[i];
        else
          all[i + 1] = a[i];
      }
      for (const ast::NamedArgument& argument : expr.named) {
        ExprId value = type(argument.value, context);
        if (pool_->base(value) == BaseType::Error) return value;
        std::string_view key = names_.text(argument.name);
        if (key == "significantDigits")
          all[1] = value;
        else if (key == "minimumLength")
          all[2] = value;
        else if (key == "leftJustified")
          all[3] = value;
        else if (key == "format")
          all[4] = value;
        else {
          report(DiagCode::NoSuchArgument, argument.range, context, "String", key);
          return pool_->missing();
        }
      }
      return pool_->builtin(builtin, types.withDims(types.string(), dimsOf(a[0])), all);
    }
    case Rule::IntegerOfEnum: {
      if (!count(1, 1)) return pool_->missing();
      if (pool_->base(a[0]) == BaseType::Integer) return a[0];
      if (pool_->base(a[0]) != BaseType::Enumeration) return wrong(0, "an enumeration");
      return pool_->builtin(builtin, types.get(BaseType::Integer, 0, dimsOf(a[0])), a);
    }
    case Rule::Der: {
      if (!count(1, 1)) return pool_->missing();
      if (pool_->base(a[0]) == BaseType::Record) {
        // a record of Reals (Complex) is differentiated field by field
        if (pool_->kind(a[0]) == ExprKind::Record) {
          std::vector<ExprId> fields(pool_->children(a[0]).begin(), pool_->children(a[0]).end());
          for (ExprId& f : fields) f = pool_->builtin(builtin, pool_->type(f), {&f, 1});
          return pool_->make(ExprKind::Record, pool_->type(a[0]), 0, fields);
        }
        return wrong(0, "a continuous Real");
      }
      if (pool_->base(a[0]) != BaseType::Real) return wrong(0, "a continuous Real");
      if (variability(a[0]) == Variability::Discrete) {
        report(DiagCode::ArgumentType, expr.arguments[0]->range, context, 1, functionName,
               "a continuous Real", "a value that changes only at events");
        return pool_->missing();
      }
      return pool_->builtin(builtin, pool_->type(a[0]), a);
    }
    case Rule::PreLike: {
      return forEachElement(
          a[0], [&](ExprId e) { return pool_->builtin(builtin, pool_->type(e), {&e, 1}); });
    }
    case Rule::EdgeLike: {
      if (builtin == Builtin::Edge && pool_->base(a[0]) != BaseType::Boolean)
        return wrong(0, "a Boolean");
      return forEachElement(a[0], [&](ExprId e) {
        return pool_->builtin(builtin, types.withDims(types.boolean(), dimsOf(e)), {&e, 1});
      });
    }
    case Rule::NoArguments:
      if (!count(0, 0)) return pool_->missing();
      return pool_->builtin(builtin, types.boolean(), a);
    case Rule::Sample: {
      if (!count(2, 2)) return pool_->missing();
      for (size_t i = 0; i < 2; ++i) {
        if (!numeric(i)) return wrong(i, "a number");
        if (varies(i)) return pool_->missing();
        real(i);
      }
      return pool_->builtin(builtin, types.boolean(), a);
    }
    case Rule::PassThrough:
      if (!count(1, 1)) return pool_->missing();
      if (builtin == Builtin::Residue && !namesUnknown(a[0])) {
        report(DiagCode::ResidueArgument, expr.arguments[0]->range, context);
        return pool_->missing();
      }
      return pool_->builtin(builtin, pool_->type(a[0]), a);
    case Rule::Smooth: {
      if (!count(2, 2)) return pool_->missing();
      if (pool_->base(a[0]) != BaseType::Integer) return wrong(0, "an Integer");
      if (varies(0)) return pool_->missing();
      return pool_->builtin(builtin, pool_->type(a[1]), a);
    }
    case Rule::Homotopy: {
      std::vector<ExprId> both = a;
      both.resize(2);
      for (const ast::NamedArgument& argument : expr.named) {
        std::string_view key = names_.text(argument.name);
        ExprId value = type(argument.value, context);
        if (pool_->base(value) == BaseType::Error) return value;
        if (key == "actual")
          both[0] = value;
        else if (key == "simplified")
          both[1] = value;
      }
      if (!both[0].valid() || !both[1].valid()) {
        reportCount(functionName, 2, 2, expr, context);
        return pool_->missing();
      }
      if (!unify(both[0], both[1], expr.range, context, "the arguments of homotopy"))
        return pool_->missing();
      return pool_->builtin(builtin, pool_->type(both[0]), both);
    }
    case Rule::SemiLinear: {
      if (!count(3, 3)) return pool_->missing();
      for (size_t i = 0; i < 3; ++i) {
        if (!numeric(i)) return wrong(i, "a number");
        real(i);
      }
      // elementwise on vectors (spec 3.7.4.4 with 12.4.6)
      std::vector<Size> dims = dimsOf(a[1]);
      if (dims.empty()) dims = dimsOf(a[2]);
      if (dims.empty()) return pool_->builtin(builtin, types.real(), a);
      if (dims.size() != 1 || dims[0] == kUnknownSize)
        return wrong(1, "a scalar or a vector of known size");
      std::vector<ExprId> elements;
      for (Size i = 1; i <= dims[0]; ++i) {
        ExprId subscript = pool_->integer(i);
        std::vector<ExprId> one = a;
        for (ExprId& e : one) {
          if (!types.isScalar(pool_->type(e))) e = index(e, {&subscript, 1});
        }
        elements.push_back(pool_->builtin(builtin, types.real(), one));
      }
      return pool_->make(ExprKind::Array, types.get(BaseType::Real, 0, dims), 0,
                         std::span<const ExprId>(elements));
    }
    case Rule::Delay: {
      if (!count(2, 3)) return pool_->missing();
      for (size_t i = 0; i < a.size(); ++i) {
        if (!numeric(i)) return wrong(i, "a number");
        real(i);
      }
      // spec 3.7.4.1: a delay time that changes needs a limit
      if (varies(a.size() - 1)) return pool_->missing();
      const std::optional<double> delay = constantNumber(a[1], context);
      const std::optional<double> most = constantNumber(a.back(), context);
      if ((delay && *delay < 0) || (delay && most && *delay > *most)) {
        report(DiagCode::OutsideDomain, expr.arguments[1]->range, context, functionName,
               fmt::format("a delay time of {}", *delay),
               a.size() == 3 && most
                   ? fmt::format("between 0 and {}, the largest delay time", *most)
                   : "zero or positive");
        return pool_->missing();
      }
      return pool_->builtin(builtin, pool_->type(a[0]), a);
    }
    case Rule::Stream: {
      if (!count(1, 1)) return pool_->missing();
      // elements of an array are of one declaration
      ExprId e = a[0];
      while (pool_->kind(e) != ExprKind::Variable && !pool_->children(e).empty())
        e = pool_->child(e, 0);
      const bool variable = pool_->kind(e) == ExprKind::Variable && pool_->variableOf(e).valid();
      const bool nothing = pool_->kind(e) == ExprKind::Array;
      if (!nothing && (!variable || !instanceOf(pool_->variableOf(e))->isStream))
        return wrong(0, "a stream variable of a connector");
      return pool_->builtin(builtin, pool_->type(a[0]), a);
    }
    default:
      break;
  }
  return std::nullopt;
}

}  // namespace formola
