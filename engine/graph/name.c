/* Names as torch.fx makes them: free ones like one that is wanted, and those that calls get from
 * their targets. */
#include "name.h"

#include <stdlib.h>
#include <string.h>

/* Python's keywords and builtins, and what torch.fx puts beside them; in strcmp() order. */
static const char *const reserved[] = {
    "ArithmeticError",
    "AssertionError",
    "AttributeError",
    "BaseException",
    "BaseExceptionGroup",
    "BlockingIOError",
    "BrokenPipeError",
    "BufferError",
    "BytesWarning",
    "ChildProcessError",
    "ConnectionAbortedError",
    "ConnectionError",
    "ConnectionRefusedError",
    "ConnectionResetError",
    "DeprecationWarning",
    "EOFError",
    "Ellipsis",
    "EncodingWarning",
    "EnvironmentError",
    "Exception",
    "ExceptionGroup",
    "False",
    "FileExistsError",
    "FileNotFoundError",
    "FloatingPointError",
    "FutureWarning",
    "GeneratorExit",
    "IOError",
    "ImportError",
    "ImportWarning",
    "IndentationError",
    "IndexError",
    "InterruptedError",
    "IsADirectoryError",
    "KeyError",
    "KeyboardInterrupt",
    "LookupError",
    "MemoryError",
    "ModuleNotFoundError",
    "NameError",
    "None",
    "NoneType",
    "NotADirectoryError",
    "NotImplemented",
    "NotImplementedError",
    "OSError",
    "OverflowError",
    "PendingDeprecationWarning",
    "PermissionError",
    "ProcessLookupError",
    "RecursionError",
    "ReferenceError",
    "ResourceWarning",
    "RuntimeError",
    "RuntimeWarning",
    "StopAsyncIteration",
    "StopIteration",
    "SyntaxError",
    "SyntaxWarning",
    "SystemError",
    "SystemExit",
    "TabError",
    "TimeoutError",
    "True",
    "TypeError",
    "UnboundLocalError",
    "UnicodeDecodeError",
    "UnicodeEncodeError",
    "UnicodeError",
    "UnicodeTranslateError",
    "UnicodeWarning",
    "UserWarning",
    "ValueError",
    "Warning",
    "ZeroDivisionError",
    "__build_class__",
    "__debug__",
    "__doc__",
    "__import__",
    "__loader__",
    "__name__",
    "__package__",
    "__spec__",
    "abs",
    "aiter",
    "all",
    "and",
    "anext",
    "any",
    "as",
    "ascii",
    "assert",
    "async",
    "await",
    "bin",
    "bool",
    "break",
    "breakpoint",
    "bytearray",
    "bytes",
    "callable",
    "chr",
    "class",
    "classmethod",
    "compile",
    "complex",
    "continue",
    "copyright",
    "credits",
    "def",
    "del",
    "delattr",
    "device",
    "dict",
    "dir",
    "divmod",
    "elif",
    "else",
    "enumerate",
    "eval",
    "except",
    "exec",
    "exit",
    "filter",
    "finally",
    "float",
    "for",
    "format",
    "from",
    "frozenset",
    "fx_pytree",
    "getattr",
    "global",
    "globals",
    "hasattr",
    "hash",
    "help",
    "hex",
    "id",
    "if",
    "import",
    "in",
    "inf",
    "input",
    "int",
    "is",
    "isinstance",
    "issubclass",
    "iter",
    "lambda",
    "len",
    "license",
    "list",
    "locals",
    "map",
    "max",
    "memoryview",
    "min",
    "nan",
    "next",
    "nonlocal",
    "not",
    "object",
    "oct",
    "open",
    "or",
    "ord",
    "pass",
    "pow",
    "print",
    "property",
    "pytree",
    "quit",
    "raise",
    "range",
    "repr",
    "return",
    "reversed",
    "round",
    "set",
    "setattr",
    "slice",
    "sorted",
    "staticmethod",
    "str",
    "sum",
    "super",
    "torch",
    "try",
    "tuple",
    "type",
    "vars",
    "while",
    "with",
    "yield",
    "zip",
};

static int compare_names(const void *wanted, const void *entry) {
    return strcmp(wanted, *(const char *const *)entry);
}

static bool is_reserved(const char *name) {
    return bsearch(name, reserved, RG_COUNT_OF(reserved), sizeof *reserved, compare_names);
}

