# A graph with all that annotations can say.

graph():
    %s77 : torch.SymInt "Sym(s77)" [num_users=1] = placeholder[target=s77]
    %l_x_ : torch.Tensor "f32[2, 3][3, 1]cpu" [num_users=5] = placeholder[target=L_x_]  # {'root_input': 'x', 'depth': -1, 'scale': 1e-05, 'known': [True, None, ()]}
    %mode : [num_users=0] = placeholder[target=mode](default='a, b')
    %arange : "i64[4][1]cpu" [num_users=1] = call_function[target=torch.arange](args = (4,), kwargs = {device: device(type='cpu')})
    %chunk : "(f32[1, 3][3, 1]cpu, f32[1, 3][3, 1]+3cpu)" [num_users=1] = call_method[target=chunk](args = (%l_x_, 2), kwargs = {})  # {'root_input': 'x'}
    %take : "[f32[1, 3][3, 1]+(s0*3)cuda:1, None, (i64[],), -1, 'a']" [num_users=1] = call_function[target=my.take](args = (%l_x_, [%arange], 'it\'s "so"', "it's", 'tab\there\\ \x00\x85', 'é→', '', cls.NAME), kwargs = {to: device(type='cuda', index=0), opts: {'a': %chunk, 0: 1, (1, 'b'): {}}})

    # writes its first argument
    %setitem : [num_users=0] = call_function[target=operator.setitem](args = (%l_x_, (slice(None, None, None), slice(%s77, 'a b', None), Ellipsis), 1e-05), kwargs = {})
    %true_graph_0 : [num_users=1] = get_attr[target=true_graph_0]
    %cond : "(f32[2, 3],)" [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (True, %true_graph_0, (%l_x_,), s77, Max(1, s77)), kwargs = {})
    return (l_x_, take, [cond], {'k': 'v'}, Point(x=l_x_, y=[1]))  # {'note': "result's"}

# the body
graph true_graph_0():
    %a : "f32[2, 3]" [num_users=1] = placeholder[target=a]
    return (a,)


graph true_graph_0.inner():
    return None
# the end
