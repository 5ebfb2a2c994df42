#include "driver/script_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>

#include "compiler/explain_failure.h"
#include "dae/balance.h"
#include "dae/printer.h"
#include "results/result_reader.h"
#include "results/result_sink.h"

namespace formola::script {

namespace fs = std::filesystem;

namespace {

// "A.B(k=2, c(d=3))" is A.B with the modifications k=2 and c(d=3), as --set has them.
std::string withoutModifiers(const std::string& text, std::vector<std::string>& set) {
  const size_t open = text.find('(');
  if (open == std::string::npos || text.back() != ')') return text;
  std::string one;
  int depth = 0;
  for (const char c : text.substr(open + 1, text.size() - open - 2)) {
    if (c == '(' || c == '{') ++depth;
    if (c == ')' || c == '}') --depth;
    if (c == ',' && depth == 0) {
      set.push_back(std::exchange(one, {}));
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0 || depth > 0) {
      one += c;
    }
  }
  if (!one.empty()) set.push_back(one);
  // x(start=2) is not a value of x.
  return text.substr(0, open);
}

}  // namespace

std::optional<std::string> methodLike(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (solver::parseMethod(name)) return name;
  static const std::map<std::string, std::string> kNames = {{"dassl", "ida"},
                                                            {"dasslsteps", "ida"},
                                                            {"optimization", "ida"},
                                                            {"cvode", "cvode"},
                                                            {"rungekutta", "rk4"},
                                                            {"rkfix4", "rk4"},
                                                            {"dopri45", "dopri5"},
                                                            {"esdirk23a", "inline:sdirk4"},
                                                            {"esdirk34a", "inline:sdirk4"},
                                                            {"esdirk45a", "inline:sdirk4"},
                                                            {"sdirk34hw", "inline:sdirk4"},
                                                            {"radau", "inline:radau5"},
                                                            {"radauiia", "inline:radau5"},
                                                            {"impeuler", "inline:be"},
                                                            {"trapezoid", "inline:trapezoid"},
                                                            {"heun", "rk4"}};
  const auto found = kNames.find(name);
  return found == kNames.end() ? std::nullopt : std::optional(found->second);
}

CompileOptions Session::compileOptions() const {
  return options_;
}

bool Session::good(Compilation& compilation) {
  messages_ += renderText(compilation.diagnostics(), {});
  if (!compilation.problem().empty()) messages_ += compilation.problem() + '\n';
  const bool wrong = compilation.diagnostics().hasErrors() || !compilation.problem().empty();
  if (wrong) fail(kModelWrong);
  return !wrong;
}

void Session::loadAll(Compilation& compilation) const {
  for (const std::string& file : files_) compilation.load(file);
  if (!texts_.empty()) compilation.addTexts(texts_);
}

bool Session::loadFile(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    messages_ += fmt::format("error: there is no file '{}'\n", path);
    fail(kCommandWrong);
    return false;
  }
  // A package.mo stands for its folder.
  const fs::path given(path);
  const std::string source = given.filename() == "package.mo" ? given.parent_path().string() : path;
  Compilation compilation(compileOptions());
  compilation.load(source.empty() ? "." : source);
  compilation.parsed();
  if (!good(compilation)) return false;
  files_.push_back(fs::absolute(source.empty() ? "." : source).string());
  return true;
}

bool Session::loadText(const std::string& text, const std::string& name) {
  Compilation compilation(compileOptions());
  compilation.addTexts({{name, text}});
  compilation.parsed();
  if (!good(compilation)) return false;
  texts_.push_back({name, text});
  return true;
}

bool Session::loadModel(const std::string& name) {
  Compilation compilation(compileOptions());
  loadAll(compilation);
  compilation.parsed();
  compilation.chooseClass(name);
  return good(compilation);
}

