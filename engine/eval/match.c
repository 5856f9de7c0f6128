/* Runs a pattern's program. No backtracking, no recursion: a test fails or the next one follows. */
#include <string.h>

#include "../calls/callees.h"
#include "../effects/effects.h"
#include "../rewrite/run.h"
#include "builtins/builtins.h"
#include "match.h"
#include "memo.h"
#include "sizes.h"

/* ---------------------------------------------------------------- single values */

static bool same_text(const rg_run *run, rg_value value, const char *text) {
    return rg_symbol_length(run->module->symbols, value.data) == strlen(text) &&
           strcmp(rg_value_text(run->module, value), text) == 0;
}

/* Whether a symbolic size is that number; notes where it is not known. */
static bool fits_number(rg_run *run, rg_value value, int64_t number) {
    rg_answer answer = rg_sizes_equal(run, value, rg_int(run->module, number));
    if (answer == RG_NOT_KNOWN)
        run->matching.not_known = rg_format(run->arenas.scratch, "%lld", (long long)number);
    return answer == RG_YES;
}

bool rg_fits_literal(rg_run *run, rg_value value, const rg_literal *literal) {
    rg_kind kind = rg_value_kind(value);
    switch (literal->kind) {
    case RG_NONE:
    case RG_ELLIPSIS:
        return kind == literal->kind;
    case RG_INT:
        if (run->eval.sizes && rg_is_symbolic(run, value))
            return fits_number(run, value, literal->number);
        return kind == RG_INT && rg_get_int(run->module, value) == literal->number;
    case RG_BOOL:
        return kind == RG_BOOL && rg_get_int(run->module, value) == literal->number;
    case RG_FLOAT: {
        rg_value wanted =
            rg_text_value(run->module, RG_FLOAT, literal->text, strlen(literal->text));
        return kind == RG_FLOAT &&
               rg_get_float(run->module, value) == rg_get_float(run->module, wanted);
    }
    case RG_STR: /* in plain graph text a string stands unquoted */
        return (kind == RG_STR || kind == RG_ATOM) && same_text(run, value, literal->text);
    default: /* dtypes and dotted constants go by their text */
        return (kind == RG_DTYPE || kind == RG_CONST || kind == RG_ATOM) &&
               same_text(run, value, literal->text);
    }
}

static bool is_symint(const rg_run *run, rg_value value) {
    return rg_value_kind(value) == RG_INT || rg_is_symbolic(run, value);
}

static bool is_tensor(const rg_run *run, rg_value value) {
    const rg_type *type = rg_is_node(value) ? rg_node_type(run->graph, value.data) : NULL;
    return type && type->kind == RG_TYPE_TENSOR;
}

/* Whether the dimension is the one that a name stood for before. */
static bool fits_size(rg_run *run, rg_value before, rg_value value) {
    if (rg_values_equal(run->module, before, value) || !run->eval.sizes)
        return rg_values_equal(run->module, before, value);
    rg_answer answer = rg_sizes_equal(run, before, value);
    if (answer == RG_NOT_KNOWN)
        run->matching.not_known = "that of another dimension";
    return answer == RG_YES;
}

static bool fits_dims(rg_run *run, const rg_type *type, const rg_kind_pattern *kind,
                      rg_value *frame) {
    size_t runs = 0, before = 0;
    for (size_t i = 0; i < kind->count; i++) {
        runs += kind->dims[i].test == RG_DIM_RUN;
        before += !runs;
    }
    if (runs ? type->rank + 1 < kind->count : type->rank != kind->count)
        return false;
    for (size_t i = 0; i < kind->count; i++) {
        const rg_dim_pattern *dim = &kind->dims[i];
        size_t place = i <= before || !runs ? i : type->rank - (kind->count - i);
        if (dim->test == RG_DIM_RUN) {
            size_t length = type->rank + 1 - kind->count;
            rg_value *values = rg_alloc_array(run->arenas.scratch, length, sizeof *values);
            for (size_t k = 0; k < length; k++)
                values[k] = rg_dim_value(run, type->shape[place + k]);
            if (dim->slot != RG_NO_SLOT)
                frame[dim->slot] = rg_container(run->module, RG_LIST, values, length);
            continue;
        }
        rg_dim actual = type->shape[place];
        if (dim->test == RG_DIM_NUMBER &&
            (actual.symbol ? !fits_number(run, rg_dim_value(run, actual), dim->number)
                           : actual.value != dim->number))
            return false;
        if (dim->test == RG_DIM_SAME &&
            !fits_size(run, frame[dim->slot], rg_dim_value(run, actual)))
            return false;
        if (dim->test == RG_DIM_BIND)
            frame[dim->slot] = rg_dim_value(run, actual);
    }
    return true;
}

