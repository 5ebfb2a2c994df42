#include "expr/solve.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <queue>

#include "expr/operands.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

constexpr int kMaxNesting = 16;           // of if-expressions that are solved branch by branch
constexpr size_t kMaxKernels = 8;         // common subexpressions that are tried as unknown
constexpr double kPi = 3.14159265358979;  // rounded down: a range inside it is inside the exact one

}  // namespace

bool Solution::safe() const {
  return solved() && !assumesBranch && !mayNotExist &&
         std::ranges::none_of(pivots,
                              [](const Pivot& p) { return p.kind == PivotClass::MayVanish; });
}

EquationSolver::EquationSolver(ExprPool& pool, SolveOptions options)
    : build_(pool),
      options_(std::move(options)),
      signs_(pool,
             [this](ExprId leaf) {
               return options_.facts ? options_.facts(leaf) : ValueRange::all();
             }),
      linear_(pool,
              [this](ExprId leaf) {
                return leaf == target_ ? Dependence::Unknown : Dependence::Known;
              }),
      kernel_(pool) {}

void EquationSolver::setTarget(ExprId target) {
  if (target_ == target) return;
  target_ = target;
  linear_.reset();
}

// False if the expression is literally zero, so that there is nothing to divide by.
bool EquationSolver::addPivot(ExprId expression, Solution& solution) {
  if (build_.isZero(expression)) {
    solution.status = SolveStatus::Singular;
    solution.stuckAt = expression;
    return false;
  }
  if (build_.pool().isNumber(expression)) return true;
  bool known = signs_(expression).neverZero();
  solution.pivots.push_back({expression, known ? PivotClass::KnownSign : PivotClass::MayVanish});
  return true;
}

// value, or not a number where the condition is negative.
ExprId EquationSolver::whereNotNegative(ExprId condition, ExprId value) {
  if (!options_.guard || signs_(condition).nonNegative()) return value;
  ExprPool& pool = build_.pool();
  const TypeId boolean = pool.types.boolean();
  const ExprId holds =
      build_.call(Builtin::NoEvent, boolean,
                  {pool.binary(ExprKind::GreaterEqual, boolean, condition, build_.zero())});
  return build_.ifThenElse(holds, value, build_.call(Builtin::Sqrt, condition));
}

// tan(x) = r with any finite r leaves x on the branch on which it begins: atan(r) + k*pi.
ExprId EquationSolver::branchOfTan(ExprId inner, ExprId principal, Solution& solution) {
  const ExprId start = options_.atStart ? options_.atStart(inner) : ExprId();
  if (!start.valid()) {
    solution.assumesBranch = true;
    return principal;
  }
  const ExprId turns =
      build_.add(build_.div(start, build_.real(std::numbers::pi)), build_.real(0.5));
  const ExprPool& pool = build_.pool();
  if (pool.isNumber(turns))
    return build_.add(principal, build_.real(std::numbers::pi * std::floor(pool.realValue(turns))));
  const ExprId k =
      build_.call(Builtin::NoEvent, pool.types.real(), {build_.call(Builtin::Floor, turns)});
  return build_.add(principal, build_.mul(build_.real(std::numbers::pi), k));
}

Solution EquationSolver::operator()(ExprId left, ExprId right, ExprId unknown) {
  setTarget(unknown);
  bool inLeft = contains(left);
  bool inRight = contains(right);
  Solution solution;
  if (!inLeft && !inRight) {
    solution.status = SolveStatus::Absent;
    return solution;
  }
  if (inLeft && inRight) {
    const ExprPool& pool = build_.pool();
    if (!pool.types.isNumeric(pool.type(left))) {
      solution.stuckAt = left;
      return solution;
    }
    Isolation at{build_.sub(left, right), build_.zero()};
    if (pool.base(at.left) == BaseType::Integer) at.right = build_.pool().integer(0);
    if (!contains(at.left)) {
      solution.status = SolveStatus::Absent;
      return solution;
    }
    return isolate(at, unknown, 0);
  }
  return isolate(inLeft ? Isolation{left, right} : Isolation{right, left}, unknown, 0);
}

