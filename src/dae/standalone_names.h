// Names of a flat text that stands alone: each a single identifier, in quotes where it must be.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "dae/dae.h"

namespace formola {

// Purpose:    `a.b[2].x` is a name for people; declared, it is no Modelica. Here it is written
// 'a.b[2].x', and what
//             has a definition of its own (functions, records, enumerations, classes of external
//             objects) gets a name that nothing else has, since all of them are at the top of one
//             text: of two record types that differ in a size only, one.
// Ensures:    variables and locals keep their names. What was asked for is remembered, so that its
// definition can
//             be written too.
// Complexity: linear in the number of variables, locals and functions.
class StandaloneNames {
 public:
  explicit StandaloneNames(const Dae& dae);

  static std::string quoted(std::string_view name);
  std::string model() const { return model_; }
  std::string function(FunctionId id) const { return functions_[id.index()]; }
  std::string record(RecordId id);
  std::string enumeration(EnumId id);
  std::string externalObject(std::string_view name) const;
  // "Real", a record's name, ... without dimensions.
  std::string baseType(const Type& type);

  // Asked for since the last call of this, in the order of their ids.
  std::set<uint32_t> takeRecords() { return std::exchange(newRecords_, {}); }
  const std::set<uint32_t>& enumerations() const { return usedEnums_; }

  // What cannot be said in Modelica, each once.
  void cannot(std::string what) { problems_.insert(std::move(what)); }
  const std::set<std::string>& problems() const { return problems_; }

 private:
  std::string unique(std::string_view name);
  std::string nameFunction(const Function& function);

  const Dae& dae_;
  std::unordered_set<std::string> taken_;
  std::string model_;
  std::vector<std::string> functions_;  // by FunctionId
  std::unordered_map<std::string, std::string> objects_;
  std::unordered_map<uint32_t, std::string> records_, enums_;
  std::set<uint32_t> newRecords_, usedEnums_;
  std::set<std::string> problems_;
};

// The class of external objects that a function makes or ends; "" where it does neither.
std::string externalObjectOf(const Function& function, const ExprPool& pool);

}  // namespace formola
