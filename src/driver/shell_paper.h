// The printed forms of seeds 001 and 003: names as the papers write them, equations line by line.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "codegen/text/expr_text.h"
#include "codegen/text/names.h"
#include "driver/shell_model.h"
#include "expr/cramer.h"
#include "expr/linear.h"

namespace formola {

// Names as a submodel sees them.
class PaperDialect : public text::Dialect {
 public:
  PaperDialect(const StructuredDae& model, bool differentiated)
      : model_(model), differentiated_(differentiated) {}

  void lookFrom(std::string instance) { instance_ = std::move(instance); }
  void bracket(VariableId id) { bracketed_ = id; }
  void relax(std::vector<VariableId> ids) { relaxed_ = std::move(ids); }

  std::string name(VariableId id) const {
    std::string_view full = model_.name(id);
    int derivatives = 0;
    while (full.starts_with("der(") && full.ends_with(")")) {
      full = full.substr(4, full.size() - 5);
      ++derivatives;
    }
    const size_t dot = full.rfind('.');
    std::string prefix(dot == std::string_view::npos ? "" : full.substr(0, dot + 1));
    std::string own(dot == std::string_view::npos ? full : full.substr(dot + 1));
    if (prefix.empty() && !instance_.empty()) {
      prefix = text::modelIdentifier(model_.dae.model) + ".";
    } else if (prefix == instance_ + ".") {
      prefix.clear();
    }
    // Before differentiation a derivative is an operator, after it a variable like any other.
    if (derivatives > 0 && !differentiated_) {
      std::string text = prefix + own;
      for (int i = 0; i < derivatives; ++i) text = "der(" + text + ")";
      return text;
    }
    for (int i = 0; i < derivatives; ++i) own.insert(0, "der");
    return prefix + own;
  }

  text::Text variable(VariableId id) const override {
    if (std::find(relaxed_.begin(), relaxed_.end(), id) != relaxed_.end())
      return {"relax(" + name(id) + ")"};
    return {bracketed_ == id ? "[" + name(id) + "]" : name(id)};
  }
  std::string time() const override { return "Time"; }
  text::Text number(double value) const override {
    std::string text = fmt::format("{}", value);
    return {text, value < 0 ? text::Binding::Sign : text::Binding::Primary};
  }
  std::string boolean(bool value) const override { return value ? "true" : "false"; }
  text::Text conditional(const std::string& condition, const std::string& a,
                         const std::string& b) const override {
    return {fmt::format("if {} then {} else {}", condition, a, b), text::Binding::Conditional};
  }
  text::Text function(Builtin f, std::span<const std::string> arguments) const override {
    std::string text(formola::name(f));
    if (f == Builtin::Log) text = "ln";
    if (f == Builtin::Asin || f == Builtin::Acos || f == Builtin::Atan || f == Builtin::Atan2)
      text = "arc" + text.substr(1);
    for (size_t i = 0; i < arguments.size(); ++i) text += (i ? ", " : "(") + arguments[i];
    return {text + ")"};
  }
  std::string_view relation(ExprKind kind) const override {
    if (kind == ExprKind::Equal) return "=";
    if (kind == ExprKind::NotEqual) return "<>";
    return Dialect::relation(kind);
  }
  std::string_view logical(ExprKind kind) const override {
    return kind == ExprKind::And ? "and" : kind == ExprKind::Or ? "or" : "not ";
  }

 private:
  const StructuredDae& model_;
  bool differentiated_;
  std::string instance_;
  VariableId bracketed_;
  std::vector<VariableId> relaxed_;
};

// Purpose:    the texts that the commands `output ...` print.
// Requires:   a view as far as the command needs it (shell_print.h). What is printed may change its
//             model: it is the caller's copy.
class PaperForm {
 public:
  PaperForm(ShellView& view, const ShellSettings& settings)
      : view_(view),
        model_(view.model),
        settings_(settings),
        dialect_(view.model, view.model.differentiatedEquations > 0),
        shadow_(shadow(view.model)),
        texts_(shadow_, dialect_) {
    texts_.share(false);
  }

  std::string equations();
  std::string solved();
  std::string reduced();
  std::string relaxed();
  std::string singular();

 private:
  // The texts want a schedule, but only its model and whether a variable is a number.
  static Schedule shadow(const StructuredDae& model) {
    Schedule schedule;
    schedule.model = model;
    for (size_t i = 0; i < model.dae.variables.size(); ++i) schedule.slots.push_back({0, false});
    return schedule;
  }
  std::string instanceOf(int equation) const {
    const Symbol s = model_.equations[static_cast<size_t>(equation)].origin.instance;
    return s.valid() ? std::string(model_.pool().names.text(s)) : std::string();
  }
  std::string label(const std::string& instance) const {
    return instance.empty() ? text::modelIdentifier(model_.dae.model) : instance;
  }
  std::string text(ExprId id) {
    std::vector<text::Temporary> none;
    return texts_.one(id, none);
  }
  std::string equationText(int index);
  void line(const std::string& instance, const std::string& equation);
  void plain(std::string_view text) {
    out_ += fmt::format("{}\n", text);
    last_ = "\n";
  }
  void assignment(int equation, VariableId variable, ExprId value);
  void system(const Block& block);
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
  std::vector<Assignment> allAssignments();
  void findConstants();
  void solveSingleEquations();

  ShellView& view_;
  StructuredDae& model_;
  const ShellSettings& settings_;
  PaperDialect dialect_;
  Schedule shadow_;
  text::ExprTexts texts_;
  std::string out_;
  std::string last_ = "\n";
  int nextQ_ = 101;
  int lastNamed_ = 0;
  std::vector<char> surplus_;  // of each variable: computed, but nobody needs it
  std::vector<ExprId> constant_;
};

}  // namespace formola
