/* PCRE2 in one place: patterns that must match a whole text, compiled with JIT, with limits. */
#ifndef REGRAFT_REGEX_H
#define REGRAFT_REGEX_H

#include "base.h"

/* Backtracking steps one match may take: far more than a readable pattern needs on a target name,
 * and a fraction of a second when a pattern is exponential. */
#define RG_REGEX_MATCH_LIMIT 200000
#define RG_REGEX_MAX_GROUPS 32 /* named and unnamed */

typedef struct rg_regex rg_regex;

/* Compiles `text`; it lives as long as the arena. NULL: it is no regex; message (PCRE2's) in the
 * arena and the byte offset within `text`. */
rg_regex *rg_regex_new(rg_arena *arena, const char *text, size_t length, const char **message,
                       size_t *offset);
/* Another one, which matches a text when any part of it matches this one; NULL: it cannot be. */
rg_regex *rg_regex_loosened(rg_arena *arena, const rg_regex *regex);
size_t rg_regex_group_count(const rg_regex *regex); /* named groups */
const char *rg_regex_group_name(const rg_regex *regex, size_t i);

typedef struct rg_regex_group {
    size_t begin,
        end; /* bytes of the subject; equal and SIZE_MAX when the group did not take part */
} rg_regex_group;

/* RG_REGEX_LIMIT: it could not be told, which is neither yes nor no. */
typedef enum rg_regex_result { RG_REGEX_NO, RG_REGEX_YES, RG_REGEX_LIMIT } rg_regex_result;

/* Whether the whole subject matches; fills groups[i] for named group i (room for group_count). May
 * be called by several threads at once, each with its arena, through which a lack of memory fails.
 */
rg_regex_result rg_regex_match(rg_arena *arena, const rg_regex *regex, const char *subject,
                               size_t length, rg_regex_group *groups);
/* Of RG_REGEX_LIMIT: a message that names the regex, the subject and the limit. */
const char *rg_regex_excuse(rg_arena *arena, const rg_regex *regex, const char *subject);

#endif
