graph():
    %x : "f32[4, 4][4, 1]cpu" [num_users=9] = placeholder[target=x]
    %w : [num_users=1] = placeholder[target=w]
    %ones : "f32[2][1]cuda:0" [num_users=1] = call_function[target=torch.ones](args = (2,), kwargs = {device: device(type='cuda', index=0)})
    %sigmoid : "f32[4, 4][4, 1]cpu" [num_users=1] = call_method[target=sigmoid](args = (%x,), kwargs = {})
    %mm : "f32[4, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.mm](args = (%w, %x), kwargs = {})
    %neg : "f32[4, 4][4, 1]cpu" [num_users=2] = call_function[target=torch.neg](args = (%x,), kwargs = {})
    %exp : "f32[4, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.exp](args = (%neg,), kwargs = {})
    %tanh : "f32[4, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.tanh](args = (%x,), kwargs = {})
    %fused : [num_users=1] = call_function[target=my_lib.fused_gelu2](args = (%x,), kwargs = {})
    %sin : "f32[4, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.sin](args = (%x,), kwargs = {})
    %s : "f32[4, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.add](args = (%x, 1), kwargs = {})
    %mul_ : "f32[4, 4][4, 1]cpu" [num_users=0] = call_method[target=mul_](args = (%x, 2), kwargs = {})
    %relu : "f32[4, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.relu](args = (%s,), kwargs = {})
    %sum_1 : "i64[][]cpu" [num_users=1] = call_method[target=sum](args = (%x,), kwargs = {dtype: torch.int64})
    return (ones, sigmoid, mm, neg, exp, tanh, fused, sin, relu, sum_1)
