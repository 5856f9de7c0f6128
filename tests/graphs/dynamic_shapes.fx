graph():
    %s77 : torch.SymInt "Sym(s77)" [num_users=5] = placeholder[target=s77]
    %s27 : torch.SymInt "Sym(s27)" [num_users=2] = placeholder[target=s27]
    %l_x_ : torch.Tensor "f32[s77, s27][s27, 1]cpu" [num_users=3] = placeholder[target=L_x_]
    %l_start_ : torch.SymInt "Sym(s44)" [num_users=3] = placeholder[target=L_start_]
    %s28 : torch.SymInt "Sym(s28)" [num_users=0] = placeholder[target=s28]
    %l_cache_ : torch.Tensor "f32[s28, s27][s27, 1]cpu" [num_users=3] = placeholder[target=L_cache_]
    %add : "Sym(s44 + s77)" [num_users=2] = call_function[target=operator.add](args = (%l_start_, %s77), kwargs = {})
    %setitem : [num_users=0] = call_function[target=operator.setitem](args = (%l_cache_, slice(%l_start_, %add, None), %l_x_), kwargs = {})
    %chunk : "(f32[((s28 + 1)//2), s27][s27, 1]cpu, f32[s28 - (((s28 + 1)//2)), s27][s27, 1]+(s27*(((s28 + 1)//2)))cpu)" [num_users=2] = call_method[target=chunk](args = (%l_cache_, 2), kwargs = {})
    %head : "f32[((s28 + 1)//2), s27][s27, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%chunk, 0), kwargs = {})
    %tail : "f32[s28 - (((s28 + 1)//2)), s27][s27, 1]+(s27*(((s28 + 1)//2)))cpu" [num_users=1] = call_function[target=operator.getitem](args = (%chunk, 1), kwargs = {})
    %getitem_4 : "f32[s28 - (((s28 + 1)//2))][s27]+(s27*(((s28 + 1)//2)))cpu" [num_users=1] = call_function[target=operator.getitem](args = (%tail, (slice(None, None, None), 0)), kwargs = {})
    %add_ : "f32[s28 - (((s28 + 1)//2))][s27]+(s27*(((s28 + 1)//2)))cpu" [num_users=0] = call_method[target=add_](args = (%getitem_4, 1), kwargs = {})
    %neg : "Sym(-s77)" [num_users=1] = call_function[target=operator.neg](args = (%s77,), kwargs = {})
    %getitem_5 : "f32[s77, s27][s27, 1]+(s27*(s28 - s77))cpu" [num_users=1] = call_function[target=operator.getitem](args = (%l_cache_, slice(%neg, None, None)), kwargs = {})
    %floordiv : "Sym((s77//2))" [num_users=1] = call_function[target=operator.floordiv](args = (%s77, 2), kwargs = {})
    %window : "f32[(s77//2), s27*((s77//((s77//2))))][s27*((s77//((s77//2)))), 1]+(s27*(s28 - s77))cpu" [num_users=2] = call_method[target=reshape](args = (%getitem_5, %floordiv, -1), kwargs = {})
    %mul_ : "f32[(s77//2), s27*((s77//((s77//2))))][s27*((s77//((s77//2)))), 1]+(s27*(s28 - s77))cpu" [num_users=0] = call_method[target=mul_](args = (%window, 2), kwargs = {})
    %mul : "Sym(2*s27)" [num_users=1] = call_function[target=operator.mul](args = (%s27, 2), kwargs = {})
    %padded : "f32[s44 + s77, 2*s27][2*s27, 1]cpu" [num_users=2] = call_method[target=new_zeros](args = (%l_x_, %add, %mul), kwargs = {})
    %setitem_1 : [num_users=0] = call_function[target=operator.setitem](args = (%padded, (slice(None, %s77, None), slice(None, %s27, None)), %l_x_), kwargs = {})
    %sum_1 : "f32[][]cpu" [num_users=1] = call_method[target=sum](args = (%head,), kwargs = {})
    %arange : "i64[s77][1]cpu" [num_users=1] = call_function[target=torch.arange](args = (%s77,), kwargs = {device: device(type='cpu')})
    %add_2 : "i64[s77][1]cpu" [num_users=1] = call_function[target=operator.add](args = (%arange, %l_start_), kwargs = {})
    return (sum_1, window, padded, add_2)
