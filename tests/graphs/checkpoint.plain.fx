graph():
    %l_x_ : torch.Tensor [num_users=1] = placeholder[target=L_x_]
    %l_weight_ : torch.Tensor [num_users=2] = placeholder[target=L_weight_]
    %wrap_body_0 : [num_users=1] = get_attr[target=wrap_body_0]
    %tag_activation_checkpoint : [num_users=1] = call_function[target=torch.ops.higher_order.tag_activation_checkpoint](args = (%wrap_body_0, %l_x_, %l_weight_), kwargs = {use_reentrant: False})
    %x : [num_users=1] = call_function[target=operator.getitem](args = (%tag_activation_checkpoint, 0), kwargs = {})
    %wrap_body_1 : [num_users=1] = get_attr[target=wrap_body_1]
    %tag_activation_checkpoint_1 : [num_users=1] = call_function[target=torch.ops.higher_order.tag_activation_checkpoint](args = (%wrap_body_1, %x, %l_weight_), kwargs = {use_reentrant: False})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%tag_activation_checkpoint_1, 0), kwargs = {})
    %sum_1 : [num_users=1] = call_method[target=sum](args = (%getitem_1,), kwargs = {})
    return (sum_1,)
