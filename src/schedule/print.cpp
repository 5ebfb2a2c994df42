// Text of a schedule, for --dump-after.
#include <fmt/format.h>

#include "dae/printer.h"
#include "schedule/schedule.h"

namespace formola {

namespace {

class Printer {
 public:
  explicit Printer(const Schedule& schedule)
      : schedule_(schedule), context_{schedule.model.pool(), &schedule.model.dae, nullptr} {}

  std::string run() {
    program("parameters", schedule_.parameters);
    program("initial", schedule_.initial);
    program("guesses", schedule_.guesses);
    program("derivatives", schedule_.derivatives);
    program("outputs", schedule_.outputs);
    program("event", schedule_.event);
    return std::move(out_);
  }

 private:
  void program(std::string_view name, const std::vector<Step>& steps) {
    if (steps.empty()) return;
    out_ += fmt::format("{}\n", name);
    list(steps, 2);
  }
  std::string text(ExprId id) const { return formola::print(id, context_); }
  // Blocks nest at most as mixed > linear or nonlinear > assignments.
  void list(const std::vector<Step>& steps, int indent);

  const Schedule& schedule_;
  PrintContext context_;
  std::string out_;
};

void Printer::list(const std::vector<Step>& steps, int indent) {
  const StructuredDae& model = schedule_.model;
  for (const Step& step : steps) {
    out_ += fmt::format("{:{}}", "", indent);
    switch (step.kind) {
      case StepKind::Assign:
        out_ += fmt::format("{} := {}\n", model.name(step.variable), text(step.value));
        break;
      case StepKind::SetPre:
        out_ += fmt::format("pre({}) := {}\n", model.name(step.variable), text(step.value));
        break;
      case StepKind::Relations:
        out_ += "relations:";
        for (uint32_t k : step.relations)
          out_ += fmt::format(" {}", text(model.relations[k].relation));
        out_ += '\n';
        break;
      case StepKind::Linear: {
        const LinearBlock& b = schedule_.linearBlocks[step.block];
        out_ += "linear:";
        for (VariableId id : b.unknowns) out_ += fmt::format(" {}", model.name(id));
        out_ += '\n';
        for (const MatrixEntry& e : b.matrix)
          out_ += fmt::format("{:{}}A[{},{}] = {}\n", "", indent + 2, e.row + 1, e.column + 1,
                              text(e.value));
        for (size_t i = 0; i < b.rhs.size(); ++i)
          out_ += fmt::format("{:{}}b[{}] = {}\n", "", indent + 2, i + 1, text(b.rhs[i]));
        if (b.symbolic) break;
        list(b.inner, indent + 2);
        for (ExprId r : b.residuals)
          out_ += fmt::format("{:{}}residual {}\n", "", indent + 2, text(r));
        break;
      }
      case StepKind::Nonlinear: {
        const NonlinearBlock& b = schedule_.nonlinearBlocks[step.block];
        out_ += "nonlinear:";
        for (VariableId id : b.unknowns) out_ += fmt::format(" {}", model.name(id));
        out_ += '\n';
        list(b.inner, indent + 2);
        for (ExprId r : b.residuals)
          out_ += fmt::format("{:{}}residual {}\n", "", indent + 2, text(r));
        break;
      }
      case StepKind::Mixed: {
        const MixedBlock& b = schedule_.mixedBlocks[step.block];
        out_ += "mixed:\n";
        list(b.continuous, indent + 2);
        list(b.modes, indent + 2);
        break;
      }
    }
  }
}

}  // namespace

std::string print(const Schedule& schedule) {
  return Printer(schedule).run();
}

}  // namespace formola
