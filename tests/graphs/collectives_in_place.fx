graph():
    %l_x_ : torch.Tensor "f32[4, 8][8, 1]cpu" [num_users=4] = placeholder[target=L_x_]
    %l_out_ : torch.Tensor "f32[16, 8][8, 1]cpu" [num_users=3] = placeholder[target=L_out_]
    %tensor : "f32[4, 8][8, 1]cpu" [num_users=1] = call_function[target=torch.ops._c10d_functional.all_reduce](args = (%l_x_, 'sum', '0'), kwargs = {})
    %wait_tensor : "f32[4, 8][8, 1]cpu" [num_users=1] = call_function[target=torch.ops._c10d_functional.wait_tensor](args = (%tensor,), kwargs = {})
    %copy_ : "f32[4, 8][8, 1]cpu" [num_users=0] = call_method[target=copy_](args = (%l_x_, %wait_tensor), kwargs = {})
    %tensor_1 : "f32[16, 8][8, 1]cpu" [num_users=1] = call_function[target=torch.ops._c10d_functional.all_gather_into_tensor](args = (%l_x_, 4, '0'), kwargs = {})
    %res : "f32[16, 8][8, 1]cpu" [num_users=1] = call_function[target=torch.ops._c10d_functional.wait_tensor](args = (%tensor_1,), kwargs = {})
    %copy__1 : "f32[16, 8][8, 1]cpu" [num_users=0] = call_method[target=copy_](args = (%l_out_, %res), kwargs = {})
    %tensor_2 : "f32[4, 8][8, 1]cpu" [num_users=1] = call_function[target=torch.ops._c10d_functional.reduce_scatter_tensor](args = (%l_out_, 'max', 4, '0'), kwargs = {})
    %res_1 : "f32[4, 8][8, 1]cpu" [num_users=1] = call_function[target=torch.ops._c10d_functional.wait_tensor](args = (%tensor_2,), kwargs = {})
    %copy__2 : "f32[4, 8][8, 1]cpu" [num_users=0] = call_method[target=copy_](args = (%l_x_, %res_1), kwargs = {})
    %mul : "f32[16, 8][8, 1]cpu" [num_users=1] = call_function[target=operator.mul](args = (%l_out_, 2), kwargs = {})
    return (mul,)
