// Steps by BDF of variable order: each lane has its own order, size and past.
#include "codegen/lanes/lane_math.h"
#include "codegen/lanes/trajectory_writer.h"

namespace formola::lanes {

// Formulas, error estimates and the choice of order and step are those of runtime/kernels/bdf.h,
// which tells where they are from; indices as there. All rows are computed in all lanes and chosen
// by the order of each.
struct TrajectoryWriter::BdfStep {
  Number h, k;                                   // size, order
  Number equal;                                  // steps of this size and order
  std::vector<Number> psi, sigma, gamma, alpha;  // 1 to kHighest + 1
  Number errorFactor, harmonic;
  std::vector<std::vector<Number>> phi;  // as they are scaled for the step
  std::vector<Number> predicted, correction;
  // Squares of errors of neighbouring orders.
  Number size, estimate, terk, terkm1, higher;
  Number newOrder;
  Condition mayRaise;
};

namespace {

constexpr int kHighest = 5;

double harmonicOf(int order) {
  double sum = 0;
  for (int i = 1; i <= order; ++i) sum += 1.0 / i;
  return sum;
}

// The row of number k + offset; `rows` begins with that of number `first`.
Number pickRow(Number k, int offset, int first, const std::vector<Number>& rows) {
  Number result = rows.front();
  for (size_t j = 1; j < rows.size(); ++j)
    result = choose(k >= like(k, static_cast<double>(first + static_cast<int>(j) - offset)),
                    rows[j], result);
  return result;
}

Number squareOf(Number x) {
  return x * x;
}

}  // namespace

void TrajectoryWriter::beginBdf() {
  const auto zero = [&] {
    llvm::AllocaInst* place = code_.place(code_.real());
    code_.store(code_.constant(0), place);
    return place;
  };
  for (llvm::AllocaInst** each :
       {&bdf_.order, &bdf_.lastOrder, &bdf_.equal, &bdf_.lastStep, &bdf_.failures})
    *each = zero();
  for (llvm::AllocaInst** each : {&bdf_.started, &bdf_.raising}) {
    *each = code_.place(code_.truth());
    code_.store(code_.condition(false), *each);
  }
  for (int j = 0; j <= kHighest; ++j) {
    bdf_.psi.push_back(zero());
    bdf_.phi.emplace_back();
    for (int32_t i = 0; i < schedule_.nStates; ++i) bdf_.phi.back().push_back(zero());
  }
}

void TrajectoryWriter::restartBdf(Condition active) {
  code_.store(code_.test(bdf_.started) & ~active, bdf_.started);
}

std::vector<llvm::AllocaInst*> TrajectoryWriter::bdfPlaces() const {
  std::vector<llvm::AllocaInst*> places{bdf_.order, bdf_.lastOrder, bdf_.equal, bdf_.lastStep,
                                        bdf_.failures};
  places.insert(places.end(), bdf_.psi.begin(), bdf_.psi.end());
  for (const auto& row : bdf_.phi) places.insert(places.end(), row.begin(), row.end());
  return places;
}

// A step that is made again from its beginning has the past that it had.
TrajectoryWriter::BdfPast TrajectoryWriter::bdfPast() {
  BdfPast past{{}, code_.test(bdf_.started)};
  for (llvm::AllocaInst* each : bdfPlaces()) past.values.push_back(code_.load(each));
  return past;
}

void TrajectoryWriter::restoreBdf(const BdfPast& past, Condition where) {
  const std::vector<llvm::AllocaInst*> places = bdfPlaces();
  for (size_t k = 0; k < places.size(); ++k)
    code_.store(choose(where, past.values[k], code_.load(places[k])), places[k]);
  code_.store(choose(where, past.started, code_.test(bdf_.started)), bdf_.started);
  code_.store(code_.test(bdf_.raising) & ~where, bdf_.raising);
}

// Order one, with a first step of size h.
void TrajectoryWriter::startBdf(LaneWriter& w, Condition fresh, Number h) {
  auto set = [&](llvm::AllocaInst* place, Number value) {
    code_.store(choose(fresh, value, code_.load(place)), place);
  };
  const Number zero = code_.constant(0), one = code_.constant(1);
  set(bdf_.order, one);
  for (llvm::AllocaInst* each : {bdf_.lastOrder, bdf_.equal, bdf_.lastStep, bdf_.failures})
    set(each, zero);
  set(bdf_.psi[0], h);
  for (size_t j = 1; j < bdf_.psi.size(); ++j) set(bdf_.psi[j], one);
  for (int32_t i = 0; i < schedule_.nStates; ++i) {
    const auto state = static_cast<size_t>(i);
    set(bdf_.phi[0][state], w.variable(i));
    set(bdf_.phi[1][state], h * w.variable(schedule_.nStates + i));
    for (size_t j = 2; j < bdf_.phi.size(); ++j) set(bdf_.phi[j][state], zero);
  }
  code_.store(code_.test(bdf_.raising) | fresh, bdf_.raising);
  code_.store(code_.test(bdf_.started) | fresh, bdf_.started);
}

TrajectoryWriter::BdfStep TrajectoryWriter::bdfCoefficients(Number h) {
  const Number zero = code_.constant(0), one = code_.constant(1), two = code_.constant(2);
  BdfStep s;
  s.h = h;
  s.k = code_.load(bdf_.order);
  const Number lastOrder = code_.load(bdf_.lastOrder);
  const Condition same = (h == code_.load(bdf_.lastStep)) & (s.k == lastOrder);
  s.equal = choose(same, code_.load(bdf_.equal), zero) + one;
  s.equal = choose(s.equal < lastOrder + two, s.equal, lastOrder + two);
  s.equal = larger(s.equal, one);
  std::vector<Number> beta{one};
  s.psi = {h};
  s.alpha = s.sigma = {one};
  s.gamma = {zero};
  Number alpha0 = zero;
  std::vector<Number> factors;
  for (size_t i = 1; i <= kHighest; ++i) {
    const Number before = code_.load(bdf_.psi[i - 1]);
    beta.push_back(beta.back() * s.psi[i - 1] / before);
    s.gamma.push_back(s.gamma[i - 1] + s.alpha[i - 1] / h);
    s.psi.push_back(before + h);
    s.alpha.push_back(h / s.psi[i]);
    s.sigma.push_back(code_.constant(static_cast<double>(i)) * s.sigma[i - 1] * s.alpha[i]);
    // Of order i.
    alpha0 = alpha0 - s.alpha[i - 1];
    const Number factor =
        size(s.alpha[i] - code_.constant(harmonicOf(static_cast<int>(i))) - alpha0);
    factors.push_back(larger(factor, s.alpha[i]));
  }
  s.errorFactor = pickRow(s.k, 0, 1, factors);
  std::vector<Number> harmonics;
  for (int k = 1; k <= kHighest; ++k) harmonics.push_back(code_.constant(harmonicOf(k)));
  s.harmonic = pickRow(s.k, 0, 1, harmonics);
  for (size_t j = 0; j <= kHighest; ++j) {
    const Number row = code_.constant(static_cast<double>(j + 1));
    const Condition scaled = (row > s.equal) & (row <= s.k + one);
    s.phi.emplace_back();
    for (llvm::AllocaInst* place : bdf_.phi[j]) {
      const Number value = code_.load(place);
      s.phi.back().push_back(j == 0 ? value : choose(scaled, value * beta[j], value));
    }
  }
  return s;
}

// Predicts the states and solves the equations of the step.
void TrajectoryWriter::solveBdf(LaneWriter& w, BdfStep& s, Number end) {
  const Number factor = s.h / s.harmonic, zero = code_.constant(0);
  std::vector<Number> old;
  for (int32_t i = 0; i < schedule_.nStates; ++i) {
    const auto state = static_cast<size_t>(i);
    Number x = s.phi[0][state] + s.phi[1][state], slope = s.gamma[1] * s.phi[1][state];
    for (size_t j = 2; j <= kHighest; ++j) {
      const Condition used = s.k >= code_.constant(static_cast<double>(j));
      const Number term = choose(used, s.phi[j][state], zero);
      x = x + term;
      slope = slope + choose(used, s.gamma[j], zero) * term;
    }
    s.predicted.push_back(x);
    old.push_back(x - factor * slope);
    w.setVariable(i, x);
    w.setVariable(schedule_.nStates + i, slope);
  }
  oneStage(w, end, s.h, factor, old);
  for (int32_t i = 0; i < schedule_.nStates; ++i)
    s.correction.push_back(w.variable(i) - s.predicted[static_cast<size_t>(i)]);
}

// The error of the step, 1: as large as it may be; whether the next lower order is better.
Number TrajectoryWriter::bdfError(BdfStep& s) {
  const Number zero = code_.constant(0), one = code_.constant(1), two = code_.constant(2);
  const Number quarter = code_.constant(0.25),
               count = code_.constant(static_cast<double>(std::max(schedule_.nStates, 1)));
  s.mayRaise = (s.k < code_.constant(kHighest)) & (s.k + one < s.equal) &
               (s.k != code_.load(bdf_.lastOrder) + one);
  Number all = zero, lower = zero, lowest = zero, higher = zero;
  for (size_t i = 0; i < s.correction.size(); ++i) {
    const Number weight = code_.constant(plan_.control.tolerance) *
                          (code_.constant(program_.nominal[i]) + size(x0_[i]));
    std::vector<Number> rows;
    for (const auto& row : s.phi) rows.push_back(row[i]);
    const Number c = s.correction[i], last = pickRow(s.k, 0, 0, rows),
                 before = pickRow(s.k, -1, 0, rows);
    const Number next = pickRow(s.k, 1, 0, rows);
    const Number below = (last + c) / weight;
    all = all + squareOf(c / weight);
    lower = lower + squareOf(below);
    lowest = lowest + squareOf(below + before / weight);
    higher = higher + squareOf((c - next) / weight);
  }
  s.size = all / count;
  s.higher = higher / count;
  const Number sigma = pickRow(s.k, 1, 1, s.sigma), sigmaOf = pickRow(s.k, 0, 1, s.sigma);
  const Number sigmaBelow = pickRow(s.k, -1, 1, s.sigma);
  s.estimate = squareOf(sigma) * s.size;
  s.terk = squareOf(s.k + one) * s.estimate;
  lower = squareOf(sigmaOf) * lower / count;
  lowest = squareOf((s.k - one) * sigmaBelow) * lowest / count;
  s.terkm1 = squareOf(s.k) * lower;
  const Condition better =
      choose(s.k == two, s.terkm1 <= quarter * s.terk, (s.terkm1 <= s.terk) & (lowest <= s.terk));
  const Condition down = (s.k > one) & better;
  s.newOrder = choose(down, s.k - one, s.k);
  s.estimate = choose(down, lower, s.estimate);
  return s.errorFactor * root(s.size);
}

// By how much the next step may be longer.
Number TrajectoryWriter::bdfRatio(Number estimate, Number order) {
  const Number one = code_.constant(1);
  return pow(code_.constant(2) * root(estimate) + code_.constant(1e-4), -one / (order + one));
}

// Where the step was made: the differences, the next order. The ratio of the next size to this one.
Number TrajectoryWriter::acceptBdf(const BdfStep& s, Condition made) {
  const Number one = code_.constant(1), two = code_.constant(2), half = code_.constant(0.5);
  auto keep = [&](llvm::AllocaInst* place, Number value) {
    code_.store(choose(made, value, code_.load(place)), place);
  };
  const Condition raise =
      code_.test(bdf_.raising) & (s.newOrder == s.k) & (s.k < code_.constant(kHighest));
  const Condition down = s.newOrder < s.k, asked = ~down & s.mayRaise;
  const Condition lower = asked & (s.k > one) & (s.terkm1 <= s.terk) & (s.terkm1 <= s.higher);
  const Number share = choose(s.k == one, code_.constant(0.25), one);
  const Condition above = asked & ~lower & (s.higher < share * s.terk);
  Number next = choose(down | lower, s.k - one, choose(raise | above, s.k + one, s.k));
  next = choose(raise, s.k + one, next);
  Number estimate = choose(lower, s.terkm1 / squareOf(s.k), s.estimate);
  estimate = choose(above, s.higher / squareOf(s.k + two), estimate);
  const Number free = bdfRatio(estimate, next), most = code_.constant(0.9);
  // longer by two or not at all, shorter by at least a tenth
  const Number shorter = choose(free > most, most, choose(free > half, free, half));
  Number ratio = choose(free >= two, two, choose(free > one, one, shorter));
  ratio = choose(raise, two, ratio);
  for (size_t i = 0; i < s.correction.size(); ++i) {
    Number sum = s.correction[i];
    for (size_t j = kHighest + 1; j-- > 0;) {
      const Number row = code_.constant(static_cast<double>(j));
      const Condition inside = row <= s.k;
      sum = choose(inside, sum + s.phi[j][i], sum);
      keep(bdf_.phi[j][i],
           choose(inside, sum, choose(row == s.k + one, s.correction[i], s.phi[j][i])));
    }
  }
  for (size_t j = 0; j < bdf_.psi.size(); ++j) keep(bdf_.psi[j], s.psi[j]);
  keep(bdf_.lastOrder, s.k);
  keep(bdf_.lastStep, s.h);
  keep(bdf_.equal, s.equal);
  keep(bdf_.order, next);
  keep(bdf_.failures, code_.constant(0));
  code_.store(choose(made, raise, code_.test(bdf_.raising)), bdf_.raising);
  return ratio;
}

Condition TrajectoryWriter::attemptBdf(LaneWriter& w, Condition active, Number t, Number end) {
  const Number wanted = code_.load(size_), one = code_.constant(1);
  // Steps of the same size are so to the last bit.
  const Condition whole = lanes::size(end - t - wanted) <= code_.constant(1e-9) * wanted;
  const Number h = choose(whole, wanted, end - t);
  const Number quarter = code_.constant(0.25), most = code_.constant(0.9);
  const Condition failedBefore = w.failed();
  startBdf(w, active & ~code_.test(bdf_.started), h);
  BdfStep s = bdfCoefficients(h);
  solveBdf(w, s, end);
  const Number error = bdfError(s);
  Condition solved = ~w.failed();
  for (int32_t i = 0; i < 2 * schedule_.nStates; ++i) solved = solved & isFinite(w.variable(i));
  w.setFailed(failedBefore);
  const Condition made = active & solved & (error <= one), rejected = active & ~made;
  const Number failures = code_.load(bdf_.failures);
  // After the first failure as the error asks for, then a quarter; from the third on by order one.
  const Condition first = failures < one;
  Number ratio = most * bdfRatio(s.estimate, s.newOrder);
  ratio = choose(ratio > quarter, choose(ratio < most, ratio, most), quarter);
  const Number shorter = h * choose(solved & first, ratio, quarter);
  const Number order = choose(failures < code_.constant(2), s.newOrder, one);
  Number longer = acceptBdf(s, made) * h;
  // One that was cut short says little about the next.
  const Number twice = code_.constant(2) * h, bound = choose(wanted < twice, wanted, twice);
  longer = choose((h < code_.constant(1 - 1e-12) * wanted) & first, larger(longer, bound), longer);
  code_.store(choose(active, choose(made, longer, shorter), wanted), size_);
  const Condition inexact = rejected & solved;
  code_.store(choose(inexact, order, code_.load(bdf_.order)), bdf_.order);
  code_.store(choose(inexact, failures + one, code_.load(bdf_.failures)), bdf_.failures);
  code_.store(code_.test(bdf_.raising) & ~rejected, bdf_.raising);
  return made;
}

}  // namespace formola::lanes
