// Where the C functions behind external functions are: in libraries, in sources that are compiled,
// or in the program itself.
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "dae/dae.h"

namespace formola {

struct ExternalAddress {
  void* address = nullptr;
  std::string error;  // why there is none
};

// Loads what external functions need, once. Loaded libraries stay until the program ends, since
// they may keep a state.
class ExternalLibraries {
 public:
  // Purpose: the C (or Fortran) function of an external call.
  // Ensures: looked for in this order: sources of Include; the libraries of Library (shared or
  //          static in the folders of LibraryDirectory, else a source NAME.c in those of
  //          IncludeDirectory, else a library of the system; where a library is missing, sources
  //          beside the headers of Include); the program itself, which has libc and libm.
  // Reference: Modelica 3.6, section 12.9.4.
  ExternalAddress find(const ExternalCall& call);

 private:
  struct Library {
    void* handle = nullptr;
    std::string error;
  };
  Library& library(const std::string& name, const ExternalCall& call);
  Library openLibrary(const std::string& name, const ExternalCall& call);
  Library& included(const ExternalCall& call, const std::string& exported);

  std::map<std::string, Library> libraries_;
  std::unordered_map<std::string, ExternalAddress> known_;
};

}  // namespace formola
