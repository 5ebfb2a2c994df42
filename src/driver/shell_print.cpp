#include "driver/shell_print.h"

#include <fmt/format.h>

#include <map>

#include "driver/shell_order.h"
#include "driver/shell_paper.h"
#include "expr/rewrite.h"
#include "expr/solve.h"
#include "structure/replace_variables.h"

namespace formola {

std::string PaperForm::equationText(int index) {
  const StructuredEquation& e = model_.equations[static_cast<size_t>(index)];
  dialect_.lookFrom(instanceOf(index));
  dialect_.bracket(view_.partitioned ? view_.assigned[static_cast<size_t>(index)] : VariableId());
  std::string result = text(e.left) + " = " + text(e.right);
  dialect_.bracket({});
  return result;
}

void PaperForm::line(const std::string& instance, const std::string& equation) {
  const std::string shown = instance == last_ ? "" : label(instance);
  last_ = instance;
  out_ += shown.size() < 9 ? fmt::format("{:<9}{}\n", shown, equation)
                           : fmt::format("{}\n{:9}{}\n", shown, "", equation);
}

std::string PaperForm::equations() {
  bool differentiated = false;
  for (int e : listedOrder(model_)) {
    if (!differentiated && model_.equations[static_cast<size_t>(e)].derivativeOf >= 0) {
      differentiated = true;
      last_ = "\n";
    }
    line(instanceOf(e), equationText(e));
  }
  return std::move(out_);
}

std::string PaperForm::singular() {
  out_ = " - The problem is singular.\n - Unassigned variables:\n";
  dialect_.lookFrom("");
  for (VariableId id : view_.unassigned) out_ += fmt::format("   {}\n", dialect_.name(id));
  out_ += " - Additional constraint equations:\n";
  for (int e : view_.constraints) {
    last_ = "\n";
    out_ += "   ";
    line(instanceOf(e), equationText(e));
  }
  return std::move(out_);
}

void PaperForm::assignment(int equation, VariableId variable, ExprId value) {
  const std::string instance = instanceOf(equation);
  dialect_.lookFrom(instance);
  line(instance, dialect_.name(variable) + " = " + text(value));
}

// Coefficients of the equations as they stand, unknowns on the left.
bool PaperForm::linearSystem(const Block& block, std::vector<CramerEntry>& matrix,
                             std::vector<ExprId>& rhs) {
  ExprPool& pool = model_.pool();
  std::vector<int> column(model_.dae.variables.size(), -1);
  for (size_t i = 0; i < block.unknowns.size(); ++i)
    column[block.unknowns[i].index()] = static_cast<int>(i);
  LinearAnalysis analysis(pool, [&](ExprId leaf) {
    if (pool.kind(leaf) == ExprKind::Variable) {
      const VariableId id = pool.variableOf(leaf);
      if (column[id.index()] >= 0) return Dependence::Unknown;
      if (model_.info[id].role == Role::Parameter) return Dependence::Constant;
      return Dependence::Known;
    }
    return Dependence::Known;
  });
  ExprBuilder build(pool);
  for (size_t row = 0; row < block.equations.size(); ++row) {
    const StructuredEquation& e = model_.equations[static_cast<size_t>(block.equations[row])];
    const AffineForm form = analysis.affineResidual(e.left, e.right);
    if (!form.affine) return false;
    for (const AffineTerm& term : form.terms)
      matrix.push_back(
          {static_cast<int>(row), column[pool.variableOf(term.unknown).index()], term.coefficient});
    rhs.push_back(build.neg(form.remainder));
  }
  return true;
}

void PaperForm::solvedSystem(const Block& block, const std::vector<CramerQuotient>& solution) {
  ExprPool& pool = model_.pool();
  dialect_.lookFrom("");
  plain("SOLVED SYSTEM OF EQUATIONS");
  std::map<uint32_t, std::string> names;  // of denominators
  for (size_t i = 0; i < solution.size(); ++i) {
    const CramerQuotient& q = solution[i];
    std::string numerator = text(q.numerator);
    std::string value = numerator;
    if (!pool.isNumber(q.denominator)) {
      std::string denominator = text(q.denominator);
      const bool sum =
          pool.kind(q.denominator) == ExprKind::Add || pool.kind(q.denominator) == ExprKind::Sub;
      const bool product = pool.kind(q.denominator) == ExprKind::Mul;
      if (settings_.subExpr && (sum || product)) {
        auto [found, isNew] = names.emplace(q.denominator.index(), "");
        if (isNew) {
          found->second = fmt::format("Q{}", nextQ_++);
          out_ += fmt::format("  {} = {}\n", found->second, denominator);
        }
        denominator = found->second;
      } else if (sum || product) {
        denominator = "(" + denominator + ")";
      }
      const ExprKind kind = pool.kind(q.numerator);
      if (kind == ExprKind::Add || kind == ExprKind::Sub) numerator = "(" + numerator + ")";
      value = numerator + "/" + denominator;
    }
    out_ += fmt::format("  {} = {}\n", dialect_.name(block.unknowns[i]), value);
  }
}

void PaperForm::system(const Block& block) {
  const size_t n = block.equations.size();
  plain(fmt::format("SYSTEM OF {} SIMULTANEOUS EQUATION{}", n, n == 1 ? "" : "S"));
  plain("UNKNOWN VARIABLES");
  dialect_.lookFrom("");
  for (VariableId id : block.unknowns) out_ += fmt::format("  {}\n", dialect_.name(id));
  plain("EQUATIONS");
  for (int e : block.equations) line(instanceOf(e), equationText(e));
  std::vector<CramerEntry> matrix;
  std::vector<ExprId> rhs;
  if (block.kind == BlockKind::Linear && linearSystem(block, matrix, rhs)) {
    if (settings_.evaluateExpr && !constant_.empty()) {
      VariableReplacement replacement(model_.pool());
      for (uint32_t i = 0; i < constant_.size(); ++i)
        if (constant_[i].valid()) replacement.set(VariableId(i), constant_[i]);
      for (CramerEntry& e : matrix) e.value = replacement.apply(e.value);
      for (ExprId& b : rhs) b = replacement.apply(b);
    }
    std::optional<std::vector<CramerQuotient>> solution;
    if (settings_.solveLinearSyst && n <= static_cast<size_t>(kLargestCramer))
      solution = solveByCramer(model_.pool(), static_cast<int>(n), matrix, rhs, isConstant());
    dialect_.lookFrom("");
    if (solution) {
      solvedSystem(block, *solution);
    } else if (settings_.matrixExpr) {
      const auto zero = [&](ExprId id) {
        return model_.pool().isNumber(id) && model_.pool().realValue(id) == 0;
      };
      std::stable_sort(matrix.begin(), matrix.end(), [](const auto& a, const auto& b) {
        return std::pair(a.row, a.column) < std::pair(b.row, b.column);
      });
      for (size_t row = 0; row < n; ++row) {
        for (const CramerEntry& e : matrix)
          if (e.row == static_cast<int>(row) && !zero(e.value))
            out_ += fmt::format("  A({},{}) = {}\n", e.row + 1, e.column + 1, text(e.value));
        if (!zero(rhs[row])) out_ += fmt::format("  b({}) = {}\n", row + 1, text(rhs[row]));
      }
    }
  } else {
    plain(block.kind == BlockKind::Linear ? "LINEAR SYSTEM, SOLVED NUMERICALLY FOR"
                                          : "NONLINEAR SYSTEM, SOLVED BY ITERATION OF");
    dialect_.lookFrom("");
    for (VariableId id : block.torn) out_ += fmt::format("  {}\n", dialect_.name(id));
    for (const Assignment& a : block.inner)
      out_ += fmt::format("  {} = {}\n", dialect_.name(a.variable), text(a.value));
    for (int e : block.residuals) {
      const StructuredEquation& r = model_.equations[static_cast<size_t>(e)];
      out_ += fmt::format("  residual: {} = {}\n", text(r.left), text(r.right));
    }
  }
  plain("END OF SYSTEM OF SIMULTANEOUS EQUATIONS");
}

static bool isAssignment(const Block& block) {
  return block.kind == BlockKind::Assign && block.inner.size() == 1;
}

// Variables that are numbers for good, in the order of evaluation; and, going back, what is needed.
void PaperForm::findConstants() {
  ExprPool& pool = model_.pool();
  constant_.assign(model_.dae.variables.size(), ExprId());
  VariableReplacement replacement(pool);
  for (Block& block : model_.blocks) {
    if (!isAssignment(block)) continue;
    Assignment& a = block.inner[0];
    a.value = replacement.apply(a.value);
    if (!pool.isNumber(a.value)) continue;
    constant_[a.variable.index()] = a.value;
    replacement.set(a.variable, a.value);
  }
  std::vector<char> needed(model_.dae.variables.size(), 0);
  auto need = [&](ExprId root) {
    ExprSet seen;
    ExprId roots[1] = {root};
    forEachNode(pool, roots, seen, [&](ExprId id) {
      if (pool.kind(id) == ExprKind::Variable) needed[pool.variableOf(id).index()] = 1;
    });
  };
  for (uint32_t i = 0; i < needed.size(); ++i) {
    const VariableId id(i);
    needed[i] = model_.info[id].role == Role::Derivative ||
                model_.dae.variables[id].causality == Causality::Output;
  }
  surplus_.assign(needed.size(), 0);
  for (size_t b = model_.blocks.size(); b-- > 0;) {
    const Block& block = model_.blocks[b];
    bool any = false;
    for (VariableId id : block.unknowns) any = any || needed[id.index()] != 0;
    if (!any) {
      for (VariableId id : block.unknowns) surplus_[id.index()] = 1;
      continue;
    }
    if (isAssignment(block)) {
      need(block.inner[0].value);
      continue;
    }
    for (int e : block.equations) {
      need(model_.equations[static_cast<size_t>(e)].left);
      need(model_.equations[static_cast<size_t>(e)].right);
    }
  }
}

// A single nonlinear equation is shown solved wherever that is possible, even if the solution is
// one of several: the simulation iterates instead.
void PaperForm::solveSingleEquations() {
  EquationSolver solver(model_.pool(), {});
  for (Block& block : model_.blocks) {
    if (block.kind != BlockKind::Nonlinear || block.equations.size() != 1) continue;
    const StructuredEquation& e = model_.equations[static_cast<size_t>(block.equations[0])];
    const Solution solution = solver(e.left, e.right, model_.ref(block.unknowns[0]));
    if (!solution.solved()) continue;
    block.kind = BlockKind::Assign;
    block.inner = {{block.equations[0], block.unknowns[0], solution.value}};
  }
}

std::string PaperForm::solved() {
  solveSingleEquations();
  if (settings_.evaluateExpr) findConstants();
  plain("SORTED AND SOLVED EQUATIONS");
  for (const Block& block : model_.blocks) {
    if (!isAssignment(block)) {
      if (!surplus_.empty() && surplus_[block.unknowns[0].index()] != 0) continue;
      system(block);
      continue;
    }
    const Assignment& a = block.inner[0];
    if (!constant_.empty() &&
        (constant_[a.variable.index()].valid() || surplus_[a.variable.index()] != 0))
      continue;
    assignment(block.equations[0], a.variable, a.value);
  }
  plain("END OF SORTED AND SOLVED EQUATIONS");
  return std::move(out_);
}

// Every block as assignments; closed forms where there are some.
std::vector<Assignment> PaperForm::allAssignments() {
  ExprBuilder build(model_.pool());
  std::vector<Assignment> list;
  VariableReplacement replacement(model_.pool());
  for (const Block& block : model_.blocks) {
    std::vector<CramerEntry> matrix;
    std::vector<ExprId> rhs;
    if (isAssignment(block)) {
      list.push_back(block.inner[0]);
      if (model_.pool().isNumber(list.back().value))
        replacement.set(list.back().variable, list.back().value);
    } else if (block.equations.size() <= static_cast<size_t>(kLargestCramer) &&
               linearSystem(block, matrix, rhs)) {
      // constants first, so that products with zero vanish
      for (CramerEntry& e : matrix) e.value = replacement.apply(e.value);
      for (ExprId& b : rhs) b = replacement.apply(b);
      const auto n = static_cast<int>(block.equations.size());
      if (auto solution = solveByCramer(model_.pool(), n, matrix, rhs, isConstant())) {
        for (size_t i = 0; i < solution->size(); ++i)
          list.push_back({block.equations[i], block.unknowns[i],
                          build.div((*solution)[i].numerator, (*solution)[i].denominator)});
      }
    }
  }
  return list;
}

std::string PaperForm::reduced() {
  ExprPool& pool = model_.pool();
  std::vector<Assignment> list = allAssignments();
  auto isCopy = [&](ExprId id) {
    if (pool.kind(id) == ExprKind::Neg) id = pool.child(id, 0);
    return pool.isNumber(id) || pool.kind(id) == ExprKind::Variable;
  };
  auto wanted = [&](VariableId id) {
    return model_.info[id].role == Role::Derivative ||
           model_.dae.variables[id].causality == Causality::Output;
  };
  // Forward: constants and copies are inserted.
  VariableReplacement replacement(pool);
  for (Assignment& a : list) {
    a.value = replacement.apply(a.value);
    if (isCopy(a.value)) replacement.set(a.variable, a.value);
  }
  // An output that only repeats a computed variable takes over its formula.
  for (Assignment& a : list) {
    if (!wanted(a.variable) || pool.kind(a.value) != ExprKind::Variable) continue;
    const VariableId copied = pool.variableOf(a.value);
    for (const Assignment& b : list)
      if (b.variable == copied && !wanted(copied)) a.value = b.value;
  }
  std::vector<char> needed(model_.dae.variables.size(), 0), kept(list.size(), 0);
  for (size_t i = list.size(); i-- > 0;) {
    if (!wanted(list[i].variable) && needed[list[i].variable.index()] == 0) continue;
    kept[i] = 1;
    ExprSet seen;
    ExprId roots[1] = {list[i].value};
    forEachNode(pool, roots, seen, [&](ExprId id) {
      if (pool.kind(id) == ExprKind::Variable) needed[pool.variableOf(id).index()] = 1;
    });
  }
  dialect_.lookFrom("\n");
  for (size_t i = 0; i < list.size(); ++i)
    if (kept[i] != 0)
      out_ += fmt::format("{} = {}\n", dialect_.name(list[i].variable), text(list[i].value));
  return std::move(out_);
}

std::string printEquations(const ShellView& view) {
  ShellView copy = view;
  return PaperForm(copy, {}).equations();
}

std::string printSolvedEquations(ShellView& view, const ShellSettings& settings) {
  return PaperForm(view, settings).solved();
}

std::string printReducedEquations(ShellView& view) {
  const ShellSettings settings;
  return PaperForm(view, settings).reduced();
}

std::string printSingular(const ShellView& view) {
  ShellView copy = view;
  return PaperForm(copy, {}).singular();
}

}  // namespace formola
