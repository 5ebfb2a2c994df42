#include "solver/stability_watch.h"

#include <fmt/format.h>

namespace formola::solver {

std::string StabilityWatch::hopeless(double time, double stopTime, double h) {
  constexpr double kTooMany = 1e8;  // steps: minutes with three states, hours with three hundred
  if (inRow_ < kHopelessSteps || !(stopTime - time > kTooMany * h)) return {};
  saidHopeless_ = true;
  return fmt::format(
      "the problem is stiff at time {}: stability keeps the steps of {} at {:.2g}, whatever the "
      "tolerance, so that it would take {:.0e} of them to the end; a method for stiff problems, as "
      "inline:bdf or inline:radau5, needs few",
      time, methodName(method_), h, (stopTime - time) / h);
}

std::string StabilityWatch::note() const {
  if (!found_ || saidHopeless_) return {};
  return fmt::format(
      "{}: from time {:g} on stability and not accuracy kept the steps short: the problem is stiff "
      "there, and a method for stiff problems, as inline:bdf or inline:radau5, takes longer ones",
      methodName(method_), begin_);
}

}  // namespace formola::solver
