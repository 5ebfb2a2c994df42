// An FMU for model exchange as a model that the solvers run.
#pragma once

#include <vector>

#include "fmu/fmu_places.h"
#include "runtime/model_abi.h"

namespace formola::fmu {

// Purpose:    the FMU behind runtime/model_abi.h: its states, derivatives and numbers as Places
//             orders them, its event indicators as relations, its next event as time event. What
//             the FMU does in event mode is its own; it is asked once for each event.
// Requires:   one simulation at a time, from the initialisation on; structural parameters, start
//             values and parameters have been set.
class ExchangeModel {
 public:
  ExchangeModel(const Description& description, const Places& places, Instance& instance,
                double stop, double tolerance);
  ExchangeModel(const ExchangeModel&) = delete;
  ExchangeModel& operator=(const ExchangeModel&) = delete;

  const FmlModel& model() const { return model_; }
  // The integrator has accepted a step that ends here. The FMU is told when it has been moved
  // there; it may ask for an event, which one more relation shows.
  void accepted(double stepEnd) { stepEnd_ = stepEnd; }

 private:
  struct Model : FmlModel {
    ExchangeModel* owner;
  };
  static ExchangeModel& of(const FmlData* d) { return *static_cast<const Model*>(d->model)->owner; }
  FmlStatus initialise(FmlData* d);
  FmlStatus event(FmlData* d);
  FmlStatus derivatives(FmlData* d);
  FmlStatus outputs(FmlData* d);
  FmlStatus crossings(FmlData* d, double* z);
  FmlStatus readAll(FmlData* d);
  FmlStatus answer(FmlData* d, Status status);
  Status moveTo(const FmlData* d);
  void readNominals(FmlData* d);
  void findPattern(const Description& description);
  void findNominals();
  void fillModel();
  FmlStatus completeStep(FmlData* d, const double* z);

  const Description& description_;
  const Places& places_;
  Instance& instance_;
  double stop_, tolerance_;
  Model model_{};
  std::vector<double> nominal_, z_;
  std::vector<int32_t> columns_, rows_;  // of the Jacobian
  bool initialised_ = false;
  bool continuous_ = false;  // the FMU is in continuous-time mode
  bool eventDone_ = false;   // the FMU has been asked in this event
  bool needsCompleted_;
  double stepEnd_ = std::numeric_limits<double>::quiet_NaN();    // of which the FMU does not know
  double wantsEvent_ = std::numeric_limits<double>::infinity();  // from this time on
  bool wantsEnd_ = false;
  double nextEvent_ = std::numeric_limits<double>::infinity();
};

}  // namespace formola::fmu
