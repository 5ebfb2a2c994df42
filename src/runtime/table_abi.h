/* The C interface to interpolation tables (tables.h), for generated code and external functions.
 *
 * Tables are made in evalParameters, kept as external objects and freed in destroyExternalObjects.
 * `smoothness` and `extrapolation` are the numbers of Modelica.Blocks.Types; columns count from 0
 * without the abscissa. Evaluation does not allocate; it returns FML_RETRY where the argument is
 * outside of a table that must not be extrapolated, and leaves the result alone. */
#ifndef FORMOLA_RUNTIME_TABLE_ABI_H
#define FORMOLA_RUNTIME_TABLE_ABI_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/model_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct FmlCurve FmlCurve;
typedef struct FmlSurface FmlSurface;

/* Row-major; NULL and a text in error[0 .. errorSize) when the table is wrong. */
FmlCurve* fml_curve_create(const double* table, size_t rows, size_t columns, int32_t smoothness,
                           int32_t extrapolation, char* error, size_t errorSize);
void fml_curve_destroy(FmlCurve* curve);
double fml_curve_minimum(const FmlCurve* curve);
double fml_curve_maximum(const FmlCurve* curve);
/* The next jump or kink after x, +infinity if none: the time events of a time table. */
double fml_curve_next_break(const FmlCurve* curve, double x, int32_t jumpsOnly);
/* fromRight: the value after a jump at x (in events and after them), otherwise before it. */
FmlStatus fml_curve_value(const FmlCurve* curve, int32_t column, double x, int32_t fromRight,
                          double* result);
/* First and second total derivative along x(t): f' x', and f' x'' + f'' x'^2. */
FmlStatus fml_curve_derivative(const FmlCurve* curve, int32_t column, double x, int32_t fromRight,
                               double dx, double* result);
FmlStatus fml_curve_derivative2(const FmlCurve* curve, int32_t column, double x, int32_t fromRight,
                                double dx, double ddx, double* result);

FmlSurface* fml_surface_create(const double* table, size_t rows, size_t columns, int32_t smoothness,
                               int32_t extrapolation, char* error, size_t errorSize);
void fml_surface_destroy(FmlSurface* surface);
FmlStatus fml_surface_value(const FmlSurface* surface, double x, double y, double* result);
FmlStatus fml_surface_derivative(const FmlSurface* surface, double x, double y, double dx,
                                 double dy, double* result);
FmlStatus fml_surface_derivative2(const FmlSurface* surface, double x, double y, double dx,
                                  double dy, double ddx, double ddy, double* result);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif
