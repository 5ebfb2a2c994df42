// One HTML page about a simulation: interactive plots, tracks of the integrator, statistics.
//
// The page holds everything it needs (data, style, script) and loads nothing, so it can be kept,
// sent and opened without a network. Long results are decimated such that minima and maxima stay
// visible.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "results/trajectory.h"

namespace formola::results {

// One simulation; curves of the same name from several results are drawn over each other.
struct ReportResult {
  std::string label;
  const Trajectory* trajectory = nullptr;
  bool points = false;  // measured: points without a line
};

// A quantity of the integrator over time, drawn below the plots: step size, order, …
struct ReportTrack {
  std::string name;
  std::string unit;
  std::vector<double> time;
  std::vector<double> value;
  bool logarithmic = false;
  bool holds = false;  // constant until the next point, like the order
};

// Drawn as a vertical line through all plots.
struct ReportEvent {
  double time = 0;
  std::string label;  // shown when the pointer is near
};

struct ReportSection {
  std::string title;
  std::vector<std::pair<std::string, std::string>> rows;  // label, value
};

struct HtmlReport {
  std::string title;
  std::string subtitle;
  std::vector<ReportResult> results;
  std::vector<ReportTrack> tracks;
  std::vector<ReportEvent> events;
  std::vector<ReportSection> statistics;
  // Names of the variables in each plot at first; when empty, one plot of the first variables.
  std::vector<std::vector<std::string>> plots;
  std::string diagram;  // of the model, see HtmlPage
  size_t rows = 0;      // of the simulation, where the results hold fewer
};

struct HtmlReportOptions {
  size_t maxPoints = 4000;             // per curve
  size_t maxBytes = size_t{24} << 20;  // of the curves in the page, about
  size_t maxEvents = 20000;
};

// Plots to begin with: those of the named variables that change and are in the result, one plot for
// each unit in the order of appearance, at most three plots of six curves; a curve that is another
// one's twin is left out.
// Complexity: O(signals + rows · names).
std::vector<std::vector<std::string>> plotsByUnit(const Trajectory& result,
                                                  const std::vector<std::string>& names);

// The data of a report, for pages that show plots among other things.
nlohmann::json encodeReport(const HtmlReport& report, const HtmlReportOptions& options = {});

// Complexity: O(rows · columns) in the results. When even coarse curves would exceed maxBytes, the
// variables named in `plots` and then the first ones are kept, and the page says how many are left
// out.
std::string renderHtmlReport(const HtmlReport& report, const HtmlReportOptions& options = {});

// False and `error` when the file cannot be written.
bool writeHtmlReport(const std::string& path, const HtmlReport& report, std::string& error,
                     const HtmlReportOptions& options = {});

}  // namespace formola::results