Solution EquationSolver::isolate(Isolation at, ExprId unknown, int nesting) {
  const ExprPool& pool = build_.pool();
  Solution solution;
  std::vector<ExprId> operands;
  while (at.left != unknown) {
    scalarOperands(pool, at.left, operands);
    size_t occurrences = 0;
    size_t where = 0;
    for (size_t i = 0; i < operands.size(); ++i) {
      if (!contains(operands[i])) continue;
      ++occurrences;
      where = i;
    }
    if (occurrences == 0) {  // it cancelled while the equation was rebuilt
      solution.status = SolveStatus::Absent;
      return solution;
    }
    ExprId stuck = at.left;
    if (occurrences == 1) {
      bool done = calledBy(pool, at.left).valid()
                      ? invertUserFunction(at, operands[where], solution)
                      : invert(at, where, solution);
      if (done) continue;
      if (solution.status == SolveStatus::Singular) return solution;
    }
    if (collectLinear(at, unknown, solution)) continue;
    if (solution.status != SolveStatus::NotInvertible) return solution;
    if (splitBranches(at, unknown, nesting, solution)) return solution;
    if (collectKernel(at, unknown, solution)) continue;
    if (solution.status == SolveStatus::NotInvertible) solution.stuckAt = stuck;
    return solution;
  }
  solution.status = SolveStatus::Solved;
  solution.value = at.right;
  if (pool.base(unknown) == BaseType::Real) solution.value = build_.toReal(solution.value);
  return solution;
}

bool EquationSolver::invert(Isolation& at, size_t operand, Solution& solution) {
  ExprPool& pool = build_.pool();
  ExprId node = at.left;
  ExprId result = at.right;
  ExprKind kind = pool.kind(node);
  if (kind == ExprKind::Not) {
    at = {pool.child(node, 0), build_.logicalNot(result)};
    return true;
  }
  if (!pool.types.isNumeric(pool.type(node)) || pool.kind(node) == ExprKind::Index) return false;
  ExprId inner = pool.child(node, operand);
  bool first = operand == 0;
  auto other = [&] { return pool.child(node, first ? 1 : 0); };
  switch (kind) {
    case ExprKind::Neg:
      at = {inner, build_.neg(result)};
      return true;
    case ExprKind::Add:
      at = {inner, build_.sub(result, other())};
      return true;
    case ExprKind::Sub:
      at = {inner, first ? build_.add(result, other()) : build_.sub(other(), result)};
      return true;
    default:
      break;
  }
  if (pool.base(node) != BaseType::Real || pool.base(inner) != BaseType::Real) return false;
  switch (kind) {
    case ExprKind::Mul:
      if (!addPivot(other(), solution)) return false;
      at = {inner, build_.div(result, other())};
      return true;
    case ExprKind::Div:
      if (first) {
        at = {inner, build_.mul(result, other())};
        return true;
      }
      // a/inner = result
      if (!addPivot(result, solution)) return false;
      solution.linear = false;
      at = {inner, build_.div(other(), result)};
      return true;
    case ExprKind::Pow:
      return invertPower(at, operand, solution);
    case ExprKind::Builtin:
      return invertFunction(at, operand, solution);
    default:
      return false;
  }
}

bool EquationSolver::invertPower(Isolation& at, size_t operand, Solution& solution) {
  ExprPool& pool = build_.pool();
  ExprId base = pool.child(at.left, 0);
  ExprId exponent = pool.child(at.left, 1);
  ExprId result = at.right;
  if (operand == 1) {
    // base^y = r: y = log(r)/log(base)
    ExprId logarithm = build_.call(Builtin::Log, base);
    if (!signs_(base).positive()) solution.mayNotExist = true;
    if (!signs_(result).positive()) solution.mayNotExist = true;
    if (!addPivot(logarithm, solution)) return false;
    solution.linear = false;
    at = {exponent, build_.div(build_.call(Builtin::Log, result), logarithm)};
    return true;
  }
  solution.linear = false;
  if (!pool.isNumber(exponent)) {
    if (!addPivot(exponent, solution)) return false;
    if (!signs_(base).nonNegative()) solution.assumesBranch = true;
    if (!signs_(result).positive()) solution.mayNotExist = true;
    at = {base, whereNotNegative(result, build_.pow(result, build_.div(build_.one(), exponent)))};
    return true;
  }
  double n = pool.realValue(exponent);
  if (n == 0) return false;
  if (n < 0) {
    if (!addPivot(result, solution)) return false;
    result = build_.div(build_.one(), result);
    n = -n;
  }
  auto root = [&](ExprId of) {
    return n == 2 ? build_.call(Builtin::Sqrt, of) : build_.pow(of, 1 / n);
  };
  bool integral = n == std::floor(n) && n < 1e9;
  bool odd = integral && std::fmod(n, 2) == 1;
  ValueRange baseRange = signs_(base);
  ValueRange resultRange = signs_(result);
  if (n > 1 && !resultRange.neverZero()) solution.steep = true;
  if (odd && !resultRange.nonNegative() && !baseRange.nonNegative()) {
    // odd roots of negative numbers are real
    ExprId sign = build_.call(Builtin::Sign, pool.types.integer(), {result});
    at = {base, build_.mul(sign, root(build_.call(Builtin::Abs, result)))};
    return true;
  }
  if (!resultRange.nonNegative()) solution.mayNotExist = true;
  // the power of a negative number may be one: (-1)^(1/0.5)
  ExprId value = integral ? root(result) : whereNotNegative(result, root(result));
  if (integral && !odd) {
    if (baseRange.nonPositive()) {
      value = build_.neg(value);
    } else if (!baseRange.nonNegative()) {
      solution.assumesBranch = true;
    }
  }
  at = {base, value};
  return true;
}

