/* Unit tests of engine/base: memory, symbols, text, sources, diagnostics. */
#include "../../engine/base/base.h"

#include <CUnit/Basic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void rg_add_base_suite(void);

/* Of the whole suite. */
static rg_arena *arena;

static int new_arena(void) {
    arena = rg_arena_new();
    return arena == NULL;
}

static int free_arena(void) {
    rg_arena_free(arena);
    return 0;
}

/* ---- arena */

static void test_alloc(void) {
    size_t before = rg_arena_bytes(arena);
    for (size_t size = 0; size < 3000; size += 7) {
        char *memory = rg_alloc(arena, size);
        CU_ASSERT_EQUAL_FATAL((uintptr_t)memory % 16, 0);
        for (size_t i = 0; i < size; i++)
            CU_ASSERT_EQUAL_FATAL(memory[i], 0);
        memset(memory, 0xff, size);
    }
    CU_ASSERT(rg_arena_bytes(arena) > before);
    char *large = rg_alloc(arena, 5 << 20);
    CU_ASSERT_EQUAL(large[(5 << 20) - 1], 0);
    int *numbers = rg_alloc_array(arena, 10, sizeof *numbers);
    CU_ASSERT_EQUAL(numbers[9], 0);
}

static void test_texts(void) {
    char *copy = rg_copy_text(arena, "ab\0cd", 5);
    CU_ASSERT_EQUAL(memcmp(copy, "ab\0cd", 6), 0);
    CU_ASSERT_STRING_EQUAL(rg_copy_text(arena, "", 0), "");
    CU_ASSERT_STRING_EQUAL(rg_format(arena, "%s=%d", "x", 7), "x=7");
    CU_ASSERT_EQUAL((uintptr_t)rg_alloc(arena, 1) % 16, 0);
}

/* What would overflow counts as memory running out, and jumps. */
static void test_failure(void) {
    jmp_buf target;
    volatile int failures = 0;
    CU_ASSERT_PTR_NULL(rg_arena_on_failure(arena, &target));
    if (setjmp(target) == 0)
        rg_alloc_array(arena, SIZE_MAX / 2, 3);
    else
        failures++;
    if (setjmp(target) == 0)
        rg_alloc(arena, SIZE_MAX - 8);
    else
        failures++;
    rg_array array = {NULL, 0, 0, 0};
    if (setjmp(target) == 0)
        rg_array_reserve(arena, &array, SIZE_MAX / 4, 8);
    else
        failures++;
    if (setjmp(target) == 0)
        rg_out_of_memory(arena);
    else
        failures++;
    CU_ASSERT_EQUAL(failures, 4);
    CU_ASSERT_PTR_EQUAL(rg_arena_on_failure(arena, NULL), &target);
}

static char order[8];

static void note_release(void *object) {
    strncat(order, object, 1);
}

static void test_defer(void) {
    rg_arena *own = rg_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(own);
    order[0] = '\0';
    rg_arena_defer(own, note_release, "a");
    rg_arena_defer(own, note_release, "b");
    CU_ASSERT_STRING_EQUAL(order, "");
    rg_arena_free(own);
    CU_ASSERT_STRING_EQUAL(order, "ba");
    rg_arena_free(NULL);
}

static void test_arrays(void) {
    rg_array numbers = {NULL, 0, 0, 0}, others = {NULL, 0, 0, 0};
    for (size_t i = 0; i < 10000; i++) {
        size_t *item = rg_array_push(arena, &numbers, sizeof *item);
        CU_ASSERT_EQUAL_FATAL(*item, 0);
        *item = i;
        *(char *)rg_array_push(arena, &others, 1) = (char)i;
    }
    CU_ASSERT_EQUAL(numbers.count, 10000);
    CU_ASSERT_EQUAL(((size_t *)numbers.data)[9999], 9999);
    CU_ASSERT_EQUAL(((char *)others.data)[100], 100);
    numbers.count = 5;
    CU_ASSERT_EQUAL(*(size_t *)rg_array_push(arena, &numbers, sizeof(size_t)), 0);
    size_t bytes = rg_arena_bytes(arena);
    rg_array_free(arena, &numbers);
    CU_ASSERT(rg_arena_bytes(arena) < bytes);
    CU_ASSERT_PTR_NULL(numbers.data);
    size_t handle = others.block;
    rg_array again = {NULL, 0, 0, 0};
    rg_array_reserve(arena, &again, 3, 8);
    CU_ASSERT(again.block < handle); /* the handle that was given back */
    CU_ASSERT(again.capacity >= 3);
    CU_ASSERT_EQUAL(((uint64_t *)again.data)[2], 0);
}

