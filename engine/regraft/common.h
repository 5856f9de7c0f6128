/* Declarations that all parts of the interface use. A part of regraft.h: include that. */
#ifndef REGRAFT_API_COMMON_H
#define REGRAFT_API_COMMON_H

#include <stdbool.h>
#include <stddef.h>

#define REGRAFT_VERSION "0.1.0"

#if defined(__GNUC__)
#define REGRAFT_API __attribute__((visibility("default")))
#else
#define REGRAFT_API
#endif

/* The version of the library; REGRAFT_VERSION is the version of this header. */
REGRAFT_API const char *regraft_version(void);

typedef enum regraft_status {
    REGRAFT_OK = 0,
    REGRAFT_INVALID = 1, /* the input is wrong; see the report */
    REGRAFT_NO_MEMORY = 2
} regraft_status;

/* A range of a rule file. */
typedef struct regraft_place {
    const char *path;
    unsigned line, column, end_line, end_column; /* as in regraft_diagnostic */
} regraft_place;

#endif
