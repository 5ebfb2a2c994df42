#include "fmu/fmu_places.h"

namespace formola::fmu {

namespace {

constexpr uint64_t kMostNumbers = uint64_t{1} << 28;

enum class Part : uint8_t { State, Derivative, Continuous, Discrete, Parameter };

// "[2,3]" of the element `index` of an array; "" for scalars.
std::string subscript(const std::vector<uint64_t>& sizes, uint64_t index) {
  if (sizes.empty()) return {};
  std::string text;
  for (size_t k = sizes.size(); k-- > 0;) {
    text = fmt::format("{}{}{}", index % sizes[k] + 1, text.empty() ? "" : ",", text);
    index /= sizes[k];
  }
  return "[" + text + "]";
}

class Placer {
 public:
  Placer(const Description& description, const Sizes& sizes, Interface kind)
      : description_(description), sizes_(sizes), kind_(kind) {
    places_.first.assign(description.variables.size(), -1);
    places_.length.assign(description.variables.size(), 0);
  }
  std::optional<Places> run(std::string& why);

 private:
  std::vector<uint64_t> sizesOf(const Variable& variable) const {
    std::vector<uint64_t> result;
    for (const Dimension& dimension : variable.dimensions) {
      const auto found = dimension.parameter ? sizes_.find(*dimension.parameter) : sizes_.end();
      result.push_back(found != sizes_.end() ? found->second : dimension.size);
    }
    return result;
  }
  bool measure(std::string& why);
  bool placeStates(std::string& why);
  void place(uint32_t variable, int32_t& next);
  void placeRest();
  void nameAll();
  static void add(std::vector<Transfer>& transfers, const Variable& variable, int32_t place,
                  uint32_t length);
  Part partOf(const Variable& variable) const {
    if (variable.isParameter()) return Part::Parameter;
    return variable.variability == Variability::Discrete ? Part::Discrete : Part::Continuous;
  }
  bool counts(const Variable& variable) const {
    const bool clock = variable.type == ValueType::Clock && kind_ == Interface::ScheduledExecution;
    return (isNumber(variable.type) || clock) && variable.causality != Causality::Independent;
  }