/* ---- symbols */

static void test_symbols(void) {
    rg_symbols *symbols = rg_symbols_new(arena);
    CU_ASSERT_EQUAL(rg_symbol_count(symbols), 1);
    CU_ASSERT_EQUAL(rg_intern_text(symbols, ""), 0);
    rg_symbol a = rg_intern_text(symbols, "add"), b = rg_intern(symbols, "mul_x", 3);
    CU_ASSERT_EQUAL(a, 1);
    CU_ASSERT_EQUAL(b, 2);
    CU_ASSERT_EQUAL(rg_intern(symbols, "add", 3), a);
    CU_ASSERT_STRING_EQUAL(rg_symbol_text(symbols, b), "mul");
    CU_ASSERT_EQUAL(rg_find_symbol(symbols, "mul", 3), b);
    CU_ASSERT_EQUAL(rg_find_symbol(symbols, "div", 3), UINT32_MAX);
    rg_symbol zero = rg_intern(symbols, "a\0b", 3);
    CU_ASSERT_EQUAL(rg_symbol_length(symbols, zero), 3);
    CU_ASSERT_NOT_EQUAL(rg_intern(symbols, "a\0c", 3), zero);
}

static void test_many_symbols(void) {
    rg_symbols *symbols = rg_symbols_new(arena);
    char text[32];
    for (unsigned i = 1; i <= 50000; i++) {
        snprintf(text, sizeof text, "name_%u", i);
        CU_ASSERT_EQUAL_FATAL(rg_intern_text(symbols, text), i);
    }
    rg_symbols *copy = rg_symbols_copy(arena, symbols);
    rg_intern_text(symbols, "later");
    for (unsigned i = 1; i <= 50000; i += 17) {
        snprintf(text, sizeof text, "name_%u", i);
        CU_ASSERT_EQUAL_FATAL(rg_intern_text(symbols, text), i);
        CU_ASSERT_EQUAL_FATAL(rg_intern_text(copy, text), i);
        CU_ASSERT_STRING_EQUAL_FATAL(rg_symbol_text(copy, i), text);
    }
    CU_ASSERT_EQUAL(rg_symbol_count(copy), 50001);
}

static void test_symbol_map(void) {
    rg_symbol_map map = {0};
    CU_ASSERT_EQUAL(rg_symbol_map_get(&map, 12), 0);
    for (uint32_t i = 1; i < 20000; i++)
        rg_symbol_map_set(arena, &map, i * i, i);
    rg_symbol_map copy = rg_symbol_map_copy(arena, &map);
    rg_symbol_map_set(arena, &map, 25, 0);
    for (uint32_t i = 1; i < 20000; i++) {
        CU_ASSERT_EQUAL_FATAL(rg_symbol_map_get(&map, i * i), i == 5 ? 0 : i);
        CU_ASSERT_EQUAL_FATAL(rg_symbol_map_get(&copy, i * i), i);
        CU_ASSERT_EQUAL_FATAL(rg_symbol_map_get(&map, i * i + 1), 0);
    }
}

static void test_symbol_map_of_indices(void) {
    rg_symbol_map map = {0};
    CU_ASSERT_EQUAL(rg_symbol_map_index(&map, 12), RG_NO_INDEX);
    CU_ASSERT_EQUAL(rg_symbol_map_set_index(arena, &map, 12, 0), RG_NO_INDEX);
    CU_ASSERT_EQUAL(rg_symbol_map_index(&map, 12), 0);
    CU_ASSERT_EQUAL(rg_symbol_map_index(&map, 13), RG_NO_INDEX);
    CU_ASSERT_EQUAL(rg_symbol_map_set_index(arena, &map, 12, RG_NO_INDEX), 0);
    CU_ASSERT_EQUAL(rg_symbol_map_index(&map, 12), RG_NO_INDEX);
}

