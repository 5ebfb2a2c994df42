// What generated code leaves to others: functions that are not compiled, actions, texts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codegen/host/hosted_model.h"
#include "codegen/host/instance_state.h"
#include "evaluate/evaluate.h"

namespace formola::lowered {

class Services {
 public:
  explicit Services(FmlData* d);

  // False: it is no call of a compiled function, or it failed.
  bool runCompiled(const CallSite& site, double* registers);
  // By the reference interpreter; the numbers of the result go where those of a compiled function
  // would.
  FmlStatus callAndUnpack(const CallSite& site, const Code& code, InstanceState::Area& area);
  double scalar(const Extraction& extraction, const InstanceState::Area& area);
  // The table behind an external object, made where it has not been used yet; null: it is none.
  const StandardTable* table(VariableId object);
  FmlStatus act(uint32_t index, double value);
  FmlStatus indexOutside(double at, uint32_t count);
  // Calls the destructors of external objects; what they report comes too late to matter.
  void destroyObjects();

 private:
  FmlStatus call(const CallSite& site, const Code& code, InstanceState::Area& area);
  bool readTable(const CallSite& site, InstanceState::Area& area, bool& ok);
  void append(Value& value, double number, BaseType base) const;
  Value assemble(const Argument& argument, const Code& code, InstanceState::Area& area);
  Value part(const Extraction& extraction, const InstanceState::Area& area);
  std::span<const Size> dimsOf(const Value& value) const {
    return value.type.valid() ? program_.schedule.model.pool().types[value.type].dims
                              : std::span<const Size>();
  }
  std::string textOf(ExprId message);
  EvaluationContext context();
  // With compiled functions below interpreted ones.
  EvaluationContext substitutingContext();

  FmlData* d_;
  const HostedModel::Tables& model_;
  const LoweredProgram& program_;
  InstanceState& state_;
  std::string failure_;          // why an argument of the present call has no value
  std::vector<Value> operands_;  // of an operation on texts
};

// For native code. The registers of a code in the work area of an instance: there it keeps what
// outlives a chunk and the arguments of user functions.
double* registersOf(FmlData* d, const Code* code);
// Op::Call (where there is no compiled function, or it failed), Op::Extract, Op::Act and the
// failure of Op::Pick. Requires registersOf before.
FmlStatus callFunctionAt(FmlData* d, const Code* code, uint32_t call);
double extractAt(FmlData* d, const Code* code, uint32_t extraction);
FmlStatus actAt(FmlData* d, uint32_t action, double value);
FmlStatus indexOutside(FmlData* d, double at, uint32_t count);

}  // namespace formola::lowered
