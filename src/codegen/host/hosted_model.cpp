#include "codegen/host/hosted_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/host/check_externals.h"
#include "codegen/host/instance_state.h"
#include "codegen/host/services.h"

namespace formola {

using lowered::LoweredProgram;

namespace {

const char* describe(const FmlModel* model, FmlEntity entity, int32_t index) {
  const LoweredProgram& m = *reinterpret_cast<const HostedModel::Tables*>(model)->program;
  if (index < 0) return nullptr;
  const auto i = static_cast<size_t>(index);
  if (entity == FML_VARIABLE && i < m.variableText.size()) return m.variableText[i].c_str();
  if (entity == FML_RELATION && i < m.relationText.size()) return m.relationText[i].c_str();
  const Schedule& schedule = m.schedule;
  auto system = [&](const char* kind, const auto& block) {
    std::string names;
    constexpr size_t kMost = 4;
    for (size_t k = 0; k < std::min(block.unknowns.size(), kMost); ++k)
      names += (k == 0 ? "" : ", ") + std::string(schedule.model.name(block.unknowns[k]));
    thread_local std::string text;  // valid until the next call
    text = fmt::format("{} block of {} equation{} for {}{}", kind, block.sizeBeforeTearing,
                       block.sizeBeforeTearing == 1 ? "" : "s", names,
                       block.unknowns.size() > kMost ? ", ..." : "");
    return text.c_str();
  };
  if (entity == FML_LINEAR_BLOCK && i < schedule.linearBlocks.size())
    return system("linear", schedule.linearBlocks[i]);
  if (entity == FML_NONLINEAR_BLOCK && i < schedule.nonlinearBlocks.size())
    return system("nonlinear", schedule.nonlinearBlocks[i]);
  return nullptr;
}

void destroyState(FmlData* d) {
  if (d->externalObjects[0] != nullptr) lowered::Services(d).destroyObjects();
  delete static_cast<lowered::InstanceState*>(d->externalObjects[0]);
  d->externalObjects[0] = nullptr;
}

// Fills the tables from the program; functions of generated code stay null.
class TableBuilder {
 public:
  explicit TableBuilder(HostedModel::Tables& tables)
      : t_(tables), program_(*tables.program), schedule_(tables.program->schedule) {}

  void run() {
    linearBlocks();
    nonlinearBlocks();
    mixedBlocks();
    stateSets();
    traces();
    if (schedule_.inlined) inlineForm();
    if (schedule_.tangent && schedule_.tangent->failure.empty()) tangent();
    counts();
  }

 private:
  void linearBlocks();
  void nonlinearBlocks();
  void mixedBlocks();
  void stateSets();
  void traces();
  void inlineForm();
  void tangent();
  void counts();

