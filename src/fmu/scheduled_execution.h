// Runs an FMU for scheduled execution: its model partitions at the ticks of their clocks.
#pragma once

#include "fmu/co_simulation.h"

namespace formola::fmu {

// When a triggered input clock ticks.
struct TriggeredClock {
  uint32_t variable;  // index into Description::variables
  std::vector<double> times;
};

// Purpose: one run, from the initialisation to the end. Each tick of an input clock activates its
//          partition: of those at one time that with the smallest priority number first. Periodic
//          clocks begin at the start and their shift; countdown clocks when the FMU has said so,
//          triggered ones where `triggered` says. Clocks are 1 in the row of their tick, else 0.
//          Of `problem` start, stop, rows, eventRows, tolerance, inputs, interrupt and row count.
//          `steps` of the report are activations, `events` instants with such.
// Requires: settings have been applied.
// Reference: FMI 3.0.2, section 5.
CoSimulationReport runScheduled(Instance& instance, const Description& description,
                                const Places& places, const CoSimulation& problem,
                                const std::vector<TriggeredClock>& triggered,
                                std::vector<double>& values);

}  // namespace formola::fmu
