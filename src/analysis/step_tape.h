// The steps of a run, kept so that they can be gone through again in either direction.
#pragma once

#include <atomic>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "analysis/event_jump.h"
#include "analysis/inlined_step.h"
#include "analysis/state_choice.h"

namespace formola::analysis {

struct TapeStep {
  double start = 0, size = 0;
};

// What lies between two events or exchanges of states. Its points are its beginning and the ends of
// its steps.
struct TapePiece {
  ModePoint begin;
  double end = 0;
  std::vector<double> stops;          // where accepted steps of the run ended
  StateChoice next;                   // the states from its end on; empty: the same
  std::vector<EventRecord> events;    // at its end, after that, all at one instant
  std::vector<double> reached;        // the run at its end; empty: not known
  StateChoices::Rows exchanged;       // those states by states and seeds; empty: they are the same
  size_t firstStep = 0, endStep = 0;  // among the steps of the tape
  size_t firstRow = 0, endRow = 0;    // among the rows
};

// A row of the result: states between points, by the polynomial through states and slopes of some
// points around.
struct TapeRow {
  double time = 0;
  struct Part {
    size_t point = 0;  // of the piece: 0 is its beginning
    double ofState = 0, ofSlope = 0;
  };
  std::vector<Part> parts;  // ascending
};

// Watches a run: its accepted steps and its events.
class RunWatch : public solver::EventWatcher {
 public:
  // `pairs`: with another size the method makes two equal steps and tells of one.
  explicit RunWatch(bool pairs) : pairs_(pairs) {}
  void begin(const FmlData& d);
  void step(double end, double size);
  void before(const FmlData& d, const std::vector<int32_t>& crossed) override;
  void after(const FmlData& d, bool passes) override;
  // The smooth pieces up to the present point of the run.
  std::vector<TapePiece> take();

 private:
  void exchanges(double time);

  bool pairs_;
  const FmlData* run_ = nullptr;
  std::optional<StateChoices> choices_;
  StateChoice states_;          // of the last piece
  double last_ = 0, half_ = 0;  // where the last step ended; size of the last one that was made
  EventRecorder recorder_;
  std::vector<TapePiece> pieces_;
};

// Purpose:    goes on by other states at a point of a run, and how they move with those before.
class StateExchange {
 public:
  // `tangent`: made for request().
  StateExchange(std::shared_ptr<const TangentCode> tangent, const CompiledModel& code,
                std::vector<runtime::DrivenInput> inputs)
      : point_(std::move(tangent)), choices_(code.model()), inputs_(std::move(inputs)) {}
  static TangentRequest request(const CompiledModel& code, const std::vector<VariableId>& seeds);

  const std::string& problem() const { return point_.problem(); }
  const StateChoices& choices() const { return choices_; }
  // `point`: its states, time and modes are known; it becomes a consistent point with the states of
  // the choice. False: problem() says why.
  bool apply(ModePoint& point, const StateChoice& to, StateChoices::Rows& exchanged);

 private:
  TangentPoint point_;
  StateChoices choices_;
  runtime::InputWriter inputs_;
};

// Purpose:    the discretised run: steps of a one-step formula that end where those of the run did
//             and at the events, and rows between them. Of each step the tape keeps what makes it
//             quick to repeat; where that is too much memory, only of every so many, and the steps
//             between are made again (two levels of checkpoints).
// Requires:   run() before find().
// Complexity: memory: the larger of `bytes` and twice the root of the number of steps times what
//             one step leaves, and the states at the rows; at most one more pass over the steps.
// Reference:  Griewank, Walther: Evaluating Derivatives (2008), ch. 12 (checkpointing).
class StepTape {
 public:
  // `exchange`: the candidates for states, where there are any; else null.
  StepTape(InlinedStep& step, StateExchange* exchange, std::vector<TapePiece> pieces,
           std::vector<double> rows, size_t bytes);

  // Makes all steps. False: problem() says why.
  bool run(const std::atomic<bool>* interrupt, double tolerance);
  const std::string& problem() const { return problem_; }

  const std::vector<TapePiece>& pieces() const { return pieces_; }
  const std::vector<TapeStep>& steps() const { return steps_; }
  const std::vector<TapeRow>& rows() const { return rows_; }
  const double* statesAt(size_t row) const { return rowStates_.data() + row * step_.states(); }
  // How many steps were made a second time.
  size_t repeated() const { return repeated_; }
  // States where a step begins, and what was kept of it; false: it cannot be made again.
  // InlinedStep has entered the piece of the step.
  struct Found {
    const double* start = nullptr;
    const double* kept = nullptr;
  };
  bool find(size_t piece, size_t step, Found& found);

 private:
  enum class Made : uint8_t { All, Failed, Split };
  void layOut();
  void layOut(TapePiece& piece, bool last);
  Made makeAll(const std::atomic<bool>* interrupt, double tolerance);
  void placeRow(const TapePiece& piece, TapeRow& row) const;
  void interpolate(const TapePiece& piece, size_t& row, size_t newest);
  bool make(size_t piece, size_t step, double* x, double* kept);
  bool makeAgain(size_t segment);
  size_t pieceOf(size_t step) const;
  bool enter(size_t piece);
  bool leave(size_t piece, const std::vector<double>& x, double tolerance);

  InlinedStep& step_;
  StateExchange* exchange_;
  std::vector<double> times_;  // of the rows
  size_t bytes_;
  std::vector<TapePiece> pieces_;
  std::vector<TapeStep> steps_;
  std::vector<TapeRow> rows_;
  std::vector<double> rowStates_;
  std::string problem_;
  size_t segment_ = 1;  // steps between checkpoints
  size_t stored_ = 0;   // the segment whose steps are in kept_
  size_t repeated_ = 0;
  size_t entered_ = SIZE_MAX;
  std::vector<double> kept_;         // of the steps of a segment
  std::vector<double> checkpoints_;  // what was kept of the step before each segment
  std::vector<double> start_;
  // States and slopes at the last points, the newest at the end.
  std::deque<std::vector<double>> recent_;
};

}  // namespace formola::analysis
