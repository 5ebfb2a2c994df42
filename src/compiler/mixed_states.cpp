#include "compiler/mixed_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "codegen/interp/interp.h"
#include "runtime/workspace.h"
#include "solver/evaluator.h"
#include "solver/explicit_states.h"
#include "solver/initialize.h"

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
std::optional<StartValues> valuesAtStart(const StructuredDae& model, const MixedPasses& passes,
                                         double start) {
  std::optional<Schedule> schedule = passes.schedule(model);
  if (!schedule) return std::nullopt;
  SourceManager sources;
  Diagnostics quiet(sources);
  const HostedModel compiled = interpretedModel(std::move(*schedule), quiet);
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

std::optional<std::vector<VariableId>> explicitStates(const StructuredDae& model,
                                                      const CompileOptions& options,
                                                      const MixedPasses& passes,
                                                      std::string& problem) {
  const std::vector<VariableId> states = statesOf(model);
  std::vector<VariableId> chosen;
  if (!options.explicitStates.empty()) {
    try {
      const std::regex wanted(options.explicitStates);
      for (VariableId id : states)
        if (std::regex_search(std::string(model.name(id)), wanted)) chosen.push_back(id);
    } catch (const std::regex_error&) {
      problem = fmt::format("--explicit: '{}' is not a regular expression", options.explicitStates);
      return std::nullopt;
    }
    if (!chosen.empty()) return chosen;
    problem = fmt::format(
        "no state has a name that matches the regular expression '{}' of --explicit; formola "
        "inspect lists the states",
        options.explicitStates);
    return std::nullopt;
  }

  // Candidates: what is not decided by the user and stands in simultaneous equations.
  StructuredDae copy = model;
  const InlineFormula implicitFormula;
  const InlinedSystem implicitSystem = passes.inlineIntegration(copy, implicitFormula, nullptr);
  std::vector<char> simultaneous(copy.dae.variables.size(), 0);
  for (const Block& block : implicitSystem.blocks)
    if (block.kind != BlockKind::Assign)
      for (VariableId id : block.unknowns) simultaneous[id.index()] = 1;
  std::vector<char> candidates, demanded;
  for (VariableId id : states) {
    const std::optional<bool> said = model.dae.variables[id].explicitState;
    demanded.push_back(said == true ? 1 : 0);
    candidates.push_back(!said && simultaneous[id.index()] ? 1 : 0);
    if (said == true) chosen.push_back(id);
  }
  if (std::find(candidates.begin(), candidates.end(), 1) == candidates.end()) return chosen;

  const double start = options.run.startTime.value_or(model.dae.experiment.startTime);
  const double stop = options.run.stopTime.value_or(model.dae.experiment.stopTime);
  const double h = options.run.step.value_or((stop - start) / kExpectedSteps);
  const std::optional<StartValues> values = valuesAtStart(model, passes, start);
  if (!values || values->jacobian.n != static_cast<int32_t>(states.size())) return chosen;
  candidates = solver::keepStableExplicit(values->jacobian, candidates, values->scale, h, kReach);
  InlineFormula mixedFormula;
  for (size_t k = 0; k < states.size(); ++k)
    if (candidates[k] || demanded[k]) mixedFormula.explicitStates.push_back(states[k]);
  if (mixedFormula.explicitStates.size() == chosen.size()) return chosen;
  const InlinedSystem mixed = passes.inlineIntegration(copy, mixedFormula, &implicitSystem);
  const bool pays = costOf(mixed.blocks) < kWorthwhile * costOf(implicitSystem.blocks);
  return pays ? mixedFormula.explicitStates : chosen;
}

}  // namespace formola
