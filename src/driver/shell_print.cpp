#include "driver/shell_print.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "dae/visit.h"
#include "driver/shell_order.h"
#include "driver/shell_paper.h"
#include "expr/rewrite.h"
#include "expr/solve.h"
#include "structure/lower/lower_hints.h"
#include "structure/simplify/replace_variables.h"
#include "structure/solve/probe_regular.h"
#include "structure/solve/tear_blocks.h"

namespace formola {

namespace {

// Texts of expressions with more nodes than this, counted as often as they are used, are split.
constexpr double kLongestText = 3000;

bool isOperation(const ExprPool& pool, ExprId id) {
  if (isLeafQuantity(pool, id) || !pool.types.isScalar(pool.type(id))) return false;
  switch (pool.kind(id)) {
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::Div:
    case ExprKind::Pow:
    case ExprKind::And:
    case ExprKind::Or:
    case ExprKind::If:
    case ExprKind::Builtin:
    case ExprKind::Call:
    case ExprKind::TupleElement:
    case ExprKind::Index:
    case ExprKind::Field:
      return pool.base(id) <= BaseType::Boolean;
    default:
      return false;
  }
}

}  // namespace

std::string PaperForm::whole(ExprId id, Precedence least) {
  std::string out;
  const PrintContext context{model_.pool(), &model_.dae, nullptr};
  ExprPrinter(context, out, notation_).print(id, least);
  return out;
}

// Nodes of an expression, written out.
double PaperForm::size(ExprId id) {
  const ExprPool& pool = model_.pool();
  const ExprId roots[1] = {id};
  forEachNode(pool, roots, measured_, [&](ExprId node) {
    double size = 1;
    for (ExprId child : pool.children(node)) size += sizes_.get(child);
    sizes_.set(node, size);
  });
  return sizes_.get(id);
}

std::string PaperForm::text(ExprId id, Precedence least) {
  if (size(id) <= kLongestText) return whole(id, least);
  const ExprId roots[1] = {id};
  nameCommonParts(roots);
  std::string result = whole(id, least);
  notation_.callNothing();
  return result;
}

void PaperForm::nameCommonParts(std::span<const ExprId> roots) {
  const ExprPool& pool = model_.pool();
  std::vector<ExprId> order;
  std::unordered_map<uint32_t, int> uses;
  SmallExprSet seen;
  for (ExprId root : roots) ++uses[notation_.shown(root).index()];
  forEachNode(pool, roots, seen, [&](ExprId id) {
    order.push_back(id);
    for (ExprId child : pool.children(id)) ++uses[notation_.shown(child).index()];
  });
  for (ExprId id : order) {
    if (uses[id.index()] < 2 || notation_.shown(id) != id || !isOperation(pool, id)) continue;
    common_.push_back({fmt::format("Q{}", nextQ_++), whole(id)});
    notation_.call(id, common_.back().name);
  }
}

void PaperForm::forgetCommonParts() {
  common_.clear();
  notation_.callNothing();
}

void PaperForm::writeCommonParts() {
  for (const CommonPart& part : common_) out_ += fmt::format("  {} = {}\n", part.name, part.value);
  common_.clear();
}

std::string PaperForm::equationText(int index) {
  const StructuredEquation& e = model_.equations[static_cast<size_t>(index)];
  notation_.lookFrom(instanceOf(index));
  notation_.bracket(view_.partitioned ? view_.assigned[static_cast<size_t>(index)] : VariableId());
  std::string result = sides(e.left, e.right);
  notation_.bracket({});
  return result;
}

void PaperForm::line(const std::string& instance, const std::string& equation) {
  for (const CommonPart& part : std::exchange(common_, {}))
    line(instance, fmt::format("{} = {}", part.name, part.value));
  const std::string shown = instance == last_ ? "" : label(instance);
  last_ = instance;
  out_ += shown.size() < 9 ? fmt::format("{:<9}{}\n", shown, equation)
                           : fmt::format("{}\n{:9}{}\n", shown, "", equation);
}

void PaperForm::define(const std::string& name, const std::string& value) {
  writeCommonParts();
  out_ += fmt::format("  {} = {}\n", name, value);
}

// What happens at events beside equations. Assertions and hints say nothing about the solution.
void PaperForm::actions(bool labelled) {
  size_t asserted = 0;
  for (const Action& action : model_.actions) {
    if (isHint(model_.pool(), action)) continue;
    if (action.kind == ActionKind::Assert) {
      ++asserted;
      continue;
    }
    const Symbol s = action.origin.instance;
    const std::string instance = s.valid() ? std::string(model_.pool().names.text(s)) : "";
    notation_.lookFrom(labelled ? instance : "\n");
    std::string what;
    if (action.kind == ActionKind::Reinit) {
      const std::string value =
          text(action.value, action.negated ? Precedence::Power : Precedence::If);
      what = fmt::format("reinit({}, {}{})", notation_.name(action.state),
                         action.negated ? "-" : "", value);
    } else if (action.kind == ActionKind::Terminate) {
      what = fmt::format("terminate({})", text(action.message));
    } else {
      what = text(action.value);
    }
    if (action.guard.valid()) what = fmt::format("when {} then {}", text(action.guard), what);
    if (labelled) {
      line(instance, what);
    } else {
      writeCommonParts();
      out_ += what + "\n";
    }
  }
  if (asserted > 0)
    plain(fmt::format(" - {} assertion{} not shown", asserted, asserted == 1 ? " is" : "s are"));
}

// Functions that the user has not written: algorithms, and derivatives of functions.
void PaperForm::functions() {
  const ExprPool& pool = model_.pool();
  ExprSet seen;
  std::vector<char> shown(model_.dae.functions.size(), 0);
  std::vector<FunctionId> open;
  auto collect = [&](const ExprId& root) {
    const ExprId roots[1] = {root};
    forEachNode(pool, roots, seen, [&](ExprId id) {
      if (pool.kind(id) != ExprKind::Call && pool.kind(id) != ExprKind::FunctionRef) return;
      const FunctionId f = pool.functionOf(id);
      if (!f.valid() || f.index() >= shown.size() || shown[f.index()] != 0) return;
      shown[f.index()] = 1;
      open.push_back(f);
    });
  };
  for (const StructuredEquation& e : model_.equations) {
    collect(e.left);
    collect(e.right);
  }
  for (const Action& action : model_.actions)
    for (ExprId id : {action.guard, action.value})
      if (id.valid()) collect(id);
  for (size_t i = 0; i < open.size(); ++i) {
    const Function& f = model_.dae.functions[open[i]];
    if (!pool.names.text(f.name).starts_with("$")) continue;
    plain(print(f, model_.dae));
    for (const Statement& statement : f.body) forEachExprInStatement(statement, collect);
  }
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
  actions();
  functions();
  return std::move(out_);
}

std::string PaperForm::singular() {
  out_ = " - The problem is singular.\n - Unassigned variables:\n";
  notation_.lookFrom("");
  for (VariableId id : view_.unassigned) out_ += fmt::format("   {}\n", notation_.name(id));
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
  notation_.lookFrom(instance);
  const bool several = !oneOfSeveral_.empty() && oneOfSeveral_[variable.index()] != 0;
  line(instance, notation_.name(variable) + " = " + text(value) +
                     (several ? "  { one of several solutions }" : ""));
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
  notation_.lookFrom("");
  plain("SOLVED SYSTEM OF EQUATIONS");
  std::map<uint32_t, std::string> names;  // of denominators
  for (size_t i = 0; i < solution.size(); ++i) {
    const CramerQuotient& q = solution[i];
    const std::string name = notation_.name(block.unknowns[i]);
    if (pool.isNumber(q.denominator)) {
      define(name, text(q.numerator));
      continue;
    }
    std::string denominator = text(q.denominator, Precedence::Power);
    if (settings_.subExpr && isOperation(pool, q.denominator)) {
      auto [found, isNew] = names.emplace(q.denominator.index(), "");
      if (isNew) {
        found->second = fmt::format("Q{}", nextQ_++);
        define(found->second, text(q.denominator));
      }
      denominator = found->second;
    }
    const bool negative = pool.kind(q.numerator) == ExprKind::Neg;
    const ExprId factor = negative ? pool.child(q.numerator, 0) : q.numerator;
    const std::string numerator = (negative ? "-" : "") + text(factor, Precedence::Term);
    define(name, numerator + "/" + denominator);
  }
}

void PaperForm::system(const Block& block) {
  const size_t n = block.equations.size();
  plain(fmt::format("SYSTEM OF {} SIMULTANEOUS EQUATION{}", n, n == 1 ? "" : "S"));
  plain("UNKNOWN VARIABLES");
  notation_.lookFrom("");
  for (VariableId id : block.unknowns) out_ += fmt::format("  {}\n", notation_.name(id));
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
      solution = solveRegular(model_.pool(), static_cast<int>(n), matrix, rhs, isConstant());
    notation_.lookFrom("");
    if (solution) {
      solvedSystem(block, *solution);
    } else if (settings_.matrixExpr) {
      matrixForm(n, matrix, rhs);
    } else if (settings_.solveLinearSyst) {
      numerically(block);
    }
  } else {
    numerically(block);
  }
  plain("END OF SYSTEM OF SIMULTANEOUS EQUATIONS");
}