std::optional<std::pair<int64_t, int64_t>> Session::check(const std::string& model) {
  CompileOptions options = compileOptions();
  const std::string name = withoutModifiers(model, options.set);
  Compilation compilation(options);
  loadAll(compilation);
  const Dae* dae = compilation.choose(name) ? compilation.flat() : nullptr;
  if (!good(compilation) || dae == nullptr) return std::nullopt;
  const Balance balance = countBalance(*dae);
  return std::pair(static_cast<int64_t>(balance.equations), static_cast<int64_t>(balance.unknowns));
}

std::optional<std::string> Session::flatten(const std::string& model) {
  CompileOptions options = compileOptions();
  const std::string name = withoutModifiers(model, options.set);
  Compilation compilation(options);
  loadAll(compilation);
  const Dae* dae = compilation.choose(name) ? compilation.flat() : nullptr;
  if (!good(compilation) || dae == nullptr) return std::nullopt;
  return print(*dae);
}

SimulationOutcome Session::simulate(const SimulationRequest& request) {
  SimulationOutcome outcome;
  auto refuse = [&](const std::string& message, int status) {
    outcome.message = message;
    messages_ += message + (message.ends_with('\n') ? "" : "\n");
    fail(status);
    return outcome;
  };
  CompileOptions options = compileOptions();
  const std::string name = withoutModifiers(request.model, options.set);
  TranslatedModel model({files_, texts_, {}, name}, options);
  messages_ += renderText(model.diagnostics(), {});
  if (!model.ok())
    return model.diagnostics().hasErrors() ? refuse("the model is wrong: " + name, kModelWrong)
                                           : refuse(model.problem(), kCommandWrong);
  RunOptions run;
  run.startTime = request.start;
  run.stopTime = request.stop;
  run.tolerance = request.tolerance;
  run.intervals = request.intervals;
  run.step = request.step;
  outcome.method =
      methodLike(request.method).value_or(std::string(solver::methodName(solver::kUsualMethod)));
  const solver::Method method = *solver::parseMethod(outcome.method);
  RunSettings settings;
  if (const std::string wrong =
          planRun(run, method, model.model().dae.experiment, settings.problem);
      !wrong.empty())
    return refuse("error: " + wrong, kCommandWrong);
  settings.stored.filter = request.filter;
  std::string error;
  const std::unique_ptr<results::ResultSink> sink = results::makeFileSink(request.file, error);
  if (!sink) return refuse("error: " + error, kCommandWrong);
  const TranslatedModel::Run done = model.run({}, settings, *sink);
  if (!done.code)
    return refuse(done.problem.empty() ? done.diagnostics : "error: " + done.problem, kModelWrong);
  const solver::SimulationReport& report = done.result.report;
  outcome.start = settings.problem.startTime;
  outcome.stop = settings.problem.stopTime;
  outcome.tolerance = settings.problem.tolerance;
  outcome.intervals = settings.problem.intervals;
  outcome.seconds = report.secondsInitialize + report.secondsSimulate;
  if (done.result.rows > 0) {
    outcome.file = fs::absolute(request.file).string();
    lastFile_ = outcome.file;
    readFile_.clear();
  }
  if (report.outcome != solver::Outcome::Finished && report.outcome != solver::Outcome::Terminated)
    return refuse(fmt::format("error: the simulation of {} failed at t = {:g}: {}\n{}", name,
                              report.endTime, report.message,
                              explainFailure(done.code->schedule(), report, *done.code->sources)),
                  kSimulationFailed);
  for (const std::string& warning : report.warnings) messages_ += "warning: " + warning + '\n';
  outcome.ok = true;
  return outcome;
}

void Session::clear() {
  files_.clear();
  texts_.clear();
}

const results::Trajectory* Session::result(const std::string& file, std::string& problem) {
  const std::string path = file.empty() ? lastFile_ : fs::absolute(file).string();
  if (path.empty()) {
    problem = "nothing has been simulated yet";
    return nullptr;
  }
  if (path != readFile_) {
    results::ReadResult found = results::readResult(path);
    if (!found) {
      problem = found.error;
      return nullptr;
    }
    read_ = std::move(found.trajectory);
    readFile_ = path;
  }
  return &read_;
}

std::string Session::takeMessages() {
  return std::exchange(messages_, {});
}

}  // namespace formola::script
