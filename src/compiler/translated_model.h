// A model that is translated once and runs as often as one likes, with other values of parameters.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/compilation.h"
#include "compiler/run_model.h"

namespace formola {

// Where the text of a model comes from.
struct ModelSources {
  std::vector<std::string> files;        // .mo, .dym, folders of libraries
  std::vector<Compilation::Text> texts;  // names end in .mo, or they are in Dymola notation
  // That stand for files which need not be saved (Compilation::addFiles).
  std::vector<Compilation::Text> unsaved;
  std::string model;  // "": the one that can be simulated
};

// How a value can be changed after the translation.
enum class Changeable : uint8_t {
  Never,
  AtRun,          // the compiled model takes it
  ByTranslation,  // structure, or values that were computed at translation, depend on it; or it is
                  // a start value, which becomes a parameter with the first one that is given
};

// Values for one run. Names are those of parameters or of variables with a start value.
struct RunValues {
  std::vector<std::pair<VariableId, double>> numbers;
  std::vector<std::string> modifiers;  // "name=value" for the translation
  // Of inputs over time.
  std::vector<std::pair<VariableId, std::shared_ptr<const runtime::InputSignal>>> inputs;
};

// Purpose:    the translated model behind all of its runs.
// Ensures:    code for a method is made when it is first asked for. Values that the translation did
//             not use are written into the running instance; others lead to a translation of their
//             own, which is kept as well. What the translation took for granted is checked with the
//             values of each run: the sign of every parameter, also of those that follow from
//             others, and the values of those in attributes. Start values of Real variables are
//             parameters in the translation for the first ones that are given; others of the same
//             variables need a new one where signs change. Any number of threads may use one
//             object.
class TranslatedModel {
 public:
  TranslatedModel(ModelSources sources, CompileOptions options);

  // False: diagnostics() and problem() tell why, and nothing else may be asked.
  bool ok() const { return base_ != nullptr; }
  const Diagnostics& diagnostics() const { return compilation_->diagnostics(); }
  const std::string& problem() const { return compilation_->problem(); }
  // The files that ranges in model() point to.
  const SourceManager* sources() const { return &compilation_->sources(); }

  const StructuredDae& model() const { return *base_; }
  // Variables that people know: no helpers of the translation.
  const std::vector<VariableId>& variables() const { return variables_; }
  std::optional<VariableId> find(std::string_view name) const;
  Changeable changeable(VariableId id) const;
  // Whether its value is a start value that can be given to a run, of a Real variable.
  bool isStartValue(VariableId id) const;
  // Why a variable cannot have this value, with its name: it never changes, or its type has no such
  // value (Boolean: 0 and 1; enumerations: from 1 on). "": it can.
  std::string refusal(VariableId id, double value) const;
  // Of a parameter its value, of others the start value; nothing where that is not known.
  std::optional<double> value(VariableId id) const;
  uint64_t translations() const;

  struct Run {
    RunResult result;
    std::shared_ptr<const CompiledModel> code;  // null: `problem` or `diagnostics` say why
    std::string problem;
    std::string diagnostics;  // as text
  };
  // Purpose: one run by the method of settings.problem; its rows go to `sink`.
  // Ensures: settings.problem.method alone decides about the code. If values ask for a translation
  //          it is made here.
  Run run(const RunValues& values, RunSettings settings, results::ResultSink& sink);

  // Purpose: the same step by step: initialised, at the start.
  struct Started {
    std::unique_ptr<SteppedRun> run;  // null: `problem` or `diagnostics` say why
    bool ok = false;                  // false with a run: its initialisation failed
    std::string problem, diagnostics;
  };
  Started start(const RunValues& values, RunSettings settings, results::ResultSink& sink);

  // Purpose: the code that run() would use for these values, for those who run it by themselves.
  // Ensures: the code is null where `problem` or `diagnostics` say why. The translation holds for
  // other values
  //          of parameters if all have the sign of `parameters`, and where `exact` says so the
  //          value.
  struct Prepared {
    std::shared_ptr<const CompiledModel> code;
    std::vector<double> parameters;
    std::vector<uint8_t> exact;
    std::string problem, diagnostics;
    std::vector<Slot> starts;  // where those of `starts` are given; index -1: nowhere
  };
  // starts: start values that will be given later, each with one of them; they are parameters of
  // the code.
  Prepared prepare(const RunValues& values, solver::Method method,
                   const std::vector<std::pair<VariableId, double>>& starts = {});
  // Where that code keeps a variable; index -1: nowhere.
  Slot slot(const CompiledModel& code, VariableId id) const { return slotIn(code.schedule(), id); }

  // What `formola inspect --json` tells, with the formula of the method if it is an inlined one;
  // "", and `problem` says why.
  std::string inspect(solver::Method method, std::string& problem) const;
  // The model with the formula of an inlined method, as `look` sees it; false, and `problem` says
  // why.
  using Look = std::function<void(const Compilation::Inlined&)>;
  bool lookAtInlined(solver::Method method, std::string& problem, const Look& look) const;

  // Purpose: what is made of the model once and used again, by a name of its own: code for
  //          derivatives. The last few are kept.
  using Kept = std::shared_ptr<const void>;
  Kept keep(const std::string& name, const std::function<Kept()>& make);

  // The inputs of the model, as its connector has them.
  bool isInput(VariableId id) const { return base_->info[id].role == Role::Input; }

 private:
  // What tells translations apart.
  struct Demand {
    std::vector<std::string> modifiers;
    std::vector<std::string> freeStarts;  // names of variables
    auto operator<=>(const Demand&) const = default;
  };
  // The model with modifiers, compiled for some methods.
  struct Variant {
    Demand demand;
    std::mutex mutex;                          // of what follows
    std::unique_ptr<Compilation> compilation;  // null: not translated yet
    struct Code {
      std::shared_ptr<const CompiledModel> compiled;
      std::vector<double> parameters;  // of the translation; empty: not computed yet
      std::vector<Slot> starts;        // of the parameters for free start values
    };
    std::map<solver::Method, Code> codes;
  };
  std::unique_ptr<Compilation> compile(const Demand& demand) const;
  std::shared_ptr<Variant> variant(const Demand& demand);
  Variant::Code code(Variant& variant, solver::Method method, bool withParameters, Run& run);
  std::string modifierText(VariableId id, double number) const;
  double startLike(VariableId id, double number) const;
  Slot slotIn(const Schedule& schedule, VariableId id) const;
  std::vector<runtime::DrivenInput> inputsOf(const RunValues& values,
                                             const Schedule& schedule) const;
  // Calls `use` with code for the values, the problem prepared for them; a second time with code
  // translated for them if it says that the parameters were refused.
  using Use = std::function<bool(const std::shared_ptr<const CompiledModel>&, const RunSettings&)>;
  void withCode(const RunValues& values, RunSettings settings, Run& run, const Use& use);

  ModelSources sources_;
  CompileOptions options_;
  Compilation* compilation_ = nullptr;  // of the first variant
  const StructuredDae* base_ = nullptr;
  std::vector<VariableId> variables_;
  std::unordered_map<std::string_view, VariableId> byName_;
  std::vector<double> values_;  // of parameters, NaN: not known

  mutable std::mutex mutex_;  // of what follows
  std::map<Demand, std::shared_ptr<Variant>> variants_;
  std::deque<Demand> recent_;  // of these all but the first, in order of first use
  uint64_t translations_ = 0;
  std::deque<std::pair<std::string, Kept>> kept_;
};

}  // namespace formola
