graph():
    %x : [num_users=2] = placeholder[target=x]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (0.5, %x), kwargs = {})
    %mul_1 : [num_users=1] = call_function[target=operator.mul](args = (2.0, %x), kwargs = {})
    return (mul, mul_1)
