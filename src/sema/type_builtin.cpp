// Typing of the operators and functions of the language. Specification 3.7, 10.3.
#include <cmath>

#include "diag/codes/classes.h"
#include "diag/codes/equations.h"
#include "diag/codes/functions.h"
#include "sema/array_values.h"
#include "sema/builtin_calls.h"
#include "sema/builtin_typer.h"
#include "sema/constants.h"
#include "sema/dims.h"
#include "sema/instances.h"
#include "sema/lookup.h"
#include "sema/overloaded_operators.h"
#include "sema/type_expr.h"
#include "sema/type_loops.h"
#include "sema/type_reference.h"

namespace formola {

// The argument of pre, edge and change: a variable, an element of one, arrays of such; a constant
// is as good.
bool BuiltinCalls::isVariableOrConstant(ExprId root) {
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    ExprId e = stack.back();
    stack.pop_back();
    if (pool_->kind(e) == ExprKind::Array) {
      for (ExprId c : pool_->children(e)) stack.push_back(c);
    } else if (pool_->kind(e) == ExprKind::Index || pool_->kind(e) == ExprKind::Field) {
      stack.push_back(pool_->child(e, 0));
    } else if (pool_->kind(e) != ExprKind::Variable &&
               constants_.variability(e) > Variability::Parameter) {
      return false;
    }
  }
  return true;
}

// What residue() can ask for: variables that change continuously and derivatives, their elements,
// and arrays and choices of those.
bool BuiltinCalls::namesUnknown(ExprId root) {
  std::vector<ExprId> stack{root};
  bool found = false;
  while (!stack.empty()) {
    const ExprId e = stack.back();
    stack.pop_back();
    switch (pool_->kind(e)) {
      case ExprKind::Variable:
        found = found || constants_.variability(e) > Variability::Parameter;
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
        else if (constants_.variability(e) > Variability::Parameter)
          return false;
    }
  }
  return found;
}

void BuiltinCalls::reportCount(std::string_view name, size_t least, size_t most,
                               const ast::CallExpr& call, const Context& context) {
  std::string wanted = std::to_string(least);
  if (most != least) wanted += " to " + std::to_string(most);
  wanted += most == 1 ? " argument" : " arguments";
  report(diag::ArgumentCount, call.range, context, name, wanted, call.arguments.size());
}

std::optional<ExprId> BuiltinCalls::typeBuiltinCall(const ast::CallExpr& expr, Context& context) {
  const std::string_view name = names_.text(expr.function.parts[0].name);
  const BuiltinEntry* entry = findBuiltin(name);
  if (!entry) return std::nullopt;
  return BuiltinTyper(*this, expr, context, name, *entry).run();
}

bool BuiltinTyper::count(size_t least, size_t most) {
  if (expr_.arguments.size() >= least && expr_.arguments.size() <= most) return true;
  owner_.reportCount(name_, least, most, expr_, context_);
  return false;
}

ExprId BuiltinTyper::wrong(size_t i, std::string_view wanted) {
  owner_.report(diag::ArgumentType, expr_.arguments[i]->range, context_, i + 1, name_, wanted,
                owner_.values_.showType(pool_->type(a_[i])));
  return pool_->missing();
}

bool BuiltinTyper::varies(size_t i) {
  if (owner_.constants_.variability(a_[i]) <= Variability::Parameter) return false;
  owner_.report(diag::ArgumentType, expr_.arguments[i]->range, context_, i + 1, name_,
                "a parameter or constant", "a value that changes during the simulation");
  return true;
}

bool BuiltinTyper::isWritten(size_t i) const {
  const ast::ExprKind kind = expr_.arguments[i]->kind;
  return (kind == ast::ExprKind::Integer || kind == ast::ExprKind::Real) && pool_->isNumber(a_[i]);
}

std::vector<Size> BuiltinTyper::dimsOf(ExprId e) const {
  return copyDims(types_[pool_->type(e)].dims);
}

Size BuiltinTyper::integerArgument(size_t i) {
  if (pool_->base(a_[i]) != BaseType::Integer || !types_.isScalar(pool_->type(a_[i])))
    return kNoInteger;
  std::optional<int64_t> value;
  if (pool_->kind(a_[i]) == ExprKind::Integer) {
    value = pool_->integerValue(a_[i]);
  } else {
    if (context_.function) return kUnknownSize;
    value = owner_.constants_.evaluateInteger(a_[i], expr_.arguments[i]->range, context_);
  }
  if (!value) return kReported;
  if (*value < 0) {
    owner_.report(diag::NegativeDimension, expr_.arguments[i]->range, context_, name_, *value);
    return kReported;
  }
  a_[i] = pool_->integer(*value);
  return static_cast<Size>(*value);
}

