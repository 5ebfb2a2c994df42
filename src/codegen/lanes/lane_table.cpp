#include "codegen/lanes/lane_table.h"

#include <bit>
#include <limits>

namespace formola::lanes {

using llvm::Value;
using runtime::Extrapolation;
using runtime::Smoothness;
using runtime::Surface;

const StandardTable* LaneTables::find(uint32_t object) const {
  if (tables_ == nullptr) return nullptr;
  const auto found = tables_->find(object);
  return found != tables_->end() ? &found->second : nullptr;
}

// ---- constants

LaneTables::Array LaneTables::array(std::span<const double> values, const char* name) {
  Array result{nullptr, values.size()};
  if (!values.empty())
    result.values = code_.constants(values, (std::string("table_") + name).c_str());
  return result;
}

LaneTables::Array LaneTables::sorted(std::span<const double> values, const char* name) {
  std::vector<double> padded(values.begin(), values.end());
  // Nothing is below them.
  padded.resize(std::bit_ceil(values.size() + 1) - 1, std::numeric_limits<double>::quiet_NaN());
  Array result = array(padded, name);
  result.count = values.size();
  return result;
}

Value* LaneTables::whole(int64_t value) {
  return llvm::ConstantInt::get(code_.whole(), static_cast<uint64_t>(value));
}

Number LaneTables::element(const Array& array, Value* at) {
  return code_.element(array.values, at);
}

// How many of x are less than `at`, or not greater.
Value* LaneTables::countBelow(const Array& x, Number at, Condition orEqual) {
  llvm::IRBuilder<>& b = code_.builder();
  Value* count = whole(0);
  for (auto part = static_cast<int64_t>(std::bit_ceil(x.count + 1) / 2); part > 0; part /= 2) {
    const Number probe = element(x, b.CreateAdd(count, whole(part - 1)));
    const Condition below = choose(orEqual, probe <= at, probe < at);
    count = b.CreateSelect(below.value, b.CreateAdd(count, whole(part)), count);
  }
  return count;
}

const LaneTables::CurveArrays& LaneTables::arrays(uint32_t object, const StandardTable& table) {
  const auto [at, isNew] = curves_.try_emplace(object);
  CurveArrays& c = at->second;
  if (!isNew) return c;
  const runtime::CurvePieces pieces = table.curve->pieces();
  c.x = sorted(pieces.x, "abscissas");
  c.from = array(pieces.from, "from");
  for (size_t k = 0; k < 4; ++k) c.a[k] = array(pieces.a[k], "coefficients");
  if (table.dimension == TableDimension::Time) {
    const std::vector<double> breaks =
        table.curve->breaks(table.timeEvents == TimeEvents::AtDiscontinuities);
    c.breaks = sorted(breaks, "breaks");
  }
  return c;
}

const LaneTables::SurfaceArrays& LaneTables::surfaceArrays(uint32_t object,
                                                           const Surface::Parts& parts) {
  const auto [at, isNew] = surfaces_.try_emplace(object);
  if (isNew)
    at->second = {sorted(parts.x, "abscissas"), sorted(parts.y, "abscissas"),
                  array(parts.z, "values"),     array(parts.zx, "slopes"),
                  array(parts.zy, "slopes"),    array(parts.zxy, "twists")};
  return at->second;
}

// ---- curves

// tableWrap of runtime/kernels/table.h.
Number LaneTables::wrap(Number x, double low, double high) {
  const Number first = code_.constant(low), period = code_.constant(high - low);
  if (!(high > low)) return first;
  const Number wrapped = x - down((x - first) / period) * period;
  return choose((wrapped >= code_.constant(high)) | (wrapped < first), first, wrapped);
}

LaneTables::Point LaneTables::curve(uint32_t object, const StandardTable& table, Number column,
                                    Number x, Condition right, Condition& inside) {
  llvm::IRBuilder<>& b = code_.builder();
  const runtime::Curve& of = *table.curve;
  const CurveArrays& c = arrays(object, table);
  const Number low = code_.constant(of.minimum()), high = code_.constant(of.maximum());
  const auto rows = static_cast<int64_t>(c.x.count);
  if (of.extrapolation() == Extrapolation::NoExtrapolation)
    inside = inside & (x >= low) & (x <= high);
  if (of.extrapolation() == Extrapolation::Periodic && rows > 1) {
    const Condition beyond = (x < low) | (x > high) | (right & (x == high)) | (~right & (x == low));
    const Number wrapped = wrap(x, of.minimum(), of.maximum());
    x = choose(beyond, choose(~right & (wrapped == low), high, wrapped), x);
  }
  inside = inside & (column >= code_.constant(1)) &
           (column <= code_.constant(static_cast<double>(of.columns())));
  Value* piece = countBelow(c.x, x, right);
  Value* offset = whole(0);
  if (of.columns() > 1) {
    // Where there is no such column the first one, which is not used.
    const Number number = choose(inside, column - code_.constant(1), code_.constant(0));
    offset = b.CreateMul(b.CreateFPToSI(number.value, code_.whole()), whole(rows + 1));
  }
  Value* at = b.CreateAdd(offset, piece);
  const Number u = x - element(c.from, piece);
  const Number a0 = element(c.a[0], at), a1 = element(c.a[1], at), a2 = element(c.a[2], at),
               a3 = element(c.a[3], at);
  const Number two = code_.constant(2), three = code_.constant(3);
  return {a0 + u * (a1 + u * (a2 + u * a3)), a1 + u * (two * a2 + three * u * a3),
          two * a2 + code_.constant(6) * u * a3};
}

// ---- over time, as codegen/host/standard_tables.cpp

Number LaneTables::rounding(const StandardTable& table, Number t) {
  return code_.constant(16 * std::numeric_limits<double>::epsilon()) *
         (size(t) + size(code_.constant(table.shiftTime)));
}

LaneTables::Point LaneTables::atTime(uint32_t object, const StandardTable& table,
                                     std::span<const Number> numbers, Condition& inside) {
  const Number t = numbers[1], next = numbers[2], before = numbers[3];
  const Number small = rounding(table, t), zero = code_.constant(0);
  const Number start = code_.constant(table.startTime), shift = code_.constant(table.shiftTime);
  const Condition left =
      (next < code_.constant(kNoMoreEvents)) & (next == before) & (t >= next - small);
  const Condition right = ~left & (size(t - before) <= small);
  const Condition begins = (size(t - start) <= small) & (left | right);
  const Condition none = choose(begins, left, t < start);
  const Number at = choose(left & (next < t), next, t) - shift;
  Number x = choose(left, at - small, at + small);
  if (!table.mayLeave) {
    const Number least = code_.constant(table.curve->minimum()),
                 most = code_.constant(table.curve->maximum()), twice = code_.constant(2) * small;
    x = choose((x < least) & (x >= least - twice), least, x);
    x = choose((x > most) & (x <= most + twice), most, x);
  }
  Condition has = code_.condition(true);
  const Point p = curve(object, table, numbers[0], x, ~left, has);
  inside = inside & (has | none);
  const Number aside = x - at;
  return {choose(none, zero, p.value - p.slope * aside),
          choose(none, zero, p.slope - p.bend * aside), choose(none, zero, p.bend)};
}

Number LaneTables::nextEvent(uint32_t object, const StandardTable& table, Number t) {
  const Number never = code_.constant(kNoMoreEvents), small = rounding(table, t);
  const Number start = code_.constant(table.startTime), shift = code_.constant(table.shiftTime);
  Number next = never;
  const CurveArrays& c = arrays(object, table);
  if (table.timeEvents != TimeEvents::None && c.breaks.count > 0) {
    llvm::IRBuilder<>& b = code_.builder();
    const runtime::Curve& of = *table.curve;
    const Number at = t - shift + small, low = code_.constant(of.minimum()),
                 period = code_.constant(of.maximum() - of.minimum());
    const bool periodic =
        of.extrapolation() == Extrapolation::Periodic && of.maximum() > of.minimum();
    Number moved = periodic ? down((at - low) / period) * period : code_.constant(0);
    Condition found = code_.condition(false);
    for (int round = 0; round < (periodic ? 3 : 1); ++round) {
      Value* first = countBelow(c.breaks, at - moved, code_.condition(true));
      // The sum is rounded: perhaps the one after it.
      for (int64_t more = 0; more < 2; ++more) {
        Value* k = b.CreateAdd(first, whole(more));
        const Condition exists =
            code_.condition(b.CreateICmpULT(k, whole(static_cast<int64_t>(c.breaks.count))));
        Value* place = b.CreateSelect(exists.value, k, whole(0));
        const Number x = element(c.breaks, place) + moved;
        const Condition here = exists & (x > at) & ~found;
        next = choose(here, x + shift, next);
        found = found | here;
      }
      moved = moved + period;
    }
  }
  return choose(t < start - small, start, next);
}

// ---- surfaces

LaneTables::SurfacePoint LaneTables::surfaceInside(const SurfaceArrays& s,
                                                   const Surface::Parts& parts, Number x,
                                                   Number y) {
  llvm::IRBuilder<>& b = code_.builder();
  const Condition orEqual = code_.condition(true);
  const auto nx = static_cast<int64_t>(parts.x.size()), ny = static_cast<int64_t>(parts.y.size());
  // tablePlace
  const auto place = [&](const Array& array, int64_t n, Number at) -> Value* {
    if (n < 3) return whole(0);
    Value* i = b.CreateSub(countBelow(array, at, orEqual), whole(1));
    i = b.CreateSelect(b.CreateICmpSGT(i, whole(n - 2)), whole(n - 2), i);
    return b.CreateSelect(b.CreateICmpSLT(i, whole(0)), whole(0), i);
  };
  const auto after = [&](int64_t n, Value* i) { return n > 1 ? b.CreateAdd(i, whole(1)) : i; };
  Value *i = place(s.x, nx, x), *j = place(s.y, ny, y), *i1 = after(nx, i), *j1 = after(ny, j);
  const Number one = code_.constant(1);
  const Number x0 = element(s.x, i), x1 = element(s.x, i1), y0 = element(s.y, j),
               y1 = element(s.y, j1);
  const Number h = nx > 1 ? x1 - x0 : one, k = ny > 1 ? y1 - y0 : one, u = x - x0, w = y - y0;
  const auto corner = [&](Value* row, Value* column) {
    return b.CreateAdd(b.CreateMul(row, whole(ny)), column);
  };
  const Number zero = code_.constant(0);
  SurfacePoint p{zero, zero, zero, zero, zero, zero};
  if (parts.smoothness == Smoothness::ConstantSegments) {
    Value* row = b.CreateSelect((x >= x1).value, i1, i);
    Value* column = b.CreateSelect((y >= y1).value, j1, j);
    p.value = element(s.z, corner(row, column));
    return p;
  }
  Value *a = corner(i, j), *c = corner(i, j1), *e = corner(i1, j), *d = corner(i1, j1);
  const Number za = element(s.z, a), zb = element(s.z, e), zc = element(s.z, c),
               zd = element(s.z, d);
  if (parts.smoothness == Smoothness::LinearSegments) {
    const Number twist = (za - zb - zc + zd) / (h * k);
    p.slope1 = (zb - za) / h + twist * w;
    p.slope2 = (zc - za) / k + twist * u;
    p.bend12 = twist;
    p.value = za + (zb - za) / h * u + (zc - za) / k * w + twist * u * w;
    return p;
  }
  // tableCubic
  const Number two = code_.constant(2), three = code_.constant(3), six = code_.constant(6);
  const auto cubic = [&](Number v0, Number v1, Number s0, Number s1, Number width,
                         Number at) -> Point {
    const Number secant = (v1 - v0) / width;
    const Number c2 = (three * secant - two * s0 - s1) / width;
    const Number c3 = (s0 + s1 - two * secant) / (width * width);
    return {v0 + at * (s0 + at * (c2 + at * c3)), s0 + at * (two * c2 + three * at * c3),
            two * c2 + six * at * c3};
  };
  const auto along = [&](const Array& values, const Array& slopes, Value* from, Value* to) {
    return cubic(element(values, from), element(values, to), element(slopes, from),
                 element(slopes, to), h, u);
  };
  const Point z0 = along(s.z, s.zx, a, e), z1 = along(s.z, s.zx, c, d);
  const Point s0 = along(s.zy, s.zxy, a, e), s1 = along(s.zy, s.zxy, c, d);
  const Point value = cubic(z0.value, z1.value, s0.value, s1.value, k, w);
  const Point slope = cubic(z0.slope, z1.slope, s0.slope, s1.slope, k, w);
  p.value = value.value;
  p.slope1 = slope.value;
  p.slope2 = value.slope;
  p.bend11 = cubic(z0.bend, z1.bend, s0.bend, s1.bend, k, w).value;
  p.bend12 = slope.slope;
  p.bend22 = value.bend;
  return p;
}

// tableSurfaceAt
LaneTables::SurfacePoint LaneTables::surface(uint32_t object, const StandardTable& table, Number x,
                                             Number y, Condition& inside) {
  const Surface& of = *table.surface;
  const Surface::Parts parts = of.parts();
  const SurfaceArrays& arrays = surfaceArrays(object, parts);
  const Number low1 = code_.constant(of.minimum1()), high1 = code_.constant(of.maximum1()),
               low2 = code_.constant(of.minimum2()), high2 = code_.constant(of.maximum2());
  const Condition outside1 = (x < low1) | (x > high1), outside2 = (y < low2) | (y > high2);
  if (parts.extrapolation == Extrapolation::Periodic)
    return surfaceInside(arrays, parts, choose(outside1, wrap(x, of.minimum1(), of.maximum1()), x),
                         choose(outside2, wrap(y, of.minimum2(), of.maximum2()), y));
  if (parts.extrapolation == Extrapolation::NoExtrapolation)
    inside = inside & ~outside1 & ~outside2;
  const auto clamp = [](Number at, Number low, Number high) {
    return choose(at < low, low, choose(at > high, high, at));
  };
  const Number edge1 = clamp(x, low1, high1), edge2 = clamp(y, low2, high2);
  SurfacePoint p = surfaceInside(arrays, parts, edge1, edge2);
  const Number zero = code_.constant(0);
  const auto none = [&](Condition where, Number& each) { each = choose(where, zero, each); };
  if (parts.extrapolation == Extrapolation::HoldLastPoint ||
      parts.smoothness == Smoothness::ConstantSegments) {
    none(outside1, p.slope1);
    none(outside1, p.bend11);
    none(outside2, p.slope2);
    none(outside2, p.bend22);
    none(outside1 | outside2, p.bend12);
    return p;
  }
  // Along the tangent at the edge, with the twist; inside both distances are zero.
  const Number d1 = x - edge1, d2 = y - edge2;
  const SurfacePoint edge = p;
  p.value =
      choose(outside1 | outside2,
             p.value + (edge.slope1 * d1 + edge.slope2 * d2 + edge.bend12 * d1 * d2), p.value);
  p.slope2 = choose(outside1, p.slope2 + edge.bend12 * d1, p.slope2);
  p.slope1 = choose(outside2, p.slope1 + edge.bend12 * d2, p.slope1);
  none(outside1, p.bend11);
  none(outside2, p.bend22);
  return p;
}

// ---- questions

Number LaneTables::read(uint32_t object, TableQuestion question, std::span<const Number> numbers,
                        Condition& inside) {
  const StandardTable& table = *find(object);
  if (question == TableQuestion::NextEvent) return nextEvent(object, table, numbers[0]);
  if (question == TableQuestion::Least) return code_.constant(table.curve->minimum());
  if (question == TableQuestion::Most) return code_.constant(table.curve->maximum());
  if (table.dimension == TableDimension::Two) {
    const SurfacePoint s = surface(object, table, numbers[0], numbers[1], inside);
    if (question == TableQuestion::Value) return s.value;
    const Number d1 = numbers[2], d2 = numbers[3];
    if (question == TableQuestion::Derivative) return s.slope1 * d1 + s.slope2 * d2;
    return s.slope1 * numbers[4] + s.slope2 * numbers[5] + s.bend11 * d1 * d1 +
           code_.constant(2) * s.bend12 * d1 * d2 + s.bend22 * d2 * d2;
  }
  const bool isTime = table.dimension == TableDimension::Time;
  const Point p = isTime
                      ? atTime(object, table, numbers, inside)
                      : curve(object, table, numbers[0], numbers[1], code_.condition(true), inside);
  if (question == TableQuestion::Value) return p.value;
  const std::span<const Number> slopes = numbers.subspan(isTime ? 4 : 2);
  if (question == TableQuestion::Derivative) return p.slope * slopes[0];
  return p.slope * slopes[1] + p.bend * slopes[0] * slopes[0];
}

}  // namespace formola::lanes
