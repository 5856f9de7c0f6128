graph(x, input, bb: typing.Tuple[int, torch.Tensor]):
    %linear_weight : [#users=1] = self.linear.weight
    %add_1 : [#users=2] = call_function[target=<built-in function add>](args = (%x, %linear_weight), kwargs = {})
    %linear_1 : [#users=1] = call_module[target=linear](args = (%add_1,), kwargs = {})
    %relu_1 : torch.Tensor [#users=2] = call_method[target=relu](args = (%linear_1,), kwargs = {})
    %topk_1 : [#users=1] = call_function[target=<built-in method topk of type object at 0x7ff2da9dc300>](args = (%relu_1, 3), kwargs = {dim: -1})
    %sum_1 : [#users=0] = call_function[target=<built-in method sum of type object at 0x7ff2da9dc300>](args = (%relu_1,), kwargs = {dim: -1, keepdim: True})
    return (topk_1, [add_1, input_1, b])