/* What a program cannot save: reads a graph's text, splits it into nodes, interns names, types and
 * targets, counts users, and prints it again from what it stored. No rules, no checks, and only the
 * simple form that generate.c writes.
 *
 *     floor GRAPH > COPY */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void *memory(size_t size) {
    size = (size + (1 << 21)) >> 21 << 21;
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED)
        exit(1);
    madvise(block, size, MADV_HUGEPAGE);
    return block;
}

typedef struct text {
    const char *begin;
    uint32_t length, hash;
} text;

typedef struct node {
    uint32_t name, type, opcode, target, first, count, users;
} node;

static text *texts;
static uint32_t *slots, text_count, mask;

static uint32_t intern(const char *begin, const char *end) {
    uint64_t hash = 0x9E3779B97F4A7C15u ^ (uint64_t)(end - begin);
    const char *at = begin;
    for (; end - at >= 8; at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        hash = (hash ^ word) * 0x9FB21C651E98DF25u;
        hash ^= hash >> 32;
    }
    uint64_t word = 0;
    memcpy(&word, at, (size_t)(end - at));
    hash = (hash ^ word) * 0x9FB21C651E98DF25u;
    uint32_t h = (uint32_t)(hash >> 32);
    for (uint32_t i = h & mask;; i = (i + 1) & mask) {
        if (!slots[i]) {
            texts[text_count] = (text){begin, (uint32_t)(end - begin), h};
            slots[i] = ++text_count;
            return text_count - 1;
        }
        const text *t = &texts[slots[i] - 1];
        if (t->hash == h && t->length == (size_t)(end - begin) &&
            memcmp(t->begin, begin, t->length) == 0)
            return slots[i] - 1;
    }
}

static const char *find(const char *at, char c) {
    while (*at != c)
        at++;
    return at;
}

static char *out, *out_end;

static void flush(void) {
    for (char *at = out; at < out_end;) {
        ssize_t written = write(1, at, (size_t)(out_end - at));
        if (written < 0)
            exit(1);
        at += written;
    }
    out_end = out;
}

static void put(const char *text_, size_t length) {
    memcpy(out_end, text_, length);
    out_end += length;
}

static void put_text(uint32_t number) {
    put(texts[number].begin, texts[number].length);
}

#define NO_TYPE UINT32_MAX /* the plain notation */
#define PUT(literal) put(literal, sizeof literal - 1)

int main(int argc, char **argv) {
    struct stat about;
    int file = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    if (file < 0 || fstat(file, &about) != 0)
        return 1;
    size_t size = (size_t)about.st_size, lines = 0;
    char *source = memory(size + 1);
    for (size_t got = 0; got < size;) {
        ssize_t n = read(file, source + got, size - got);
        if (n <= 0)
            return 1;
        got += (size_t)n;
    }
    for (const char *at = source; (at = memchr(at, '\n', (size_t)(source + size - at))); at++)
        lines++;
    for (mask = 1024; mask < 2 * lines; mask *= 2) {
    }
    slots = memory(mask * sizeof *slots);
    mask--;
    texts = memory((2 * lines + 1024) * sizeof *texts);
    node *nodes = memory(lines * sizeof *nodes);
    uint32_t *node_of = memory((2 * lines + 1024) * sizeof *node_of),
             *values = memory(8 * lines * 4);
    size_t count = 0, value_count = 0;
    const char *at = find(source, '\n') + 1, *stop = source + size;
    while (at < stop) {
        const char *line_end = find(at, '\n');
        node *n = &nodes[count];
        const char *begin = at + 4;
        if (*begin != '%')
            break;
        const char *end = find(begin, ' ');
        n->name = intern(begin, end);
        node_of[n->name] = (uint32_t)count++;
        n->type = NO_TYPE;
        begin = end + 4; /* : " */
        if (begin[-1] == '"') {
            end = find(begin, '"');
            n->type = intern(begin, end);
        }
        begin = find(find(end, '='), ' '); /* behind the printed count of users */
        begin = find(begin, '=') + 2;
        end = find(begin, '[');
        n->opcode = intern(begin, end);
        begin = find(end, '=') + 1;
        end = find(begin, ']');
        n->target = intern(begin, end);
        n->first = (uint32_t)value_count;
        n->count = 0;
        if (end[1] == '(') {
            for (begin = end + sizeof "](args = (" - 1; *begin != ')'; begin = end) {
                for (end = begin; *end != ',' && *end != ')'; end++) {
                }
                uint32_t value = intern(begin, end);
                if (*begin == '%')
                    nodes[node_of[value]].users++;
                values[value_count++] = value;
                n->count++;
                if (*end == ',')
                    end += end[1] == ' ' ? 2 : 1;
            }
        }
        at = line_end + 1;
    }
    enum { BUFFER = 1 << 20 };
    out = out_end = memory(2 * BUFFER);
    PUT("graph():\n");
    for (size_t i = 0; i < count; i++) {
        const node *n = &nodes[i];
        char digits[12];
        PUT("    ");
        put_text(n->name);
        PUT(" : ");
        if (n->type != NO_TYPE) {
            PUT("\"");
            put_text(n->type);
            PUT("\" ");
        }
        PUT("[num_users=");
        char *digit = digits + sizeof digits;
        uint32_t left = n->users;
        do
            *--digit = (char)('0' + left % 10);
        while (left /= 10);
        put(digit, (size_t)(digits + sizeof digits - digit));
        PUT("] = ");
        put_text(n->opcode);
        PUT("[target=");
        put_text(n->target);
        PUT("]");
        if (*texts[n->opcode].begin != 'p') { /* no placeholder */
            PUT("(args = (");
            for (uint32_t k = 0; k < n->count; k++) {
                if (k)
                    PUT(", ");
                put_text(values[n->first + k]);
            }
            if (n->count == 1)
                PUT(",");
            PUT("), kwargs = {})");
        }
        PUT("\n");
        if (out_end - out > BUFFER)
            flush();
    }
    put(at, (size_t)(stop - at));
    flush();
    return 0;
}
