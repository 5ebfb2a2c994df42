// Where the C functions behind external functions are: in libraries, in sources that are compiled,
// or in the program itself.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_map>

#include "dae/dae.h"
#include "evaluate/effects.h"
#include "evaluate/shared_objects.h"

namespace formola {

struct ExternalAddress {
  void* address = nullptr;
  std::string error;     // why there is none
  bool refused = false;  // by the gate
};

// Loads what external functions need, once. Loaded libraries stay until the program ends, since
// they may keep a state.
class ExternalLibraries {
 public:
  // Purpose: the C (or Fortran) function of an external function.
  // Requires: function.external.
  // Ensures: nothing is compiled or loaded unless `gate` allows it (null: refused); functions of
  //          the C library from numbers to a number need no permission. Looked for in this order:
  //          sources of Include; the libraries of Library (shared or static in the folders of
  //          LibraryDirectory, else a source NAME.c in those of IncludeDirectory, else a library of
  //          the system; where a library is missing, sources beside the headers of Include); the
  //          program itself, which has libc and libm.
  // Reference: Modelica 3.6, section 12.9.4.
  ExternalAddress find(const Function& function, const ExprPool& pool, EffectGate* gate);

  // Purpose: one translation unit for the sources of Include of all these functions, each text
  //          once, so that they share what is static in it, as in a program that includes them.
  // Requires: no function among them was looked for.
  // Ensures: what `gate` does not allow is neither compiled nor loaded, as with find(). Where the
  // texts do not go together (two of them define the same name) each function
  //          has a unit of its own, with all functions that have the same texts.
  void unite(std::span<const Function* const> functions, const ExprPool& pool, EffectGate* gate);

 private:
  ExternalAddress load(const ExternalCall& call);
  struct Library {
    void* handle = nullptr;
    std::string error;
  };
  Library& library(const std::string& name, const ExternalCall& call);
  Library openLibrary(const std::string& name, const ExternalCall& call);
  Library& included(const ExternalCall& call, const std::string& exported);

  Library compile(const SharedObjectSource& source);
  bool isInLibraries(const ExternalCall& call, const std::string& name);
  const Library* unitOf(const ExternalCall& call) const;

  std::map<std::string, Library> libraries_;
  Library united_;                     // see unite
  std::set<std::string> unitedTexts_;  // of Include
  std::unordered_map<std::string, ExternalAddress> known_;
};

}  // namespace formola
