#include "fmu/fmu_instance.h"

#include <algorithm>

namespace formola::fmu {

namespace {

constexpr int kMostUpdates = 1000;
constexpr size_t kMostTold = 20;

}  // namespace

void Instance::log(int status, const char* category, std::string text) {
  (void)category;
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  if (text.empty()) return;
  if (status == static_cast<int>(Status::Warning)) {
    if (warnings_.size() < kMostTold &&
        std::find(warnings_.begin(), warnings_.end(), text) == warnings_.end())
      warnings_.push_back(std::move(text));
  } else if (status > static_cast<int>(Status::Warning) && told_.size() < kMostTold) {
    told_.push_back(std::move(text));
  }
}

Status Instance::judge(int status, const char* function) {
  if (status == static_cast<int>(Status::Ok) || status == static_cast<int>(Status::Warning)) {
    told_.clear();
    return static_cast<Status>(status);
  }
  static constexpr const char* kNames[] = {"discard", "error", "fatal", "pending"};
  const bool known = status >= 2 && status <= 5;
  failure_ = fmt::format("{} answered {}", function,
                         known ? kNames[status - 2] : fmt::format("the status {}", status));
  for (const std::string& text : told_) failure_ += (&text == &told_[0] ? ": " : "; ") + text;
  told_.clear();
  return status == static_cast<int>(Status::Discard) ? Status::Discard
         : status == static_cast<int>(Status::Fatal) ? Status::Fatal
                                                     : Status::Error;
}

Status Instance::updateDiscreteStates(EventResult& result) {
  result = {};
  for (int i = 0; i < kMostUpdates; ++i) {
    EventResult once;
    bool again = false;
    const Status status = updateOnce(once, again);
    if (!succeeded(status)) return status;
    result.terminate = result.terminate || once.terminate;
    result.statesChanged = result.statesChanged || once.statesChanged;
    result.nominalsChanged = result.nominalsChanged || once.nominalsChanged;
    result.nextEvent = once.nextEvent;
    if (!again || result.terminate) return Status::Ok;
  }
  failure_ = fmt::format("the FMU asks for more than {} iterations of an event", kMostUpdates);
  return Status::Error;
}

std::unique_ptr<Instance> makeInstance(const Description& description,
                                       const InstanceOptions& options, std::string& why) {
  return description.version == 2 ? makeInstance2(description, options, why)
                                  : makeInstance3(description, options, why);
}

}  // namespace formola::fmu
