#include "codegen/text/matlab_events.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "codegen/text/event_parts.h"
#include "codegen/text/function_text.h"
#include "codegen/text/matlab_dialect.h"
#include "codegen/text/names.h"
#include "codegen/text/sorted_writer.h"

namespace formola::text {

namespace {

// Variables are elements of v, as in C; relations keep their values between events.
class VectorDialect : public MatlabSyntax<Dialect> {
 public:
  explicit VectorDialect(const Schedule& schedule) : schedule_(schedule) {}

  Text variable(VariableId id) const override {
    const Slot slot = schedule_.slots[id];
    const std::string text = fmt::format("v({})", slot.index + 1);
    return slot.negated ? Text{"-" + text, Binding::Sign} : Text{text, Binding::Primary};
  }
  std::string frozenRelation(uint32_t k) const override {
    return fmt::format("relation({})", k + 1);
  }
  std::string liveRelation(uint32_t k, const std::string& condition, const std::string& a,
                           const std::string& b) const override {
    const std::string close = a.empty() ? "" : fmt::format(" && ~close_({}, {})", a, b);
    return fmt::format("iff(live{}, {}, relation({}))", close, condition, k + 1);
  }
  std::string previous(VariableId id) const override {
    return fmt::format("pre({})", schedule_.slots[id].index + 1);
  }
  std::string initialEvent() const override { return "starting"; }
  std::string reached() const override { return "reached"; }
  std::string passed() const override { return "passed"; }
  std::string sampled(size_t k) const override { return fmt::format("sampled({})", k + 1); }
  std::string homotopy(const Text& actual, const Text& simplified) const override {
    return fmt::format("iff(lambda < 1, {0} + lambda*({1} - {2}), {3})", simplified.text,
                       enclosed(actual, Binding::Sum), enclosed(simplified, Binding::Term),
                       actual.text);
  }
  std::string userFunction(FunctionId id, std::span<const CallArgument> arguments) const override {
    return called.call(schedule_, id, arguments, false);
  }
  mutable CalledFunctions called;

 private:
  const Schedule& schedule_;
};

class EventWriter {
 public:
  enum class Interface { Results, SFunction };
  EventWriter(const Schedule& schedule, const TargetOptions& options, Interface interface)
      : interface_(interface),
        schedule_(schedule),
        model_(schedule.model),
        options_(options),
        id_(modelIdentifier(schedule.model.dae.model)),
        dialect_(schedule),
        texts_(schedule, dialect_),
        solvedAgain_(blocksSolvedAgain(schedule)) {
    texts_.nameTemporaries("Q", 101);
  }
  Program run();

 private:
  void line(int indent, std::string_view text) {
    out_ += fmt::format("{:{}}{}\n", "", indent, text);
  }
  double stepSize() const {
    return options_.step > 0 ? options_.step : (options_.stopTime - options_.startTime) / 500;
  }
  std::string_view nameOf(VariableId id) const {
    return model_.name(schedule_.owner[static_cast<size_t>(schedule_.slots[id].index)]);
  }
  std::string places(const std::vector<VariableId>& ids) const;
  std::string nominals(const std::vector<VariableId>& ids) const;
  std::vector<std::string> texts(const std::vector<ExprId>& ids);
  void vector(std::string_view name, const std::vector<ExprId>& values);
  void matrix(std::string_view name, size_t n, const std::vector<MatrixEntry>& entries);
  void begin(std::string_view head);
  void end();
  void call(const std::string& block);
  void steps(const std::vector<Step>& list);
  void assign(const Step& step);
  void relations(const std::vector<uint32_t>& numbers);
  void program(const std::string& name, std::string_view what, const std::vector<Step>& list,
               const std::function<void()>& last = {});
  void interface();
  void results();
  void sFunction();
  void sizes();
  void parameters();
  void linearBlock(size_t index);
  void nonlinearBlock(size_t index);
  void mixedBlock(size_t index);
  void actions(bool all);
  void eventFunctions();

