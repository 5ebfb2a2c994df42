// What may be written at a place: members, modifiers, arguments, annotations, names in scope,
// classes of libraries, keywords.
#pragma once

#include <string>
#include <vector>

#include "lsp/describe.h"

namespace formola::lsp {

enum class ProposalKind : uint8_t {
  Component,
  Parameter,
  Class,
  Function,
  Operator,  // a function of the language
  Literal,   // of an enumeration
  Package,
  Keyword
};

struct Proposal {
  std::string name;
  ProposalKind kind = ProposalKind::Component;
  std::string detail;         // its signature
  std::string documentation;  // its description
  std::string insert;         // "": the name
  std::string package;        // of a class that is reached by its full name or by an import
};

struct Proposals {
  std::vector<Proposal> all;  // sorted by their names
  bool more = false;          // there are others that further letters would bring
};

// Where the text is half typed: a look at the tokens before the offset decides. Classes of
// libraries are proposed once two letters of them are there.
Proposals proposalsAt(Workspace& workspace, const OpenFile& file, uint32_t offset);

// The call around the offset and which argument it is in.
struct CallHelp {
  Signature signature;
  size_t active = 0;
};
std::optional<CallHelp> callAt(Workspace& workspace, const OpenFile& file, uint32_t offset);

}  // namespace formola::lsp
