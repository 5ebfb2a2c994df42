#include "codegen/lanes/known_tables.h"

#include "codegen/host/services.h"
#include "codegen/lanes/varied_part.h"

namespace formola::lanes {

namespace {

// Marks what the code assigns.
void markAssigned(const lowered::LoweredProgram& program, const lowered::Code& code,
                  std::vector<uint8_t>& marked) {
  const auto mark = [&](const std::vector<int32_t>& places) {
    for (const int32_t place : places) marked[static_cast<size_t>(place)] = 1;
  };
  for (const lowered::Instruction& i : code.instructions) {
    if (i.op == lowered::Op::Store) {
      marked[i.dst] = 1;
    } else if (i.op == lowered::Op::SolveLinear || i.op == lowered::Op::SolveNonlinear) {
      const auto& blocks = i.op == lowered::Op::SolveLinear ? program.linear : program.nonlinear;
      mark(blocks[i.a].unknowns);
      mark(blocks[i.a].inner);
    } else if (i.op == lowered::Op::SolveMixed) {
      mark(program.mixed[i.a].discrete);
      markAssigned(program, program.mixed[i.a].continuous, marked);
      markAssigned(program, program.mixed[i.a].modes, marked);
    }
  }
}

}  // namespace

KnownTables knownTables(const lowered::LoweredProgram& program, std::span<const int32_t> given,
                        FmlData* instance) {
  // Whatever is no parameter, or a parameter that only the initial system knows.
  std::vector<uint8_t> marked(program.start.size(), 0);
  for (const int32_t place : given) marked[static_cast<size_t>(place)] = 1;
  variedPart(program, program.parameters, marked);
  for (int32_t k = 0; k < program.schedule.parameterBegin; ++k) marked[static_cast<size_t>(k)] = 1;
  markAssigned(program, program.initial, marked);
  const StructuredDae& model = program.schedule.model;
  KnownTables tables;
  for (uint32_t k = 0; k < model.dae.variables.size(); ++k) {
    const Variable& variable = model.dae.variables[VariableId(k)];
    if (model.pool().types[variable.type].base != BaseType::ExternalObject ||
        !variable.binding.valid() || dependsOn(program, variable.binding, marked))
      continue;
    if (const StandardTable* table = lowered::Services(instance).table(VariableId(k)))
      tables.emplace(k, *table);
  }
  return tables;
}

}  // namespace formola::lanes
