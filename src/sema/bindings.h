// The values and attributes that declarations and modifiers give components, typed.
#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sema/sema_part.h"

namespace formola {

class ArrayValues;
class ComponentTypes;
class DeclaredValues;
class ExprTyper;
class Instances;
class Lookup;
class Modifiers;
class RecordValues;
class ReferenceTyper;

class Bindings : SemaPart {
 public:
  Bindings(SemaShared& shared, Lookup& lookup, Modifiers& modifiers, Instances& instances,
           DeclaredValues& declared, ArrayValues& values, ComponentTypes& componentTypes,
           RecordValues& records, ReferenceTyper& references, ExprTyper& typer)
      : SemaPart(shared),
        lookup_(lookup),
        modifiers_(modifiers),
        instances_(instances),
        declared_(declared),
        values_(values),
        componentTypes_(componentTypes),
        records_(records),
        references_(references),
        typer_(typer) {}

  // The typed binding of a component (from the outermost modifier that gives one), converted to its
  // type; invalid: none.
  ExprId binding(Instance* component);
  // Where the value of a component is given; its name in the declaration if nowhere.
  SourceRange bindingPlace(Instance* component);
  // Where the value of a component was given.
  Confidence bindingConfidence(Instance* component);
  // A builtin attribute ("start", "unit") as it is written, not yet of the type of the attribute;
  // invalid: not given.
  ExprId attribute(Instance* component, Symbol name, SourceRange* place = nullptr,
                   Confidence* confidence = nullptr);
  // What one modifier gives a component: the value itself, or a part of that of a whole array or
  // record. Invalid: nothing.
  ExprId layerValue(Instance* component, const ModLayer& layer, Context& context);
  // Goes as deep into `source` as it is written out; what remains to be taken from its value is
  // left.
  std::span<const Access> takeWrittenParts(const ast::Expr*& source,
                                           std::span<const Access> accesses,
                                           const Context& context);

 private:
  struct ElementValue {
    std::vector<int64_t> at;  // one subscript for each dimension
    ExprId value;
    SourceRange range;
  };
  // The binding as a whole; values of single elements are collected.
  ExprId typeBinding(Instance* component, std::vector<ElementValue>& elements);
  void replaceElements(Instance* component, std::span<const ElementValue> elements);
  const ast::Expr* writtenPart(const ast::Expr* source, const Access& access,
                               const Context& context);
  // What a record that `source` names has for the constant field that `accesses` lead to; invalid:
  // it names no component, or nothing is known. (Values of records have no constant fields.)
  ExprId constantField(const ast::Expr* source, std::span<const Access> accesses, Context& context);
  struct AttributeElement {
    std::vector<int64_t> at;  // one subscript for each dimension
    ExprId value;
  };
  // What one modifier gives as the attribute. Invalid: nothing, or an error that was reported.
  ExprId attributeValue(Instance* component, Symbol name, const ModLayer& layer);
  ExprId attributeElements(Instance* component, Symbol name, ExprId whole,
                           std::span<const ModLayer> single);

  Lookup& lookup_;
  Modifiers& modifiers_;
  Instances& instances_;
  DeclaredValues& declared_;
  ArrayValues& values_;
  ComponentTypes& componentTypes_;
  RecordValues& records_;
  ReferenceTyper& references_;
  ExprTyper& typer_;
  std::unordered_set<const ast::Expr*> wrongRecords_;  // values reported as of another type
  struct BindingKey {
    const ast::Expr* expr;
    const Instance* instance;
    uint32_t part;
    bool operator==(const BindingKey&) const = default;
  };
  struct BindingKeyHash {
    size_t operator()(const BindingKey& k) const {
      return (reinterpret_cast<size_t>(k.expr) * 31 + reinterpret_cast<size_t>(k.instance)) * 31 +
             k.part;
    }
  };
  std::unordered_map<BindingKey, ExprId, BindingKeyHash> sharedBindings_;
};

}  // namespace formola
