/* Writing Python code: statements. */
#include "python_write.h"

#include "../graph_text/print.h"

static const char *text_of(const rg_python_writing *w, rg_symbol symbol) {
    return rg_symbol_text(w->graph->module->symbols, symbol);
}

static void puts_name(rg_python_writing *w, rg_node_id id) {
    rg_text_puts(w->out, rg_node_name(w->graph, id));
}

static void write_annotation(rg_python_writing *w, const rg_node *node, rg_node_id id) {
    rg_symbol type = rg_extra_of(w->graph, id)->type;
    if (node->annotation)
        rg_text_printf(w->out, ": \"%s\"", text_of(w, node->annotation));
    else if (type)
        rg_text_printf(w->out, " : %s", text_of(w, type));
}

static void write_value(rg_python_writing *w, rg_value v) {
    rg_print_repr(w->out, w->graph, v);
}

/* ---- names */

static bool is_identifier(const char *text, size_t length) {
    if (length == 0 || (*text >= '0' && *text <= '9'))
        return false;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i], lower = c | 0x20;
        if (!((c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'z') || c == '_' || c >= 0x80))
            return false;
    }
    return true;
}

void rg_write_python_path(rg_text *out, const char *base, const char *path) {
    rg_text tail = rg_text_new(out->arena);
    size_t wrapped = 0;
    for (const char *part = path; *part;) {
        size_t length = strcspn(part, ".");
        if (is_identifier(part, length)) {
            rg_text_printf(&tail, ".%.*s", (int)length, part);
        } else {
            rg_text_printf(&tail, ", \"%.*s\")", (int)length, part);
            wrapped++;
        }
        part += length + (part[length] == '.');
    }
    while (wrapped-- > 0)
        rg_text_puts(out, "getattr(");
    rg_text_puts(out, base);
    rg_text_puts(out, rg_text_string(&tail));
}

/* A function that is not of torch is called by its mangled name. */
static void write_function(rg_python_writing *w, const char *target) {
    static const char builtins[] = "builtins.";
    if (strncmp(target, builtins, strlen(builtins)) == 0) {
        rg_text_puts(w->out, target + strlen(builtins));
    } else if (strncmp(target, "torch.", 6) == 0) {
        rg_text_puts(w->out, target);
    } else {
        if (strncmp(target, "_operator.", 10) == 0)
            target++;
        for (; *target; target++)
            rg_text_putc(w->out, *target == '.' ? '_' : *target);
    }
}

/* ---- calls */

/* An overload that a higher-order operator is given. The name of the value is that of node lists,
 * which leave `torch.ops` out: see rg_constant_name(). */
static bool is_overload(const rg_python_writing *w, const rg_node *node, rg_value v) {
    static const char higher_order[] = "torch.ops.higher_order.";
    if (rg_value_kind(v) != RG_CONST ||
        strncmp(text_of(w, node->target), higher_order, sizeof higher_order - 1) != 0)
        return false;
    const char *name = rg_value_text(w->graph->module, v), *dot = strchr(name, '.');
    const char *overload = dot ? strchr(dot + 1, '.') : NULL;
    return overload && !strchr(overload + 1, '.') && strncmp(name, "torch.", 6) != 0;
}

static void write_arguments(rg_python_writing *w, const rg_node *node, uint32_t first) {
    const rg_module *module = w->graph->module;
    const char *separator = "";
    rg_text_putc(w->out, '(');
    for (uint32_t i = first; i < rg_value_count(node->args); i++) {
        rg_value argument = rg_item(module, node->args, i);
        rg_text_puts(w->out, separator);
        rg_text_puts(w->out, is_overload(w, node, argument) ? "torch.ops." : "");
        write_value(w, argument);
        separator = ", ";
    }
    for (uint32_t i = 0; i < rg_value_count(node->kwargs); i += 2) {
        rg_text_puts(w->out, separator);
        rg_text_puts(w->out, rg_value_text(module, rg_item(module, node->kwargs, i)));
        rg_text_puts(w->out, " = ");
        write_value(w, rg_item(module, node->kwargs, i + 1));
        separator = ", ";
    }
    rg_text_putc(w->out, ')');
}

typedef struct operator_sign {
    const char *name, *sign;
} operator_sign;

static const operator_sign binary[] = {
    {"add", "+"}, {"sub", "-"},     {"mul", "*"},     {"truediv", "/"}, {"floordiv", "//"},
    {"mod", "%"}, {"pow", "**"},    {"matmul", "@"},  {"and_", "&"},    {"or_", "|"},
    {"xor", "^"}, {"lshift", "<<"}, {"rshift", ">>"}, {"eq", "=="},     {"ne", "!="},
    {"lt", "<"},  {"le", "<="},     {"gt", ">"},      {"ge", ">="}};
static const operator_sign in_place[] = {
    {"iadd", "+="}, {"isub", "-="},     {"imul", "*="},    {"itruediv", "/="}, {"ifloordiv", "//="},
    {"imod", "%="}, {"ipow", "**="},    {"imatmul", "@="}, {"iand", "&="},     {"ior", "|="},
    {"ixor", "^="}, {"ilshift", "<<="}, {"irshift", ">>="}};