/* ---- text */

static void test_text(void) {
    rg_text text = rg_text_new(arena);
    CU_ASSERT_STRING_EQUAL(rg_text_string(&text), "");
    rg_text_puts(&text, "a");
    rg_text_putc(&text, 'b');
    rg_text_add(&text, "cde", 2);
    rg_text_printf(&text, "%d%s", 42, "!");
    rg_text_printf(&text, "%s", "");
    CU_ASSERT_STRING_EQUAL(rg_text_string(&text), "abcd42!");
    CU_ASSERT_EQUAL(rg_text_length(&text), 7);
    rg_text_clear(&text);
    CU_ASSERT_STRING_EQUAL(rg_text_string(&text), "");
    for (int i = 0; i < 1000; i++)
        rg_text_printf(&text, "%03d", i);
    CU_ASSERT_EQUAL(rg_text_length(&text), 3000);
    CU_ASSERT_STRING_EQUAL(rg_text_string(&text) + 2997, "999");
}

/* ---- sources */

static void test_lines(void) {
    rg_source *source = rg_source_new(arena, "f", "one\r\n\ntwo\nlast", 14);
    static const char *const lines[] = {"one", "", "two", "last"};
    size_t length;
    for (uint32_t i = 0; i < 4; i++) {
        const char *line = rg_source_line(source, i + 1, &length);
        CU_ASSERT_EQUAL(length, strlen(lines[i]));
        CU_ASSERT_EQUAL(memcmp(line, lines[i], length), 0);
    }
    CU_ASSERT_STRING_EQUAL(rg_source_line(source, 5, &length), "");
    CU_ASSERT_EQUAL(length, 0);
    CU_ASSERT_STRING_EQUAL(rg_source_line(source, 0, &length), "");
    CU_ASSERT_EQUAL(memcmp(source->text + 14, "\0\0", 2), 0);
}

static void test_read(void) {
    CU_ASSERT_PTR_NULL(rg_source_read(arena, "/no/such/file"));
    CU_ASSERT_PTR_NULL(rg_source_read(arena, "/"));
    static const char path[] = "test_base.tmp";
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fwrite("a\0b\n", 1, 4, file);
    fclose(file);
    rg_source *source = rg_source_read(arena, path);
    CU_ASSERT_PTR_NOT_NULL_FATAL(source);
    CU_ASSERT_EQUAL(source->length, 4);
    CU_ASSERT_EQUAL(memcmp(source->text, "a\0b\n\0\0", 6), 0);
    CU_ASSERT_STRING_EQUAL(source->path, path);
    remove(path);
}

/* A file of `length` times `byte`, but for the last one. */
static void write_file(const char *path, size_t length, char byte) {
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    for (size_t i = 1; i < length; i++)
        fputc(byte, file);
    fputc('$', file);
    fclose(file);
}

static bool holds_file(const rg_source *source, size_t length, char byte) {
    bool same = source->length == length && source->text[length - 1] == '$' &&
                source->text[length] == '\0' && source->text[length + 1] == '\0';
    for (size_t i = 0; same && i + 1 < length; i++)
        same = source->text[i] == byte;
    return same;
}

/* Sizes of no page, of whole pages, and of one byte less and more: two NULs stand behind each. */
static void test_map(void) {
    static const char path[] = "test_base.tmp";
    size_t page = (size_t)sysconf(_SC_PAGESIZE), large = RG_LARGE_BLOCK;
    const size_t sizes[] = {1,         3 * page,         large - 1,  large,
                            large + 1, large + page - 1, large + 100};
    CU_ASSERT_PTR_NULL(rg_source_map(arena, "/no/such/file"));
    CU_ASSERT_PTR_NULL(rg_source_map(arena, "/"));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        write_file(path, sizes[i], 'a');
        rg_arena *own = rg_arena_new();
        rg_source *source = rg_source_map(own, path);
        CU_ASSERT_PTR_NOT_NULL_FATAL(source);
        CU_ASSERT_TRUE(holds_file(source, sizes[i], 'a'));
        rg_source_rest(source);
        CU_ASSERT_TRUE(holds_file(source, sizes[i], 'a'));
        CU_ASSERT_FALSE(rg_source_changed(source));
        rg_arena_free(own);
    }
    remove(path);
}

