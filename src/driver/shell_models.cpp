#include "driver/shell_models.h"

namespace formola {

std::unique_ptr<Compilation> ShellModels::compile(const Options& options,
                                                  const std::vector<Text>& texts,
                                                  const std::string& model) {
  auto result = std::make_unique<Compilation>(options, Compilation::Keep::All);
  result->addTexts(texts);
  std::vector<std::string> names = result->definedModels();
  if (names.empty()) names = result->definedClasses();
  if (!model.empty() || !names.empty()) result->choose(model.empty() ? names.back() : model);
  return result;
}

std::unique_ptr<Compilation> ShellModels::with(const ShellSettings& settings) const {
  Options options = options_;
  options.alwaysStates = settings.states;
  options.knownVariables = settings.known;
  options.unknownVariables = settings.unknown;
  options.fixParameters = settings.evaluateExpr;
  if (!settings.solveLinearSyst) {
    options.disabledPasses.add(Pass::tearBlocks);
    options.disabledPasses.add(Pass::relaxBlocks);
  }
  return compile(options, texts_, dae().model);
}

Compilation& ShellModels::enter(const std::vector<Text>& texts) {
  std::vector<Text> all = texts_;
  all.insert(all.end(), texts.begin(), texts.end());
  failed_ = compile(options_, all, "");
  if (!failed_->scalar()) return *failed_;
  current_ = std::move(failed_);
  texts_ = std::move(all);
  return *current_;
}

Compilation& ShellModels::choose(const std::string& name) {
  failed_ = compile(options_, texts_, name);
  if (!failed_->scalar()) return *failed_;
  current_ = std::move(failed_);
  return *current_;
}

}  // namespace formola
