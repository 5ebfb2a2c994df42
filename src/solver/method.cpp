#include "solver/method.h"

#include <iterator>

#include "solver/integration_method.h"

namespace formola::solver {

namespace {

struct NamedMethod {
  std::string_view name;
  const IntegrationMethod* description;
};
// By Method.
constexpr NamedMethod kMethods[] = {
#define METHOD(enumerator, name, description) {name, &description},
#include "solver/methods.def"
#undef METHOD
};

}  // namespace

const IntegrationMethod& descriptionOf(Method method) {
  return *kMethods[static_cast<size_t>(method)].description;
}

std::optional<Method> parseMethod(std::string_view name) {
  for (Method method : allMethods())
    if (methodName(method) == name) return method;
  return std::nullopt;
}

std::string_view methodName(Method method) {
  return kMethods[static_cast<size_t>(method)].name;
}

std::vector<std::string_view> methodNames() {
  std::vector<std::string_view> names;
  for (const NamedMethod& method : kMethods) names.push_back(method.name);
  return names;
}

std::vector<Method> allMethods() {
  std::vector<Method> methods;
  for (size_t i = 0; i < std::size(kMethods); ++i) methods.push_back(static_cast<Method>(i));
  return methods;
}

MethodFamily familyOf(Method method) {
  return descriptionOf(method).family;
}

bool isInlined(Method method) {
  return familyOf(method) >= MethodFamily::InlineBdf;
}

bool differentiates(Method method) {
  return descriptionOf(method).differentiates;
}

bool usesStateJacobian(Method method) {
  return descriptionOf(method).usesStateJacobian;
}

int fixedOrder(Method method) {
  return descriptionOf(method).order;
}

int fixedBdfOrder(Method method) {
  return familyOf(method) == MethodFamily::InlineFixedBdf ? fixedOrder(method) : 0;
}

const CoupledMethod* coupledMethod(Method method) {
  return descriptionOf(method).coupled;
}

CoupledTableau coupledTableau(Method method) {
  const CoupledMethod* coupled = coupledMethod(method);
  return coupled ? coupled->tableau() : CoupledTableau{};
}

CoupledTableau stageTableau(Method method) {
  const IntegrationMethod& description = descriptionOf(method);
  return description.stages ? description.stages() : CoupledTableau{};
}

std::unique_ptr<Integrator> makeIntegrator(const SimulationProblem& problem, Evaluator& evaluator) {
  if (problem.model->nStates == 0) return makeStateless(problem, evaluator);
  return descriptionOf(problem.method).integrator(problem, evaluator);
}

}  // namespace formola::solver
