#include "analysis/trajectories.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "runtime/workspace.h"
#include "solver/formulas.h"
#include "solver/integrator.h"
#ifdef FORMOLA_HAVE_LANES
#include "codegen/lanes/compile.h"
#include "codegen/lanes/gpu.h"
#endif

namespace formola::analysis {

std::optional<Device> parseDevice(const std::string& name) {
  if (name == "threads") return Device::Threads;
  if (name == "lanes") return Device::Lanes;
  if (name == "gpu") return Device::Gpu;
  if (name == "auto") return Device::Auto;
  return std::nullopt;
}

namespace {

double numberOf(const std::string& text) {
  return text == "true" ? 1 : std::strtod(text.c_str(), nullptr);
}

// Names whose values differ between cases.
std::vector<size_t> variedNames(const SweepPlan& plan) {
  std::vector<size_t> result;
  for (size_t k = 0; k < plan.names.size(); ++k)
    if (plan.cases.varies(k)) result.push_back(k);
  return result;
}

}  // namespace

TrajectoryRequest trajectoryRequest(const TranslatedModel& model, const SweepPlan& plan,
                                    const std::vector<std::string>& variables,
                                    const RunSettings& settings) {
  TrajectoryRequest request;
  SweepPlan common;
  const CaseValues first = plan.cases[0];
  CaseValues values;
  const std::vector<size_t> varied = variedNames(plan);
  for (size_t k = 0; k < plan.names.size(); ++k) {
    if (std::find(varied.begin(), varied.end(), k) != varied.end()) {
      if (const auto id = model.find(plan.names[k])) {
        request.varied.push_back(*id);
        request.first.push_back(numberOf(first[k]));
      }
    } else {
      common.names.push_back(plan.names[k]);
      values.push_back(first[k]);
    }
  }
  common.cases = CaseList(std::move(values));
  std::string ignored;  // looked at before
  request.common = valuesOf(model, common, 0, ignored);
  request.variables = variables;
  request.settings = settings;
  return request;
}

void fillBatch(const SweepPlan& plan, const CaseNumbers& cases, size_t first,
               TrajectoryBatch& batch) {
  const std::vector<size_t> varied = variedNames(plan);
  batch.given.assign(std::max<size_t>(varied.size(), 1) * batch.stride(), 0.0);
  for (size_t k = 0; k < batch.stride(); ++k) {
    // Lanes beyond the last case do what that one does.
    const CaseValues values = plan.cases[cases[first + std::min(k, batch.count - 1)]];
    for (size_t row = 0; row < varied.size(); ++row) {
      batch.given[row * batch.stride() + k] = numberOf(values[varied[row]]);
    }
  }
}

std::vector<Summary> summariesOf(const TrajectoryBatch& batch, size_t k, size_t variables,
                                 bool statistics) {
  std::vector<Summary> result(variables);
  for (size_t row = 0; row < variables; ++row) {
    result[row].last = batch.result(row, k);
    if (!statistics) continue;
    result[row].least = batch.result(variables + row, k);
    result[row].most = batch.result(2 * variables + row, k);
    result[row].mean = batch.result(3 * variables + row, k);
  }
  return result;
}

void CurvesOfCase::to(results::ResultSink& sink, const results::ResultLayout& layout) const {
  if (points == 0 || !sink.begin(layout)) return;
  const size_t first = variables * (statistics ? 4 : 1);
  std::vector<double> row(variables);
  for (size_t point = 0; point <= points; ++point) {
    for (size_t v = 0; v < variables; ++v) row[v] = batch.result(first + point * variables + v, k);
    const double part = static_cast<double>(point) / static_cast<double>(points);
    const double time = layout.startTime + part * (layout.stopTime - layout.startTime);
    if (!sink.row(point == points ? layout.stopTime : time, row)) return;
  }
  sink.finish();
}

bool runBatches(TranslatedModel& model, Trajectories& device, const SweepPlan& plan,
                const CaseNumbers& cases, size_t variables, int workers, const BatchCalls& calls,
                size_t& alone, std::string& problem) {
  for (size_t first = 0; first < cases.size() && calls.goesOn();) {
    TrajectoryBatch batch;
    batch.count = std::min(device.batch(), cases.size() - first);
    fillBatch(plan, cases, first, batch);
    if (std::string said; !device.run(batch, said)) {
      problem = said;
      std::fill(batch.status.begin(), batch.status.end(), 1);
    }
    std::vector<size_t> left;
    for (size_t k = 0; k < batch.count; ++k)
      if (batch.status[k] != 0) left.push_back(k);
    alone += left.size();
    size_t next = 0;
    const auto lastUpTo = [&](size_t end) {
      for (; next < end; ++next)
        calls.last(first + next, summariesOf(batch, next, variables, device.statistics()),
                   {batch, next, variables, device.points(), device.statistics()});
    };
    const bool all = runCases(
        model, left.size(), workers, [&](size_t j) { return calls.prepare(first + left[j]); },
        [&](size_t j, TranslatedModel::Run&& run) {
          lastUpTo(left[j]);
          calls.done(first + left[j], std::move(run));
          next = left[j] + 1;
        },
        calls.goesOn);
    if (!all || !calls.goesOn()) return false;
    lastUpTo(batch.count);
    first += batch.count;
    calls.batch(first);
  }
  return calls.goesOn();
}

#ifdef FORMOLA_HAVE_LANES

namespace {

using lanes::Formula;
using Family = solver::MethodFamily;

// The weights of the slopes at `nodes` in the polynomial through them at 0.
std::vector<double> weightsAtStart(const std::vector<double>& nodes) {
  std::vector<double> weights;
  for (size_t i = 0; i < nodes.size(); ++i) {
    double weight = 1;
    for (size_t j = 0; j < nodes.size(); ++j)
      if (j != i) weight *= nodes[j] / (nodes[j] - nodes[i]);
    weights.push_back(weight);
  }
  return weights;
}

// How the error of a step is estimated; false: lanes have no estimate for the formula.
bool controlOf(const solver::SimulationProblem& problem, const Formula& formula,
               lanes::StepControl& control) {
  control.on = true;
  control.tolerance = problem.tolerance;
  switch (formula.kind) {
    case Formula::Kind::DormandPrince:
      control.errorOrder = 5;
      control.error = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                       -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
      return true;
    case Formula::Kind::OneStage:
    case Formula::Kind::Bdf:
      return true;
    case Formula::Kind::Diagonal:
      control.errorOrder = 4;
      control.error.assign(std::begin(solver::kSdirkE), std::end(solver::kSdirkE));
      control.kink = {8.0 / 3, 0, 0, -2, 1.0 / 3};
      control.kinkFactor = solver::kSdirkGamma;
      return true;
    case Formula::Kind::Coupled: {
      const solver::Embedding& e = solver::coupledMethod(problem.method)->embedding;
      const size_t stages = formula.nodes.size();
      control.errorOrder = e.order + 1;
      control.factor = e.factor;
      control.start = e.start;
      control.middle = e.middle;
      control.beforeX.assign(e.beforeX, e.beforeX + stages);
      control.beforeF.assign(e.beforeF, e.beforeF + stages);
      control.x.assign(e.x, e.x + stages);
      control.f.assign(e.f, e.f + stages);
      control.kink = weightsAtStart(formula.nodes);
      control.kinkFactor = 0.2749;  // as solver/coupled.cpp
      return true;
    }
    default:
      return false;
  }
}

// False: a method that lanes do not do.
bool formulaOf(const solver::SimulationProblem& problem, Formula& formula, double& iterationError) {
  iterationError = solver::kOneStageIterationError;
  const int order = solver::fixedOrder(problem.method);
  switch (solver::familyOf(problem.method)) {
    case Family::FixedStep:
      formula.kind = order == 1 ? Formula::Kind::Euler : Formula::Kind::RungeKutta;
      return order == 1 || order == 4;
    case Family::Dopri5:
      formula.kind = Formula::Kind::DormandPrince;
      return true;
    case Family::InlineTrapezoid:
      formula.kind = Formula::Kind::Trapezoid;
      return true;
    case Family::InlineBdf:
      formula.kind = Formula::Kind::Bdf;
      return true;
    case Family::InlineFixedBdf:
      formula.kind = Formula::Kind::OneStage;
      return order == 1;
    case Family::InlineDiagonal:
      formula.kind = Formula::Kind::Diagonal;
      formula.gamma = solver::kSdirkGamma;
      formula.nodes.assign(std::begin(solver::kSdirkC), std::end(solver::kSdirkC));
      for (const auto& row : solver::kSdirkA)
        formula.matrix.emplace_back(std::begin(row), std::end(row));
      return true;
    case Family::InlineCoupled: {
      const solver::CoupledMethod& method = *solver::coupledMethod(problem.method);
      formula.kind = Formula::Kind::Coupled;
      const solver::CoupledTableau tableau = method.tableau();
      formula.nodes = tableau.nodes;
      formula.matrix = solver::inverseOf(tableau.matrix);
      iterationError = solver::embeddingIterationError(method.embedding);
      return true;
    }
    default:
      return false;
  }
}

// The instants of a run with fixed steps; else the longest step, and how many there may be.
struct Steps {
  double start = 0, size = 0, rest = 0, stop = 0;
  int64_t count = 0;  // of the full size
};

Steps stepsOf(const solver::SimulationProblem& problem) {
  Steps steps{problem.startTime, problem.step, 0, problem.stopTime, 0};
  if (steps.size <= 0) steps.size = solver::outputInterval(problem);
  const double quotient = (steps.stop - steps.start) / steps.size;
  steps.count = std::max<int64_t>(std::llround(quotient), 0);
  // As fixedStepEnd: a step that is a billionth too long or too short is a full one.
  const auto count = static_cast<double>(steps.count);
  if (std::abs(quotient - count) > 1e-9 * (1 + 1e-6 * count)) {
    steps.count = static_cast<int64_t>(quotient);
    steps.rest = steps.stop - (steps.start + static_cast<double>(steps.count) * steps.size);
  }
  return steps;
}

// What is kept on the way; "": well. Steps of one size that were cut short at points would be
// others than those asked for.
std::string observe(const TrajectoryRequest& request, lanes::TrajectoryPlan& plan) {
  if (!request.statistics && !request.curves) return {};
  const solver::SimulationProblem& problem = request.settings.problem;
  const double length = problem.stopTime - problem.startTime,
               interval = solver::outputInterval(problem);
  if (length <= 0) return "there is no time between start and stop";
  int64_t points = std::max<int64_t>(std::llround(length / interval), 1);
  if (!plan.control.on) {
    const double size = problem.step > 0 ? problem.step : interval;
    const auto whole = [](double x) { return std::abs(x - std::round(x)) <= 1e-6 * x; };
    const int64_t steps = std::max<int64_t>(std::llround(length / size), 1);
    if (request.somePoints && whole(length / size))
      for (points = std::min(points, steps); steps % points != 0;) --points;
    if (!whole(length / (static_cast<double>(points) * size)) || steps < points) {
      if (request.somePoints) return {};
      return fmt::format(
          "the distance of output points, {}, is not made of whole steps of {}; --intervals N",
          interval, size);
    }
  }
  plan.observed = {points, request.statistics, request.curves};
  return {};
}

struct Prepared {
  TranslatedModel::Prepared model;
  lanes::TrajectoryPlan plan;
  Steps steps;
};

// All variables after the parameters have been evaluated by the code of single runs, and the tables
// that are then known; nothing where that fails, and then a single run says why.
void findKnown(const CompiledModel& code, double start, lanes::TrajectoryPlan& plan) {
  runtime::Instance instance(code.model());
  FmlData* d = instance.get();
  d->time = start;
  d->lambda = 1;
  d->live = d->initial = 1;
  for (const auto& [place, value] : plan.fixed) d->v[place] = value;
  if (d->model->evalParameters != nullptr && d->model->evalParameters(d) != FML_OK) return;
  plan.known.assign(d->v, d->v + d->model->nVariables);
  if (plan.known.size() != plan.program->start.size()) plan.known.clear();
  std::vector<int32_t> given;
  for (const lanes::Place& each : plan.given) given.push_back(each.index);
  plan.tables = lanes::knownTables(*plan.program, given, d);
}

// "": prepared; else the reason why not.
std::string prepare(TranslatedModel& model, const TrajectoryRequest& request, Prepared& result) {
  const solver::SimulationProblem& problem = request.settings.problem;
  Formula formula;
  double iterationError = 0;
  if (!formulaOf(problem, formula, iterationError))
    return fmt::format("the method {} is none of those that lanes have",
                       solver::methodName(problem.method));
  lanes::StepControl control;
  const bool follows = formula.kind == Formula::Kind::DormandPrince ||
                       (formula.kind > Formula::Kind::RungeKutta && problem.step <= 0);
  if (!follows && formula.kind == Formula::Kind::Bdf)
    return "steps of one size by BDF of variable order; without --step they follow the tolerance";
  if (follows && !controlOf(problem, formula, control))
    return fmt::format("{} follows the tolerance; --step H makes steps of one size",
                       solver::methodName(problem.method));
  if (problem.realTimeIterations > 0) return "real time";
  if (!request.common.inputs.empty()) return "inputs over time";
  std::vector<std::pair<VariableId, double>> starts;
  for (size_t k = 0; k < request.varied.size(); ++k) {
    const VariableId id = request.varied[k];
    if (model.isStartValue(id)) {
      starts.emplace_back(id, request.first[k]);
    } else if (model.changeable(id) != Changeable::AtRun || model.isInput(id)) {
      return fmt::format("{} is part of the translation", model.model().name(id));
    }
  }
  result.model = model.prepare(request.common, problem.method, starts);
  if (!result.model.code) return "it cannot be translated";
  if (result.model.code->method != problem.method) return "the method is chosen by the model";
  const CompiledModel& code = *result.model.code;
  lanes::TrajectoryPlan& plan = result.plan;
  plan.program = &code.program();
  // Nothing to integrate: only time goes on.
  if (code.program().schedule.nStates == 0) {
    formula = {};
    formula.kind = Formula::Kind::Euler;
    control = {};
  }
  plan.formula = std::move(formula);
  plan.control = control;
  size_t nextStart = 0;
  for (const VariableId id : request.varied) {
    const Slot slot =
        model.isStartValue(id) ? result.model.starts[nextStart++] : model.slot(code, id);
    if (slot.index < 0) return fmt::format("{} is not kept", model.model().name(id));
    plan.given.push_back({slot.index, slot.negated});
  }
  for (const auto& [id, number] : request.common.numbers) {
    if (model.changeable(id) != Changeable::AtRun || model.isInput(id)) continue;
    const Slot slot = model.slot(code, id);
    if (slot.index >= 0) plan.fixed.push_back({slot.index, slot.negated ? -number : number});
  }
  for (const std::string& name : request.variables) {
    const auto id = model.find(name);
    const Slot slot = id ? model.slot(code, *id) : Slot{};
    if (slot.index < 0) return fmt::format("{} is not kept", name);
    plan.outputs.push_back({slot.index, slot.negated});
  }
  if (std::string why = observe(request, plan); !why.empty()) return why;
  plan.translated = result.model.parameters;
  plan.exact = result.model.exact;
  plan.accuracy = problem.tolerance;
  // Every iteration has its own Jacobian: what is left after so small a correction is rounding.
  constexpr double kQuadratic = 1e-9;
  plan.tolerance =
      std::max(solver::stepNewtonTolerance(iterationError, problem.tolerance), kQuadratic);
  plan.blockTolerance = solver::blockNewtonTolerance(problem.tolerance);
  plan.iterations = solver::kStepIterations;
  findKnown(code, problem.startTime, plan);
  result.steps = stepsOf(problem);
  if (control.on) {
    constexpr int64_t kMostSteps = 1'000'000;
    result.steps.size = solver::largestStep(problem);
    result.steps.count = kMostSteps;
    result.steps.rest = 0;
  }
  return {};
}

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

size_t pointsOf(const lanes::TrajectoryPlan& plan) {
  return plan.observed.curves ? static_cast<size_t>(plan.observed.points) : 0;
}

class LaneTrajectories : public Trajectories {
 public:
  LaneTrajectories(Prepared prepared, std::unique_ptr<lanes::CompiledLanes> code, int workers)
      : prepared_(std::move(prepared)), code_(std::move(code)), workers_(std::max(workers, 1)) {}

