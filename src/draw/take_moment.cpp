#include "draw/take_moment.h"

#include <cstdlib>

#include "sema/sema.h"

namespace formola::draw {

namespace {

// "a.b[2].c[1,3]": names with their subscripts.
struct Step {
  std::string name;
  std::vector<Size> subscripts;
};

std::vector<Step> stepsOf(const std::string& text) {
  std::vector<Step> steps(1);
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\'') quoted = !quoted;
    if (c == '.' && !quoted) {
      steps.emplace_back();
    } else if (c == '[' && !quoted) {
      const char* at = text.c_str() + i;
      do {
        char* end = nullptr;
        steps.back().subscripts.push_back(std::strtol(at + 1, &end, 10));
        at = end;
      } while (*at == ',');
      i = static_cast<size_t>(at - text.c_str());
    } else {
      steps.back().name += c;
    }
  }
  return steps;
}

// The place of an element among those of an array, the last subscript fastest; nothing: outside.
std::optional<size_t> placeOf(const std::vector<Size>& subscripts, std::span<const Size> dims) {
  if (subscripts.size() != dims.size()) return std::nullopt;
  size_t place = 0;
  for (size_t k = 0; k < dims.size(); ++k) {
    if (subscripts[k] < 1 || subscripts[k] > dims[k]) return std::nullopt;
    place = place * static_cast<size_t>(dims[k]) + static_cast<size_t>(subscripts[k] - 1);
  }
  return place;
}

class Taker {
 public:
  Taker(Sema& sema, Instance* model) : sema_(sema), model_(model) {}

  void take(const std::string& name, double value) {
    const std::vector<Step> steps = stepsOf(name);
    Instance* at = model_;
    for (size_t i = 0; i < steps.size(); ++i) {
      at = sema_.member(at, sema_.symbol(steps[i].name));
      if (!at || !at->isComponent()) return;
      sema_.resolve(at);
      if (at->broken || at->removed || !at->layout) return;
      const bool last = i + 1 == steps.size();
      if (last) break;
      if (steps[i].subscripts.empty() == at->isArray) return;
      if (!at->isArray) continue;
      const auto place = placeOf(steps[i].subscripts, at->dims);
      at = place ? sema_.element(at, *place) : nullptr;
      if (!at || !at->layout) return;
    }
    if (at->valueKnown && at->value) return;  // of the model itself
    if (at->layout->builtin == BaseType::None || at->layout->builtin == BaseType::String) return;
    size_t size = 1;
    for (const Size d : at->dims) size *= static_cast<size_t>(std::max<Size>(d, 0));
    const auto place = placeOf(steps.back().subscripts, at->dims);
    if (!place || size == 0) return;
    std::vector<std::optional<double>>& values = found_[at];
    values.resize(size);
    values[*place] = value;
  }

  void finish() {
    for (const auto& [variable, values] : found_) {
      auto made = std::make_unique<Value>();
      made->type = sema_.typeOfComponent(variable);
      const bool real = variable->layout->builtin == BaseType::Real;
      bool whole = true;
      for (const std::optional<double>& each : values) {
        whole = whole && each;
        if (real) made->reals.push_back(each.value_or(0));
        if (!real) made->integers.push_back(std::lround(each.value_or(0)));
      }
      if (!whole) continue;
      variable->value = std::move(made);
      variable->valueKnown = true;
    }
  }

 private:
  Sema& sema_;
  Instance* model_;
  std::map<Instance*, std::vector<std::optional<double>>> found_;
};

}  // namespace

void takeMoment(Sema& sema, Instance* model, const Moment& moment) {
  Taker taker(sema, model);
  for (const auto& [name, value] : moment) taker.take(name, value);
  taker.finish();
}

}  // namespace formola::draw
