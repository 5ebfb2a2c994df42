// The state-space form (seed 004): what is neither state nor input is substituted.
#include "driver/shell_paper.h"
#include "driver/shell_print.h"
#include "expr/rewrite.h"
#include "expr/substitute.h"

namespace formola {

namespace {

// Formulas with more nodes, written out, keep their variable: substitution would only repeat them.
constexpr double kLongestFormula = 400;

}  // namespace

// Each assignment in terms of states, inputs and of what is not substituted: unknowns of systems
// without a closed form, discrete variables, and variables with long formulas.
void PaperForm::substituteAll(std::vector<Item>& items) {
  Substitution substitution(model_.pool());
  for (Item& item : items) {
    if (item.block) {
      for (int e : item.block->equations) {
        StructuredEquation& equation = model_.equations[static_cast<size_t>(e)];
        equation.left = substitution.apply(equation.left);
        equation.right = substitution.apply(equation.right);
      }
      continue;
    }
    Assignment& a = item.assignment;
    a.value = collected(substitution.apply(a.value));
    const bool kept = model_.info[a.variable].role == Role::Discrete ||
                      oneOfSeveral_[a.variable.index()] != 0 || !model_.isReal(a.variable);
    if (!kept && size(a.value) <= kLongestFormula) substitution.set(a.variable, a.value);
  }
}

// The linear form in states, inputs and unknowns; false: it has none.
bool PaperForm::linearForm(ExprId value, AffineForm& form) {
  const ExprPool& pool = model_.pool();
  LinearAnalysis analysis(model_.pool(), [&](ExprId leaf) {
    if (pool.kind(leaf) != ExprKind::Variable) return Dependence::Known;
    const Role role = model_.info[pool.variableOf(leaf)].role;
    if (role == Role::Parameter) return Dependence::Constant;
    return role == Role::Discrete ? Dependence::Known : Dependence::Unknown;
  });
  form = analysis.affineResidual(value, ExprBuilder(model_.pool()).zero());
  return form.affine;
}

// What is linear as a sum over the variables, so that terms which cancel do not remain.
ExprId PaperForm::collected(ExprId value) {
  AffineForm form;
  if (model_.pool().base(value) != BaseType::Real || !linearForm(value, form)) return value;
  ExprBuilder build(model_.pool());
  ExprId sum = build.zero();
  for (const AffineTerm& term : form.terms)
    sum = build.add(sum, build.mul(term.coefficient, term.unknown));
  return build.add(sum, form.remainder);
}

std::string PaperForm::stateSpace() {
  solveSingleEquations();
  std::vector<Item> items = allItems();
  substituteAll(items);
  const std::vector<char> kept = wantedItems(items);
  if (settings_.matrixExpr) {
    if (stateSpaceMatrices(items, kept)) return std::move(out_);
    plain(" - the model is not linear with constant coefficients");
  }
  for (size_t i = 0; i < items.size(); ++i)
    if (kept[i] != 0) writeItem(items[i], "");
  if (out_.empty()) plain("THERE ARE NEITHER STATES NOR OUTPUTS");
  actions(false);
  functions();
  return std::move(out_);
}

// der(x) = A x + B u, y = C x + D u. False if some equation is not of this form.
bool PaperForm::stateSpaceMatrices(const std::vector<Item>& items, const std::vector<char>& kept) {
  const ExprPool& pool = model_.pool();
  std::vector<VariableId> states, inputs, outputs;
  std::vector<int> column(model_.dae.variables.size(), -1);
  std::vector<ExprId> valueOf(model_.dae.variables.size());
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) {
    const VariableId id(i);
    const Role role = model_.info[id].role;
    std::vector<VariableId>* list = role == Role::State ? &states : nullptr;
    if (role == Role::Input && model_.isReal(id)) list = &inputs;
    if (list) {
      column[i] = static_cast<int>(list->size());
      list->push_back(id);
    } else if (model_.dae.variables[id].causality == Causality::Output) {
      outputs.push_back(id);
    }
  }
  for (size_t i = 0; i < items.size(); ++i)
    if (kept[i] != 0 && items[i].block) return false;
  for (const Item& item : items)
    if (!item.block) valueOf[item.assignment.variable.index()] = item.assignment.value;
  const ExprBuilder build(model_.pool());
  std::string lines;
  notation_.lookFrom("");
  auto rows = [&](const std::vector<VariableId>& of, bool derivatives, const char* a,
                  const char* b) {
    for (size_t row = 0; row < of.size(); ++row) {
      const VariableId id = derivatives ? model_.info[of[row]].derivative : of[row];
      AffineForm form;
      const ExprId value = id.valid() ? valueOf[id.index()] : ExprId();
      if (!value.valid() || !linearForm(value, form) || !build.isZero(form.remainder)) return false;
      for (const AffineTerm& term : form.terms) {
        const VariableId x = pool.variableOf(term.unknown);
        if (term.dependence != Dependence::Constant || column[x.index()] < 0) return false;
        const bool state = model_.info[x].role == Role::State;
        lines += fmt::format("  {}({},{}) = {}\n", state ? a : b, row + 1, column[x.index()] + 1,
                             whole(term.coefficient));
      }
    }
    return true;
  };
  if (states.empty() || !rows(states, true, "A", "B") || !rows(outputs, false, "C", "D"))
    return false;
  for (const auto& [title, list] : {std::pair("STATES", &states), std::pair("INPUTS", &inputs),
                                    std::pair("OUTPUTS", &outputs)}) {
    if (list->empty()) continue;
    plain(title);
    for (VariableId id : *list) out_ += fmt::format("  {}\n", notation_.name(id));
  }
  plain("MATRICES");
  out_ += lines;
  return true;
}

std::string printStateSpace(ShellView& view, const ShellSettings& settings) {
  return PaperForm(view, settings).stateSpace();
}

}  // namespace formola
