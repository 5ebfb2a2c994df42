// A model compiled for one integration method.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "codegen/interp/interp.h"
#ifdef FORMOLA_HAVE_LLVM
#include "codegen/llvm/llvm_model.h"
#endif
#include "compiler/compile_options.h"
#include "diag/diag.h"
#include "schedule/schedule.h"
#include "solver/problem.h"

namespace formola {

// The model behind one of the back ends. It is not changed any more: any number of instances may
// run at a time, each in a thread of its own.
struct CompiledModel {
  std::unique_ptr<HostedModel> interpreted;
  // Where messages point to; the files live as long as the model.
  std::shared_ptr<const SourceManager> sources;
  std::vector<solver::Bounds> bounds;  // min and max that runs compare with
  // For --method auto what was chosen: an inlined method with IDA to fall back on, or IDA.
  solver::Method method = solver::Method::Ida;
  std::string warning;  // "": none. Such as that there is no native code on this machine
#ifdef FORMOLA_HAVE_LLVM
  std::unique_ptr<LlvmModel> native;
  const FmlModel& model() const { return native ? native->model() : interpreted->model(); }
  const Schedule& schedule() const { return native ? native->schedule() : interpreted->schedule(); }
  const lowered::LoweredProgram& program() const {
    return native ? native->program() : interpreted->program();
  }
  std::string printFunctions() const {
    return native ? native->printFunctions() : interpreted->printFunctions();
  }
#else
  const FmlModel& model() const { return interpreted->model(); }
  const Schedule& schedule() const { return interpreted->schedule(); }
  const lowered::LoweredProgram& program() const { return interpreted->program(); }
  std::string printFunctions() const { return interpreted->printFunctions(); }
#endif
  // What became of it in native code, for --timings; "" if it is interpreted.
  // Loops that threads can share.
  size_t sharedLoops() const;
  std::string statistics() const;
};

// The pass differentiateSteps where the method asks for d der(x)/dx, unless it is disabled.
void differentiateSteps(Schedule& schedule, solver::Method method, const CompileOptions& options);

// Purpose:    code for options.backend.
// Ensures:    null if there are errors, which are reported, or if the back end is not part of this
//             program; then `problem` says so.
std::unique_ptr<CompiledModel> compileModel(Schedule schedule, const CompileOptions& options,
                                            std::shared_ptr<const SourceManager> sources,
                                            Diagnostics& diagnostics, std::string& problem);

}  // namespace formola
