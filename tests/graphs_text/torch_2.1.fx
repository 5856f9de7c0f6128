graph():
    %arg0_1 : [num_users=1] = placeholder[target=arg0_1]
    %arg1_1 : [num_users=3] = placeholder[target=arg1_1]
    %sym_size_int : torch.SymInt [num_users=2] = call_function[target=torch.ops.aten.sym_size.int](args = (%arg1_1, 0), kwargs = {})
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%arg1_1, [%sym_size_int, -1]), kwargs = {})
    %slice_1 : [num_users=1] = call_function[target=operator.getitem](args = (%arg1_1, (slice(None, sym_size_int, None), s0*2, (s0//2), Eq(u0, 1), ((s0*s1)//2) + 5)), kwargs = {})
    %all_reduce : [num_users=1] = call_function[target=torch.ops._c10d_functional.all_reduce.default](args = (%view, sum, 0), kwargs = {})
    %true_graph_0 : [num_users=1] = get_attr[target=true_graph_0]
    %cond : [num_users=2] = call_function[target=torch.ops.higher_order.cond](args = (%arg0_1, %true_graph_0, [%all_reduce, %slice_1]), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 1), kwargs = {})
    return (getitem, getitem_1, None)
