// Expressions of a schedule as text of another language.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dae/leaf_count.h"
#include "schedule/schedule.h"

namespace formola::text {

// How tightly a text holds together; an operand below what its place asks for gets parentheses.
enum class Binding : uint8_t { Conditional, Or, And, Relation, Sum, Term, Sign, Power, Primary };

struct Text {
  std::string text;
  Binding binding = Binding::Primary;
};

// What is known of an argument of a call before the program runs.
struct CallArgument {
  TypeId type;
  std::optional<int64_t> integer = {};  // its value
};

// What differs between the target languages.
class Dialect {
 public:
  virtual ~Dialect() = default;

  virtual Text variable(VariableId id) const = 0;
  virtual std::string time() const = 0;
  // ---- Events; a language without them says "", and relations are evaluated where they stand.
  // relation number k where it keeps its value
  virtual std::string frozenRelation(uint32_t) const { return ""; }
  // relation number k gets the value of the condition if this is an event, else it keeps its own;
  // where a and b are given, it keeps it too while these differ by rounding only
  virtual std::string liveRelation(uint32_t, const std::string& /*condition*/,
                                   const std::string& /*a*/, const std::string& /*b*/) const {
    return "";
  }
  virtual std::string previous(VariableId) const { return ""; }  // without the sign of an alias
  virtual std::string initialEvent() const { return boolean(false); }
  virtual std::string terminalEvent() const { return boolean(false); }
  // the limits that instants are compared with (runtime/model_abi.h)
  virtual std::string reached() const { return time(); }
  virtual std::string passed() const { return time(); }
  virtual std::string sampled(size_t) const { return ""; }  // sample number k ticks
  // what delay() number k, of which this is the value now, was that time ago
  virtual std::string delayed(size_t, const std::string& /*now*/, const std::string& /*by*/) const {
    return "";
  }
  // what spatialDistribution() number k has at that end; arguments: in0, in1, x, positiveVelocity
  // and the time
  virtual std::string transported(size_t, bool /*atEnd*/,
                                  std::span<const std::string> /*arguments*/) const {
    return "";
  }
  // simplified + lambda (actual - simplified); "": the actual value
  virtual std::string homotopy(const Text& /*actual*/, const Text& /*simplified*/) const {
    return "";
  }
  // an element of a list by its number from 1
  virtual std::string pick(std::span<const std::string>, const std::string&) const { return ""; }
  // The text of a part of a function's local variable, or of a whole one whose scalars are its
  // elements; "" if it is none.
  virtual std::string leaf(ExprId) const { return ""; }
  // The name of a function of the model in the program; "" if it cannot be written.
  virtual std::string userFunction(FunctionId, std::span<const CallArgument>) const { return ""; }
  // Texts are numbers that are equal where the texts are: that of a literal, and a function (such
  // as text_join) of them; "" if the language has none.
  virtual std::string textLiteral(std::string_view) const { return ""; }
  virtual std::string textFunction(std::string_view /*name*/,
                                   std::span<const std::string> /*arguments*/) const {
    return "";
  }
  // An external object or a text; "" if the language has none.
  virtual std::string object(VariableId) const { return ""; }
  // Element i from 0 of the solution kept in a temporary; "" if linear systems cannot be solved
  // again with another right-hand side.
  virtual std::string element(const std::string&, size_t) const { return ""; }
  virtual Text number(double value) const;
  virtual std::string boolean(bool value) const { return value ? "1" : "0"; }
  // The function, or "" if the language has none.
  virtual Text function(Builtin f, std::span<const std::string> arguments) const = 0;
  virtual Text power(const Text& base, const Text& exponent) const;
  // A value that depends on a condition; "" if the language cannot express it in an expression.
  virtual Text conditional(const std::string& condition, const std::string& a,
                           const std::string& b) const = 0;
  virtual std::string_view relation(ExprKind kind) const;
  virtual std::string_view logical(ExprKind kind) const;  // And, Or, Not
  virtual bool hasConditional() const { return true; }
};

// text, in parentheses if it binds less than `least`.
std::string enclosed(const Text& text, Binding least);

// variable := text, needed by the texts after it.
struct Temporary {
  std::string name;
  std::string text;
  bool boolean = false;
  // if the language has no conditional expression: if condition then text else otherwise
  std::string condition, otherwise;
  // if not empty: the solution of linear block `block` with this right-hand side
  std::vector<std::string> rhs;
  size_t block = 0;
  // if not empty: the `width` results of this function; `rhs` are its arguments
  std::string function;
  size_t width = 0;
  std::string guard = {};  // if not empty: the function is called only where this holds
  int relation = -1;       // the number of a relation that gets this value
};

// What a language cannot express, and where.
struct Problem {
  std::string what;
  SourceRange range;
  bool ofEvents = false;  // an operator of events or of the past: the model as a whole has them
  // "it uses ..."
  Problem ofUse() const { return {"it uses " + what, range, ofEvents}; }
};

// Purpose:    the texts of a group of expressions that are evaluated one after the other without
//             assignments in between.
// Ensures:    parts that are used more than once, and parts of long expressions, become temporaries
//             in the order of evaluation, so that the text is linear in the size of the DAG.
//             A call that stands only on branches (of if, or behind "and" and "or") is made only
//             where one of them is taken: it may never end, have effects, or fail elsewhere. What
//             has no counterpart in the language is collected in unsupported() as a description for
//             users.
// Complexity: linear in the number of nodes; no recursion on their depth.
class ExprTexts {
 public:
  ExprTexts(const Schedule& schedule, const Dialect& dialect)
      : schedule_(schedule), pool_(schedule.model.pool()), dialect_(dialect) {}

