graph():
    %l_x_ : torch.Tensor [num_users=1] = placeholder[target=L_x_]
    %lazy_load_decompositions : [num_users=0] = call_function[target=torch._functorch.predispatch.lazy_load_decompositions](args = (), kwargs = {})
    %_vmap_increment_nesting : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_increment_nesting](args = (3, error), kwargs = {})
    %_add_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._add_batch_dim](args = (%l_x_, 0, 1), kwargs = {})
    %doubled : [num_users=2] = call_function[target=operator.mul](args = (%_add_batch_dim, 2), kwargs = {})
    %setitem : [num_users=0] = call_function[target=operator.setitem](args = (%doubled, 0, 1.0), kwargs = {})
    %_remove_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._remove_batch_dim](args = (%doubled, 1, 3, 0), kwargs = {})
    %_vmap_decrement_nesting : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_decrement_nesting](args = (), kwargs = {})
    %sum_1 : [num_users=1] = call_method[target=sum](args = (%_remove_batch_dim,), kwargs = {})
    return (sum_1,)
