// The functions of FMI 2.0 and 3.0 that an importer calls, declared by the standard's text.
#pragma once

#include <cstddef>
#include <cstdint>

namespace formola::fmu {

// fmi2Status and fmi3Status agree but for fmi2Pending (5).
enum class Status : int { Ok = 0, Warning = 1, Discard = 2, Error = 3, Fatal = 4, Pending = 5 };

using Component = void*;
using Reference = uint32_t;

// ---- the same in both versions

using Free = void(Component);
using Simple = int(Component);
using SetTime = int(Component, double);
using SetStates = int(Component, const double*, size_t);
using GetStates = int(Component, double*, size_t);

// ---- FMI 2.0

namespace fmi2 {

using Boolean = int;
using Logger = void (*)(void* environment, const char* instance, int status, const char* category,
                        const char* message, ...);

struct Callbacks {
  Logger logger;
  void* (*allocateMemory)(size_t, size_t);
  void (*freeMemory)(void*);
  void (*stepFinished)(void*, int);
  void* environment;
};

struct EventInfo {
  Boolean newDiscreteStatesNeeded;
  Boolean terminateSimulation;
  Boolean nominalsOfContinuousStatesChanged;
  Boolean valuesOfContinuousStatesChanged;
  Boolean nextEventTimeDefined;
  double nextEventTime;
};

constexpr int kModelExchange = 0, kCoSimulation = 1;
constexpr int kLastSuccessfulTime = 2;  // of fmi2GetRealStatus
constexpr int kTerminated = 3;          // of fmi2GetBooleanStatus

using GetVersion = const char*();
using Instantiate = Component(const char* name, int kind, const char* token, const char* resources,
                              const Callbacks* callbacks, Boolean visible, Boolean logging);
using SetupExperiment = int(Component, Boolean toleranceDefined, double tolerance, double start,
                            Boolean stopDefined, double stop);
template <typename T>
using Get = int(Component, const Reference*, size_t, T*);
template <typename T>
using Set = int(Component, const Reference*, size_t, const T*);
using NewDiscreteStates = int(Component, EventInfo*);
using CompletedStep = int(Component, Boolean noSetStatePrior, Boolean* enterEventMode,
                          Boolean* terminate);
using DoStep = int(Component, double time, double step, Boolean noSetStatePrior);
using GetRealStatus = int(Component, int kind, double*);
using GetBooleanStatus = int(Component, int kind, Boolean*);
using DirectionalDerivative = int(Component, const Reference* unknowns, size_t nUnknowns,
                                  const Reference* knowns, size_t nKnowns, const double* seed,
                                  double* sensitivity);

}  // namespace fmi2

// ---- FMI 3.0

namespace fmi3 {

using Boolean = bool;
using Logger = void (*)(void* environment, int status, const char* category, const char* message);

using GetVersion = const char*();
using InstantiateModelExchange = Component(const char* name, const char* token,
                                           const char* resources, Boolean visible, Boolean logging,
                                           void* environment, Logger logger);
using InstantiateCoSimulation = Component(const char* name, const char* token,
                                          const char* resources, Boolean visible, Boolean logging,
                                          Boolean eventModeUsed, Boolean earlyReturnAllowed,
                                          const Reference* intermediate, size_t nIntermediate,
                                          void* environment, Logger logger,
                                          void* intermediateUpdate);
using EnterInitialization = int(Component, Boolean toleranceDefined, double tolerance, double start,
                                Boolean stopDefined, double stop);
template <typename T>
using Get = int(Component, const Reference*, size_t, T*, size_t);
template <typename T>
using Set = int(Component, const Reference*, size_t, const T*, size_t);
using UpdateDiscreteStates = int(Component, Boolean* again, Boolean* terminate,
                                 Boolean* nominalsChanged, Boolean* statesChanged,
                                 Boolean* nextEventDefined, double* nextEvent);
using CompletedStep = int(Component, Boolean noSetStatePrior, Boolean* enterEventMode,
                          Boolean* terminate);
using DoStep = int(Component, double time, double step, Boolean noSetStatePrior,
                   Boolean* eventHandlingNeeded, Boolean* terminate, Boolean* earlyReturn,
                   double* lastSuccessfulTime);
// The last two: whether others may interrupt; nobody does here.
using InstantiateScheduledExecution = Component(const char* name, const char* token,
                                                const char* resources, Boolean visible,
                                                Boolean logging, void* environment, Logger logger,
                                                void (*clockUpdate)(void*), void (*lock)(),
                                                void (*unlock)());
using ActivatePartition = int(Component, Reference clock, double time);
using GetClock = int(Component, const Reference*, size_t, Boolean*);
constexpr int kIntervalChanged = 2;  // of fmi3GetIntervalDecimal
using GetInterval = int(Component, const Reference*, size_t, double* intervals, int* qualifiers);
using GetShift = int(Component, const Reference*, size_t, double* shifts);
using GetCount = int(Component, size_t*);
using DirectionalDerivative = int(Component, const Reference* unknowns, size_t nUnknowns,
                                  const Reference* knowns, size_t nKnowns, const double* seed,
                                  size_t nSeed, double* sensitivity, size_t nSensitivity);

using GetDependencyCount = int(Component, Reference, size_t*);
using GetDependencies = int(Component, Reference, size_t* elements, Reference* knowns,
                            size_t* elementsOfKnowns, int* kinds, size_t);

}  // namespace fmi3

}  // namespace formola::fmu
