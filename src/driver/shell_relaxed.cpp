// Relaxing as seed 003 prints it: the relaxed form of a linear system and its elimination.
#include <map>

#include "driver/shell_paper.h"
#include "driver/shell_print.h"
#include "graph/matching.h"
#include "structure/solve/relaxed_rows.h"

namespace formola {

// A name for a value of the elimination, c1, c2, ... as in seed 003.
VariableId PaperForm::namedValue() {
  const std::string name = fmt::format("c{}", ++lastNamed_);
  Variable variable;
  variable.name = model_.pool().names.intern(name);
  variable.type = model_.pool().types.real();
  const VariableId id = model_.dae.variables.push_back(variable);
  model_.info.push_back({});
  return id;
}

// Seed 003, section 4: A(k+1)ij = A(k)ij - A(k)ik/A(k)kk A(k)kj, b likewise, in the order of the
// relaxed form. What is computed on the way gets a name unless it is a copy up to the sign.
// False if a pivot is missing: then the order is not one of this form.
bool PaperForm::eliminateInOrder(const Block& block) {
  std::vector<CramerEntry> entries;
  std::vector<ExprId> given;
  if (!block.torn.empty() || !linearSystem(block, entries, given)) return false;
  const size_t n = block.equations.size();
  if (block.inner.size() != n) return false;
  // position in the order of each equation and unknown
  std::vector<size_t> rowAt(n, n), columnAt(n, n);
  std::vector<VariableId> unknown(n);
  for (size_t k = 0; k < n; ++k) {
    const Assignment& a = block.inner[n - 1 - k];
    const auto e = std::find(block.equations.begin(), block.equations.end(), a.equation);
    const auto v = std::find(block.unknowns.begin(), block.unknowns.end(), a.variable);
    if (e == block.equations.end() || v == block.unknowns.end()) return false;
    rowAt[static_cast<size_t>(e - block.equations.begin())] = k;
    columnAt[static_cast<size_t>(v - block.unknowns.begin())] = k;
    unknown[k] = a.variable;
  }
  ExprPool& pool = model_.pool();
  ExprBuilder build(pool);
  std::vector<std::map<size_t, ExprId>> matrix(n);
  std::vector<ExprId> rhs(n);
  for (const CramerEntry& e : entries)
    if (!build.isZero(e.value))
      matrix[rowAt[static_cast<size_t>(e.row)]][columnAt[static_cast<size_t>(e.column)]] = e.value;
  for (size_t i = 0; i < n; ++i) rhs[rowAt[i]] = given[i];
  notation_.lookFrom("");
  std::string lines;
  auto write = [&](VariableId id, ExprId value) {
    // -(a*b) is -a*b
    const bool turned = pool.kind(value) == ExprKind::Neg;
    const ExprId rest = turned ? pool.child(value, 0) : value;
    const bool term = pool.kind(rest) == ExprKind::Mul || pool.kind(rest) == ExprKind::Div;
    const std::string shown = turned && term ? "-" + whole(rest) : whole(value);
    lines += fmt::format("  {} = {}\n", notation_.name(id), shown);
  };
  auto named = [&](ExprId value) {
    ExprId leaf = value;
    if (pool.kind(leaf) == ExprKind::Neg) leaf = pool.child(leaf, 0);
    if (pool.isNumber(leaf) || pool.kind(leaf) == ExprKind::Variable) return value;
    const VariableId id = namedValue();
    write(id, value);
    return model_.ref(id);
  };
  auto isOne = [&](ExprId id, double one) {
    return pool.isNumber(id) && pool.realValue(id) == one;
  };
  // a - f*b with few signs; quantities of the model stand before computed ones
  const uint32_t first = static_cast<uint32_t>(model_.dae.variables.size());
  auto minus = [&](ExprId a, ExprId f, ExprId b) {
    if (isOne(f, -1)) return build.add(a, b);
    if (isOne(f, 1)) return build.sub(a, b);
    const bool computed = pool.kind(f) == ExprKind::Variable && pool.variableOf(f).index() >= first;
    return build.sub(a, computed ? build.mul(b, f) : build.mul(f, b));
  };
  for (size_t k = 0; k < n; ++k) {
    const auto pivot = matrix[k].find(k);
    if (pivot == matrix[k].end()) return false;
    for (size_t i = k + 1; i < n; ++i) {
      const auto below = matrix[i].find(k);
      if (below == matrix[i].end()) continue;
      ExprId factor = below->second;
      if (isOne(pivot->second, -1)) {
        factor = build.neg(factor);
      } else if (!isOne(pivot->second, 1)) {
        factor = named(build.div(factor, pivot->second));
      }
      matrix[i].erase(below);
      if (!build.isZero(rhs[k])) rhs[i] = named(minus(rhs[i], factor, rhs[k]));
      for (auto [j, value] : matrix[k]) {
        if (j <= k) continue;
        const auto old = matrix[i].find(j);
        const ExprId entry = old == matrix[i].end() ? build.real(0) : old->second;
        const ExprId changed = named(minus(entry, factor, value));
        if (build.isZero(changed)) {
          matrix[i].erase(j);
        } else {
          matrix[i][j] = changed;
        }
      }
    }
  }
  for (size_t k = n; k-- > 0;) {
    const ExprId pivot = matrix[k].at(k);
    const bool turned = isOne(pivot, -1);
    ExprId value = turned ? build.neg(rhs[k]) : rhs[k];
    for (auto [j, a] : matrix[k]) {
      if (j <= k) continue;
      value = minus(value, turned ? build.neg(a) : a, model_.ref(unknown[j]));
    }
    if (!turned && !isOne(pivot, 1)) value = build.div(value, pivot);
    write(unknown[k], value);
  }
  out_ += lines;
  return true;
}

// The assignments that the unknowns follow from, common parts before them.
void PaperForm::elimination(const Block& block) {
  std::vector<ExprId> values;
  for (const Assignment& a : block.inner) values.push_back(a.value);
  notation_.lookFrom("");
  nameCommonParts(values);
  // What depends on an unknown cannot stand before it.
  const bool early = std::none_of(common_.begin(), common_.end(), [&](const CommonPart& part) {
    return std::any_of(block.unknowns.begin(), block.unknowns.end(), [&](VariableId id) {
      return part.value.find(notation_.name(id)) != std::string::npos;
    });
  });
  if (early) {
    writeCommonParts();
  } else {
    nextQ_ -= static_cast<int>(common_.size());
    forgetCommonParts();
  }
  for (const Assignment& a : block.inner)
    define(notation_.name(a.variable), early ? whole(a.value) : text(a.value));
  forgetCommonParts();
}

// Unknowns that no equation is left for when the relaxed variables are taken as known.
std::string PaperForm::undetermined(const Block& block) {
  std::vector<int> place(model_.dae.variables.size(), -1);
  const RelaxedRows system = relaxedRows(model_, model_.equations, block, place);
  const auto n = static_cast<int>(block.unknowns.size());
  const graph::Bipartite graph = graph::Bipartite::fromRows(n, system.rows);
  const graph::Matching matching = graph::maximumMatching(graph);
  std::string names;
  notation_.lookFrom("");
  for (int v = 0; v < n; ++v)
    if (matching.varToEq[static_cast<size_t>(v)] == graph::kNone)
      names += (names.empty() ? "" : ", ") + notation_.name(block.unknowns[static_cast<size_t>(v)]);
  return names;
}

// Seed 003, eq. 12: with the relaxed variables taken as known the equations follow one after the
// other, so that elimination goes through them in this order and back.
void PaperForm::relaxedSystem(const Block& block) {
  const size_t n = block.equations.size();
  plain(fmt::format("RELAXED SYSTEM OF {} EQUATIONS", n));
  const ExprPool& pool = model_.pool();
  auto relaxedIn = [&](int equation) {
    std::vector<VariableId> ids;
    for (ExprId x : model_.equations[static_cast<size_t>(equation)].relaxed)
      if (pool.kind(x) == ExprKind::Variable) ids.push_back(pool.variableOf(x));
    return ids;
  };
  // An equation that had to be solved for what it relaxes, e.g. in a component that is connected
  // the other way round than its author thought.
  bool marked = false, followed = true;
  for (const Assignment& a : block.inner) {
    if (a.equation < 0) continue;
    const std::vector<VariableId> ids = relaxedIn(a.equation);
    marked = marked || !ids.empty();
    followed = followed && std::find(ids.begin(), ids.end(), a.variable) == ids.end();
  }
  if (marked && !followed) {
    const std::string open = undetermined(block);
    plain(open.empty() ? "IN AN ORDER FOUND AUTOMATICALLY"
                       : "RELAX CANNOT BE FOLLOWED: WITHOUT RELAXED VARIABLES NOTHING DETERMINES");
    if (!open.empty()) plain("  " + open);
  }
  for (size_t i = block.inner.size(); i-- > 0;) {
    const Assignment& a = block.inner[i];
    if (a.equation < 0) continue;
    const StructuredEquation& e = model_.equations[static_cast<size_t>(a.equation)];
    if (followed) notation_.relax(relaxedIn(a.equation));
    notation_.lookFrom(instanceOf(a.equation));
    notation_.bracket(a.variable);
    line(instanceOf(a.equation), sides(e.left, e.right));
    notation_.bracket({});
    notation_.relax({});
  }
  // Section 6: what is substituted leaves a smaller system.
  const auto reduction = relaxedReduction(pool, model_.equations, block);
  if (reduction && !undetermined(block).empty())
    plain(fmt::format("{} EQUATIONS ARE SUBSTITUTED, {} ARE LEFT", reduction->substituted,
                      reduction->left));
  plain(block.torn.empty() ? "SOLVED BY ELIMINATION" : "EQUATIONS LEFT TO SOLVE");
  if (!block.torn.empty()) {
    notation_.lookFrom("");
    for (VariableId id : block.torn) out_ += fmt::format("  {}\n", notation_.name(id));
  }
  if (!eliminateInOrder(block)) elimination(block);
  plain("END OF RELAXED SYSTEM");
}

std::string PaperForm::relaxed() {
  for (const Block& block : model_.blocks)
    if (block.kind == BlockKind::Linear && block.equations.size() > 1) relaxedSystem(block);
  if (out_.empty()) plain("THERE IS NO LINEAR SYSTEM");
  return std::move(out_);
}

std::string printRelaxedEquations(const StructuredDae& model) {
  ShellView view;
  view.model = model;
  const ShellSettings settings;
  return PaperForm(view, settings).relaxed();
}

}  // namespace formola
