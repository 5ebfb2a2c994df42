// The instance tree: classes as scopes and components as instances, created when they are needed.
//
// A class Instance stands for a class seen from a scope (a package may be modified, a class
// redeclared); a component Instance for a component of the model. Both have a Layout: the flattened
// list of elements of the class and of its base classes ("parts"), shared by all components of that
// class. Modifiers are kept as layers, outermost first.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "dae/dae.h"
#include "evaluate/value.h"
#include "sema/library.h"
#include "support/slim_vector.h"

namespace formola {

struct Instance;
struct Layout;

// Where a piece of text is looked up: in part `part` of the class of `instance`.
struct Scope {
  Instance* instance = nullptr;
  uint32_t part = 0;
  bool operator==(const Scope&) const = default;
};

// How a value given to a whole array or record reaches one element: x[index] or x.field.
struct Access {
  Symbol field;       // invalid: an index
  int32_t index = 0;  // from 1
  int32_t size = 0;   // of the dimension that the index is in
};

// One modification that applies to an element. An outer layer overrides an inner one.
struct ModLayer {
  const ast::Argument* argument =
      nullptr;  // null for the modification of a declaration or extends clause
  const ast::Modification* modification =
      nullptr;  // what applies here; null while the path isn't walked to its end
  Scope scope;  // where its expressions are looked up
  std::span<const Access> accesses;   // from arrays and records that the value was given to
  uint32_t pathDone = 0;              // parts of argument->name already walked through
  uint8_t level = Confidence::kNone;  // of its text, see Confidence; none: that of where it is used
  uint8_t inherited = 0;              // by how many extends clauses
  bool each = false;  // belongs to the class: not split among the elements of a component array
  bool final = false;
  bool bindingOnly = false;  // a value given to a whole record, on its way to one field
  bool mayBeEach = false;    // of a redeclaration: one value is for every element of an array
  // it applies to a redeclared element since it belongs to what was replaced, see spec 7.3.2
  bool fromConstraint = false;

  bool isRedeclare() const {
    return argument && argument->kind != ast::ArgumentKind::Modify && pathDone == 0;
  }
};

enum class InstanceKind : uint8_t { Class, Component };

// There is one for every variable of the model, and more: members are ordered by size, so that no
// space is lost.
struct Instance {
  Instance* parent =
      nullptr;  // Component: its owner. Class: the instance it is declared in (null: root)
  SlimVector<ModLayer> layers;     // outermost first
  Layout* layout = nullptr;        // Component: that of its class
  SlimVector<Instance*> children;  // by element of the layout; null: not created yet
  Symbol name;
  uint32_t parentPart = 0;

  // ---- classes
  ClassNode* node = nullptr;
  std::unique_ptr<std::unordered_map<Symbol, Instance*>>
      ownClasses;       // created before or after the layout
  FunctionId function;  // a function class that was called
  TypeId recordType;    // a record class that was used as a type

  // ---- components
  const ast::ComponentDecl* decl = nullptr;
  Scope declScope;           // where the declaration is looked up
  Instance* type = nullptr;  // its class
  SlimVector<Size>
      dims;  // of this component (declaration and type); an element of a component array: none
  SlimVector<Instance*> elements;    // of a component array, row-major
  Instance* outerTarget = nullptr;   // of an outer component: the inner one
  std::span<const Access> position;  // of an element of a component array: its subscripts
  std::unique_ptr<Value> value;      // of a constant or structural parameter
  std::unique_ptr<std::vector<Symbol>>
      active;  // expandable connector: members that connections use
  VariableId variable;
  Symbol path;                    // in the names of the flat model; set by flatten, see flatPath
  uint32_t connectionSlot = ~0u;  // of a variable that is connected: see Connections::node
  int32_t connectionCount = 0;    // of a connector: cardinality; counted by flatten
  int32_t local = -1;             // index among the locals of a function
  uint32_t elementIndex = 0;      // in the layout of its owner
  ExprId binding;                 // typed binding, see Bindings::binding
  Variability variability = Variability::Continuous;
  Causality causality = Causality::None;
  bool isElement = false;  // an element of a component array
  bool isArray = false;    // a component array (elements), as opposed to an array of built-in type
  bool resolved = false;   // type, dims, condition and prefixes are known
  bool resolving = false;
  bool removed = false;  // conditional component whose condition is false
  bool isProtected = false;
  bool isFlow = false;
  bool isStream = false;
  bool isInner = false;
  bool isOuter = false;
  bool isFinal = false;
  bool structural = false;  // its value was needed at translation time
  bool broken = false;      // an error in it was reported
  bool evaluating = false;
  bool bindingKnown = false;
  bool valueKnown = false;
  // A node of the virtual connection graph, decided by flatten before equations are typed.
  bool isGraphRoot = false;
  bool isRooted = true;
  InstanceKind kind = InstanceKind::Class;
  // of classes
  bool layoutInProgress = false;
  bool fromRedeclare = false;

