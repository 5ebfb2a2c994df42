// Inputs over time from a file.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/input_signals.h"
#include "structure/structured_dae.h"

namespace formola {

using InputSignals =
    std::vector<std::pair<VariableId, std::shared_ptr<const runtime::InputSignal>>>;

// What is wrong with a signal for the input; "": nothing.
std::string wrongInput(const StructuredDae& model, VariableId id, const std::vector<double>& times,
                       const std::vector<double>& values, runtime::Interpolation interpolation);

// Purpose: the columns of a result file (.csv, .mat) that have the names of inputs of the model;
//          Real inputs are linear between the rows, others hold.
// Ensures: `error` is "" and there is at least one; else it says what is wrong: the file, a column
//          that is no variable of the model, values that are missing or do not fit the type.
InputSignals readInputs(const std::string& path, const StructuredDae& model, std::string& error);

}  // namespace formola
