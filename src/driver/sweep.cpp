// The command sweep.
#include "analysis/sweep.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "compiler/explain_failure.h"
#include "driver/analysis_commands.h"
#include "driver/open_model.h"
#include "driver/terminal.h"
#include "results/result_sink.h"

namespace formola {

namespace {

namespace fs = std::filesystem;

// The variables of the table: as --filter says, or the states and outputs of the model.
std::optional<std::vector<std::string>> variablesOf(const TranslatedModel& model,
                                                    const Options& options, std::string& problem) {
  std::vector<std::string> names;
  std::optional<std::regex> wanted;
  if (!options.filter.empty()) {
    try {
      wanted.emplace(options.filter);
    } catch (const std::regex_error& e) {
      problem = fmt::format("--filter '{}' is no regular expression: {}", options.filter, e.what());
      return std::nullopt;
    }
  }
  const StructuredDae& base = model.model();
  for (const VariableId id : model.variables()) {
    const Variable& v = base.dae.variables[id];
    const std::string name(base.name(id));
    const bool number = base.pool().types[v.type].base != BaseType::String;
    const bool chosen = wanted
                            ? std::regex_search(name, *wanted)
                            : base.info[id].role == Role::State || v.causality == Causality::Output;
    if (number && chosen) names.push_back(name);
  }
  return names;
}

// Runs the cases that are not there yet and writes their rows in order.
class SweepCommand {
 public:
  SweepCommand(TranslatedModel& model, const Options& options, analysis::SweepPlan plan,
               analysis::CaseTable table, RunSettings settings)
      : model_(model),
        options_(options),
        plan_(std::move(plan)),
        table_(std::move(table)),
        settings_(std::move(settings)) {}

  int run(const std::vector<std::string>& finished);

 private:
  struct Sinks {
    std::unique_ptr<analysis::SummarySink> summary;
    std::unique_ptr<results::ResultSink> file;
    std::unique_ptr<results::TeeSink> both;
  };
  analysis::EnsembleCase prepare(size_t k);
  void done(size_t k, TranslatedModel::Run&& run);
  void writeFinished(size_t upTo, const std::vector<std::string>& finished);

