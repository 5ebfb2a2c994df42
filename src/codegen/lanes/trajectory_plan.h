// What a trajectory consists of: the program, the formula of its steps, what differs between cases.
#pragma once

#include <string>
#include <vector>

#include "codegen/lanes/known_tables.h"
#include "codegen/lower/lowered_program.h"

namespace formola::lanes {

// How a step goes from x to the next x.
struct Formula {
  enum class Kind : uint8_t {
    Euler,
    DormandPrince,  // order 5, with an error of order 4
    RungeKutta,     // classical, order 4
    OneStage,       // inlined: x = h b der(x) + old, old = x (BDF 1)
    Trapezoid,      // inlined: h/2, old = x + h/2 der(x)
    Diagonal,       // inlined: stages one after the other
    Coupled,        // inlined: all stages together
    Bdf,            // inlined: of variable order, with steps that follow the tolerance
  };
  Kind kind = Kind::RungeKutta;
  double gamma = 0;                         // Diagonal: of each stage
  std::vector<double> nodes;                // Diagonal, Coupled
  std::vector<std::vector<double>> matrix;  // Diagonal: A without gamma; Coupled: A^-1
};

// How the size of steps follows from the tolerance, in each lane for itself.
struct StepControl {
  bool on = false;
  double tolerance = 1e-6;    // relative, of the local error
  int errorOrder = 2;         // that is O(h^this)
  std::vector<double> error;  // Diagonal: of the slopes, the solution minus another one
  std::vector<double> kink;   // Diagonal, Coupled: of the slopes, the polynomial at the start
  double kinkFactor = 0.25;   // of the difference between that and der(x) there
  // Coupled: another formula of the same order over two steps of the same size, by stages of both
  // (solver/formulas.h); a step of the trajectory is two of these.
  double factor = 0, start = 0, middle = 0;
  std::vector<double> beforeX, beforeF, x, f;
};

// A place in v, or minus what is there.
struct Place {
  int32_t index = -1;
  bool negated = false;
};

// What is kept of `outputs` on the way.
struct Observed {
  int64_t points = 0;  // at equal distances after the start; 0: nothing is kept
  bool statistics = false, curves = false;
};

struct TrajectoryPlan {
  const lowered::LoweredProgram* program = nullptr;
  Formula formula;
  StepControl control;
  std::vector<Place> given;  // parameters with a value of their own in each case
  std::vector<std::pair<int32_t, double>> fixed;  // places of parameters with a value for all cases
  // All variables after the code of the parameters has run, which hold for all cases but for what
  // depends on `given`; empty: not known.
  std::vector<double> known;
  KnownTables tables;          // the same for all cases
  std::vector<Place> outputs;  // whose last values are wanted
  Observed observed;
  // The parameters as the translation has them: it holds for others only if they have the same
  // signs, and the same values where `exact` says so.
  std::vector<double> translated;
  std::vector<uint8_t> exact;
  double accuracy = 1e-6;         // of the integration; what is less deep may be its error
  double tolerance = 1e-6;        // of Newton's method in steps, relative
  double blockTolerance = 1e-11;  // of Newton's method elsewhere
  int iterations = 12;            // of Newton's method, at most

  // Rows of numbers that a trajectory gives: last values; least, largest and mean ones; those at
  // the start and at each point.
  size_t rowsBeforeCurves() const { return outputs.size() * (observed.statistics ? 4 : 1); }
  size_t rows() const {
    const auto points = static_cast<size_t>(observed.points) + 1;
    return rowsBeforeCurves() + (observed.curves ? points * outputs.size() : 0);
  }
};

// What a lane says at the end.
enum LaneStatus : int32_t {
  kLaneDone = 0,
  kLaneRefused = 1,  // the translation does not hold for its parameters
  kLaneInitial = 2,  // its initial system was not solved
  kLaneStep = 3,     // a step was not solved, or gave no finite numbers
};

inline constexpr const char* kTrajectoryName = "formola_trajectory";

}  // namespace formola::lanes
