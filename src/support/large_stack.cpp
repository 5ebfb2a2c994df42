#include "support/large_stack.h"

#include <pthread.h>

#include <exception>

namespace formola {

namespace {

constexpr size_t kBytes = size_t{512} << 20;

struct Job {
  const std::function<void()>& work;
  std::exception_ptr thrown;
};

void* run(void* argument) {
  auto* job = static_cast<Job*>(argument);
  try {
    job->work();
  } catch (...) {
    job->thrown = std::current_exception();
  }
  return nullptr;
}

}  // namespace

void onLargeStack(const std::function<void()>& work) {
  Job job{work, nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kBytes);
  pthread_t thread;
  const bool made = pthread_create(&thread, &attributes, run, &job) == 0;
  pthread_attr_destroy(&attributes);
  if (made) {
    pthread_join(thread, nullptr);
  } else {
    run(&job);
  }
  if (job.thrown) std::rethrow_exception(job.thrown);
}

}  // namespace formola
