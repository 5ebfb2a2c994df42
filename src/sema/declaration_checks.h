// Checks of declarations: modifiers, base classes, the restrictions of specialised classes,
// prefixes.
#pragma once

#include <string>
#include <unordered_set>

#include "sema/sema_part.h"

namespace formola {

class DeclaredValues;
class Instances;
class Lookup;

class DeclarationChecks : SemaPart {
 public:
  DeclarationChecks(SemaShared& shared, Lookup& lookup, Instances& instances,
                    DeclaredValues& declared)
      : SemaPart(shared), lookup_(lookup), instances_(instances), declared_(declared) {}

  void checkModifiers(Instance* component);
  void checkOuterModifiers(Instance* component);
  void checkModifiedTwice(std::span<const ast::Argument* const> arguments, const Context& context);
  void checkFinal(Instance* component, const ast::ComponentDecl* original);
  // False after a report: the base is not to be added.
  bool checkBase(Instance* derived, const ast::Extends& extends, Instance* base);
  void checkSameClass(Instance* derived, const ClassNode& a, const ClassNode& b);
  // What specialised classes may contain, and where they may be used.
  void checkComponentClass(Instance* component);
  void checkOperator(Instance* instance, const Layout& shape);
  void checkPrefixes(Instance* component);

 private:
  bool checkPath(Instance* component, const ModLayer& layer);
  void checkOneModification(Instance* component, const ModLayer& layer);
  std::string parameterNames(const Layout& shape) const;
  void checkContents(Instance* component);
  bool isCausal(Instance* connector);
  bool isDeclaredAs(const Instance* component, Instance* type);
  const ast::ComponentDecl* prefixedInside(Instance* structured, ast::ConnectorPrefix connector,
                                           ast::Causality causality);

  Lookup& lookup_;
  Instances& instances_;
  DeclaredValues& declared_;
  std::unordered_set<const ast::ComponentDecl*> judged_;  // declarations with a class that is wrong
  std::unordered_set<const ast::ComponentDecl*> prefixesChecked_;
};

}  // namespace formola
