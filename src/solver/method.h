// The integration methods, for those who choose one or ask what can be done with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace formola::solver {

enum class Method : uint8_t {
#define METHOD(enumerator, name, description) enumerator,
#include "solver/methods.def"
#undef METHOD
};

// Methods with formulas of one form. Who does more with a formula than to integrate by it (other
// languages, many cases at a time, the derivatives of a step) asks for the form and the
// coefficients, never for the method: another one of that form is then done, too.
enum class MethodFamily : uint8_t {
  Ida,
  Cvode,
  FixedStep,  // explicit Runge-Kutta
  Dopri5,
  // inlined
  InlineBdf,              // of variable order
  InlineMixed,            // the same, some states by an explicit formula
  InlineFixedBdf,         // of one order
  InlineTrapezoid,        // x_n = x_{n-1} + h/2 (f_{n-1} + f_n)
  InlineForwardBackward,  // Euler's method forward and backward in turn
  InlineAdams,            // Adams-Moulton
  InlineExtrapolation,    // of backward Euler
  InlineDiagonal,         // Runge-Kutta, stage by stage
  InlineCoupled,          // Runge-Kutta, stages that are solved together
  InlineBackinterpolation,
};

MethodFamily familyOf(Method method);
bool isInlined(Method method);
// Whether the formula, with x given and der(x) sought, is a stable way to differentiate: nothing of
// the error of one der(x) is left in the next one. Adams-Moulton and trapezoidal formulas are none.
bool differentiates(Method method);
// Whether d der(x)/dx is asked of the model.
bool usesStateJacobian(Method method);
// Of methods with a formula of one order; 0 where a method chooses it.
int fixedOrder(Method method);
// The same of inlined BDF; 0 for all others.
int fixedBdfOrder(Method method);
// From this order on inlined BDF can begin with Runge-Kutta steps.
constexpr int kStartOrder = 4;

std::optional<Method> parseMethod(std::string_view name);
// Of simulations for which nobody chose one.
inline constexpr Method kUsualMethod = Method::Auto;

std::string_view methodName(Method method);
std::vector<std::string_view> methodNames();
std::vector<Method> allMethods();

}  // namespace formola::solver
