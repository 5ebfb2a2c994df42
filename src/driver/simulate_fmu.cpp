// `formola simulate x.fmu`: an FMU of others, by our solvers (model exchange) or by its own
// (co-simulation, scheduled execution), in a process of its own.
#include <fmt/format.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "compiler/run_options.h"
#include "diag/codes/fmu.h"
#include "diag/diag.h"
#include "driver/foreign_fmu.h"
#include "driver/open_model.h"
#include "driver/run_in_child.h"
#include "driver/terminal.h"
#include "fmu/co_simulation.h"
#include "fmu/exchange_model.h"
#include "fmu/fmu_package.h"
#include "fmu/fmu_settings.h"
#include "fmu/scheduled_execution.h"
#include "results/html_report.h"
#include "results/memory_sink.h"
#include "results/result_reader.h"
#include "results/result_sink.h"
#include "solver/simulate.h"

namespace formola {

namespace {

constexpr double kGraceSeconds = 2;

// What a run needs to know beside the options; made without running anything of the FMU.
struct Plan {
  fmu::Package package;
  fmu::Interface kind = fmu::Interface::ModelExchange;
  fmu::InstanceOptions instance;
  fmu::Settings settings;
  fmu::Places places;
  solver::SimulationProblem problem;
  std::vector<fmu::TriggeredClock> triggered;  // of scheduled execution
  double communicationStep = 0;
  std::string output;
};

// What became of a run of either kind.
struct FmuOutcome {
  solver::Outcome outcome = solver::Outcome::Failed;
  std::string message;
  double endTime = 0;
  nlohmann::ordered_json statistics;
  std::vector<double> values;
};

results::SignalType signalType(const fmu::Variable& variable) {
  if (variable.type == fmu::ValueType::Boolean || variable.type == fmu::ValueType::Clock)
    return results::SignalType::Boolean;
  const bool real =
      variable.type == fmu::ValueType::Float64 || variable.type == fmu::ValueType::Float32;
  return real ? results::SignalType::Real : results::SignalType::Integer;
}

// Rows of either kind to a sink.
class Rows {
 public:
  Rows(const Plan& plan, const Options& options, results::ResultSink& sink)
      : plan_(plan), options_(options), sink_(sink) {}

  bool add(double time, const double* v) {
    if (!begun_ && !begin(v)) return false;
    begun_ = true;
    for (size_t i = 0; i < columns_.size(); ++i) values_[i] = v[columns_[i]];
    return sink_.row(time, values_);
  }
  bool begun() const { return begun_; }
  std::string error;  // of the filter

 private:
  bool begin(const double* v) {
    results::ResultLayout layout;
    layout.startTime = plan_.problem.startTime;
    layout.stopTime = plan_.problem.stopTime;
    std::unordered_map<int32_t, uint32_t> columnOf;
    for (const fmu::NamedNumber& number : plan_.places.numbers) {
      const fmu::Variable& variable = plan_.package.description.variables[number.variable];
      const results::SignalType type = signalType(variable);
      if (variable.isParameter()) {
        layout.addParameter(number.name, v[number.place], number.description, variable.unit, type);
      } else if (const auto found = columnOf.find(number.place); found != columnOf.end()) {
        layout.addAlias(number.name, found->second, false, number.description, variable.unit);
      } else {
        columnOf[number.place] =
            layout.addVariable(number.name, number.description, variable.unit, type);
        columns_.push_back(number.place);
      }
    }
    values_.resize(columns_.size());
    if (!options_.filter.empty()) {
      auto filtered = results::filterLayout(std::move(layout), options_.filter, error);
      if (!filtered) return false;
      layout = std::move(*filtered);
    }
    return sink_.begin(layout);
  }

  const Plan& plan_;
  const Options& options_;
  results::ResultSink& sink_;
  bool begun_ = false;
  std::vector<int32_t> columns_;  // places
  std::vector<double> values_;
};

class ExchangeObserver : public solver::ResultObserver {
 public:
  ExchangeObserver(Rows& rows, fmu::ExchangeModel& model) : rows_(rows), model_(model) {}
  bool row(const FmlData& data, solver::RowKind) override { return rows_.add(data.time, data.v); }
  void progress(double time, double) override { model_.accepted(time); }

