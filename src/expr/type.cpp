#include "expr/type.h"

namespace formola {

namespace {

uint64_t combine(uint64_t h, uint64_t v) {
  return (h ^ v) * 0x100000001b3ull + 0x9E3779B97F4A7C15ull;
}

bool sameDims(std::span<const Size> a, std::span<const Size> b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace

TypeTable::TypeTable() {
  error_ = scalar(BaseType::Error);
  real_ = scalar(BaseType::Real);
  integer_ = scalar(BaseType::Integer);
  boolean_ = scalar(BaseType::Boolean);
  string_ = scalar(BaseType::String);
  none_ = scalar(BaseType::None);
}

TypeTable::TypeTable(const TypeTable& other)
    : types_(other.types_),
      index_(other.index_),
      enums_(other.enums_),
      records_(other.records_),
      recordIndex_(other.recordIndex_),
      error_(other.error_),
      real_(other.real_),
      integer_(other.integer_),
      boolean_(other.boolean_),
      string_(other.string_),
      none_(other.none_) {
  for (Type& type : types_)
    type.dims = arena_.copy(std::vector<Size>(type.dims.begin(), type.dims.end()));
}

TypeId TypeTable::get(BaseType base, uint32_t which, std::span<const Size> dims) {
  uint64_t h = combine(static_cast<uint64_t>(base), which);
  for (Size d : dims) h = combine(h, static_cast<uint64_t>(d));
  auto [first, last] = index_.equal_range(h);
  for (auto it = first; it != last; ++it) {
    const Type& t = types_[it->second.index()];
    if (t.base == base && t.which == which && sameDims(t.dims, dims)) return it->second;
  }
  std::vector<Size> copy(dims.begin(), dims.end());
  TypeId id(types_.size());
  types_.push_back({base, which, arena_.copy(copy)});
  index_.emplace(h, id);
  return id;
}

TypeId TypeTable::withDims(TypeId type, std::span<const Size> dims) {
  Type t = types_[type.index()];
  return get(t.base, t.which, dims);
}

TypeId TypeTable::element(TypeId type, size_t n) {
  Type t = types_[type.index()];
  return get(t.base, t.which, t.dims.subspan(std::min(n, t.dims.size())));
}

TypeId TypeTable::prependDims(TypeId type, std::span<const Size> dims) {
  if (dims.empty()) return type;
  Type t = types_[type.index()];
  std::vector<Size> all(dims.begin(), dims.end());
  all.insert(all.end(), t.dims.begin(), t.dims.end());
  return get(t.base, t.which, all);
}

EnumId TypeTable::addEnum(EnumInfo info) {
  for (size_t i = 0; i < enums_.size(); ++i) {
    // the same literals make the same type, whatever its name (Modelica 3.6, section 6.4)
    if (enums_[i].literals != info.literals) continue;
    if (enums_[i].name == info.name || !info.literals.empty()) return EnumId(i);
  }
  enums_.push_back(std::move(info));
  return EnumId(enums_.size() - 1);
}

RecordId TypeTable::addRecord(RecordInfo info) {
  uint64_t h = info.name.index();
  for (const RecordField& f : info.fields) h = combine(combine(h, f.name.index()), f.type.index());
  auto [first, last] = recordIndex_.equal_range(h);
  for (auto it = first; it != last; ++it) {
    const RecordInfo& r = records_[it->second.index()];
    if (r.name != info.name || r.fields.size() != info.fields.size()) continue;
    bool same = true;
    for (size_t i = 0; i < r.fields.size() && same; ++i) {
      same = r.fields[i].name == info.fields[i].name && r.fields[i].type == info.fields[i].type;
    }
    if (same) return it->second;
  }
  records_.push_back(std::move(info));
  RecordId id(records_.size() - 1);
  recordIndex_.emplace(h, id);
  return id;
}

TypeId TypeTable::tuple(std::span<const TypeId> elements) {
  RecordInfo info;
  for (TypeId t : elements) info.fields.push_back({Symbol(), t});
  return scalar(BaseType::Tuple, addRecord(std::move(info)).index());
}

int64_t TypeTable::count(TypeId type) const {
  int64_t n = 1;
  for (Size d : (*this)[type].dims) {
    if (d == kUnknownSize) return -1;
    n *= d;
  }
  return n;
}

}  // namespace formola