static bool fits_tensor(rg_run *run, rg_value value, const rg_kind_pattern *kind, rg_value *frame) {
    const rg_type *type = rg_is_node(value) ? rg_node_type(run->graph, value.data) : NULL;
    if (!type || type->kind != RG_TYPE_TENSOR)
        return false;
    if (kind->dtype && strcmp(rg_symbol_text(run->module->symbols, type->dtype), kind->dtype) != 0)
        return false;
    return !kind->has_dims || fits_dims(run, type, kind, frame);
}

bool rg_fits_kind(rg_run *run, rg_value value, const rg_kind_pattern *kind, rg_value *frame) {
    rg_kind actual = rg_value_kind(value);
    if (run->memo.open && actual == RG_NODE)
        rg_note_read(run, RG_READS_TYPE, value);
    switch (kind->test) {
    case RG_IS_INT:
        return actual == RG_INT;
    case RG_IS_FLOAT:
        return actual == RG_FLOAT;
    case RG_IS_BOOL:
        return actual == RG_BOOL;
    case RG_IS_STR: /* plain graph text does not tell a string from a device or another atom */
        return actual == RG_STR || actual == RG_ATOM;
    case RG_IS_DEVICE:
        return actual == RG_DEVICE;
    case RG_IS_DTYPE:
        return actual == RG_DTYPE;
    case RG_IS_NONE:
        return actual == RG_NONE;
    case RG_IS_TUPLE:
        return actual == RG_TUPLE;
    case RG_IS_LIST:
        return actual == RG_LIST;
    case RG_IS_DICT:
        return actual == RG_DICT;
    case RG_IS_SLICE:
        return actual == RG_SLICE;
    case RG_IS_NODE:
        return actual == RG_NODE;
    case RG_IS_TENSOR:
        return is_tensor(run, value);
    case RG_IS_SYMINT:
        return is_symint(run, value);
    case RG_IS_ELLIPSIS:
        return actual == RG_ELLIPSIS;
    case RG_IS_ANY:
        return true;
    case RG_IS_DTYPE_OF:
        return fits_tensor(run, value, kind, frame);
    }
    return false;
}

/* ---------------------------------------------------------------- the machine */

typedef struct machine {
    rg_run *run;
    const rg_program *program;
    rg_value *frame;
    rg_value registers[RG_MAX_REGISTERS];
} machine;

static const rg_node *node_in(const machine *m, uint32_t reg) {
    return rg_node_at(m->run->graph, m->registers[reg].data);
}

static bool match_regex(machine *m, const rg_instruction *i) {
    rg_value value = m->registers[i->a];
    const rg_regex *regex = m->program->regexes[i->b];
    rg_regex_group groups[RG_REGEX_MAX_GROUPS];
    if (!regex || (rg_value_kind(value) != RG_STR && rg_value_kind(value) != RG_ATOM))
        return false;
    const char *text = rg_value_text(m->run->module, value);
    rg_regex_result result =
        rg_regex_match(m->run->arenas.module, regex, text,
                       rg_symbol_length(m->run->module->symbols, value.data), groups);
    if (result == RG_REGEX_LIMIT)
        rg_fail(m->run, i->ast, "%s", rg_regex_excuse(m->run->arenas.scratch, regex, text));
    if (result == RG_REGEX_NO)
        return false;
    rg_bind_groups(m->run->module, regex, m->program->regex_groups[i->b], groups, text, m->frame);
    if (m->run->watch.observer)
        rg_tell_regex(m->run, i->ast, text);
    return true;
}

static bool match_sequence(const machine *m, const rg_instruction *i) {
    rg_value value = m->registers[i->a];
    uint32_t count = rg_value_count(value);
    return rg_value_kind(value) == (rg_kind)i->b && (i->flag ? count >= i->c : count == i->c);
}

/* Of a regex in the head: which alternative the target, or the operator's name, is of. */
static void tell_head(const machine *m, const rg_instruction *i) {
    const rg_node *node = node_in(m, i->a);
    const char *text = rg_symbol_text(m->run->module->symbols, node->target);
    if (m->program->targets[i->b].form == RG_TARGET_OPERATOR_REGEX)
        text = strstr(rg_callee_of(m->run, node)->spelled.op->name, "::") + 2;
    rg_tell_regex(m->run, rg_head_regex(i->ast), text);
}

/* Whether the schema is that of the overload. PyTorch calls the one without a name `default`. */
static bool is_named(const rg_schema *schema, const char *overload) {
    return strcmp(*schema->overload ? schema->overload : "default", overload) == 0;
}

