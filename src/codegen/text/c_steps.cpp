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

std::string rows(const std::vector<std::vector<double>>& matrix) {
  std::string text;
  for (const auto& row : matrix) text += (text.empty() ? "{" : ", {") + list(row) + "}";
  return text;
}

// The weights of the stages in the polynomial through them at the beginning of the step.
std::vector<double> atStart(const std::vector<double>& nodes) {
  std::vector<double> weights;
  for (size_t i = 0; i < nodes.size(); ++i) {
    weights.push_back(1);
    for (size_t j = 0; j < nodes.size(); ++j)
      if (j != i) weights.back() *= nodes[j] / (nodes[j] - nodes[i]);
  }
  return weights;
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
    line(0,
         fmt::format("static const double node[STAGES] = {{{}}};", list(options_.formula.nodes)));
  }
  line(0, fmt::format("enum {{ ITERATED = {} }};", inlined.iterated.size()));
  line(0, fmt::format("static const int iterated_place[ITERATED + 1] = {{{}}};",
                      inlined.iterated.empty() ? "0" : places(inlined.iterated)));
  line(0, fmt::format("static const int origin_place[ITERATED + 1] = {{{}}};",
                      inlined.origins.empty() ? "0" : places(inlined.origins)));
  std::vector<VariableId> states;
  for (int32_t i = 0; i < schedule_.nStates; ++i)
    states.push_back(schedule_.owner[static_cast<size_t>(i)]);
  line(0, fmt::format("static const double state_nominal[NX + 1] = {{{}}};", nominals(states)));
  if (!schedule_.nonlinearBlocks.empty()) unitTables();
  out_ += "\n";
}

// Which unknowns of nonlinear blocks are measured by which state: as InlineIntegrator::findScaled.
void CWriter::unitTables() {
  const InlineProgram& inlined = *schedule_.inlined;
  std::vector<char> iterated(static_cast<size_t>(schedule_.nVariables), 0), watched(iterated),
      isOther(iterated);
  auto mark = [&](std::vector<char>& marks, VariableId id) -> char& {
    return marks[static_cast<size_t>(schedule_.slots[id].index)];
  };
  for (const NonlinearBlock& block : schedule_.nonlinearBlocks) {
    for (VariableId id : block.unknowns) mark(iterated, id) = 1;
    for (VariableId id : innerVariables(block).states) mark(watched, id) = 1;
  }
  struct Table {
    std::string_view name;
    std::string text;
    size_t count = 0;
  };
  Table ofStates{"unit_states", ""}, ofRates{"unit_rates", ""}, ofWatched{"unit_watched", ""};
  auto add = [&](Table& table, VariableId id, size_t state) {
    table.text += fmt::format("{}{{{}, {}}}", table.count++ ? ", " : "", target(id), state);
  };
  for (size_t i = 0; i < inlined.old.size(); ++i)
    for (size_t s = 0; s < inlined.stages.size(); ++s) {
      const VariableId x = inlined.stages[s][i], f = inlined.derivatives[s][i];
      if (mark(iterated, x) != 0) add(ofStates, x, i);
      if (mark(iterated, f) != 0) add(ofRates, f, i);
      if (mark(watched, x) != 0) add(ofWatched, x, i);
    }
  // An acceleration that the formula of a speed takes instead of its derivative.
  for (VariableId id : inlined.iterated) mark(isOther, id) = 1;
  for (const auto& stage : inlined.slopes)
    for (size_t i = 0; i < stage.size(); ++i) {
      if (mark(isOther, stage[i]) != 0) add(ofRates, stage[i], i);
      mark(isOther, stage[i]) = 0;
    }
  std::string others;
  size_t otherCount = 0;
  for (size_t k = 0; k < inlined.iterated.size(); ++k)
    if (mark(isOther, inlined.iterated[k]) != 0)
      others += fmt::format("{}{}", otherCount++ ? ", " : "", k);
  for (const Table* table : {&ofStates, &ofRates, &ofWatched})
    line(0,
         fmt::format("static const int {}[{}][2] = {{{}}};", table->name,
                     std::max<size_t>(1, table->count), table->count > 0 ? table->text : "{0, 0}"));
  line(0, fmt::format("static const int unit_others[{}] = {{{}}};", std::max<size_t>(1, otherCount),
                      otherCount > 0 ? others : "0"));
  line(0, fmt::format("static const double iterated_nominal[ITERATED + 1] = {{{}}};",
                      nominals(inlined.iterated)));
  std::string sizes;
  for (size_t i = 0; i < sparseNonlinear_.size(); ++i)
    sizes += fmt::format("{}{}", i == 0 ? "" : ", ", schedule_.nonlinearBlock(i).unknowns.size());
  line(0,
       fmt::format("static const int newton_size[{}] = {{{}}};\n", sparseNonlinear_.size(), sizes));
  keys_ = {{"@TOLERANCE@", realText(options_.tolerance)},
           {"@STATES@", fmt::format("{}", ofStates.count)},
           {"@RATES@", fmt::format("{}", ofRates.count)},
           {"@WATCHED@", fmt::format("{}", ofWatched.count)},
           {"@OTHERS@", fmt::format("{}", otherCount)}};
  kernel(kSetUnits);
  keys_.clear();
}

