// The answers to requests about a file, as JSON; internal to the server.
#pragma once

#include "lsp/json_texts.h"
#include "lsp/workspace.h"

namespace formola::lsp {

// Each takes the parameters of the request; null where there is nothing to say.
Json hover(Workspace& workspace, const OpenFile& file, uint32_t offset);
Json definition(Workspace& workspace, const OpenFile& file, uint32_t offset);
Json declaration(Workspace& workspace, const OpenFile& file, uint32_t offset);
Json references(Workspace& workspace, const OpenFile& file, uint32_t offset,
                bool includeDeclaration);
Json highlights(Workspace& workspace, const OpenFile& file, uint32_t offset);
Json completion(Workspace& workspace, const OpenFile& file, uint32_t offset);
Json signatureHelp(Workspace& workspace, const OpenFile& file, uint32_t offset);
// The edit of a new name; throws std::runtime_error with the reason if it is refused.
Json rename(Workspace& workspace, const OpenFile& file, uint32_t offset,
            const std::string& newName);
Json documentSymbols(const OpenFile& file);
Json workspaceSymbols(Workspace& workspace, const std::string& query);
Json foldingRanges(const OpenFile& file);
Json selectionRange(const OpenFile& file, uint32_t offset);
Json semanticTokens(const OpenFile& file);
Json formatting(const OpenFile& file, int indent);

Json inlayHints(const Workspace& workspace, const OpenFile& file, uint32_t begin, uint32_t end);
// A lens over each model, without its text, and the same lens with it.
Json codeLenses(const OpenFile& file);
Json resolvedLens(const Workspace& workspace, const OpenFile& file, Json lens);

struct Finding;
Json diagnosticJson(const OpenFile& file, const Finding& finding);
// The suggestions that diagnostics of ours carry as quick fixes.
Json codeActions(const OpenFile& file, const Json& diagnostics);

}  // namespace formola::lsp
