// What a model may do beyond computing, and who decides.
//
// Everything that runs foreign code, runs a command or changes files on behalf of a model asks an
// EffectGate first. The gate is a value of the compilation: the library holds it while the model is
// read, the flat DAE carries it to wherever functions are evaluated. Without a gate nothing is
// allowed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "diag/diag.h"
#include "source/source.h"

namespace formola {

enum class Effect : uint8_t {
  ForeignCode,  // C or Fortran that a library brings, or any function of the system's libraries
  Command,      // a command of the operating system
  Write,        // a file or folder is made, changed or appended to
  Delete,       // a file or folder is removed, or moved away
  Process,      // the working folder, the environment or the end of the program itself
};

struct EffectRequest {
  Effect effect = Effect::ForeignCode;
  std::string what;      // the C function and where it is from, the command, the file
  std::string function;  // the Modelica function with the external clause
  std::string file;      // where that clause stands
  SourceRange range;     // of the function
};

struct EffectRefusal {
  EffectRequest request;
  std::vector<std::string> untrusted;  // whose trust is missing, for people: "Lib (folder)"
  std::vector<std::string> options;    // what to give to --trust
};

// A file of the compilation.
struct SourceOrigin {
  std::string file;
  std::string library;          // the top-level class that it belongs to
  std::string home;             // the folder or file of that library
  bool within = false;          // the file lies in that folder, or is that file
  bool fromSearchPath = false;  // the library was found on the search path, not named by the user
};

// What a model says to people of its own accord.
enum class Speech : uint8_t {
  Text,     // Streams.print
  Message,  // ModelicaMessage
  Warning,  // ModelicaWarning
};

class EffectGate {
 public:
  virtual ~EffectGate() = default;

  // Each file of classes, before anything in it is evaluated.
  virtual void addSource(const SourceOrigin& source) = 0;
  // A gate of its own for runs of the compiled model, by the same trust. Several threads may ask it
  // at the same time. Before, a model is only translated.
  virtual std::shared_ptr<EffectGate> forSimulation() const = 0;
  // Purpose: whether the effect may happen. May ask the user.
  // Ensures: if not, it is in refusals().
  virtual bool allows(const EffectRequest& request) = 0;
  // A file that the model itself has made in this run: it may remove it again.
  virtual void made(const std::string& file) = 0;
  // A text, with its line ends. Several threads may call this at the same time. Nobody listens
  // unless the gate has a listener.
  virtual void say(Speech /*kind*/, const std::string& /*text*/) {}
  // The model asks for the end of the program, which allows() agreed to. Returns where the program
  // is not the model's to end, as that of somebody who uses the library.
  virtual void endProgram(int /*status*/) {}
  // What was refused, each request once, the latest last.
  virtual std::vector<EffectRefusal> refusals() const = 0;
};

// "the file /x may not be written", for messages of failed evaluations.
std::string refusalText(const EffectRequest& request);
// The refusal as an error at the function's place, with notes: who is not trusted, what to do.
Diagnostic& reportRefusal(const EffectRefusal& refusal, Diagnostics& diagnostics);

}  // namespace formola
