// A lowered program as a compiled model behind runtime/model_abi.h: tables, and places for the
// functions that a back end fills.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "codegen/lower/lowered_program.h"
#include "evaluate/external_libraries.h"

namespace formola {

// Purpose:    what all back ends have in common that run in this program.
// Ensures:    the functions of tables() are missing but for what needs no code; a back end puts its
//             own in (interp::attach), another one may replace some of them by better ones.
//             Afterwards nothing changes any more: any number of instances may run at a time, each
//             in one thread.
class HostedModel {
 public:
  // The FmlModel comes first: functions get back to everything else from FmlData::model.
  struct Tables {
    FmlModel abi{};
    std::unique_ptr<lowered::LoweredProgram> program;
    std::string name;
    FmlTangent tangent{};
    FmlInlineForm inlineForm{};
    std::vector<FmlStateSet> stateSets;
    std::vector<FmlTrace> relationTraces, sourceTraces;
    std::vector<FmlLinearBlock> linearBlocks;
    std::vector<FmlNonlinearBlock> nonlinearBlocks;
    std::vector<FmlMixedBlock> mixedBlocks;
    std::vector<int32_t> oldIndices, stageIndices, derivativeIndices, slopeIndices, iteratedIndices,
        originIndices, inputIndices, stageInputIndices, heldIndices, heldSources, followedInputs,
        followingStates, followedSlopes;
    const SourceManager* sources = nullptr;  // for messages
    // Held while the reference interpreter works, which may add types to the pool and load
    // libraries: instances in several threads share both. Foreign functions need not bear threads.
    mutable std::recursive_mutex interpreting;
    // Loaded libraries are shared by all instances.
    mutable ExternalLibraries libraries;
  };

  // Purpose: lowers the schedule (lowered::lowerProgram).
  // Ensures: expressions that cannot be evaluated, and external functions that are not found, are
  //          reported; the object is then of no use.
  HostedModel(Schedule schedule, Diagnostics& diagnostics, bool compileFunctions = true);
  ~HostedModel();
  HostedModel(HostedModel&&) noexcept;
  HostedModel& operator=(HostedModel&&) noexcept;

  // Lives as long as this object.
  const FmlModel& model() const { return tables_->abi; }
  const Schedule& schedule() const { return tables_->program->schedule; }
  const lowered::LoweredProgram& program() const { return *tables_->program; }
  // What became of user functions, for --dump-after.
  std::string printFunctions() const { return tables_->program->functions->print(); }
  // For back ends, before the first instance is made.
  Tables& tables() { return *tables_; }

  static const Tables& of(const FmlData* d) { return *reinterpret_cast<const Tables*>(d->model); }

 private:
  std::unique_ptr<Tables> tables_;
};

}  // namespace formola
