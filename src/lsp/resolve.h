// What a name in a text means: its declaration, found as the compiler finds it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/workspace.h"
#include "sema/instance.h"

namespace formola {
class Sema;
}  // namespace formola

namespace formola::lsp {

// A declaration: a component or a class. Null instance: nothing was found.
struct Declared {
  Instance* instance = nullptr;
  explicit operator bool() const { return instance != nullptr; }
  bool isComponent() const { return instance && instance->isComponent(); }
  // Its name in the text that declares it; invalid for predefined types.
  SourceRange range() const;
};

// Look-ups for one file. Nothing is reported, and half-typed texts are no reason to fail.
class Resolver {
 public:
  Resolver(Workspace& workspace, const OpenFile& file) : Resolver(workspace.lookups(file), file) {}
  Resolver(Compilation& compilation, const OpenFile& file);

  Sema& sema() { return sema_; }
  const SourceManager& sources() const { return compilation_.sources(); }

  // The class around the offset as a scope; null: outside of all classes.
  Instance* classAt(uint32_t offset);
  // A path a.b.c as seen from a class.
  Declared find(Instance* scope, const std::vector<std::string>& path, bool global = false);
  // The member of a class, or of a component's class.
  Declared member(const Declared& owner, std::string_view name);
  // The class itself, or that of a component.
  Instance* classOf(const Declared& declared);

  // The name under the cursor, up to the part that it is on.
  Declared at(uint32_t offset);

  // All elements of a class, its own and those it inherits, public ones first asked for.
  struct Element {
    std::string name;
    Declared declared;
    bool isProtected = false;
  };
  std::vector<Element> elements(Instance* classInstance);
  // Names of classes directly in a class or package, parsed or not.
  std::vector<std::string> nestedNames(Instance* classInstance);

  // "unit" of a component, given in its declaration or by its type; "" if there is none.
  std::string unitOf(const Declared& component);
  const ast::ClassDef* defOf(Instance* classInstance) const;

 private:
  // Nothing: the name there is none of a modifier.
  std::optional<Declared> modifierAt(Instance* scope, uint32_t offset);

  const OpenFile& file_;
  Compilation& compilation_;
  Sema& sema_;
  Diagnostics::Mute mute_;
};

// The path of names that ends at token i: a.b[2].c gives {"a", "b", "c"}.
struct TokenPath {
  std::vector<std::string> parts;
  bool global = false;
  size_t first = 0;  // its first token
};
TokenPath pathEndingAt(const edit::TokenList& tokens, size_t i);

}  // namespace formola::lsp
