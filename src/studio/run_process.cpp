#include "studio/run_process.h"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <deque>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "compiler/explain_failure.h"
#include "compiler/first_signals.h"
#include "compiler/structure_data.h"
#include "results/html_page.h"
#include "results/memory_sink.h"
#include "studio/curves.h"
#include "studio/project.h"
#include "studio/questions.h"
#include "studio/see_through.h"
#include "studio/structure_check.h"
#include "studio/type_names.h"
#include "support/timer.h"

namespace formola::studio {

namespace {

using Json = nlohmann::json;

constexpr size_t kMostRuns = 24;
constexpr double kPause = 0.1;  // seconds between reports of a run

std::string text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

// A head and the numbers of the curves behind it.
std::string packed(Json head, const std::vector<Curve>& curves) {
  head["curves"] = Json::array();
  for (const Curve& curve : curves)
    head["curves"].push_back({{"name", curve.name},
                              {"count", curve.times.size()},
                              {"reduced", curve.reduced},
                              {"found", curve.found}});
  std::string json = text(head);
  while ((json.size() + 4) % 8 != 0) json += ' ';  // numbers begin where they may
  const auto size = static_cast<uint32_t>(json.size());
  std::string bytes(4, '\0');
  std::memcpy(bytes.data(), &size, 4);
  bytes += json;
  auto append = [&](const std::vector<double>& numbers) {
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  };
  for (const Curve& curve : curves) {
    append(curve.times);
    append(curve.values);
  }
  return bytes;
}

class Runner {
 public:
  Runner(const RunTask& task, Line& line) : task_(task), line_(line) {}

  void run() {
    for (;;) {
      while (!waiting_.empty()) {
        const Frame frame = std::move(waiting_.front());
        waiting_.pop_front();
        answer(frame);
      }
      if (std::optional<Frame> frame = line_.next()) {
        if (frame->kind == 'T') answer(*frame);
        continue;
      }
      if (!line_.receive(true)) return;
    }
  }

 private:
  void reply(uint64_t request, const Json& result) {
    line_.send({'T', request, text({{"jsonrpc", "2.0"}, {"id", request}, {"result", result}})},
               true);
  }
  void refuse(uint64_t request, const std::string& why) {
    line_.send({'T', request,
                text({{"jsonrpc", "2.0"},
                      {"id", request},
                      {"error", {{"code", -32803}, {"message", why}}}})},
               true);
  }

  void answer(const Frame& frame) {
    try {
      const Json message = Json::parse(frame.bytes);
      const std::string method = message.at("method").get<std::string>();
      const Json params = message.value("params", Json::object());
      if (method == "formola/translate") return reply(frame.request, translate());
      if (method == "formola/curves") return giveCurves(frame.request, params);
      if (!model_ || !model_->ok()) return refuse(frame.request, "the model was not translated");
      if (method == "formola/simulate") return simulate(frame.request, params);
      if (method == "formola/see") return reply(frame.request, see(params));
      if (method == "formola/matrices") return reply(frame.request, matrices(params));
      if (method == "formola/linearize")
        return reply(frame.request,
                     linearizeAnswer(*model_, valuesOf(setOf(params)), settingsOf(params), params));
      if (method == "formola/calibrate") return reply(frame.request, calibrate(params));
      if (method == "formola/export") return reply(frame.request, exportAs(params));
      if (method == "formola/equations")
        return reply(frame.request, equationsOf(model_->model(), *sources_,
                                                params.value("component", std::string()),
                                                task_.path, params.value("line", -1)));
      if (method == "formola/determines")
        return reply(frame.request,
                     determines(model_->model(), *sources_, params.at("name").get<std::string>()));
      refuse(frame.request, "there is no method " + method);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& wrong) {
      refuse(frame.request, wrong.what());
    }
  }

  // ---- translation

