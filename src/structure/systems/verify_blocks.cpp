#include "structure/systems/verify_blocks.h"

#include <fmt/format.h>

#include "structure/systems/incidence.h"

namespace formola {

namespace {

class BlockVerifier {
 public:
  BlockVerifier(const StructuredDae& model, std::span<const StructuredEquation> equations,
                std::span<const VariableId> unknowns)
      : model_(model),
        equations_(equations),
        unknowns_(unknowns),
        collector_(model.pool()),
        state_(model.dae.variables.size(), kKnown),
        used_(equations.size(), 0) {
    for (VariableId id : unknowns) state_[id.index()] = kOpen;
  }

  std::string run(std::span<const Block> blocks, std::span<const char> wanted) {
    for (const Block& b : blocks) block(b);
    for (VariableId id : unknowns_)
      if (state_[id.index()] == kOpen) complain("{} is in no block", model_.name(id));
    for (size_t e = 0; e < used_.size(); ++e)
      if (!used_[e] && (wanted.empty() || wanted[e])) complain("equation {} is in no block", e);
    return std::move(complaint_);
  }

 private:
  template <typename... Values>
  void complain(fmt::format_string<Values...> text, Values&&... values) {
    if (complaint_.empty()) complaint_ = fmt::format(text, std::forward<Values>(values)...);
  }
  void block(const Block& b) {
    if (b.equations.size() != b.unknowns.size() || b.torn.size() != b.residuals.size())
      complain("a block has {} equations for {} unknowns, {} residuals for {} torn variables",
               b.equations.size(), b.unknowns.size(), b.residuals.size(), b.torn.size());
    for (VariableId id : b.torn) compute(id);
    for (const Assignment& a : b.modes) guess(a.variable);
    for (const Assignment& a : b.inner) assign(a);
    for (const Block& part : b.parts) block(part);
    for (const Assignment& a : b.modes) assign(a);
    for (int e : b.residuals) {
      if (!use(e)) continue;
      need(equations_[static_cast<size_t>(e)].left);
      need(equations_[static_cast<size_t>(e)].right);
    }
    for (VariableId id : b.unknowns)
      if (state_[id.index()] != kComputed) complain("{} is not computed", model_.name(id));
    for (int e : b.equations)
      if (!isEquation(e) || !used_[static_cast<size_t>(e)]) complain("equation {} is not used", e);
  }
  void assign(const Assignment& a) {
    // A discrete unknown that an equation cannot be solved for is told when its step is made.
    const bool unsolved =
        !a.value.valid() && a.variable.valid() && model_.info[a.variable].role == Role::Discrete;
    if (use(a.equation) && !unsolved) need(a.value);
    compute(a.variable);
  }
  void compute(VariableId id) {
    if (!id.valid() || id.index() >= state_.size())
      complain("a block computes something that is no variable");
    else if (state_[id.index()] != kOpen && state_[id.index()] != kGuessed)
      complain("{} is computed twice, or known", model_.name(id));
    else
      state_[id.index()] = kComputed;
  }
  void guess(VariableId id) {
    if (id.valid() && id.index() < state_.size() && state_[id.index()] == kOpen)
      state_[id.index()] = kGuessed;
  }
  bool isEquation(int e) const { return e >= 0 && static_cast<size_t>(e) < used_.size(); }
  bool use(int e) {
    if (!isEquation(e) || used_[static_cast<size_t>(e)]) {
      complain("equation {} is used twice, or is none", e);
      return false;
    }
    used_[static_cast<size_t>(e)] = 1;
    return true;
  }
  void need(ExprId root) {
    if (!root.valid()) {
      complain("a block has a variable without a value");
      return;
    }
    const ExprId roots[1] = {root};
    collector_.collect(roots, found_);
    for (const Incidence& in : found_)
      if (!in.onlyInRelations && state_[in.variable.index()] == kOpen)
        complain("{} is needed before it is computed", model_.name(in.variable));
  }

  enum State : char { kKnown, kOpen, kGuessed, kComputed };

  const StructuredDae& model_;
  std::span<const StructuredEquation> equations_;
  std::span<const VariableId> unknowns_;
  IncidenceCollector collector_;
  std::vector<Incidence> found_;
  std::vector<State> state_;  // by variable
  std::vector<char> used_;    // by equation
  std::string complaint_;
};

}  // namespace

std::string verifyBlocks(const StructuredDae& model, std::span<const StructuredEquation> equations,
                         std::span<const VariableId> unknowns, std::span<const Block> blocks,
                         std::span<const char> wanted) {
  return BlockVerifier(model, equations, unknowns).run(blocks, wanted);
}

}  // namespace formola