// arsinh r = log(r + sqrt(r^2 + 1)), without the difference that a negative r leaves
ExprId EquationSolver::areaSine(ExprId r) {
  const ExprId root = build_.call(Builtin::Sqrt, build_.add(build_.pow(r, 2), build_.one()));
  const ExprId size = build_.call(Builtin::Log, build_.add(build_.call(Builtin::Abs, r), root));
  return build_.mul(build_.call(Builtin::Sign, build_.pool().types.integer(), {r}), size);
}

// arcosh r = log(r + sqrt(r^2 - 1)), or its negative
ExprId EquationSolver::areaCosine(ExprId r) {
  const ExprId root = build_.call(Builtin::Sqrt, build_.sub(build_.pow(r, 2), build_.one()));
  return build_.call(Builtin::Log, build_.add(r, root));
}

// artanh r = log((1 + r)/(1 - r))/2
ExprId EquationSolver::areaTangent(ExprId r) {
  const ExprId ratio = build_.div(build_.add(build_.one(), r), build_.sub(build_.one(), r));
  return build_.mul(build_.real(0.5), build_.call(Builtin::Log, ratio));
}

bool EquationSolver::invertFunction(Isolation& at, size_t operand, Solution& solution) {
  ExprPool& pool = build_.pool();
  ExprId node = at.left;
  ExprId inner = pool.child(node, operand);
  ExprId r = at.right;
  ValueRange range = signs_(inner);
  auto within = [&](double low, double high) { return range.low >= low && range.high <= high; };
  auto resultWithin = [&](double low, double high) {
    ValueRange rr = signs_(r);
    return rr.low >= low && rr.high <= high;
  };
  auto isolateTo = [&](ExprId value) {
    solution.linear = false;
    at = {inner, value};
    return true;
  };
  auto assume = [&](bool sure) { solution.assumesBranch = solution.assumesBranch || !sure; };
  auto expect = [&](bool sure) { solution.mayNotExist = solution.mayNotExist || !sure; };
  // of the two values with this size
  auto ofTheSign = [&](ExprId size) {
    if (range.nonPositive()) return build_.neg(size);
    assume(range.nonNegative());
    return size;
  };
  // not negative for angles within a right one
  auto fromRight = [&](ExprId angle) {
    return build_.sub(build_.real(kPi / 2), build_.call(Builtin::Abs, angle));
  };
  switch (pool.builtinOf(node)) {
    // marks: the value is that of the argument
    case Builtin::NoEvent:
    case Builtin::Residue:
    case Builtin::Relax:
      at = {inner, r};
      return true;
    case Builtin::Smooth:
      if (operand != 1) return false;
      at = {inner, r};
      return true;
    case Builtin::Sqrt:
      expect(signs_(r).nonNegative());
      return isolateTo(whereNotNegative(r, build_.pow(r, 2)));
#define ELEMENTARY(enumerator, name, arguments, f, defined, domain, partial, range, inverse, ...) \
  case Builtin::enumerator:                                                                       \
    return inverse;
#include "expr/elementary.def"
#undef ELEMENTARY
    case Builtin::Abs:
      expect(signs_(r).nonNegative());
      return isolateTo(ofTheSign(r));
    default:
      return false;
  }
}

