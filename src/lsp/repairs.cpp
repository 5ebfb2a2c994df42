#include "lsp/repairs.h"

#include <algorithm>
#include <regex>
#include <set>

#include "edit/edits.h"
#include "edit/walk.h"
#include "lsp/workspace.h"
#include "sema/sema.h"

namespace formola::lsp {

namespace {

using edit::Document;

// The innermost modifier `name = value` around an offset.
const ast::Argument* argumentAt(const ast::Modification* list, uint32_t offset) {
  if (!list) return nullptr;
  for (const ast::Argument* argument : list->arguments) {
    if (argument->kind != ast::ArgumentKind::Modify || offset < argument->range.begin ||
        offset >= argument->range.end)
      continue;
    const ast::Argument* inner = argumentAt(argument->modification, offset);
    return inner ? inner : argument;
  }
  return nullptr;
}

const ast::Argument* argumentAt(const ast::ClassDef& def, uint32_t offset) {
  for (const ast::Element* element : def.elements) {
    const ast::Modification* list = nullptr;
    if (const auto* component = element->dynAs<ast::ComponentDecl>())
      list = component->modification;
    if (const auto* extends = element->dynAs<ast::Extends>()) list = extends->modification;
    if (const ast::Argument* found = argumentAt(list, offset)) return found;
    if (const auto* nested = element->dynAs<ast::ClassDef>())
      if (const ast::Argument* found = argumentAt(*nested, offset)) return found;
  }
  return nullptr;
}

Finding::Repair addEach(const ast::ClassDef& def, const Diagnostic& diagnostic) {
  const ast::Argument* argument = argumentAt(def, diagnostic.range.begin);
  if (!argument || argument->each) return {};
  return {"Write 'each'", {{argument->range.begin, argument->range.begin, "each "}}};
}

// A single name in a formula that nothing is called by: whoever writes g means a parameter. Which
// value it has nobody knows here.
Finding::Repair declare(const Document& document, const Diagnostic& diagnostic) {
  const edit::TokenList& tokens = document.tokens();
  const size_t token = tokens.firstEndingAfter(diagnostic.range.begin);
  if (token + 1 >= tokens.size() || tokens[token].kind != syntax::Tok::Identifier ||
      tokens[token].begin != diagnostic.range.begin || tokens[token].end != diagnostic.range.end)
    return {};
  const std::string_view next = tokens.text(token + 1);
  const std::string_view before = token > 0 ? tokens.text(token - 1) : "";
  if (next == "(" || next == "." || next == "[" || before == ".") return {};
  const std::string name(tokens.text(token));
  const auto classes = classesAt(document, diagnostic.range.begin);
  const bool formulas = !classes.empty() && !classes.back()->equations.empty();
  if (!formulas) return {};
  edit::Outcome added =
      edit::addComponent(document, qualifiedName(document, classes), {"Real", name, "", "", {}});
  if (!added.ok() || added.patch.size() != 1) return {};
  std::string& text = added.patch[0].text;
  text.insert(text.find("Real "), "parameter ");
  return {"Declare '" + name + "' as a parameter", added.patch};
}

// "add 'inner Modelica.Mechanics.MultiBody.World world;' to the model"
Finding::Repair addInner(const Document& document, const std::string& className,
                         const Diagnostic& diagnostic) {
  static const std::regex kInner("'inner ([^ ']+) ([A-Za-z_]\\w*);'");
  for (const DiagNote& note : diagnostic.notes) {
    std::smatch found;
    if (!std::regex_search(note.message, found, kInner)) continue;
    const std::string type = found[1], name = found[2];
    edit::Outcome added = edit::addComponent(document, className, {type, name, "", "", {}});
    if (!added.ok() || added.patch.size() != 1) return {};
    std::string& text = added.patch[0].text;
    text.insert(text.find(type), "inner ");
    return {"Add 'inner " + type + " " + name + "'", added.patch};
  }
  return {};
}

// What fixes the potential of connectors with these variables, in the bundled library and in the
// standard one.
struct Reference {
  std::string_view flow, potential, ours, standard, connector, word;
};
constexpr Reference kReferences[] = {
    {"i", "v", "Formola.Electrical.Ground", "Modelica.Electrical.Analog.Basic.Ground", "p",
     "ground"},
    {"tau", "phi", "Formola.Rotational.Fixed", "Modelica.Mechanics.Rotational.Components.Fixed",
     "flange", "fixed"},
    {"f", "s", "Formola.Translational.Fixed", "Modelica.Mechanics.Translational.Components.Fixed",
     "flange", "fixed"},
};

const Reference* referenceFor(Sema& sema, Instance* connector) {
  if (!connector || !connector->layout) return nullptr;
  std::set<std::string_view> flows, potentials;
  for (const LayoutElement& element : connector->layout->elements)
    if (element.component)
      (element.component->connector == ast::ConnectorPrefix::Flow ? flows : potentials)
          .insert(sema.text(element.name));
  for (const Reference& each : kReferences)
    if (flows.contains(each.flow) && potentials.contains(each.potential)) return &each;
  return nullptr;
}

// A connector of a component.
using End = std::pair<std::string, std::string>;

// Those of the names in a message.
std::vector<End> connectorsIn(const Diagnostic& diagnostic) {
  static const std::regex kName("([A-Za-z_]\\w*)\\.([A-Za-z_]\\w*)\\.\\w+");
  std::vector<End> found;
  auto add = [&](const std::string& text) {
    for (std::sregex_iterator it(text.begin(), text.end(), kName), end; it != end; ++it)
      found.emplace_back((*it)[1], (*it)[2]);
  };
  add(diagnostic.message);
  for (const DiagNote& note : diagnostic.notes) add(note.message);
  return found;
}

// Those that the class connects.
std::vector<End> connectorsIn(const Document& document, const ast::ClassDef& def) {
  std::vector<End> found;
  for (const ast::EquationSection& section : def.equations)
    edit::forEachEquation(section.equations, [&](const ast::Equation& equation) {
      if (equation.kind != ast::EquationKind::Connect) return;
      const auto& connection = equation.as<ast::ConnectEquation>();
      for (const ast::Name* end : {&connection.left, &connection.right})
        if (end->parts.size() == 2)
          found.emplace_back(document.nameOf(end->parts[0].name),
                             document.nameOf(end->parts[1].name));
    });
  return found;
}

Finding::Repair addReference(const Document& document, const ast::ClassDef& def,
                             const std::string& className, const Diagnostic& diagnostic,
                             Compilation& compilation) {
  Sema& sema = compilation.sema();
  const Diagnostics::Mute mute(compilation.diagnostics());
  Instance* model = compilation.chosen();
  const Reference* reference = nullptr;
  std::string at;
  bool standard = false;
  int best = 100;
  std::vector<End> ends = connectorsIn(diagnostic);
  if (ends.empty()) ends = connectorsIn(document, def);
  for (const auto& [component, connector] : ends) {
    if (!model || !edit::findComponent(document, def, component)) continue;
    Instance* part = sema.member(model, sema.symbol(component));
    if (!part || !part->isComponent()) continue;
    sema.resolve(part);
    Instance* end = sema.member(part, sema.symbol(connector));
    if (!end || !end->isComponent()) continue;
    sema.resolve(end);
    const Reference* found = referenceFor(sema, end);
    if (!found) continue;
    // where people put it: at the negative pin of a source
    const std::string type = part->type ? sema.className(part->type) : std::string();
    const bool source =
        type.find("Source") != std::string::npos || type.find("Voltage") != std::string::npos;
    const bool negative = connector == "n" || connector == "flange_b" || connector == "support";
    const int rank = (source ? 0 : 2) + (negative ? 0 : 1);
    if (rank >= best) continue;
    best = rank;
    reference = found;
    at = component + "." + connector;
    standard = type.starts_with("Modelica.");
  }
  if (!reference) return {};
  std::string name(reference->word);
  for (int i = 1; edit::findComponent(document, def, name); ++i)
    name = std::string(reference->word) + std::to_string(i);
  const std::string type(standard ? reference->standard : reference->ours);
  const edit::Outcome added = edit::addComponent(document, className, {type, name, "", "", {}});
  const edit::Outcome connected =
      edit::connect(document, className, name + "." + std::string(reference->connector), at);
  if (!added.ok() || !connected.ok()) return {};
  edit::Patch patch = added.patch;
  patch.insert(patch.end(), connected.patch.begin(), connected.patch.end());
  if (!edit::arrange(patch)) return {};
  return {std::string("Add a ") + (reference->word == "ground" ? "ground" : "fixed point") +
              " at " + at,
          patch};
}

}  // namespace

Finding::Repair repairOf(const Document& document, const std::string& className,
                         const Diagnostic& diagnostic, Compilation& compilation) {
  const ast::ClassDef* def = edit::findClass(document, className);
  if (!def) return {};
  const std::string_view code = codeName(diagnostic.code);
  const bool here = diagnostic.range.valid() &&
                    compilation.sources().name(diagnostic.range.file) == document.name();
  if (code == "MissingEach") return here ? addEach(*def, diagnostic) : Finding::Repair{};
  if (code == "UndefinedName") return here ? declare(document, diagnostic) : Finding::Repair{};
  if (code == "MissingInner" || code == "ImplicitInner")
    return addInner(document, className, diagnostic);
  const bool floats =
      code == "OnlyDifferences" ||
      std::any_of(diagnostic.notes.begin(), diagnostic.notes.end(), [](const DiagNote& note) {
        return note.message.find("reference missing?") != std::string::npos;
      });
  return floats ? addReference(document, *def, className, diagnostic, compilation)
                : Finding::Repair{};
}

}  // namespace formola::lsp
