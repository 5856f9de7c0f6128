graph():
    %l_y_ : torch.Tensor [num_users=2] = placeholder[target=L_y_]
    %l_x_ : torch.Tensor [num_users=1] = placeholder[target=L_x_]
    %zero_ : [num_users=0] = call_method[target=zero_](args = (%l_y_,), kwargs = {})
    %t : [num_users=1] = call_method[target=t](args = (%l_x_,), kwargs = {})
    %t_1 : [num_users=1] = call_method[target=t](args = (%l_y_,), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%t_1, (slice(None, None, None), slice(None, 1, None))), kwargs = {})
    %expand : [num_users=1] = call_method[target=expand](args = (%getitem, 6, 6), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%expand, slice(None, 4, None)), kwargs = {})
    %matmul : [num_users=1] = call_function[target=operator.matmul](args = (%t, %getitem_1), kwargs = {})
    return (matmul,)
