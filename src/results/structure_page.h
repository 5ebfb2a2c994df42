// One HTML page about the structure of a model: incidence matrices, blocks, the structure digraph.
//
// Takes plain data: who shows a model fills them from the equations it has.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace formola::results {

// A place in a model's text.
struct StructureSource {
  std::string file;
  uint32_t line = 0;
  std::string text;  // of the equation, as written
};

struct StructureRow {
  std::string text;
  int source = -1;       // in StructurePage::sources
  std::string instance;  // whose equation it is, "" for the model itself
  bool differentiated = false;
};

struct StructureBlock {
  size_t start = 0;  // in the sorted order
  size_t size = 0;
  size_t torn = 0;
  std::string kind;  // assign, linear, nonlinear, mixed
};

// One step of the two rules of the structure digraph: an edge becomes red. Rule 3: the variable is
// torn and counts as known, the equation is its residual.
struct StructureStep {
  int rule = 1;
  uint32_t row = 0, column = 0;
  uint32_t number = 0;  // in the sorted system, from 0
};

// A system of as many equations as unknowns.
struct StructureSystem {
  std::string title;
  std::vector<std::pair<std::string, std::string>> statistics;  // label, value
  std::vector<StructureRow> rows;
  std::vector<std::string> columns;
  std::vector<uint32_t> edgeStart;    // by row, one more at the end
  std::vector<uint32_t> edgeColumn;   // ascending in a row
  std::vector<uint32_t> rowOrder;     // sorted position -> row
  std::vector<uint32_t> columnOrder;  // sorted position -> column
  std::vector<std::string> solved;    // by sorted position
  std::vector<uint32_t> torn;         // sorted positions
  std::vector<StructureBlock> blocks;
  std::vector<StructureStep> steps;  // empty: not shown
};

struct StructurePage {
  std::string title;
  std::string subtitle;
  std::vector<StructureSource> sources;
  std::vector<StructureSystem> systems;
  std::string diagram;  // of the model, see HtmlPage
};

struct StructurePageOptions {
  size_t maxText = 400;                // characters of one equation
  size_t maxBytes = size_t{16} << 20;  // of all texts
};

// The data of a page, for pages that show a structure among other things.
nlohmann::json encodeStructure(const StructurePage& page, const StructurePageOptions& options = {});

// Complexity: linear in the data. Equations beyond maxBytes are shown by number only.
std::string renderStructurePage(const StructurePage& page,
                                const StructurePageOptions& options = {});

}  // namespace formola::results