  Interface interface_;
  const Schedule& schedule_;
  const StructuredDae& model_;
  TargetOptions options_;
  std::string id_;
  VectorDialect dialect_;
  ExprTexts texts_;
  std::vector<char> solvedAgain_;
  FrozenBlocks frozen_ = frozenBlocks(schedule_);
  std::string out_;
  std::string lastComponent_;
  std::vector<Problem> problems_;
};

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (char c : text) {
    if (c == '\'') result += '\'';
    if (c == '%' || c == '\\') result += c;  // error() formats its text
    result += c == '\n' ? ' ' : c;
  }
  return result + "'";
}

std::string column(const std::vector<std::string>& list) {
  return list.empty() ? "zeros(0, 1)" : fmt::format("[{}]", fmt::join(list, "; "));
}

std::string EventWriter::places(const std::vector<VariableId>& ids) const {
  std::vector<std::string> list;
  for (VariableId id : ids) list.push_back(fmt::format("{}", schedule_.slots[id].index + 1));
  return column(list);
}

std::string EventWriter::nominals(const std::vector<VariableId>& ids) const {
  std::vector<std::string> list;
  for (double size : nominalValues(model_, ids)) list.push_back(realText(size));
  return column(list);
}

std::vector<std::string> EventWriter::texts(const std::vector<ExprId>& ids) {
  std::vector<Temporary> before;
  std::vector<std::string> result = texts_.group(ids, before);
  for (const Temporary& t : before) {
    line(2, fmt::format("{} = {};", t.name, matlabTemporary(t, "m.factors")));
    if (t.relation >= 0) line(2, fmt::format("relation({}) = {};", t.relation + 1, t.name));
  }
  return result;
}

void EventWriter::vector(std::string_view name, const std::vector<ExprId>& values) {
  const std::vector<std::string> written = texts(values);
  line(2, fmt::format("{} = zeros({}, 1);", name, values.size()));
  for (size_t i = 0; i < values.size(); ++i)
    line(2, fmt::format("{}({}) = {};", name, i + 1, written[i]));
}

void EventWriter::matrix(std::string_view name, size_t n, const std::vector<MatrixEntry>& entries) {
  std::vector<ExprId> values;
  for (const MatrixEntry& e : entries) values.push_back(e.value);
  const std::vector<std::string> written = texts(values);
  line(2, fmt::format("{} = zeros({});", name, n));
  for (size_t i = 0; i < entries.size(); ++i)
    line(2, fmt::format("{}({}, {}) = {};", name, entries[i].row + 1, entries[i].column + 1,
                        written[i]));
}

void EventWriter::begin(std::string_view head) {
  line(0, fmt::format("\nfunction {}", head));
  line(2, "v = m.v; pre = m.pre; relation = m.relation; t = m.time;");
  line(2, "live = m.live; starting = m.starting; sampled = m.sampled; lambda = m.lambda;");
  line(2, "reached = m.reached; passed = m.passed;");
  lastComponent_ = "\n";
}

void EventWriter::end() {
  line(2, "m.v = v; m.pre = pre; m.relation = relation;");
  line(0, "end");
}

void EventWriter::call(const std::string& block) {
  line(2, "m.v = v; m.pre = pre; m.relation = relation;");
  line(2, fmt::format("m = {}(m);", block));
  line(2, "v = m.v; pre = m.pre; relation = m.relation;");
  lastComponent_ = "\n";
}

void EventWriter::assign(const Step& step) {
  if (!schedule_.isNumber(step.variable)) return;
  const auto [component, range] = originOf(model_, step);
  texts_.from(range);
  if (component != lastComponent_)
    line(2, fmt::format("% {}", component.empty() ? id_ : component));
  lastComponent_ = component;
  const std::string value = texts({step.value})[0];
  line(2, fmt::format("{}({}) = {}; % {}", step.kind == StepKind::SetPre ? "pre" : "v",
                      schedule_.slots[step.variable].index + 1, value, nameOf(step.variable)));
}

void EventWriter::relations(const std::vector<uint32_t>& numbers) {
  for (uint32_t k : numbers) {
    const RelationInfo& info = model_.relations[k];
    const bool byTime = info.kind == RelationKind::Time;
    const std::string condition = texts({byTime ? info.value : info.relation})[0];
    line(2, fmt::format("relation({}) = {};", k + 1, dialect_.liveRelation(k, condition, "", "")));
  }
}

void EventWriter::steps(const std::vector<Step>& list) {
  for (const Step& step : list) {
    switch (step.kind) {
      case StepKind::Assign:
      case StepKind::SetPre:
        assign(step);
        break;
      case StepKind::Linear:
        call(fmt::format("linear_{}", step.block));
        break;
      case StepKind::Nonlinear:
        call(fmt::format("nonlinear_{}", step.block));
        break;
      case StepKind::Mixed:
        call(fmt::format("mixed_{}", step.block));
        break;
      case StepKind::Relations:
        relations(step.relations);
        break;
    }
  }
}

void EventWriter::program(const std::string& name, std::string_view what,
                          const std::vector<Step>& list, const std::function<void()>& last) {
  begin(fmt::format("m = {}(m) % {}", name, what));
  steps(list);
  if (last) last();
  end();
}

// A matrix, and its solution.
void EventWriter::linearBlock(size_t index) {
  const LinearBlock& block = schedule_.linearBlocks[index];
  const size_t n = block.unknowns.size();
  texts_.freezeRelations(frozen_.linear[index] != 0);
  if (!block.equations.empty()) texts_.from(block.equations[0].range);
  if (block.symbolic) {
    begin(fmt::format("m = linear_{}(m) % {} simultaneous linear equations", index, n));
    matrix("A", n, block.matrix);
    vector("b", block.rhs);
    if (solvedAgain_[index]) line(2, fmt::format("m.factors{{{}}} = A;", index + 1));
    line(2, fmt::format("v({}) = A\\b;", places(block.unknowns)));
    end();
  } else {
    begin(fmt::format("[m, r] = linear_residual_{}(m)", index));
    steps(block.inner);
    vector("r", block.residuals);
    end();
    line(0,
         fmt::format("\nfunction m = linear_{}(m) % {} simultaneous linear equations", index, n));
    line(2, fmt::format("m = solve_affine(m, {}, @linear_residual_{});", places(block.unknowns),
                        index));
    line(0, "end");
  }
  texts_.freezeRelations(false);
}

void EventWriter::nonlinearBlock(size_t index) {
  const NonlinearBlock& block = schedule_.nonlinearBlocks[index];
  const size_t n = block.unknowns.size();
  texts_.freezeRelations(frozen_.nonlinear[index] != 0);
  if (!block.equations.empty()) texts_.from(block.equations[0].range);
  begin(fmt::format("[m, r] = residual_{}(m)", index));
  steps(block.inner);
  vector("r", block.residuals);
  end();
  const std::string unknowns = places(block.unknowns), sizes = nominals(block.unknowns);
  std::string jacobian =
      fmt::format("@(m) differences(m, {}, {}, @residual_{})", unknowns, sizes, index);
  if (block.hasJacobian) {
    begin(fmt::format("J = jacobian_{}(m)", index));
    matrix("J", n, block.jacobian);
    line(0, "end");
    jacobian = fmt::format("@jacobian_{}", index);
  }
  line(0, fmt::format("\nfunction m = nonlinear_{}(m) % {} simultaneous nonlinear equation{}",
                      index, n, n == 1 ? "" : "s"));
  line(2,
       fmt::format("m = newton(m, {}, {}, @residual_{}, {});", unknowns, sizes, index, jacobian));
  line(0, "end");
  texts_.freezeRelations(false);
}

void EventWriter::mixedBlock(size_t index) {
  const MixedBlock& block = schedule_.mixedBlocks[index];
  texts_.freezeRelations(true);
  begin(fmt::format("m = mixed_part_{}(m)", index));
  steps(block.continuous);
  end();
  texts_.freezeRelations(false);
  texts_.keepCloseRelations(true);
  begin(fmt::format("m = mixed_modes_{}(m)", index));
  steps(block.modes);
  end();
  texts_.keepCloseRelations(false);
  std::vector<std::string> numbers;
  for (uint32_t k : block.relations) numbers.push_back(fmt::format("{}", k + 1));
  line(0, fmt::format("\nfunction m = mixed_{}(m) % equations and relations that depend on each "
                      "other",
                      index));
  line(2, fmt::format("m = solve_mixed(m, {}, {}, @mixed_part_{}, @mixed_modes_{});",
                      column(numbers), places(block.discrete), index, index));
  line(0, "end");
}

// Assertions, and with `all` what when-clauses do beside assigning variables.
void EventWriter::actions(bool all) {
  for (const WrittenAction& written : writtenActions(model_, all, false)) {
    const Action& action = *written.action;
    texts_.from(action.origin.range);
    const std::vector<std::string> list = texts(written.roots);
    const std::string value = written.value(list, "true");
    std::string guard = written.guard(list);
    if (!guard.empty()) guard = "(" + guard + ") && ";
    switch (action.kind) {
      case ActionKind::Assert:
        line(2, fmt::format("if {}~({}), error({}); end", guard, value, quoted(written.message)));
        break;
      case ActionKind::Terminate:
        line(2, fmt::format("if {}live{}, m.terminated = true; m.message = {}; end", guard,
                            countsAtStart(action, model_.pool()) ? "" : " && ~starting",
                            quoted(written.message)));
        break;
      case ActionKind::Reinit: {
        const Slot slot = schedule_.slots[action.state];
        line(2,
             fmt::format("if {}live && ~starting, m.reinit(end + 1, :) = [{}, {}({})]; end", guard,
                         slot.index + 1, slot.negated != action.negated ? "-" : "", value));
        break;
      }
      case ActionKind::Call:
        break;
    }
  }
}

void EventWriter::eventFunctions() {
  begin("z = crossings(m) % positive where the relation holds");
  const std::vector<std::string> written = texts(crossingSides(schedule_));
  line(2, fmt::format("z = zeros({}, 1);", schedule_.nStateRelations));
  for (uint32_t k = 0; k < schedule_.nStateRelations; ++k)
    line(2, fmt::format("z({}) = ({}) - ({});", k + 1, written[2 * k], written[2 * k + 1]));
  line(0, "end");
  begin("next = next_instant(m) % of what depends on time alone");
  line(2, fmt::format("next = {}; % each with the limit that it must be beyond",
                      column(texts(instants(model_)))));
  line(2, "ahead = next(1:2:end) > next(2:2:end);");
  line(2, "next = next(1:2:end);");
  line(2, "next = min([Inf; next(ahead)]);");
  line(0, "end");
  begin("m = sample_clocks(m)");
  std::vector<ExprId> starts, intervals;
  for (const SampleClock& clock : schedule_.samples) {
    starts.push_back(clock.start);
    intervals.push_back(clock.interval);
  }
  line(2, fmt::format("m.clock_start = {};", column(texts(starts))));
  line(2, fmt::format("m.clock_interval = {};", column(texts(intervals))));
  line(2,
       "if any(~(m.clock_interval > 0)), error('the interval of sample() must be positive'); end");
  line(0, "end");
}

void EventWriter::interface() {
  if (interface_ == Interface::SFunction) return sFunction();
  results();
}

void EventWriter::results() {
  const double step = stepSize();
  line(0, fmt::format("function r = {}(times)", id_));
  line(0, fmt::format("% {}: generated by Formola. A model with events.", model_.dae.model));
  line(0, fmt::format("% r = {}(0:0.01:1) integrates from each of the times to the next, by the "
                      "classical Runge-Kutta",
                      id_));
  line(0,
       "% method in steps that end at events, and gives the values of all variables at these "
       "times: r.time, ...");
  line(2,
       fmt::format("if nargin == 0, times = {} + {}*(0:{}); end", realText(options_.startTime),
                   realText(step), std::lround((options_.stopTime - options_.startTime) / step)));
  line(2, "m = start(times(1));");
  line(2, "table = zeros(m.N, numel(times));");
  line(2, "table(:, 1) = m.v; r.time = times(:);");
  line(2, "for k = 2:numel(times)");
  line(4,
       "if ~m.terminated, m.time = times(k - 1); m = outputs(go_on(m, times(k) - times(k - 1))); "
       "end");
  line(4, "if m.terminated, table = table(:, 1:k); r.time = [times(1:k - 1)'; m.time]; end");
  line(4, "table(:, k) = m.v;");
  line(4, "if m.terminated, break; end");
  line(2, "end");
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) {
    const VariableId id(i);
    const Slot slot = schedule_.slots[id];
    if (!isShown(schedule_, id)) continue;
    line(2, fmt::format("r.{} = {}table({}, :)'; % {}", matlabField(model_.name(id)),
                        slot.negated ? "-" : "", slot.index + 1, model_.name(id)));
  }
  line(0, "end");
}

