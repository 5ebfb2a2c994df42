#include "structure/structure_model.h"

#include "structure/derivatives.h"
#include "structure/eliminate_aliases.h"
#include "structure/fix_parameters.h"
#include "structure/integer_functions.h"
#include "structure/lower_events.h"
#include "structure/reduce_index.h"
#include "structure/relations.h"
#include "structure/sort_equations.h"
#include "structure/tear_blocks.h"

namespace formola {

StructuredDae structureModel(Dae dae, const StructureOptions& options, Diagnostics& diagnostics) {
  StructuredDae model = lowerEvents(std::move(dae), diagnostics);
  const size_t before = diagnostics.errorCount();
  using Pass = StructuredDae (*)(StructuredDae, const StructureOptions&, Diagnostics&);
  for (Pass pass :
       {fixZeroParameters, lowerIntegerFunctions, eliminateAliases, introduceDerivatives,
        reduceIndex, numberRelations, sortEquations, tearBlocks}) {
    if (diagnostics.errorCount() > before) break;
    model = pass(std::move(model), options, diagnostics);
    FORMOLA_ASSERT(verify(model).empty());
  }
  return model;
}

}  // namespace formola
