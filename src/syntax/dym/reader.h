// Models in Dymola notation -> the syntax tree of Modelica.
#pragma once

#include <deque>
#include <memory>
#include <string_view>

#include "diag/diag.h"
#include "support/arena.h"
#include "support/interner.h"
#include "syntax/ast.h"
#include "syntax/dym/tree.h"

namespace formola::dym {

struct ConnectorTable;
class KnownModels;

// What becomes of cuts and connections.
enum class CutForm : uint8_t {
  Equations,   // as in the papers: a connection is a set of equations between terminal variables
  Connectors,  // as in Modelica: a cut is a connector, a connection is a connect equation
};

// The models read so far: connections need the cuts of submodels, which may stand in another file.
class Reader {
 public:
  Reader(const SourceManager& sources, Interner& names, Arena& arena, Diagnostics& diagnostics,
         CutForm form = CutForm::Equations);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Purpose:    reads one file; errors are reported in the terms of this notation and recovered
  //             from.
  // Requires:   files that define the model types of submodels were read before, or are this one.
  // Ensures:    the tree holds what could be understood and is never null. Each model becomes a
  //             Modelica model; variables of cuts, local and terminal variables are Real. With
  //             CutForm::Connectors the file begins with the connectors that its cuts need.
  // Complexity: near-linear in the text and in the number of generated equations.
  // Reference:  Elmqvist: A Structured Model Language for Large Continuous Systems (1978); Cellier
  //             and Elmqvist, IEEE Control Systems 13(2), 1993.
  const ast::StoredDefinition* read(FileId file);

  const Model* find(Symbol name) const;

 private:
  bool addCommon(size_t first);

  const SourceManager& sources_;
  Interner& names_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  CutForm form_;
  std::deque<Model> models_;
  std::unique_ptr<KnownModels> known_;
  std::unique_ptr<ConnectorTable> connectors_;
};

// "x.dym": the notation of a file is told by its name.
inline bool isDymFile(std::string_view path) {
  return path.ends_with(".dym");
}

}  // namespace formola::dym
