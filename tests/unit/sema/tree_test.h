// Lookup and instantiation alone: what expressions mean is said by the test.
#pragma once

#include <optional>
#include <unordered_map>
#include <utility>

#include "sema/declaration_checks.h"
#include "sema/declared_values.h"
#include "sema/instances.h"
#include "sema/lookup.h"
#include "sema/modifiers.h"
#include "sema/redeclarations.h"
#include "sema_test.h"

namespace formola {

// Conditions that are literals, and dimensions by the name of the component.
class GivenValues : public DeclaredValues {
 public:
  std::optional<bool> condition(const ast::Expr& condition, Scope) override {
    ++conditions;
    if (const auto* literal = condition.dynAs<ast::BooleanExpr>()) return literal->value;
    return std::nullopt;
  }
  std::vector<Size> evaluateDims(Instance* component) override {
    auto found = dims.find(component->name);
    return found == dims.end() ? std::vector<Size>() : found->second;
  }
  bool givesSameValue(const ModLayer&, const ModLayer&) override { return false; }

  std::unordered_map<Symbol, std::vector<Size>> dims;
  int conditions = 0;
};

class TreeTest : public SourcesTest {
 protected:
  // A class by its name from the top.
  Instance* classNamed(std::string_view text) {
    return lookup.lookupClass(name(text), {instances.root(), 0});
  }
  Instance* model(std::string_view text, const ast::Modification* overrides = nullptr) {
    Instance* found = classNamed(text);
    return found ? instances.instantiateModel(found, overrides) : nullptr;
  }
  // A component below another one, resolved.
  Instance* at(Instance* owner, std::initializer_list<std::string_view> path) {
    for (std::string_view part : path) {
      owner = owner ? instances.member(owner, symbol(part)) : nullptr;
      if (owner) instances.resolve(owner);
    }
    return owner;
  }
  std::string typeName(const Instance* component) const {
    return component ? shared.className(component->type) : std::string();
  }

  SemaLimits limits;
  SemaShared shared{sources, library, pool, diagnostics, pool->names, limits};
  GivenValues given;
  struct Parts {
    Parts(SemaShared& all, DeclaredValues& declared)
        : modifiers(all),
          lookup(all, instances),
          instances(all, lookup, modifiers, checks, redeclarations, declared),
          checks(all, lookup, instances, declared),
          redeclarations(all, lookup, modifiers, instances) {}
    Modifiers modifiers;
    Lookup lookup;
    Instances instances;
    DeclarationChecks checks;
    Redeclarations redeclarations;
  } tree{shared, given};
  Modifiers& modifiers = tree.modifiers;
  Lookup& lookup = tree.lookup;
  Instances& instances = tree.instances;
  Redeclarations& redeclarations = tree.redeclarations;
};

}  // namespace formola
