// The commands linearize and steady-state.
#include "analysis/linearize.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/linear_system.h"
#include "analysis/reduction.h"
#include "analysis/sweep.h"
#include "driver/analysis_commands.h"
#include "driver/open_model.h"
#include "driver/terminal.h"
#include "results/html_page.h"
#include "results/linear_page.h"
#include "results/memory_sink.h"

namespace formola {

namespace {

using Json = nlohmann::ordered_json;
using analysis::LinearSystem;

Json matrix(const std::vector<double>& values, size_t rows, size_t columns) {
  Json result = Json::array();
  for (size_t i = 0; i < rows; ++i)
    result.push_back(
        std::vector<double>(values.begin() + static_cast<std::ptrdiff_t>(i * columns),
                            values.begin() + static_cast<std::ptrdiff_t>((i + 1) * columns)));
  return result;
}

Json pairs(const std::vector<analysis::Complex>& values) {
  Json result = Json::array();
  for (const analysis::Complex& value : values) result.push_back({value.real(), value.imag()});
  return result;
}

Json jsonOf(const LinearSystem& s) {
  Json json;
  json["time"] = s.time;
  json["states"] = s.states;
  json["inputs"] = s.inputs;
  json["outputs"] = s.outputs;
  json["A"] = matrix(s.a, s.n(), s.n());
  json["B"] = matrix(s.b, s.n(), s.m());
  json["C"] = matrix(s.c, s.p(), s.n());
  json["D"] = matrix(s.d, s.p(), s.m());
  json["poles"] = pairs(analysis::poles(s));
  const analysis::SystemOrders orders = analysis::ordersOf(s);
  json["controllable"] = orders.controllable;
  json["observable"] = orders.observable;
  json["minimal"] = orders.minimal;
  Json zeros = Json::array();
  for (size_t out = 0; out < s.p(); ++out)
    for (size_t in = 0; in < s.m(); ++in)
      zeros.push_back({{"input", s.inputs[in]},
                       {"output", s.outputs[out]},
                       {"zeros", pairs(analysis::zeros(s, in, out))}});
  json["zeros"] = zeros;
  return json;
}

std::string names(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& name : list) text += (text.empty() ? "" : ", ") + name;
  return list.empty() ? "none" : text;
}

std::string text(const char* name, const std::vector<double>& values, size_t rows, size_t columns) {
  if (rows == 0 || columns == 0) return {};
  std::string result = fmt::format("{} =\n", name);
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns; ++j)
      result += fmt::format(" {:>14.8g}", values[i * columns + j]);
    result += '\n';
  }
  return result;
}

std::string text(const analysis::Complex& value) {
  if (value.imag() == 0) return fmt::format("{:.10g}", value.real());
  return fmt::format("{:.10g} {} {:.10g}i", value.real(), value.imag() < 0 ? "-" : "+",
                     std::abs(value.imag()));
}

std::string textOf(const LinearSystem& s) {
  std::string out = fmt::format("at time {:g}\nstates: {}\ninputs: {}\noutputs: {}\n", s.time,
                                names(s.states), names(s.inputs), names(s.outputs));
  out += text("A", s.a, s.n(), s.n()) + text("B", s.b, s.n(), s.m()) +
         text("C", s.c, s.p(), s.n()) + text("D", s.d, s.p(), s.m());
  if (s.m() > 0 && s.p() > 0) {
    const analysis::SystemOrders orders = analysis::ordersOf(s);
    out += fmt::format("of {} states {} are controllable, {} observable, {} both\n", s.n(),
                       orders.controllable, orders.observable, orders.minimal);
  }
  out += "poles:\n";
  for (const analysis::Complex& pole : analysis::poles(s)) out += "  " + text(pole) + '\n';
  for (size_t o = 0; o < s.p(); ++o)
    for (size_t i = 0; i < s.m(); ++i) {
      out += fmt::format("zeros from {} to {}:\n", s.inputs[i], s.outputs[o]);
      for (const analysis::Complex& zero : analysis::zeros(s, i, o))
        out += "  " + text(zero) + '\n';
    }
  return out;
}

