#include "analysis/sweep.h"

#include <fmt/format.h>

#include <atomic>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <memory>
#include <random>

#include "diag/diag.h"

namespace formola::analysis {

namespace {

std::string trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0)
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0)
    text.remove_suffix(1);
  return std::string(text);
}

std::optional<double> number(const std::string& text) {
  const std::string word = trimmed(text);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

// At commas, or another character, outside of brackets and texts.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '(' || c == '{' || c == '[')) ++depth;
    if (!quoted && (c == ')' || c == '}' || c == ']')) --depth;
    if (c == separator && depth == 0 && !quoted) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  for (std::string& part : parts) part = trimmed(part);
  return parts;
}

// Independent of the library's distributions, which differ from one to the next.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  explicit Random(const std::mt19937_64& engine) : engine_(engine) {}
  double uniform() { return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53; }
  double normal() {
    constexpr double kTwoPi = 6.283185307179586;
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(kTwoPi * uniform());
  }

 private:
  std::mt19937_64 engine_;
};

struct Distribution {
  bool normal = false;
  double first = 0, second = 0;
  // How many numbers of the generator a value takes.
  size_t draws() const { return normal ? 2 : 1; }
  double draw(Random& random) const {
    return normal ? first + second * random.normal() : first + (second - first) * random.uniform();
  }
};

struct Item {
  std::string name;
  std::vector<std::string> values;  // one: the same in all cases
  std::optional<Distribution> distribution;
};

// name=uniform(a, b) or name=normal(m, s)
bool parseDistribution(const std::string& text, Item& item, std::string& problem) {
  for (const bool normal : {false, true}) {
    const std::string word = normal ? "normal(" : "uniform(";
    if (!text.starts_with(word) || !text.ends_with(")")) continue;
    const auto parts =
        split(std::string_view(text).substr(word.size(), text.size() - word.size() - 1), ',');
    std::optional<double> a, b;
    if (parts.size() == 2) {
      a = number(parts[0]);
      b = number(parts[1]);
    }
    if (!a || !b || (normal ? *b < 0 : *b < *a)) {
      problem = fmt::format("{}={}: {}", item.name, text,
                            normal ? "normal(mean, deviation) has two numbers, the second not "
                                     "negative"
                                   : "uniform(low, high) has two numbers in this order");
      return true;
    }
    item.distribution = Distribution{normal, *a, *b};
    return true;
  }
  return false;
}

// name=first:last:count
bool parseRange(const std::string& text, Item& item, std::string& problem) {
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() == 1) return false;
  std::optional<double> first, last, count;
  if (parts.size() == 3) {
    first = number(parts[0]);
    last = number(parts[1]);
    count = number(parts[2]);
  }
  if (!first || !last || !count || *count < 1 || *count != std::floor(*count) ||
      *count > static_cast<double>(kMostCases)) {
    problem = fmt::format("{}={}: first:last:count has three numbers, the last one a count",
                          item.name, text);
    return true;
  }
  const auto n = static_cast<size_t>(*count);
  for (size_t i = 0; i < n; ++i) {
    const double part = n > 1 ? static_cast<double>(i) / static_cast<double>(n - 1) : 0;
    item.values.push_back(
        fmt::format("{}", i + 1 == n && n > 1 ? *last : *first + part * (*last - *first)));
  }
  return true;
}

std::optional<Item> parseItem(const std::string& text, std::string& problem) {
  const size_t equal = text.find('=');
  if (equal == std::string::npos || equal == 0) {
    problem = fmt::format("--set needs name=value, not '{}'", text);
    return std::nullopt;
  }
  Item item;
  item.name = trimmed(text.substr(0, equal));
  const std::string value = trimmed(text.substr(equal + 1));
  if (value.empty()) {
    problem = fmt::format("{} has no value", item.name);
  } else if (value.front() == '{' && value.back() == '}') {
    item.values = split(std::string_view(value).substr(1, value.size() - 2), ',');
    for (const std::string& each : item.values)
      if (each.empty()) problem = fmt::format("{}: a value of the list is missing", item.name);
  } else if (!parseDistribution(value, item, problem) && !parseRange(value, item, problem)) {
    item.values = {value};
  }
  if (!problem.empty()) return std::nullopt;
  return item;
}

// How many cases there are without samples; nothing: lists of different lengths.
std::optional<size_t> combinations(const std::vector<Item>& items, bool list,
                                   std::string& problem) {
  size_t count = 1;
  for (const Item& item : items) {
    const size_t n = item.distribution ? 1 : item.values.size();
    if (list) {
      if (n > 1 && count > 1 && n != count) {
        problem = fmt::format("--list: {} has {} values, others have {}", item.name, n, count);
        return std::nullopt;
      }
      count = std::max(count, n);
    } else {
      if (count > kMostCases / n) {
        problem = fmt::format("there are more than {} cases", kMostCases);
        return std::nullopt;
      }
      count *= n;
    }
  }
  return count;
}

