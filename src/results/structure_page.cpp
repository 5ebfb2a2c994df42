#include "results/structure_page.h"

#include <nlohmann/json.hpp>

#include "results/html_page.h"

namespace formola::results {

namespace {

using nlohmann::json;

// Texts as long as there is room for them.
class TextBudget {
 public:
  explicit TextBudget(const StructurePageOptions& options)
      : most_(options.maxText), left_(options.maxBytes) {}

  std::string take(const std::string& text) {
    if (left_ == 0) return {};
    std::string shown = text;
    if (shown.size() > most_) {
      size_t end = most_;
      while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xC0) == 0x80) --end;
      shown.resize(end);
      shown += "…";
    }
    left_ -= std::min(left_, shown.size() + 8);
    return shown;
  }

 private:
  size_t most_, left_;
};

json encodeSystem(const StructureSystem& system, TextBudget& budget) {
  json rows = json::array();
  json solved = json::array();
  json instances = json::array();
  std::vector<int32_t> source;
  std::vector<uint32_t> differentiated;
  for (size_t i = 0; i < system.rows.size(); ++i) {
    const StructureRow& row = system.rows[i];
    rows.push_back(budget.take(row.text));
    instances.push_back(row.instance);
    source.push_back(row.source);
    if (row.differentiated) differentiated.push_back(static_cast<uint32_t>(i));
  }
  for (const std::string& text : system.solved) solved.push_back(budget.take(text));
  json blocks = json::array();
  for (const StructureBlock& block : system.blocks)
    blocks.push_back({block.start, block.size, block.torn, block.kind});
  json steps = json::array();
  for (const StructureStep& step : system.steps)
    steps.push_back({step.rule, step.row, step.column, step.number});
  json statistics = json::array();
  for (const auto& [label, value] : system.statistics) statistics.push_back({label, value});
  return {{"title", system.title},
          {"statistics", std::move(statistics)},
          {"rows", std::move(rows)},
          {"instances", std::move(instances)},
          {"source", encodeArray<int32_t>(source)},
          {"differentiated", encodeArray<uint32_t>(differentiated)},
          {"columns", system.columns},
          {"edgeStart", encodeArray<uint32_t>(system.edgeStart)},
          {"edgeColumn", encodeArray<uint32_t>(system.edgeColumn)},
          {"rowOrder", encodeArray<uint32_t>(system.rowOrder)},
          {"columnOrder", encodeArray<uint32_t>(system.columnOrder)},
          {"solved", std::move(solved)},
          {"torn", encodeArray<uint32_t>(system.torn)},
          {"blocks", std::move(blocks)},
          {"steps", std::move(steps)}};
}

}  // namespace

json encodeStructure(const StructurePage& page, const StructurePageOptions& options) {
  TextBudget budget(options);
  json sources = json::array();
  for (const StructureSource& source : page.sources)
    sources.push_back({source.file, source.line, budget.take(source.text)});
  json systems = json::array();
  for (const StructureSystem& system : page.systems)
    systems.push_back(encodeSystem(system, budget));
  return {{"sources", std::move(sources)}, {"systems", std::move(systems)}};
}

std::string renderStructurePage(const StructurePage& page, const StructurePageOptions& options) {
  return renderPage({page.title,
                     page.subtitle,
                     "structure.html",
                     {"matrix.css", "structure.css"},
                     {"matrix.js", "digraph.js", "structure.js"},
                     page.diagram},
                    encodeStructure(page, options));
}

}  // namespace formola::results
