#include "codegen/text/constant_texts.h"

#include <cmath>

#include "evaluate/evaluate.h"
#include "structure/simplify/parameter_values.h"

namespace formola::text {

ConstantTexts::ConstantTexts(const StructuredDae& model)
    : model_(model), values_(parameterValues(model)) {}

std::optional<std::string> ConstantTexts::operator()(ExprId expression) const {
  EvaluationContext context;
  context.pool = &model_.pool();
  context.gate = model_.dae.gate.get();
  context.packages = &model_.dae.packages;
  context.function = [this](FunctionId id) -> const Function* {
    return id.valid() && id.index() < model_.dae.functions.size() ? &model_.dae.functions[id]
                                                                  : nullptr;
  };
  context.variable = [this](VariableId id) -> std::optional<Value> {
    const Variable& v = model_.dae.variables[id];
    const BaseType base = model_.pool().types[v.type].base;
    Value value;
    value.type = v.type;
    if (base == BaseType::String) {
      const ExprId given = parameterExpression(model_, id);
      std::optional<std::string> text;
      if (model_.info[id].role == Role::Parameter && given.valid()) text = (*this)(given);
      if (!text) return std::nullopt;
      value.strings.push_back(*text);
      return value;
    }
    const double number = values_[id.index()];
    if (std::isnan(number)) return std::nullopt;
    if (base == BaseType::Real) {
      value.reals.push_back(number);
    } else {
      value.integers.push_back(static_cast<int64_t>(number));
    }
    return value;
  };
  const EvaluationResult result = evaluate(expression, context);
  if (!result.value || result.value->strings.size() != 1) return std::nullopt;
  return result.value->strings[0];
}

}  // namespace formola::text
