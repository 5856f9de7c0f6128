graph():
    %l_x_ : torch.Tensor "f32[3][1]cpu" [num_users=1] = placeholder[target=L_x_]
    %fwd_body_0 : [num_users=1] = get_attr[target=fwd_body_0]
    %bwd_body_0 : [num_users=1] = get_attr[target=bwd_body_0]
    %autograd_function_apply : "(f32[3][1]cpu,)" [num_users=1] = call_function[target=torch.ops.higher_order.autograd_function_apply](args = (%fwd_body_0, %bwd_body_0, %l_x_), kwargs = {non_differentiable_idx: [], saved_for_backward_idx: []})
    %getitem : "f32[3][1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%autograd_function_apply, 0), kwargs = {})
    %sum_1 : "f32[][]cpu" [num_users=1] = call_method[target=sum](args = (%getitem,), kwargs = {})
    return (sum_1,)

graph fwd_body_0():
    %l_x_ : torch._subclasses.fake_tensor.FakeTensor "f32[3][1]cpu" [num_users=1] = placeholder[target=l_x_]
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %outs : "f32[3][1]cpu" [num_users=1] = call_function[target=operator.mul](args = (%l_x_, 3), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    return ((outs,), ())

graph bwd_body_0():
    %gradient : "f32[3][1]cpu" [num_users=1] = placeholder[target=gradient]
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %mul : "f32[3][1]cpu" [num_users=1] = call_function[target=operator.mul](args = (%gradient, 3), kwargs = {})
    %clamp_ : "f32[3][1]cpu" [num_users=1] = call_method[target=clamp_](args = (%mul, -1, 1), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    return (clamp_,)