  size_t batch() const override { return size_t{256} * static_cast<size_t>(workers_); }
  size_t points() const override { return pointsOf(prepared_.plan); }
  bool statistics() const override { return prepared_.plan.observed.statistics; }
  std::string name() const override { return fmt::format("{} lanes", code_->width()); }
  bool run(TrajectoryBatch& batch, std::string&) override {
    const auto began = std::chrono::steady_clock::now();
    std::atomic<size_t> next{0};
    const size_t width = code_->width();
    const Steps& steps = prepared_.steps;
    batch.results.resize(std::max<size_t>(prepared_.plan.rows(), 1) * batch.stride());
    batch.status.resize(batch.stride());
    auto work = [&] {
      for (size_t first = next.fetch_add(width); first < batch.count; first = next.fetch_add(width))
        code_->function()(batch.given.data(), batch.results.data(), batch.status.data(),
                          static_cast<int64_t>(batch.stride()), static_cast<int64_t>(first),
                          steps.start, steps.size, steps.rest, steps.stop, steps.count);
    };
    std::vector<std::thread> pool;
    for (int k = 1; k < workers_; ++k) pool.emplace_back(work);
    work();
    for (std::thread& thread : pool) thread.join();
    seconds_ += secondsSince(began);
    return true;
  }

 private:
  Prepared prepared_;
  std::unique_ptr<lanes::CompiledLanes> code_;
  int workers_;
};

class GpuTrajectories : public Trajectories {
 public:
  GpuTrajectories(Prepared prepared, std::unique_ptr<lanes::Gpu> gpu)
      : prepared_(std::move(prepared)), gpu_(std::move(gpu)) {}

