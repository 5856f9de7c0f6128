graph():
    %l_y_ : torch.Tensor "f32[2, 6][6, 1]+6cpu" [num_users=2] = placeholder[target=L_y_]
    %l_x_ : torch.Tensor "f32[4, 6][6, 1]cpu" [num_users=1] = placeholder[target=L_x_]
    %zero_ : "f32[2, 6][6, 1]+6cpu" [num_users=0] = call_method[target=zero_](args = (%l_y_,), kwargs = {})
    %t : "f32[6, 4][1, 6]cpu" [num_users=1] = call_method[target=t](args = (%l_x_,), kwargs = {})
    %t_1 : "f32[6, 2][1, 6]+6cpu" [num_users=1] = call_method[target=t](args = (%l_y_,), kwargs = {})
    %getitem : "f32[6, 1][1, 6]+6cpu" [num_users=1] = call_function[target=operator.getitem](args = (%t_1, (slice(None, None, None), slice(None, 1, None))), kwargs = {})
    %expand : "f32[6, 6][1, 0]+6cpu" [num_users=1] = call_method[target=expand](args = (%getitem, 6, 6), kwargs = {})
    %getitem_1 : "f32[4, 6][1, 0]+6cpu" [num_users=1] = call_function[target=operator.getitem](args = (%expand, slice(None, 4, None)), kwargs = {})
    %matmul : "f32[6, 6][6, 1]cpu" [num_users=1] = call_function[target=operator.matmul](args = (%t, %getitem_1), kwargs = {})
    return (matmul,)
