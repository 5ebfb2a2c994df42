#include "evaluate/datum.h"

#include "support/assert.h"

namespace formola::interpreter {

Box& Datum::unique() {
  if (!box) {
    box = std::make_shared<Box>();
  } else if (box.use_count() > 1) {
    box = std::make_shared<Box>(*box);
  }
  return *box;
}

Datum Data::real(double value) const {
  Cell cell;
  cell.real = value;
  return {types_.real(), BaseType::Real, cell, {}};
}

Datum Data::integer(int64_t value) const {
  Cell cell;
  cell.integer = value;
  return {types_.integer(), BaseType::Integer, cell, {}};
}

Datum Data::boolean(bool value) const {
  Cell cell;
  cell.integer = value ? 1 : 0;
  return {types_.boolean(), BaseType::Boolean, cell, {}};
}

Datum Data::string(std::string text) const {
  Datum result{types_.string(), BaseType::String, {}, std::make_shared<Box>()};
  result.box->strings.push_back(std::move(text));
  return result;
}

Datum Data::zero(TypeId type) {
  return zero(type, {});
}

// Recursion: on the nesting of record types, which no value can deepen.
Datum Data::zero(TypeId type, std::span<const Size> lead) {
  Type t = types_[type];
  std::vector<Size> all(lead.begin(), lead.end());
  for (Size d : t.dims) all.push_back(d == kUnknownSize ? 0 : d);
  Datum result{types_.get(t.base, t.which, all), t.base, {}, {}};
  result.cell.integer = t.base == BaseType::Enumeration ? 1 : 0;
  if (t.base == BaseType::Real) result.cell.real = 0;
  if (isCellBase(t.base) && all.empty()) return result;
  result.box = std::make_shared<Box>();
  size_t n = count(result);
  switch (t.base) {
    case BaseType::Real:
      result.box->reals.assign(n, 0.0);
      break;
    case BaseType::Integer:
    case BaseType::Boolean:
      result.box->integers.assign(n, 0);
      break;
    case BaseType::Enumeration:
      result.box->integers.assign(n, 1);
      break;
    case BaseType::String:
      result.box->strings.assign(n, {});
      break;
    case BaseType::Record:
    case BaseType::Tuple: {
      size_t fields = types_.recordInfo(RecordId(t.which)).fields.size();
      for (size_t k = 0; k < fields; ++k) {
        TypeId field = types_.recordInfo(RecordId(t.which)).fields[k].type;
        result.box->fields.push_back(zero(field, all));
      }
      break;
    }
    default:
      break;
  }
  return result;
}

void Data::appendPlaces(const Box& from, Box& to, BaseType base, std::span<const size_t> places,
                        size_t chunk) {
  auto copy = [&](const auto& source, auto& target) {
    target.reserve(target.size() + places.size() * chunk);
    for (size_t p : places) {
      auto first = source.begin() + static_cast<std::ptrdiff_t>(p * chunk);
      target.insert(target.end(), first, first + static_cast<std::ptrdiff_t>(chunk));
    }
  };
  if (base == BaseType::Real) {
    copy(from.reals, to.reals);
  } else if (base == BaseType::String) {
    copy(from.strings, to.strings);
  } else {
    copy(from.integers, to.integers);
  }
}

Datum Data::gather(const Datum& from, size_t lead, std::span<const size_t> places,
                   std::span<const Size> newDims) {
  Type t = types_[from.type];
  std::vector<Size> all(newDims.begin(), newDims.end());
  size_t chunk = 1;
  for (size_t d = lead; d < t.dims.size(); ++d) {
    all.push_back(t.dims[d]);
    chunk *= static_cast<size_t>(t.dims[d]);
  }
  Datum result{types_.get(t.base, t.which, all), t.base, {}, {}};
  if (isCellBase(t.base) && all.empty()) {
    result.cell = from.cellAt(places[0]);
    return result;
  }
  result.box = std::make_shared<Box>();
  if (t.base == BaseType::Record) {
    for (const Datum& field : from.box->fields) {
      result.box->fields.push_back(gather(field, lead, places, newDims));
    }
  } else if (from.inCell()) {
    Box one;
    if (t.base == BaseType::Real) {
      one.reals.push_back(from.cell.real);
    } else {
      one.integers.push_back(from.cell.integer);
    }
    appendPlaces(one, *result.box, t.base, places, 1);
  } else {
    appendPlaces(*from.box, *result.box, t.base, places, chunk);
  }
  return result;
}

Datum Data::reshape(const Datum& from, size_t lead, std::span<const Size> newDims) {
  Type t = types_[from.type];
  std::vector<Size> all(newDims.begin(), newDims.end());
  all.insert(all.end(), t.dims.begin() + static_cast<std::ptrdiff_t>(lead), t.dims.end());
  Datum result = from;
  result.type = types_.get(t.base, t.which, all);
  if (t.base == BaseType::Record) {
    for (Datum& field : result.unique().fields) field = reshape(field, lead, newDims);
  } else if (isCellBase(t.base)) {
    if (all.empty() && from.box) {
      result.cell = from.cellAt(0);
      result.box.reset();
    } else if (!all.empty() && !from.box) {
      result.box = std::make_shared<Box>();
      if (t.base == BaseType::Real) {
        result.box->reals.push_back(from.cell.real);
      } else {
        result.box->integers.push_back(from.cell.integer);
      }
    }
  }
  return result;
}

void Data::scatter(Datum& to, size_t lead, std::span<const size_t> places, const Datum& from) {
  Type t = types_[to.type];
  size_t chunk = 1;
  for (size_t d = lead; d < t.dims.size(); ++d) chunk *= static_cast<size_t>(t.dims[d]);
  if (to.inCell()) {
    to.cell = from.cellAt(0);
    return;
  }
  Box& box = to.unique();
  if (t.base == BaseType::Record) {
    for (size_t k = 0; k < box.fields.size(); ++k) {
      scatter(box.fields[k], lead, places, from.box->fields[k]);
    }
    return;
  }
  size_t at = 0;
  for (size_t p : places) {
    for (size_t i = 0; i < chunk; ++i, ++at) {
      if (t.base == BaseType::Real) {
        box.reals[p * chunk + i] = from.realAt(at);
      } else if (t.base == BaseType::String) {
        box.strings[p * chunk + i] = from.box->strings[at];
      } else {
        box.integers[p * chunk + i] = from.integerAt(at);
      }
    }
  }
}

void Data::coerce(Datum& datum, BaseType base) {
  if (base != BaseType::Real || datum.base != BaseType::Integer) return;
  datum.base = BaseType::Real;
  if (!datum.box) {
    datum.cell.real = static_cast<double>(datum.cell.integer);
    datum.type = types_.real();
    return;
  }
  auto box = std::make_shared<Box>();
  box->reals.assign(datum.box->integers.begin(), datum.box->integers.end());
  datum.box = std::move(box);
  datum.type = types_.get(BaseType::Real, 0, types_[datum.type].dims);
}

Datum Data::fromValue(Value value) {
  Type t = types_[value.type];
  Datum result{value.type, t.base, {}, {}};
  if (isCellBase(t.base) && t.dims.empty()) {
    if (t.base == BaseType::Real) {
      FORMOLA_ASSERT(!value.reals.empty());
      result.cell.real = value.reals[0];
    } else {
      FORMOLA_ASSERT(!value.integers.empty());
      result.cell.integer = value.integers[0];
    }
    return result;
  }
  result.box = std::make_shared<Box>();
  result.box->reals = std::move(value.reals);
  result.box->integers = std::move(value.integers);
  if (t.base == BaseType::Function && !result.box->integers.empty())
    result.box->function = FunctionId(static_cast<uint32_t>(result.box->integers[0]));
  result.box->strings = std::move(value.strings);
  for (Value& field : value.fields) result.box->fields.push_back(fromValue(std::move(field)));
  return result;
}

Value Data::toValue(const Datum& datum) const {
  Value value;
  value.type = datum.type;
  if (!datum.box) {
    if (datum.base == BaseType::Real) {
      value.reals.push_back(datum.cell.real);
    } else if (isCellBase(datum.base)) {
      value.integers.push_back(datum.cell.integer);
    }
    return value;
  }
  value.reals = datum.box->reals;
  value.integers = datum.box->integers;
  if (datum.base == BaseType::Function) value.integers.assign(1, datum.box->function.index());
  value.strings = datum.box->strings;
  for (const Datum& field : datum.box->fields) value.fields.push_back(toValue(field));
  return value;
}

std::string Data::shapeText(const Datum& datum) const {
  const Type& t = types_[datum.type];
  std::string text;
  switch (t.base) {
    case BaseType::Real:
      text = "Real";
      break;
    case BaseType::Integer:
      text = "Integer";
      break;
    case BaseType::Boolean:
      text = "Boolean";
      break;
    case BaseType::String:
      text = "String";
      break;
    case BaseType::Enumeration:
      text = "enumeration";
      break;
    case BaseType::Record:
      text = "record";
      break;
    case BaseType::Function:
      text = "function";
      break;
    default:
      text = "no value";
      break;
  }
  if (t.dims.empty()) return text;
  text += '[';
  for (size_t d = 0; d < t.dims.size(); ++d) {
    if (d > 0) text += ", ";
    text += std::to_string(t.dims[d]);
  }
  return text + ']';
}

bool ArrayBuilder::add(const Datum& element) {
  const Type& t = types_[element.type];
  if (size_ == 0) {
    element_ = element.type;
    base_ = element.base;
    if (base_ == BaseType::Record) {
      for (size_t k = 0; k < element.box->fields.size(); ++k) fields_.emplace_back(types_);
    }
  } else if (element.type != element_) {
    const Type& first = types_[element_];
    if (!std::equal(t.dims.begin(), t.dims.end(), first.dims.begin(), first.dims.end())) {
      return false;
    }
    bool numbers = (t.base == BaseType::Real || t.base == BaseType::Integer) &&
                   (base_ == BaseType::Real || base_ == BaseType::Integer);
    if (t.base != base_ && !numbers) return false;
    if (t.base == BaseType::Real && base_ == BaseType::Integer) {
      // a Real among Integers makes the whole array Real
      box_.reals.assign(box_.integers.begin(), box_.integers.end());
      box_.integers.clear();
      base_ = BaseType::Real;
      element_ = element.type;
    }
  }
  ++size_;
  auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  switch (base_) {
    case BaseType::Real:
      if (element.inCell()) {
        box_.reals.push_back(element.realAt(0));
      } else if (element.base == BaseType::Real) {
        append(box_.reals, element.box->reals);
      } else {
        append(box_.reals, element.box->integers);
      }
      break;
    case BaseType::Integer:
    case BaseType::Boolean:
    case BaseType::Enumeration:
      if (element.inCell()) {
        box_.integers.push_back(element.cell.integer);
      } else {
        append(box_.integers, element.box->integers);
      }
      break;
    case BaseType::String:
      append(box_.strings, element.box->strings);
      break;
    case BaseType::Record:
      for (size_t k = 0; k < fields_.size(); ++k) {
        if (!fields_[k].add(element.box->fields[k])) return false;
      }
      break;
    default:
      return false;
  }
  return true;
}

Datum ArrayBuilder::finish(std::span<const Size> lead, TypeId elementType) {
  if (size_ == 0) return Data(types_).zero(elementType, lead);
  // The dimensions of the elements follow those of the array.
  Datum result{types_.prependDims(element_, lead), base_, {}, std::make_shared<Box>()};
  *result.box = std::move(box_);
  for (ArrayBuilder& field : fields_) {
    result.box->fields.push_back(field.finish(lead, field.element_));
  }
  return result;
}

}  // namespace formola::interpreter
