graph():
    %x : [num_users=2] = placeholder[target=x]

    # twice
    %add : [num_users=1] = call_function[target=operator.add](args = (%x, %x), kwargs = {})
    return (add, x)
