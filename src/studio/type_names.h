// Types of variables, as the page of the studio knows them.
#pragma once

#include "expr/type.h"

namespace formola::studio {

// `other`: for what no one can give a value.
inline const char* typeName(BaseType type, const char* other) {
  switch (type) {
    case BaseType::Real:
      return "Real";
    case BaseType::Integer:
      return "Integer";
    case BaseType::Boolean:
      return "Boolean";
    case BaseType::String:
      return "String";
    case BaseType::Enumeration:
      return "Enumeration";
    default:
      return other;
  }
}

}  // namespace formola::studio
