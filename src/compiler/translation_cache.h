// Translated models on disk: a second run of the same model starts without translating it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/compile_options.h"
#include "diag/diag.h"
#include "evaluate/effects.h"
#include "schedule/schedule.h"
#include "solver/problem.h"
#include "support/disk_cache.h"

namespace formola {

// Purpose: a gate that asks another one, and remembers what it was told and whether it was asked.
class WatchedGate : public EffectGate {
 public:
  explicit WatchedGate(std::shared_ptr<EffectGate> inner) : inner_(std::move(inner)) {}

  void addSource(const SourceOrigin& source) override;
  std::shared_ptr<EffectGate> forSimulation() const override { return inner_->forSimulation(); }
  bool allows(const EffectRequest& request) override;
  void made(const std::string& file) override { inner_->made(file); }
  void say(Speech kind, const std::string& text) override { inner_->say(kind, text); }
  void endProgram(int status) override { inner_->endProgram(status); }
  std::vector<EffectRefusal> refusals() const override { return inner_->refusals(); }

  const std::vector<SourceOrigin>& sources() const { return sources_; }
  bool asked() const { return asked_; }

 private:
  std::shared_ptr<EffectGate> inner_;
  std::vector<SourceOrigin> sources_;
  bool asked_ = false;
};

// Purpose:  one translation from the chosen model to its schedule, looked up or kept.
// Requires: it is made when the model is chosen and nothing of it is translated yet, and used
//           before anything else is.
// Ensures:  a schedule is found only if a translation would give the same one: the same build of
//           this program, the same question (model, options, method, folders), the same contents of
//           every file that was read and the same entries in every folder that was looked at.
//           Translations that did anything but compute (files that functions read, the environment,
//           the clock, foreign code) are not kept.
class CachedTranslation {
 public:
  CachedTranslation(const CompileOptions& options, solver::Method method, const std::string& model,
                    std::vector<std::string> searchPath, SourceManager& sources,
                    Diagnostics& diagnostics, WatchedGate& gate);

  // The schedule as it was kept; the sources, the diagnostics and the gate are then as after a
  // translation. It has no gate of its own yet. `used`: the method that it was made for, where that
  // was chosen.
  std::optional<Schedule> find(solver::Method& used);
  void keep(const Schedule& schedule, solver::Method used) const;

 private:
  SourceManager& sources_;
  Diagnostics& diagnostics_;
  WatchedGate& gate_;
  std::shared_ptr<const DiskCache> cache_;
  std::vector<std::string> searchPath_;
  std::string key_;                             // "": nothing is kept
  size_t files_ = 0, told_ = 0, reported_ = 0;  // when the question was asked
  uint64_t looks_ = 0;
};

}  // namespace formola
