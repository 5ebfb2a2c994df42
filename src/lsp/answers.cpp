#include "lsp/answers.h"

#include <algorithm>
#include <stdexcept>

#include "edit/format.h"
#include "lsp/complete.h"
#include "lsp/describe.h"
#include "lsp/diagnose.h"
#include "lsp/models.h"
#include "lsp/outline.h"
#include "lsp/references.h"

namespace formola::lsp {

namespace {

Json locationJson(const Location& place) {
  const LineIndex lines(place.text);
  return {{"uri", uriOfPath(place.path)}, {"range", rangeJson(lines, place.begin, place.end)}};
}

Json markdown(const std::string& text) {
  return {{"kind", "markdown"}, {"value", text}};
}

// Places of one file after the other: its lines are counted once.
std::vector<Json> locationsJson(const std::vector<Location>& places) {
  std::vector<Json> all;
  for (size_t i = 0; i < places.size();) {
    const LineIndex lines(places[i].text);
    const std::string& path = places[i].path;
    for (; i < places.size() && places[i].path == path; ++i)
      all.push_back(
          {{"uri", uriOfPath(path)}, {"range", rangeJson(lines, places[i].begin, places[i].end)}});
  }
  return all;
}

// The numbers of the protocol.
int completionKind(ProposalKind kind) {
  switch (kind) {
    case ProposalKind::Component:
      return 6;  // variable
    case ProposalKind::Parameter:
      return 10;  // property
    case ProposalKind::Class:
      return 7;
    case ProposalKind::Function:
    case ProposalKind::Operator:
      return 3;
    case ProposalKind::Literal:
      return 20;  // member of an enumeration
    case ProposalKind::Package:
      return 9;  // module
    case ProposalKind::Keyword:
      return 14;
  }
  return 1;
}

Json symbolJson(const OpenFile& file, const OutlineSymbol& symbol) {
  Json children = Json::array();
  for (const OutlineSymbol& child : symbol.children) children.push_back(symbolJson(file, child));
  // the protocol asks that the name lie within the range
  const uint32_t begin = std::min(symbol.range.begin, symbol.nameRange.begin);
  const uint32_t end = std::max(symbol.range.end, symbol.nameRange.end);
  return {{"name", symbol.name},
          {"detail", symbol.detail},
          {"kind", static_cast<int>(symbol.kind)},
          {"range", rangeJson(*file.lines, begin, end)},
          {"selectionRange", rangeJson(*file.lines, symbol.nameRange.begin, symbol.nameRange.end)},
          {"children", std::move(children)}};
}

}  // namespace

Json hover(Workspace& workspace, const OpenFile& file, uint32_t offset) {
  Resolver resolver(workspace, file);
  const std::string text = hoverText(resolver, resolver.at(offset));
  if (text.empty()) return nullptr;
  return {{"contents", markdown(text)}};
}

Json definition(Workspace& workspace, const OpenFile& file, uint32_t offset) {
  // from the declaration of an outer component to what it stands for
  if (const std::vector<Location> inner = innersAt(workspace, file, offset); !inner.empty())
    return locationsJson(inner);
  return declaration(workspace, file, offset);
}

Json declaration(Workspace& workspace, const OpenFile& file, uint32_t offset) {
  Resolver resolver(workspace, file);
  const SourceRange range = resolver.at(offset).range();
  if (!range.valid()) return nullptr;
  const SourceManager& sources = resolver.sources();
  return locationJson({std::string(sources.name(range.file)), range.begin, range.end,
                       std::string(sources.text(range.file))});
}

Json references(Workspace& workspace, const OpenFile& file, uint32_t offset,
                bool includeDeclaration) {
  std::vector<Location> places = referencesTo(workspace, file, offset);
  if (!includeDeclaration) {
    Resolver resolver(workspace, file);
    const SourceRange range = resolver.at(offset).range();
    if (range.valid()) {
      const std::string_view path = resolver.sources().name(range.file);
      std::erase_if(places, [&](const Location& place) {
        return place.path == path && place.begin == range.begin;
      });
    }
  }
  return locationsJson(places);
}

Json highlights(Workspace& workspace, const OpenFile& file, uint32_t offset) {
  Json all = Json::array();
  Resolver resolver(workspace, file);
  const SourceRange target = resolver.at(offset).range();
  if (!target.valid()) return all;
  const std::string_view name = resolver.sources().text(target);
  const edit::TokenList& tokens = file.document->tokens();
  for (size_t i = 0; i < tokens.size(); ++i)
    if (tokens.text(i) == name && resolver.at(tokens[i].begin).range() == target)
      all.push_back({{"range", rangeJson(*file.lines, tokens[i].begin, tokens[i].end)}});
  return all;
}

Json completion(Workspace& workspace, const OpenFile& file, uint32_t offset) {
  Json items = Json::array();
  const Proposals proposals = proposalsAt(workspace, file, offset);
  for (const Proposal& proposal : proposals.all) {
    Json item = {{"label", proposal.name}, {"kind", completionKind(proposal.kind)}};
    if (!proposal.detail.empty()) item["detail"] = proposal.detail;
    if (!proposal.documentation.empty()) item["documentation"] = markdown(proposal.documentation);
    if (!proposal.insert.empty()) item["insertText"] = proposal.insert;
    if (!proposal.package.empty()) item["labelDetails"] = {{"description", proposal.package}};
    // literals that fit, what is of the model, words of the language, classes of libraries
    const bool word =
        proposal.kind == ProposalKind::Keyword || proposal.kind == ProposalKind::Operator;
    const bool literal = proposal.kind == ProposalKind::Literal;
    const char* order = literal ? "0" : !proposal.package.empty() ? "3" : word ? "2" : "1";
    item["sortText"] = order + proposal.name;
    items.push_back(std::move(item));
  }
  return {{"isIncomplete", proposals.more}, {"items", std::move(items)}};
}

Json signatureHelp(Workspace& workspace, const OpenFile& file, uint32_t offset) {
  const std::optional<CallHelp> call = callAt(workspace, file, offset);
  if (!call) return nullptr;
  Json parameters = Json::array();
  for (const Parameter& parameter : call->signature.parameters)
    parameters.push_back(
        {{"label", parameter.label}, {"documentation", markdown(parameter.description)}});
  Json signature = {{"label", call->signature.label}, {"parameters", std::move(parameters)}};
  if (!call->signature.description.empty())
    signature["documentation"] = call->signature.description;
  return {{"signatures", Json::array({std::move(signature)})},
          {"activeSignature", 0},
          {"activeParameter", call->active}};
}

Json rename(Workspace& workspace, const OpenFile& file, uint32_t offset,
            const std::string& newName) {
  const Renaming renaming = renamed(workspace, file, offset, newName);
  if (!renaming.problem.empty()) throw std::runtime_error(renaming.problem);
  Json changes = Json::object();
  for (const Json& place : locationsJson(renaming.places))
    changes[place.at("uri").get<std::string>()].push_back(
        {{"range", place.at("range")}, {"newText", newName}});
  return {{"changes", std::move(changes)}};
}

Json documentSymbols(const OpenFile& file) {
  Json all = Json::array();
  for (const OutlineSymbol& symbol : outline(*file.document))
    all.push_back(symbolJson(file, symbol));
  return all;
}

Json workspaceSymbols(Workspace& workspace, const std::string& query) {
  Json all = Json::array();
  for (const FoundClass& found : classesNamed(workspace, query, 200))
    all.push_back({{"name", found.name},
                   {"containerName", found.container},
                   {"kind", found.kind},
                   {"location", locationJson(found.place)}});
  return all;
}

Json foldingRanges(const OpenFile& file) {
  Json all = Json::array();
  int64_t lastLine = -1;
  for (const Fold& fold : folds(*file.document)) {
    const uint32_t first = file.lines->position(fold.begin).line;
    const uint32_t last = file.lines->position(fold.end).line;
    if (last <= first || first == lastLine) continue;
    lastLine = first;
    Json range = {{"startLine", first}, {"endLine", last}};
    if (fold.comment) range["kind"] = "comment";
    all.push_back(std::move(range));
  }
  return all;
}

Json selectionRange(const OpenFile& file, uint32_t offset) {
  std::vector<Fold> around = folds(*file.document);
  std::erase_if(around, [&](const Fold& f) { return offset < f.begin || offset > f.end; });
  const edit::TokenList& tokens = file.document->tokens();
  if (const size_t i = tokens.firstEndingAfter(offset);
      i < tokens.size() && tokens[i].begin <= offset)
    around.push_back({tokens[i].begin, tokens[i].end, false});
  Json selection = {{"range", rangeJson(*file.lines, 0, static_cast<uint32_t>(file.text.size()))}};
  for (const Fold& fold : around)
    selection = {{"range", rangeJson(*file.lines, fold.begin, fold.end)},
                 {"parent", std::move(selection)}};
  return selection;
}

Json semanticTokens(const OpenFile& file) {
  std::vector<uint32_t> data;
  uint32_t lastLine = 0, lastCharacter = 0;
  auto add = [&](uint32_t begin, uint32_t end, const Coloured& coloured) {
    const Position at = file.lines->position(begin);
    const uint32_t length = file.lines->position(end).character - at.character;
    if (length == 0) return;
    const uint32_t line = at.line - lastLine;
    data.insert(data.end(),
                {line, line == 0 ? at.character - lastCharacter : at.character, length,
                 static_cast<uint32_t>(coloured.colour), coloured.declaration ? 1u : 0u});
    lastLine = at.line;
    lastCharacter = at.character;
  };
  for (const Coloured& coloured : colours(*file.document)) {
    // a token for each line
    for (uint32_t begin = coloured.begin; begin < coloured.end;) {
      const size_t found = file.text.find('\n', begin);
      const uint32_t end = found == std::string::npos || found > coloured.end
                               ? coloured.end
                               : static_cast<uint32_t>(found);
      const bool carriage = end > begin && end < coloured.end && file.text[end - 1] == '\r';
      add(begin, carriage ? end - 1 : end, coloured);
      begin = end + 1;
    }
  }
  return {{"data", data}};
}

Json formatting(const OpenFile& file, int indent) {
  if (file.document->hasErrors()) return Json::array();
  edit::FormatOptions options;
  options.indent = indent;
  const std::string after = edit::format(*file.document, options);
  if (after == file.text) return Json::array();
  // from the first line that differs to the last
  const std::string& before = file.text;
  size_t head = 0;
  while (head < before.size() && head < after.size() && before[head] == after[head]) ++head;
  while (head > 0 && before[head - 1] != '\n') --head;
  size_t tail = 0;
  while (tail < before.size() - head && tail < after.size() - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  while (tail > 0 && before[before.size() - tail] != '\n') --tail;
  const auto end = static_cast<uint32_t>(before.size() - tail);
  return Json::array({{{"range", rangeJson(*file.lines, static_cast<uint32_t>(head), end)},
                       {"newText", after.substr(head, after.size() - tail - head)}}});
}

Json inlayHints(const Workspace& workspace, const OpenFile& file, uint32_t begin, uint32_t end) {
  Json all = Json::array();
  for (const Hint& hint : hintsIn(workspace, file, begin, end)) {
    Json one = {{"position", toJson(file.lines->position(hint.offset))},
                {"label", hint.text},
                {"paddingLeft", true}};
    if (hint.isValue) one["kind"] = 2;  // of a parameter
    if (!hint.detail.empty()) one["tooltip"] = hint.detail;
    all.push_back(std::move(one));
  }
  return all;
}

Json codeLenses(const OpenFile& file) {
  Json all = Json::array();
  for (const FileModel& model : modelsOf(file))
    all.push_back(
        {{"range", rangeJson(*file.lines, model.def->nameRange.begin, model.def->nameRange.end)},
         {"data", {{"uri", uriOfPath(file.path)}, {"class", model.name}}}});
  return all;
}

Json resolvedLens(const Workspace& workspace, const OpenFile& file, Json lens) {
  const std::string name = lens.at("data").at("class").get<std::string>();
  const ModelLine line = describeModel(workspace, file, name);
  lens["command"] = {{"title", line.text}, {"command", ""}};
  if (line.simulates)
    lens["command"] = {{"title", line.text},
                       {"command", "formola.simulate"},
                       {"arguments", {uriOfPath(file.path), name}}};
  return lens;
}

Json diagnosticJson(const OpenFile& file, const Finding& finding) {
  const int severity = finding.severity == Severity::Error     ? 1
                       : finding.severity == Severity::Warning ? 2
                                                               : 3;
  Json related = Json::array();
  for (const Finding::Note& note : finding.notes) {
    if (note.path.empty()) continue;
    related.push_back({{"location", locationJson({note.path, note.begin, note.end, note.text})},
                       {"message", note.message}});
  }
  Json json = {{"range", rangeJson(*file.lines, finding.range.begin, finding.range.end)},
               {"severity", severity},
               {"source", "formola"},
               {"message", finding.message}};
  if (!finding.code.empty()) json["code"] = finding.code;
  if (!related.empty()) json["relatedInformation"] = std::move(related);
  if (!finding.suggestion.empty()) json["data"] = {{"replaceBy", finding.suggestion}};
  if (!finding.repair.title.empty()) {
    Json edits = Json::array();
    for (const edit::TextEdit& each : finding.repair.patch)
      edits.push_back(
          {{"range", rangeJson(*file.lines, each.begin, each.end)}, {"newText", each.text}});
    json["data"] = {{"title", finding.repair.title}, {"edits", std::move(edits)}};
  }
  return json;
}

Json codeActions(const OpenFile& file, const Json& diagnostics) {
  Json all = Json::array();
  for (const Json& diagnostic : diagnostics) {
    const Json data = diagnostic.value("data", Json::object());
    if (!data.is_object()) continue;
    std::string title;
    Json edits = Json::array();
    if (data.contains("replaceBy")) {
      const std::string text = data.at("replaceBy").get<std::string>();
      title = "Replace by '" + text + "'";
      edits.push_back({{"range", diagnostic.at("range")}, {"newText", text}});
    } else if (data.contains("edits")) {
      title = data.at("title").get<std::string>();
      edits = data.at("edits");
    } else {
      continue;
    }
    all.push_back({{"title", title},
                   {"kind", "quickfix"},
                   {"isPreferred", true},
                   {"diagnostics", Json::array({diagnostic})},
                   {"edit", {{"changes", {{uriOfPath(file.path), std::move(edits)}}}}}});
  }
  return all;
}

}  // namespace formola::lsp
