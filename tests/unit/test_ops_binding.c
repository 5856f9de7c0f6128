/* Which arguments of a call are which parameters of its operator, and which overload it uses. Part
 * of the suite of test_ops.c.
 */
#include "../../engine/graph_text/graph_text.h"
#include "test_ops.h"

#include <CUnit/Basic.h>
#include <string.h>

/* ---------------------------------------------------------------- binding */

/* A graph whose last call is `call`, with inputs of every kind. */
static rg_graph *graph_of(const char *call, bool annotated) {
    static const char plain[] = "    %x : [num_users=0] = placeholder[target=x]\n"
                                "    %y : [num_users=0] = placeholder[target=y]\n"
                                "    %d : [num_users=0] = call_function[target=builtins.getattr]"
                                "(args = (%x, dtype), kwargs = {})\n"
                                "    %n : [num_users=0] = call_method[target=size]"
                                "(args = (%x, 0), kwargs = {})\n"
                                "    %z : [num_users=0] = call_method[target=size]"
                                "(args = (%x,), kwargs = {})\n"
                                "    %z0 : [num_users=0] = call_function[target=operator.getitem]"
                                "(args = (%z, 0), kwargs = {})\n";
    static const char typed[] =
        "    %x : \"f32[2, 3]\" [num_users=0] = placeholder[target=x]\n"
        "    %y : \"f32[2, 3]\" [num_users=0] = placeholder[target=y]\n"
        "    %i : \"i64[]\" [num_users=0] = placeholder[target=i]\n"
        "    %s : \"Sym(s0)\" [num_users=0] = placeholder[target=s]\n"
        "    %t : \"(f32[2], f32[2])\" [num_users=0] = placeholder[target=t]\n";
    const char *text =
        rg_format(rg_test_arena, "graph():\n%s    %%c : [num_users=0] = %s\n    return (c,)\n",
                  annotated ? typed : plain, call);
    rg_diagnostics ignored; /* users are not counted here */
    rg_diagnostics_init(&ignored, rg_test_arena);
    rg_module *module = rg_read_module(
        rg_test_arena, rg_source_new(rg_test_arena, "t.fx", text, strlen(text)), &ignored);
    CU_ASSERT_PTR_NOT_NULL_FATAL(module);
    CU_ASSERT_EQUAL(module->annotated, annotated);
    return module->graphs[0];
}

static const char *bound(const char *call, bool annotated) {
    rg_graph *graph = graph_of(call, annotated);
    const rg_node *node = rg_node_at(graph, rg_node_at(graph, graph->last)->prev);
    const char *target = rg_symbol_text(graph->module->symbols, node->target);
    rg_spelled spelled =
        rg_ops_resolve(rg_test_ops, (rg_opcode)node->opcode, target, rg_test_arena);
    rg_slot slots[RG_MAX_PARAMS];
    const rg_schema *schema = rg_bind_any(rg_test_ops, graph->module, graph, node, spelled, slots);
    rg_text out = rg_text_new(rg_test_arena);
    if (!schema)
        return "none";
    rg_text_printf(&out, "%s%s%s", schema->op->name, *schema->overload ? "." : "",
                   schema->overload);
    for (size_t i = 0; i < schema->param_count; i++) {
        static const char places[] = "=pkr";
        if (slots[i].place == RG_SLOT_ABSENT && rg_value_kind(slots[i].value) == RG_NONE)
            continue;
        rg_text_printf(&out, " %s%c", schema->params[i].name, places[slots[i].place]);
        if (slots[i].place != RG_SLOT_ABSENT)
            rg_text_printf(&out, "%u:", slots[i].index);
        rg_print_repr(&out, graph, slots[i].value);
    }
    return rg_text_string(&out);
}

typedef struct binding_case {
    const char *call, *expected;
} binding_case;

