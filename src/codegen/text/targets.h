// Schedules as programs of other simulation systems (seed 001, "Simulation Languages").
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/schedule.h"

namespace formola::text {

struct TargetOptions {
  double startTime = 0;
  double stopTime = 1;
  double step = 0;  // 0: a five-hundredth of the interval
};

// A program, or why there is none.
struct Program {
  std::string text;
  std::vector<std::string> problems;  // "it uses delay()", ...
};

// Purpose:    one self-contained C99 file: parameters first, then the equations block by block with
//             comments that name the components, then init, outputs and the steps of Euler's and
//             the classical Runge-Kutta method. No allocation, no dependency but the C library.
// Requires:   buildSchedule without errors.
// Ensures:    compiled, it computes what `simulate --method rk4` or `euler` does, up to rounding.
//             Linear blocks are solved by elimination with pivoting, nonlinear ones by Newton's
//             method. Relations are evaluated where they stand: events are not located. With
//             FORMOLA_MAIN defined there is a main() that prints all variables as CSV.
// Complexity: linear in the size of the expressions.
Program translateToC(const Schedule& schedule, const TargetOptions& options);

// Purpose:    programs of the systems that seed 001 names. Relations are evaluated where they
//             stand. Linear systems become calls of Linpack (ACSL), matrix expressions (MATLAB,
//             SIMULINK) or closed forms (Simnon, DESIRE); nonlinear ones are only for MATLAB,
//             SIMULINK and DSblock.
Program translateToAcsl(const Schedule& schedule, const TargetOptions& options);
Program translateToSimnon(const Schedule& schedule, const TargetOptions& options);
Program translateToDesire(const Schedule& schedule, const TargetOptions& options);
Program translateToMatlab(const Schedule& schedule, const TargetOptions& options);
Program translateToSimulink(const Schedule& schedule, const TargetOptions& options);
// C functions in the manner of DSblock: derivatives (ODE form) and residuals (DAE form).
Program translateToDsblock(const Schedule& schedule, const TargetOptions& options);

struct Target {
  std::string_view name;  // of --to
  Program (*translate)(const Schedule&, const TargetOptions&);
  std::string_view extension;
};
const std::vector<Target>& targets();

}  // namespace formola::text
