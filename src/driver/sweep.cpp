// The command sweep.
#include "analysis/sweep.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <span>

#include "analysis/ranks.h"
#include "analysis/trajectories.h"
#include "compiler/explain_failure.h"
#include "driver/analysis_commands.h"
#include "driver/open_model.h"
#include "driver/sweep_report.h"
#include "driver/terminal.h"
#include "results/result_sink.h"
#include "support/disk_cache.h"

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
        settings_(std::move(settings)),
        report_(table_.variables, plan_.cases.size(), !options.report.empty()) {}

  int run(const std::vector<std::string>& finished);
  // The cases shared with other processes.
  int runShared(const analysis::Rank& rank);

 private:
  // Ends a run that takes too long.
  struct Watch {
    std::atomic<bool> stop{false};
    std::chrono::steady_clock::time_point deadline;
    bool expired = false;
  };
  struct Sinks {
    std::unique_ptr<Watch> watch;
    std::unique_ptr<analysis::SummarySink> summary;
    std::unique_ptr<results::ResultSink> file;
    std::unique_ptr<results::ResultSink> curves;  // for the page
    std::unique_ptr<results::TeeSink> both;
  };
  analysis::EnsembleCase prepare(size_t k);
  bool runAll(const Interrupts& interrupts);
  std::unique_ptr<analysis::Trajectories> makeDevice();
  void limitTime(Watch& watch, RunSettings& settings) const;
  std::string studyText() const;
  bool runOnDevice(analysis::Trajectories& device, const Interrupts& interrupts);
  void showProgress(size_t done) const;
  void done(size_t k, TranslatedModel::Run&& run);
  void writeFinished(size_t upTo, const std::vector<std::string>& finished);

  TranslatedModel& model_;
  const Options& options_;
  analysis::SweepPlan plan_;
  analysis::CaseTable table_;
  RunSettings settings_;
  SweepReport report_;
  std::vector<size_t> open_;  // cases to run
  std::vector<Sinks> sinks_;
  std::ofstream out_;
  size_t written_ = 0, ran_ = 0, failed_ = 0, alone_ = 0;
  std::unique_ptr<analysis::Trajectories> device_;
  bool deviceChosen_ = false;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  const std::vector<std::string>* finished_ = nullptr;
};

analysis::EnsembleCase SweepCommand::prepare(size_t k) {
  analysis::EnsembleCase one;
  std::string ignored;  // looked at before
  one.values = analysis::valuesOf(model_, plan_, open_[k], ignored);
  one.settings = settings_;
  Sinks& sinks = sinks_[k];
  sinks.summary = std::make_unique<analysis::SummarySink>(table_.variables);
  if (options_.timeLimit > 0) {
    sinks.watch = std::make_unique<Watch>();
    limitTime(*sinks.watch, one.settings);
  }
  std::vector<results::ResultSink*> all{sinks.summary.get()};
  if (!options_.trajectories.empty()) {
    const std::string path =
        (fs::path(options_.trajectories) / fmt::format("case_{:06}.csv", open_[k] + 1)).string();
    std::string error;
    sinks.file = results::makeFileSink(path, error);
    all.push_back(sinks.file.get());
  }
  if (sinks.curves = report_.sinkFor(open_[k]); sinks.curves) all.push_back(sinks.curves.get());
  sinks.both = std::make_unique<results::TeeSink>(all);
  one.sink = sinks.both.get();
  return one;
}

void SweepCommand::limitTime(Watch& watch, RunSettings& settings) const {
  watch.deadline = std::chrono::steady_clock::now() +
                   std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                       std::chrono::duration<double>(options_.timeLimit));
  const std::atomic<bool>* interrupt = settings.problem.interrupt;
  settings.problem.interrupt = &watch.stop;
  settings.progress = [&watch, interrupt](double, double) {
    if (interrupt != nullptr && *interrupt) watch.stop = true;
    if (std::chrono::steady_clock::now() < watch.deadline) return;
    watch.expired = true;
    watch.stop = true;
  };
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
  } else if (report.outcome == solver::Outcome::Interrupted && sinks_[k].watch &&
             sinks_[k].watch->expired) {
    status = "failed";
    message = fmt::format("the time limit of {} s was reached at time {}", options_.timeLimit,
                          report.endTime);
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
  if (status != "failed")
    report_.add(number, plan_.cases[number], sinks_[k].summary->summaries(),
                sinks_[k].curves.get());
  ++ran_;
  failed_ += status == "failed" ? 1 : 0;
  out_ << table_.row(number, plan_.cases[number], status, sinks_[k].summary->summaries(), message);
  out_.flush();
  written_ = number + 1;
  sinks_[k] = {};
}

