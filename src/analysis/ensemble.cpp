#include "analysis/ensemble.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace formola::analysis {

namespace {

constexpr auto kPause = std::chrono::milliseconds(50);

class Ensemble {
 public:
  Ensemble(TranslatedModel& model, size_t count, const std::function<EnsembleCase(size_t)>& prepare)
      : model_(model), prepare_(prepare), finished_(count) {}

  bool run(int workers, const std::function<void(size_t, TranslatedModel::Run&&)>& done,
           const std::function<bool()>& idle);

 private:
  void work();
  bool wait(size_t next);

  TranslatedModel& model_;
  const std::function<EnsembleCase(size_t)>& prepare_;
  std::atomic<size_t> begun_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::vector<std::optional<TranslatedModel::Run>> finished_;
  size_t working_ = 0;
  std::exception_ptr thrown_;
};

void Ensemble::work() {
  for (;;) {
    const size_t i = begun_++;
    if (i >= finished_.size() || stop_) break;
    try {
      EnsembleCase one = prepare_(i);
      TranslatedModel::Run run = model_.run(one.values, std::move(one.settings), *one.sink);
      const std::lock_guard lock(mutex_);
      finished_[i] = std::move(run);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
      stop_ = true;
    }
    changed_.notify_one();
  }
  const std::lock_guard lock(mutex_);
  --working_;
  changed_.notify_one();
}

// Until the next one in order is there or nobody works any more, at most for a moment.
bool Ensemble::wait(size_t next) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kPause, [&] { return finished_[next] || working_ == 0; });
  return finished_[next].has_value();
}

bool Ensemble::run(int workers, const std::function<void(size_t, TranslatedModel::Run&&)>& done,
                   const std::function<bool()>& idle) {
  const size_t threads = std::min(finished_.size(), static_cast<size_t>(std::max(workers, 1)));
  working_ = threads;
  std::vector<std::thread> pool;
  for (size_t k = 0; k < threads; ++k) pool.emplace_back([this] { work(); });
  size_t next = 0;
  while (next < finished_.size()) {
    if (wait(next)) {
      done(next, std::move(*finished_[next]));
      finished_[next++].reset();
      if (idle && !idle()) stop_ = true;
      continue;
    }
    if (idle && !idle()) stop_ = true;
    const std::lock_guard lock(mutex_);
    if (working_ == 0 && !finished_[next]) break;
  }
  for (std::thread& thread : pool) thread.join();
  if (thrown_) std::rethrow_exception(thrown_);
  return next == finished_.size();
}

}  // namespace

bool runCases(TranslatedModel& model, size_t count, int workers,
              const std::function<EnsembleCase(size_t)>& prepare,
              const std::function<void(size_t, TranslatedModel::Run&&)>& done,
              const std::function<bool()>& idle) {
  if (count == 0) return true;
  return Ensemble(model, count, prepare).run(workers, done, idle);
}

}  // namespace formola::analysis
