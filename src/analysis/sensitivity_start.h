// What forward sensitivities and gradients have in common at the start of a run.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/translated_model.h"

namespace formola::analysis {

// The quantities whose derivatives are followed: the states s, and z, what keeps its value between
// events (discrete Reals, and parameters that the initialisation determines); a column for each
// direction.
struct SensitivityState {
  Eigen::MatrixXd s, z;
};

// The parameters and variables with start values in the translated model; what is wrong with them,
// "": nothing.
std::string findParameters(const TranslatedModel& model, const std::vector<std::string>& names,
                           std::vector<VariableId>& ids);
// Purpose: values of a run in which the start values among them are parameters.
// Ensures: "", or which start value is not known.
std::string freeStarts(const TranslatedModel& model, const std::vector<VariableId>& ids,
                       RunValues& values);
// The variable in the program of a method; not valid: there is none.
VariableId named(const Schedule& schedule, const std::string& name);
// The parameters in the program of a method, for start values those that they became.
std::vector<VariableId> seedsOf(const Schedule& schedule, const std::vector<std::string>& names);

// What of the model derivatives along a run do not cover; "": nothing.
std::string notCovered(const Schedule& schedule);

// Places in v of what keeps its value between events and may depend on the seeds all the same:
// discrete Reals, and Real parameters that no equation of parameters gives, which the
// initialisation may determine.
std::vector<int32_t> heldPlaces(const Schedule& schedule, const std::vector<VariableId>& seeds);

// Purpose:    d x(start) / d p and those of what keeps its value.
// Method:     central differences of the initialisation with two steps, extrapolated, for the
//             parameters on which it depends at all.
// Requires:   v: all variables at the start of the run.
// Ensures:    derivatives of the states that v has. What the initialisation does not change is
//             taken from `held`. "", or which initialisation failed.
std::string initialSensitivities(TranslatedModel& model, const RunValues& values,
                                 const RunSettings& settings, const CompiledModel& code,
                                 const double* v, const std::vector<VariableId>& ids,
                                 const std::vector<VariableId>& seeds, std::vector<int32_t>& held,
                                 SensitivityState& start);

// The instants of the output grid.
std::vector<double> gridOf(const solver::SimulationProblem& plan);

}  // namespace formola::analysis