  Json translate() {
    const Stopwatch watch;
    model_ = std::make_unique<TranslatedModel>(task_.sources, task_.options);
    Json result = {{"runner", task_.runner}, {"ok", model_->ok()}};
    std::string told = renderText(model_->diagnostics(), {});
    if (!model_->problem().empty()) told = model_->problem() + "\n" + told;
    result["diagnostics"] = told;
    for (const Compilation::Text& text : task_.sources.unsaved)
      if (text.name == task_.path)
        result["findings"] = findingsOf(model_->diagnostics(), *model_->sources(), task_.path,
                                        lsp::LineIndex(text.text));
    if (!model_->ok()) return result;
    sources_ = model_->sources();
    const StructuredDae& m = model_->model();
    const Experiment& experiment = m.dae.experiment;
    result["model"] = m.dae.model;
    result["equations"] = m.originalEquations;
    result["seconds"] = watch.seconds();
    result["experiment"] = {{"start", experiment.startTime},
                            {"stop", experiment.stopTime},
                            {"tolerance", experiment.tolerance},
                            {"interval", experiment.interval},
                            {"given", experiment.given}};
    Json methods = Json::array();
    for (const std::string_view name : solver::methodNames()) methods.push_back(std::string(name));
    result["methods"] = std::move(methods);
    result["variables"] = variables();
    return result;
  }

  Json variables() const {
    const StructuredDae& m = model_->model();
    const ExprPool& pool = m.pool();
    auto word = [&](Symbol symbol) {
      return symbol.valid() ? std::string(pool.names.text(symbol)) : std::string();
    };
    Json all = Json::array();
    for (const VariableId id : model_->variables()) {
      const Variable& v = m.dae.variables[id];
      Json one = {{"name", std::string(m.name(id))},
                  {"type", typeName(pool.types[v.type].base, "Real")},
                  {"change", static_cast<int>(model_->changeable(id))}};
      if (v.comment.valid()) one["text"] = word(v.comment);
      if (v.unit.valid()) one["unit"] = word(v.unit);
      if (v.displayUnit.valid()) one["display"] = word(v.displayUnit);
      if (v.isProtected || v.hideResult) one["hidden"] = true;
      if (v.causality == Causality::Output) one["output"] = true;
      if (isSensed(m, *sources_, id)) one["sensor"] = true;
      if (m.info[id].role == Role::State) one["state"] = true;
      if (v.variability == Variability::Parameter || v.variability == Variability::Constant)
        one["parameter"] = true;
      if (const std::optional<double> value = model_->value(id)) one["value"] = number(*value);
      if (v.binding.valid() && pool.kind(v.binding) == ExprKind::String)
        one["string"] = std::string(pool.stringValue(v.binding));
      if (v.min.valid() && pool.isNumber(v.min)) one["min"] = number(pool.realValue(v.min));
      if (v.max.valid() && pool.isNumber(v.max)) one["max"] = number(pool.realValue(v.max));
      all.push_back(std::move(one));
    }
    return all;
  }

  // ---- runs

  RunValues valuesOf(const Json& set) const {
    RunValues values;
    for (const auto& [name, value] : set.items()) {
      const std::optional<VariableId> id = model_->find(name);
      if (!id) throw std::invalid_argument(fmt::format("there is no variable '{}'", name));
      if (model_->changeable(*id) == Changeable::Never)
        throw std::invalid_argument(fmt::format("'{}' cannot be changed", name));
      if (value.is_number())
        values.numbers.emplace_back(*id, value.get<double>());
      else
        values.modifiers.push_back(name + "=" + value.get<std::string>());
    }
    return values;
  }

