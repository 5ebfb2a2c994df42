// What may be written at a place: members, modifiers, arguments, names in scope, keywords.
#pragma once

#include <string>
#include <vector>

#include "lsp/describe.h"

namespace formola::lsp {

enum class ProposalKind : uint8_t { Component, Parameter, Class, Function, Package, Keyword };

struct Proposal {
  std::string name;
  ProposalKind kind = ProposalKind::Component;
  std::string detail;         // its signature
  std::string documentation;  // its description
  std::string insert;         // "": the name
};

// Where the text is half typed: a look at the tokens before the offset decides. Names come sorted
// and once each.
std::vector<Proposal> proposalsAt(Workspace& workspace, const OpenFile& file, uint32_t offset);

// The call around the offset and which argument it is in.
struct CallHelp {
  Signature signature;
  size_t active = 0;
};
std::optional<CallHelp> callAt(Workspace& workspace, const OpenFile& file, uint32_t offset);

}  // namespace formola::lsp
