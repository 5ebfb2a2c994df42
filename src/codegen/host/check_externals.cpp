#include "codegen/host/check_externals.h"

#include "codegen/host/hidden_random.h"
#include "codegen/host/standard_tables.h"
#include "dae/visit.h"
#include "diag/codes/functions.h"
#include "evaluate/standard_externals.h"

namespace formola {

namespace {

void reportRefusal(const Function& function, const Dae& dae, Diagnostics& diagnostics) {
  const std::string_view name = dae.pool->names.text(function.name);
  for (const EffectRefusal& refusal : dae.gate->refusals())
    if (refusal.request.function == name) formola::reportRefusal(refusal, diagnostics);
}

}  // namespace

void checkExternals(const Dae& dae, std::span<const FunctionId> called,
                    ExternalLibraries& libraries, Diagnostics& diagnostics) {
  const ExprPool& pool = *dae.pool;
  std::vector<char> reached(dae.functions.size(), 0);
  std::vector<char> seen(pool.size(), 0);
  std::vector<FunctionId> work;
  auto reach = [&](FunctionId id) {
    if (!id.valid() || id.index() >= reached.size() || reached[id.index()] != 0) return;
    reached[id.index()] = 1;
    work.push_back(id);
  };
  for (FunctionId id : called) reach(id);
  std::vector<ExprId> open;
  auto walk = [&](const ExprId& root) {
    if (!root.valid()) return;
    open.push_back(root);
    while (!open.empty()) {
      const ExprId e = open.back();
      open.pop_back();
      if (seen[e.index()] != 0) continue;
      seen[e.index()] = 1;
      const ExprKind kind = pool.kind(e);
      if (kind == ExprKind::Call || kind == ExprKind::FunctionRef) reach(pool.functionOf(e));
      for (ExprId c : pool.children(e)) open.push_back(c);
    }
  };
  std::vector<const Function*> externals;
  while (!work.empty()) {
    const Function& function = dae.functions[work.back()];
    work.pop_back();
    if (!function.external) {
      forEachExprInFunction(function, walk);
      continue;
    }
    const ExternalCall& external = *function.external;
    if (external.language == "builtin" || findStandardExternal(external.function) != nullptr ||
        StandardTables::knows(external.function) || HiddenRandom::knows(external.function))
      continue;
    externals.push_back(&function);
  }
  libraries.unite(externals, pool, dae.gate.get());
  for (const Function* function : externals) {
    const ExternalAddress found = libraries.find(*function, pool, dae.gate.get());
    if (found.refused && dae.gate)
      reportRefusal(*function, dae, diagnostics);
    else if (found.address == nullptr)
      diagnostics.report(diag::ExternalFunctionMissing, function->range,
                         pool.names.text(function->name), found.error);
  }
}

}  // namespace formola
