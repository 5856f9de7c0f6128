graph():
    %l_count_ : torch.Tensor [num_users=1] = placeholder[target=L_count_]
    %l_x_ : torch.Tensor [num_users=1] = placeholder[target=L_x_]
    %cond_fn_0 : [num_users=1] = get_attr[target=cond_fn_0]
    %body_fn_0 : [num_users=1] = get_attr[target=body_fn_0]
    %while_loop : [num_users=2] = call_function[target=torch.ops.higher_order.while_loop](args = (%cond_fn_0, %body_fn_0, (%l_count_, %l_x_), ()), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%while_loop, 0), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%while_loop, 1), kwargs = {})
    return (getitem, getitem_1)
