graph():
    %l_count_ : torch.Tensor "i64[][]cpu" [num_users=1] = placeholder[target=L_count_]
    %l_x_ : torch.Tensor "f32[3][1]cpu" [num_users=1] = placeholder[target=L_x_]
    %cond_fn_0 : [num_users=1] = get_attr[target=cond_fn_0]
    %body_fn_0 : [num_users=1] = get_attr[target=body_fn_0]
    %while_loop : "(i64[][]cpu, f32[3][1]cpu)" [num_users=2] = call_function[target=torch.ops.higher_order.while_loop](args = (%cond_fn_0, %body_fn_0, (%l_count_, %l_x_), ()), kwargs = {})
    %getitem : "i64[][]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%while_loop, 0), kwargs = {})
    %getitem_1 : "f32[3][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%while_loop, 1), kwargs = {})
    return (getitem, getitem_1)

graph cond_fn_0():
    %child : torch.Tensor "i64[][]cpu" [num_users=1] = placeholder[target=child]
    %child_1 : torch.Tensor "f32[3][1]cpu" [num_users=0] = placeholder[target=child_1]
    %lt : "b8[][]cpu" [num_users=1] = call_function[target=operator.lt](args = (%child, 3), kwargs = {})
    return lt

graph body_fn_0():
    %child_2 : torch.Tensor "i64[][]cpu" [num_users=1] = placeholder[target=child_2]
    %child_3 : torch.Tensor "f32[3][1]cpu" [num_users=1] = placeholder[target=child_3]
    %child : "i64[][]cpu" [num_users=1] = call_function[target=operator.add](args = (%child_2, 1), kwargs = {})
    %child_4 : "f32[3][1]cpu" [num_users=1] = call_function[target=operator.mul](args = (%child_3, 2), kwargs = {})
    return (child, child_4)
