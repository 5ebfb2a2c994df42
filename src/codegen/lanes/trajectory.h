// A whole trajectory as one function: parameters, initial system, fixed steps and last values, for
// several cases at once.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <string>

#include "codegen/lanes/trajectory_plan.h"

namespace formola::lanes {

enum class Machine : uint8_t { Processor, Gpu };

struct TrajectoryOptions {
  Machine machine = Machine::Processor;
  unsigned width = 1;  // trajectories in one call
  bool fuse = false;   // products and sums are rounded once
};

// Purpose:    the code of trajectories. On a processor the function is
//               void (const double* given, double* outputs, int32_t* status, int64_t stride,
//                     int64_t first, double start, double step, double rest, double stop,
//                     int64_t steps)
//             for the cases [first, first + width): number k of case i is given[k * stride + i],
//             and so are outputs, so that neighbouring lanes have neighbouring numbers. There are
//             `steps` steps of size `step`, then one of size `rest` if that is positive, up to
//             `stop`. On a GPU `first` is how many cases there are, and a thread takes the case of
//             its number.
// Ensures:    null, and `problem` says why: something of the model has no code for lanes. Lanes
//             that fail say so and disturb no other; nothing is told about reasons, a single run
//             knows them.
// Complexity: linear in the instructions of the program.
std::unique_ptr<llvm::Module> writeTrajectory(const TrajectoryPlan& plan,
                                              const TrajectoryOptions& options,
                                              llvm::LLVMContext& context, std::string& problem);

}  // namespace formola::lanes
