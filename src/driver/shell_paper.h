// The printed forms of seeds 001 and 003: names as the papers write them, equations line by line.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "driver/shell_model.h"
#include "driver/shell_notation.h"
#include "expr/cramer.h"
#include "expr/expr_table.h"
#include "expr/linear.h"

namespace formola {

// Purpose:    the texts that the commands `output ...` print.
// Requires:   a view as far as the command needs it (shell_print.h). What is printed may change its
//             model: it is the caller's copy.
class PaperForm {
 public:
  PaperForm(ShellView& view, const ShellSettings& settings)
      : view_(view),
        model_(view.model),
        settings_(settings),
        notation_(view.model, view.model.differentiatedEquations > 0) {}

  std::string equations();
  std::string solved();
  std::string reduced();
  std::string relaxed();
  std::string singular();
  std::string stateSpace();

 private:
  std::string instanceOf(int equation) const {
    const Symbol s = model_.equations[static_cast<size_t>(equation)].origin.instance;
    return s.valid() ? std::string(model_.pool().names.text(s)) : std::string();
  }
  std::string label(const std::string& instance) const {
    return instance.empty() ? notation_.modelName() : instance;
  }
  // Ensures: the text is not much longer than the expression has nodes; common parts of longer
  // ones get names, which the next line() or define() explains before it.
  std::string text(ExprId id, Precedence least = Precedence::If);
  std::string whole(ExprId id, Precedence least = Precedence::If);
  std::string sides(ExprId left, ExprId right) {
    // the first "=" is that of the equation
    return text(left, Precedence::Sum) + " = " + text(right);
  }
  // Names for what occurs several times in these expressions, in the order of evaluation.
  void nameCommonParts(std::span<const ExprId> roots);
  void forgetCommonParts();
  std::string equationText(int index);
  void line(const std::string& instance, const std::string& equation);
  // name = value, set in a little.
  void define(const std::string& name, const std::string& value);
  void writeCommonParts();
  void plain(std::string_view text) {
    out_ += fmt::format("{}\n", text);
    last_ = "\n";
  }
  void assignment(int equation, VariableId variable, ExprId value);
  void system(const Block& block);
  void matrixForm(size_t n, std::vector<CramerEntry>& matrix, const std::vector<ExprId>& rhs);
  void numerically(const Block& block);
  void insideOf(const Block& block);
  void actions(bool labelled = true);
  void functions();
  void relaxedSystem(const Block& block);
  std::string undetermined(const Block& block);
  void elimination(const Block& block);
  bool eliminateInOrder(const Block& block);
  VariableId namedValue();
  bool linearSystem(const Block& block, std::vector<CramerEntry>& matrix, std::vector<ExprId>& rhs);
  CramerOrder isConstant() const {
    return [this](ExprId id) {
      return model_.pool().kind(id) == ExprKind::Variable &&
             model_.info[model_.pool().variableOf(id)].role == Role::Parameter;
    };
  }
  void solvedSystem(const Block& block, const std::vector<CramerQuotient>& solution);
  // A step of the reduced program: an assignment, or a block that has no closed form.
  struct Item {
    const Block* block = nullptr;
    Assignment assignment;
  };
  std::vector<Item> allItems();
  void insertCopies(std::vector<Item>& items);
  std::vector<char> wantedItems(const std::vector<Item>& items);
  void writeItem(const Item& item, const std::string& from);
  void substituteAll(std::vector<Item>& items);
  bool linearForm(ExprId value, AffineForm& form);
  ExprId collected(ExprId value);
  bool stateSpaceMatrices(const std::vector<Item>& items, const std::vector<char>& kept);
  double size(ExprId id);
  void findConstants();
  void solveSingleEquations();

  ShellView& view_;
  StructuredDae& model_;
  const ShellSettings& settings_;
  PaperNotation notation_;
  std::string out_;
  std::string last_ = "\n";
  int nextQ_ = 101;
  int lastNamed_ = 0;
  std::vector<char> surplus_;  // of each variable: computed, but nobody needs it
  std::vector<ExprId> constant_;
  std::vector<char> oneOfSeveral_;  // of each variable: its equation has other solutions, too
  struct CommonPart {
    std::string name, value;
  };
  std::vector<CommonPart> common_;  // named, but not written yet
  ExprTable<double> sizes_;         // of expressions, written out
  ExprSet measured_;
};

}  // namespace formola
