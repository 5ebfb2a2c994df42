// The rules by which models of an older version of a library are converted.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "diag/diag.h"
#include "edit/arguments.h"

namespace formola::upgrade {

using edit::Path;

// "a.b.c" of a path.
std::string joined(const Path& path);
bool startsWith(const Path& path, const Path& prefix);

// One of the modifiers that are replaced.
struct OldModifier {
  // Unconnected: cardinality(name) = 0, no connection leads to it from inside; Connected: some do.
  enum class Kind : uint8_t { Value, Unconnected, Connected };
  Kind kind = Kind::Value;
  Path name;
  std::string fallback;  // its value where it is not set; "": none is given
};

// One of those that take their place: "k1 = %y0% * %k1%".
struct NewModifier {
  Path name;
  // with %old% for the values of old modifiers: the value, or "(start = %old%)", what is written
  // behind the name
  std::string text;
  bool isValue = true;
};

// Purpose:   what the calls of a script ask for. All names are those of the old version.
// Reference: Modelica 3.7, section 18.8.2.1.
struct ConversionRules {
  struct ClassIf {
    std::string element, value;
    Path to;
  };
  struct Modifiers {
    std::vector<OldModifier> olds;
    std::vector<NewModifier> news;
    bool simplify = false;
  };

  std::map<Path, Path> classes;
  std::map<Path, std::vector<ClassIf>> classesIf;
  std::map<Path, std::map<Path, Path>> elements;
  std::map<Path, std::vector<Modifiers>> modifiers;
  std::map<Path, std::string> messages;
  std::map<Path, std::map<Path, std::string>> elementMessages;

  // The new path of what had this one: the rule for the longest part of it counts.
  Path converted(const Path& path) const;
  // The new names of elements a.b.c of a class; as they are if no rule tells of them.
  Path convertedElements(const Path& className, const Path& elements) const;
  // The message for a use of this path, where no rule converts as much of it; null: none.
  const std::string* messageFor(const Path& path) const;
  const std::string* messageFor(const Path& className, const Path& elements) const;
  // Whether some rule is about this element, or what lies in it.
  bool mentions(const Path& className, const std::string& element) const;
};

// Adds the rules of a script, or of a part of a text: calls of convertClass, convertClassIf,
// convertElement, convertModifiers and convertMessage, with or without ';' or ',' between them.
// Ensures:    what is no such call is reported at its place, and passed over.
// Complexity: linear in the text.
void readConversionRules(const SourceRange& range, const SourceManager& sources,
                         Diagnostics& diagnostics, ConversionRules& rules);

}  // namespace formola::upgrade
