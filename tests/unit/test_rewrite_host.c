/* What comes from outside: parameters, externs, which passes run. */
#include "test_rewrite.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- externs */

/* Answers `ask` with [number of the question, arguments]; "unknown" it does not know. */
static unsigned asked;
static char last_question[512];

static json_t *answer(void *context, const char *name, json_t *arguments, rg_arena *arena,
                      const char **error) {
    char *text = json_dumps(arguments, JSON_COMPACT);
    (void)arena;
    CU_ASSERT_PTR_EQUAL(context, &asked);
    rg_test_equal("extern", name, "ask");
    snprintf(last_question, sizeof last_question, "%s", text);
    free(text);
    asked++;
    if (strcmp(last_question, "[\"unknown\"]") == 0) {
        *error = "it is not in the book";
        return NULL;
    }
    return json_pack("{s:i, s:O}", "number", (int)asked, "arguments", arguments);
}

static void answered(void) {
    asked = 0;
    rg_test_options.answer = answer;
    rg_test_options.answer_context = &asked;
}

#define ASK "extern ask(x: any) -> dict\n"

static void test_answers(void) {
    answered();
    rg_test_emits(ASK "begin { emit v = ask(\"a\")[\"number\"]\n emit w = ask(1)[\"number\"] }",
                  "%x\nreturn (x,)", "{\"v\":1,\"w\":2}");
}

static void test_extern_values(void) {
    answered();
    rg_test_emits(ASK "begin { emit v = ask(\"a\")[\"arguments\"] }", "%x\nreturn (x,)",
                  "{\"v\":[\"a\"]}");
    answered();
    rg_test_emits(ASK
                  "rule r { match torch.neg(x)\n emit v = ask([x, 1, None, \"s\"])[\"number\"] }",
                  "%x \"f32[2, s0]\"\n%a = torch.neg(%x)\nreturn ()", "{\"v\":1}");
    rg_test_equal("question", last_question,
                  "[[{\"node\":\"x\",\"shape\":[2,\"s0\"],\"dtype\":\"torch.float32\"},1,null,"
                  "\"s\"]]");
}

/* Equal questions are asked once, in all passes of a run. */
static void test_asked_once(void) {
    static const char rules[] =
        "pass p\n" ASK
        "rule r { match n = torch.neg(_)\n emit v[name(n)] = ask(\"a\")[\"number\"] }\n"
        "end { emit w = [ask(\"a\")[\"number\"], ask(\"b\")[\"number\"], ask(\"a\")[\"number\"]] "
        "}\n"
        "pass q\nbegin { emit u = ask(\"b\")[\"number\"] }";
    answered();
    rg_test_rewrite(rules, "%x\n%a = torch.neg(%x)\n%b = torch.neg(%x)\nreturn ()");
    CU_ASSERT(rg_test.done);
    CU_ASSERT_EQUAL(asked, 2);
    char *text = json_dumps(rg_test.metadata, JSON_COMPACT);
    rg_test_equal(rules, text, "{\"p\":{\"v\":{\"a\":1,\"b\":1},\"w\":[1,2,1]},\"q\":{\"u\":2}}");
    free(text);
}

static void test_no_answer(void) {
    answered();
    rg_test_fails(
        ASK "rule r { match torch.neg(_)\n emit v = ask(\"unknown\") }",
        "%x\n%a = torch.neg(%x)\nreturn ()",
        "pass p, rule r, node %a: extern ask[\"unknown\"] has no answer: it is not in the "
        "book");
    rg_test_fails(ASK "begin { emit v = ask(1) }", "%x\nreturn (x,)",
                  "extern ask[1] has no answer");
}

/* Keys that are numbers become ints. */
static json_t *table(void *context, const char *name, json_t *arguments, rg_arena *arena,
                     const char **error) {
    (void)context, (void)name, (void)arguments, (void)arena, (void)error;
    return json_pack("{s:{s:i, s:i, s:i}, s:[b, n, f, s]}", "map", "0", 5, "-1", 6, "k", 7, "list",
                     1, 1.5, "text");
}

static void test_answer_values(void) {
    rg_test_options.answer = table;
    rg_test_emits(ASK "begin { let a = ask(0)\n emit v = [a[\"map\"][0], a[\"map\"][-1], "
                      "a[\"map\"][\"k\"]]\n emit w = a[\"list\"]\n"
                      " emit kinds = [x is True or x is None or x == 1.5 or x == \"text\" for x in "
                      "a[\"list\"]] }",
                  "%x\nreturn (x,)",
                  "{\"v\":[5,6,7],\"w\":[true,null,1.5,\"text\"],"
                  "\"kinds\":[true,true,true,true]}");
}

