// The invariants of a schedule.
#include <fmt/format.h>

#include "schedule/schedule.h"
#include "structure/systems/incidence.h"

namespace formola {

namespace {

// Goes through a program as it would run.
class ProgramVerifier {
 public:
  // `discreteKnown`: the program leaves discrete variables as they are.
  ProgramVerifier(const Schedule& schedule, std::string_view program, bool discreteKnown)
      : schedule_(schedule),
        model_(schedule.model),
        program_(program),
        collector_(model_.pool()),
        known_(model_.dae.variables.size(), 0),
        written_(known_.size(), 0),
        again_(known_.size(), 0) {
    for (uint32_t i = 0; i < known_.size(); ++i) {
      const Role role = model_.info[VariableId(i)].role;
      known_[i] = role == Role::Parameter || role == Role::State || role == Role::Input ||
                  role == Role::Integrator || (discreteKnown && role == Role::Discrete);
    }
  }

  void knowAll() { known_.assign(known_.size(), 1); }
  void forget(VariableId id) { known_[id.index()] = 0; }
  const std::string& complaint() const { return complaint_; }
  void expectWritten(VariableId id) {
    if (!written_[id.index()]) complain("{} is not written", model_.name(id));
  }

  void run(const std::vector<Step>& steps) {
    for (const Step& step : steps) run(step);
  }

 private:
  template <typename... Values>
  void complain(fmt::format_string<Values...> text, Values&&... values) {
    if (complaint_.empty())
      complaint_ = fmt::format("program {}: {}", program_,
                               fmt::format(text, std::forward<Values>(values)...));
  }
  void run(const Step& step) {
    switch (step.kind) {
      case StepKind::Assign:
        read(step.value);
        write(step.variable);
        break;
      case StepKind::Linear:
        if (step.block >= schedule_.linearBlocks.size()) return complain("no such linear block");
        linear(schedule_.linearBlocks[step.block]);
        break;
      case StepKind::Nonlinear:
        if (step.block >= schedule_.nonlinearBlocks.size())
          return complain("no such nonlinear block");
        nonlinear(schedule_.nonlinearBlocks[step.block]);
        break;
      case StepKind::Mixed:
        if (step.block >= schedule_.mixedBlocks.size()) return complain("no such mixed block");
        mixed(schedule_.mixedBlocks[step.block]);
        break;
      case StepKind::SetPre:
        read(step.value);
        break;
      case StepKind::Relations:
        for (uint32_t r : step.relations)
          if (r >= model_.relations.size()) complain("there is no relation {}", r);
        break;
    }
  }
  void linear(const LinearBlock& block) {
    for (const auto* list : {&block.rhs, &block.formulas, &block.guards})
      for (ExprId e : *list) read(e);
    matrix(block.matrix, block.unknowns.size(), block.unknowns.size());
    for (const MatrixEntry& entry : block.matrix) read(entry.value);
    for (VariableId id : block.unknowns) write(id);
    // What is torn only for the matrix is computed once more behind it, to the same value.
    for (const Step& step : block.after)
      if (written_[step.variable.index()]) again_[step.variable.index()] = 1;
    if (block.symbolic) return;
    run(block.inner);
    for (ExprId e : block.residuals) read(e);
  }
  void nonlinear(const NonlinearBlock& block) {
    for (VariableId id : block.unknowns) write(id);
    run(block.inner);
    if (block.residuals.size() < block.unknowns.size())
      complain("{} residuals for {} unknowns", block.residuals.size(), block.unknowns.size());
    for (ExprId e : block.residuals) read(e);
    matrix(block.jacobian, block.residuals.size(), block.unknowns.size());
  }
  void mixed(const MixedBlock& block) {
    for (VariableId id : block.discrete) known_[id.index()] = 1;
    run(block.continuous);
    run(block.modes);
  }
  // In range, by column, rows ascending.
  void matrix(const std::vector<MatrixEntry>& entries, size_t rows, size_t columns) {
    for (size_t i = 0; i < entries.size(); ++i) {
      const MatrixEntry& b = entries[i];
      if (b.row < 0 || b.column < 0 || static_cast<size_t>(b.row) >= rows ||
          static_cast<size_t>(b.column) >= columns)
        complain("an entry at row {} and column {} of a matrix of {} by {}", b.row, b.column, rows,
                 columns);
      if (i == 0) continue;
      const MatrixEntry& a = entries[i - 1];
      if (a.column > b.column || (a.column == b.column && a.row >= b.row))
        complain("the entries of a matrix are not in order");
    }
  }
  // What stands in relations alone is frozen, or compared again after a change.
  void read(ExprId expression) {
    if (!expression.valid()) return complain("an expression is missing");
    const ExprId roots[1] = {expression};
    collector_.collect(roots, found_);
    for (const Incidence& in : found_)
      if (!in.onlyInRelations && !known_[in.variable.index()])
        complain("{} is read before it is written", model_.name(in.variable));
  }
  void write(VariableId id) {
    if (!id.valid()) return complain("a step writes nothing");
    if (written_[id.index()] && !again_[id.index()])
      complain("{} is written twice", model_.name(id));
    again_[id.index()] = 0;
    written_[id.index()] = 1;
    known_[id.index()] = 1;
  }

