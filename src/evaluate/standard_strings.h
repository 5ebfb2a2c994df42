// Strings of Modelica.Utilities.Strings: indices count bytes from 1, as the library documents.
#pragma once

#include "evaluate/standard_externals.h"

namespace formola::standard {

bool length(StandardCall& call);          // result = (string)
bool substring(StandardCall& call);       // result = (string, startIndex, endIndex)
bool compare(StandardCall& call);         // Types.Compare = (string1, string2, caseSensitive)
bool hashString(StandardCall& call);      // result = (string)
bool skipWhiteSpace(StandardCall& call);  // nextIndex = (string, startIndex)
// The scanners skip white space first; without success nextIndex is startIndex and the token zero
// or empty.
bool scanReal(StandardCall& call);        // (string, startIndex, unsigned, nextIndex, number)
bool scanInteger(StandardCall& call);     // (string, startIndex, unsigned, nextIndex, number)
bool scanString(StandardCall& call);      // (string, startIndex, nextIndex, string2)
bool scanIdentifier(StandardCall& call);  // (string, startIndex, nextIndex, identifier)

}  // namespace formola::standard
