// Runs an FMU for co-simulation from communication point to communication point.
#pragma once

#include <atomic>
#include <functional>

#include "fmu/fmu_places.h"
#include "runtime/input_signals.h"

namespace formola::fmu {

struct CoSimulation {
  double start = 0, stop = 1;
  double step = 0;           // between communication points
  double rows = 0;           // between rows; events give more
  bool variableStep = true;  // communication steps may differ
  bool eventRows = true;
  std::optional<double> tolerance;
  std::vector<runtime::DrivenInput> inputs;  // their indices are places
  const std::atomic<bool>* interrupt = nullptr;
  // False ends the run.
  std::function<bool(double time, const double* values, bool event)> row;
  std::function<void(double time, double step)> progress;
};

enum class CoSimulationEnd : uint8_t { Finished, Terminated, Interrupted, RowRefused, Failed };

struct CoSimulationReport {
  CoSimulationEnd end = CoSimulationEnd::Failed;
  std::string message;
  double time = 0;
  uint64_t steps = 0, events = 0;
};

// Purpose: one run, from the initialisation to the end. `values`: start values of inputs, in the
//          order of `places`; holds all numbers of the last row afterwards.
// Requires: settings have been applied.
CoSimulationReport coSimulate(Instance& instance, const Places& places, const CoSimulation& problem,
                              std::vector<double>& values);

}  // namespace formola::fmu
