#include "expr/array_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace formola {

bool isArrayFunction(Builtin function) {
  return function >= Builtin::Scalar && function <= Builtin::Promote &&
         !(function >= Builtin::Min && function <= Builtin::Product);
}

bool isSizeArgument(Builtin function, size_t argument) {
  switch (function) {
    case Builtin::Identity:
    case Builtin::Zeros:
    case Builtin::Ones:
      return true;
    case Builtin::Fill:
    case Builtin::Promote:
      return argument > 0;
    case Builtin::Linspace:
      return argument == 2;
    case Builtin::Cat:
      return argument == 0;
    default:
      return false;
  }
}

ArrayPlan::ArrayPlan(Builtin function, std::span<const ArrayArgument> arguments)
    : function_(function), arguments_(arguments) {
  constexpr int64_t kLargest = std::numeric_limits<Size>::max();
  constexpr size_t kMostElements = size_t{1} << 30;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!isSizeArgument(function, i)) continue;
    const int64_t size = arguments[i].value;
    if (size < 0) problem_ = fmt::format("an array has the negative size {}", size);
    if (size > kLargest) problem_ = fmt::format("an array has the enormous size {}", size);
    if (!problem_.empty()) return;
    const bool isDimension = function != Builtin::Cat && function != Builtin::Promote;
    if (isDimension) dims_.push_back(static_cast<Size>(size));
  }
  switch (function) {
    case Builtin::Scalar:
    case Builtin::Vector:
    case Builtin::Matrix:
    case Builtin::Promote:
      reshape();
      break;
    case Builtin::Zeros:
    case Builtin::Ones:
      break;
    case Builtin::Fill:
      copies_ = true;
      break;
    case Builtin::Linspace:
      if (dims_[0] < 2) problem_ = "linspace needs at least 2 points";
      break;
    case Builtin::Cat:
      join();
      break;
    default:
      matrixFunction();
  }
  const bool isEmpty = std::find(dims_.begin(), dims_.end(), 0) != dims_.end();
  if (isEmpty) count_ = 0;
  for (const Size d : dims_) {
    count_ *= static_cast<size_t>(d);
    if (count_ > kMostElements) {
      problem_ = "an array is too large";
      return;
    }
  }
}

void ArrayPlan::reshape() {
  const std::span<const Size> own = arguments_[0].dims;
  const auto larger = [&](size_t from) {
    return std::count_if(own.begin() + static_cast<std::ptrdiff_t>(std::min(from, own.size())),
                         own.end(), [](Size d) { return d != 1; });
  };
  inPlace_ = copies_ = true;
  lead_ = own.size();
  switch (function_) {
    case Builtin::Scalar:
      if (larger(0) > 0) problem_ = "scalar of an array that has not exactly one element";
      break;
    case Builtin::Vector: {
      if (larger(0) > 1) problem_ = "vector of an array with more than one dimension that is not 1";
      Size count = 1;
      for (const Size d : own) count *= d;
      dims_ = {count};
      break;
    }
    case Builtin::Matrix:
      if (larger(2) > 0) problem_ = "matrix of an array with more than two dimensions";
      dims_.assign(own.begin(), own.end());
      dims_.resize(2, 1);
      break;
    default: {
      constexpr size_t kMostDimensions = 64;
      const auto rank = static_cast<size_t>(arguments_[1].value);
      if (rank < own.size() || rank > kMostDimensions)
        problem_ = fmt::format("promote of an array with {} dimensions to {}", own.size(), rank);
      dims_.assign(own.begin(), own.end());
      if (problem_.empty()) dims_.resize(rank, 1);
    }
  }
}

void ArrayPlan::matrixFunction() {
  const std::span<const Size> own = arguments_[0].dims;
  const auto expect = [&](bool fits, std::string_view what) {
    if (!fits) problem_ = fmt::format("{} of what is not {}", name(function_), what);
    return fits;
  };
  lead_ = 1;
  switch (function_) {
    case Builtin::Identity:
      dims_.resize(2, dims_[0]);
      break;
    case Builtin::Diagonal:
      if (expect(own.size() == 1, "a vector")) dims_ = {own[0], own[0]};
      break;
    case Builtin::OuterProduct: {
      const std::span<const Size> other = arguments_[1].dims;
      if (expect(own.size() == 1 && other.size() == 1, "two vectors")) dims_ = {own[0], other[0]};
      break;
    }
    case Builtin::Cross:
    case Builtin::Skew:
      for (const ArrayArgument& each : arguments_)
        expect(each.dims.size() == 1 && each.dims[0] == 3, "a vector of 3 elements");
      dims_.assign(function_ == Builtin::Cross ? 1 : 2, 3);
      break;
    case Builtin::Symmetric:
      copies_ = true;
      lead_ = 2;
      if (expect(own.size() == 2 && own[0] == own[1], "a square matrix")) dims_ = {own[0], own[1]};
      break;
    default:  // transpose exchanges the first two dimensions
      copies_ = true;
      lead_ = 2;
      if (expect(own.size() >= 2, "a matrix")) dims_ = {own[1], own[0]};
  }
}

