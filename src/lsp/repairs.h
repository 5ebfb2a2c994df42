// Changes of a text that mend what diagnostics are about.
#pragma once

#include "lsp/diagnose.h"

namespace formola::lsp {

// Purpose:    what the notes of a diagnostic tell to do, as a patch of the text of the class:
//             `each` before a modifier, the parameter of a name that is not declared, the `inner`
//             component that is missing, a ground or a fixed flange where only differences are
//             determined.
// Requires:   a document without syntax errors, the compilation that has reported the diagnostic.
// Ensures:    no title where nothing is known.
Finding::Repair repairOf(const edit::Document& document, const std::string& className,
                         const Diagnostic& diagnostic, Compilation& compilation);

}  // namespace formola::lsp