  TranslatedModel& model_;
  const Options& options_;
  analysis::SweepPlan plan_;
  analysis::CaseTable table_;
  RunSettings settings_;
  std::vector<size_t> open_;  // cases to run
  std::vector<Sinks> sinks_;
  std::ofstream out_;
  size_t written_ = 0, ran_ = 0, failed_ = 0;
  const std::vector<std::string>* finished_ = nullptr;
};

analysis::EnsembleCase SweepCommand::prepare(size_t k) {
  analysis::EnsembleCase one;
  std::string ignored;  // looked at before
  one.values = analysis::valuesOf(model_, plan_, open_[k], ignored);
  one.settings = settings_;
  Sinks& sinks = sinks_[k];
  sinks.summary = std::make_unique<analysis::SummarySink>(table_.variables);
  one.sink = sinks.summary.get();
  if (options_.trajectories.empty()) return one;
  const std::string path =
      (fs::path(options_.trajectories) / fmt::format("case_{:06}.csv", open_[k] + 1)).string();
  std::string error;
  sinks.file = results::makeFileSink(path, error);
  sinks.both = std::make_unique<results::TeeSink>(
      std::vector<results::ResultSink*>{sinks.summary.get(), sinks.file.get()});
  one.sink = sinks.both.get();
  return one;
}

void SweepCommand::writeFinished(size_t upTo, const std::vector<std::string>& finished) {
  for (; written_ < upTo; ++written_) out_ << finished[written_];
}

void SweepCommand::done(size_t k, TranslatedModel::Run&& run) {
  const size_t number = open_[k];
  writeFinished(number, *finished_);
  std::string status = "done", message;
  const solver::SimulationReport& report = run.result.report;
  if (!run.code) {
    status = "failed";
    message = run.problem.empty() ? run.diagnostics : run.problem;
  } else if (report.outcome == solver::Outcome::Interrupted) {
    sinks_[k] = {};
    return;  // another sweep may go on with it
  } else if (report.outcome == solver::Outcome::Terminated) {
    status = "terminated";
    message = report.message;
  } else if (report.outcome != solver::Outcome::Finished) {
    status = "failed";
    message = report.message.empty() ? run.result.error : report.message;
  }
  ++ran_;
  failed_ += status == "failed" ? 1 : 0;
  out_ << table_.row(number, plan_.cases[number], status, sinks_[k].summary->summaries(), message);
  out_.flush();
  written_ = number + 1;
  sinks_[k] = {};
}

int SweepCommand::run(const std::vector<std::string>& finished) {
  finished_ = &finished;
  for (size_t i = 0; i < plan_.cases.size(); ++i)
    if (finished[i].empty()) open_.push_back(i);
  sinks_.resize(open_.size());
  const std::string path = options_.output.empty() ? "cases.csv" : options_.output;
  // What was there is kept until its rows are in the new file.
  const std::string fresh = path + ".new";
  out_.open(fresh);
  out_ << table_.header();
  const Interrupts interrupts;
  settings_.problem.interrupt = &interrupts.flag();
  const bool bar = isatty(STDERR_FILENO) != 0 && !options_.quiet;
  const bool all = analysis::runCases(
      model_, open_.size(), options_.workers, [&](size_t k) { return prepare(k); },
      [&](size_t k, TranslatedModel::Run&& run) {
        done(k, std::move(run));
        if (bar) std::fprintf(stderr, "\r%zu of %zu cases\033[K", k + 1, open_.size());
      },
      [&] { return !interrupts.flag(); });
  if (bar) std::fputs("\r\033[K", stderr);
  const bool complete = all && !interrupts.flag();
  // Rows of an earlier sweep behind the place where this one was interrupted are kept too.
  writeFinished(plan_.cases.size(), finished);
  out_.flush();
  std::error_code error;
  if (!out_ || (fs::rename(fresh, path, error), error))
    return complain("cannot write '" + path + "'");
  if (!options_.quiet)
    std::printf("%zu cases, %zu run now, %zu of them failed; %llu translation%s; rows in %s\n",
                plan_.cases.size(), ran_, failed_,
                static_cast<unsigned long long>(model_.translations()),
                model_.translations() == 1 ? "" : "s", path.c_str());
  if (!complete) {
    std::fprintf(stderr, "formola: interrupted; --resume goes on\n");
    return kSimulationFailed;
  }
  return kDone;
}

}  // namespace

int sweepModel(const Options& options) {
  std::string problem;
  analysis::SweepRequest request{options.set, options.list, options.samples, options.seed};
  std::optional<analysis::SweepPlan> plan = analysis::planSweep(request, problem);
  if (!plan) return complain(problem);
  int status = kDone;
  const std::unique_ptr<TranslatedModel> model = openModel(options, status);
  if (!model) return status;
  RunSettings settings;
  if (problem = planSettings(*model, options, settings); !problem.empty()) return complain(problem);
  if (analysis::valuesOf(*model, *plan, 0, problem); !problem.empty()) return complain(problem);
  const auto variables = variablesOf(*model, options, problem);
  if (!variables) return complain(problem);
  analysis::CaseTable table{plan->names, *variables, options.statistics};
  std::vector<std::string> finished(plan->cases.size());
  const std::string path = options.output.empty() ? "cases.csv" : options.output;
  if (options.resume) {
    // A sweep that was killed has left its rows in the second file.
    for (const std::string& file : {path, path + ".new"}) {
      auto rows = analysis::finishedRows(file, table, *plan, problem);
      if (!rows) return complain(problem);
      for (size_t i = 0; i < rows->size(); ++i)
        if (!(*rows)[i].empty()) finished[i] = std::move((*rows)[i]);
    }
  }
  if (!options.trajectories.empty()) {
    std::error_code error;
    fs::create_directories(options.trajectories, error);
    if (error) return complain("cannot make the folder '" + options.trajectories + "'");
  }
  return SweepCommand(*model, options, std::move(*plan), std::move(table), std::move(settings))
      .run(finished);
}

}  // namespace formola
