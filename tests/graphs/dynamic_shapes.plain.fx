graph():
    %s77 : torch.SymInt [num_users=5] = placeholder[target=s77]
    %s27 : torch.SymInt [num_users=2] = placeholder[target=s27]
    %l_x_ : torch.Tensor [num_users=3] = placeholder[target=L_x_]
    %l_start_ : torch.SymInt [num_users=3] = placeholder[target=L_start_]
    %s28 : torch.SymInt [num_users=0] = placeholder[target=s28]
    %l_cache_ : torch.Tensor [num_users=3] = placeholder[target=L_cache_]
    %add : [num_users=2] = call_function[target=operator.add](args = (%l_start_, %s77), kwargs = {})
    %setitem : [num_users=0] = call_function[target=operator.setitem](args = (%l_cache_, slice(l_start_, add, None), %l_x_), kwargs = {})
    %chunk : [num_users=2] = call_method[target=chunk](args = (%l_cache_, 2), kwargs = {})
    %head : [num_users=1] = call_function[target=operator.getitem](args = (%chunk, 0), kwargs = {})
    %tail : [num_users=1] = call_function[target=operator.getitem](args = (%chunk, 1), kwargs = {})
    %getitem_4 : [num_users=1] = call_function[target=operator.getitem](args = (%tail, (slice(None, None, None), 0)), kwargs = {})
    %add_ : [num_users=0] = call_method[target=add_](args = (%getitem_4, 1), kwargs = {})
    %neg : [num_users=1] = call_function[target=operator.neg](args = (%s77,), kwargs = {})
    %getitem_5 : [num_users=1] = call_function[target=operator.getitem](args = (%l_cache_, slice(neg, None, None)), kwargs = {})
    %floordiv : [num_users=1] = call_function[target=operator.floordiv](args = (%s77, 2), kwargs = {})
    %window : [num_users=2] = call_method[target=reshape](args = (%getitem_5, %floordiv, -1), kwargs = {})
    %mul_ : [num_users=0] = call_method[target=mul_](args = (%window, 2), kwargs = {})
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%s27, 2), kwargs = {})
    %padded : [num_users=2] = call_method[target=new_zeros](args = (%l_x_, %add, %mul), kwargs = {})
    %setitem_1 : [num_users=0] = call_function[target=operator.setitem](args = (%padded, (slice(None, s77, None), slice(None, s27, None)), %l_x_), kwargs = {})
    %sum_1 : [num_users=1] = call_method[target=sum](args = (%head,), kwargs = {})
    %arange : [num_users=1] = call_function[target=torch.arange](args = (%s77,), kwargs = {device: cpu})
    %add_2 : [num_users=1] = call_function[target=operator.add](args = (%arange, %l_start_), kwargs = {})
    return (sum_1, window, padded, add_2)
