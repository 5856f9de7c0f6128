graph():
    %x : [num_users=3] = placeholder[target=x]
    %input_1 : [num_users=2] = placeholder[target=input](default=None)
    %_args : [num_users=0] = placeholder[target=*args]
    %flag : [num_users=0] = placeholder[target=flag](default=a, b)
    %layers_0_weight : [num_users=1] = get_attr[target=layers.0.weight]
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %input_1), kwargs = {alpha: 2})
    %add_tensor_1 : [num_users=2] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_tensor, 1e-05), kwargs = {})
    %to : [num_users=1] = call_method[target=to](args = (%add_tensor_1, cuda:1, torch.float16), kwargs = {memory_format: torch.channels_last, copy: True})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%to, (slice(None, 2, None), Ellipsis, slice(add_tensor_1, None, None), None)), kwargs = {})
    %layers_0_conv : [num_users=1] = call_module[target=layers.0.conv](args = (%getitem,), kwargs = {})
    %einsum : [num_users=1] = call_function[target=torch.functional.einsum](args = (ij,jk->ik, %layers_0_conv, %layers_0_weight), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.relu](args = (), kwargs = {input: %einsum, opts: {a: %x, b: {c: [1, (2,)]}, 3: None}})
    %full : [num_users=1] = call_function[target=torch.full](args = ([2, 3], inf), kwargs = {dtype: torch.bool, device: cpu, layout: torch.strided})
    %cat : [num_users=2] = call_function[target=torch.cat](args = ([%relu, %full],), kwargs = {dim: -1})
    %relu_1 : [num_users=1] = call_function[target=torch.nn.functional.relu](args = (%cat, nan, -inf, 1e+16, 123456789012345.0, (1+2j), (-0-1.5j), 1180591620717411303424, 9223372036854775807, -9223372036854775808), kwargs = {})
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%relu_1, true_graph_0, , (%cat,), [%cat, ], range(0, 3)), kwargs = {})
    %sqrt : [num_users=1] = call_function[target=math.sqrt](args = (2,), kwargs = {})
    %add : [num_users=1] = call_function[target=torch.add](args = (%cond, %sqrt, <built-in method add of type object at 0x7f00c0de>, <class 'torch.Tensor'>, aten.mul.Tensor, tensor([1., 2.]), [], (), {}), kwargs = {})
    return (add, [input_1, {'k': x, 's': "it's"}], (x,), None, 1.5, 'q', slice(x, None, None), device(type='cpu'), torch.float32)