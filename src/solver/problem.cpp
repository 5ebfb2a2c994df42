#include "solver/problem.h"

#include <array>

namespace formola::solver {

namespace {
struct MethodName {
  Method method;
  std::string_view name;
};
constexpr std::array<MethodName, 6> kMethods{{{Method::Ida, "ida"},
                                              {Method::IdaDense, "ida:dense"},
                                              {Method::Cvode, "cvode"},
                                              {Method::Euler, "euler"},
                                              {Method::Rk4, "rk4"},
                                              {Method::Dopri5, "dopri5"}}};
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

}  // namespace formola::solver
