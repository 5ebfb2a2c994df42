// One model from its sources to a program that runs, each stage computed when it is asked for.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/compile_options.h"
#include "compiler/compiled_model.h"
#include "compiler/translation_cache.h"
#include "dae/dae.h"
#include "diag/diag.h"
#include "schedule/schedule.h"
#include "solver/problem.h"
#include "source/source.h"

namespace formola {

// Sources are looked up and typed by these; who asks them includes their headers.
class Library;
class Sema;
struct ClassNode;
struct Instance;
namespace ast {
struct Modification;
}

// Purpose:    holds sources, diagnostics and the results of the stages: flat, scalar, structured,
//             scheduled and compiled for a method. Nothing is printed.
// Ensures:    a stage is computed once, with all that it needs. It is null after an error, which is
//             in diagnostics(), after a question that makes no sense, which problem() tells, or
//             when the observer stopped.
//             With Keep::Last a stage is used up by the next one, which saves memory and copies:
//             ask for none that lies before one that was asked for. With Keep::All each stays, and
//             compile() works on a copy of the expressions: what it returned is not touched by
//             later calls and may run in other threads.
//             An object is used by one thread at a time.
class Compilation {
 public:
  enum class Keep : uint8_t { Last, All };
  // Called after each pass of passes.def with a function that prints the model; false ends the
  // sequence.
  using AfterPass =
      std::function<bool(std::string_view pass, const std::function<std::string()>& text)>;

  explicit Compilation(CompileOptions options, Keep keep = Keep::Last, AfterPass after = {});
  ~Compilation();
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  // ---- sources
  // A file (.mo, .dym) or the folder of a library.
  void load(const std::string& path);
  // Text under a name, in Dymola notation unless it ends in .mo. Where two texts define a class of
  // the same name the later one counts. All texts are added in one call.
  struct Text {
    std::string name, text;
  };
  void addTexts(const std::vector<Text>& texts);
  // Texts that stand for the files of these paths, which need not be saved: an outer package before
  // what lies in it, and all before anything of them was asked for.
  void addFiles(const std::vector<Text>& files);
  // The names of the classes at the top level of what was loaded, in that order.
  std::vector<std::string> definedClasses() const;
  // Of these the models and blocks that are not partial.
  std::vector<std::string> definedModels() const;
  // To be called when all is loaded.
  void parsed();

  // ---- the model
  // A qualified name; "": the one simulatable class of the files. False: see diagnostics and
  // problem.
  bool choose(const std::string& name);
  // The same for a class of any kind, which need not be one that can be simulated: for questions
  // about the class itself.
  bool chooseClass(const std::string& name);
  // The qualified names of the chosen class and of all classes in it.
  std::vector<std::string> classesBelow();
  Instance* chosen() { return model_; }

  // Look-ups in what is loaded, for those who ask about names rather than about a model.
  Sema& sema();

  // ---- stages
  const Dae* flat();
  const Dae* scalar();
  // Whether the clocks of the flat model fit, which only its scalar equations tell; false after an
  // error. A question beside the stages: it leaves flat() as it is.
  bool checkClocks();
  const StructuredDae* structured();
  // What Method::Auto stands for in this model; any other method is itself. Needs structured().
  solver::Method chosen(solver::Method method);
  // With the formula of the method inlined; null for a method that is not inlined, too.
  struct Inlined {
    StructuredDae model;  // with the variables of the formula
    InlinedSystem system;
    std::optional<InlinedSystem> allImplicit;  // the same without explicit states, if it has some
    std::optional<InitialSystem> initial;      // where inline:mixed needed it to choose these
  };
  const Inlined* inlined(solver::Method method);
  // What holds at the start, and the model with the variables that it adds; with the formula of the
  // method inlined if it has one.
  struct AtStart {
    StructuredDae model;
    InitialSystem system;
  };
  std::optional<AtStart> atStart(solver::Method method);
  // The programs; with the formula of the method inlined if it has one.
  std::optional<Schedule> schedule(solver::Method method);
  // Inputs can be driven.
  std::shared_ptr<const CompiledModel> compile(solver::Method method);

  const CompileOptions& options() const { return options_; }
  // Where libraries are looked for, in this order.
  const std::vector<std::string>& searchPath() const { return searchPath_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  const SourceManager& sources() const { return *sources_; }
  std::shared_ptr<const SourceManager> sharedSources() const { return sources_; }
  // What is wrong with a question, rather than with the model; "": nothing.
  const std::string& problem() const { return problem_; }
  bool stopped() const { return stopped_; }
  // Seconds of the stages so far, for reports.
  using StageTimes = std::vector<std::pair<std::string, double>>;
  const StageTimes& times() const { return times_; }
  double seconds() const;
  // Of reading so far.
  double parseSeconds() const;

 private:
  void applyChoices(Dae& dae) const;
  std::optional<Schedule> translate(solver::Method method, solver::Method& used);
  // What follows each pass: verification, then the observer. False: the sequence ends here.
  bool after(Pass pass, const std::function<std::string()>& print,
             const std::function<std::string()>& verify);
  // These passes are called here and nowhere else.
  InlinedSystem inlineInto(StructuredDae& model, const InlineFormula& formula,
                           const InlinedSystem* shared = nullptr);
  bool afterInlining(const StructuredDae& model, const InlinedSystem& system);
  // The model with its formula; nothing after an error. `initial`: for what is wrong at the start.
  std::optional<Inlined> inlineModel(StructuredDae model, solver::Method method,
                                     const InlineFormula& formula, Diagnostics& initial);
  bool inlineMixed(Inlined& into, Diagnostics& initial);
  bool afterInitial(const StructuredDae& model, const InitialSystem& system);
  std::optional<Schedule> scheduleOf(StructuredDae model, SolvedSystems systems,
                                     std::optional<InitialSystem> initial);
  void spent(std::string_view stage, double seconds);
  bool failed() const { return stopped_ || diagnostics_.hasErrors() || !problem_.empty(); }
  ClassNode* onlyModel();
  bool isSimulatable();
  const ast::Modification* overrides();
  const ast::Modification* overridesFromEquations();
  std::optional<InlineFormula> formulaOf(solver::Method method);
  StructuredDae takeStructured();
  std::optional<Schedule> schedule(solver::Method method, bool stageInputs);

  CompileOptions options_;
  Keep keep_;
  AfterPass after_;
  bool stopped_ = false;
  std::string problem_;
  StageTimes times_;

  std::shared_ptr<SourceManager> sources_ = std::make_shared<SourceManager>();
  Diagnostics diagnostics_{*sources_};
  std::shared_ptr<ExprPool> pool_ = std::make_shared<ExprPool>();
  std::unique_ptr<Library> library_;
  std::vector<ClassNode*> defined_;
  std::vector<std::string> searchPath_;
  std::shared_ptr<WatchedGate> gate_;
  std::unique_ptr<Sema> sema_;
  Instance* model_ = nullptr;
  std::string modelName_;  // as asked for

  std::optional<Dae> flat_, scalar_;
  std::optional<StructuredDae> structured_;
  std::optional<Inlined> inlined_;
  std::optional<solver::Method> inlinedMethod_;
};

// What the method puts into the model; nothing if it is not an inlined one. The explicit states of
// inline:mixed are chosen with the model.
std::optional<InlineFormula> inlineFormula(solver::Method method);

// "there is no method 'x'; methods: ..."
std::string unknownMethod(const std::string& name);

}  // namespace formola
