#include "driver/sweep_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/statistics.h"
#include "results/html_page.h"
#include "results/memory_sink.h"

namespace formola {

namespace {

constexpr size_t kMostCurves = 8, kMostCases = 300, kMostRows = 400;

// Keeps some variables of a run, few enough rows for a page.
class CurveSink : public results::ResultSink {
 public:
  explicit CurveSink(const std::vector<std::string>& names) : names_(names), memory_(kMostRows) {}
  bool begin(const results::ResultLayout& layout) override {
    results::ResultLayout own = layout;
    own.signals.clear();
    for (const std::string& name : names_)
      for (const results::Signal& signal : layout.signals)
        if (signal.name == name) {
          own.signals.push_back(signal);
          break;
        }
    return memory_.begin(own);
  }
  bool row(double time, std::span<const double> values) override {
    return memory_.row(time, values);
  }
  bool finish() override { return memory_.finish(); }
  const results::Trajectory& trajectory() const { return memory_.trajectory(); }

 private:
  const std::vector<std::string>& names_;
  results::MemorySink memory_;
};

}  // namespace

SweepReport::SweepReport(std::vector<std::string> variables, size_t cases, bool page, bool finals)
    : variables_(std::move(variables)),
      cases_(cases),
      page_(page),
      keepsFinals_(finals || page),
      finals_(variables_.size()) {
  shown_ = variables_;
  if (shown_.size() > kMostCurves) shown_.resize(kMostCurves);
}

std::unique_ptr<results::ResultSink> SweepReport::sinkFor(size_t number) const {
  // Of many cases those that are evenly spread.
  const bool chosen =
      cases_ <= kMostCases || number * kMostCases / cases_ != (number + 1) * kMostCases / cases_;
  if (!page_ || !chosen) return nullptr;
  return std::make_unique<CurveSink>(shown_);
}

void SweepReport::add(size_t number, const std::vector<std::string>& values,
                      const std::vector<analysis::Summary>& summaries,
                      results::ResultSink* curves) {
  for (size_t k = 0; keepsFinals_ && k < finals_.size() && k < summaries.size(); ++k)
    if (std::isfinite(summaries[k].last)) finals_[k].push_back(summaries[k].last);
  const auto* kept = dynamic_cast<CurveSink*>(curves);
  if (kept == nullptr || kept->trajectory().rows() == 0) return;
  const results::Trajectory& t = kept->trajectory();
  results::SweepCase one{number + 1, values, t.time, {}};
  if (data_.variables.empty())
    for (const results::Signal& signal : t.layout.signals)
      data_.variables.emplace_back(signal.name, signal.unit);
  for (const results::Signal& signal : t.layout.signals) one.curves.push_back(t.values(signal));
  data_.cases.push_back(std::move(one));
}

// 5, 25, 50, 75, 95 %, mean, standard deviation.
std::vector<double> SweepReport::statisticsOf(size_t variable) const {
  std::vector<double> sorted = finals_[variable];
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> result;
  for (const double p : {0.05, 0.25, 0.5, 0.75, 0.95})
    result.push_back(analysis::quantileOf(sorted, p));
  double mean = 0, squares = 0;
  for (const double x : sorted) mean += x / static_cast<double>(sorted.size());
  for (const double x : sorted) squares += (x - mean) * (x - mean);
  result.push_back(mean);
  result.push_back(sorted.size() > 1 ? std::sqrt(squares / static_cast<double>(sorted.size() - 1))
                                     : 0);
  return result;
}

std::string SweepReport::percentiles() const {
  constexpr size_t kMostLines = 40;
  size_t width = 5;
  for (const std::string& name : variables_) width = std::max(width, name.size());
  std::string text =
      fmt::format("{:<{}}  {:>11} {:>11} {:>11} {:>11} {:>11} {:>11} {:>11}\n", "final", width,
                  "5 %", "25 %", "50 %", "75 %", "95 %", "mean", "deviation");
  bool any = false;
  for (size_t k = 0; k < variables_.size() && k < kMostLines; ++k) {
    if (finals_[k].empty()) continue;
    any = true;
    text += fmt::format("{:<{}} ", variables_[k], width);
    for (const double x : statisticsOf(k)) text += fmt::format(" {:>11.5g}", x);
    text += '\n';
  }
  if (variables_.size() > kMostLines)
    text += fmt::format("and {} more; --filter chooses\n", variables_.size() - kMostLines);
  return any ? text : "";
}

bool SweepReport::write(const std::string& path, const std::string& model,
                        const std::vector<std::string>& names, bool sampled, std::string& error) {
  data_.title = model;
  data_.subtitle = fmt::format("{} cases", cases_);
  data_.names = names;
  data_.count = cases_;
  if (data_.cases.size() < cases_)
    data_.left = fmt::format("The curves of {} of {} cases are shown.", data_.cases.size(), cases_);
  if (shown_.size() < variables_.size())
    data_.left += fmt::format("{}{} of {} variables are shown; --filter chooses others.",
                              data_.left.empty() ? "" : " ", shown_.size(), variables_.size());
  if (sampled)
    for (size_t k = 0; k < variables_.size(); ++k)
      if (!finals_[k].empty()) data_.percentiles.emplace_back(variables_[k], statisticsOf(k));
  return results::writePage(path, results::renderSweepPage(data_), error);
}

}  // namespace formola
