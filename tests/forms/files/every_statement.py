from torch.nn import *
class GraphModule(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = 5

    def forward(
        self,
        L_x_: "f32[2, s0]",
        y: torch.Tensor = None,
        *args,
    ):
        l_x_ = L_x_
        w : torch.Tensor = self.weight
        first: "f32[2, s0]" = getattr(self.layers, "0").weight
        sub = getattr(self.layers, "0")(l_x_, dim = 1);  sub = None
        t = l_x_.view(-1, 2)
        shape = t.shape
        data = getattr(t, 'data', None)
        item = shape[0]
        cut = t[(slice(None, item, None), 0)];  item = None
        cut += 1;  iadd = cut
        cut[0] = y;  setitem = cut;  cut = setitem = None
        mul: "f32[2, s0]" = 2 * t
        neg = -mul
        inverted = ~mul
        less = mul <= neg;  neg = None
        power = -1 ** mul;  mul = None
        root = math_sqrt(2)
        d = device(type='cuda', index=0)
        to = t.to("cuda", dtype = torch.float32)
        stack = torch.stack(
            [
                t,  # the first
                to,
            ],
            0,
        )
        call = my_module_my_function(t, {'k': [to, None], 'e': 1e-05}, f = (t,))
        true_graph_0 = self.true_graph_0
        cond = torch.ops.higher_order.cond(less, true_graph_0, true_graph_0, (t,))
        return (cond, {'a': stack}, call)

    class true_graph_0(torch.nn.Module):
        def forward(self, a):
            sin = a.sin();  a = None
            return (sin,)

mod = GraphModule()
