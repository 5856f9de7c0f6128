graph():
    %l_x_ : torch.Tensor "f32[4, 6][6, 1]cpu" [num_users=1] = placeholder[target=L_x_]
    %add_ : "f32[4, 6][6, 1]cpu" [num_users=0] = call_method[target=add_](args = (%l_x_, 1), kwargs = {})
    return ()
