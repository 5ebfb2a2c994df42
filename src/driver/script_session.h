// What scripts do with models: load, check, flatten, simulate, and look at results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/translated_model.h"
#include "driver/options.h"
#include "results/trajectory.h"

namespace formola::script {

struct SimulationRequest {
  std::string model;  // perhaps with modifiers: "A.B(k=2)"
  std::optional<double> start, stop, tolerance, step;
  std::optional<int> intervals;
  std::string method;  // as the script calls it; "": not given
  std::string file;    // of the result
  std::string filter;
};

struct SimulationOutcome {
  bool ok = false;
  std::string message, file, method;
  double start = 0, stop = 0, tolerance = 0, seconds = 0;
  int intervals = 0;
};

// Purpose: keeps what was loaded, the messages that nobody has asked for yet, and the last result.
// Ensures: nothing is printed; foreign code runs as the options allow.
class Session {
 public:
  explicit Session(const Options& options) : options_(options) {}

  // False: messages() tell why.
  bool loadFile(const std::string& path);
  bool loadText(const std::string& text, const std::string& name);
  bool loadModel(const std::string& name);
  // Equations and unknowns of a class; nothing: messages() tell why.
  std::optional<std::pair<int64_t, int64_t>> check(const std::string& model);
  std::optional<std::string> flatten(const std::string& model);
  SimulationOutcome simulate(const SimulationRequest& request);
  void clear();

  // The result of the last simulation, or one in a file; null: `problem` says why.
  const results::Trajectory* result(const std::string& file, std::string& problem);
  const std::string& lastFile() const { return lastFile_; }

  // What has been told since the last call.
  std::string takeMessages();
  void tell(const std::string& message) { messages_ += message; }
  // The exit status of the first command that failed.
  int status() const { return status_; }
  void fail(int status) {
    if (status_ == kDone) status_ = status;
  }

 private:
  bool good(Compilation& compilation);
  void loadAll(Compilation& compilation) const;
  CompileOptions compileOptions() const;

  const Options& options_;
  std::vector<std::string> files_;
  std::vector<Compilation::Text> texts_;
  std::string messages_, lastFile_, readFile_;
  results::Trajectory read_;
  int status_ = kDone;
};

// A method of other tools by its name there; nothing: there is none like it.
std::optional<std::string> methodLike(std::string name);

}  // namespace formola::script