void PaperForm::matrixForm(size_t n, std::vector<CramerEntry>& matrix,
                           const std::vector<ExprId>& rhs) {
  const ExprBuilder build(model_.pool());
  std::stable_sort(matrix.begin(), matrix.end(), [](const auto& a, const auto& b) {
    return std::pair(a.row, a.column) < std::pair(b.row, b.column);
  });
  size_t next = 0;
  for (size_t row = 0; row < n; ++row) {
    for (; next < matrix.size() && matrix[next].row == static_cast<int>(row); ++next)
      if (const CramerEntry& e = matrix[next]; !build.isZero(e.value))
        define(fmt::format("A({},{})", e.row + 1, e.column + 1), text(e.value));
    if (!build.isZero(rhs[row])) define(fmt::format("b({})", row + 1), text(rhs[row]));
  }
}

// How a block without a closed form is solved.
void PaperForm::numerically(const Block& block) {
  if (block.kind == BlockKind::Mixed) {
    plain("MIXED SYSTEM, SOLVED FOR EACH VALUE OF ITS CONDITIONS");
  } else {
    plain(block.kind == BlockKind::Linear ? "LINEAR SYSTEM, SOLVED NUMERICALLY FOR"
                                          : "NONLINEAR SYSTEM, SOLVED BY ITERATION OF");
  }
  insideOf(block);
}

