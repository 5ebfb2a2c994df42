#include "syntax/dym/reader.h"

#include <algorithm>

#include "syntax/dym/lower.h"
#include "syntax/dym/parser.h"

namespace formola::dym {

Reader::Reader(const SourceManager& sources, Interner& names, Arena& arena,
               Diagnostics& diagnostics, CutForm form)
    : sources_(sources),
      names_(names),
      arena_(arena),
      diagnostics_(diagnostics),
      form_(form),
      known_(std::make_unique<KnownModels>()),
      connectors_(std::make_unique<ConnectorTable>()) {}

Reader::~Reader() = default;

const Model* Reader::find(Symbol name) const {
  return known_->find(name);
}

// The papers use the reference point of circuits without writing it down:
//   model type Common
//     main cut A (V / .)
//     V = 0
//   end
// It comes behind the models from `first` on where one of them asks for it and nobody has defined
// another.
bool Reader::addCommon(size_t first) {
  const Symbol name = names_.intern("Common");
  if (known_->find(name) != nullptr) return false;
  SourceRange range;
  for (size_t i = first; i < models_.size(); ++i) {
    if (models_[i].name == name) return false;
    for (const Submodel& s : models_[i].submodels)
      if (s.type == name) range = s.typeRange;
  }
  if (!range.valid()) return false;
  Model& common = models_.emplace_back();
  common.name = name;
  common.range = range;
  common.comment = "reference point of a circuit";
  Cut& cut = common.cuts.emplace_back();
  cut.name = names_.intern("A");
  cut.range = range;
  cut.main = cut.open = true;
  CutVariable& voltage = cut.across.emplace_back();
  voltage.name = names_.intern("V");
  voltage.range = range;
  ast::NamePart part{};
  part.name = voltage.name;
  part.range = range;
  const ast::Name reference{false, arena_.copy(std::vector<ast::NamePart>{part}), range};
  auto expression = [&]<typename T>(auto... value) {
    return arena_.make<T>(ast::ExprOf<T::kKind>{{T::kKind, range}}, value...);
  };
  common.equations.push_back(arena_.make<ast::EqualityEquation>(
      ast::Equation{ast::EquationKind::Equality, range},
      expression.template operator()<ast::ReferenceExpr>(reference),
      expression.template operator()<ast::IntegerExpr>(int64_t{0})));
  return true;
}

const ast::StoredDefinition* Reader::read(FileId file) {
  const size_t before = models_.size();
  Parser(file, sources_, names_, arena_, diagnostics_).parseFile(models_);
  const bool withCommon = addCommon(before);
  for (size_t i = before; i < models_.size(); ++i) known_->add(models_[i]);

  Lowering lowering(*known_, names_, arena_, diagnostics_, form_, *connectors_);
  std::vector<const ast::ClassDef*> classes;
  if (form_ == CutForm::Connectors)
    for (size_t i = before; i < models_.size(); ++i) lowering.notePartners(models_[i]);
  std::vector<const ast::ClassDef*> models;
  for (size_t i = before; i < models_.size(); ++i) models.push_back(lowering.lower(models_[i]));
  // The last one in the text stays the last one.
  if (withCommon) std::rotate(models.begin(), models.end() - 1, models.end());
  classes = connectors_->made;
  connectors_->made.clear();
  classes.insert(classes.end(), models.begin(), models.end());
  auto* tree = arena_.make<ast::StoredDefinition>();
  tree->classes = arena_.copy(classes);
  return tree;
}

}  // namespace formola::dym
