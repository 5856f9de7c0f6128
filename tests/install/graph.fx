graph():
    %x : "f32[2][1]cpu" [num_users=1] = placeholder[target=x]
    %add_ : "f32[2][1]cpu" [num_users=1] = call_method[target=add_](args = (%x, 1), kwargs = {})
    return (add_,)
