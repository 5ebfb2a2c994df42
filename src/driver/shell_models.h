// The models that were entered into the shell.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dae/dae.h"
#include "diag/diag.h"
#include "driver/options.h"
#include "sema/library.h"

namespace formola {

// Purpose:    keeps the texts that were entered and the flat model that is worked on.
// Ensures:    everything is read anew with each text: models are small, and a later one may use all
//             earlier ones. A model that is entered again takes the place of the earlier one.
class ShellModels {
 public:
  explicit ShellModels(const Options& options) : options_(options) {}

  struct Text {
    std::string name;  // a path, or anything else for text in Dymola notation
    std::string text;
  };
  // What a set of texts gives.
  struct Compiled {
    SourceManager sources;
    Diagnostics diagnostics{sources};
    std::unique_ptr<Library> library;
    std::unique_ptr<Dae> dae;        // null with errors
    std::vector<std::string> names;  // of the models, in the order of their texts
  };

  // The last model of the texts becomes the one worked on. With errors everything stays as it was.
  // The diagnostics are those of the returned object, which lives until the next call.
  const Compiled& enter(const std::vector<Text>& texts);
  // Another model, by its name; errors as above.
  const Compiled& choose(const std::string& name);

  size_t texts() const { return texts_.size(); }
  bool empty() const { return !current_; }
  // Requires: not empty
  const Dae& dae() const { return *current_->dae; }
  const SourceManager& sources() const { return current_->sources; }
  const std::vector<std::string>& names() const { return current_->names; }

 private:
  std::unique_ptr<Compiled> compile(const std::vector<Text>& texts, const std::string& model) const;

  const Options& options_;
  std::vector<Text> texts_;
  std::unique_ptr<Compiled> current_, failed_;
};

}  // namespace formola
