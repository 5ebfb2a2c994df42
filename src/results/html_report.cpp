#include "results/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "results/html_page.h"
#include "results/memory_sink.h"

namespace formola::results {

namespace {

using nlohmann::json;

// A curve is not made coarser than this to make room for more variables.
constexpr size_t kFewestPoints = 600;
// A value of a curve is four bytes, in base 64 a third more.
constexpr double kBytesPerValue = 4 * 4 / 3.0;

json finiteOrNull(double value) {
  return std::isfinite(value) ? json(value) : json(nullptr);
}

// Offset and scale keep the relative precision of float on the range of the curve, so that zooming
// into a small wave on a large offset shows no stairs.
json encodeColumn(const std::vector<double>& values) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (double value : values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  const double offset = low <= high ? low / 2 + high / 2 : 0;
  const double half = low < high ? high / 2 - low / 2 : 0;
  const double scale = half > 0 ? half : 1;
  std::vector<float> scaled(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    scaled[i] = static_cast<float>((values[i] - offset) / scale);
  }
  return {{"offset", offset}, {"scale", scale}, {"data", encodeArray<float>(scaled)}};
}

bool isConstant(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [&](double value) { return value == values.front(); });
}

// What of a trajectory goes into the page.
struct Selection {
  ResultLayout layout;
  size_t points = 0;
  size_t omitted = 0;  // variables that are left out
};

Selection selectSignals(const Trajectory& trajectory, const std::unordered_set<std::string>& first,
                        const HtmlReportOptions& options, size_t maxBytes) {
  Selection selection;
  selection.points = options.maxPoints;
  const size_t rows = std::min(trajectory.rows(), options.maxPoints);
  const double budget = static_cast<double>(maxBytes) / kBytesPerValue;
  const std::vector<uint32_t> used = storedColumns(trajectory.layout).used;
  const size_t moving =
      static_cast<size_t>(std::count_if(used.begin(), used.end(), [&](uint32_t column) {
        return !isConstant(trajectory.columns[column]);
      }));
  if (static_cast<double>(rows) * static_cast<double>(moving) <= budget) {
    selection.layout = trajectory.layout;
    return selection;
  }
  const double affordable = budget / static_cast<double>(moving);
  selection.points =
      std::clamp(static_cast<size_t>(affordable), std::min(kFewestPoints, rows), options.maxPoints);
  size_t room = static_cast<size_t>(budget / static_cast<double>(selection.points));

  // Columns of the wanted signals first, then in the order of the signals, as many as there is
  // room.
  std::vector<char> isKept(trajectory.layout.columns, 0);
  for (bool wanted : {true, false}) {
    for (const Signal& signal : trajectory.layout.signals) {
      if (signal.kind != SignalKind::Variable || isKept[signal.column]) continue;
      if (first.contains(signal.name) != wanted) continue;
      const bool isFree = isConstant(trajectory.columns[signal.column]);
      if (!isFree && room == 0) continue;
      if (!isFree) --room;
      isKept[signal.column] = 1;
    }
  }
  selection.layout = trajectory.layout;
  const auto isOut = [&](const Signal& signal) {
    return signal.kind == SignalKind::Variable && !isKept[signal.column];
  };
  selection.omitted = std::erase_if(selection.layout.signals, isOut);
  return selection;
}

Trajectory decimate(const Trajectory& trajectory, const Selection& selection) {
  const std::vector<uint32_t> used = storedColumns(selection.layout).used;
  MemorySink sink(trajectory.rows() <= selection.points ? 0 : selection.points);
  sink.begin(selection.layout);
  std::vector<double> values(selection.layout.columns);
  for (size_t row = 0; row < trajectory.rows(); ++row) {
    for (uint32_t column : used) values[column] = trajectory.columns[column][row];
    sink.row(trajectory.time[row], values);
  }
  sink.finish();
  return std::move(sink.trajectory());
}

json encodeResult(const ReportResult& result, const Selection& selection) {
  const Trajectory shown = decimate(*result.trajectory, selection);
  json columns = json::array();
  std::vector<std::optional<double>> constant(shown.columns.size());
  std::vector<size_t> place(shown.columns.size());
  for (size_t i = 0; i < shown.columns.size(); ++i) {
    if (!shown.columns[i].empty() && isConstant(shown.columns[i])) {
      constant[i] = shown.columns[i].front();
      continue;
    }
    place[i] = columns.size();
    columns.push_back(encodeColumn(shown.columns[i]));
  }
  json signals = json::array();
  for (const Signal& signal : shown.layout.signals) {
    json entry{{"name", signal.name}};
    if (!signal.description.empty()) entry["description"] = signal.description;
    if (!signal.unit.empty()) entry["unit"] = signal.unit;
    if (signal.type != SignalType::Real) entry["discrete"] = true;
    if (signal.kind == SignalKind::Parameter) {
      entry["parameter"] = true;
      entry["value"] =
          finiteOrNull(applySign(shown.layout.constants[signal.column], signal.negated));
    } else if (constant[signal.column]) {
      entry["value"] = finiteOrNull(applySign(*constant[signal.column], signal.negated));
    } else {
      entry["column"] = place[signal.column];
      if (signal.negated) entry["negated"] = true;
    }
    signals.push_back(std::move(entry));
  }
  return {{"label", result.label},
          {"points", result.points},
          {"time", encodeArray<double>(shown.time)},
          {"columns", std::move(columns)},
          {"signals", std::move(signals)}};
}

json encodeTrack(const ReportTrack& track, const HtmlReportOptions& options) {
  ResultLayout layout;
  layout.addVariable(track.name);
  const size_t count = std::min(track.time.size(), track.value.size());
  MemorySink sink(count <= 2 * options.maxPoints ? 0 : 2 * options.maxPoints);
  sink.begin(layout);
  for (size_t i = 0; i < count; ++i) sink.row(track.time[i], std::span(&track.value[i], 1));
  sink.finish();
  return {{"name", track.name},
          {"unit", track.unit},
          {"logarithmic", track.logarithmic},
          {"holds", track.holds},
          {"time", encodeArray<double>(sink.trajectory().time)},
          {"data", encodeArray<double>(sink.trajectory().columns[0])}};
}

}  // namespace

