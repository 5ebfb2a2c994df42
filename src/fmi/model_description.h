// modelDescription.xml of FMI 2.0 and 3.0, and buildDescription.xml.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fmi/fmu_model.h"
#include "fmi/platforms.h"
#include "fmi/terminals.h"

namespace formola::fmi {

// What makes the binaries. LLVM needs no C compiler, but cannot read the C sources of external
// functions; Any is LLVM where it can.
enum class CodeMaker { Any, Llvm, CCompiler };

struct FmuOptions {
  int version = 2;  // of FMI: 2 or 3
  bool modelExchange = true, coSimulation = true;
  bool scheduledExecution = false;  // alone, in version 3
  bool euler = false;    // explicit steps by Euler's method; else the classical Runge-Kutta method
  bool sources = false;  // the C text travels in the FMU
  std::string tool;      // "Formola 0.1.0"
  std::string token;     // of the content
  // What travels in sources/, for the descriptions: C files, folders of headers, other libraries
  std::vector<std::string> sourceFiles, includeFolders, libraries;
  std::vector<const Platform*> platforms;  // of the binaries; none: sources alone
  CodeMaker maker = CodeMaker::Any;
  std::string nativeProgram;                        // the file of formola-cc; "": there is none
  std::function<bool(const std::string&)> exposed;  // names that are visible; none: all
  FmuDrawing drawing;
  double step = 0;  // fixed internal step of co-simulation; 0: it follows the tolerance
};

// Purpose:    the description of the model.
// Ensures:    valid by the schema of the version, deterministic: no date.
std::string describeFmi2(const FmuModel& model, const FmuOptions& options);
std::string describeFmi3(const FmuModel& model, const FmuOptions& options);

// How the sources are compiled, for FMI 3.
std::string describeBuild(const FmuModel& model, const FmuOptions& options);

}  // namespace formola::fmi
