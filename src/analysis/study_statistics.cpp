#include "analysis/study_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace formola::analysis {

namespace {

constexpr double kPercentiles[] = {0.05, 0.25, 0.5, 0.75, 0.95};
constexpr const char* kHeading = "formola study statistics 1";

}  // namespace

// ---- QuantileSketch

// Half of a full level stands for all of it, one level higher: every other number in their order,
// beginning with the first and the second one in turn.
void QuantileSketch::compact(size_t level) {
  if (level + 1 == levels_.size()) {
    levels_.emplace_back();
    odd_.push_back(0);
  }
  std::vector<double>& full = levels_[level];
  std::sort(full.begin(), full.end());
  for (size_t k = odd_[level]; k < full.size(); k += 2) levels_[level + 1].push_back(full[k]);
  odd_[level] ^= 1;
  full.clear();
  if (levels_[level + 1].size() >= kBuffer) compact(level + 1);
}

void QuantileSketch::add(double x) {
  if (levels_.empty()) {
    levels_.emplace_back();
    odd_.push_back(0);
  }
  // Full before the next one comes: so many are exact.
  if (levels_[0].size() >= kBuffer) compact(0);
  levels_[0].push_back(x);
}

double QuantileSketch::quantile(double p) const {
  std::vector<std::pair<double, double>> all;  // with weights
  double total = 0;
  for (size_t k = 0; k < levels_.size(); ++k)
    for (const double x : levels_[k]) {
      all.emplace_back(x, std::ldexp(1.0, static_cast<int>(k)));
      total += all.back().second;
    }
  if (all.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(all.begin(), all.end());
  // Linear between neighbours, each in the middle of what it stands for; for single numbers as
  // quantileOf.
  const double place = p * (total - 1);
  double before = 0, lastPlace = 0, last = all.front().first;
  for (const auto& [x, weight] : all) {
    const double middle = before + (weight - 1) / 2;
    if (place <= middle) {
      const double width = middle - lastPlace;
      return width > 0 ? last + (place - lastPlace) / width * (x - last) : x;
    }
    before += weight;
    lastPlace = middle;
    last = x;
  }
  return last;
}

std::string QuantileSketch::save() const {
  std::string text = fmt::format("{}", levels_.size());
  for (size_t k = 0; k < levels_.size(); ++k) {
    text += fmt::format(" {} {}", odd_[k], levels_[k].size());
    for (const double x : levels_[k]) text += fmt::format(" {:a}", x);
  }
  return text;
}

bool QuantileSketch::load(const std::string& text) {
  std::istringstream in(text);
  size_t count = 0;
  in >> count;
  constexpr size_t kMostLevels = 64;
  if (!in || count > kMostLevels) return false;
  levels_.assign(count, {});
  odd_.assign(count, 0);
  for (size_t k = 0; k < count; ++k) {
    int odd = 0;
    size_t size = 0;
    in >> odd >> size;
    if (!in || size > kBuffer || odd < 0 || odd > 1) return false;
    odd_[k] = static_cast<uint8_t>(odd);
    for (size_t i = 0; i < size; ++i) {
      std::string word;
      in >> word;
      char* end = nullptr;
      levels_[k].push_back(std::strtod(word.c_str(), &end));
      if (word.empty() || *end != '\0') return false;
    }
  }
  return true;
}

// ---- VariableStatistics

// Welford (1962).
void VariableStatistics::add(uint64_t caseNumber, double x) {
  ++count;
  const double difference = x - mean;
  mean += difference / static_cast<double>(count);
  squares += difference * (x - mean);
  if (count == 1 || x < least) {
    least = x;
    leastCase = caseNumber;
  }
  if (count == 1 || x > most) {
    most = x;
    mostCase = caseNumber;
  }
  sketch.add(x);
}

double VariableStatistics::deviation() const {
  return count > 1 ? std::sqrt(squares / static_cast<double>(count - 1)) : 0;
}

// ---- StudyStatistics

void StudyStatistics::add(const std::vector<double>& finals) {
  ++cases_;
  for (size_t k = 0; k < of_.size() && k < finals.size(); ++k)
    if (std::isfinite(finals[k])) of_[k].add(cases_, finals[k]);
}

void StudyStatistics::addFailed() {
  ++cases_;
  ++failed_;
}

std::string StudyStatistics::json() const {
  nlohmann::ordered_json document = {{"cases", cases_}, {"failed", failed_}};
  nlohmann::ordered_json& variables = document["variables"] = nlohmann::ordered_json::array();
  for (size_t k = 0; k < of_.size(); ++k) {
    const VariableStatistics& v = of_[k];
    nlohmann::ordered_json one = {{"name", variables_[k]}, {"count", v.count}};
    if (v.count > 0) {
      one["mean"] = v.mean;
      one["deviation"] = v.deviation();
      one["min"] = v.least;
      one["min_case"] = v.leastCase;
      one["max"] = v.most;
      one["max_case"] = v.mostCase;
      for (const double p : kPercentiles)
        one[fmt::format("p{:.0f}", 100 * p)] = v.sketch.quantile(p);
    }
    variables.push_back(std::move(one));
  }
  return document.dump(2) + "\n";
}

std::string StudyStatistics::table() const {
  constexpr size_t kMostLines = 40;
  size_t width = 5;
  for (const std::string& name : variables_) width = std::max(width, name.size());
  std::string text = fmt::format("{:<{}} ", "final", width);
  for (const char* title : {"5 %", "25 %", "50 %", "75 %", "95 %", "mean", "deviation"})
    text += fmt::format(" {:>11}", title);
  text += '\n';
  for (size_t k = 0; k < of_.size() && k < kMostLines; ++k) {
    if (of_[k].count == 0) continue;
    text += fmt::format("{:<{}} ", variables_[k], width);
    for (const double p : kPercentiles)
      text += fmt::format(" {:>11.5g}", of_[k].sketch.quantile(p));
    text += fmt::format(" {:>11.5g} {:>11.5g}\n", of_[k].mean, of_[k].deviation());
  }
  return text;
}

bool StudyStatistics::save(const std::string& path) const {
  const std::string fresh = path + ".new";
  {
    std::ofstream file(fresh);
    file << kHeading << '\n' << study_ << '\n' << cases_ << ' ' << failed_ << '\n';
    for (const VariableStatistics& v : of_)
      file << fmt::format("{} {:a} {:a} {:a} {:a} {} {}\n{}\n", v.count, v.mean, v.squares, v.least,
                          v.most, v.leastCase, v.mostCase, v.sketch.save());
    file.flush();
    if (!file) return false;
  }
  std::error_code error;
  std::filesystem::rename(fresh, path, error);
  return !error;
}

std::string StudyStatistics::load(const std::string& path) {
  std::ifstream file(path);
  if (!file) return {};
  const std::string broken = fmt::format("{} is no state of a study's statistics", path);
  std::string line;
  if (!std::getline(file, line) || line != kHeading) return broken;
  if (!std::getline(file, line) || line != study_)
    return fmt::format("{} belongs to another study", path);
  if (!std::getline(file, line)) return broken;
  std::istringstream(line) >> cases_ >> failed_;
  for (VariableStatistics& v : of_) {
    if (!std::getline(file, line)) return broken;
    std::istringstream in(line);
    std::string words[4];
    in >> v.count >> words[0] >> words[1] >> words[2] >> words[3] >> v.leastCase >> v.mostCase;
    if (!in) return broken;
    double* numbers[] = {&v.mean, &v.squares, &v.least, &v.most};
    for (size_t k = 0; k < 4; ++k) *numbers[k] = std::strtod(words[k].c_str(), nullptr);
    if (!std::getline(file, line) || !v.sketch.load(line)) return broken;
  }
  return {};
}

}  // namespace formola::analysis
