#include "compiler/explain_failure.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/lower/explain.h"
#include "expr/expr_table.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

constexpr size_t kMostEquations = 8;
constexpr size_t kMostUnknowns = 8;
constexpr size_t kLongestEquation = 120;

bool sameOrigin(const Provenance& a, const Provenance& b) {
  return a.range == b.range && a.instance == b.instance;
}

class Explanation {
 public:
  Explanation(const Schedule& schedule, const solver::SimulationReport& report,
              const SourceManager& sources)
      : schedule_(schedule), report_(report), context_{schedule, &sources}, sources_(sources) {}

  std::string text();
  std::string denormals();

 private:
  void line(const std::string& content) { text_ += "  " + content + "\n"; }
  // "F.mo:4:5: x + y = z" as the user wrote it.
  std::string equationText(const Provenance& origin) const;
  void equations(const std::vector<Provenance>& origins);
  void unknowns(const std::vector<VariableId>& variables);
  // The values of what else is in these equations.
  void surroundings(const std::vector<Provenance>& origins,
                    const std::vector<VariableId>& unknowns);
  template <typename BlockOfSchedule>
  void system(const BlockOfSchedule& block);
  void relations(const std::vector<int32_t>& numbers);
  void emptyStores(const std::vector<VariableId>& unknowns);
  std::string sliding();
  double value(VariableId id) const;
  const Provenance& equationFor(VariableId id) const;

  const Schedule& schedule_;
  const solver::SimulationReport& report_;
  const lowered::ExplainContext context_;
  const SourceManager& sources_;
  std::string text_;
};

double Explanation::value(VariableId id) const {
  const Slot slot = schedule_.slots[id];
  const double x = report_.finalValues[static_cast<size_t>(slot.index)];
  return slot.negated ? 0.0 - x : x;
}

std::string Explanation::equationText(const Provenance& origin) const {
  std::string text = lowered::placeText(origin, context_);
  if (!origin.range.valid()) return text.empty() ? "an equation without a place" : text;
  std::string source;
  bool space = false;
  for (char c : sources_.text(origin.range)) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (blank && !space) source += ' ';
    if (!blank) source += c;
    space = blank;
  }
  if (source.size() > kLongestEquation) {
    source.resize(kLongestEquation);
    source += "...";
  }
  return text + ": " + source;
}

void Explanation::equations(const std::vector<Provenance>& origins) {
  std::vector<std::string> lines;
  for (const Provenance& origin : origins) {
    std::string text = equationText(origin);
    if (std::find(lines.begin(), lines.end(), text) == lines.end())
      lines.push_back(std::move(text));
    if (lines.size() > kMostEquations) break;
  }
  if (lines.empty()) return;
  line("its equations:");
  for (size_t k = 0; k < std::min(lines.size(), kMostEquations); ++k) line("  " + lines[k]);
  if (lines.size() > kMostEquations)
    line(fmt::format("  ... of {} equations; formola inspect shows them all", origins.size()));
}

void Explanation::unknowns(const std::vector<VariableId>& variables) {
  std::string text;
  for (size_t k = 0; k < std::min(variables.size(), kMostUnknowns); ++k)
    text += fmt::format("{}{} = {:g}", k == 0 ? "" : ", ", schedule_.model.name(variables[k]),
                        value(variables[k]));
  if (variables.size() > kMostUnknowns) text += ", ...";
  line("tried last: " + text);
}

void Explanation::surroundings(const std::vector<Provenance>& origins,
                               const std::vector<VariableId>& unknowns) {
  const ExprPool& pool = schedule_.model.pool();
  std::vector<ExprId> roots;
  auto collect = [&](const std::vector<StructuredEquation>& all) {
    for (const StructuredEquation& e : all)
      for (size_t k = 0; k < std::min(origins.size(), kMostEquations); ++k)
        if (sameOrigin(e.origin, origins[k])) {
          roots.push_back(e.left);
          roots.push_back(e.right);
          break;
        }
  };
  collect(schedule_.model.equations);
  collect(schedule_.model.initialEquations);
  std::vector<ExprId> others;
  ExprSet seen;
  forEachNode(pool, roots, seen, [&](ExprId node) {
    if (pool.kind(node) != ExprKind::Variable) return;
    const VariableId id = pool.variableOf(node);
    if (std::find(unknowns.begin(), unknowns.end(), id) == unknowns.end()) others.push_back(node);
  });
  const std::string text = lowered::valuesText(others, report_.finalValues.data(), schedule_);
  if (!text.empty()) line("where " + text);
}

template <typename BlockOfSchedule>
void Explanation::system(const BlockOfSchedule& block) {
  equations(block.equations);
  unknowns(block.unknowns);
  surroundings(block.equations, block.unknowns);
}

// Each with the equation that it is met in first.
void Explanation::relations(const std::vector<int32_t>& numbers) {
  const StructuredDae& model = schedule_.model;
  const ExprPool& pool = model.pool();
  for (size_t n = 0; n < std::min(numbers.size(), kMostEquations); ++n) {
    const ExprId relation = model.relations[static_cast<size_t>(numbers[n])].relation;
    ExprSet seen;
    for (const StructuredEquation& e : model.equations) {
      bool found = false;
      const ExprId sides[] = {e.left, e.right};
      forEachNode(pool, sides, seen, [&](ExprId node) { found = found || node == relation; });
      if (!found) continue;
      line("in " + equationText(e.origin));
      break;
    }
  }
}

