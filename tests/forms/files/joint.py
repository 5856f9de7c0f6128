class joint_fn(torch.nn.Module):
    def forward(
        self,
        primals,
        tangents,
    ):
        primals_1: "f32[2, 3][3, 1]cpu"  # PlainAOTInput(idx=0)
        tangents_1: "f32[2, 3][3, 1]cpu"  # TangentAOTInput(output=PlainAOTOutput(idx=0))
        primals_1, tangents_1, = fx_pytree.tree_flatten_spec([primals, tangents], self._in_spec)
         # File: /home/user/a#b.py:79 in forward, code: x = 'it''s'
        sin: "f32[2, 3][3, 1]cpu" = torch.ops.aten.sin.default(primals_1)
        
        # No stacktrace found for following nodes
        mul: "f32[2, 3][3, 1]cpu" = torch.ops.aten.mul.Tensor(tangents_1, primals_1);  tangents_1 = primals_1 = None
        return pytree.tree_unflatten([
            sin,  # PlainAOTOutput(idx=0)
            mul,  # GradAOTOutput(grad_of=PlainAOTInput(idx=0))
            None,  # None
        ], self._out_spec)
        
