// Texts that use an older version of a library become texts for the version at hand.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "diag/diag.h"
#include "sema/library_versions.h"
#include "upgrade/user_classes.h"

namespace formola::upgrade {

struct SourceText {
  std::string path, text;
};

// The version of a library that texts are brought to.
struct LibraryTarget {
  std::string name;
  std::string file;        // its text, or that of package.mo
  std::string folder;      // where it lies; scripts are in it
  LibraryVersion version;  // what its annotations say
};

// What is asked about libraries as they are now.
struct LibraryQuestions {
  // Whether a class, by its new path, has an element of that name.
  std::function<bool(const Path& className, const std::string& element)> hasElement;
  // The version of a library that can be found; "": there is none, or it says nothing.
  std::function<std::string(const std::string& library)> versionOf;
};

// The version of the library that the texts' top-level classes say they use; "": none of them says.
// Reported, with nothing returned: they differ.
std::optional<std::string> usedVersion(const std::vector<SourceText>& texts,
                                       const std::string& library, Diagnostics& diagnostics);

// One conversion on the way, by a script or by rules in the text of the library; without them
// nothing has to be changed.
struct ConversionStep {
  std::string from, to, script;
  SourceRange change;
};
// The shortest way from a version to that of the library; nothing: its annotations tell of none.
std::optional<std::vector<ConversionStep>> conversionSteps(const LibraryVersion& version,
                                                           const std::string& from);

// Purpose:    converts the texts step by step, and their annotation `uses`.
// Requires:   texts without syntax errors, all those of a library; their files are added to
//             `sources`, which is that of `diagnostics`.
// Ensures:    false if nothing could be done: errors are reported and the texts as they were. Texts
//             that no rule is about are byte for byte the same.
// Reference:  Modelica 3.7, section 18.8.2.
bool upgradeTexts(std::vector<SourceText>& texts, const LibraryTarget& target,
                  const std::string& from, const LibraryQuestions& questions,
                  SourceManager& sources, Diagnostics& diagnostics);

}  // namespace formola::upgrade
