// The command sweep.
#include "analysis/sweep.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>

#include "analysis/ranks.h"
#include "analysis/study_statistics.h"
#include "analysis/trajectories.h"
#include "compiler/explain_failure.h"
#include "driver/analysis_commands.h"
#include "driver/open_model.h"
#include "driver/sweep_report.h"
#include "driver/terminal.h"
#include "results/hdf5_table.h"
#include "results/result_sink.h"
#include "support/disk_cache.h"
#include "support/pattern.h"

namespace formola {

namespace {

namespace fs = std::filesystem;

// The variables of the table: as --filter says, or the states and outputs of the model.
std::optional<std::vector<std::string>> variablesOf(const TranslatedModel& model,
                                                    const Options& options, std::string& problem) {
  std::vector<std::string> names;
  std::optional<Pattern> wanted;
  if (!options.filter.empty()) {
    wanted = Pattern::compile(options.filter, problem);
    if (!wanted) {
      problem = fmt::format("--filter '{}' is no regular expression: {}", options.filter, problem);
      return std::nullopt;
    }
  }
  const StructuredDae& base = model.model();
  for (const VariableId id : model.variables()) {
    const Variable& v = base.dae.variables[id];
    const std::string name(base.name(id));
    const BaseType type = base.pool().types[v.type].base;
    const bool number = type != BaseType::String && type != BaseType::ExternalObject;
    const bool chosen = wanted
                            ? wanted->found(name)
                            : base.info[id].role == Role::State || v.causality == Causality::Output;
    if (number && chosen) names.push_back(name);
  }
  return names;
}

std::string oneLine(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

// By columns in an HDF5 file: rows are kept as text until all are there, which survives whatever
// ends the program; what is written in that format and not closed cannot be read.
bool byColumns(const std::string& path) {
  return path.ends_with(".h5") || path.ends_with(".hdf5");
}

std::string tablePath(const Options& options) {
  return options.output.empty() ? "cases.csv" : options.output;
}

// Where the rows of an interrupted sweep are.
std::string rowsPath(const Options& options) {
  return byColumns(options.output) ? options.output + ".rows" : tablePath(options);
}

// By columns, and no rows beside it.
bool isWhole(const Options& options) {
  return fs::exists(options.output) && !fs::exists(rowsPath(options)) &&
         !fs::exists(options.output + ".new");
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
        report_(table_.variables, plan_.cases.size(), !options.report.empty(),
                options.summary.empty()),
        withRows_(options.output != "none") {}

  int run(const std::vector<std::string>& finished);
  // Statistics over the cases beside the rows, or in their place. Not kDone: told why.
  int beginSummary();
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
  Sinks& sinksOf(size_t k) {
    const std::lock_guard lock(sinksMutex_);
    return sinks_[k];  // stays where it is
  }
  void forget(size_t k) {
    const std::lock_guard lock(sinksMutex_);
    sinks_.erase(k);
  }
  std::unique_ptr<results::ResultSink> trajectoryFile(size_t number) const;
  results::ResultLayout tableLayout() const;
  bool runAll(const Interrupts& interrupts);
  std::unique_ptr<analysis::Trajectories> makeDevice();
  void limitTime(Watch& watch, RunSettings& settings) const;
  std::string studyText() const;
  bool runOnDevice(analysis::Trajectories& device, const Interrupts& interrupts);
  void showProgress(size_t done) const;
  void done(size_t k, TranslatedModel::Run&& run);
  void writeFinished(size_t upTo, const std::vector<std::string>& finished);
  void writeRow(size_t number, const std::string& status,
                const std::vector<analysis::Summary>& summaries, const std::string& message);
  void saveSummary(bool always);
  std::string writeSummary();
  bool place(const std::string& rows, bool complete);
  std::string statePath() const { return options_.summary + ".state"; }

  TranslatedModel& model_;
  const Options& options_;
  analysis::SweepPlan plan_;
  analysis::CaseTable table_;
  RunSettings settings_;
  SweepReport report_;
  analysis::CaseNumbers open_;  // cases to run
  std::mutex sinksMutex_;
  std::unordered_map<size_t, Sinks> sinks_;  // by place in open_, of cases that run
  std::ofstream out_;
  size_t written_ = 0, ran_ = 0, failed_ = 0, alone_ = 0;
  std::unique_ptr<analysis::Trajectories> device_;
  bool deviceChosen_ = false;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  const std::vector<std::string>* finished_ = nullptr;
  bool withRows_;
  std::optional<analysis::StudyStatistics> statistics_;
  std::chrono::steady_clock::time_point saved_ = began_;
};

analysis::EnsembleCase SweepCommand::prepare(size_t k) {
  analysis::EnsembleCase one;
  std::string ignored;  // looked at before
  one.values = analysis::valuesOf(model_, plan_, open_[k], ignored);
  one.settings = settings_;
  Sinks& sinks = sinksOf(k);
  sinks.summary = std::make_unique<analysis::SummarySink>(table_.variables);
  if (options_.timeLimit > 0) {
    sinks.watch = std::make_unique<Watch>();
    limitTime(*sinks.watch, one.settings);
  }
  std::vector<results::ResultSink*> all{sinks.summary.get()};
  if (!options_.trajectories.empty()) {
    sinks.file = trajectoryFile(open_[k]);
    all.push_back(sinks.file.get());
  }
  if (sinks.curves = report_.sinkFor(open_[k]); sinks.curves) all.push_back(sinks.curves.get());
  sinks.both = std::make_unique<results::TeeSink>(all);
  one.sink = sinks.both.get();
  return one;
}

std::unique_ptr<results::ResultSink> SweepCommand::trajectoryFile(size_t number) const {
  const fs::path folder = options_.trajectories;
  std::string ignored;  // of names that are no CSV
  return results::makeFileSink((folder / fmt::format("case_{:06}.csv", number + 1)).string(),
                               ignored);
}

// The variables of the table as those of a trajectory.
results::ResultLayout SweepCommand::tableLayout() const {
  results::ResultLayout layout;
  layout.startTime = settings_.problem.startTime;
  layout.stopTime = settings_.problem.stopTime;
  for (const std::string& name : table_.variables) layout.addVariable(name);
  layout.columns = static_cast<uint32_t>(table_.variables.size());
  return layout;
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
  for (; withRows_ && written_ < upTo; ++written_) out_ << finished[written_];
}

void SweepCommand::writeRow(size_t number, const std::string& status,
                            const std::vector<analysis::Summary>& summaries,
                            const std::string& message) {
  if (withRows_) out_ << table_.row(number, plan_.cases[number], status, summaries, message);
  if (statistics_ && status == "failed") {
    statistics_->addFailed();
  } else if (statistics_) {
    std::vector<double> finals;
    for (const analysis::Summary& each : summaries) finals.push_back(each.last);
    statistics_->add(finals);
  }
  written_ = number + 1;
}

// What an interrupted study goes on from; every few seconds.
void SweepCommand::saveSummary(bool always) {
  if (!statistics_ || withRows_) return;
  const auto now = std::chrono::steady_clock::now();
  if (!always && now - saved_ < std::chrono::seconds(5)) return;
  saved_ = now;
  if (!statistics_->save(statePath()))
    std::fprintf(stderr, "formola: cannot write '%s'\n", statePath().c_str());
}

int SweepCommand::beginSummary() {
  if (options_.summary.empty())
    return withRows_ ? kDone : complain("--output none leaves nothing without --summary FILE");
  if (options_.resume && withRows_)
    return complain(
        "--summary goes on with an interrupted sweep where no rows are kept "
        "(--output none)");
  statistics_.emplace(table_.variables, oneLine(studyText()));
  if (!options_.resume) return kDone;
  const std::string problem = statistics_->load(statePath());
  return problem.empty() ? kDone : complain(problem);
}

// "": written.
std::string SweepCommand::writeSummary() {
  if (!statistics_) return {};
  std::ofstream file(options_.summary);
  file << statistics_->json();
  file.flush();
  if (!file) return "cannot write '" + options_.summary + "'";
  std::error_code error;
  if (!withRows_) fs::remove(statePath(), error);
  return {};
}

void SweepCommand::done(size_t k, TranslatedModel::Run&& run) {
  const size_t number = open_[k];
  writeFinished(number, *finished_);
  std::string status = "done", message;
  const solver::SimulationReport& report = run.result.report;
  const Sinks& sinks = sinksOf(k);
  if (!run.code) {
    status = "failed";
    message = run.problem.empty() ? run.diagnostics : run.problem;
  } else if (report.outcome == solver::Outcome::Interrupted && sinks.watch &&
             sinks.watch->expired) {
    status = "failed";
    message = fmt::format("the time limit of {} s was reached at time {}", options_.timeLimit,
                          report.endTime);
  } else if (report.outcome == solver::Outcome::Interrupted) {
    forget(k);
    return;  // another sweep may go on with it
  } else if (report.outcome == solver::Outcome::Terminated) {
    status = "terminated";
    message = report.message;
  } else if (report.outcome != solver::Outcome::Finished) {
    status = "failed";
    message = report.message.empty() ? run.result.error : report.message;
  }
  if (status != "failed")
    report_.add(number, plan_.cases[number], sinks.summary->summaries(), sinks.curves.get());
  ++ran_;
  failed_ += status == "failed" ? 1 : 0;
  writeRow(number, status, sinks.summary->summaries(), message);
  out_.flush();
  saveSummary(false);
  forget(k);
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
  analysis::TrajectoryRequest request =
      analysis::trajectoryRequest(model_, plan_, table_.variables, settings_);
  request.device = wanted;
  request.workers = options_.workers;
  request.statistics = !options_.statistics.empty();
  request.curves = !options_.trajectories.empty() || !options_.report.empty();
  request.somePoints = options_.trajectories.empty() && options_.statistics.empty();
  made = analysis::Trajectories::make(model_, request, note, problem);
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

bool SweepCommand::runOnDevice(analysis::Trajectories& device, const Interrupts& interrupts) {
  analysis::BatchCalls calls;
  calls.prepare = [&](size_t k) { return prepare(k); };
  const results::ResultLayout layout = tableLayout();
  calls.last = [&](size_t k, const std::vector<analysis::Summary>& summaries,
                   const analysis::CurvesOfCase& curves) {
    const size_t number = open_[k];
    writeFinished(number, *finished_);
    const std::unique_ptr<results::ResultSink> kept = report_.sinkFor(number);
    if (kept) curves.to(*kept, layout);
    if (!options_.trajectories.empty()) curves.to(*trajectoryFile(number), layout);
    report_.add(number, plan_.cases[number], summaries, kept.get());
    writeRow(number, "done", summaries, "");
    ++ran_;
  };
  calls.done = [&](size_t k, TranslatedModel::Run&& run) { done(k, std::move(run)); };
  calls.batch = [&](size_t count) {
    out_.flush();
    saveSummary(false);
    showProgress(count);
  };
  calls.goesOn = [&] { return !interrupts.flag(); };
  std::string problem;
  const bool all = analysis::runBatches(model_, device, plan_, open_, table_.variables.size(),
                                        options_.workers, calls, alone_, problem);
  if (!problem.empty())
    std::fprintf(stderr, "formola: by single runs in threads: %s\n", problem.c_str());
  if (all && !options_.quiet)
    std::printf("on %s: %.3g s, %zu cases alone\n", device.name().c_str(), device.seconds(),
                alone_);
  return all;
}

// What must be the same for rows to belong together.
std::string SweepCommand::studyText() const {
  const solver::SimulationProblem& problem = settings_.problem;
  ContentHash hash;
  for (const analysis::CaseValues& values : plan_.cases)
    for (const std::string& value : values) hash.add(value);
  return fmt::format("{}{} cases, {}\n{} from {} to {}, step {}, tolerance {}\n", table_.header(),
                     plan_.cases.size(), hash.hex(), solver::methodName(problem.method),
                     problem.startTime, problem.stopTime, problem.step, problem.tolerance);
}

// The rows become the table.
bool SweepCommand::place(const std::string& rows, bool complete) {
  std::error_code error;
  std::string problem;
  if (!byColumns(options_.output) || !complete) {
    fs::rename(rows, rowsPath(options_), error);
    return !error;
  }
  if (!results::writeHdf5Table(rows, options_.output, problem)) {
    std::fprintf(stderr, "formola: %s\n", problem.c_str());
    return false;
  }
  fs::remove(rows, error);
  fs::remove(rowsPath(options_), error);
  return true;
}

int SweepCommand::runShared(const analysis::Rank& rank) {
  constexpr size_t kBlocksOfRank = 16, kLargest = 65536;
  const size_t cases = plan_.cases.size();
  const size_t size =
      std::clamp<size_t>(cases / (kBlocksOfRank * static_cast<size_t>(rank.size)), 1, kLargest);
  const size_t blocks = (cases + size - 1) / size;
  const std::string path = tablePath(options_);
  std::string problem;
  analysis::SharedBlocks shared(path + ".ranks", blocks, studyText(), problem);
  if (!problem.empty()) return complain(problem);
  const Interrupts interrupts;
  settings_.problem.interrupt = &interrupts.flag();
  const std::vector<std::string> none(cases);
  finished_ = &none;
  auto goesOn = [&] { return !interrupts.flag(); };
  while (const std::optional<size_t> block = shared.take(goesOn)) {
    open_ = {*block * size, std::min((*block + 1) * size, cases)};
    sinks_.clear();
    written_ = open_[0];
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
  const auto whole = [&](const std::string& rows) { return place(rows, true); };
  if (!shared.gather(table_.header(), path, whole, goesOn))
    return complain("cannot write '" + path + "'");
  if (!options_.quiet)
    std::printf("process %d of %d: %zu of %zu cases, %zu of them failed; rows in %s\n",
                rank.number + 1, rank.size, ran_, cases, failed_, path.c_str());
  return kDone;
}

int SweepCommand::run(const std::vector<std::string>& finished) {
  finished_ = &finished;
  const size_t from = statistics_ ? static_cast<size_t>(statistics_->cases()) : 0;
  for (size_t i = from; i < plan_.cases.size(); ++i)
    if (!withRows_ || finished[i].empty()) open_.add(i);
  const std::string path = tablePath(options_);
  // What was there is kept until its rows are in the new file.
  const std::string fresh = path + ".new";
  if (withRows_) {
    out_.open(fresh);
    out_ << table_.header();
  }
  const Interrupts interrupts;
  settings_.problem.interrupt = &interrupts.flag();
  const bool all = runAll(interrupts);
  const bool complete = all && !interrupts.flag();
  // Rows of an earlier sweep behind the place where this one was interrupted are kept too.
  writeFinished(plan_.cases.size(), finished);
  out_.flush();
  if (withRows_ && (!out_ || !place(fresh, complete)))
    return complain("cannot write '" + path + "'");
  saveSummary(true);
  if (const std::string problem = complete ? writeSummary() : ""; !problem.empty())
    return complain(problem);
  if (!options_.quiet)
    std::printf("%zu cases, %zu run now, %zu of them failed; %llu translation%s; %s %s\n",
                plan_.cases.size(), ran_, failed_,
                static_cast<unsigned long long>(model_.translations()),
                model_.translations() == 1 ? "" : "s", withRows_ ? "rows in" : "statistics in",
                withRows_ ? path.c_str() : options_.summary.c_str());
  if (!options_.quiet && options_.samples > 0)
    std::fputs((statistics_ ? statistics_->table() : report_.percentiles()).c_str(), stdout);
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
  const bool withRows = options.output != "none";
  std::vector<std::string> finished(withRows ? plan->cases.size() : 0);
  if (byColumns(options.output))
    if (problem = results::hdf5Problem(); !problem.empty()) return complain(problem);
  if (options.resume && byColumns(options.output) && isWhole(options))
    return complain("'" + options.output +
                    "' is whole; --resume goes on with a sweep that was interrupted");
  if (options.resume && withRows) {
    // A sweep that was killed has left its rows in the second file.
    for (const std::string& file : {rowsPath(options), tablePath(options) + ".new"}) {
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
  if (rank && !options.summary.empty())
    return complain("--summary is of one process: leave it out where several share a sweep");
  if (status = command.beginSummary(); status != kDone) return status;
  return rank ? command.runShared(*rank) : command.run(finished);
}

}  // namespace formola