// The value of each list in a combination.
std::vector<size_t> choices(const std::vector<Item>& items, bool list, size_t combination) {
  std::vector<size_t> result(items.size(), 0);
  for (size_t k = items.size(); k-- > 0;) {
    const size_t n = items[k].distribution ? 1 : items[k].values.size();
    if (n == 1) continue;
    result[k] = list ? combination : combination % n;
    if (!list) combination /= n;
  }
  return result;
}

// The draws of all cases in their order, from any of them on: the state of the generator is kept
// for one case in so many, and for so many cases at most.
class Draws {
 public:
  Draws(uint64_t seed, size_t cases, size_t perCase)
      : perCase_(perCase), apart_(std::max(kApart, cases / kMostKept + 1)) {
    std::mt19937_64 engine(seed);
    if (perCase > 0) engines_.reserve((cases + apart_ - 1) / apart_);
    for (size_t k = 0; perCase > 0 && k < cases; k += apart_) {
      engines_.push_back(engine);
      engine.discard(apart_ * perCase);
    }
  }
  Random at(size_t number) const {
    if (engines_.empty()) return Random(0);
    // Most often a thread asks for one after the other.
    thread_local struct {
      uint64_t of = 0;
      size_t number = 0;
      std::mt19937_64 engine;
    } last;
    if (last.of != id_ || number < last.number || number - last.number > apart_) {
      last.of = id_;
      last.number = number / apart_ * apart_;
      last.engine = engines_[number / apart_];
    }
    last.engine.discard((number - last.number) * perCase_);
    last.number = number;
    return Random(last.engine);
  }

 private:
  static constexpr size_t kApart = 1024, kMostKept = 1024;
  static uint64_t nextId() {
    static std::atomic<uint64_t> count{0};
    return ++count;
  }
  uint64_t id_ = nextId();
  size_t perCase_, apart_;
  std::vector<std::mt19937_64> engines_;
};

CaseList casesOf(std::vector<Item> items, const SweepRequest& request, size_t combinationCount,
                 size_t samples) {
  size_t perCase = 0;
  std::vector<bool> varies;
  for (const Item& item : items) {
    if (item.distribution) perCase += item.distribution->draws();
    bool differs = item.distribution.has_value();
    for (const std::string& value : item.values) differs = differs || value != item.values[0];
    varies.push_back(differs);
  }
  const size_t count = combinationCount * samples;
  auto draws = std::make_shared<const Draws>(request.seed, count, perCase);
  auto make = [items = std::move(items), draws, list = request.list, samples](size_t number) {
    const std::vector<size_t> chosen = choices(items, list, number / samples);
    Random numbers = draws->at(number);
    CaseValues values;
    for (size_t k = 0; k < items.size(); ++k)
      values.push_back(items[k].distribution
                           ? fmt::format("{}", items[k].distribution->draw(numbers))
                           : items[k].values[chosen[k]]);
    return values;
  };
  return CaseList(count, std::move(make), std::move(varies));
}

}  // namespace

std::optional<SweepPlan> planSweep(const SweepRequest& request, std::string& problem) {
  std::vector<Item> items;
  bool random = false;
  for (const std::string& text : request.values) {
    std::optional<Item> item = parseItem(text, problem);
    if (!item) return std::nullopt;
    for (const Item& other : items)
      if (other.name == item->name) problem = fmt::format("{} is given twice", item->name);
    if (!problem.empty()) return std::nullopt;
    random = random || item->distribution;
    items.push_back(std::move(*item));
  }
  if (random && request.samples < 1) {
    problem = "values by chance need --samples N";
    return std::nullopt;
  }
  if (!random && request.samples > 0) {
    problem = "--samples has an effect with uniform(...) or normal(...) only";
    return std::nullopt;
  }
  const std::optional<size_t> count = combinations(items, request.list, problem);
  if (!count) return std::nullopt;
  const size_t samples = random ? static_cast<size_t>(request.samples) : 1;
  if (*count > kMostCases / samples) {
    problem = fmt::format("there are more than {} cases", kMostCases);
    return std::nullopt;
  }
  SweepPlan plan;
  for (const Item& item : items) plan.names.push_back(item.name);
  plan.cases = casesOf(std::move(items), request, *count, samples);
  return plan;
}

RunValues valuesOf(const TranslatedModel& model, const SweepPlan& plan, size_t caseNumber,
                   std::string& problem) {
  RunValues result;
  const CaseValues values = plan.cases[caseNumber];
  for (size_t k = 0; k < plan.names.size(); ++k) {
    const std::string& name = plan.names[k];
    const std::string& text = values[k];
    const std::optional<VariableId> id = model.find(name);
    if (!id) {
      std::vector<std::string_view> names;
      for (const VariableId each : model.variables()) names.push_back(model.model().name(each));
      const std::string similar = didYouMean(name, names);
      problem = fmt::format("there is no variable '{}'{}", name,
                            similar.empty() ? "" : "; did you mean '" + similar + "'?");
      return result;
    }
    std::optional<double> value = number(text);
    if (text == "true" || text == "false") value = text == "true" ? 1 : 0;
    problem =
        model.refusal(*id, value.value_or(1));  // 1: literals and texts have a value of theirs
    if (!problem.empty()) return result;
    if (value) {
      result.numbers.emplace_back(*id, *value);
    } else {
      result.modifiers.push_back(name + "=" + text);
    }
  }
  return result;
}

