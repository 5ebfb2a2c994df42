// An FMU as a block of Modelica: text with ports, parameters and equations that call it.
#pragma once

#include <string>

#include "fmu/fmu_places.h"

namespace formola::fmu {

struct BlockOptions {
  Interface kind = Interface::ModelExchange;
  std::string name;  // of the class
  std::string file;  // the FMU, for people
  std::string code;  // the file with kTextFmuBlock
  std::string binary, resources;
  double communicationStep = 0.1;    // co-simulation
  bool linearExtrapolation = false;  // of its inputs, to the middle of the step; else they are held
};

// Purpose:    the block. The states of an FMU for model exchange become states of the block, with
//             its event indicators as relations and its events by when-clauses; an FMU for
//             co-simulation is a sampled block. Outputs that depend on the same inputs by
//             ModelStructure share a call, so that no loops arise that are not there.
// Ensures:    nothing and `why` if the FMU has ports that the block cannot have. `leftOut`: what
//             the block does not offer, by name.
std::optional<std::string> writeBlock(const Description& description, const BlockOptions& options,
                                      std::vector<std::string>& leftOut, std::string& why);

// The start value of an input as an expression of Modelica; nothing if the block does not have it.
std::optional<std::string> startOfInput(const Description& description, const Variable& input);

// A name that a class or component of Modelica can have.
std::string modelicaName(const std::string& name);

}  // namespace formola::fmu
