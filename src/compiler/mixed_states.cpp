#include "compiler/mixed_states.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/interp/interp.h"
#include "runtime/workspace.h"
#include "solver/evaluator.h"
#include "solver/explicit_states.h"
#include "solver/initialize.h"
#include "support/pattern.h"

namespace formola {

namespace {

constexpr double kExpectedSteps = 500;
// h |lambda| that an Adams-Bashforth formula of any order bears: order 5 reaches to 0.16.
constexpr double kReach = 0.1;
constexpr double kWorthwhile = 0.9;  // of the cost without explicit states

std::vector<VariableId> statesOf(const StructuredDae& model) {
  std::vector<VariableId> states;
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i)
    if (model.info[VariableId(i)].role == Role::State) states.emplace_back(i);
  return states;
}

// Unknowns that are solved for together, and the work for the matrices of their torn variables.
double costOf(const std::vector<Block>& blocks) {
  double cost = 0;
  for (const Block& block : blocks) {
    if (block.kind == BlockKind::Assign) continue;
    const auto torn = static_cast<double>(block.torn.size());
    cost += static_cast<double>(block.unknowns.size()) + torn * torn;
    cost += costOf(block.parts);
  }
  return cost;
}

struct StartValues {
  solver::StateMatrix jacobian;
  std::vector<double> scale;
};

// By the interpreter, since the code for the integration is not known yet.
std::optional<StartValues> valuesAtStart(Schedule programs, double start) {
  SourceManager sources;
  Diagnostics quiet(sources);
  const HostedModel compiled = interpretedModel(std::move(programs), quiet);
  if (quiet.hasErrors()) return std::nullopt;
  runtime::Instance instance(compiled.model());
  FmlData* d = instance.get();
  solver::StateSets sets(d);
  if (!solver::initialize(d, start, sets).ok) return std::nullopt;
  solver::Evaluator evaluator(d);
  StartValues result;
  const int32_t n = evaluator.nStates();
  std::vector<double>& values = result.jacobian.values;
  values.assign(static_cast<size_t>(evaluator.entries()), 0.0);
  const std::vector<double> x(d->v, d->v + n);
  if (evaluator.jacobian(start, x.data(), values.data()) != FML_OK) return std::nullopt;
  result.jacobian.n = n;
  const FmlPattern& pattern = evaluator.pattern();
  for (int32_t j = 0; j <= n; ++j)
    result.jacobian.colStart.push_back(pattern.colStart ? pattern.colStart[j] : j * n);
  for (int32_t p = 0; p < result.jacobian.colStart.back(); ++p)
    result.jacobian.rows.push_back(pattern.colStart ? pattern.rows[p] : p % n);
  for (int32_t i = 0; i < n; ++i)
    result.scale.push_back(std::max(std::abs(x[static_cast<size_t>(i)]), d->nominal[i]));
  return result;
}

}  // namespace

std::optional<std::vector<VariableId>> demandedStates(const StructuredDae& model,
                                                      const CompileOptions& options,
                                                      std::string& problem) {
  std::vector<VariableId> demanded;
  if (options.explicitStates.empty()) {
    for (VariableId id : statesOf(model))
      if (model.dae.variables[id].explicitState == true) demanded.push_back(id);
    return demanded;
  }
  std::string wrong;
  const std::optional<Pattern> wanted = Pattern::compile(options.explicitStates, wrong);
  if (!wanted) {
    problem = fmt::format("--explicit: '{}' is not a regular expression: {}",
                          options.explicitStates, wrong);
    return std::nullopt;
  }
  for (VariableId id : statesOf(model))
    if (wanted->found(model.name(id))) demanded.push_back(id);
  if (!demanded.empty()) return demanded;
  problem = fmt::format(
      "no state has a name that matches the regular expression '{}' of --explicit; formola "
      "inspect lists the states",
      options.explicitStates);
  return std::nullopt;
}

std::vector<VariableId> explicitCandidates(const StructuredDae& model,
                                           const CompileOptions& options,
                                           const InlinedSystem& allImplicit) {
  std::vector<VariableId> candidates;
  if (!options.explicitStates.empty()) return candidates;
  std::vector<char> simultaneous(model.dae.variables.size(), 0);
  for (const Block& block : allImplicit.blocks)
    if (block.kind != BlockKind::Assign)
      for (VariableId id : block.unknowns) simultaneous[id.index()] = 1;
  for (VariableId id : statesOf(model))
    if (!model.dae.variables[id].explicitState && simultaneous[id.index()])
      candidates.push_back(id);
  return candidates;
}

std::vector<VariableId> slowStates(Schedule programs, const CompileOptions& options,
                                   const std::vector<VariableId>& candidates,
                                   const std::vector<VariableId>& demanded) {
  const std::vector<VariableId> states = statesOf(programs.model);
  const Experiment& experiment = programs.model.dae.experiment;
  const double start = options.run.startTime.value_or(experiment.startTime);
  const double stop = options.run.stopTime.value_or(experiment.stopTime);
  const double h = options.run.step.value_or((stop - start) / kExpectedSteps);
  const std::optional<StartValues> values = valuesAtStart(std::move(programs), start);
  if (!values || values->jacobian.n != static_cast<int32_t>(states.size())) return demanded;
  const auto isIn = [](const std::vector<VariableId>& ids, VariableId id) {
    return std::binary_search(ids.begin(), ids.end(), id);
  };
  std::vector<char> tried;
  for (VariableId id : states) tried.push_back(isIn(candidates, id) ? 1 : 0);
  const std::vector<char> kept =
      solver::keepStableExplicit(values->jacobian, tried, values->scale, h, kReach);
  std::vector<VariableId> slow;
  for (size_t k = 0; k < states.size(); ++k)
    if (kept[k] || isIn(demanded, states[k])) slow.push_back(states[k]);
  return slow;
}

bool explicitStatesPay(const InlinedSystem& mixed, const InlinedSystem& allImplicit) {
  return costOf(mixed.blocks) < kWorthwhile * costOf(allImplicit.blocks);
}

}  // namespace formola
