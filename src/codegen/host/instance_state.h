// What an instance of a model needs beside FmlData.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "codegen/host/function_substitutes.h"
#include "codegen/host/hidden_random.h"
#include "codegen/host/hosted_model.h"
#include "codegen/host/standard_tables.h"
#include "codegen/lower/texts.h"
#include "evaluate/value.h"

namespace formola::lowered {

// Kept as external object 0 of the instance.
struct InstanceState {
  struct Area {
    std::vector<double> registers;
    std::vector<Value> values;
    // The arguments that each value was computed from; empty: not kept.
    std::vector<std::vector<Value>> arguments;
  };
  std::vector<Area> areas;            // one for each Code
  std::vector<double> functionStack;  // of compiled functions
  std::string explanation;
  // External objects are made when first used, and again after parameters have changed.
  StandardTables tables;
  HiddenRandom random;
  Texts texts;
  std::map<uint32_t, Value> objects;  // by VariableId
  bool borrowed = false;              // they are another instance's, which ends them
  // By FunctionId; null for those that don't just read a table.
  std::unordered_map<uint32_t, const StandardTables::Entry*> readers;
  std::optional<FunctionSubstitutes> substitutes;
};

// Made when first asked for.
InstanceState& stateOf(FmlData* d);

// The external objects of one instance for another one of the same model, or of one made from it:
// what they remember belongs to the point that is computed. `from` must live as long as they are
// used.
void borrowObjects(FmlData* to, const FmlData& from);

// The work area of a code, with room for its registers and values.
InstanceState::Area& areaOf(InstanceState& state, const Code& code);

}  // namespace formola::lowered