  RunSettings settingsOf(const Json& params) const {
    RunOptions options;
    auto take = [&](const char* key, std::optional<double>& to) {
      if (params.contains(key) && params[key].is_number()) to = params[key].get<double>();
    };
    take("start", options.startTime);
    take("stop", options.stopTime);
    take("tolerance", options.tolerance);
    take("step", options.step);
    if (params.contains("intervals") && params["intervals"].is_number_integer())
      options.intervals = params["intervals"].get<int>();
    const std::string name =
        params.value("method", std::string(solver::methodName(solver::kUsualMethod)));
    const std::optional<solver::Method> method = solver::parseMethod(name);
    if (!method) throw std::invalid_argument(unknownMethod(name));
    RunSettings settings;
    const std::string wrong =
        planRun(options, *method, model_->model().dae.experiment, settings.problem);
    if (!wrong.empty()) throw std::invalid_argument(wrong);
    settings.keepSteps = params.value("steps", false);
    return settings;
  }

  static Json setOf(const Json& params) { return params.value("set", Json::object()); }

  // What came in meanwhile. Curves are given at once, the rest waits.
  void hear() {
    while (std::optional<Frame> frame = line_.next()) {
      if (frame->kind == 'C') cancelled_ = true;
      if (frame->kind == 'P' || frame->kind == 'G') paused_ = frame->kind == 'P';
      if (frame->kind != 'T') continue;
      const bool curves = frame->bytes.starts_with("{\"method\":\"formola/curves\"");
      if (curves)
        answer(*frame);
      else
        waiting_.push_back(std::move(*frame));
    }
  }

  // Shall it end? False: it was asked only a moment ago.
  bool listen() {
    if (watch_.seconds() - stood_ < next_) return false;
    line_.receive(false);
    hear();
    next_ = watch_.seconds() - stood_ + kPause;
    return true;
  }

  // Until it is to go on or to end; also when nobody is there any more.
  void standStill() {
    const double since = watch_.seconds();
    while (paused_ && !cancelled_) {
      if (!line_.receive(true)) cancelled_ = true;
      hear();
    }
    stood_ += watch_.seconds() - since;
  }

  // Between two steps: tell how far it is, hear whether it shall end.
  void report(int run, const Json& names, double time, const RunSettings& settings) {
    if (!listen()) return;
    tell(run, names, time, settings);
    if (!paused_) return;
    standStill();
    tell(run, names, time, settings);
  }

  void tell(int run, const Json& names, double time, const RunSettings& settings) {
    const results::Trajectory& rows = results_.at(run)->trajectory();
    const Json head = {{"method", "formola/progress"},
                       {"params",
                        {{"runner", task_.runner},
                         {"run", run},
                         {"time", time},
                         {"paused", paused_},
                         {"start", settings.problem.startTime},
                         {"stop", settings.problem.stopTime},
                         {"rows", rows.rows()}}}};
    std::vector<Curve> curves;
    for (const Json& name : names)
      curves.push_back(curveOf(rows, name.get<std::string>(), -HUGE_VAL, HUGE_VAL, kLivePoints));
    line_.send({'B', 0, packed(head, curves)}, true);
  }

  void simulate(uint64_t request, const Json& params) {
    const int run = params.at("run").get<int>();
    const RunValues values = valuesOf(setOf(params));
    RunSettings settings = settingsOf(params);
    const Json names = params.value("names", Json::array());
    results_[run] = std::make_unique<results::MemorySink>();
    order_.push_back(run);
    while (results_.size() > kMostRuns) {
      if (order_.front() != run) results_.erase(order_.front());
      order_.pop_front();
    }
    cancelled_ = false;
    paused_ = false;
    stood_ = 0;
    watch_ = Stopwatch();
    next_ = kPause;
    settings.problem.interrupt = &cancelled_;
    settings.progress = [&, settings](double time, double) { report(run, names, time, settings); };
    const uint64_t before = model_->translations();
    TranslatedModel::Run done = model_->run(values, settings, *results_[run]);
    if (!done.code) return refuse(request, done.problem.empty() ? done.diagnostics : done.problem);
    Json result = outcomeOf(done);
    result["run"] = run;
    result["translated"] = model_->translations() - before;
    result["seconds"] = watch_.seconds() - stood_;
    std::vector<Curve> curves;
    const auto points = params.value("points", size_t{2000});
    for (const Json& name : names)
      curves.push_back(curveOf(results_[run]->trajectory(), name.get<std::string>(), -HUGE_VAL,
                               HUGE_VAL, points));
    line_.send(
        {'B', request,
         packed({{"jsonrpc", "2.0"}, {"id", request}, {"result", std::move(result)}}, curves)},
        true);
  }

