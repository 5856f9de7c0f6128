/* Writes a graph of a given size as text, the same text for the same arguments.
 *
 *     generate SHAPE NODES [fx|plain|mlir|pdl]
 *
 * chain        one chain of element-wise calls
 * wide         100 chains side by side, joined at the end
 * transformer  layers of attention and feed-forward, one after the other
 * writes       the chain, with a value of the chain added to an input in each write
 *
 * In each, one node in ten writes one of 50 inputs in place, half of them (of `writes`: none)
 * through a view; others read those inputs. `mlir` writes the chain or the wide graph as a function
 * of the arith dialect, where one operation in ten can be folded (x * 1); in `pdl` it is one that a
 * pattern is to replace. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS = 50, MOST_ARGUMENTS = 3, CHAINS = 100 };

typedef struct node {
    const char *kind, *target, *type, *rest; /* rest: literal arguments behind the nodes */
    uint32_t arguments[MOST_ARGUMENTS], count, users, name;
} node;

static node *nodes;
static uint32_t node_count, room;
static const char matrix[] = "f32[16, 32][32, 1]cpu", row[] = "f32[32][1]cpu";
static const char square[] = "f32[32, 32][32, 1]cpu", heads[] = "f32[16, 4, 8][32, 8, 1]cpu";
static const char turned[] = "f32[4, 16, 8][8, 32, 1]cpu",
                  turned_twice[] = "f32[4, 8, 16][8, 1, 32]cpu";
static const char scores[] = "f32[4, 16, 16][256, 16, 1]cpu",
                  mixed[] = "f32[4, 16, 8][128, 8, 1]cpu";
static const char mixed_back[] = "f32[16, 4, 8][8, 128, 1]cpu",
                  wide_row[] = "f32[16, 32][32, 1]cpu";

static uint32_t add(const char *kind, const char *target, const char *type, const char *rest,
                    uint32_t count, uint32_t a, uint32_t b, uint32_t c) {
    if (node_count == room) {
        room = room ? room * 2 : 1024;
        nodes = realloc(nodes, room * sizeof *nodes);
        if (!nodes)
            exit(1);
    }
    nodes[node_count] = (node){kind, target, type, rest, {a, b, c}, count, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        bool again = false;
        for (uint32_t k = 0; k < i; k++)
            again |= nodes[node_count].arguments[k] == nodes[node_count].arguments[i];
        if (!again)
            nodes[nodes[node_count].arguments[i]].users++;
    }
    return node_count++;
}

static uint32_t function(const char *target, const char *type, const char *rest, uint32_t count,
                         uint32_t a, uint32_t b) {
    return add("call_function", target, type, rest, count, a, b, 0);
}

static uint32_t method(const char *target, const char *type, const char *rest, uint32_t count,
                       uint32_t a, uint32_t b) {
    return add("call_method", target, type, rest, count, a, b, 0);
}

static uint32_t inputs[INPUTS];

static void add_inputs(void) {
    for (uint32_t i = 0; i < INPUTS; i++)
        inputs[i] = add("placeholder", "x", matrix, NULL, 0, 0, 0, 0);
}

static uint32_t random_state = 1;

static uint32_t random_number(uint32_t below) { /* Marsaglia's xorshift */
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state % below;
}

/* One write in place of an input. */
static void write_input(void) {
    uint32_t input = inputs[random_number(INPUTS)];
    if (random_number(2)) {
        method("add_", matrix, "1", 1, input, 0);
        return;
    }
    uint32_t view = function("operator.getitem", row, "3", 1, input, 0);
    method("mul_", row, "2", 1, view, 0);
}

/* One element-wise call on a value. */
static uint32_t element_wise(uint32_t value, uint32_t step) {
    static const char *const calls[] = {"torch.add", "torch.mul", "operator.sub"};
    if (step % 7 == 3)
        return function("torch.relu", matrix, NULL, 1, value, 0);
    return function(calls[step % 3], matrix, NULL, 2, value, inputs[random_number(INPUTS)]);
}

static void writes(uint32_t count) {
    uint32_t value = add("placeholder", "y", matrix, NULL, 0, 0, 0, 0);
    for (uint32_t step = 0; node_count < count; step++)
        if (step % 10 == 9)
            method("add_", matrix, NULL, 2, inputs[random_number(INPUTS)], value);
        else
            value = element_wise(value, step);
    add("output", "output", NULL, NULL, 1, value, 0, 0);
}

static void chain(uint32_t count) {
    uint32_t value = add("placeholder", "y", matrix, NULL, 0, 0, 0, 0);
    for (uint32_t step = 0; node_count < count; step++)
        if (step % 10 == 9)
            write_input();
        else
            value = element_wise(value, step);
    add("output", "output", NULL, NULL, 1, value, 0, 0);
}

static void wide(uint32_t count) {
    uint32_t values[CHAINS];
    for (uint32_t i = 0; i < CHAINS; i++)
        values[i] = add("placeholder", "y", matrix, NULL, 0, 0, 0, 0);
    for (uint32_t step = 0; node_count + CHAINS < count; step++)
        if (step % 10 == 9)
            write_input();
        else
            values[step % CHAINS] = element_wise(values[step % CHAINS], step);
    uint32_t sum = values[0];
    for (uint32_t i = 1; i < CHAINS; i++)
        sum = function("torch.add", matrix, NULL, 2, sum, values[i]);
    add("output", "output", NULL, NULL, 1, sum, 0, 0);
}

