/* regraft explain: what its parts share. */
#ifndef REGRAFT_EXPLAIN_H
#define REGRAFT_EXPLAIN_H

#include "miss.h"

typedef struct rg_rule_name {
    const char *pass, *rule; /* rule: NULL: the engine did it on its own */
} rg_rule_name;

/* A node that has the name that is asked about. A name that becomes free is given again, so several
 * nodes may have it, one after another: each is known by its number and followed by that. */
typedef struct rg_asked_node {
    const char *graph;
    size_t number;
    rg_rule_name made; /* pass: NULL: no rule made it */
    rg_rule_name gone; /* that took it out; pass: NULL: it stayed */
    rg_array applied;  /* of rg_rule_name: what was applied to it */
} rg_asked_node;

/* What became of one rule at the node. */
typedef struct rg_answer {
    const regraft_part *rule;
    rg_asked_node *node; /* the one it was tried at; NULL: none */
    bool tried;          /* it got as far as `miss`, or was applied */
    bool matched; /* its pattern fitted; nothing was told after that: an error ended the run */
    bool applied;
    rg_miss miss; /* the nearest one, where the node was visited several times */
} rg_answer;

typedef struct rg_asking {
    rg_arena *arena;
    const char *graph; /* of the node that is asked about; NULL: the first that has one */
    const char *node;  /* its name there */
    const char *only;  /* NULL: all rules */
    rg_array answers;  /* of rg_answer: by rule of the file set */
    rg_array nodes;    /* of rg_asked_node *, in the order they got the name */
    const regraft_rules *rules;
    bool visited; /* a rule was tried or refused at the first of the nodes */
} rg_asking;

/* Follows a run (explain_watch.c); `asking` must stay where it is. */
regraft_observer rg_watch_node(rg_asking *asking);

#endif
