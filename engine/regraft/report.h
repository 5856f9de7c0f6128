/* Reports: errors and warnings about the input. A part of regraft.h: include that. */
#ifndef REGRAFT_API_REPORT_H
#define REGRAFT_API_REPORT_H

#include "common.h"

typedef enum regraft_severity {
    REGRAFT_NOTE = 0, /* explains the diagnostic before it */
    REGRAFT_WARNING = 1,
    REGRAFT_ERROR = 2
} regraft_severity;

typedef struct regraft_diagnostic {
    regraft_severity severity;
    const char *path;               /* file as it was named; NULL if it has no place */
    unsigned line, column;          /* from 1, columns in bytes; 0 if only the file is known */
    unsigned end_line, end_column;  /* one past the last byte */
    const char *message;            /* one line */
    const char *advice;             /* NULL, or one line: how to mend it */
    const char *pass, *rule, *node; /* names, if a run reports; NULL if there is none */
} regraft_diagnostic;

/* The diagnostics of one object, in the order in which they were made. */
typedef struct regraft_report regraft_report;

REGRAFT_API size_t regraft_report_count(const regraft_report *report);
REGRAFT_API size_t regraft_report_errors(const regraft_report *report);
REGRAFT_API size_t regraft_report_warnings(const regraft_report *report);
/* Diagnostic `index`; NULL if index is out of range. Valid until its object is used again. */
REGRAFT_API const regraft_diagnostic *regraft_report_at(const regraft_report *report, size_t index);
/* All of them as text for a terminal, each with its source line and a caret; `colour` adds ANSI
 * colours. "" if there are none. Valid until the next call for the same report. */
REGRAFT_API const char *regraft_report_text(regraft_report *report, bool colour);

#endif
