#include "driver/shell_models.h"

#include <sstream>
#include <unordered_map>

#include "dae/scalarize.h"
#include "driver/libraries.h"
#include "flatten/flatten.h"
#include "syntax/dym/reader.h"
#include "syntax/parser.h"

namespace formola {

std::unique_ptr<ShellModels::Compiled> ShellModels::compile(const std::vector<Text>& texts,
                                                            const std::string& model) const {
  auto result = std::make_unique<Compiled>();
  Diagnostics& diagnostics = result->diagnostics;
  auto pool = std::make_shared<ExprPool>();
  result->library = std::make_unique<Library>(result->sources, pool->names, diagnostics);
  Library& library = *result->library;
  addSearchPaths(library, options_);
  dym::Reader reader(result->sources, pool->names, library.arena(), diagnostics);
  std::vector<ClassNode*> defined;
  std::vector<const ast::StoredDefinition*> trees;
  for (const Text& source : texts) {
    const FileId file = result->sources.add(source.name, source.text);
    trees.push_back(source.name.ends_with(".mo") ? parseFile(file, result->sources, pool->names,
                                                             library.arena(), diagnostics)
                                                 : reader.read(file));
  }
  // A model that is entered again takes the place of the earlier one.
  std::unordered_map<Symbol, size_t> last;
  for (size_t i = 0; i < trees.size(); ++i)
    for (const ast::ClassDef* def : trees[i]->classes) last[def->name] = i;
  for (size_t i = 0; i < trees.size(); ++i) {
    std::vector<const ast::ClassDef*> kept;
    for (const ast::ClassDef* def : trees[i]->classes)
      if (last[def->name] == i) kept.push_back(def);
    ast::StoredDefinition tree = *trees[i];
    tree.classes = library.arena().copy(kept);
    library.add(tree, {}, &defined);
  }
  for (const ClassNode* node : defined) result->names.emplace_back(pool->names.text(node->name));
  if (diagnostics.hasErrors()) return result;
  std::vector<Symbol> name;
  std::istringstream parts(model);
  for (std::string part; std::getline(parts, part, '.');) name.push_back(pool->names.intern(part));
  if (name.empty() && !defined.empty()) name.push_back(defined.back()->name);
  if (name.empty()) return result;
  Sema sema(result->sources, library, pool, diagnostics);
  Instance* instance = sema.findClass(name, {});
  if (!instance || diagnostics.hasErrors()) return result;
  Dae flat = flatten(sema, instance, nullptr);
  if (!diagnostics.hasErrors()) flat = scalarize(std::move(flat), diagnostics);
  if (!diagnostics.hasErrors()) result->dae = std::make_unique<Dae>(std::move(flat));
  return result;
}

const ShellModels::Compiled& ShellModels::enter(const std::vector<Text>& texts) {
  std::vector<Text> all = texts_;
  all.insert(all.end(), texts.begin(), texts.end());
  failed_ = compile(all, "");
  if (!failed_->dae) return *failed_;
  current_ = std::move(failed_);
  texts_ = std::move(all);
  return *current_;
}

const ShellModels::Compiled& ShellModels::choose(const std::string& name) {
  failed_ = compile(texts_, name);
  if (!failed_->dae) return *failed_;
  current_ = std::move(failed_);
  return *current_;
}

}  // namespace formola
