// Where annotations say that the code of external functions is (Modelica 3.6, section 12.9.4), and
// what it asks of the gate.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "dae/dae.h"
#include "evaluate/effects.h"

namespace formola {

// Subfolders of LibraryDirectory for this machine; "" is the folder itself.
extern const std::span<const char* const> kOwnPlatforms;

// Where a library of the annotation Library is.
struct LibraryPlace {
  enum class Kind : uint8_t {
    SharedObject,
    Archive,
    Sources,  // C files beside headers
    System,   // nowhere in the folders of the annotations
  };
  Kind kind = Kind::System;
  std::vector<std::string> files;
  std::vector<std::string> includePaths;
};

// Purpose: looks for a library in the subfolders `platforms` of LibraryDirectory (shared or static,
//          static first if `archiveFirst`), then for sources NAME.c or NAME/*.c in the folders of
//          IncludeDirectory.
LibraryPlace locateLibrary(const std::string& name, const ExternalCall& call,
                           std::span<const char* const> platforms, bool archiveFirst);

// X for each #include "X.h" of the annotation that has a source X.c beside it: it stands for the
// library, if that is not there.
std::vector<std::string> sourcesBesideHeaders(const ExternalCall& call);

// Functions of the C library that take numbers by value and give a number: they can do nothing
// else, whoever calls them.
bool isScalarMath(const ExternalCall& call, const ExprPool& pool);

// What an external function asks of the gate, but for the effect and what it is about.
EffectRequest requestOf(const Function& function, const ExprPool& pool);
// That its code may run.
EffectRequest foreignRequest(const Function& function, const ExprPool& pool);

// "a, b, c"
std::string listed(const std::vector<std::string>& words);

}  // namespace formola
