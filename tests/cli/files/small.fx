graph():
    %x : "f32[2, 3][3, 1]cpu" [num_users=1] = placeholder[target=x]
    %gelu : "f32[2, 3][3, 1]cpu" [num_users=1] = call_function[target=torch.nn.functional.gelu](args = (%x,), kwargs = {})
    %to : "f32[2, 3][3, 1]cpu" [num_users=1] = call_method[target=to](args = (%gelu, 'cpu'), kwargs = {})
    return (to,)
