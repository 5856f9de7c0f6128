graph():
    %x : [num_users=1] = placeholder[target=x]
    %gelu : [num_users=1] = call_function[target=torch.nn.functional.gelu](args = (%x,), kwargs = {})
    %to : [num_users=1] = call_method[target=to](args = (%gelu, cpu), kwargs = {})
    return (to,)
