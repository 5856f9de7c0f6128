/* Writing graphs as Python code, as torch prints it. */
#ifndef REGRAFT_FORMS_PYTHON_WRITE_H
#define REGRAFT_FORMS_PYTHON_WRITE_H

#include "forms.h"

typedef struct rg_python_writing {
    rg_text *out;
    const rg_graph *graph;
    const rg_understood *understood;
    const char *indent;             /* of statements */
    const rg_node_id *dying;        /* nodes by the node that uses them last */
    const uint32_t *dying_end;      /* by node: where those it is the last to use end */
    rg_symbol stack_trace, comment; /* keys of meta; RG_NO_SYMBOL: none has them */
    const char *last_comment;       /* that was written; NULL: none */
    bool begun;                     /* the body has a line */
} rg_python_writing;

/* One statement that is no input, with its line ends (python_write_node.c). */
void rg_python_write_node(rg_python_writing *w, rg_node_id id);
/* `return x` of the output. */
void rg_python_write_return(rg_python_writing *w, const rg_node *node);
/* `x: "f32[2]" = None` */
void rg_python_write_input(rg_python_writing *w, rg_node_id id);
/* `self.a.b` of "self" and "a.b"; of "a.0": `getattr(self.a, "0")`. */
void rg_write_python_path(rg_text *out, const char *base, const char *path);

#endif