/* ---------------------------------------------------------------- parameters */

#define PARAMS                                                                                     \
    "param whole = 2\nparam real = 0.5\nparam flag = False\nparam text = \"t\"\n"                  \
    "begin { emit v = [whole, real, flag, text] }"

static void set(const char *const *settings, size_t count) {
    rg_test_options.set = settings;
    rg_test_options.set_count = count;
}

static void fails_to_set(const char *setting, const char *part) {
    set(&setting, 1);
    rg_test_fails(PARAMS, "%x\nreturn (x,)", part);
}

static void test_params(void) {
    static const char *const settings[] = {"whole=-3", "real=1e3", "flag=true", "text=a=b"};
    rg_test_emits(PARAMS, "%x\nreturn (x,)", "{\"v\":[2,0.5,false,\"t\"]}");
    set(settings, 4);
    rg_test_emits(PARAMS, "%x\nreturn (x,)", "{\"v\":[-3,1000.0,true,\"a=b\"]}");
    fails_to_set("whole=x", "the parameter `whole` takes a 64-bit int, not `x`");
    fails_to_set("whole=", "the parameter `whole` takes a 64-bit int, not ``");
    fails_to_set("whole=1.5", "the parameter `whole` takes a 64-bit int, not `1.5`");
    fails_to_set("flag=maybe", "the parameter `flag` takes True or False, not `maybe`");
    fails_to_set("real=fast", "the parameter `real` takes a");
    fails_to_set("whole", "a parameter is set by NAME=VALUE, not by `whole`");
    fails_to_set("whloe=1", "no pass has a parameter `whloe`; did you mean `whole`?");
    fails_to_set("unheard=1", "no pass has a parameter `unheard`");
}

/* ---------------------------------------------------------------- which passes */

static char passes_run[64];

static void after_pass(void *context, const rg_pass *pass, rg_module *module, double seconds) {
    size_t length = strlen(passes_run);
    CU_ASSERT_PTR_EQUAL(context, passes_run);
    CU_ASSERT_PTR_EQUAL(module, rg_test.module);
    CU_ASSERT(seconds >= 0);
    snprintf(passes_run + length, sizeof passes_run - length, "%s ", pass->name);
}

static void expect_passes(const char *expected) {
    passes_run[0] = '\0';
    rg_test_options.after_pass = after_pass;
    rg_test_options.after_pass_context = passes_run;
    rg_test_rewrite("pass p\nbegin { emit v = 1 }\npass q\nbegin { emit v = 2 }\npass s\n"
                    "begin { emit v = 3 }",
                    "%x\nreturn (x,)");
    CU_ASSERT(rg_test.done);
    rg_test_equal("passes", passes_run, expected);
}

static void test_passes(void) {
    static const char *const some[] = {"s", "p"};
    static const char *const unknown[] = {"pp"};
    expect_passes("p q s ");
    rg_test_options.only = some;
    rg_test_options.only_count = 2;
    expect_passes("p s ");
    rg_test_options.skip = some;
    rg_test_options.skip_count = 2;
    expect_passes("q ");
    rg_test_options.only = unknown;
    rg_test_options.only_count = 1;
    rg_test_fails("begin { emit v = 1 }", "%x\nreturn (x,)", "there is no pass `pp`");
    rg_test_options.skip = unknown;
    rg_test_options.skip_count = 1;
    rg_test_fails("begin { emit v = 1 }", "%x\nreturn (x,)", "there is no pass `pp`");
}

/* Metadata is there as far as the run came. */
static void test_failing_pass(void) {
    rg_test_rewrite("pass p\nbegin { emit v = 1 }\npass q\nbegin { error \"stop\" }\npass s\n"
                    "begin { emit v = 3 }",
                    "%x\nreturn (x,)");
    CU_ASSERT_FALSE(rg_test.done);
    rg_test_holds("error", rg_test_result(), "pass q: stop");
    CU_ASSERT_PTR_NOT_NULL(json_object_get(rg_test.metadata, "p"));
    CU_ASSERT_PTR_NULL(json_object_get(rg_test.metadata, "s"));
}

void rg_add_rewrite_host_tests(CU_pSuite suite) {
    CU_add_test(suite, "externs are answered", test_answers);
    CU_add_test(suite, "questions as JSON", test_extern_values);
    CU_add_test(suite, "equal questions are asked once", test_asked_once);
    CU_add_test(suite, "no answer", test_no_answer);
    CU_add_test(suite, "answers as values", test_answer_values);
    CU_add_test(suite, "parameters", test_params);
    CU_add_test(suite, "which passes run", test_passes);
    CU_add_test(suite, "a pass that fails", test_failing_pass);
}
