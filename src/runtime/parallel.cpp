#include "runtime/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "runtime/workspace.h"

namespace formola::runtime {

namespace {

// Looks at a number so many times before the thread sleeps: some ten microseconds.
constexpr int kLooks = 4000;

inline void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// Until the number is no longer `old`.
uint32_t waitWhile(const std::atomic<uint32_t>& number, uint32_t old) {
  for (int k = 0; k < kLooks; ++k) {
    const uint32_t now = number.load(std::memory_order_acquire);
    if (now != old) return now;
    pause();
  }
  number.wait(old, std::memory_order_acquire);
  return number.load(std::memory_order_acquire);
}

}  // namespace

struct Crew::Shared {
  std::atomic<uint32_t> round{0};    // one more for each job
  std::atomic<uint32_t> working{0};  // threads that have not ended it
  bool ends = false;
  const std::function<void(int)>* job = nullptr;
  std::vector<std::thread> threads;

  void work(int number) {
    for (uint32_t seen = 0;;) {
      // Rounds follow each other only when all have ended the one before.
      uint32_t now = seen;
      while (now == seen) now = waitWhile(round, seen);
      seen = now;
      if (ends) return;
      (*job)(number);
      if (working.fetch_sub(1, std::memory_order_acq_rel) == 1) working.notify_one();
    }
  }
  void begin() {
    working.store(static_cast<uint32_t>(threads.size()), std::memory_order_relaxed);
    round.fetch_add(1, std::memory_order_release);
    round.notify_all();
  }
};

Crew::Crew(int threads) : shared_(std::make_unique<Shared>()) {
  for (int k = 1; k < std::min(threads, kMost); ++k)
    shared_->threads.emplace_back([shared = shared_.get(), k] { shared->work(k); });
}

Crew::~Crew() {
  shared_->ends = true;
  shared_->begin();
  for (std::thread& thread : shared_->threads) thread.join();
}

int Crew::size() const {
  return static_cast<int>(shared_->threads.size()) + 1;
}

void Crew::run(const std::function<void(int)>& job) {
  shared_->job = &job;
  shared_->begin();
  job(0);
  for (uint32_t left = shared_->working.load(std::memory_order_acquire); left != 0;)
    left = waitWhile(shared_->working, left);
}

void useThreads(FmlData* d, int threads) {
  FmlWorkspace& w = *d->workspace;
  w.crew.reset();
  w.shares.resize(1);
  w.others.clear();
  if (threads < 2) return;
  w.crew = std::make_unique<Crew>(threads);
  for (int k = 1; k < w.crew->size(); ++k) {
    w.others.push_back(std::make_unique<ThreadShare>());
    w.shares.push_back(w.others.back().get());
  }
}

namespace {

// What one thread found.
struct Found {
  int64_t failedPart = -1;  // the first of those that it did
  FmlStatus status = FML_OK;
  Failure failure;
  Elsewhere elsewhere;
  int64_t elsewherePart = -1;
  FmlStatistics statistics{};
};

struct Parts {
  LoopPart loop;
  double *registers, *out;
  int64_t count, part, parts;
};

void doPart(const Parts& parts, int64_t k, FmlData* d, Found& found) {
  const int64_t begin = k * parts.part;
  const int64_t end = k + 1 == parts.parts ? parts.count : begin + parts.part;
  const FmlStatus status = parts.loop(d, parts.registers, parts.out, begin, end);
  if (found.elsewherePart < 0 && ownShare(d).elsewhere.count > 0) found.elsewherePart = k;
  if (status == FML_OK || found.failedPart >= 0) return;
  found.failedPart = k;
  found.status = status;
  found.failure = ownShare(d).failure;
}

void add(FmlStatistics& sum, const FmlStatistics& more) {
  sum.functionEvaluations += more.functionEvaluations;
  sum.jacobianEvaluations += more.jacobianEvaluations;
  sum.differencedJacobians += more.differencedJacobians;
  sum.newtonIterations += more.newtonIterations;
  sum.factorizations += more.factorizations;
  sum.blockSolves += more.blockSolves;
  sum.formulaFallbacks += more.formulaFallbacks;
}

void byAll(FmlData* d, const Parts& parts, std::vector<Found>& found) {
  FmlWorkspace& w = *d->workspace;
  std::atomic<int64_t> next{0};
  w.crew->run([&](int thread) {
    FmlData own = *d;
    own.reserved[0] = static_cast<uint8_t>(thread);
    own.statistics = {};
    ThreadShare& share = *w.shares[static_cast<size_t>(thread)];
    const Elsewhere before = share.elsewhere;
    share.elsewhere = {};
    share.apart = true;
    Found& mine = found[static_cast<size_t>(thread)];
    for (int64_t k = next++; k < parts.parts; k = next++) doPart(parts, k, &own, mine);
    mine.statistics = own.statistics;
    mine.elsewhere = share.elsewhere;
    share.elsewhere = before;
    share.apart = false;
  });
  for (const auto& share : w.others) {
    w.unconverged += share->unconverged;
    share->unconverged = 0;
  }
}

// As one thread would have left it.
void join(FmlData* d, const std::vector<Found>& found) {
  FmlWorkspace& w = *d->workspace;
  const uint64_t before = w.elsewhere.count;
  uint64_t elsewhere = 0;
  const Found* first = nullptr;
  for (const Found& each : found) {
    add(d->statistics, each.statistics);
    elsewhere += each.elsewhere.count;
    if (each.elsewhere.count > 0 && (first == nullptr || each.elsewherePart < first->elsewherePart))
      first = &each;
  }
  if (first != nullptr && w.elsewhere.count == 0) w.elsewhere = first->elsewhere;
  w.elsewhere.count = before + elsewhere;
}

}  // namespace

FmlStatus runInParts(FmlData* d, LoopPart loop, double* registers, double* out, int64_t count,
                     int64_t part) {
  FmlWorkspace& w = *d->workspace;
  const Parts parts{loop, registers, out, count, part, std::max<int64_t>(count / part, 1)};
  // Inside of a part of another loop all threads have work.
  if (w.crew == nullptr || d->live != 0 || parts.parts == 1 || ownShare(d).apart) {
    Found found;
    found.elsewherePart = 0;
    for (int64_t k = 0; k < parts.parts; ++k) doPart(parts, k, d, found);
    if (found.failedPart >= 0) ownShare(d).failure = std::move(found.failure);
    return found.status;
  }
  std::vector<Found> found(w.shares.size());
  byAll(d, parts, found);
  join(d, found);
  const Found* first = nullptr;
  for (const Found& each : found)
    if (each.failedPart >= 0 && (first == nullptr || each.failedPart < first->failedPart))
      first = &each;
  if (first == nullptr) return FML_OK;
  w.failure = first->failure;
  if (w.failure.kind == FailureKind::NotFinite && w.failure.text.empty()) {
    std::string text = explainNotFinite(d, w.failure.entity, w.failure.index);
    w.failure.text = std::move(text);
  }
  return first->status;
}

}  // namespace formola::runtime

FmlWorkspace::FmlWorkspace() : shares{this} {}

FmlWorkspace::~FmlWorkspace() = default;
