// The models of a file, and what is known of one when its equations are sorted.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lsp/workspace.h"

namespace formola::lsp {

struct FileModel {
  const ast::ClassDef* def = nullptr;
  std::string name;  // qualified
};
// Models and blocks that can be judged by themselves, in the order of the text.
std::vector<FileModel> modelsOf(const OpenFile& file);

// One line over a model: "66 states, 12 blocks, largest 6 → 6 · simulate", and whether that can be
// done. Of a model with errors, or one that is a part of others, it says so.
struct ModelLine {
  std::string text;
  bool simulates = false;
};
ModelLine describeModel(const Workspace& workspace, const OpenFile& file, const std::string& name);

// A remark behind a place of the text.
struct Hint {
  uint32_t offset = 0;
  std::string text;
  std::string detail;    // what is shown on request; "": nothing
  bool isValue = false;  // of a parameter; else what an equation determines
};
// Values of parameters that are given by expressions, and which variable each equation determines,
// of the models whose text meets [begin, end). A model that is not right has no hints.
// Complexity: that of a translation up to the sorted equations for each of these models, of which
// at most eight are looked at.
std::vector<Hint> hintsIn(const Workspace& workspace, const OpenFile& file, uint32_t begin,
                          uint32_t end);

}  // namespace formola::lsp
