graph():
    %x : [num_users=1] = placeholder[target=x]
    return x
    %y : [num_users=0] = placeholder[target=y]