  HostedModel::Tables& t_;
  const LoweredProgram& program_;
  const Schedule& schedule_;
};

int32_t sizeOf(const auto& list) {
  return static_cast<int32_t>(list.size());
}

void TableBuilder::linearBlocks() {
  for (size_t i = 0; i < program_.linear.size(); ++i) {
    const LinearBlock& block = schedule_.linearBlocks[i];
    FmlLinearBlock b{};
    b.n = sizeOf(program_.linear[i].unknowns);
    b.unknowns = program_.linear[i].unknowns.data();
    if (block.symbolic) {
      b.pattern = program_.linear[i].pattern.view();
      b.nFormulas = sizeOf(block.formulas);
      b.nGuards = block.formulas.empty() ? 0 : sizeOf(block.guards);
      b.change = block.change == MatrixChange::Constant  ? FML_MATRIX_CONSTANT
                 : block.change == MatrixChange::AtEvent ? FML_MATRIX_AT_EVENT
                                                         : FML_MATRIX_VARIES;
    }
    t_.linearBlocks.push_back(b);
  }
}

void TableBuilder::nonlinearBlocks() {
  for (size_t i = 0; i < program_.nonlinear.size(); ++i) {
    const lowered::BlockCode& code = program_.nonlinear[i];
    FmlNonlinearBlock b{};
    b.n = sizeOf(code.unknowns);
    b.unknowns = code.unknowns.data();
    const NonlinearBlock& block = schedule_.nonlinearBlock(i);
    if (block.hasJacobian) b.pattern = code.pattern.view();
    b.nWatched = sizeOf(code.watched);
    b.watched = code.watched.data();
    b.nInner = sizeOf(code.inner);
    b.inner = code.inner.data();
    b.besideSteps = block.besideSteps ? 1 : 0;
    if (block.whole >= 0) b.whole = sizeOf(schedule_.nonlinearBlocks) + block.whole;
    t_.nonlinearBlocks.push_back(b);
  }
}

void TableBuilder::mixedBlocks() {
  for (const lowered::MixedCode& code : program_.mixed) {
    FmlMixedBlock b{};
    b.nRelations = sizeOf(code.relations);
    b.relationIndices = code.relations.data();
    b.nDiscrete = sizeOf(code.discrete);
    b.discreteIndices = code.discrete.data();
    t_.mixedBlocks.push_back(b);
  }
}

void TableBuilder::traces() {
  auto view = [](const std::vector<lowered::TraceCode>& codes, std::vector<FmlTrace>& traces) {
    for (const lowered::TraceCode& code : codes)
      traces.push_back(
          {code.relation, code.decides ? 1 : 0, sizeOf(code.operations), code.operations.data()});
  };
  view(program_.traces, t_.relationTraces);
  view(program_.sources, t_.sourceTraces);
  t_.abi.nTraces = sizeOf(t_.relationTraces);
  t_.abi.traces = t_.relationTraces.data();
  t_.abi.nSources = sizeOf(t_.sourceTraces);
  t_.abi.sources = t_.sourceTraces.data();
}

void TableBuilder::inlineForm() {
  const InlineProgram& program = *schedule_.inlined;
  auto append = [&](const std::vector<VariableId>& ids, std::vector<int32_t>& indices) {
    for (VariableId id : ids) indices.push_back(schedule_.slots[id].index);
  };
  append(program.old, t_.oldIndices);
  for (const auto& stage : program.stages) append(stage, t_.stageIndices);
  for (const auto& stage : program.derivatives) append(stage, t_.derivativeIndices);
  for (const auto& stage : program.slopes) append(stage, t_.slopeIndices);
  append(program.iterated, t_.iteratedIndices);
  append(program.origins, t_.originIndices);
  append(program.inputs, t_.inputIndices);
  for (const auto& stage : program.stageInputs) append(stage, t_.stageInputIndices);
  for (const HeldVariable& h : program.held) {
    t_.heldIndices.push_back(schedule_.slots[h.variable].index);
    t_.heldSources.push_back(schedule_.slots[h.source].index);
  }
  for (const InputDifference& d : schedule_.model.inputDifferences) {
    t_.followedInputs.push_back(schedule_.slots[d.input].index);
    t_.followingStates.push_back(schedule_.slots[d.state].index);
    t_.followedSlopes.push_back(schedule_.slots[d.slope].index);
  }
  FmlInlineForm& form = t_.inlineForm;
  form.nStages = sizeOf(program.stages);
  form.stepIndex = schedule_.slots[program.step].index;
  form.oldIndices = t_.oldIndices.data();
  form.stageIndices = t_.stageIndices.data();
  form.derivativeIndices = t_.derivativeIndices.data();
  form.slopeIndices = t_.slopeIndices.data();
  form.nIterated = sizeOf(t_.iteratedIndices);
  form.iteratedIndices = t_.iteratedIndices.data();
  form.originIndices = t_.originIndices.data();
  // With one stage there is nothing to write but what writeInputs writes anyway.
  form.nInputs = sizeOf(t_.inputIndices);
  form.inputIndices = t_.inputIndices.data();
  form.stageInputIndices = t_.stageInputIndices.data();
  form.nodes = program.nodes.data();
  form.nHeld = sizeOf(t_.heldIndices);
  form.heldIndices = t_.heldIndices.data();
  form.heldSources = t_.heldSources.data();
  form.nFollowed = sizeOf(t_.followedInputs);
  form.followedInputs = t_.followedInputs.data();
  form.followingStates = t_.followingStates.data();
  form.followedSlopes = t_.followedSlopes.data();
  form.nExplicit = sizeOf(program.explicitStates);
  form.explicitStates = program.explicitStates.data();
  t_.abi.inlineForm = &form;
}

void TableBuilder::stateSets() {
  for (size_t k = 0; k < program_.sets.size(); ++k) {
    const StateSet& set = schedule_.model.stateSets[k];
    const lowered::StateSetCode& code = program_.sets[k];
    FmlStateSet abiSet{};
    abiSet.nCandidates = sizeOf(set.candidates[0]);
    abiSet.nStates = sizeOf(set.states[0]);
    abiSet.nOrders = sizeOf(set.states);
    abiSet.nForced = static_cast<int32_t>(set.forced);
    abiSet.nInner = static_cast<int32_t>(set.inner);
    abiSet.nConstraints = static_cast<int32_t>(set.constraints);
    abiSet.candidates = code.candidates.data();
    abiSet.states = code.states.data();
    abiSet.selection = code.selection.data();
    abiSet.nEntries = sizeOf(code.rows);
    abiSet.rows = code.rows.data();
    abiSet.columns = code.columns.data();
    t_.stateSets.push_back(abiSet);
  }
  if (t_.stateSets.empty()) return;
  t_.abi.nStateSets = sizeOf(t_.stateSets);
  t_.abi.stateSets = t_.stateSets.data();
}

void TableBuilder::tangent() {
  const StateTangent& source = *schedule_.tangent;
  const lowered::TangentCode& code = program_.tangent;
  FmlTangent& tangent = t_.tangent;
  tangent.nOperations = sizeOf(code.operations);
  tangent.nRows = static_cast<int32_t>(source.rows);
  tangent.operations = code.operations.data();
  tangent.terms = code.terms.data();
  tangent.nLiterals = static_cast<int32_t>(source.numbers);
  tangent.nConstants = static_cast<int32_t>(source.constants);
  tangent.nPartials = sizeOf(source.partials) - tangent.nLiterals - tangent.nConstants;
  tangent.literals = code.literals.data();
  tangent.derivatives = source.derivatives.data();
  tangent.nSeeds = static_cast<int32_t>(source.seeds);
  tangent.nOutputs = sizeOf(source.outputs);
  tangent.outputs = source.outputs.data();
  t_.abi.tangent = &tangent;
}

void TableBuilder::counts() {
  FmlModel& abi = t_.abi;
  const StructuredDae& model = schedule_.model;
  t_.name = model.dae.model;
  abi.abiVersion = FML_ABI_VERSION;
  abi.name = t_.name.c_str();
  abi.usesHomotopy = program_.usesHomotopy ? 1 : 0;
  abi.nVariables = schedule_.nVariables;
  abi.nStates = schedule_.nStates;
  abi.discreteBegin = schedule_.discreteBegin;
  abi.parameterBegin = schedule_.parameterBegin;
  abi.nRelations = sizeOf(model.relations);
  abi.nStateRelations = static_cast<int32_t>(schedule_.nStateRelations);
  abi.nSamples = sizeOf(schedule_.samples);
  abi.nDelays = sizeOf(schedule_.delays);
  abi.nTransports = sizeOf(schedule_.transports);
  abi.nExternalObjects = 1;
  abi.nLinearBlocks = sizeOf(t_.linearBlocks);
  abi.nNonlinearBlocks = sizeOf(schedule_.nonlinearBlocks);
  abi.nWholeBlocks = sizeOf(schedule_.wholeBlocks);
  abi.nMixedBlocks = sizeOf(t_.mixedBlocks);
  abi.linearBlocks = t_.linearBlocks.data();
  abi.nonlinearBlocks = t_.nonlinearBlocks.data();
  abi.mixedBlocks = t_.mixedBlocks.data();
  abi.start = program_.start.data();
  abi.nominal = program_.nominal.data();
  abi.min = program_.min.data();
  abi.max = program_.max.data();
  if (!schedule_.jacobianColumns.empty())
    abi.jacobianPattern = {schedule_.jacobianColumns.data(), schedule_.jacobianRows.data(), nullptr,
                           0};
  abi.destroyExternalObjects = destroyState;
  abi.describe = describe;
}

}  // namespace

HostedModel::HostedModel(Schedule schedule, Diagnostics& diagnostics, bool compileFunctions)
    : tables_(std::make_unique<Tables>()) {
  tables_->sources = &diagnostics.sources();
  tables_->program = lowered::lowerProgram(std::move(schedule), diagnostics, compileFunctions);
  const LoweredProgram& program = *tables_->program;
  checkExternals(program.schedule.model.dae, program.calledFunctions, tables_->libraries,
                 diagnostics);
  TableBuilder(*tables_).run();
}

HostedModel::~HostedModel() = default;
HostedModel::HostedModel(HostedModel&&) noexcept = default;
HostedModel& HostedModel::operator=(HostedModel&&) noexcept = default;

}  // namespace formola
