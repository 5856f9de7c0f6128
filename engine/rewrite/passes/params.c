/* Parameters of the passes, set by options. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../eval/builtins/builtins.h"
#include "../../eval/eval.h"
#include "pass.h"
#include "../run.h"

/* The whole text as a number, without blanks or a plus sign, in range. */
static bool whole_int(const char *text, long long *number) {
    char *end = NULL;
    errno = 0;
    *number = strtoll(text, &end, 10);
    return (*text == '-' || (*text >= '0' && *text <= '9')) && !*end && !errno;
}

static bool whole_float(const char *text, double *number) {
    char *end = NULL;
    errno = 0;
    *number = strtod(text, &end);
    return *text && *text != '+' && *text != ' ' && !*end && !(errno == ERANGE && *number != 0);
}

static rg_value parse_setting(rg_run *run, const char *name, rg_value usual, const char *text) {
    const char *kind = "True or False";
    long long number;
    double real;
    switch (rg_value_kind(usual)) {
    case RG_INT:
        if (whole_int(text, &number))
            return rg_int(run->module, number);
        kind = "a 64-bit int";
        break;
    case RG_FLOAT:
        if (whole_float(text, &real))
            return rg_float(run->module, real);
        kind = "a float";
        break;
    case RG_BOOL:
        if (strcmp(text, "True") == 0 || strcmp(text, "true") == 0)
            return rg_bool(true);
        if (strcmp(text, "False") == 0 || strcmp(text, "false") == 0)
            return rg_bool(false);
        break;
    case RG_DTYPE:
        if (rg_is_dtype(text, strlen(text)))
            return rg_text_value(run->module, RG_DTYPE, text, strlen(text));
        kind = "a dtype such as torch.float32";
        break;
    case RG_STR:
        return rg_str(run->module, text);
    default:
        kind = "none that can be set by text";
    }
    rg_fail(run, NULL, "the parameter `%s` takes %s, not `%s`", name, kind, text);
}

static void apply_setting(rg_run *run, const char *setting) {
    const rg_ruleset *rules = run->ruleset;
    const char *equals = strchr(setting, '=');
    size_t length = equals ? (size_t)(equals - setting) : strlen(setting);
    const char **names = rg_alloc_array(run->arenas.module, rules->param_count, sizeof *names);
    if (!equals)
        rg_fail(run, NULL, "a parameter is set by NAME=VALUE, not by `%s`", setting);
    for (size_t i = 0; i < rules->param_count; i++) {
        names[i] = rules->params[i].name;
        if (strlen(names[i]) == length && strncmp(names[i], setting, length) == 0) {
            run->eval.params[i] = parse_setting(run, names[i], run->eval.params[i], equals + 1);
            return;
        }
    }
    const char *name = rg_copy_text(run->arenas.module, setting, length);
    const char *near = rg_nearest(name, names, rules->param_count);
    rg_fail(run, NULL, "no pass has a parameter `%s`%s%s%s", name, near ? "; did you mean `" : "",
            near ? near : "", near ? "`?" : "");
}

void rg_set_params(rg_run *run) {
    const rg_ruleset *rules = run->ruleset;
    rg_value none = rg_none();
    run->eval.params =
        rg_alloc_array(run->arenas.module, rules->param_count, sizeof *run->eval.params);
    for (size_t i = 0; i < rules->param_count; i++)
        run->eval.params[i] = rg_eval(run, &none, rules->params[i].ast->items[RG_INNER]);
    for (size_t i = 0; i < run->options->set_count; i++)
        apply_setting(run, run->options->set[i]);
}
