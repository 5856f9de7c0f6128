graph():
    %arg0_1 : "f32[4, 8][8, 1]cpu" [num_users=2] = placeholder[target=arg0_1]
    %arg1_1 : "f32[16, 8][8, 1]cpu" [num_users=1] = placeholder[target=arg1_1]
    %all_reduce : "f32[4, 8][8, 1]cpu" [num_users=1] = call_function[target=torch.ops._c10d_functional.all_reduce.default](args = (%arg0_1, 'sum', '0'), kwargs = {})
    %wait_tensor : "f32[4, 8][8, 1]cpu" [num_users=1] = call_function[target=torch.ops._c10d_functional.wait_tensor.default](args = (%all_reduce,), kwargs = {})
    %copy_ : "f32[4, 8][8, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.copy_.default](args = (%arg0_1, %wait_tensor), kwargs = {})
    %all_gather_into_tensor : "f32[16, 8][8, 1]cpu" [num_users=1] = call_function[target=torch.ops._c10d_functional.all_gather_into_tensor.default](args = (%copy_, 4, '0'), kwargs = {})
    %wait_tensor_1 : "f32[16, 8][8, 1]cpu" [num_users=1] = call_function[target=torch.ops._c10d_functional.wait_tensor.default](args = (%all_gather_into_tensor,), kwargs = {})
    %copy__1 : "f32[16, 8][8, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.copy_.default](args = (%arg1_1, %wait_tensor_1), kwargs = {})
    %reduce_scatter_tensor : "f32[4, 8][8, 1]cpu" [num_users=1] = call_function[target=torch.ops._c10d_functional.reduce_scatter_tensor.default](args = (%copy__1, 'max', 4, '0'), kwargs = {})
    %wait_tensor_2 : "f32[4, 8][8, 1]cpu" [num_users=1] = call_function[target=torch.ops._c10d_functional.wait_tensor.default](args = (%reduce_scatter_tensor,), kwargs = {})
    %copy__2 : "f32[4, 8][8, 1]cpu" [num_users=0] = call_function[target=torch.ops.aten.copy_.default](args = (%copy_, %wait_tensor_2), kwargs = {})
    %mul : "f32[16, 8][8, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%copy__1, 2), kwargs = {})
    return (mul,)
