graph():
    %l_x_ : torch.Tensor [num_users=4] = placeholder[target=L_x_]
    %l_y_ : torch.Tensor [num_users=2] = placeholder[target=L_y_]
    %sum_1 : [num_users=1] = call_method[target=sum](args = (%l_x_,), kwargs = {})
    %gt : [num_users=1] = call_function[target=operator.gt](args = (%sum_1, 0), kwargs = {})
    %cond_true_1 : [num_users=1] = get_attr[target=cond_true_1]
    %cond_false_1 : [num_users=1] = get_attr[target=cond_false_1]
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%gt, %cond_true_1, %cond_false_1, (%l_x_, %l_y_)), kwargs = {})
    %z : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {})
    %add_ : [num_users=0] = call_method[target=add_](args = (%l_x_, %z), kwargs = {})
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%l_x_, %l_y_), kwargs = {})
    return (mul,)
