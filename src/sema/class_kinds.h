// Words for the specialised classes (spec 4.6) and questions about them.
#pragma once

#include <string_view>

#include "syntax/ast.h"

namespace formola {

inline std::string_view kindText(ast::ClassKind kind) {
  static constexpr std::string_view kTexts[] = {
      "class",    "model",  "block",    "connector",         "type",           "package",
      "function", "record", "operator", "operator function", "operator record"};
  return kTexts[static_cast<size_t>(kind)];
}

inline bool isRecordKind(ast::ClassKind kind) {
  return kind == ast::ClassKind::Record || kind == ast::ClassKind::OperatorRecord;
}

inline bool isFunctionKind(ast::ClassKind kind) {
  return kind == ast::ClassKind::Function || kind == ast::ClassKind::OperatorFunction;
}

}  // namespace formola
