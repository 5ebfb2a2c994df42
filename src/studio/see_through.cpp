#include "studio/see_through.h"

#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "compiler/inspect_text.h"

namespace formola::studio {

namespace {

constexpr size_t kMostNames = 200;  // of a loop

// "R1" of "R1.p.v" and of "R1[2].x".
std::string_view firstPart(std::string_view path) {
  return path.substr(0, path.find_first_of(".["));
}

class View {
 public:
  View(const StructuredDae& model, const std::vector<StructuredEquation>& equations,
       const std::vector<Block>& blocks)
      : model_(model), equations_(equations) {
    const size_t count = model.dae.variables.size();
    aliasOf_.assign(count, -1);
    equationOf_.assign(count, -1);
    blockOf_.assign(count, -1);
    for (uint32_t i = 0; i < count; ++i) byName_.emplace(model.name(VariableId(i)), VariableId(i));
    for (size_t i = 0; i < model.aliases.size(); ++i)
      aliasOf_[model.aliases[i].variable.index()] = static_cast<int>(i);
    for (size_t b = 0; b < blocks.size(); ++b) {
      const Block& block = blocks[b];
      for (size_t i = 0; i < block.unknowns.size(); ++i) {
        blockOf_[block.unknowns[i].index()] = static_cast<int>(b);
        if (i < block.equations.size()) equationOf_[block.unknowns[i].index()] = block.equations[i];
      }
    }
  }

  std::optional<VariableId> find(std::string_view name) const {
    const auto found = byName_.find(name);
    return found == byName_.end() ? std::nullopt : std::optional(found->second);
  }
  const auto& names() const { return byName_; }

  // What stands for it in the equations.
  VariableId root(VariableId id) const {
    for (int steps = 0; aliasOf_[id.index()] >= 0 && steps < 64; ++steps)
      id = model_.aliases[static_cast<size_t>(aliasOf_[id.index()])].of;
    return id;
  }
  int equation(VariableId root) const { return equationOf_[root.index()]; }
  int block(VariableId root) const { return blockOf_[root.index()]; }

  std::string componentOf(const StructuredEquation& equation) const {
    const Symbol instance = equation.origin.instance;
    if (equation.fromConnect || !instance.valid()) return {};
    return std::string(firstPart(model_.pool().names.text(instance)));
  }

  // The component that determines it; "": a connection, "=": nothing has to be computed.
  std::string source(VariableId id) const {
    const VariableId at = root(id);
    const Role role = model_.info[at].role;
    if (role == Role::Parameter) return "=";
    if (role == Role::Input) return "=";
    const int e = equation(at);
    // a state that no equation gives is what its component remembers
    if (e < 0 && role == Role::State) return std::string(firstPart(model_.name(at)));
    return e < 0 ? "=" : componentOf(equations_[static_cast<size_t>(e)]);
  }

