#include "compiler/check_class.h"

#include <algorithm>

#include "scalarize/scalarize.h"
#include "sema/class_kinds.h"
#include "sema/sema.h"
#include "structure/lower/clock_partitions.h"
#include "structure/lower/lower_clocks.h"

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
    const Dae* dae = compilation.flat();
    if (dae && usesClocks(*dae))
      lowerClocks(scalarize(*dae, compilation.diagnostics()), compilation.diagnostics());
    return;
  }
  if (!compilation.diagnostics().hasErrors() && compilation.chooseClass(className))
    compilation.sema().functionOf(compilation.chosen(), {});
}

}  // namespace formola
