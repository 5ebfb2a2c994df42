#include "compiler/compilation.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "codegen/lower/verify_program.h"
#include "compiler/auto_method.h"
#include "compiler/mixed_states.h"
#include "compiler/search_paths.h"
#include "dae/check_units.h"
#include "dae/printer.h"
#include "dae/verify.h"
#include "diag/codes/classes.h"
#include "flatten/flatten.h"
#include "scalarize/scalarize.h"
#include "sema/class_kinds.h"
#include "sema/sema.h"
#include "solver/formulas.h"
#include "structure/index/reduce_index.h"
#include "structure/lower/clock_partitions.h"
#include "structure/lower/lower_clocks.h"
#include "structure/structure_model.h"
#include "structure/systems/direct_inlining.h"
#include "structure/systems/verify_blocks.h"
#include "support/internal_error.h"
#include "support/timer.h"
#include "syntax/dym/reader.h"
#include "syntax/parser.h"

namespace formola {

namespace fs = std::filesystem;

namespace {

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

std::string firstProblem(const std::vector<std::string>& problems) {
  return problems.empty() ? std::string() : problems.front();
}

// Of the blocks of the model itself; without reduceIndex there may be none.
std::string verifyBlocks(const StructuredDae& model) {
  if (model.blocks.empty()) return {};
  std::vector<VariableId> unknowns;
  for (const Block& block : model.blocks)
    unknowns.insert(unknowns.end(), block.unknowns.begin(), block.unknowns.end());
  return verifyBlocks(model, model.equations, unknowns, model.blocks);
}

// The index is above 1 and was not reduced: only steps of inlined methods can be solved.
bool isUnsorted(const StructuredDae& model) {
  return model.blocks.empty() && !model.equations.empty();
}

bool hasEvents(const StructuredDae& model) {
  return !model.relations.empty() || !model.whens.empty() ||
         std::any_of(model.info.begin(), model.info.end(),
                     [](const VariableInfo& info) { return info.role == Role::Discrete; });
}

bool isModelKind(ast::ClassKind kind) {
  return kind == ast::ClassKind::Model || kind == ast::ClassKind::Block ||
         kind == ast::ClassKind::Class;
}

}  // namespace

std::optional<InlineFormula> inlineFormula(solver::Method method) {
  if (!solver::isInlined(method)) return std::nullopt;
  InlineFormula formula;
  solver::CoupledTableau tableau = solver::stageTableau(method);
  if (!tableau.nodes.empty()) {
    formula.nodes = std::move(tableau.nodes);
    formula.matrix = std::move(tableau.matrix);
  }
  return formula;
}

std::string unknownMethod(const std::string& name) {
  std::string known;
  for (std::string_view each : solver::methodNames())
    known += (known.empty() ? "" : ", ") + std::string(each);
  return fmt::format("there is no method '{}'; methods: {}", name, known);
}

Compilation::Compilation(CompileOptions options, Keep keep, AfterPass after)
    : options_(std::move(options)),
      keep_(keep),
      after_(std::move(after)),
      library_(std::make_unique<Library>(*sources_, pool_->names, diagnostics_)) {
  diagnostics_.setStrict(options_.strict);
  const SearchPath path = addSearchPaths(*library_, options_.libraries);
  searchPath_ = path.folders;
  TrustSettings trust = options_.trust;
  std::error_code error;
  if (!path.bundled.empty()) trust.places.push_back(fs::weakly_canonical(path.bundled, error));
  readTrustFile(trust.file, trust, diagnostics_);
  gate_ = std::make_shared<WatchedGate>(
      std::make_shared<TrustGate>(std::move(trust), options_.ask, options_.voice));
  library_->setGate(gate_);
}

Compilation::~Compilation() = default;

bool Compilation::after(Pass pass, const std::function<std::string()>& print,
                        const std::function<std::string()>& verify) {
  const std::string_view name = infoOf(pass).name;
  if (options_.verify && !diagnostics_.hasErrors()) expectVerified(name, verify());
  if (after_ && !after_(name, print)) stopped_ = true;
  return !stopped_;
}

void Compilation::spent(std::string_view stage, double seconds) {
  for (auto& [name, sum] : times_) {
    if (name != stage) continue;
    sum += seconds;
    return;
  }
  times_.emplace_back(stage, seconds);
}

double Compilation::parseSeconds() const {
  return library_->parseSeconds();
}

double Compilation::seconds() const {
  double sum = 0;
  for (const auto& stage : times_) sum += stage.second;
  return sum;
}

// ---- sources

void Compilation::load(const std::string& path) {
  library_->load(path, &defined_);
}

void Compilation::addTexts(const std::vector<Text>& texts) {
  dym::Reader reader(*sources_, pool_->names, library_->arena(), diagnostics_);
  std::vector<const ast::StoredDefinition*> trees;
  for (const Text& source : texts) {
    const FileId file = sources_->add(source.name, source.text);
    trees.push_back(source.name.ends_with(".mo")
                        ? parseFile(file, *sources_, pool_->names, library_->arena(), diagnostics_)
                        : reader.read(file));
  }
  std::unordered_map<Symbol, size_t> last;
  for (size_t i = 0; i < trees.size(); ++i)
    for (const ast::ClassDef* def : trees[i]->classes) last[def->name] = i;
  for (size_t i = 0; i < trees.size(); ++i) {
    std::vector<const ast::ClassDef*> kept;
    for (const ast::ClassDef* def : trees[i]->classes)
      if (last[def->name] == i) kept.push_back(def);
    ast::StoredDefinition tree = *trees[i];
    tree.classes = library_->arena().copy(kept);
    library_->add(tree, {}, &defined_);
  }
}

void Compilation::addFiles(const std::vector<Text>& files) {
  for (const Text& source : files) {
    const FileId file = sources_->add(source.name, source.text);
    const ast::StoredDefinition* tree =
        parseFile(file, *sources_, pool_->names, library_->arena(), diagnostics_);
    const fs::path path = source.name;
    const bool isPackage = path.filename() == "package.mo";
    library_->add(*tree, isPackage ? path.parent_path().string() : std::string(), &defined_);
  }
}

Sema& Compilation::sema() {
  if (!sema_) sema_ = std::make_unique<Sema>(*sources_, *library_, pool_, diagnostics_);
  return *sema_;
}

std::vector<std::string> Compilation::definedClasses() const {
  std::vector<std::string> names;
  for (const ClassNode* node : defined_) names.emplace_back(pool_->names.text(node->name));
  return names;
}

std::vector<std::string> Compilation::definedModels() const {
  std::vector<std::string> names;
  for (const ClassNode* node : defined_)
    if (!node->def->partial && isModelKind(node->def->classKind))
      names.emplace_back(pool_->names.text(node->name));
  return names;
}

void Compilation::parsed() {
  if (after_ && !after_("parse", [] { return std::string(); })) stopped_ = true;
}

// ---- the model

ClassNode* Compilation::onlyModel() {
  std::vector<ClassNode*> candidates;
  auto collect = [&](auto&& self, ClassNode* node) -> void {
    if (!node->def->partial && isModelKind(node->def->classKind)) {
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
  for (ClassNode* node : defined_) collect(collect, node);
  if (candidates.size() == 1) return candidates[0];
  // several models side by side: the last one usually uses the others
  if (candidates.size() > 1 && defined_.size() == candidates.size()) return candidates.back();
  std::string names;
  for (ClassNode* n : candidates)
    names += (names.empty() ? "" : ", ") + library_->qualifiedName(*n);
  problem_ = fmt::format("which model? {}",
                         candidates.empty() ? "the files define no model that can be simulated"
                                            : "give one of these names after the files: " + names);
  return nullptr;
}

bool Compilation::isSimulatable() {
  const ast::ClassDef* def = model_->node ? model_->node->def : nullptr;
  const SourceRange range = def ? def->nameRange : SourceRange{};
  const ast::ClassKind kind = sema_->layout(model_)->classKind;
  if (!isModelKind(kind)) {
    diagnostics_.report(diag::NotAModel, range, sema_->className(model_), kindText(kind));
    return false;
  }
  if (def && def->partial) {
    diagnostics_.report(diag::PartialModel, range, sema_->className(model_));
    return false;
  }
  return true;
}

bool Compilation::choose(const std::string& name) {
  return !failed() && chooseClass(name) && isSimulatable();
}

bool Compilation::chooseClass(const std::string& name) {
  std::string qualified = name;
  if (name.empty()) {
    ClassNode* node = onlyModel();
    if (!node) return false;
    qualified = library_->qualifiedName(*node);
  }
  sema_.reset();
  model_ = sema().findClass(splitName(qualified, pool_->names), {});
  modelName_ = name;
  return model_ != nullptr;
}

std::vector<std::string> Compilation::classesBelow() {
  std::vector<std::string> names;
  std::vector<ClassNode*> open;
  if (model_ && model_->node) open.push_back(model_->node);
  while (!open.empty()) {
    ClassNode* node = open.back();
    open.pop_back();
    names.push_back(library_->qualifiedName(*node));
    for (const std::string_view inner : library_->nestedNames(*node))
      if (ClassNode* nested = library_->nested(*node, pool_->names.intern(inner)))
        open.push_back(nested);
  }
  std::sort(names.begin(), names.end());
  return names;
}

// "a[2].b=1": a modification cannot name an element of an array, an equation can.
const ast::Modification* Compilation::overridesFromEquations() {
  // Each in a line of its own, which is what messages show.
  std::string text = "class S equation\n";
  for (const std::string& one : options_.set) text += one + "\n;\n";
  text += "end S;\n";
  const FileId file = sources_->add("<command line>", text);
  Arena& arena = library_->arena();
  const ast::StoredDefinition* tree = parseFile(file, *sources_, pool_->names, arena, diagnostics_);
  if (tree->classes.empty() || tree->classes[0]->equations.empty()) return nullptr;
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

// "a.b=1" as modifications of the model.
const ast::Modification* Compilation::overrides() {
  if (options_.set.empty()) return nullptr;
  for (const std::string& one : options_.set) {
    if (one.substr(0, one.find('=')).find('[') != std::string::npos)
      return overridesFromEquations();
  }
  // Each in a line of its own, which is what messages show.
  std::string text = "class S = M(\n";
  for (size_t i = 0; i < options_.set.size(); ++i)
    text += (i ? ",\n" : "") + options_.set[i] + "\n";
  text += ");\n";
  const FileId file = sources_->add("<command line>", text);
  const ast::StoredDefinition* tree =
      parseFile(file, *sources_, pool_->names, library_->arena(), diagnostics_);
  return tree->classes.empty() ? nullptr : tree->classes[0]->modification;
}

// ---- stages

const Dae* Compilation::flat() {
  if (flat_) return &*flat_;
  FORMOLA_ASSERT(!scalar_ && !structured_);
  if (failed() || !model_) return nullptr;
  times_.emplace_back("parse", library_->parseSeconds());
  times_.emplace_back("instantiate", 0.0);
  const ast::Modification* modification = overrides();
  const Stopwatch watch;
  flat_ = flatten(*sema_, model_, modification);
  spent("flatten", watch.seconds());
  // a class found through inheritance goes by the name it was asked for
  if (!modelName_.empty()) flat_->model = modelName_;
  if (options_.run.startTime) flat_->experiment.startTime = *options_.run.startTime;
  const bool goOn = !diagnostics_.hasErrors() &&
                    after(
                        Pass::flatten, [&] { return print(*flat_); },
                        [&] { return firstProblem(verify(*flat_, DaeForm::Arrays)); });
  if (goOn && !options_.disabled(Pass::checkUnits)) checkUnits(*flat_, diagnostics_);
  const bool stays =
      goOn && after(Pass::checkUnits, [&] { return print(*flat_); }, [] { return std::string(); });
  if (!stays) flat_.reset();
  return flat_ ? &*flat_ : nullptr;
}

const Dae* Compilation::scalar() {
  if (scalar_) return &*scalar_;
  FORMOLA_ASSERT(!structured_);
  if (!flat()) return nullptr;
  const Stopwatch watch;
  scalar_ = scalarize(keep_ == Keep::All ? *flat_ : std::move(*flat_), diagnostics_);
  if (keep_ == Keep::Last) flat_.reset();
  const bool goOn = after(
      Pass::scalarize, [&] { return print(*scalar_); },
      [&] { return firstProblem(verify(*scalar_, DaeForm::Scalar)); });
  spent("scalarize", watch.seconds());
  if (!goOn || diagnostics_.hasErrors()) scalar_.reset();
  return scalar_ ? &*scalar_ : nullptr;
}

bool Compilation::checkClocks() {
  if (!flat()) return false;
  if (usesClocks(*flat_)) lowerClocks(scalarize(*flat_, diagnostics_), diagnostics_);
  return !failed();
}

// What options say about single variables.
void Compilation::applyChoices(Dae& dae) const {
  auto each = [&](const std::vector<std::string>& names, auto&& action) {
    for (const std::string& name : names)
      for (Variable& v : dae.variables)
        if (dae.pool->names.text(v.name) == name) action(v);
  };
  each(options_.alwaysStates, [](Variable& v) { v.stateSelect = StateSelect::Always; });
  each(options_.knownVariables, [](Variable& v) { v.causality = Causality::Input; });
  each(options_.unknownVariables, [](Variable& v) {
    if (v.causality == Causality::Input) v.causality = Causality::None;
  });
  if (options_.fixParameters)
    for (Variable& v : dae.variables)
      v.evaluate = v.evaluate || v.variability == Variability::Parameter;
  std::vector<Variable> parameters;
  each(options_.freeStarts, [&](Variable& v) {
    if (!v.start.valid() || !dae.pool->isNumber(v.start)) return;
    Variable parameter;
    parameter.name = dae.pool->names.intern(startParameter(dae.pool->names.text(v.name)));
    parameter.type = v.type;
    parameter.variability = Variability::Parameter;
    parameter.hideResult = true;
    parameter.binding = v.start;
    parameter.bindingGiven = v.startGiven;
    parameter.origin = v.origin;
    v.start = dae.pool->variable(
        VariableId(static_cast<uint32_t>(dae.variables.size() + parameters.size())), v.type);
    parameters.push_back(parameter);
  });
  for (Variable& parameter : parameters) dae.variables.push_back(std::move(parameter));
}

const StructuredDae* Compilation::structured() {
  if (structured_) return &*structured_;
  if (!scalar()) return nullptr;
  const Stopwatch watch;
  Dae dae = keep_ == Keep::All ? *scalar_ : std::move(*scalar_);
  applyChoices(dae);
  structured_ =
      structureModel(std::move(dae), structureOptions(options_), diagnostics_,
                     [&](Pass pass, const StructuredDae& model) {
                       return after(
                           pass, [&] { return print(model); },
                           [&] { return pass < Pass::tearBlocks ? "" : verifyBlocks(model); });
                     });
  if (keep_ == Keep::Last) scalar_.reset();
  spent("structure", watch.seconds());
  if (failed()) structured_.reset();
  return structured_ ? &*structured_ : nullptr;
}

solver::Method Compilation::chosen(solver::Method method) {
  if (method != solver::Method::Auto || !structured()) return method;
  return automaticMethod(*structured_);
}

std::optional<InlineFormula> Compilation::formulaOf(solver::Method method) {
  std::optional<InlineFormula> formula = inlineFormula(chosen(method));
  if (formula) formula->optional = method == solver::Method::Auto;
  return formula;
}

InlinedSystem Compilation::inlineInto(StructuredDae& model, const InlineFormula& formula,
                                      const InlinedSystem* shared) {
  std::optional<Diagnostics::Mute> mute;
  if (formula.optional) mute.emplace(diagnostics_);
  return inlineIntegration(model, formula, structureOptions(options_), diagnostics_, shared);
}

// What the user says counts. Of the other states those become explicit that stand in simultaneous
// equations and are slow at the start, if the inlined system gets cheaper by it.
bool Compilation::inlineMixed(Inlined& into, Diagnostics& initial) {
  const std::optional<std::vector<VariableId>> demanded =
      demandedStates(into.model, options_, problem_);
  if (!demanded) return false;
  InlineFormula formula;
  InlinedSystem allImplicit = inlineInto(into.model, formula);
  if (diagnostics_.hasErrors()) return false;
  const std::vector<VariableId> candidates = explicitCandidates(into.model, options_, allImplicit);
  formula.explicitStates = *demanded;
  if (!candidates.empty() && !isUnsorted(into.model)) {
    into.initial = buildInitialSystem(into.model, structureOptions(options_), initial);
    SourceManager none;
    Diagnostics quiet(none);
    Schedule programs =
        buildSchedule(into.model, {std::nullopt, std::nullopt, *into.initial}, quiet);
    if (!initial.hasErrors() && !quiet.hasErrors())
      formula.explicitStates = slowStates(std::move(programs), options_, candidates, *demanded);
  }
  const StructuredDae without = into.model;
  const auto put = [&] {
    if (formula.explicitStates.empty()) return false;
    into.system = inlineInto(into.model, formula, &allImplicit);
    return true;
  };
  bool mixed = put();
  if (mixed && formula.explicitStates != *demanded &&
      !explicitStatesPay(into.system, allImplicit)) {
    into.model = without;
    formula.explicitStates = *demanded;
    mixed = put();
  }
  if (mixed) {
    into.allImplicit = std::move(allImplicit);
  } else {
    into.system = std::move(allImplicit);
  }
  return true;
}

std::optional<Compilation::Inlined> Compilation::inlineModel(StructuredDae model,
                                                             solver::Method method,
                                                             const InlineFormula& formula,
                                                             Diagnostics& initial) {
  Inlined result{std::move(model), {}, {}, {}};
  if (solver::familyOf(method) != solver::MethodFamily::InlineMixed) {
    result.system = inlineInto(result.model, formula);
  } else if (!inlineMixed(result, initial)) {
    return std::nullopt;
  }
  if (!diagnostics_.hasErrors() && !afterInlining(result.model, result.system)) return std::nullopt;
  return result;
}

const Compilation::Inlined* Compilation::inlined(solver::Method method) {
  if (inlined_ && inlinedMethod_ == method) return &*inlined_;
  if (!structured()) return nullptr;
  const std::optional<InlineFormula> formula = formulaOf(method);
  if (!formula || failed()) return nullptr;
  SourceManager none;
  Diagnostics quiet(none);  // what holds at the start was not asked for
  inlined_ = inlineModel(*structured_, method, *formula, quiet);
  inlinedMethod_ = method;
  if (diagnostics_.hasErrors()) inlined_.reset();
  return inlined_ ? &*inlined_ : nullptr;
}

// With Keep::All a copy that shares nothing with the one that stays here.
StructuredDae Compilation::takeStructured() {
  if (keep_ == Keep::Last) {
    StructuredDae model = std::move(*structured_);
    structured_.reset();
    return model;
  }
  StructuredDae copy = *structured_;
  copy.dae.pool = std::make_shared<ExprPool>(*copy.dae.pool);
  return copy;
}

bool Compilation::afterInlining(const StructuredDae& model, const InlinedSystem& system) {
  return after(
      Pass::inlineIntegration, [&] { return printSystem(model, system.equations, system.blocks); },
      [] { return std::string(); });  // inlineIntegration always verifies
}

bool Compilation::afterInitial(const StructuredDae& model, const InitialSystem& system) {
  return after(
      Pass::buildInitialSystem, [&] { return printSystem(model, system.equations, system.blocks); },
      [&] { return verify(system, model); });
}

std::optional<Compilation::AtStart> Compilation::atStart(solver::Method method) {
  const Inlined* put = inlined(method);
  if (failed() || !structured_) return std::nullopt;
  AtStart result{put ? put->model : *structured_, {}};
  result.system = buildInitialSystem(result.model, structureOptions(options_), diagnostics_);
  if (!afterInitial(result.model, result.system) || failed()) return std::nullopt;
  return result;
}

// `initial`: where it is built already.
std::optional<Schedule> Compilation::scheduleOf(StructuredDae model, SolvedSystems systems,
                                                std::optional<InitialSystem> initial) {
  systems.initial = initial ? std::move(*initial)
                            : buildInitialSystem(model, structureOptions(options_), diagnostics_);
  if (!afterInitial(model, systems.initial)) return std::nullopt;
  Schedule result = buildSchedule(std::move(model), systems, diagnostics_);
  if (!after(Pass::buildSchedule, [&] { return print(result); }, [&] { return verify(result); }))
    return std::nullopt;
  if (diagnostics_.hasErrors()) return std::nullopt;
  return result;
}

std::optional<Schedule> Compilation::schedule(solver::Method method) {
  return schedule(method, false);
}

std::optional<Schedule> Compilation::schedule(solver::Method method, bool stageInputs) {
  if (!structured()) return std::nullopt;
  const Stopwatch watch;
  if (isUnsorted(*structured_) && (!solver::differentiates(method) || hasEvents(*structured_))) {
    problem_ =
        "the model has a higher index; without the pass reduceIndex it can be simulated only "
        "without events and by inlined methods that differentiate: BDF, Radau, Lobatto, SDIRK; "
        "formola inspect --method inline:... shows its inlined form";
    return std::nullopt;
  }
  if (isUnsorted(*structured_) && structuralIndex(*structured_, structureOptions(options_)) > 2 &&
      (!options_.run.step || solver::familyOf(method) == solver::MethodFamily::InlineDiagonal)) {
    problem_ =
        "the model has an index above 2; without the pass reduceIndex it can be simulated only "
        "with a fixed --step by BDF, Radau or Lobatto: where steps change, and with SDIRK, forces "
        "of "
        "constraints do not converge";
    return std::nullopt;
  }
  if (!structured_->inputDifferences.empty() && !solver::differentiates(method)) {
    problem_ = fmt::format(
        "the model needs derivatives of inputs, which the method {} cannot give; inline:bdf can",
        solver::methodName(method));
    return std::nullopt;
  }
  std::optional<InlineFormula> formula = formulaOf(method);
  if (failed()) return std::nullopt;
  std::optional<Schedule> result;
  if (!formula) {
    result = scheduleOf(takeStructured(), {}, {});
  } else {
    formula->stageInputs = stageInputs;
    std::optional<Inlined> put = inlineModel(takeStructured(), method, *formula, diagnostics_);
    if (!put) return std::nullopt;
    if (isUnsorted(put->model))
      put->model = holdStepValues(std::move(put->model), put->system, structureOptions(options_),
                                  diagnostics_);
    SolvedSystems systems{std::move(put->system), std::move(put->allImplicit), {}};
    result = scheduleOf(std::move(put->model), std::move(systems), std::move(put->initial));
  }
  spent("structure", watch.seconds());
  return result;
}

// The schedule with its state tangent; `used`: the method that it is for, of --method auto.
std::optional<Schedule> Compilation::translate(solver::Method method, solver::Method& used) {
  const bool automatic = method == solver::Method::Auto;
  if (!structured_ && (automatic || solver::differentiates(method)))
    options_.inputDifferences = true;
  if (!structured()) return std::nullopt;
  used = chosen(method);
  // Derivatives of inputs come from an integration formula: there is nothing to fall back to.
  if (automatic && !structured_->inputDifferences.empty()) method = used;
  std::optional<Schedule> program = schedule(method, true);
  if (!program) return std::nullopt;
  if (method == solver::Method::Auto && !program->inlined) used = solver::Method::Ida;
  const Stopwatch watch;
  differentiateSteps(*program, method, options_);
  spent("structure", watch.seconds());
  const bool goOn = after(
      Pass::differentiateSteps,
      [&] { return program->tangent ? print(*program->tangent, *program) : std::string(); },
      [&] { return verify(*program); });
  if (!goOn) return std::nullopt;
  return program;
}

std::shared_ptr<const CompiledModel> Compilation::compile(solver::Method method) {
  // Whoever keeps stages wants to see them; and what was translated already is quicker at hand.
  const bool fresh = keep_ == Keep::Last && !flat_ && !scalar_ && !structured_;
  std::optional<CachedTranslation> cached;
  std::optional<Schedule> program;
  solver::Method used = method;
  Stopwatch watch;
  if (options_.cache && fresh && !failed() && model_ != nullptr) {
    cached.emplace(options_, method, modelName_, searchPath_, *sources_, diagnostics_, *gate_);
    program = cached->find(used);
  }
  if (program) {
    program->model.dae.gate = gate_;
    times_ = {{"parse", library_->parseSeconds()},
              {"instantiate", 0.0},
              {"flatten", 0.0},
              {"scalarize", 0.0},
              {"structure", 0.0},
              {"cache", watch.seconds()}};
  } else {
    program = translate(method, used);
    if (!program) return nullptr;
    watch = Stopwatch();
    if (cached) {
      cached->keep(*program, used);
      spent("cache", watch.seconds());
    }
  }
  watch = Stopwatch();
  if (auto& gate = program->model.dae.gate) gate = gate->forSimulation();
  std::shared_ptr<CompiledModel> compiled =
      compileModel(std::move(*program), options_, sources_, diagnostics_, problem_);
  spent("codegen", watch.seconds());
  if (!compiled) return nullptr;
  compiled->method = used;
  const bool ends = !after(
      Pass::compileFunctions, [&] { return compiled->printFunctions(); },
      [&] { return verify(compiled->program()); });
  return ends ? nullptr : compiled;
}

}  // namespace formola
