/* Rewrites a graph by the default pipeline: rewrite RULES GRAPH */
#include <stdio.h>

#include <regraft.h>

static int complain(regraft_report *report) {
    const char *text = report ? regraft_report_text(report, false) : NULL;
    fputs(text ? text : "out of memory\n", stderr);
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("usage: rewrite RULES GRAPH\n", stderr);
        return 2;
    }
    char pipeline[4096];
    snprintf(pipeline, sizeof pipeline, "%s/default.pipeline", argv[1]);
    regraft_rules *rules = regraft_rules_new();
    regraft_graph *graph = NULL;
    regraft_result *result = NULL;
    int code = 0;
    if (!rules || regraft_rules_load_operators(rules, argv[1]) != REGRAFT_OK ||
        regraft_rules_load(rules, pipeline) != REGRAFT_OK)
        code = complain(rules ? regraft_rules_report(rules) : NULL);
    else if (regraft_graph_read(argv[2], &graph) != REGRAFT_OK)
        code = complain(graph ? regraft_graph_report(graph) : NULL);
    else if (regraft_run(rules, graph, NULL, &result) != REGRAFT_OK)
        code = complain(result ? regraft_result_report(result) : NULL);
    else
        fputs(regraft_graph_text(regraft_result_graph(result), REGRAFT_AS_READ, NULL), stdout);
    regraft_result_free(result);
    regraft_graph_free(graph);
    regraft_rules_free(rules);
    return code;
}
