graph():
    %l_x_ : torch.Tensor "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=L_x_]
    %l_weight_ : torch.Tensor "f32[4, 4][4, 1]cpu" [num_users=2] = placeholder[target=L_weight_]
    %wrap_body_0 : [num_users=1] = get_attr[target=wrap_body_0]
    %tag_activation_checkpoint : "(f32[3, 4][4, 1]cpu,)" [num_users=1] = call_function[target=torch.ops.higher_order.tag_activation_checkpoint](args = (%wrap_body_0, %l_x_, %l_weight_), kwargs = {use_reentrant: False})
    %x : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%tag_activation_checkpoint, 0), kwargs = {})
    %wrap_body_1 : [num_users=1] = get_attr[target=wrap_body_1]
    %tag_activation_checkpoint_1 : "(f32[3, 4][4, 1]cpu,)" [num_users=1] = call_function[target=torch.ops.higher_order.tag_activation_checkpoint](args = (%wrap_body_1, %x, %l_weight_), kwargs = {use_reentrant: False})
    %getitem_1 : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%tag_activation_checkpoint_1, 0), kwargs = {})
    %sum_1 : "f32[][]cpu" [num_users=1] = call_method[target=sum](args = (%getitem_1,), kwargs = {})
    return (sum_1,)

graph wrap_body_0():
    %l_x_ : torch._subclasses.fake_tensor.FakeTensor "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=l_x_]
    %l_weight_ : torch._subclasses.fake_tensor.FakeTensor "f32[4, 4][4, 1]cpu" [num_users=1] = placeholder[target=l_weight_]
    %matmul : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=operator.matmul](args = (%l_x_, %l_weight_), kwargs = {})
    %gelu : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=torch._C._nn.gelu](args = (%matmul,), kwargs = {})
    %clamp_ : "f32[3, 4][4, 1]cpu" [num_users=1] = call_method[target=clamp_](args = (%gelu,), kwargs = {max: 2})
    return (clamp_,)

graph wrap_body_1():
    %x : torch._subclasses.fake_tensor.FakeTensor "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=x]
    %l_weight_ : torch._subclasses.fake_tensor.FakeTensor "f32[4, 4][4, 1]cpu" [num_users=1] = placeholder[target=l_weight_]
    %matmul : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=operator.matmul](args = (%x, %l_weight_), kwargs = {})
    %gelu : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=torch._C._nn.gelu](args = (%matmul,), kwargs = {})
    %clamp_ : "f32[3, 4][4, 1]cpu" [num_users=1] = call_method[target=clamp_](args = (%gelu,), kwargs = {max: 2})
    return (clamp_,)
