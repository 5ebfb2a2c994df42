// The interpreter back end: a schedule as a compiled model behind runtime/model_abi.h.
#pragma once

#include <memory>
#include <string>

#include "diag/diag.h"
#include "runtime/model_abi.h"
#include "schedule/schedule.h"

namespace formola {

// A model that runs at once, without code generation: flat register code, one instruction for each
// operation. It is the reference that other back ends are compared with.
class InterpretedModel {
 public:
  struct Implementation;

  // Purpose: lowers the programs of a schedule to register code.
  // Ensures: expressions that cannot be evaluated are reported; the object is then of no use.
  // compileFunctions: user functions become register code too where that is possible, else all of
  // them are left to the reference interpreter (evaluate/evaluate.h).
  InterpretedModel(Schedule schedule, Diagnostics& diagnostics, bool compileFunctions = true);
  ~InterpretedModel();
  InterpretedModel(InterpretedModel&&) noexcept;
  InterpretedModel& operator=(InterpretedModel&&) noexcept;

  // Lives as long as this object. Any number of instances may run at a time, each in one thread.
  const FmlModel& model() const;
  const Schedule& schedule() const;
  // What became of user functions, for --dump-after.
  std::string printFunctions() const;
  // For back ends with native code: codegen/interp/native_hooks.h.
  Implementation& implementation() { return *implementation_; }

 private:
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace formola