 private:
  Rows& rows_;
  fmu::ExchangeModel& model_;
};

// Columns of a file with the names of inputs; "" or what is wrong.
std::string readInputs(const Options& options, Plan& plan) {
  if (options.inputFile.empty()) return {};
  const results::ReadResult file = results::readResult(options.inputFile);
  if (!file) return file.error;
  const auto& variables = plan.package.description.variables;
  std::unordered_map<std::string_view, const fmu::NamedNumber*> byName;
  std::vector<std::string_view> names;
  std::string inputs;
  for (const fmu::NamedNumber& number : plan.places.numbers) {
    byName.emplace(number.name, &number);
    names.push_back(number.name);
    if (variables[number.variable].causality == fmu::Causality::Input)
      inputs += (inputs.empty() ? "" : ", ") + number.name;
  }
  inputs = inputs.empty() ? "the FMU has no inputs" : "inputs of the FMU: " + inputs;
  for (const results::Signal& signal : file.trajectory.layout.signals) {
    const auto found = byName.find(signal.name);
    if (found == byName.end()) {
      const std::string similar = didYouMean(signal.name, names);
      return fmt::format("{}: the FMU has no variable '{}'{}; {}", options.inputFile, signal.name,
                         similar.empty() ? "" : "; did you mean '" + similar + "'?", inputs);
    }
    const fmu::Variable& variable = variables[found->second->variable];
    if (variable.causality != fmu::Causality::Input) continue;
    std::vector<double> values = file.trajectory.values(signal);
    if (std::string wrong = runtime::InputTable::problem(file.trajectory.time, values);
        !wrong.empty())
      return fmt::format("{}: input {}: {}", options.inputFile, signal.name, wrong);
    if (variable.type == fmu::ValueType::Clock) {
      if (variable.clock.ticking != fmu::Ticking::Triggered)
        return fmt::format("{}: the clock {} ticks by itself", options.inputFile, signal.name);
      plan.triggered.push_back({found->second->variable, {}});
      for (size_t i = 0; i < values.size(); ++i)
        if (values[i] != 0) plan.triggered.back().times.push_back(file.trajectory.time[i]);
      continue;
    }
    const bool continuous = variable.variability == fmu::Variability::Continuous;
    for (const double value : values)
      if (signalType(variable) != results::SignalType::Real && value != std::floor(value))
        return fmt::format("{}: input {}: {} is no {}", options.inputFile, signal.name, value,
                           variable.typeName);
    plan.problem.inputs.push_back(
        {found->second->place,
         std::make_shared<runtime::InputTable>(
             file.trajectory.time, std::move(values),
             continuous ? runtime::Interpolation::Linear : runtime::Interpolation::Hold)});
  }
  if (plan.problem.inputs.empty() && plan.triggered.empty())
    return fmt::format("{}: no column has the name of an input; {}", options.inputFile, inputs);
  return {};
}

// Methods that need no equations of the model.
std::string chooseMethod(const Options& options, const Plan& plan, solver::Method& method) {
  const bool exchange = plan.kind == fmu::Interface::ModelExchange;
  method = solver::Method::Cvode;
  if (!options.methodGiven) return {};
  if (!exchange) return "--method is for model exchange; otherwise the FMU has its own";
  const std::optional<solver::Method> given = solver::parseMethod(options.method);
  if (!given) return unknownMethod(options.method);
  method = *given == solver::Method::Auto ? solver::Method::Cvode : *given;
  if (solver::isInlined(method))
    return fmt::format(
        "{} is inlined into the equations, which an FMU does not have: cvode, ida, euler, rk4, "
        "dopri5",
        options.method);
  return {};
}

// Communication steps that the FMU can make.
void planCommunication(const Options& options, Plan& plan, Diagnostics& diagnostics) {
  const fmu::Kind& kind = *plan.package.description.coSimulation;
  const solver::SimulationProblem& problem = plan.problem;
  const double length = problem.stopTime - problem.startTime;
  const double rows = problem.intervals > 0 ? length / problem.intervals : length;
  double step = options.run.step.value_or(rows);
  if (kind.fixedStep && *kind.fixedStep > 0 && !kind.variableStep) {
    const double wanted = step;
    step = std::max(1.0, std::round(step / *kind.fixedStep)) * *kind.fixedStep;
    if (std::abs(step - wanted) > 1e-9 * wanted)
      diagnostics.report(diag::FmuStepAdjusted, {}, plan.package.archive.path(), wanted, step);
  }
  plan.communicationStep = step > 0 ? step : 1;
}

// Nothing: `status` is the exit status.
std::optional<Plan> makePlan(const Options& options, const std::filesystem::path& folder,
                             Diagnostics& diagnostics, int& status) {
  status = kModelWrong;
  Plan plan;
  auto package = fmu::openPackage(options.inputs[0], diagnostics);
  if (!package) return std::nullopt;
  plan.package = std::move(*package);
  const auto kind = fmu::chooseKind(plan.package, options.importKind, true, diagnostics);
  if (!kind) return std::nullopt;
  plan.kind = *kind;
  const fmu::Description& description = plan.package.description;
  std::string wrong;
  const auto refuse = [&] {
    status = complain(wrong);
    return std::nullopt;
  };
  wrong = fmu::readSettings(description, options.set, plan.settings);
  if (!wrong.empty()) return refuse();
  auto places = fmu::placeNumbers(description, plan.settings.sizes, plan.kind, wrong);
  if (!places) {
    diagnostics.report(diag::FmuDescriptionWrong, {}, plan.package.archive.path(), wrong);
    return std::nullopt;
  }
  plan.places = std::move(*places);
  solver::Method method;
  wrong = chooseMethod(options, plan, method);
  if (!wrong.empty()) return refuse();
  Experiment experiment;
  experiment.startTime = description.experiment.start.value_or(0);
  experiment.stopTime = description.experiment.stop.value_or(experiment.startTime + 1);
  experiment.tolerance = description.experiment.tolerance.value_or(1e-6);
  experiment.interval = description.experiment.step.value_or(0);
  wrong = planRun(options.run, method, experiment, plan.problem);
  if (wrong.empty()) wrong = readInputs(options, plan);
  if (!wrong.empty()) return refuse();
  if (plan.kind == fmu::Interface::CoSimulation) planCommunication(options, plan, diagnostics);
  auto instance = fmu::unpack(plan.package, plan.kind, folder, diagnostics);
  if (!instance) return std::nullopt;
  plan.instance = std::move(*instance);
  plan.output = options.output.empty() ? resultFileName(description.model) : options.output;
  return plan;
}

// Values of inputs that nothing drives: those of --set, else the start values.
std::vector<double> startValues(const Plan& plan) {
  std::vector<double> v(static_cast<size_t>(plan.places.count), 0.0);
  const auto& variables = plan.package.description.variables;
  const auto put = [&](uint32_t variable, const std::vector<double>& values) {
    const int32_t first = plan.places.first[variable];
    if (variables[variable].causality != fmu::Causality::Input || first < 0) return;
    for (uint32_t k = 0; k < plan.places.length[variable] && !values.empty(); ++k)
      v[static_cast<size_t>(first) + k] = values[std::min<size_t>(k, values.size() - 1)];
  };
  for (uint32_t i = 0; i < variables.size(); ++i) put(i, variables[i].start);
  for (const auto& each : plan.settings.numbers) put(each.variable, each.values);
  return v;
}

FmuOutcome runExchange(Plan& plan, fmu::Instance& instance, Rows& rows,
                       const std::atomic<bool>& interrupt) {
  fmu::ExchangeModel model(plan.package.description, plan.places, instance, plan.problem.stopTime,
                           plan.problem.tolerance);
  solver::SimulationProblem problem = plan.problem;
  problem.model = &model.model();
  problem.interrupt = &interrupt;
  problem.setParameters = [&](FmlData& d) {
    const std::vector<double> v = startValues(plan);
    std::copy(v.begin(), v.end(), d.v);
  };
  ExchangeObserver observer(rows, model);
  const solver::SimulationReport report = solver::simulate(problem, observer);
  for (const std::string& warning : report.warnings)
    std::fprintf(stderr, "formola: warning: %s\n", warning.c_str());
  FmuOutcome outcome{report.outcome, report.message, report.endTime, {}, report.finalValues};
  outcome.statistics = {{"method", std::string(solver::methodName(problem.method))},
                        {"states", plan.places.nStates},
                        {"steps_accepted", report.stepsAccepted},
                        {"steps_rejected", report.stepsRejected},
                        {"function_evaluations", report.functionEvaluations},
                        {"jacobian_evaluations", report.jacobianEvaluations},
                        {"time_events", report.timeEvents},
                        {"state_events", report.stateEvents}};
  return outcome;
}

FmuOutcome runCoSimulation(Plan& plan, fmu::Instance& instance, Rows& rows,
                           const std::atomic<bool>& interrupt) {
  const solver::SimulationProblem& problem = plan.problem;
  fmu::CoSimulation run;
  run.start = problem.startTime;
  run.stop = problem.stopTime;
  const bool scheduled = plan.kind == fmu::Interface::ScheduledExecution;
  run.step = plan.communicationStep;
  const double length = problem.stopTime - problem.startTime;
  run.rows = problem.intervals > 0 ? length / problem.intervals : length;
  const auto& coSimulation = plan.package.description.coSimulation;
  run.variableStep = scheduled || coSimulation->variableStep;
  run.eventRows = problem.eventRows;
  run.tolerance = problem.tolerance;
  run.inputs = problem.inputs;
  run.interrupt = &interrupt;
  run.row = [&](double time, const double* v, bool) { return rows.add(time, v); };
  FmuOutcome outcome;
  outcome.values = startValues(plan);
  const fmu::CoSimulationReport report =
      scheduled ? runScheduled(instance, plan.package.description, plan.places, run, plan.triggered,
                               outcome.values)
                : coSimulate(instance, plan.places, run, outcome.values);
  using End = fmu::CoSimulationEnd;
  outcome.outcome = report.end == End::Finished      ? solver::Outcome::Finished
                    : report.end == End::Terminated  ? solver::Outcome::Terminated
                    : report.end == End::Interrupted ? solver::Outcome::Interrupted
                    : report.end == End::RowRefused  ? solver::Outcome::ObserverStopped
                                                     : solver::Outcome::Failed;
  outcome.message = report.message;
  outcome.endTime = report.time;
  if (scheduled) {
    outcome.statistics = {{"method", "scheduled execution"},
                          {"activations", report.steps},
                          {"instants", report.events}};
    return outcome;
  }
  outcome.statistics = {{"method", "co-simulation"},
                        {"communication_step", run.step},
                        {"communication_steps", report.steps},
                        {"events", report.events}};
  return outcome;
}

bool writeReport(const Options& options, const Plan& plan, const FmuOutcome& outcome,
                 const results::Trajectory* trajectory) {
  nlohmann::ordered_json json;
  json["model"] = plan.package.description.model;
  json["fmi_version"] = plan.package.description.version;
  for (const auto& [key, value] : outcome.statistics.items()) json[key] = value;
  if (options.report.ends_with(".html")) {
    results::HtmlReport page;
    page.title = plan.package.description.model;
    page.subtitle = "an FMU, simulated with " + outcome.statistics["method"].get<std::string>();
    page.results.push_back({page.title, trajectory});
    page.plots = results::plotsByUnit(*trajectory, plan.places.stateNames);
    results::ReportSection statistics{"Statistics", {}};
    for (const auto& [key, value] : json.items())
      statistics.rows.emplace_back(key,
                                   value.is_string() ? value.get<std::string>() : value.dump());
    page.statistics.push_back(statistics);
    std::string error;
    return results::writeHtmlReport(options.report, page, error);
  }
  json["final"] = nlohmann::ordered_json::object();
  for (const fmu::NamedNumber& number : plan.places.numbers) {
    const double value = outcome.values[static_cast<size_t>(number.place)];
    json["final"][number.name] =
        std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
  }
  std::ofstream out(options.report);
  out << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
  return static_cast<bool>(out.flush());
}

int tellOutcome(const FmuOutcome& outcome, const Options& options, const std::string& writeError) {
  switch (outcome.outcome) {
    case solver::Outcome::Finished:
      break;
    case solver::Outcome::Refused:
    case solver::Outcome::Terminated:
      if (!options.quiet)
        std::printf("terminated at t = %g: %s\n", outcome.endTime, outcome.message.c_str());
      break;
    case solver::Outcome::Interrupted:
      std::fprintf(stderr, "formola: interrupted at t = %g; the results up to there are kept\n",
                   outcome.endTime);
      return kSimulationFailed;
    case solver::Outcome::ObserverStopped:
      std::fprintf(stderr, "formola: the results cannot be written: %s\n", writeError.c_str());
      return kSimulationFailed;
    case solver::Outcome::Failed:
      std::fprintf(stderr, "formola: the simulation failed at t = %g: %s\n", outcome.endTime,
                   outcome.message.c_str());
      return kSimulationFailed;
  }
  return kDone;
}

// From here on the FMU's code runs.
int runPlan(Plan& plan, const Options& options) {
  const fmu::Description& description = plan.package.description;
  std::string why;
  const std::unique_ptr<fmu::Instance> instance =
      fmu::makeInstance(description, plan.instance, why);
  if (!instance) {
    SourceManager sources;
    Diagnostics diagnostics(sources);
    diagnostics.report(diag::FmuBinaryUnusable, {}, plan.package.archive.path(), why);
    showDiagnostics(diagnostics, options);
    return kModelWrong;
  }
  if (!fmu::succeeded(fmu::applySettings(*instance, description, plan.settings))) {
    std::fprintf(stderr, "formola: the FMU does not accept the values of --set: %s\n",
                 instance->failure().c_str());
    return kSimulationFailed;
  }
  std::string error;
  const std::unique_ptr<results::ResultSink> file = results::makeFileSink(plan.output, error);
  if (!file) return complain(error);
  const bool html = options.report.ends_with(".html");
  if (!options.report.empty() && !html && !options.report.ends_with(".json"))
    return complain(fmt::format("the report '{}' must end in .json or .html", options.report));
  results::MemorySink memory(20000);
  std::vector<results::ResultSink*> sinks{file.get()};
  if (html) sinks.push_back(&memory);
  results::TeeSink sink(sinks);
  Rows rows(plan, options, sink);
  const bool exchange = plan.kind == fmu::Interface::ModelExchange;
  FmuOutcome outcome;
  {
    const Interrupts interrupts;
    outcome = exchange ? runExchange(plan, *instance, rows, interrupts.flag())
                       : runCoSimulation(plan, *instance, rows, interrupts.flag());
  }
  for (const std::string& warning : instance->warnings())
    std::fprintf(stderr, "formola: warning: the FMU says: %s\n", warning.c_str());
  if (outcome.outcome == solver::Outcome::Finished) instance->terminate();
  const bool written = !rows.begun() || sink.finish();
  if (!rows.error.empty()) return complain(rows.error);
  int status = tellOutcome(outcome, options, sink.error());
  if (!written && status == kDone) {
    std::fprintf(stderr, "formola: the results cannot be written: %s\n", sink.error().c_str());
    status = kSimulationFailed;
  }
  if (!options.report.empty() && rows.begun() &&
      !writeReport(options, plan, outcome, html ? &memory.trajectory() : nullptr)) {
    std::fprintf(stderr, "formola: the report '%s' cannot be written\n", options.report.c_str());
    status = kSimulationFailed;
  }
  if (!options.quiet && status == kDone)
    std::printf(
        "%s to t = %g by %s; results in %s\n", description.model.c_str(), outcome.endTime,
        exchange
            ? ("model exchange with " + outcome.statistics["method"].get<std::string>()).c_str()
            : outcome.statistics["method"].get<std::string>().c_str(),
        plan.output.c_str());
  return status;
}

}  // namespace

bool isAboutFmu(const Options& options) {
  return options.inputs.size() == 1 && options.inputs[0].size() > 4 &&
         options.inputs[0].ends_with(".fmu");
}

int simulateFmu(const Options& options) {
  SourceManager sources;
  Diagnostics diagnostics(sources);
  fmu::TemporaryFolder folder;
  if (const std::string why = folder.make(); !why.empty())
    return complain("no folder for the FMU's files can be made: " + why);
  int status = kDone;
  std::optional<Plan> plan = makePlan(options, folder.path(), diagnostics, status);
  showDiagnostics(diagnostics, options);
  if (!plan) return status;
  if (options.inProcess) return runPlan(*plan, options);
  const ChildEnd end = runInChild([&] { return runPlan(*plan, options); }, kGraceSeconds);
  if (end.cancelled) {
    std::fputs("formola: the FMU did not answer and was ended\n", stderr);
    return kSimulationFailed;
  }
  if (end.signal != 0) {
    std::fprintf(stderr, "formola: the FMU crashed (%s); what was computed before may be in '%s'\n",
                 strsignal(end.signal), plan->output.c_str());
    return kSimulationFailed;
  }
  return end.status;
}

}  // namespace formola
