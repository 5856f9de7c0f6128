graph():
    %x : [num_users=1] = placeholder[target=x]  # {'a': 1}}
    return x
