#include "codegen/text/c_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/text/c_kernels.h"
#include "codegen/text/c_tables.h"
#include "codegen/text/function_text.h"

namespace formola::text {

namespace {

constexpr size_t kChunk = 200;  // steps in one function: compilers are quadratic in its length

bool startsAny(const IdVector<VariableId, std::string>& names, const std::string& prefix) {
  for (uint32_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[VariableId(i)];
    if (name.size() > prefix.size() && name.starts_with(prefix) &&
        name.find_first_not_of("0123456789", prefix.size()) == std::string::npos)
      return true;
  }
  return false;
}

std::vector<std::string_view> views(const std::vector<std::string>& words) {
  return {words.begin(), words.end()};
}

bool isOfIdentifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// What a kernel defines outside of functions: functions and constants ("static ... NAME"), types
// ("typedef struct NAME") and enumerators (in capitals).
void addNames(std::string_view kernel, std::vector<std::string>& words) {
  for (size_t begin = 0; begin < kernel.size();) {
    const size_t end = std::min(kernel.find('\n', begin), kernel.size());
    const std::string_view line = kernel.substr(begin, end - begin);
    begin = end + 1;
    const bool type = line.starts_with("typedef struct ");
    const size_t before = type ? line.find(" {") : line.find_first_of("([=;");
    const bool named = type || line.starts_with("static ");
    std::string word;
    for (size_t at = 0; at <= line.size(); ++at) {
      if (at < line.size() && isOfIdentifier(line[at])) {
        word += line[at];
        continue;
      }
      const bool capitals =
          word.find('_') != std::string::npos &&
          std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
      if (!word.empty() && (capitals || (named && at <= before && before - at <= 1)))
        words.push_back(word);
      word.clear();
    }
  }
}

// The pieces of a function, as CWriter::inPieces names them.
void addPieces(const std::string& name, size_t number, size_t statements,
               std::vector<std::string>& words) {
  for (size_t k = 0; k <= statements / kChunk && statements > kChunk; ++k)
    words.push_back(fmt::format("{}{}_{}", name, number, k));
}

void addTables(const std::string& name, size_t number, std::vector<std::string>& words) {
  for (const char* part : {"front", "table", "colour"})
    words.push_back(fmt::format("{}{}_{}", name, number, part));
}

std::vector<std::string> reserved(const Schedule& schedule, const std::string& model,
                                  bool dsblock) {
  std::vector<std::string> words(reservedInC().begin(), reservedInC().end());
  for (std::string_view kernel :
       {kSharedNear, kSharedClosePoints, kSharedExtrapolate, kSharedSdirk, kSharedBdf,
        kSharedLasting, kSharedBracket, kSharedReflection, kSharedLeastNorm, kSharedNearest,
        kSharedCurve, kSharedNewton, kSharedTable, kSharedRowMerge, kSharedRowMergeOrientation,
        kSharedRowMergeTransposed, kTables, kTableFiles})
    addNames(kernel, words);
  if (dsblock) words.insert(words.end(), {"x", "u", "dx", "y"});
  words.push_back(model);
  for (const Function& f : schedule.model.dae.functions)
    if (f.external) words.push_back(f.external->function);
  for (const char* part : {"init", "step", "euler", "outputs", "variable", "variables", "states",
                           "inputs", "start", "ode", "dae"})
    words.push_back(model + "_" + part);
  for (size_t i = 0; i < schedule.linearBlocks.size(); ++i) {
    const LinearBlock& block = schedule.linearBlocks[i];
    for (const char* part : {"linear_", "linear_residual_", "factors_", "pivots_", "sparse_linear_",
                             "linear_matrix_", "linear_right_"})
      words.push_back(part + std::to_string(i));
    addPieces("linear_residual_", i, block.inner.size() + block.residuals.size(), words);
    addPieces("linear_matrix_", i, block.matrix.size(), words);
    addPieces("linear_right_", i, block.rhs.size(), words);
    addTables("sparse_linear_", i, words);
  }
  for (size_t i = 0; i < schedule.nonlinearBlocks.size() + schedule.wholeBlocks.size(); ++i) {
    const NonlinearBlock& block = schedule.nonlinearBlock(i);
    for (const char* part : {"nonlinear_", "torn_", "residual_", "jacobian_", "newton_kept_",
                             "newton_pivot_", "sparse_nonlinear_"})
      words.push_back(part + std::to_string(i));
    addPieces("residual_", i, block.inner.size() + block.residuals.size(), words);
    addPieces("jacobian_", i, block.jacobian.size(), words);
    addTables("sparse_nonlinear_", i, words);
  }
  for (size_t i = 0; i < schedule.mixedBlocks.size(); ++i)
    for (const char* part : {"mixed_", "mixed_part_", "mixed_modes_"})
      words.push_back(part + std::to_string(i));
  for (size_t i = 0; i < schedule.model.stateSets.size(); ++i)
    for (const char* part : {"set_jacobian_", "set_candidate_", "set_state_", "set_selection_",
                             "set_row_", "set_column_", "set_nominal_"})
      words.push_back(part + std::to_string(i));
  const size_t longest =
      std::max({schedule.initial.size(), schedule.derivatives.size(), schedule.outputs.size(),
                schedule.event.size(), schedule.inlined ? schedule.inlined->steps.size() : 0});
  for (size_t i = 0; i <= longest / kChunk; ++i)
    for (const char* part : {"initial_", "derivatives_", "outputs_", "event_pass_", "inlined_"})
      words.push_back(part + std::to_string(i));
  return words;
}

std::string identifierInC(std::string_view model, bool fmu) {
  std::string id = modelIdentifier(model);
  if (fmu) return "model_" + id;
  for (std::string_view word : reservedInC())
    if (word == id) return id + "_model";
  return id;
}

}  // namespace

CWriter::CWriter(const Schedule& schedule, const TargetOptions& options, Interface interface,
                 Needs needs)
    : schedule_(schedule),
      model_(schedule.model),
      options_(options),
      interface_(interface),
      events_(interface == Interface::Steps && hasEvents(schedule)),
      needs_(needs),
      tables_(interface == Interface::Steps ? tablesOf(schedule) : std::vector<VariableId>()),
      objects_(interface == Interface::Steps ? objectsOf(schedule) : std::vector<VariableId>()),
      id_(identifierInC(schedule.model.dae.model, !options.fmuLayer.empty())),
      reserved_(reserved(schedule, id_, interface == Interface::Dsblock)),
      names_(makeNames(schedule, {'_', false, true, views(reserved_)})),
      dialect_(schedule, names_, events_, std::make_shared<UsedTexts>()),
      texts_(schedule, dialect_) {
  // The layer of an FMU has many names of its own; none of them begins like this.
  if (fmu())
    for (uint32_t i = 0; i < names_.size(); ++i) names_[VariableId(i)].insert(0, "v_");
  std::string prefix = "q";
  while (startsAny(names_, prefix)) prefix += 'q';
  texts_.nameTemporaries(prefix, 1);
  for (const auto* list : {&tables_, &objects_})
    for (size_t k = 0; k < list->size(); ++k) dialect_.addObject((*list)[k], k);
  needs_.texts = needs_.texts || options_.texts;
  needs_.model = needs_.model || needs_.texts || !tables_.empty() || !objects_.empty();
  found_ = needs_;
}

void CWriter::line(int indent, std::string_view text) {
  out_ += fmt::format("{:{}}{}\n", "", indent, text);
}

void CWriter::temporaries(const std::vector<Temporary>& list) {
  for (const Temporary& t : list) {
    if (t.rhs.empty() && t.function.empty()) {
      line(2, fmt::format("const {} {} = {};", t.boolean ? "int" : "double", t.name, t.text));
      continue;
    }
    std::string elements;
    for (const std::string& e : t.rhs) elements += (elements.empty() ? "" : ", ") + e;
    if (!t.function.empty()) {
      for (const std::string& part : callInC(t, needs_.model)) line(2, part);
      continue;
    }
    line(2, fmt::format("double {}[{}] = {{{}}};", t.name, t.rhs.size(), elements));
    if (sparseLinear_[t.block])
      line(2, fmt::format("rowMergeSolve(&sparse_linear_{0}, m->factors_{0}, m->pivots_{0}, {1}, "
                          "m->sparse_room);",
                          t.block, t.name));
    else
      line(2, fmt::format("solve({}, m->factors_{}, m->pivots_{}, {});", t.rhs.size(), t.block,
                          t.block, t.name));
  }
}

std::string CWriter::places(const std::vector<VariableId>& ids) const {
  std::string list;
  for (VariableId id : ids) list += (list.empty() ? "" : ", ") + target(id);
  return list.empty() ? "0" : list;
}

std::string CWriter::describe(const std::vector<VariableId>& unknowns) const {
  std::string text;
  for (size_t i = 0; i < unknowns.size() && i < 12; ++i)
    text += (i ? ", " : "") + std::string(model_.name(unknowns[i]));
  return unknowns.size() > 12 ? text + ", ..." : text;
}

// Which component the next equations belong to.
void CWriter::comment(const Step& step) {
  const auto [component, range] = originOf(model_, step);
  texts_.from(range);
  if (component == lastComponent_) return;
  lastComponent_ = component;
  line(2, fmt::format("/* {} */", component.empty() ? id_ : component));
}

void CWriter::assign(const Step& step) {
  if (schedule_.slots[step.variable].index < 0) return;
  comment(step);
  std::vector<Temporary> before;
  const std::string value = texts_.one(knownText(step), before);
  temporaries(before);
  const bool pre = step.kind == StepKind::SetPre;
  if (pre && !events_) return;
  line(2, fmt::format("{}[{}] = {};", pre ? "m->pre" : "v", target(step.variable), value));
}

// The text of a parameter, where it is known before the program runs; in FMUs src/fmi says which
// are.
ExprId CWriter::knownText(const Step& step) {
  const bool text = model_.pool().base(step.value) == BaseType::String;
  if (!text || fmu() || model_.info[step.variable].role != Role::Parameter) return step.value;
  if (!constants_) constants_.emplace(model_);
  const std::optional<std::string> known = (*constants_)(step.value);
  return known ? model_.pool().string(*known) : step.value;
}

void CWriter::enumeration() {
  line(
      0,
      "/* The places of the variables: states, their derivatives, other variables, parameters. */");
  line(0, "enum {");
  for (int32_t i = 0; i < schedule_.nVariables; ++i) {
    const VariableId id = schedule_.owner[static_cast<size_t>(i)];
    const Variable& variable = model_.dae.variables[id];
    std::string about(model_.name(id));
    if (variable.unit.valid() && !model_.pool().names.text(variable.unit).empty())
      about += fmt::format(" [{}]", model_.pool().names.text(variable.unit));
    if (variable.comment.valid() && !model_.pool().names.text(variable.comment).empty())
      about += fmt::format(": {}", model_.pool().names.text(variable.comment));
    for (size_t at = about.find("*/"); at != std::string::npos; at = about.find("*/"))
      about.replace(at, 2, "* /");
    for (size_t at = about.find("/*"); at != std::string::npos; at = about.find("/*"))
      about.replace(at, 2, "/ *");
    std::replace(about.begin(), about.end(), '\n', ' ');
    line(2, fmt::format("{} = {}, /* {} */", nameOfSlot(i), i, about));
  }
  line(2, fmt::format("N = {},", std::max(1, schedule_.nVariables)));
  line(2, fmt::format("NX = {}{}", schedule_.nStates, events_ ? "," : ""));
  if (events_) {
    line(2, fmt::format("DISCRETE = {}, /* where the discrete variables begin */",
                        schedule_.discreteBegin));
    line(2,
         fmt::format("UNKNOWNS = {}, /* and where the parameters do */", schedule_.parameterBegin));
    line(2, fmt::format("NR = {}, /* relations; the first NZ of them depend on states */",
                        model_.relations.size()));
    line(2, fmt::format("NZ = {},", schedule_.nStateRelations));
    line(2, fmt::format("NS = {} /* sample() */", schedule_.samples.size()));
  }
  line(0, "};\n");
}

void CWriter::structure() {
  if (hasDelays()) delayTypes();
  if (hasLines()) lineTypes();
  newtonTypes();
  if (options_.formula.kind == StepFormula::Kind::VariableBdf) out_ += kSharedBdf;
  if (keeps()) out_ += kKeptTypes;
  line(0, fmt::format("typedef struct {0} {{", id_));
  line(2, "double time;");
  line(2, "double v[N];");
  line(2, "double lambda; /* of homotopy() in initial equations */");
  if (events_) {
    out_ += kEventMembers;
    const auto reinits =
        std::count_if(model_.actions.begin(), model_.actions.end(),
                      [](const Action& a) { return a.kind == ActionKind::Reinit; });
    line(2, fmt::format("int reinits, reinit_place[{}];", reinits + 1));
    line(2, fmt::format("double reinit_value[{}];", reinits + 1));
  } else {
    line(2, fmt::format("int relation[{}];", std::max<size_t>(1, model_.relations.size())));
    line(2, "int live; /* the initial system is being solved */");
    line(2, "int terminated;");
  }
  if (interface_ == Interface::Steps && (events_ || schedule_.inlined)) out_ += kHistoryMembers;
  if (hasDelays()) delayMembers();
  if (hasLines()) lineMembers();
  if (hasPast())
    line(2, "double piece; /* where the present smooth piece of the solution began */");
  if (schedule_.inlined || !schedule_.nonlinearBlocks.empty()) {
    line(2, "double current_step; /* h for which matrices were made */");
    line(2, "int stepping;        /* an inlined step is being solved */");
  }
  if (interface_ == Interface::Steps && schedule_.inlined) {
    keys_ = {{"@PAST@", fmt::format("{}", std::max<size_t>(1, options_.formula.past.size()))},
             {"@ITERATED@", fmt::format("{}", schedule_.inlined->iterated.size() + 1)}};
    kernel(kFormulaMembers);
    keys_.clear();
    if (usesSdirk()) out_ += kSdirkMembers;
    controlMembers();
  }
  blockStorage();
  line(2, "const char *message; /* why it went wrong */");
  if (keeps()) {
    line(2, "KEPT kept;");
    line(2, "int broken; /* something of that cannot be made */");
  }
  if (linksExternals()) {
    line(2, "int external_error; /* an external function has reported one: */");
    line(2, "char said[400];");
  }
  if (fmu()) {
    line(2, "double step_error; /* against the tolerance, the largest since it was 0 */");
    line(2, "int one_event;     /* steps end behind the first event, 2: before it is handled */");
    line(2, "int at_event;      /* where that is */");
  }
  if (interface_ == Interface::Dsblock)
    line(2, "double *residual; /* where those of nonlinear systems go; 0: they are solved */");
  line(0, fmt::format("}} {};", id_));
  line(0, fmt::format("typedef {} MODEL;\n", id_));
}

void CWriter::begin(std::string_view head) {
  line(0, head);
  line(0, "{");
  line(2, "double *const v = m->v;");
  line(2, "const double t = m->time;");
  line(2, "(void)v;");
  line(2, "(void)t;");
  lastComponent_ = "\n";
}

void CWriter::end() {
  line(2, "return 0;");
  line(0, "}\n");
}

void CWriter::firstValueLines(int32_t begin, int32_t end) {
  std::string component = "\n";
  for (const FirstValue& first : firstValues(schedule_, true)) {
    if (first.slot < begin || first.slot >= end) continue;
    const std::string own =
        componentOf(model_.name(schedule_.owner[static_cast<size_t>(first.slot)]));
    if (own != component) line(2, fmt::format("/* {} */", own.empty() ? id_ : own));
    component = own;
    std::vector<Temporary> none;
    line(2, fmt::format("v[{}] = {};", nameOfSlot(first.slot),
                        first.value.valid() ? texts_.one(first.value, none) : "1"));
  }
}

// The same, numbers as a table: nobody changes them in the text of an FMU, and compilers take long
// over functions of thousands of assignments. v is zero before.
void CWriter::firstValueTable(int32_t begin, int32_t end) {
  const ExprPool& pool = model_.pool();
  std::string rows;
  size_t count = 0;
  for (const FirstValue& first : firstValues(schedule_, true)) {
    if (first.slot < begin || first.slot >= end) continue;
    std::vector<Temporary> none;
    const std::string text = first.value.valid() ? texts_.one(first.value, none) : "1";
    if (first.value.valid() && !pool.isNumber(first.value)) {
      line(2, fmt::format("v[{}] = {};", nameOfSlot(first.slot), text));
    } else if (!first.value.valid() || pool.realValue(first.value) != 0) {
      rows += fmt::format("    {{{}, {}}},\n", nameOfSlot(first.slot), text);
      ++count;
    }
  }
  if (count == 0) return;
  line(2, "{");
  line(2, "  static const struct { int place; double value; } first[] = {");
  out_ += rows;
  line(2, "  };");
  line(2, "  int k;");
  line(2, fmt::format("  for (k = 0; k < {}; ++k) v[first[k].place] = first[k].value;", count));
  line(2, "}");
}

// Values that are written as numbers come first: they are what one may want to change.
void CWriter::parameters() {
  if (fmu()) return fmuParameters();
  line(0, "/* Parameters and start values: change them here. */");
  line(0, "static int parameters(MODEL *m)");
  line(0, "{");
  line(2, "double *const v = m->v;");
  line(2, "const double t = m->time;");
  line(2, "int i;");
  line(2, "(void)t;");
  line(2, "for (i = 0; i < N; ++i) v[i] = 0;");
  beginKept();
  firstValueLines(0, schedule_.nVariables);
  lastComponent_ = "\n";
  steps(schedule_.parameters);
  checkKept();
  end();
}

void CWriter::steps(const std::vector<Step>& list) {
  for (const Step& step : list) {
    switch (step.kind) {
      case StepKind::Assign:
      case StepKind::SetPre:
        assign(step);
        break;
      case StepKind::Linear:
        line(2, fmt::format("if (linear_{}(m)) return 1;", step.block));
        break;
      case StepKind::Nonlinear:
        line(2, fmt::format("if (nonlinear_{}(m)) return 1;", step.block));
        break;
      case StepKind::Mixed:
        line(2, fmt::format("if (mixed_{}(m)) return 1;", step.block));
        break;
      case StepKind::Relations:
        if (events_) relations(step.relations);
        break;
    }
  }
}

// Relations get their values, whether an equation asks for them or not.
void CWriter::relations(const std::vector<uint32_t>& numbers) {
  for (uint32_t k : numbers) {
    const RelationInfo& info = model_.relations[k];
    const bool byTime = info.kind == RelationKind::Time;
    std::vector<ExprId> roots{byTime ? info.value : info.relation};
    if (!byTime && keepClose_)
      for (ExprId side : model_.pool().children(info.relation)) roots.push_back(side);
    std::vector<Temporary> before;
    const std::vector<std::string> written = texts_.group(roots, before);
    temporaries(before);
    const std::string condition = written[0];
    line(2, fmt::format("(void){};",
                        dialect_.liveRelation(k, condition, written.size() > 2 ? written[1] : "",
                                              written.size() > 2 ? written[2] : "")));
  }
}

void CWriter::inPieces(const std::string& name, std::string_view parameters,
                       std::string_view arguments, size_t count,
                       const std::function<void(size_t, size_t)>& write) {
  const size_t pieces = count <= kChunk ? 0 : (count + kChunk - 1) / kChunk;
  for (size_t k = 0; k < pieces; ++k) {
    begin(fmt::format("static int {}_{}(MODEL *m{})", name, k, parameters));
    if (!parameters.empty()) line(2, fmt::format("(void){};", arguments.substr(2)));
    write(k * kChunk, std::min(count, (k + 1) * kChunk));
    end();
  }
  begin(fmt::format("static int {}(MODEL *m{})", name, parameters));
  if (!parameters.empty()) line(2, fmt::format("(void){};", arguments.substr(2)));
  for (size_t k = 0; k < pieces; ++k)
    line(2, fmt::format("if ({}_{}(m{})) return 1;", name, k, arguments));
  if (pieces == 0) write(0, count);
  end();
}

void CWriter::program(std::string_view name, std::string_view what, const std::vector<Step>& list,
                      const std::function<void()>& last) {
  size_t chunks = 0;
  for (size_t at = 0; at < list.size() && list.size() > kChunk; at += kChunk, ++chunks) {
    begin(fmt::format("static int {}_{}(MODEL *m)", name, chunks));
    steps({list.begin() + static_cast<std::ptrdiff_t>(at),
           list.begin() + static_cast<std::ptrdiff_t>(std::min(list.size(), at + kChunk))});
    end();
  }
  line(0, fmt::format("/* {} */", what));
  begin(fmt::format("static int {}(MODEL *m)", name));
  if (linksExternals()) line(2, "m->external_error = 0;");
  for (size_t i = 0; i < chunks; ++i) line(2, fmt::format("if ({}_{}(m)) return 1;", name, i));
  if (chunks == 0) steps(list);
  if (last) last();
  checkKept();
  end();
}

void CWriter::kernel(std::string_view part) {
  std::string text(part);
  for (const auto& [key, value] : keys_)
    for (size_t at = text.find(key); at != std::string::npos;
         at = text.find(key, at + value.size()))
      text.replace(at, key.size(), value);
  for (size_t at = text.find("NAME_"); at != std::string::npos; at = text.find("NAME_", at))
    text.replace(at, 4, id_);
  out_ += text;
}

// Functions that some texts call; before everything else.
void CWriter::helpers() {
  const std::string written = writeFunctions(
      schedule_, FunctionLanguage::C,
      [&](FunctionId id, std::span<const CallArgument> arguments) {
        return dialect_.userFunction(id, arguments);
      },
      dialect_.called(),
      {needs_.model, !tables_.empty(), !objects_.empty(), dialect_.texts(), id_,
       fmu() ? &linked_ : nullptr},
      problems_);
  std::string text;
  auto calls = [&](std::string_view name) {
    return out_.find(name) != std::string::npos || written.find(name) != std::string::npos;
  };
  for (const Helper& helper : kHelpers)
    if (calls(helper.used) || (!helper.alsoFor.empty() && calls(helper.alsoFor)))
      text += helper.text;
  if (hasDelays()) text += kDelayLookUp;
  if (hasLines()) text += kLineLookUp;
  found_.texts = found_.texts || dialect_.texts()->made;
  found_.externals = !linked_.empty();
  found_.model = found_.model || found_.texts || found_.externals;
  text += keptKernels(out_ + written);
  text += written;
  for (const News& news : kNews) {
    if (out_.find(news.used) == std::string::npos) continue;
    if (news.toNewton ? schedule_.nonlinearBlocks.empty() : schedule_.linearBlocks.empty())
      text += fmt::format("#define {}{}) ((void)(m))\n\n", news.used, news.parameters);
    else
      text += news.text;
  }
  const std::string_view mark = "@HELPERS@\n";
  out_.replace(out_.find(mark), mark.size(), text);
}

Program CWriter::run() {
  findProblems();
  findBlockKinds();
  out_ = fmt::format("/* {}: C99 program generated by Formola.\n\n", model_.dae.model);
  if (interface_ == Interface::Dsblock)
    out_ += fmt::format(
        "   A DSblock. {0}_start(t, x, z) gives the initial states x and algebraic unknowns z,\n"
        "   {0}_ode(t, x, u, dx, y) derivatives and outputs,\n"
        "   {0}_dae(t, x, dx, z, u, r, y) residuals and outputs. They return 0 if all is well. "
        "*/\n\n",
        id_);
  else if (fmu())
    out_ += "   The model, then the functions of the Functional Mock-up Interface. */\n\n";
  else
    out_ += fmt::format(
        "   {0} m;  {0}_init(&m, {1}) sets parameters and initial values;  {0}_step(&m, h) goes "
        "on\n"
        "   by one step of {2};\n"
        "   {0}_outputs(&m) computes what the derivatives do not need. They return 0 if all is\n"
        "   well. m.v[R1_u] is the value of R1.u. With FORMOLA_MAIN defined there is a main().\n"
        "   Compile it with -std=c99 (or -ffp-contract=off) for the same results on every machine. "
        "*/\n\n",
        id_, realText(options_.startTime),
        schedule_.inlined
            ? fmt::format("{}, which is part of the equations", options_.formula.name)
            : fmt::format("the classical Runge-Kutta method, {}_euler(&m, h) of Euler's", id_));
  // Fused multiplications round once less: results would depend on the machine. ISO C modes of gcc
  // have none.
  out_ += "#ifdef __clang__\n#pragma STDC FP_CONTRACT OFF\n#endif\n";
  if (interface_ == Interface::Steps)
    out_ += "#ifdef FORMOLA_TIMING\n#define _POSIX_C_SOURCE 199309L\n#endif\n";
  out_ += "#include <math.h>\n";
  if (fmu())
    out_ +=
        "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n"
        "#include <stdlib.h>\n#include <string.h>\n";
  else if (keeps())
    out_ += "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";
  out_ += "\n";
  enumeration();
  structure();
  out_ += "@HELPERS@\n";
  parameters();
  tableFunctions();
  keptFunctions();
  blocks();
  program("initial", "Initial values.", schedule_.initial, [&] {
    for (size_t k = 0; k < objects_.size(); ++k) line(2, fmt::format("(void)object_of(m, {});", k));
    actions(false);
  });
  program("derivatives", "What the derivatives of the states need.", schedule_.derivatives,
          [&] { line(2, "if (!finite_rates(m)) return 1;"); });
  program("outputs", "All other variables.", schedule_.outputs, [&] { actions(false); });
  if (events_) {
    program("event_pass", "Everything in order, with the equations of events.", schedule_.event,
            [&] { actions(true); });
    eventFunctions();
    if (hasPast()) pastFunctions();
  }
  if (interface_ == Interface::Steps) {
    if (schedule_.inlined) inlinedStep();
    interfaceFunctions();
    if (fmu()) {
      fmuFunctions();
    } else {
      nameTable();
      mainFunction();
    }
  } else {
    dsblockFunctions();
  }
  helpers();
  Program program;
  program.text = std::move(out_);
  program.resources = std::move(resources_);
  program.linked = std::move(linked_);
  program.objects = !objects_.empty();
  for (const Problem& p : texts_.unsupported()) problems_.push_back(p.ofUse());
  program.problems = std::move(problems_);
  return program;
}

namespace {

// What it needs is known when it is written; then it is written again with that.
Program written(const Schedule& schedule, const TargetOptions& options,
                CWriter::Interface interface) {
  CWriter first(schedule, options, interface, {});
  const CWriter::Needs before = first.needs();
  Program program = first.run();
  const CWriter::Needs needs = first.needs();
  if (needs == before) return program;
  return CWriter(schedule, options, interface, needs).run();
}

}  // namespace

Program translateToC(const Schedule& schedule, const TargetOptions& options) {
  return written(schedule, options, CWriter::Interface::Steps);
}

Program translateToDsblock(const Schedule& schedule, const TargetOptions& options) {
  return written(schedule, options, CWriter::Interface::Dsblock);
}

}  // namespace formola::text
