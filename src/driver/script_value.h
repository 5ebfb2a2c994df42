// Values in scripts: numbers, texts, arrays, names of classes, records of results.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace formola::script {

struct Value {
  enum class Kind : uint8_t { None, Real, Integer, Boolean, String, Name, Array, Tuple, Record };
  Kind kind = Kind::None;
  double number = 0;  // of Real, Integer and Boolean
  std::string text;   // of String and Name; of a Record its type
  std::vector<Value> items;
  std::vector<std::string> fields;  // of a Record, as many as items

  static Value real(double x) { return {Kind::Real, x, {}, {}, {}}; }
  static Value integer(double x) { return {Kind::Integer, x, {}, {}, {}}; }
  static Value boolean(bool x) { return {Kind::Boolean, x ? 1.0 : 0.0, {}, {}, {}}; }
  static Value string(std::string x) { return {Kind::String, 0, std::move(x), {}, {}}; }
  static Value name(std::string x) { return {Kind::Name, 0, std::move(x), {}, {}}; }
  static Value array(std::vector<Value> x) { return {Kind::Array, 0, {}, std::move(x), {}}; }

  bool isNumber() const { return kind == Kind::Real || kind == Kind::Integer; }
  bool isText() const { return kind == Kind::String || kind == Kind::Name; }
  bool operator==(const Value& other) const = default;
};

// As OpenModelica prints it: "text", {1, 2}, 1.5, true.
std::string print(const Value& value);
// "a String", for messages.
std::string kindOf(const Value& value);

}  // namespace formola::script