// Level 1 S-functions have no zero crossings: the block is a discrete one, which integrates from
// each sample to the next by itself, in steps that end at events. All that it remembers is its
// state, so that there can be several.
void EventWriter::sFunction() {
  std::vector<VariableId> inputs;
  std::vector<std::string> outputs;
  std::string inputNames, outputNames;
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) {
    const VariableId id(i);
    if (!isShown(schedule_, id)) continue;
    const Slot slot = schedule_.slots[id];
    if (model_.info[id].role == Role::Input) {
      inputs.push_back(id);
      inputNames += fmt::format(" {}", model_.name(id));
    }
    if (model_.dae.variables[id].causality == Causality::Output) {
      outputs.push_back(fmt::format("{}m.v({})", slot.negated ? "-" : "", slot.index + 1));
      outputNames += fmt::format(" {}", model_.name(id));
    }
  }
  line(0, fmt::format("function [sys, x0, str, ts] = {}(t, x, u, flag)", id_));
  line(0, fmt::format("% {}: S-function generated by Formola. A model with events.",
                      model_.dae.model));
  line(0,
       "% The block is a discrete one: it integrates from each sample to the next by itself, by "
       "the");
  line(0,
       "% classical Runge-Kutta method in steps that end at events. Inputs are held between "
       "samples.");
  if (!inputNames.empty()) line(0, "% inputs:" + inputNames);
  if (!outputNames.empty()) line(0, "% outputs:" + outputNames);
  line(2, fmt::format("h = {}; % the sample time", realText(stepSize())));
  line(2, "sys = []; x0 = []; str = []; ts = [];");
  line(2, "if flag == 0");
  line(4, fmt::format("x0 = pack(start({}));", realText(options_.startTime)));
  line(4, fmt::format("sys = [0 numel(x0) {} {} 0 1 1];", outputs.size(), inputs.size()));
  line(4, "ts = [h 0];");
  line(2, "elseif flag == 2");
  line(4, "m = with_inputs(unpack(x), u);");
  line(4, "m.time = t;");
  line(4, "sys = pack(outputs(go_on(m, h)));");
  line(2, "elseif flag == 3");
  line(4, "m = with_inputs(unpack(x), u);");
  line(4, fmt::format("sys = {};", column(outputs)));
  line(2, "end");
  line(0, "end");
  line(0, "\n% A jump of an input is an event.\nfunction m = with_inputs(m, u)");
  line(2, fmt::format("k = {};", places(inputs)));
  line(2, "if isequal(m.v(k), u(:)), return; end");
  line(2, "old = m.v(k);");
  line(2, "m.v(k) = u(:);");
  line(2, "if m.terminated, return; end");
  line(2, "m = restart(iterate_event(outputs(derivatives(m)), k, old));");
  line(0, "end");
  out_ += kMatlabPacking;
}

