// The integration formulas and the interface of a C program.
#include <fmt/format.h>

#include <cmath>

#include "codegen/text/c_kernels.h"
#include "codegen/text/c_writer.h"

namespace formola::text {

namespace {

std::string list(const std::vector<double>& values) {
  std::string text;
  for (double v : values) text += (text.empty() ? "" : ", ") + realText(v);
  return text;
}

}  // namespace

// The program of one inlined step and what the formula needs to know about it.
void CWriter::inlinedStep() {
  const InlineProgram& inlined = *schedule_.inlined;
  texts_.freezeRelations(true);
  program("inlined", "States, derivatives and what crossings need, by the discretised equations.",
          inlined.steps);
  texts_.freezeRelations(false);
  const size_t stages = inlined.stages.size();
  line(0, fmt::format("enum {{ STEP = {}, STAGES = {} }};", target(inlined.step), stages));
  line(0, fmt::format("static const int old_place[NX + 1] = {{{}}};", places(inlined.old)));
  if (stages > 1) {
    std::string states, rates;
    for (size_t s = 0; s < stages; ++s) {
      states += (s ? "}, {" : "") + places(inlined.stages[s]);
      rates += (s ? "}, {" : "") + places(inlined.derivatives[s]);
    }
    line(0, fmt::format("static const int stage_place[STAGES][NX + 1] = {{{{{}}}}};", states));
    line(0, fmt::format("static const int rate_place[STAGES][NX + 1] = {{{{{}}}}};", rates));
    line(0, fmt::format("enum {{ ITERATED = {} }};", inlined.iterated.size()));
    line(0, fmt::format("static const int iterated_place[ITERATED + 1] = {{{}}};",
                        inlined.iterated.empty() ? "0" : places(inlined.iterated)));
    line(0, fmt::format("static const int origin_place[ITERATED + 1] = {{{}}};",
                        inlined.origins.empty() ? "0" : places(inlined.origins)));
    line(0,
         fmt::format("static const double node[STAGES] = {{{}}};", list(options_.formula.nodes)));
  }
  out_ += "\n";
}

void CWriter::interfaceFunctions() {
  const StepFormula& formula = options_.formula;
  const bool history = events_ || schedule_.inlined;
  if (events_ || (schedule_.inlined && formula.kind != StepFormula::Kind::Sdirk)) out_ += kHermite;
  if (history) out_ += kHistory;
  if (schedule_.inlined) {
    const bool coupled = schedule_.inlined->stages.size() > 1;
    out_ += kSolveStage;
    if (!coupled && formula.kind != StepFormula::Kind::Sdirk) out_ += kPredict;
    const bool sdirk = formula.kind == StepFormula::Kind::Sdirk ||
                       formula.kind == StepFormula::Kind::Am3 ||
                       (formula.kind == StepFormula::Kind::Bdf && formula.past.size() > 1);
    if (sdirk) {
      std::string rows;
      for (const auto& row : formula.sdirkMatrix)
        rows += (rows.empty() ? "" : "},\n   {") + (row.empty() ? std::string("0") : list(row));
      keys_ = {{"@GAMMA@", realText(formula.sdirkGamma)},
               {"@NODES@", list(formula.sdirkNodes)},
               {"@MATRIX@", rows}};
      kernel(kSdirk);
    }
    keys_ = {
        {"@ORDER@", fmt::format("{}", formula.past.size())},
        {"@A@", list(formula.past)},
        {"@B@", realText(formula.weight)},
        {"@PIECES@",
         fmt::format("{}", formula.kind == StepFormula::Kind::Am3 ? 4 : 1 << formula.past.size())}};
    switch (formula.kind) {
      case StepFormula::Kind::Bdf:
        kernel(formula.past.size() > 1 ? kBdf : kBackwardEuler);
        break;
      case StepFormula::Kind::Trapezoid:
        kernel(kTrapezoid);
        break;
      case StepFormula::Kind::Bi2:
        kernel(kBi2);
        break;
      case StepFormula::Kind::Am3:
        kernel(kAm3);
        break;
      case StepFormula::Kind::Sdirk:
        kernel(kSdirkStep);
        break;
      case StepFormula::Kind::Coupled:
        kernel(kCoupled);
        break;
      case StepFormula::Kind::Explicit:
        break;
    }
    keys_.clear();
  } else {
    out_ += kExplicit;
  }
  const bool chooses = choosesStates();
  keys_ = {
      {"@POINTS@", fmt::format("{}", schedule_.inlined ? formula.densePoints : 2)},
      {"@TRY@", chooses ? "try_step(m, limit, by, method)" : "method(m, limit, by)"},
      {"@CHECK@", chooses ? " else if (check_states(m)) {\n      return 1;\n    }" : ""},
      {"@CHOOSE@", chooses ? "  if (choose_states(m, 2) && (derivatives(m) || outputs(m))) "
                             "return 1;\n"
                           : ""},
      // The discretised equations are solved more exactly than the model at their solution,
      // which divides differences by the step size.
      {"@KEEP@", schedule_.inlined ? "  double solution[N];\n"
                                     "  int i;\n"
                                     "  for (i = 0; i < N; ++i) solution[i] = m->v[i];\n"
                                   : ""},
      {"@BACK@", schedule_.inlined ? "  for (i = 0; i < N; ++i) m->v[i] = solution[i];\n" : ""},
      {"@NO_TIME@", realText(1e-11 * (options_.stopTime - options_.startTime))},
      {"@PIECE@", hasDelays() ? "  m->piece = m->time;\n" : ""},
      {"@NEXT_ECHO@", hasDelays() ? "  if (next_echo(m) < next) next = next_echo(m);\n" : ""},
      {"@DROP_ECHOES@", hasDelays() ? "  drop_echoes(m);\n" : ""},
      {"@STORE_STEP@",
       hasDelays() ? "        if (outputs(m) || store_delays(m, 0)) return 1;\n" : ""},
      {"@STORE_BEFORE@", hasDelays() ? " || store_delays(m, 0)" : ""},
      {"@STORE_AFTER@", hasDelays() ? " || store_delays(m, 1)" : ""}};
  if (events_) {
    stateSets();
    kernel(kEvents);
  }
  const std::string solve = events_ ? "solve_initial(m)" : "initial(m)";
  const bool homotopy = out_.find("m->lambda") != std::string::npos;
  std::string follow(kHomotopy);
  for (size_t at = follow.find("@SOLVE@"); at != std::string::npos; at = follow.find("@SOLVE@"))
    follow.replace(at, 7, solve);
  keys_ = {
      {"@HOMOTOPY@", homotopy ? follow : ""},
      {"@BY_OTHER_STATES@", chooses ? std::string(kInitByOtherStates) : ""},
      {"@OTHER_STATES@", chooses ? " && initial_by_other_states(m)" : ""},
      {"@STORE_FIRST@", hasDelays() ? "  if (store_delays(m, 0)) return 1;\n" : ""},
      {"@START_EVENT@", hasDelays() ? "  if (iterate_event(m) || store_delays(m, 1)) return 1;\n"
                                      "  echo_start(m);\n  return restart(m);"
                                    : "  return iterate_event(m) || restart(m);"},
      {"@CHOOSE_FIRST@", chooses ? "  choose_states(m, 2);\n" : ""},
      {"@LAMBDA@", "  m->lambda = 1;\n"},
      {"@SOLVE@", homotopy ? "follow_homotopy(m)" : solve},
      {"@BEGIN@", schedule_.inlined ? "  begin_history(m);\n" : ""}};
  kernel(events_ ? kInitEvents : kInit);
  if (events_) {
    kernel(schedule_.inlined ? kInterfaceEventsInlined : kInterfaceEvents);
  } else {
    kernel(schedule_.inlined ? kInterfaceInlined : kInterface);
  }
  kernel(kVariableTable);
  keys_.clear();
}

void CWriter::nameTable() {
  line(0, "/* All variables, also those that are equal to another one up to the sign. */");
  line(0, fmt::format("const struct {}_variable {}_variables[] = {{", id_, id_));
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) {
    const Slot slot = schedule_.slots[VariableId(i)];
    const std::string_view name = model_.name(VariableId(i));
    if (!isShown(schedule_, VariableId(i))) continue;
    std::string text;
    for (char c : name) text += c == '"' ? "\\\"" : c == '\\' ? "\\\\" : std::string(1, c);
    line(2,
         fmt::format("{{\"{}\", {}, {}}},", text, nameOfSlot(slot.index), slot.negated ? -1 : 1));
  }
  line(2, "{0, 0, 0}");
  line(0, "};\n");
}

