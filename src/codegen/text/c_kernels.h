// Parts of generated C programs that are the same for every model. NAME_ stands for the model,
// @KEYS@ for what CWriter::kernel puts in.
#pragma once

#include <span>
#include <string_view>

namespace formola::text {

// ---- c_kernels.cpp: systems of equations

// Small functions that are written if a text calls them.
struct Helper {
  std::string_view used;
  std::string_view text;
  std::string_view alsoFor = {};  // a helper that calls it
};
extern const std::span<const Helper> kHelpers;
// What is told to the solvers of systems; where there are none of them it means nothing.
struct News {
  std::string_view used;
  std::string_view text;
  bool toNewton;                      // else to linear systems
  std::string_view parameters = "m";  // of the function
};
extern const std::span<const News> kNews;
// Dense elimination with partial pivoting; matrices by columns.
extern const std::string_view kDenseSolver;
// Linear blocks given by residuals: coefficients from unit vectors.
extern const std::string_view kLinearSolver, kSparseSolver, kAffineSolver;
extern const std::string_view kDsblock;

// ---- runtime/kernels, as they stand

extern const std::string_view kSharedNear, kSharedClosePoints, kSharedExtrapolate, kSharedSdirk,
    kSharedBdf, kSharedLasting;
extern const std::string_view kSharedBracket, kSharedReflection, kSharedLeastNorm, kSharedNearest,
    kSharedCurve, kSharedNewton, kSharedTable, kSharedRowMerge, kSharedRowMergeOrientation,
    kSharedRowMergeTransposed;

// ---- c_event_kernels.cpp: what happens at events, as src/solver/events.cpp and
// src/runtime/mixed.cpp do it, without allocation

extern const std::string_view kEventMembers;
extern const std::string_view kMixed;
extern const std::string_view kEvents, kInitEvents, kInitByOtherStates;
extern const std::string_view kHomotopy;

// ---- c_delays.cpp: delay(); c_transports.cpp: spatialDistribution()

extern const std::string_view kDelayLookUp, kLineLookUp;

// ---- c_table_kernels.cpp: tables of the Modelica Standard Library

extern const std::string_view kTables, kTableFiles;

// ---- c_text_kernels.cpp: texts that are made while the program runs, and external objects

extern const std::string_view kKeptTypes, kTexts, kObjectTypes, kObjects, kExternalFailed;
extern const std::span<const Helper> kTextFunctions;

// ---- c_step_kernels.cpp: integration formulas, interface and main program

extern const std::string_view kHistoryMembers, kFormulaMembers, kSdirkMembers, kVariableBdfMembers,
    kPairMembers;
extern const std::string_view kHistory, kHermite;  // the last points and their interpolation
extern const std::string_view kBeginSteps, kKeepIterated;  // parts of kHistory in inlined programs
extern const std::string_view kSolveStage, kStaleJacobians, kSetUnits, kStay, kPredict;
extern const std::string_view kBackwardEuler, kBdf, kTrapezoid, kBi2, kAm3, kSdirk, kSdirkStep,
    kStartUp, kCoupled, kCoupledPair, kVariableBdf, kExplicit;
extern const std::string_view kClear, kClearUnknowns, kClearFunction;
extern const std::string_view kInit, kInterface, kInterfaceInlined, kInterfaceEvents,
    kInterfaceEventsInlined, kEndEvent;
extern const std::string_view kVariableTable;
extern const std::string_view kCountUnsolved, kMain;

}  // namespace formola::text