  size_t batch() const override {
    constexpr size_t kOfHost = size_t{1} << 30;
    const size_t bytes = 8 * (prepared_.plan.given.size() + prepared_.plan.rows() + 1);
    return std::clamp<size_t>(std::min(gpu_->freeMemory() / 4, kOfHost) / bytes, 1,
                              size_t{1} << 20);
  }
  size_t points() const override { return pointsOf(prepared_.plan); }
  bool statistics() const override { return prepared_.plan.observed.statistics; }
  std::string name() const override {
    return fmt::format("{} ({} registers, {} bytes of local memory in a thread)", gpu_->name(),
                       gpu_->registers(), gpu_->localBytes());
  }
  bool run(TrajectoryBatch& batch, std::string& problem) override {
    batch.results.resize(std::max<size_t>(prepared_.plan.rows(), 1) * batch.stride());
    batch.status.resize(batch.stride());
    lanes::Gpu::Launch launch;
    launch.given = batch.given.data();
    launch.givenRows = prepared_.plan.given.size();
    launch.outputs = batch.results.data();
    launch.outputRows = prepared_.plan.rows();
    launch.status = batch.status.data();
    launch.stride = static_cast<int64_t>(batch.stride());
    launch.count = launch.stride;  // those beyond the last case do what it does
    launch.start = prepared_.steps.start;
    launch.step = prepared_.steps.size;
    launch.rest = prepared_.steps.rest;
    launch.stop = prepared_.steps.stop;
    launch.steps = prepared_.steps.count;
    double seconds = 0;
    const bool ok = gpu_->run(launch, seconds, problem);
    seconds_ += seconds;
    return ok;
  }

