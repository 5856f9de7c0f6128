/* Options and operands of a command, by its table; usage errors and help from the same table. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"

/* ---------------------------------------------------------------- messages */

/* On standard error; bytes that a terminal must not be sent become `\xNN`. */
static void show_text(const char *text, size_t size) {
    for (size_t i = 0, step; i < size; i += step) {
        step = rg_shown_length(text + i, size - i);
        if (step)
            fwrite(text + i, 1, step, stderr);
        else
            fprintf(stderr, "\\x%02x", (unsigned char)text[i]);
        step += step == 0;
    }
}

static void show_message(const char *format, va_list values) {
    va_list again;
    va_copy(again, values);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t size = length < 0 ? 0 : (size_t)length;
    char *text = rg_system_memory(NULL, size + 1);
    if (!text) {
        fputs("out of memory", stderr);
        return;
    }
    vsnprintf(text, size + 1, format, values);
    show_text(text, size);
    rg_system_memory(text, 0);
}

void rg_message(const char *format, ...) {
    va_list values;
    fputs("regraft: ", stderr);
    va_start(values, format);
    show_message(format, values);
    va_end(values);
    fputc('\n', stderr);
}

void rg_message_at(const char *path, size_t line, const char *format, va_list values) {
    fputs("regraft: ", stderr);
    show_text(path, strlen(path));
    fprintf(stderr, ":%zu: ", line);
    show_message(format, values);
    fputc('\n', stderr);
}

int rg_usage_error(const rg_command *command, const char *format, ...) {
    const char *blank = command ? " " : "", *name = command ? command->name : "";
    va_list values;
    fprintf(stderr, "regraft%s%s: ", blank, name);
    va_start(values, format);
    show_message(format, values);
    va_end(values);
    fprintf(stderr, "\nSee `regraft%s%s --help`.\n", blank, name);
    return EXIT_USAGE;
}

static int option_width(const rg_option *option) {
    return (int)(strlen(option->name) + (option->value ? strlen(option->value) + 1 : 0));
}

void rg_print_help(const rg_command *command) {
    static const rg_option help = {.name = "--help", .help = "show this text"};
    int width = option_width(&help);
    printf("Usage: regraft %s [OPTIONS] %s\n\n%s\nOptions:\n", command->name, command->operands,
           command->about);
    for (const rg_option *option = command->options; option->name; option++)
        if (option_width(option) > width)
            width = option_width(option);
    for (const rg_option *option = command->options; option; option++) {
        const rg_option *shown = option->name ? option : &help;
        printf("  %s%s%s%*s  %s\n", shown->name, shown->value ? " " : "",
               shown->value ? shown->value : "", width - option_width(shown), "", shown->help);
        if (shown == &help)
            break;
    }
    printf("\nExamples:\n%s\nExit codes:\n%s", command->examples, command->exits);
}

/* ---------------------------------------------------------------- parsing */

typedef struct parser {
    rg_arena *arena;
    const rg_command *command;
    rg_arguments *arguments;
    size_t argc;
    char **argv;
    size_t at;
} parser;

static void add_word(parser *parse, rg_words *words, const char *word) {
    if (!words->items) /* no list is longer than the command line */
        words->items = rg_alloc_array(parse->arena, parse->argc, sizeof *words->items);
    words->items[words->count++] = word;
}

static bool complain_unknown(const parser *parse, const char *word, size_t length) {
    const char *names[MAX_OPTIONS + 1], *wanted = rg_copy_text(parse->arena, word, length);
    size_t count = 0;
    for (const rg_option *option = parse->command->options; option->name; option++)
        names[count++] = option->name;
    names[count++] = "--help";
    const char *near = length > 2 ? rg_nearest(wanted, names, count) : NULL;
    if (near)
        rg_usage_error(parse->command, "there is no option `%s`; did you mean `%s`?", wanted, near);
    else
        rg_usage_error(parse->command, "there is no option `%s`", wanted);
    return false;
}

/* `--name`, `--name=value`, `--name value`, `-o value`, `-ovalue`: the option that `word` begins
 * with, and where its value stands in the word (NULL: not in it). */
static const rg_option *find_option(const parser *parse, const char *word, const char **value) {
    bool is_long = word[1] == '-';
    size_t length = is_long ? strcspn(word, "=") : 2;
    *value = NULL;
    if (word[length])
        *value = word + length + is_long;
    for (const rg_option *option = parse->command->options; option->name; option++)
        if (strlen(option->name) == length && strncmp(option->name, word, length) == 0)
            return option;
    complain_unknown(parse, word, length);
    return NULL;
}

static bool take_option(parser *parse, const char *word) {
    const char *value;
    const rg_option *option = find_option(parse, word, &value);
    if (!option)
        return false;
    rg_words *values = &parse->arguments->values[option - parse->command->options];
    if (values->count && !option->repeats) {
        rg_usage_error(parse->command, "`%s` is given twice", option->name);
        return false;
    }
    if (!option->value && value) {
        rg_usage_error(parse->command, "`%s` takes no value", option->name);
        return false;
    }
    if (option->value && !value) {
        if (parse->at == parse->argc) {
            rg_usage_error(parse->command, "`%s` needs a value: %s", option->name, option->value);
            return false;
        }
        value = parse->argv[parse->at++];
    }
    const char *wrong = option->wrong ? option->wrong(parse->arena, value) : NULL;
    if (wrong) {
        rg_usage_error(parse->command, "%s", wrong);
        return false;
    }
    add_word(parse, values, value ? value : "");
    return true;
}

bool rg_parse_arguments(rg_arena *arena, const rg_command *command, int argc, char **argv,
                        rg_arguments *arguments) {
    parser parse = {arena, command, arguments, (size_t)argc, argv, 0};
    bool only_operands = false;
    memset(arguments, 0, sizeof *arguments);
    while (parse.at < parse.argc) {
        const char *word = argv[parse.at++];
        if (only_operands || word[0] != '-' || word[1] == '\0') {
            add_word(&parse, &arguments->operands, word);
        } else if (strcmp(word, "--") == 0) {
            only_operands = true;
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            arguments->help = true;
            return true;
        } else if (!take_option(&parse, word)) {
            return false;
        }
    }
    return true;
}