  std::vector<std::string> group(std::span<const ExprId> roots, std::vector<Temporary>& before);
  std::string one(ExprId root, std::vector<Temporary>& before);
  // Inside of mixed blocks relations keep their values.
  void freezeRelations(bool frozen) { frozen_ = frozen; }
  // In the modes of a mixed block (CodeBuilder::keepCloseRelations).
  void keepCloseRelations(bool on) { keepClose_ = on; }
  // Where the following expressions come from.
  void from(SourceRange range) { range_ = range; }
  // Off: no temporaries, each text is whole.
  void share(bool on) { share_ = on; }
  const std::vector<Problem>& unsupported() const { return unsupported_; }
  // The first of the temporaries is called `prefix` and `number`.
  void nameTemporaries(std::string prefix, int number) {
    prefix_ = std::move(prefix);
    next_ = number;
  }

 private:
  class Guards;

  void operandsOf(ExprId id, std::vector<ExprId>& operands) const;
  bool makesCall(ExprId id) const;
  Text textOf(ExprId id, std::vector<Temporary>& before);
  Text builtinText(ExprId id, std::vector<Temporary>& before);
  ExprId conditionOf(const RelationInfo& info) const;
  Text relationText(ExprId id, std::vector<Temporary>& before);
  Text eventText(ExprId id);
  int transparentChild(ExprId id) const;
  bool isOperationOnTexts(ExprId id) const;
  Text operationOnTexts(ExprId id) const;
  Text stringOf(ExprId id);
  std::optional<int64_t> fixedInteger(ExprId id) const;
  std::string functionName(ExprId call) const;
  bool canCall(ExprId call) const;
  Text callText(ExprId id, std::vector<Temporary>& before);
  std::vector<std::string> argumentTexts(ExprId call) const;
  int64_t width(TypeId type);
  int64_t offsetIn(ExprId whole, ExprId id);
  ExprId wholeLeaf(ExprId id) const;
  Text infix(ExprId id, std::string_view op, Binding binding);
  const Text& at(ExprId id) const { return texts_.at(id.index()); }
  Text unsupported(std::string what, bool ofEvents = false);

  const Schedule& schedule_;
  const ExprPool& pool_;
  const Dialect& dialect_;
  bool frozen_ = false;
  bool keepClose_ = false;
  SourceRange range_;
  bool share_ = true;
  std::string prefix_ = "q";
  int next_ = 1;
  std::unordered_map<uint32_t, Text> texts_;
  LeafCounter leafCount_{pool_.types};
  std::vector<Problem> unsupported_;
};

// The shortest text that gives the same value, with '.' or an exponent.
std::string realText(double value);

}  // namespace formola::text
