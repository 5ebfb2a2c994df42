// The instance tree: classes as scopes and components as instances, made when they are asked for.
//
// What the text of a declaration says (its condition, its sizes) is asked of `DeclaredValues`;
// nothing else of the typing of expressions is needed.
#pragma once

#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sema/sema_part.h"

namespace formola {

class DeclarationChecks;
class DeclaredValues;
class Lookup;
class Modifiers;
class Redeclarations;

class Instances : SemaPart {
 public:
  Instances(SemaShared& shared, Lookup& lookup, Modifiers& modifiers, DeclarationChecks& checks,
            Redeclarations& redeclarations, DeclaredValues& declared)
      : SemaPart(shared),
        lookup_(lookup),
        modifiers_(modifiers),
        checks_(checks),
        redeclarations_(redeclarations),
        declared_(declared) {
    addPredefined();
  }

  // What stands for a class after an error: it has no elements.
  Layout* emptyLayout() { return &emptyLayout_; }
  // Real, Integer, ..., StateSelect; null if the name is of no predefined type.
  Instance* predefined(Symbol name) const {
    auto found = predefined_.find(name);
    return found == predefined_.end() ? nullptr : found->second;
  }
  Instance* root() { return root_; }
  // The model to be flattened as an instance. `overrides`: modifications from the command line, may
  // be null.
  Instance* instantiateModel(Instance* classInstance, const ast::Modification* overrides);
  // The layout of a class; never null (an empty one after an error).
  Layout* layout(Instance* classInstance);
  // The child component or class for an element of the layout, created on demand.
  Instance* child(Instance* owner, uint32_t element);
  // The type, dimensions and prefixes of a component.
  void resolve(Instance* component);
  // A member by name as seen from outside (any part); null if there is none.
  Instance* member(Instance* owner, Symbol name);
  // An outer component's inner one, else the component itself.
  Instance* target(Instance* component);
  // What its own class means by the name of a component that is both inner and outer: the one
  // around it.
  Instance* localTarget(Instance* component);
  // Inner components that were added to the model because an outer one has none (spec 5.4).
  const std::vector<Instance*>& implicitInners() const { return implicitInners_; }
  // Element `index` (row-major, from 0) of a component array.
  Instance* element(Instance* array, size_t index);
  // Class kind of a component's or class's layout, following short classes.
  bool isConnector(Instance* component);
  bool isRecord(Instance* component);
  bool isLeaf(Instance* component) const { return component->layout->builtin != BaseType::None; }
  // StateSelect, AssertionLevel
  TypeId predefinedEnumeration(std::string_view name) {
    return predefined_.at(names_.intern(name))->layout->enumType;
  }
  // Adds the member `name` to an expandable connector, declared like the component that is
  // connected to it; `dims` are its dimensions there (spec 9.1.3).
  Instance* addMember(Instance* connector, Symbol name, Instance* like,
                      const std::vector<Size>& dims);
  // The class `name` of a class or component, redeclared where modifiers say so. `element`: that of
  // the layout, null for a class that is written in `owner` itself.
  Instance* classChild(Instance* owner, Symbol name, const LayoutElement* element);
  // A new class instance; who asks keeps it.
  Instance* makeClass(ClassNode* node, Scope lexical, std::vector<ModLayer> layers);

 private:
  friend class LayoutBuilder;

  Instance* newInstance() {
    if (chunks_.empty() || instancesUsed_ == kInstanceChunk) {
      chunks_.push_back(std::make_unique<Instance[]>(kInstanceChunk));
      instancesUsed_ = 0;
    }
    return &chunks_.back()[instancesUsed_++];
  }
  bool tooManyInstances(Instance* instance);
  void addPredefined();
  Instance* resolveShortAlias(Instance* classInstance);
  void addConstraint(Instance* instance, const ast::Modification* modification, Scope scope);
  void buildLayout(Instance* classInstance, Layout& layout);
  void addBase(Instance* derived, Layout& layout, uint32_t derivingPart, Instance* base,
               const ast::Modification* modification, bool isProtected, SourceRange range);
  void addInherited(Instance* derived, Layout& layout, const LayoutElement& element);
  void addStored(Instance* derived, Layout& layout, Instance* base, uint32_t part,
                 bool isProtected);
  void joinInherited(Instance* derived, Layout& layout, uint32_t at, const LayoutElement& copy);
  Instance* makeComponent(Instance* owner, uint32_t elementIndex);
  void evaluateCondition(Instance* component, const ast::ComponentDecl* original);
  void takePrefixes(Instance* component, const ast::ComponentDecl* original);
  bool recursesTooDeep(Instance* component, const ast::ComponentDecl* original);
  Instance* findInner(Instance* outer);
  Instance* implicitInner(Instance* outer);

  Lookup& lookup_;
  Modifiers& modifiers_;
  DeclarationChecks& checks_;
  Redeclarations& redeclarations_;
  DeclaredValues& declared_;
  static constexpr size_t kInstanceChunk = 256;
  std::vector<std::unique_ptr<Instance[]>> chunks_;  // they never move
  size_t instancesUsed_ = 0;                         // of the last chunk
  std::deque<Layout> layouts_;
  Layout emptyLayout_;
  Instance* root_ = nullptr;
  std::unordered_map<Symbol, Instance*> predefined_;
  std::unordered_map<const Instance*, std::vector<ModLayer>> constraints_;  // of short classes
  std::vector<Instance*> implicitInners_;
  int classDepth_ = 0;
};

}  // namespace formola
