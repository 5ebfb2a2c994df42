// What is told of a sweep beside its table: percentiles, and a page with families of curves.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/sweep.h"
#include "results/sweep_page.h"

namespace formola {

class SweepReport {
 public:
  // `page`: curves are kept, of at most kMostCurves variables and of cases spread over all.
  // `finals`: final values are kept, for percentiles.
  SweepReport(std::vector<std::string> variables, size_t cases, bool page, bool finals);

  // Keeps the curves of a case; null: it is not shown. Any thread may ask.
  std::unique_ptr<results::ResultSink> sinkFor(size_t number) const;
  // A case that has come to its end, with the sink that was made for it.
  void add(size_t number, const std::vector<std::string>& values,
           const std::vector<analysis::Summary>& summaries, results::ResultSink* curves);
  // Of the final values, as a table; "": there are none.
  std::string percentiles() const;
  bool write(const std::string& path, const std::string& model,
             const std::vector<std::string>& names, bool sampled, std::string& error);

 private:
  std::vector<double> statisticsOf(size_t variable) const;

  std::vector<std::string> variables_, shown_;
  size_t cases_;
  bool page_, keepsFinals_;
  std::vector<std::vector<double>> finals_;  // by variable
  results::SweepPage data_;
};

}  // namespace formola
