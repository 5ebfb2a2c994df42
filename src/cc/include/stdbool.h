/* <stdbool.h> of C99 (7.16). */
#ifndef FORMOLA_STDBOOL_H
#define FORMOLA_STDBOOL_H

#define bool _Bool
#define true 1
#define false 0

#endif
