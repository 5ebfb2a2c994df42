// Loops compiled for more than one machine.
#pragma once

// In front of a function: compiled for AVX2 and for the base machine, chosen when the program is
// loaded. No fused operations, so that values do not depend on the machine. Sanitizers and this
// choice do not go together, since it runs before they do.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FORMOLA_FOR_EACH_MACHINE __attribute__((target_clones("avx2", "default")))
#else
#define FORMOLA_FOR_EACH_MACHINE
#endif

// In front of a part of such a function: it becomes part of each of them.
#if defined(__GNUC__)
#define FORMOLA_INTO_EACH_MACHINE __attribute__((always_inline)) inline
#else
#define FORMOLA_INTO_EACH_MACHINE inline
#endif
