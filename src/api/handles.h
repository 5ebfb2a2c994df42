// What is behind the pointers of include/formola/formola.h.
#pragma once

#include <formola/formola.h>

#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "analysis/linear_system.h"
#include "analysis/sensitivities.h"
#include "compiler/translated_model.h"
#include "results/memory_sink.h"

struct formola_session {
  formola::ModelSources sources;
  std::vector<std::string> libraries;
  std::string message;
};

struct formola_model {
  std::shared_ptr<formola::TranslatedModel> translated;
  std::string name, message, diagnosticText, inspected;
  // Diagnostics as data, notes behind what they belong to.
  struct Entry {
    formola_severity severity;
    std::string code, text, file, instance;
    uint32_t line = 0, column = 0, endLine = 0, endColumn = 0;
  };
  std::vector<Entry> diagnostics;
  // What formola_variable points to, by the index of the variable.
  struct Texts {
    std::string name, description, unit, displayUnit;
  };
  std::vector<Texts> texts;
};

struct formola_run {
  std::shared_ptr<formola::TranslatedModel> model;
  std::map<uint32_t, double> numbers;         // by VariableId
  std::map<std::string, std::string> values;  // by name, as Modelica text
  std::map<uint32_t, std::shared_ptr<const formola::runtime::InputSignal>> inputs;  // likewise
  std::string message;
  // Functions of inputs keep it: a saved state may have them when the run is gone.
  std::shared_ptr<std::atomic<bool>> flag = std::make_shared<std::atomic<bool>>(false);
  std::atomic<bool>& cancelled = *flag;
  std::unique_ptr<formola::results::MemorySink> results;
  formola::solver::SimulationReport report;
  std::unique_ptr<formola::SteppedRun> stepped;          // after formola_run_start
  std::vector<std::pair<std::string, double>> drifting;  // of the last steady state
  formola::analysis::Sensitivities sensitivities;        // of the last simulation with them
  std::string answer;                                    // to the last question, as JSON
};

struct formola_linear {
  formola::analysis::LinearSystem system;
};

struct formola_state {
  std::shared_ptr<formola::TranslatedModel> model;
  std::shared_ptr<const formola::CompiledModel> code;
  formola::RunSettings settings;  // without what belongs to the run
  formola::solver::SimulationState state;
};

namespace formola::api {

// Calls `work`, which returns a status; nothing is thrown across the interface.
template <typename Object, typename Work>
formola_status guarded(Object* object, Work&& work) {
  if (object == nullptr) return FORMOLA_USAGE_ERROR;
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return FORMOLA_OUT_OF_MEMORY;
  } catch (const std::exception& e) {
    object->message = e.what();
    return FORMOLA_USAGE_ERROR;
  }
}

template <typename Object>
formola_status complain(Object* object, std::string message) {
  object->message = std::move(message);
  return FORMOLA_USAGE_ERROR;
}

// The structure of a caller who may know fewer of its members; NULL: all zero. False: its size is
// wrong.
template <typename Structure>
bool take(const Structure* from, Structure& to) {
  to = {};
  if (from == nullptr) return true;
  if (from->size < sizeof(size_t) || from->size > sizeof(Structure)) return false;
  std::memcpy(&to, from, from->size);
  return true;
}

// Fills such a structure.
template <typename Structure>
formola_status give(const Structure& value, Structure* to) {
  if (to == nullptr || to->size < sizeof(size_t) || to->size > sizeof(Structure))
    return FORMOLA_USAGE_ERROR;
  const size_t size = to->size;
  std::memcpy(to, &value, size);
  to->size = size;
  return FORMOLA_OK;
}

// The variable of that name, or a complaint.
formola_status findVariable(formola_run* run, const char* name, VariableId& id);
// A value that an input has from now on.
formola_status setInput(formola_run* run, VariableId id, double value);
// What the options, the experiment annotation and the values of the run say.
// `usual`: the method where none is given.
formola_status plan(formola_run* run, const formola_options& options, RunSettings& settings,
                    solver::Method usual = solver::Method::Ida);
RunValues valuesOf(const formola_run& run);
// After a simulation of the run: keeps its report; what came of it.
formola_status conclude(formola_run* run, TranslatedModel::Run&& done);
// What came of run->report, with the code that ran.
formola_status tell(formola_run* run, const CompiledModel& code, const std::string& error);

// "; did you mean 'x'?" or "".
std::string suggestion(const TranslatedModel& model, std::string_view name);

}  // namespace formola::api
