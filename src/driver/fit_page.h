// The page of a fit or an optimisation: runs before and after, and what was measured.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compiler/translated_model.h"
#include "results/html_report.h"

namespace formola {

struct FitPage {
  std::string title, subtitle;
  std::vector<std::pair<std::string, RunValues>> runs;  // label, values
  results::Trajectory measured;                         // without rows: nothing was
  std::vector<std::string> signals;                     // shown first
  std::vector<results::ReportSection> sections;
};

// Runs with the values and writes the page; false: it cannot be written.
bool writeFitPage(const std::string& path, TranslatedModel& model, const RunSettings& settings,
                  const FitPage& page);

// "" or that a report must end in .json or .html.
std::string wrongReport(const std::string& path);

}  // namespace formola
