graph():
    %x : [num_users=1] = palceholder[target=x]
    return x
