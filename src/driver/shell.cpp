#include "driver/shell.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "codegen/text/targets.h"
#include "driver/shell_input.h"
#include "driver/shell_models.h"
#include "driver/shell_print.h"
#include "driver/simulate.h"
#include "driver/terminal.h"
#include "results/result_reader.h"
#include "results/svg_plot.h"
#include "support/read_file.h"

namespace formola {

namespace {

constexpr std::pair<std::string_view, bool ShellSettings::*> kSettings[] = {
    {"Eliminate", &ShellSettings::eliminate},
    {"SolveLinearSyst", &ShellSettings::solveLinearSyst},
    {"MatrixExpr", &ShellSettings::matrixExpr},
    {"SubExpr", &ShellSettings::subExpr},
    {"EvaluateExpr", &ShellSettings::evaluateExpr}};

std::vector<std::string> wordsOf(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream in(line);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool sameLetters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

std::string_view languages() {
  static const std::string text = [] {
    std::string all;
    for (const text::Target& target : text::targets())
      all += (all.empty() ? "" : ", ") + std::string(target.name);
    return all;
  }();
  return text;
}

class Shell {
 public:
  explicit Shell(const Options& options) : options_(options), models_(options) {}

  int run();

 private:
  using Words = std::vector<std::string>;
  // A line of the help; several may belong to one command.
  struct Entry {
    std::string_view usage;  // begins with the word that is typed
    std::string_view meaning;
    void (Shell::*execute)(const Words&);
  };
  static const std::vector<Entry>& commands();

  void execute(const std::string& line);
  void help(const Words& words);
  void quit(const Words&) { quit_ = true; }
  void enterModel(const Words& words);
  void chooseModel(const Words& words);
  void setOption(const Words& words);
  void setVariable(const Words& words);
  void output(const Words& words);
  void partition(const Words& words);
  void differentiate(const Words& words);
  void language(const Words& words);
  void outfile(const Words& words);
  void simulate(const Words& words);
  void plot(const Words& words);

  std::string typedModels();
  // With `tell` warnings are shown, too.
  std::optional<ShellView> view(bool partition, bool tell = false);
  bool hasModel();
  bool isOfModel(const std::string& name) const;
  std::string modelText();
  std::string relaxed();
  std::vector<std::string> completions(const std::string& before) const;

  void say(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }
  void deliver(const std::string& text);
  void complain(const std::string& text) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s\n", text.c_str());
    failed_ = true;
  }
  // How a command is used.
  void usage(const std::string& command);
  void unknownName(const std::string& what, const std::string& name,
                   const std::vector<std::string_view>& candidates);
  void show(const Diagnostics& diagnostics);

  const Options& options_;
  ShellModels models_;
  std::unique_ptr<ShellInput> input_;
  std::optional<std::string> pushedBack_;
  ShellSettings settings_;
  bool partitioned_ = false;
  std::string language_ = "acsl";
  std::string outfile_;
  std::string resultFile_;
  bool failed_ = false;
  bool quit_ = false;
};

const std::vector<Shell::Entry>& Shell::commands() {
  static const std::vector<Entry> list = {
      {"enter model", "the models in the next lines, in Dymola notation", &Shell::enterModel},
      {"enter model FILE...", "the models of these files (.dym, .mo)", &Shell::enterModel},
      {"model [NAME]", "work on this model, also one of a library; the names entered",
       &Shell::chooseModel},
      {"output equations", "the equations, grouped by submodel; after `partition` with the",
       &Shell::output},
      {"", "variable that each one is solved for in brackets", nullptr},
      {"output solved equations", "sorted and solved", &Shell::output},
      {"output reduced equations", "only what the states and outputs need", &Shell::output},
      {"output state space", "derivatives and outputs by states and inputs; with MatrixExpr the",
       &Shell::output},
      {"", "matrices of a linear model", nullptr},
      {"output relaxed equations", "linear systems in the order of relax(), and their elimination",
       &Shell::output},
      {"output model", "the model in the chosen language", &Shell::output},
      {"set NAME on|off", "Eliminate SolveLinearSyst MatrixExpr SubExpr EvaluateExpr",
       &Shell::setOption},
      {"partition", "which equation is solved for which variable", &Shell::partition},
      {"differentiate", "differentiate constraint equations (Pantelides)", &Shell::differentiate},
      {"variable state|known|unknown NAME...", "", &Shell::setVariable},
      {"language LANGUAGE", languages(), &Shell::language},
      {"outfile [FILE]", "where the following outputs go; without FILE: here", &Shell::outfile},
      {"simulate [STOP] [FILE]", "simulate to this time, with inputs over time from a table",
       &Shell::simulate},
      {"", "(.csv, .mat: the time, and a column for each input)", nullptr},
      {"plot NAME...", "draw variables of the simulation over time (MODEL.svg)", &Shell::plot},
      {"help [COMMAND]", "", &Shell::help},
      {"quit", "", &Shell::quit}};
  return list;
}

void Shell::help(const Words& words) {
  std::string text;
  bool shown = false;
  for (const Entry& c : commands()) {
    if (!c.usage.empty()) shown = words.size() < 2 || wordsOf(std::string(c.usage))[0] == words[1];
    if (!shown) continue;
    text += c.meaning.empty() ? fmt::format("{}\n", c.usage)
                              : fmt::format("{:<25} {}\n", c.usage, c.meaning);
  }
  if (text.empty()) return complain(fmt::format("there is no command '{}'", words[1]));
  say(text);
}

void Shell::usage(const std::string& command) {
  std::string text;
  for (const Entry& c : commands())
    if (!c.usage.empty() && wordsOf(std::string(c.usage))[0] == command)
      text += fmt::format("{}{}", text.empty() ? "it is written: " : ", or ", c.usage);
  complain(text);
}

void Shell::unknownName(const std::string& what, const std::string& name,
                        const std::vector<std::string_view>& candidates) {
  const std::string close = didYouMean(name, candidates);
  complain(fmt::format("there is no {} '{}'{}", what, name,
                       close.empty() ? "" : fmt::format("; did you mean '{}'?", close)));
}

void Shell::show(const Diagnostics& diagnostics) {
  RenderOptions render;
  render.color = isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  std::fflush(stdout);
  std::fputs(renderText(diagnostics, render).c_str(), stderr);
  failed_ = failed_ || diagnostics.hasErrors();
}

bool Shell::hasModel() {
  if (models_.empty())
    complain("there is no model yet; `enter model`, or take one of a library with `model NAME`");
  return !models_.empty();
}

// The lines up to one that belongs to no model. On a terminal an empty line behind a model ends
// them too, or one would not know what the prompt waits for.
std::string Shell::typedModels() {
  std::string text;
  bool open = false, any = false;
  while (auto line = input_->line("- ")) {
    const Words parts = wordsOf(*line);
    const bool comment = !parts.empty() && parts[0][0] == '{';
    if (!open && !parts.empty() && !comment && parts[0] != "model") {
      pushedBack_ = *line;
      break;
    }
    if (!open && any && parts.empty() && !input_->echoes()) break;
    if (!parts.empty() && parts[0] == "model") any = open = true;
    if (!parts.empty() && parts[0] == "end") open = false;
    text += *line + "\n";
    if (input_->echoes()) say(*line + "\n");
  }
  return text;
}

void Shell::enterModel(const Words& words) {
  if (words.size() < 2 || words[1] != "model") return usage("enter");
  std::vector<ShellModels::Text> texts;
  for (size_t i = 2; i < words.size(); ++i) {
    const std::optional<std::string> text = readFile(words[i]);
    if (!text) return complain(fmt::format("cannot read '{}'", words[i]));
    texts.push_back({words[i], *text});
  }
  if (words.size() == 2)
    texts.push_back({fmt::format("<model {}>", models_.texts() + 1), typedModels()});
  Compilation& compiled = models_.enter(texts);
  show(compiled.diagnostics());
  if (!compiled.scalar()) {
    if (!compiled.diagnostics().hasErrors()) complain("there is no model in it");
    return;
  }
  settings_ = ShellSettings();
  partitioned_ = false;
}

void Shell::chooseModel(const Words& words) {
  if (words.size() > 2) return usage("model");
  if (words.size() == 1) {
    if (!hasModel()) return;
    for (const std::string& name : models_.names())
      say(fmt::format("{} {}\n", name == models_.dae().model ? "*" : " ", name));
    return;
  }
  Compilation& compiled = models_.choose(words[1]);
  show(compiled.diagnostics());
  if (!compiled.scalar()) return;
  settings_ = ShellSettings();
  partitioned_ = false;
}

void Shell::setOption(const Words& words) {
  if (words.size() != 3 || (!sameLetters(words[2], "on") && !sameLetters(words[2], "off")))
    return usage("set");
  std::vector<std::string_view> names;
  for (const auto& [name, member] : kSettings) {
    names.push_back(name);
    if (!sameLetters(words[1], name)) continue;
    settings_.*member = sameLetters(words[2], "on");
    return;
  }
  unknownName("setting", words[1], names);
}

void Shell::setVariable(const Words& words) {
  std::vector<std::string>* list = nullptr;
  if (words.size() >= 3) {
    if (words[1] == "state") list = &settings_.states;
    if (words[1] == "known") list = &settings_.known;
    if (words[1] == "unknown") list = &settings_.unknown;
  }
  if (!list) return usage("variable");
  if (!hasModel()) return;
  for (size_t i = 2; i < words.size(); ++i) {
    std::string name = words[i];
    if (name.ends_with(",")) name.pop_back();
    list->push_back(name);
  }
  partitioned_ = false;
  if (std::optional<ShellView> now = view(false)) {
    std::vector<std::string_view> names;
    for (const Variable& v : models_.dae().variables)
      names.push_back(models_.dae().pool->names.text(v.name));
    for (const std::string& problem : now->problems) {
      unknownName("variable", problem, names);
      for (auto* l : {&settings_.states, &settings_.known, &settings_.unknown})
        l->erase(std::remove(l->begin(), l->end(), problem), l->end());
    }
  }
}

std::optional<ShellView> Shell::view(bool partition, bool tell) {
  if (!hasModel()) return std::nullopt;
  Diagnostics diagnostics(models_.sources());
  ShellView result = viewModel(models_.dae(), settings_, partition, diagnostics);
  if (tell || diagnostics.hasErrors()) show(diagnostics);
  if (!diagnostics.hasErrors()) return result;
  return std::nullopt;
}

void Shell::partition(const Words& words) {
  if (words.size() != 1) return usage("partition");
  std::optional<ShellView> now = view(true);
  if (!now) return;
  partitioned_ = true;
  if (!now->sorted) say(printSingular(*now));
}

void Shell::differentiate(const Words& words) {
  if (words.size() != 1) return usage("differentiate");
  if (!hasModel()) return;
  settings_.differentiated = true;
  settings_.eliminatedBefore = settings_.eliminate;
  partitioned_ = false;
  if (std::optional<ShellView> now = view(false, true))
    say(fmt::format(" - {} differentiated equations\n", now->model.differentiatedEquations));
}

// A variable of the flat model, not the derivative of one.
bool Shell::isOfModel(const std::string& name) const {
  const Dae& dae = models_.dae();
  return std::any_of(dae.variables.begin(), dae.variables.end(),
                     [&](const Variable& v) { return dae.pool->names.text(v.name) == name; });
}

std::string Shell::modelText() {
  for (const auto* list : {&settings_.known, &settings_.unknown})
    for (const std::string& name : *list)
      if (!isOfModel(name)) {
        complain(
            fmt::format("'{}' is no variable of the model itself, and a program cannot have it "
                        "as an input: leave that choice out, or name the variable",
                        name));
        return "";
      }
  const std::unique_ptr<Compilation> model = models_.with(settings_);
  const std::optional<Schedule> schedule = model->schedule(solver::Method::Rk4);
  std::string text;
  for (const text::Target& target : text::targets()) {
    if (target.name != language_ || !schedule) continue;
    text::TargetOptions options;
    options.startTime = models_.dae().experiment.startTime;
    options.stopTime = models_.dae().experiment.stopTime;
    options.commonParts = settings_.subExpr;
    const text::Program program = target.translate(*schedule, options);
    for (const text::Problem& problem : program.problems)
      complain(fmt::format("the model cannot be written in {}: {}", language_, problem.what));
    if (program.problems.empty()) text = program.text;
  }
  if (model->diagnostics().hasErrors()) show(model->diagnostics());
  return text;
}

// By the passes of the simulation, with what they note about relax().
std::string Shell::relaxed() {
  ShellSettings settings = settings_;
  settings.solveLinearSyst = true;
  const std::unique_ptr<Compilation> model = models_.with(settings);
  const StructuredDae* structured = model->structured();
  show(model->diagnostics());
  return structured ? printRelaxedEquations(*structured) : "";
}

void Shell::output(const Words& words) {
  std::string what;
  for (size_t i = 1; i < words.size(); ++i) what += (i > 1 ? " " : "") + words[i];
  if (what != "equations" && what != "model" && what != "relaxed equations" &&
      what != "solved equations" && what != "reduced equations" && what != "state space")
    return usage("output");
  if (!hasModel()) return;
  if (what == "model") return deliver(modelText());
  if (what == "relaxed equations") return deliver(relaxed());
  std::optional<ShellView> now = view(what != "equations" || partitioned_);
  if (!now) return;
  if (what == "equations") return deliver(printEquations(*now));
  if (!now->sorted) return say(printSingular(*now));
  if (what == "state space") return deliver(printStateSpace(*now, settings_));
  deliver(what == "solved equations" ? printSolvedEquations(*now, settings_)
                                     : printReducedEquations(*now));
}

void Shell::language(const Words& words) {
  if (words.size() != 2) return usage("language");
  std::vector<std::string_view> names;
  for (const text::Target& target : text::targets()) {
    names.push_back(target.name);
    if (!sameLetters(target.name, words[1])) continue;
    language_ = target.name;
    return;
  }
  complain(fmt::format("there is no language '{}'; languages: {}", words[1], languages()));
}

void Shell::outfile(const Words& words) {
  if (words.size() > 2) return usage("outfile");
  outfile_ = words.size() == 2 ? words[1] : "";
  if (outfile_.empty() || std::ofstream(outfile_)) return;
  complain(fmt::format("cannot write '{}'", outfile_));
  outfile_.clear();
}

// To the screen or the file of `outfile`; what else the shell says stays on the screen.
void Shell::deliver(const std::string& text) {
  if (outfile_.empty()) return say(text);
  std::ofstream file(outfile_, std::ios::app);
  file << text;
  file.close();
  if (!file) return complain(fmt::format("cannot write '{}'", outfile_));
  if (!text.empty()) say(fmt::format(" - written to {}\n", outfile_));
}

void Shell::simulate(const Words& words) {
  if (words.size() > 3) return usage("simulate");
  if (!hasModel()) return;
  Options options = options_;
  options.command = Command::Simulate;
  options.quiet = true;
  for (size_t i = 1; i < words.size(); ++i) {
    char* end = nullptr;
    const double time = std::strtod(words[i].c_str(), &end);
    const bool last = i + 1 == words.size();
    if (*end == '\0' && i == 1) {
      options.run.stopTime = time;
    } else if (last && (words[i].ends_with(".csv") || words[i].ends_with(".mat"))) {
      options.inputFile = words[i];
    } else {
      return usage("simulate");
    }
  }
  const std::string path = resultFileName(models_.dae().model);
  options.output = path;
  ShellSettings settings;  // systems are solved as is best
  settings.states = settings_.states;
  if (!options.inputFile.empty()) {  // what is known has values only then
    settings.known = settings_.known;
    settings.unknown = settings_.unknown;
  }
  const std::unique_ptr<Compilation> model = models_.with(settings);
  const int status = simulateModel(*model, options);
  const Diagnostics& diagnostics = model->diagnostics();
  if (diagnostics.hasErrors()) show(diagnostics);
  failed_ = failed_ || status != kDone;
  // What was computed before something went wrong can be looked at, too.
  if (status == kDone || status == kSimulationFailed) resultFile_ = path;
  if (status == kDone && !diagnostics.hasErrors())
    say(fmt::format("simulated to t = {}: {}\n",
                    options.run.stopTime.value_or(models_.dae().experiment.stopTime), path));
}

void Shell::plot(const Words& words) {
  if (words.size() < 2) return usage("plot");
  if (resultFile_.empty()) return complain("there is nothing to plot yet; `simulate` first");
  const results::ReadResult result = results::readCsv(resultFile_);
  if (!result) return complain(result.error);
  const Words names(words.begin() + 1, words.end());
  const std::vector<std::string> known = result.trajectory.names();
  for (const std::string& name : names)
    if (!result.trajectory.find(name))
      return unknownName("variable", name, {known.begin(), known.end()});
  const std::string model = resultFile_.substr(0, resultFile_.size() - std::size("_res.csv") + 1);
  const results::SvgPlot drawn = results::plotSvg(result.trajectory, model, names);
  if (!drawn.problem.empty()) return complain(drawn.problem);
  const std::string path = model + ".svg";
  std::ofstream file(path);
  file << drawn.picture;
  file.close();
  if (!file) return complain(fmt::format("cannot write '{}'", path));
  say(fmt::format("{}\n", path));
}

// What can follow the words that stand before the cursor.
std::vector<std::string> Shell::completions(const std::string& before) const {
  const Words typed = wordsOf(before);
  Words found;
  auto add = [&](const std::string& word) {
    if (std::find(found.begin(), found.end(), word) == found.end()) found.push_back(word);
  };
  if (typed.empty()) {
    for (const Entry& c : commands())
      if (!c.usage.empty()) add(wordsOf(std::string(c.usage))[0]);
    return found;
  }
  const std::string& first = typed[0];
  if (first == "set" && typed.size() == 1) {
    for (const auto& [name, member] : kSettings) add(std::string(name));
  } else if (first == "set") {
    found = {"on", "off"};
  } else if (first == "language") {
    for (const text::Target& target : text::targets()) add(std::string(target.name));
  } else if (first == "variable" && typed.size() == 1) {
    found = {"state", "known", "unknown"};
  } else if (first == "model" && !models_.empty()) {
    found = models_.names();
  } else if (first == "plot" && !resultFile_.empty()) {
    return results::readCsv(resultFile_).trajectory.names();
  } else if (first == "variable" && !models_.empty()) {
    for (const Variable& v : models_.dae().variables)
      add(std::string(models_.dae().pool->names.text(v.name)));
  } else if (first == "help") {
    return completions("");
  } else if ((first == "enter" && typed.size() > 1) || first == "outfile") {
    found.emplace_back(ShellInput::kFiles);
  } else if (first == "enter" || first == "output") {
    for (const Entry& c : commands()) {
      const Words usage = wordsOf(std::string(c.usage));
      if (usage.size() > typed.size() && std::equal(typed.begin(), typed.end(), usage.begin()))
        add(usage[typed.size()]);
    }
  }
  return found;
}

void Shell::execute(const std::string& line) {
  Words words = wordsOf(line);
  if (words.empty() || words[0][0] == '{') return;
  if (words[0] == "exit" || words[0] == "stop") words[0] = "quit";
  std::vector<std::string_view> names;
  for (const Entry& c : commands()) {
    const std::string_view name = c.usage.substr(0, c.usage.find(' '));
    if (name == words[0]) return (this->*c.execute)(words);
    if (!name.empty()) names.push_back(name);
  }
  const std::string close = didYouMean(words[0], names);
  complain(
      fmt::format("there is no command '{}'; {}", line,
                  close.empty() ? "`help` lists them" : fmt::format("did you mean '{}'?", close)));
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
    input_ = terminalInput([this](const std::string& before) { return completions(before); });
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
