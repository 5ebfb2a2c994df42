// Inputs of a model over time: tables and functions, and who writes them into an instance.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "runtime/model_abi.h"

namespace formola::runtime {

// The value of one input over time. Objects do not change: several instances may share one.
class InputSignal {
 public:
  virtual ~InputSignal() = default;
  // `fromRight`: which limit is meant where the signal jumps.
  virtual double at(double time, bool fromRight) const = 0;
  // The slope right after `time`; where nothing more is known from values within `reach`.
  virtual double slopeAfter(double time, double reach) const;
  // The first time after `time` where the signal or its slope jumps; +infinity: there is none.
  virtual double nextBreak(double time) const {
    (void)time;
    return std::numeric_limits<double>::infinity();
  }
};

enum class Interpolation : uint8_t { Linear, Hold };

// Purpose:    values at times. Between them linear, or the value at the time before; before the
//             first and after the last time the value there.
// Requires:   problem() is "". Two values at one time are a jump.
// Complexity: O(log n) for a value.
class InputTable : public InputSignal {
 public:
  InputTable(std::vector<double> times, std::vector<double> values, Interpolation interpolation);
  // What is wrong with such a table; "": nothing.
  static std::string problem(const std::vector<double>& times, const std::vector<double>& values);
  double at(double time, bool fromRight) const override;
  double nextBreak(double time) const override;
  double slopeAfter(double time, double reach) const override;

 private:
  double slope(size_t left) const;
  void findBreaks();

  std::vector<double> times_, values_, breaks_;
  Interpolation interpolation_;
};

std::shared_ptr<const InputSignal> constantInput(double value);

// Smooth as far as anybody knows.
class InputFunction : public InputSignal {
 public:
  explicit InputFunction(std::function<double(double)> function) : function_(std::move(function)) {}
  double at(double time, bool fromRight) const override {
    (void)fromRight;
    return function_(time);
  }

 private:
  std::function<double(double)> function_;
};

struct DrivenInput {
  int32_t index;  // into v
  std::shared_ptr<const InputSignal> signal;
};

// A state that follows an input; the derivative of the input between the ends of steps.
struct FollowedInput {
  int32_t input, state, slope;  // into v
};

// Purpose: writes the inputs of one instance wherever its equations are evaluated. Found by
// FmlWorkspace::inputs.
class InputWriter {
 public:
  explicit InputWriter(std::vector<DrivenInput> inputs) : inputs_(std::move(inputs)) {}

  // The values at d->time; where a signal jumps those before, unless that event has been.
  void write(FmlData* d) const;
  // The values at the inner stages of an inlined step of size h that ends at d->time; of inputs
  // that nobody drives what they are at its end.
  void writeStages(FmlData* d, const FmlInlineForm& form, double h) const;
  // At an event: jumps at `time` have happened.
  void pass(double time) { passed_ = time; }
  // What pre() of an input is.
  void keepPre(FmlData* d) const;
  // Of the events that have not been yet.
  double nextBreak() const;
  bool empty() const { return inputs_.empty(); }
  // At the start and at events, where no step has come from, states that follow inputs are these,
  // and slopes those right after. `reach`: a short time.
  void follow(std::vector<FollowedInput> followed, double reach);
  // Followed inputs, and how far they are from the states that follow them.
  struct Distance {
    int32_t input;
    double distance;
  };
  std::vector<Distance> distances(const FmlData* d) const;
  // From now on another signal, or one for an input that had none.
  void set(int32_t index, std::shared_ptr<const InputSignal> signal);

 private:
  const InputSignal* signalOf(int32_t index) const;

  std::vector<DrivenInput> inputs_;
  std::vector<FollowedInput> followed_;
  double reach_ = 0;
  double passed_ = -std::numeric_limits<double>::infinity();
};

// Before the equations are evaluated at d->time.
void writeInputs(FmlData* d);
// Before the equations of an inlined step are solved.
void writeStageInputs(FmlData* d, const FmlInlineForm& form, double h);

}  // namespace formola::runtime