static const operator_sign unary[] = {{"neg", "-"}, {"pos", "+"}, {"invert", "~"}};

static const char *find_sign(const operator_sign *signs, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(signs[i].name, name) == 0)
            return signs[i].sign;
    return NULL;
}

static void write_head(rg_python_writing *w, const rg_node *node, rg_node_id id) {
    puts_name(w, id);
    write_annotation(w, node, id);
    rg_text_puts(w->out, " = ");
}

static void write_item(rg_python_writing *w, const rg_node *node) {
    const rg_module *module = w->graph->module;
    write_value(w, rg_item(module, node->args, 0));
    rg_text_putc(w->out, '[');
    write_value(w, rg_item(module, node->args, 1));
    rg_text_putc(w->out, ']');
}

/* `x += y;  iadd = x` */
static void write_in_place(rg_python_writing *w, const rg_node *node, rg_node_id id,
                           const char *operator) {
    const rg_module *module = w->graph->module;
    if (operator) {
        write_value(w, rg_item(module, node->args, 0));
        rg_text_printf(w->out, " %s ", operator);
        write_value(w, rg_item(module, node->args, 1));
    } else {
        write_item(w, node);
        rg_text_puts(w->out, " = ");
        write_value(w, rg_item(module, node->args, 2));
    }
    rg_text_puts(w->out, ";  ");
    write_head(w, node, id);
    write_value(w, rg_item(module, node->args, 0));
}

/* The function of operator by its sign; false: it has none, or other arguments than that takes. */
static bool write_operator(rg_python_writing *w, const rg_node *node, rg_node_id id,
                           const char *name) {
    const rg_module *module = w->graph->module;
    uint32_t count = rg_value_count(node->args);
    const char *found = find_sign(in_place, RG_COUNT_OF(in_place), name);
    if (rg_value_count(node->kwargs) > 0 || rg_value_kind(node->args) == RG_OPAQUE)
        return false;
    bool of_node = count > 0 && rg_value_kind(rg_item(module, node->args, 0)) == RG_NODE;
    bool sets = strcmp(name, "setitem") == 0 && count == 3;
    if (of_node && ((found && count == 2) || sets)) {
        write_in_place(w, node, id, found);
        return true;
    }
    if (of_node && strcmp(name, "getitem") == 0 && count == 2) {
        write_head(w, node, id);
        write_item(w, node);
        return true;
    }
    const char *sign = find_sign(binary, RG_COUNT_OF(binary), name);
    const char *before = find_sign(unary, RG_COUNT_OF(unary), name);
    if (!(sign && count == 2) && !(before && count == 1))
        return false;
    write_head(w, node, id);
    if (before)
        rg_text_puts(w->out, before);
    write_value(w, rg_item(module, node->args, 0));
    if (sign) {
        rg_text_printf(w->out, " %s ", sign);
        write_value(w, rg_item(module, node->args, 1));
    }
    return true;
}

/* `x.shape` for getattr(x, 'shape') */
static bool write_getattr(rg_python_writing *w, const rg_node *node, rg_node_id id) {
    const rg_module *module = w->graph->module;
    if (rg_value_kind(node->args) == RG_OPAQUE || rg_value_count(node->args) != 2 ||
        rg_value_count(node->kwargs) > 0)
        return false;
    rg_value of = rg_item(module, node->args, 0), name = rg_item(module, node->args, 1);
    bool text = rg_value_kind(name) == RG_STR || rg_value_kind(name) == RG_ATOM;
    if (rg_value_kind(of) != RG_NODE || !text ||
        !is_identifier(rg_value_text(module, name), strlen(rg_value_text(module, name))))
        return false;
    write_head(w, node, id);
    write_value(w, of);
    rg_text_printf(w->out, ".%s", rg_value_text(module, name));
    return true;
}

static void write_call_of_function(rg_python_writing *w, const rg_node *node, rg_node_id id) {
    const char *target = rg_node_target(w->graph, id);
    const char *sign = strncmp(target, "operator.", 9) == 0     ? target + 9
                       : strncmp(target, "_operator.", 10) == 0 ? target + 10
                                                                : NULL;
    if (sign && write_operator(w, node, id, sign))
        return;
    if (strcmp(target, "builtins.getattr") == 0 && write_getattr(w, node, id))
        return;
    write_head(w, node, id);
    write_function(w, target);
    write_arguments(w, node, 0);
}

void rg_python_write_return(rg_python_writing *w, const rg_node *node) {
    rg_text_puts(w->out, w->indent);
    rg_text_puts(w->out, "return ");
    if (rg_value_kind(node->args) == RG_OPAQUE)
        write_value(w, node->args);
    else
        write_value(w, rg_item(w->graph->module, node->args, 0));
}

