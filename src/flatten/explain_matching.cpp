#include "flatten/explain_matching.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "dae/explain_part.h"
#include "graph/dulmage_mendelsohn.h"
#include "scalarize/scalarize.h"

namespace formola {

namespace {

constexpr size_t kShownParts = 3;
constexpr size_t kShownKnown = 4;  // equations without any unknown

// One scalar equation as far as the matching is concerned.
struct Row {
  const Equation* equation = nullptr;  // null: of an algorithm
  SourceRange range;
  Symbol instance;
  bool assigns = false;  // by a when-equation or an algorithm: only its target can be solved for
};

class UnmatchedNotes {
 public:
  UnmatchedNotes(const Dae& dae, Diagnostic& diagnostic)
      : dae_(dae), pool_(*dae.pool), diagnostic_(diagnostic) {}

  int run() {
    number();
    for (const Equation& e : dae_.equations) addEquation(e);
    for (const Algorithm& a : dae_.algorithms) addAlgorithm(a);
    graph::Bipartite incidence = graph::Bipartite::fromEdges(
        static_cast<int>(rows_.size()), static_cast<int>(unknowns_.size()), edges_);
    graph::DulmageMendelsohn parts = graph::decompose(incidence, graph::maximumMatching(incidence));
    size_t shown = 0;
    for (const auto& part : parts.over) {
      if (shown++ < kShownParts) noteTooMany(part);
    }
    for (const auto& part : parts.under) {
      if (!part.equations.empty() && shown++ < kShownParts) notePart(partOf(part, false));
    }
    return notes_;
  }

 private:
  bool isUnknown(const Variable& v) const {
    return v.variability > Variability::Parameter && v.causality != Causality::Input &&
           pool_.types[v.type].base != BaseType::ExternalObject;
  }

  void number() {
    column_.assign(dae_.variables.size(), graph::kNone);
    isState_.assign(dae_.variables.size(), false);
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      if (!isUnknown(dae_.variables[VariableId(i)])) continue;
      column_[i] = static_cast<int>(unknowns_.size());
      unknowns_.push_back(VariableId(i));
    }
    seen_.assign(pool_.size(), 0);
  }