  bool isComponent() const { return kind == InstanceKind::Component; }
  Instance* ownClass(Symbol className) const {
    if (!ownClasses) return nullptr;
    auto found = ownClasses->find(className);
    return found == ownClasses->end() ? nullptr : found->second;
  }
  void setOwnClass(Symbol className, Instance* instance) {
    if (!ownClasses) ownClasses = std::make_unique<std::unordered_map<Symbol, Instance*>>();
    (*ownClasses)[className] = instance;
  }
};

// A class definition that contributes elements: the class itself (part 0) and its bases, in
// depth-first order.
struct Part {
  ClassNode* node = nullptr;
  Scope lexical;          // the scope that encloses the class definition
  uint32_t deriving = 0;  // the part whose extends clause names this one
  uint32_t end = 0;       // parts [this, end) are this one and its bases
  const ast::Modification* modification =
      nullptr;                        // of the extends clause; looked up in part `deriving`
  std::vector<ModLayer> classLayers;  // modifiers that belong to the base class as it was found
  bool isProtected = false;           // by a protected extends clause
};

struct LayoutElement {
  Symbol name;
  const ast::ComponentDecl* component = nullptr;
  ClassNode* classNode = nullptr;
  uint32_t part = 0;  // where it is visible (the part that first declares it)
  uint32_t scopePart =
      0;  // where its text is looked up (differs when redeclared in a derived class)
  bool isProtected = false;
  int32_t replaced = -1;  // redeclared in a class body: the original, in Layout::replaced
};

struct LayoutDimension {
  const ast::Expr* size;
  uint32_t part;  // scope
};

struct Layout {
  std::vector<Part> parts;
  std::vector<LayoutElement> elements;
  std::vector<LayoutElement> replaced;
  std::unordered_map<Symbol, uint32_t> index;
  std::vector<std::pair<uint32_t, uint32_t>>
      alsoVisible;  // (element, part): inherited more than once
  struct Again {
    uint32_t element;
    const ast::ComponentDecl* component;  // another declaration of the same name
    uint32_t scopePart;
  };
  std::vector<Again> declaredAgain;
  BaseType builtin = BaseType::None;        // set if the class is or derives from a predefined type
  TypeId enumType;                          // of an enumeration
  std::vector<LayoutDimension> dimensions;  // of array types (type V = Real[3])
  ast::ClassKind classKind = ast::ClassKind::Class;
  bool isExternalObject = false;
  bool isExpandable = false;
  bool isPartial = false;
  bool checked = false;  // what it contains, see DeclarationChecks::checkComponentClass
  bool faulty = false;   // and something wrong was reported about it
  ast::Causality causality = ast::Causality::None;  // connector RealInput = input Real
  ast::ConnectorPrefix connector = ast::ConnectorPrefix::None;

  bool visible(uint32_t element, uint32_t from) const {
    uint32_t part = elements[element].part;
    if (part >= from && part < parts[from].end) return true;
    for (auto [e, p] : alsoVisible) {
      if (e == element && p >= from && p < parts[from].end) return true;
    }
    return false;
  }
};

// The scope of the modifiers in the extends clause (or short class definition) that names part
// `part`: the deriving class, or for "class A = B(x = y)" what encloses A, since A has no text of
// its own to look in.
inline Scope modifierScope(const Layout& layout, uint32_t part, Instance* instance) {
  const Part& deriving = layout.parts[layout.parts[part].deriving];
  if (deriving.node && deriving.node->def && deriving.node->def->form == ast::ClassForm::Short) {
    return deriving.lexical;
  }
  return {instance, layout.parts[part].deriving};
}

// The level of the text of its class: 1 for the model, 2 for its components, ...; none for classes.
inline uint8_t levelOf(const Instance* instance) {
  if (!instance || !instance->isComponent()) return Confidence::kNone;
  int level = 0;
  for (; instance && instance->isComponent(); instance = instance->parent) ++level;
  return static_cast<uint8_t>(std::min(level, Confidence::kNone - 1));
}

// By how many extends clauses the text of a part comes to the class.
inline uint8_t timesInherited(const Layout& layout, uint32_t part) {
  int count = 0;
  for (; part != 0 && count < Confidence::kNone - 1; part = layout.parts[part].deriving) ++count;
  return static_cast<uint8_t>(count);
}

// Whether a component has a condition, by its own declaration or by the one that it replaces.
inline bool isConditional(const Instance& component) {
  const ast::ComponentDecl* original =
      component.parent->layout->elements[component.elementIndex].component;
  return component.decl->condition || (original && original->condition);
}

// The path of a component in the model: a.b[2].c; "" for the model itself.
std::string instancePath(const Instance& instance, const Interner& names);

}  // namespace formola
