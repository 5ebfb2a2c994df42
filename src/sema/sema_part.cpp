// What all parts of the layer share: the library, the expressions, messages.
#include "sema/sema_part.h"

namespace formola {

std::string SemaShared::path(const Instance* instance) const {
  return instance ? instancePath(*instance, names) : std::string();
}

std::string SemaShared::className(const Instance* classInstance) const {
  if (!classInstance) return "?";
  if (classInstance->isComponent()) {
    return classInstance->type ? className(classInstance->type) : path(classInstance);
  }
  if (!classInstance->node) return std::string(names.text(classInstance->name));
  return library.qualifiedName(*classInstance->node);
}

std::string SemaShared::contextPath(const Context& context) const {
  const Instance* instance = context.scope.instance;
  return instance && instance->isComponent() ? path(instance) : std::string();
}

}  // namespace formola
