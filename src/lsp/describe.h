// Declarations in words, for hover, completion and signature help.
#pragma once

#include <string>
#include <vector>

#include "lsp/resolve.h"

namespace formola::lsp {

// "parameter Modelica.Units.SI.Resistance R = 1": one line of Modelica.
std::string signatureOf(Resolver& resolver, const Declared& declared);
// The description string; "" if there is none.
std::string descriptionOf(Resolver& resolver, const Declared& declared);
// Markdown: signature, description, unit, documentation as plain text.
std::string hoverText(Resolver& resolver, const Declared& declared);

// Inputs of a function, in order.
struct Parameter {
  std::string label, description;
};
struct Signature {
  std::string label;
  std::string description;
  std::vector<Parameter> parameters;
};
Signature signatureOfFunction(Resolver& resolver, Instance* function);

}  // namespace formola::lsp