static void write_statement(rg_python_writing *w, const rg_node *node, rg_node_id id) {
    switch ((rg_opcode)node->opcode) {
    case RG_CALL_FUNCTION:
        write_call_of_function(w, node, id);
        break;
    case RG_CALL_METHOD:
        write_head(w, node, id);
        if (rg_value_count(node->args) > 0)
            write_value(w, rg_item(w->graph->module, node->args, 0));
        rg_text_printf(w->out, ".%s", rg_node_target(w->graph, id));
        write_arguments(w, node, 1);
        break;
    case RG_GET_ATTR:
        write_head(w, node, id);
        rg_write_python_path(w->out, "self", rg_node_target(w->graph, id));
        break;
    case RG_CALL_MODULE:
        write_head(w, node, id);
        rg_write_python_path(w->out, "self", rg_node_target(w->graph, id));
        write_arguments(w, node, 0);
        break;
    case RG_PLACEHOLDER:
    case RG_OUTPUT:
        break;
    }
}

/* `;  a = b = None` for the values that nothing uses later, and the node itself if nothing does. */
static void write_dying(rg_python_writing *w, rg_node_id id) {
    const char *separator = ";  ";
    for (uint32_t i = id ? w->dying_end[id - 1] : 0; i < w->dying_end[id]; i++) {
        rg_text_puts(w->out, separator);
        puts_name(w, w->dying[i]);
        separator = " = ";
    }
    if (*separator == ' ')
        rg_text_puts(w->out, " = None");
}

/* ---- comments */

static const char *meta_text(const rg_python_writing *w, rg_node_id id, rg_symbol key) {
    rg_value meta = rg_extra_of(w->graph, id)->meta;
    if (key == RG_NO_SYMBOL || rg_value_kind(meta) != RG_DICT)
        return NULL;
    for (uint32_t i = 0; i + 1 < rg_value_count(meta); i += 2) {
        rg_value name = rg_item(w->graph->module, meta, i);
        rg_value value = rg_item(w->graph->module, meta, i + 1);
        if (name.data == key && rg_value_kind(value) == RG_STR)
            return rg_value_text(w->graph->module, value);
    }
    return NULL;
}

/* The comment of a stack trace: that of its innermost frame, which stands last. False: it has no
 * frame. */
static bool write_frame(rg_python_writing *w, const char *trace) {
    static const char head[] = "File \"", middle[] = "\", line ";
    const char *frame = NULL, *end = trace + strlen(trace);
    for (const char *at = trace; (at = rg_find_text(at, end, head)); at++)
        frame = at + strlen(head);
    const char *line = frame ? rg_find_text(frame, end, middle) : NULL;
    if (!line)
        return false;
    const char *number = line + strlen(middle);
    size_t digits = strspn(number, "0123456789");
    const char *rest = number + digits, *code = memchr(rest, '\n', (size_t)(end - rest));
    const char *stop = code ? code : end;
    rg_text_printf(w->out, "# File: %.*s:%.*s", (int)(line - frame), frame, (int)digits, number);
    if (strncmp(rest, ", in ", 5) == 0)
        rg_text_printf(w->out, " in %.*s", (int)(stop - rest) - 5, rest + 5);
    if (code)
        code += 1 + strspn(code + 1, " ");
    const char *code_end = code ? memchr(code, '\n', (size_t)(end - code)) : NULL;
    rg_text_printf(w->out, ", code: %.*s", code ? (int)((code_end ? code_end : end) - code) : 0,
                   code ? code : "");
    return true;
}

/* A comment stands before the first of the nodes that it speaks of. */
static void write_comment(rg_python_writing *w, rg_node_id id) {
    const char *trace = meta_text(w, id, w->stack_trace);
    const char *comment = trace ? trace : meta_text(w, id, w->comment);
    if (!w->understood->comments)
        return;
    if (!comment)
        comment = "";
    if (w->last_comment && strcmp(w->last_comment, comment) == 0)
        return;
    w->last_comment = comment;
    if (w->begun)
        rg_text_printf(w->out, "%s\n", w->understood->indented ? w->indent : "");
    rg_text_puts(w->out, w->indent);
    if (*comment && w->understood->comment_blank)
        rg_text_putc(w->out, ' ');
    if (!*comment)
        rg_text_puts(w->out, "# No stacktrace found for following nodes");
    else if (!trace || !write_frame(w, trace))
        rg_text_puts(w->out, comment);
    rg_text_putc(w->out, '\n');
}

void rg_python_write_node(rg_python_writing *w, rg_node_id id) {
    const rg_node *node = rg_node_at(w->graph, id);
    write_comment(w, id);
    rg_text_puts(w->out, w->indent);
    write_statement(w, node, id);
    write_dying(w, id);
    rg_text_putc(w->out, '\n');
    w->begun = true;
}

void rg_python_write_input(rg_python_writing *w, rg_node_id id) {
    const rg_node *node = rg_node_at(w->graph, id);
    rg_text_puts(w->out, rg_node_target(w->graph, id));
    write_annotation(w, node, id);
    if (rg_value_count(node->args) == 0)
        return;
    rg_text_puts(w->out, " = ");
    write_value(w, rg_item(w->graph->module, node->args, 0));
}
