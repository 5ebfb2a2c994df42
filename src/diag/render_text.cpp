// Diagnostics as text for a terminal.
#include <unordered_map>

#include "diag/codes/names.h"
#include "diag/diag.h"

namespace formola {

namespace {

constexpr uint32_t kTabWidth = 4;
constexpr size_t kMaxLineShown =
    160;  // columns; longer lines are cut around the place that matters

struct Colors {
  std::string_view error, warning, note, caret, bold, reset;
};

Colors colorsFor(bool on) {
  if (!on) return {};
  return {"\033[1;31m", "\033[1;35m", "\033[1;36m", "\033[1;32m", "\033[1m", "\033[0m"};
}

bool continuesCodePoint(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// A source line made printable: tabs expanded, control characters replaced, with the display column
// of each byte.
struct DisplayLine {
  std::string text;
  std::vector<uint32_t> columnOf;  // for each byte, and one past the end
};

DisplayLine displayLine(std::string_view line) {
  DisplayLine shown;
  uint32_t column = 0;
  for (char c : line) {
    if (continuesCodePoint(c)) {
      shown.columnOf.push_back(column > 0 ? column - 1 : 0);
      shown.text += c;
      continue;
    }
    shown.columnOf.push_back(column);
    if (c == '\t') {
      uint32_t width = kTabWidth - column % kTabWidth;
      shown.text.append(width, ' ');
      column += width;
    } else {
      shown.text += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
      ++column;
    }
  }
  shown.columnOf.push_back(column);
  return shown;
}

// The part of `text` between display columns, counted in code points.
std::string sliceColumns(const std::string& text, uint32_t from, uint32_t to) {
  std::string out;
  uint32_t column = 0;
  bool inside = false;
  for (char c : text) {
    if (!continuesCodePoint(c)) {
      inside = column >= from && column < to;
      ++column;
    }
    if (inside) out += c;
  }
  return out;
}

void renderSource(std::string& out, const SourceManager& sources, const SourceRange& range,
                  const Colors& colors) {
  LineColumn place = sources.lineColumn(range.file, range.begin);
  std::string_view line = sources.line(range.file, place.line);
  if (line.empty()) return;
  // The byte of the line at which the range begins: the line is a view into the file's text.
  auto lineBegin = static_cast<uint32_t>(line.data() - sources.text(range.file).data());
  uint32_t first = std::min<uint32_t>(range.begin - std::min(range.begin, lineBegin),
                                      static_cast<uint32_t>(line.size()));
  uint32_t last = std::clamp<uint32_t>(range.end - std::min(range.end, lineBegin), first,
                                       static_cast<uint32_t>(line.size()));
  DisplayLine shown = displayLine(line);
  uint32_t from = shown.columnOf[first];
  uint32_t to = std::max(shown.columnOf[last], from + 1);
  uint32_t width = shown.columnOf.back();
  std::string text = std::move(shown.text);
  if (width > kMaxLineShown) {
    uint32_t cutFrom = from > kMaxLineShown / 2 ? from - kMaxLineShown / 2 : 0;
    uint32_t cutTo = std::min<uint32_t>(width, cutFrom + kMaxLineShown);
    text = (cutFrom > 0 ? "..." : "") + sliceColumns(text, cutFrom, cutTo) +
           (cutTo < width ? "..." : "");
    to = std::min(to, cutTo + 1);
    uint32_t shift = cutFrom > 0 ? 3 : 0;
    from = from - cutFrom + shift;
    to = std::max(to - cutFrom + shift, from + 1);
  }
  std::string number = std::to_string(place.line);
  std::string gutter(number.size(), ' ');
  fmt::format_to(std::back_inserter(out), " {} | {}\n", number, text);
  fmt::format_to(std::back_inserter(out), " {} | {}{}^{}{}\n", gutter, std::string(from, ' '),
                 colors.caret, std::string(to - from - 1, '~'), colors.reset);
}

void renderHead(std::string& out, const SourceManager& sources, const SourceRange& range,
                Severity severity, std::string_view message, const Colors& colors) {
  if (range.valid()) {
    LineColumn place = sources.lineColumn(range.file, range.begin);
    fmt::format_to(std::back_inserter(out), "{}{}:{}:{}:{} ", colors.bold, sources.name(range.file),
                   place.line, place.column, colors.reset);
  }
  std::string_view color = severity == Severity::Error     ? colors.error
                           : severity == Severity::Warning ? colors.warning
                                                           : colors.note;
  fmt::format_to(std::back_inserter(out), "{}{}:{} {}{}{}", color, severityName(severity),
                 colors.reset, colors.bold, message, colors.reset);
}

// Errors whose text names their cause: one missing name, however often it is used.
bool namesItsCause(DiagCode code) {
  return code == diag::UndefinedName;
}

// Where else the same is wrong, by the message of the first.
using Repetitions = std::unordered_map<std::string_view, std::vector<const Diagnostic*>>;

Repetitions findRepetitions(const Diagnostics& diagnostics) {
  Repetitions result;
  for (const Diagnostic& item : diagnostics.all())
    if (namesItsCause(item.code) && item.range.valid()) result[item.message].push_back(&item);
  return result;
}

void renderOthers(std::string& out, const SourceManager& sources,
                  const std::vector<const Diagnostic*>& same) {
  constexpr size_t kShown = 8;
  if (same.size() < 2) return;
  const SourceRange& first = same[0]->range;
  std::string places;
  size_t shown = 0;
  uint32_t lastLine = sources.lineColumn(first.file, first.begin).line;
  for (size_t i = 1; i < same.size() && shown < kShown; ++i) {
    const SourceRange& range = same[i]->range;
    const LineColumn place = sources.lineColumn(range.file, range.begin);
    if (range.file == first.file && place.line == lastLine) continue;
    places += shown == 0 ? "" : ", ";
    if (range.file == first.file)
      fmt::format_to(std::back_inserter(places), "line {}", place.line);
    else
      fmt::format_to(std::back_inserter(places), "{}:{}", sources.name(range.file), place.line);
    lastLine = place.line;
    ++shown;
  }
  if (shown == 0) return;
  fmt::format_to(std::back_inserter(out), "note: the same in {}{}\n", places,
                 shown == kShown && same.size() > kShown + 1
                     ? fmt::format(" and {} more places", same.size() - 1 - kShown)
                     : "");
}

}  // namespace

std::string renderText(const Diagnostics& diagnostics, const RenderOptions& options) {
  const SourceManager& sources = diagnostics.sources();
  Colors colors = colorsFor(options.color);
  std::string out;
  size_t errors = 0;
  const Repetitions repetitions = findRepetitions(diagnostics);
  for (const Diagnostic& item : diagnostics.all()) {
    const auto same = repetitions.find(item.message);
    if (same != repetitions.end() && same->second[0] != &item) continue;
    if (item.severity == Severity::Error && ++errors > options.maxErrors) continue;
    renderHead(out, sources, item.range, item.severity, item.message, colors);
    fmt::format_to(std::back_inserter(out), " [{}]\n", codeName(item.code));
    if (item.range.valid()) renderSource(out, sources, item.range, colors);
    if (!item.instance.empty()) {
      fmt::format_to(std::back_inserter(out), "  in instance {}\n", item.instance);
    }
    for (const DiagNote& note : item.notes) {
      renderHead(out, sources, note.range, Severity::Note, note.message, colors);
      out += '\n';
      if (note.range.valid()) renderSource(out, sources, note.range, colors);
    }
    if (same != repetitions.end()) renderOthers(out, sources, same->second);
  }
  if (errors > options.maxErrors) {
    fmt::format_to(std::back_inserter(out), "{} more errors are not shown\n",
                   errors - options.maxErrors);
  }
  return out;
}

}  // namespace formola
