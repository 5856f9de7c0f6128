/* Mutants: weakened rules that tests should notice. */
#ifndef REGRAFT_MUTANTS_H
#define REGRAFT_MUTANTS_H

#include "../../rules/ruleset.h"
#include "../commands.h"

/* A range of the file, and its new text. */
typedef struct rg_edit {
    size_t begin, end; /* bytes */
    const char *text;
} rg_edit;

typedef struct rg_mutant {
    const char *path;
    unsigned line, column;
    const char *where; /* the rule or function */
    const char *what;  /* "drop the guard `users(h) == 1`" */
    rg_edit edits[2];
    size_t edit_count;
} rg_mutant;

/* Appends the mutants of a file, in the order of its text. False, without a message, if the file
 * cannot be read. */
bool rg_make_mutants(rg_arena *arena, const char *path, rg_array *mutants);
/* The file's text with the edits; *length is set. */
const char *rg_mutated_text(rg_arena *arena, const rg_source *source, const rg_mutant *mutant,
                            size_t *length);

#endif
