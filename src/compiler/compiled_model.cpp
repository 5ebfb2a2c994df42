#include "compiler/compiled_model.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <set>
#include <tuple>

namespace formola {

namespace {

// Of one variable; infinite where it has none.
solver::Bounds boundsOf(const Schedule& schedule, VariableId id) {
  const StructuredDae& model = schedule.model;
  const ExprPool& pool = model.pool();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Variable& v = model.dae.variables[id];
  auto number = [&](ExprId bound, double otherwise) {
    if (bound.valid() && pool.kind(bound) == ExprKind::Enum)
      return static_cast<double>(pool.payload(bound));
    return bound.valid() && pool.isNumber(bound) ? pool.realValue(bound) : otherwise;
  };
  solver::Bounds bounds;
  bounds.variable = schedule.slots[id].index;
  bounds.negated = schedule.slots[id].negated;
  const bool parameter = v.variability <= Variability::Parameter;
  // What a component computes by itself is no error: it was told at translation, or follows from
  // the component's initial equations.
  const bool inside = v.origin.instance.valid() && !pool.names.text(v.origin.instance).empty();
  const bool free =
      v.fixed.valid() && pool.kind(v.fixed) == ExprKind::Boolean && !pool.booleanValue(v.fixed);
  const bool own = v.binding.valid() ? v.bindingGiven.level > 1 : free && inside;
  bounds.parameter = parameter && !own;
  bounds.exact = parameter || pool.types[v.type].base != BaseType::Real;
  bounds.min = number(v.min, -kInfinity);
  bounds.max = number(v.max, kInfinity);
  bounds.name = model.name(id);
  return bounds;
}

// The attributes min and max of variables and parameters, where they are numbers. Those of a
// variable and its aliases that are the same come once.
std::vector<solver::Bounds> boundsOf(const Schedule& schedule) {
  const StructuredDae& model = schedule.model;
  std::vector<solver::Bounds> result;
  std::set<std::tuple<int32_t, double, double>> seen;
  // What stays of a set of aliases has taken over bounds of the others, which are named.
  for (const bool aliases : {true, false}) {
    for (uint32_t i = 0; i < model.dae.variables.size(); ++i) {
      const VariableId id(i);
      const Variable& v = model.dae.variables[id];
      const BaseType base = model.pool().types[v.type].base;
      if (schedule.slots[id].index < 0 || (!v.min.valid() && !v.max.valid())) continue;
      if ((model.info[id].role == Role::Alias) != aliases || model.name(id).starts_with('$'))
        continue;
      if (base != BaseType::Real && base != BaseType::Integer && base != BaseType::Enumeration)
        continue;
      solver::Bounds bounds = boundsOf(schedule, id);
      const double least = bounds.negated ? -bounds.max : bounds.min;
      const double most = bounds.negated ? -bounds.min : bounds.max;
      if (std::isinf(least) && std::isinf(most)) continue;
      if (seen.emplace(bounds.variable, least, most).second) result.push_back(std::move(bounds));
    }
  }
  return result;
}

}  // namespace

std::string CompiledModel::statistics() const {
#ifdef FORMOLA_HAVE_LLVM
  if (native && native->failure().empty()) {
    const LlvmStatistics& n = native->statistics();
    return fmt::format(
        "native code: {} instructions, as {} with {} loops ({} for threads); {} functions, LLVM "
        "{:.3f} "
        "s; {} of {} modules were kept\n",
        n.instructions, n.compiled, n.loops, n.wide, n.chunks, n.emitSeconds + n.compileSeconds,
        n.kept, n.modules);
  }
#endif
  return {};
}

size_t CompiledModel::sharedLoops() const {
#ifdef FORMOLA_HAVE_LLVM
  if (native && native->failure().empty()) return native->statistics().wide;
#endif
  return 0;
}

void differentiateSteps(Schedule& schedule, solver::Method method, const CompileOptions& options) {
  if (solver::usesStateJacobian(method) && !options.disabled(Pass::differentiateSteps))
    buildStateTangent(schedule);
}

std::unique_ptr<CompiledModel> compileModel(Schedule schedule, const CompileOptions& options,
                                            std::shared_ptr<const SourceManager> sources,
                                            Diagnostics& diagnostics, std::string& problem) {
  auto compiled = std::make_unique<CompiledModel>();
  compiled->sources = std::move(sources);
  compiled->bounds = boundsOf(schedule);
  const bool functions = !options.disabled(Pass::compileFunctions);
#ifdef FORMOLA_HAVE_LLVM
  const bool native = options.backend == "llvm";
#else
  const bool native = false;
#endif
  if (!native && options.backend != "interp") {
    problem =
        options.backend == "llvm"
            ? "this program was built without LLVM; use --backend interp"
            : fmt::format("there is no back end '{}'; back ends: llvm, interp", options.backend);
    return nullptr;
  }
  HostedModel model = interpretedModel(std::move(schedule), diagnostics, functions);
  if (diagnostics.hasErrors()) return nullptr;
#ifdef FORMOLA_HAVE_LLVM
  if (native) {
    LlvmOptions how;
    how.verify = options.verify;
    how.cache = options.cache;
    compiled->native = std::make_unique<LlvmModel>(std::move(model), how);
    if (!compiled->native->failure().empty())
      compiled->warning = "no native code on this machine, the model is interpreted: " +
                          compiled->native->failure();
    return compiled;
  }
#endif
  compiled->interpreted = std::make_unique<HostedModel>(std::move(model));
  return compiled;
}

}  // namespace formola
