#include "diag/diag.h"

#include <algorithm>

#include "diag/codes/all.h"
#include "support/assert.h"

namespace formola {

namespace {

enum class Judgement : uint8_t { Note, Warning, Lenient, Error };

struct TableEntry {
  DiagCode code;
  Judgement judgement;
  std::string_view name;
  std::string_view format;
};

constexpr TableEntry kTable[] = {
#define DIAG_FAMILY(name)
#define DIAG(severity, code, text) {diag::code, Judgement::severity, #code, text},
#include "diag/diagnostics.def"
#undef DIAG
#undef DIAG_FAMILY
};
static_assert(std::ranges::is_sorted(kTable, {}, &TableEntry::code));

const TableEntry& entryOf(DiagCode code) {
  const TableEntry* entry = std::ranges::lower_bound(kTable, code, {}, &TableEntry::code);
  FORMOLA_ASSERT(entry != std::end(kTable) && entry->code == code);
  return *entry;
}

uint64_t mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9E3779B97F4A7C15ull + (hash << 6) + (hash >> 2);
  return hash;
}

}  // namespace

std::string_view codeName(DiagCode code) {
  return entryOf(code).name;
}
Severity severityOf(DiagCode code, bool strict) {
  switch (entryOf(code).judgement) {
    case Judgement::Note:
      return Severity::Note;
    case Judgement::Warning:
      return Severity::Warning;
    case Judgement::Lenient:
      return strict ? Severity::Error : Severity::Warning;
    case Judgement::Error:
      return Severity::Error;
  }
  return Severity::Error;
}
bool isLenient(DiagCode code) {
  return entryOf(code).judgement == Judgement::Lenient;
}
std::string_view formatOf(DiagCode code) {
  return entryOf(code).format;
}

std::string_view severityName(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  return "error";
}

Diagnostic& Diagnostic::note(std::string text, SourceRange at) {
  notes.push_back({std::move(text), at});
  return *this;
}

Diagnostic& Diagnostic::in(std::string instancePath) {
  instance = std::move(instancePath);
  return *this;
}

Diagnostic& Diagnostics::add(DiagCode code, SourceRange range, std::string message) {
  Severity severity = severityOf(code, strict_);
  if (isLenient(code) && !strict_) message += " (accepted; an error with --strict)";
  if (muted_ > 0) {
    if (severity == Severity::Error) ++mutedErrors_;
    scratch_ = {code, severity, std::move(message), range, {}, {}};
    return scratch_;
  }

  uint64_t key = std::hash<std::string_view>{}(message);
  key = mix(key, static_cast<uint64_t>(code));
  key = mix(key, range.file.index());
  key = mix(key, (static_cast<uint64_t>(range.begin) << 32) | range.end);
  auto [first, last] = index_.equal_range(key);
  for (auto it = first; it != last; ++it) {
    Diagnostic& known = items_[it->second];
    if (known.code != code || known.range != range || known.message != message) continue;
    // What the caller now adds to the returned reference (notes, instance) must not pile up on the
    // first one.
    scratch_ = known;
    return scratch_;
  }

  index_.emplace(key, static_cast<uint32_t>(items_.size()));
  if (severity == Severity::Error) ++errorCount_;
  items_.push_back({code, severity, std::move(message), range, {}, {}});
  return items_.back();
}

}  // namespace formola
