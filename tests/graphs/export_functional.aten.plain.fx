graph():
    %p_linear_weight : [num_users=1] = placeholder[target=p_linear_weight]
    %p_linear_bias : [num_users=1] = placeholder[target=p_linear_bias]
    %b_steps : [num_users=1] = placeholder[target=b_steps]
    %x : [num_users=1] = placeholder[target=x]
    %count : [num_users=1] = placeholder[target=count]
    %add : [num_users=2] = call_function[target=torch.ops.aten.add.Tensor](args = (%b_steps, 1), kwargs = {})
    %_local_scalar_dense : [num_users=2] = call_function[target=torch.ops.aten._local_scalar_dense.default](args = (%count,), kwargs = {})
    %le_2 : [num_users=1] = call_function[target=operator.le](args = (%_local_scalar_dense, 6), kwargs = {})
    %_assert_scalar_default : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le_2, Runtime assertion failed for expression u0 <= 6 on node 'le_2'), kwargs = {})
    %permute : [num_users=1] = call_function[target=torch.ops.aten.permute.default](args = (%p_linear_weight, [1, 0]), kwargs = {})
    %addmm : [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%p_linear_bias, %x, %permute), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%addmm,), kwargs = {})
    %slice_1 : [num_users=2] = call_function[target=torch.ops.aten.slice.Tensor](args = (%relu, 0, None, %_local_scalar_dense), kwargs = {})
    %sym_size_int_1 : [num_users=2] = call_function[target=torch.ops.aten.sym_size.int](args = (%slice_1, 0), kwargs = {})
    %ge_1 : [num_users=1] = call_function[target=operator.ge](args = (%sym_size_int_1, 0), kwargs = {})
    %_assert_scalar_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge_1, Runtime assertion failed for expression u1 >= 0 on node 'ge_1'), kwargs = {})
    %le_3 : [num_users=1] = call_function[target=operator.le](args = (%sym_size_int_1, 6), kwargs = {})
    %_assert_scalar_default_2 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le_3, Runtime assertion failed for expression u1 <= 6 on node 'le_3'), kwargs = {})
    %mul_2 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%slice_1, %add), kwargs = {})
    return (add, mul_2)
