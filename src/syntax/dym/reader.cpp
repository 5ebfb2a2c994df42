#include "syntax/dym/reader.h"

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

const ast::StoredDefinition* Reader::read(FileId file) {
  const size_t before = models_.size();
  Parser(file, sources_, names_, arena_, diagnostics_).parseFile(models_);
  for (size_t i = before; i < models_.size(); ++i) known_->add(models_[i]);

  Lowering lowering(*known_, names_, arena_, diagnostics_, form_, *connectors_);
  std::vector<const ast::ClassDef*> classes;
  if (form_ == CutForm::Connectors)
    for (size_t i = before; i < models_.size(); ++i) lowering.notePartners(models_[i]);
  std::vector<const ast::ClassDef*> models;
  for (size_t i = before; i < models_.size(); ++i) models.push_back(lowering.lower(models_[i]));
  classes = connectors_->made;
  connectors_->made.clear();
  classes.insert(classes.end(), models.begin(), models.end());
  auto* tree = arena_.make<ast::StoredDefinition>();
  tree->classes = arena_.copy(classes);
  return tree;
}

}  // namespace formola::dym