void SweepCommand::showProgress(size_t done) const {
  if (isatty(STDERR_FILENO) == 0 || options_.quiet) return;
  if (done == open_.size()) {
    std::fputs("\r\033[K", stderr);
  } else {
    const double passed =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    const double left = passed * static_cast<double>(open_.size() - done) /
                        static_cast<double>(std::max<size_t>(done, 1));
    std::fprintf(stderr, "\r%zu of %zu cases, about %.3g s left\033[K", done, open_.size(), left);
  }
}

// Lanes or a GPU, as --device asks for; null: single runs, and why is said.
std::unique_ptr<analysis::Trajectories> SweepCommand::makeDevice() {
  const analysis::Device wanted = *analysis::parseDevice(options_.device);
  if (wanted == analysis::Device::Threads || open_.empty()) return nullptr;
  std::string note, problem;
  std::unique_ptr<analysis::Trajectories> made;
  if (!options_.trajectories.empty() || !options_.statistics.empty()) {
    problem = "--trajectories and --statistics need whole results";
  } else {
    analysis::TrajectoryRequest request =
        analysis::trajectoryRequest(model_, plan_, table_.variables, settings_);
    request.device = wanted;
    request.workers = options_.workers;
    made = analysis::Trajectories::make(model_, request, note, problem);
  }
  if (!note.empty() && !options_.quiet) std::fprintf(stderr, "formola: %s\n", note.c_str());
  if (!made && !options_.quiet)
    std::fprintf(stderr, "formola: by single runs in threads: %s\n", problem.c_str());
  return made;
}

bool SweepCommand::runAll(const Interrupts& interrupts) {
  if (!deviceChosen_) device_ = makeDevice();
  deviceChosen_ = true;
  if (device_) return runOnDevice(*device_, interrupts);
  return analysis::runCases(
      model_, open_.size(), options_.workers, [&](size_t k) { return prepare(k); },
      [&](size_t k, TranslatedModel::Run&& run) {
        done(k, std::move(run));
        showProgress(k + 1);
      },
      [&] { return !interrupts.flag(); });
}

// Batch by batch; cases that the device could not do run alone, so that their reasons are known.
bool SweepCommand::runOnDevice(analysis::Trajectories& device, const Interrupts& interrupts) {
  for (size_t first = 0; first < open_.size() && !interrupts.flag();) {
    analysis::TrajectoryBatch batch;
    batch.count = std::min(device.batch(), open_.size() - first);
    analysis::fillBatch(plan_, std::span(open_).subspan(first, batch.count), batch);
    std::string problem;
    if (!device.run(batch, problem)) {
      std::fprintf(stderr, "formola: by single runs in threads: %s\n", problem.c_str());
      std::fill(batch.status.begin(), batch.status.end(), 1);
    }
    std::vector<size_t> alone;
    for (size_t k = 0; k < batch.count; ++k)
      if (batch.status[k] != 0) alone.push_back(k);
    alone_ += alone.size();
    size_t next = 0;
    auto writeUpTo = [&](size_t end) {
      for (; next < end; ++next) {
        const size_t number = open_[first + next];
        writeFinished(number, *finished_);
        out_ << table_.row(number, plan_.cases[number], "done",
                           analysis::summariesOf(batch, next, table_.variables.size()), "");
        written_ = number + 1;
        ++ran_;
      }
    };
    const bool all = analysis::runCases(
        model_, alone.size(), options_.workers, [&](size_t j) { return prepare(first + alone[j]); },
        [&](size_t j, TranslatedModel::Run&& run) {
          writeUpTo(alone[j]);
          done(first + alone[j], std::move(run));
          next = alone[j] + 1;
        },
        [&] { return !interrupts.flag(); });
    if (!all || interrupts.flag()) return false;
    writeUpTo(batch.count);
    out_.flush();
    first += batch.count;
    showProgress(first);
  }
  if (!options_.quiet)
    std::printf("on %s: %.3g s, %zu cases alone\n", device.name().c_str(), device.seconds(),
                alone_);
  return !interrupts.flag();
}

