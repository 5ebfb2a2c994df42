// Applies conversion rules to one text.
#pragma once

#include <set>
#include <string>

#include "diag/diag.h"
#include "edit/patch.h"
#include "upgrade/conversion_rules.h"
#include "upgrade/user_classes.h"

namespace formola::upgrade {

struct ConvertedText {
  edit::Patch patch;
  bool ok = true;                   // false: rules contradict each other at some place
  std::set<std::string> libraries;  // that names lead to now
};

// Purpose:    the changes that make a text of an older version of a library one of the newer.
// Requires:   the document is among those of `classes`; `file` is its text in `diagnostics`.
// Ensures:    only names, modifiers and addresses (modelica://...) that rules are about change.
//             Messages of rules, and what rules ask for but cannot be done, are reported.
// Complexity: linear in the text but for the number of changes in it, which counts squared.
// Reference:  Modelica 3.7, section 18.8.2.1.
ConvertedText convertText(const edit::Document& document, UserClasses& classes,
                          const ConversionRules& rules, FileId file, Diagnostics& diagnostics);

}  // namespace formola::upgrade
