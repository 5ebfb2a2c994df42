// Checks expressions for `verify`.
#pragma once

#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "dae/dae.h"
#include "dae/verify.h"

namespace formola {

// Purpose:    checks the nodes below a root, each once per scope.
// Complexity: linear in the number of nodes per scope.
class ExprVerifier {
 public:
  using Report = std::function<void(const std::string&)>;

  ExprVerifier(const Dae& dae, Report report)
      : dae_(dae), pool_(*dae.pool), report_(std::move(report)), scopeOf_(pool_.size(), 0) {}

  // Starts the model (null) or a function. `scalar`: arrays only where the scalar form allows them.
  void enter(const Function* function, bool scalar);
  // Iterators that the statements of the scope bind.
  void bind(ExprId iterator) { bound_.insert(pool_.payload(iterator)); }
  // False if the id is out of range; all else is reported.
  bool check(ExprId root);
  // After all roots of the scope: iterators that nothing binds.
  void leave();

 private:
  void checkNode(ExprId e);
  void checkLeaf(ExprId e);
  void checkOperator(ExprId e);
  void checkElementwise(ExprId e);
  void checkCall(ExprId e);
  void checkPart(ExprId e);
  void checkArray(ExprId e);
  void checkScalarForm(ExprId e);
  bool arity(ExprId e, size_t n);
  void problem(const std::string& text) { report_(text); }

  const Dae& dae_;
  const ExprPool& pool_;
  Report report_;
  const Function* function_ = nullptr;
  bool scalar_ = false;
  uint32_t scope_ = 0;
  std::vector<uint32_t> scopeOf_;  // per expression: the last scope in which it was checked
  std::unordered_set<uint32_t> bound_;
  std::vector<uint32_t> used_;  // iterators
};

}  // namespace formola
