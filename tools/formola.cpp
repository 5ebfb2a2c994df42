// The program: runs the driver on a large stack, so that deeply nested sources cannot overflow it.
#include <pthread.h>

#include <cstdio>
#include <new>

#include "driver/run_command.h"

namespace {

struct Job {
  const formola::Options* options;
  int status = 0;
};

void* work(void* argument) {
  auto* job = static_cast<Job*>(argument);
  try {
    job->status = formola::runCommand(*job->options);
  } catch (const std::bad_alloc&) {
    std::fputs(
        "formola: there is not enough memory. Methods inline:* need less than ida and cvode where "
        "the Jacobian is dense; a smaller model, or fewer results (--filter), need less too\n",
        stderr);
    job->status = 3;
  }
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  formola::Options options;
  if (auto status = formola::parseOptions(argc, argv, options)) return *status;
  Job job{&options};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size_t{512} << 20);  // reserved, touched only when needed
  pthread_t thread;
  if (pthread_create(&thread, &attributes, work, &job) != 0) {
    work(&job);
  } else {
    pthread_join(thread, nullptr);
  }
  return job.status;
}
