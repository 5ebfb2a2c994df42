// terminalsAndIcons.xml of FMI 3.0: connectors of the model as groups of variables, and pictures.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "fmi/fmu_model.h"

namespace formola::fmi {

using Box = std::array<double, 4>;  // x1, y1, x2, y2

// A connector of the model.
struct FmuTerminal {
  std::string name, className, description;
  Box box{};
  std::array<int, 3> color{};
};

// How the model looks. A picture is there as PNG or not at all; SVG is an addition to that.
struct FmuDrawing {
  Box extent{-100, -100, 100, 100};  // of the coordinate system
  Box icon{-100, -100, 100, 100};    // what the picture shows
  std::string png, svg;
  std::vector<FmuTerminal> terminals;
  std::map<std::string, std::pair<std::string, std::string>> icons;  // PNG and SVG, by terminal
  bool empty() const { return png.empty() && terminals.empty(); }
};

// The name of the picture of a terminal, without its ending.
std::string iconBaseName(const std::string& terminal);

// Purpose:    the file's text. A terminal has the inputs and outputs of its connector as members;
//             a connector that is one variable is a sequence of that, others are plugs.
// Ensures:    valid by the schema of the standard; "" if there is nothing to say.
std::string describeTerminals(const FmuModel& model, const FmuDrawing& drawing);

}  // namespace formola::fmi
