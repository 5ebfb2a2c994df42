/* The part of the C library's <stdio.h> that generated code uses (C99, 7.19). */
#ifndef FORMOLA_STDIO_H
#define FORMOLA_STDIO_H

#include <stdarg.h>
#include <stddef.h>

typedef struct FORMOLA_FILE FILE;
#define EOF (-1)
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

int fclose(FILE*);
int fflush(FILE*);
int fputc(int, FILE*);
int fputs(const char*, FILE*);
FILE* fopen(const char*, const char*);
size_t fread(void*, size_t, size_t, FILE*);
int fseek(FILE*, long, int);
long ftell(FILE*);
size_t fwrite(const void*, size_t, size_t, FILE*);

#ifdef _WIN32
/* The library of Windows has its streams behind a function, and all formatted output in two, whose
   first argument asks for the behaviour of C99. */
FILE* __acrt_iob_func(unsigned);
int __stdio_common_vfprintf(unsigned __INT64_TYPE__, FILE*, const char*, void*, va_list);
int __stdio_common_vsprintf(unsigned __INT64_TYPE__, char*, size_t, const char*, void*, va_list);
#define stdout __acrt_iob_func(1)
#define stderr __acrt_iob_func(2)

static __inline int vfprintf(FILE* file, const char* format, va_list list) {
  return __stdio_common_vfprintf(0, file, format, NULL, list);
}
static __inline int vsnprintf(char* text, size_t size, const char* format, va_list list) {
  return __stdio_common_vsprintf(2, text, size, format, NULL, list);
}
static __inline int fprintf(FILE* file, const char* format, ...) {
  int count;
  va_list list;
  va_start(list, format);
  count = vfprintf(file, format, list);
  va_end(list);
  return count;
}
static __inline int snprintf(char* text, size_t size, const char* format, ...) {
  int count;
  va_list list;
  va_start(list, format);
  count = vsnprintf(text, size, format, list);
  va_end(list);
  return count;
}
#else
extern FILE* stdout;
extern FILE* stderr;
int fprintf(FILE*, const char*, ...);
int snprintf(char*, size_t, const char*, ...);
int vfprintf(FILE*, const char*, va_list);
int vsnprintf(char*, size_t, const char*, va_list);
#endif

#endif
