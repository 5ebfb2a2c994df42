#include "compiler/check_class.h"

#include <algorithm>

#include "sema/class_kinds.h"
#include "sema/sema.h"

namespace formola {

namespace {

bool isModel(const ast::ClassDef& def) {
  return def.classKind == ast::ClassKind::Model || def.classKind == ast::ClassKind::Block ||
         def.classKind == ast::ClassKind::Class;
}

}  // namespace

bool isCheckable(const std::vector<const ast::ClassDef*>& around) {
  const ast::ClassDef& def = *around.back();
  if (isModel(def)) return !def.partial;
  return isFunctionKind(def.classKind) &&
         std::none_of(around.begin(), around.end(),
                      [](const ast::ClassDef* each) { return each->partial; });
}

void checkClass(Compilation& compilation, const ast::ClassDef& def, const std::string& className) {
  if (isModel(def)) {
    if (!compilation.choose(className)) return;
    compilation.checkClocks();
    return;
  }
  if (!compilation.diagnostics().hasErrors() && compilation.chooseClass(className))
    compilation.sema().functionOf(compilation.chosen(), {});
}

bool isPartOfOthers(Compilation& compilation) {
  Instance* model = compilation.chosen();
  if (!model || !model->layout) return true;
  Sema& sema = compilation.sema();
  const Diagnostics::Mute mute(compilation.diagnostics());
  for (uint32_t i = 0; i < model->layout->elements.size(); ++i) {
    const LayoutElement& element = model->layout->elements[i];
    if (!element.component) continue;
    const ast::ElementPrefixes& prefixes = element.component->prefixes;
    if (prefixes.outer && !prefixes.inner) return true;
    if (element.isProtected) continue;
    if (element.component->causality == ast::Causality::Input) return true;
    Instance* part = sema.child(model, i);
    if (!part || !part->isComponent()) continue;
    sema.resolve(part);
    if (!part->broken && !part->removed && part->layout && sema.isConnector(part)) return true;
  }
  return false;
}

}  // namespace formola
