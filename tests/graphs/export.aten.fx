graph():
    %p_linear_weight : "f32[4, 4][4, 1]cpu" [num_users=1] = placeholder[target=p_linear_weight]
    %p_linear_bias : "f32[4][1]cpu" [num_users=1] = placeholder[target=p_linear_bias]
    %b_steps : "i64[][]cpu" [num_users=1] = placeholder[target=b_steps]
    %x : "f32[s77, 4][4, 1]cpu" [num_users=2] = placeholder[target=x]
    %count : "i64[][]cpu" [num_users=1] = placeholder[target=count]
    %sym_size_int_1 : "Sym(s77)" [num_users=2] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {})
    %add_ : "i64[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%b_steps, 1), kwargs = {})
    %item : "Sym(u0)" [num_users=3] = call_function[target=torch.ops.aten.item.default](args = (%count,), kwargs = {})
    %le_1 : "Sym(u0 <= 64)" [num_users=1] = call_function[target=operator.le](args = (%item, 64), kwargs = {})
    %_assert_scalar_default : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le_1, "Runtime assertion failed for expression u0 <= 64 on node 'le_1'"), kwargs = {})
    %le_2 : "Sym(u0 <= s77)" [num_users=1] = call_function[target=operator.le](args = (%item, %sym_size_int_1), kwargs = {})
    %_assert_scalar_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le_2, "Runtime assertion failed for expression u0 <= s77 on node 'le_2'"), kwargs = {})
    %linear : "f32[s77, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%x, %p_linear_weight, %p_linear_bias), kwargs = {})
    %relu : "f32[s77, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%linear,), kwargs = {})
    %slice_1 : "f32[u1, 4][4, 1]cpu" [num_users=2] = call_function[target=torch.ops.aten.slice.Tensor](args = (%relu, 0, None, %item), kwargs = {})
    %sym_size_int_2 : "Sym(u1)" [num_users=3] = call_function[target=torch.ops.aten.sym_size.int](args = (%slice_1, 0), kwargs = {})
    %ge : "Sym(u1 >= 0)" [num_users=1] = call_function[target=operator.ge](args = (%sym_size_int_2, 0), kwargs = {})
    %_assert_scalar_default_2 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge, "Runtime assertion failed for expression u1 >= 0 on node 'ge'"), kwargs = {})
    %le_3 : "Sym(u1 <= 64)" [num_users=1] = call_function[target=operator.le](args = (%sym_size_int_2, 64), kwargs = {})
    %_assert_scalar_default_3 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le_3, "Runtime assertion failed for expression u1 <= 64 on node 'le_3'"), kwargs = {})
    %le_4 : "Sym(u1 <= s77)" [num_users=1] = call_function[target=operator.le](args = (%sym_size_int_2, %sym_size_int_1), kwargs = {})
    %_assert_scalar_default_4 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le_4, "Runtime assertion failed for expression u1 <= s77 on node 'le_4'"), kwargs = {})
    %mul : "f32[u1, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%slice_1, %add_), kwargs = {})
    return (mul,)
