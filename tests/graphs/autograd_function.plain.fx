graph():
    %l_x_ : torch.Tensor [num_users=1] = placeholder[target=L_x_]
    %fwd_body_0 : [num_users=1] = get_attr[target=fwd_body_0]
    %bwd_body_0 : [num_users=1] = get_attr[target=bwd_body_0]
    %autograd_function_apply : [num_users=1] = call_function[target=torch.ops.higher_order.autograd_function_apply](args = (%fwd_body_0, %bwd_body_0, %l_x_), kwargs = {non_differentiable_idx: [], saved_for_backward_idx: []})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%autograd_function_apply, 0), kwargs = {})
    %sum_1 : [num_users=1] = call_method[target=sum](args = (%getitem,), kwargs = {})
    return (sum_1,)
