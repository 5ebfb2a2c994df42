// Rules about modifiers: convertModifiers and convertClassIf.
#pragma once

#include "diag/diag.h"
#include "upgrade/conversion_rules.h"
#include "upgrade/edit_set.h"
#include "upgrade/user_classes.h"

namespace formola::upgrade {

// Adds to `edits`, which hold the changes of names already: values that move take theirs along.
// Existing modifiers win over new ones of the same name; where they differ it is reported.
void convertModifiers(const edit::Document& document, UserClasses& classes,
                      const ConversionRules& rules, FileId file, Diagnostics& diagnostics,
                      EditSet& edits);

}  // namespace formola::upgrade
