// Loaded before the program under test (LD_PRELOAD): counts requests for memory and writes their
// number to the file FORMOLA_ALLOCATIONS at the end. glibc only.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

static unsigned long requests;

static void count(void) {
  __atomic_add_fetch(&requests, 1, __ATOMIC_RELAXED);
}

void* malloc(size_t n) {
  count();
  return __libc_malloc(n);
}

void* calloc(size_t n, size_t size) {
  count();
  return __libc_calloc(n, size);
}

void* realloc(void* old, size_t n) {
  count();
  return __libc_realloc(old, n);
}

void* memalign(size_t alignment, size_t n) {
  count();
  return __libc_memalign(alignment, n);
}

void* aligned_alloc(size_t alignment, size_t n) {
  return memalign(alignment, n);
}

int posix_memalign(void** result, size_t alignment, size_t n) {
  *result = memalign(alignment, n);
  return *result ? 0 : 12;
}

__attribute__((destructor)) static void report(void) {
  const unsigned long total = requests;
  const char* name = getenv("FORMOLA_ALLOCATIONS");
  FILE* file = name ? fopen(name, "w") : NULL;
  if (!file) return;
  fprintf(file, "%lu\n", total);
  fclose(file);
}
