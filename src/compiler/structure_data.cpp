#include "compiler/structure_data.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "compiler/incidence_view.h"
#include "compiler/inspect_text.h"
#include "graph/causalize.h"

namespace formola {

namespace {

// The digraph is drawn up to here; beyond that nobody could read it.
constexpr size_t kLargestDigraph = 60;

class Describer {
 public:
  Describer(const StructuredDae& model, const SourceManager& sources, results::StructurePage& page)
      : model_(model), sources_(sources), page_(page) {}

  void add(std::string title, std::vector<std::pair<std::string, std::string>> statistics,
           const std::vector<StructuredEquation>& equations, const std::vector<Block>& blocks,
           bool frozen);

 private:
  static void addSteps(const IncidenceView& view, results::StructureSystem& system);
  int sourceOf(const SourceRange& range);

  const StructuredDae& model_;
  const SourceManager& sources_;
  results::StructurePage& page_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, int> known_;
};

int Describer::sourceOf(const SourceRange& range) {
  if (!range.valid()) return -1;
  const auto [at, isNew] = known_.try_emplace({range.file.index(), range.begin, range.end},
                                              static_cast<int>(page_.sources.size()));
  if (isNew) {
    page_.sources.push_back({std::string(sources_.name(range.file)),
                             sources_.lineColumn(range.file, range.begin).line,
                             std::string(sources_.text(range))});
  }
  return at->second;
}

void Describer::add(std::string title, std::vector<std::pair<std::string, std::string>> statistics,
                    const std::vector<StructuredEquation>& equations,
                    const std::vector<Block>& blocks, bool frozen) {
  const IncidenceView view = viewIncidence(model_, equations, blocks, frozen);
  results::StructureSystem system;
  system.title = std::move(title);
  system.statistics = std::move(statistics);
  for (const StructuredEquation& e : equations) {
    const Symbol instance = e.origin.instance;
    system.rows.push_back(
        {equationText(model_, e), sourceOf(e.origin.range),
         instance.valid() ? std::string(model_.pool().names.text(instance)) : std::string(),
         e.derivativeOf >= 0});
  }
  for (VariableId id : view.columns) system.columns.emplace_back(model_.name(id));
  for (int e = 0; e < view.graph.numEquations(); ++e) {
    system.edgeStart.push_back(static_cast<uint32_t>(system.edgeColumn.size()));
    for (int v : view.graph.variablesOf(e)) system.edgeColumn.push_back(static_cast<uint32_t>(v));
  }
  system.edgeStart.push_back(static_cast<uint32_t>(system.edgeColumn.size()));

  for (size_t i = 0; i < view.places.size(); ++i) {
    const SortedPlace& place = view.places[i];
    system.rowOrder.push_back(static_cast<uint32_t>(place.equation));
    system.columnOrder.push_back(static_cast<uint32_t>(view.columnOf[place.variable.index()]));
    if (place.kind == PlaceKind::Torn) system.torn.push_back(static_cast<uint32_t>(i));
    const StructuredEquation& e = equations[static_cast<size_t>(place.equation)];
    system.solved.push_back(place.value.valid()
                                ? fmt::format("{} := {}", model_.name(place.variable),
                                              expressionText(model_, place.value))
                                : fmt::format("0 = {} - ({})", expressionText(model_, e.left),
                                              expressionText(model_, e.right)));
  }
  for (size_t b = 0; b < blocks.size(); ++b) {
    results::StructureBlock block;
    block.start = view.blockStart[b];
    block.size = view.blockStart[b + 1] - block.start;
    block.kind = blockKindName(blocks[b].kind);
    for (size_t i = block.start; i < block.start + block.size; ++i)
      block.torn += view.places[i].kind == PlaceKind::Torn;
    system.blocks.push_back(std::move(block));
  }
  if (equations.size() <= kLargestDigraph) addSteps(view, system);
  page_.systems.push_back(std::move(system));
}

// The two rules, and where they stop a torn variable that counts as known and its residual, after
// which the others of the block follow (Figs. 8.10, 8.14 and 8.18 of the book).
void Describer::addSteps(const IncidenceView& view, results::StructureSystem& system) {
  std::vector<char> done(system.rows.size(), 0);
  uint32_t number = 0;
  for (const graph::CausalStep& step : graph::causalize(view.graph).steps) {
    system.steps.push_back({step.rule, static_cast<uint32_t>(step.equation),
                            static_cast<uint32_t>(step.variable),
                            static_cast<uint32_t>(step.number)});
    done[static_cast<size_t>(step.equation)] = 1;
    if (step.rule == 1) ++number;  // these are numbered from below, the others from above
  }
  for (size_t b = 0; b + 1 < view.blockStart.size(); ++b)
    for (const bool torn : {true, false})
      for (size_t i = view.blockStart[b]; i < view.blockStart[b + 1]; ++i) {
        const SortedPlace& place = view.places[i];
        if (done[static_cast<size_t>(place.equation)] || (place.kind == PlaceKind::Torn) != torn)
          continue;
        system.steps.push_back({torn ? 3 : 1, static_cast<uint32_t>(place.equation),
                                static_cast<uint32_t>(view.columnOf[place.variable.index()]),
                                number++});
      }
}

// "Number of states: 2" and so on, line by line.
std::vector<std::pair<std::string, std::string>> splitLines(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> rows;
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const size_t colon = line.find(": ");
    if (colon != std::string::npos)
      rows.emplace_back(line.substr(0, colon), line.substr(colon + 2));
    at = end + 1;
  }
  return rows;
}

}  // namespace

results::StructurePage describeStructure(const StructuredDae& model, const InlinedSystem* inlined,
                                         std::string_view method, const SourceManager& sources) {
  results::StructurePage page;
  page.title = model.dae.model;
  page.subtitle = inlined ? fmt::format("structure of the model, and with {} inlined", method)
                          : "structure of the model";
  Describer describer(model, sources, page);
  // Without index reduction a model may have no sorted form of its own.
  if (!model.blocks.empty())
    describer.add("Model", splitLines(statisticsText(summarize(model))), model.equations,
                  model.blocks, false);
  if (!inlined) return page;
  StructureSummary summary = summarizeBlocks(inlined->blocks);
  auto list = [](const std::vector<size_t>& sizes) {
    return fmt::format("{{{}}}", fmt::join(sizes, ", "));
  };
  describer.add(std::string(method),
                {{"Number of equations", std::to_string(inlined->equations.size())},
                 {"Number of stages", std::to_string(inlined->stages.size())},
                 {"Number of iteration variables", std::to_string(countIterated(inlined->blocks))},
                 {"States integrated explicitly", std::to_string(inlined->explicitStates.size())},
                 {"Sizes of linear systems of equations", list(summary.linearSizes)},
                 {"Sizes after manipulation of the linear systems", list(summary.linearTorn)},
                 {"Sizes of nonlinear systems of equations", list(summary.nonlinearSizes)},
                 {"Sizes after manipulation of the nonlinear systems", list(summary.nonlinearTorn)},
                 {"Step size in a denominator", inlined->stepInDenominator ? "yes" : "no"}},
                inlined->equations, inlined->blocks, true);
  return page;
}

}  // namespace formola
