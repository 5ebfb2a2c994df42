#include "fmi/terminals.h"

#include <set>

#include "fmi/xml_writer.h"

namespace formola::fmi {

namespace {

void writeBox(XmlWriter& xml, const Box& box) {
  static constexpr const char* kNames[] = {"x1", "y1", "x2", "y2"};
  for (size_t i = 0; i < box.size(); ++i) xml.attribute(kNames[i], box[i]);
}

struct Member {
  std::string variable, name;
  bool flow;
};

// Inputs and outputs in the connector, arrays as one.
std::vector<Member> membersOf(const FmuModel& model, const std::string& connector) {
  std::vector<Member> members;
  std::set<std::string> seen;
  for (const FmuVariable& v : model.variables) {
    if (v.causality != Causality::Input && v.causality != Causality::Output) continue;
    const std::string& name = v.array ? model.arrays[*v.array].name : v.name;
    const bool whole = name == connector || name.starts_with(connector + "[");
    if (!whole && !name.starts_with(connector + ".")) continue;
    if (!seen.insert(name).second) continue;
    members.push_back({name, name.substr(whole ? 0 : connector.size() + 1), v.isFlow});
  }
  return members;
}

void writeTerminal(XmlWriter& xml, const FmuTerminal& terminal, const std::vector<Member>& members,
                   bool pictured) {
  const bool single = members.size() == 1 && members[0].name == members[0].variable;
  xml.begin("Terminal");
  xml.attribute("name", terminal.name);
  xml.attribute("matchingRule", single ? "sequence" : "plug");
  xml.attribute("terminalKind", terminal.className);
  if (!terminal.description.empty()) xml.attribute("description", terminal.description);
  for (const Member& member : members) {
    xml.begin("TerminalMemberVariable");
    xml.attribute("variableName", member.variable);
    if (!single) xml.attribute("memberName", member.name);
    xml.attribute("variableKind", member.flow ? "inflow" : "signal");
    xml.end();
  }
  if (pictured) {
    xml.begin("TerminalGraphicalRepresentation");
    std::string color;
    for (int part : terminal.color) color += (color.empty() ? "" : " ") + std::to_string(part);
    xml.attribute("defaultConnectionColor", color);
    writeBox(xml, terminal.box);
    xml.attribute("iconBaseName", iconBaseName(terminal.name));
    xml.end();
  }
  xml.end();
}

}  // namespace

std::string iconBaseName(const std::string& terminal) {
  std::string name = "terminal_";
  for (char c : terminal)
    name += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
  return name;
}

std::string describeTerminals(const FmuModel& model, const FmuDrawing& drawing) {
  std::vector<std::pair<const FmuTerminal*, std::vector<Member>>> terminals;
  for (const FmuTerminal& terminal : drawing.terminals)
    if (std::vector<Member> members = membersOf(model, terminal.name); !members.empty())
      terminals.emplace_back(&terminal, std::move(members));
  if (terminals.empty() && drawing.png.empty()) return {};
  XmlWriter xml;
  xml.begin("fmiTerminalsAndIcons");
  xml.attribute("fmiVersion", "3.0");
  xml.begin("GraphicalRepresentation");
  xml.begin("CoordinateSystem");
  writeBox(xml, drawing.extent);
  xml.attribute("suggestedScalingFactorTo_mm", 0.1);
  xml.end();
  if (!drawing.png.empty()) {
    xml.begin("Icon");
    writeBox(xml, drawing.icon);
    xml.end();
  }
  xml.end();
  if (!terminals.empty()) {
    xml.begin("Terminals");
    for (const auto& [terminal, members] : terminals)
      writeTerminal(xml, *terminal, members, drawing.icons.count(terminal->name) != 0);
    xml.end();
  }
  xml.end();
  return xml.text();
}

}  // namespace formola::fmi