void CWriter::dsblockFunctions() {
  std::string inputs, outputs;
  size_t nu = 0, ny = 0;
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) {
    const VariableId id(i);
    const Slot slot = schedule_.slots[id];
    if (!schedule_.isNumber(id)) continue;
    if (model_.info[id].role == Role::Input)
      inputs += fmt::format("  model.v[{}] = u[{}];\n", nameOfSlot(slot.index), nu++);
    if (model_.dae.variables[id].causality == Causality::Output)
      outputs += fmt::format("  y[{}] = {}model.v[{}];\n", ny++, slot.negated ? "-" : "",
                             nameOfSlot(slot.index));
  }
  std::string algebraic;
  for (size_t k = 0; k < algebraicBlocks_.size(); ++k)
    algebraic += (k ? ", " : "") + places(schedule_.nonlinearBlocks[algebraicBlocks_[k]].unknowns);
  keys_ = {{"@NZ@", fmt::format("{}", algebraicUnknowns_)},
           {"@ALGEBRAIC@", algebraic.empty() ? "0" : algebraic},
           {"@INPUTS@", inputs},
           {"@OUTPUTS@", outputs},
           {"@NU@", fmt::format("{}", nu)},
           {"@NY@", fmt::format("{}", ny)}};
  kernel(kDsblock);
}

void CWriter::mainFunction() {
  const double step = stepSize();
  keys_ = {
      {"@START@", realText(options_.startTime)},
      {"@STEP@", realText(step)},
      {"@COUNT@", fmt::format("{}", std::lround((options_.stopTime - options_.startTime) / step))},
      {"@AND_GOES_ON@", events_ ? " && !model.terminated" : ""},
      {"@IF_GOES_ON@", events_ ? "if (!model.terminated) " : ""},
      {"@EULER@", schedule_.inlined ? "" : " With an argument: by Euler's method."},
      {"@STEP_CALL@", schedule_.inlined
                          ? "NAME_step(&model, h)"
                          : "argc > 1 ? NAME_euler(&model, h) : NAME_step(&model, h)"}};
  kernel(kMain);
}

}  // namespace formola::text