static inline bool is_digit(char c) {
    return (unsigned char)(c - '0') <= 9;
}

static bool is_word(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* A name in the making. */
typedef struct draft {
    char *text; /* with room for a number behind it */
    size_t length;
    char small[128];
} draft;

/* Most digits of a number behind a name that count as one: more could overflow. */
enum { MAX_SUFFIX_DIGITS = 9, NUMBER_ROOM = sizeof "__4294967295" };

static void make_room(rg_arena *arena, draft *d, size_t length) {
    d->text =
        length + NUMBER_ROOM <= sizeof d->small ? d->small : rg_alloc(arena, length + NUMBER_ROOM);
}

/* `wanted` with one `_` for each run of other bytes than letters, digits and `_`. */
static void clean_name(rg_arena *arena, draft *d, const char *wanted) {
    make_room(arena, d, *wanted ? strlen(wanted) : strlen("_unnamed"));
    char *end = d->text;
    if (is_digit(*wanted))
        *end++ = '_';
    for (const char *at = wanted; *at; at++) {
        if (is_word(*at))
            *end++ = *at;
        else if (at == wanted || is_word(at[-1]))
            *end++ = '_';
    }
    if (end == d->text)
        end = stpcpy(end, "_unnamed");
    *end = '\0';
    d->length = (size_t)(end - d->text);
}

/* `_` and the number in place of what stands behind the base. */
static void number_name(draft *d, size_t base_length, uint32_t number) {
    char digits[NUMBER_ROOM], *first = digits + sizeof digits;
    for (; number || first == digits + sizeof digits; number /= 10)
        *--first = (char)('0' + number % 10);
    size_t count = (size_t)(digits + sizeof digits - first);
    d->text[base_length] = '_';
    memcpy(d->text + base_length + 1, first, count);
    d->length = base_length + 1 + count;
    d->text[d->length] = '\0';
}

/* Where the digits at the end of a name begin; 0: there is nothing before them, or no `_`, or there
 * are none. */
static inline size_t find_digits(const char *name, size_t length) {
    size_t begin = length;
    while (begin > 0 && is_digit(name[begin - 1]))
        begin--;
    return begin == length || begin < 2 || name[begin - 1] != '_' ? 0 : begin;
}

/* Splits `add_12` into the length of its base and 12; false when there is no such number. */
static inline bool split_name(const char *name, size_t length, size_t *base, uint32_t *number) {
    size_t begin = find_digits(name, length);
    *base = length;
    *number = 0;
    if (!begin || length - begin > MAX_SUFFIX_DIGITS)
        return false;
    *base = begin - 1;
    for (size_t i = begin; i < length; i++)
        *number = *number * 10 + (uint32_t)(name[i] - '0');
    return true;
}

/* Sets the counters as if torch.fx had made the names that were read, in their order. A name
 * without a number leaves its counter where it is: at none. */
static void count_names(rg_graph *graph) {
    rg_symbols *symbols = graph->module->symbols;
    for (rg_node_id id = 0; id < graph->nodes.count; id++) {
        rg_symbol symbol = rg_node_at(graph, id)->name;
        const char *name = rg_symbol_text(symbols, symbol);
        size_t length = rg_symbol_length(symbols, symbol), base_length;
        uint32_t number;
        if (!split_name(name, length, &base_length, &number))
            continue;
        rg_symbol base = rg_intern(symbols, name, base_length);
        rg_symbol_map_set(graph->module->arena, &graph->name_counters, base, number + 1);
    }
    graph->names_counted = true;
}

static bool is_used(const rg_graph *graph, rg_symbol name) {
    return rg_find_node(graph, name) != RG_NO_NODE;
}

rg_wanted_name rg_want_name(rg_module *module, const char *wanted) {
    rg_symbols *symbols = module->symbols;
    draft name;
    clean_name(module->arena, &name, wanted);
    size_t base_length;
    rg_wanted_name want;
    want.numbered = split_name(name.text, name.length, &base_length, &want.number);
    want.whole = rg_intern(symbols, name.text, name.length);
    want.base = want.numbered ? rg_intern(symbols, name.text, base_length) : want.whole;
    want.reserved = !want.numbered && is_reserved(name.text);
    return want;
}

/* The first name with a number after `number`, which it becomes, that no node has. */
static rg_symbol first_free(rg_graph *graph, rg_symbol base, uint32_t *number) {
    rg_module *module = graph->module;
    size_t length = rg_symbol_length(module->symbols, base);
    draft name;
    make_room(module->arena, &name, length);
    memcpy(name.text, rg_symbol_text(module->symbols, base), length);
    for (;;) {
        size_t known = rg_symbol_count(module->symbols);
        if (++*number == UINT32_MAX)
            rg_out_of_memory(module->arena);
        number_name(&name, length, *number);
        rg_symbol symbol = rg_intern(module->symbols, name.text, name.length);
        if (symbol >= known || !is_used(graph, symbol))
            return symbol;
    }
}

rg_symbol rg_make_wanted_name(rg_graph *graph, const rg_wanted_name *want) {
    if (!graph->names_counted)
        count_names(graph);
    bool used = want->reserved || is_used(graph, want->whole);
    uint32_t number = want->number;
    if (!want->numbered || used) {
        uint32_t counter = rg_symbol_map_get(&graph->name_counters, want->base);
        number = counter ? counter - 1 : 0;
    }
    rg_symbol name = used ? first_free(graph, want->base, &number) : want->whole;
    rg_symbol_map_set(graph->module->arena, &graph->name_counters, want->base, number + 1);
    return name;
}

rg_symbol rg_make_name(rg_graph *graph, const char *wanted) {
    rg_wanted_name want = rg_want_name(graph->module, wanted);
    return rg_make_wanted_name(graph, &want);
}

/* ---------------------------------------------------------------- from targets */

/* What stands between `from` and the first of `ends`, or the end of the text. */
typedef struct part {
    const char *from;
    size_t length;
} part;

static part part_until(const char *from, const char *ends) {
    part p = {from, strcspn(from, ends)};
    return p;
}

static part last_part(const char *target) {
    const char *dot = strrchr(target, '.');
    return part_until(dot ? dot + 1 : target, "");
}

/* `add` of `torch.ops.aten.add.Tensor`: the name of the operator without its overload. */
static bool operator_part(const char *target, part *name) {
    static const char marker[] = "ops.";
    const char *ops = strstr(target, marker);
    if (!ops || (ops != target && ops[-1] != '.' && ops[-1] != '_'))
        return false;
    const char *space_end = strchr(ops + sizeof marker - 1, '.');
    if (!space_end)
        return false;
    *name = part_until(space_end + 1, ".");
    return true;
}

/* `topk` of `<built-in method topk of type object at 0x7f…>`: how old versions print functions. */
static bool printed_function(const char *target, part *name) {
    static const char *const heads[] = {"<built-in function ", "<built-in method ", "<function "};
    for (size_t i = 0; i < RG_COUNT_OF(heads); i++) {
        size_t length = strlen(heads[i]);
        if (strncmp(target, heads[i], length) == 0) {
            *name = part_until(target + length, " >");
            return true;
        }
    }
    return false;
}

static part strip_underscores(part p) {
    if (p.length > 4 && memcmp(p.from, "__", 2) == 0 && memcmp(p.from + p.length - 2, "__", 2) == 0)
        return (part){p.from + 2, p.length - 4};
    return p;
}

static bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

static bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

enum { USUAL_NAME = 128 };

static rg_symbol snake_case(rg_module *module, part p) {
    char usual[2 * USUAL_NAME];
    char *name = p.length <= USUAL_NAME ? usual : rg_alloc(module->arena, p.length * 2);
    char *end = name;
    for (size_t i = 0; i < p.length; i++) {
        char c = p.from[i];
        if (is_upper(c) && i > 0 && is_lower(p.from[i - 1]))
            *end++ = '_';
        *end++ = is_upper(c) ? (char)(c - 'A' + 'a') : c;
    }
    return rg_intern(module->symbols, name, (size_t)(end - name));
}

const char *rg_default_name(rg_module *module, rg_opcode opcode, const char *target) {
    part name = part_until(target, "");
    if (opcode == RG_CALL_FUNCTION) {
        if (!operator_part(target, &name) && !printed_function(target, &name))
            name = last_part(target);
    } else {
        name = strip_underscores(name);
    }
    return rg_symbol_text(module->symbols, snake_case(module, name));
}
