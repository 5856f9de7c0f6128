/* How the outcomes of tests are shown: for people, as TAP, as JUnit's XML. */
#include <stdio.h>
#include <string.h>

#include "test.h"

/* ---------------------------------------------------------------- for people */

static void show_failure(const rg_test *test, const rg_outcome *outcome) {
    printf("FAILED %s:%zu: %s\n", test->file->path, test->line, test->title);
    fputs(rg_text_string(&outcome->complaints), stdout);
    putchar('\n');
}

void rg_report_text(rg_test *const *tests, const rg_outcome *outcomes, size_t count) {
    size_t passed = 0;
    for (size_t i = 0; i < count; i++) {
        passed += outcomes[i].passed;
        if (!outcomes[i].passed)
            show_failure(tests[i], &outcomes[i]);
    }
    printf("%zu passed, %zu failed\n", passed, count - passed);
}

/* ---------------------------------------------------------------- TAP */

/* A description may hold neither a line end nor `#`. */
static void print_title(const char *title) {
    for (; *title; title++)
        fputs(*title == '#' ? "\\#" : (char[]){*title, '\0'}, stdout);
}

static void print_diagnostics(const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        printf("# %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

void rg_report_tap(rg_test *const *tests, const rg_outcome *outcomes, size_t count) {
    printf("TAP version 13\n1..%zu\n", count);
    for (size_t i = 0; i < count; i++) {
        printf("%s %zu - %s:%zu: ", outcomes[i].passed ? "ok" : "not ok", i + 1,
               tests[i]->file->path, tests[i]->line);
        print_title(tests[i]->title);
        putchar('\n');
        if (!outcomes[i].passed)
            print_diagnostics(rg_text_string(&outcomes[i].complaints));
    }
}

/* ---------------------------------------------------------------- JUnit */

static void add_escaped(rg_text *out, const char *text) {
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '<')
            rg_text_puts(out, "&lt;");
        else if (byte == '>')
            rg_text_puts(out, "&gt;");
        else if (byte == '&')
            rg_text_puts(out, "&amp;");
        else if (byte == '"')
            rg_text_puts(out, "&quot;");
        else if (byte < 0x20 && byte != '\n' && byte != '\t')
            rg_text_putc(out, '?'); /* XML has no way to write it */
        else
            rg_text_putc(out, *text);
    }
}

/* What the first line says; where that begins a diff, what the diff means. */
static const char *message_of(rg_arena *arena, const char *complaints) {
    if (strncmp(complaints, "--- ", 4) == 0)
        return "what comes out is not what is expected";
    return rg_copy_text(arena, complaints, strcspn(complaints, "\n"));
}

static void add_case(rg_text *out, const rg_test *test, const rg_outcome *outcome) {
    rg_text_puts(out, "  <testcase classname=\"");
    add_escaped(out, test->file->path);
    rg_text_puts(out, "\" name=\"");
    add_escaped(out, test->title);
    rg_text_printf(out, "\" line=\"%zu\" time=\"%.3f\"", test->line, outcome->seconds);
    if (outcome->passed) {
        rg_text_puts(out, "/>\n");
        return;
    }
    rg_text_puts(out, ">\n    <failure message=\"");
    const char *text = rg_text_string(&outcome->complaints);
    add_escaped(out, message_of(out->arena, text));
    rg_text_puts(out, "\">");
    add_escaped(out, text);
    rg_text_puts(out, "</failure>\n  </testcase>\n");
}

bool rg_report_junit(rg_arena *arena, const char *path, rg_test *const *tests,
                     const rg_outcome *outcomes, size_t count) {
    rg_text out = rg_text_new(arena);
    size_t failed = 0;
    double seconds = 0;
    for (size_t i = 0; i < count; i++) {
        failed += !outcomes[i].passed;
        seconds += outcomes[i].seconds;
    }
    rg_text_printf(&out,
                   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<testsuite name=\"regraft\" tests=\"%zu\" failures=\"%zu\" time=\"%.3f\">\n",
                   count, failed, seconds);
    for (size_t i = 0; i < count; i++)
        add_case(&out, tests[i], &outcomes[i]);
    rg_text_puts(&out, "</testsuite>\n");
    rg_output *output = rg_output_write(arena, path, rg_text_string(&out), rg_text_length(&out));
    return output && rg_output_commit(output);
}
