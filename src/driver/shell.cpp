#include "driver/shell.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <unordered_map>

#include "codegen/text/targets.h"
#include "dae/scalarize.h"
#include "driver/libraries.h"
#include "driver/shell_input.h"
#include "driver/shell_plot.h"
#include "driver/shell_print.h"
#include "driver/simulate.h"
#include "driver/translate.h"
#include "flatten/flatten.h"
#include "results/result_reader.h"
#include "structure/structure_model.h"
#include "syntax/dym/reader.h"
#include "syntax/parser.h"

namespace formola {

namespace {

constexpr std::string_view kHelp =
    R"(enter model               the models in the next lines, in Dymola notation
enter model FILE...       the models of these files (.dym, .mo)
model NAME                work on this model (else the last one entered)
output equations          the equations, grouped by submodel; after `partition` with the
                          variable that each one is solved for in brackets
output solved equations   sorted and solved
output reduced equations  only what the states and outputs need
output relaxed equations  linear systems in the order of relax(), and their elimination
output model              the model in the chosen language
set NAME on|off           Eliminate SolveLinearSyst MatrixExpr SubExpr EvaluateExpr
partition                 which equation is solved for which variable
differentiate             differentiate constraint equations (Pantelides)
variable state|known|unknown NAME...
language LANGUAGE         acsl, simnon, desire, dsblock, matlab, simulink, c
outfile FILE              where the following outputs go; without FILE: here
simulate [STOP]           simulate to this time
plot NAME...              draw variables of the simulation over time (MODEL.svg)
help, quit
)";

struct SourceText {
  std::string name;
  std::string text;
};

std::vector<std::string> wordsOf(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream in(line);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

class Shell {
 public:
  explicit Shell(const Options& options) : options_(options) {}

  int run();

 private:
  void execute(const std::string& line);
  void enterModel(const std::vector<std::string>& words);
  void setOption(const std::vector<std::string>& words);
  void setVariable(const std::vector<std::string>& words);
  void output(const std::vector<std::string>& words);
  void partition();
  void simulate(const std::vector<std::string>& words);
  void plot(const std::vector<std::string>& words);
  std::optional<ShellView> view(bool partition);
  bool compile();
  void show(const std::string& text);
  void complain(const std::string& text) {
    std::fprintf(stderr, "%s\n", text.c_str());
    failed_ = true;
  }
  void showDiagnostics();
  std::string modelText();
  void relaxed();
  Dae dae() const;
  std::vector<std::string> completions() const;

  const Options& options_;
  std::unique_ptr<ShellInput> input_;
  std::optional<std::string> pushedBack_;
  std::vector<SourceText> sourceTexts_;
  std::string modelName_;
  ShellSettings settings_;
  bool partitioned_ = false;
  std::string language_ = "acsl";
  std::string outfile_;
  std::string resultFile_;
  bool failed_ = false;
  bool quit_ = false;

  // of the last compilation
  std::unique_ptr<SourceManager> sources_;
  std::unique_ptr<Diagnostics> diagnostics_;
  std::unique_ptr<Library> library_;
  std::optional<Dae> dae_;
};

void Shell::showDiagnostics() {
  RenderOptions render;
  render.color = isatty(STDERR_FILENO) != 0;
  std::fflush(stdout);
  std::fputs(renderText(*diagnostics_, render).c_str(), stderr);
  failed_ = failed_ || diagnostics_->hasErrors();
}

// Everything from the texts anew: models are small and a later one may use all earlier ones.
bool Shell::compile() {
  dae_.reset();
  sources_ = std::make_unique<SourceManager>();
  diagnostics_ = std::make_unique<Diagnostics>(*sources_);
  auto pool = std::make_shared<ExprPool>();
  library_ = std::make_unique<Library>(*sources_, pool->names, *diagnostics_);
  addSearchPaths(*library_, options_);
  dym::Reader reader(*sources_, pool->names, library_->arena(), *diagnostics_);
  std::vector<ClassNode*> defined;
  std::vector<const ast::StoredDefinition*> trees;
  for (const SourceText& source : sourceTexts_) {
    const FileId file = sources_->add(source.name, source.text);
    const ast::StoredDefinition* tree =
        source.name.ends_with(".mo")
            ? parseFile(file, *sources_, pool->names, library_->arena(), *diagnostics_)
            : reader.read(file);
    trees.push_back(tree);
  }
  // A model that is entered again takes the place of the earlier one.
  std::unordered_map<Symbol, size_t> last;
  for (size_t i = 0; i < trees.size(); ++i)
    for (const ast::ClassDef* def : trees[i]->classes) last[def->name] = i;
  for (size_t i = 0; i < trees.size(); ++i) {
    std::vector<const ast::ClassDef*> kept;
    for (const ast::ClassDef* def : trees[i]->classes)
      if (last[def->name] == i) kept.push_back(def);
    ast::StoredDefinition tree = *trees[i];
    tree.classes = library_->arena().copy(kept);
    library_->add(tree, {}, &defined);
  }
  if (diagnostics_->hasErrors()) return false;
  std::vector<Symbol> name;
  if (!modelName_.empty()) {
    std::istringstream parts(modelName_);
    for (std::string part; std::getline(parts, part, '.');)
      name.push_back(pool->names.intern(part));
  } else if (!defined.empty()) {
    name.push_back(defined.back()->name);
  } else {
    return false;
  }
  Sema sema(*sources_, *library_, pool, *diagnostics_);
  Instance* model = sema.findClass(name, {});
  if (!model || diagnostics_->hasErrors()) return false;
  Dae flat = flatten(sema, model, nullptr);
  if (diagnostics_->hasErrors()) return false;
  flat = scalarize(std::move(flat), *diagnostics_);
  if (diagnostics_->hasErrors()) return false;
  dae_ = std::move(flat);
  return true;
}

// With no file the text goes on until something follows that is no model.
void Shell::enterModel(const std::vector<std::string>& words) {
  const size_t before = sourceTexts_.size();
  for (size_t i = 2; i < words.size(); ++i) {
    std::ifstream file(words[i]);
    if (!file) {
      complain(fmt::format("cannot read '{}'", words[i]));
      return;
    }
    std::ostringstream text;
    text << file.rdbuf();
    sourceTexts_.push_back({words[i], text.str()});
  }
  if (words.size() == 2) {
    std::string text;
    bool open = false;
    while (auto line = input_->line("- ")) {
      const std::vector<std::string> parts = wordsOf(*line);
      const bool comment = !parts.empty() && parts[0][0] == '{';
      if (!open && !parts.empty() && !comment && parts[0] != "model") {
        pushedBack_ = *line;
        break;
      }
      if (!parts.empty() && parts[0] == "model") open = true;
      if (!parts.empty() && parts[0] == "end") open = false;
      text += *line + "\n";
      if (input_->echoes()) show(*line + "\n");
    }
    sourceTexts_.push_back({fmt::format("<model {}>", before + 1), text});
  }
  modelName_.clear();
  settings_ = ShellSettings();
  partitioned_ = false;
  if (!compile()) {
    showDiagnostics();
    sourceTexts_.resize(before);
    if (!sourceTexts_.empty()) compile();
  }
}

void Shell::setOption(const std::vector<std::string>& words) {
  const std::pair<std::string_view, bool ShellSettings::*> kSettings[] = {
      {"Eliminate", &ShellSettings::eliminate},
      {"SolveLinearSyst", &ShellSettings::solveLinearSyst},
      {"MatrixExpr", &ShellSettings::matrixExpr},
      {"SubExpr", &ShellSettings::subExpr},
      {"EvaluateExpr", &ShellSettings::evaluateExpr}};
  if (words.size() == 3 && (words[2] == "on" || words[2] == "off")) {
    for (const auto& [name, member] : kSettings) {
      if (words[1] != name) continue;
      settings_.*member = words[2] == "on";
      return;
    }
  }
  complain("set Eliminate|SolveLinearSyst|MatrixExpr|SubExpr|EvaluateExpr on|off");
}

void Shell::setVariable(const std::vector<std::string>& words) {
  std::vector<std::string>* list = nullptr;
  if (words.size() >= 3) {
    if (words[1] == "state") list = &settings_.states;
    if (words[1] == "known") list = &settings_.known;
    if (words[1] == "unknown") list = &settings_.unknown;
  }
  if (!list) {
    complain("variable state|known|unknown NAME...");
    return;
  }
  for (size_t i = 2; i < words.size(); ++i) {
    std::string name = words[i];
    if (name.ends_with(",")) name.pop_back();
    list->push_back(name);
  }
  partitioned_ = false;
  if (std::optional<ShellView> now = view(false)) {
    for (const std::string& problem : now->problems) {
      complain(fmt::format("there is no variable '{}'", problem));
      for (auto* l : {&settings_.states, &settings_.known, &settings_.unknown})
        l->erase(std::remove(l->begin(), l->end(), problem), l->end());
    }
  }
}

std::optional<ShellView> Shell::view(bool partition) {
  if (!dae_) {
    complain("there is no model yet; enter one with `enter model`");
    return std::nullopt;
  }
  Diagnostics diagnostics(*sources_);
  ShellView result = viewModel(*dae_, settings_, partition, diagnostics);
  if (diagnostics.hasErrors()) {
    std::fputs(renderText(diagnostics, {}).c_str(), stderr);
    failed_ = true;
    return std::nullopt;
  }
  return result;
}

void Shell::partition() {
  std::optional<ShellView> now = view(true);
  if (!now) return;
  partitioned_ = true;
  if (!now->sorted) show(printSingular(*now));
}

// The model with the states that were asked for.
Dae Shell::dae() const {
  Dae copy = *dae_;
  for (const std::string& name : settings_.states)
    for (Variable& v : copy.variables)
      if (copy.pool->names.text(v.name) == name) v.stateSelect = StateSelect::Always;
  return copy;
}

std::string Shell::modelText() {
  Diagnostics diagnostics(*sources_);
  StructuredDae model = structureModel(dae(), {}, diagnostics);
  std::string text;
  if (!diagnostics.hasErrors()) {
    const Schedule schedule = buildSchedule(std::move(model), {}, diagnostics);
    for (const text::Target& target : text::targets()) {
      if (target.name != language_ || diagnostics.hasErrors()) continue;
      text::TargetOptions options;
      options.startTime = dae_->experiment.startTime;
      options.stopTime = dae_->experiment.stopTime;
      const text::Program program = target.translate(schedule, options);
      for (const text::Problem& problem : program.problems)
        complain(fmt::format("the model cannot be written in this language: {}", problem.what));
      if (program.problems.empty()) text = program.text;
    }
  }
  if (diagnostics.hasErrors()) {
    std::fputs(renderText(diagnostics, {}).c_str(), stderr);
    failed_ = true;
  }
  return text;
}

// By the passes of the simulation, with what they note about relax().
void Shell::relaxed() {
  if (!dae_) {
    complain("there is no model yet; enter one with `enter model`");
    return;
  }
  Diagnostics diagnostics(*sources_);
  const StructuredDae model = structureModel(dae(), {}, diagnostics);
  std::fflush(stdout);
  std::fputs(renderText(diagnostics, {}).c_str(), stderr);
  if (diagnostics.hasErrors()) {
    failed_ = true;
  } else {
    show(printRelaxedEquations(model));
  }
}

void Shell::output(const std::vector<std::string>& words) {
  if (words.size() == 2 && words[1] == "equations") {
    if (std::optional<ShellView> now = view(partitioned_)) show(printEquations(*now));
    return;
  }
  if (words.size() == 2 && words[1] == "model") {
    if (!dae_) {
      complain("there is no model yet; enter one with `enter model`");
      return;
    }
    show(modelText());
    return;
  }
  if (words.size() == 3 && words[1] == "relaxed" && words[2] == "equations") {
    relaxed();
    return;
  }
  if (words.size() == 3 && (words[1] == "solved" || words[1] == "reduced") &&
      words[2] == "equations") {
    std::optional<ShellView> now = view(true);
    if (!now) return;
    if (!now->sorted) {
      show(printSingular(*now));
    } else {
      show(words[1] == "solved" ? printSolvedEquations(*now, settings_)
                                : printReducedEquations(*now));
    }
    return;
  }
  complain("output equations|solved equations|reduced equations|relaxed equations|model");
}

void Shell::simulate(const std::vector<std::string>& words) {
  if (!dae_) {
    complain("there is no model yet; enter one with `enter model`");
    return;
  }
  Options options = options_;
  options.command = Command::Simulate;
  options.quiet = true;
  if (words.size() > 1) {
    char* end = nullptr;
    options.stopTime = std::strtod(words[1].c_str(), &end);
    if (*end != '\0') {
      complain("simulate [STOP]: the time is not a number");
      return;
    }
  }
  resultFile_ = dae_->model + "_res.csv";
  options.output = resultFile_;
  Diagnostics diagnostics(*sources_);
  PassObserver observer(options);
  const int status = simulateModel(dae(), options, {}, observer, diagnostics);
  if (diagnostics.hasErrors()) std::fputs(renderText(diagnostics, {}).c_str(), stderr);
  failed_ = failed_ || status != kDone || diagnostics.hasErrors();
  if (status == kDone && !diagnostics.hasErrors())
    show(fmt::format("simulated to {} = {}: {}\n", "t",
                     options.stopTime.value_or(dae_->experiment.stopTime), resultFile_));
}

void Shell::plot(const std::vector<std::string>& words) {
  if (resultFile_.empty()) {
    complain("there is nothing to plot yet; `simulate` first");
    return;
  }
  const results::ReadResult result = results::readCsv(resultFile_);
  if (!result) {
    complain(result.error);
    return;
  }
  const std::vector<std::string> names(words.begin() + 1, words.end());
  std::string problem;
  const std::string picture = plotSvg(result.trajectory, names, problem);
  if (!problem.empty()) {
    complain(problem);
    return;
  }
  const std::string path = dae_->model + ".svg";
  std::ofstream(path) << picture;
  show(fmt::format("{}\n", path));
}

void Shell::show(const std::string& text) {
  if (outfile_.empty()) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
    return;
  }
  std::ofstream file(outfile_, std::ios::app);
  file << text;
  if (!file) complain(fmt::format("cannot write '{}'", outfile_));
}

std::vector<std::string> Shell::completions() const {
  std::vector<std::string> words = {
      "enter",         "model",      "output",    "equations", "solved",   "reduced",
      "relaxed",       "set",        "Eliminate", "on",        "off",      "partition",
      "differentiate", "state",      "known",     "unknown",   "SubExpr",  "SolveLinearSyst",
      "variable",      "MatrixExpr", "language",  "outfile",   "simulate", "plot",
      "EvaluateExpr",  "help",       "quit"};
  for (const text::Target& target : text::targets()) words.emplace_back(target.name);
  if (dae_)
    for (const Variable& v : dae_->variables) words.emplace_back(dae_->pool->names.text(v.name));
  return words;
}

void Shell::execute(const std::string& line) {
  const std::vector<std::string> words = wordsOf(line);
  if (words.empty() || words[0][0] == '{') return;
  if (words[0] == "enter" && words.size() >= 2 && words[1] == "model") return enterModel(words);
  if (words[0] == "model" && words.size() == 2) {
    modelName_ = words[1];
    settings_ = ShellSettings();
    partitioned_ = false;
    if (!compile()) showDiagnostics();
    return;
  }
  if (words[0] == "output") return output(words);
  if (words[0] == "set") return setOption(words);
  if (words[0] == "partition" && words.size() == 1) return partition();
  if (words[0] == "differentiate" && words.size() == 1) {
    settings_.differentiated = true;
    settings_.eliminatedBefore = settings_.eliminate;
    partitioned_ = false;
    if (std::optional<ShellView> now = view(false))
      show(fmt::format(" - {} differentiated equations\n", now->model.differentiatedEquations));
    return;
  }
  if (words[0] == "variable") return setVariable(words);
  if (words[0] == "language" && words.size() == 2) {
    for (const text::Target& target : text::targets()) {
      if (target.name != words[1]) continue;
      language_ = words[1];
      return;
    }
    std::string known;
    for (const text::Target& target : text::targets())
      known += (known.empty() ? "" : ", ") + std::string(target.name);
    return complain(fmt::format("there is no language '{}'; languages: {}", words[1], known));
  }
  if (words[0] == "outfile" && words.size() <= 2) {
    outfile_ = words.size() == 2 ? words[1] : "";
    if (!outfile_.empty() && !std::ofstream(outfile_)) {
      complain(fmt::format("cannot write '{}'", outfile_));
      outfile_.clear();
    }
    return;
  }
  if (words[0] == "simulate" && words.size() <= 2) return simulate(words);
  if (words[0] == "plot" && words.size() >= 2) return plot(words);
  if (words[0] == "help") return show(std::string(kHelp));
  if (words[0] == "quit" || words[0] == "exit" || words[0] == "stop") {
    quit_ = true;
    return;
  }
  complain(fmt::format("there is no command '{}'; `help` lists them", line));
}

int Shell::run() {
  if (!options_.inputs.empty()) {
    input_ = scriptInput(options_.inputs[0]);
    if (!input_) {
      std::fprintf(stderr, "formola: cannot read '%s'\n", options_.inputs[0].c_str());
      return kCommandWrong;
    }
  } else if (isatty(STDIN_FILENO) != 0) {
    std::puts("Formola; `help` lists the commands");
    input_ = terminalInput([this] { return completions(); });
  } else {
    input_ = scriptInput("");
  }
  while (!quit_) {
    std::optional<std::string> line = pushedBack_;
    pushedBack_.reset();
    if (!line) line = input_->line("> ");
    if (!line) break;
    if (input_->echoes() && !wordsOf(*line).empty()) {
      std::printf("> %s\n", line->c_str());
      std::fflush(stdout);
    }
    execute(*line);
  }
  return failed_ && (!options_.inputs.empty() || input_->echoes()) ? kModelWrong : kDone;
}

}  // namespace

int runShell(const Options& options) {
  return Shell(options).run();
}

}  // namespace formola