  const Description& description_;
  const Sizes& sizes_;
  Interface kind_;
  Places places_;
  std::map<std::pair<ValueType, Reference>, int32_t> taken_;  // FMI 2.0: aliases share references
  std::vector<std::vector<uint64_t>> shapes_;
  std::vector<bool> isState_;
};

bool Placer::measure(std::string& why) {
  uint64_t total = 0;
  for (const Variable& variable : description_.variables) {
    shapes_.push_back(sizesOf(variable));
    uint64_t length = 1;
    for (const uint64_t size : shapes_.back()) {
      length *= size;
      if (size > kMostNumbers || length > kMostNumbers) {
        why = fmt::format("'{}' has too many elements", variable.name);
        return false;
      }
    }
    total += length;
    if (total > kMostNumbers) {
      why = fmt::format("it has more than {} numbers", kMostNumbers);
      return false;
    }
    places_.length[shapes_.size() - 1] = static_cast<uint32_t>(length);
  }
  return true;
}

void Placer::place(uint32_t variable, int32_t& next) {
  const Variable& v = description_.variables[variable];
  const auto [found, isNew] = taken_.emplace(std::pair(v.type, v.reference), next);
  places_.first[variable] = found->second;
  if (isNew) next += static_cast<int32_t>(places_.length[variable]);
}

bool Placer::placeStates(std::string& why) {
  isState_.assign(description_.variables.size(), false);
  if (kind_ != Interface::ModelExchange) return true;
  int32_t state = 0;
  for (const Unknown& unknown : description_.derivatives) {
    const Variable& derivative = description_.variables[unknown.variable];
    const uint32_t length = places_.length[unknown.variable];
    if (derivative.type != ValueType::Float64) {
      why = fmt::format("the derivative '{}' is no double", derivative.name);
      return false;
    }
    if (derivative.derivativeOf) {
      const uint32_t of = *derivative.derivativeOf;
      if (places_.length[of] != length || description_.variables[of].type != ValueType::Float64) {
        why = fmt::format("the state '{}' and its derivative '{}' are not alike",
                          description_.variables[of].name, derivative.name);
        return false;
      }
      const auto key = std::pair(ValueType::Float64, description_.variables[of].reference);
      taken_.emplace(key, state);
      isState_[of] = true;
    }
    for (uint32_t i = 0; i < length; ++i)
      places_.stateNames.push_back(derivative.derivativeOf
                                       ? description_.variables[*derivative.derivativeOf].name +
                                             subscript(shapes_[*derivative.derivativeOf], i)
                                       : fmt::format("the state of {}", derivative.name));
    state += static_cast<int32_t>(length);
  }
  places_.nStates = state;
  int32_t next = state;
  for (const Unknown& unknown : description_.derivatives) {
    const Variable& derivative = description_.variables[unknown.variable];
    // A derivative may share its reference with another state: then its value is fetched there.
    taken_.emplace(std::pair(ValueType::Float64, derivative.reference), next);
    next += static_cast<int32_t>(places_.length[unknown.variable]);
  }
  return true;
}

void Placer::add(std::vector<Transfer>& transfers, const Variable& variable, int32_t place,
                 uint32_t length) {
  Transfer* transfer = nullptr;
  for (Transfer& each : transfers)
    if (each.type == variable.type) transfer = &each;
  if (transfer == nullptr) transfer = &transfers.emplace_back(Transfer{variable.type, {}, {}});
  transfer->references.push_back(variable.reference);
  for (uint32_t i = 0; i < length; ++i) transfer->places.push_back(place + static_cast<int32_t>(i));
}

void Placer::placeRest() {
  int32_t next = 2 * places_.nStates;
  for (const Part part : {Part::Continuous, Part::Discrete, Part::Parameter}) {
    if (part == Part::Discrete) places_.discreteBegin = next;
    if (part == Part::Parameter) places_.parameterBegin = next;
    auto& reads = part == Part::Continuous ? places_.continuous
                  : part == Part::Discrete ? places_.discrete
                                           : places_.parameters;
    auto& writes = part == Part::Continuous ? places_.continuousInputs : places_.discreteInputs;
    for (uint32_t i = 0; i < description_.variables.size(); ++i) {
      const Variable& variable = description_.variables[i];
      if (!counts(variable) || partOf(variable) != part) continue;
      const int32_t before = next;
      place(i, next);
      const uint32_t length = places_.length[i];
      if (length == 0 || next == before) continue;
      if (variable.type == ValueType::Clock) continue;  // whoever schedules writes it
      const bool input = variable.causality == Causality::Input;
      if (input && part != Part::Parameter) add(writes, variable, before, length);
      add(reads, variable, before, length);
    }
  }
  places_.count = next;
}

void Placer::nameAll() {
  for (uint32_t i = 0; i < description_.variables.size(); ++i) {
    if (places_.first[i] < 0) continue;
    const Variable& variable = description_.variables[i];
    for (uint32_t k = 0; k < places_.length[i]; ++k) {
      const std::string index = subscript(shapes_[i], k);
      const int32_t place = places_.first[i] + static_cast<int32_t>(k);
      places_.numbers.push_back({variable.name + index, variable.description, i, place});
      for (const AliasName& alias : variable.aliases)
        places_.numbers.push_back({alias.name + index, alias.description, i, place});
    }
  }
}

std::optional<Places> Placer::run(std::string& why) {
  if (!measure(why) || !placeStates(why)) return std::nullopt;
  placeRest();
  nameAll();
  return std::move(places_);
}

}  // namespace

Sizes startSizes(const Description& description) {
  Sizes sizes;
  for (const Variable& variable : description.variables)
    if ((variable.causality == Causality::StructuralParameter ||
         variable.variability == Variability::Constant) &&
        variable.start.size() == 1 && variable.start[0] >= 0 && variable.start[0] < 1e15)
      sizes[variable.reference] = static_cast<uint64_t>(variable.start[0]);
  return sizes;
}

std::optional<Places> placeNumbers(const Description& description, const Sizes& sizes,
                                   Interface kind, std::string& why) {
  return Placer(description, sizes, kind).run(why);
}

Status readNumbers(Instance& instance, const std::vector<Transfer>& transfers, double* v) {
  thread_local std::vector<double> values;
  for (const Transfer& transfer : transfers) {
    values.resize(transfer.places.size());
    const Status status = instance.get(transfer.type, transfer.references, values);
    if (!succeeded(status)) return status;
    for (size_t i = 0; i < values.size(); ++i) v[transfer.places[i]] = values[i];
  }
  return Status::Ok;
}

Status writeNumbers(Instance& instance, const std::vector<Transfer>& transfers, const double* v) {
  thread_local std::vector<double> values;
  for (const Transfer& transfer : transfers) {
    values.resize(transfer.places.size());
    for (size_t i = 0; i < values.size(); ++i) values[i] = v[transfer.places[i]];
    const Status status = instance.set(transfer.type, transfer.references, values);
    if (!succeeded(status)) return status;
  }
  return Status::Ok;
}

}  // namespace formola::fmu
