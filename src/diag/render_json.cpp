// Diagnostics as JSON lines, for editors and tests.
#include <nlohmann/json.hpp>

#include "diag/diag.h"

namespace formola {

namespace {

using Json = nlohmann::ordered_json;

// Places are null where there is no source, so that every line has the same keys.
void addPlace(Json& object, const SourceManager& sources, const SourceRange& range) {
  if (!range.valid()) {
    for (const char* key : {"file", "line", "column", "endLine", "endColumn"})
      object[key] = nullptr;
    return;
  }
  LineColumn begin = sources.lineColumn(range.file, range.begin);
  LineColumn end = sources.lineColumn(range.file, std::max(range.begin, range.end));
  object["file"] = std::string(sources.name(range.file));
  object["line"] = begin.line;
  object["column"] = begin.column;
  object["endLine"] = end.line;
  object["endColumn"] = end.column;
}

}  // namespace

std::string renderJson(const Diagnostics& diagnostics) {
  const SourceManager& sources = diagnostics.sources();
  std::string out;
  for (const Diagnostic& item : diagnostics.all()) {
    Json object;
    object["severity"] = std::string(severityName(item.severity));
    object["code"] = std::string(codeName(item.code));
    object["message"] = item.message;
    addPlace(object, sources, item.range);
    object["instance"] = item.instance;
    object["notes"] = Json::array();
    for (const DiagNote& note : item.notes) {
      Json entry;
      entry["message"] = note.message;
      addPlace(entry, sources, note.range);
      object["notes"].push_back(std::move(entry));
    }
    // Messages may quote bytes of a file that is not UTF-8: replace them instead of throwing.
    out += object.dump(-1, ' ', false, Json::error_handler_t::replace);
    out += '\n';
  }
  return out;
}

}  // namespace formola
