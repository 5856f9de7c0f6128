/* The steps of a run as one page that needs nothing else: no network, no script. */
#include <errno.h>
#include <string.h>

#include "steps.h"

static const char style[] =
    ":root{color-scheme:light dark;--back:#fff;--text:#1c1e21;--dim:#65686d;--line:#d9dce1;"
    "--old:#fdebec;--new:#e7f6ea;--link:#0a58ca}\n"
    "@media(prefers-color-scheme:dark){:root{--back:#16181c;--text:#e4e6ea;--dim:#9a9fa8;"
    "--line:#34383f;--old:#3d2226;--new:#1c3524;--link:#7db3ff}}\n"
    "body{background:var(--back);color:var(--text);font:15px/1.45 system-ui,sans-serif;"
    "margin:2rem auto;max-width:75rem;padding:0 1rem}\n"
    "h1{font-size:1.4rem}.dim{color:var(--dim)}\n"
    "details{border-top:1px solid var(--line);padding:.5rem 0}summary{cursor:pointer}\n"
    "summary b{font-weight:600}code,pre{font:13px/1.4 ui-monospace,monospace}\n"
    "pre{margin:.4rem 0;padding:.5rem;overflow-x:auto;border-radius:4px}\n"
    ".old{background:var(--old)}.new{background:var(--new)}\n"
    ".context{color:var(--dim);padding-bottom:0}\n";

static void add_escaped(rg_text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '<')
            rg_text_puts(out, "&lt;");
        else if (*text == '>')
            rg_text_puts(out, "&gt;");
        else if (*text == '&')
            rg_text_puts(out, "&amp;");
        else
            rg_text_putc(out, *text);
    }
}

static void add_statements(rg_text *out, const char *kind, const rg_text *statements) {
    if (!rg_text_length(statements))
        return;
    rg_text_printf(out, "<pre class=\"%s\">", kind);
    add_escaped(out, rg_text_string(statements));
    rg_text_puts(out, "</pre>\n");
}

/* Rule files, read once. */
typedef struct page {
    rg_text *out;
    rg_array sources; /* of const rg_source * */
    bool incomplete;  /* one could not be read: it was said why */
} page;

static const rg_source *source_of(page *p, const char *path) {
    const rg_source *const *known = p->sources.data, *source;
    for (size_t i = 0; i < p->sources.count; i++)
        if (strcmp(known[i]->path, path) == 0)
            return known[i];
    source = rg_source_read(p->out->arena, path);
    if (!source && !p->incomplete)
        rg_message("cannot read %s: %s", path, strerror(errno));
    p->incomplete |= !source;
    if (source)
        *(const rg_source **)rg_array_push(p->out->arena, &p->sources, sizeof source) = source;
    return source;
}

/* The lines of the rule, as they stand in its file. */
static void add_rule_text(page *p, const regraft_place *at) {
    const rg_source *source = at->path ? source_of(p, at->path) : NULL;
    rg_text *out = p->out;
    if (!source)
        return;
    rg_text_puts(out, "<pre class=\"dim\">");
    for (unsigned line = at->line; line <= at->end_line; line++) {
        size_t length;
        const char *text = rg_source_line(source, line, &length);
        add_escaped(out, rg_copy_text(out->arena, text, length));
        rg_text_putc(out, '\n');
    }
    rg_text_puts(out, "</pre>\n");
}

static void add_names(rg_text *out, const char *what, const rg_names *names) {
    const rg_named_node *items = names->items.data;
    if (!names->items.count)
        return;
    rg_text_printf(out, "<p>%s ", what);
    for (size_t i = 0; i < names->items.count; i++)
        rg_text_printf(out, "%s<code>%%%s</code>", i ? ", " : "", items[i].name);
    rg_text_puts(out, "</p>\n");
}

static void add_step(page *p, const rg_step *step) {
    rg_text *out = p->out;
    rg_text_printf(out, "<details id=\"step%zu\"%s><summary>", step->number,
                   step->number ? " open" : "");
    if (step->number)
        rg_text_printf(out, "%zu. <b>%s</b> of %s", step->number, step->rule, step->pass);
    else
        rg_text_printf(out, "<b>between rules</b>, %s", step->pass);
    if (*step->node)
        rg_text_printf(out, " at <code>%%%s</code>", step->node);
    if (step->at.path) {
        rg_text_puts(out, " <span class=\"dim\">");
        add_escaped(out, step->at.path);
        rg_text_printf(out, ":%u</span>", step->at.line);
    }
    rg_text_puts(out, "</summary>\n");
    if (step->failure) {
        rg_text_puts(out, "<p><b>The run failed in it:</b> ");
        add_escaped(out, step->failure);
        rg_text_puts(out, "</p>\n");
    }
    add_statements(out, "context", &step->context);
    add_statements(out, "old", &step->before);
    add_statements(out, "new", &step->after);
    add_names(out, "Consumed", &step->gone);
    if (!rg_text_length(&step->after))
        add_names(out, "Made", &step->made);
    if (step->number) {
        rg_text_puts(out, "<details><summary class=\"dim\">the rule</summary>\n");
        add_rule_text(p, &step->at);
        rg_text_puts(out, "</details>\n");
    }
    rg_text_puts(out, "</details>\n");
}

bool rg_write_page(rg_text *out, const rg_steps *steps, const char *graph, const char *messages) {
    rg_step *const *all = steps->in_order.data;
    page p = {.out = out};
    rg_text_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    add_escaped(out, graph);
    rg_text_printf(out, " rewritten</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", style);
    add_escaped(out, graph);
    rg_text_puts(out, "</h1>\n<p class=\"dim\">Each step is one application of a rule: what it "
                      "read, what it matched, and what came of it.</p>\n");
    for (size_t i = 0; i < steps->in_order.count; i++)
        add_step(&p, all[i]);
    if (messages && *messages) {
        rg_text_puts(out, "<p><b>The run failed:</b></p>\n<pre>");
        add_escaped(out, messages);
        rg_text_puts(out, "</pre>\n");
    } else if (!steps->in_order.count) {
        rg_text_puts(out, "<p>No rule was applied.</p>\n");
    }
    rg_text_puts(out, "</body>\n</html>\n");
    return !p.incomplete;
}