static uint32_t linear(uint32_t x, uint32_t weight) {
    return function("torch.nn.functional.linear", matrix, NULL, 2, x, weight);
}

static uint32_t split_heads(uint32_t x) {
    return method("transpose", turned, "0, 1", 1, method("view", heads, "16, 4, 8", 1, x, 0), 0);
}

static uint32_t layer(uint32_t x, uint32_t weight) {
    uint32_t q = split_heads(linear(x, weight)), v = split_heads(linear(x, weight));
    uint32_t k = method("transpose", turned_twice, "1, 2", 1, split_heads(linear(x, weight)), 0);
    uint32_t s = function("torch.matmul", scores, NULL, 2, q, k);
    s = function("torch.softmax", scores, "-1", 1, s, 0);
    s = method("transpose", mixed_back, "0, 1", 1, function("torch.matmul", mixed, NULL, 2, s, v),
               0);
    s = method("reshape", wide_row, "16, 32", 1, s, 0);
    write_input();
    x = function("torch.add", matrix, NULL, 2, x, linear(s, weight));
    uint32_t h = function("torch.nn.functional.gelu", matrix, NULL, 1, linear(x, weight), 0);
    write_input();
    write_input();
    h = function("torch.mul", matrix, NULL, 2, linear(h, weight), inputs[random_number(INPUTS)]);
    return function("torch.add", matrix, NULL, 2, x, h);
}

static void transformer(uint32_t count) {
    uint32_t x = add("placeholder", "y", matrix, NULL, 0, 0, 0, 0);
    uint32_t weight = add("placeholder", "w", square, NULL, 0, 0, 0, 0);
    while (node_count + 1 < count)
        x = layer(x, weight);
    add("output", "output", NULL, NULL, 1, x, 0, 0);
}

static void print_fx(bool plain) {
    printf("graph():\n");
    for (uint32_t i = 0; i < node_count; i++) {
        const node *n = &nodes[i];
        if (!n->type) {
            printf("    return (n%u,)\n", n->arguments[0]);
            continue;
        }
        printf("    %%n%u : ", i);
        if (!plain)
            printf("\"%s\" ", n->type);
        printf("[num_users=%u] = ", n->users);
        if (strcmp(n->kind, "placeholder") == 0) {
            printf("placeholder[target=n%u]\n", i);
            continue;
        }
        printf("%s[target=%s](args = (", n->kind, n->target);
        for (uint32_t k = 0; k < n->count; k++)
            printf(k ? ", %%n%u" : "%%n%u", n->arguments[k]);
        if (n->rest)
            printf(", %s", n->rest);
        printf("%s), kwargs = {})\n", n->count == 1 && !n->rest ? "," : "");
    }
}

/* The same amount of work for mlir-opt. */
static void print_mlir(uint32_t count, uint32_t chains, bool pdl) {
    printf("func.func @f(%%y: i32) -> i32 {\n  %%c1 = arith.constant 1 : i32\n");
    for (uint32_t i = 0; i < count; i++) {
        char before[16] = "y";
        if (i >= chains)
            snprintf(before, sizeof before, "n%u", i - chains);
        if (i % 10 == 9)
            printf("  %%n%u = arith.%s %%%s, %%%s : i32\n", i, pdl ? "subi" : "muli", before,
                   pdl ? "y" : "c1");
        else
            printf("  %%n%u = arith.%s %%%s, %%y : i32\n", i, i % 2 ? "addi" : "xori", before);
    }
    uint32_t last = count - chains;
    for (uint32_t i = 1; i < chains; i++) {
        printf("  %%s%u = arith.addi %%%c%u, %%n%u : i32\n", i, i == 1 ? 'n' : 's',
               i == 1 ? last : i - 1, last + i);
    }
    printf("  return %%%c%u : i32\n}\n", chains == 1 ? 'n' : 's',
           chains == 1 ? count - 1 : chains - 1);
}

int main(int argc, char **argv) {
    if (argc < 3)
        return 2;
    uint32_t count = (uint32_t)strtoul(argv[2], NULL, 10);
    const char *form = argc > 3 ? argv[3] : "fx";
    bool pdl = strcmp(form, "pdl") == 0;
    if (pdl || strcmp(form, "mlir") == 0) {
        print_mlir(count, strcmp(argv[1], "wide") == 0 ? CHAINS : 1, pdl);
        return 0;
    }
    add_inputs();
    if (strcmp(argv[1], "chain") == 0)
        chain(count);
    else if (strcmp(argv[1], "wide") == 0)
        wide(count);
    else if (strcmp(argv[1], "transformer") == 0)
        transformer(count);
    else if (strcmp(argv[1], "writes") == 0)
        writes(count);
    else
        return 2;
    print_fx(strcmp(form, "plain") == 0);
    return 0;
}