results::LinearPage pageOf(const LinearSystem& s, const std::string& model) {
  results::LinearPage page;
  page.title = model;
  auto many = [](size_t n, const char* what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  page.subtitle = fmt::format("linear at time {:g}: {}, {}, {}", s.time, many(s.n(), "state"),
                              many(s.m(), "input"), many(s.p(), "output"));
  page.states = s.states;
  page.inputs = s.inputs;
  page.outputs = s.outputs;
  page.a = s.a;
  page.b = s.b;
  page.c = s.c;
  page.d = s.d;
  page.poles = analysis::poles(s);
  constexpr size_t kMostChannels = 100;
  for (size_t o = 0; o < s.p(); ++o)
    for (size_t i = 0; i < s.m() && page.channels.size() < kMostChannels; ++i) {
      std::vector<double> w = analysis::frequencies(s, i, o);
      page.channels.push_back({i, o, w, analysis::response(s, i, o, w), analysis::zeros(s, i, o)});
    }
  return page;
}

// The poles for each value of a parameter. Not kDone: told why.
int rootLocus(TranslatedModel& model, const Options& options,
              const analysis::LinearizeRequest& request, results::LinearPage& page) {
  std::string problem;
  const auto plan = analysis::planSweep({{options.locus}}, problem);
  if (!plan) return complain(problem);
  page.parameter = plan->names[0];
  for (const analysis::CaseValues& one : plan->cases) {
    Options each = options;
    each.quiet = true;
    each.set.push_back(page.parameter + "=" + one[0]);
    results::MemorySink sink(2);
    int status = kDone;
    const std::unique_ptr<SteppedRun> run = startRun(model, each, sink, status);
    if (!run) return status;
    const LinearSystem system = analysis::linearize(*run, request, problem);
    if (!problem.empty()) return complain(problem);
    page.locus.emplace_back(std::strtod(one[0].c_str(), nullptr), analysis::poles(system));
  }
  return kDone;
}

}  // namespace

int linearizeModel(const Options& options) {
  if (!options.report.empty() && !options.report.ends_with(".html"))
    return complain("the report '" + options.report +
                    "' must end in .html; --json is for programs");
  if (!options.locus.empty() && options.report.empty())
    return complain("--locus is shown on the page of --report");
  int status = kDone;
  const std::unique_ptr<TranslatedModel> model = openModel(options, status);
  if (!model) return status;
  results::MemorySink sink(2);
  const std::unique_ptr<SteppedRun> run = startRun(*model, options, sink, status);
  if (!run) return status;
  analysis::LinearizeRequest request;
  request.allInputs = options.linearInputs.empty();
  request.inputs = options.linearInputs;
  request.allOutputs = options.linearOutputs.empty();
  request.outputs = options.linearOutputs;
  std::string problem;
  LinearSystem system = analysis::linearize(*run, request, problem);
  if (!problem.empty()) return complain(problem);
  if (options.reduce) {
    analysis::Reduction smaller = analysis::reduce(system, static_cast<size_t>(*options.reduce));
    if (!smaller.problem.empty()) {
      std::fprintf(stderr, "formola: %s\n", smaller.problem.c_str());
      return kSimulationFailed;
    }
    if (!options.quiet)
      std::fprintf(stderr, "%zu states of %zu; no frequency response differs by more than %.4g\n",
                   smaller.system.n(), system.n(), smaller.errorBound);
    system = std::move(smaller.system);
  }
  if (!options.report.empty()) {
    results::LinearPage page = pageOf(system, model->model().dae.model);
    if (!options.locus.empty())
      if (status = rootLocus(*model, options, request, page); status != kDone) return status;
    if (!results::writePage(options.report, results::renderLinearPage(page), problem))
      return complain(problem);
    if (options.quiet) return kDone;
  }
  const bool json = options.json || options.output.ends_with(".json");
  const std::string result = json ? jsonOf(system).dump(2) + '\n' : textOf(system);
  if (options.output.empty()) {
    std::fputs(result.c_str(), stdout);
    return kDone;
  }
  std::ofstream file(options.output);
  file << result;
  return file.flush() ? kDone : complain("cannot write '" + options.output + "'");
}

int steadyStateOfModel(const Options& options) {
  int status = kDone;
  const std::unique_ptr<TranslatedModel> model = openModel(options, status);
  if (!model) return status;
  results::MemorySink sink(2);
  Options steady = options;
  steady.steady = true;
  const std::unique_ptr<SteppedRun> run = startRun(*model, steady, sink, status);
  if (!run) return status;
  Json json;
  std::string lines = "name,value\n";
  // Those of the run: parameters on which sizes depend have made another model.
  const StructuredDae& ran = run->code()->schedule().model;
  for (uint32_t i = 0; i < ran.dae.variables.size(); ++i) {
    const std::string name(ran.name(VariableId(i)));
    if (name.empty() || name[0] == '$') continue;
    const std::optional<double> value = run->value(name);
    if (!value) continue;
    json[name] = *value;
    const bool quoted = name.find(',') != std::string::npos;
    lines += fmt::format("{0}{1}{0},{2}\n", quoted ? "\"" : "", name, *value);
  }
  const bool asJson = options.json || options.output.ends_with(".json");
  const std::string result = asJson ? json.dump(2) + '\n' : lines;
  if (options.output.empty()) {
    std::fputs(result.c_str(), stdout);
    return kDone;
  }
  std::ofstream file(options.output);
  file << result;
  return file.flush() ? kDone : complain("cannot write '" + options.output + "'");
}

}  // namespace formola
