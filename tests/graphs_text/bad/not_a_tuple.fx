graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = call_method[target=relu](args = (%x), kwargs = {})
    return y
