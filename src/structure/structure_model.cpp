#include "structure/structure_model.h"

#include "structure/index/derivatives.h"
#include "structure/index/expose_constraints.h"
#include "structure/index/reduce_index.h"
#include "structure/lower/assert_ranges.h"
#include "structure/lower/integer_functions.h"
#include "structure/lower/lower_events.h"
#include "structure/lower/relations.h"
#include "structure/simplify/bind_unknowns.h"
#include "structure/simplify/eliminate_aliases.h"
#include "structure/simplify/fix_parameters.h"
#include "structure/simplify/join_semi_linear.h"
#include "structure/solve/relax_blocks.h"
#include "structure/solve/tear_blocks.h"
#include "structure/systems/sort_equations.h"
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
