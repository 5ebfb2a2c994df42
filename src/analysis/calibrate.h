// Parameters fitted to measurements.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/measurements.h"
#include "analysis/unknowns.h"

namespace formola::analysis {

struct CalibrationRequest {
  std::vector<Unknown> over;
  Measurements measured;
  RunValues values;      // of the other parameters, and where the fit begins
  RunSettings settings;  // its tolerance bounds how well the fit can be known
  double level = 0.95;   // of the confidence intervals
  int iterations = 100;
  std::function<void(int run, double deviation)> progress;  // after each run; may be empty
};

struct FittedParameter {
  std::string name;
  double start = 0, value = 0;
  double lower = 0, upper = 0;
  // Of the fitted value; infinite where the measurements do not determine it.
  double standardError = 0, confidenceLow = 0, confidenceHigh = 0;
  bool atBound = false;
};

struct FittedSignal {
  std::string name;
  size_t count = 0;                           // of values
  double deviationBefore = 0, deviation = 0;  // root mean squares
};

struct Calibration {
  bool ok = false;          // there is a result
  bool converged = false;   // false with ok: `message` says why the search ended
  bool cancelled = false;   // by settings.problem.interrupt
  std::string problem;      // the question is wrong
  std::string diagnostics;  // the model is wrong
  std::string message;      // a run failed, or the search did not get to its end
  std::vector<FittedParameter> parameters;
  std::vector<FittedSignal> signals;
  std::vector<double> correlation;  // of the parameters, row by row; NaN where not determined
  double level = 0;
  // Parameters of which only a combination is determined; one alone: without influence.
  std::vector<std::vector<std::string>> notTold;
  size_t unusedTimes = 0;  // measured outside of start and stop time
  int iterations = 0, runs = 0;
  std::string differences;  // why Jacobians are difference quotients; "": they are exact
};

// Purpose:    values of parameters, and start values, for which runs come closest to measurements.
// Method:     Levenberg-Marquardt (leastSquares) on runs whose rows are the measured times, with
//             exact Jacobians (simulateWithSensitivities), or central differences where these do
//             not cover the model. Each signal counts by its own noise, which is taken from its
//             residuals: the fit is repeated until these no longer change. Confidence intervals
//             are those of the linearised problem, by Student's distribution; what is not told
//             apart is read from the singular values of the Jacobian.
// Reference:  Seber, Wild: Nonlinear Regression (1989), chapters 2 and 5.
Calibration calibrate(TranslatedModel& model, const CalibrationRequest& request);

// The same for programs, and as tables for people.
std::string calibrationJson(const Calibration& calibration, const std::string& model);
std::string calibrationText(const Calibration& calibration);

}  // namespace formola::analysis
