#include "structure/structure_model.h"

#include "structure/assert_ranges.h"
#include "structure/bind_unknowns.h"
#include "structure/derivatives.h"
#include "structure/eliminate_aliases.h"
#include "structure/expose_constraints.h"
#include "structure/fix_parameters.h"
#include "structure/integer_functions.h"
#include "structure/join_semi_linear.h"
#include "structure/lower_events.h"
#include "structure/reduce_index.h"
#include "structure/relations.h"
#include "structure/relax_blocks.h"
#include "structure/sort_equations.h"
#include "structure/tear_blocks.h"
#include "support/internal_error.h"

namespace formola {

StructuredDae structureModel(Dae dae, const StructureOptions& options, Diagnostics& diagnostics,
                             const AfterPass& after) {
  const size_t before = diagnostics.errorCount();
  StructuredDae model = lowerEvents(std::move(dae), diagnostics);
  auto goOn = [&](std::string_view pass) {
    return diagnostics.errorCount() == before && (!after || after(pass, model));
  };
  if (!goOn("lowerEvents")) return model;
  struct Pass {
    std::string_view name;
    StructuredDae (*run)(StructuredDae, const StructureOptions&, Diagnostics&);
  };
  for (const Pass& pass :
       {Pass{"assertRanges", assertRanges}, Pass{"fixZeroParameters", fixZeroParameters},
        Pass{"lowerIntegerFunctions", lowerIntegerFunctions},
        Pass{"eliminateAliases", eliminateAliases}, Pass{"joinSemiLinear", joinSemiLinear},
        Pass{"bindUnknowns", bindUnknowns}, Pass{"introduceDerivatives", introduceDerivatives},
        Pass{"exposeConstraints", exposeConstraints}, Pass{"reduceIndex", reduceIndex},
        Pass{"numberRelations", numberRelations}, Pass{"sortEquations", sortEquations},
        Pass{"tearBlocks", tearBlocks}, Pass{"relaxBlocks", relaxBlocks}}) {
    model = pass.run(std::move(model), options, diagnostics);
    expectVerified(verify(model));
    if (!goOn(pass.name)) return model;
  }
  return model;
}

}  // namespace formola
