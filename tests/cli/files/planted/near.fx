graph():
    %x : [num_users=6] = placeholder[target=x]
    %q : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=q]
    %body_0 : [num_users=1] = get_attr[target=body_0]
    %wrap : [num_users=1] = call_function[target=torch.ops.higher_order.wrap](args = (%body_0, %x), kwargs = {})
    %s : [num_users=4] = call_function[target=torch.sin](args = (%x,), kwargs = {})
    %e : [num_users=2] = call_function[target=torch.exp](args = (%s,), kwargs = {})
    %n : [num_users=1] = call_function[target=torch.neg](args = (%s,), kwargs = {})
    %m : [num_users=1] = call_function[target=torch.mm](args = (%q, %q), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.cat](args = ([%x, %x, %x],), kwargs = {})
    %u : [num_users=1] = call_method[target=mul](args = (%s, 2), kwargs = {})
    %a : [num_users=1] = call_function[target=torch.add](args = (%x, %s), kwargs = {alpha: 2})
    %a2 : [num_users=1] = call_function[target=torch.add](args = (%x, %e), kwargs = {})
    %r : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return (wrap, e, n, m, c, u, a, a2, r)

graph body_0():
    %i : [num_users=1] = placeholder[target=i]
    %ii : [num_users=1] = call_function[target=torch.neg](args = (%i,), kwargs = {})
    return (ii,)
