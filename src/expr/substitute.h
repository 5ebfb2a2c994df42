// Simultaneous substitution.
#pragma once

#include <vector>

#include "expr/build.h"
#include "expr/expr_table.h"

namespace formola {

// Purpose:    replaces variables (or any subexpressions, such as der(x)) by expressions, all at
//             once: replacements aren't searched again. Many roots share one memo.
// Requires:   all replacements are set before the first apply(); set() or clear() after it starts
//             a new substitution memo. A replaced variable inside der(), pre() or old() is
//             replaced there too, so replace der(x) itself as well where that isn't wanted.
// Ensures:    results are rebuilt through ExprBuilder; expressions without replaced parts keep
//             their id.
// Complexity: linear in the nodes reached that aren't in the memo.
class Substitution {
 public:
  explicit Substitution(ExprPool& pool) : builder_(pool) {}

  void set(VariableId variable, ExprId replacement);
  void set(ExprId part, ExprId replacement);
  void clear();
  ExprId apply(ExprId root);
  ExprBuilder& builder() { return builder_; }

 private:
  void restart();

  ExprBuilder builder_;
  std::vector<ExprId> byVariable_;
  std::vector<uint32_t> usedVariables_;
  std::vector<std::pair<ExprId, ExprId>> parts_;
  ExprTable<ExprId> memo_;
  bool fresh_ = false;  // the memo holds exactly the parts
};

}  // namespace formola
