// Many trajectories of one model at once, on lanes of the processor or threads of a GPU.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/sweep.h"
#include "compiler/translated_model.h"

namespace formola::analysis {

enum class Device : uint8_t { Threads, Lanes, Gpu, Auto };
std::optional<Device> parseDevice(const std::string& name);

// What differs between the cases, and what is wanted of them.
struct TrajectoryRequest {
  RunValues common;                    // of all cases; those of `varied` are not used
  std::vector<VariableId> varied;      // with a value of their own in each case
  std::vector<double> first;           // these of the first case
  std::vector<std::string> variables;  // whose last values are wanted
  bool statistics = false;             // and extremes and means over time
  bool curves = false;                 // and values at equal distances
  bool somePoints = false;             // curves may have others, at ends of steps
  RunSettings settings;
  Device device = Device::Auto;
  int workers = 1;     // threads
  bool exact = false;  // no products and sums that are rounded once, on lanes
};

// Some cases with their results. Numbers stand by rows: those of all cases for one name.
struct TrajectoryBatch {
  size_t count = 0;
  // Rows of stride() numbers. Results: last values by variable; least ones, largest ones, means;
  // values at each point of time.
  std::vector<double> given, results;
  std::vector<int32_t> status;  // 0: done; else the case is to be run alone
  size_t stride() const { return (count + 15) / 16 * 16; }
  double result(size_t row, size_t k) const { return results[row * stride() + k]; }
};

// Purpose:    one program for all cases: fixed steps from the initial system to the last values.
// Ensures:    results within rounding and the tolerance of Newton's method of what single runs
// give.
//             A case that fails, or that the translation does not hold for, says so in its status
//             and disturbs no other; a run of its own tells the reason.
class Trajectories {
 public:
  // Null, and `problem` says why: the model or the method has something that lanes do not do.
  // `note`: what was chosen instead of what was asked for.
  static std::unique_ptr<Trajectories> make(TranslatedModel& model,
                                            const TrajectoryRequest& request, std::string& note,
                                            std::string& problem);
  virtual ~Trajectories() = default;
  // As many as one call may have.
  virtual size_t batch() const = 0;
  // Points of time after the start, and whether statistics stand before the rows of curves.
  virtual size_t points() const = 0;
  virtual bool statistics() const = 0;
  // "4 lanes", "NVIDIA H200"
  virtual std::string name() const = 0;
  // `batch.given` is filled. False: `problem` says why.
  virtual bool run(TrajectoryBatch& batch, std::string& problem) = 0;
  // Seconds of the device alone, of all runs so far.
  double seconds() const { return seconds_; }

 protected:
  double seconds_ = 0;
};

// The request for the cases of a sweep: what is the same in all of them is common.
TrajectoryRequest trajectoryRequest(const TranslatedModel& model, const SweepPlan& plan,
                                    const std::vector<std::string>& variables,
                                    const RunSettings& settings);
// The values of batch.count of these cases from the `first` on, in the order of
// TrajectoryRequest::varied.
void fillBatch(const SweepPlan& plan, const CaseNumbers& cases, size_t first,
               TrajectoryBatch& batch);
// What is known of the variables of a case of the batch.
std::vector<Summary> summariesOf(const TrajectoryBatch& batch, size_t k, size_t variables,
                                 bool statistics);
// Hands the rows of a case to a sink.
struct CurvesOfCase {
  const TrajectoryBatch& batch;
  size_t k, variables, points;  // points: 0: there are no curves
  bool statistics;
  void to(results::ResultSink& sink, const results::ResultLayout& layout) const;
};

// What is done with cases, by their place among those that are run.
struct BatchCalls {
  std::function<EnsembleCase(size_t)> prepare;  // one that runs alone
  std::function<void(size_t, const std::vector<Summary>&, const CurvesOfCase&)> last;
  std::function<void(size_t, TranslatedModel::Run&&)> done;  // alone
  std::function<void(size_t)> batch;                         // so many are done
  std::function<bool()> goesOn;
};

// Purpose: all these cases batch by batch; those that the device could not do alone, by `workers`
//          at a time, so that their reasons are known.
// Ensures: `last` or `done` once for each case, in their order. `alone`: how many ran so.
// `problem`:
//          what the device said where it did nothing. False: it did not go on to the end.
bool runBatches(TranslatedModel& model, Trajectories& device, const SweepPlan& plan,
                const CaseNumbers& cases, size_t variables, int workers, const BatchCalls& calls,
                size_t& alone, std::string& problem);

// Purpose: the kernel for GPUs as text, as Trajectories would use it.
// Ensures: empty, and `problem` says why.
std::string trajectoryPtx(TranslatedModel& model, const TrajectoryRequest& request,
                          std::string& problem);

}  // namespace formola::analysis
