/* The part of the C library's <stdlib.h> that generated code uses (C99, 7.20). */
#ifndef FORMOLA_STDLIB_H
#define FORMOLA_STDLIB_H

#include <stddef.h>

int abs(int);
void* calloc(size_t, size_t);
void free(void*);
long labs(long);
void* malloc(size_t);
void qsort(void*, size_t, size_t, int (*)(const void*, const void*));
void* realloc(void*, size_t);
double strtod(const char*, char**);
long strtol(const char*, char**, int);

#endif
