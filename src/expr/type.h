// Types of expressions: a base type with dimensions, interned so that equal types have equal ids.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "support/id.h"
#include "support/interner.h"

namespace formola {

using TypeId = Id<struct TypeTag>;
using EnumId = Id<struct EnumTag>;
using RecordId = Id<struct RecordTag>;

enum class BaseType : uint8_t {
  Error,  // something already reported; compatible with everything
  Real,
  Integer,
  Boolean,
  String,
  Enumeration,     // which: EnumId
  Record,          // which: RecordId
  ExternalObject,  // which: name Symbol
  Clock,
  Function,  // a function as argument
  Tuple,     // several results; elements in `fields` of a nameless record (which: RecordId)
  None,      // no value (call of a function without results)
};

// Size of one dimension, or kUnknownSize (":" in functions before evaluation).
using Size = int32_t;
inline constexpr Size kUnknownSize = -1;

struct Type {
  BaseType base = BaseType::Error;
  uint32_t which = 0;          // EnumId, RecordId or Symbol index, by base
  std::span<const Size> dims;  // empty: scalar
};

struct EnumInfo {
  Symbol name;                   // qualified, as shown to users
  std::vector<Symbol> literals;  // literal k has the value k+1
};

struct RecordField {
  Symbol name;
  TypeId type;
};

struct RecordInfo {
  Symbol name;  // qualified; invalid for tuples
  std::vector<RecordField> fields;
};

class TypeTable {
 public:
  TypeTable();
  // The same types with the same ids.
  TypeTable(const TypeTable& other);
  TypeTable& operator=(const TypeTable&) = delete;

  const Type& operator[](TypeId id) const { return types_[id.index()]; }
  TypeId scalar(BaseType base, uint32_t which = 0) { return get(base, which, {}); }
  TypeId get(BaseType base, uint32_t which, std::span<const Size> dims);
  // The same base with other dimensions.
  TypeId withDims(TypeId type, std::span<const Size> dims);
  // The type of the elements when the first n dimensions are removed (all of them by default).
  TypeId element(TypeId type, size_t n);
  TypeId scalarOf(TypeId type) { return withDims(type, {}); }
  // The same type with `dims` put before its own dimensions.
  TypeId prependDims(TypeId type, std::span<const Size> dims);

  TypeId error() const { return error_; }
  TypeId real() const { return real_; }
  TypeId integer() const { return integer_; }
  TypeId boolean() const { return boolean_; }
  TypeId string() const { return string_; }
  TypeId none() const { return none_; }

  EnumId addEnum(EnumInfo info);
  RecordId addRecord(RecordInfo info);  // equal name and fields give the same id
  const EnumInfo& enumInfo(EnumId id) const { return enums_[id.index()]; }
  const RecordInfo& recordInfo(RecordId id) const { return records_[id.index()]; }
  const EnumInfo& enumOf(TypeId type) const { return enums_[(*this)[type].which]; }
  const RecordInfo& recordOf(TypeId type) const { return records_[(*this)[type].which]; }
  TypeId tuple(std::span<const TypeId> elements);

  bool isScalar(TypeId type) const { return (*this)[type].dims.empty(); }
  bool isNumeric(TypeId type) const {
    return (*this)[type].base == BaseType::Real || (*this)[type].base == BaseType::Integer;
  }
  // Number of scalar elements; -1 if a size is unknown.
  int64_t count(TypeId type) const;

 private:
  Arena arena_;
  std::vector<Type> types_;
  std::unordered_multimap<uint64_t, TypeId> index_;
  std::vector<EnumInfo> enums_;
  std::vector<RecordInfo> records_;
  std::unordered_multimap<uint64_t, RecordId> recordIndex_;
  TypeId error_, real_, integer_, boolean_, string_, none_;
};

}  // namespace formola
