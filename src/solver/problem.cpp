#include "solver/problem.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace formola::solver {

namespace {
struct MethodInfo {
  std::string_view name;
  MethodFamily family;
  int order;
};
// By Method.
constexpr MethodInfo kMethods[] = {
#define METHOD(enumerator, name, family, order) {name, MethodFamily::family, order},
#include "solver/methods.def"
#undef METHOD
};

const MethodInfo& infoOf(Method method) {
  return kMethods[static_cast<size_t>(method)];
}
}  // namespace

std::optional<Method> parseMethod(std::string_view name) {
  for (size_t i = 0; i < std::size(kMethods); ++i)
    if (kMethods[i].name == name) return static_cast<Method>(i);
  return std::nullopt;
}

std::string_view methodName(Method method) {
  return infoOf(method).name;
}

std::vector<std::string_view> methodNames() {
  std::vector<std::string_view> names;
  for (const MethodInfo& m : kMethods) names.push_back(m.name);
  return names;
}

void StepTimes::add(double seconds) {
  ++count_;
  sum_ += seconds;
  worst_ = std::max(worst_, seconds);
  const double place = std::log(std::max(seconds, 1e-9) / 1e-9) / std::log(1.01);
  ++classes_[static_cast<size_t>(std::min(place, kClasses - 1.0))];
}

double StepTimes::quantile(double fraction) const {
  const double wanted = fraction * static_cast<double>(count_);
  double seen = 0;
  for (size_t k = 0; k < classes_.size(); ++k) {
    seen += classes_[k];
    if (seen >= wanted && seen > 0)
      return std::min(worst_, 1e-9 * std::pow(1.01, static_cast<double>(k + 1)));
  }
  return worst_;
}

MethodFamily familyOf(Method method) {
  return infoOf(method).family;
}

int fixedBdfOrder(Method method) {
  return infoOf(method).order;
}

bool usesStateJacobian(Method method) {
  return method == Method::Ida || method == Method::Cvode || method == Method::Auto;
}

bool differentiates(Method method) {
  switch (familyOf(method)) {
    case MethodFamily::InlineBdf:
      return method != Method::InlineMixed;
    case MethodFamily::InlineFixedBdf:
    case MethodFamily::InlineCoupled:
      return true;
    default:
      return method == Method::InlineSdirk4;
  }
}

bool isInlined(Method method) {
  return familyOf(method) >= MethodFamily::InlineBdf;
}

}  // namespace formola::solver
