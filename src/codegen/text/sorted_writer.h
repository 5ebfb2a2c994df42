// What the sequential target languages share: walking through the programs of a schedule.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "codegen/lower/expand_functions.h"
#include "codegen/text/expr_text.h"
#include "codegen/text/names.h"
#include "codegen/text/targets.h"

namespace formola::text {

// Variables are plain identifiers.
class NamedDialect : public Dialect {
 public:
  NamedDialect(const Schedule& schedule, NameRules rules)
      : schedule_(schedule), names_(makeNames(schedule, rules)) {}

  const std::string& name(VariableId id) const {
    return names_[schedule_.owner[static_cast<size_t>(schedule_.slots[id].index)]];
  }
  // That of the variable itself, also if it is equal to another one.
  const std::string& ownName(VariableId id) const { return names_[id]; }
  Text variable(VariableId id) const override {
    return schedule_.slots[id].negated ? Text{"-" + name(id), Binding::Sign} : Text{name(id)};
  }

 protected:
  const Schedule& schedule_;
  IdVector<VariableId, std::string> names_;
};

// "f(a, b)"
std::string callText(std::string_view called, std::span<const std::string> arguments);

// By linear block: it is solved again with other right-hand sides, for the Jacobian of a nonlinear
// one.
std::vector<char> blocksSolvedAgain(const Schedule& schedule);

class SortedWriter {
 public:
  SortedWriter(const Schedule& schedule, const NamedDialect& dialect, const TargetOptions& options);
  virtual ~SortedWriter() = default;

 protected:
  // ---- what a language must say
  virtual void assign(const std::string& name, const std::string& value) = 0;
  virtual void component(const std::string& name) = 0;  // the following equations are its
  // Linear systems of more than one equation; closed form if the language has no matrices.
  virtual void linearSystem(const LinearBlock& block, size_t number);
  virtual std::string temporary(const Temporary& t) { return t.text; }
  virtual void nonlinearSystem(const NonlinearBlock& block, size_t number);
  // Functions of the model are written as formulas.
  virtual bool expandsFunctions() const { return false; }

  // ---- help
  bool keepsMatrix(size_t linear) const { return solvedAgain_[linear] != 0; }
  void line(int indent, std::string_view text);
  void steps(const std::vector<Step>& list);
  std::string text(ExprId id);  // temporaries before it are assigned
  std::vector<std::string> texts(const std::vector<ExprId>& ids);
  // The entries of its matrix, then its right-hand side.
  static std::vector<ExprId> coefficients(const LinearBlock& block);
  const std::string& name(VariableId id) const { return dialect_.name(id); }
  VariableId stateAt(int32_t i) const { return schedule_.owner[static_cast<size_t>(i)]; }
  VariableId derivativeAt(int32_t i) const {
    return schedule_.owner[static_cast<size_t>(schedule_.nStates + i)];
  }
  // Parameters and constants with numbers as values, and inputs (of value 0), in order.
  struct Value {
    VariableId id;
    std::string text;
  };
  std::vector<Value> numbers();
  std::vector<VariableId> withRole(Role role) const;
  std::vector<VariableId> states() const;
  std::vector<VariableId> outputs() const;
  // Outputs of the model that are equal to another variable, under names of their own.
  struct Copy {
    std::string name;
    std::string value;
  };
  std::vector<Copy> copies() const;
  // What an output is called: its own name, also if it is a copy.
  const std::string& outputName(VariableId id) const { return dialect_.ownName(id); }
  // The initial value of a state as a number; "" if it is not written as one.
  std::string initialNumber(VariableId state);
  std::vector<VariableId> determinedBy(const Step& system) const;
  // The steps that compute parameters (others give start values, which are no statements here).
  std::vector<Step> parameterSteps() const;
  // The steps of the initialisation that the other states follow from.
  std::vector<Step> initialSteps() const;
  void problem(std::string what, SourceRange range = {}) {
    problems_.push_back({std::move(what), range});
  }
  // Variables that have turned out to be constant are left out where no line needs them.
  void leaveOutUnused();
  Program finish();

  const Schedule& schedule_;
  const StructuredDae& model_;
  TargetOptions options_;
  std::string id_;
  std::string out_;
  ExprTexts texts_;

 private:
  const NamedDialect& dialect_;
  std::string lastComponent_ = "\n";
  std::unordered_set<VariableId> solved_;  // unknowns of linear systems of this section
  std::vector<char> solvedAgain_ = blocksSolvedAgain(schedule_);
  lowered::FunctionExpander expand_{schedule_};
  std::vector<Problem> problems_;
};

template <class DialectType, class Writer>
Program translateBy(const Schedule& schedule, const TargetOptions& options,
                    Program (Writer::*write)()) {
  const DialectType dialect(schedule);
  Writer writer(schedule, dialect, options);
  return (writer.*write)();
}

}  // namespace formola::text