 private:
  const StructuredDae& model_;
  const std::vector<StructuredEquation>& equations_;
  std::unordered_map<std::string_view, VariableId> byName_;
  std::vector<int> aliasOf_, equationOf_, blockOf_;
};

std::string_view roleName(Role role) {
  switch (role) {
    case Role::Parameter:
      return "known";
    case Role::Input:
      return "input";
    case Role::State:
      return "state";
    case Role::Derivative:
      return "derivative";
    case Role::Discrete:
      return "discrete";
    default:
      return "computed";
  }
}

// "axis.phi" of "axis[2].phi": the diagram shows an array as one component.
std::string withoutSubscripts(std::string_view name) {
  std::string plain;
  int depth = 0;
  for (const char c : name) {
    depth += c == '[';
    if (depth == 0) plain += c;
    depth -= c == ']';
  }
  return plain;
}

Json portsOf(const View& view, const std::vector<std::string>& ports) {
  // variables by connector, one pass over all names
  std::map<std::string, std::vector<std::pair<std::string, VariableId>>, std::less<>> members;
  for (const std::string& port : ports) members[port];
  for (const auto& [full, id] : view.names()) {
    const std::string name = withoutSubscripts(full);
    if (const auto whole = members.find(name); whole != members.end())
      whole->second.emplace_back("", id);
    const size_t dot = name.rfind('.');
    if (dot == std::string::npos) continue;
    if (const auto found = members.find(std::string_view(name).substr(0, dot));
        found != members.end())
      found->second.emplace_back(name.substr(dot + 1), id);
  }
  Json all = Json::object();
  for (const auto& [port, variables] : members) {
    Json one = Json::object();
    const std::string_view component = firstPart(port);
    for (const auto& [name, id] : variables) {
      const std::string source = view.source(id);
      const char* way = source == "=" ? "known" : source == component ? "out" : "in";
      Json& told = one[name];
      // of the elements of an array some may be known; the others tell where to
      if (told.is_null() || told == "known")
        told = way;
      else if (told != way && std::string_view(way) != "known")
        told = "both";
    }
    if (!one.empty()) all[port] = std::move(one);
  }
  return all;
}

// The unknowns that Newton's method iterates on; the torn ones of linear systems follow from
// formulas or a matrix.
void addIterated(const StructuredDae& model, const Block& block, Json& names) {
  if (block.kind == BlockKind::Nonlinear)
    for (const VariableId id : block.torn) names.push_back(std::string(model.name(id)));
  for (const Block& part : block.parts) addIterated(model, part, names);
}

void addTorn(const StructuredDae& model, const Block& block, Json& names) {
  for (const VariableId id : block.torn) names.push_back(std::string(model.name(id)));
  for (const Block& part : block.parts) addTorn(model, part, names);
}

// Equations that stand in the model's own text, where a term residue(x) can be written.
Json ownEquations(const StructuredDae& model, const SourceManager& sources, const std::string& path,
                  const std::vector<StructuredEquation>& equations, const Block& block) {
  Json all = Json::array();
  std::set<uint32_t> seen;
  for (const int e : block.equations) {
    const StructuredEquation& equation = equations[static_cast<size_t>(e)];
    const SourceRange& range = equation.origin.range;
    const Symbol instance = equation.origin.instance;
    const bool top = !instance.valid() || model.pool().names.text(instance).empty();
    if (equation.fromConnect || !top || !range.valid() || sources.name(range.file) != path)
      continue;
    if (!seen.insert(range.begin).second) continue;
    const LineColumn end = sources.lineColumn(range.file, range.end);
    all.push_back({{"line", sources.lineColumn(range.file, range.begin).line - 1},
                   {"endLine", end.line - 1},
                   {"text", std::string(sources.text(range))}});
  }
  return all;
}

Json loopsOf(const StructuredDae& model, const SourceManager& sources, const std::string& path,
             const std::vector<StructuredEquation>& equations, const std::vector<Block>& blocks,
             const View& view) {
  Json all = Json::array();
  for (size_t b = 0; b < blocks.size(); ++b) {
    const Block& block = blocks[b];
    if (block.kind == BlockKind::Assign || block.unknowns.size() < 2) continue;
    std::set<std::string> components;
    for (const int e : block.equations)
      if (std::string name = view.componentOf(equations[static_cast<size_t>(e)]); !name.empty())
        components.insert(std::move(name));
    Json unknowns = Json::array(), torn = Json::array();
    for (const VariableId id : block.unknowns)
      if (unknowns.size() < kMostNames) unknowns.push_back(std::string(model.name(id)));
    addTorn(model, block, torn);
    all.push_back({{"block", b},
                   {"kind", std::string(blockKindName(block.kind))},
                   {"size", block.unknowns.size()},
                   {"unknowns", std::move(unknowns)},
                   {"torn", std::move(torn)},
                   {"own", ownEquations(model, sources, path, equations, block)},
                   {"components", components}});
  }
  return all;
}

}  // namespace

Json seeThrough(const TranslatedModel& translated, solver::Method method,
                const std::vector<std::string>& ports, const std::string& path) {
  // the sizes that inspect tells
  const StructureSummary summary = summarize(translated.model());
  Json result = {{"method", std::string(solver::methodName(method))},
                 {"equations", summary.equations},
                 {"aliases", summary.aliases},
                 {"states", summary.states.size()}};
  auto look = [&](const StructuredDae& model, const std::vector<StructuredEquation>& equations,
                  const std::vector<Block>& blocks) {
    const View view(model, equations, blocks);
    size_t largest = 0;
    Json iterated = Json::array();
    for (const Block& block : blocks) {
      largest = std::max(largest, block.unknowns.size());
      addIterated(model, block, iterated);
    }
    result["sorted"] = equations.size();
    result["largest"] = largest;
    result["iterated"] = std::move(iterated);
    result["ports"] = portsOf(view, ports);
    result["loops"] = loopsOf(model, *translated.sources(), path, equations, blocks, view);
  };
  if (!solver::isInlined(method)) {
    look(translated.model(), translated.model().equations, translated.model().blocks);
    return result;
  }
  std::string problem;
  if (!translated.lookAtInlined(method, problem, [&](const Compilation::Inlined& inlined) {
        look(inlined.model, inlined.system.equations, inlined.system.blocks);
      }))
    throw std::invalid_argument(problem);
  return result;
}

Json determines(const StructuredDae& model, const SourceManager& sources, const std::string& name) {
  const View view(model, model.equations, model.blocks);
  const std::optional<VariableId> id = view.find(name);
  if (!id) throw std::invalid_argument("there is no variable '" + name + "'");
  const VariableId at = view.root(*id);
  const VariableId asked = model.info[at].role == Role::State && model.info[at].derivative.valid()
                               ? model.info[at].derivative
                               : at;
  Json result = {{"variable", name},
                 {"alias", at == *id ? "" : std::string(model.name(at))},
                 {"role", std::string(roleName(model.info[at].role))}};
  const int e = view.equation(asked);
  if (e < 0) return result;
  const StructuredEquation& equation = model.equations[static_cast<size_t>(e)];
  result["equation"] = equationText(model, equation);
  result["component"] = equation.origin.instance.valid()
                            ? std::string(model.pool().names.text(equation.origin.instance))
                            : std::string();
  const int b = view.block(asked);
  if (b >= 0) {
    const Block& block = model.blocks[static_cast<size_t>(b)];
    result["block"] = b + 1;
    result["blocks"] = model.blocks.size();
    result["size"] = block.unknowns.size();
    result["kind"] = std::string(blockKindName(block.kind));
    result["differentiated"] = equation.derivativeOf >= 0;
  }
  if (equation.origin.range.valid()) {
    const SourceRange& range = equation.origin.range;
    result["file"] = std::string(sources.name(range.file));
    result["line"] = sources.lineColumn(range.file, range.begin).line - 1;
    result["text"] = std::string(sources.text(range));
  }
  return result;
}

Json equationsOf(const StructuredDae& model, const SourceManager& sources,
                 const std::string& component, const std::string& path, int line) {
  constexpr size_t kMost = 400;
  Json all = Json::array();
  for (size_t b = 0; b < model.blocks.size(); ++b) {
    const Block& block = model.blocks[b];
    for (size_t i = 0; i < block.equations.size() && all.size() < kMost; ++i) {
      const StructuredEquation& equation = model.equations[static_cast<size_t>(block.equations[i])];
      const Symbol instance = equation.origin.instance;
      const std::string where =
          instance.valid() ? std::string(model.pool().names.text(instance)) : std::string();
      const SourceRange& range = equation.origin.range;
      const bool placed = range.valid();
      const int first =
          placed ? static_cast<int>(sources.lineColumn(range.file, range.begin).line) - 1 : -1;
      const int last =
          placed ? static_cast<int>(sources.lineColumn(range.file, range.end).line) - 1 : -1;
      const bool wanted =
          !component.empty()
              ? firstPart(where) == component && !equation.fromConnect
              : placed && sources.name(range.file) == path && first <= line && line <= last;
      if (!wanted) continue;
      Json one = {{"equation", equationText(model, equation)},
                  {"component", where},
                  {"block", b + 1},
                  {"size", block.unknowns.size()},
                  {"kind", std::string(blockKindName(block.kind))}};
      if (i < block.unknowns.size()) one["variable"] = std::string(model.name(block.unknowns[i]));
      if (placed) {
        one["file"] = std::string(sources.name(range.file));
        one["line"] = first;
      }
      all.push_back(std::move(one));
    }
  }
  return all;
}

}  // namespace formola::studio
