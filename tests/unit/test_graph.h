/* What the tests of graphs share. */
#ifndef REGRAFT_TEST_GRAPH_H
#define REGRAFT_TEST_GRAPH_H

#include "../../engine/graph/name.h"
#include "../../engine/graph_text/graph_text.h"

#include <CUnit/Basic.h>

/* Of the test that runs. */
extern rg_arena *arena;
extern rg_diagnostics diagnostics;
extern rg_module *module;
extern rg_graph *graph;

/* An arena and diagnostics of its own for each test. */
void set_up(void);
void tear_down(void);
/* Reads a text; the module is also NULL when there was an error. */
rg_module *read_bytes(const char *path, const char *text, size_t length);
/* The same for a text without errors. */
void read_text(const char *text);
/* All diagnostics, rendered. */
const char *messages(void);
void expect_message(const char *words);
/* The module as text. */
const char *written(bool reprint);
void expect_text(const char *text, const char *expected);
/* Nodes of the first graph by name. */
rg_node_id find(const char *name);
rg_node *node_of(const char *name);
/* A new node of the first graph before `before`, with a name like that wanted. */
rg_node_id add_node(rg_node_id before, rg_opcode opcode, rg_symbol target, rg_value args,
                    rg_value kwargs, const char *wanted);
/* Values. */
rg_value str(const char *text);
rg_value tuple(size_t count, const rg_value *items);
/* As it prints in args. */
const char *printed(rg_value v);

/* Tests of reading and writing, see test_graph_text.c. */
void rg_add_graph_text_tests(CU_pSuite suite);

#endif