void EventWriter::sizes() {
  line(0, "\nfunction m = sizes()");
  line(2, fmt::format("m.N = {}; % variables: states, their derivatives, others, parameters",
                      schedule_.nVariables));
  line(2, fmt::format("m.NX = {}; % states", schedule_.nStates));
  line(2, fmt::format("m.DISCRETE = {}; % discrete variables come after these, up to",
                      schedule_.discreteBegin));
  line(2, fmt::format("m.UNKNOWNS = {};", schedule_.parameterBegin));
  line(2, fmt::format("m.NR = {}; % relations, the first", model_.relations.size()));
  line(2, fmt::format("m.NZ = {}; % of which depend on states", schedule_.nStateRelations));
  line(2, fmt::format("m.NO_TIME = {}; % between changes of a relation that are noise",
                      realText(1e-11 * (options_.stopTime - options_.startTime))));
  line(2, fmt::format("m.LASTING = {}; % in which what a relation compares may grow tenfold",
                      realText(1e-5 * (options_.stopTime - options_.startTime))));
  line(2, fmt::format("m.NS = {}; % sample()", schedule_.samples.size()));
  line(2, fmt::format("m.HOMOTOPY = {};",
                      out_.find("lambda*(") != std::string::npos ? "true" : "false"));
  line(0, "end");
}

