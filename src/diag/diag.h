// Diagnostics: errors in the user's model, collected with source ranges, notes and instance paths.
//
// All codes stand in diagnostics.def; who reports one includes the header of its family,
// "diag/codes/FAMILY.h" (see diag_code.h). Passes report and go on where they can, so that one run
// shows all errors.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "diag/diag_code.h"
#include "source/source.h"

namespace formola {

enum class Severity : uint8_t { Note, Warning, Error };

std::string_view codeName(DiagCode code);
std::string_view severityName(Severity severity);  // "note", "warning", "error"
// What breaks a rule of the language and has one clear meaning all the same is `Lenient` in the
// table: a warning, and with `strict` an error.
Severity severityOf(DiagCode code, bool strict = false);
bool isLenient(DiagCode code);
std::string_view formatOf(DiagCode code);

struct DiagNote {
  std::string message;
  SourceRange range;  // may be invalid
};

struct Diagnostic {
  DiagCode code;
  Severity severity;
  std::string message;
  SourceRange range;     // may be invalid
  std::string instance;  // instance path "a.b[2].c", or empty
  std::vector<DiagNote> notes;

  Diagnostic& note(std::string text, SourceRange at = {});
  Diagnostic& in(std::string instancePath);
};

class Diagnostics {
 public:
  explicit Diagnostics(const SourceManager& sources) : sources_(sources) {}

  // Reports; the returned reference is valid until the next report. An identical diagnostic (code,
  // range, message) is kept once: the reference is then to a scratch copy, so that notes are not
  // added twice. Amortised O(1).
  template <typename... Args>
  Diagnostic& report(DiagCode code, SourceRange range, const Args&... args) {
    return add(code, range, fmt::vformat(formatOf(code), fmt::make_format_args(args...)));
  }

  // Whether broken rules are errors where their meaning is clear (--strict).
  bool strict() const { return strict_; }
  void setStrict(bool strict) { strict_ = strict; }

  bool hasErrors() const { return errorCount_ > 0; }
  size_t errorCount() const { return errorCount_; }
  const std::vector<Diagnostic>& all() const { return items_; }
  const SourceManager& sources() const { return sources_; }

  // While muted, reports are thrown away (errors are still counted in mutedErrors): used to try
  // something.
  class Mute {
   public:
    explicit Mute(Diagnostics& owner) : owner_(owner) { ++owner_.muted_; }
    ~Mute() { --owner_.muted_; }
    Mute(const Mute&) = delete;
    Mute& operator=(const Mute&) = delete;

   private:
    Diagnostics& owner_;
  };
  size_t mutedErrors() const { return mutedErrors_; }

  // Reports count although someone tries something: a file is read once, and what is wrong with it
  // would not be said again.
  class Listen {
   public:
    explicit Listen(Diagnostics& owner) : owner_(owner), muted_(std::exchange(owner.muted_, 0)) {}
    ~Listen() { owner_.muted_ = muted_; }
    Listen(const Listen&) = delete;
    Listen& operator=(const Listen&) = delete;

   private:
    Diagnostics& owner_;
    int muted_;
  };

 private:
  Diagnostic& add(DiagCode code, SourceRange range, std::string message);

  const SourceManager& sources_;
  std::vector<Diagnostic> items_;
  std::unordered_multimap<uint64_t, uint32_t>
      index_;  // hash of (code, range, message) -> item; never iterated
  Diagnostic scratch_{};
  size_t errorCount_ = 0;
  size_t mutedErrors_ = 0;
  int muted_ = 0;
  bool strict_ = false;
};

struct RenderOptions {
  bool color = false;
  size_t maxErrors = 50;  // further ones are counted in a closing line
};

// "file:line:column: error: message [Code]", the source line with the range underlined, the
// instance path and notes.
std::string renderText(const Diagnostics& diagnostics, const RenderOptions& options);
// One JSON object per line; keys severity, code, message, file, line, column, endLine, endColumn,
// instance, notes.
std::string renderJson(const Diagnostics& diagnostics);

// The candidate most similar to `name` (edit distance, case-insensitive match first), or "" if none
// is close.
std::string didYouMean(std::string_view name, const std::vector<std::string_view>& candidates);

}  // namespace formola
