// Writes expressions as Modelica text; shared by the printers of equations, functions and models.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dae/printer.h"

namespace formola {

// How tightly an expression holds together (spec 3.2); an operand below what its place asks for
// gets parentheses.
enum class Precedence : uint8_t { If, Range, Or, And, Not, Relation, Sum, Term, Power, Primary };

// What another notation writes otherwise than Modelica; everything else stays as it is, so that
// there is no expression without a text.
class Notation {
 public:
  virtual ~Notation() = default;
  // The expression that is written in place of this one, e.g. of noEvent(x) the x.
  virtual ExprId shown(ExprId expr) const { return expr; }
  // Writes a leaf, or an expression that has a name; false: it is written as in Modelica.
  virtual bool leaf(ExprId, std::string& /*out*/) const { return false; }
  virtual std::string_view power() const { return "^"; }
  virtual std::string_view relation(ExprKind kind) const;  // with blanks around it
  virtual std::string_view function(Builtin f) const { return name(f); }
};

// Complexity: linear in the text; an explicit stack instead of recursion.
class ExprPrinter {
 public:
  ExprPrinter(const PrintContext& context, std::string& out)
      : ExprPrinter(context, out, modelica()) {}
  ExprPrinter(const PrintContext& context, std::string& out, const Notation& notation)
      : context_(context), out_(out), notation_(notation) {}

  void print(ExprId expr, Precedence least = Precedence::If);
  // Iterators are called i1, i2, ... in the order of their appearance since the last call of this.
  void restartIterators() { iterators_.clear(); }

 private:
  // A part of the text that is still to be written: an expression or, if that is invalid, a text
  // that outlives it.
  struct Part {
    ExprId expr;
    Precedence least = Precedence::If;
    std::string_view text;
  };

  static const Notation& modelica();
  void expand(ExprId expr, Precedence least);
  bool leaf(ExprId expr);
  void unary(std::string_view sign, ExprId a, Precedence operand);
  void binary(ExprId expr, std::string_view op, Precedence left, Precedence right);
  void list(std::string_view open, std::span<const ExprId> items, std::string_view close);
  void conditional(ExprId expr);
  void builtin(ExprId expr);
  void promote(ExprId expr);
  void call(ExprId expr);
  void index(ExprId expr);
  void loop(ExprId expr);
  void emptyArray(TypeId type);
  void text(std::string_view t) { parts_.push_back({ExprId(), Precedence::If, t}); }
  void part(ExprId e, Precedence least = Precedence::If) { parts_.push_back({e, least, {}}); }
  void iteratorName(uint32_t number);
  // Puts the parts that were added since `begin` into the order in which the stack gives them back.
  void reverseFrom(size_t begin);

  const PrintContext& context_;
  std::string& out_;
  const Notation& notation_;
  std::vector<Part> parts_;                         // the next one last
  std::unordered_map<uint32_t, size_t> iterators_;  // numbered from 1
};

// A name as it is, or in quotes if it is no sequence of identifiers ("a.b[1].'c d'" is one).
std::string nameText(std::string_view name);
// "Real", "Modelica.Blocks.Types.Init", ... without dimensions.
std::string baseTypeText(const Type& type, const ExprPool& pool);
// As the text around them needs them.
std::string nameText(Symbol name, const PrintContext& context);
std::string typeText(const Type& type, const PrintContext& context);
std::string functionText(FunctionId id, const PrintContext& context);

}  // namespace formola
