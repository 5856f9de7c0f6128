/* Translating the Python form: the node list that comes of it. */
#include "python.h"

#include "../graph_text/print.h"

typedef struct printing {
    rg_python_reading *r;
    rg_text out;
    rg_array places;  /* of rg_line_place */
    uint32_t comment; /* the one that meta was made of */
    rg_text meta;
} printing;

static void add_part(printing *p, rg_stretch part) {
    rg_text_add(&p->out, rg_text_string(&p->r->parts) + part.begin, part.end - part.begin);
}

static void end_line(printing *p, rg_line_place place) {
    rg_text_putc(&p->out, '\n');
    *(rg_line_place *)rg_array_push(p->r->arena, &p->places, sizeof place) = place;
}

/* ---- comments */

static bool all_digits(const char *begin, const char *end) {
    if (begin == end)
        return false;
    while (begin < end && *begin >= '0' && *begin <= '9')
        begin++;
    return begin == end;
}

/* The parts of `File: PATH:LINE in FUNCTION, code: CODE`; function may be empty. */
typedef struct frame {
    const char *path, *path_end, *line, *line_end, *function, *function_end, *code, *end;
} frame;

/* Splits PATH:LINE in FUNCTION before a `, code: `; paths may hold anything. */
static bool split_place(frame *f, const char *end) {
    static const char in[] = " in ";
    const char *colon = NULL, *digits_end = end;
    f->function = f->function_end = end;
    for (const char *at = f->path; at < end; at++) {
        if (*at != ':')
            continue;
        const char *digits = at + 1, *stop = digits;
        while (stop < end && *stop >= '0' && *stop <= '9')
            stop++;
        bool named = (size_t)(end - stop) > strlen(in) && memcmp(stop, in, strlen(in)) == 0;
        if (stop == digits || (stop != end && !named))
            continue;
        colon = at;
        digits_end = stop;
        f->function = named ? stop + strlen(in) : end;
        break;
    }
    if (!colon || !all_digits(colon + 1, digits_end))
        return false;
    f->path_end = colon;
    f->line = colon + 1;
    f->line_end = digits_end;
    return true;
}

static bool split_frame(const char *text, size_t length, frame *f) {
    static const char head[] = "# File: ", middle[] = ", code: ";
    if (length <= strlen(head) || memcmp(text, head, strlen(head)) != 0)
        return false;
    f->path = text + strlen(head);
    f->end = text + length;
    const char *code = rg_find_text(f->path, f->end, middle);
    if (!code)
        return false;
    f->code = code + strlen(middle);
    return split_place(f, code);
}

/* What a comment says of the nodes behind it: the innermost frame of their stack trace. */
static void make_meta(printing *p) {
    rg_python_reading *r = p->r;
    rg_place place = ((const rg_place *)r->comments.data)[p->comment];
    const char *text = r->text + place.begin;
    size_t length = place.end - place.begin;
    frame f;
    rg_text content = rg_text_new(r->scratch);
    rg_text_clear(&p->meta);
    if (split_frame(text, length, &f)) {
        rg_text_printf(&content, "File \"%.*s\", line %.*s", (int)(f.path_end - f.path), f.path,
                       (int)(f.line_end - f.line), f.line);
        if (f.function_end > f.function)
            rg_text_printf(&content, ", in %.*s", (int)(f.function_end - f.function), f.function);
        rg_text_printf(&content, "\n    %.*s", (int)(f.end - f.code), f.code);
        rg_text_puts(&p->meta, "  # {'stack_trace': ");
    } else if (rg_find_text(text, text + length, "No stacktrace found") && length < 60) {
        return;
    } else {
        rg_text_add(&content, text, length);
        rg_text_puts(&p->meta, "  # {'comment': ");
    }
    rg_print_quoted(&p->meta, rg_text_string(&content), rg_text_length(&content));
    rg_text_putc(&p->meta, '}');
}

static void add_meta(printing *p, const rg_python_node *node) {
    if (node->comment == RG_NO_INDEX)
        return;
    if (node->comment != p->comment) {
        p->comment = node->comment;
        make_meta(p);
    }
    rg_text_add(&p->out, rg_text_string(&p->meta), rg_text_length(&p->meta));
}

