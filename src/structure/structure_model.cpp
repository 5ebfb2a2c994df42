#include "structure/structure_model.h"

#include "structure/lower/lower_events.h"
#include "support/internal_error.h"

namespace formola {

// All of the stage Structure.
#define PASS_Front(name)
#define PASS_Program(name)
#define PASS_Structure(name) \
  StructuredDae name(StructuredDae, const StructureOptions&, Diagnostics&);
#define PASS(name, stage, optional, text) PASS_##stage(name)
#include "support/passes.def"
#undef PASS_Structure

namespace {

struct StructurePass {
  Pass pass;
  StructuredDae (*run)(StructuredDae, const StructureOptions&, Diagnostics&);
};

constexpr StructurePass kStructurePasses[] = {
#define PASS_Structure(name) {Pass::name, name},
#include "support/passes.def"
#undef PASS
};

}  // namespace

StructuredDae structureModel(Dae dae, const StructureOptions& options, Diagnostics& diagnostics,
                             const AfterPass& after) {
  const size_t before = diagnostics.errorCount();
  StructuredDae model = lowerEvents(std::move(dae), diagnostics);
  auto goOn = [&](Pass pass) {
    expectVerified(infoOf(pass).name, verify(model));
    return diagnostics.errorCount() == before && (!after || after(pass, model));
  };
  if (!goOn(Pass::lowerEvents)) return model;
  for (const StructurePass& each : kStructurePasses) {
    model = each.run(std::move(model), options, diagnostics);
    if (!goOn(each.pass)) return model;
  }
  return model;
}

}  // namespace formola