// Values that are written as numbers come first: they are what one may want to change.
void EventWriter::parameters() {
  begin("m = parameters(m) % parameters and start values: change them here");
  for (const FirstValue& first : firstValues(schedule_))
    line(2, fmt::format("v({}) = {}; % {}", first.slot + 1,
                        first.value.valid() ? texts({first.value})[0] : "1",
                        model_.name(schedule_.owner[static_cast<size_t>(first.slot)])));
  steps(schedule_.parameters);
  end();
}

Program EventWriter::run() {
  if (Problem p = dynamicStates(schedule_); !p.what.empty()) problems_.push_back(p);
  if (Problem p = delayUsed(schedule_); !p.what.empty()) problems_.push_back(p);
  if (Problem p = transportUsed(schedule_); !p.what.empty()) problems_.push_back(p);
  for (const Problem& p : callsForEffects(model_, true)) problems_.push_back(p);
  interface();
  parameters();
  const size_t at = out_.size();
  program("initial", "initial values", schedule_.initial, [&] { actions(false); });
  program("derivatives", "what the derivatives of the states need", schedule_.derivatives);
  program("outputs", "all other variables", schedule_.outputs, [&] { actions(false); });
  program("event_pass", "everything in order, with the equations of events", schedule_.event,
          [&] { actions(true); });
  eventFunctions();
  for (size_t i = 0; i < schedule_.linearBlocks.size(); ++i) linearBlock(i);
  for (size_t i = 0; i < schedule_.nonlinearBlocks.size(); ++i) nonlinearBlock(i);
  for (size_t i = 0; i < schedule_.mixedBlocks.size(); ++i) mixedBlock(i);
  std::string rest = out_.substr(at);
  out_.resize(at);
  sizes();
  out_ += rest;
  out_ += kMatlabDriver;
  if (!schedule_.mixedBlocks.empty()) out_ += kMatlabMixed;
  if (!schedule_.nonlinearBlocks.empty()) out_ += kMatlabNewton;
  if (std::any_of(schedule_.linearBlocks.begin(), schedule_.linearBlocks.end(),
                  [](const LinearBlock& b) { return !b.symbolic; }))
    out_ += kMatlabAffine;
  out_ += writeFunctions(
      schedule_, FunctionLanguage::Matlab,
      [&](FunctionId id, std::span<const CallArgument> arguments) {
        return dialect_.userFunction(id, arguments);
      },
      dialect_.called, {}, problems_);
  out_ += matlabHelpers(out_);
  Program program;
  program.text = std::move(out_);
  for (const Problem& p : texts_.unsupported()) problems_.push_back(p.ofUse());
  program.problems = std::move(problems_);
  return program;
}

}  // namespace