bool EquationSolver::invertUserFunction(Isolation& at, ExprId unknownOperand, Solution& solution) {
  const ExprPool& pool = build_.pool();
  if (!options_.inverse || pool.kind(at.left) != ExprKind::Call) return false;
  std::span<const ExprId> arguments = pool.children(at.left);
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] != unknownOperand) continue;
    ExprId value = options_.inverse(at.left, i, at.right);
    if (!value.valid() || contains(value)) return false;
    solution.linear = false;
    at = {unknownOperand, value};
    return true;
  }
  return false;  // an element of an array argument
}

// left is affine in the unknown: right = c*x + d
bool EquationSolver::collectLinear(Isolation& at, ExprId unknown, Solution& solution) {
  if (build_.pool().base(at.left) != BaseType::Real) return false;
  AffineForm form = linear_.affine(at.left);
  if (!form.affine) return false;
  if (form.terms.empty()) {
    solution.status = SolveStatus::Absent;
    return false;
  }
  ExprId coefficient = form.terms[0].coefficient;
  if (!addPivot(coefficient, solution)) return false;
  at = {unknown, build_.div(build_.sub(at.right, form.remainder), coefficient)};
  return true;
}

// All occurrences of the unknown may lie inside one subexpression in which left is affine. Such a
// subexpression is met alone when the nodes that contain the unknown are taken from the outside in
// (operands have smaller ids than what uses them, so the order of ids is topological).
bool EquationSolver::collectKernel(Isolation& at, ExprId unknown, Solution& solution) {
  ExprPool& pool = build_.pool();
  std::priority_queue<uint32_t> front;
  kernelSeen_.clear();
  std::vector<ExprId> operands;
  std::vector<ExprId> kernels;
  front.push(at.left.index());
  while (!front.empty() && kernels.size() < kMaxKernels) {
    ExprId id(front.top());
    front.pop();
    if (id == unknown) break;
    if (front.empty() && id != at.left) kernels.push_back(id);
    scalarOperands(pool, id, operands);
    for (ExprId operand : operands) {
      if (contains(operand) && kernelSeen_.insert(operand)) front.push(operand.index());
    }
  }
  ExprId placeholder = pool.local(UINT32_MAX, pool.types.real());
  for (ExprId kernel : kernels) {
    if (pool.base(kernel) != BaseType::Real) continue;
    kernel_.clear();
    kernel_.set(kernel, placeholder);
    ExprId outer = kernel_.apply(at.left);
    setTarget(placeholder);
    Isolation reduced{outer, at.right};
    bool done = collectLinear(reduced, kernel, solution);
    setTarget(unknown);
    if (done) {
      at = reduced;
      return true;
    }
    if (solution.status != SolveStatus::NotInvertible) return false;
  }
  return false;
}

// (if c then a else b) = r with c free of the unknown: each branch by itself
bool EquationSolver::splitBranches(const Isolation& at, ExprId unknown, int nesting,
                                   Solution& solution) {
  const ExprPool& pool = build_.pool();
  if (pool.kind(at.left) != ExprKind::If || nesting >= kMaxNesting) return false;
  ExprId condition = pool.child(at.left, 0);
  ExprId branches[2] = {pool.child(at.left, 1), pool.child(at.left, 2)};
  if (contains(condition) || !contains(branches[0]) || !contains(branches[1])) return false;
  Solution parts[2];
  for (int i = 0; i < 2; ++i) {
    parts[i] = isolate({branches[i], at.right}, unknown, nesting + 1);
    if (!parts[i].solved()) return false;
  }
  for (const Solution& part : parts) {
    solution.linear = solution.linear && part.linear;
    solution.assumesBranch = solution.assumesBranch || part.assumesBranch;
    solution.mayNotExist = solution.mayNotExist || part.mayNotExist;
    solution.steep = solution.steep || part.steep;
    solution.pivots.insert(solution.pivots.end(), part.pivots.begin(), part.pivots.end());
  }
  solution.value = build_.ifThenElse(condition, parts[0].value, parts[1].value);
  solution.status = SolveStatus::Solved;
  return true;
}

}  // namespace formola
