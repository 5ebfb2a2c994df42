#include "driver/script_run.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <set>

#include "driver/script_interpreter.h"
#include "driver/script_session.h"
#include "driver/terminal.h"
#include "results/compare.h"
#include "results/html_report.h"
#include "results/result_reader.h"
#include "results/sampler.h"
#include "support/read_file.h"

namespace formola::script {

namespace {

namespace fs = std::filesystem;

// What is refused, and what to do instead.
struct Refused {
  const char *name, *advice;
};
constexpr Refused kRefused[] = {
    {"buildModel",
     "formola simulate translates and runs; formola translate --to c writes a program"},
    {"translateModel",
     "formola simulate translates and runs; formola inspect shows what came of it"},
    {"buildModelFMU", "formola export MODEL --fmi 2|3 writes FMUs"},
    {"translateModelFMU", "formola export MODEL --fmi 2|3 writes FMUs"},
    {"importFMU", "FMUs are not read by scripts"},
    {"linearizeModel", "formola linearize gives the linear system"},
    {"system", "scripts run no commands"},
    {"system_parallel", "scripts run no commands"},
    {"executeCommand", "scripts run no commands"},
    {"deleteFile", "scripts delete nothing"},
    {"remove", "scripts delete nothing"},
    {"writeFile", "scripts write results and pages only"},
    {"saveModel", "scripts do not change models"},
    {"save", "scripts do not change models"},
    {"getSimulationOptions", "simulate takes the values of the annotation experiment by itself"},
    {"installPackage", "formola installs nothing: put libraries into a folder of MODELICAPATH"},
    {"updatePackageIndex", "formola installs nothing"},
};

class Script {
 public:
  explicit Script(const Options& options)
      : session_(options),
        interpreter_([this](const Call& call) { return command(call); },
                     [this](const std::string& name, int line) { return isSetting(name, line); },
                     [](const std::string& text) { std::fputs(text.c_str(), stdout); }) {}

  int run(const std::string& path);

 private:
  using Handler = std::optional<Value> (Script::*)(const Call&);
  std::optional<Value> command(const Call& call);
  std::optional<Value> modelCommand(const Call& call);
  std::optional<Value> resultCommand(const Call& call);
  std::optional<Value> otherCommand(const Call& call);
  bool isSetting(const std::string& name, int line);
  void note(int line, const std::string& text) const {
    std::fflush(stdout);
    std::fprintf(stderr, "%s:%d: note: %s\n", file_.c_str(), line, text.c_str());
  }

  Value load(const Call& call);
  Value loadModels(const Call& call);
  Value check(const Call& call);
  Value simulate(const Call& call);
  Value simulateModel(const Call& call);
  SimulationOutcome simulate(const Call& call, SimulationRequest request);
  Value value(const Call& call);
  Value plot(const Call& call);
  Value compare(const Call& call);
  Value readResult(const Call& call);
  Value changeFolder(const Call& call);
  Value runOther(const Call& call);
  const results::Trajectory& resultFor(const Call& call, const std::string& file);
  bool runFile(const std::string& path);
  void writePages();

