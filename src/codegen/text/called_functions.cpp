#include "codegen/text/called_functions.h"

#include <fmt/format.h>

#include <algorithm>

namespace formola::text {

std::string CalledFunctions::call(const Schedule& schedule, FunctionId id,
                                  std::span<const CallArgument> arguments, bool externals) {
  const Function& function = schedule.model.dae.functions[id];
  if (function.impure || (function.external && !externals)) return "";
  TypeTable& types = schedule.model.pool().types;
  auto isOpen = [&](TypeId type) {
    const std::span<const Size> dims = types[type].dims;
    return std::find(dims.begin(), dims.end(), kUnknownSize) != dims.end();
  };
  const bool sized =
      std::any_of(function.locals.begin() + function.inputCount, function.locals.end(),
                  [&](const LocalVariable& local) { return isOpen(local.type); });
  std::vector<CallArgument> inputs;
  bool open = false;
  for (uint32_t k = 0; k < function.inputCount; ++k) {
    CallArgument input{function.locals[k].type};
    if (k < arguments.size()) {
      if (isOpen(input.type) &&
          types[arguments[k].type].dims.size() == types[input.type].dims.size()) {
        open = true;
        input.type = types.withDims(input.type, types[arguments[k].type].dims);
      }
      if (sized && types[input.type].base == BaseType::Integer)
        input.integer = arguments[k].integer;
      open = open || input.integer;
    }
    inputs.push_back(input);
  }
  size_t others = 0;
  for (const CalledFunction& called : list_) {
    if (called.id != id) continue;
    if (std::equal(inputs.begin(), inputs.end(), called.inputs.begin(), called.inputs.end(),
                   [](const CallArgument& a, const CallArgument& b) {
                     return a.type == b.type && a.integer == b.integer;
                   }))
      return called.name;
    ++others;
  }
  std::string name = fmt::format("function_{}", id.index());
  if (open) name += fmt::format("_{}", others + 1);
  list_.push_back({id, std::move(inputs), name});
  return name;
}

}  // namespace formola::text
