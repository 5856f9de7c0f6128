/* Reading: statements that were recognised as a whole. What is built, and in which order, is what
 * the grammar's calls for the same statement would build. */
#include "read.h"

#include <string.h>

void rg_build_head(rg_build *build, uint32_t line) {
    const rg_statement *s = &build->scan.statement;
    rg_opcode opcode = (rg_opcode)s->kind;
    rg_symbols *symbols = build->module->symbols;
    rg_begin_node(build, line);
    build->now.name_place = s->name;
    build->now.node.name = rg_intern_hashed(symbols, rg_at(build, s->name) + 1,
                                            rg_place_length(s->name) - 1, s->name_hash);
    if (rg_place_length(s->type) > 0)
        build->now.extra.type =
            rg_intern_again(build, rg_at(build, s->type), rg_place_length(s->type));
    if (s->annotation.begin > 0)
        rg_set_annotation_text(build, s->annotation, s->tensor_word);
    rg_set_users(build, s->users, s->hash_users);
    rg_build_target(build, opcode, s->target);
    if (opcode == RG_PLACEHOLDER || opcode == RG_GET_ATTR)
        build->now.mode = RG_READ_REMARK;
    else
        rg_begin_values(build, RG_OPAQUE_ARGUMENTS, s->target.end + (uint32_t)strlen("](args = "));
}

static rg_value reference(rg_build *build, const rg_statement_piece *piece) {
    const char *name = rg_at(build, piece->place) + 1;
    size_t length = rg_place_length(piece->place) - 1;
    rg_symbol symbol = rg_intern_hashed(build->module->symbols, name, length, piece->number);
    return rg_resolve(build, symbol, piece->place);
}

/* Only a slice of three parts is one. */
static rg_value slice(rg_build *build, const rg_statement_piece *piece) {
    rg_value tuple = rg_build_container(build, RG_TUPLE, piece->number);
    if (piece->number == 3)
        return rg_build_slice(build, tuple);
    rg_build_forget(build, piece->place.begin);
    return rg_build_raw();
}

static rg_value piece_value(rg_build *build, const rg_statement_piece *piece) {
    switch (piece->kind) {
    case RG_PIECE_REFERENCE:
        return reference(build, piece);
    case RG_PIECE_TUPLE:
        return rg_build_container(build, RG_TUPLE, piece->number);
    case RG_PIECE_LIST:
        return rg_build_container(build, RG_LIST, piece->number);
    case RG_PIECE_SLICE:
        return slice(build, piece);
    default:
        return rg_build_single(build, piece->kind, piece->place);
    }
}

static void build_pieces(rg_build *build, uint32_t begin, uint32_t end) {
    const rg_statement_piece *pieces = build->scan.statement.pieces;
    for (uint32_t i = begin; i < end; i++) {
        rg_value v = piece_value(build, &pieces[i]);
        if (pieces[i].kind == RG_PIECE_KEYWORD)
            rg_build_keyword(build, v, pieces[i].place);
        else if (rg_is_raw(v))
            rg_build_item(build, v, pieces[i].place);
        else
            rg_push_item(build, v);
    }
}

void rg_build_whole(rg_build *build, uint32_t line) {
    const rg_statement *s = &build->scan.statement;
    rg_build_head(build, line);
    if (build->now.mode == RG_READ_VALUES) {
        build_pieces(build, 0, s->args_end);
        rg_build_arguments(build, s->positional);
        if (s->keywords > 0) {
            build_pieces(build, s->args_end, s->piece_count);
            rg_build_keyword_arguments(build, s->keywords);
        }
        rg_build_call_end(build);
    }
    rg_build_statement(build, (rg_place){s->name.begin, s->end});
}