std::vector<std::vector<std::string>> plotsByUnit(const Trajectory& result,
                                                  const std::vector<std::string>& names) {
  constexpr size_t kMostPlots = 3;
  constexpr size_t kMostCurves = 6;
  std::unordered_map<std::string_view, const Signal*> signals;
  for (const Signal& signal : result.layout.signals) signals.try_emplace(signal.name, &signal);
  std::unordered_map<std::string_view, size_t> plotOfUnit;
  std::unordered_set<size_t> shown;
  std::vector<std::vector<std::string>> plots;
  for (const std::string& name : names) {
    const auto found = signals.find(name);
    if (found == signals.end() || found->second->kind == SignalKind::Parameter) continue;
    const Signal& signal = *found->second;
    const std::vector<double>& column = result.columns[signal.column];
    const bool changes =
        std::adjacent_find(column.begin(), column.end(), std::not_equal_to<>()) != column.end();
    if (!changes || shown.contains(signal.column)) continue;
    if (plots.size() == kMostPlots && !plotOfUnit.contains(signal.unit)) continue;
    const size_t plot = plotOfUnit.try_emplace(signal.unit, plots.size()).first->second;
    if (plot == plots.size()) plots.emplace_back();
    if (plots[plot].size() == kMostCurves) continue;
    shown.insert(signal.column);
    plots[plot].push_back(name);
  }
  return plots;
}

json encodeReport(const HtmlReport& report, const HtmlReportOptions& options) {
  std::unordered_set<std::string> first;
  for (const auto& plot : report.plots) first.insert(plot.begin(), plot.end());

  json results = json::array();
  size_t omitted = 0;
  size_t total = 0;
  size_t points = options.maxPoints;
  size_t allRows = report.rows;
  for (const ReportResult& result : report.results) {
    const Selection selection =
        selectSignals(*result.trajectory, first, options, options.maxBytes / report.results.size());
    omitted = std::max(omitted, selection.omitted);
    total = std::max(total, result.trajectory->layout.signals.size());
    points = std::min(points, selection.points);
    allRows = std::max(allRows, result.trajectory->rows());
    results.push_back(encodeResult(result, selection));
  }
  json tracks = json::array();
  for (const ReportTrack& track : report.tracks) tracks.push_back(encodeTrack(track, options));

  std::vector<ReportEvent> sorted = report.events;
  std::erase_if(sorted, [](const ReportEvent& event) { return !std::isfinite(event.time); });
  std::sort(sorted.begin(), sorted.end(), [](const ReportEvent& a, const ReportEvent& b) {
    return std::tie(a.time, a.label) < std::tie(b.time, b.label);
  });
  const size_t stride = std::max<size_t>(
      1, (sorted.size() + options.maxEvents - 1) / std::max<size_t>(1, options.maxEvents));
  json events = json::array();
  for (size_t i = 0; i < sorted.size(); i += stride) {
    json entry{{"time", sorted[i].time}};
    if (!sorted[i].label.empty()) entry["label"] = sorted[i].label;
    events.push_back(std::move(entry));
  }

  json statistics = json::array();
  for (const ReportSection& section : report.statistics) {
    json rows = json::array();
    for (const auto& [label, value] : section.rows) rows.push_back({label, value});
    statistics.push_back({{"title", section.title}, {"rows", std::move(rows)}});
  }
  json data{{"results", std::move(results)},
            {"tracks", std::move(tracks)},
            {"events", std::move(events)},
            {"statistics", std::move(statistics)},
            {"plots", report.plots}};
  if (allRows > points) {
    data["reduced"] = fmt::format(
        "reduced: curves are drawn by {} points, the extreme values of {} rows; the result file "
        "has "
        "them all",
        points, allRows);
  }
  if (omitted > 0) {
    data["omitted"] = fmt::format(
        "{} of {} variables are left out to keep this page small; the result file has them all.",
        omitted, total);
  }
  return data;
}

std::string renderHtmlReport(const HtmlReport& report, const HtmlReportOptions& options) {
  return renderPage({report.title,
                     report.subtitle,
                     "report.html",
                     {"plots.css", "report.css"},
                     {"plots.js", "report.js"},
                     report.diagram},
                    encodeReport(report, options));
}

bool writeHtmlReport(const std::string& path, const HtmlReport& report, std::string& error,
                     const HtmlReportOptions& options) {
  return writePage(path, renderHtmlReport(report, options), error);
}

}  // namespace formola::results
