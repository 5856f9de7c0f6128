graph():
    %l_x_ : torch.Tensor [num_users=1] = placeholder[target=L_x_]
    %add_ : [num_users=0] = call_method[target=add_](args = (%l_x_, 1), kwargs = {})
    return ()
