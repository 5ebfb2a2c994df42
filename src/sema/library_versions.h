// Versions of libraries: what the annotations of a top-level class say (specification 18.8).
#pragma once

#include <string>
#include <vector>

#include "support/interner.h"
#include "syntax/ast.h"

namespace formola {

struct LibraryVersion {
  // uses(Library(version = "1.0")): the library is needed in this version; "": in any.
  struct Use {
    std::string library, version;
    SourceRange range;
  };
  // conversion(from(version = ..., to = ..., script = ...)), or change(...) in the place of script:
  // models of these versions are upgraded by it.
  struct Conversion {
    std::vector<std::string> versions;
    std::string to;  // "": to this version
    std::string script;
    SourceRange change;  // the rules themselves, without the brackets around them
  };

  std::string version;  // "" if it is not said
  std::vector<Use> uses;
  std::vector<std::string> unchangedFrom;  // models of these versions need no conversion
  std::vector<Conversion> conversions;

  // Models made for `wanted` work as they are.
  bool serves(const std::string& wanted) const;
  // What upgrades models of `wanted`, in words; "": nothing does.
  std::string rulesFrom(const std::string& wanted) const;
};

// Reference: Modelica 3.6, sections 18.8.1 and 18.8.2.
LibraryVersion versionOf(const ast::ClassDef& def, const Interner& names);

// "4.1.0" -> {4, 1, 0}, for comparisons; empty if the text does not begin with a number.
std::vector<long> versionNumbers(const std::string& text);

}  // namespace formola
