// The types of components and records, and the variables that stand for components in expressions.
#pragma once

#include <unordered_map>
#include <vector>

#include "sema/sema_part.h"

namespace formola {

class Instances;

class ComponentTypes : SemaPart {
 public:
  ComponentTypes(SemaShared& shared, Instances& instances)
      : SemaPart(shared), instances_(instances) {}

  // The class that a record type was made from; null: not known.
  Instance* recordClass(RecordId record) const {
    auto found = recordClasses_.find(record.index());
    return found == recordClasses_.end() ? nullptr : found->second;
  }
  void noteRecordClass(RecordId record, Instance* recordClass) {
    recordClasses_.emplace(record.index(), recordClass);
  }
  TypeId typeOfComponent(Instance* component);
  TypeId recordTypeOf(Instance* recordInstance);
  // Some array in it has a size that is not known.
  bool hasOpenFields(TypeId record) const;
  // The number of a component among all that expressions refer to, given on first use.
  VariableId variableOf(Instance* component);
  Instance* instanceOf(VariableId variable) const { return variables_[variable.index()]; }
  size_t variableCount() const { return variables_.size(); }

 private:
  Instances& instances_;
  std::vector<Instance*> variables_;
  std::unordered_map<uint32_t, Instance*> recordClasses_;  // RecordId -> a class instance
};

}  // namespace formola
