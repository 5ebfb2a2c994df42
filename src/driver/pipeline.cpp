#include "driver/pipeline.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "dae/balance.h"
#include "dae/printer.h"
#include "dae/scalarize.h"
#include "driver/compare.h"
#include "driver/convert.h"
#include "driver/demo.h"
#include "driver/inspect_page.h"
#include "driver/libraries.h"
#include "driver/methods.h"
#include "driver/mixed_states.h"
#include "driver/shell.h"
#include "driver/simulate.h"
#include "driver/translate.h"
#include "flatten/flatten.h"
#include "results/html_page.h"
#include "sema/class_kinds.h"
#include "structure/clock_partitions.h"
#include "structure/inspect.h"
#include "structure/lower_clocks.h"
#include "support/timer.h"
#include "syntax/dym/reader.h"
#include "syntax/parser.h"

namespace formola {

namespace fs = std::filesystem;

namespace {

// Everything one compilation needs.
struct Compilation {
  explicit Compilation(const Options& o)
      : options(o),
        diagnostics(sources),
        pool(std::make_shared<ExprPool>()),
        library(sources, pool->names, diagnostics) {}

  int finish(int status) {
    if (options.jsonDiagnostics) {
      std::fputs(renderJson(diagnostics).c_str(), stderr);
    } else {
      RenderOptions render;
      render.color = isatty(STDERR_FILENO) != 0;
      render.maxErrors = static_cast<size_t>(std::max(1, options.maxErrors));
      std::fputs(renderText(diagnostics, render).c_str(), stderr);
    }
    return diagnostics.hasErrors() && status == kDone ? kModelWrong : status;
  }

