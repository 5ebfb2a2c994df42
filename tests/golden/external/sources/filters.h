#include <stddef.h>
void ModelicaError(const char* text);
void ModelicaFormatError(const char* format, ...);
char* ModelicaAllocateString(size_t length);

static double half(double x) {
  return x / 2;
}