static bool match_node(machine *m, const rg_instruction *i) {
    rg_node_id id = m->registers[i->a].data;
    if (!rg_is_node(m->registers[i->a]) ||
        !rg_target_accepts(m->run, &m->program->targets[i->b], node_in(m, i->a), m->frame))
        return false;
    *(rg_node_id *)rg_array_push(m->run->arenas.run, &m->run->matching.nodes, sizeof id) = id;
    if (m->run->watch.observer)
        tell_head(m, i);
    return true;
}

static bool match_schema(machine *m, const rg_instruction *i) {
    rg_binding *binding = &m->run->matching.bindings[i->b];
    rg_node_id id = m->registers[i->a].data;
    const rg_binding *found = rg_bind_node(m->run, id);
    if (!found)
        return false;
    const rg_target_test *test = NULL;
    for (const rg_instruction *k = i; k-- > m->program->code;)
        if (k->op == RG_MATCH_NODE && k->a == i->a) {
            test = &m->program->targets[k->b];
            break;
        }
    if (test && test->overload && !is_named(found->schema, test->overload))
        return false;
    rg_copy_binding(binding, found);
    return true;
}

static const char *literal_text(const machine *m, uint32_t number) {
    return m->program->literals[number].text;
}

static bool match_kwarg(machine *m, const rg_instruction *i) {
    rg_run *run = m->run;
    const char *name = literal_text(m, i->c);
    rg_value key = rg_text_value(run->module, RG_STR, name, strlen(name));
    if (rg_value_kind(node_in(m, i->a)->kwargs) == RG_DICT &&
        rg_dict_get(run->module, node_in(m, i->a)->kwargs, key, &m->registers[i->b]))
        return true;
    if (!i->flag)
        return false;
    const rg_binding *binding = rg_bind_node(run, m->registers[i->a].data);
    uint32_t param = binding ? rg_param_index(binding->schema, name) : RG_NONE_ID;
    if (param == RG_NONE_ID || binding->slots[param].place == RG_SLOT_ABSENT)
        return false;
    m->registers[i->b] = binding->slots[param].value;
    return true;
}

static rg_value rest_kwargs(machine *m, const rg_instruction *i) {
    rg_run *run = m->run;
    rg_value kwargs = node_in(m, i->a)->kwargs;
    uint32_t count = rg_value_count(kwargs), kept = 0;
    rg_value *items = rg_alloc_array(run->arenas.scratch, count, sizeof *items);
    for (uint32_t k = 0; k < count; k += 2) {
        const char *name = rg_value_text(run->module, rg_item(run->module, kwargs, k));
        bool named = false;
        for (uint32_t n = 0; n < i->d; n++)
            named |= strcmp(name, literal_text(m, i->c + n)) == 0;
        if (named)
            continue;
        items[kept++] = rg_item(run->module, kwargs, k);
        items[kept++] = rg_item(run->module, kwargs, k + 1);
    }
    return rg_container(run->module, RG_DICT, items, kept);
}

static bool match_operand(machine *m, const rg_instruction *i) {
    const rg_binding *binding = &m->run->matching.bindings[i->d];
    uint32_t param = i->flag ? rg_param_index(binding->schema, literal_text(m, i->c)) : i->c;
    if (param >= binding->schema->param_count)
        return false;
    m->registers[i->b] = binding->slots[param].value;
    return true;
}

static bool match_defaults(machine *m, const rg_instruction *i) {
    const rg_binding *binding = &m->run->matching.bindings[i->d];
    for (uint32_t p = i->c; p < binding->schema->param_count; p++) {
        const rg_param *param = &binding->schema->params[p];
        const rg_slot *slot = &binding->slots[p];
        bool named = false;
        for (uint32_t n = 0; n < i->extra[0]; n++)
            named |= strcmp(param->name, literal_text(m, i->extra[1 + n])) == 0;
        if (named || slot->place == RG_SLOT_ABSENT)
            continue;
        if (!param->default_text ||
            !rg_values_equal(m->run->module, slot->value, rg_schema_default(m->run->module, param)))
            return false;
    }
    return true;
}

static bool writes_node(rg_run *run, rg_node_id call, rg_value value) {
    const rg_effect *effect = rg_analyse(run, call);
    for (size_t i = 0; i < effect->write_count; i++)
        if (rg_is_node(value) && effect->writes[i] == value.data)
            return true;
    return false;
}

static bool match_written(machine *m, const rg_instruction *i) {
    const rg_effect *effect = rg_analyse(m->run, m->registers[i->a].data);
    if (!effect->write_count)
        return false;
    m->registers[i->b] = rg_node_value(effect->writes[0]);
    return true;
}

static bool match_argument(machine *m, const rg_instruction *i) {
    const rg_node *node = node_in(m, i->a);
    if (rg_value_kind(node->args) != RG_TUPLE || i->c >= rg_value_count(node->args))
        return false;
    m->registers[i->b] = rg_item(m->run->module, node->args, i->c);
    return true;
}

