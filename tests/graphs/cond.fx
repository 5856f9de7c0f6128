graph():
    %l_x_ : torch.Tensor "f32[3, 4][4, 1]cpu" [num_users=4] = placeholder[target=L_x_]
    %l_y_ : torch.Tensor "f32[3, 4][4, 1]cpu" [num_users=2] = placeholder[target=L_y_]
    %sum_1 : "f32[][]cpu" [num_users=1] = call_method[target=sum](args = (%l_x_,), kwargs = {})
    %gt : "b8[][]cpu" [num_users=1] = call_function[target=operator.gt](args = (%sum_1, 0), kwargs = {})
    %cond_true_1 : [num_users=1] = get_attr[target=cond_true_1]
    %cond_false_1 : [num_users=1] = get_attr[target=cond_false_1]
    %cond : "(f32[3, 4][4, 1]cpu,)" [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%gt, %cond_true_1, %cond_false_1, (%l_x_, %l_y_)), kwargs = {})
    %z : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {})
    %add_ : "f32[3, 4][4, 1]cpu" [num_users=0] = call_method[target=add_](args = (%l_x_, %z), kwargs = {})
    %mul : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=operator.mul](args = (%l_x_, %l_y_), kwargs = {})
    return (mul,)

graph cond_true_1():
    %l_x__1 : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=l_x_]
    %l_y__1 : "f32[3, 4][4, 1]cpu" [num_users=2] = placeholder[target=l_y_]
    %sum_1 : "f32[][]cpu" [num_users=1] = call_method[target=sum](args = (%l_y__1,), kwargs = {})
    %gt : "b8[][]cpu" [num_users=1] = call_function[target=operator.gt](args = (%sum_1, 1), kwargs = {})
    %cond_true_0 : [num_users=1] = get_attr[target=cond_true_0]
    %cond_false_0 : [num_users=1] = get_attr[target=cond_false_0]
    %cond : "(f32[3, 4][4, 1]cpu,)" [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%gt, %cond_true_0, %cond_false_0, (%l_x__1, %l_y__1)), kwargs = {})
    %getitem : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {})
    return (getitem,)

graph cond_true_1.cond_true_0():
    %l_x__1 : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=l_x_]
    %l_y__1 : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=l_y_]
    %sin : "f32[3, 4][4, 1]cpu" [num_users=1] = call_method[target=sin](args = (%l_x__1,), kwargs = {})
    %add : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=operator.add](args = (%sin, %l_y__1), kwargs = {})
    return (add,)

graph cond_true_1.cond_false_0():
    %l_x__1 : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=l_x_]
    %l_y__1 : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=l_y_]
    %cos : "f32[3, 4][4, 1]cpu" [num_users=1] = call_method[target=cos](args = (%l_x__1,), kwargs = {})
    %sub : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=operator.sub](args = (%cos, %l_y__1), kwargs = {})
    return (sub,)

graph cond_false_1():
    %l_x__1 : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=l_x_]
    %l_y__1 : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=l_y_]
    %mul : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=operator.mul](args = (%l_y__1, 2), kwargs = {})
    %sub : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=operator.sub](args = (%l_x__1, %mul), kwargs = {})
    return (sub,)