  Json outcomeOf(const TranslatedModel::Run& done) const {
    const solver::SimulationReport& r = done.result.report;
    Json result = {{"steps", r.stepsAccepted},
                   {"rejected", r.stepsRejected},
                   {"newton", r.newtonIterations},
                   {"blockNewton", r.blockNewtonIterations},
                   {"evaluations", r.functionEvaluations},
                   {"factorizations", r.factorizations},
                   {"stateEvents", r.stateEvents},
                   {"timeEvents", r.timeEvents},
                   {"method", std::string(solver::methodName(done.code->method))},
                   {"solver", r.secondsSimulate - stood_},
                   {"end", r.endTime},
                   {"rows", done.result.rows},
                   {"warnings", r.warnings}};
    Json events = Json::array(), names = Json::array();
    for (const RunEvent& event : done.result.events) {
      if (events.size() == kShownEvents) break;
      events.push_back(number(event.time));
      names.push_back(eventText(done.code->schedule(), event));
    }
    result["events"] = std::move(events);
    result["eventNames"] = std::move(names);
    if (!done.result.stepTimes.empty()) addSteps(done, result);
    switch (r.outcome) {
      case solver::Outcome::Finished:
        result["outcome"] = "finished";
        break;
      case solver::Outcome::Terminated:
        result["outcome"] = "terminated";
        result["message"] = r.message;
        break;
      case solver::Outcome::Interrupted:
        result["outcome"] = "cancelled";
        break;
      default:
        result["outcome"] = "failed";
        result["message"] =
            r.message + "\n" + explainFailure(done.code->schedule(), r, *done.code->sources);
    }
    return result;
  }

  // Sizes of the steps, at most kShownSteps groups of them; of each the smallest, since that is
  // what took the time. Which states limited the steps, how many each.
  static void addSteps(const TranslatedModel::Run& done, Json& result) {
    const Schedule& schedule = done.code->schedule();
    std::vector<std::pair<size_t, size_t>> limiting;
    for (size_t i = 0; i < done.result.limited.size(); ++i)
      if (done.result.limited[i] > 0) limiting.emplace_back(done.result.limited[i], i);
    std::sort(limiting.rbegin(), limiting.rend());
    if (limiting.size() > 12) limiting.resize(12);
    Json all = Json::array();
    for (const auto& [count, state] : limiting)
      if (state < schedule.owner.size())
        all.push_back(
            {{"state", std::string(schedule.model.name(schedule.owner[state]))}, {"steps", count}});
    result["limiting"] = std::move(all);
    const std::vector<double>&times = done.result.stepTimes, &sizes = done.result.stepSizes;
    const size_t group = (times.size() + kShownSteps - 1) / kShownSteps;
    Json steps = Json::array();
    for (size_t i = 0; i < times.size(); i += group) {
      const size_t end = std::min(times.size(), i + group);
      const auto least = std::min_element(sizes.begin() + static_cast<std::ptrdiff_t>(i),
                                          sizes.begin() + static_cast<std::ptrdiff_t>(end));
      steps.push_back({number(times[end - 1]), number(*least)});
    }
    result["stepSizes"] = std::move(steps);
    // what Newton's method iterates on, in blocks of the model or of inlined steps
    Json iterated = Json::array();
    const std::vector<uint64_t>& work = done.result.report.iterationsOfBlocks;
    for (size_t i = 0; i < schedule.nonlinearBlocks.size(); ++i) {
      const NonlinearBlock& block = schedule.nonlinearBlocks[i];
      Json names = Json::array();
      for (const VariableId id : block.unknowns)
        names.push_back(std::string(schedule.model.name(id)));
      iterated.push_back({{"unknowns", std::move(names)},
                          {"size", block.sizeBeforeTearing},
                          {"iterations", i < work.size() ? work[i] : 0}});
    }
    result["iterated"] = std::move(iterated);
  }