// What must be the same for rows to belong together.
std::string SweepCommand::studyText() const {
  const solver::SimulationProblem& problem = settings_.problem;
  ContentHash hash;
  for (const std::vector<std::string>& values : plan_.cases)
    for (const std::string& value : values) hash.add(value);
  return fmt::format("{}{} cases, {}\n{} from {} to {}, step {}, tolerance {}\n", table_.header(),
                     plan_.cases.size(), hash.hex(), solver::methodName(problem.method),
                     problem.startTime, problem.stopTime, problem.step, problem.tolerance);
}

int SweepCommand::runShared(const analysis::Rank& rank) {
  constexpr size_t kBlocksOfRank = 16, kLargest = 65536;
  const size_t cases = plan_.cases.size();
  const size_t size =
      std::clamp<size_t>(cases / (kBlocksOfRank * static_cast<size_t>(rank.size)), 1, kLargest);
  const size_t blocks = (cases + size - 1) / size;
  const std::string path = options_.output.empty() ? "cases.csv" : options_.output;
  std::string problem;
  analysis::SharedBlocks shared(path + ".ranks", blocks, studyText(), problem);
  if (!problem.empty()) return complain(problem);
  const Interrupts interrupts;
  settings_.problem.interrupt = &interrupts.flag();
  const std::vector<std::string> none(cases);
  finished_ = &none;
  auto goesOn = [&] { return !interrupts.flag(); };
  while (const std::optional<size_t> block = shared.take(goesOn)) {
    open_.clear();
    for (size_t k = *block * size; k < std::min((*block + 1) * size, cases); ++k)
      open_.push_back(k);
    sinks_.clear();
    sinks_.resize(open_.size());
    written_ = open_.front();
    out_ = std::ofstream(shared.draft(*block));
    const bool all = runAll(interrupts);
    out_.close();
    if (!all || interrupts.flag()) {
      shared.giveBack(*block);
      break;
    }
    if (!out_ || !shared.finish(*block)) return complain("cannot write '" + path + "'");
  }
  if (interrupts.flag()) {
    std::fprintf(stderr, "formola: interrupted; what is done is kept, the same command goes on\n");
    return kSimulationFailed;
  }
  if (!shared.gather(table_.header(), path, goesOn)) return complain("cannot write '" + path + "'");
  if (!options_.quiet)
    std::printf("process %d of %d: %zu of %zu cases, %zu of them failed; rows in %s\n",
                rank.number + 1, rank.size, ran_, cases, failed_, path.c_str());
  return kDone;
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
  const bool all = runAll(interrupts);
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
  if (!options_.quiet && options_.samples > 0) std::fputs(report_.percentiles().c_str(), stdout);
  if (!options_.report.empty()) {
    std::string problem;
    if (!report_.write(options_.report, model_.model().dae.model, plan_.names, options_.samples > 0,
                       problem))
      return complain(problem);
  }
  if (!complete) {
    std::fprintf(stderr, "formola: interrupted; --resume goes on\n");
    return kSimulationFailed;
  }
  return kDone;
}

int writeKernel(TranslatedModel& model, const analysis::SweepPlan& plan,
                const std::vector<std::string>& variables, const RunSettings& settings,
                const std::string& path) {
  std::string problem;
  const std::string text = analysis::trajectoryPtx(
      model, analysis::trajectoryRequest(model, plan, variables, settings), problem);
  if (text.empty()) return complain("there is no kernel for GPUs: " + problem);
  std::ofstream file(path);
  file << text;
  file.flush();
  return file ? kDone : complain("cannot write '" + path + "'");
}

}  // namespace

int sweepModel(const Options& options) {
  std::string problem;
  if (!options.report.empty() && !options.report.ends_with(".html"))
    return complain("the report '" + options.report +
                    "' must end in .html; --output has the table");
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
  if (!options.ptx.empty())
    return writeKernel(*model, *plan, table.variables, settings, options.ptx);
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
  SweepCommand command(*model, options, std::move(*plan), std::move(table), std::move(settings));
  const std::optional<analysis::Rank> rank = analysis::rankOfProcess();
  return rank ? command.runShared(*rank) : command.run(finished);
}

}  // namespace formola
