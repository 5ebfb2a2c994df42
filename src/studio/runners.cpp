#include "studio/runners.h"

#include <unistd.h>

#include <nlohmann/json.hpp>

namespace formola::studio {

namespace {

constexpr size_t kMost = 6;
constexpr double kPatience = 1.5;  // seconds until a process that does not listen is ended

// Half of what the machine has, and not less than 2 GB.
uint64_t memoryLimit() {
  const auto pages = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES));
  const auto size = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return std::max<uint64_t>(pages * size / 2, uint64_t{2} << 30);
}

}  // namespace

Runners::~Runners() {
  for (auto& [number, one] : all_) connection_.unwatch(one->process.line().file());
}

void Runners::start(uint64_t request, RunTask task) {
  while (all_.size() >= kMost)
    remove(all_.begin()->first, "newer simulations took the place of this one");
  const int number = ++last_;
  task.runner = number;
  auto one = std::make_unique<One>();
  if (!one->process.start([&](Line& line) { runProcess(task, line); }, memoryLimit())) {
    connection_.sendText(
        nlohmann::json(
            {{"jsonrpc", "2.0"},
             {"id", request},
             {"error", {{"code", -32803}, {"message", "no further process is to be had"}}}})
            .dump());
    return;
  }
  const int file = one->process.line().file();
  all_[number] = std::move(one);
  connection_.watch(file, [this, number] { receive(number); });
  forward(number, request, "{\"method\":\"formola/translate\"}");
}

bool Runners::forward(int runner, uint64_t request, const std::string& message) {
  const auto found = all_.find(runner);
  if (found == all_.end()) return false;
  found->second->open.insert(request);
  if (!found->second->process.line().send({'T', request, message}, false))
    remove(runner, "the process of the simulation does not answer");
  return true;
}

void Runners::pause(int runner, bool go) {
  const auto found = all_.find(runner);
  if (found != all_.end()) found->second->process.line().send({go ? 'G' : 'P', 0, {}}, false);
}

void Runners::cancel(int runner) {
  const auto found = all_.find(runner);
  if (found == all_.end() || found->second->open.empty()) return;
  const uint64_t times = ++found->second->ends;
  found->second->process.line().send({'C', 0, {}}, false);
  connection_.after(kPatience, [this, runner, times] {
    const auto still = all_.find(runner);
    if (still != all_.end() && still->second->ends == times && !still->second->open.empty())
      remove(runner, "cancelled");
  });
}

void Runners::receive(int runner) {
  const auto found = all_.find(runner);
  if (found == all_.end()) return;
  One& one = *found->second;
  const bool alive = one.process.line().receive(false);
  while (std::optional<Frame> frame = one.process.line().next()) {
    if (frame->request != 0) {
      one.open.erase(frame->request);
      one.ends = 0;
    }
    if (frame->kind == 'B')
      connection_.sendBinary(std::move(frame->bytes));
    else
      connection_.sendText(std::move(frame->bytes));
  }
  if (!alive) remove(runner, "");
}

void Runners::remove(int runner, const std::string& why) {
  const auto found = all_.find(runner);
  if (found == all_.end()) return;
  const std::unique_ptr<One> one = std::move(found->second);
  all_.erase(found);
  connection_.unwatch(one->process.line().file());
  const std::string end = one->process.stop();
  const std::string told = !why.empty() ? why
                                        : "the process of the simulation has ended: " +
                                              (end.empty() ? "nobody knows why" : end);
  for (const uint64_t request : one->open)
    connection_.sendText(
        nlohmann::json(
            {{"jsonrpc", "2.0"}, {"id", request}, {"error", {{"code", -32800}, {"message", told}}}})
            .dump());
  connection_.sendText(nlohmann::json({{"jsonrpc", "2.0"},
                                       {"method", "formola/ended"},
                                       {"params", {{"runner", runner}, {"why", told}}}})
                           .dump());
}

}  // namespace formola::studio