// A state whose derivative nothing determines, e.g. the voltage of a capacitance that is zero.
void Explanation::emptyStores(const std::vector<VariableId>& unknowns) {
  for (VariableId id : unknowns) {
    const int32_t at = schedule_.slots[id].index;
    if (at < schedule_.nStates || at >= 2 * schedule_.nStates) continue;
    line(
        fmt::format("if what multiplies {} (a capacitance, an inductance, a mass) is zero, nothing "
                    "determines it: give it another value, or leave the element out",
                    schedule_.model.name(id)));
    return;
  }
}

// States along a jump of their derivatives that is no event.
std::string Explanation::sliding() {
  for (size_t n = 0; n < std::min(report_.variables.size(), kMostEquations); ++n) {
    const VariableId state = schedule_.owner[static_cast<size_t>(report_.variables[n])];
    line("in " + equationText(equationFor(state)));
  }
  line(
      "possible cause: on both sides of a jump, as of sign() or of a relation in noEvent(), the "
      "derivatives lead back to it (sliding). A smooth transition, as tanh(x/small), or a "
      "hysteresis with events takes longer steps");
  return text_;
}

std::string Explanation::text() {
  if (report_.finalValues.size() != static_cast<size_t>(schedule_.nVariables)) return {};
  if (report_.stage == solver::FailedStage::Chattering) {
    relations(report_.relations);
    if (report_.relations.empty()) return sliding();
    line(
        "possible cause: on both sides of the relation the derivatives lead back to it (sliding). "
        "A hysteresis, a smooth transition or noEvent() avoids the events");
    return text_;
  }
  relations(report_.relations);  // that cycle
  if (!text_.empty()) return text_;
  const runtime::Failure& failure = report_.failure;
  const auto index = static_cast<size_t>(failure.index);
  const bool start = report_.stage == solver::FailedStage::Initialisation;
  using runtime::FailureKind;
  switch (failure.kind) {
    case FailureKind::SingularLinearSystem:
      if (failure.entity != FML_LINEAR_BLOCK || index >= schedule_.linearBlocks.size()) break;
      system(schedule_.linearBlocks[index]);
      line(
          "possible cause: with these values the equations contradict each other or leave an "
          "unknown "
          "open, e.g. because a coefficient is zero or two of them say the same");
      emptyStores(schedule_.linearBlocks[index].unknowns);
      break;
    case FailureKind::NewtonDiverged:
    case FailureKind::NewtonTooSlow:
    case FailureKind::SingularJacobian:
    case FailureKind::SolutionEnds:
      if (failure.entity != FML_NONLINEAR_BLOCK || index >= schedule_.nonlinearBlocks.size()) break;
      system(schedule_.nonlinearBlocks[index]);
      line(start ? "possible cause: there is no solution with these values, or the start values of "
                   "the unknowns are too far from it: start = ... in their declarations helps, "
                   "homotopy() too"
                 : "possible cause: the solution ends here (it turns back or becomes infinite), or "
                   "it jumps where the model has no event");
      break;
    case FailureKind::NoConsistentMode: {
      if (failure.entity != FML_MIXED_BLOCK || index >= schedule_.mixedBlocks.size()) break;
      std::vector<int32_t> numbers;
      for (uint32_t r : schedule_.mixedBlocks[index].relations)
        numbers.push_back(static_cast<int32_t>(r));
      relations(numbers);
      line("possible cause: each choice of these relations contradicts itself");
      break;
    }
    case FailureKind::Assertion:
      if (failure.index >= 0 && index < schedule_.model.actions.size())
        line("the assertion: " + equationText(schedule_.model.actions[index].origin));
      break;
    default:
      break;
  }
  return text_;
}

// Of the equation that determines it, a state through its derivative; of its declaration where
// there is none.
const Provenance& Explanation::equationFor(VariableId id) const {
  const StructuredDae& model = schedule_.model;
  const VariableId wanted = model.info[id].role == Role::State ? model.info[id].derivative : id;
  for (const Block& block : model.blocks)
    for (size_t k = 0; k < block.unknowns.size(); ++k)
      if (block.unknowns[k] == wanted)
        return model.equations[static_cast<size_t>(block.equations[k])].origin;
  return model.dae.variables[id].origin;
}

std::string Explanation::denormals() {
  for (const solver::DenormalValue& d : report_.denormals) {
    const VariableId id = schedule_.owner[static_cast<size_t>(d.variable)];
    text_ += fmt::format(
        "formola: warning: {} = {:g} at time {:g} is a denormal number: it has lost digits, and "
        "processors compute slowly with it; let what fades away end at zero\n",
        schedule_.model.name(id), d.value, d.time);
    line("its equation: " + equationText(equationFor(id)));
  }
  return text_;
}

}  // namespace

std::string explainDenormals(const Schedule& schedule, const solver::SimulationReport& report,
                             const SourceManager& sources) {
  return Explanation(schedule, report, sources).denormals();
}

std::string explainFailure(const Schedule& schedule, const solver::SimulationReport& report,
                           const SourceManager& sources) {
  return Explanation(schedule, report, sources).text();
}

}  // namespace formola
