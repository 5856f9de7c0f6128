/* regraft completion: completions for shells, from the option tables of all commands. */
#include <stdio.h>
#include <string.h>

#include "commands.h"

static const rg_option options[] = {{0}};

/* ---------------------------------------------------------------- values of options */

static bool is_file(const rg_option *option) {
    return strcmp(option->value, "FILE") == 0;
}

static bool is_directory(const rg_option *option) {
    return strcmp(option->value, "DIR") == 0;
}

/* ---------------------------------------------------------------- bash */

static void print_bash_values(const rg_command *command) {
    for (const rg_option *option = command->options; option->name; option++)
        if (option->value && !is_file(option))
            printf("        %s.%s) values=%s ;;\n", command->name, option->name,
                   is_directory(option) ? "directories" : "none");
}

static void print_bash_command(const rg_command *command) {
    printf("        %s) words='", command->name);
    for (const rg_option *option = command->options; option->name; option++)
        printf("%s ", option->name);
    puts("--help' ;;");
}

static void print_bash(void) {
    fputs("# bash completion of regraft\n\n"
          "_regraft() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local command=${COMP_WORDS[1]} values=files words=\n"
          "    COMPREPLY=()\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
          "        words='",
          stdout);
    for (size_t i = 0; rg_commands[i]; i++)
        printf("%s ", rg_commands[i]->name);
    puts("--help --version'\n"
         "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "        return\n"
         "    fi\n"
         "    case $command.$before in");
    for (size_t i = 0; rg_commands[i]; i++)
        print_bash_values(rg_commands[i]);
    puts("    esac\n"
         "    case $command in");
    for (size_t i = 0; rg_commands[i]; i++)
        print_bash_command(rg_commands[i]);
    puts("    esac\n"
         "    case $values.$word in\n"
         "        files.-*) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;\n"
         "        files.*) mapfile -t COMPREPLY < <(compgen -f -- \"$word\") ;;\n"
         "        directories.*) mapfile -t COMPREPLY < <(compgen -d -- \"$word\") ;;\n"
         "    esac\n"
         "}\n\n"
         "complete -o filenames -F _regraft regraft");
}

/* ---------------------------------------------------------------- zsh */

/* Within '…[…]' of a specification. */
static void print_zsh_text(const char *text) {
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\'", stdout);
        else if (strchr("[]:\\", *text))
            putchar('\\');
        putchar(*text);
    }
}

static void print_zsh_option(const rg_option *option) {
    printf("                '%s%s%s[", option->repeats ? "*" : "", option->name,
           !option->value           ? ""
           : option->name[1] == '-' ? "="
                                    : "+");
    print_zsh_text(option->help);
    putchar(']');
    if (option->value) {
        printf(":%s:", option->value);
        fputs(is_file(option) ? "_files" : is_directory(option) ? "_files -/" : " ", stdout);
    }
    puts("' \\");
}

static void print_zsh(void) {
    puts("#compdef regraft\n\n"
         "_regraft() {\n"
         "    local -a commands\n"
         "    commands=(");
    for (size_t i = 0; rg_commands[i]; i++) {
        printf("        '%s:", rg_commands[i]->name);
        print_zsh_text(rg_commands[i]->summary);
        puts("'");
    }
    puts("    )\n"
         "    if ((CURRENT == 2)); then\n"
         "        _describe command commands\n"
         "        return\n"
         "    fi\n"
         "    local command=$words[2]\n"
         "    shift words\n"
         "    ((CURRENT--))\n"
         "    case $command in");
    for (size_t i = 0; rg_commands[i]; i++) {
        printf("        %s)\n            _arguments -s \\\n", rg_commands[i]->name);
        for (const rg_option *option = rg_commands[i]->options; option->name; option++)
            print_zsh_option(option);
        puts("                '--help[show help]' '*:file:_files' ;;");
    }
    puts("    esac\n"
         "}\n\n"
         "_regraft \"$@\"");
}

/* ---------------------------------------------------------------- fish */

static void print_fish_text(const char *text) {
    putchar('\'');
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    putchar('\'');
}

static void print_fish_option(const rg_command *command, const rg_option *option) {
    bool is_long = option->name[1] == '-';
    printf("complete -c regraft -n '__fish_seen_subcommand_from %s' -%c %s", command->name,
           is_long ? 'l' : 's', option->name + 1 + is_long);
    if (option->value)
        fputs(is_file(option)        ? " -r -F"
              : is_directory(option) ? " -x -a '(__fish_complete_directories)'"
                                     : " -x",
              stdout);
    fputs(" -d ", stdout);
    print_fish_text(option->help);
    putchar('\n');
}

static void print_fish(void) {
    puts("# fish completion of regraft");
    for (size_t i = 0; rg_commands[i]; i++) {
        const rg_command *command = rg_commands[i];
        printf("complete -c regraft -n __fish_use_subcommand -f -a %s -d ", command->name);
        print_fish_text(command->summary);
        putchar('\n');
        for (const rg_option *option = command->options; option->name; option++)
            print_fish_option(command, option);
    }
    puts("complete -c regraft -n __fish_use_subcommand -f -l version -d 'show the version'\n"
         "complete -c regraft -l help -d 'show help'");
}

/* ---------------------------------------------------------------- the command */

static int run(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    (void)arena;
    static const struct {
        const char *shell;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    if (arguments->operands.count != 1)
        return rg_usage_error(command, "name one shell: bash, zsh or fish");
    for (size_t i = 0; i < RG_COUNT_OF(shells); i++)
        if (strcmp(arguments->operands.items[0], shells[i].shell) == 0) {
            shells[i].print();
            return EXIT_DONE;
        }
    return rg_usage_error(command, "there are no completions for `%s`: it is bash, zsh or fish",
                          arguments->operands.items[0]);
}

const rg_command rg_completion_command = {
    .name = "completion",
    .summary = "print completions for a shell",
    .operands = "bash|zsh|fish",
    .about = "Prints a script with which the shell completes commands, options and files. `make\n"
             "install` puts all three where the shells look for them.\n",
    .examples = "  source <(regraft completion bash)\n"
                "  regraft completion fish > ~/.config/fish/completions/regraft.fish\n",
    .exits = "  0  done\n"
             "  2  the command line is wrong\n",
    .options = options,
    .run = run,
};