  void giveCurves(uint64_t request, const Json& params) {
    const int run = params.at("run").get<int>();
    const auto found = results_.find(run);
    if (found == results_.end()) return refuse(request, "the results of that run are gone");
    const double from = params.value("from", -HUGE_VAL), to = params.value("to", HUGE_VAL);
    std::vector<Curve> curves;
    for (const Json& name : params.at("names"))
      curves.push_back(curveOf(found->second->trajectory(), name.get<std::string>(), from, to,
                               params.value("points", size_t{2000})));
    line_.send({'B', request,
                packed({{"jsonrpc", "2.0"}, {"id", request}, {"result", {{"run", run}}}}, curves)},
               true);
  }

  // ---- what became of the equations

  Json see(const Json& params) const {
    const std::string name = params.value("method", std::string("ida"));
    const std::optional<solver::Method> method = solver::parseMethod(name);
    if (!method) throw std::invalid_argument(unknownMethod(name));
    return seeThrough(*model_, *method, params.value("ports", std::vector<std::string>{}),
                      task_.path);
  }

  // The incidence matrices and the digraph of the inspect page.
  Json matrices(const Json& params) const {
    const std::string name = params.value("method", std::string("ida"));
    const std::optional<solver::Method> method = solver::parseMethod(name);
    if (!method) throw std::invalid_argument(unknownMethod(name));
    if (!solver::isInlined(*method))
      return results::encodeStructure(describeStructure(model_->model(), nullptr, {}, *sources_));
    Json page;
    std::string problem;
    if (!model_->lookAtInlined(*method, problem, [&](const Compilation::Inlined& inlined) {
          page = results::encodeStructure(
              describeStructure(inlined.model, &inlined.system, name, *sources_));
        }))
      throw std::invalid_argument(problem);
    return page;
  }

  // ---- what panels ask

  Json calibrate(const Json& params) {
    cancelled_ = false;
    watch_ = Stopwatch();
    stood_ = 0;
    next_ = 0;
    RunSettings settings = settingsOf(params);
    settings.problem.interrupt = &cancelled_;
    settings.progress = [&](double, double) { listen(); };
    return calibrateAnswer(*model_, valuesOf(setOf(params)), std::move(settings), params);
  }

  // The file as base64: answers are JSON.
  Json exportAs(const Json& params) const {
    const std::string format = params.at("format").get<std::string>();
    if (format != "c" && format != "fmi2" && format != "fmi3")
      throw std::invalid_argument("there is no format " + format);
    const std::string name = format == "c" ? "model.c" : "model.fmu";
    std::string folder = (std::filesystem::temp_directory_path() / "formola-XXXXXX").string();
    if (!mkdtemp(folder.data())) throw std::invalid_argument("no place for temporary files");
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    std::string problem = task_.exportModel(task_.sources, task_.options, format, path.string());
    std::optional<std::string> bytes;
    if (problem.empty()) bytes = readText(path, problem);
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    if (!bytes) throw std::invalid_argument(problem);
    return {{"bytes", results::base64(*bytes)}};
  }

  static constexpr size_t kLivePoints = 600, kShownSteps = 800, kShownEvents = 2000;
  const RunTask& task_;
  Line& line_;
  std::unique_ptr<TranslatedModel> model_;
  const SourceManager* sources_ = nullptr;
  std::map<int, std::unique_ptr<results::MemorySink>> results_;
  std::deque<int> order_;
  std::deque<Frame> waiting_;
  std::atomic<bool> cancelled_{false};
  bool paused_ = false;
  Stopwatch watch_;
  double next_ = 0;   // when to listen again
  double stood_ = 0;  // how long the run stood still
};

}  // namespace

void runProcess(const RunTask& task, Line& line) {
  Runner(task, line).run();
}

}  // namespace formola::studio
