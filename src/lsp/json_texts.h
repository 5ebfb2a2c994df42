// Places and ranges as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "lsp/positions.h"

namespace formola::lsp {

using Json = nlohmann::json;

inline Json toJson(Position position) {
  return {{"line", position.line}, {"character", position.character}};
}

inline Json rangeJson(const LineIndex& lines, uint32_t begin, uint32_t end) {
  return {{"start", toJson(lines.position(begin))}, {"end", toJson(lines.position(end))}};
}

inline Position positionOf(const Json& json) {
  return {json.at("line").get<uint32_t>(), json.at("character").get<uint32_t>()};
}

}  // namespace formola::lsp
