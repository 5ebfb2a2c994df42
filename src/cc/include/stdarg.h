/* <stdarg.h> of C99 (7.15) by what the compiler knows itself. */
#ifndef FORMOLA_STDARG_H
#define FORMOLA_STDARG_H

typedef __builtin_va_list va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_end(list) __builtin_va_end(list)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)

#endif
