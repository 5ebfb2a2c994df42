#include "codegen/text/called_functions.h"

#include <fmt/format.h>

#include <algorithm>

namespace formola::text {

std::string CalledFunctions::call(const Schedule& schedule, FunctionId id,
                                  std::span<const TypeId> arguments, bool externals) {
  const Function& function = schedule.model.dae.functions[id];
  if (function.impure || (function.external && !externals)) return "";
  TypeTable& types = schedule.model.pool().types;
  std::vector<TypeId> inputs;
  bool open = false;
  for (uint32_t k = 0; k < function.inputCount; ++k) {
    TypeId type = function.locals[k].type;
    const std::span<const Size> dims = types[type].dims;
    if (std::find(dims.begin(), dims.end(), kUnknownSize) != dims.end() && k < arguments.size() &&
        types[arguments[k]].dims.size() == dims.size()) {
      open = true;
      type = types.withDims(type, types[arguments[k]].dims);
    }
    inputs.push_back(type);
  }
  size_t others = 0;
  for (const CalledFunction& called : list_) {
    if (called.id != id) continue;
    if (called.inputs == inputs) return called.name;
    ++others;
  }
  std::string name = fmt::format("function_{}", id.index());
  if (open) name += fmt::format("_{}", others + 1);
  list_.push_back({id, std::move(inputs), name});
  return name;
}

}  // namespace formola::text
