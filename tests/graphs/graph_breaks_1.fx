graph():
    %l_x_ : torch.Tensor "f32[4, 6][6, 1]cpu" [num_users=2] = placeholder[target=L_x_]
    %y : "f32[2, 6][6, 1]+6cpu" [num_users=2] = call_function[target=operator.getitem](args = (%l_x_, slice(1, 3, None)), kwargs = {})
    %mul_ : "f32[2, 6][6, 1]+6cpu" [num_users=0] = call_method[target=mul_](args = (%y, 2), kwargs = {})
    %sum_1 : "f32[][]cpu" [num_users=1] = call_method[target=sum](args = (%l_x_,), kwargs = {})
    %gt : "b8[][]cpu" [num_users=1] = call_function[target=operator.gt](args = (%sum_1, 0), kwargs = {})
    return (gt, y)
