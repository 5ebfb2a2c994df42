// Parameters fitted to measurements.
#pragma once

#include <string>
#include <vector>

#include "analysis/measurements.h"
#include "analysis/search.h"

namespace formola::analysis {

// The tolerance of its settings bounds how well the fit can be known; the progress is told of the
// deviation.
struct CalibrationRequest : SearchRequest {
  Measurements measured;
  double level = 0.95;  // of the confidence intervals
  int iterations = 100;
};

struct FittedParameter : FoundParameter {
  // Of the fitted value; infinite where the measurements do not determine it.
  double standardError = 0, confidenceLow = 0, confidenceHigh = 0;
};

struct FittedSignal {
  std::string name;
  size_t count = 0;                           // of values
  double deviationBefore = 0, deviation = 0;  // root mean squares
  // What is left follows a course, as noise does not: the model with these values is not what was
  // measured, and intervals do not hold.
  bool unexplained = false;
};

struct Calibration : SearchOutcome {
  std::vector<FittedParameter> parameters;
  std::vector<FittedSignal> signals;
  std::vector<double> correlation;  // of the parameters, row by row; NaN where not determined
  double level = 0;
  // Parameters of which only a combination is determined; one alone: without influence.
  std::vector<std::vector<std::string>> notTold;
  size_t unusedTimes = 0;  // measured outside of start and stop time
  int iterations = 0;
  std::string differences;  // why Jacobians are difference quotients; "": they are exact
};

// Purpose:    values of parameters, and start values, for which runs come closest to measurements.
// Method:     Levenberg-Marquardt (leastSquares) on runs whose rows are the measured times, with
//             exact Jacobians (simulateWithSensitivities), or central differences where these do
//             not cover the model. Each signal counts by its own noise, which is taken from its
//             residuals: the fit is repeated until these no longer change. Confidence intervals
//             are those of the linearised problem, by Student's distribution; what is not told
//             apart is read from the singular values of the Jacobian. Whether what is left is noise
//             is read from its correlation from one time to the next.
// Reference:  Seber, Wild: Nonlinear Regression (1989), chapters 2 and 5.
Calibration calibrate(TranslatedModel& model, const CalibrationRequest& request);

// The same for programs, and as tables for people.
std::string calibrationJson(const Calibration& calibration, const std::string& model);
std::string calibrationText(const Calibration& calibration);

}  // namespace formola::analysis
