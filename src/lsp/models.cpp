#include "lsp/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "compiler/check_class.h"
#include "compiler/inspect_text.h"
#include "dae/printer.h"
#include "edit/walk.h"
#include "sema/class_kinds.h"
#include "sema/sema.h"
#include "structure/systems/summary.h"

namespace formola::lsp {

namespace {

constexpr size_t kMostModels = 8, kMostNames = 3, kLongestValue = 60;

std::string counted(size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string systemsText(const StructureSummary& summary) {
  const size_t count = summary.linearSizes.size() + summary.nonlinearSizes.size();
  if (count == 0) return {};
  size_t largest = 0, torn = 0;
  auto look = [&](const std::vector<size_t>& sizes, const std::vector<size_t>& after) {
    for (size_t i = 0; i < sizes.size() && i < after.size(); ++i)
      if (sizes[i] > largest) {
        largest = sizes[i];
        torn = after[i];
      }
  };
  look(summary.linearSizes, summary.linearTorn);
  look(summary.nonlinearSizes, summary.nonlinearTorn);
  return fmt::format(", {}, largest {} → {}", counted(count, "block"), largest, torn);
}

// ---- values of parameters

bool isLiteral(const ast::Expr& value) {
  switch (value.kind) {
    case ast::ExprKind::Integer:
    case ast::ExprKind::Real:
    case ast::ExprKind::String:
    case ast::ExprKind::Boolean:
      return true;
    case ast::ExprKind::Unary:
      return isLiteral(*value.as<ast::UnaryExpr>().operand);
    case ast::ExprKind::Array: {
      const auto elements = value.as<ast::ArrayExpr>().elements;
      return std::all_of(elements.begin(), elements.end(),
                         [](const ast::Expr* each) { return isLiteral(*each); });
    }
    default:
      return false;
  }
}

class ParameterHints {
 public:
  ParameterHints(Compilation& compilation, const OpenFile& file, std::vector<Hint>& hints)
      : sema_(compilation.sema()), mute_(compilation.diagnostics()), file_(file), hints_(hints) {}

  void of(const ast::ClassDef& def, Instance* model) {
    for (const ast::Element* element : def.elements) {
      const auto* component = element->dynAs<ast::ComponentDecl>();
      if (!component || !component->modification) continue;
      Instance* instance =
          sema_.member(model, sema_.symbol(file_.document->nameOf(component->name)));
      modification(*component->modification, instance);
    }
  }

 private:
  void modification(const ast::Modification& given, Instance* instance) {
    if (!instance || !instance->isComponent()) return;
    sema_.resolve(instance);
    if (instance->broken || instance->removed || !instance->layout) return;
    if (given.binding) value(*given.binding, instance);
    if (!instance->dims.empty()) return;  // each element has its own
    for (const ast::Argument* argument : given.arguments) {
      if (argument->kind != ast::ArgumentKind::Modify || !argument->modification) continue;
      Instance* inner = instance;
      for (const ast::NamePart& part : argument->name.parts) {
        if (inner && inner->isComponent()) sema_.resolve(inner);
        const bool goesOn = inner && inner->isComponent() && inner->layout && inner->dims.empty() &&
                            inner->layout->builtin == BaseType::None;
        inner =
            goesOn ? sema_.member(inner, sema_.symbol(file_.document->nameOf(part.name))) : nullptr;
      }
      modification(*argument->modification, inner);
    }
  }

  void value(const ast::Expr& written, Instance* instance) {
    if (isLiteral(written) || instance->variability > Variability::Parameter) return;
    const std::optional<Value> known = sema_.valueOf(instance);
    if (!known) return;
    const std::string text = print(toExpr(*known, sema_.pool()), {sema_.pool()});
    const std::string_view own = file_.document->text(written.range);
    if (text.size() > kLongestValue || text.empty() || text == own) return;
    if (text.size() < own.size() && own.ends_with("." + text)) return;
    hints_.push_back({written.range.end, "= " + text, "", true});
  }

  Sema& sema_;
  Diagnostics::Mute mute_;
  const OpenFile& file_;
  std::vector<Hint>& hints_;
};

// ---- what equations determine

class EquationHints {
 public:
  EquationHints(const StructuredDae& model, const SourceManager& sources, const OpenFile& file)
      : model_(model), file_(file) {
    for (size_t b = 0; b < model.blocks.size(); ++b)
      for (size_t i = 0; i < model.blocks[b].equations.size(); ++i)
        note(model.blocks[b], i, sources);
    for (const Alias& alias : model.aliases) aliases_.emplace(model.name(alias.variable), alias);
  }

  void of(const ast::ClassDef& def, std::vector<Hint>& hints) const {
    for (const ast::EquationSection& section : def.equations) {
      if (section.initial) continue;
      edit::forEachEquation(section.equations, [&](const ast::Equation& equation) {
        if (equation.kind != ast::EquationKind::Equality) return;
        Hint hint = of(equation.as<ast::EqualityEquation>());
        if (!hint.text.empty()) hints.push_back(std::move(hint));
      });
    }
  }

 private:
  struct Place {
    const Block* block;
    VariableId unknown;
  };

  // Equations of the class itself, by where they stand.
  void note(const Block& block, size_t i, const SourceManager& sources) {
    const Provenance& origin = model_.equations[static_cast<size_t>(block.equations[i])].origin;
    const bool own = !origin.instance.valid() || model_.pool().names.text(origin.instance).empty();
    if (!own || !origin.range.valid() || sources.name(origin.range.file) != file_.path) return;
    places_[origin.range.begin].push_back({&block, block.unknowns[i]});
  }

  std::string name(VariableId id) const { return expressionText(model_, model_.ref(id)); }

  std::string names(const std::vector<VariableId>& ids, size_t most) const {
    std::string text;
    for (size_t i = 0; i < ids.size() && i < most; ++i)
      text += (text.empty() ? "" : ", ") + name(ids[i]);
    if (ids.size() > most) text += fmt::format(" and {} more", ids.size() - most);
    return text;
  }

  Hint of(const ast::EqualityEquation& equation) const {
    Hint hint;
    hint.offset = equation.right->range.end;
    const auto found = places_.find(equation.range.begin);
    if (found == places_.end()) {
      hint.text = aliasOf(equation);
      return hint;
    }
    std::vector<VariableId> unknowns;
    size_t together = 0;
    for (const Place& place : found->second) {
      unknowns.push_back(place.unknown);
      if (place.block->unknowns.size() <= together) continue;
      together = place.block->unknowns.size();
      if (together == 1) continue;
      hint.detail = "solved together: " + names(place.block->unknowns, 20);
      if (!place.block->torn.empty())
        hint.detail += "\niterated or solved for: " + names(place.block->torn, 20);
    }
    hint.text = "→ " + names(unknowns, kMostNames);
    if (together > 1) hint.text += fmt::format(" (one of {} together)", together);
    return hint;
  }

  // x = y that left the equations.
  std::string aliasOf(const ast::EqualityEquation& equation) const {
    for (const ast::Expr* side : {equation.left, equation.right}) {
      if (side->kind != ast::ExprKind::Reference) continue;
      const auto found = aliases_.find(file_.document->text(side->range));
      if (found == aliases_.end()) continue;
      return fmt::format("→ {}, another name of {}", name(found->second.variable),
                         (found->second.negated ? "-" : "") + name(found->second.of));
    }
    return {};
  }

  const StructuredDae& model_;
  const OpenFile& file_;
  std::map<uint32_t, std::vector<Place>> places_;
  std::map<std::string_view, Alias> aliases_;
};

void hintsOf(const Workspace& workspace, const OpenFile& file, const FileModel& model,
             std::vector<Hint>& hints) {
  {
    const std::unique_ptr<Compilation> compilation = workspace.compilation(file);
    if (!compilation->choose(model.name)) return;
    Instance* instance = nullptr;
    {
      const Diagnostics::Mute mute(compilation->diagnostics());
      instance = compilation->sema().instantiateModel(compilation->chosen(), nullptr);
    }
    if (instance) ParameterHints(*compilation, file, hints).of(*model.def, instance);
  }
  const std::unique_ptr<Compilation> compilation = workspace.compilation(file);
  if (!compilation->choose(model.name)) return;
  const StructuredDae* structured = compilation->structured();
  if (!structured || compilation->diagnostics().hasErrors()) return;
  EquationHints(*structured, compilation->sources(), file).of(*model.def, hints);
}

}  // namespace

std::vector<FileModel> modelsOf(const OpenFile& file) {
  std::vector<FileModel> all;
  std::vector<const ast::ClassDef*> around;
  auto visit = [&](auto&& self, const ast::ClassDef& def) -> void {
    around.push_back(&def);
    if (!isFunctionKind(def.classKind) && isCheckable(around))
      all.push_back({&def, qualifiedName(*file.document, around)});
    for (const ast::Element* element : def.elements)
      if (const auto* nested = element->dynAs<ast::ClassDef>()) self(self, *nested);
    around.pop_back();
  };
  for (const ast::ClassDef* def : file.document->tree().classes) visit(visit, *def);
  return all;
}

ModelLine describeModel(const Workspace& workspace, const OpenFile& file, const std::string& name) {
  if (file.document->hasErrors()) return {"the text has syntax errors", false};
  const std::unique_ptr<Compilation> compilation = workspace.compilation(file);
  const bool chosen = compilation->choose(name);
  const bool isPart = chosen && isPartOfOthers(*compilation);
  const StructuredDae* structured = chosen ? compilation->structured() : nullptr;
  const size_t errors = compilation->diagnostics().errorCount();
  if (!structured || errors > 0)
    return {isPart ? "a part of other models" : "no simulation: " + counted(errors, "error"),
            false};
  const StructureSummary summary = summarize(*structured);
  const std::string text = counted(summary.states.size(), "state") + systemsText(summary);
  return isPart ? ModelLine{text + " · a part of other models", false}
                : ModelLine{text + " · simulate", true};
}

std::vector<Hint> hintsIn(const Workspace& workspace, const OpenFile& file, uint32_t begin,
                          uint32_t end) {
  std::vector<Hint> hints;
  if (file.document->hasErrors()) return hints;
  size_t models = 0;
  for (const FileModel& model : modelsOf(file)) {
    if (model.def->range.end <= begin || model.def->range.begin >= end) continue;
    if (++models > kMostModels) break;
    hintsOf(workspace, file, model, hints);
  }
  std::erase_if(hints, [&](const Hint& h) { return h.offset < begin || h.offset > end; });
  std::stable_sort(hints.begin(), hints.end(),
                   [](const Hint& a, const Hint& b) { return a.offset < b.offset; });
  return hints;
}

}  // namespace formola::lsp
