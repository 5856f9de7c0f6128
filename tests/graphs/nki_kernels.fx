graph():
    %l_x_ : torch.Tensor "f32[4, 8][8, 1]cpu" [num_users=2] = placeholder[target=L_x_]
    %l_k_cache_ : torch.Tensor "f32[4, 8][8, 1]cpu" [num_users=3] = placeholder[target=L_k_cache_]
    %l_v_cache_ : torch.Tensor "f32[4, 8][8, 1]cpu" [num_users=2] = placeholder[target=L_v_cache_]
    %scaled : "f32[4, 8][8, 1]cpu" [num_users=1] = call_function[target=nki_ops.nki_kernel_wrapper](args = (), kwargs = {kernel_idx: 3, grid: (2, 1), args: [%l_x_, 0.5, None], arg_names: ['x', 'scale', 'bias'], constant_args_key: 13, backend_config: '', operand_output_aliases: {}})
    %nki_kernel_wrapper_1 : "(f32[4, 8][8, 1]cpu,)" [num_users=1] = call_function[target=nki_ops.nki_kernel_wrapper](args = (), kwargs = {kernel_idx: 1, grid: (2, 1), args: [%scaled, None, %l_k_cache_], arg_names: ['x', 'mask', 'k_cache'], constant_args_key: 11, backend_config: '', operand_output_aliases: {2: 0}})
    %getitem : "f32[4, 8][8, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%nki_kernel_wrapper_1, 0), kwargs = {})
    %add : "f32[4, 8][8, 1]cpu" [num_users=1] = call_function[target=operator.add](args = (%l_x_, 1), kwargs = {})
    %nki_kernel_wrapper_2 : "(f32[4, 8][8, 1]cpu, f32[4, 8][8, 1]cpu)" [num_users=1] = call_function[target=nki_ops.nki_kernel_wrapper](args = (), kwargs = {kernel_idx: 2, grid: (2, 1), args: [%add, 4, %l_k_cache_, %l_v_cache_], arg_names: ['x', 'n', 'k_cache', 'v_cache'], constant_args_key: 12, backend_config: '', operand_output_aliases: {2: 1, 3: 0}})
    %getitem_1 : "f32[4, 8][8, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%nki_kernel_wrapper_2, 0), kwargs = {})
    %sum_1 : "f32[][]cpu" [num_users=1] = call_method[target=sum](args = (%getitem,), kwargs = {})
    %mul : "f32[4, 8][8, 1]cpu" [num_users=1] = call_function[target=operator.mul](args = (%getitem_1, 2), kwargs = {})
    %add_1 : "f32[4, 8][8, 1]cpu" [num_users=1] = call_function[target=operator.add](args = (%l_k_cache_, %l_v_cache_), kwargs = {})
    return (sum_1, mul, add_1)