// sum(f(i) for i in 1:n) and the like.
std::optional<ExprId> BuiltinTyper::reduction() {
  if (rule_ != BuiltinRule::MinMax && rule_ != BuiltinRule::SumProduct) return std::nullopt;
  const auto& comprehension = expr_.arguments[0]->as<ast::ComprehensionExpr>();
  ExprId reduced = owner_.loops_.typeComprehension(comprehension, context_, builtin_);
  if (pool_->base(reduced) == BaseType::Record && rule_ == BuiltinRule::SumProduct &&
      pool_->kind(reduced) == ExprKind::Builtin) {
    // records: by their overloaded operator
    ExprId array = pool_->child(reduced, 0);
    std::vector<ExprId> elements(pool_->children(array).begin(), pool_->children(array).end());
    if (elements.empty()) return pool_->missing();
    ExprId total = elements[0];
    for (size_t i = 1; i < elements.size(); ++i) {
      total = owner_.operators_.overloaded(builtin_ == Builtin::Sum ? "'+'" : "'*'",
                                           {total, elements[i]}, expr_.range, context_);
    }
    return total;
  }
  return reduced;
}

ExprId BuiltinTyper::cardinality() {
  if (!count(1, 1)) return pool_->missing();
  const auto* ref = expr_.arguments[0]->dynAs<ast::ReferenceExpr>();
  Selection node;
  if (ref) node = owner_.references_.select(ref->name, context_);
  if (!node.ok || node.instances.empty() || !owner_.instances_.isConnector(node.instances[0])) {
    owner_.report(diag::ConnectionsArgument, expr_.range, context_, name_);
    return pool_->missing();
  }
  return pool_->integer(node.instances[0]->connectionCount);
}

ExprId BuiltinTyper::instanceName() {
  if (!count(0, 0)) return pool_->missing();
  // Spec 3.7.4.4: the name of the simulated model, without the packages it is in, then the path.
  const Instance* simulated = context_.scope.instance;
  while (simulated && simulated->isComponent() && simulated->parent &&
         simulated->parent != owner_.instances_.root())
    simulated = simulated->parent;
  std::string text = owner_.className(simulated);
  text.erase(0, text.rfind('.') + 1);
  if (const std::string path = owner_.contextPath(context_); !path.empty()) text += "." + path;
  return pool_->string(text);
}

