/* Texts that look like graphs of FX and are none: which they are, and what to give instead. */
#include "forms.h"

typedef struct foreign {
    const char *start;   /* of a line */
    const char *within;  /* and what else stands in that line; NULL: no matter */
    const char *what;    /* it is */
    const char *instead; /* what to give */
} foreign;

static const char from_script[] =
    "trace the module with torch.fx, torch.compile or torch.export, and give what "
    "`print(gm.graph)` or `gm.print_readable()` prints";
static const char before_mlir[] =
    "give the FX graph that it was made from: `print(ep)` or `ep.graph_module.print_readable()` "
    "before it is imported";
static const char before_thunder[] =
    "give the graph that Dynamo handed to Thunder: compile with a backend that calls "
    "`gm.print_readable()`, or set TORCH_LOGS=graph_code";
static const char before_xla[] =
    "give the graph that torch.compile hands to the backend: set TORCH_LOGS=graph_code, or print "
    "`gm.graph`";
static const char before_onnx[] =
    "give the program that was exported: `print(torch.export.export(model, args))`";
static const char before_inductor[] =
    "give the graph that it was made from: set TORCH_LOGS=post_grad_graphs (or read "
    "fx_graph_readable.py of TORCH_COMPILE_DEBUG=1)";

static const foreign formats[] = {
    {"graph(%", NULL, "TorchScript IR", from_script},
    {"%", "= aten::", "TorchScript IR", from_script},
    {"%", "= prim::", "TorchScript IR or lazy tensor IR", from_script},
    {"%", "= onnx::", "an ONNX graph", before_onnx},
    {"ir_version", NULL, "an ONNX model as text", before_onnx},
    {"<ir_version", NULL, "an ONNX model as text", before_onnx},
    {"graph torch_jit (", NULL, "an ONNX graph", before_onnx},
    {"graph main_graph (", NULL, "an ONNX graph", before_onnx},
    {"opset_import", NULL, "an ONNX model as text", before_onnx},
    {"module {", NULL, "MLIR", before_mlir},
    {"module attributes", NULL, "MLIR", before_mlir},
    {"module @", NULL, "MLIR", before_mlir},
    {"func.func", NULL, "MLIR", before_mlir},
    {"builtin.module", NULL, "MLIR", before_mlir},
    {"#map", NULL, "MLIR", before_mlir},
    {"#loc", NULL, "MLIR", before_mlir},
    {"%", "= torch.aten.", "MLIR (torch-mlir)", before_mlir},
    {"%", "= torch.vtensor", "MLIR (torch-mlir)", before_mlir},
    {"%", "= stablehlo.", "MLIR (StableHLO)", before_mlir},
    {"%", "= \"ttir.", "MLIR (TTIR)", before_mlir},
    {"%", "= ttir.", "MLIR (TTIR)", before_mlir},
    {"HloModule", NULL, "XLA HLO", before_xla},
    {"ENTRY ", "{", "XLA HLO", before_xla},
    {"IR {", NULL, "IR of lazy tensors", before_xla},
    {"%", "xla::", "IR of lazy tensors", before_xla},
    {"import thunder", NULL, "a trace of Thunder", before_thunder},
    {"from thunder", NULL, "a trace of Thunder", before_thunder},
    {"def computation(", NULL, "a trace of Thunder", before_thunder},
    {"# Constructed by ", NULL, "a trace of Thunder", before_thunder},
    {"7767517", NULL, "a graph of pnnx", from_script},
    {"async_compile = AsyncCompile()", NULL, "code that Inductor generated", before_inductor},
    {"def call(", NULL, "code that Inductor generated", before_inductor},
    {"@triton.jit", NULL, "a Triton kernel", before_inductor},
    {"@triton_heuristics", NULL, "a Triton kernel", before_inductor},
    {"digraph", "{", "a drawing (DOT)",
     "give the graph that was drawn, as `print(gm.graph)` prints it"},
    {"PK\003\004", NULL, "a zip archive (.pt2, .pt)",
     "load it with torch.export.load and give what `print(ep.graph)` prints"},
};

static bool is_start(const foreign *f, const char *at, const char *end) {
    size_t length = strlen(f->start);
    return (size_t)(end - at) >= length && memcmp(at, f->start, length) == 0 &&
           (!f->within || rg_find_text(at, end, f->within));
}

bool rg_is_foreign(const char *line, const char *end, size_t *which) {
    for (size_t i = 0; i < RG_COUNT_OF(formats); i++) {
        *which = i;
        if (is_start(&formats[i], line, end))
            return true;
    }
    return false;
}

void rg_report_foreign(const rg_source *source, const rg_detected *found,
                       rg_diagnostics *diagnostics) {
    const foreign *f = &formats[found->foreign];
    uint32_t length = (uint32_t)strlen(f->start);
    rg_span span = {source, found->line, found->column, found->line, found->column + length};
    rg_diagnostic *d =
        rg_report(diagnostics, RG_ERROR, span, "this is %s, not a graph of FX", f->what);
    rg_advise(diagnostics, d, "%s", f->instead);
}