bool needsEvents(const Schedule& schedule) {
  return schedule.nStateRelations > 0 || !schedule.mixedBlocks.empty() ||
         !untranslatable(schedule).what.empty();
}

std::string matlabField(std::string_view name) {
  std::string text;
  for (char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain) text += c;
    if (c == '.' || c == '_' || c == '(' || c == '[') text += '_';
  }
  return text;
}

std::string matlabTemporary(const Temporary& t, std::string_view kept) {
  if (!t.function.empty()) {
    const std::string call = fmt::format("{}([{}])", t.function, fmt::join(t.rhs, "; "));
    if (t.guard.empty()) return call;
    return fmt::format("NaN({}, 1); if {}, {} = {}; end", t.width, t.guard, t.name, call);
  }
  if (!t.rhs.empty())
    return fmt::format("{}{{{}}}\\[{}]", kept, t.block + 1, fmt::join(t.rhs, "; "));
  return t.text;
}

std::string matlabHelpers(std::string_view text) {
  std::string result;
  if (text.find("iff(") != std::string_view::npos)
    result += "\nfunction r = iff(c, a, b)\n  if c, r = a; else, r = b; end\nend\n";
  if (text.find("pick(") != std::string_view::npos)
    result +=
        "\n% An element of a list by its number.\nfunction r = pick(list, at)\n  r = NaN;\n"
        "  if at >= 1 && at < numel(list) + 1, r = list(floor(at)); end\nend\n";
  if (text.find("floor_of_time(") != std::string_view::npos)
    result +=
        "\n% floor(slope*time + offset) at an event: the instants are compared, which were "
        "announced."
        "\nfunction k = floor_of_time(slope, offset, reached, passed)\n"
        "  if slope == 0, k = floor(offset); return; end\n"
        "  limit = iff(slope > 0, reached, passed);\n"
        "  k = floor(slope*limit + offset);\n"
        "  begun = @(k) ((k - offset)/slope <= limit) == (slope > 0);\n"
        "  for i = 1:8, if ~begun(k + 1), break; end, k = k + 1; end\n"
        "  for i = 1:8, if begun(k), break; end, k = k - 1; end\nend\n"
        "\n% When it changes next.\n"
        "function t = end_of_floor(slope, offset, reached, passed)\n"
        "  if slope == 0, t = Inf; return; end\n"
        "  limit = iff(slope > 0, reached, passed);\n"
        "  t = (floor_of_time(slope, offset, reached, passed) + (slope > 0) - offset)/slope;\n"
        "  if t <= limit, t = limit + eps(limit); end\nend\n";
  if (text.find("close_(") != std::string_view::npos)
    result +=
        "\n% They differ by rounding only.\nfunction r = close_(a, b)\n"
        "  r = (a - b)^2 <= 1e-28*(a^2 + b^2);\nend\n";
  return result;
}

Program translateToMatlabWithEvents(const Schedule& schedule, const TargetOptions& options) {
  return EventWriter(schedule, options, EventWriter::Interface::Results).run();
}

Program translateToSimulinkWithEvents(const Schedule& schedule, const TargetOptions& options) {
  return EventWriter(schedule, options, EventWriter::Interface::SFunction).run();
}

}  // namespace formola::text
