graph():
    %arg0_1 : "f32[3, 4][4, 1]cpu" [num_users=3] = placeholder[target=arg0_1]
    %arg1_1 : "f32[3, 4][4, 1]cpu" [num_users=2] = placeholder[target=arg1_1]
    %sum_1 : "f32[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%arg0_1,), kwargs = {})
    %gt : "b8[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%sum_1, 0), kwargs = {})
    %true_graph_0 : [num_users=1] = get_attr[target=true_graph_0]
    %false_graph_0 : [num_users=1] = get_attr[target=false_graph_0]
    %cond : "(f32[3, 4][4, 1]cpu,)" [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%gt, %true_graph_0, %false_graph_0, (%arg0_1, %arg1_1)), kwargs = {})
    %getitem : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {})
    %add_ : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%arg0_1, %getitem), kwargs = {})
    %mul : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add_, %arg1_1), kwargs = {})
    return (mul,)

graph true_graph_0():
    %arg0_1 : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=arg0_1]
    %arg1_1 : "f32[3, 4][4, 1]cpu" [num_users=2] = placeholder[target=arg1_1]
    %sum_1 : "f32[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%arg1_1,), kwargs = {})
    %gt : "b8[][]cpu" [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%sum_1, 1), kwargs = {})
    %true_graph_0 : [num_users=1] = get_attr[target=true_graph_0]
    %false_graph_0 : [num_users=1] = get_attr[target=false_graph_0]
    %cond : "(f32[3, 4][4, 1]cpu,)" [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%gt, %true_graph_0, %false_graph_0, (%arg0_1, %arg1_1)), kwargs = {})
    %getitem : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {})
    return (getitem,)

graph true_graph_0.true_graph_0():
    %arg0_1 : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=arg0_1]
    %arg1_1 : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=arg1_1]
    %sin : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%arg0_1,), kwargs = {})
    %add : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%sin, %arg1_1), kwargs = {})
    return (add,)

graph true_graph_0.false_graph_0():
    %arg0_1 : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=arg0_1]
    %arg1_1 : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=arg1_1]
    %cos : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%arg0_1,), kwargs = {})
    %sub : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%cos, %arg1_1), kwargs = {})
    return (sub,)

graph false_graph_0():
    %arg0_1 : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=arg0_1]
    %arg1_1 : "f32[3, 4][4, 1]cpu" [num_users=1] = placeholder[target=arg1_1]
    %mul : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%arg1_1, 2), kwargs = {})
    %sub : "f32[3, 4][4, 1]cpu" [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%arg0_1, %mul), kwargs = {})
    return (sub,)
