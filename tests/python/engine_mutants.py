"""Mutants of the engine: each breaks one check that something rests on, and the core tests notice.

``run_engine_mutants.py`` builds and tests them. The texts are short, and avoid what is renamed
often: whoever changes the code that one stands in carries the mutant along.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import mutants


@dataclass(frozen=True)
class Mutant(mutants.Mutant):
    """A change of the engine that the core tests have to notice."""

    folders: ClassVar[tuple[str, ...]] = mutants.CODE


BASE = [
    Mutant(
        "a regex need not match the whole text",
        "PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_UTF",
        "PCRE2_ANCHORED | PCRE2_UTF",
    ),
    Mutant(
        "groups of a regex are those of other numbers",
        "groups[i].end = pairs[2 * regex->numbers[i] + 1];",
        "groups[i].end = pairs[2 * i + 1];",
    ),
    Mutant(
        "of two names equally near the last is meant",
        "limit = d - 1; /*",
        "limit = d; /*",
    ),
    Mutant(
        "two letters that changed places are two mistakes",
        "row[j] = smaller(row[j], before[j - 2] + 1);",
        "row[j] = smaller(row[j], before[j - 2] + 2);",
    ),
    Mutant(
        "a cleared arena keeps what its first block holds",
        "    arena->cursor = (char *)last + BLOCK_HEADER;\n",
        "",
    ),
    Mutant(
        "surrogates are characters",
        "bool surrogate = first == 0xED && at[1] >= 0xA0;",
        "bool surrogate = false;",
    ),
    Mutant(
        "a symbol map forgets what it held at a place",
        "symbol & (RG_PAGE_ITEMS - 1)], old = *item;",
        "symbol & (RG_PAGE_ITEMS - 1)], old = 0;",
    ),
]

GRAPH = [
    Mutant(
        "a node used twice by one call has two users",
        "rg_is_node(items[i]) && !rg_stands_before(items, i))\n            rg_node_at(graph",
        "rg_is_node(items[i]))\n            rg_node_at(graph",
    ),
    Mutant(
        "users of nested arguments are counted each time",
        "    if (mark->round == c->graph->round)\n        return;\n",
        "",
    ),
    Mutant(
        "the name of an erased node stays taken",
        "    free_name(graph, id);\n    node->flags |= RG_NODE_ERASED;",
        "    node->flags |= RG_NODE_ERASED;",
    ),
    Mutant(
        "a moved node is as it was read",
        "->flags |= RG_NODE_MOVED;",
        "->flags |= 0;",
    ),
    Mutant(
        "values of another kind are equal",
        "    if (kind != rg_value_kind(b))\n        return false;\n",
        "",
    ),
    Mutant(
        "a graph may use what is defined later",
        "id >= l->graph->nodes.count || l->marks[id].round <= l->before",
        "id >= l->graph->nodes.count",
    ),
    Mutant(
        "counts of users are not checked",
        "if (left == 0 || l->marks[id].round",
        "if (left != 0 || l->marks[id].round",
    ),
    Mutant(
        "strides may be fewer than dimensions",
        "if (!type->stride || rank != type->rank)",
        "if (!type->stride)",
    ),
]

TEXT = [
    Mutant(
        "comments of erased nodes go with them",
        "        while (at < stop && (*at == ' ' || *at == '\\t'))\n            at++;\n"
        "        if (at == stop || *at != '#')",
        "        while (at < stop && (*at == ' ' || *at == '\\t'))\n            at++;\n"
        "        if (true)",
    ),
    Mutant(
        "new lines are indented as torch.fx does, whatever the graph does",
        "        *length = (size_t)(end - begin);\n        return begin;\n",
        "",
    ),
    Mutant(
        "a header is printed as it was read",
        "(node->flags & changes) && !passing)",
        "(node->flags & changes) && false)",
    ),
    Mutant(
        "a moved statement is among those that stay",
        "rising = rising && matches[i] > last;",
        "rising = rising && matches[i] != last;",
    ),
    Mutant(
        "statements whose text differs are the same in a diff",
        "matches[i] = place && same_text(c, entry) ? place : 0;",
        "matches[i] = place;",
    ),
    Mutant(
        "a second graph of one name is read",
        "    if (rg_symbol_map_get(&build->graph_names, name) == 0) {",
        "    if (true) {",
    ),
    Mutant(
        "a typed parameter keeps its doubled name",
        "return name % 2 == 0 && memcmp(text, text + half, half) == 0 ? half : name;",
        "return name;",
    ),
    Mutant(
        "a repeated text of the same length is the same",
        "recent->length != length || memcmp(recent->text, text, length) != 0",
        "recent->length != length",
    ),
]

OPS = [
    Mutant(
        "an argument may be given by position and by name",
        "return false; /* given twice */",
        "return true;",
    ),
    Mutant(
        "a number may be what is written",
        "return param->written ? NO : NEAR;",
        "return NEAR;",
    ),
    Mutant(
        "the first overload that fits is meant",
        "least == NO_FIT || last < least ||",
        "least == NO_FIT ||",
    ),
    Mutant(
        "an overload fits without what it requires",
        "        if (!param->default_text)\n            return false;\n"
        "        b->slots[i].value = rg_schema_default",
        "        b->slots[i].value = rg_schema_default",
    ),
    Mutant(
        "out= takes any number of tensors",
        "if (many ? rg_value_count(value) != count : count != 1)",
        "if (!many && count != 1)",
    ),
    Mutant(
        "a pure form may have other parameters",
        "        if (!same_param(left, right, k == 1))\n            return false;\n",
        "",
    ),
    Mutant(
        "a pure form may return fewer results",
        "return pure->result_count == written && !pure->results[0].list;",
        "return !pure->results[0].list;",
    ),
    Mutant(
        "a pure form is looked for whatever else the call returns",
        "if (!schema->writes || !returns_only_written(schema))",
        "if (!schema->writes)",
    ),
    Mutant(
        "ints of a reduction default to 0",
        'strcmp(word, "Mean") == 0 ? 1',
        'strcmp(word, "Mean") == 0 ? 0',
    ),
]

RULES = [
    Mutant(
        "among rules of equal priority the last goes first",
        "rules[i - 1]->priority < rule->priority; i--)",
        "rules[i - 1]->priority <= rule->priority; i--)",
    ),
    Mutant(
        "a negative priority is positive",
        "rule->priority = -strtoll(",
        "rule->priority = strtoll(",
    ),
    Mutant(
        "lines of a match that nothing reaches are fine",
        "    for (size_t i = 0; i + 1 < count; i++) {\n        if (reached[i])",
        "    for (size_t i = 0; i + 1 < count; i++) {\n        if (true)",
    ),
    Mutant(
        "a key may be counted and emitted",
        "    if (use[0] == use[1])\n        return;",
        "    if (use[0] != use[1])\n        return;",
    ),
    Mutant(
        "a regex may be what a rule is tried at",
        "root->kind == RG_AST_NAME || root->kind == RG_AST_REGEX ||",
        "root->kind == RG_AST_NAME ||",
    ),
    Mutant(
        "an inner name is not found before an outer one",
        "    for (size_t i = c->name_count; i-- > 0;)",
        "    for (size_t i = 0; i < c->name_count; i++)",
    ),
]

CALLS = [
    Mutant(
        "sizes that are compared with others are told by the form of a call",
        "if (kind->dims[i].test == RG_DIM_SAME)",
        "if (false)",
    ),
    Mutant(
        "calls whose arguments are other calls are of one class",
        "return node->annotation ? two(node->annotation, rg_is_call(node) ? node->target : 0)",
        "return node->annotation ? two(node->annotation, 0)",
    ),
    Mutant(
        "the rules left of a class are those of another pass",
        "    if (class->rules.pass != run->calls.pass_stamp)\n",
        "    if (!class->rules.pass)\n",
    ),
    Mutant(
        "a rule that fits once is tried no more",
        "    if (may_match)\n        rules->numbers",
        "    if (!may_match)\n        rules->numbers",
    ),
    Mutant(
        "overloads are chosen by shape without their keywords",
        "add_word(key, two(shape.keys[0], shape.keys[1]));",
        "(void)shape.keys;",
    ),
    Mutant(
        "a custom operator that no table knows writes nothing",
        "    if (strncmp(target, custom, sizeof custom - 1) == 0)\n        return true;\n",
        "    if (strncmp(target, custom, sizeof custom - 1) == 0)\n        return false;\n",
    ),
    Mutant(
        "a rule may need keywords that only its default gives",
        "            (!code->flag ||\n",
        "            (code->flag ||\n",
    ),
    Mutant(
        "a pattern that names an overload accepts all",
        "if (test && test->overload && !is_named(found->schema, test->overload))",
        "if (test && test->overload && false && !is_named(found->schema, test->overload))",
    ),
]

MEMORY = [
    Mutant(
        "where an item of a tuple was written, the tuple was not",
        "at != RG_NONE_ID; at = rg_storage_at(memory, at)->tuple)",
        "at != RG_NONE_ID; at = RG_NONE_ID)",
    ),
    Mutant(
        "another tensor that becomes a content is read as what was written to it",
        "->frozen = other;",
        "->frozen = false;",
    ),
    Mutant(
        "what was looked up ahead is looked up by the node that holds it now",
        "return storage ? storage->first_root : id;",
        "return storage ? storage->root : id;",
    ),
    Mutant(
        "what becomes of a storage is looked up by the node that holds it now",
        "return flags_of(run, storage->first_root) | whole;",
        "return flags_of(run, storage->root) | whole;",
    ),
    Mutant(
        "what becomes of a tuple does not become of its items",
        "return flags_of(run, storage->first_root) | whole;",
        "return flags_of(run, storage->first_root);",
    ),
    Mutant(
        "a tensor that lies in one place of memory several times is written",
        "    if (!rg_overlaps_itself(type))\n        return;\n    rg_fail(",
        "    if (true)\n        return;\n    rg_fail(",
    ),
    Mutant(
        "axes that reach as far as the next stride are apart",
        "if (axes[i].stride <= reach ||",
        "if (axes[i].stride < reach ||",
    ),
    Mutant(
        "pieces of one chunk overlap",
        "&& x->item != y->item)\n        return false;",
        "&& x->item != y->item)\n        return true;",
    ),
    Mutant(
        "what may be written is read on",
        "    if (storage->spoiled_by == RG_NONE_ID)\n        return;\n",
        "    if (storage->spoiled_by == RG_NONE_ID || true)\n        return;\n",
    ),
    Mutant(
        "what may be other memory is written",
        "    if (storage->maybe_first == RG_NONE_ID)\n        return;\n    const rg_maybe *link",
        "    if (true)\n        return;\n    const rg_maybe *link",
    ),
    Mutant(
        "what may share memory shares it with the first tensor alone",
        "for (; i != RG_NONE_ID; i = link_at(&memory->dependents, i)->next) {",
        "for (; i != RG_NONE_ID; i = RG_NONE_ID) {",
    ),
    Mutant(
        "a view is taken again at an index that was written",
        "    if (c.changed != RG_NO_NODE)\n        rg_fail(run, ast,\n"
        '                "%%%s is a view (%s) whose place',
        "    if (false)\n        rg_fail(run, ast,\n"
        '                "%%%s is a view (%s) whose place',
    ),
    Mutant(
        "the second view taken of an item is another tensor",
        "first = rg_first_of_item(memory, tuple, index);",
        "first = RG_NO_NODE;",
    ),
    Mutant(
        "two get_attr of one target are two tensors",
        "    bool known = *first != 0;\n",
        "    bool known = false;\n",
    ),
    Mutant(
        "tensors of one shape and other strides are the same elements",
        "if (!single && !rg_dims_equal(a->stride[i], b->stride[i]))",
        "if (false)",
    ),
    Mutant(
        "an input changes its shape in place",
        "(rg_node_at(run->graph, target)->opcode == RG_PLACEHOLDER)\n        rg_fail(",
        "(false)\n        rg_fail(",
    ),
    Mutant(
        "a value that several take the place of is one tensor",
        "    bool own = !r->one_of_several && has_own_memory(run, value);",
        "    bool own = has_own_memory(run, value);",
    ),
    Mutant(
        "a node may be replaced by itself in a circle",
        '        if (value.data == old)\n            rg_fail(run, ast, "%%%s would be replaced',
        '        if (false)\n            rg_fail(run, ast, "%%%s would be replaced',
    ),
    Mutant(
        "the body of a call shares nothing",
        "shared_by_body |= !rg_body_is_fresh(run, value.data);",
        "shared_by_body |= false;",
    ),
    Mutant(
        "a body writes nothing",
        "        if (written && is_given(run, written))\n            l->facts |= WRITES;",
        "        if (written && is_given(run, written))\n            l->facts |= 0;",
    ),
    Mutant(
        "a body that is missing writes nothing",
        ": SHARES | WRITES;",
        ": SHARES;",
    ),
    Mutant(
        "a written list is its tuple",
        "return rg_is_node(value) && (param->list || rg_is_list(&run->memory, value.data));",
        "return false;",
    ),
    Mutant(
        "a call that may be an argument is fresh",
        "    bool several = found > 1 || anything || rg_is_container(list);",
        "    bool several = false;",
    ),
    Mutant(
        "the classes of its users hold when the annotation of a node changes",
        "    rg_forget_class(run, id);\n    rg_forget_users_classes(run, id);\n",
        "    rg_forget_class(run, id);\n",
    ),
    Mutant(
        "the class of a call is kept when it becomes another",
        "        kept_class(run, id)->epoch = 0;",
        "        (void)id;",
    ),
    Mutant(
        "calls of one name are values of one kind",
        "    if (call && rg_callee_at(run, id)->tells_kind)\n        return 0;\n",
        "",
    ),
    Mutant(
        "a call that asks for strides is asked as before",
        "if (is_view(run, id) || !rg_may_be_restrided(run, about))\n        return false;",
        "if (true)\n        return false;",
    ),
]

EVAL = [
    Mutant(
        "a binding keeps lists that are gone",
        "    run->calls.binding.node = RG_NO_NODE; /* it may hold lists of arguments */\n",
        "",
    ),
    Mutant(
        "a bool is an int to a pattern",
        "return kind == RG_INT && rg_get_int(run->module, value) == literal->number;",
        "return rg_get_int(run->module, value) == literal->number;",
    ),
    Mutant(
        "arguments that a pattern leaves out may be anything",
        "!param->default_text ||\n            !rg_values_equal(m->run->module, slot->value",
        "false && !rg_values_equal(m->run->module, slot->value",
    ),
    Mutant(
        "a sequence may be longer than its pattern",
        "(i->flag ? count >= i->c : count == i->c)",
        "count >= i->c",
    ),
    Mutant(
        "a rank may be larger than its pattern",
        "if (runs ? type->rank + 1 < kind->count : type->rank != kind->count)",
        "if (runs ? type->rank + 1 < kind->count : type->rank < kind->count)",
    ),
    Mutant(
        "one name in a pattern stands for several values",
        "return rg_values_equal(run->module, m->registers[i->a], m->frame[i->b]);",
        "return true;",
    ),
    Mutant(
        "further keywords hold those that are named",
        "        if (named)\n            continue;\n        items[kept++]",
        "        items[kept++]",
    ),
    Mutant(
        "an answer holds whatever a function concludes from",
        "        conclude_again(q, entry);\n",
        "        (void)conclude_again;\n",
    ),
    Mutant(
        "an answer is kept though it read more than is described",
        "if (!q->other_read && can_be_kept(found))",
        "if (can_be_kept(found))",
    ),
    Mutant(
        "a node in a description is any node",
        "while (number < q->nodes && q->node[number] != id)",
        "while (number < q->nodes && false)",
    ),
    Mutant(
        "a slice may begin before its list",
        "    return i < 0 ? 0 : i > count ? count : i;\n}\n\nrg_value rg_slice_value",
        "    return i > count ? count : i;\n}\n\nrg_value rg_slice_value",
    ),
    Mutant(
        "an int and a float of one value differ",
        ": as_double(run, a) == as_double(run, b);",
        ": false;",
    ),
    Mutant(
        "an index may be the count",
        "if (i < -count || i >= count)",
        "if (i < -count || i > count)",
    ),
]

REWRITE = [
    Mutant(
        "an unknown write between the nodes of a pattern does not count",
        "unknown_write > position;",
        "unknown_write > UINT32_MAX;",
    ),
    Mutant(
        "an unknown write after a call does not count for using it again",
        "unknown_write > rg_position(run, call) ||",
        "unknown_write > UINT32_MAX ||",
    ),
    Mutant(
        "later reads of a written tensor are none of its content",
        "object_first.data)[object] != id;",
        "object_first.data)[object] != id && false;",
    ),
    Mutant(
        "readers are counted where they were not counted before",
        "    if (by == ONE || state->behind >= ONE)\n        state->behind",
        "    if (true)\n        state->behind",
    ),
    Mutant(
        "what one sweep wrote need not be returned when the next begins",
        "            rg_check_lost_writes(run); /* the next sweep forgets them */",
        "            (void)0;",
    ),
    Mutant(
        "what the last sweep wrote need not be returned",
        "        rg_check_lost_writes(run);\n    if (pass->pure",
        "        (void)0;\n    if (pass->pure",
    ),
    Mutant(
        "a pure pass may leave writes",
        "    if (pass->pure && !run->options->limits.fueled) /* out of fuel, it promises nothing */",
        "    if (false)",
    ),
    Mutant(
        "a rule takes writes away and says nothing",
        "    check_writes_kept(run, rule, root);\n",
        "    (void)check_writes_kept;\n",
    ),
    Mutant(
        "a rule takes a result away and says nothing",
        "    check_result_kept(run, rule, root);\n",
        "    (void)check_result_kept;\n",
    ),
    Mutant(
        "nodes that a rule made and does not use stay",
        "!node->users && !rg_is_awaited(&run->memory, made) &&",
        "false &&",
    ),
    Mutant(
        "matched calls go though something else reads them",
        "        if (is_read_later(run, id))",
        "        if (false)",
    ),
    Mutant(
        "what was drawn for others is drawn again",
        "return rg_all_readers(run, id) > 1 && rg_is_random(run, id);",
        "return false;",
    ),
    Mutant(
        "a call that uses random numbers is used again",
        "!rg_is_random(run, id) && !(ahead && run->graphs.has_modes);",
        "!(ahead && run->graphs.has_modes);",
    ),
    Mutant(
        "a call behind a change of mode is used before it",
        "!rg_is_random(run, id) && !(ahead && run->graphs.has_modes);",
        "!rg_is_random(run, id) && (ahead || !ahead);",
    ),
    Mutant(
        "a call is used again whatever its arguments hold by now",
        "s->differ |= rg_is_written_from(s->run, id, rg_position(s->run, s->call) + 1);",
        "s->differ |= false;",
    ),
    Mutant(
        "a node with users is erased",
        "    if (rg_node_at(run->graph, id)->users || rg_reader_count(run, id))\n        rg_fail",
        "    if (false)\n        rg_fail",
    ),
    Mutant(
        "a call that does more than compute is erased",
        "(does_more(run, id, effect) || rg_is_awaited(&run->memory, id))",
        "rg_is_awaited(&run->memory, id)",
    ),
    Mutant(
        "one matched node may be given two values",
        "if (((const uint32_t *)replaced->data)[i] == slot)",
        "if (false)",
    ),
    Mutant(
        "a value may be given to two nodes as it is",
        "rg_is_node(value) && rg_is_given(run, value.data)",
        "false",
    ),
    Mutant(
        "a content may have another shape",
        "               want->shape[i].value == have->shape[i].value;\n    if (same)",
        "               want->shape[i].value == have->shape[i].value;\n    if (true)",
    ),
    Mutant(
        "a call may be its own argument",
        '    if (c.found)\n        rg_fail(run, ast, "%%%s cannot be an argument of itself"',
        '    if (false)\n        rg_fail(run, ast, "%%%s cannot be an argument of itself"',
    ),
    Mutant(
        "a set dimension leaves what is known of the call",
        "    rg_forget_item(run, id); /* needs the old call */\n",
        "",
    ),
    Mutant(
        "nothing stops rules that undo each other",
        "if (++run->pass.steps > run->pass.step_limit)",
        "if (++run->pass.steps > SIZE_MAX - 1)",
    ),
    Mutant(
        "values of a rule are those that other rules replaced",
        " = current_value(run, pendings[i].value);",
        " = pendings[i].value;",
    ),
    Mutant(
        "a write that stays does not reach views that were taken apart",
        "if (!storage || (!storage->version && !storage->views_may_copy))",
        "if (true)",
    ),
    Mutant(
        "a rule that fails leaves the nodes that it made",
        "(rg_node_at(run->graph, made[i])->flags & RG_NODE_NEW)\n            rg_drop_node",
        "(false)\n            rg_drop_node",
    ),
]

EXPLAIN = [
    Mutant(
        "it is not told which call wrote in between",
        '    if (writer != RG_NO_NODE)\n        rg_text_printf(out, "by %%%s "',
        '    if (false)\n        rg_text_printf(out, "by %%%s "',
    ),
    Mutant(
        "users that a guard counts are not named",
        "if (!uses(n->run, node, id) || ++count > most)",
        "if (true)",
    ),
]

LINT = [
    Mutant(
        "conditions that contradict each other are fine",
        "strcmp(text_of(lint, a), text_of(lint, b)) == 0)\n        return;",
        "true)\n        return;",
    ),
    Mutant(
        "a rule with a guard shadows others",
        "    if (has_guard(first))\n        return NULL;\n",
        "",
    ),
    Mutant(
        "rules that agree overlap",
        "return strcmp(first.graph, second.graph) != 0;",
        "return true;",
    ),
    Mutant(
        "a loop of many rules is one rule",
        "            known |= loop[k] == trial->last[i];",
        "            known |= true;",
    ),
    Mutant(
        "a keyword of a pattern may be any",
        "return schema->variadic || (positional <= places && used == positional + named);",
        "return schema->variadic || positional <= places;",
    ),
    Mutant(
        "a pattern may leave out what is required",
        "if (!pattern && !open && !schema->params[p].default_text)",
        "if (false)",
    ),
]

COMMANDS = [
    Mutant(
        "a test passes when its run fails",
        "    if (!after && !must_fail)\n",
        "    if (false)\n",
    ),
    Mutant(
        "a test that must fail may run",
        "    if (after && must_fail)\n",
        "    if (false)\n",
    ),
    Mutant(
        "a rule may fire another number of times",
        "return word == length || strtoull(line + word, NULL, 10) == fired[i].count;",
        "return true;",
    ),
    Mutant(
        "messages that nobody expects are fine",
        "if (after && *outcome->messages && quiet)",
        "if (false)",
    ),
    Mutant(
        "metadata that are missing are as expected",
        "if (!actual || !json_equal(value, actual))",
        "if (actual && !json_equal(value, actual))",
    ),
    Mutant(
        "bisect takes the check that passes for the one that fails",
        "return !s->broken && WEXITSTATUS(status) == 0;",
        "return !s->broken && WEXITSTATUS(status) != 0;",
    ),
    Mutant(
        "hits of two passes are counted together",
        "if (strcmp(all[i].rule, rule) == 0 && strcmp(all[i].pass, pass) == 0)",
        "if (strcmp(all[i].rule, rule) == 0)",
    ),
    Mutant(
        "the nearest miss is the last",
        "(n->found && rg_nearness(event) <= n->miss.progress))",
        "false)",
    ),
]

SIZES = [
    Mutant(
        "a size is less than an equal one",
        "return range.high < 0 ? RG_YES : range.low >= 0 ? RG_NO : RG_NOT_KNOWN;",
        "return range.high <= 0 ? RG_YES : range.low >= 0 ? RG_NO : RG_NOT_KNOWN;",
    ),
    Mutant(
        "what may be zero cancels out",
        "else if (rg_size_range(sizes, b).low > 0)",
        "else",
    ),
    Mutant(
        "a minimum is both",
        "return either ? larger(a, b) : a < b ? a : b;",
        "return larger(a, b);",
    ),
    Mutant(
        "a part may reach the next row",
        "rg_size_less(sizes, end_of_b, distance) == RG_YES",
        "rg_size_less(sizes, distance, end_of_b) != RG_YES",
    ),
    Mutant(
        "what a branch computes says of symbols what holds always",
        "        if (surely)\n            rg_size_at_least",
        "            rg_size_at_least",
    ),
    Mutant(
        "a guard that is not known holds",
        "question q = {frame, ast, false};",
        "question q = {frame, ast, true};",
    ),
    Mutant(
        "a clause that may not fit does not fit",
        "    if (run->matching.not_known)\n        rg_fail_not_known(",
        "    if (false)\n        rg_fail_not_known(",
    ),
]

MUTANTS = [
    *BASE,
    *SIZES,
    *GRAPH,
    *TEXT,
    *OPS,
    *RULES,
    *CALLS,
    *MEMORY,
    *EVAL,
    *REWRITE,
    *EXPLAIN,
    *LINT,
    *COMMANDS,
]
