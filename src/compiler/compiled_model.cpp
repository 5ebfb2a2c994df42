#include "compiler/compiled_model.h"

#include <fmt/format.h>

namespace formola {

std::string CompiledModel::statistics() const {
#ifdef FORMOLA_HAVE_LLVM
  if (native && native->failure().empty()) {
    const LlvmStatistics& n = native->statistics();
    return fmt::format(
        "native code: {} instructions, as {} with {} loops; {} functions, LLVM {:.3f} s\n",
        n.instructions, n.compiled, n.loops, n.chunks, n.emitSeconds + n.compileSeconds);
  }
#endif
  return {};
}

void differentiateSteps(Schedule& schedule, solver::Method method, const CompileOptions& options) {
  if (solver::usesStateJacobian(method) && !options.disabled("differentiateSteps"))
    buildStateTangent(schedule);
}

std::unique_ptr<CompiledModel> compileModel(Schedule schedule, const CompileOptions& options,
                                            std::shared_ptr<const SourceManager> sources,
                                            Diagnostics& diagnostics, std::string& problem) {
  auto compiled = std::make_unique<CompiledModel>();
  compiled->sources = std::move(sources);
  const bool functions = !options.disabled("compileFunctions");
#ifdef FORMOLA_HAVE_LLVM
  if (options.backend == "llvm") {
    LlvmOptions native;
    native.functions = functions;
    compiled->native = std::make_unique<LlvmModel>(std::move(schedule), native, diagnostics);
    if (diagnostics.hasErrors()) return nullptr;
    if (!compiled->native->failure().empty())
      compiled->warning = "no native code on this machine, the model is interpreted: " +
                          compiled->native->failure();
    return compiled;
  }
#endif
  if (options.backend != "interp") {
    problem =
        options.backend == "llvm"
            ? "this program was built without LLVM; use --backend interp"
            : fmt::format("there is no back end '{}'; back ends: llvm, interp", options.backend);
    return nullptr;
  }
  compiled->interpreted =
      std::make_unique<InterpretedModel>(std::move(schedule), diagnostics, functions);
  if (diagnostics.hasErrors()) return nullptr;
  return compiled;
}

}  // namespace formola
