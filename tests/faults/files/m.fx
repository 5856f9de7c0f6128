graph():
    %x : "f32[2, 3][3, 1]cpu" [num_users=4] = placeholder[target=x]
    %w : "f32[2, 3][3, 1]cpu" [num_users=2] = placeholder[target=w]
    %f : "f32[2, 3][3, 1]cpu" [num_users=2] = call_function[target=my.lib.f](args = (%x, 'mean'), kwargs = {})
    %view : "f32[3, 2][2, 1]cpu" [num_users=1] = call_method[target=view](args = (%x, (3, 2)), kwargs = {})
    %relu_ : "f32[3, 2][2, 1]cpu" [num_users=1] = call_method[target=relu_](args = (%view,), kwargs = {})
    %add_ : "f32[2, 3][3, 1]cpu" [num_users=1] = call_method[target=add_](args = (%f, %w), kwargs = {})
    %gelu : "f32[2, 3][3, 1]cpu" [num_users=1] = call_function[target=torch.nn.functional.gelu](args = (%x,), kwargs = {})
    %add : "f32[2, 3][3, 1]cpu" [num_users=1] = call_function[target=operator.add](args = (%x, %w), kwargs = {})
    return (add_, relu_, gelu, add, f)
