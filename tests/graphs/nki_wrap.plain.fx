graph():
    %x : torch.Tensor [num_users=2] = placeholder[target=x]
    %cache : torch.Tensor [num_users=3] = placeholder[target=cache]
    %wrap_nki : [num_users=0] = call_function[target=nki_ops.wrap_nki](args = (), kwargs = {kernel_idx: 0, grid: (1,), args: [%x, None, %cache], arg_names: [x, mask, cache], constant_args_key: 0, backend_config: , operand_output_aliases: {2: 0}})
    %wrap_nki_1 : [num_users=0] = call_function[target=nki_ops.wrap_nki](args = (), kwargs = {kernel_idx: 1, grid: (1,), args: [%x, None, %cache], arg_names: [x, mask, cache], constant_args_key: 0, backend_config: , operand_output_aliases: {2: 0}})
    %mul : [num_users=1] = call_method[target=mul](args = (%cache, 2), kwargs = {})
    return (mul,)
