/* Value annotations as text. */
#include "type.h"

enum { USUAL_LENGTH = 100 }; /* room that is made for an annotation at once */

static void print_dim(rg_text *out, const rg_module *module, rg_dim dim) {
    if (dim.symbol)
        rg_print_symbol(out, module, dim.symbol);
    else
        rg_text_add_int(out, dim.value);
}

static void print_dims(rg_text *out, const rg_module *module, const rg_dim *dims, size_t count) {
    rg_text_putc(out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            rg_text_puts(out, ", ");
        print_dim(out, module, dims[i]);
    }
    rg_text_putc(out, ']');
}

static void print_tensor(rg_text *out, const rg_module *module, const rg_type *type) {
    rg_print_symbol(out, module, type->dtype);
    print_dims(out, module, type->shape, type->rank);
    if (type->stride)
        print_dims(out, module, type->stride, type->rank);
    if (type->offset.symbol) {
        rg_text_puts(out, "+(");
        print_dim(out, module, type->offset);
        rg_text_putc(out, ')');
    } else if (type->offset.value != 0) {
        rg_text_putc(out, '+');
        print_dim(out, module, type->offset);
    }
    rg_print_symbol(out, module, type->device);
}

/* A tuple or list only as far as its opening bracket. */
static void print_head(rg_text *out, const rg_module *module, const rg_type *type) {
    switch (type->kind) {
    case RG_TYPE_NONE:
        rg_text_puts(out, "None");
        break;
    case RG_TYPE_TENSOR:
        print_tensor(out, module, type);
        break;
    case RG_TYPE_SYM:
        rg_text_puts(out, "Sym(");
        rg_print_symbol(out, module, type->text);
        rg_text_putc(out, ')');
        break;
    case RG_TYPE_TUPLE:
        rg_text_putc(out, '(');
        break;
    case RG_TYPE_LIST:
        rg_text_putc(out, '[');
        break;
    case RG_TYPE_LITERAL:
        rg_print_symbol(out, module, type->text);
        break;
    }
}

static bool has_items(const rg_type *type) {
    return type->kind == RG_TYPE_TUPLE || type->kind == RG_TYPE_LIST;
}

static void print_type(rg_text *out, const rg_module *module, const rg_type *type) {
    struct {
        const rg_type *type;
        size_t next;
    } frames[RG_MAX_NESTING];
    size_t depth = 0;
    for (;;) {
        print_head(out, module, type);
        if (has_items(type)) {
            if (depth >= RG_MAX_NESTING) {
                rg_out_of_memory(module->arena);
            } else {
                frames[depth].type = type;
                frames[depth++].next = 0;
            }
        }
        while (depth > 0 && frames[depth - 1].next == frames[depth - 1].type->count) {
            const rg_type *done = frames[--depth].type;
            bool tuple = done->kind == RG_TYPE_TUPLE;
            rg_text_puts(out, !tuple ? "]" : done->count == 1 ? ",)" : ")");
        }
        if (depth == 0)
            return;
        if (frames[depth - 1].next > 0)
            rg_text_puts(out, ", ");
        type = frames[depth - 1].type->items[frames[depth - 1].next++];
    }
}

rg_symbol rg_type_to_text(rg_module *module, const rg_type *type) {
    rg_text text = rg_text_new(module->arena);
    rg_text_room(&text, USUAL_LENGTH);
    print_type(&text, module, type);
    rg_symbol symbol = rg_intern(module->symbols, rg_text_string(&text), rg_text_length(&text));
    rg_array_free(module->arena, &text.bytes);
    return symbol;
}
