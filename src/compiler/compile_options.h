// What a translation is asked for, whoever asks: a command, a program that uses the library, a
// test.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/run_options.h"
#include "compiler/trust.h"
#include "structure/structured_dae.h"
#include "support/disk_cache.h"

namespace formola {

struct CompileOptions {
  std::vector<std::string> libraries;  // folders, looked at before those of MODELICAPATH
  std::vector<std::string> set;        // name=value: modifications of the model
  PassSet disabledPasses;
  // Every intermediate form is verified after each pass. Structured ones always are.
#ifdef FORMOLA_VERIFY
  bool verify = true;
#else
  bool verify = false;
#endif
  bool strict = false;            // broken rules of the language are errors, always
  bool ignoreHints = false;       // residue(x) and relax(x) in equations
  bool inputDifferences = false;  // the method is inlined: its formula differentiates inputs
  bool candidates = false;        // blocks tell what heuristics of tearing would do (inspect)
  bool dynamicStates = true;      // false: nobody is there to exchange states while the model runs
  std::vector<std::string> alwaysStates;  // as with stateSelect = StateSelect.always
  // Given from outside as inputs are; computed, though they are declared as inputs.
  std::vector<std::string> knownVariables, unknownVariables;
  bool fixParameters = false;  // all have their values for good, as with Evaluate = true
  // Variables whose start values become parameters of their own, where they are numbers: so they
  // change without a new translation (startParameter).
  std::vector<std::string> freeStarts;
  std::string explicitStates;  // inline:mixed, a regular expression; "": a cost model decides
  RunOptions run;              // that is planned
  TrustSettings trust;         // whose foreign code may run, beside the bundled library's
  TrustAsk ask;                // about others; empty: they are refused
  ModelVoice voice;            // where what the model says goes
  std::shared_ptr<const DiskCache> cache;  // of earlier translations; null: none
#ifdef FORMOLA_HAVE_LLVM
  std::string backend = "llvm";
#else
  std::string backend = "interp";
#endif

  bool disabled(Pass pass) const { return disabledPasses.contains(pass); }
};

// The parameter that the start value of a variable becomes (CompileOptions::freeStarts).
std::string startParameter(std::string_view variable);

// What --disable-pass leaves out of the structural passes.
StructureOptions structureOptions(const CompileOptions& options);

}  // namespace formola
