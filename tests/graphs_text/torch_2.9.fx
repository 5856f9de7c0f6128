graph():
    %arg0_1 : [num_users=1] = placeholder[target=arg0_1]
    %arg1_1 : [num_users=1] = placeholder[target=arg1_1]
    %mm : Tensor "f32[8, 16][16, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%arg0_1, %arg1_1), kwargs = {})
    %convert_element_type : Tensor "bf16[8, s77][s77, 1]cpu"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default](args = (%mm, torch.bfloat16), kwargs = {})
    %split : [num_users=1] = call_function[target=torch.ops.aten.split.Tensor](args = (%convert_element_type, 4), kwargs = {})
    return (split,)
