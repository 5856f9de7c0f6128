graph():
    %a : [num_users=1] = call_function[target=torch.relu](args = (%b,), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.relu](args = (%a,), kwargs = {})
    return b
