// The models that were entered into the shell.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/compilation.h"
#include "driver/options.h"
#include "driver/shell_model.h"

namespace formola {

// Purpose:    keeps the texts that were entered and the model that is worked on.
// Ensures:    everything is read anew with each text: models are small, and a later one may use all
//             earlier ones. A model that is entered again takes the place of the earlier one.
class ShellModels {
 public:
  explicit ShellModels(const Options& options) : options_(options) {}

  // Its name is a path, or anything else for text in Dymola notation.
  using Text = Compilation::Text;

  // The last model of the texts becomes the one worked on. With errors everything stays as it was.
  // The diagnostics are those of the returned object, which lives until the next call; it has no
  // scalar model then.
  Compilation& enter(const std::vector<Text>& texts);
  // Another model, by its name; errors as above.
  Compilation& choose(const std::string& name);

  // The model worked on, not translated yet, with the choices of the dialogue: states, known and
  // unknown variables, constants inserted or not, systems of equations as wholes or solved.
  // Requires: not empty
  std::unique_ptr<Compilation> with(const ShellSettings& settings) const;

  size_t texts() const { return texts_.size(); }
  bool empty() const { return !current_; }
  // Requires: not empty
  const Dae& dae() const { return *current_->scalar(); }
  const SourceManager& sources() const { return current_->sources(); }
  std::vector<std::string> names() const { return current_->definedClasses(); }

 private:
  static std::unique_ptr<Compilation> compile(const Options& options,
                                              const std::vector<Text>& texts,
                                              const std::string& model);

  const Options& options_;
  std::vector<Text> texts_;
  std::unique_ptr<Compilation> current_, failed_;
};

}  // namespace formola
