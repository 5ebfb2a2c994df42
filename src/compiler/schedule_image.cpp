#include "compiler/schedule_image.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace formola {

namespace {

struct TypeImage {
  BaseType base = BaseType::Error;
  uint32_t which = 0;
  std::vector<Size> dims;
};

// All that a pool holds, in the order of the ids: made again in that order it gets the same ids.
struct PoolImage {
  std::vector<std::string> names;
  std::vector<EnumInfo> enums;
  std::vector<RecordInfo> records;
  std::vector<TypeImage> types;
  uint32_t iterators = 0;
};

void writeNodes(serial::Writer& out, const ExprPool& pool) {
  std::vector<uint8_t> kinds;
  std::vector<uint32_t> types, payloads, counts, children;
  std::vector<double> reals;
  std::vector<int64_t> integers;
  for (size_t i = 0; i < pool.size(); ++i) {
    const ExprId id(i);
    const ExprKind kind = pool.kind(id);
    kinds.push_back(static_cast<uint8_t>(kind));
    types.push_back(pool.type(id).index());
    payloads.push_back(pool.payload(id));
    counts.push_back(static_cast<uint32_t>(pool.children(id).size()));
    for (const ExprId child : pool.children(id)) children.push_back(child.index());
    if (kind == ExprKind::Real) reals.push_back(pool.realValue(id));
    if (kind == ExprKind::Integer) integers.push_back(pool.integerValue(id));
  }
  serial::write(out, kinds);
  for (const auto* list : {&types, &payloads, &counts, &children}) serial::write(out, *list);
  serial::write(out, reals);
  serial::write(out, integers);
}

bool readNodes(serial::Reader& in, ExprPool& pool) {
  std::vector<uint8_t> kinds;
  std::vector<uint32_t> types, payloads, counts, children;
  std::vector<double> reals;
  std::vector<int64_t> integers;
  serial::read(in, kinds);
  for (auto* list : {&types, &payloads, &counts, &children}) serial::read(in, *list);
  serial::read(in, reals);
  serial::read(in, integers);
  const size_t n = kinds.size();
  if (!in.ok() || types.size() != n || payloads.size() != n || counts.size() != n) return false;
  size_t child = 0, real = 0, integer = 0;
  std::vector<ExprId> below;
  for (size_t i = 0; i < n; ++i) {
    const auto kind = static_cast<ExprKind>(kinds[i]);
    if (counts[i] > children.size() - child) return false;
    below.clear();
    for (uint32_t k = 0; k < counts[i]; ++k) {
      below.emplace_back(children[child++]);
      if (below.back().index() >= i) return false;
    }
    ExprId id;
    if (kind == ExprKind::Real) {
      if (real == reals.size()) return false;
      id = pool.real(reals[real++]);
    } else if (kind == ExprKind::Integer) {
      if (integer == integers.size()) return false;
      id = pool.integer(integers[integer++]);
    } else {
      id = pool.make(kind, TypeId(types[i]), payloads[i], below);
    }
    if (id.index() != i || pool.type(id).index() != types[i]) return false;
  }
  return true;
}

// The tables of types are as long as the ids that nodes, variables and functions mention.
PoolImage imageOf(const Schedule& schedule) {
  const ExprPool& pool = schedule.model.pool();
  PoolImage image;
  for (size_t i = 0; i < pool.names.size(); ++i)
    image.names.emplace_back(pool.names.text(Symbol(i)));
  uint32_t types = pool.types.none().index() + 1;
  auto reach = [&](TypeId id) {
    if (id.valid()) types = std::max(types, id.index() + 1);
  };
  for (size_t i = 0; i < pool.size(); ++i) {
    reach(pool.type(ExprId(i)));
    if (pool.kind(ExprId(i)) == ExprKind::Iterator)
      image.iterators = std::max(image.iterators, pool.payload(ExprId(i)) + 1);
  }
  for (const Variable& v : schedule.model.dae.variables) reach(v.type);
  for (const Function& f : schedule.model.dae.functions)
    for (const LocalVariable& local : f.locals) reach(local.type);
  uint32_t enums = 0, records = 0;
  for (uint32_t i = 0; i < types; ++i) {
    const Type& type = pool.types[TypeId(i)];
    if (type.base == BaseType::Enumeration) enums = std::max(enums, type.which + 1);
    if (type.base != BaseType::Record && type.base != BaseType::Tuple) continue;
    // Fields have types of their own, which may lie behind.
    for (; records <= type.which; ++records)
      for (const RecordField& f : pool.types.recordInfo(RecordId(records)).fields) reach(f.type);
  }
  for (uint32_t i = 0; i < types; ++i) {
    const Type& type = pool.types[TypeId(i)];
    image.types.push_back({type.base, type.which, {type.dims.begin(), type.dims.end()}});
  }
  for (uint32_t i = 0; i < enums; ++i) image.enums.push_back(pool.types.enumInfo(EnumId(i)));
  for (uint32_t i = 0; i < records; ++i)
    image.records.push_back(pool.types.recordInfo(RecordId(i)));
  return image;
}

bool restore(const PoolImage& image, ExprPool& pool) {
  for (size_t i = 0; i < image.names.size(); ++i)
    if (pool.names.intern(image.names[i]).index() != i) return false;
  for (size_t i = 0; i < image.enums.size(); ++i)
    if (pool.types.addEnum(image.enums[i]).index() != i) return false;
  for (size_t i = 0; i < image.records.size(); ++i)
    if (pool.types.addRecord(image.records[i]).index() != i) return false;
  for (size_t i = 0; i < image.types.size(); ++i) {
    const TypeImage& type = image.types[i];
    if (pool.types.get(type.base, type.which, type.dims).index() != i) return false;
  }
  for (uint32_t i = 0; i < image.iterators; ++i) pool.newIterator();
  return true;
}

}  // namespace

namespace serial {

// The pool comes first, on its own; a gate belongs to a run.
void write(Writer&, const std::shared_ptr<ExprPool>&) {}
void read(Reader&, std::shared_ptr<ExprPool>&) {}
void write(Writer&, const std::shared_ptr<EffectGate>&) {}
void read(Reader&, std::shared_ptr<EffectGate>&) {}
// What heuristics would have done is told by inspect, which translates anew.
void write(Writer&, const std::vector<TearingCandidate>&) {}
void read(Reader&, std::vector<TearingCandidate>&) {}

}  // namespace serial

void writeSchedule(serial::Writer& out, const Schedule& schedule) {
  serial::write(out, imageOf(schedule));
  writeNodes(out, schedule.model.pool());
  serial::write(out, schedule);
}

std::optional<Schedule> readSchedule(serial::Reader& in) {
  PoolImage image;
  serial::read(in, image);
  auto pool = std::make_shared<ExprPool>();
  if (!in.ok() || !restore(image, *pool) || !readNodes(in, *pool)) return std::nullopt;
  Schedule schedule;
  serial::read(in, schedule);
  schedule.model.dae.pool = std::move(pool);
  if (!in.ok()) return std::nullopt;
  return schedule;
}

}  // namespace formola
