#include "flatten/explain_balance.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "dae/visit.h"
#include "diag/codes/equations.h"
#include "flatten/explain_matching.h"
#include "sema/sema.h"

namespace formola {

namespace {

constexpr int64_t kLargestMatched =
    1'000'000;  // scalars; beyond that an explanation takes too long

int64_t elementCount(const Instance* variable) {
  int64_t n = 1;
  for (Size d : variable->dims) n *= std::max(d, 0);
  return n;
}

// Whether there is a connect equation among these. Recurses on the nesting of equations.
bool connects(std::span<const ast::Equation* const> equations) {
  for (const ast::Equation* e : equations) {
    if (e->kind == ast::EquationKind::Connect) return true;
    if (e->kind == ast::EquationKind::For && connects(e->as<ast::ForEquation>().body)) return true;
    if (e->kind != ast::EquationKind::If) continue;
    const auto& choice = e->as<ast::IfEquation>();
    for (const auto& branch : choice.branches) {
      if (connects(branch.body)) return true;
    }
  }
  return false;
}

bool connects(const Instance* component) {
  for (const Part& part : component->layout->parts) {
    if (!part.node || !part.node->def) continue;
    for (const ast::EquationSection& section : part.node->def->equations) {
      if (connects(section.equations)) return true;
    }
  }
  return false;
}

// A connector made from a record (connector ComplexInput = input Complex).
bool isRecordBased(const Instance* connector) {
  for (const Part& part : connector->layout->parts) {
    if (!part.node || !part.node->def) continue;
    if (part.node->def->classKind == ast::ClassKind::Record ||
        part.node->def->classKind == ast::ClassKind::OperatorRecord) {
      return true;
    }
  }
  return false;
}

// Equations that the class of a component has to bring. Nothing where the count cannot be told from
// the component alone: it contains further models (they are looked at on their own), records (their
// equations may be of the whole or of a field), connections,
// parts that may be absent, inputs that a modifier may determine, overdetermined connectors.
std::optional<int64_t> neededEquations(const Instance* component, Sema& sema) {
  int64_t needed = 0;
  for (const Instance* child : component->children) {
    if (!child || !child->isComponent() || !child->resolved) continue;
    // a state may determine it: counted where the states are merged
    if (child->isOuter && child->causality == Causality::Output) return std::nullopt;
    if (child->isOuter) continue;
    if (child->decl->condition) return std::nullopt;
    if (child->causality == Causality::Input) {
      if (component->layout->classKind != ast::ClassKind::Connector &&
          !sema.isConnector(const_cast<Instance*>(child)))
        return std::nullopt;
      // Torque drive(tau = u): a modifier in the place of a connection.
      if (sema.binding(const_cast<Instance*>(child)).valid()) needed += elementCount(child);
      continue;
    }
    if (child->isFlow) continue;  // the connections outside bring one, for each field of a record
    if (child->layout->builtin != BaseType::None) {
      if (child->variability <= Variability::Parameter) continue;
      needed += elementCount(child);
      continue;
    }
    if (child->layout->classKind != ast::ClassKind::Connector || isRecordBased(child))
      return std::nullopt;
    if (child->layout->isExpandable ||
        child->layout->index.count(sema.symbol("equalityConstraint")))
      return std::nullopt;
    std::vector<const Instance*> parts;
    if (child->isArray) {
      for (const Instance* e : child->elements) {
        if (e) parts.push_back(e);
      }
    } else {
      parts.push_back(child);
    }
    for (const Instance* part : parts) {
      if (part->causality == Causality::Input) continue;
      auto inner = neededEquations(part, sema);
      if (!inner) return std::nullopt;
      needed += *inner;
    }
  }
  return needed;
}

bool isGiven(const Variable& v) {
  return v.variability <= Variability::Parameter || v.causality == Causality::Input;
}

constexpr int kShownComponents = 5;

struct LocalImbalance {
  std::string path;
  std::string className;
  int64_t brought = 0;
  int64_t needed = 0;
  SourceRange place;
};

std::string equationCount(int64_t n) {
  return std::to_string(n) + (n == 1 ? " equation" : " equations");
}

// Components whose own class does not add up, one of each class.
std::vector<LocalImbalance> findLocalImbalances(const Dae& dae, const Balance& total,
                                                const std::vector<Instance*>& instances,
                                                Sema& sema) {
  std::unordered_map<Symbol, int64_t> equations;
  for (const BalanceTally& t : total.instances) {
    if (t.instance.valid()) equations[t.instance] = t.equations - t.connections;
  }
  std::vector<LocalImbalance> found;
  std::unordered_set<const ClassNode*> seen;
  for (const Instance* instance : instances) {
    if (!instance->parent || !instance->path.valid()) continue;
    ast::ClassKind kind = instance->layout->classKind;
    if (kind == ast::ClassKind::Connector || kind == ast::ClassKind::Record ||
        kind == ast::ClassKind::OperatorRecord) {
      continue;
    }
    if (seen.count(instance->type->node) || connects(instance)) continue;
    // What its cuts lack comes with the connections, however many variables they have.
    const ClassNode* node = instance->type->node;
    if (node && node->def && node->def->cuts) continue;
    std::optional<int64_t> needed = neededEquations(instance, sema);
    if (!needed) continue;
    // records and connectors inside count with the component
    int64_t brought = 0;
    if (auto at = equations.find(instance->path); at != equations.end()) brought = at->second;
    if (*needed == brought || !seen.insert(instance->type->node).second) continue;
    const bool hasDefinition = instance->type->node && instance->type->node->def;
    found.push_back(
        {std::string(dae.pool->names.text(instance->path)), sema.className(instance->type), brought,
         *needed,
         hasDefinition ? instance->type->node->def->nameRange : instance->decl->nameRange});
  }
  return found;
}

VariableId rootVariable(const ExprPool& pool, ExprId e) {
  while (pool.kind(e) == ExprKind::Index) e = pool.child(e, 0);
  return pool.kind(e) == ExprKind::Variable ? pool.variableOf(e) : VariableId();
}

// Inputs of components that no connection leads a signal to: sets of connected variables of which
// none is an output, an input of the model, or given a value.
int noteUnfedInputs(const Dae& dae, const std::vector<Instance*>& instances, Diagnostic& d) {
  const ExprPool& pool = *dae.pool;
  std::vector<bool> isInput(dae.variables.size(), false);
  std::unordered_map<Symbol, uint32_t> byName;
  for (size_t i = 0; i < dae.variables.size(); ++i)
    byName.emplace(dae.variables[VariableId(i)].name, static_cast<uint32_t>(i));
  for (const Instance* instance : instances) {
    for (const Instance* child : instance->children) {
      if (!child || !child->isComponent() || !child->resolved || child->removed ||
          child->layout->builtin == BaseType::None || child->causality != Causality::Input) {
        continue;
      }
      auto found = byName.find(child->path);
      if (child->path.valid() && found != byName.end()) isInput[found->second] = true;
    }
  }
  std::vector<uint32_t> up(dae.variables.size());
  for (uint32_t i = 0; i < up.size(); ++i) up[i] = i;
  auto top = [&](uint32_t i) {
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
  };
  std::vector<bool> fed(dae.variables.size(), false);
  for (const Equation& e : dae.equations) {
    if (e.kind != EquationKind::Equality) continue;
    VariableId a = rootVariable(pool, e.left), b = rootVariable(pool, e.right);
    if (e.fromConnect && a.valid() && b.valid()) {
      up[top(a.index())] = top(b.index());
    } else if (a.valid()) {
      fed[a.index()] = true;  // x = ...: the value of a declaration or an equation for it
    }
  }
  std::vector<bool> source(dae.variables.size(), false);
  for (uint32_t i = 0; i < up.size(); ++i) {
    const Variable& v = dae.variables[VariableId(i)];
    if (!isInput[i] || fed[i] || v.causality == Causality::Input) source[top(i)] = true;
  }
  int listed = 0;
  std::vector<bool> done(dae.variables.size(), false);
  for (uint32_t i = 0; i < up.size() && listed < 5; ++i) {
    const Variable& v = dae.variables[VariableId(i)];
    if (!isInput[i] || v.variability <= Variability::Parameter || source[top(i)] || done[top(i)] ||
        pool.types.count(v.type) == 0)
      continue;
    done[top(i)] = true;
    std::string names;
    int members = 0;
    for (uint32_t k = i; k < up.size() && members < 4; ++k) {
      if (top(k) != top(i)) continue;
      if (members++ > 0) names += ", ";
      names += members > 3
                   ? "..."
                   : "'" + std::string(pool.names.text(dae.variables[VariableId(k)].name)) + "'";
    }
    d.note("nothing gives the input " + names + " a value: connect it to an output",
           v.origin.range);
    ++listed;
  }
  return listed;
}

}  // namespace

void checkBalance(const Dae& dae, const Instance* model, const std::vector<Instance*>& instances,
                  Sema& sema) {
  Diagnostics& diagnostics = sema.diagnostics();
  Balance total = countBalance(dae);
  auto text = [&](Symbol s) {
    return s.valid() ? std::string(dae.pool->names.text(s)) : std::string();
  };
  for (const UnevenIf& uneven : total.unevenIfs) {
    diagnostics.report(diag::UnevenBranches, uneven.origin.range, uneven.first, uneven.other)
        .in(text(uneven.origin.instance));
  }
  const std::vector<LocalImbalance> imbalances = findLocalImbalances(dae, total, instances, sema);
  if (total.unknowns == total.equations) {
    // what one component lacks another one has too much
    for (const LocalImbalance& local : imbalances) {
      diagnostics
          .report(diag::LocallyUnbalanced, local.place, local.className,
                  equationCount(local.brought), local.needed)
          .in(local.path);
    }
    return;
  }
  int64_t difference = total.equations - total.unknowns;
  std::string what =
      difference > 0
          ? std::to_string(difference) + (difference == 1 ? " is" : " are") + " too many"
          : std::to_string(-difference) + (difference == -1 ? " is" : " are") + " missing";
  SourceRange range = model->type && model->type->node && model->type->node->def
                          ? model->type->node->def->nameRange
                          : SourceRange{};
  Diagnostic& d = diagnostics.report(
      diag::Unbalanced, range, equationCount(total.equations),
      std::to_string(total.unknowns) + (total.unknowns == 1 ? " unknown" : " unknowns"), what);

  int shown = 0;
  for (const LocalImbalance& local : imbalances) {
    if (++shown > kShownComponents) break;
    d.note("component '" + local.path + "' has " + equationCount(local.brought) +
               " where its class '" + local.className + "' needs " + std::to_string(local.needed),
           local.place);
  }

  // unknowns that nothing determines
  if (difference < 0) {
    std::vector<bool> used(dae.variables.size(), false);
    std::vector<bool> visited(dae.pool->size(), false);
    std::vector<ExprId> stack;
    auto visit = [&](ExprId root) {
      if (!root.valid()) return;
      stack.push_back(root);
      while (!stack.empty()) {
        ExprId e = stack.back();
        stack.pop_back();
        if (visited[e.index()]) continue;
        visited[e.index()] = true;
        if (dae.pool->kind(e) == ExprKind::Variable) used[dae.pool->payload(e)] = true;
        for (ExprId c : dae.pool->children(e)) stack.push_back(c);
      }
    };
    auto equation = [&](auto&& self, const Equation& e) -> void {
      visit(e.left);
      visit(e.right);
      for (ExprId t : e.targets) visit(t);
      for (const EquationBranch& b : e.branches) {
        visit(b.condition);
        for (const Equation& inner : b.body) self(self, inner);
      }
    };
    for (const Equation& e : dae.equations) equation(equation, e);
    auto statement = [&](auto&& self, const Statement& s) -> void {
      visit(s.target);
      visit(s.value);
      for (ExprId t : s.targets) visit(t);
      for (const StatementBranch& b : s.branches) {
        visit(b.condition);
        for (const Statement& inner : b.body) self(self, inner);
      }
    };
    for (const Algorithm& a : dae.algorithms) {
      for (const Statement& s : a.body) statement(statement, s);
    }
    shown += noteUnfedInputs(dae, instances, d);
    int listed = 0;
    for (size_t i = 0; i < dae.variables.size() && listed < 5; ++i) {
      const Variable& v = dae.variables[VariableId(i)];
      if (used[i] || isGiven(v) || dae.pool->types.count(v.type) == 0) continue;
      d.note("no equation mentions '" + text(v.name) + "'", v.origin.range);
      ++listed;
    }
    shown += listed;
  }
  // where that says nothing: what a matching of equations and unknowns leaves over
  if (shown == 0 && total.unevenIfs.empty() &&
      std::max(total.unknowns, total.equations) <= kLargestMatched) {
    shown += noteUnmatched(dae, diagnostics.sources(), d);
  }
  if (shown == 0)
    d.note("every variable that is no parameter, constant or top-level input needs one equation");
}

}  // namespace formola