bool CWriter::usesSdirk() const {
  const StepFormula& formula = options_.formula;
  return schedule_.inlined &&
         (formula.kind == StepFormula::Kind::Sdirk || formula.kind == StepFormula::Kind::Am3 ||
          (formula.kind == StepFormula::Kind::Bdf && formula.past.size() > 1));
}

// Steps follow the tolerance: those of FMUs for which no size was given.
bool CWriter::controlsSteps() const {
  return fmu() && schedule_.inlined && options_.step == 0;
}

// What the control of steps remembers.
void CWriter::controlMembers() {
  keys_ = {{"@ITERATED@", fmt::format("{}", schedule_.inlined->iterated.size() + 1)}};
  if (options_.formula.kind == StepFormula::Kind::VariableBdf) kernel(kVariableBdfMembers);
  if (options_.formula.kind == StepFormula::Kind::Coupled && controlsSteps()) kernel(kPairMembers);
  keys_.clear();
}

// The steps of an inlined method.
void CWriter::formulaKernels() {
  const StepFormula& formula = options_.formula;
  const bool coupled = schedule_.inlined->stages.size() > 1;
  const bool onlySdirk = formula.kind == StepFormula::Kind::Sdirk;
  const bool newton = !schedule_.nonlinearBlocks.empty();
  const bool variableBdf = formula.kind == StepFormula::Kind::VariableBdf;
  if (!variableBdf) out_ += kSharedNear;
  if (!onlySdirk && !variableBdf) out_ += kSharedExtrapolate;
  if (usesSdirk()) out_ += kSharedSdirk;
  keys_ = {{"@JACOBIANS@", std::string(newton ? kStaleJacobians : "")},
           {"@UNITS@", newton ? "  set_units(m, h);\n" : ""}};
  kernel(kSolveStage);
  if (!coupled && !variableBdf) out_ += kStay;
  if (!coupled && !onlySdirk && !variableBdf) out_ += kPredict;
  if (usesSdirk()) {
    std::string rows;
    for (const auto& row : formula.sdirkMatrix)
      rows += (rows.empty() ? "" : "},\n   {") + (row.empty() ? std::string("0") : list(row));
    keys_ = {{"@GAMMA@", realText(formula.sdirkGamma)},
             {"@NODES@", list(formula.sdirkNodes)},
             {"@MATRIX@", rows}};
    kernel(kSdirk);
    if (!onlySdirk) out_ += kStartUp;
  }
  keys_ = {
      {"@ORDER@", fmt::format("{}", formula.past.size())},
      {"@A@", list(formula.past)},
      {"@B@", realText(formula.weight)},
      {"@INVERSE@", rows(formula.inverse)},
      {"@START@", realText(formula.embedding.start)},
      {"@MIDDLE@", realText(formula.embedding.middle)},
      {"@FACTOR@", realText(formula.embedding.factor)},
      {"@EMBEDDING@", rows({formula.embedding.beforeX, formula.embedding.beforeF,
                            formula.embedding.x, formula.embedding.f})},
      {"@AT_START@", list(atStart(formula.nodes))},
      {"@PIECES@",
       fmt::format("{}", formula.kind == StepFormula::Kind::Am3 ? 4 : 1 << formula.past.size())}};
  switch (formula.kind) {
    case StepFormula::Kind::Bdf:
      kernel(formula.past.size() > 1 ? kBdf : kBackwardEuler);
      break;
    case StepFormula::Kind::VariableBdf:
      kernel(kVariableBdf);
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
      if (controlsSteps()) kernel(kCoupledPair);
      break;
    case StepFormula::Kind::Explicit:
      break;
  }
  keys_.clear();
}

