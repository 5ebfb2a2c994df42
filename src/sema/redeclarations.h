// Redeclarations of components and classes: which declarations can be exchanged, and by what.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sema/sema_part.h"

namespace formola {

class Instances;
class Lookup;
class Modifiers;

class Redeclarations : SemaPart {
 public:
  Redeclarations(SemaShared& shared, Lookup& lookup, Modifiers& modifiers, Instances& instances)
      : SemaPart(shared), lookup_(lookup), modifiers_(modifiers), instances_(instances) {}

  // What one of the declarations of an element says about exchanging it.
  struct Redeclarable {
    SourceRange range;
    bool isReplaceable = false;
    bool isFinal = false;
    bool isConstant = false;
    bool isProtected = false;
    bool isElement = false;       // of a class, not a modifier
    bool isGiven = false;         // not written for this element, but for the one that it replaces
    bool wasReplaceable = false;  // before a redeclaration without the prefix
  };
  struct DeclaredClass {
    ClassNode* node;
    Scope scope;
    Redeclarable how;
  };
  struct DeclaredComponent {
    const ast::ComponentDecl* decl;
    Scope scope;
    Redeclarable how;
  };
  // False after a report: the rest of the model is not to be judged by it.
  bool checkRedeclaration(Instance* component);
  // Why `given` cannot stand where `needed` is expected (spec 6.4); "" if it can.
  std::string incompatibility(Instance* needed, Instance* given);
  // Reports redeclarations of classes that do not fit, of all classes used so far.
  void checkClassRedeclarations();
  // From the original to the one that counts.
  std::vector<DeclaredComponent> declarationsOf(Instance* component);
  std::vector<DeclaredClass> declarationsOf(Instance* owner, ClassNode& node, Scope lexical,
                                            const LayoutElement* element,
                                            std::span<const ModLayer> layers);
  // `resolved` stands for the last of the declarations; checked by checkClassRedeclarations.
  void noteClass(std::vector<DeclaredClass> declared, Instance* resolved) {
    classRedeclarations_.push_back({std::move(declared), resolved});
  }

 private:
  struct ClassRedeclaration {
    std::vector<DeclaredClass> declared;  // from the original to the one that counts
    Instance* replacement;
  };
  bool mayRedeclare(Symbol name, const Redeclarable& old, const Redeclarable& by,
                    const Context& context);
  std::string unfit(Instance* constraint, Instance* type, size_t ownDimensions);
  void checkClassRedeclaration(const ClassRedeclaration& redeclaration);

  Lookup& lookup_;
  Modifiers& modifiers_;
  Instances& instances_;
  std::vector<ClassRedeclaration> classRedeclarations_;
};

}  // namespace formola