static void test_changed_file(void) {
    static const char path[] = "test_base.tmp";
    size_t length = RG_LARGE_BLOCK + 100;
    write_file(path, length, 'a');
    rg_source *source = rg_source_map(arena, path);
    CU_ASSERT_PTR_NOT_NULL_FATAL(source);
    CU_ASSERT_PTR_NOT_NULL(source->mapping);
    /* another file in its place is none of ours */
    remove(path);
    write_file(path, length, 'b');
    CU_ASSERT_TRUE(holds_file(source, length, 'a'));
    CU_ASSERT_FALSE(rg_source_changed(source));
    source = rg_source_map(arena, path);
    FILE *file = fopen(path, "ab");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputc('x', file);
    fclose(file);
    CU_ASSERT_TRUE(rg_source_changed(source));
    remove(path);
}

/* ---- diagnostics */

static const char *render(const rg_diagnostic *diagnostic) {
    static rg_text text;
    text = rg_text_new(arena);
    rg_render_diagnostic(&text, diagnostic, false);
    return rg_text_string(&text);
}

static void test_render(void) {
    rg_diagnostics list;
    rg_diagnostics_init(&list, arena);
    rg_source *source = rg_source_new(arena, "a.rules", "x\n\tr\xc3\xa9sum\xc3\xa9 \001 y\n", 16);
    rg_span span = {source, 2, 6, 2, 8};
    rg_diagnostic *d = rg_report(&list, RG_ERROR, span, "bad %s", "word");
    CU_ASSERT_STRING_EQUAL(render(d), "a.rules:2:6: error: bad word\n"
                                      "    \tr\xc3\xa9sum\xc3\xa9 ? y\n"
                                      "    \t   ^~\n");
    rg_advise(&list, d, "write %d", 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(render(d), "\n    help: write 1\n"));
    rg_span nowhere = {source, 0, 0, 0, 0}, none = {NULL, 0, 0, 0, 0};
    CU_ASSERT_STRING_EQUAL(render(rg_report(&list, RG_WARNING, nowhere, "w")),
                           "a.rules: warning: w\n");
    CU_ASSERT_STRING_EQUAL(render(rg_report(&list, RG_NOTE, none, "n")), "note: n\n");
    CU_ASSERT_EQUAL(list.errors, 1);
    CU_ASSERT_EQUAL(list.warnings, 1);
    CU_ASSERT_PTR_EQUAL(list.first, d);
    rg_text text = rg_text_new(arena);
    rg_render_diagnostic(&text, d, true);
    CU_ASSERT_PTR_NOT_NULL(strstr(rg_text_string(&text), "\033[1;31merror: \033[0m"));
}

/* Only the part of a long line around the caret is shown. */
static void test_long_line(void) {
    enum { LENGTH = 1 << 20, PLACE = 500000 };
    char *line = rg_alloc(arena, LENGTH + 1);
    memset(line, 'a', LENGTH);
    line[PLACE] = '%';
    rg_source *source = rg_source_new(arena, "f", line, LENGTH);
    rg_diagnostics list;
    rg_diagnostics_init(&list, arena);
    rg_span span = {source, 1, PLACE + 1, 1, PLACE + 2};
    const char *text = render(rg_report(&list, RG_ERROR, span, "here"));
    CU_ASSERT(strlen(text) < 400);
    const char *shown = strstr(text, "    ..."), *caret = strrchr(text, '^');
    CU_ASSERT_PTR_NOT_NULL_FATAL(shown);
    CU_ASSERT_PTR_NOT_NULL_FATAL(caret);
    const char *second = strchr(shown, '\n') + 1;
    CU_ASSERT_EQUAL(strchr(shown, '%') - shown, caret - second);
}

