graph():
    %l_x_ : torch.Tensor [num_users=2] = placeholder[target=L_x_]
    %y : [num_users=2] = call_function[target=operator.getitem](args = (%l_x_, slice(1, 3, None)), kwargs = {})
    %mul_ : [num_users=0] = call_method[target=mul_](args = (%y, 2), kwargs = {})
    %sum_1 : [num_users=1] = call_method[target=sum](args = (%l_x_,), kwargs = {})
    %gt : [num_users=1] = call_function[target=operator.gt](args = (%sum_1, 0), kwargs = {})
    return (gt, y)
