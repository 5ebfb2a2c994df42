// Where the numbers of an FMU stand in the vector of a simulation, and which calls fetch them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fmu/fmu_instance.h"

namespace formola::fmu {

// Values that one call reads or writes.
struct Transfer {
  ValueType type;
  std::vector<Reference> references;
  std::vector<int32_t> places;  // of the values, in the order of the references
};

// A number by name. Several names may share a place.
struct NamedNumber {
  std::string name, description;
  uint32_t variable;  // index into Description::variables
  int32_t place;
};

// The order is that of runtime/model_abi.h: states, their derivatives, other continuous numbers,
// discrete ones, parameters. An FMU for co-simulation has no states here.
struct Places {
  int32_t nStates = 0, discreteBegin = 0, parameterBegin = 0, count = 0;
  std::vector<int32_t> first;    // by variable: of its first element, -1: it is no number (clocks
                                 // are such in scheduled execution alone: 1 where they tick)
  std::vector<uint32_t> length;  // by variable: how many elements
  std::vector<NamedNumber> numbers;
  std::vector<Transfer> continuous, discrete, parameters;  // to read; without states
  std::vector<Transfer> continuousInputs, discreteInputs;  // to write
  std::vector<std::string> stateNames;
};

// Values of structural parameters by reference, which decide about sizes of arrays.
using Sizes = std::map<Reference, uint64_t>;
Sizes startSizes(const Description& description);

// Ensures: nothing and `why` where sizes are absurd or the states cannot be placed.
std::optional<Places> placeNumbers(const Description& description, const Sizes& sizes,
                                   Interface kind, std::string& why);

// Reads into v, or writes from it.
Status readNumbers(Instance& instance, const std::vector<Transfer>& transfers, double* v);
Status writeNumbers(Instance& instance, const std::vector<Transfer>& transfers, const double* v);

}  // namespace formola::fmu
