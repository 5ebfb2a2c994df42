// All names that stand in a class, with what they are used for.
#pragma once

#include <functional>
#include <vector>

#include "syntax/ast.h"

namespace formola::edit {

enum class NameRole : uint8_t {
  Value,     // a component reference in an expression or connect
  Function,  // what is called
  Type,      // of a component, a base class, a constraining class
  Import,
  Modifier,  // x in a(x = 1), a(redeclare T x) and f(x = 1); within annotations too
};

// One name. The class in which it is looked up is the innermost one around it.
struct NameUse {
  NameRole role;
  const ast::Name* name;
  const ast::ClassDef* where;
  bool iterator = false;  // its first part is the iterator of a loop around it
  // Modifier: the type whose element is modified, or the function, and the path to it through outer
  // modifiers. No type within annotations, which have names of their own.
  const ast::Name* modified = nullptr;
  const std::vector<Symbol>* path = nullptr;
  bool annotation = false;  // within an annotation
};

using NameVisitor = std::function<void(const NameUse&)>;

// What a list of modifiers stands behind.
enum class ModifierPlace : uint8_t { Component, Extends, ShortClass, Constraint, Element, Call };

// A list of modifiers, or the place where one could stand; the arguments of a call. None within
// annotations.
struct ModifierList {
  ModifierPlace place;
  const ast::Name* type;                          // whose elements are modified; the function
  const std::vector<Symbol>* path;                // Element: from the type through outer lists
  const ast::Modification* list;                  // null: none is written
  const ast::ClassDef* where;                     // as of a NameUse
  const ast::ComponentDecl* component = nullptr;  // Component: also one that is redeclared
  const ast::CallExpr* call = nullptr;            // Call
};

using ModifierListVisitor = std::function<void(const ModifierList&)>;

// Visits every name of `def` and of the classes in it, in no fixed order. What is visited lives as
// long as the call.
void forEachName(const ast::ClassDef& def, const NameVisitor& visit);

// Visits every list of modifiers of `def` and of the classes in it, outer lists before those in
// them. What is visited lives as long as the call.
void forEachModifierList(const ast::ClassDef& def, const ModifierListVisitor& visit);

// Visits `def` and the classes written in it, outer ones first.
void forEachClass(const ast::ClassDef& def, const std::function<void(const ast::ClassDef&)>& visit);

// Visits the equations of a section with those inside branches and loops.
void forEachEquation(std::span<const ast::Equation* const> equations,
                     const std::function<void(const ast::Equation&)>& visit);

}  // namespace formola::edit