static const binding_case PLAIN[] = {
    /* positions, keywords, defaults */
    {"call_function[target=torch.add](args = (%x, %y), kwargs = {alpha: 2})",
     "aten::add.Tensor selfp0:x otherp1:y alphak0:2"},
    {"call_function[target=torch.add](args = (%x,), kwargs = {other: %y})",
     "aten::add.Tensor selfp0:x otherk0:y alpha=1"},
    {"call_function[target=torch.sum](args = (), kwargs = {input: %x, axis: 0, keepdims: "
     "True})",
     "aten::sum.dim_IntList selfk0:x dimk1:0 keepdimk2:True"},
    {"call_function[target=torch.conv2d](args = (%x, %y), kwargs = {})",
     "aten::conv2d inputp0:x weightp1:y stride=[1, 1] padding=[0, 0] dilation=[1, 1] groups=1"},
    {"call_function[target=torch.functional.split](args = (%x,), kwargs = "
     "{split_size_or_sections: 2, dim: 1})",
     "aten::split.Tensor selfp0:x split_sizek0:2 dimk1:1"},
    {"call_method[target=contiguous](args = (%x,), kwargs = {})",
     "aten::contiguous selfp0:x memory_format=torch.contiguous_format"},
    {"call_function[target=torch.norm](args = (%x,), kwargs = {p: fro})",
     "aten::norm.python inputp0:x pk0:fro keepdim=False"},
    /* the rest of the arguments as one list */
    {"call_method[target=view](args = (%x, 2, -1), kwargs = {})",
     "aten::view selfp0:x sizer1:(2, -1)"},
    {"call_method[target=view](args = (%x, -1), kwargs = {})", "aten::view selfp0:x sizer1:(-1,)"},
    {"call_method[target=view](args = (%x, [2, 3]), kwargs = {})",
     "aten::view selfp0:x sizep1:[2, 3]"},
    {"call_method[target=view](args = (%x, %n, 3), kwargs = {})",
     "aten::view selfp0:x sizer1:(n, 3)"},
    {"call_method[target=view](args = (%x, %z), kwargs = {})", "aten::view selfp0:x sizep1:z"},
    {"call_method[target=view](args = (%x, %z0), kwargs = {})", "aten::view selfp0:x sizer1:(z0,)"},
    {"call_method[target=permute](args = (%x, 1, 0), kwargs = {})",
     "aten::permute selfp0:x dimsr1:(1, 0)"},
    {"call_function[target=torch.zeros](args = (2, 3), kwargs = {dtype: torch.int64})",
     "aten::zeros sizer0:(2, 3) dtypek0:torch.int64"},
    {"call_function[target=torch.functional.meshgrid](args = (%x, %y), kwargs = {indexing: "
     "ij})",
     "aten::meshgrid.indexing tensorsr0:(x, y) indexingk0:ij"},
    {"call_function[target=torch.functional.einsum](args = (ij,jk->ik, %x, %y), kwargs = {})",
     "aten::einsum equationp0:ij,jk->ik tensorsr1:(x, y)"},
    /* overloads */
    {"call_function[target=torch.add](args = (%x, 1), kwargs = {})",
     "aten::add.Scalar selfp0:x otherp1:1 alpha=1"},
    {"call_function[target=torch.add](args = (1, %x), kwargs = {})",
     "aten::add.Tensor selfp0:1 otherp1:x alpha=1"},
    {"call_function[target=operator.pow](args = (2, %x), kwargs = {})",
     "aten::pow.Scalar selfp0:2 exponentp1:x"},
    {"call_function[target=torch.add](args = (%x, %y), kwargs = {out: %x})",
     "aten::add.out selfp0:x otherp1:y alpha=1 outk0:x"},
    {"call_function[target=torch.max](args = (%x, 0), kwargs = {out: (%x, %y)})",
     "aten::max.dim_max selfp0:x dimp1:0 keepdim=False maxk0:x max_valuesk0:y"},
    {"call_method[target=to](args = (%x, torch.float16), kwargs = {})",
     "aten::to.dtype selfp0:x dtypep1:torch.float16 non_blocking=False copy=False"},
    {"call_method[target=to](args = (%x, %d), kwargs = {})",
     "aten::to.dtype selfp0:x dtypep1:d non_blocking=False copy=False"},
    {"call_method[target=to](args = (%x, %y), kwargs = {})",
     "aten::to.other selfp0:x otherp1:y non_blocking=False copy=False"},
    {"call_method[target=to](args = (%x, cpu), kwargs = {})",
     "aten::to.prim_Device selfp0:x devicep1:cpu non_blocking=False copy=False"},
    {"call_method[target=to](args = (%x,), kwargs = {memory_format: torch.channels_last})",
     "aten::to.dtype_layout selfp0:x non_blocking=False copy=False "
     "memory_formatk0:torch.channels_last"},
    {"call_method[target=sum](args = (%x, [0, 1]), kwargs = {})",
     "aten::sum.dim_IntList selfp0:x dimp1:[0, 1] keepdim=False"},
    {"call_function[target=torch.cat](args = ([%x, %y], 1), kwargs = {})",
     "aten::cat tensorsp0:[x, y] dimp1:1"},
    {"call_function[target=torch.ops.aten.index.Tensor](args = (%x, [None, %y]), kwargs = {})",
     "aten::index.Tensor selfp0:x indicesp1:[None, y]"},
    /* a group name prints as a number in the plain form */
    {"call_function[target=torch.ops._c10d_functional.all_reduce](args = (%x, sum, 0), kwargs "
     "= {})",
     "_c10d_functional::all_reduce inputp0:x reduce_opp1:sum group_namep2:0"},
    {"call_function[target=torch.ops.aten.div.Tensor_mode](args = (%x, %y), kwargs = "
     "{rounding_mode: floor})",
     "aten::div.Tensor_mode selfp0:x otherp1:y rounding_modek0:floor"},
    /* Python's own signatures */
    {"call_function[target=torch.nn.functional.relu](args = (%x,), kwargs = {inplace: True})",
     "aten::relu.python inputp0:x inplacek0:True"},
    {"call_function[target=torch.nn.functional.relu](args = (%x,), kwargs = {})",
     "aten::relu selfp0:x"},
    {"call_function[target=torch.nn.functional.softmax](args = (%x,), kwargs = {dim: -1, "
     "dtype: "
     "torch.float32})",
     "aten::softmax.int selfp0:x dimk0:-1 dtypek1:torch.float32"},
    {"call_function[target=torch.nn.functional.dropout](args = (%x, 0.5, False, False), kwargs "
     "= {})",
     "aten::dropout.python inputp0:x pp1:0.5 trainingp2:False inplacep3:False"},
    {"call_function[target=operator.getitem](args = (%x, (slice(None, 2, None), 0)), kwargs = "
     "{})",
     "operator::getitem selfp0:x indexp1:(slice(None, 2, None), 0)"},
    /* what does not fit */
    {"call_function[target=torch.ops.aten.add.Tensor](args = (%x,), kwargs = {})", "none"},
    {"call_function[target=torch.ops.aten.add.Newer](args = (%x, %y), kwargs = {})", "none"},
    {"call_function[target=torch.relu](args = (%x, %y, %y), kwargs = {})", "none"},
    {"call_function[target=torch.relu](args = (%x,), kwargs = {nothing: 1})", "none"},
    {"call_function[target=torch.relu](args = (%x,), kwargs = {self: %x})", "none"},
    {"call_function[target=torch.add](args = (), kwargs = {})", "none"},
    {"call_function[target=torch.topk](args = (%x, 2), kwargs = {out: (%x, %y, %x)})", "none"},
    {"call_function[target=torch.topk](args = (%x, 2), kwargs = {out: (%x,)})", "none"},
};

