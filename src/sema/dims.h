// Small operations on dimensions that the typing of expressions shares.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "expr/type.h"

namespace formola {

inline bool sameDims(std::span<const Size> a, std::span<const Size> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && a[i] != kUnknownSize && b[i] != kUnknownSize) return false;
  }
  return true;
}

inline bool isEmpty(std::span<const Size> dims) {
  return std::find(dims.begin(), dims.end(), Size{0}) != dims.end();
}

inline std::vector<Size> copyDims(std::span<const Size> dims) {
  return {dims.begin(), dims.end()};
}

// Where one side's size is unknown the other's is taken.
inline std::vector<Size> joinDims(std::span<const Size> a, std::span<const Size> b) {
  std::vector<Size> dims = copyDims(a);
  for (size_t i = 0; i < dims.size() && i < b.size(); ++i) {
    if (dims[i] == kUnknownSize) dims[i] = b[i];
  }
  return dims;
}

}  // namespace formola