  const Options& options;
  SourceManager sources;
  Diagnostics diagnostics;
  std::shared_ptr<ExprPool> pool;
  Library library;
};

bool looksLikeFile(const std::string& text) {
  return text.ends_with(".mo") || dym::isDymFile(text) || text.find('/') != std::string::npos ||
         fs::exists(text);
}

// Splits a.b.'c.d'.e at its dots. A quoted part is the same identifier as in a file: an escape that
// is not needed stands for the plain character (spec appendix A.1).
std::vector<Symbol> splitName(const std::string& text, Interner& names) {
  std::vector<Symbol> parts;
  std::string part;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quoted && c == '\\' && i + 1 < text.size()) {
      if (text[i + 1] != '"' && text[i + 1] != '?') part += c;
      part += text[++i];
      continue;
    }
    if (c == '\'') quoted = !quoted;
    if (c == '.' && !quoted) {
      if (!part.empty()) parts.push_back(names.intern(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (!part.empty()) parts.push_back(names.intern(part));
  return parts;
}

// The model to work on: the name given, else the one simulatable class of the files.
ClassNode* onlyModel(Compilation& c, const std::vector<ClassNode*>& defined) {
  std::vector<ClassNode*> candidates;
  auto simulatable = [](const ast::ClassDef& def) {
    return !def.partial &&
           (def.classKind == ast::ClassKind::Model || def.classKind == ast::ClassKind::Block ||
            def.classKind == ast::ClassKind::Class);
  };
  auto collect = [&](auto&& self, ClassNode* node) -> void {
    if (simulatable(*node->def)) {
      candidates.push_back(node);
      return;
    }
    if (node->def->classKind != ast::ClassKind::Package) return;
    for (const ast::Element* e : node->def->elements) {
      if (const auto* nested = e->dynAs<ast::ClassDef>()) {
        auto found = node->members.find(nested->name);
        if (found != node->members.end() && found->second.classNode)
          self(self, found->second.classNode);
      }
    }
  };
  for (ClassNode* node : defined) collect(collect, node);
  if (candidates.size() == 1) return candidates[0];
  if (candidates.size() > 1 && defined.size() == candidates.size()) {
    // several models side by side: the last one usually uses the others
    return candidates.back();
  }
  std::string names;
  for (ClassNode* n : candidates)
    names += (names.empty() ? "" : ", ") + c.library.qualifiedName(*n);
  std::fprintf(stderr, "formola: which model? %s\n",
               candidates.empty() ? "the files define no model that can be simulated"
                                  : ("give one of these names after the files: " + names).c_str());
  return nullptr;
}

// "--set a[2].b=1": a modification cannot name an element of an array, an equation can.
const ast::Modification* overridesFromEquations(Compilation& c) {
  std::string text = "class S equation ";
  for (const std::string& one : c.options.set) text += one + "; ";
  text += "end S;\n";
  FileId file = c.sources.add("<command line>", text);
  const ast::StoredDefinition* tree =
      parseFile(file, c.sources, c.pool->names, c.library.arena(), c.diagnostics);
  if (tree->classes.empty() || tree->classes[0]->equations.empty()) return nullptr;
  Arena& arena = c.library.arena();
  std::vector<const ast::Argument*> arguments;
  for (const ast::Equation* e : tree->classes[0]->equations[0].equations) {
    if (e->kind != ast::EquationKind::Equality) continue;
    const auto& equality = e->as<ast::EqualityEquation>();
    const auto* left = equality.left->dynAs<ast::ReferenceExpr>();
    if (!left) continue;  // not a name: reported by the parser, or by checkSetOptions
    auto* modification = arena.make<ast::Modification>();
    modification->binding = equality.right;
    modification->range = e->range;
    auto* argument = arena.make<ast::Argument>();
    argument->name = left->name;
    argument->modification = modification;
    argument->range = e->range;
    arguments.push_back(argument);
  }
  auto* all = arena.make<ast::Modification>();
  all->hasArguments = true;
  all->arguments = arena.copy(arguments);
  return all;
}

// "--set a.b=1" as modifications of the model.
const ast::Modification* parseOverrides(Compilation& c) {
  if (c.options.set.empty()) return nullptr;
  for (const std::string& one : c.options.set) {
    if (one.substr(0, one.find('=')).find('[') != std::string::npos)
      return overridesFromEquations(c);
  }
  std::string text = "class S = M(";
  for (size_t i = 0; i < c.options.set.size(); ++i) text += (i ? ", " : "") + c.options.set[i];
  text += ");\n";
  FileId file = c.sources.add("<command line>", text);
  const ast::StoredDefinition* tree =
      parseFile(file, c.sources, c.pool->names, c.library.arena(), c.diagnostics);
  return tree->classes.empty() ? nullptr : tree->classes[0]->modification;
}

}  // namespace

int run(const Options& options) {
  if (options.command == Command::Compare) return compareResults(options);
  if (options.command == Command::Convert) return convertFiles(options);
  if (options.command == Command::Methods) return showMethods(options);
  if (options.command == Command::Shell) return runShell(options);
  Compilation c(options);
  for (const std::string& one : options.set) {
    if (one.find('=') != std::string::npos) continue;
    std::fprintf(stderr, "formola: --set needs name=value, not '%s'\n", one.c_str());
    return kCommandWrong;
  }
  PassObserver observer(options);
  addSearchPaths(c.library, options);

  // ---- source files
  std::vector<ClassNode*> defined;
  std::string modelName;
  for (size_t i = 0; i < options.inputs.size(); ++i) {
    const std::string& input = options.inputs[i];
    bool last = i + 1 == options.inputs.size();
    if (last && !looksLikeFile(input)) {
      modelName = input;
    } else {
      c.library.load(input, &defined);
    }
  }
  if (options.inputs.empty()) {
    std::fputs("formola: give a file or the name of a model\n", stderr);
    return kCommandWrong;
  }
  observer.after("parse", [] { return std::string(); });
  if (c.diagnostics.hasErrors()) return c.finish(kModelWrong);

  // ---- the model
  Sema sema(c.sources, c.library, c.pool, c.diagnostics);
  Instance* model = nullptr;
  if (!modelName.empty()) {
    model = sema.findClass(splitName(modelName, c.pool->names), {});
  } else if (ClassNode* node = onlyModel(c, defined)) {
    model = sema.findClass(splitName(c.library.qualifiedName(*node), c.pool->names), {});
  } else {
    return kCommandWrong;
  }
  if (!model) return c.finish(kModelWrong);
  SourceRange range = model->node && model->node->def ? model->node->def->nameRange : SourceRange{};
  ast::ClassKind kind = sema.layout(model)->classKind;
  if (kind != ast::ClassKind::Model && kind != ast::ClassKind::Block &&
      kind != ast::ClassKind::Class) {
    c.diagnostics.report(DiagCode::NotAModel, range, sema.className(model), kindText(kind));
    return c.finish(kModelWrong);
  }
  bool partial = model->node && model->node->def && model->node->def->partial;
  if (partial) {
    c.diagnostics.report(DiagCode::PartialModel, range, sema.className(model));
    return c.finish(kModelWrong);
  }
  const ast::Modification* overrides = parseOverrides(c);

  // ---- flatten
  StageTimes times{{"parse", c.library.parseSeconds()}, {"instantiate", 0.0}};
  Stopwatch flattenWatch;
  Dae dae = flatten(sema, model, overrides);
  times.emplace_back("flatten", flattenWatch.seconds());
  // a class found through inheritance goes by the name it was asked for
  if (!modelName.empty()) dae.model = modelName;
  if (options.startTime) dae.experiment.startTime = *options.startTime;
  if (c.diagnostics.hasErrors()) return c.finish(kModelWrong);
  if (!observer.after("flatten", [&] { return print(dae); })) return c.finish(kDone);
  if (options.command == Command::Check) {
    // Whether clocks fit is known from the scalar equations only.
    if (usesClocks(dae)) lowerClocks(scalarize(dae, c.diagnostics), c.diagnostics);
    if (!c.diagnostics.hasErrors() && !options.quiet) {
      Balance balance = countBalance(dae);
      std::printf("%s: %lld equations, %lld unknowns\n", dae.model.c_str(),
                  static_cast<long long>(balance.equations),
                  static_cast<long long>(balance.unknowns));
    }
    return c.finish(kDone);
  }
  if (options.command == Command::Flatten && !options.scalar) {
    std::fputs(print(dae).c_str(), stdout);
    return c.finish(kDone);
  }

  // ---- scalarize
  Stopwatch scalarizeWatch;
  dae = scalarize(std::move(dae), c.diagnostics);
  bool goOn = observer.after("scalarize", [&] { return print(dae); });
  if (!goOn || c.diagnostics.hasErrors()) return c.finish(kDone);
  if (options.command == Command::Flatten) {
    std::fputs(print(dae).c_str(), stdout);
    return c.finish(kDone);
  }
  if (options.command == Command::Demo)
    return c.finish(runDemo(dae, options, c.sources, c.diagnostics));
  if (options.command == Command::Inspect) {
    std::optional<StructuredDae> structured =
        runStructure(std::move(dae), options, observer, c.diagnostics);
    if (!structured) return c.finish(kDone);
    const std::optional<solver::Method> method = findMethod(options.method);
    if (!method) return kCommandWrong;
    std::optional<InlinedSystem> inlined;
    if (std::optional<InlineFormula> formula = inlineFormula(*method)) {
      if (*method == solver::Method::InlineMixed) {
        auto chosen = explicitStates(*structured, options, c.diagnostics);
        if (!chosen) return kCommandWrong;
        formula->explicitStates = std::move(*chosen);
      }
      inlined = inlineIntegration(*structured, *formula, structureOptions(options), c.diagnostics);
      if (c.diagnostics.hasErrors()) return c.finish(kModelWrong);
    }
    if (!options.html.empty()) {
      std::string error;
      const std::string page = results::renderStructurePage(
          describeStructure(*structured, inlined ? &*inlined : nullptr, options.method, c.sources));
      if (!results::writePage(options.html, page, error)) {
        std::fprintf(stderr, "formola: %s\n", error.c_str());
        return kCommandWrong;
      }
      if (!options.json) {
        if (!options.quiet) {
          std::fputs(statisticsText(summarize(*structured)).c_str(), stdout);
          std::printf("the page is in %s\n", options.html.c_str());
        }
        return c.finish(kDone);
      }
    }
    InspectedInlining view;
    if (inlined)
      view = {&inlined->equations, &inlined->blocks, inlined->stages.size(),
              inlined->stepInDenominator, inlined->explicitStates};
    const InspectedInlining* also = inlined ? &view : nullptr;
    std::string text =
        options.json ? inspectJson(*structured, also) : inspectText(*structured, also);
    if (!text.empty() && text.back() != '\n') text += '\n';
    std::fputs(text.c_str(), stdout);
    return c.finish(kDone);
  }

  if (options.command == Command::Translate)
    return c.finish(translateModel(std::move(dae), options, observer, c.diagnostics));

  // ---- simulate
  times.emplace_back("scalarize", scalarizeWatch.seconds());
  int status = simulateModel(std::move(dae), options, std::move(times), observer, c.diagnostics);
  return c.finish(status);
}

}  // namespace formola