// All sizes but the k-th agree.
void ArrayPlan::join() {
  const auto along = static_cast<size_t>(arguments_[0].value) - 1;
  const std::span<const ArrayArgument> arrays = arguments_.subspan(1);
  if (arrays.empty() || along >= arrays[0].dims.size()) {
    problem_ =
        fmt::format("cat along dimension {}, which the arrays do not have", arguments_[0].value);
    return;
  }
  copies_ = true;
  dims_.assign(arrays[0].dims.begin(), arrays[0].dims.end());
  lead_ = dims_.size();
  dims_[along] = 0;
  for (const ArrayArgument& array : arrays) {
    bool fits = array.dims.size() == lead_;
    for (size_t d = 0; fits && d < lead_; ++d) fits = d == along || array.dims[d] == dims_[d];
    if (!fits) {
      problem_ = "cat of arrays whose other dimensions differ";
      return;
    }
    dims_[along] += array.dims[along];
  }
  for (size_t d = along + 1; d < lead_; ++d) inner_ *= static_cast<size_t>(dims_[d]);
}

ArrayElement ArrayPlan::operator[](size_t element) const {
  using Kind = ArrayElement::Kind;
  const auto columns = static_cast<size_t>(dims_.empty() ? 1 : dims_.back());
  const size_t i = element / std::max<size_t>(columns, 1), j = element - i * columns;
  switch (function_) {
    case Builtin::Zeros:
      return {};
    case Builtin::Ones:
      return {Kind::One};
    case Builtin::Fill:
      return {Kind::Copy};
    case Builtin::Identity:
      return {i == j ? Kind::One : Kind::Zero};
    case Builtin::Diagonal:
      return {i == j ? Kind::Copy : Kind::Zero, 0, i};
    case Builtin::Linspace:  // the ends are exact
      if (element == 0 || element + 1 == columns) return {Kind::Copy, element == 0 ? 0u : 1u, 0};
      return {Kind::Between, 0, element, columns - 1};
    case Builtin::OuterProduct:
      return {Kind::Product, 0, i, j};
    case Builtin::Symmetric:  // what is on and above the diagonal
      return {Kind::Copy, 0, std::min(i, j) * columns + std::max(i, j)};
    case Builtin::Transpose:
      return {Kind::Copy, 0, j * static_cast<size_t>(dims_[0]) + i};
    case Builtin::Cross:
      return {Kind::CrossProduct, 0, (element + 1) % 3, (element + 2) % 3};
    case Builtin::Skew:  // skew(x)*y = cross(x, y)
      if (i == j) return {};
      return {j == (i + 1) % 3 ? Kind::Negative : Kind::Copy, 0, 3 - i - j};
    case Builtin::Cat: {
      const auto along = static_cast<size_t>(arguments_[0].value) - 1;
      const size_t length = static_cast<size_t>(dims_[along]) * inner_;
      const size_t outer = element / length;
      size_t rest = element - outer * length;
      for (uint32_t a = 1; a < arguments_.size(); ++a) {
        const size_t own = static_cast<size_t>(arguments_[a].dims[along]) * inner_;
        if (rest < own) return {Kind::Copy, a, outer * own + rest};
        rest -= own;
      }
      return {};
    }
    default:  // in place
      return {Kind::Copy, 0, element};
  }
}

ReductionStep reductionStep(Builtin reduction) {
  switch (reduction) {
    case Builtin::Sum:
      return {ExprKind::Add, reduction};
    case Builtin::Product:
      return {ExprKind::Mul, reduction};
    case Builtin::Min:
      return {ExprKind::Builtin, Builtin::MinOf};
    default:
      return {ExprKind::Builtin, Builtin::MaxOf};
  }
}

double reductionOfNothing(Builtin reduction, BaseType base, size_t literals) {
  if (reduction == Builtin::Sum) return 0;
  if (reduction == Builtin::Product) return 1;
  // min of nothing is the greatest value of the type, max the least
  const bool greatest = reduction == Builtin::Min;
  switch (base) {
    case BaseType::Integer:
      return greatest ? std::numeric_limits<int32_t>::max() : std::numeric_limits<int32_t>::min();
    case BaseType::Boolean:
      return greatest ? 1 : 0;
    case BaseType::Enumeration:
      return greatest ? static_cast<double>(literals) : 1;
    default:
      return greatest ? std::numeric_limits<double>::max() : std::numeric_limits<double>::lowest();
  }
}

}  // namespace formola