 private:
  Prepared prepared_;
  std::unique_ptr<lanes::Gpu> gpu_;
};

}  // namespace

std::unique_ptr<Trajectories> Trajectories::make(TranslatedModel& model,
                                                 const TrajectoryRequest& request,
                                                 std::string& note, std::string& problem) {
  Prepared prepared;
  problem = prepare(model, request, prepared);
  if (!problem.empty()) return nullptr;
  if (request.device != Device::Lanes) {
    std::string reason;
    std::unique_ptr<lanes::Gpu> gpu = lanes::Gpu::open(reason);
    if (gpu) {
      // LLVM knows these; later devices compile PTX of earlier ones.
      const int capability = std::clamp(gpu->capability(), 60, 90);
      const std::string ptx = lanes::writePtx(prepared.plan, capability, problem);
      if (ptx.empty()) return nullptr;
      if (gpu->load(ptx, reason))
        return std::make_unique<GpuTrajectories>(std::move(prepared), std::move(gpu));
    }
    if (request.device == Device::Gpu) note = fmt::format("no GPU: {}; on lanes instead", reason);
  }
  auto code =
      lanes::CompiledLanes::make(prepared.plan, lanes::lanesOfProcessor(), !request.exact, problem);
  if (!code) return nullptr;
  return std::make_unique<LaneTrajectories>(std::move(prepared), std::move(code), request.workers);
}

std::string trajectoryPtx(TranslatedModel& model, const TrajectoryRequest& request,
                          std::string& problem) {
  Prepared prepared;
  problem = prepare(model, request, prepared);
  return problem.empty() ? lanes::writePtx(prepared.plan, 60, problem) : std::string();
}

#else

std::unique_ptr<Trajectories> Trajectories::make(TranslatedModel&, const TrajectoryRequest&,
                                                 std::string&, std::string& problem) {
  problem = "this program was built without LLVM";
  return nullptr;
}

std::string trajectoryPtx(TranslatedModel&, const TrajectoryRequest&, std::string& problem) {
  problem = "this program was built without LLVM";
  return {};
}

#endif

}  // namespace formola::analysis
