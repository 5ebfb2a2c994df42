// The command sensitivities.
#include "analysis/sensitivities.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "analysis/unknowns.h"
#include "driver/analysis_commands.h"
#include "driver/fit_page.h"
#include "driver/open_model.h"
#include "driver/terminal.h"
#include "results/html_page.h"
#include "results/memory_sink.h"
#include "results/sensitivity_page.h"

namespace formola {

namespace {

using Page = results::SensitivityPage;

std::string unitOf(const TranslatedModel& model, VariableId id) {
  const Symbol unit = model.model().dae.variables[id].unit;
  return unit.valid() ? std::string(model.model().pool().names.text(unit)) : std::string();
}

// All Real parameters that a run can change.
std::vector<std::string> allParameters(const TranslatedModel& model) {
  std::vector<std::string> names;
  for (const VariableId id : model.variables())
    if (model.changeable(id) == Changeable::AtRun && !model.isInput(id))
      names.emplace_back(model.model().name(id));
  return names;
}

// The outputs at the top level, or where there are none the states.
std::vector<std::string> usualSignals(const TranslatedModel& model) {
  std::vector<std::string> outputs, states;
  const StructuredDae& base = model.model();
  for (const VariableId id : model.variables()) {
    if (base.dae.variables[id].causality == Causality::Output && base.isReal(id))
      outputs.emplace_back(base.name(id));
    if (base.info[id].role == Role::State) states.emplace_back(base.name(id));
  }
  return outputs.empty() ? states : outputs;
}

// What is asked for, with the values of the parameters; "" or what is wrong.
std::string fillQuestion(const TranslatedModel& model, const Options& options,
                         const RunValues& values, Page& page) {
  constexpr size_t kMost = 500;
  const std::vector<std::string> over = options.over.empty() ? allParameters(model) : options.over;
  if (over.empty()) return "the model has no Real parameter that a run can change";
  if (over.size() > kMost)
    return fmt::format("the model has {} parameters: name those that you ask for (--over)",
                       over.size());
  for (const std::string& name : over) {
    const std::optional<VariableId> id = model.find(name);
    Page::Parameter p{name, id ? unitOf(model, *id) : "", 0, 0};
    if (id) p.value = model.value(*id).value_or(0);
    for (const auto& [given, number] : values.numbers)
      if (id && given == *id) p.value = number;
    p.change = 0.01 * (p.value != 0 ? std::abs(p.value) : 1);
    page.parameters.push_back(std::move(p));
  }
  for (const std::string& name : options.signals.empty() ? usualSignals(model) : options.signals) {
    const std::optional<VariableId> id = model.find(name);
    if (!id) return analysis::noVariable(model, name);
    page.signals.push_back({name, unitOf(model, *id), {}, {}});
  }
  return page.signals.empty() ? "the model has neither outputs nor states: name signals (--signals)"
                              : "";
}

// "" or which signal has no derivatives.
std::string fillAnswer(const analysis::Sensitivities& s, const results::Trajectory& run,
                       Page& page) {
  page.time = run.time;
  const size_t m = page.parameters.size();
  for (Page::Signal& signal : page.signals) {
    const auto at = std::find(s.variables.begin(), s.variables.end(), signal.name);
    const results::Signal* values = run.find(signal.name);
    if (at == s.variables.end() || values == nullptr || s.rows != run.time.size())
      return signal.name + " is no Real variable that a run computes: it has no derivatives";
    signal.values = run.values(*values);
    const auto place = static_cast<size_t>(at - s.variables.begin());
    for (size_t p = 0; p < m; ++p) {
      std::vector<double> effect(s.rows);
      for (size_t i = 0; i < s.rows; ++i)
        effect[i] = page.parameters[p].change * s.values[(place * m + p) * s.rows + i];
      signal.effects.push_back(std::move(effect));
    }
  }
  return {};
}

size_t largest(const std::vector<double>& effect) {
  return static_cast<size_t>(
      std::max_element(effect.begin(), effect.end(),
                       [](double a, double b) { return std::abs(a) < std::abs(b); }) -
      effect.begin());
}

std::string textOf(const Page& page) {
  constexpr size_t kMost = 20;
  std::string text;
  size_t width = 9;
  for (const Page::Parameter& p : page.parameters) width = std::max(width, p.name.size());
  for (const Page::Signal& s : page.signals) {
    std::vector<size_t> order(page.parameters.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return std::abs(s.effects[a][largest(s.effects[a])]) >
             std::abs(s.effects[b][largest(s.effects[b])]);
    });
    text += fmt::format("{}{}\n  {:<{}}  {:>14}  {:>14}  {:>10}  {:>14}\n", s.name,
                        s.unit.empty() ? "" : " [" + s.unit + "]", "parameter", width,
                        "d/dp at end", "1 % changes", "at time", "at end");
    size_t shown = 0;
    for (const size_t p : order) {
      const std::vector<double>& effect = s.effects[p];
      const size_t at = largest(effect);
      if (effect[at] == 0 || shown == kMost) break;
      ++shown;
      text += fmt::format("  {:<{}}  {:>14.6g}  {:>14.6g}  {:>10.5g}  {:>14.6g}\n",
                          page.parameters[p].name, width, effect.back() / page.parameters[p].change,
                          effect[at], page.time[at], effect.back());
    }
    if (shown < order.size())
      text += fmt::format("  {} {}\n", order.size() - shown,
                          shown == kMost ? "more have less influence" : "have no influence");
  }
  return text;
}

std::string jsonOf(const Page& page) {
  nlohmann::ordered_json json;
  json["model"] = page.title;
  json["parameters"] = nlohmann::ordered_json::array();
  for (const Page::Parameter& p : page.parameters)
    json["parameters"].push_back({{"name", p.name}, {"value", p.value}, {"unit", p.unit}});
  json["time"] = page.time;
  json["signals"] = nlohmann::ordered_json::array();
  for (const Page::Signal& s : page.signals) {
    nlohmann::ordered_json derivatives = nlohmann::ordered_json::object();
    for (size_t p = 0; p < page.parameters.size(); ++p) {
      std::vector<double> values = s.effects[p];
      for (double& value : values) value /= page.parameters[p].change;
      derivatives[page.parameters[p].name] = values;
    }
    json["signals"].push_back({{"name", s.name},
                               {"unit", s.unit},
                               {"values", s.values},
                               {"derivatives", std::move(derivatives)}});
  }
  return json.dump(2) + '\n';
}

}  // namespace

