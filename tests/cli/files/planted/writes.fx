graph():
    %x : "f32[4, 6][6, 1]cpu" [num_users=3] = placeholder[target=x]
    %relu : "f32[4, 6][6, 1]cpu" [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %row : "f32[6][1]cpu" [num_users=1] = call_method[target=select](args = (%x, 0, 0), kwargs = {})
    %column : "f32[4][6]cpu" [num_users=1] = call_method[target=select](args = (%x, 1, 0), kwargs = {})
    %add_ : "f32[6][1]cpu" [num_users=0] = call_method[target=add_](args = (%row, 1), kwargs = {})
    %after : "f32[4][1]cpu" [num_users=1] = call_method[target=mul](args = (%column, 2), kwargs = {})
    return (relu, after)