static const binding_case ANNOTATED[] = {
    {"call_function[target=operator.add](args = (%s, 1), kwargs = {})", "aten::add ap0:s bp1:1"},
    {"call_function[target=operator.iadd](args = (%s, 1), kwargs = {})",
     "aten::add_.number ap0:s bp1:1"},
    {"call_function[target=operator.iadd](args = (%x, %s), kwargs = {})",
     "aten::add_.Scalar selfp0:x otherp1:s alpha=1"},
    {"call_function[target=torch.add](args = (%x, %s), kwargs = {})",
     "aten::add.Scalar selfp0:x otherp1:s alpha=1"},
    {"call_method[target=expand](args = (%x, %s, 3), kwargs = {})",
     "aten::expand selfp0:x sizer1:(s, 3) implicit=False"},
    {"call_function[target=torch.cat](args = (%t,), kwargs = {})", "aten::cat tensorsp0:t dim=0"},
    {"call_function[target=torch.relu](args = (%t,), kwargs = {})", "none"},
    {"call_function[target=operator.getitem](args = (%t, 0), kwargs = {})",
     "operator::getitem.item selfp0:t indexp1:0"},
    {"call_method[target=select](args = (%x, 0, %i), kwargs = {})",
     "aten::select.int selfp0:x dimp1:0 indexp2:i"},
    {"call_method[target=view](args = (%x, %s), kwargs = {})", "aten::view selfp0:x sizer1:(s,)"},
    {"call_method[target=to](args = (%x, 'cpu'), kwargs = {})",
     "aten::to.prim_Device selfp0:x devicep1:'cpu' non_blocking=False copy=False"},
    {"call_method[target=to](args = (%x, device(type='cpu'), torch.float16), kwargs = {})",
     "aten::to.device selfp0:x devicep1:device(type='cpu') dtypep2:torch.float16 "
     "non_blocking=False copy=False"},
    {"call_function[target=torch.functional.einsum](args = ('ij,jk->ik', %x, %y), kwargs = {})",
     "aten::einsum equationp0:'ij,jk->ik' tensorsr1:(x, y)"},
    {"call_method[target=fill_](args = (%x, %i), kwargs = {})",
     "aten::fill_.Tensor selfp0:x valuep1:i"},
    {"call_method[target=fill_](args = (%x, 0.0), kwargs = {})",
     "aten::fill_.Scalar selfp0:x valuep1:0.0"},
    {"call_function[target=operator.imul](args = (3, %y), kwargs = {})", "none"}, /* no tensor */
};

