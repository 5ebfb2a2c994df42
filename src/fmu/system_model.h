// A system structure as a model of Modelica: FMUs are blocks, connections equations.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "fmu/fmu_description.h"
#include "fmu/system_structure.h"

namespace formola::fmu {

struct SystemOptions {
  std::string coSimulationStep;      // a number of Modelica
  bool linearExtrapolation = false;  // of the inputs of co-simulation; else they are held
};

struct SystemModel {
  std::string text;                // of the class System, with its blocks
  std::vector<std::string> files;  // Modelica files that it uses
};

// Purpose:    the model of a structure whose archive was unpacked into `folder`. FMUs for model
//             exchange become part of its equations, FMUs for co-simulation are sampled blocks
//             (import_block.h); components of Modelica files are used as they are
//             (source="resources/X.mo#Package.Class").
// Ensures:    nothing and errors in `diagnostics` if something is not known here. FMUs are unpacked
//             below `folder`; nothing of them is run. Inputs that are connected to nothing keep
//             their start values, or what a parameter says.
std::optional<SystemModel> writeSystem(const SystemStructure& structure,
                                       const std::filesystem::path& folder,
                                       const SystemOptions& options, Diagnostics& diagnostics);

}  // namespace formola::fmu
