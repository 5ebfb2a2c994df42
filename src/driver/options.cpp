#include "driver/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "codegen/text/targets.h"
#include "driver/demo.h"
#include "driver/fit_options.h"
#include "driver/terminal.h"
#include "driver/trust_question.h"
#include "runtime/parallel.h"
#include "solver/problem.h"

namespace formola {

namespace {

// Bytes on disk: FORMOLA_CACHE_SIZE in MB, where it is a number. 0: nothing is kept or used.
uint64_t cacheLimit() {
  const char* given = std::getenv("FORMOLA_CACHE_SIZE");
  if (given == nullptr || *given == '\0') return DiskCache::kDefaultLimit;
  char* end = nullptr;
  const unsigned long long megabytes = std::strtoull(given, &end, 10);
  return *end == '\0' && megabytes < 1'000'000 ? megabytes << 20 : DiskCache::kDefaultLimit;
}

void listPasses() {
  for (const PassInfo& pass : allPasses())
    std::printf("%-20s %s%s\n", pass.name.data(), pass.text.data(),
                pass.optional ? " (can be disabled)" : "");
}

// CLI11's own checks print the largest double with all its digits.
std::string complainOfNumber(const std::string& text, bool zeroToo) {
  double value = 0;
  if (!CLI::detail::lexical_cast(text, value) || !std::isfinite(value))
    return "'" + text + "' is not a number";
  if (value > 0 || (zeroToo && value == 0)) return {};
  return "'" + text + (zeroToo ? "' is negative" : "' is not a positive number");
}

CLI::Validator positiveNumber() {
  return {[](std::string& text) { return complainOfNumber(text, false); }, "POSITIVE"};
}

CLI::Validator notNegative() {
  return {[](std::string& text) { return complainOfNumber(text, true); }, "NONNEGATIVE"};
}

// The experiment and the method of a run.
void addRunOptions(CLI::App* command, Options& options) {
  command->add_option("--start", options.run.startTime, "start time");
  command->add_option("--stop", options.run.stopTime, "stop time");
  command->add_option("--tolerance", options.run.tolerance, "relative tolerance");
  command->add_option("--step", options.run.step, "fixed step size")->check(positiveNumber());
  command->add_option("--method", options.method, "as for simulate");
  command->add_option("--backend", options.backend, "llvm (native code) or interp (interpreter)")
      ->check(CLI::IsMember({"llvm", "interp"}));
}

struct AnalysisCommands {
  CLI::App *sweep, *linearize, *steadyState, *sensitivities;
};

CLI::App* addSensitivities(CLI::App& app, Options& options,
                           const std::function<void(CLI::App*)>& common) {
  CLI::App* command = app.add_subcommand(
      "sensitivities", "how trajectories change with parameters and start values");
  common(command);
  addRunOptions(command, options);
  command->add_option("--intervals", options.run.intervals, "number of output intervals")
      ->check(notNegative());
  command
      ->add_option("--over", options.over,
                   "a parameter or start value; default: all Real parameters that a run can change")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_option("--signals", options.signals, "names; default: outputs, else states")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--report", options.report,
                   "all derivatives for programs (.json), or a page with bars (.html)")
      ->type_name("FILE");
  return command;
}

AnalysisCommands addAnalysisCommands(CLI::App& app, Options& options,
                                     const std::function<void(CLI::App*)>& common) {
  AnalysisCommands commands{};
  CLI::App* sweep = commands.sweep = app.add_subcommand(
      "sweep", "simulate for each of many values of parameters; a row for each case");
  common(sweep);
  sweep->get_option("--set")->description(
      "name=first:last:count, name={a,b,c}, name=uniform(low,high), name=normal(mean,deviation), "
      "or name=value");
  addRunOptions(sweep, options);
  sweep->parse_complete_callback([sweep, &options] {
    if (sweep->count("--method") == 0) options.method = solver::methodName(solver::kUsualMethod);
  });
  sweep->add_option("--intervals", options.run.intervals, "number of output intervals")
      ->check(notNegative());
  sweep->add_flag("--list", options.list, "the k-th values together, not all combinations");
  sweep->add_option("--samples", options.samples, "so many draws of the distributions")
      ->check(positiveNumber());
  sweep->add_option("--seed", options.seed, "of the draws; default: 1");
  sweep->add_option("--workers", options.workers, "so many runs at a time")
      ->check(positiveNumber());
  sweep
      ->add_option("--output", options.output,
                   "the table; default: cases.csv; .h5: by columns; none: --summary alone")
      ->type_name("FILE.csv|FILE.h5|none");
  sweep
      ->add_option("--summary", options.summary,
                   "mean, deviation, extremes and percentiles over all cases, as JSON")
      ->type_name("FILE");
  sweep->add_flag("--resume", options.resume, "keep the rows of an earlier, interrupted sweep");
  sweep
      ->add_option("--filter", options.filter,
                   "variables in the table; default: states and outputs")
      ->type_name("REGEX");
  sweep->add_option("--statistics", options.statistics, "also min, max, mean of each variable")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"min", "max", "mean"}));
  sweep
      ->add_option("--report", options.report,
                   "a page (.html): families of curves with a slider through the cases")
      ->type_name("FILE");
  sweep->add_option("--trajectories", options.trajectories, "a result file for each case, in here")
      ->type_name("DIR");
  sweep
      ->add_option("--device", options.device,
                   "threads (single runs), lanes, gpu, or auto: what there is (docs/ensembles.md)")
      ->check(CLI::IsMember({"threads", "lanes", "gpu", "auto"}));
  sweep->add_option("--time-limit", options.timeLimit, "seconds that a single run may take")
      ->check(positiveNumber());
  sweep->add_option("--ptx", options.ptx, "write the kernel for GPUs into this file, run nothing")
      ->type_name("FILE");
  CLI::App* linearize = commands.linearize =
      app.add_subcommand("linearize", "A, B, C, D, poles and zeros at a point");
  common(linearize);
  addRunOptions(linearize, options);
  linearize->add_option("--at", options.at, "at this time of a run; default: at its start");
  linearize->add_flag("--steady", options.steady, "at a steady state, near that point");
  linearize->add_option("--inputs", options.linearInputs, "names; default: those of the model")
      ->delimiter(',')
      ->allow_extra_args(false);
  linearize->add_option("--outputs", options.linearOutputs, "names; default: those of the model")
      ->delimiter(',')
      ->allow_extra_args(false);
  linearize
      ->add_option("--locus", options.locus,
                   "with --report: the poles for each of these values of a parameter")
      ->type_name("NAME=FIRST:LAST:COUNT");
  linearize
      ->add_option("--reduce", options.reduce,
                   "to so many states by balanced truncation; 0: those that matter")
      ->check(notNegative());
  linearize
      ->add_option("--report", options.report,
                   "a page (.html): Bode and Nyquist diagrams, poles and zeros, matrices")
      ->type_name("FILE");
  CLI::App* steady = commands.steadyState =
      app.add_subcommand("steady-state", "values at which the model rests");
  common(steady);
  addRunOptions(steady, options);
  steady->add_option("--at", options.at, "beginning at this time of a run");
  commands.sensitivities = addSensitivities(app, options, common);
  for (CLI::App* command : {linearize, steady}) {
    command->add_flag("--json", options.json, "as JSON");
    command->add_option("--output", options.output, "write to this file")->type_name("FILE");
  }
  return commands;
}

