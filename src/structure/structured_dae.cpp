#include "structure/structured_dae.h"

#include <fmt/format.h>

#include "dae/printer.h"
#include "expr/rewrite.h"
#include "structure/systems/summary.h"

namespace formola {

std::vector<Assignment> Block::afterFormulas() const {
  return formulas.size() < torn.size() && !formulas.empty() ? uncut : inner;
}

VariableId StructuredDae::add(Variable variable, VariableInfo variableInfo) {
  info.push_back(variableInfo);
  return dae.variables.push_back(std::move(variable));
}

bool StructuredDae::isKept(VariableId id) const {
  const BaseType base = dae.pool->types[dae.variables[id].type].base;
  return base == BaseType::Real || base == BaseType::Integer || base == BaseType::Boolean ||
         base == BaseType::Enumeration || base == BaseType::String;
}

namespace {

std::string_view roleName(Role role) {
  switch (role) {
    case Role::Parameter:
      return "parameter";
    case Role::Input:
      return "input";
    case Role::State:
      return "state";
    case Role::Derivative:
      return "derivative";
    case Role::Algebraic:
      return "algebraic";
    case Role::Discrete:
      return "discrete";
    case Role::Alias:
      return "alias";
    case Role::Integrator:
      return "integrator";
  }
  return "";
}

class Printer {
 public:
  Printer(const StructuredDae& model, std::span<const StructuredEquation> equations)
      : model_(model), equations_(equations), context_{model.pool(), &model.dae, nullptr} {}

  std::string run();
  std::string system(std::span<const Block> blocks);

 private:
  std::string text(ExprId id) const { return formola::print(id, context_); }
  void equations(std::string_view title, std::span<const StructuredEquation> list);
  void blocks(std::span<const Block> list);
  void block(const Block& b, int indent);
  void assignment(const Assignment& a, int indent) {
    out_ += fmt::format("{:{}}{} := {}\n", "", indent, model_.name(a.variable),
                        a.value.valid() ? text(a.value) : "?");
  }

  const StructuredDae& model_;
  std::span<const StructuredEquation> equations_;  // of the blocks
  PrintContext context_;
  std::string out_;
};

void Printer::equations(std::string_view title, std::span<const StructuredEquation> list) {
  if (list.empty()) return;
  out_ += fmt::format("{}\n", title);
  for (const StructuredEquation& e : list)
    out_ += fmt::format("  {} = {}{}\n", text(e.left), text(e.right),
                        e.derivativeOf >= 0 ? "  // differentiated" : "");
}

void Printer::blocks(std::span<const Block> list) {
  if (!list.empty()) out_ += "blocks\n";
  for (const Block& b : list) block(b, 2);
}

std::string Printer::system(std::span<const Block> list) {
  equations("equations", equations_);
  blocks(list);
  return std::move(out_);
}

void Printer::block(const Block& b, int indent) {
  if (b.kind == BlockKind::Assign && b.inner.size() == 1) {
    assignment(b.inner[0], indent);
    return;
  }
  out_ += fmt::format("{:{}}{} block of {}:", "", indent, blockKindName(b.kind), b.unknowns.size());
  for (VariableId id : b.unknowns) out_ += fmt::format(" {}", model_.name(id));
  out_ += '\n';
  if (!b.torn.empty()) {
    out_ += fmt::format("{:{}}torn:", "", indent + 2);
    for (VariableId id : b.torn) out_ += fmt::format(" {}", model_.name(id));
    out_ += '\n';
  }
  for (const Assignment& a : b.inner) assignment(a, indent + 2);
  for (const Block& part : b.parts) block(part, indent + 2);
  for (int e : b.residuals) {
    const StructuredEquation& equation = equations_[static_cast<size_t>(e)];
    out_ += fmt::format("{:{}}residual: {} = {}\n", "", indent + 2, text(equation.left),
                        text(equation.right));
  }
  for (const Assignment& a : b.modes) assignment(a, indent + 2);
}

std::string Printer::run() {
  out_ = fmt::format("model {}\n", model_.dae.model);
  for (Role role : {Role::State, Role::Derivative, Role::Algebraic, Role::Discrete, Role::Input}) {
    bool first = true;
    for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) {
      if (model_.info[VariableId(i)].role != role) continue;
      out_ += first ? fmt::format("{}:", roleName(role)) : "";
      out_ += fmt::format(" {}", model_.name(VariableId(i)));
      first = false;
    }
    if (!first) out_ += '\n';
  }
  for (const Alias& a : model_.aliases)
    out_ += fmt::format("alias: {} = {}{}\n", model_.name(a.variable), a.negated ? "-" : "",
                        model_.name(a.of));
  equations("equations", model_.equations);
  equations("initial equations", model_.initialEquations);
  if (!model_.relations.empty()) out_ += "relations\n";
  for (const RelationInfo& r : model_.relations) out_ += fmt::format("  {}\n", text(r.relation));
  blocks(model_.blocks);
  return std::move(out_);
}

}  // namespace

std::string print(const StructuredDae& model) {
  return Printer(model, model.equations).run();
}

std::string printSystem(const StructuredDae& model, std::span<const StructuredEquation> equations,
                        std::span<const Block> blocks) {
  return Printer(model, equations).system(blocks);
}

std::string verify(const StructuredDae& model) {
  const size_t n = model.dae.variables.size();
  if (model.info.size() != n) return "info and variables differ in length";
  for (uint32_t i = 0; i < n; ++i) {
    const VariableInfo& info = model.info[VariableId(i)];
    if (info.derivative.valid() &&
        (info.derivative.index() >= n || model.info[info.derivative].integral != VariableId(i)))
      return fmt::format("the derivative of {} does not lead back", model.name(VariableId(i)));
  }
  for (size_t i = 0; i < model.equations.size(); ++i) {
    const StructuredEquation& e = model.equations[i];
    if (!e.left.valid() || !e.right.valid()) return fmt::format("equation {} has no side", i);
    if (e.derivative >= 0 &&
        (static_cast<size_t>(e.derivative) >= model.equations.size() ||
         model.equations[static_cast<size_t>(e.derivative)].derivativeOf != static_cast<int>(i)))
      return fmt::format("the derivative of equation {} does not lead back", i);
  }
  for (const Alias& a : model.aliases) {
    if (model.info[a.variable].role != Role::Alias)
      return fmt::format("{} is in the aliases but has another role", model.name(a.variable));
    if (model.info[a.of].role == Role::Alias)
      return fmt::format("{} is an alias of an alias", model.name(a.variable));
  }
  if (!model.blocks.empty()) {
    std::vector<char> seen(n, 0);
    for (const Block& b : model.blocks) {
      for (VariableId id : b.unknowns) {
        if (seen[id.index()]++) return fmt::format("{} is in two blocks", model.name(id));
        if (!model.isUnknown(id)) return fmt::format("{} is no unknown", model.name(id));
      }
    }
    for (uint32_t i = 0; i < n; ++i)
      if (model.isUnknown(VariableId(i)) && !seen[i])
        return fmt::format("{} is in no block", model.name(VariableId(i)));
  }
  return "";
}

bool countsAtStart(const Action& action, const ExprPool& pool) {
  if (!action.guard.valid() || action.kind == ActionKind::Reinit) return false;
  const ExprId roots[1] = {action.guard};
  SmallExprSet seen;
  bool found = false;
  forEachNode(pool, roots, seen,
              [&](ExprId id) { found = found || pool.isBuiltin(id, Builtin::Initial); });
  return found;
}

}  // namespace formola
