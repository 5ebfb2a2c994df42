// Data of the interpreter: like Value, but scalars need no memory of their own and arrays are
// shared until written.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "evaluate/value.h"
#include "expr/expr.h"

namespace formola::interpreter {

// One number: `real` for Real, `integer` for Integer, Boolean and enumerations; which one the base
// type says.
union Cell {
  double real;
  int64_t integer;
};

struct Datum;

// The elements of an array in row-major order, a string, or the fields of records.
struct Box {
  std::vector<double> reals;
  std::vector<int64_t> integers;
  std::vector<std::string> strings;
  std::vector<Datum> fields;  // Record, Tuple; Function: the bound arguments
  FunctionId function;        // Function
};

// A value during evaluation. Real, Integer, Boolean and enumeration scalars live in `cell`, all
// else in `box`. Boxes are shared by copies; write through unique(). An invalid type: no value yet.
// A Datum of base Error stands for an omitted argument, one of base None for the ":" subscript or
// no result.
struct Datum {
  TypeId type;
  BaseType base = BaseType::Error;
  Cell cell{};
  std::shared_ptr<Box> box;

  bool inCell() const { return !box; }
  bool omitted() const { return base == BaseType::Error; }
  const Box& contents() const { return *box; }
  // The box for writing: copied first if others share it.
  Box& unique();

  // Element `at` of a Real or Integer datum; a scalar has the same value at every place
  // (broadcast).
  double realAt(size_t at) const {
    if (base == BaseType::Real) return box ? box->reals[at] : cell.real;
    return static_cast<double>(box ? box->integers[at] : cell.integer);
  }
  int64_t integerAt(size_t at) const { return box ? box->integers[at] : cell.integer; }
  Cell cellAt(size_t at) const {
    if (!box) return cell;
    Cell c;
    if (base == BaseType::Real) {
      c.real = box->reals[at];
    } else {
      c.integer = box->integers[at];
    }
    return c;
  }
};

// Types whose scalars are held in a Cell.
inline bool isCellBase(BaseType base) {
  return base == BaseType::Real || base == BaseType::Integer || base == BaseType::Boolean ||
         base == BaseType::Enumeration;
}

// Makes and takes apart data of the types of one table.
class Data {
 public:
  explicit Data(TypeTable& types) : types_(types) {}

  Datum real(double value) const;
  Datum integer(int64_t value) const;
  Datum boolean(bool value) const;
  Datum string(std::string text) const;
  Datum omitted() const { return {types_.error(), BaseType::Error, {}, {}}; }
  Datum none() const { return {types_.none(), BaseType::None, {}, {}}; }
  Datum scalar(TypeId type, Cell cell) const { return {type, types_[type].base, cell, {}}; }

  std::span<const Size> dims(const Datum& datum) const { return types_[datum.type].dims; }
  size_t rank(const Datum& datum) const { return types_[datum.type].dims.size(); }
  size_t count(const Datum& datum) const { return static_cast<size_t>(types_.count(datum.type)); }

  // Zeros, false, first literals, empty strings; unknown sizes become 0.
  Datum zero(TypeId type);
  // The same, with `lead` put before the dimensions of `type`.
  Datum zero(TypeId type, std::span<const Size> lead);

  // Treats the first `lead` dimensions as one; picks those places in order and gives them the
  // dimensions `newDims`. Ensures: with newDims empty and one place the result is that element.
  Datum gather(const Datum& from, size_t lead, std::span<const size_t> places,
               std::span<const Size> newDims);
  // The same elements with other dimensions in place of the first `lead`.
  Datum reshape(const Datum& from, size_t lead, std::span<const Size> newDims);
  // Writes the elements of `from` (shape: places × the rest of `to`) to those places; a scalar
  // `from` is not broadcast.
  void scatter(Datum& to, size_t lead, std::span<const size_t> places, const Datum& from);

  // Integer -> Real where `base` asks for it; anything else is left alone.
  void coerce(Datum& datum, BaseType base);

  Datum fromValue(Value value);
  Value toValue(const Datum& datum) const;

  std::string shapeText(const Datum& datum) const;  // "Real[2, 3]"

 private:
  void appendPlaces(const Box& from, Box& to, BaseType base, std::span<const size_t> places,
                    size_t chunk);

  TypeTable& types_;
};

// Joins equally shaped data to an array, one after the other.
class ArrayBuilder {
 public:
  explicit ArrayBuilder(TypeTable& types) : types_(types) {}

  // False if the shape differs from that of the elements before.
  bool add(const Datum& element);
  size_t size() const { return size_; }
  // The array with the dimensions `lead` before those of the elements; without elements, zeros of
  // `elementType`.
  Datum finish(std::span<const Size> lead, TypeId elementType);

 private:
  TypeTable& types_;
  size_t size_ = 0;
  TypeId element_;
  BaseType base_ = BaseType::Error;
  Box box_;
  std::vector<ArrayBuilder> fields_;
};

}  // namespace formola::interpreter
