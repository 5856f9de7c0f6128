graph():
    %x : [num_users=1] = output[target=x]
    return x
