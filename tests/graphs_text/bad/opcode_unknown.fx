graph():
    %x : [num_users=1] = frobnicate[target=x]
    return x