// How large systems of equations are solved.
void addLinearSolver(CLI::App* command, Options& options) {
  command
      ->add_option("--linear-solver", options.run.linearSolver,
                   "lu (factors), or relaxing: large sparse systems by sweeps through groups of "
                   "equations, those of relax() where the model has them; factors where that does "
                   "not converge")
      ->check(CLI::IsMember({"lu", "relaxing"}));
}

constexpr const char* kExplicit =
    "inline:mixed: exactly the states whose names match are integrated explicitly; without it "
    "their annotations and a cost model decide";

// The command line while it is read: what it may contain, and what stands behind its words.
struct CommandLine {
  explicit CommandLine(Options& given) : options(given) {}

  std::optional<int> parse(int argc, char** argv);

  // The word chooses this command.
  void means(CLI::App* word, Command command) {
    word->callback([this, command] { options.command = command; });
  }
  // What several commands have.
  void common(CLI::App* command);
  void trust(CLI::App* command);
  void library(CLI::App* command);
  // The commands, in the order of the help.
  void addFrontEnd();
  void addSimulate();
  void addAnalysis();
  void addTranslations();
  void addTexts();
  void addUpgrade();
  void addServers();
  void addInteractive();
  // What the words ask for beyond single options; a status: the program ends.
  std::optional<int> finish();

