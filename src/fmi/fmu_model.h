// What an FMU says about its model: variables, value references and structure.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fmi/arrays.h"
#include "fmi/dependencies.h"
#include "schedule/schedule.h"

namespace formola::fmi {

enum class Type : uint8_t { Real, Integer, Boolean, Enumeration, String };
enum class Causality : uint8_t { Parameter, CalculatedParameter, Input, Output, Local };
enum class Variability : uint8_t { Constant, Fixed, Discrete, Continuous };

struct FmuVariable {
  VariableId id;
  std::string name, description, unit, displayUnit, quantity;
  Type type = Type::Real;
  std::vector<std::string> literals;  // Enumeration
  std::string typeName;               // of the enumeration
  Causality causality = Causality::Local;
  Variability variability = Variability::Continuous;
  uint32_t reference = 0;
  bool alias = false;           // an earlier variable has the same reference
  std::optional<double> start;  // given exactly where the standard demands or allows one
  std::string startText;        // String: then `start` only says that there is one
  std::optional<double> min, max, nominal;
  std::optional<size_t> derivativeOf;  // index of the state, of which it is the derivative
  std::optional<size_t> array;         // of which it is an element
  bool isFlow = false;
  bool reinit = false;  // a state that events may change
};

// Where the value behind a value reference is kept; reference 0 is time.
struct FmuReference {
  int32_t place = -1;  // slot of the schedule, -1: time
  int32_t start = -1;  // settable 's': the slot of the start value
  bool negated = false;
  Type type = Type::Real;
  char settable = 0;     // 'p': parameter, 'i': input, 's': start value; 0: never
  int32_t literals = 0;  // of an enumeration
  int32_t count = 1;     // values: more for the first element of an array, 0 for the others
};

struct FmuDependency {
  static constexpr size_t kTime = SIZE_MAX;
  size_t variable = kTime;  // index
  DependencyKind kind = DependencyKind::Dependent;
};

// An unknown with the known variables that it depends on, in ascending order, time last.
struct FmuUnknown {
  size_t variable = 0;
  std::vector<FmuDependency> dependencies;
};

// A parameter of which the translation took something for granted: its sign, or its value.
struct GrantedParameter {
  int32_t slot;
  std::string name;
  bool value = false;
  bool text = false;  // a String
};

// A sample() or base clock, by the order in the schedule. Its times are constant or follow from
// parameters: then the binary tells them.
struct FmuClock {
  std::optional<double> interval, first;
};

struct FmuModel {
  std::string name;        // of the Modelica model
  std::string identifier;  // of files and functions
  std::vector<FmuVariable> variables;
  std::vector<FmuReference> references;
  std::vector<FmuArray> arrays;  // version 3
  std::vector<FmuUnknown> outputs, derivatives, initialUnknowns;
  std::vector<GrantedParameter> granted;
  size_t eventIndicators = 0;
  std::vector<FmuClock> clocks;    // of scheduled execution; their references follow the indicators
  std::vector<int32_t> textSlots;  // of all Strings, also those that are no variables of the FMU
  bool canCopyState = true;        // not with external objects, which may remember something
  double startTime = 0, stopTime = 1, tolerance = 1e-6;
};

// Purpose:    makes start values of states that are written as numbers parameters of their own, so
//             that they can be set from outside.
// Requires:   buildSchedule.
// Ensures:    the schedule computes the same. Returns for each slot that of its start value, or -1.
// Complexity: linear in the steps of the initialisation.
std::vector<int32_t> separateStartValues(Schedule& schedule);

// Purpose:    gives parameters that follow from nothing that can be set their values, so that the
//             FMU need not compute them (by functions that it may not have).
// Requires:   model from describeModel of this schedule.
// Ensures:    only steps of schedule.parameters change.
// Complexity: linear in the size of the bindings.
void foldParameters(Schedule& schedule, const FmuModel& model);

// Purpose:    the variables of an FMU with causality, variability and initial values by the tables
//             of FMI 2.0.5 (2.2.7) and 3.0.2 (2.4.7.5), and the structure by the sorted equations.
// Requires:   startSlots from separateStartValues.
// Ensures:    names are unique; variables of equal value share a reference; outputs that are equal
//             to other outputs, parameters or inputs have references of their own. Dependencies
//             contain every true one; in version 3 parameters and time are known, too, and what
//             can be an array is one, with references in the order of the elements. Of variables
//             that are neither inputs, outputs, states nor derivatives only those are there that
//             options.exposed names, if it is given.
// Complexity: steps times known variables over the word size.
struct ModelOptions {
  int version = 2;
  std::function<bool(const std::string&)> exposed;
};
FmuModel describeModel(const Schedule& schedule, const std::vector<int32_t>& startSlots,
                       const ModelOptions& options);

// The clocks of scheduled execution, in the order of Schedule::samples.
std::vector<FmuClock> clocksOf(const Schedule& schedule);

}  // namespace formola::fmi