void rg_test_plain_binding(void) {
    for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; i++)
        rg_test_text(bound(PLAIN[i].call, false), PLAIN[i].expected, PLAIN[i].call);
}

void rg_test_annotated_binding(void) {
    for (size_t i = 0; i < sizeof ANNOTATED / sizeof *ANNOTATED; i++)
        rg_test_text(bound(ANNOTATED[i].call, true), ANNOTATED[i].expected, ANNOTATED[i].call);
}

void rg_test_defaults(void) {
    static const char text[] =
        "op a::f(int i=-3, bool b=True, float x=1., float y=1e-08, complex c=2j, str "
        "s=\"a\\\\n\\\"b\","
        " str t='\\n', int[] l=[-1, 2], float[] m=[0.5], int[] n=[], ScalarType d=float,"
        " ScalarType e=bool, Layout f=strided, MemoryFormat g=0, MemoryFormat h=channels_last,"
        " int r=Mean, Tensor? z=None, int big=9223372036854775807) -> ()";
    rg_diagnostics told;
    rg_diagnostics_init(&told, rg_test_arena);
    rg_ops *own = rg_ops_new(rg_test_arena);
    const rg_source *source = rg_source_new(rg_test_arena, "t.ops", text, strlen(text));
    rg_ops_add_file(own, rg_parse_rules(rg_test_arena, source, &told), &told);
    const rg_operator *op = rg_ops_find(own, "a::f", 4);
    CU_ASSERT_PTR_NOT_NULL_FATAL(op);
    const rg_schema *schema = rg_ops_schema(own, op, 0, rg_test_arena);
    rg_graph *graph = graph_of("call_function[target=torch.relu](args = (%x,), kwargs = {})", true);
    rg_text out = rg_text_new(rg_test_arena);
    for (size_t i = 0; i < schema->param_count; i++) {
        rg_text_printf(&out, "%s%s=", i ? " " : "", schema->params[i].name);
        rg_print_repr(&out, graph, rg_schema_default(graph->module, &schema->params[i]));
    }
    rg_test_text(rg_text_string(&out),
                 "i=-3 b=True x=1.0 y=1e-08 c=2j s='a\\\\n\"b' t='\\n' l=[-1, 2] m=[0.5] n=[] "
                 "d=torch.float32 e=torch.bool f=torch.strided g=torch.contiguous_format "
                 "h=torch.channels_last r=1 z=None big=9223372036854775807",
                 text);
}
