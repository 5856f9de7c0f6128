/* The functions and variables that expressions may use, one line each: what the checker knows of
 * them. engine/eval/builtins/ give their meaning; the page "Expressions and functions" of the
 * manual (grammar/manual/reference/expressions.md) describes them. */
#ifndef REGRAFT_BUILTINS_H
#define REGRAFT_BUILTINS_H

/* X(name, fewest arguments, most arguments, what it reads) */
#define RG_BUILTIN_FUNCTIONS(X)                                                                    \
    X(len, 1, 1, VALUES)       /* of a str, tuple, list or dict */                                 \
    X(items, 1, 1, VALUES)     /* dict -> list of (key, value) */                                  \
    X(enumerate, 1, 1, VALUES) /* list -> list of (index, item) */                                 \
    X(range, 1, 3, VALUES)                                                                         \
    X(zip, 2, 2, VALUES)                                                                           \
    X(min, 1, 8, VALUES)                                                                           \
    X(max, 1, 8, VALUES)                                                                           \
    X(sum, 1, 1, VALUES)                                                                           \
    X(any, 1, 1, VALUES)                                                                           \
    X(all, 1, 1, VALUES)                                                                           \
    X(list, 1, 1, VALUES)                                                                          \
    X(tuple, 1, 1, VALUES)                                                                         \
    X(slice, 1, 3, VALUES)        /* a slice value */                                              \
    X(ceildiv, 2, 2, VALUES)      /* integer division, rounded up */                               \
    X(refuse, 1, 1, VALUES)       /* stops the run with this text as the reason */                 \
    X(json, 1, 1, MORE)           /* canonical JSON text: sorted keys, no blanks */                \
    X(base64, 1, 1, VALUES)       /* of a str's bytes */                                           \
    X(device, 2, 2, VALUES)       /* device(type, index or None): a torch.device value */          \
    X(device_type, 1, 1, VALUES)  /* "cuda" of "cuda:1", as a str */                               \
    X(device_index, 1, 1, VALUES) /* 1 of "cuda:1", else None */                                   \
    X(is_node, 1, 1, VALUES)                                                                       \
    X(is_tensor, 1, 1,                                                                             \
      TYPE) /* a node whose value may be a tensor: not known to be another thing */                \
    X(known, 1, 1,                                                                                 \
      TYPE) /* a tensor of which every size is a known number; a comparison that has an answer */  \
    X(shape, 1, 1, TYPE) /* list of dims; an error where the metadata is missing */                \
    X(stride, 1, 1, TYPE)                                                                          \
    X(offset, 1, 1, TYPE)      /* storage offset, in elements */                                   \
    X(has_strides, 1, 1, TYPE) /* a node whose strides and offset are known */                     \
    X(rank, 1, 1, TYPE)                                                                            \
    X(dtype, 1, 1, TYPE)     /* torch.float32, a dtype value; an error where it is missing */      \
    X(device_of, 1, 1, TYPE) /* device of a tensor as a str, "cuda:0"; None where it is missing */ \
    X(has_dtype, 1, 1, TYPE)                                                                       \
    X(expression, 1, 1, TYPE) /* of a node that is a symbolic number: its text, "s77 + 1" */       \
    X(users, 1, 1, MORE)      /* how many distinct nodes use the value */                          \
    X(name, 1, 1, MORE)       /* of a node */                                                      \
    X(first_name, 1, 1,                                                                            \
      MORE)              /* name of the node that first held the tensor that is now in this one */ \
    X(index, 1, 1, MORE) /* position of a placeholder among the placeholders */                    \
    X(is_placeholder, 1, 1, CALL)                                                                  \
    X(is_get_attr, 1, 1, CALL)                                                                     \
    X(root, 1, 1, MORE)   /* the node whose storage the value is in; None for other values */      \
    X(base, 1, 1, MORE)   /* the tensor of all the memory that the value is in, as it is now */    \
    X(writes, 1, 1, CALL) /* the nodes that a call writes, by its schema */                        \
    X(conflict, 2, 2,                                                                              \
      MORE) /* an argument whose memory a call reads or writes beside writing it; None */          \
    X(region_clashes, 3, 3,                                                                        \
      MORE)                 /* whether a value shares memory with b[index] but is not that */      \
    X(overlaps, 2, 2, MORE) /* whether two values may have a place of memory in common */          \
    X(written, 1, 1, MORE)  /* whether anything in the graph writes the storage of a value */      \
    X(same_elements, 2, 2,                                                                         \
      MORE) /* whether a holds b's elements, in b's shape and order, in b's memory */              \
    X(returned_at, 1, 1,                                                                           \
      MORE)                /* index of the first output that same_elements(output, x), or None */  \
    X(arg, 2, 2, CALL)     /* an argument of a call by its schema name, or None */                 \
    X(is_op, 1, 1, VALUES) /* whether the tables declare the operator "ns::base" */                \
    X(op_name, 1, 1, CALL) /* "aten::add_" of a call, or None */                                   \
    X(has_tag, 2, 2, CALL) /* whether a call's operator, or its functional form, has a tag */      \
    X(arguments, 1, 1, CALL) /* (name, value) of each parameter of a call's schema */              \
    X(functional, 1, 2,                                                                            \
      MORE) /* the call again as an operator that writes nothing, spelled alike; with keywords */  \
    X(functional_takes, 2, 2, CALL) /* whether that one has a parameter of this name */            \
    X(functional_is_tuple, 1, 1,                                                                   \
      CALL)                 /* whether that one returns several tensors, or a list of them */      \
    X(is_tuple, 1, 1, CALL) /* whether the call returns several tensors, or a list of them */      \
    X(has_functional, 1, 1, CALL) /* whether there is one */

/* X(name): lists of the graph */
#define RG_BUILTIN_VARIABLES(X)                                                                    \
    X(outputs) /* elements of the output tuple; a single output is a list of one */                \
    X(placeholders)                                                                                \
    X(get_attrs)

#endif