  Options& options;
  CLI::App app{
      "Formola: compiler and simulator for object-oriented, equation-based models (Modelica)",
      "formola"};
  std::string diagnostics = "text";
  std::vector<std::string> disabledPasses, trusted;
  bool list = false;    // --list-passes
  bool stdio = true;    // of lsp
  bool noOpen = false;  // of studio
};

void CommandLine::trust(CLI::App* command) {
  command
      ->add_option("--trust", trusted,
                   "foreign code of this library, folder or file may run (docs/security.md); all: "
                   "everything may")
      ->type_name("LIBRARY|DIR|FILE|all")
      ->allow_extra_args(false);
}

void CommandLine::library(CLI::App* command) {
  command->add_option("-L,--library", options.libraries, "folder with libraries (as MODELICAPATH)")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void CommandLine::common(CLI::App* command) {
  command
      ->add_option("inputs", options.inputs,
                   "files (.mo, .dym), library folders, and the name of the model")
      ->type_name("[FILE...] [MODEL]");
  library(command);
  trust(command);
  command->add_option("--set", options.set, "value of a parameter: name=value")
      ->allow_extra_args(false);
  command->add_option("--diagnostics", diagnostics, "text or json")
      ->check(CLI::IsMember({"text", "json"}));
  command->add_flag("--strict", options.strict,
                    "broken rules of the language are errors, also where it is clear what is "
                    "meant");
  command->add_option("--max-errors", options.maxErrors, "how many errors are shown");
  command->add_option("--dump-after", options.dumpAfter, "print the model after this pass")
      ->type_name("PASS");
  command->add_option("--stop-after", options.stopAfter, "end after this pass")->type_name("PASS");
  command->add_flag("--ignore-hints", options.ignoreHints,
                    "choose torn variables and pivots without residue() and relax()");
  command->add_option("--disable-pass", disabledPasses, "leave out an optional pass")
      ->allow_extra_args(false);
  command
      ->add_flag("--verify", options.verify,
                 "check every intermediate form after each pass (for those who work on Formola)")
      ->envname("FORMOLA_VERIFY");
  command->add_flag("--timings", options.timings,
                    "time and memory of each stage, on standard error");
  command->add_flag("--no-cache", options.noCache,
                    "translate anew, and keep nothing for the next run");
  command->add_flag("-q,--quiet", options.quiet, "print errors only");
  command->allow_extras(false);
}

void CommandLine::addFrontEnd() {
  CLI::App* check =
      app.add_subcommand("check", "parse, instantiate and check that the equations are balanced");
  common(check);
  means(check, Command::Check);
  CLI::App* flat = app.add_subcommand("flatten", "print the flat model");
  common(flat);
  means(flat, Command::Flatten);
  flat->add_flag("--scalar", options.scalar, "after arrays are split into scalars");
  flat->add_flag("--standalone", options.standalone,
                 "as Modelica that any tool reads: names in quotes, records and enumerations "
                 "defined");

  CLI::App* inspect =
      app.add_subcommand("inspect", "show equations, aliases, blocks, tearing and the solved form");
  common(inspect);
  inspect->callback([this] {
    options.command = Command::Inspect;
    options.candidates = true;
  });
  inspect->add_flag("--json", options.json, "as JSON");
  inspect->add_flag("--initial", options.initial,
                    "also what holds at the start: the initial system, sorted and torn");
  inspect->add_option("--html", options.html, "as a page: matrices, blocks, structure digraph")
      ->type_name("FILE");
  inspect->add_option("--method", options.method,
                      "also the system with the formula of this method inlined: inline:bdf, "
                      "inline:radau5, ...");
  inspect->add_option("--explicit", options.explicitStates, kExplicit)->type_name("REGEX");
  addLinearSolver(inspect, options);
}

void CommandLine::addSimulate() {
  CLI::App* simulate =
      app.add_subcommand("simulate", "simulate the model and write its trajectories");
  common(simulate);
  simulate->callback([this, simulate] {
    options.command = Command::Simulate;
    options.methodGiven = simulate->count("--method") > 0;
    if (!options.methodGiven) options.method = solver::methodName(solver::kUsualMethod);
  });
  simulate->add_option("--start", options.run.startTime, "start time");
  simulate->add_option("--stop", options.run.stopTime, "stop time");
  simulate->add_option("--tolerance", options.run.tolerance, "relative tolerance");
  simulate->add_option("--intervals", options.run.intervals, "number of output intervals")
      ->check(notNegative());
  simulate
      ->add_option("--step", options.run.step,
                   "fixed step size; without it inlined methods follow the tolerance")
      ->check(positiveNumber());
  simulate
      ->add_option("--max-step", options.run.maxStep,
                   "longest step of methods that choose their steps (a tenth of the run)")
      ->check(positiveNumber());
  simulate->add_option("--method", options.method,
                       fmt::format("{} (inline: the formula becomes part of the equations)",
                                   fmt::join(solver::methodNames(), ", ")));
  simulate
      ->add_option(
          "--start-up", options.run.startUp,
          "inline:bdf: low-order (order one, small steps), runge-kutta (order four), or auto: "
          "runge-kutta where events come often")
      ->check(CLI::IsMember({"auto", "low-order", "runge-kutta"}));
  simulate
      ->add_option("--error-estimate", options.run.errorEstimate,
                   "inline:radau3, radau5, lobatto4: blended (two equal steps, same order) or "
                   "embedded (each step, lower order)")
      ->check(CLI::IsMember({"blended", "embedded"}));
  simulate->add_option("--explicit", options.explicitStates, kExplicit)->type_name("REGEX");
  addLinearSolver(simulate, options);
  simulate
      ->add_option("--threads", options.run.threads,
                   "so many threads share the long loops of a large model; the numbers do not "
                   "depend on it")
      ->check(CLI::Range(1, runtime::Crew::kMost));
  simulate->add_flag("--real-time", options.run.realTime,
                     "an inlined method with fixed --step and a bounded number of iterations; "
                     "reports the durations of the steps");
  simulate
      ->add_option("--real-time-iterations", options.run.realTimeIterations,
                   "Newton iterations of each block in a step, at most")
      ->check(positiveNumber());
  simulate->add_option("--backend", options.backend, "llvm (native code) or interp (interpreter)")
      ->check(CLI::IsMember({"llvm", "interp"}));
  simulate
      ->add_option("--output", options.output,
                   "result file, .csv or .mat; default: MODEL_res.csv, beyond 1 GB MODEL_res.mat")
      ->type_name("FILE");
  simulate
      ->add_option("--input", options.inputFile,
                   "values of the inputs of the model over time, .csv or .mat: a column for each")
      ->type_name("FILE");
  simulate->add_option("--report", options.report, "report, .json or .html")->type_name("FILE");
  simulate->add_option("--filter", options.filter, "only variables whose names match")
      ->type_name("REGEX");
  simulate
      ->add_option("--store", options.store,
                   "all variables, or public: without what is protected or hidden (HideResult)")
      ->check(CLI::IsMember({"all", "public"}));
  simulate->add_flag("--no-event-rows", options.run.noEventRows,
                     "rows at the output instants only, not before and after each event");
  simulate
      ->add_option("--kind", options.importKind,
                   "of an FMU: me (model exchange, our solvers), cs (co-simulation, its own) or se "
                   "(scheduled execution, by its clocks); default: me where it is offered")
      ->check(CLI::IsMember({"me", "cs", "se"}));
  simulate
      ->add_option("--extrapolation", options.extrapolation,
                   "of the inputs of co-simulation parts of a system (x.ssp) during their steps: "
                   "hold or linear")
      ->check(CLI::IsMember({"hold", "linear"}));
  simulate->add_flag("--in-process", options.inProcess,
                     "an FMU runs in this process, not in one of its own: faster to start, but "
                     "its crash is ours");
}

void CommandLine::addAnalysis() {
  auto shared = [this](CLI::App* command) { common(command); };
  const AnalysisCommands analysis = addAnalysisCommands(app, options, shared);
  means(analysis.sweep, Command::Sweep);
  means(analysis.linearize, Command::Linearize);
  means(analysis.steadyState, Command::SteadyState);
  means(analysis.sensitivities, Command::Sensitivities);
  const FitCommands fits = addFitCommands(app, options, shared, addRunOptions);
  means(fits.calibrate, Command::Calibrate);
  means(fits.optimize, Command::Optimize);
}

void CommandLine::addTranslations() {
  CLI::App* compare =
      app.add_subcommand("compare", "compare a result with a reference, signal by signal");
  means(compare, Command::Compare);
  compare->add_option("files", options.inputs, "REFERENCE RESULT")->expected(2)->required();
  compare->add_option("--tolerance", options.compareTolerance,
                      "width of the tube, relative to the range of a signal");
  compare->add_flag("-q,--quiet", options.quiet, "print signals that differ only");

  CLI::App* translate = app.add_subcommand(
      "translate", "write the model as a program of another language on standard output");
  common(translate);
  means(translate, Command::Translate);
  std::vector<std::string> languages;
  for (const text::Target& target : text::targets()) languages.emplace_back(target.name);
  translate->add_option("--to", options.target, "the language")
      ->check(CLI::IsMember(languages))
      ->required();
  translate->add_option("--start", options.run.startTime, "start time");
  translate->add_option("--stop", options.run.stopTime, "stop time");
  translate->add_option("--step", options.run.step, "step size")->check(positiveNumber());
  translate->add_option("--method", options.stepMethod,
                        "--to c: the inlined method of the steps, as inline:be");
  translate->add_option("--tolerance", options.run.tolerance,
                        "--to c: relative tolerance, for Newton's method");
  translate->add_flag("--real-time", options.run.realTime,
                      "--to c: a bounded number of iterations in each step of an inlined method");
  translate
      ->add_option("--real-time-iterations", options.run.realTimeIterations,
                   "Newton iterations of each block in a step, at most")
      ->check(positiveNumber());
  translate->add_option("--output", options.output, "write to this file")->type_name("FILE");
  CLI::App* exporting =
      app.add_subcommand("export", "write the model as a Functional Mock-up Unit (FMI 2.0 or 3.0)");
  common(exporting);
  means(exporting, Command::Export);
  exporting->add_option("--fmi", options.fmiVersion, "the version of FMI: 2 or 3")
      ->check(CLI::IsMember({2, 3}));
  exporting
      ->add_option("--kind", options.fmuKinds,
                   "me (model exchange), cs (co-simulation), se (scheduled execution, alone)")
      ->type_name("me,cs");
  exporting->add_option("--method", options.stepMethod,
                        "of co-simulation: inline:sdirk4, inline:bdf, inline:radau5, ..., which "
                        "follow the tolerance; with --step also inline:be, ..., rk4, euler");
  exporting->add_option("--step", options.run.step, "fixed step inside of co-simulation")
      ->check(positiveNumber());
  exporting->add_flag("--real-time", options.run.realTime,
                      "a bounded number of iterations in each step of an inlined method");
  exporting
      ->add_option("--real-time-iterations", options.run.realTimeIterations,
                   "Newton iterations of each block in a step, at most")
      ->check(positiveNumber());
  exporting->add_option("--tolerance", options.run.tolerance, "relative tolerance");
  exporting->add_option("--start", options.run.startTime, "default start time");
  exporting->add_option("--stop", options.run.stopTime, "default stop time");
  exporting
      ->add_option("--expose", options.filter,
                   "beside inputs, outputs, states and derivatives only variables whose names "
                   "match are visible")
      ->type_name("REGEX");
  exporting->add_flag("--sources", options.fmuSources, "the C text travels in the FMU");
  exporting
      ->add_option("--platform", options.fmuPlatforms,
                   "binaries for x86_64-linux, aarch64-linux, x86_64-windows; with commas between "
                   "them; this machine without it; none: sources alone")
      ->type_name("P");
  exporting
      ->add_option("--compiler", options.fmuCompiler,
                   "what makes the binaries: llvm (without it, unless external functions are in "
                   "C), which needs no C compiler, or c ($CC, else cc)")
      ->envname("FORMOLA_FMU_COMPILER")
      ->check(CLI::IsMember({"llvm", "c"}));
  exporting->add_option("--output", options.output, "the FMU; default: MODEL.fmu")
      ->type_name("FILE");
  CLI::App* importing = app.add_subcommand("import", "an FMU as a block of Modelica");
  common(importing);
  means(importing, Command::Import);
  importing
      ->add_option("--kind", options.importKind,
                   "me (its states join those of the model) or cs (a sampled block with its own "
                   "solver); default: me where it is offered")
      ->check(CLI::IsMember({"me", "cs"}));
  importing->add_option("--step", options.run.step, "communication step of co-simulation")
      ->check(positiveNumber());
  importing->add_option("--output", options.output, "the block; default: x.mo for x.fmu")
      ->type_name("FILE.mo");
}

void CommandLine::addTexts() {
  CLI::App* convert = app.add_subcommand("convert", "Dymola notation to Modelica");
  means(convert, Command::Convert);
  convert->add_option("files", options.inputs, "files in Dymola notation (.dym)")
      ->type_name("FILE.dym...")
      ->required();
  convert->add_option("--diagnostics", diagnostics, "text or json")
      ->check(CLI::IsMember({"text", "json"}));
  CLI::App* methods = app.add_subcommand("methods", "list the integration methods");
  means(methods, Command::Methods);
  methods->add_option("--html", options.html, "as a page: stability domains and damping plots")
      ->type_name("FILE");
  methods->add_flag("-q,--quiet", options.quiet, "print errors only");

  CLI::App* draw = app.add_subcommand("draw", "a picture of a class: its icon or its diagram");
  common(draw);
  means(draw, Command::Draw);
  draw->add_option("--layer", options.layer, "icon or diagram")
      ->check(CLI::IsMember({"icon", "diagram"}));
  draw->add_option("--output", options.output,
                   "file (.svg, .png or .json); without it SVG is printed; with --all a folder")
      ->type_name("FILE");
  draw->add_flag("--all", options.drawAll, "icons and diagrams of the class and all classes in it");
  CLI::Option* result = draw->add_option("--result", options.drawResult,
                                         "a result (.csv, .mat) of this class: the picture shows "
                                         "its values at --time (DynamicSelect)");
  draw->add_option("--time", options.drawTime, "of the result that is shown; default: its end")
      ->needs(result);
  CLI::App* format =
      app.add_subcommand("format", "lay out Modelica files; comments, tokens and line breaks stay");
  means(format, Command::Format);
  format->add_option("files", options.inputs, "files (.mo), folders, or - for standard input")
      ->type_name("FILE...")
      ->required();
  format->add_flag("--check", options.formatCheck,
                   "change nothing; print the files that would change, exit status 1 if any");
  format->add_flag("--stdout", options.formatToOutput, "write to standard output");
  format->add_option("--indent", options.indent, "blanks for each level")->check(CLI::Range(0, 16));
  format->add_option("--diagnostics", diagnostics, "text or json")
      ->check(CLI::IsMember({"text", "json"}));
  addUpgrade();
}

void CommandLine::addUpgrade() {
  CLI::App* upgrade = app.add_subcommand(
      "upgrade", "models for an older version of a library become models for a newer one");
  means(upgrade, Command::Upgrade);
  upgrade->add_option("path", options.inputs, "the folder of a library, or a file (.mo)")
      ->type_name("LIBRARY|FILE")
      ->expected(1)
      ->required();
  upgrade
      ->add_option("--to", options.upgradeTo,
                   "the library and its version, as Modelica=4.1.0; without =VERSION the newest")
      ->type_name("LIBRARY[=VERSION]")
      ->allow_extra_args(false)
      ->required();
  upgrade
      ->add_option("--from", options.upgradeFrom,
                   "the version that is used, where no annotation 'uses' says it")
      ->type_name("LIBRARY=VERSION")
      ->allow_extra_args(false);
  upgrade->add_flag("--write", options.upgradeWrite,
                    "change the files; without it the differences are printed");
  upgrade->add_option("--output", options.output, "a changed copy goes into this folder")
      ->type_name("DIR");
  upgrade->add_flag("--no-check", options.upgradeUnchecked,
                    "do not count the classes that check before and after");
  upgrade->add_option("--diagnostics", diagnostics, "text or json")
      ->check(CLI::IsMember({"text", "json"}));
  upgrade->add_option("--max-errors", options.maxErrors, "how many errors are shown");
  upgrade->add_flag("-q,--quiet", options.quiet, "print differences and diagnostics only");
  library(upgrade);
  trust(upgrade);
}

void CommandLine::addServers() {
  CLI::App* server =
      app.add_subcommand("lsp", "language server for editors, on standard input and output");
  means(server, Command::LanguageServer);
  library(server);
  server->add_flag("--stdio", stdio, "as editors say it; there is no other way");

  CLI::App* studio = app.add_subcommand(
      "studio", "diagram, text and curves of models in the browser, on this computer only");
  studio->callback([this] {
    options.command = Command::Studio;
    options.openBrowser = !noOpen;
  });
  studio->add_option("input", options.inputs, "a .mo file or a folder; default: the present one")
      ->type_name("[FILE|FOLDER]")
      ->expected(0, 1);
  studio->add_option("--port", options.port, "of the address; default: any that is free");
  studio->add_flag("--no-open", noOpen, "only print the address, do not open the browser");
  library(studio);
  trust(studio);
}

void CommandLine::addInteractive() {
  CLI::App* demo =
      app.add_subcommand("demo", "the six-axis robot: inlined methods against SUNDIALS, as a page");
  demo->callback([this] {
    options.command = Command::Demo;
    options = demoModel(std::move(options));
  });
  demo->add_option("--output", options.output, "folder of the page; default: out/demo")
      ->type_name("DIR");
  demo->add_option("--backend", options.backend, "llvm (native code) or interp (interpreter)")
      ->check(CLI::IsMember({"llvm", "interp"}));

  CLI::App* script = app.add_subcommand("run", "run a script (.mos)");
  means(script, Command::Run);
  script->add_option("script", options.inputs, "the script")
      ->type_name("FILE.mos")
      ->required()
      ->expected(1);
  library(script);
  trust(script);

  CLI::App* shell = app.add_subcommand("shell", "interactive commands on models");
  means(shell, Command::Shell);
  shell->add_option("script", options.inputs, "commands from this file")
      ->type_name("[SCRIPT]")
      ->expected(0, 1);
  library(shell);
  trust(shell);
}

std::optional<int> CommandLine::finish() {
  options.jsonDiagnostics = diagnostics == "json";
  // What is dumped has to be computed.
  const uint64_t limit = cacheLimit();
  if (!options.noCache && limit > 0 && options.dumpAfter.empty() && options.stopAfter.empty())
    options.cache = std::make_shared<DiskCache>(cacheFolder(), limit);
  options.trust.file = trustFile();
  for (const std::string& word : trusted) addTrust(word, options.trust);
  if (!options.jsonDiagnostics && canAsk()) options.ask = askOnTerminal;
  options.voice = terminalVoice();
  if (const auto method = solver::parseMethod(options.method); options.command == Command::Inspect)
    options.inputDifferences = method && solver::differentiates(*method);
  // Programs of other languages than C have no one who exchanges states.
  options.dynamicStates = options.command != Command::Translate || options.target == "c";
  for (const std::string* name : {&options.dumpAfter, &options.stopAfter}) {
    if (!name->empty() && !passNamed(*name)) {
      std::fprintf(stderr, "formola: there is no pass '%s'; formola --list-passes lists them\n",
                   name->c_str());
      return kCommandWrong;
    }
  }
  for (const std::string& name : disabledPasses) {
    const std::optional<Pass> pass = passNamed(name);
    if (!pass || !infoOf(*pass).optional) {
      std::fprintf(
          stderr,
          "formola: there is no pass '%s' that can be disabled; formola --list-passes lists them\n",
          name.c_str());
      return kCommandWrong;
    }
    options.disabledPasses.add(*pass);
  }
  return std::nullopt;
}

std::optional<int> CommandLine::parse(int argc, char** argv) {
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", "formola " FORMOLA_VERSION);
  app.add_flag("--list-passes", list, "list the passes of the pipeline");
  addFrontEnd();
  addSimulate();
  addAnalysis();
  addTranslations();
  addTexts();
  addServers();
  addInteractive();
  // a repeated option overrides the earlier one
  for (CLI::App* command : app.get_subcommands({})) {
    for (CLI::Option* o : command->get_options()) {
      if (o->get_items_expected_max() == 1 && !o->get_positional()) o->take_last();
    }
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    int status = app.exit(e);
    return status == 0 ? kDone : kCommandWrong;
  }
  if (list) {
    listPasses();
    return kDone;
  }
  if (app.get_subcommands().empty()) {
    std::fputs(app.help().c_str(), stdout);
    return argc <= 1 ? kDone : kCommandWrong;
  }
  return finish();
}

}  // namespace

std::optional<int> parseOptions(int argc, char** argv, Options& options) {
  return CommandLine(options).parse(argc, argv);
}

}  // namespace formola
