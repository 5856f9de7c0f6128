graph():
    %x : "f32[2][1]cpu" [num_users=1] = placeholder[target=x]
    %x_modified : "f32[2][1]cpu" [num_users=1] = call_method[target=add](args = (%x, 1), kwargs = {})  # {'root_input': 'x'}
    return (x_modified,)