  const Schedule& schedule_;
  const StructuredDae& model_;
  std::string_view program_;
  IncidenceCollector collector_;
  std::vector<Incidence> found_;
  std::vector<char> known_, written_, again_;  // by variable
  std::string complaint_;
};

// States, their derivatives, other continuous ones, discrete ones, what is known.
std::string verifyPlaces(const Schedule& s) {
  const StructuredDae& m = s.model;
  if (s.owner.size() != static_cast<size_t>(s.nVariables)) return "places without owners";
  for (int32_t k = 0; k < s.nStates; ++k) {
    const VariableId x = s.owner[static_cast<size_t>(k)];
    if (m.info[x].role != Role::State) return fmt::format("{} has the place of a state", m.name(x));
    if (m.info[x].derivative != s.owner[static_cast<size_t>(s.nStates + k)])
      return fmt::format("the derivative of {} has a wrong place", m.name(x));
  }
  for (int32_t k = s.discreteBegin; k < s.parameterBegin; ++k) {
    const VariableId d = s.owner[static_cast<size_t>(k)];
    if (m.info[d].role != Role::Discrete)
      return fmt::format("{} has the place of a discrete variable", m.name(d));
  }
  return {};
}

// The event program, and derivatives followed by outputs.
std::string verifyModel(const Schedule& s) {
  const StructuredDae& m = s.model;
  ProgramVerifier event(s, "event", false), continuous(s, "derivatives and outputs", true);
  event.run(s.event);
  continuous.run(s.derivatives);
  for (int32_t k = 0; k < s.nStates; ++k)
    continuous.expectWritten(s.owner[static_cast<size_t>(s.nStates + k)]);
  continuous.run(s.outputs);
  for (const Block& block : m.blocks)
    for (VariableId id : block.unknowns) {
      event.expectWritten(id);
      if (m.info[id].role != Role::Discrete) continuous.expectWritten(id);
    }
  return event.complaint().empty() ? continuous.complaint() : event.complaint();
}

// One step: x and der(x) follow from the step size and old(x) alone.
std::string verifyInlined(const Schedule& s, const std::vector<Step>& steps) {
  const InlineProgram& program = *s.inlined;
  ProgramVerifier step(s, "of a step", true);
  if (program.old.size() != static_cast<size_t>(s.nStates)) return "old(x) is not there for each x";
  for (const auto* lists : {&program.stages, &program.derivatives})
    for (const auto& stage : *lists)
      for (VariableId id : stage) step.forget(id);
  step.run(steps);
  for (const auto* lists : {&program.stages, &program.derivatives})
    for (const auto& stage : *lists)
      for (VariableId id : stage) step.expectWritten(id);
  return step.complaint();
}

}  // namespace

std::string verify(const Schedule& schedule) {
  std::string complaint = verifyPlaces(schedule);
  if (complaint.empty()) complaint = verifyModel(schedule);
  if (complaint.empty()) {
    ProgramVerifier initial(schedule, "initial", false);
    initial.knowAll();  // the order is that of the blocks, which have a verifier of their own
    initial.run(schedule.initial);
    complaint = initial.complaint();
    ProgramVerifier guesses(schedule, "guesses", false);
    guesses.knowAll();
    guesses.run(schedule.guesses);
    if (complaint.empty()) complaint = guesses.complaint();
  }
  if (!complaint.empty() || !schedule.inlined) return complaint;
  complaint = verifyInlined(schedule, schedule.inlined->steps);
  if (complaint.empty() && !schedule.inlined->implicitSteps.empty())
    complaint = verifyInlined(schedule, schedule.inlined->implicitSteps);
  return complaint;
}

}  // namespace formola
