// The processes that simulate for one page.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "studio/connection.h"
#include "studio/run_process.h"

namespace formola::studio {

// Purpose:    starts processes for models and hands requests and answers to and fro.
// Ensures:    at most some of them live, the oldest ends first. Every request is answered, also
// when
//             its process crashes or is ended.
class Runners {
 public:
  explicit Runners(Connection& connection) : connection_(connection) {}
  ~Runners();

  // A process for a model; the request is answered with what became of the translation.
  void start(uint64_t request, RunTask task);
  // False: that process is gone.
  bool forward(int runner, uint64_t request, const std::string& message);
  // Lets a run stand still between two steps, or go on.
  void pause(int runner, bool go);
  // Ends what it is doing; if it does not listen, the process.
  void cancel(int runner);

 private:
  struct One {
    ChildProcess process;
    std::set<uint64_t> open;  // requests without an answer
    uint64_t ends = 0;        // how often it was asked to end
  };
  void receive(int runner);
  void remove(int runner, const std::string& why);

  Connection& connection_;
  std::map<int, std::unique_ptr<One>> all_;
  int last_ = 0;
};

}  // namespace formola::studio