/* ---- nodes */

static const char *const heads[] = {
    [RG_PLACEHOLDER] = "placeholder[target=",     [RG_GET_ATTR] = "get_attr[target=",
    [RG_CALL_FUNCTION] = "call_function[target=", [RG_CALL_METHOD] = "call_method[target=",
    [RG_CALL_MODULE] = "call_module[target=",     [RG_OUTPUT] = "return ",
};

static void add_source(printing *p, rg_place place) {
    rg_text_add(&p->out, p->r->text + place.begin, place.end - place.begin);
}

static void print_name(printing *p, const rg_python_node *node) {
    rg_text_putc(&p->out, '%');
    rg_text_add(&p->out, rg_symbol_text(p->r->names.symbols, node->name),
                rg_symbol_length(p->r->names.symbols, node->name));
    rg_text_puts(&p->out, " : ");
    if (node->type.end) {
        add_source(p, node->type);
        rg_text_putc(&p->out, ' ');
    }
    if (node->annotation.end) {
        rg_text_putc(&p->out, '"');
        add_source(p, node->annotation);
        rg_text_puts(&p->out, "\" ");
    }
    rg_text_puts(&p->out, "[num_users=");
    rg_text_add_int(&p->out, node->users);
    rg_text_puts(&p->out, "] = ");
}

static void print_node(printing *p, const rg_python_node *node) {
    rg_text_puts(&p->out, "    ");
    if (node->opcode == RG_OUTPUT) {
        rg_text_puts(&p->out, heads[RG_OUTPUT]);
        add_part(p, node->args);
        end_line(p, node->place);
        return;
    }
    print_name(p, node);
    rg_text_puts(&p->out, heads[node->opcode]);
    if (node->opcode == RG_PLACEHOLDER) {
        rg_text_add(&p->out, "**", node->stars); /* a target has its stars, a name has not */
        add_source(p, node->input);
    } else {
        add_part(p, node->target);
    }
    rg_text_putc(&p->out, ']');
    if (rg_is_call(&(rg_node){.opcode = (uint8_t)node->opcode})) {
        rg_text_puts(&p->out, "(args = (");
        add_part(p, node->args);
        rg_text_puts(&p->out, node->one ? ",), kwargs = {" : "), kwargs = {");
        add_part(p, node->kwargs);
        rg_text_puts(&p->out, "})");
    } else if (node->one) {
        rg_text_puts(&p->out, "(default=");
        add_part(p, node->args);
        rg_text_putc(&p->out, ')');
    }
    add_meta(p, node);
    end_line(p, node->place);
}

static void print_graph(printing *p, const rg_python_graph *graph) {
    rg_line_place place = {graph->line, 1, 2, false};
    if (graph->path) {
        end_line(p, place);
        rg_text_printf(&p->out, "graph %s():", rg_symbol_text(p->r->names.symbols, graph->path));
    } else {
        rg_text_puts(&p->out, "graph():");
    }
    end_line(p, place);
    const char *sizes = graph->path == 0 && p->r->understood->form == RG_FORM_PROGRAM
                            ? rg_program_sizes(p->r->scratch, p->r->source)
                            : NULL;
    if (sizes) {
        rg_text_printf(&p->out, "    # sizes: %s", sizes);
        end_line(p, place);
    }
    for (int inputs = 1; inputs >= 0; inputs--)
        for (size_t i = graph->first; i < graph->end; i++) {
            const rg_python_node *node = rg_python_node_at(p->r, i);
            if ((node->opcode == RG_PLACEHOLDER) == inputs)
                print_node(p, node);
        }
}

const rg_source *rg_python_result(rg_python_reading *r) {
    printing p = {.r = r,
                  .comment = RG_NO_INDEX,
                  .out = rg_text_new(r->arena),
                  .meta = rg_text_new(r->scratch)};
    for (size_t i = 0; i < r->graphs.count; i++)
        print_graph(&p, (const rg_python_graph *)r->graphs.data + i);
    const rg_source *made = rg_derived_source(r->arena, r->source, &p.out, &p.places);
    return made;
}