static bool match_count(const machine *m, const rg_instruction *i) {
    const rg_node *node = node_in(m, i->a);
    if (i->op == RG_MATCH_KWARGC)
        return rg_value_kind(node->kwargs) == RG_DICT && rg_value_count(node->kwargs) == 2 * i->b;
    uint32_t count = rg_value_count(node->args);
    return rg_value_kind(node->args) == RG_TUPLE && (i->flag ? count >= i->b : count == i->b);
}

static bool match_kinds(machine *m, const rg_instruction *i) {
    for (uint32_t k = 0; k < i->c; k++)
        if (rg_fits_kind(m->run, m->registers[i->a], &m->program->kinds[i->b + k], m->frame)) {
            if (i->c > 1 && m->run->watch.observer)
                rg_tell_alternative(m->run, i, k);
            return true;
        }
    return false;
}

static bool match_literals(machine *m, const rg_instruction *i, uint32_t count) {
    for (uint32_t k = 0; k < count; k++)
        if (rg_fits_literal(m->run, m->registers[i->a], &m->program->literals[i->b + k])) {
            if (count > 1 && m->run->watch.observer)
                rg_tell_alternative(m->run, i, k);
            return true;
        }
    return false;
}

static bool step_call(machine *m, const rg_instruction *i) {
    rg_run *run = m->run;
    rg_note_other_read(run);
    switch (i->op) {
    case RG_MATCH_SCHEMA:
        return match_schema(m, i);
    case RG_MATCH_ARGC:
    case RG_MATCH_KWARGC:
        return match_count(m, i);
    case RG_MATCH_ARG:
        return match_argument(m, i);
    case RG_MATCH_KWARG:
        return match_kwarg(m, i);
    case RG_MATCH_REST_ARGS: {
        rg_value args = node_in(m, i->a)->args;
        m->frame[i->b] = rg_part(run->module, args, RG_TUPLE, i->c, rg_value_count(args) - i->c);
        return true;
    }
    case RG_MATCH_REST_KWARGS:
        m->frame[i->b] = rest_kwargs(m, i);
        return true;
    case RG_MATCH_OPERAND:
        return match_operand(m, i);
    case RG_MATCH_DEFAULTS:
        return match_defaults(m, i);
    case RG_MATCH_WRITTEN:
        return match_written(m, i);
    case RG_MATCH_IS_WRITTEN:
        return writes_node(run, m->registers[i->a].data, m->registers[i->b]);
    default:
        return match_node(m, i);
    }
}

static bool step(machine *m, const rg_instruction *i) {
    rg_run *run = m->run;
    switch (i->op) {
    case RG_MATCH_BIND:
        m->frame[i->b] = m->registers[i->a];
        return true;
    case RG_MATCH_LOAD:
        m->registers[i->a] = m->frame[i->b];
        return true;
    case RG_MATCH_SAME:
        return rg_values_equal(run->module, m->registers[i->a], m->frame[i->b]);
    case RG_MATCH_LITERAL:
        return match_literals(m, i, 1);
    case RG_MATCH_ONE_OF:
        return match_literals(m, i, i->c);
    case RG_MATCH_KIND:
        return match_kinds(m, i);
    case RG_MATCH_REGEX:
        return match_regex(m, i);
    case RG_MATCH_SEQUENCE:
        return match_sequence(m, i);
    case RG_MATCH_ITEM:
        m->registers[i->b] = rg_item(run->module, m->registers[i->a], i->c);
        return true;
    case RG_MATCH_ITEM_BACK: {
        rg_value from = m->registers[i->a];
        m->registers[i->b] = rg_item(run->module, from, rg_value_count(from) - i->c);
        return true;
    }
    case RG_MATCH_RUN: {
        rg_value from = m->registers[i->a];
        uint32_t count = rg_value_count(from) - i->c - i->d;
        m->frame[i->b] = rg_part(run->module, from, rg_value_kind(from), i->c, count);
        return true;
    }
    default:
        return step_call(m, i);
    }
}

bool rg_match(rg_run *run, const rg_program *program, const rg_value *values, size_t count,
              rg_value *frame) {
    machine m; /* registers are written before they are read */
    m.run = run;
    m.program = program;
    m.frame = frame;
    run->matching.nodes.count = 0;
    run->matching.not_known = NULL;
    memcpy(m.registers, values, count * sizeof *values);
    for (size_t i = 0; i < program->count; i++)
        if (!step(&m, &program->code[i])) {
            if (run->watch.observer)
                rg_tell_mismatch(run, program, &program->code[i], m.registers, frame);
            run->matching.misfit = i;
            return false;
        }
    return true;
}
