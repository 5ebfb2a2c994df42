#include "studio/questions.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <numbers>
#include <stdexcept>

#include "analysis/calibrate.h"
#include "analysis/linearize.h"
#include "analysis/steady_state.h"
#include "compiler/explain_failure.h"
#include "results/memory_sink.h"
#include "studio/project.h"

namespace formola::studio {

namespace {

namespace fs = std::filesystem;
using analysis::LinearSystem;

constexpr size_t kMostChannels = 36;

void demand(bool ok, const std::string& why) {
  if (!ok) throw std::invalid_argument(why);
}

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

Json matrix(const std::vector<double>& values, size_t rows, size_t columns) {
  Json all = Json::array();
  for (size_t i = 0; i < rows; ++i) {
    Json row = Json::array();
    for (size_t j = 0; j < columns; ++j) row.push_back(number(values[i * columns + j]));
    all.push_back(std::move(row));
  }
  return all;
}

Json pairs(const std::vector<analysis::Complex>& values) {
  Json all = Json::array();
  for (const analysis::Complex& value : values)
    all.push_back({number(value.real()), number(value.imag())});
  return all;
}

// Gain and phase at each frequency; the phase goes on where its argument jumps by a turn.
Json channelOf(const LinearSystem& system, size_t in, size_t out) {
  const std::vector<double> w = analysis::frequencies(system, in, out);
  Json gain = Json::array(), phase = Json::array();
  double before = 0;
  bool any = false;
  for (const analysis::Complex& value : analysis::response(system, in, out, w)) {
    double angle = std::arg(value) * 180 / std::numbers::pi;
    if (any) angle += 360 * std::round((before - angle) / 360);
    any = true;
    before = angle;
    gain.push_back(number(20 * std::log10(std::abs(value))));
    phase.push_back(number(angle));
  }
  return {{"input", system.inputs[in]},
          {"output", system.outputs[out]},
          {"w", w},
          {"gain", std::move(gain)},
          {"phase", std::move(phase)},
          {"zeros", pairs(analysis::zeros(system, in, out))}};
}

std::string failureOf(SteppedRun& run, const std::string& what) {
  const solver::SimulationReport& report = run.stepper().report();
  return fmt::format("{} at t = {:g}: {}\n{}", what, report.endTime, report.message,
                     explainFailure(run.code()->schedule(), report, *run.code()->sources));
}

// A file that is gone with this object.
class Draft {
 public:
  explicit Draft(const std::string& text) {
    std::string name = (fs::temp_directory_path() / "formola-XXXXXX.csv").string();
    const int file = mkstemps(name.data(), 4);
    demand(file >= 0, "there is no place for temporary files");
    close(file);
    path_ = name;
    const std::string problem = writeText(path_, text);
    demand(problem.empty(), problem);
  }
  ~Draft() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

}  // namespace

Json linearizeAnswer(TranslatedModel& model, const RunValues& values, RunSettings settings,
                     const Json& params) {
  results::MemorySink sink(2);
  TranslatedModel::Started started = model.start(values, std::move(settings), sink);
  demand(started.run != nullptr, started.problem.empty() ? started.diagnostics : started.problem);
  SteppedRun& run = *started.run;
  demand(started.ok, failureOf(run, "the initialisation failed"));
  if (params.contains("at") && params["at"].is_number())
    demand(run.stepper().advanceTo(params["at"].get<double>()),
           failureOf(run, "the simulation failed"));
  if (params.value("steady", false)) {
    const analysis::SteadyState steady = analysis::findSteadyState(run);
    demand(steady.ok, steady.message);
  }
  analysis::LinearizeRequest request;
  request.inputs = params.value("inputs", std::vector<std::string>{});
  request.outputs = params.value("outputs", std::vector<std::string>{});
  request.allInputs = request.inputs.empty();
  request.allOutputs = request.outputs.empty();
  std::string problem;
  const LinearSystem system = analysis::linearize(run, request, problem);
  demand(problem.empty(), problem);
  Json channels = Json::array();
  for (size_t out = 0; out < system.p(); ++out)
    for (size_t in = 0; in < system.m() && channels.size() < kMostChannels; ++in)
      channels.push_back(channelOf(system, in, out));
  return {{"time", system.time},
          {"states", system.states},
          {"inputs", system.inputs},
          {"outputs", system.outputs},
          {"A", matrix(system.a, system.n(), system.n())},
          {"B", matrix(system.b, system.n(), system.m())},
          {"C", matrix(system.c, system.p(), system.n())},
          {"D", matrix(system.d, system.p(), system.m())},
          {"poles", pairs(analysis::poles(system))},
          {"channels", std::move(channels)}};
}

Json calibrateAnswer(TranslatedModel& model, const RunValues& values, RunSettings settings,
                     const Json& params) {
  analysis::CalibrationRequest request;
  std::string problem;
  for (const Json& each : params.at("over")) {
    const auto one = analysis::parseUnknown(each.get<std::string>(), problem);
    demand(one.has_value(), problem);
    request.over.push_back(*one);
  }
  demand(!request.over.empty(), "choose at least one parameter to find");
  const Draft data(params.at("data").get<std::string>());
  request.values = values;
  request.measured = analysis::readMeasurements(data.path(), model,
                                                params.value("signals", std::vector<std::string>{}),
                                                request.values, problem);
  // the file is ours: nobody knows its name
  if (const size_t at = problem.find(data.path()); at != std::string::npos)
    problem.replace(at, data.path().size(), "the measurements");
  demand(problem.empty(), problem);
  if (!params.value("hasStop", false) && !request.measured.times.empty() &&
      request.measured.times.back() > settings.problem.startTime)
    settings.problem.stopTime = request.measured.times.back();
  request.settings = std::move(settings);
  const analysis::Calibration found = analysis::calibrate(model, request);
  demand(found.problem.empty(), found.problem);
  demand(found.diagnostics.empty(), found.diagnostics);
  demand(found.ok, found.cancelled ? "cancelled" : found.message);
  Json result = Json::parse(analysis::calibrationJson(found, model.model().dae.model));
  Json measured = Json::array();
  for (const analysis::MeasuredSignal& signal : request.measured.signals) {
    Json numbers = Json::array();
    for (const double value : signal.values) numbers.push_back(number(value));
    measured.push_back({{"name", signal.name}, {"values", std::move(numbers)}});
  }
  result["measured"] = {{"times", request.measured.times}, {"signals", std::move(measured)}};
  return result;
}

}  // namespace formola::studio