  Session session_;
  Interpreter interpreter_;
  std::string file_;
  int depth_ = 0;
  struct Page {
    std::string file;
    std::vector<std::vector<std::string>> plots;
  };
  std::vector<Page> pages_;
  std::set<std::string> told_;
};

// Settings of other tools have no effect here, which is said.
bool Script::isSetting(const std::string& name, int line) {
  static const std::array<const char*, 6> kSettings = {
      "Advanced", "Hidden", "Evaluate", "OutputCPUtime", "experimentSetupOutput", "DymolaInfo"};
  const std::string first = name.substr(0, name.find('.'));
  for (const char* each : kSettings)
    if (first == each) {
      note(line, fmt::format("{} is a setting of another tool and has no effect", name));
      return true;
    }
  return false;
}

std::optional<Value> Script::command(const Call& given) {
  Call call = given;
  // Commands by their whole name in the tool that they come from.
  constexpr std::string_view kPackage = "OpenModelica.Scripting.";
  if (call.name.starts_with(kPackage)) call.name.erase(0, kPackage.size());
  for (const Refused& refused : kRefused)
    if (call.name == refused.name)
      throw ScriptError(call.line,
                        fmt::format("{} is not for scripts here: {}", call.name, refused.advice));
  for (const Handler one : {&Script::modelCommand, &Script::resultCommand, &Script::otherCommand})
    if (auto value = (this->*one)(call)) return value;
  return std::nullopt;
}

std::optional<Value> Script::modelCommand(const Call& call) {
  const std::string& name = call.name;
  if (name == "loadFile" || name == "openModel" || name == "openModelFile" ||
      name == "loadString" || name == "loadFiles")
    return load(call);
  if (name == "loadModel") return loadModels(call);
  if (name == "checkModel") return check(call);
  if (name == "instantiateModel") {
    const Arguments arguments(call, {"className"});
    return Value::string(session_.flatten(arguments.text("className")).value_or(""));
  }
  if (name == "simulate") return simulate(call);
  if (name == "simulateModel" || name == "simulateExtendedModel") return simulateModel(call);
  if (name == "clear" || name == "clearProgram" || name == "eraseClasses" || name == "closeModel") {
    session_.clear();
    interpreter_.clear();
    return Value::boolean(true);
  }
  return std::nullopt;
}

std::optional<Value> Script::resultCommand(const Call& call) {
  const std::string& name = call.name;
  if (name == "val") return value(call);
  if (name == "plot" || name == "createPlot" || name == "plotAll" || name == "plotArray")
    return plot(call);
  if (name == "removePlots") {
    pages_.clear();
    return Value::boolean(true);
  }
  if (name == "compareSimulationResults" || name == "diffSimulationResults") return compare(call);
  if (name == "readSimulationResult") return readResult(call);
  if (name == "readSimulationResultVars") {
    const Arguments arguments(call, {"fileName", "readParameters", "openmodelicaStyle"});
    std::vector<Value> names;
    for (const std::string& each : resultFor(call, arguments.text("fileName")).names())
      names.push_back(Value::string(each));
    return Value::array(std::move(names));
  }
  if (name == "readSimulationResultSize") {
    const Arguments arguments(call, {"fileName"});
    return Value::integer(static_cast<double>(resultFor(call, arguments.text("fileName")).rows()));
  }
  if (name == "closeSimulationResultFile") return Value::boolean(true);
  return std::nullopt;
}

std::optional<Value> Script::otherCommand(const Call& call) {
  const std::string& name = call.name;
  if (name == "getErrorString") {
    const Arguments arguments(call, {"warningsAsErrors"});
    return Value::string(session_.takeMessages());
  }
  if (name == "getVersion") {
    const Arguments arguments(call, {"cl"});
    if (arguments.find("cl") != nullptr)
      throw ScriptError(call.line, "getVersion tells the version of formola, of no library");
    return Value::string("formola " FORMOLA_VERSION);
  }
  if (name == "cd" || name == "changeDirectory") return changeFolder(call);
  if (name == "pwd") return Value::string(fs::current_path().string());
  if (name == "RunScript" || name == "runScript") return runOther(call);
  if (name == "echo") {
    const Arguments arguments(call, {"setEcho"});
    const bool on = arguments.flag("setEcho", true);
    interpreter_.echo(on);
    return Value::boolean(on);
  }
  if (name == "print" || name == "Modelica.Utilities.Streams.print") {
    const Arguments arguments(call, {"str", "fileName"});
    if (arguments.find("fileName") != nullptr && !arguments.text("fileName").empty())
      throw ScriptError(call.line, "print writes into no files");
    const Value* what = arguments.find("str");
    if (what != nullptr) std::fputs((what->isText() ? what->text : print(*what)).c_str(), stdout);
    if (name != "print") std::fputs("\n", stdout);
    return Value{};
  }
  if (name == "exit" || name == "quit") {
    interpreter_.end();
    return Value{};
  }
  if (name == "regularFileExists" || name == "Modelica.Utilities.Files.exist") {
    const Arguments arguments(call, {"fileName"});
    std::error_code ignored;
    return Value::boolean(fs::exists(arguments.text("fileName"), ignored));
  }
  if (name == "stringReplace") {
    const Arguments arguments(call, {"str", "source", "target"});
    std::string text = arguments.text("str");
    const std::string source = arguments.text("source"), target = arguments.text("target");
    for (size_t at = 0; !source.empty() && (at = text.find(source, at)) != std::string::npos;
         at += target.size())
      text.replace(at, source.size(), target);
    return Value::string(text);
  }
  if (name == "basename" || name == "dirname") {
    const Arguments arguments(call, {"path"});
    const fs::path path = arguments.text("path");
    return Value::string(name == "basename" ? path.filename().string()
                                            : path.parent_path().string());
  }
  if (name == "setCommandLineOptions" || name == "alarm" || name == "setCompiler" ||
      name == "setCXXCompiler" || name == "setCFlags" || name == "setDebugFlags" ||
      name == "experimentSetupOutput" || name == "clearlog" || name == "savelog" ||
      name == "clearFlags") {
    note(call.line, name + " is a setting of another tool and has no effect");
    return Value::boolean(true);
  }
  return std::nullopt;
}

Value Script::load(const Call& call) {
  bool ok = true;
  if (call.name == "loadString") {
    const Arguments arguments(call, {"data", "filename", "encoding", "merge"});
    return Value::boolean(
        session_.loadText(arguments.text("data"), arguments.text("filename", "script.mo")));
  }
  const Arguments arguments(call, {"fileName", "encoding", "uses", "changeDirectory", "mustRead"});
  if (call.name == "openModel" || call.name == "openModelFile") {
    const std::string path = arguments.text("fileName");
    return Value::boolean(session_.loadFile(path));
  }
  for (const std::string& path : arguments.texts("fileName")) ok = session_.loadFile(path) && ok;
  return Value::boolean(ok);
}

Value Script::loadModels(const Call& call) {
  const Arguments arguments(
      call, {"className", "priorityVersion", "notify", "languageStandard", "requireExactVersion"});
  if (arguments.find("priorityVersion") != nullptr && told_.insert("version").second)
    note(call.line,
         "loadModel takes the version that is found on the library path, or that uses asks for");
  return Value::boolean(session_.loadModel(arguments.text("className")));
}

// With the name of a class the text of OpenModelica, with a text true or false as Dymola.
Value Script::check(const Call& call) {
  const Arguments arguments(call, {"className", "simulate", "constraint"});
  const std::string model = arguments.text("className");
  const auto counts = session_.check(model);
  if (!call.values.empty() && call.values[0].kind == Value::Kind::String)
    return Value::boolean(counts.has_value());
  if (!counts) return Value::string("");
  return Value::string(fmt::format(
      "Check of {0} completed successfully.\nClass {0} has {1} equation(s) and {2} variable(s).",
      model, counts->first, counts->second));
}

SimulationOutcome Script::simulate(const Call& call, SimulationRequest request) {
  if (!request.method.empty() && !methodLike(request.method)) {
    note(call.line, fmt::format("there is no method like '{}'; auto is taken", request.method));
    request.method.clear();
  }
  SimulationOutcome outcome = session_.simulate(request);
  if (!outcome.ok && (depth_ > 0 || !interpreter_.echoes() || call.name != "simulate")) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s:%d: error: %s\n", file_.c_str(), call.line, outcome.message.c_str());
  }
  return outcome;
}

Value Script::simulate(const Call& call) {
  const Arguments a(call, {"className", "startTime", "stopTime", "numberOfIntervals", "tolerance",
                           "method", "fileNamePrefix", "options", "outputFormat", "variableFilter",
                           "cflags", "simflags", "stepSize", "noClean"});
  for (const char* ignored : {"options", "cflags", "simflags", "noClean"})
    if (a.find(ignored) != nullptr)
      note(call.line, fmt::format("simulate: {} has no effect here", ignored));
  SimulationRequest request;
  request.model = a.text("className");
  request.start = a.number("startTime");
  request.stop = a.number("stopTime");
  request.tolerance = a.number("tolerance");
  request.method = a.text("method");
  if (const auto n = a.number("numberOfIntervals")) request.intervals = static_cast<int>(*n);
  const auto step = a.number("stepSize");
  if (step && *step > 0 && request.stop)
    request.intervals =
        static_cast<int>(std::lround((*request.stop - request.start.value_or(0)) / *step));
  request.filter = a.text("variableFilter");
  if (request.filter == ".*") request.filter.clear();
  if (!request.filter.empty()) request.filter = "^(" + request.filter + ")$";
  const std::string format = a.text("outputFormat", "mat");
  if (format != "mat" && format != "csv")
    throw ScriptError(call.line, fmt::format("simulate: results are mat or csv, not '{}'", format));
  const std::string prefix =
      a.text("fileNamePrefix", request.model.substr(0, request.model.find('(')));
  request.file = prefix + "_res." + format;
  const SimulationOutcome done = simulate(call, request);
  Value record;
  record.kind = Value::Kind::Record;
  record.text = "SimulationResult";
  auto add = [&](const char* field, Value value) {
    record.fields.emplace_back(field);
    record.items.push_back(std::move(value));
  };
  add("resultFile", Value::string(done.file));
  add("simulationOptions",
      Value::string(fmt::format(
          "startTime = {}, stopTime = {}, numberOfIntervals = {}, tolerance = {}, method = '{}', "
          "fileNamePrefix = '{}', outputFormat = '{}'",
          done.start, done.stop, done.intervals, done.tolerance, done.method, prefix, format)));
  add("messages", Value::string(done.ok ? "" : done.message));
  add("timeSimulation", Value::real(done.seconds));
  return record;
}

Value Script::simulateModel(const Call& call) {
  const Arguments a(call, {"problem", "startTime", "stopTime", "numberOfIntervals",
                           "outputInterval", "method", "tolerance", "fixedstepsize", "resultFile",
                           "initialNames", "initialValues", "finalNames", "autoLoad"});
  SimulationRequest request;
  request.model = a.text("problem");
  request.start = a.number("startTime");
  request.stop = a.number("stopTime");
  request.tolerance = a.number("tolerance");
  request.method = a.text("method");
  if (const auto n = a.number("numberOfIntervals"); n && *n > 0)
    request.intervals = static_cast<int>(*n);
  const auto interval = a.number("outputInterval");
  if (interval && *interval > 0 && request.stop)
    request.intervals =
        static_cast<int>(std::lround((*request.stop - request.start.value_or(0)) / *interval));
  if (const auto step = a.number("fixedstepsize"); step && *step > 0) request.step = step;
  const std::vector<std::string> names = a.texts("initialNames");
  if (const Value* values = a.find("initialValues"); values != nullptr || !names.empty()) {
    if (values == nullptr || values->kind != Value::Kind::Array ||
        values->items.size() != names.size())
      throw ScriptError(call.line,
                        call.name + ": there are not as many initialValues as initialNames");
    std::string list;
    for (size_t i = 0; i < names.size(); ++i)
      list += (i > 0 ? "," : "") + names[i] + "=" + print(values->items[i]);
    if (!list.empty()) request.model += "(" + list + ")";
  }
  request.file = a.text("resultFile", "dsres");
  if (!request.file.ends_with(".mat") && !request.file.ends_with(".csv")) request.file += ".mat";
  const SimulationOutcome done = simulate(call, request);
  const std::vector<std::string> last = a.texts("finalNames");
  if (call.name != "simulateExtendedModel" && last.empty()) return Value::boolean(done.ok);
  Value result;
  result.kind = Value::Kind::Tuple;
  std::vector<Value> finals;
  if (done.ok)
    for (const std::string& name : last) {
      const results::Trajectory& t = resultFor(call, "");
      const results::Signal* signal = t.find(name);
      if (signal == nullptr)
        throw ScriptError(call.line, fmt::format("the result has no '{}'", name));
      finals.push_back(Value::real(t.values(*signal).back()));
    }
  result.items = {Value::boolean(done.ok), Value::array(std::move(finals))};
  return result;
}

const results::Trajectory& Script::resultFor(const Call& call, const std::string& file) {
  std::string problem;
  const results::Trajectory* found = session_.result(file, problem);
  if (found == nullptr) throw ScriptError(call.line, fmt::format("{}: {}", call.name, problem));
  return *found;
}

Value Script::value(const Call& call) {
  const Arguments arguments(call, {"var", "timePoint", "fileName"});
  const results::Trajectory& t = resultFor(call, arguments.text("fileName"));
  const std::string name = arguments.text("var");
  const results::Signal* signal = t.find(name);
  if (signal == nullptr) throw ScriptError(call.line, fmt::format("the result has no '{}'", name));
  if (t.rows() == 0) throw ScriptError(call.line, "the result has no rows");
  const double time = arguments.number("timePoint").value_or(0);
  if (!(time >= t.time.front() && time <= t.time.back()))
    throw ScriptError(call.line, fmt::format("val: {} lies outside of the result, {} to {}", time,
                                             t.time.front(), t.time.back()));
  return Value::real(results::Sampler(t, name).at(time));
}

// Plots go into a page beside the result, which is written at the end of the script.
Value Script::plot(const Call& call) {
  if (call.name == "createPlot" && told_.insert("createPlot").second)
    note(call.line, "createPlot: the page chooses positions, ranges and colours by itself");
  const Arguments arguments(
      call, call.name == "createPlot"
                ? std::vector<std::string>{"id", "position", "x", "y", "*"}
                : std::vector<std::string>{"vars", "externalWindow", "fileName", "title", "*"});
  std::vector<std::string> names = arguments.texts(call.name == "createPlot" ? "y" : "vars");
  std::string file = arguments.text(call.name == "createPlot" ? "filename" : "fileName");
  if (!file.empty() && !file.ends_with(".mat") && !file.ends_with(".csv")) file += ".mat";
  const results::Trajectory& t = resultFor(call, file);
  for (const std::string& name : names)
    if (t.find(name) == nullptr)
      throw ScriptError(call.line, fmt::format("{}: the result has no '{}'", call.name, name));
  const std::string path = file.empty() ? session_.lastFile() : fs::absolute(file).string();
  for (Page& page : pages_)
    if (page.file == path) {
      page.plots.push_back(std::move(names));
      return Value::boolean(true);
    }
  pages_.push_back({path, {std::move(names)}});
  return Value::boolean(true);
}

void Script::writePages() {
  for (const Page& page : pages_) {
    const results::ReadResult found = results::readResult(page.file);
    if (!found) continue;
    results::HtmlReport report;
    report.title = fs::path(page.file).stem().string();
    report.subtitle = "plots of " + file_;
    report.results.push_back({report.title, &found.trajectory});
    report.plots = page.plots;
    const std::string path = fs::path(page.file).replace_extension(".html").string();
    std::string error;
    std::fflush(stdout);
    if (results::writeHtmlReport(path, report, error)) {
      std::fprintf(stderr, "plots in %s\n", path.c_str());
    } else {
      std::fprintf(stderr, "formola: %s\n", error.c_str());
      session_.fail(kSimulationFailed);
    }
  }
}

Value Script::compare(const Call& call) {
  const bool differences = call.name == "diffSimulationResults";
  const Arguments a(call, differences
                              ? std::vector<std::string>{"actualFile", "expectedFile", "diffPrefix",
                                                         "relTol", "relTolDiffMinMax", "rangeDelta",
                                                         "vars", "keepEqualResults"}
                              : std::vector<std::string>{"filename", "reffilename", "logfilename",
                                                         "relTol", "absTol", "vars"});
  const std::string actual = a.text(differences ? "actualFile" : "filename");
  const std::string reference = a.text(differences ? "expectedFile" : "reffilename");
  const results::ReadResult first = results::readResult(actual),
                            second = results::readResult(reference);
  for (const results::ReadResult* each : {&first, &second})
    if (!*each) throw ScriptError(call.line, fmt::format("{}: {}", call.name, each->error));
  results::CompareOptions how;
  how.relative = a.number("relTol").value_or(how.relative);
  how.absolute = a.number("absTol").value_or(how.absolute);
  const std::vector<std::string> wanted = a.texts("vars");
  if (!wanted.empty())
    how.select = [&](std::string_view name) {
      return std::find(wanted.begin(), wanted.end(), name) != wanted.end();
    };
  const results::Comparison found = results::compare(second.trajectory, first.trajectory, how);
  if (!found.error.empty()) throw ScriptError(call.line, call.name + ": " + found.error);
  std::vector<Value> list;
  for (const results::SignalComparison& signal : found.signals)
    if (signal.verdict != results::Verdict::Pass) list.push_back(Value::string(signal.name));
  if (!found.ok()) session_.fail(kModelWrong);
  if (!differences) {
    list.insert(list.begin(), Value::string(found.ok() ? "Files Equal!" : "Files not Equal!"));
    return Value::array(std::move(list));
  }
  Value result;
  result.kind = Value::Kind::Tuple;
  result.items = {Value::boolean(found.ok()), Value::array(std::move(list))};
  return result;
}

Value Script::readResult(const Call& call) {
  const Arguments a(call, {"filename", "variables", "size"});
  const results::Trajectory& t = resultFor(call, a.text("filename"));
  std::vector<Value> rows;
  for (const std::string& name : a.texts("variables")) {
    const results::Signal* signal = t.find(name);
    if (signal == nullptr && name != "time")
      throw ScriptError(call.line, fmt::format("the result has no '{}'", name));
    std::vector<Value> row;
    for (const double x : name == "time" ? t.time : t.values(*signal))
      row.push_back(Value::real(x));
    rows.push_back(Value::array(std::move(row)));
  }
  return Value::array(std::move(rows));
}

Value Script::changeFolder(const Call& call) {
  const Arguments arguments(call, {"newWorkingDirectory"});
  const std::string folder = arguments.text("newWorkingDirectory");
  std::error_code error;
  if (!folder.empty()) fs::current_path(folder, error);
  if (error) throw ScriptError(call.line, fmt::format("there is no folder '{}'", folder));
  return Value::string(fs::current_path().string());
}

Value Script::runOther(const Call& call) {
  const Arguments arguments(call, {"fileName", "silent"});
  if (depth_ > 20) throw ScriptError(call.line, "scripts run each other without end");
  const std::string before = file_;
  const bool ok = runFile(arguments.text("fileName"));
  if (!ok)
    throw ScriptError(call.line, fmt::format("the script '{}' did not come to its end",
                                             arguments.text("fileName")));
  file_ = before;
  return Value::boolean(true);
}

// False: it did not come to its end, which has been told.
bool Script::runFile(const std::string& path) {
  const std::optional<std::string> text = readFile(path);
  if (!text) {
    std::fprintf(stderr, "formola: there is no script '%s'\n", path.c_str());
    session_.fail(kCommandWrong);
    return false;
  }
  const std::string before = std::exchange(file_, path);
  ++depth_;
  bool ok = true;
  try {
    interpreter_.run(readScript(*text));
  } catch (const ScriptError& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s:%d: error: %s\n", path.c_str(), error.line, error.what());
    session_.fail(kCommandWrong);
    ok = false;
  }
  --depth_;
  file_ = before;
  return ok;
}

int Script::run(const std::string& path) {
  const bool ok = runFile(path);
  file_ = path;
  writePages();
  // What nobody has asked for is told.
  const std::string messages = session_.takeMessages();
  std::fflush(stdout);
  std::fputs(messages.c_str(), stderr);
  return ok ? session_.status() : kCommandWrong;
}

}  // namespace

}  // namespace formola::script

int formola::runScript(const Options& options) {
  return script::Script(options).run(options.inputs[0]);
}
