// The page of `formola demo`: an arm in motion, methods side by side, matrices, plots.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/html_report.h"
#include "results/structure_page.h"

namespace formola::results {

// One simulation of the comparison.
struct DemoRun {
  std::string method;
  double tolerance = 0;
  size_t iterated = 0;  // unknowns of the Newton iteration
  size_t steps = 0, rejected = 0, newtonIterations = 0, functionEvaluations = 0, factorizations = 0;
  double seconds = 0;  // of the simulation alone
  double error = 0;    // against the reference, in the unit of DemoPage::errorUnit
};

// A joint and the body behind it.
struct DemoLink {
  std::array<double, 3> axis{};    // of the joint, in the body's frame
  std::array<double, 3> offset{};  // to the next joint, or to the load
  std::string angle;               // name of the joint's angle in the result
};

struct DemoPage {
  std::string title;
  std::string subtitle;
  std::vector<std::pair<std::string, std::string>> facts;  // value, label
  std::string errorUnit, referenceText;
  std::vector<DemoRun> runs;     // those of a method one after the other
  double shownTolerance = 0;     // the runs with it are in the table
  std::string baseline;          // the method that the others are compared with
  std::array<double, 3> base{};  // position of the first joint
  std::vector<DemoLink> links;
  HtmlReport plots;  // the first result moves the arm
  StructurePage structure;
};

// Seconds that a method needs for an error, interpolated between its runs on logarithmic axes;
// beyond them the nearest two are continued. Nothing with fewer than two runs.
std::optional<double> secondsAtError(const std::vector<DemoRun>& runs, const std::string& method,
                                     double error);

std::string renderDemoPage(const DemoPage& page);

}  // namespace formola::results
