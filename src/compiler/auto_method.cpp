#include "compiler/auto_method.h"

#include <algorithm>

namespace formola {

solver::Method automaticMethod(const StructuredDae& model) {
  const bool states = std::any_of(model.info.begin(), model.info.end(),
                                  [](const VariableInfo& i) { return i.role == Role::State; });
  return states ? solver::Method::InlineBdf : solver::Method::Ida;
}

}  // namespace formola
