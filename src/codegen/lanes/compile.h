// Code of trajectories -> machine code of this processor, or PTX for GPUs.
#pragma once

#include <memory>
#include <string>

#include "codegen/lanes/trajectory_plan.h"

namespace formola::lanes {

using TrajectoryFunction = void (*)(const double* given, double* outputs, int32_t* status,
                                    int64_t stride, int64_t first, double start, double step,
                                    double rest, double stop, int64_t steps);

// Lanes of this processor's widest registers: 8 with AVX-512, 4 with AVX2, else 2; or fewer, as
// FORMOLA_LANES says.
unsigned lanesOfProcessor();

// Machine code for lanes; it lives as long as the object.
class CompiledLanes {
 public:
  // Null, and `problem` says why.
  static std::unique_ptr<CompiledLanes> make(const TrajectoryPlan& plan, unsigned width, bool fuse,
                                             std::string& problem);
  ~CompiledLanes();
  TrajectoryFunction function() const { return function_; }
  unsigned width() const { return width_; }

 private:
  struct Jit;
  CompiledLanes();
  std::unique_ptr<Jit> jit_;
  TrajectoryFunction function_ = nullptr;
  unsigned width_ = 1;
};

// Purpose: the kernel of a trajectory in PTX, for the compute capability major.minor or later.
// Ensures: empty, and `problem` says why.
std::string writePtx(const TrajectoryPlan& plan, int capability, std::string& problem);

}  // namespace formola::lanes
