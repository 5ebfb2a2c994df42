#include "flatten/paths.h"

namespace formola {

Symbol flatPath(Instance* instance, const Interner& names, Interner& flat) {
  auto isModel = [](const Instance* at) { return !at || !at->isComponent() || !at->parent; };
  if (isModel(instance)) return flat.intern("");
  if (instance->path) return instance->path;
  std::vector<Instance*> chain;  // without a path yet, innermost first
  Instance* known = instance;
  for (; !isModel(known) && !known->path; known = known->parent) chain.push_back(known);
  std::string text;
  if (!isModel(known)) text = flat.text(known->path);
  while (!chain.empty()) {
    Instance* at = chain.back();
    chain.pop_back();
    if (!text.empty()) text += '.';
    text += names.text(at->name);
    for (size_t k = 0; k < at->position.size(); ++k) {
      text += k ? ',' : '[';
      text += std::to_string(at->position[k].index);
    }
    if (!at->position.empty()) text += ']';
    at->path = flat.intern(text);
  }
  return instance->path;
}

}  // namespace formola
