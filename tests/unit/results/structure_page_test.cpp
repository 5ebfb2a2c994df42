// The structure page: self-contained, safe against its own data, bounded in size.
#include "results/structure_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace formola::results {
namespace {

StructurePage twoEquations() {
  StructurePage page;
  page.title = "T";
  page.sources.push_back({"a.mo", 3, "x = </script>"});
  StructureSystem system;
  system.title = "Model";
  system.rows = {{"x + y = 1", 0, "a", false}, {"x = 2", -1, "", true}};
  system.columns = {"x", "y"};
  system.edgeStart = {0, 2, 3};
  system.edgeColumn = {0, 1, 0};
  system.rowOrder = {1, 0};
  system.columnOrder = {0, 1};
  system.solved = {"x := 2", "y := 1 - x"};
  system.blocks = {{0, 1, 0, "assign"}, {1, 1, 0, "assign"}};
  system.steps = {{1, 1, 0, 0}, {1, 0, 1, 1}};
  page.systems.push_back(system);
  return page;
}

TEST(StructurePage, loadsNothingFromOutside) {
  const std::string text = renderStructurePage(twoEquations());
  for (const char* word : {"http:", "https:", "src=", "<link", "@import", "url(", "fetch("})
    EXPECT_EQ(text.find(word), std::string::npos) << word;
  EXPECT_EQ(text.find("{{"), std::string::npos);
  EXPECT_TRUE(text.starts_with("<!doctype html>"));
  // The data, the script: two ends of elements, none of them from the data.
  size_t ends = 0;
  for (size_t at = 0; (at = text.find("</script>", at)) != std::string::npos; ++at) ++ends;
  EXPECT_EQ(ends, 2u);
}

TEST(StructurePage, keepsOrderBlocksAndSteps) {
  const nlohmann::json data = encodeStructure(twoEquations());
  const nlohmann::json& system = data["systems"][0];
  EXPECT_EQ(system["rows"][0], "x + y = 1");
  EXPECT_EQ(system["rowOrder"], "AQAAAAAAAAA=");
  EXPECT_EQ(system["blocks"][1], nlohmann::json({1, 1, 0, "assign"}));
  EXPECT_EQ(system["steps"][0], nlohmann::json({1, 1, 0, 0}));
  EXPECT_EQ(data["sources"][0][1], 3);
}

TEST(StructurePage, textsStayWithinTheBudget) {
  StructurePage page = twoEquations();
  page.systems[0].rows[0].text = std::string(1000, 'x');
  StructurePageOptions options;
  options.maxText = 10;
  nlohmann::json data = encodeStructure(page, options);
  EXPECT_EQ(data["systems"][0]["rows"][0], "xxxxxxxxxx…");
  options.maxBytes = 20;
  data = encodeStructure(page, options);
  EXPECT_EQ(data["systems"][0]["rows"][1], "");
}

}  // namespace
}  // namespace formola::results
