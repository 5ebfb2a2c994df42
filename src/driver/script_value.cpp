#include "driver/script_value.h"

#include <fmt/format.h>

#include <cmath>

#include "support/string_literal.h"

namespace formola::script {

namespace {

std::string printReal(double x) {
  std::string text = fmt::format("{}", x);
  // A Real is told from an Integer.
  if (std::isfinite(x) && text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string joined(const std::vector<Value>& items) {
  std::string text;
  for (const Value& item : items) text += (text.empty() ? "" : ",") + print(item);
  return text;
}

}  // namespace

std::string print(const Value& value) {
  switch (value.kind) {
    case Value::Kind::None:
      return "";
    case Value::Kind::Real:
      return printReal(value.number);
    case Value::Kind::Integer:
      return fmt::format("{:.0f}", value.number);
    case Value::Kind::Boolean:
      return value.number != 0 ? "true" : "false";
    case Value::Kind::String:
      return stringLiteral(value.text, Layout::Kept);
    case Value::Kind::Name:
      return value.text;
    case Value::Kind::Array:
      return "{" + joined(value.items) + "}";
    case Value::Kind::Tuple:
      return "(" + joined(value.items) + ")";
    case Value::Kind::Record:
      break;
  }
  std::string text = "record " + value.text + "\n";
  for (size_t i = 0; i < value.items.size(); ++i)
    text += fmt::format("    {} = {}{}\n", value.fields[i], print(value.items[i]),
                        i + 1 < value.items.size() ? "," : "");
  return text + "end " + value.text + ";";
}

std::string kindOf(const Value& value) {
  switch (value.kind) {
    case Value::Kind::None:
      return "nothing";
    case Value::Kind::Real:
      return "a Real";
    case Value::Kind::Integer:
      return "an Integer";
    case Value::Kind::Boolean:
      return "a Boolean";
    case Value::Kind::String:
      return "a String";
    case Value::Kind::Name:
      return "the name " + value.text;
    case Value::Kind::Array:
      return "an array";
    case Value::Kind::Tuple:
      return "several values";
    case Value::Kind::Record:
      return "a record";
  }
  return "";
}

}  // namespace formola::script