void CWriter::interfaceFunctions() {
  const StepFormula& formula = options_.formula;
  const bool history = events_ || schedule_.inlined;
  const bool takesPairs = formula.kind == StepFormula::Kind::Coupled && controlsSteps();
  constexpr const char* kForgetKinks =
      "  m->kink_past[0] = m->kink_past[1] = m->kink_past[2] = 0;\n";
  if (events_) out_.append(kSharedClosePoints).append(kHermite);
  if (history) {
    std::string begins(schedule_.inlined ? kBeginSteps : "");
    keys_ = {{"@KEEP_ITERATED@", std::string(schedule_.inlined ? kKeepIterated : "")},
             {"@BEGIN_STEPS@", begins},
             {"@FORGET@", usesSdirk()  ? "  m->sdirk_past = 0;\n"
                          : takesPairs ? kForgetKinks
                                       : ""}};
    kernel(kHistory);
  }
  if (schedule_.inlined)
    formulaKernels();
  else
    out_ += kExplicit;
  const bool chooses = choosesStates();
  keys_ = {
      // The end of an inlined step is as exact as its states need it: in a short step derivatives
      // and what follows from them are not.
      {"@CONFIRM@",
       schedule_.inlined
           ? "        if (crossed && !derivatives(m) && watch(m, z, g, &crossed)) return 1;\n"
           : ""},
      {"@RATE@", schedule_.inlined ? "m->formula_rate" : "m->v + NX"},
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
      {"@LASTING@",
       fmt::format("lastingOfSpan*{}", realText(options_.stopTime - options_.startTime))},
      // Whoever runs a program sets inputs between its steps; FMUs make that an event.
      {"@KEEP_INPUTS@", fmu() ? "" : "  keep_inputs(m);\n"},
      {"@OWN@", options_.scheduled ? "0" : "NS"},
      {"@BEFORE_EVENT@", fmu() ? "      if (m->one_event == 2) {\n"
                                 "        m->at_event = 1;\n"
                                 "        return 0;\n"
                                 "      }\n"
                               : ""},
      {"@ONE_EVENT@", fmu() ? "      if (m->one_event) return 0;\n" : ""}};
  addPastKeys();
  if (events_) {
    stateSets();
    out_ += kSharedLasting;
    kernel(kEvents);
  }
  const std::string solve = events_ ? "solve_initial(m)" : "initial(m)";
  const bool homotopy = out_.find("m->lambda") != std::string::npos;
  std::string follow(kHomotopy);
  for (size_t at = follow.find("@SOLVE@"); at != std::string::npos; at = follow.find("@SOLVE@"))
    follow.replace(at, 7, solve);
  keys_ = {{"@HOMOTOPY@", homotopy ? follow : ""},
           {"@BY_OTHER_STATES@", chooses ? std::string(kInitByOtherStates) : ""},
           {"@OTHER_STATES@", chooses ? " && initial_by_other_states(m)" : ""},
           {"@CHOOSE_FIRST@", chooses ? "  choose_states(m, 2);\n" : ""},
           {"@LAMBDA@", "  m->lambda = 1;\n"},
           {"@SOLVE@", homotopy ? "follow_homotopy(m)" : solve},
           {"@BEGIN@", schedule_.inlined ? "  begin_history(m);\n" : ""},
           {"@STATIC@", fmu() ? "static " : ""},
           {"@CLEAR@", std::string(fmu() ? kClearUnknowns : kClear)}};
  addPastKeys();
  kernel(events_ ? kInitEvents : kInit);
  if (fmu()) {
    keys_.clear();
    return;
  }
  const std::string count = doubtCounter();
  keys_ = {{"@DOUBTS@", count.empty() ? "" : fmt::format("  const long doubts = m->{};\n", count)},
           {"@STATUS@", count.empty() ? "0" : fmt::format("m->{} > doubts ? 2 : 0", count)},
           {"@END@", hasEnd() ? std::string(kEndEvent) : ""}};
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

// The member that counts solutions of inlined steps which are taken in doubt; none: empty.
std::string CWriter::doubtCounter() const {
  if (!schedule_.inlined || schedule_.nonlinearBlocks.empty()) return "";
  return options_.realTimeIterations > 0 ? "cut_short" : "elsewhere";
}

// Whether the program asks for terminal().
bool CWriter::hasEnd() const {
  return out_.find("m->ending") != std::string::npos;
}

void CWriter::mainFunction() {
  const double step = stepSize();
  const bool realTime = options_.realTimeIterations > 0, doubts = !doubtCounter().empty();
  keys_ = {
      {"@LAST_EVENT@",
       hasEnd() ? "  if (NAME_end(&model)) return failed();\n  if (model.event_changed) row();\n"
                : ""},
      {"@COUNT_UNSOLVED@", std::string(doubts ? kCountUnsolved : "")},
      {"@TIMED_CALL@", doubts ? "is_final(NAME_step(&model, h))" : "NAME_step(&model, h)"},
      {"@TELL@", doubts ? "tell_unsolved(i)" : "0"},
      {"@DOUBT@", realTime ? fmt::format("were not solved to the tolerance by {} iterations",
                                         options_.realTimeIterations)
                           : "may have passed to another solution of the equations"},
      {"@START@", realText(options_.startTime)},
      {"@STEP@", realText(step)},
      {"@COUNT@", fmt::format("{}", std::lround((options_.stopTime - options_.startTime) / step))},
      {"@AND_GOES_ON@", events_ ? " && !model.terminated" : ""},
      {"@IF_GOES_ON@", events_ ? "if (!model.terminated) " : ""},
      {"@EULER@", schedule_.inlined ? "" : " With an argument: by Euler's method."},
      {"@STEP_CALL@", doubts ? "is_final(NAME_step(&model, h))"
                      : schedule_.inlined
                          ? "NAME_step(&model, h)"
                          : "argc > 1 ? NAME_euler(&model, h) : NAME_step(&model, h)"}};
  kernel(kMain);
}

}  // namespace formola::text
