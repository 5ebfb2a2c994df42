// A gate for tests.
#pragma once

#include "evaluate/effects.h"

namespace formola {

// Allows everything, or nothing; remembers what it was asked.
class FixedGate : public EffectGate {
 public:
  explicit FixedGate(bool open) : open_(open) {}
  void addSource(const SourceOrigin&) override {}
  std::shared_ptr<EffectGate> forSimulation() const override {
    return std::make_shared<FixedGate>(open_);
  }
  bool allows(const EffectRequest& request) override {
    asked.push_back(request);
    if (!open_) refusals_.push_back({request, {}, {}});
    return open_;
  }
  void made(const std::string& file) override { madeFiles.push_back(file); }
  void say(Speech kind, const std::string& text) override {
    said.push_back((kind == Speech::Text      ? ""
                    : kind == Speech::Message ? "message: "
                                              : "warning: ") +
                   text);
  }
  std::vector<EffectRefusal> refusals() const override { return refusals_; }

  std::vector<EffectRequest> asked;
  std::vector<std::string> madeFiles, said;

 private:
  bool open_;
  std::vector<EffectRefusal> refusals_;
};

}  // namespace formola
