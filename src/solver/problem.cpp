#include "solver/problem.h"

#include <algorithm>
#include <cmath>

namespace formola::solver {

namespace {
struct MethodName {
  Method method;
  std::string_view name;
};
constexpr MethodName kMethods[] = {
    {Method::Auto, "auto"},
    {Method::Ida, "ida"},
    {Method::IdaDense, "ida:dense"},
    {Method::Cvode, "cvode"},
    {Method::Euler, "euler"},
    {Method::Rk4, "rk4"},
    {Method::Dopri5, "dopri5"},
    {Method::InlineBdf, "inline:bdf"},
    {Method::InlineMixed, "inline:mixed"},
    {Method::InlineBdf1, "inline:bdf1"},
    {Method::InlineBdf2, "inline:bdf2"},
    {Method::InlineBdf3, "inline:bdf3"},
    {Method::InlineBdf4, "inline:bdf4"},
    {Method::InlineBdf5, "inline:bdf5"},
    {Method::InlineBdf6, "inline:bdf6"},
    {Method::InlineBe, "inline:be"},
    {Method::InlineTrapezoid, "inline:trapezoid"},
    {Method::InlineBi2, "inline:bi2"},
    {Method::InlineAm3, "inline:am3"},
    {Method::InlineSdirk4, "inline:sdirk4"},
    {Method::InlineRadau3, "inline:radau3"},
    {Method::InlineRadau5, "inline:radau5"},
    {Method::InlineLobatto4, "inline:lobatto4"},
};
}  // namespace

std::optional<Method> parseMethod(std::string_view name) {
  for (const MethodName& m : kMethods)
    if (m.name == name) return m.method;
  return std::nullopt;
}

std::string_view methodName(Method method) {
  for (const MethodName& m : kMethods)
    if (m.method == method) return m.name;
  return {};
}

std::vector<std::string_view> methodNames() {
  std::vector<std::string_view> names;
  for (const MethodName& m : kMethods) names.push_back(m.name);
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

int fixedBdfOrder(Method method) {
  if (method == Method::InlineBe) return 1;
  if (method < Method::InlineBdf1 || method > Method::InlineBdf6) return 0;
  return static_cast<int>(method) - static_cast<int>(Method::InlineBdf1) + 1;
}

bool usesStateJacobian(Method method) {
  return method == Method::Ida || method == Method::Cvode || method == Method::Auto;
}

bool isInlined(Method method) {
  return methodName(method).starts_with("inline:");
}

}  // namespace formola::solver
