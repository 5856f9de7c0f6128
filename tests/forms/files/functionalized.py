class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2, 4]", arg1_1: "f32[4]", arg2_1: "f32[]"):
        # File: model.py:14 in f, code: r=torch.empty_like(x)
        empty: "f32[2, 4]" = torch.ops.aten.empty.memory_format([2, 4], dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)

        # File: model.py:15 in f, code: torch.ops.vl.rms_norm(r,x,w,1e-5)
        auto_functionalized = torch.ops.higher_order.auto_functionalized(torch.ops.vl.rms_norm.default, result = empty, input = arg0_1, weight = arg1_1, epsilon = 1e-05);  empty = arg0_1 = arg1_1 = None
        getitem_1: "f32[2, 4]" = auto_functionalized[1];  auto_functionalized = None
        return (getitem_1,)
