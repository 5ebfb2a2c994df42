#include "runtime/table_abi.h"

#include <cstring>
#include <new>

#include "runtime/tables.h"

using formola::runtime::Curve;
using formola::runtime::CurveValue;
using formola::runtime::Extrapolation;
using formola::runtime::Side;
using formola::runtime::Smoothness;
using formola::runtime::Surface;
using formola::runtime::SurfaceValue;

struct FmlCurve {
  Curve curve;
};
struct FmlSurface {
  Surface surface;
};

namespace {

void report(const std::string& text, char* error, size_t errorSize) {
  if (error == nullptr || errorSize == 0) return;
  const size_t length = std::min(text.size(), errorSize - 1);
  std::memcpy(error, text.data(), length);
  error[length] = '\0';
}

// Handle from Curve or Surface; nothing is thrown into generated code.
template <typename Handle, typename Table>
Handle* create(const double* table, size_t rows, size_t columns, int32_t smoothness,
               int32_t extrapolation, char* error, size_t errorSize) {
  if (smoothness < 1 || smoothness > 6 || extrapolation < 1 || extrapolation > 4) {
    report("unknown smoothness or extrapolation", error, errorSize);
    return nullptr;
  }
  try {
    std::string text;
    auto made =
        Table::make({table, rows * columns}, rows, columns, static_cast<Smoothness>(smoothness),
                    static_cast<Extrapolation>(extrapolation), text);
    if (made) return new Handle{std::move(*made)};
    report(text, error, errorSize);
  } catch (const std::bad_alloc&) {
    report("out of memory", error, errorSize);
  }
  return nullptr;
}

bool evaluate(const FmlCurve* curve, int32_t column, double x, int32_t fromRight,
              CurveValue& value) {
  return curve->curve.evaluate(static_cast<size_t>(column), x,
                               fromRight != 0 ? Side::Right : Side::Left, value);
}

}  // namespace

extern "C" {

FmlCurve* fml_curve_create(const double* table, size_t rows, size_t columns, int32_t smoothness,
                           int32_t extrapolation, char* error, size_t errorSize) {
  return create<FmlCurve, Curve>(table, rows, columns, smoothness, extrapolation, error, errorSize);
}

void fml_curve_destroy(FmlCurve* curve) {
  delete curve;
}
double fml_curve_minimum(const FmlCurve* curve) {
  return curve->curve.minimum();
}
double fml_curve_maximum(const FmlCurve* curve) {
  return curve->curve.maximum();
}

double fml_curve_next_break(const FmlCurve* curve, double x, int32_t jumpsOnly) {
  return curve->curve.nextBreak(x, jumpsOnly != 0);
}

FmlStatus fml_curve_value(const FmlCurve* curve, int32_t column, double x, int32_t fromRight,
                          double* result) {
  CurveValue value;
  if (!evaluate(curve, column, x, fromRight, value)) return FML_RETRY;
  *result = value.value;
  return FML_OK;
}

FmlStatus fml_curve_derivative(const FmlCurve* curve, int32_t column, double x, int32_t fromRight,
                               double dx, double* result) {
  CurveValue value;
  if (!evaluate(curve, column, x, fromRight, value)) return FML_RETRY;
  *result = value.slope * dx;
  return FML_OK;
}

FmlStatus fml_curve_derivative2(const FmlCurve* curve, int32_t column, double x, int32_t fromRight,
                                double dx, double ddx, double* result) {
  CurveValue value;
  if (!evaluate(curve, column, x, fromRight, value)) return FML_RETRY;
  *result = value.slope * ddx + value.curvature * dx * dx;
  return FML_OK;
}

FmlSurface* fml_surface_create(const double* table, size_t rows, size_t columns, int32_t smoothness,
                               int32_t extrapolation, char* error, size_t errorSize) {
  return create<FmlSurface, Surface>(table, rows, columns, smoothness, extrapolation, error,
                                     errorSize);
}

void fml_surface_destroy(FmlSurface* surface) {
  delete surface;
}

FmlStatus fml_surface_value(const FmlSurface* surface, double x, double y, double* result) {
  SurfaceValue value;
  if (!surface->surface.evaluate(x, y, value)) return FML_RETRY;
  *result = value.value;
  return FML_OK;
}

FmlStatus fml_surface_derivative(const FmlSurface* surface, double x, double y, double dx,
                                 double dy, double* result) {
  SurfaceValue value;
  if (!surface->surface.evaluate(x, y, value)) return FML_RETRY;
  *result = value.slope1 * dx + value.slope2 * dy;
  return FML_OK;
}

FmlStatus fml_surface_derivative2(const FmlSurface* surface, double x, double y, double dx,
                                  double dy, double ddx, double ddy, double* result) {
  SurfaceValue value;
  if (!surface->surface.evaluate(x, y, value)) return FML_RETRY;
  *result = value.slope1 * ddx + value.slope2 * ddy + value.curvature11 * dx * dx +
            2 * value.curvature12 * dx * dy + value.curvature22 * dy * dy;
  return FML_OK;
}

}  // extern "C"