// size(A, 1) in the declaration of A itself: A[:, size(A, 1)]
std::optional<ExprId> BuiltinTyper::sizeOfItself() {
  if (rule_ != BuiltinRule::SizeOf || expr_.arguments.empty()) return std::nullopt;
  const auto* ref = expr_.arguments[0]->dynAs<ast::ReferenceExpr>();
  if (ref && ref->name.parts.size() == 1 && ref->name.parts[0].subscripts.empty()) {
    Found self = owner_.lookup_.lookupSimple(ref->name.parts[0].name, context_.scope);
    if (self.instance && self.instance->isComponent() && self.instance->resolving) {
      const auto* dimension =
          expr_.arguments.size() == 2 ? expr_.arguments[1]->dynAs<ast::IntegerExpr>() : nullptr;
      // another declaration that needs the size of this one, which needs its
      if (self.instance != context_.dimensionOf && !context_.function) {
        owner_.instances_.resolve(self.instance);  // reports the cycle
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
  return std::nullopt;
}

// Components that have no value, models or blocks, as an array of their shape: all that size() and
// ndims() ask for.
std::optional<ExprId> BuiltinTyper::componentsWithoutValue(const ast::Expr* argument) {
  const auto* ref = argument->dynAs<ast::ReferenceExpr>();
  if (!ref || ref->name.global) return std::nullopt;
  Instances& instances = owner_.instances_;
  Instance* at = owner_.lookup_.lookupSimple(ref->name.parts[0].name, context_.scope).instance;
  for (size_t p = 0; at && at->isComponent(); ++p) {
    at = instances.target(at);
    instances.resolve(at);
    if (at->broken || at->removed || at->local >= 0) return std::nullopt;
    if (p + 1 == ref->name.parts.size()) break;
    if (at->isArray) {
      if (at->elements.empty()) return std::nullopt;
      at = instances.element(at, 0);
    }
    at = instances.member(at, ref->name.parts[p + 1].name);
  }
  if (!at || !at->isComponent() || instances.isLeaf(at) || instances.isRecord(at) ||
      instances.isConnector(at))
    return std::nullopt;
  const Selection named = owner_.references_.select(ref->name, context_);
  if (!named.ok) return pool_->missing();
  return pool_->variable(VariableId(), types_.get(BaseType::Integer, 0, named.dims));
}

// Operators whose arguments have a meaning beyond their values.
std::optional<ExprId> BuiltinTyper::beforeArguments() {
  if (rule_ == BuiltinRule::ArrayOf) {
    // array(a, b) is {a, b}
    ast::ArrayExpr array{};
    array.kind = ast::ExprKind::Array;
    array.range = expr_.range;
    array.elements = expr_.arguments;
    return owner_.typer_.typeArray(array, context_);
  }
  if (expr_.arguments.size() == 1 && expr_.arguments[0]->kind == ast::ExprKind::Comprehension)
    if (std::optional<ExprId> reduced = reduction()) return reduced;
  if (rule_ == BuiltinRule::Cardinality) return cardinality();
  if (rule_ == BuiltinRule::InstanceName) return instanceName();
  if (std::optional<ExprId> known = sizeOfItself()) return known;
  if (context_.function && isForbiddenInFunctions(builtin_)) {
    owner_.report(diag::NotInFunction, expr_.range, context_, "'" + std::string(name_) + "'",
                  "a function knows only the values of its inputs");
    return pool_->missing();
  }
  if (rule_ == BuiltinRule::StateEquation) {
    owner_.report(diag::StateEquationPlace, expr_.range, context_, name_,
                  "in an expression or algorithm", "it is an equation");
    return pool_->missing();
  }
  if (rule_ == BuiltinRule::StateQuery) return owner_.typeStateQuery(expr_, builtin_, context_);
  const bool sample = rule_ == BuiltinRule::Sample;
  if (rule_ == BuiltinRule::Clocked || (sample && owner_.isClockedSample(expr_, context_)))
    return owner_.typeClocked(expr_, sample ? Builtin::ClockedSample : builtin_, context_);
  if (rule_ == BuiltinRule::Spatial) {
    ExprId both = owner_.typeSpatialDistribution(expr_, context_);
    if (pool_->base(both) == BaseType::Error) return both;
    return pool_->make(ExprKind::TupleElement, types_.real(), 0, {&both, 1});
  }
  return std::nullopt;
}

std::optional<ExprId> BuiltinTyper::run() {
  if (std::optional<ExprId> result = beforeArguments()) return result;
  for (const ast::Expr* argument : expr_.arguments) {
    std::optional<ExprId> shape;
    if (a_.empty() && (rule_ == BuiltinRule::SizeOf || rule_ == BuiltinRule::Ndims))
      shape = componentsWithoutValue(argument);
    a_.push_back(shape ? *shape : owner_.typer_.type(argument, context_));
    if (pool_->base(a_.back()) == BaseType::Error) return pool_->missing();
  }
  if (rule_ == BuiltinRule::PreLike || rule_ == BuiltinRule::EdgeLike) {
    if (!count(1, 1)) return pool_->missing();
    if (!owner_.isVariableOrConstant(a_[0])) {
      owner_.report(diag::NeedsVariable, expr_.arguments[0]->range, context_, name_);
      return pool_->missing();
    }
  }
  return byRule();
}

std::optional<ExprId> BuiltinTyper::byRule() {
  switch (rule_) {
    case BuiltinRule::Elementary:
      return elementary();
    case BuiltinRule::SameNumber:
      return sameNumber();
    case BuiltinRule::SignOf:
      return signOf();
    case BuiltinRule::TwoReals:
      return twoReals();
    case BuiltinRule::Rounding:
      return rounding();
    case BuiltinRule::ToInteger:
      return toInteger();
    case BuiltinRule::Division:
      return division();
    case BuiltinRule::MinMax:
      return minMax();
    case BuiltinRule::SumProduct:
      return sumProduct();
    case BuiltinRule::SizeOf:
      return sizes();
    case BuiltinRule::Ndims:
      return ndims();
    case BuiltinRule::Scalar:
      return scalar();
    case BuiltinRule::Vector:
      return vector();
    case BuiltinRule::Matrix:
      return matrix();
    case BuiltinRule::Identity:
      return identity();
    case BuiltinRule::Diagonal:
      return diagonal();
    case BuiltinRule::ZerosOnes:
    case BuiltinRule::Fill:
      return filled();
    case BuiltinRule::Linspace:
      return linspace();
    case BuiltinRule::OuterProduct:
      return outerProduct();
    case BuiltinRule::Symmetric:
      return symmetric();
    case BuiltinRule::Cross:
    case BuiltinRule::Skew:
      return crossOrSkew();
    case BuiltinRule::Transpose:
      return transpose();
    case BuiltinRule::Cat:
      return cat();
    case BuiltinRule::StringOf:
      return stringOf();
    case BuiltinRule::IntegerOfEnum:
      return integerOfEnum();
    case BuiltinRule::Der:
      return derivative();
    case BuiltinRule::PreLike:
      return preLike();
    case BuiltinRule::EdgeLike:
      return edgeLike();
    case BuiltinRule::NoArguments:
      return noArguments();
    case BuiltinRule::Sample:
      return sampled();
    case BuiltinRule::PassThrough:
      return passThrough();
    case BuiltinRule::Smooth:
      return smooth();
    case BuiltinRule::Homotopy:
      return homotopy();
    case BuiltinRule::SemiLinear:
      return semiLinear();
    case BuiltinRule::Delay:
      return delayed();
    case BuiltinRule::Stream:
      return stream();
    default:
      break;
  }
  return std::nullopt;
}

}  // namespace formola
