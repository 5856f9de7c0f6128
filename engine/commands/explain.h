/* regraft explain: declarations for its two files. */
#ifndef REGRAFT_EXPLAIN_H
#define REGRAFT_EXPLAIN_H

#include "miss.h"

typedef struct rg_rule_name {
    const char *pass, *rule; /* rule: NULL: the engine itself */
} rg_rule_name;

/* A node with the name to explain. A name that becomes free is used again, so several nodes may
 * have it, one after the other; the number identifies a node. */
typedef struct rg_asked_node {
    const char *graph;
    size_t number;
    rg_rule_name made; /* pass: NULL: no rule made it */
    rg_rule_name gone; /* the rule that removed it; pass: NULL: none did */
    rg_array applied;  /* of rg_rule_name: the rules applied to it */
} rg_asked_node;

/* What one rule did at the node. */
typedef struct rg_rule_answer {
    const regraft_part *rule;
    rg_asked_node *node; /* at which it was tried; NULL: none */
    bool tried;          /* it got as far as `miss`, or was applied */
    bool matched;        /* its pattern matched; if no event followed, an error ended the run */
    bool applied;
    rg_miss miss; /* the nearest one, if the node was visited several times */
} rg_rule_answer;

typedef struct rg_asking {
    rg_arena *arena;
    const char *graph; /* of the node to explain; NULL: the first one that has it */
    const char *node;  /* its name there */
    const char *only;  /* NULL: all rules */
    rg_array answers;  /* of rg_rule_answer: by rule of the file set */
    rg_array nodes;    /* of rg_asked_node *, in the order in which they got the name */
    const regraft_rules *rules;
    bool visited; /* a rule was tried or refused at the first of the nodes */
} rg_asking;

/* An observer that fills `asking`, which must not move (explain_watch.c). */
regraft_observer rg_watch_node(rg_asking *asking);

#endif
