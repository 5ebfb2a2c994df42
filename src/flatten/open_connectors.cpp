#include "flatten/open_connectors.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "diag/codes/equations.h"
#include "sema/sema.h"

namespace formola {

namespace {

constexpr size_t kMostTerms = 2;

// The variables of an equation such as 0 = p.i + n.i; false if it is of another form.
bool addTerms(const ExprPool& pool, ExprId e, std::vector<VariableId>& terms) {
  switch (pool.kind(e)) {
    case ExprKind::Integer:
    case ExprKind::Real:
      return pool.realValue(e) == 0;
    case ExprKind::Variable:
      terms.push_back(pool.variableOf(e));
      return terms.size() <= kMostTerms;
    case ExprKind::Neg:
      return addTerms(pool, pool.child(e, 0), terms);
    case ExprKind::Add:
    case ExprKind::Sub:
      return addTerms(pool, pool.child(e, 0), terms) && addTerms(pool, pool.child(e, 1), terms);
    default:
      return false;
  }
}

std::string_view ownerOf(std::string_view path) {
  const size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
}

class OpenConnectors {
 public:
  OpenConnectors(const Dae& dae, Sema& sema) : dae_(dae), sema_(sema) {}

  void run(const Instance* model, const std::vector<Instance*>& instances) {
    for (const Equation& equation : dae_.equations)
      if (const VariableId flow = openFlow(equation); flow.valid()) open_.insert(flow.index());
    if (open_.empty()) return;
    for (const Equation& equation : dae_.equations) {
      std::vector<VariableId> terms;
      if (equation.kind == EquationKind::Equality && addTerms(*dae_.pool, equation.left, terms) &&
          addTerms(*dae_.pool, equation.right, terms) && terms.size() == kMostTerms) {
        beside_[terms[0].index()].push_back(terms[1]);
        beside_[terms[1].index()].push_back(terms[0]);
      }
    }
    std::unordered_map<std::string, const Instance*> byPath;
    const FileId file = model->type->node->def->nameRange.file;
    for (const Instance* instance : instances)
      if (instance->decl && instance->decl->nameRange.file == file)
        byPath.emplace(sema_.path(instance), instance);
    for (uint32_t i = 0; i < dae_.variables.size(); ++i) {
      if (!open_.contains(i)) continue;
      const std::string connector(ownerOf(nameOf(VariableId(i))));
      const auto component = byPath.find(std::string(ownerOf(connector)));
      if (component == byPath.end()) continue;
      const std::string other = stillBeside(VariableId(i), component->first);
      if (!other.empty() && told_.insert(component->second->decl).second)
        sema_.diagnostics().report(diag::NothingFlows, component->second->decl->nameRange,
                                   connector, other, component->first);
    }
  }

 private:
  std::string_view nameOf(VariableId id) const {
    return dae_.pool->names.text(dae_.variables[id].name);
  }

  // The flow of a connector to which nothing is connected.
  VariableId openFlow(const Equation& equation) const {
    const ExprPool& pool = *dae_.pool;
    if (!equation.fromConnect || equation.kind != EquationKind::Equality) return {};
    std::vector<VariableId> terms;
    if (!addTerms(pool, equation.left, terms) || !addTerms(pool, equation.right, terms) ||
        terms.size() != 1 || !dae_.variables[terms[0]].isFlow)
      return {};
    return terms[0];
  }

  // A connector of the component, connected, whose flow is zero since this one is.
  std::string stillBeside(VariableId flow, const std::string& component) const {
    const std::string inside = component + '.';
    std::vector<VariableId> zero{flow};
    std::unordered_set<uint32_t> seen{flow.index()};
    for (size_t next = 0; next < zero.size(); ++next) {
      const auto found = beside_.find(zero[next].index());
      if (found == beside_.end()) continue;
      for (const VariableId id : found->second) {
        const std::string_view name = nameOf(id);
        if (!name.starts_with(inside) || !seen.insert(id.index()).second) continue;
        const std::string_view connector = ownerOf(name);
        if (dae_.variables[id].isFlow && !open_.contains(id.index()) &&
            ownerOf(connector) == component)
          return std::string(connector);
        zero.push_back(id);
      }
    }
    return {};
  }

  const Dae& dae_;
  Sema& sema_;
  std::unordered_set<uint32_t> open_;                             // flows
  std::unordered_map<uint32_t, std::vector<VariableId>> beside_;  // other terms of two
  std::unordered_set<const ast::ComponentDecl*> told_;
};

}  // namespace

void noteOpenConnectors(const Dae& dae, const Instance* model,
                        const std::vector<Instance*>& instances, Sema& sema) {
  if (model->type && model->type->node && model->type->node->def)
    OpenConnectors(dae, sema).run(model, instances);
}

}  // namespace formola
