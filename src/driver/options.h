// The command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace formola {

enum class Command {
  Check,
  Flatten,
  Inspect,
  Simulate,
  Compare,
  Convert,
  Translate,
  Shell,
  Methods,
  Demo
};

struct Options {
  Command command = Command::Check;
  std::vector<std::string> inputs;  // files and folders, then perhaps the model's name
  std::vector<std::string> libraries;
  std::vector<std::string> set;  // name=value
  bool jsonDiagnostics = false;
  bool quiet = false;
  bool timings = false;
  std::string dumpAfter;
  std::string stopAfter;
  std::vector<std::string> disabledPasses;
  bool ignoreHints = false;  // residue(x) and relax(x) in equations
  bool scalar = false;       // flatten: after scalarize
  int maxErrors = 50;

  bool json = false;  // inspect
  std::string html;   // inspect, methods

  // simulate; what is not given comes from the experiment annotation
  std::optional<double> startTime, stopTime, tolerance, step;
  std::optional<int> intervals;
  std::string startUp;         // "": not given, low-order
  std::string errorEstimate;   // "": not given, blended
  std::string explicitStates;  // inline:mixed, a regular expression
  bool realTime = false;
  std::optional<int> realTimeIterations;
  std::string method = "ida";
  std::string stepMethod;  // translate; "": both explicit ones
#ifdef FORMOLA_HAVE_LLVM
  std::string backend = "llvm";
#else
  std::string backend = "interp";
#endif
  std::string output;
  std::string report;
  std::string filter;

  std::string target;  // translate

  // compare
  double compareTolerance = 0.002;
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
