#include "codegen/host/instance_state.h"

#include "codegen/host/services.h"

namespace formola::lowered {

InstanceState& stateOf(FmlData* d) {
  if (d->externalObjects[0] == nullptr) {
    const LoweredProgram& program = *HostedModel::of(d).program;
    auto* state = new InstanceState;
    state->areas.resize(program.codes);
    state->texts = program.texts;
    d->externalObjects[0] = state;
  }
  return *static_cast<InstanceState*>(d->externalObjects[0]);
}

void borrowObjects(FmlData* to, const FmlData& from) {
  const auto* owner = static_cast<const InstanceState*>(from.externalObjects[0]);
  if (owner == nullptr || owner->objects.empty()) return;
  InstanceState& state = stateOf(to);
  if (!state.borrowed) Services(to).destroyObjects();
  state.objects = owner->objects;
  state.borrowed = true;
}

InstanceState::Area& areaOf(InstanceState& state, const Code& code) {
  InstanceState::Area& area = state.areas[code.id];
  if (area.registers.size() < code.registers) area.registers.resize(code.registers);
  if (area.values.size() < code.values) {
    area.values.resize(code.values);
    area.arguments.resize(code.values);
  }
  return area;
}

}  // namespace formola::lowered