int sensitivitiesOfModel(const Options& options) {
  if (const std::string wrong = wrongReport(options.report); !wrong.empty()) return complain(wrong);
  int status = kDone;
  const std::unique_ptr<TranslatedModel> model = openModel(options, status);
  if (!model) return status;
  std::string problem;
  RunSettings settings;
  if (problem = planSettings(*model, options, settings); !problem.empty()) return complain(problem);
  const RunValues values = setValues(*model, options, problem);
  if (!problem.empty()) return complain(problem);
  Page page;
  page.title = model->model().dae.model;
  if (problem = fillQuestion(*model, options, values, page); !problem.empty())
    return complain(problem);
  std::vector<std::string> names;
  for (const Page::Parameter& p : page.parameters) names.push_back(p.name);
  const Interrupts interrupts;
  settings.problem.interrupt = &interrupts.flag();
  results::MemorySink sink;
  const analysis::SensitivityRun run =
      analysis::simulateWithSensitivities(*model, values, settings, names, sink);
  if (!run.diagnostics.empty()) std::fputs(run.diagnostics.c_str(), stderr);
  if (!run.problem.empty() && !interrupts.flag()) return complain(run.problem);
  if (!run.code) return kModelWrong;
  if (run.report.outcome != solver::Outcome::Finished) {
    std::fprintf(stderr, "formola: %s\n",
                 interrupts.flag() ? "interrupted" : run.report.message.c_str());
    return kSimulationFailed;
  }
  if (problem = fillAnswer(run.sensitivities, sink.trajectory(), page); !problem.empty())
    return complain(problem);
  page.subtitle = fmt::format("influence of {} {} from time {:g} to {:g}", names.size(),
                              names.size() == 1 ? "parameter" : "parameters", page.time.front(),
                              page.time.back());
  if (!options.quiet) std::fputs(textOf(page).c_str(), stdout);
  if (options.report.empty()) return kDone;
  const std::string text =
      options.report.ends_with(".html") ? results::renderSensitivityPage(page) : jsonOf(page);
  return results::writePage(options.report, text, problem) ? kDone : complain(problem);
}

}  // namespace formola
