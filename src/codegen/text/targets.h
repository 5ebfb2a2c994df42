// Schedules as programs of other simulation systems (seed 001, "Simulation Languages").
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/text/expr_text.h"
#include "codegen/text/function_text.h"
#include "schedule/schedule.h"

namespace formola::text {

// The formula that old(x) and h of an inlined step are computed by, x = h der(x) + old(x).
struct StepFormula {
  enum class Kind : uint8_t { Explicit, Bdf, VariableBdf, Trapezoid, Bi2, Am3, Sdirk, Coupled };
  Kind kind = Kind::Explicit;
  std::string name;
  // Bdf: x_n = sum past[i] x_{n-1-i} + weight h der(x_n)
  std::vector<double> past;
  double weight = 1;
  // Sdirk, which also starts Bdf and Am3
  double sdirkGamma = 0;
  std::vector<double> sdirkNodes;
  std::vector<std::vector<double>> sdirkMatrix;
  std::vector<double> nodes;                 // Coupled
  std::vector<std::vector<double>> inverse;  // of its matrix
  // Coupled: a second formula over two equal steps, whose difference times a factor is the error of
  // order + 1, as solver/formulas.h has it.
  struct Embedding {
    int order = 0;
    double factor = 0, start = 0, middle = 0;
    std::vector<double> beforeX, beforeF, x, f;
  } embedding;
  int densePoints = 2;  // how many points states inside of a step are interpolated from
};

struct TargetOptions {
  double startTime = 0;
  double stopTime = 1;
  double step = 0;      // 0: a five-hundredth of the interval
  StepFormula formula;  // of an inlined schedule
  // Newton's method: what an inlined step may be wrong by, relative to x and its nominal value;
  // when the systems of a step, and others, count as solved; how many iterations a step may take.
  double tolerance = 1e-6;
  double stepTolerance = 1e-8, blockTolerance = 1e-11;
  int stepIterations = 12;
  int realTimeIterations = 0;  // > 0: at most so many, and on with what is reached by then
  // Not empty: C text that is put behind the model instead of an interface of its own (src/fmi).
  // Then parameters keep the values that they were given, and everything is static.
  std::string fmuLayer;
  bool scheduled = false;   // whoever runs the FMU says when samples tick
  TangentRequest tangent;   // what the tangent of the schedule was built for (src/fmi)
  bool texts = false;       // variables of type String are set and read from outside (src/fmi)
  bool commonParts = true;  // what occurs several times gets a name (not in C)
};

// A file that a program reads: where it is now, and where an archive has it.
struct Resource {
  std::string path, name;
};

// A program, or why there is none.
struct Program {
  std::string text;
  std::vector<Resource> resources;     // of FMUs
  std::vector<LinkedFunction> linked;  // external functions that FMUs call
  bool objects = false;                // it has external objects that are no tables
  std::vector<Problem> problems;       // "it uses delay()", ...
};

// Purpose:    one self-contained C99 file: parameters first, then the equations block by block with
//             comments that name the components, then init, outputs and the steps of Euler's and
//             the classical Runge-Kutta method, or of the inlined formula. No allocation, no
//             dependency but the C library.
// Requires:   buildSchedule without errors; with a formula, options.formula describes it.
// Ensures:    compiled, it computes what `simulate --method rk4`, `euler` or that of the formula
//             does with a fixed step, up to rounding. Linear blocks are solved by elimination with
//             pivoting, nonlinear ones by the Newton's method of the simulator (runtime/kernels).
//             Steps end at time events; state events are located in them. With FORMOLA_MAIN defined
//             there is a main() that prints all variables as CSV, with FORMOLA_TIMING too how long
//             the steps take.
// Complexity: linear in the size of the expressions.
Program translateToC(const Schedule& schedule, const TargetOptions& options);

// Purpose:    programs of the systems that seed 001 names. Relations are evaluated where they
//             stand. Linear systems become calls of Linpack (ACSL), matrix expressions (MATLAB,
//             SIMULINK) or closed forms (Simnon, DESIRE); nonlinear ones are iterated in ACSL,
//             MATLAB, SIMULINK and DSblock. ACSL, Simnon and DESIRE have functions of the model as
//             formulas.
Program translateToAcsl(const Schedule& schedule, const TargetOptions& options);
Program translateToSimnon(const Schedule& schedule, const TargetOptions& options);
Program translateToDesire(const Schedule& schedule, const TargetOptions& options);
Program translateToMatlab(const Schedule& schedule, const TargetOptions& options);
Program translateToSimulink(const Schedule& schedule, const TargetOptions& options);
// A Fortran module in the manner of DSblock: parameters, init, derivatives, residuals, outputs.
// Linear systems are solved by elimination in it; when-clauses, functions of the model and
// nonlinear systems are refused.
Program translateToFortran(const Schedule& schedule, const TargetOptions& options);
// C functions in the manner of DSblock: derivatives (ODE form) and residuals (DAE form).
Program translateToDsblock(const Schedule& schedule, const TargetOptions& options);

struct Target {
  std::string_view name;  // of --to
  Program (*translate)(const Schedule&, const TargetOptions&);
  std::string_view extension;
};
const std::vector<Target>& targets();

}  // namespace formola::text