  // Variables of an expression; what pre() is applied to is known.
  std::vector<VariableId> variablesOf(std::span<const ExprId> roots) {
    std::vector<VariableId> found;
    std::vector<ExprId> stack(roots.begin(), roots.end());
    ++stamp_;
    while (!stack.empty()) {
      ExprId e = stack.back();
      stack.pop_back();
      if (!e.valid() || seen_[e.index()] == stamp_) continue;
      seen_[e.index()] = stamp_;
      if (pool_.kind(e) == ExprKind::Variable) found.push_back(pool_.variableOf(e));
      if (pool_.kind(e) == ExprKind::Builtin) {
        if (pool_.builtinOf(e) == Builtin::Pre || pool_.builtinOf(e) == Builtin::Previous) continue;
        if (pool_.builtinOf(e) == Builtin::Der &&
            pool_.kind(pool_.child(e, 0)) == ExprKind::Variable) {
          isState_[pool_.variableOf(pool_.child(e, 0)).index()] = true;
        }
      }
      for (ExprId c : pool_.children(e)) stack.push_back(c);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  void addRow(const Row& row, const std::vector<VariableId>& variables) {
    for (VariableId v : variables) {
      int column = column_[v.index()];
      if (column != graph::kNone) edges_.emplace_back(static_cast<int>(rows_.size()), column);
    }
    rows_.push_back(row);
  }

  void addEquation(const Equation& e) {
    if (e.kind == EquationKind::Equality) {
      const ExprId both[2] = {e.left, e.right};
      addRow({&e, e.origin.range, e.origin.instance, false}, variablesOf(both));
    } else if (e.kind == EquationKind::TupleCall) {
      std::vector<ExprId> all = e.targets;
      all.push_back(e.right);
      const std::vector<VariableId> variables = variablesOf(all);
      for (ExprId target : e.targets) {
        if (target.valid() && pool_.kind(target) != ExprKind::Missing)
          addRow({&e, e.origin.range, e.origin.instance, false}, variables);
      }
    } else if (e.kind == EquationKind::When) {
      std::vector<ExprId> targets;
      collectTargets(e, targets);
      for (VariableId v : variablesOf(targets))
        addRow({&e, e.origin.range, e.origin.instance, true}, {v});
    }
  }

  // Recurses on the nesting of equations, which is that of the source text.
  void collectTargets(const Equation& e, std::vector<ExprId>& targets) {
    if (e.kind == EquationKind::Equality) targets.push_back(e.left);
    for (ExprId t : e.targets) targets.push_back(t);
    for (const EquationBranch& b : e.branches) {
      for (const Equation& inner : b.body) collectTargets(inner, targets);
    }
  }

  void collectTargets(const Statement& s, std::vector<ExprId>& targets) {
    // the subscripts of x[k] := ... are not what is assigned
    auto add = [&](ExprId t) {
      while (pool_.kind(t) == ExprKind::Index) t = pool_.child(t, 0);
      targets.push_back(t);
    };
    if (s.kind == StatementKind::Assign) add(s.target);
    for (ExprId t : s.targets) add(t);
    for (const StatementBranch& b : s.branches) {
      for (const Statement& inner : b.body) collectTargets(inner, targets);
    }
  }

  void addAlgorithm(const Algorithm& a) {
    std::vector<ExprId> targets;
    for (const Statement& s : a.body) collectTargets(s, targets);
    for (VariableId v : variablesOf(targets))
      addRow({nullptr, a.origin.range, a.origin.instance, true}, {v});
  }

  void note(std::string text, SourceRange range) {
    diagnostic_.note(std::move(text), range);
    ++notes_;
  }

  std::string_view name(VariableId v) const { return pool_.names.text(dae_.variables[v].name); }

  UnmatchedPart partOf(const graph::DulmageMendelsohn::Component& component, bool tooMany) const {
    UnmatchedPart part;
    part.tooMany = tooMany;
    for (int e : component.equations) {
      const Row& row = rows_[static_cast<size_t>(e)];
      UnmatchedPart::Row shown{{}, {}, {}, row.range, row.instance};
      if (!row.equation) {
        shown.what = "algorithm";
      } else if (row.assigns) {
        shown.what = "when-equation";
      } else if (row.equation->kind == EquationKind::Equality) {
        shown.left = row.equation->left;
        shown.right = row.equation->right;
      }
      part.equations.push_back(shown);
    }
    for (int v : component.variables) part.unknowns.push_back(unknowns_[static_cast<size_t>(v)]);
    return part;
  }

  void notePart(const UnmatchedPart& part) {
    note("there " + std::string(part.equations.size() == 1 ? "is " : "are ") + countsOf(part, dae_),
         {});
    notes_ += noteEquations(part, dae_, diagnostic_);
  }

  // p = 3, though p is a parameter
  void noteWithoutUnknown(const Row& row) {
    std::string reason;
    if (row.equation) {
      const ExprId both[2] = {row.equation->left, row.equation->right};
      for (VariableId v : variablesOf(both)) {
        const Variable& variable = dae_.variables[v];
        if (variable.causality == Causality::Input) {
          reason = fmt::format(
              ": '{0}' is an input and gets its value from outside; if it is to be computed here, "
              "declare it without 'input'",
              name(v));
        } else {
          reason = fmt::format(
              ": '{0}' is a {1}; give it its value in its declaration, or declare it without '{1}'",
              name(v), variable.variability == Variability::Constant ? "constant" : "parameter");
        }
        break;
      }
    }
    note("this equation contains no unknown" + reason, row.range);
  }

  void noteTooMany(const graph::DulmageMendelsohn::Component& part) {
    if (part.variables.empty()) {
      for (size_t i = 0; i < part.equations.size() && i < kShownKnown; ++i)
        noteWithoutUnknown(rows_[static_cast<size_t>(part.equations[i])]);
      return;
    }
    notePart(partOf(part, true));
    for (int e : part.equations) {
      const Row& row = rows_[static_cast<size_t>(e)];
      if (!row.equation || !row.assigns) continue;
      std::vector<ExprId> targets;
      collectTargets(*row.equation, targets);
      for (VariableId v : variablesOf(targets)) {
        if (!isState_[v.index()]) continue;
        note(fmt::format("'{0}' is a state, because der({0}) is used: a when-equation sets it "
                         "with 'reinit({0}, ...)'",
                         name(v)),
             row.range);
        return;
      }
    }
  }

  const Dae& dae_;
  const ExprPool& pool_;
  Diagnostic& diagnostic_;
  int notes_ = 0;
  std::vector<int> column_;  // by variable
  std::vector<VariableId> unknowns_;
  std::vector<bool> isState_;
  std::vector<Row> rows_;
  std::vector<graph::Bipartite::Edge> edges_;
  std::vector<uint32_t> seen_;  // by expression: the last walk that came by
  uint32_t stamp_ = 0;
};

}  // namespace

int noteUnmatched(const Dae& dae, const SourceManager& sources, Diagnostic& diagnostic) {
  Diagnostics unused(sources);
  Dae scalars = scalarize(dae, unused);
  if (unused.hasErrors()) return 0;
  return UnmatchedNotes(scalars, diagnostic).run();
}

}  // namespace formola