void PaperForm::insideOf(const Block& block) {
  notation_.lookFrom("");
  for (VariableId id : block.torn) out_ += fmt::format("  {}\n", notation_.name(id));
  auto assign = [&](const Assignment& a) { define(notation_.name(a.variable), text(a.value)); };
  for (const Assignment& a : block.inner) assign(a);
  for (const Block& part : block.parts) {
    if (part.kind == BlockKind::Assign && part.inner.size() == 1) {
      assign(part.inner[0]);
    } else {
      numerically(part);
    }
  }
  for (const Assignment& a : block.modes) assign(a);
  for (int e : block.residuals) {
    const StructuredEquation& r = model_.equations[static_cast<size_t>(e)];
    const std::string shown = sides(r.left, r.right);
    writeCommonParts();
    out_ += fmt::format("  residual: {}\n", shown);
  }
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
// one of several, which is said: the simulation iterates instead.
void PaperForm::solveSingleEquations() {
  oneOfSeveral_.assign(model_.dae.variables.size(), 0);
  EquationSolver solver(model_.pool(), {signFacts(model_), {}});
  for (Block& block : model_.blocks) {
    if (block.kind != BlockKind::Nonlinear || block.equations.size() != 1) continue;
    const StructuredEquation& e = model_.equations[static_cast<size_t>(block.equations[0])];
    const Solution solution = solver(e.left, e.right, model_.ref(block.unknowns[0]));
    if (!solution.solved()) continue;
    oneOfSeveral_[block.unknowns[0].index()] = solution.assumesBranch ? 1 : 0;
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
  actions();
  plain("END OF SORTED AND SOLVED EQUATIONS");
  functions();
  return std::move(out_);
}

// Every block as assignments; closed forms where there are some.
std::vector<PaperForm::Item> PaperForm::allItems() {
  ExprBuilder build(model_.pool());
  std::vector<Item> list;
  VariableReplacement replacement(model_.pool());
  for (const Block& block : model_.blocks) {
    std::vector<CramerEntry> matrix;
    std::vector<ExprId> rhs;
    std::optional<std::vector<CramerQuotient>> solution;
    if (isAssignment(block)) {
      list.push_back({nullptr, block.inner[0]});
      const Assignment& a = block.inner[0];
      if (model_.pool().isNumber(a.value)) replacement.set(a.variable, a.value);
      continue;
    }
    if (block.kind == BlockKind::Linear &&
        block.equations.size() <= static_cast<size_t>(kLargestCramer) &&
        linearSystem(block, matrix, rhs)) {
      // constants first, so that products with zero vanish
      for (CramerEntry& e : matrix) e.value = replacement.apply(e.value);
      for (ExprId& b : rhs) b = replacement.apply(b);
      const auto n = static_cast<int>(block.equations.size());
      solution = solveRegular(model_.pool(), n, matrix, rhs, isConstant());
    }
    if (!solution) list.push_back({&block, {}});
    for (size_t i = 0; solution && i < solution->size(); ++i)
      list.push_back({nullptr,
                      {block.equations[i], block.unknowns[i],
                       build.div((*solution)[i].numerator, (*solution)[i].denominator)}});
  }
  return list;
}

static bool isResult(const StructuredDae& model, VariableId id) {
  return model.info[id].role == Role::Derivative ||
         model.dae.variables[id].causality == Causality::Output;
}

// Forward: constants and copies are inserted, also into the equations of blocks.
void PaperForm::insertCopies(std::vector<Item>& items) {
  const ExprPool& pool = model_.pool();
  auto isCopy = [&](ExprId id) {
    if (pool.kind(id) == ExprKind::Neg) id = pool.child(id, 0);
    return pool.isNumber(id) || pool.kind(id) == ExprKind::Variable;
  };
  VariableReplacement replacement(model_.pool());
  for (Item& item : items) {
    if (item.block) {
      for (int e : item.block->equations) {
        StructuredEquation& equation = model_.equations[static_cast<size_t>(e)];
        equation.left = replacement.apply(equation.left);
        equation.right = replacement.apply(equation.right);
      }
      continue;
    }
    Assignment& a = item.assignment;
    a.value = replacement.apply(a.value);
    const bool several = oneOfSeveral_[a.variable.index()] != 0;
    if (isCopy(a.value) && !several) replacement.set(a.variable, a.value);
  }
  // An output that only repeats a computed variable takes over its formula.
  for (Item& item : items) {
    Assignment& a = item.assignment;
    if (item.block || !isResult(model_, a.variable) || pool.kind(a.value) != ExprKind::Variable)
      continue;
    const VariableId copied = pool.variableOf(a.value);
    for (const Item& other : items)
      if (!other.block && other.assignment.variable == copied && !isResult(model_, copied) &&
          oneOfSeveral_[copied.index()] == 0)
        a.value = other.assignment.value;
  }
}

// Items that derivatives, outputs, values from before and what happens at events depend on.
std::vector<char> PaperForm::wantedItems(const std::vector<Item>& items) {
  const ExprPool& pool = model_.pool();
  std::vector<char> needed(model_.dae.variables.size(), 0), kept(items.size(), 0);
  for (uint32_t i = 0; i < needed.size(); ++i) needed[i] = isResult(model_, VariableId(i));
  ExprSet seen;
  auto need = [&](ExprId root) {
    if (!root.valid()) return;
    const ExprId roots[1] = {root};
    forEachNode(pool, roots, seen, [&](ExprId id) {
      if (pool.kind(id) == ExprKind::Variable) needed[pool.variableOf(id).index()] = 1;
    });
  };
  for (const Action& action : model_.actions)
    if (action.kind != ActionKind::Assert)
      for (ExprId id : {action.guard, action.value}) need(id);
  // Discrete states: pre() of them is used.
  for (const StructuredEquation& e : model_.equations) {
    SmallExprSet inside;
    const ExprId roots[2] = {e.left, e.right};
    forEachNode(pool, roots, inside, [&](ExprId id) {
      if (pool.isBuiltin(id, Builtin::Pre) && pool.kind(pool.child(id, 0)) == ExprKind::Variable)
        needed[pool.variableOf(pool.child(id, 0)).index()] = 1;
    });
  }
  // What is used may also stand behind its use: edge(x), delay(x, T).
  for (bool more = true; more;) {
    more = false;
    for (size_t i = items.size(); i-- > 0;) {
      const Item& item = items[i];
      const auto isNeeded = [&](VariableId id) { return needed[id.index()] != 0; };
      const bool wanted = item.block ? std::any_of(item.block->unknowns.begin(),
                                                   item.block->unknowns.end(), isNeeded)
                                     : isNeeded(item.assignment.variable);
      if (!wanted || kept[i] != 0) continue;
      kept[i] = 1;
      more = true;
      if (!item.block) need(item.assignment.value);
      for (size_t k = 0; item.block && k < item.block->equations.size(); ++k) {
        const auto e = static_cast<size_t>(item.block->equations[k]);
        need(model_.equations[e].left);
        need(model_.equations[e].right);
      }
    }
  }
  return kept;
}

void PaperForm::writeItem(const Item& item, const std::string& from) {
  notation_.lookFrom(from);
  if (!item.block) {
    const VariableId id = item.assignment.variable;
    const std::string value = text(item.assignment.value);
    writeCommonParts();
    out_ += fmt::format("{} = {}{}\n", notation_.name(id), value,
                        oneOfSeveral_[id.index()] != 0 ? "  { one of several solutions }" : "");
    return;
  }
  const size_t n = item.block->equations.size();
  out_ += fmt::format("SYSTEM OF {} SIMULTANEOUS EQUATION{}\nUNKNOWN VARIABLES\n", n,
                      n == 1 ? "" : "S");
  for (VariableId id : item.block->unknowns) out_ += fmt::format("  {}\n", notation_.name(id));
  out_ += "EQUATIONS\n";
  for (int index : item.block->equations) {
    const StructuredEquation& e = model_.equations[static_cast<size_t>(index)];
    notation_.bracket(view_.assigned[static_cast<size_t>(index)]);
    const std::string shown = sides(e.left, e.right);
    notation_.bracket({});
    writeCommonParts();
    out_ += fmt::format("  {}\n", shown);
  }
  out_ += "END OF SYSTEM OF SIMULTANEOUS EQUATIONS\n";
}

std::string PaperForm::reduced() {
  solveSingleEquations();
  std::vector<Item> items = allItems();
  insertCopies(items);
  const std::vector<char> kept = wantedItems(items);
  for (size_t i = 0; i < items.size(); ++i)
    if (kept[i] != 0) writeItem(items[i], "\n");
  if (out_.empty()) plain("THERE ARE NEITHER STATES NOR OUTPUTS");
  actions(false);
  functions();
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
