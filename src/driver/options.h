// The command line.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "compiler/compile_options.h"

namespace formola {

enum class Command {
  Check,
  Flatten,
  Inspect,
  Simulate,
  Compare,
  Convert,
  Translate,
  Export,
  Shell,
  Methods,
  Format,
  Upgrade,
  LanguageServer,
  Demo,
  Draw,
  Sweep,
  Linearize,
  SteadyState,
  Sensitivities,
  Studio,
  Import,
  Calibrate,
  Optimize,
  Run
};

struct Options : CompileOptions {
  Command command = Command::Check;
  std::vector<std::string> inputs;  // files and folders, then perhaps the model's name
  bool jsonDiagnostics = false;
  bool quiet = false;
  bool timings = false;
  bool noCache = false;
  std::string dumpAfter;
  std::string stopAfter;
  bool scalar = false;      // flatten: after scalarize
  bool standalone = false;  // flatten: as a text that is read again
  int maxErrors = 50;

  bool json = false;     // inspect
  bool initial = false;  // inspect
  std::string html;      // inspect, methods

  std::string method = "ida";
  std::string stepMethod;  // translate, export; "": not given
  std::string output;
  std::string report;
  std::string inputFile;  // simulate
  std::string filter;
  std::string store = "all";
  std::string extrapolation = "hold";  // simulate x.ssp

  std::string target;  // translate

  // draw
  std::string layer = "diagram";
  bool drawAll = false;
  std::string drawResult;  // values for DynamicSelect
  double drawTime = std::numeric_limits<double>::infinity();
  bool formatCheck = false;  // format
  bool formatToOutput = false;
  int indent = 2;

  // upgrade: LIBRARY=VERSION
  std::vector<std::string> upgradeTo, upgradeFrom;
  bool upgradeWrite = false;
  bool upgradeUnchecked = false;

  // export
  int fmiVersion = 2;
  std::string fmuKinds = "me,cs";
  bool fmuSources = false;
  std::string fmuPlatforms;  // "": this machine
  std::string fmuCompiler;   // "llvm", "c"; "": llvm where it can

  // sweep
  bool list = false;
  bool resume = false;
  int samples = 0;
  uint64_t seed = 1;
  int workers = 1;
  std::vector<std::string> statistics;
  std::string trajectories;  // a folder
  std::string device = "threads";
  std::string ptx;       // a file for the kernel
  std::string summary;   // statistics over the cases
  double timeLimit = 0;  // seconds of a case; 0: none

  // linearize, steady-state
  std::optional<double> at;
  bool steady = false;
  std::vector<std::string> linearInputs, linearOutputs;  // empty: those of the model
  std::string locus;                                     // name=first:last:count
  std::optional<int> reduce;                             // to so many states; 0: those that count

  // studio
  uint16_t port = 0;  // any
  bool openBrowser = true;

  // calibrate, optimize
  std::vector<std::string> over;
  int iterations = 0;  // 0: not given
  std::string dataFile;
  std::vector<std::string> signals;
  double confidence = 0.95;
  std::string minimize, maximize;
  std::vector<std::string> subjectTo;

  // compare
  double compareTolerance = 0.002;

  // simulate x.fmu
  std::string importKind;    // "me", "cs", "se"; "": what there is
  bool methodGiven = false;  // by --method
  bool inProcess = false;
};

// Exit statuses of the contract.
inline constexpr int kDone = 0;
inline constexpr int kModelWrong = 1;
inline constexpr int kCommandWrong = 2;
inline constexpr int kSimulationFailed = 3;

// Parses the arguments. An exit status if the program should end at once (help, wrong command),
// else nullopt.
std::optional<int> parseOptions(int argc, char** argv, Options& options);

}  // namespace formola