static void test_nearest(void) {
    static const char *const words[] = {"rewrite", "where", "match", "count"};
    CU_ASSERT_STRING_EQUAL(rg_nearest("rewirte", words, 4), "rewrite");
    CU_ASSERT_STRING_EQUAL(rg_nearest("matchs", words, 4), "match");
    CU_ASSERT_STRING_EQUAL(rg_nearest("wher", words, 4), "where");
    CU_ASSERT_PTR_NULL(rg_nearest("zzz", words, 4));
    CU_ASSERT_PTR_NULL(rg_nearest("", words, 4));
    CU_ASSERT_PTR_NULL(rg_nearest("match", words, 0));
    static const char *const pairs[] = {"ab", "ac"};
    CU_ASSERT_STRING_EQUAL(rg_nearest("ad", pairs, 2), "ab");
}

/* Characters of RFC 3629 and nothing else; hex of the first byte where there is none. */
static void test_utf8(void) {
    static const char *const texts[][2] = {
        {"plain", "plain"},
        {"\xC3\xA8 \xE2\x82\xAC \xF0\x9F\x98\x80", "\xC3\xA8 \xE2\x82\xAC \xF0\x9F\x98\x80"},
        {"\xF4\x8F\xBF\xBF \xED\x9F\xBF", "\xF4\x8F\xBF\xBF \xED\x9F\xBF"},
        {"a\xFF"
         "b\x80",
         "a\\xffb\\x80"},
        {"\xC0\x80 \xC1\xBF", "\\xc0\\x80 \\xc1\\xbf"}, /* overlong */
        {"\xE0\x9F\xBF \xF0\x8F\xBF\xBF", "\\xe0\\x9f\\xbf \\xf0\\x8f\\xbf\\xbf"},
        {"\xED\xA0\x80", "\\xed\\xa0\\x80"}, /* half a surrogate pair */
        {"\xF4\x90\x80\x80 \xF5\x80\x80\x80", "\\xf4\\x90\\x80\\x80 \\xf5\\x80\\x80\\x80"},
        {"\xE2\x82", "\\xe2\\x82"}, /* cut off */
        {"\xC3(", "\\xc3("},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        CU_ASSERT_STRING_EQUAL(rg_utf8(arena, texts[i][0]), texts[i][1]);
    rg_text text = rg_text_new(arena);
    rg_text_add_utf8(&text, "a\0b", 3, true);
    CU_ASSERT_EQUAL(rg_text_length(&text), 3);
    rg_text_add_utf8(&text, "a\0b", 3, false);
    CU_ASSERT_STRING_EQUAL(rg_text_string(&text) + 3, "a\\x00b");
}

void rg_add_base_suite(void) {
    CU_pSuite suite = CU_add_suite("base", new_arena, free_arena);
    CU_add_test(suite, "allocations are zeroed and aligned", test_alloc);
    CU_add_test(suite, "texts in arenas", test_texts);
    CU_add_test(suite, "failing allocations jump", test_failure);
    CU_add_test(suite, "deferred releases", test_defer);
    CU_add_test(suite, "arrays", test_arrays);
    CU_add_test(suite, "symbols", test_symbols);
    CU_add_test(suite, "many symbols", test_many_symbols);
    CU_add_test(suite, "symbol maps", test_symbol_map);
    CU_add_test(suite, "symbol maps of indices", test_symbol_map_of_indices);
    CU_add_test(suite, "text buffers", test_text);
    CU_add_test(suite, "lines of sources", test_lines);
    CU_add_test(suite, "reading files", test_read);
    CU_add_test(suite, "mapped files", test_map);
    CU_add_test(suite, "mapped files that change", test_changed_file);
    CU_add_test(suite, "rendered diagnostics", test_render);
    CU_add_test(suite, "long lines are cut", test_long_line);
    CU_add_test(suite, "nearest words", test_nearest);
    CU_add_test(suite, "bytes as UTF-8", test_utf8);
}
