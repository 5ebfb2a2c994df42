// What the page asks about classes: pictures, libraries, parameters, documentation.
#pragma once

#include <string>
#include <vector>

#include "draw/picture.h"
#include "lsp/json_texts.h"
#include "lsp/workspace.h"

namespace formola::studio {

using lsp::Json;

// Each takes the parameters of a request and throws std::invalid_argument where it makes no sense.
// Foreign code never runs. `file`: the text from which names are looked up.

// The picture that a page got last. Those that come after it name what they leave alone.
struct SentPicture {
  uint64_t serial = 0;
  std::string of;  // file, class and layer
  draw::Picture picture;
};
// {version, picture, serial, places: {components, connections}, readOnly} as text; picture null
// while the syntax is wrong. Places are those of the declarations in this file, or null. If `base`
// of the request is the serial of `sent`, {…, base}: a number among the components or connections
// means the one with this index in that picture.
std::string pictureAnswer(lsp::Workspace& workspace, const lsp::OpenFile& file, const Json& params,
                          SentPicture& sent);
// {classes: [{name, kind, partial, description}]} of the text.
Json classesOfFile(const lsp::OpenFile& file);
// Where classes that can be inserted are looked up. Installed libraries do not change while the
// studio runs, so that one compilation serves; the classes of the open text, or of the library that
// it lies in, are as they stand in the editor.
struct ClassSources {
  Compilation& libraries;
  lsp::Workspace& workspace;
  const lsp::OpenFile* file = nullptr;
};
// The classes directly in a package, or for "" the own ones and the libraries: [{name, kind, …}].
Json libraryAnswer(const ClassSources& sources, const Json& params);
// Classes that can be components, whose names and descriptions hold all words of the query.
Json searchAnswer(const ClassSources& sources, const Json& params);
// {class: icon} as text, for a list of classes.
std::string iconsAnswer(const ClassSources& sources, const Json& params);

// {info, description, kind} of a class.
Json documentationAnswer(lsp::Workspace& workspace, const lsp::OpenFile& file, const Json& params);
// The text and file of a class of a library: {path, text, line}.
Json sourceAnswer(lsp::Workspace& workspace, const lsp::OpenFile& file, const Json& params);

// The class of this name; throws if there is none.
Instance* classNamed(Compilation& compilation, const std::string& name);

}  // namespace formola::studio
