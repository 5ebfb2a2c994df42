// The functions of the language on arrays: how the elements of a result follow from those of the
// arguments.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "expr/expr.h"

namespace formola {

// What is known of an argument before its elements are looked at.
struct ArrayArgument {
  std::span<const Size> dims;
  int64_t value = 0;  // of one that isSizeArgument
};

// One element of a result. Elements of arguments are counted row-major from 0.
struct ArrayElement {
  enum class Kind : uint8_t {
    Zero,
    One,
    Copy,          // a[at] of the argument
    Negative,      // -a[at]
    Product,       // a[at]*b[other], of the first two arguments
    CrossProduct,  // a[at]*b[other] - a[other]*b[at]
    Between,       // a + (b - a)*at/other, of the first two arguments
  };
  Kind kind = Kind::Zero;
  uint32_t argument = 0;
  size_t at = 0, other = 0;
};

// Is this argument a number that decides the sizes of the result: of zeros(n, m) both, of
// fill(x, n) the second, of cat(k, ...) the first?
bool isSizeArgument(Builtin function, size_t argument);

// Purpose:    the one description of scalar, vector, matrix, identity, diagonal, zeros, ones, fill,
//             linspace, outerProduct, symmetric, cross, skew, transpose, cat and promote, for all
//             that compute them: values at translation, scalar equations, register code.
// Requires:   a function that isArrayFunction, with as many arguments as it takes; known sizes. The
//             spans of the arguments outlive the plan.
// Ensures:    problem() is a text where the sizes do not fit, and nothing else is to be asked then.
//             dims() are the sizes of the result in place of the first lead() ones of the argument
//             that an element is copied from; what follows these belongs to each element.
//             Elements are computed when they are asked for: a plan needs no memory for them.
// Complexity: linear in the number of arguments; an element likewise.
// Reference:  Modelica specification 3.6, sections 10.3 and 10.4.2.
class ArrayPlan {
 public:
  ArrayPlan(Builtin function, std::span<const ArrayArgument> arguments);

  const std::string& problem() const { return problem_; }
  const std::vector<Size>& dims() const { return dims_; }
  size_t lead() const { return lead_; }
  // The number of elements that dims() has place for, at most 2^30.
  size_t count() const { return count_; }
  // The elements of the first argument, where they stand.
  bool inPlace() const { return inPlace_; }
  // Every element is a copy, so that they may be of any type; otherwise they are numbers.
  bool copies() const { return copies_; }
  ArrayElement operator[](size_t element) const;

 private:
  void reshape();
  void matrixFunction();
  void join();

  Builtin function_;
  std::span<const ArrayArgument> arguments_;
  std::string problem_;
  std::vector<Size> dims_;
  size_t lead_ = 0;
  size_t count_ = 1;
  bool inPlace_ = false;
  bool copies_ = false;
  size_t inner_ = 1;  // cat: elements behind the joined dimension
};

bool isArrayFunction(Builtin function);

// sum, product, min and max: what joins two elements, and the value without any (spec 10.3.4).
struct ReductionStep {
  ExprKind kind;     // Add, Mul or Builtin
  Builtin function;  // of a Builtin: MinOf or MaxOf
};
ReductionStep reductionStep(Builtin reduction);
// As a Real; of an enumeration the number of the literal, of Booleans 0 and 1.
// Requires: Real, Integer, Boolean or an enumeration with this number of literals.
double reductionOfNothing(Builtin reduction, BaseType base, size_t literals);

}  // namespace formola