bool SummarySink::begin(const results::ResultLayout& layout) {
  const size_t n = names_.size();
  summaries_.assign(n, {});
  column_.assign(n, -1);
  sign_.assign(n, 1);
  integral_.assign(n, 0);
  before_.assign(n, 0);
  any_ = false;
  std::unordered_map<std::string_view, const results::Signal*> byName;
  for (const results::Signal& signal : layout.signals) byName.emplace(signal.name, &signal);
  for (size_t k = 0; k < n; ++k) {
    const auto found = byName.find(names_[k]);
    if (found == byName.end()) continue;
    const results::Signal& signal = *found->second;
    sign_[k] = signal.negated ? -1 : 1;
    if (signal.kind == results::SignalKind::Variable) {
      column_[k] = signal.column;
    } else {
      const double value = layout.constants[signal.column];
      summaries_[k] = {value, value, value, value};
    }
  }
  return true;
}

bool SummarySink::row(double time, std::span<const double> values) {
  for (size_t k = 0; k < names_.size(); ++k) {
    if (column_[k] < 0) continue;
    const double stored = values[static_cast<size_t>(column_[k])];
    const double value = sign_[k] < 0 ? 0.0 - stored : stored;
    Summary& s = summaries_[k];
    s.last = value;
    s.least = any_ ? std::min(s.least, value) : value;
    s.most = any_ ? std::max(s.most, value) : value;
    if (any_) integral_[k] += (time - lastTime_) * (before_[k] + value) / 2;
    const double span = any_ ? time - firstTime_ : 0;
    s.mean = span > 0 ? integral_[k] / span : value;
    before_[k] = value;
  }
  if (!any_) firstTime_ = time;
  lastTime_ = time;
  any_ = true;
  return true;
}

namespace {

// RFC 4180.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

std::string oneLine(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

}  // namespace

std::string CaseTable::header() const {
  std::string line = "case";
  for (const std::string& name : names) line += "," + field(name);
  line += ",status";
  for (const std::string& name : variables) line += "," + field("final(" + name + ")");
  for (const std::string& statistic : statistics)
    for (const std::string& name : variables) line += "," + field(statistic + "(" + name + ")");
  return line + ",message\n";
}

std::string CaseTable::row(size_t caseNumber, const std::vector<std::string>& values,
                           const std::string& status, const std::vector<Summary>& summaries,
                           const std::string& message) const {
  std::string line = fmt::format("{}", caseNumber + 1);
  for (const std::string& value : values) line += "," + field(value);
  line += "," + status;
  auto add = [&](double Summary::* member) {
    for (size_t k = 0; k < variables.size(); ++k) {
      const double value =
          k < summaries.size() ? summaries[k].*member : std::numeric_limits<double>::quiet_NaN();
      line += std::isnan(value) ? "," : fmt::format(",{}", value);
    }
  };
  add(&Summary::last);
  for (const std::string& statistic : statistics)
    add(statistic == "min"   ? &Summary::least
        : statistic == "max" ? &Summary::most
                             : &Summary::mean);
  return line + "," + field(oneLine(message)) + "\n";
}

std::optional<std::vector<std::string>> finishedRows(const std::string& path,
                                                     const CaseTable& table, const SweepPlan& plan,
                                                     std::string& problem) {
  std::vector<std::string> rows(plan.cases.size());
  std::ifstream file(path);
  if (!file) return rows;
  std::string line;
  if (!std::getline(file, line) || line + "\n" != table.header()) {
    problem = fmt::format("{} belongs to another sweep: its columns differ", path);
    return std::nullopt;
  }
  while (std::getline(file, line)) {
    if (file.eof()) break;  // cut short when it was written
    size_t end = 0;
    unsigned long caseNumber = 0;
    try {
      caseNumber = std::stoul(line, &end);
    } catch (const std::exception&) {
      caseNumber = 0;
    }
    std::string expected;
    if (caseNumber >= 1 && caseNumber <= rows.size()) {
      expected = fmt::format("{}", caseNumber);
      for (const std::string& value : plan.cases[caseNumber - 1]) expected += "," + field(value);
      expected += ",";
    }
    if (expected.empty() || !line.starts_with(expected)) {
      problem =
          fmt::format("{} belongs to another sweep: case {} has other values", path, caseNumber);
      return std::nullopt;
    }
    rows[caseNumber - 1] = line + "\n";
  }
  return rows;
}

}  // namespace formola::analysis
