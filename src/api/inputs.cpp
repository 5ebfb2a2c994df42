// Inputs over time.
#include <cmath>

#include "api/handles.h"
#include "compiler/input_file.h"

using formola::api::complain;
using formola::api::guarded;

namespace {

using namespace formola;

// Of later simulations, and of one that is stepped by hand from its present time on.
formola_status drive(formola_run* run, VariableId id,
                     std::shared_ptr<const runtime::InputSignal> signal) {
  run->numbers.erase(id.index());
  if (run->stepped) {
    const Slot slot = run->stepped->slot(std::string(run->model->model().name(id)));
    if (slot.index >= 0) run->stepped->stepper().setInput(slot.index, signal);
  }
  run->inputs[id.index()] = std::move(signal);
  return FORMOLA_OK;
}

formola_status findInput(formola_run* run, const char* name, VariableId& id) {
  if (const formola_status status = api::findVariable(run, name, id); status != FORMOLA_OK)
    return status;
  if (run->model->isInput(id)) return FORMOLA_OK;
  return complain(run, std::string(name) + " is no input of the model");
}

}  // namespace

formola_status formola::api::setInput(formola_run* run, VariableId id, double value) {
  if (std::string wrong =
          wrongInput(run->model->model(), id, {0}, {value}, runtime::Interpolation::Hold);
      !wrong.empty())
    return complain(run, std::move(wrong));
  return drive(run, id, runtime::constantInput(value));
}

formola_status formola_run_set_input_table(formola_run* run, const char* name, size_t count,
                                           const double* times, const double* values,
                                           formola_interpolation interpolation) {
  return guarded(run, [&] {
    VariableId id;
    if (const formola_status status = findInput(run, name, id); status != FORMOLA_OK) return status;
    if (times == nullptr || values == nullptr)
      return complain(run, "the times or values of a table are missing");
    std::vector<double> t(times, times + count), v(values, values + count);
    const auto kind = interpolation == FORMOLA_HOLD ? runtime::Interpolation::Hold
                                                    : runtime::Interpolation::Linear;
    if (std::string wrong = wrongInput(run->model->model(), id, t, v, kind); !wrong.empty())
      return complain(run, std::move(wrong));
    return drive(run, id, std::make_shared<runtime::InputTable>(std::move(t), std::move(v), kind));
  });
}

formola_status formola_run_set_input_function(formola_run* run, const char* name,
                                              formola_input function, void* context) {
  return guarded(run, [&] {
    VariableId id;
    if (const formola_status status = findInput(run, name, id); status != FORMOLA_OK) return status;
    if (function == nullptr) return complain(run, "the function is missing");
    if (!run->model->model().isReal(id))
      return complain(run, std::string(name) +
                               " is no Real: give it a table, since nobody knows when a function "
                               "jumps");
    return drive(run, id,
                 std::make_shared<runtime::InputFunction>(
                     [flag = run->flag, function, context](double time) {
                       double value = NAN;
                       if (function(context, time, &value) != 0) {
                         *flag = true;
                         value = NAN;
                       }
                       return value;
                     }));
  });
}

formola_status formola_run_set_input_file(formola_run* run, const char* path) {
  return guarded(run, [&] {
    if (path == nullptr) return complain(run, "the path is missing");
    std::string error;
    const InputSignals inputs = readInputs(path, run->model->model(), error);
    if (!error.empty()) return complain(run, std::move(error));
    for (const auto& [id, signal] : inputs) drive(run, id, signal);
    return FORMOLA_OK;
  });
}
